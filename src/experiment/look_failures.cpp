// Where numbers leave the range of short floats, where gradients vanish, which inputs and terms never matter.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr double largest_half = 65504;     // of a 16-bit float
constexpr double smallest_half = 5.96e-8;  // its smallest number above 0
constexpr double largest_single = 3.4e38;  // of a 32-bit float
constexpr double exponent_half = 11.09;    // e to this overflows 16 bits
constexpr double exponent_single = 88.72;  // and 32 bits
constexpr std::size_t failure_trials = 4;
constexpr double vanished = 1e-6;
constexpr int magnification = 1000;

void add(std::vector<Finding>& findings, std::string kind, std::string claim, std::string reason, int surprise, std::size_t reach = 0) {
  findings.push_back({std::move(kind), std::move(claim), std::move(reason), failure_trials, 0, 0, "", Verdict::fails, reach, surprise});
}

/// `exp(x)` as it is written, where x is a step or an input that may become large.
bool look_at_exponentials(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto& equation = laboratory.analysis().equation;
  const auto values = laboratory.measure(magnified(laboratory, 1, 1000));
  if (values.empty()) return false;
  for (ExpressionId id = 0; id < equation.arena.size(); ++id) {
    if (equation.arena[id].source != 0 || !equation.arena.applies(id, "exponential")) continue;
    const auto exponent = equation.arena.child(id, equation.arena[id].child_count - 1);
    double most = 0;
    for (std::size_t g = 0; g < values.size(); ++g)
      if (laboratory.gauges()[g].expression == exponent)
        for (const auto x : values[g].data) most = std::max(most, x);
    if (most <= exponent_single && equation.arena[exponent].kind != ExpressionKind::index &&
        equation.arena[exponent].kind != ExpressionKind::symbol)
      continue;
    add(findings, "overflow",
        fmt::format("computed as printed, ${}$ overflows once ${}$ passes {} in 32-bit floats and {} in 16-bit ones", equation.text(id),
                    equation.text(exponent), print_number(exponent_single, 3), print_number(exponent_half, 3)),
        "an exponential grows too fast for its inputs; code subtracts the largest exponent first", 61);
    return true;
  }
  return false;
}

/// The first step that leaves 16 bits while the inputs and the results still fit.
void look_at_halves(Laboratory& laboratory, std::vector<Finding>& findings) {
  for (const double factor : {10.0, 100.0, 1000.0}) {
    const auto values = laboratory.measure(magnified(laboratory, 1, factor));
    if (values.empty()) return;
    for (std::size_t g = 0; g < values.size(); ++g) {
      const auto& gauge = laboratory.gauges()[g];
      const auto size = largest(values[g]);
      if (gauge.result || size <= largest_half || !(size < largest_single)) continue;
      add(findings, "overflow",
          fmt::format("with inputs around {}, ${}$ leaves the range of 16-bit floats ({})", print_number(factor, 3), gauge.name,
                      print_number(largest_half, 5)),
          reason_of(laboratory.analysis().equation, gauge.expression), factor < 500 ? 44 : 32);
      return;
    }
  }
}

void look_at_small_constants(const Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto inputs = laboratory.draw(0);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto size = largest(inputs[k]);
    if (size > 0 && size < smallest_half)
      add(findings, "underflow",
          fmt::format("${}$ = {} is rounded to 0 in 16-bit floats, where it protects nothing", laboratory.knobs()[k].name,
                      print_number(size, 3)),
          "", 59);
  }
}

/// How much each gauge answers to a small change of an input; empty if that cannot be measured.
std::vector<double> slopes(Laboratory& laboratory, const Values& inputs, std::size_t k) {
  auto up = inputs, down = inputs;
  const auto step = 1e-5 * std::max(largest(inputs[k]), 1e-3);
  for (std::size_t i = 0; i < up[k].data.size(); ++i) {
    const auto direction = std::cos(1.0 + static_cast<double>(i)) * step;
    up[k].data[i] += direction;
    down[k].data[i] -= direction;
  }
  const auto high = laboratory.measure(up, Laboratory::Look::at_results), low = laboratory.measure(down, Laboratory::Look::at_results);
  if (high.empty() || low.empty()) return {};
  std::vector<double> found(high.size(), 0);
  for (std::size_t g = 0; g < high.size(); ++g)
    for (std::size_t i = 0; i < high[g].data.size(); ++i)
      found[g] = std::max(found[g], std::abs(high[g].data[i] - low[g].data[i]) / (2 * step));
  return found;
}

/// Whether a result changes at all when an input takes quite other values.
bool answers(Laboratory& laboratory, std::size_t k, std::size_t g) {
  Array first;
  bool rests = true;
  for (std::size_t n = 0; n < failure_trials; ++n) {
    auto inputs = laboratory.draw(n);
    const auto before = laboratory.measure(inputs, Laboratory::Look::at_results);
    if (before.empty()) return true;
    if (n == 0) first = before[g];
    rests = rests && before[g].data == first.data;
    inputs[k] = laboratory.draw(n + failure_trials)[k];
    const auto after = laboratory.measure(inputs, Laboratory::Look::at_results);
    if (after.empty() || deviation(before[g], after[g]) > 0) return true;
  }
  // Of a result that no input moves nothing can be said.
  return rests;
}

bool is_step(std::string_view name) {
  return name == "indicator" || name == "arg max" || name == "arg min" || name == "sign" || name == "floor" || name == "ceiling";
}

/// Inputs that stop mattering when they are large, or never matter.
void look_at_gradients(Laboratory& laboratory, std::vector<Finding>& findings) {
  // That a sigmoid saturates is what its own entry says first.
  const auto& arena = laboratory.analysis().equation.arena;
  bool squashes = false, jumps = false;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    squashes = squashes || arena.applies(id, "sigmoid") || arena.applies(id, "hyperbolic tangent");
    // Where a result jumps, that nothing was seen does not say that there is nothing.
    jumps = jumps || arena[id].kind == ExpressionKind::cases || (arena[id].operation != nullptr && is_step(arena[id].operation->name));
  }
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k) {
    const auto& knob = laboratory.knobs()[k];
    if (knob.fixed || !is_free(knob) || is_learned(knob)) continue;
    std::vector<double> usual(laboratory.gauges().size(), 0), large(usual);
    for (std::size_t n = 0; n < failure_trials; ++n) {
      auto inputs = laboratory.draw(n + 1);
      const auto near = slopes(laboratory, inputs, k);
      for (auto& x : inputs[k].data) x *= magnification;
      const auto distant = slopes(laboratory, inputs, k);
      if (near.empty() || distant.empty()) return;
      for (const auto g : laboratory.results()) {
        usual[g] = std::max(usual[g], near[g]);
        large[g] = std::max(large[g], distant[g]);
      }
    }
    for (const auto g : laboratory.results()) {
      if (!laboratory.reads(g, k)) continue;
      const auto& name = laboratory.gauges()[g].name;
      if (!jumps && !laboratory.hangs_on_one_draw(g) && usual[g] == 0 && large[g] == 0 && !answers(laboratory, k, g))
        add(findings, "no-effect", fmt::format("${}$ has no effect on ${}$ at all", knob.name, name), "", 85, laboratory.reach(g));
      else if (usual[g] > 1e-4 && large[g] < vanished * usual[g])
        add(findings, "vanishing-gradient",
            fmt::format("when ${}$ is {} times larger, the gradient of ${}$ by it vanishes", knob.name, magnification, name),
            squashes ? "where it saturates, learning stops" : "far out it is flat", squashes ? 34 : 66, laboratory.reach(g));
    }
  }
}

}  // namespace

void look_for_failures(Laboratory& laboratory, std::vector<Finding>& findings) {
  if (!look_at_exponentials(laboratory, findings)) look_at_halves(laboratory, findings);
  look_at_small_constants(laboratory, findings);
  look_at_gradients(laboratory, findings);
}

}  // namespace eqlens
