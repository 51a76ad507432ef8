#include "evaluate/masked.hpp"

#include <algorithm>
#include <limits>

#include "evaluate/functions.hpp"
#include "kernel/softmax.hpp"

namespace eqlens {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

/// A term below another one, its axes named as there.
Term part(Algebra& algebra, const Term& of, std::size_t k) { return algebra.operand(of, k, algebra.loop_names(of)); }

bool same(const Term& a, const Term& b) { return a.node == b.node && a.axes == b.axes; }

/// Values that are infinite nowhere unless somebody gives infinities: 0 times them is 0.
bool is_data(const Algebra& algebra, const Term& term) {
  const auto work = algebra.node(term).work;
  return work == Work::input || work == Work::constant || work == Work::contract || work == Work::gather;
}

/// Whether a mask leaves something of every row: `j \le i`, or `j \ge i`, where j begins no later, or ends no earlier, than i.
bool shows_some(const Algebra& algebra, const Term& mask) {
  const auto& node = algebra.node(mask);
  if (node.work != Work::map || node.function.two != is_at_most || node.operands.size() != 2) return false;
  const auto& left = algebra.plan()[node.operands[0].node];
  const auto& right = algebra.plan()[node.operands[1].node];
  if (left.work != Work::count || right.work != Work::count || left.extents[0] == 0 || right.extents[0] == 0) return false;
  const auto last = [](const Node& count) { return count.first + static_cast<std::int64_t>(count.extents[0]) - 1; };
  return left.first <= right.first && last(left) <= last(right);
}

/// What a softmax along an axis is taken of: without what was subtracted from all of a row.
Term unshifted(Algebra& algebra, const Term& scores, Axis along) {
  if (!algebra.is_map(scores, "minus")) return scores;
  const auto shift = part(algebra, scores, 1);
  return shift.has(along) ? scores : part(algebra, scores, 0);
}

Term softened(Algebra& algebra, const Term& scores, const Term& mask, Axis along) {
  auto shown = unshifted(algebra, scores, along);
  if (mask) shown = algebra.select(mask, shown, algebra.number(hidden));
  const std::vector<Axis> row{along};
  return algebra.call(&operation_named("softmax"), softmax, {{shown, row}}, row, {algebra.extent(shown, along)});
}

/// A sum of exponentials over one axis, perhaps masked.
struct SumOfExponentials {
  Term exponential;
  Term mask;
  Axis along = 0;
};
std::optional<SumOfExponentials> sum_of_exponentials(Algebra& algebra, const Term& sum) {
  const auto& node = algebra.node(sum);
  if (node.work != Work::reduce || node.reduction != Reduction::sum || node.loop.size() != node.rank() + 1) return std::nullopt;
  const auto names = algebra.loop_names(sum);
  SumOfExponentials found{algebra.operand(sum, 0, names), {}, names.back()};
  if (algebra.node(found.exponential).work == Work::select) {
    const auto choice = found.exponential;
    if (algebra.constant_number(part(algebra, choice, 2)) != 0.0) return std::nullopt;
    found.mask = part(algebra, choice, 0);
    found.exponential = part(algebra, choice, 1);
  }
  return algebra.is_map(found.exponential, "exponential") ? std::optional(found) : std::nullopt;
}

/// The axis whose name differs between two uses of one node.
std::optional<Axis> other_name(const Term& a, const Term& b, Axis in_b) {
  if (a.node != b.node || std::ranges::count(b.axes, in_b) != 1) return std::nullopt;
  const auto at = static_cast<std::size_t>(std::ranges::find(b.axes, in_b) - b.axes.begin());
  return same(a, renamed(b, in_b, a.axes[at])) ? std::optional(a.axes[at]) : std::nullopt;
}

/// Shares of rows whose masked sum makes them 1.
Term masked_shares(Algebra& algebra, const Term& mask, const Term& term) {
  if (algebra.node(term).work == Work::kernel && algebra.node(term).kernel == softmax) {
    auto scores = part(algebra, term, 0);
    std::ranges::replace(scores.axes, Axis{inner_axis}, term.axes.back());
    const bool alike = algebra.node(scores).work == Work::select && algebra.node(part(algebra, scores, 0)).function.two == is_at_most;
    return alike && same(part(algebra, scores, 0), mask) && algebra.constant_number(part(algebra, scores, 2)) == hidden ? term : Term{};
  }
  if (!algebra.is_map(term, "division")) return {};
  const auto above = part(algebra, term, 0);
  const auto below = sum_of_exponentials(algebra, part(algebra, term, 1));
  if (!below || !below->mask || !algebra.is_map(above, "exponential")) return {};
  const auto along = other_name(above, below->exponential, below->along);
  if (!along || !same(renamed(below->mask, below->along, *along), mask)) return {};
  const auto scores = part(algebra, above, 0);
  return holds_contraction(algebra, scores.node) ? softened(algebra, scores, mask, *along) : Term{};
}

}  // namespace

bool holds_contraction(const Algebra& algebra, NodeId id, std::size_t depth) {
  constexpr std::size_t deepest = 6;
  const auto& node = algebra.plan()[id];
  if (node.work == Work::contract) return true;
  if (depth > deepest || (node.work != Work::map && node.work != Work::select)) return false;
  return std::ranges::any_of(node.operands, [&](const Operand& operand) { return holds_contraction(algebra, operand.node, depth + 1); });
}

Term masked(Algebra& algebra, const Term& mask, const Term& term) {
  if (!term || !mask) return {};
  if (shows_some(algebra, mask))
    if (auto shares = masked_shares(algebra, mask, term)) return shares;
  if (algebra.is_map(term, "elementwise product")) {
    const auto a = part(algebra, term, 0);
    const auto b = part(algebra, term, 1);
    if (is_data(algebra, b)) return algebra.map("elementwise product", masked(algebra, mask, a), b);
    if (is_data(algebra, a)) return algebra.map("elementwise product", a, masked(algebra, mask, b));
  }
  return algebra.select(mask, term, algebra.number(0));
}

Term weighed_by_softmax(Algebra& algebra, const Term& a, const Term& b) {
  const auto below = sum_of_exponentials(algebra, b);
  const auto& above = algebra.node(a);
  if (!below || above.work != Work::contract || above.loop.size() != above.rank() + 1) return {};
  const auto names = algebra.loop_names(a);
  for (const std::size_t k : {0, 1}) {
    auto weights = algebra.operand(a, k, names);
    Term mask;
    if (algebra.node(weights).work == Work::select && below->mask) {
      mask = part(algebra, weights, 0);
      weights = part(algebra, weights, 1);
    }
    const auto along = other_name(weights, below->exponential, below->along);
    if (!along || *along != names.back() || static_cast<bool>(mask) != static_cast<bool>(below->mask)) continue;
    if (mask && !same(renamed(below->mask, below->along, *along), mask)) continue;
    const auto scores = part(algebra, weights, 0);
    if (!holds_contraction(algebra, scores.node)) continue;
    return algebra.contract(softened(algebra, scores, mask, *along), algebra.operand(a, 1 - k, names), {*along});
  }
  return {};
}

}  // namespace eqlens
