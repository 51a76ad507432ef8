// The variance as a difference of two means, which would cancel where the values lie far from 0.

#include <algorithm>
#include <cmath>

#include "evaluate/careful.hpp"

namespace eqlens {

namespace {

/// A sum times a known number.
struct ScaledSum {
  Term sum;
  double scale = 1;
};
std::optional<ScaledSum> scaled_sum(Algebra& algebra, const Term& term) {
  const auto names = algebra.loop_names(term);
  const bool divides = algebra.is_map(term, "division");
  if (!divides && !algebra.is_map(term, "elementwise product")) return std::nullopt;
  for (const std::size_t k : {1, 0}) {
    const auto number = algebra.constant_number(algebra.operand(term, k, names));
    if (!number || (divides && k == 0)) continue;
    return ScaledSum{algebra.operand(term, 1 - k, names), divides ? 1 / *number : *number};
  }
  return std::nullopt;
}

/// The values that a node sums, with names for all of their axes, and which of these it folds.
struct Summed {
  Term values;
  std::vector<Axis> folded;
};
Summed summed(Algebra& algebra, const Term& sum) {
  const auto names = algebra.loop_names(sum);
  return {algebra.operand(sum, 0, names), {names.begin() + static_cast<std::ptrdiff_t>(sum.axes.size()), names.end()}};
}

/// Whether both are the same values, folded along the same of their axes.
bool alike(const Summed& a, const Summed& b) {
  if (a.values.node != b.values.node || a.values.axes.size() != b.values.axes.size()) return false;
  const auto folds = [](const Summed& of, std::size_t k) { return std::ranges::find(of.folded, of.values.axes[k]) != of.folded.end(); };
  for (std::size_t k = 0; k < a.values.axes.size(); ++k)
    if (folds(a, k) != folds(b, k) || (!folds(a, k) && a.values.axes[k] != b.values.axes[k])) return false;
  return true;
}

}  // namespace

Term careful_difference(Algebra& algebra, const Term& a, const Term& b) {
  if (!a || !b) return {};
  const auto plain = [&] { return algebra.map("minus", a, b); };
  if (!algebra.is_map(b, "elementwise product")) return plain();
  const auto names = algebra.loop_names(b);
  const auto mean = algebra.operand(b, 0, names);
  const auto twin = algebra.operand(b, 1, names);
  if (mean.node != twin.node || mean.axes != twin.axes) return plain();
  const auto squares = scaled_sum(algebra, a);
  const auto values = scaled_sum(algebra, mean);
  if (!squares || !values || squares->scale != values->scale) return plain();
  const auto& above = algebra.node(squares->sum);
  const auto& below = algebra.node(values->sum);
  const bool squared =
      above.work == Work::contract && above.operands[0].node == above.operands[1].node && above.operands[0].axes == above.operands[1].axes;
  if (!squared || below.work != Work::reduce || below.reduction != Reduction::sum) return plain();
  const auto of_squares = summed(algebra, squares->sum);
  if (!alike(of_squares, summed(algebra, values->sum))) return plain();
  double count = 1;
  for (const auto axis : of_squares.folded) count *= static_cast<double>(algebra.extent(of_squares.values, axis));
  constexpr double rounding = 1e-12;
  if (!(std::fabs(count * squares->scale - 1) < rounding)) return plain();
  const auto distance = algebra.map("minus", of_squares.values, mean);
  return algebra.map("division", algebra.contract(distance, distance, of_squares.folded), algebra.number(count));
}

}  // namespace eqlens
