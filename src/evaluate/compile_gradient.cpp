// Derivatives in formulas: the variable gets a node of its own, everything that depends on it is made anew, and the plan is
// swept backwards.

#include <fmt/format.h>

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/gradient.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

namespace {

constexpr std::size_t deepest_definition = 12;

}  // namespace

/// A copy of a value that no other node equals.
Term Compiler::barrier(const Term& term) {
  if (!term) return {};
  Node node{
      .work = Work::map, .function = {same_number, nullptr, nullptr}, .loop = plan[term.node].extents, .extents = plan[term.node].extents};
  Operand operand{term.node, {}};
  for (std::size_t k = 0; k < term.axes.size(); ++k) operand.axes.push_back(static_cast<std::uint8_t>(k));
  node.operands.push_back(operand);
  node.first = ++barriers_;
  return {plan.add(std::move(node)), term.axes, term.row};
}

Term Compiler::derivative(ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  if (children.empty() || children[0] == none) return fail(id, "not-computable", "a derivative needs a function");
  if (children.size() > 1 && children[1] != none) {
    auto variable = children[1];
    if (arena_[variable].kind == ExpressionKind::index) {
      // The derivative by an entry is an entry of the derivative by the whole.
      const auto base = arena_.child(variable, 0);
      if (arena_[base].kind != ExpressionKind::symbol)
        return fail(id, "not-computable", fmt::format("a derivative by {} is not computed", equation_.text(variable)));
      if (is_unknown_function(children[0], arena_[base].symbol, 0)) {
        // What nothing defines has its entries along the indices that are printed.
        for (const auto place : arena_.children(variable).subspan(1))
          if (place != none) (void)expression(place, scope);
        return unknown_derivative(id, scope);
      }
      const auto whole = derivative_for(id, children[0], arena_[base].symbol, scope);
      return whole ? indexed(whole, variable, scope) : Term{};
    }
    if (arena_[variable].kind == ExpressionKind::symbol) {
      const auto symbol = arena_[variable].symbol;
      if (const auto place = parameter_place(children[0], symbol)) return derivative_at(id, children[0], *place, scope);
      return derivative_for(id, children[0], stand_in(children[0], symbol), scope);
    }
    return fail(id, "not-computable", fmt::format("a derivative by {} is not computed", equation_.text(variable)));
  }
  // `\nabla f(y)`: by the first argument, at y. `\nabla f`: by the function's parameter.
  if (arena_.applies(children[0], "call")) return derivative_at(id, children[0], 0, scope);
  if (arena_[children[0]].kind == ExpressionKind::symbol)
    if (const auto* statement = function_definition(arena_[children[0]].symbol))
      return derivative_for(id, children[0], statement->parameters.front(), scope);
  return opaque(id, scope);
}

/// The derivative of a defined function by its argument number `place`, at the values that are printed.
Term Compiler::derivative_at(ExpressionId id, ExpressionId call, std::size_t place, Scope& scope) {
  const auto head = arena_.child(call, 0);
  const auto* statement = arena_[head].kind == ExpressionKind::symbol ? function_definition(arena_[head].symbol) : nullptr;
  const auto arguments = call_arguments(call);
  if (statement == nullptr || place >= arguments.size()) return opaque(id, scope);
  std::vector<Term> values;
  for (const auto argument : arguments) {
    values.push_back(expression(argument, scope));
    if (!values.back()) return {};
  }
  values[place] = barrier(values[place]);
  const auto result = differentiate(algebra, inlined(*statement, values, id), values[place], Spread::jacobian);
  return result.term ? result.term : fail(id, "not-computable", "this derivative is not known");
}

/// `\nabla_w L(w_t)` of a function of w: which argument is meant, if the variable is the function's parameter and no part of
/// what is printed.
std::optional<std::size_t> Compiler::parameter_place(ExpressionId of, SymbolId variable) const {
  if (!arena_.applies(of, "call") || arena_[arena_.child(of, 0)].kind != ExpressionKind::symbol) return std::nullopt;
  const auto* statement = function_definition(arena_[arena_.child(of, 0)].symbol);
  if (statement == nullptr || reads(of, variable)) return std::nullopt;
  const auto found = std::ranges::find(statement->parameters, variable);
  if (found == statement->parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - statement->parameters.begin());
}

/// `\nabla_\theta \|\theta_{t-1}\|^2`: the one step of the variable that is read where the variable itself is not.
SymbolId Compiler::stand_in(ExpressionId of, SymbolId variable) const {
  if (arena_[of].kind == ExpressionKind::symbol || reads(of, variable)) return variable;
  SymbolId found = none;
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
    if (equation_.symbols[id].stem.empty() || equation_.symbols[id].stem != equation_.symbols[variable].latex || !reads(of, id)) continue;
    if (found != none) return variable;
    found = id;
  }
  return found == none ? variable : found;
}

/// Whether how `of` depends on the variable is nowhere said: it is a symbol, or calls a function, that nothing defines.
bool Compiler::is_unknown_function(ExpressionId of, SymbolId variable, std::size_t depth) const {
  if (of == none || depth > deepest_definition) return false;
  const auto& at = arena_[of];
  if (at.kind == ExpressionKind::index) return is_unknown_function(arena_.child(of, 0), variable, depth);
  const auto definition_is_unknown = [&](SymbolId symbol) {
    const auto statement = defining_statement(symbol, equation_.statements.size());
    return statement && is_unknown_function(equation_.statements[*statement].value, variable, depth + 1);
  };
  if (at.kind == ExpressionKind::symbol) {
    if (at.symbol == variable) return false;
    const auto& symbol = equation_.symbols[at.symbol];
    if (defining_statement(at.symbol, equation_.statements.size())) return depth < deepest_definition && definition_is_unknown(at.symbol);
    return depth == 0 && symbol.kind != SymbolKind::constant;
  }
  if (arena_.applies(of, "call") && arena_[arena_.child(of, 0)].kind == ExpressionKind::symbol) {
    const auto& function = equation_.symbols[arena_[arena_.child(of, 0)].symbol];
    if (const auto* statement = function_definition(arena_[arena_.child(of, 0)].symbol)) {
      if (is_unknown_function(statement->value, variable, depth + 1)) return true;
    } else {
      const auto& name = equation_.symbols[variable].latex;
      return depth == 0 || reads(of, variable) || function.label == name || function.upper == name;
    }
  }
  for (const auto child : arena_.children(of))
    if (child != none && is_unknown_function(child, variable, depth + 1)) return true;
  return false;
}

/// Drawn, as a step of descent can be tried with any gradient. An expression by itself, such as a side of a claim, would
/// only show what was drawn.
Term Compiler::unknown_derivative(ExpressionId id, Scope& scope) {
  if (equation_.statements[scope_statement(scope)].kind != StatementKind::expression) return opaque(id, scope);
  const auto text = equation_.text(id);
  return fail(id, "missing-value", fmt::format("nothing says what {} is: what it is taken of has no definition", text),
              fmt::format("define it with --where, or give the value: --let '{}=...'", text));
}

Term Compiler::derivative_for(ExpressionId id, ExpressionId of, SymbolId variable, Scope& scope) {
  // A function that nothing defines has a derivative that nothing defines.
  if (is_unknown_function(of, variable, 0)) return unknown_derivative(id, scope);
  const auto value = barrier(symbol(variable, scope));
  if (!value) return {};
  World world{world_->fixed, {}};
  world.fixed[variable] = value;
  auto* const outside = world_;
  world_ = &world;
  Scope inner{.parent = &scope, .root = scope.root, .statement = scope.statement};
  inner.bound[variable] = value;
  // `\frac{df}{dx}` of a function is that of its value at the parameter.
  Term whole;
  const auto* statement = arena_[of].kind == ExpressionKind::symbol ? function_definition(arena_[of].symbol) : nullptr;
  if (statement != nullptr) {
    std::vector<Term> arguments;
    for (const auto parameter : statement->parameters) arguments.push_back(parameter == variable ? value : symbol(parameter, inner));
    whole = inlined(*statement, arguments, id);
  } else {
    whole = expression(of, inner);
  }
  world_ = outside;
  if (!whole) return {};
  const bool ordinary = arena_.applies(id, "derivative");
  const auto result = differentiate(algebra, whole, value, ordinary && value.rank() > 0 ? Spread::total : Spread::jacobian);
  if (result.term) return result.term;
  const auto name = result.not_known == nullptr ? std::string_view("a step") : result.not_known->name;
  return fail(id, "not-computable", fmt::format("the derivative of {} is not known", name));
}

Term Compiler::gradient_of(std::size_t statement, SymbolId variable) {
  Scope scope{.root = equation_.statements[statement].value, .statement = statement};
  const auto value = barrier(symbol(variable, scope));
  if (!value) return {};
  World world{world_->fixed, {}};
  world.fixed[variable] = value;
  auto* const outside = world_;
  world_ = &world;
  const auto whole = definition(statement);
  world_ = outside;
  const auto result = differentiate(algebra, whole, value, Spread::jacobian);
  if (whole && !result.term)
    return fail(equation_.statements[statement].value, "not-computable",
                fmt::format("the derivative of {} is not known", result.not_known == nullptr ? "a step" : result.not_known->name));
  return result.term;
}

}  // namespace eqlens
