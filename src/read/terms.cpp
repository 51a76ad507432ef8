// How many terms a big operator has.
#include <fmt/format.h>

#include <algorithm>

#include "expression/first_places.hpp"
#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string index_size(const Understanding& understanding, ExpressionId big, SymbolId index) {
  const auto& analysis = understanding.analysis;
  const auto& arena = analysis.equation.arena;
  const auto& sizes = analysis.shapes.sizes;
  const auto usable = [&](std::string size) {
    return size == "0" || size.find(called(analysis, index)) != std::string::npos ? std::string() : size;
  };
  // An entry below says along which axis the index runs here; another operator may run it along another.
  Statement body;
  body.sides = {arena.child(big, 0)};
  for (const auto id : expressions_of(arena, body)) {
    if (arena[id].kind != ExpressionKind::index) continue;
    const auto base = understanding.pattern.symbol(id);
    const auto places = arena.children(id).subspan(1);
    if (base == none || !analysis.shapes.symbols[base].known || analysis.shapes.symbols[base].axes.size() < places.size()) continue;
    for (std::size_t n = 0; n < places.size(); ++n)
      if (places[n] != none && arena[places[n]].kind == ExpressionKind::symbol && arena[places[n]].symbol == index)
        return usable(pretty(sizes.print(analysis.shapes.symbols[base].axes[n])));
  }
  return index < analysis.shapes.ranges.size() ? usable(pretty(sizes.print(analysis.shapes.ranges[index]))) : "";
}

namespace {

/// Whether what an index reads starts at another place than 1.
bool counts_from_elsewhere(const Understanding& understanding, ExpressionId big, SymbolId index) {
  const auto& equation = understanding.analysis.equation;
  Statement body;
  body.sides = {equation.arena.child(big, 0)};
  const auto inside = expressions_of(equation.arena, body);
  return std::any_of(inside.begin(), inside.end(), [&](ExpressionId id) {
    if (equation.arena[id].kind != ExpressionKind::index) return false;
    const auto head = indexed_name(equation, id);
    const auto places = equation.arena.children(id).subspan(1);
    for (std::size_t axis = 0; head != none && axis < places.size(); ++axis)
      if (places[axis] != none && equation.arena[places[axis]].kind == ExpressionKind::symbol &&
          equation.arena[places[axis]].symbol == index)
        return equation.symbols[head].from_zero || first_printed(equation, head, axis) != none;
    return false;
  });
}

}  // namespace

std::string term_count(const Understanding& understanding, ExpressionId sum) {
  const auto& analysis = understanding.analysis;
  const auto ranges = analysis.equation.arena.ranges(sum);
  if (ranges.size() != 1 || ranges[0].condition != none) return "";
  const Range& range = ranges[0];
  if (range.set != none) return fmt::format("|{}|", shown(analysis, range.set));
  if (range.upper != none) {
    const bool whole =
        range.lower == none ? !counts_from_elsewhere(understanding, sum, range.symbol) : understanding.pattern.is_number(range.lower, 1);
    return whole ? shown(analysis, range.upper) : "";
  }
  return range.symbol == none || range.lower != none ? "" : index_size(understanding, sum, range.symbol);
}

}  // namespace eqlens
