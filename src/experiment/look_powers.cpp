// To which power of an input a number grows in the end.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"

namespace eqlens {

namespace {

constexpr std::size_t power_trials = 2;
constexpr std::array<double, 4> scales_tried{1, 1e3, 1e4, 1e5};
constexpr double same_power = 5e-3;

/// How a number grows with an input: in the end as `factor` times the sum of its entries to a power.
struct Growth {
  double power = 0;
  double factor = 0;
  bool falls = false;
};

double sum_of_powers(const Array& array, double power) {
  double sum = 0;
  for (const auto x : array.data) sum += std::pow(std::abs(x), power);
  return sum;
}

/// Nothing if the growth has no power, or if the number is just multiplied, which is said elsewhere.
std::optional<Growth> fitted_growth(Laboratory& laboratory, std::size_t g, std::size_t k, std::size_t trial) {
  std::array<double, scales_tried.size()> seen{};
  bool falls = false;
  auto inputs = laboratory.draw(trial);
  auto own = inputs[k];
  // One number gets larger upwards.
  if (own.extents.empty()) own.data[0] = std::abs(own.data[0]);
  for (std::size_t n = 0; n < scales_tried.size(); ++n) {
    for (std::size_t i = 0; i < own.data.size(); ++i) inputs[k].data[i] = scales_tried[n] * own.data[i];
    const auto values = laboratory.measure(inputs, Laboratory::Look::at_results);
    if (values.empty() || !std::isfinite(values[g].data[0]) || values[g].data[0] == 0) return std::nullopt;
    seen[n] = std::abs(values[g].data[0]);
    falls = values[g].data[0] < 0;
  }
  const auto power = std::log10(seen[3] / seen[2]);
  const bool steady = std::abs(std::log10(seen[2] / seen[1]) - power) < same_power && power > 0.3;
  const bool multiplied = std::abs(std::log10(seen[3] / seen[0]) - 5 * power) < 1e-6;
  if (!steady || multiplied) return std::nullopt;
  const auto rounded = std::round(2 * power) / 2;
  if (std::abs(power - rounded) > same_power) return std::nullopt;
  return Growth{rounded, seen[3] / sum_of_powers(inputs[k], rounded), falls};
}

std::string growth_words(const Growth& growth, bool constant, const Knob& knob) {
  const auto power = growth.power == 1 ? std::string() : fmt::format("^{{{}}}", print_number(growth.power, 2));
  if (!constant) return fmt::format("in the end like a multiple of ${}{}$", knob.name, power);
  const auto factor = std::abs(growth.factor - 1) < same_power ? std::string() : print_number(growth.factor, 3) + " times ";
  if (knob.extents.empty())
    return fmt::format("in the end like {}${}{}$", factor, growth.power == 1 ? "|" + knob.name + "|" : knob.name, power);
  const auto what = growth.power == 2 ? "squares" : growth.power == 1 ? "sizes" : fmt::format("powers {}", print_number(growth.power, 2));
  return fmt::format("in the end like {}the sum of the {} of ${}$", factor, what, knob.name);
}

/// What multiplies a power may turn its sign with the other inputs: two draws that agree show little.
bool keeps_sign(Laboratory& laboratory, std::size_t g, std::size_t k, bool falls) {
  constexpr std::size_t first = 3, last = 10;
  for (std::size_t n = first; n <= last; ++n) {
    if (!laboratory.affords(scales_tried.size())) return false;
    const auto growth = fitted_growth(laboratory, g, k, n);
    if (growth && growth->falls != falls) return false;
  }
  return true;
}

}  // namespace

void look_at_powers(Laboratory& laboratory, std::vector<Finding>& findings) {
  for (const auto g : laboratory.results())
    for (std::size_t k = 0; k < laboratory.knobs().size() && laboratory.gauges()[g].extents.empty(); ++k) {
      const auto& knob = laboratory.knobs()[k];
      if (knob.fixed || !laboratory.reads(g, k) || (!is_free(knob) && knob.domain != "positive")) continue;
      if (!laboratory.affords(power_trials * scales_tried.size())) return;
      const auto first = fitted_growth(laboratory, g, k, 1), second = fitted_growth(laboratory, g, k, 2);
      if (!first || !second || first->power != second->power || first->falls != second->falls) continue;
      const bool constant = std::abs(first->factor - second->factor) < same_power * first->factor;
      if (!constant && !keeps_sign(laboratory, g, k, first->falls)) continue;
      findings.push_back({"power",
                          fmt::format("as ${}$ gets larger and larger, ${}$ {} {}", knob.name, laboratory.gauges()[g].name,
                                      first->falls ? "falls" : "grows", growth_words(*first, constant, knob)),
                          "the other terms no longer count", power_trials * scales_tried.size(), 0,
                          constant ? std::abs(first->factor - second->factor) / first->factor : 0, "", Verdict::holds, laboratory.reach(g),
                          knob.extents.empty() && !constant ? 30 : 51});
    }
}

}  // namespace eqlens
