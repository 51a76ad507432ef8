#include "experiment/look_densities.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"

namespace eqlens {

namespace {

constexpr std::size_t draws = 40'000;

/// The two densities on the left, as printed; empty for a line of another kind.
std::pair<std::string, std::string> densities_of(const Equation& equation) {
  for (const auto& statement : equation.statements) {
    if (statement.source != 0 || statement.sides.size() < 2) continue;
    const auto left = statement.sides.front();
    const auto& arena = equation.arena;
    if (arena[left].kind != ExpressionKind::apply || arena[left].child_count < 2 || !compares_densities(arena, left)) continue;
    auto second = arena.child(left, arena[left].child_count - 1);
    if (arena.applies(second, "given")) second = arena.child(second, 0);
    return {equation.text(arena.child(left, arena[left].child_count - 2)), equation.text(second)};
  }
  return {};
}

/// A draw from the standard normal distribution, the same on every machine.
double normal(std::mt19937_64& source) {
  constexpr double range = 18446744073709551616.0;
  const double u = (static_cast<double>(source()) + 1) / range, v = static_cast<double>(source()) / range;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

/// The logarithm of the first density over the second, averaged over draws from the first.
double sampled(const std::vector<double>& mean, const std::vector<double>& spread) {
  std::mt19937_64 source(1);
  double total = 0;
  for (std::size_t n = 0; n < draws; ++n)
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const double z = normal(source), x = mean[i] + spread[i] * z;
      total += (x * x - z * z) / 2 - std::log(spread[i]);
    }
  return total / draws;
}

}  // namespace

void look_at_densities(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto [first, second] = densities_of(laboratory.analysis().equation);
  const auto& knobs = laboratory.knobs();
  if (first.empty() || laboratory.results().size() != 1) return;
  std::size_t mean = none, spread = none;
  for (std::size_t k = 0; k < knobs.size(); ++k) {
    if (knobs[k].fixed || !laboratory.reads(laboratory.results()[0], k)) continue;
    auto& place = knobs[k].domain == "positive" ? spread : mean;
    if (place != none || (knobs[k].domain != "positive" && !is_free(knobs[k]))) return;
    place = k;
  }
  if (mean == none || spread == none || knobs[mean].extents != knobs[spread].extents || knobs[mean].extents.size() > 1) return;
  auto inputs = laboratory.draw(1);
  // Draws from far and wide curves take long to settle.
  for (auto& x : inputs[mean].data) x = std::remainder(x, 1.0);
  for (auto& x : inputs[spread].data) x = 0.5 + std::abs(std::remainder(x, 1.0));
  const auto& centres = inputs[mean].data;
  const auto& widths = inputs[spread].data;
  double exact = 0, swapped = 0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const double square = centres[i] * centres[i], width = widths[i] * widths[i];
    exact += (square + width - 1) / 2 - std::log(widths[i]);
    swapped += (1 + square) / (2 * width) - 0.5 + std::log(widths[i]);
  }
  const auto g = laboratory.results()[0];
  const auto values = laboratory.measure(inputs, Laboratory::Look::at_results);
  if (values.empty() || values[g].data.size() != 1 || std::abs(values[g].data[0] - exact) > 1e-9 * (1 + exact)) return;
  const auto& name = laboratory.gauges()[g].name;
  const auto reach = laboratory.reach(g);
  findings.push_back({"sampled",
                      fmt::format("the average of $\\log {} - \\log {}$ over {} draws from the first is {}, and ${}$ is {}", first, second,
                                  draws, print_number(sampled(centres, widths), 3), name, print_number(exact, 3)),
                      "that average is what a divergence is", draws, 0, 0, "", Verdict::holds, reach, 44});
  findings.push_back({"swapped",
                      fmt::format("with ${}$ and ${}$ swapped it would be {}, where ${}$ is {}", first, second, print_number(swapped, 3),
                                  name, print_number(exact, 3)),
                      "a divergence is not symmetric", 1, 0, 0, "", Verdict::holds, reach, 45});
}

}  // namespace eqlens
