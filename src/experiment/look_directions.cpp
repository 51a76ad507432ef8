// Which way a result goes when an input grows, and which well-known curve it is close to.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t direction_trials = 6;
constexpr std::array<double, 3> stretches{0.1, 1, 10};

/// Larger entries, inside the knob's domain; false where the domain leaves no way up.
bool raise(const Knob& knob, Array& array, double step, std::size_t trial) {
  // All of them, or only every second one: what one entry raises another may lower.
  constexpr std::size_t kinds = 3;
  const auto stays = [&](std::size_t i) { return array.data.size() > 1 && trial % kinds > 0 && i % 2 == trial % kinds - 1; };
  if (is_free(knob)) {
    for (std::size_t i = 0; i < array.data.size(); ++i)
      if (!stays(i)) array.data[i] += step * (1.1 + std::sin(static_cast<double>(i)));
    return true;
  }
  if (knob.domain == "positive" || knob.domain == "nonnegative") {
    for (std::size_t i = 0; i < array.data.size(); ++i)
      if (!stays(i)) array.data[i] *= 1 + step * (1.1 + std::sin(static_cast<double>(i)));
    return true;
  }
  if (knob.domain != "rate" && knob.domain != "probability") return false;
  for (std::size_t i = 0; i < array.data.size(); ++i)
    if (!stays(i)) array.data[i] += (1 - array.data[i]) * step / 11;
  return true;
}

/// Whether entries only rise or only fall, and whether any moves at all.
struct Way {
  bool rises = true, falls = true, moves = false;

  void see(const Array& before, const Array& after) {
    const auto slack = 1e-12 * std::max({largest(before), largest(after), 1e-300});
    for (std::size_t i = 0; i < before.data.size(); ++i) {
      const auto gap = after.data[i] - before.data[i];
      rises = rises && !(gap < -slack);
      falls = falls && !(gap > slack);
      moves = moves || std::abs(gap) > slack;
    }
  }
};

/// In every second trial inputs of one kind change places, and in other ones those that may be any number their signs: a factor that
/// is above 0 in all draws would pass for one that always is.
Values changed_about(const Laboratory& laboratory, std::size_t trial, Values inputs) {
  const auto& knobs = laboratory.knobs();
  if (trial % 2 == 1)
    for (std::size_t k = 0; k < knobs.size(); ++k)
      for (std::size_t other = k + 1; other < knobs.size(); ++other)
        if (!knobs[k].fixed && !knobs[other].fixed && knobs[k].domain == knobs[other].domain && knobs[k].extents == knobs[other].extents) {
          std::swap(inputs[k], inputs[other]);
          break;
        }
  if (trial % 4 > 1)
    for (std::size_t k = 0; k < knobs.size(); ++k)
      if (is_free(knobs[k]) && !knobs[k].fixed)
        for (auto& x : inputs[k].data) x = -x;
  return inputs;
}

/// What a result does when one input grows.
void follow(Laboratory& laboratory, std::size_t k, std::vector<Finding>& findings) {
  std::vector<Way> ways(laboratory.gauges().size());
  std::vector<bool> copies(laboratory.gauges().size(), true);
  std::size_t runs = 0;
  for (std::size_t n = 0; n < direction_trials; ++n)
    for (const double factor : {1.0, 8.0})
      for (const auto step : stretches) {
        auto inputs = changed_about(laboratory, n, magnified(laboratory, n, factor));
        const auto before = laboratory.measure(inputs, Laboratory::Look::at_results);
        if (!raise(laboratory.knobs()[k], inputs[k], step, n)) return;
        const auto after = laboratory.measure(inputs, Laboratory::Look::at_results);
        if (before.empty() || after.empty()) return;
        for (const auto g : laboratory.results()) {
          if (!all_numbers(before[g]) || !all_numbers(after[g])) return;
          ways[g].see(before[g], after[g]);
          copies[g] = copies[g] && after[g].data == inputs[k].data;
        }
        ++runs;
      }
  for (const auto g : laboratory.results()) {
    if (!laboratory.reads(g, k) || !ways[g].moves || copies[g] || ways[g].rises == ways[g].falls) continue;
    const auto& knob = laboratory.knobs()[k];
    findings.push_back({"direction",
                        fmt::format("the larger {}${}$, the {} ${}$: it never turns back", knob.extents.empty() ? "" : "the entries of ",
                                    knob.name, ways[g].rises ? "larger" : "smaller", laboratory.gauges()[g].name),
                        reason_of(laboratory.analysis().equation, laboratory.gauges()[g].expression), runs, 0, 0, "", Verdict::holds,
                        laboratory.reach(g), knob.extents.empty() ? 36 : 31});
  }
}

/// A curve with one number to fit.
struct Curve {
  const char* latex;  ///< {0} is the input, {1} the number
  double (*at)(double x, double k);
};

constexpr std::array curves{
    Curve{R"({0} \cdot \sigma({1} \cdot {0}))", [](double x, double k) { return x / (1 + std::exp(-k * x)); }},
    Curve{R"(\sigma({1} \cdot {0}))", [](double x, double k) { return 1 / (1 + std::exp(-k * x)); }},
    Curve{R"(\tanh({1} \cdot {0}))", [](double x, double k) { return std::tanh(k * x); }},
};

/// The smallest largest gap of a curve, and the number that gives it, by narrowing an interval.
std::pair<double, double> best_fit(const Curve& curve, const std::vector<double>& xs, const std::vector<double>& ys) {
  const auto gap = [&](double k) {
    double worst = 0;
    for (std::size_t i = 0; i < xs.size(); ++i) worst = std::max(worst, std::abs(curve.at(xs[i], k) - ys[i]));
    return worst;
  };
  constexpr double golden = 0.6180339887498949;
  double low = 0.2, high = 5;
  for (int round = 0; round < 60; ++round) {
    const auto a = high - golden * (high - low), b = low + golden * (high - low);
    (gap(a) < gap(b) ? high : low) = gap(a) < gap(b) ? b : a;
  }
  return {gap((low + high) / 2), (low + high) / 2};
}

/// A function of one number beside the curves that everybody knows.
void look_at_curves(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto& knobs = laboratory.knobs();
  const auto free = [&](std::size_t g) {
    std::size_t found = none;
    for (std::size_t k = 0; k < knobs.size(); ++k) {
      if (!laboratory.reads(g, k) || knobs[k].fixed) continue;
      if (found != none || !is_free(knobs[k]) || !knobs[k].extents.empty()) return std::size_t{none};
      found = k;
    }
    return found;
  };
  constexpr double end = 6, step = 0.125;
  for (const auto g : laboratory.results()) {
    const auto k = free(g);
    if (k == none || !laboratory.gauges()[g].extents.empty()) continue;
    std::vector<double> xs, ys;
    for (double x = -end; x <= end; x += step) {
      auto inputs = laboratory.draw(0);
      inputs[k].data[0] = x;
      const auto values = laboratory.measure(inputs, Laboratory::Look::at_results);
      if (values.empty() || !all_numbers(values[g])) return;
      xs.push_back(x);
      ys.push_back(values[g].data[0]);
    }
    for (const auto& curve : curves) {
      const auto [gap, number] = best_fit(curve, xs, ys);
      if (gap > 0.03 || gap < 1e-9) continue;
      findings.push_back(
          {"resembles",
           fmt::format("${}$ is close to ${}$: the largest gap from {} to {} is {}", laboratory.gauges()[g].name,
                       fmt::format(fmt::runtime(curve.latex), knobs[k].name, print_number(number, 4)), -end, end, print_number(gap, 2)),
           "", xs.size(), 0, gap, "", Verdict::holds, laboratory.reach(g), 57});
    }
  }
}

}  // namespace

void look_at_directions(Laboratory& laboratory, std::vector<Finding>& findings) {
  // What swings may turn back beyond all that was tried.
  const bool swings_anywhere = swings(laboratory.analysis().equation);
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k)
    if (!swings_anywhere && !laboratory.knobs()[k].fixed) follow(laboratory, k, findings);
  look_at_curves(laboratory, findings);
}

}  // namespace eqlens
