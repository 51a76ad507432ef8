// What the results become when inputs are zero, equal, huge, tiny, at the ends of their range, or when a size is 1.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "evaluate/sample.hpp"
#include "experiment/describe.hpp"
#include "experiment/look.hpp"
#include "experiment/rounding.hpp"
#include "experiment/scenarios.hpp"
#include "experiment/set_axes.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t shots_of_a_scenario = 3;
constexpr std::size_t shots_against_chance = 4;  // more than these

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

/// Whether something stands there that is flat on one side: a unit may be shut in a few draws.
bool clips(const Equation& equation) {
  for (ExpressionId id = 0; id < equation.arena.size(); ++id) {
    const auto* operation = equation.arena[id].operation;
    if (equation.arena[id].kind == ExpressionKind::cases) return true;
    if (operation == nullptr) continue;
    const auto& name = operation->name;
    if (name == "maximum" || name == "minimum" || name == "clip" || name.find("relu") != std::string_view::npos ||
        name.find("ReLU") != std::string_view::npos)
      return true;
  }
  return false;
}

class Extremity {
 public:
  Extremity(Laboratory& laboratory, std::vector<Finding>& findings, std::size_t* work = nullptr)
      : laboratory_(laboratory), findings_(findings), work_(work) {}

  void look() {
    auto usual = shots([](Values&) {});
    for (std::size_t g = 0; g < usual.size(); ++g) usual_.push_back(describe(laboratory_, g, usual[g]).words);
    if (usual.empty()) return;
    seen_ = std::move(usual);
    for (const auto& scenario : scenarios_of(laboratory_)) {
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
        const auto found = describe(laboratory_, g, seen[g]).words;
        when_ = found.empty() || holds_early(scenario, g, found) ? "" : ", at a late step";
        tell(scenario, g, seen[g], spelt);
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
      std::fill(v[k].data.begin(), v[k].data.end(), early);
      scenario.apply(v);
    });
    return !soon.empty() && describe(laboratory_, g, soon[g]).words == found;
  }

  /// What is seen without any scenario is no news in one.
  [[nodiscard]] const std::vector<std::string>& usual() const { return usual_; }
  void expect(std::vector<std::string> usual) { usual_ = std::move(usual); }

  /// What three draws may show by chance: they saturate alike, have the same sign, or all leave a unit shut.
  bool may_be_chance(const Description& found) const {
    const auto& words = found.words;
    return found.failure || words == one_place || words == one_place_each || (words == "0" && clips_) ||
           words.find(" + ") != std::string::npos || words.find(" - ") != std::string::npos || words.starts_with("$-") ||
           words.find("times $") != std::string::npos;
  }

  /// Whether the same comes out for many draws.
  bool lasts(const Scenario& scenario, std::size_t g, const std::string& words) {
    const auto many = shots(scenario.apply, shots_against_chance, shots_of_a_scenario);
    return !many.empty() && describe(laboratory_, g, many[g]).words == words;
  }

  /// Whether a number comes out with other sizes too: 3 log 2 is the draw's where 3 is how many terms there are.
  bool outlives_sizes(const Scenario& scenario, std::size_t g, const std::string& words) {
    if (words.empty() || words == "0" || work_ == nullptr || (words[0] != '-' && (words[0] < '0' || words[0] > '9'))) return true;
    if (!other_) {
      std::map<std::string, std::size_t> sizes;
      for (const auto& [extent, name] : laboratory_.sizes())
        if (laboratory_.analysis().shapes.sizes.find(name)) sizes[name] = extent + 2;
      other_ = std::make_unique<Laboratory>(laboratory_.analysis(), *work_, std::move(sizes));
    }
    if (!other_->works() || other_->knobs().size() != laboratory_.knobs().size() || g >= other_->gauges().size()) return true;
    std::vector<Shot> seen;
    for (std::size_t n = 0; n < shots_of_a_scenario; ++n) {
      auto inputs = other_->draw(n + 1);
      scenario.apply(inputs);
      auto values = other_->measure(inputs, Laboratory::Look::at_results);
      if (values.empty()) return true;
      seen.push_back({std::move(inputs), values[g]});
    }
    return describe(*other_, g, seen).words == words;
  }

  /// `spelt`: whether all inputs concerned are symbols. What a call that nothing spells out may be is not known.
  void tell(const Scenario& scenario, std::size_t g, const std::vector<Shot>& seen, bool spelt = true) {
    const auto& words = scenario.words;
    auto found = describe(laboratory_, g, seen);
    if (may_be_chance(found) && !lasts(scenario, g, found.words)) return;
    const auto& axes = laboratory_.gauges()[g].axes;
    if (found.words.starts_with("1 in one place") && !axes.empty() && of_sets_.contains(axes.back())) return;
    // What is alike as it is drawn is not made so by equal entries.
    if (found.words.empty() && (words.ends_with(" are equal") || words.ends_with(" is 0")) &&
        (seen_.empty() || alike(words, g, seen_[g]).empty()))
      found.words = alike(words, g, seen);
    if (found.words.starts_with("$1/") && adds_over_set(laboratory_.analysis().equation, laboratory_.gauges()[g].expression))
      found.words = "an even share in every place";
    if (found.words.empty() || (g < usual_.size() && found.words == usual_[g])) return;
    if (!outlives_sizes(scenario, g, found.words)) return;
    // What one of two inputs does alone is not said of both.
    for (const auto& part : scenario.parts)
      if (const auto alone = told_.find({part, g}); alone != told_.end() && alone->second == found.words) return;
    told_[{words, g}] = found.words;
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
    if (laboratory_.runs_over_drawn_places(g)) return {};
    for (const auto& axis : gauge.axes) {
      if (axis.empty() || of_sets_.contains(axis) || words.find(fmt::format("all ${}$ ", axis)) != std::string::npos) continue;
      double gap = 0, size = 0;
      for (const auto& shot : seen) {
        gap = std::max(gap, deviation(shot.value, rearranged(shot.value, gauge.axes, axis)));
        size = std::max(size, largest(shot.value));
      }
      if (gap < 1e-9 && size > 1e-9) return fmt::format("the same at all ${}$ places", axis);
    }
    return {};
  }

  /// What comes of the usual value of a constant alone is not said of the formula: one trial has others.
  void vary_usual_values(Values& inputs) const {
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const auto& knob = laboratory_.knobs()[k];
      if (knob.fixed) continue;
      // What nobody says to lie between 0 and 1 may be larger.
      const bool constant = knob.domain == "rate" && knob.entry != nullptr &&
                            (knob.entry->meaning == "a constant set by hand" || knob.entry->meaning == "a weight set by hand");
      for (auto& x : inputs[k].data)
        if (knob.domain.starts_with(usually))
          x = x > 0.5 && x < 1 ? 1 - 0.5 * (1 - x) : 0.5 * x;
        else if (constant)
          x *= 5;
    }
  }

  /// For each gauge what it shows in a scenario.
  std::vector<std::vector<Shot>> shots(const std::function<void(Values&)>& apply, std::size_t count = shots_of_a_scenario,
                                       std::size_t first = 0) {
    std::vector<std::vector<Shot>> seen(laboratory_.gauges().size());
    for (std::size_t n = 0; n < count; ++n) {
      auto inputs = laboratory_.draw(first + n + 1);
      if (n == 1) vary_usual_values(inputs);
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
  std::size_t* work_;
  std::unique_ptr<Laboratory> other_;  ///< the same with other sizes, made when a number is to be tried there
  std::vector<std::string> usual_;
  std::vector<std::vector<Shot>> seen_;  ///< of each gauge, as drawn
  std::set<std::string> of_sets_ = sizes_of_sets(laboratory_.analysis());
  bool clips_ = clips(laboratory_.analysis().equation);
  std::string when_;                                                 ///< at which steps alone it was tried
  std::map<std::pair<std::string, std::size_t>, std::string> told_;  ///< what a scenario makes of a result
};

}  // namespace

void look_at_extremes(Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  Extremity whole(laboratory, findings, &work);
  whole.look();
  std::set<std::string> names;
  for (const auto& [extent, name] : laboratory.sizes())
    if (laboratory.analysis().shapes.sizes.find(name)) names.insert(name);
  for (const auto& name : names) {
    Laboratory small(laboratory.analysis(), work, {{name, 1}});
    if (!small.works()) continue;
    Extremity extremity(small, findings);
    extremity.expect(whole.usual());
    const Scenario single{fmt::format("${}$ is 1", name), [](Values&) {}, {}};
    const auto seen = extremity.shots(single.apply);
    for (const auto g : small.results())
      if (!seen.empty()) extremity.tell(single, g, seen[g]);
  }
}

}  // namespace eqlens
