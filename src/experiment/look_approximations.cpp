// How far the sides of an approximation are apart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/trial.hpp"

namespace eqlens {

namespace {

constexpr double gap_end = 6;
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

void look_at_approximations(const Analysis& analysis, std::size_t& work, std::vector<Finding>& findings) {
  const auto& equation = analysis.equation;
  bool any = false, scanned = false;
  for (const auto& statement : equation.statements)
    for (std::size_t n = 0; n < statement.relations.size() && statement.source == 0 && n + 1 < statement.sides.size(); ++n) {
      if (statement.relations[n]->name != "is approximately") continue;
      any = true;
      const Trial sides(analysis, statement, {statement.sides[n], statement.sides[n + 1]});
      Gaps gaps(sides.analysis(), work);
      const auto widest = gaps.works() ? gaps.widest() : std::nullopt;
      if (!widest || widest->second == 0) continue;
      scanned = true;
      findings.push_back({"approximation",
                          fmt::format("from {} to {} ${}$ and ${}$ are at most {} apart, where ${}$ is {}", -gap_end, gap_end,
                                      equation.text(statement.sides[n]), equation.text(statement.sides[n + 1]),
                                      print_number(widest->second, 2), gaps.input(), print_number(widest->first, 2)),
                          "it is an approximation", static_cast<std::size_t>(2 * gap_end / gap_step) + 1, 0, 0, "", Verdict::holds, 0, 66});
    }
  if (!any || scanned) return;
  for (const auto& claim : check_claims(analysis)) {
    if (claim.verdict != Verdict::holds || claim.because.find("gap") == std::string::npos) continue;
    findings.push_back({"approximation", fmt::format("${}$ is {}", claim.latex, claim.because), "", 64, 0, 0, "", Verdict::holds, 0, 65});
  }
}

}  // namespace eqlens
