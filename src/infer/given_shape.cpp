#include <algorithm>

#include "infer/infer.hpp"

namespace eqlens {

namespace {

bool reads(const Arena& arena, ExpressionId id, SymbolId symbol) {
  if (id == none) return false;
  if (arena[id].kind == ExpressionKind::symbol && arena[id].symbol == symbol) return true;
  const auto children = arena.children(id);
  return std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return reads(arena, child, symbol); });
}

// How many members a set has that a letter runs over: the first axis of `x \in D`.
std::optional<Dimension> members(const Equation& equation, const Shapes& shapes, ExpressionId set) {
  const auto& arena = equation.arena;
  if (set == none || arena[set].kind != ExpressionKind::symbol) return std::nullopt;
  const Shape& shape = shapes.symbols[arena[set].symbol];
  if (!shape.known || shape.axes.empty()) return std::nullopt;
  return shape.axes[0];
}

}  // namespace

Shape stated_shape(const Equation& equation, const Shapes& shapes, const Statement& statement) {
  if (statement.defines.empty()) return statement.value == none ? Shape::unknown() : shapes.expressions[statement.value];
  const auto& arena = equation.arena;
  Shape shape = shapes.symbols[statement.defines.front()];
  const ExpressionId left = statement.sides[0];
  // `Q(s, a) \leftarrow ...` of a declared table gives one entry.
  const SymbolId table = statement.defines.front();
  if (arena.applies(left, "call") && shapes.evidence[table].from == From::declared && shapes.expressions[left].scalar())
    return shapes.expressions[left];
  if (arena[left].kind != ExpressionKind::index || !shape.known || shape.axes.size() + 1 < arena[left].child_count) return shape;
  const auto chosen = [&](SymbolId index) {
    for (ExpressionId id = left; id <= statement.sides.back(); ++id)
      for (const Range& range : arena.ranges(id))
        if (range.set != none && arena[range.set].kind != ExpressionKind::symbol && !arena.applies(range.set, "set") &&
            reads(arena, range.set, index))
          return true;
    return false;
  };
  const auto places = arena.children(left).subspan(1);
  const bool one = std::any_of(places.begin(), places.end(), [&](ExpressionId place) {
    return place != none && arena[place].kind == ExpressionKind::symbol && chosen(arena[place].symbol);
  });
  if (one) shape.axes.erase(shape.axes.begin(), shape.axes.begin() + static_cast<std::ptrdiff_t>(places.size()));
  return shape;
}

Shape given_shape(const Equation& equation, const Shapes& shapes, ExpressionId id) {
  const auto& arena = equation.arena;
  Shape shape = shapes.expressions[id];
  if (!arena.applies(id, "call") || !shape.known) return shape;
  const ExpressionId function = arena.child(id, 0);
  if (arena[function].kind != ExpressionKind::symbol || equation.definition_of(arena[function].symbol)) return shape;
  std::vector<Dimension> axes;
  std::vector<SymbolId> bound;  // an inner sum that binds a letter again hides the outer one
  for (ExpressionId around = id; around < arena.size(); ++around) {
    if (arena[around].kind != ExpressionKind::reduce || arena[around].source != arena[id].source ||
        !arena[around].span.contains(arena[id].span))
      continue;
    for (const Range& range : arena.ranges(around)) {
      if (range.symbol == none || !reads(arena, id, range.symbol)) continue;
      if (std::find(bound.begin(), bound.end(), range.symbol) != bound.end()) continue;
      bound.push_back(range.symbol);
      const auto axis =
          std::find_if(shape.index_axes.begin(), shape.index_axes.end(), [&](const IndexAxis& each) { return each.index == range.symbol; });
      if (axis != shape.index_axes.end())
        axes.push_back(axis->size);
      else if (const auto count = members(equation, shapes, range.set))
        axes.push_back(*count);
    }
  }
  shape.axes.insert(shape.axes.begin(), axes.begin(), axes.end());
  return shape;
}

}  // namespace eqlens
