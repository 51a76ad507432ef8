#include "experiment/widest_gap.hpp"

#include <algorithm>
#include <cmath>

#include "experiment/look.hpp"
#include "experiment/trial.hpp"

namespace eqlens {

namespace {

constexpr double gap_step = 0.1;
constexpr int gap_narrowings = 25;

/// The two sides of an approximation as functions of the one number that both read.
class Gaps {
 public:
  Gaps(const Analysis& sides, std::size_t& work) : laboratory_(sides, work) {
    if (!laboratory_.works() || laboratory_.results().size() < 2) return;
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
      if (laboratory_.knobs()[k].fixed) continue;
      if (knob_ != none || !is_free(laboratory_.knobs()[k])) return;
      knob_ = k;
    }
    works_ = knob_ != none && laboratory_.affords(static_cast<std::size_t>(2 * gap_end / gap_step) + 2 * gap_narrowings);
  }

  [[nodiscard]] bool works() const { return works_; }
  [[nodiscard]] const std::string& input() const { return laboratory_.knobs()[knob_].name; }

  /// The widest gap between the ends of the scan, and where.
  std::optional<std::pair<double, double>> widest() {
    double at = 0, gap = -1;
    for (double x = -gap_end; x <= gap_end + gap_step / 2; x += gap_step) {
      const auto here = gap_at(x);
      if (!here) return std::nullopt;
      if (*here <= gap) continue;
      gap = *here;
      at = x;
    }
    auto left = std::max(-gap_end, at - gap_step), right = std::min(gap_end, at + gap_step);
    for (int n = 0; n < gap_narrowings; ++n) {
      const auto a = left + (right - left) / 3, b = right - (right - left) / 3;
      const auto at_a = gap_at(a), at_b = gap_at(b);
      if (!at_a || !at_b) return std::nullopt;
      (*at_a < *at_b ? left : right) = *at_a < *at_b ? a : b;
    }
    at = (left + right) / 2;
    const auto best = gap_at(at);
    return best ? std::optional(std::pair(at, *best)) : std::nullopt;
  }

 private:
  std::optional<double> gap_at(double x) {
    auto inputs = laboratory_.draw(0);
    std::fill(inputs[knob_].data.begin(), inputs[knob_].data.end(), x);
    const auto values = laboratory_.measure(inputs, Laboratory::Look::at_results);
    if (values.empty()) return std::nullopt;
    const auto gap = std::abs(values[laboratory_.results()[0]].data[0] - values[laboratory_.results()[1]].data[0]);
    return std::isfinite(gap) ? std::optional(gap) : std::nullopt;
  }

  Laboratory laboratory_;
  std::size_t knob_ = none;
  bool works_ = false;
};

}  // namespace

std::optional<WidestGap> widest_gap(const Analysis& analysis, const Statement& statement, ExpressionId left, ExpressionId right,
                                    std::size_t& work) {
  const Trial sides(analysis, statement, {left, right});
  Gaps gaps(sides.analysis(), work);
  const auto widest = gaps.works() ? gaps.widest() : std::nullopt;
  if (!widest) return std::nullopt;
  return WidestGap{gaps.input(), widest->first, widest->second};
}

}  // namespace eqlens
