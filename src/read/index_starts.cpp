#include "read/index_starts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "expression/first_places.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::vector<std::string> index_starts(const Analysis& analysis, std::span<const ExpressionId> inside) {
  const auto& equation = analysis.equation;
  const auto& arena = equation.arena;
  std::vector<std::string> from_zero, from_below;
  bool from_one = false;
  const auto once = [&](std::string name) {
    if (std::find(from_zero.begin(), from_zero.end(), name) == from_zero.end()) from_zero.push_back(std::move(name));
  };
  for (const auto id : inside) {
    if (arena[id].kind != ExpressionKind::index) continue;
    const auto head = indexed_name(equation, id);
    if (head != none && equation.symbols[head].from_zero) {
      once(called(analysis, head));
      continue;
    }
    for (std::size_t axis = 0; axis + 1 < arena[id].child_count; ++axis) {
      const auto first = head == none ? none : first_printed(equation, head, axis);
      if (first == none)
        from_one = true;
      else if (arena[first].kind == ExpressionKind::number)
        once(called(analysis, head));
      else
        from_below.push_back(fmt::format("the entries of {} count from {}", called(analysis, head), shown(analysis, first)));
    }
  }
  std::vector<std::string> lines;
  if (from_one) lines.push_back(from_zero.empty() && from_below.empty() ? "indices count from 1" : "other indices count from 1");
  if (!from_zero.empty()) lines.push_back(fmt::format("the entries of {} count from 0", enumerated(from_zero)));
  lines.insert(lines.end(), from_below.begin(), from_below.end());
  return lines;
}

}  // namespace eqlens
