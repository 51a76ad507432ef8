// Where a single number is smallest, and where it grows without bound.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t end_trials = 4;
constexpr std::size_t other_places = 6;
constexpr double near_zero = 1e-12;
constexpr double nearer_zero = 1e-100;

/// What a smallest value is in every trial.
struct Floor {
  bool zero = true, entropy = true;

  void see(double value, const Array& shares) {
    double own = 0;
    for (const auto x : shares.data) own -= x > 0 ? x * std::log(x) : 0;
    zero = zero && std::abs(value) < 1e-9;
    entropy = entropy && std::abs(value - own) < 1e-9 * std::max(1.0, own);
  }
};

std::string least_words(const Floor& floor, const std::string& name) {
  if (floor.zero) return ", and is 0 there";
  return floor.entropy ? fmt::format(", and is the entropy of ${}$ there: 0 only if ${}$ is 1 in one place", name, name) : std::string();
}

/// Whether a number is smallest (or 0) where two inputs of one kind agree.
void look_at_minimum(Laboratory& laboratory, std::size_t g, std::size_t a, std::size_t b, std::vector<Finding>& findings) {
  double closest = INFINITY;
  Floor floor;
  for (std::size_t n = 1; n <= end_trials; ++n) {
    auto inputs = laboratory.draw(n);
    const auto own = inputs[b];
    inputs[b] = inputs[a];
    const auto least = laboratory.measure(inputs, Laboratory::Look::at_results);
    if (!least.empty()) floor.see(least[g].data[0], inputs[a]);
    for (std::size_t m = 0; m < other_places; ++m) {
      inputs[b] = m == 0 ? own : laboratory.draw(10 * n + m)[b];
      const auto values = laboratory.measure(inputs, Laboratory::Look::at_results);
      if (least.empty() || values.empty() || !(values[g].data[0] > least[g].data[0] + 1e-9 * largest(values[g]))) return;
      closest = std::min(closest, values[g].data[0] - least[g].data[0]);
    }
  }
  const auto& knobs = laboratory.knobs();
  findings.push_back(
      {"minimum",
       fmt::format("for a given ${}$, ${}$ is smallest where ${}$ equals it{}; everywhere else it is larger by at least {} here",
                   knobs[a].name, laboratory.gauges()[g].name, knobs[b].name, least_words(floor, knobs[a].name), print_number(closest, 2)),
       "", end_trials * other_places, 0, 0, "", Verdict::holds, laboratory.reach(g), floor.zero && is_free(knobs[a]) ? 40 : 56});
}

/// The results with the entry at a place of each row of an input at one end.
Values values_at(Laboratory& laboratory, std::size_t k, std::size_t place, std::size_t trial, double end) {
  auto inputs = laboratory.draw(trial);
  // A constant that nobody says lies between 0 and 1 may be larger.
  for (std::size_t n = 0; n < inputs.size() && trial % 2 == 0; ++n) {
    const auto& knob = laboratory.knobs()[n];
    if (n != k && !knob.fixed && knob.domain == "rate" && knob.entry != nullptr && knob.entry->meaning.ends_with("set by hand"))
      for (auto& x : inputs[n].data) x *= 5;
  }
  for (std::size_t i = place; i < inputs[k].data.size(); i += inputs[k].extents.empty() ? 1 : inputs[k].extents.back())
    inputs[k].data[i] = end;
  return laboratory.measure(inputs, Laboratory::Look::at_results);
}

/// Whether a result grows so in other draws too, at whatever place: `b^{a-1}` goes to 0 where a is above 1.
bool grows_always(Laboratory& laboratory, std::size_t g, std::size_t k) {
  const auto places = laboratory.knobs()[k].extents.empty() ? 1 : laboratory.knobs()[k].extents.back();
  for (std::size_t trial = 2; trial <= 2 * end_trials; ++trial) {
    bool grows = false;
    for (std::size_t place = 0; place < places && !grows; ++place) {
      const auto near = values_at(laboratory, k, place, trial, near_zero), nearer = values_at(laboratory, k, place, trial, nearer_zero);
      if (near.empty() || nearer.empty()) return false;
      grows = largest(nearer[g]) > 3 * largest(near[g]);
    }
    if (!grows) return false;
  }
  return true;
}

/// Whether a result grows without bound when the entry at a place of each row of a positive input goes to 0; true also when no
/// more can be tried.
bool look_near_zero(Laboratory& laboratory, std::size_t k, std::size_t place, std::vector<Finding>& findings) {
  const auto usual = laboratory.measure(laboratory.draw(1), Laboratory::Look::at_results),
             near = values_at(laboratory, k, place, 1, near_zero), nearer = values_at(laboratory, k, place, 1, nearer_zero);
  if (usual.empty() || near.empty() || nearer.empty()) return true;
  bool found = false;
  for (const auto g : laboratory.results()) {
    const auto before = largest(usual[g]), at = largest(near[g]), beyond = largest(nearer[g]);
    if (!laboratory.reads(g, k) || !(beyond > 3 * at) || !(at > 2 * before) || !grows_always(laboratory, g, k)) continue;
    found = true;
    // A plain division by it: what the entry of the division says.
    const bool divides = std::abs(std::log10(beyond / at) - std::log10(near_zero / nearer_zero)) < 0.01;
    findings.push_back(
        {"unbounded",
         fmt::format("as {}${}$ goes to 0, ${}$ grows without bound: {} at {}, {} at {}",
                     laboratory.knobs()[k].extents.empty() ? "" : "an entry of ", laboratory.knobs()[k].name, laboratory.gauges()[g].name,
                     print_number(at, 3), print_number(near_zero, 2), print_number(beyond, 3), print_number(nearer_zero, 2)),
         "", 3, 0, 0, "", Verdict::holds, laboratory.reach(g), divides ? 32 : 60});
  }
  return found;
}

/// Whether only the entry of the true class counts: the other entries of the shares may divide the rest as they like.
void look_at_other_classes(Laboratory& laboratory, std::size_t g, std::size_t label, std::size_t shares, std::vector<Finding>& findings) {
  const auto length = laboratory.knobs()[shares].extents.back();
  if (length < 3) return;
  double worst = 0;
  for (std::size_t n = 1; n <= end_trials; ++n) {
    auto inputs = laboratory.draw(n);
    auto& truth = inputs[label].data;
    for (std::size_t i = 0; i < truth.size(); ++i) truth[i] = i % length == 0 ? 1 : 0;
    const auto before = laboratory.measure(inputs, Laboratory::Look::at_results);
    auto& data = inputs[shares].data;
    for (std::size_t row = 0; row < data.size(); row += length) {
      const auto moved = 0.5 * data[row + 1];
      data[row + 1] -= moved;
      data[row + 2] += moved;
    }
    const auto after = laboratory.measure(inputs, Laboratory::Look::at_results);
    if (before.empty() || after.empty() || !all_numbers(before[g])) return;
    worst = std::max(worst, deviation(before[g], after[g]));
  }
  if (worst > 1e-12) return;
  const auto& knobs = laboratory.knobs();
  findings.push_back({"other-classes",
                      fmt::format("if ${0}$ is 1 in one place, only the entry of ${1}$ there counts: how the others share the rest changes "
                                  "nothing in ${2}$",
                                  knobs[label].name, knobs[shares].name, laboratory.gauges()[g].name),
                      "they are weighed by 0", end_trials, 0, worst, "", Verdict::holds, laboratory.reach(g), 59});
}

}  // namespace

void look_at_ends(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto& knobs = laboratory.knobs();
  for (std::size_t k = 0; k < knobs.size(); ++k) {
    const auto& domain = knobs[k].domain;
    if (knobs[k].fixed || (domain != "positive" && domain != "simplex" && domain != "probability")) continue;
    // Beside a one-hot label only the entry of the true class counts.
    const auto places = knobs[k].extents.empty() ? 1 : knobs[k].extents.back();
    for (std::size_t place = 0; place < places; ++place)
      if (look_near_zero(laboratory, k, place, findings)) break;
  }
  for (std::size_t a = 0; a < knobs.size(); ++a)
    for (std::size_t b = 0; b < knobs.size(); ++b) {
      if (a == b || knobs[a].fixed || knobs[b].fixed || knobs[a].extents != knobs[b].extents || knobs[a].domain != knobs[b].domain)
        continue;
      for (const auto g : laboratory.results())
        if (laboratory.gauges()[g].extents.empty() && laboratory.reads(g, a) && laboratory.reads(g, b))
          look_at_minimum(laboratory, g, a, b, findings);
    }
  for (std::size_t a = 0; a < knobs.size(); ++a)
    for (std::size_t b = 0; b < knobs.size(); ++b) {
      const bool label = knobs[a].domain == "one-hot" || knobs[a].domain == "simplex";
      if (a == b || !label || knobs[b].domain != "simplex" || knobs[a].fixed || knobs[b].fixed || knobs[a].extents.empty() ||
          knobs[a].extents != knobs[b].extents)
        continue;
      for (const auto g : laboratory.results())
        if (laboratory.gauges()[g].extents.size() < knobs[b].extents.size() && laboratory.reads(g, a) && laboratory.reads(g, b))
          look_at_other_classes(laboratory, g, a, b, findings);
    }
}

}  // namespace eqlens
