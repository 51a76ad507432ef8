// What a common slip changes, and what stands behind a distribution that comes from a softmax.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t slip_trials = 4;

void tell_slip(const Laboratory& laboratory, std::size_t g, const std::string& slip, double gap, std::vector<Finding>& findings) {
  if (!(gap > 1e-9) || !std::isfinite(gap)) return;
  findings.push_back({"slip",
                      fmt::format("{}, ${}$ differs by up to {:.{}f} % of its largest entry", slip, laboratory.gauges()[g].name, 100 * gap,
                                  gap < 0.01 ? 4 : 0),
                      "a common slip in code", slip_trials, 0, gap, "", Verdict::holds, laboratory.reach(g), 41});
}

/// `\frac{1}{n} \sum (x - m)^2`: the place of n.
std::vector<ExpressionId> divisors_of_spreads(const Arena& arena) {
  std::vector<ExpressionId> found;
  const auto spread = [&](ExpressionId id) {
    if (arena[id].kind != ExpressionKind::reduce || arena[id].operation->name != "sum" || arena[id].child_count == 0) return false;
    const auto body = arena.child(id, 0);
    return arena.applies(body, "power") && arena.applies(arena.child(body, 0), "minus");
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].source != 0) continue;
    ExpressionId divisor = none;
    if (arena.applies(id, "product") && arena.applies(arena.child(id, 0), "division") && spread(arena.child(id, 1)))
      divisor = arena.child(arena.child(id, 0), 1);
    if (arena.applies(id, "division") && spread(arena.child(id, 0))) divisor = arena.child(id, 1);
    if (divisor != none && arena[divisor].kind == ExpressionKind::symbol) found.push_back(divisor);
  }
  return found;
}

/// The display with n - 1 in the place of n.
Analysis one_less(const Analysis& analysis, ExpressionId place) {
  auto copy = analysis;
  auto& arena = copy.equation.arena;
  const auto* minus = &operation_named("minus");
  Expression one = analysis.equation.arena[place];
  one.kind = ExpressionKind::number;
  one.number = 1;
  const std::array<ExpressionId, 2> sides{arena.add(analysis.equation.arena[place]), arena.add(one)};
  Expression difference = analysis.equation.arena[place];
  difference.kind = ExpressionKind::apply;
  difference.operation = minus;
  const auto id = arena.add(difference, sides);
  arena.at(place) = arena[id];
  copy.shapes.expressions.resize(arena.size(), analysis.shapes.expressions[place]);
  return copy;
}

void look_at_divisors(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  for (const auto place : divisors_of_spreads(analysis.equation.arena)) {
    const auto changed = one_less(analysis, place);
    Laboratory other(changed, work);
    if (!other.works() || other.results().size() != laboratory.results().size() || other.knobs().size() != laboratory.knobs().size())
      continue;
    std::vector<double> gaps(laboratory.results().size(), 0);
    for (std::size_t n = 0; n < slip_trials; ++n) {
      const auto before = laboratory.measure(laboratory.draw(n), Laboratory::Look::at_results),
                 after = other.measure(laboratory.draw(n), Laboratory::Look::at_results);
      if (before.empty() || after.empty()) return;
      for (std::size_t r = 0; r < gaps.size(); ++r)
        gaps[r] = std::max(gaps[r], deviation(before[laboratory.results()[r]], after[other.results()[r]]));
    }
    // The result that reads most is the one that the slip is made for.
    std::size_t widest = gaps.size();
    for (std::size_t r = 0; r < gaps.size(); ++r)
      if (gaps[r] > 1e-9 &&
          (widest == gaps.size() || laboratory.reach(laboratory.results()[r]) >= laboratory.reach(laboratory.results()[widest])))
        widest = r;
    const auto name = analysis.equation.text(place);
    if (widest < gaps.size())
      tell_slip(laboratory, laboratory.results()[widest], fmt::format("with the divisor ${0} - 1$ in the place of ${0}$", name),
                gaps[widest], findings);
  }
}

/// A spread of which the display knows the square alone: whoever has the variance may put it in unsquared.
void look_at_squares(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto& equation = laboratory.analysis().equation;
  const auto& arena = equation.arena;
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k) {
    const auto& knob = laboratory.knobs()[k];
    if (knob.fixed || knob.domain != "positive" || knob.entry == nullptr) continue;
    std::size_t uses = 0, squares = 0;
    for (ExpressionId id = 0; id < arena.size(); ++id) {
      if (arena[id].source != 0) continue;
      if (arena[id].kind == ExpressionKind::symbol && arena[id].symbol == knob.entry->symbol) ++uses;
      if (!arena.applies(id, "power") || arena[arena.child(id, 1)].kind != ExpressionKind::number || arena[arena.child(id, 1)].number != 2)
        continue;
      auto base = arena.child(id, 0);
      if (arena[base].kind == ExpressionKind::index) base = arena.child(base, 0);
      if (arena[base].kind == ExpressionKind::symbol && arena[base].symbol == knob.entry->symbol) ++squares;
    }
    if (squares == 0 || squares != uses) continue;
    std::vector<double> gaps(laboratory.gauges().size(), 0);
    for (std::size_t n = 0; n < slip_trials; ++n) {
      auto inputs = laboratory.draw(n);
      const auto before = laboratory.measure(inputs, Laboratory::Look::at_results);
      for (auto& x : inputs[k].data) x *= x;
      const auto after = laboratory.measure(inputs, Laboratory::Look::at_results);
      if (before.empty() || after.empty()) return;
      for (const auto g : laboratory.results()) gaps[g] = std::max(gaps[g], deviation(before[g], after[g]));
    }
    for (const auto g : laboratory.results())
      if (laboratory.reads(g, k))
        tell_slip(laboratory, g, fmt::format("with ${0}^2$ put in where ${0}$ is asked for", knob.name), gaps[g], findings);
  }
}

/// The distribution that scores give.
void as_softmax(const Array& scores, Array& shares) {
  const auto length = scores.extents.empty() ? 1 : scores.extents.back();
  for (std::size_t row = 0; row < scores.data.size(); row += length) {
    double total = 0;
    for (std::size_t i = 0; i < length; ++i) total += std::exp(scores.data[row + i]);
    for (std::size_t i = 0; i < length; ++i) shares.data[row + i] = std::exp(scores.data[row + i]) / total;
  }
}

/// dL/dz by central differences, where the k-th input is softmax(z); empty if it cannot be measured.
std::vector<double> slopes_by_scores(Laboratory& laboratory, std::size_t g, std::size_t k, Values inputs) {
  constexpr double step = 1e-5;
  Array scores = inputs[k];
  for (auto& x : scores.data) x = std::log(x);
  std::vector<double> slopes;
  for (std::size_t i = 0; i < scores.data.size(); ++i) {
    std::array<double, 2> ends{};
    for (const std::size_t side : {0U, 1U}) {
      auto moved = scores;
      moved.data[i] += side == 1 ? step : -step;
      as_softmax(moved, inputs[k]);
      const auto values = laboratory.measure(inputs, Laboratory::Look::at_results);
      if (values.empty() || !all_numbers(values[g])) return {};
      ends[side] = values[g].data[0];
    }
    slopes.push_back((ends[1] - ends[0]) / (2 * step));
  }
  return slopes;
}

/// Whether the gradient by the scores is the distribution less another input.
void compare_with_difference(Laboratory& laboratory, std::size_t g, std::size_t k, std::size_t other, std::vector<Finding>& findings) {
  double worst = 0;
  for (std::size_t n = 0; n < slip_trials; ++n) {
    const auto inputs = laboratory.draw(n);
    const auto slopes = slopes_by_scores(laboratory, g, k, inputs);
    if (slopes.empty()) return;
    for (std::size_t i = 0; i < slopes.size(); ++i)
      worst = std::max(worst, std::abs(slopes[i] - (inputs[k].data[i] - inputs[other].data[i])));
    if (worst > 1e-6) return;
  }
  const auto& knobs = laboratory.knobs();
  findings.push_back({"softmax-gradient",
                      fmt::format("if ${0}$ is the softmax of scores, the gradient of ${2}$ by these scores is just ${0} - {1}$",
                                  knobs[k].name, knobs[other].name, laboratory.gauges()[g].name),
                      "the logarithm undoes the exponential, and the total brings in every share", slip_trials, 0, worst, "",
                      Verdict::holds, laboratory.reach(g), 71});
}

}  // namespace

void look_at_slips(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  look_at_divisors(analysis, laboratory, work, findings);
  look_at_squares(laboratory, findings);
}

void look_behind_softmax(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto& knobs = laboratory.knobs();
  for (std::size_t k = 0; k < knobs.size(); ++k)
    for (std::size_t other = 0; other < knobs.size(); ++other) {
      if (k == other || knobs[k].fixed || knobs[k].domain != "simplex" || knobs[k].extents.empty() ||
          knobs[other].extents != knobs[k].extents)
        continue;
      if (knobs[other].domain != "simplex" && knobs[other].domain != "one-hot") continue;
      for (const auto g : laboratory.results())
        if (laboratory.gauges()[g].extents.empty() && laboratory.reads(g, k) && laboratory.reads(g, other))
          compare_with_difference(laboratory, g, k, other, findings);
    }
}

}  // namespace eqlens
