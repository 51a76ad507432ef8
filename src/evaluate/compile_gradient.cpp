// Derivatives in formulas: the variable gets a node of its own, everything that depends on it is made anew, and the plan is
// swept backwards.

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/gradient.hpp"
#include "evaluate/products.hpp"
#include "evaluate/structural.hpp"
#include "expression/second_order.hpp"

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

/// All second derivatives; of the Laplacian the sum of those by one variable twice.
Term Compiler::second_derivative(ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  const auto of = children.empty() ? none : children[0];
  if (of == none) return fail(id, "not-computable", "a derivative needs a function");
  Term hessian;
  if (children.size() > 1 && children[1] != none) {
    if (arena_[children[1]].kind != ExpressionKind::symbol)
      return fail(id, "not-computable", fmt::format("a derivative by {} is not computed", equation_.text(children[1])));
    const auto variable = arena_[children[1]].symbol;
    const auto place = parameter_place(of, variable);
    hessian = place ? derivative_at(id, of, *place, scope, 2) : derivative_for(id, of, stand_in(of, variable), scope, 2);
  } else if (arena_.applies(of, "call")) {
    hessian = derivative_at(id, of, 0, scope, 2);
  } else if (const auto* statement = arena_[of].kind == ExpressionKind::symbol ? function_definition(arena_[of].symbol) : nullptr) {
    hessian = derivative_for(id, of, statement->parameters.front(), scope, 2);
  } else {
    return opaque(id, scope);
  }
  if (!hessian || hessian.rank() == 0 || !arena_.applies(id, "Laplacian")) return hessian;
  return find_structural("trace")(algebra, std::span(&hessian, 1));
}

namespace {

/// The derivative of that order; of the second one axis after the other.
Derivative differentiated(Algebra& algebra, const Term& of, const Term& variable, Spread spread, int order) {
  auto result = differentiate(algebra, of, variable, spread);
  for (int k = 1; k < order && result.term; ++k) result = differentiate(algebra, result.term, variable, spread);
  return result;
}

/// The variable of `\partial w^2` below `\partial^2 L`, and how often the derivative is taken.
std::pair<ExpressionId, int> order_of(const Arena& arena, ExpressionId variable) {
  constexpr double highest = 4;
  if (!arena.applies(variable, "power") || arena[arena.child(variable, 1)].kind != ExpressionKind::number) return {variable, 1};
  const double order = arena[arena.child(variable, 1)].number;
  return order >= 1 && order <= highest && order == std::floor(order) ? std::pair(arena.child(variable, 0), static_cast<int>(order))
                                                                      : std::pair(variable, 1);
}

}  // namespace

Term Compiler::derivative(ExpressionId id, Scope& scope) {
  if (arena_.applies(id, "gradient") && is_second_order(equation_, id)) return second_derivative(id, scope);
  const auto children = arena_.children(id);
  if (children.empty() || children[0] == none) return fail(id, "not-computable", "a derivative needs a function");
  if (children.size() > 1 && children[1] != none) {
    auto [variable, order] = order_of(arena_, children[1]);
    if (arena_[variable].kind == ExpressionKind::index) return derivative_by_entry(id, variable, order, scope);
    if (arena_[variable].kind == ExpressionKind::symbol) {
      const auto symbol = arena_[variable].symbol;
      if (order == 1)
        if (const auto entry = derivative_by_number(id, symbol, scope)) return entry;
      if (const auto place = parameter_place(children[0], symbol)) return derivative_at(id, children[0], *place, scope, order);
      return derivative_for(id, children[0], stand_in(children[0], symbol), scope, order);
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

/// `\Delta f(x)` of a function that is defined.
Term Compiler::laplacian(ExpressionId id, SymbolId difference, Scope& scope) {
  constexpr std::string_view sign = "\\Delta ";
  const auto& name = equation_.symbols[difference].latex;
  const auto function = name.starts_with(sign) ? equation_.find_symbol(std::string_view(name).substr(sign.size())) : std::nullopt;
  const auto* statement = function ? function_definition(*function) : nullptr;
  if (statement == nullptr) return {};
  std::vector<Term> values;
  if (arena_.applies(id, "call"))
    for (const auto argument : call_arguments(id)) values.push_back(expression(argument, scope));
  else
    for (const auto parameter : statement->parameters) values.push_back(at_parameter(parameter, scope));
  if (values.size() < statement->parameters.size() || std::ranges::any_of(values, [](const Term& value) { return !value; })) return {};
  values[0] = barrier(values[0]);
  const auto hessian = differentiated(algebra, inlined(*statement, values, id), values[0], Spread::jacobian, 2).term;
  if (!hessian) return fail(id, "not-computable", "this derivative is not known");
  assume(id, fmt::format("{} is read as the Laplacian of {}", name, equation_.symbols[*function].latex));
  return hessian.rank() == 0 ? hessian : find_structural("trace")(algebra, std::span(&hessian, 1));
}

/// The derivative of a defined function by its argument number `place`, at the values that are printed.
Term Compiler::derivative_at(ExpressionId id, ExpressionId call, std::size_t place, Scope& scope, int order) {
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
  const auto result = differentiated(algebra, inlined(*statement, values, id), values[place], Spread::jacobian, order);
  return result.term ? result.term : fail(id, "not-computable", "this derivative is not known");
}

/// `\nabla_w L(w_t)` of a function of w: which argument is meant, if the variable is the function's parameter and no part of
/// what is printed.
std::optional<std::size_t> Compiler::parameter_place(ExpressionId of, SymbolId variable) const {
  if (!arena_.applies(of, "call") || arena_[arena_.child(of, 0)].kind != ExpressionKind::symbol) return std::nullopt;
  const auto* statement = function_definition(arena_[arena_.child(of, 0)].symbol);
  if (statement == nullptr || reads(of, variable)) return std::nullopt;
  // The parameter of a fact's function is its own, whatever else bears the name.
  const auto& name = equation_.symbols[variable].latex;
  const auto found = std::ranges::find_if(statement->parameters, [&](SymbolId parameter) {
    return parameter == variable || (equation_.symbols[parameter].scope > 0 && equation_.symbols[parameter].latex == name);
  });
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
  if (arena_.applies(of, "partial derivative") || arena_.applies(of, "derivative"))
    return is_unknown_function(arena_.child(of, 0), variable, depth);
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

Term Compiler::derivative_for(ExpressionId id, ExpressionId of, SymbolId variable, Scope& scope, int order) {
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
    for (const auto parameter : statement->parameters)
      arguments.push_back(is_parameter(parameter, variable) ? value : at_parameter(parameter, inner));
    whole = inlined(*statement, arguments, id);
  } else {
    whole = expression(of, inner);
  }
  world_ = outside;
  if (!whole) return {};
  const bool ordinary = arena_.applies(id, "derivative");
  const auto spread = ordinary && value.rank() > 0 ? Spread::total : Spread::jacobian;
  const auto result = differentiated(algebra, whole, value, spread, order);
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
