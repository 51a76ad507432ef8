// A function of one number: where it is lowest and highest, and where it is steepest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr double curve_end = 6;
constexpr double curve_step = 0.25;
constexpr double slope_step = 1e-4;
constexpr int narrowings = 30;

using Function = std::function<std::optional<double>(double)>;

/// The one place between the ends where a function is largest; nothing if it is as large at an end or at a second place.
std::optional<double> peak(const Function& at) {
  std::vector<double> values;
  for (double x = -curve_end; x <= curve_end; x += curve_step) {
    const auto value = at(x);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    values.push_back(*value);
  }
  const auto top = std::max_element(values.begin(), values.end());
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const auto margin = 1e-3 * (*high - *low);
  if (margin <= 0 || *top - values.front() < margin || *top - values.back() < margin) return std::nullopt;
  for (std::size_t n = 1; n + 1 < values.size(); ++n) {
    const bool hill = values[n] >= values[n - 1] && values[n] >= values[n + 1];
    if (hill && std::abs(&values[n] - &*top) > 1 && *top - values[n] < margin) return std::nullopt;
  }
  auto left = -curve_end + curve_step * static_cast<double>(top - values.begin() - 1), right = left + 2 * curve_step;
  for (int n = 0; n < narrowings; ++n) {
    const auto a = left + (right - left) / 3, b = right - (right - left) / 3;
    const auto at_a = at(a), at_b = at(b);
    if (!at_a || !at_b) return std::nullopt;
    (*at_a < *at_b ? left : right) = *at_a < *at_b ? a : b;
  }
  return std::abs(left + right) < 1e-4 ? 0 : (left + right) / 2;
}

/// The only input of a result that may be turned, if that is one free number.
std::size_t only_input(const Laboratory& laboratory, std::size_t g) {
  std::size_t found = none;
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k) {
    const auto& knob = laboratory.knobs()[k];
    if (!laboratory.reads(g, k) || knob.fixed) continue;
    if (found != none || !is_free(knob) || !knob.extents.empty()) return none;
    found = k;
  }
  return found;
}

void add_curve(Laboratory& laboratory, std::size_t g, std::size_t k, std::vector<Finding>& findings) {
  const auto inputs = laboratory.draw(0);
  const Function at = [&](double x) -> std::optional<double> {
    auto turned = inputs;
    turned[k].data[0] = x;
    const auto values = laboratory.measure(turned, Laboratory::Look::at_results);
    return values.empty() ? std::nullopt : std::optional(values[g].data[0]);
  };
  const Function upside_down = [&](double x) {
    const auto value = at(x);
    return value ? std::optional(-*value) : value;
  };
  const Function slope = [&](double x) -> std::optional<double> {
    const auto up = at(x + slope_step), down = at(x - slope_step);
    return up && down ? std::optional((*up - *down) / (2 * slope_step)) : std::nullopt;
  };
  const auto& result = laboratory.gauges()[g].name;
  const auto& input = laboratory.knobs()[k].name;
  const auto add = [&](const char* kind, std::string claim, int surprise) {
    constexpr auto tried = static_cast<std::size_t>(2 * curve_end / curve_step) + 1;
    findings.push_back({kind, std::move(claim), "", tried, 0, 0, "", Verdict::holds, laboratory.reach(g), surprise});
  };
  const auto told = [&](double x) { return print_number(*at(x), 4); };
  if (const auto x = peak(upside_down))
    add("lowest",
        fmt::format("from {} to {}, ${}$ is lowest at ${}$ = {}, where it is {}", -curve_end, curve_end, result, input, print_number(*x, 4),
                    told(*x)),
        61);
  if (const auto x = peak(at))
    add("highest",
        fmt::format("from {} to {}, ${}$ is highest at ${}$ = {}, where it is {}", -curve_end, curve_end, result, input,
                    print_number(*x, 4), told(*x)),
        61);
  if (const auto x = peak(slope))
    add("steepest",
        fmt::format("from {} to {}, ${}$ rises fastest at ${}$ = {}, with the slope {}", -curve_end, curve_end, result, input,
                    print_number(*x, 3), print_number(*slope(*x), 4)),
        46);
  if (const auto at_zero = slope(0); at_zero && at(0))
    add("at-zero", fmt::format("at ${}$ = 0, ${}$ is {} with the slope {}", input, result, told(0), print_number(*at_zero, 4)), 41);
}

}  // namespace

void look_at_curve(Laboratory& laboratory, std::vector<Finding>& findings) {
  constexpr std::size_t runs_of_a_curve = 420;
  for (const auto g : laboratory.results())
    if (const auto k = only_input(laboratory, g);
        k != none && laboratory.gauges()[g].extents.empty() && laboratory.affords(runs_of_a_curve))
      add_curve(laboratory, g, k, findings);
}

}  // namespace eqlens
