#include "experiment/knock_out.hpp"

#include <algorithm>

namespace eqlens {

namespace {

/// What stands in a subscript or says where a sum ends: no part of a value.
std::vector<bool> counting(const Arena& arena) {
  std::vector<bool> counts(arena.size(), false);
  const auto mark = [&](ExpressionId id) {
    if (id != none) counts[id] = true;
  };
  for (auto id = arena.size(); id-- > 0;) {
    for (const auto& range : arena.ranges(id))
      for (const auto end : {range.lower, range.upper, range.set, range.condition}) mark(end);
    for (std::size_t n = 0; n < arena[id].child_count; ++n)
      if (counts[id] || (arena[id].kind == ExpressionKind::index && n > 0)) mark(arena.child(id, n));
  }
  return counts;
}

}  // namespace

std::vector<KnockOut> knock_outs(const Analysis& analysis, Numbers numbers) {
  const auto& arena = analysis.equation.arena;
  const auto same_rank = [&](ExpressionId a, ExpressionId b) {
    const auto& shapes = analysis.shapes.expressions;
    return shapes[a].known && shapes[b].known && shapes[a].rank() == shapes[b].rank();
  };
  std::vector<KnockOut> list;
  const auto counts = counting(arena);
  for (auto id = arena.size(); id-- > 0;) {
    if (counts[id] || arena[id].source != 0 || arena[id].kind != ExpressionKind::apply || arena[id].child_count != 2) continue;
    const auto left = arena.child(id, 0), right = arena.child(id, 1);
    if (left == none || right == none) continue;
    const auto drop = [&](ExpressionId kept, ExpressionId dropped, std::string_view verb) {
      if (same_rank(id, kept) && (numbers == Numbers::too || arena[dropped].kind != ExpressionKind::number))
        list.push_back({id, kept, dropped, verb});
    };
    if (arena.applies(id, "division") && arena[left].kind != ExpressionKind::number) drop(left, right, "the division by");
    if (arena.applies(id, "plus")) {
      drop(left, right, "the term");
      drop(right, left, "the term");
    }
    if (arena.applies(id, "minus")) drop(left, right, "taking away");
    if (arena.applies(id, "product") || arena.applies(id, "times") || arena.applies(id, "elementwise product")) {
      drop(left, right, "the factor");
      drop(right, left, "the factor");
    }
  }
  // Divisions first: they are there for a reason that can be measured.
  std::stable_partition(list.begin(), list.end(), [](const KnockOut& each) { return each.verb == "the division by"; });
  return list;
}

Analysis without(const Analysis& analysis, const KnockOut& knock_out) {
  auto copy = analysis;
  copy.equation.arena.at(knock_out.whole) = analysis.equation.arena[knock_out.kept];
  copy.shapes.expressions[knock_out.whole] = analysis.shapes.expressions[knock_out.kept];
  return copy;
}

std::optional<Values> carried_over(const Laboratory& from, const Values& inputs, const Laboratory& to) {
  auto values = to.draw(0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto found =
        std::find_if(from.knobs().begin(), from.knobs().end(), [&](const Knob& knob) { return knob.name == to.knobs()[k].name; });
    if (found == from.knobs().end() || found->extents != to.knobs()[k].extents) return std::nullopt;
    values[k] = inputs[static_cast<std::size_t>(found - from.knobs().begin())];
  }
  return values;
}

}  // namespace eqlens
