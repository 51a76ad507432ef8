#include "experiment/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace eqlens {

namespace {

/// Half a unit of the last printed digit: 0.005 for `0.25`; 0 for a whole number, which is exact.
double half_unit_of(std::string_view digits) {
  const auto point = digits.find('.');
  if (point == std::string_view::npos) return 0;
  const auto places =
      std::count_if(digits.begin() + static_cast<std::ptrdiff_t>(point), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  return 0.5 * std::pow(10.0, -static_cast<double>(places));
}

/// The numbers that make up a literal: the side itself, or the entries of a vector or matrix.
void collect_entries(const Equation& equation, ExpressionId id, std::vector<ExpressionId>& entries) {
  const auto& arena = equation.arena;
  if (arena[id].kind == ExpressionKind::number) entries.push_back(id);
  for (const std::string_view container : {"negative", "list", "matrix", "row", "transpose"})
    if (arena.applies(id, container))
      for (const auto child : arena.children(id))
        if (child != none) collect_entries(equation, child, entries);
}

}  // namespace

std::vector<ExpressionId> below(const Equation& equation, ExpressionId root) {
  std::vector<ExpressionId> found;
  std::vector<ExpressionId> open = {root};
  std::vector<bool> seen(equation.arena.size(), false);
  while (!open.empty()) {
    const auto id = open.back();
    open.pop_back();
    if (id == none || seen[id]) continue;
    seen[id] = true;
    found.push_back(id);
    for (const auto child : equation.arena.children(id)) open.push_back(child);
    for (const auto& range : equation.arena.ranges(id))
      for (const auto part : {range.lower, range.upper, range.set, range.condition}) open.push_back(part);
  }
  return found;
}

std::vector<PrintedNumber> printed_numbers(const Equation& equation, ExpressionId root, WholeNumbers whole) {
  std::vector<PrintedNumber> numbers;
  std::vector<ExpressionId> entries;
  collect_entries(equation, root, entries);
  for (const auto id : below(equation, root)) {
    const auto& expression = equation.arena[id];
    if (expression.kind != ExpressionKind::number || expression.source != 0) continue;
    auto half_unit = half_unit_of(equation.text(id));
    const bool entry = std::find(entries.begin(), entries.end(), id) != entries.end();
    const bool decimal = half_unit > 0;
    if (!decimal && entry && whole == WholeNumbers::rounded) half_unit = 0.5;
    if (half_unit > 0) numbers.push_back({id, half_unit, entry && decimal});
  }
  return numbers;
}

}  // namespace eqlens
