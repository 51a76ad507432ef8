#include "experiment/set_axes.hpp"

namespace eqlens {

namespace {

/// The symbols that a set is one of several by: u of `S_u`, v of `S(v)`. False for what is no name of a set.
bool told_by(const Arena& arena, ExpressionId set, std::set<SymbolId>& letters) {
  while (arena.applies(set, "labelled")) set = arena.child(set, 0);
  const auto& expression = arena[set];
  if (expression.kind == ExpressionKind::symbol) return true;
  if (expression.kind != ExpressionKind::index && !arena.applies(set, "call")) return false;
  for (std::size_t n = 1; n < expression.child_count; ++n)
    if (const auto place = arena.child(set, n); place != none && arena[place].kind == ExpressionKind::symbol)
      letters.insert(arena[place].symbol);
  return true;
}

}  // namespace

std::set<std::string> sizes_of_sets(const Analysis& analysis) {
  const auto& arena = analysis.equation.arena;
  std::set<SymbolId> letters;
  for (ExpressionId id = 0; id < arena.size(); ++id)
    for (const auto& range : arena.ranges(id))
      if (range.symbol != none && range.set != none && told_by(arena, range.set, letters)) letters.insert(range.symbol);
  std::set<std::string> sizes;
  if (letters.empty()) return sizes;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index) continue;
    const auto base = arena.child(id, 0);
    if (arena[base].kind != ExpressionKind::symbol || arena[base].symbol >= analysis.shapes.symbols.size()) continue;
    const auto& shape = analysis.shapes.symbols[arena[base].symbol];
    for (std::size_t axis = 0; shape.known && axis < shape.rank() && axis + 1 < arena[id].child_count; ++axis) {
      const auto place = arena.child(id, axis + 1);
      if (place != none && arena[place].kind == ExpressionKind::symbol && letters.contains(arena[place].symbol))
        sizes.insert(analysis.shapes.sizes.print(analysis.shapes.sizes.resolve(shape.axes[axis])));
    }
  }
  return sizes;
}

}  // namespace eqlens
