// The steps of a computation as one writes them by hand: every printed subexpression that is a step of its own, in order.

#include <set>

#include "evaluate/session.hpp"
#include "evaluate/structural.hpp"

namespace eqlens {

namespace {

/// Symbols, numbers, entries and transposes are not steps.
bool is_step(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  const auto& expression = arena[id];
  if (expression.source != 0 || expression.span.empty()) return false;
  if (expression.kind == ExpressionKind::relation || expression.kind == ExpressionKind::number ||
      expression.kind == ExpressionKind::symbol || expression.kind == ExpressionKind::index)
    return false;
  if (arena.applies(id, "transpose") || arena.applies(id, "negative") || arena.applies(id, "row") || arena.applies(id, "given") ||
      arena.applies(id, "set"))
    return false;
  return true;
}

/// What is made of numbers and sizes only is not a step either.
bool varies(const Compiler& compiler, const Term& term) { return !compiler.run.inputs_of(term.node).empty(); }

}  // namespace

std::vector<Step> laid_out_steps(const Equation& equation, Compiler& compiler) {
  std::vector<Step> steps;
  std::set<ExpressionId> shown;
  const auto compiled = compiler.compiled;
  for (const auto& [id, term] : compiled) {
    if (!is_step(equation, id) || !varies(compiler, term) || !shown.insert(id).second) continue;
    std::vector<Axis> order = index_axes(term);
    std::vector<std::size_t> extents;
    const auto places = places_of(term);
    order.insert(order.end(), places.begin(), places.end());
    for (const auto axis : order) extents.push_back(compiler.algebra.extent(term, axis));
    const auto laid_out = compiler.algebra.filled(term, order, extents);
    if (laid_out && !compiler.run.too_large(laid_out.node, compiler.most_elements())) steps.push_back({id, laid_out});
  }
  return steps;
}

std::vector<EvaluatedStep> trace_steps(const Equation& equation, Compiler& compiler) {
  std::vector<EvaluatedStep> steps;
  for (const auto& [id, term] : laid_out_steps(equation, compiler)) {
    compiler.run.compute(term.node);
    const auto said = compiler.said_of(id, equation.statements.size());
    steps.push_back({equation.text(id), equation.arena[id].span, said == none ? id : said, compiler.run.array(term.node)});
  }
  return steps;
}

}  // namespace eqlens
