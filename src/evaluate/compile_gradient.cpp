// Derivatives in formulas: the variable gets a node of its own, everything that depends on it is made anew, and the plan is
// swept backwards.

#include <fmt/format.h>

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/gradient.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

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
      const auto whole = derivative_for(id, children[0], arena_[base].symbol, scope);
      return whole ? indexed(whole, variable, scope) : Term{};
    }
    if (arena_[variable].kind == ExpressionKind::symbol) return derivative_for(id, children[0], arena_[variable].symbol, scope);
    return fail(id, "not-computable", fmt::format("a derivative by {} is not computed", equation_.text(variable)));
  }
  // `\nabla f(y)`: by the first argument, at y. `\nabla f`: by the function's parameter.
  if (arena_.applies(children[0], "call")) {
    const auto head = arena_.child(children[0], 0);
    const auto* statement = arena_[head].kind == ExpressionKind::symbol ? function_definition(arena_[head].symbol) : nullptr;
    const auto arguments = call_arguments(children[0]);
    if (statement == nullptr || arguments.empty()) return opaque(id, scope);
    std::vector<Term> values;
    for (const auto argument : arguments) values.push_back(expression(argument, scope));
    if (!values[0]) return {};
    values[0] = barrier(values[0]);
    const auto result = differentiate(algebra, inlined(*statement, values, id), values[0], Spread::jacobian);
    return result.term ? result.term : fail(id, "not-computable", "this derivative is not known");
  }
  if (arena_[children[0]].kind == ExpressionKind::symbol)
    if (const auto* statement = function_definition(arena_[children[0]].symbol))
      return derivative_for(id, children[0], statement->parameters.front(), scope);
  return opaque(id, scope);
}

Term Compiler::derivative_for(ExpressionId id, ExpressionId of, SymbolId variable, Scope& scope) {
  // A function that nothing defines has a derivative that nothing defines.
  if (arena_.applies(of, "call")) {
    const auto head = arena_.child(of, 0);
    if (arena_[head].kind == ExpressionKind::symbol && function_definition(arena_[head].symbol) == nullptr &&
        !given_.symbols.contains(arena_[head].symbol) && !reads(of, variable))
      return opaque(id, scope);
  }
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
