// What the results become when inputs are zero, equal, huge, tiny, at the ends of their range, or when a size is 1.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "experiment/describe.hpp"
#include "experiment/look.hpp"
#include "experiment/rounding.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t shots_of_a_scenario = 3;
constexpr std::size_t shots_against_chance = 12;
constexpr double huge = 1e4;
constexpr double tiny = 1e-6;
constexpr double far = 100;
constexpr std::size_t most_knob_pairs = 24;

struct Scenario {
  std::string words;  ///< "$x$ is 0"
  std::function<void(Values&)> apply;
  std::vector<std::size_t> knobs;
};

void fill(Array& array, double value) { std::fill(array.data.begin(), array.data.end(), value); }
void multiply(Array& array, double factor) {
  for (auto& x : array.data) x *= factor;
}

void one_hot(Array& array) {
  const auto length = array.extents.back();
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = i % length == i / length % length ? 1 : 0;
}

/// A single 1 in each row, where another array has least.
void one_hot_apart(Array& array, const Array& other) {
  const auto length = array.extents.back();
  for (std::size_t row = 0; row + length <= array.data.size(); row += length) {
    const auto begin = other.data.begin() + static_cast<std::ptrdiff_t>(row);
    const auto least = std::min_element(begin, begin + static_cast<std::ptrdiff_t>(length)) - begin;
    for (std::size_t i = 0; i < length; ++i) array.data[row + i] = i == static_cast<std::size_t>(least) ? 1 : 0;
  }
}

/// Every run along an axis becomes its first entry repeated.
void equalise(Array& array, std::size_t axis) {
  std::size_t stride = 1;
  for (auto next = axis + 1; next < array.extents.size(); ++next) stride *= array.extents[next];
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = array.data[i - i / stride % array.extents[axis] * stride];
}

class Scenarios {
 public:
  explicit Scenarios(const Laboratory& laboratory) : laboratory_(laboratory), knobs_(laboratory.knobs()) {}

  std::vector<Scenario> all() {
    of_groups();
    of_starts();
    for (std::size_t k = 0; k < knobs_.size(); ++k)
      if (!knobs_[k].fixed) of_one(k);
    of_pairs();
    // What concerns few numbers is tried first.
    std::stable_partition(list_.begin(), list_.end(), [&](const Scenario& each) {
      return std::none_of(each.knobs.begin(), each.knobs.end(),
                          [&](std::size_t k) { return each.knobs.size() < 3 && is_learned(knobs_[k]) && knobs_[k].extents.size() > 1; });
    });
    return std::move(list_);
  }

 private:
  void add(std::string words, std::vector<std::size_t> of, std::function<void(Values&)> apply) {
    list_.push_back({std::move(words), std::move(apply), std::move(of)});
  }

  std::string named(std::size_t k) const { return fmt::format("${}$", knobs_[k].name); }
  static std::size_t count(const Array& array) { return array.data.size(); }

  void of_one(std::size_t k) {
    const auto& knob = knobs_[k];
    const auto name = named(k);
    const auto set = [this, k](std::string words, double value) {
      add(std::move(words), {k}, [k, value](Values& v) { fill(v[k], value); });
    };
    if (knob.domain == "step") return set(fmt::format("{} starts at 0", name), 0);
    if (is_free(knob) || knob.domain == "rate" || knob.domain == "probability") set(fmt::format("{} is 0", name), 0);
    if (knob.domain == "rate" || knob.domain == "probability" || knob.domain == "positive") set(fmt::format("{} is 1", name), 1);
    // A whole matrix of weights is not set to anything in particular but 0.
    if (is_learned(knob) && knob.extents.size() > 1) return;
    if (is_free(knob) || knob.domain == "positive") {
      if (knob.extents.size() == 1 && knob.extents[0] > 1)
        add(fmt::format("all entries of {} are equal", name), {k}, [k](Values& v) { equalise(v[k], 0); });
      for (std::size_t axis = 0; knob.extents.size() > 1 && axis < knob.extents.size(); ++axis)
        if (knob.extents[axis] > 1)
          add(fmt::format("all {} of {} are equal", knob.axes[axis].empty() ? "rows" : fmt::format("${}$ entries", knob.axes[axis]), name),
              {k}, [k, axis](Values& v) { equalise(v[k], axis); });
      add(fmt::format("{} is very large", name), {k}, [k, free = is_free(knob)](Values& v) { multiply(v[k], free ? huge : 1 / tiny); });
    }
    if (knob.domain == "positive") add(fmt::format("{} is close to 0", name), {k}, [k](Values& v) { multiply(v[k], tiny); });
    if (is_free(knob) && knob.extents.size() < 2)
      for (const double end : {far, -far})
        add(fmt::format("{} is far {} 0", name, end > 0 ? "above" : "below"), {k}, [k, end](Values& v) {
          for (auto& x : v[k].data) x = end + x;
        });
    if (is_free(knob) && !knob.extents.empty())
      add(fmt::format("one entry of {} is huge", name), {k}, [k](Values& v) { v[k].data[0] = huge; });
    if (knob.domain == "simplex" && !knob.extents.empty()) one_place(k);
    if (knob.domain == "simplex" && !knob.extents.empty())
      add(fmt::format("all shares in {} are the same", name), {k},
          [k](Values& v) { fill(v[k], 1.0 / static_cast<double>(v[k].extents.back())); });
  }

  /// Shares that are all in one place; beside other shares, in one where these are not.
  void one_place(std::size_t k) {
    const auto others = [&](std::size_t other) {
      const auto& domain = knobs_[other].domain;
      return other != k && knobs_[other].extents == knobs_[k].extents && (domain == "simplex" || domain == "one-hot");
    };
    for (std::size_t other = 0; other < knobs_.size(); ++other)
      if (others(other))
        return add(fmt::format("{} is 1 in one place and {} is not", named(k), named(other)), {k, other},
                   [k, other](Values& v) { one_hot_apart(v[k], v[other]); });
    add(fmt::format("{} is 1 in one place", named(k)), {k}, [k](Values& v) { one_hot(v[k]); });
  }

  /// What was learned or carried over, all at once.
  void of_groups() {
    std::vector<std::size_t> learned;
    auto states = laboratory_.states();
    for (std::size_t k = 0; k < knobs_.size(); ++k)
      if (knobs_[k].entry != nullptr && !knobs_[k].fixed && knobs_[k].entry->role == Role::learned) learned.push_back(k);
    for (auto* const group : {&learned, &states}) {
      if (group->empty() || (group == &learned && group->size() < 2)) continue;
      std::vector<std::string> names;
      for (const auto k : *group) names.push_back(knobs_[k].name);
      const auto what = group == &learned && names.size() > 3 ? std::string("everything learned") : list_of(names);
      add(fmt::format("{} {} 0{}", what, names.size() > 1 && names.size() <= 3 ? "are" : "is", group == &states ? ", as at the start" : ""),
          *group, [&laboratory = laboratory_, zero = *group, start = group == &states](Values& v) {
            for (const auto k : zero) fill(v[k], 0);
            if (start) laboratory.go_to_start(v);
          });
    }
  }

  /// At the start, with one input 0 as well.
  void of_starts() {
    const auto states = laboratory_.states();
    if (states.empty()) return;
    for (std::size_t k = 0; k < knobs_.size(); ++k) {
      if (knobs_[k].fixed || !is_free(knobs_[k]) || is_learned(knobs_[k]) || std::count(states.begin(), states.end(), k) > 0) continue;
      auto zero = states;
      zero.push_back(k);
      add(fmt::format("{} is 0 at the start, with nothing left from earlier steps", named(k)), zero,
          [&laboratory = laboratory_, k](Values& v) {
            fill(v[k], 0);
            laboratory.go_to_start(v);
          });
    }
  }

  void of_pairs() {
    std::size_t pairs = 0, bias_pairs = 0;
    for (std::size_t a = 0; a < knobs_.size(); ++a)
      for (std::size_t b = 0; b < knobs_.size(); ++b) {
        if (a == b || knobs_[a].fixed || knobs_[b].fixed || knobs_[a].extents != knobs_[b].extents) continue;
        // Many gates have many pairs of other inputs; what opens one and shuts another is told apart from them.
        if (is_bias(a) && is_bias(b) && bias_pairs < most_knob_pairs) {
          ++bias_pairs;
          add(fmt::format("{} is far above and {} far below 0", named(a), named(b)), {a, b}, [a, b](Values& v) {
            fill(v[a], far);
            fill(v[b], -far);
          });
        }
        if (pairs >= most_knob_pairs) continue;
        const bool alike = knobs_[a].domain == knobs_[b].domain || (knobs_[a].domain == "one-hot" && knobs_[b].domain == "simplex");
        if (alike && (a < b || knobs_[a].domain == "one-hot") && !(is_free(knobs_[a]) && knobs_[a].extents.size() > 1)) {
          ++pairs;
          add(fmt::format("{} equals {}", named(b), named(a)), {a, b}, [a, b](Values& v) { v[b] = v[a]; });
        }
        if (alike && a < b && knobs_[a].domain == "simplex" && !knobs_[a].extents.empty())
          add(fmt::format("{} and {} are both 1 in the same place", named(a), named(b)), {a, b}, [a, b](Values& v) {
            one_hot(v[a]);
            v[b] = v[a];
          });
        if (is_free(knobs_[a]) && knobs_[b].domain == "positive") {
          ++pairs;
          add(fmt::format("{} is 0 and {} is 1", named(a), named(b)), {a, b}, [a, b](Values& v) {
            fill(v[a], 0);
            fill(v[b], 1);
          });
        }
      }
  }

  bool is_bias(std::size_t k) const {
    return knobs_[k].entry != nullptr && knobs_[k].entry->role == Role::learned && knobs_[k].extents.size() == 1 && is_free(knobs_[k]);
  }

  const Laboratory& laboratory_;
  const std::vector<Knob>& knobs_;
  std::vector<Scenario> list_;
};

/// Whether a sum runs over a set: how many terms it has is the set's to say, not an axis's.
bool adds_over_set(const Equation& equation, ExpressionId root) {
  const auto all = below(equation, root);
  return std::any_of(all.begin(), all.end(), [&](ExpressionId id) {
    const auto ranges = equation.arena.ranges(id);
    return std::any_of(ranges.begin(), ranges.end(), [](const Range& range) { return range.set != none; });
  });
}

int surprise_of(const Description& found) {
  if (found.failure) return found.words == "infinite" ? 45 : 90;
  if (found.words.find("average") != std::string::npos || found.words.find("single") != std::string::npos || found.words.find("1/") == 1)
    return 57;
  if (found.words.find(" moved by ") != std::string::npos) return 68;
  if (found.words.find("log") != std::string::npos) return 56;
  if (found.words.starts_with('$')) return 47;
  return found.words == "0" ? 24 : 35;
}

/// "if $x$ is very large, the result is $x$": it drowns the rest.
bool outweighs(const std::string& scenario, const std::string& result) {
  return scenario.find(" is very large") != std::string::npos && result.size() > 2 && scenario.starts_with(result);
}

/// Negative numbers far out have no logarithm and no root: nobody puts them in.
bool leaves_domain(const std::string& scenario) { return scenario.ends_with("is far below 0") || scenario.ends_with("is very large"); }

class Extremity {
 public:
  Extremity(Laboratory& laboratory, std::vector<Finding>& findings) : laboratory_(laboratory), findings_(findings) {}

  void look() {
    const auto usual = shots([](Values&) {});
    for (std::size_t g = 0; g < usual.size(); ++g) usual_.push_back(describe(laboratory_, g, usual[g]).words);
    if (usual.empty()) return;
    for (const auto& scenario : Scenarios(laboratory_).all()) {
      if (!laboratory_.affords(shots_of_a_scenario)) return;
      const auto seen = shots(scenario.apply);
      for (const auto g : laboratory_.results()) {
        // A pair is about a result that reads both; a larger group, about one that reads any of it.
        const auto reads = [&](std::size_t k) { return laboratory_.reads(g, k); };
        const bool concerned = scenario.knobs.size() > 2 ? std::any_of(scenario.knobs.begin(), scenario.knobs.end(), reads)
                                                         : std::all_of(scenario.knobs.begin(), scenario.knobs.end(), reads);
        const bool spelt = std::none_of(scenario.knobs.begin(), scenario.knobs.end(),
                                        [&](std::size_t k) { return laboratory_.knobs()[k].entry == nullptr; });
        if (!concerned || seen.empty()) continue;
        // Three draws may happen to saturate alike.
        const auto found = describe(laboratory_, g, seen[g]).words;
        if (found == one_place && !lasts(scenario, g)) continue;
        when_ = found.empty() || holds_early(scenario, g, found) ? "" : ", at a late step";
        tell(scenario.words, g, seen[g], spelt);
        when_.clear();
      }
    }
  }

  /// Whether the same comes out at an early step: with states at hand a counter stands at a late one, where its powers have faded.
  bool holds_early(const Scenario& scenario, std::size_t g, const std::string& found) {
    constexpr double early = 2;
    const auto& knobs = laboratory_.knobs();
    const auto counter = std::find_if(knobs.begin(), knobs.end(), [](const Knob& knob) { return knob.domain == "step"; });
    const auto k = static_cast<std::size_t>(counter - knobs.begin());
    const bool moved = scenario.words.find(" start") != std::string::npos;
    if (counter == knobs.end() || moved || laboratory_.states().empty() || !laboratory_.reads(g, k)) return true;
    if (!laboratory_.affords(shots_of_a_scenario)) return false;
    const auto soon = shots([&scenario, k, early](Values& v) {
      fill(v[k], early);
      scenario.apply(v);
    });
    return !soon.empty() && describe(laboratory_, g, soon[g]).words == found;
  }

  /// Whether a single 1 comes out for many draws.
  bool lasts(const Scenario& scenario, std::size_t g) {
    const auto many = shots(scenario.apply, shots_against_chance);
    return !many.empty() && describe(laboratory_, g, many[g]).words == one_place;
  }

  /// What is seen without any scenario is no news in one.
  [[nodiscard]] const std::vector<std::string>& usual() const { return usual_; }
  void expect(std::vector<std::string> usual) { usual_ = std::move(usual); }

  /// `spelt`: whether all inputs concerned are symbols. What a call that nothing spells out may be is not known.
  void tell(const std::string& words, std::size_t g, const std::vector<Shot>& seen, bool spelt = true) {
    auto found = describe(laboratory_, g, seen);
    if (found.words.empty() && (words.ends_with(" are equal") || words.ends_with(" is 0"))) found.words = alike(words, g, seen);
    if (found.words.starts_with("$1/") && adds_over_set(laboratory_.analysis().equation, laboratory_.gauges()[g].expression))
      found.words = "an even share in every place";
    if (found.words.empty() || (g < usual_.size() && found.words == usual_[g])) return;
    const auto& gauge = laboratory_.gauges()[g];
    const auto surprise = found.failure && !spelt                 ? 30
                          : found.failure && leaves_domain(words) ? 43
                          : outweighs(words, found.words)         ? 26
                                                                  : surprise_of(found);
    findings_.push_back({found.failure ? "failure" : "extreme", fmt::format("if {}{}, ${}$ is {}", words, when_, gauge.name, found.words),
                         found.failure ? std::string() : reason_of(laboratory_.analysis().equation, gauge.expression), seen.size(),
                         found.failure ? seen.size() : 0, found.worst, found.failure ? words : "",
                         found.failure ? Verdict::fails : Verdict::holds, laboratory_.reach(g), surprise});
  }

  /// Equal entries along one size leave no difference along another.
  std::string alike(const std::string& words, std::size_t g, const std::vector<Shot>& seen) const {
    const auto& gauge = laboratory_.gauges()[g];
    for (const auto& axis : gauge.axes) {
      if (axis.empty() || words.find(fmt::format("${}$ entries", axis)) != std::string::npos) continue;
      double gap = 0, size = 0;
      for (const auto& shot : seen) {
        gap = std::max(gap, deviation(shot.value, rearranged(shot.value, gauge.axes, axis)));
        size = std::max(size, largest(shot.value));
      }
      if (gap < 1e-9 && size > 1e-9) return fmt::format("the same at all ${}$ places", axis);
    }
    return {};
  }

  /// For each gauge what it shows in a scenario.
  std::vector<std::vector<Shot>> shots(const std::function<void(Values&)>& apply, std::size_t count = shots_of_a_scenario) {
    std::vector<std::vector<Shot>> seen(laboratory_.gauges().size());
    for (std::size_t n = 0; n < count; ++n) {
      auto inputs = laboratory_.draw(n + 1);
      apply(inputs);
      const auto values = laboratory_.measure(inputs, Laboratory::Look::at_results);
      if (values.empty()) return {};
      for (const auto g : laboratory_.results()) seen[g].push_back({inputs, values[g]});
    }
    return seen;
  }

 private:
  Laboratory& laboratory_;
  std::vector<Finding>& findings_;
  std::vector<std::string> usual_;
  std::string when_;  ///< at which steps alone it was tried
};

}  // namespace

void look_at_extremes(Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  Extremity whole(laboratory, findings);
  whole.look();
  std::set<std::string> names;
  for (const auto& [extent, name] : laboratory.sizes())
    if (laboratory.analysis().shapes.sizes.find(name)) names.insert(name);
  for (const auto& name : names) {
    Laboratory small(laboratory.analysis(), work, {{name, 1}});
    if (!small.works()) continue;
    Extremity extremity(small, findings);
    extremity.expect(whole.usual());
    const auto seen = extremity.shots([](Values&) {});
    for (const auto g : small.results())
      if (!seen.empty()) extremity.tell(fmt::format("${}$ is 1", name), g, seen[g]);
  }
}

}  // namespace eqlens
