// The steps of a computation as one writes them by hand: every printed subexpression that is a step of its own, in order.

#include <algorithm>
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

/// The letters of each subscript below an expression, in the order in which they are printed.
void note_subscripts(const Arena& arena, ExpressionId id, std::vector<std::vector<SymbolId>>& found) {
  if (id == none) return;
  if (arena[id].kind == ExpressionKind::index) {
    std::vector<SymbolId> letters;
    for (std::size_t n = 1; n < arena[id].child_count; ++n)
      if (const auto place = arena.child(id, n); place != none && arena[place].kind == ExpressionKind::symbol)
        letters.push_back(arena[place].symbol);
    if (!letters.empty() && std::ranges::find(found, letters) == found.end()) found.push_back(std::move(letters));
  }
  for (const auto child : arena.children(id)) note_subscripts(arena, child, found);
}

/// The letters that a step counts with, as its axes are to be printed: one entry as its own subscript has them, anything else as the
/// left side does, and then in the order in which they appear.
std::vector<SymbolId> letters_in_order(const Equation& equation, ExpressionId id, const Statement& owner) {
  std::vector<std::vector<SymbolId>> subscripts;
  note_subscripts(equation.arena, id, subscripts);
  std::vector<SymbolId> letters;
  if (subscripts.size() != 1 || owner.value == id) letters.assign(owner.free_indices.begin(), owner.free_indices.end());
  for (const auto& each : subscripts) letters.insert(letters.end(), each.begin(), each.end());
  return letters;
}

/// The statement of the display that an expression stands in.
const Statement* owner_of(const Equation& equation, ExpressionId id) {
  for (const auto& statement : equation.statements)
    if (statement.source == equation.arena[id].source && statement.span.contains(equation.arena[id].span)) return &statement;
  return nullptr;
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
    if (const auto* owner = order.size() > 1 ? owner_of(equation, id) : nullptr; owner != nullptr) {
      const auto letters = letters_in_order(equation, id, *owner);
      const auto place = [&](Axis axis) { return std::ranges::find(letters, compiler.letter_of(axis)) - letters.begin(); };
      std::ranges::stable_sort(order, {}, place);
    }
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
