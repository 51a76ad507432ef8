// What may be done to the inputs without a change of the result, or with one that follows: adding, scaling, turning round.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "experiment/branches.hpp"
#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t symmetry_trials = 4;
constexpr double unchanged = 1e-9;
// Small constants that keep divisions finite spoil an invariance in the last decimals only.
constexpr double nearly_unchanged = 1e-3;
constexpr double shift = 1.75;
constexpr double scale = 3;

using Change = std::function<void(Values&, std::size_t trial)>;

/// What a change of the inputs did to one result.
struct Effect {
  double worst = 0;                ///< the largest deviation from no change
  std::optional<double> added;     ///< the same number was added everywhere
  std::optional<double> exponent;  ///< multiplied by scale to this power
  double off_power = 0;            ///< how far from that
};

class Symmetries {
 public:
  Symmetries(Laboratory& laboratory, std::vector<Finding>& findings)
      : laboratory_(laboratory), findings_(findings), branches_(has_branches(laboratory.analysis().equation.arena)) {}

  void look() {
    for (std::size_t n = 0; n < symmetry_trials; ++n) {
      inputs_.push_back(laboratory_.draw(n));
      before_.push_back(laboratory_.measure(inputs_.back(), Laboratory::Look::at_results));
      if (before_.back().empty()) return;
    }
    const auto& knobs = laboratory_.knobs();
    from_the_start();
    for (std::size_t k = 0; k < knobs.size(); ++k) {
      if (knobs[k].fixed || (!is_free(knobs[k]) && knobs[k].domain != "positive")) continue;
      if (is_free(knobs[k])) {
        shifts(k);
        signs(k);
      }
      scales(k);
    }
    for (std::size_t a = 0; a < knobs.size(); ++a)
      for (std::size_t b = a + 1; b < knobs.size(); ++b)
        if (!knobs[a].fixed && !knobs[b].fixed && knobs[a].extents == knobs[b].extents && knobs[a].domain == knobs[b].domain) pairs(a, b);
  }

 private:
  /// The results after a change, one row for each trial; empty if they could not be computed.
  std::vector<Values> after(const Change& change) {
    std::vector<Values> all;
    for (std::size_t n = 0; n < inputs_.size(); ++n) {
      auto inputs = inputs_[n];
      change(inputs, n);
      all.push_back(laboratory_.measure(inputs, Laboratory::Look::at_results));
      if (all.back().empty()) return {};
    }
    return all;
  }

  /// A result that is the same number in every trial shows nothing by staying the same.
  bool rests(std::size_t g) const {
    return std::all_of(before_.begin(), before_.end(), [&](const Values& each) { return each[g].data == before_.front()[g].data; }) &&
           std::all_of(before_.front()[g].data.begin(), before_.front()[g].data.end(),
                       [&](double x) { return x == before_.front()[g].data.front(); });
  }

  std::optional<Effect> effect(const std::vector<Values>& after, std::size_t g) const {
    if (rests(g)) return std::nullopt;
    Effect effect;
    std::optional<double> added, factor;
    double off_factor = 0;
    bool adds = true, multiplies = true;
    for (std::size_t n = 0; n < after.size(); ++n) {
      const auto& old = before_[n][g];
      const auto& now = after[n][g];
      if (!all_numbers(old) || !all_numbers(now)) return std::nullopt;
      effect.worst = std::max(effect.worst, deviation(old, now));
      const auto size = std::max({largest(old), largest(now), 1e-12});
      for (std::size_t i = 0; i < old.data.size(); ++i) {
        if (!added) added = now.data[i] - old.data[i];
        adds = adds && std::abs(now.data[i] - old.data[i] - *added) < 1e-7 * size;
        if (std::abs(old.data[i]) < 1e-6 * size) {
          multiplies = multiplies && std::abs(now.data[i]) < 1e-4 * size;
          continue;
        }
        if (!factor) factor = now.data[i] / old.data[i];
        const auto off = std::abs(now.data[i] - *factor * old.data[i]) / size;
        off_factor = std::max(off_factor, off);
        multiplies = multiplies && off < 1e-7;
      }
    }
    if (adds) effect.added = added;
    if (multiplies && factor && *factor > 0) effect.exponent = std::log(*factor) / std::log(scale);
    effect.off_power = off_factor;
    return effect;
  }

  void add(std::string kind, std::string claim, std::string reason, double worst, int surprise) {
    findings_.push_back(
        {std::move(kind), std::move(claim), std::move(reason), symmetry_trials, 0, worst, "", Verdict::holds, reach_, surprise});
  }

  [[nodiscard]] const std::string& gauge(std::size_t g) const { return laboratory_.gauges()[g].name; }
  [[nodiscard]] const std::string& knob(std::size_t k) const { return laboratory_.knobs()[k].name; }
  static std::string up_to(double worst) { return worst > unchanged ? ", up to the small constant" : ""; }

  /// The same vector added to all rows along each axis, then the same number everywhere.
  void shifts(std::size_t k) {
    const auto& extents = laboratory_.knobs()[k].extents;
    std::vector<bool> told(laboratory_.gauges().size(), false);
    for (std::size_t axis = 0; axis <= extents.size(); ++axis) {
      const bool all = axis == extents.size();
      if (!all && (extents.size() < 2 || extents[axis] < 2)) continue;
      const auto changed = after([&](Values& inputs, std::size_t n) {
        for (std::size_t i = 0; i < inputs[k].data.size(); ++i) {
          double place = 0;
          const auto at = indices_of(extents, i);
          for (std::size_t other = 0; other < at.size(); ++other)
            if (other != axis) place = 3 * place + static_cast<double>(at[other]);
          inputs[k].data[i] += shift + static_cast<double>(n) + (all ? 0 : std::sin(1 + place));
        }
      });
      if (changed.empty()) return;
      for (const auto g : laboratory_.results()) {
        if (!laboratory_.reads(g, k) || told[g]) continue;
        const auto found = effect(changed, g);
        reach_ = laboratory_.reach(g);
        if (!found) continue;
        if (found->worst < unchanged) {
          told[g] = true;
          const auto& name = laboratory_.knobs()[k].axes.empty() || all ? std::string() : laboratory_.knobs()[k].axes[axis];
          const auto what = all ? fmt::format("adding {} ${}$", extents.empty() ? "any number to" : "one number to every entry of", knob(k))
                                : fmt::format("adding the same vector to all {} {} of ${}$",
                                              name.empty() ? std::to_string(extents[axis]) : fmt::format("${}$", name),
                                              axis + 1 == extents.size() ? "columns" : "rows", knob(k));
          add("shift", fmt::format("{} changes nothing in ${}$", what, gauge(g)), "only differences count: what is common drops out",
              found->worst, all ? 58 : 72);
        }
      }
    }
  }

  void signs(std::size_t k) {
    const auto changed = after([&](Values& inputs, std::size_t) {
      for (auto& x : inputs[k].data) x = -x;
    });
    for (const auto g : laboratory_.results()) {
      if (changed.empty() || !laboratory_.reads(g, k) || rests(g)) continue;
      reach_ = laboratory_.reach(g);
      double even = 0, odd = 0, rest = 0;
      for (std::size_t n = 0; n < changed.size(); ++n) {
        auto turned = changed[n][g], gap = before_[n][g];
        for (auto& x : turned.data) x = -x;
        even = std::max(even, deviation(before_[n][g], changed[n][g]));
        odd = std::max(odd, deviation(before_[n][g], turned));
        for (std::size_t i = 0; i < gap.data.size(); ++i) gap.data[i] -= changed[n][g].data[i];
        rest = std::max(rest, deviation(gap, spread_out(inputs_[n][k], laboratory_.knobs()[k].axes, gap, laboratory_.gauges()[g].axes)));
      }
      if (even < unchanged)
        add("even", fmt::format("turning ${}$ round to $-{}$ changes nothing in ${}$", knob(k), knob(k), gauge(g)), "its sign drops out",
            even, 50);
      else if (odd < unchanged)
        add("odd", fmt::format("turning ${}$ round to $-{}$ turns ${}$ round", knob(k), knob(k), gauge(g)), "", odd, 22);
      else if (rest < unchanged)
        add("reflection", fmt::format("${}$ at ${}$ less ${}$ at $-{}$ is exactly ${}$", gauge(g), knob(k), gauge(g), knob(k), knob(k)),
            "what the two sides keep of the input adds up to all of it", rest, 62);
    }
  }

  void scales(std::size_t k) {
    const auto changed = after([&](Values& inputs, std::size_t) {
      for (auto& x : inputs[k].data) x *= scale;
    });
    for (const auto g : laboratory_.results()) {
      if (changed.empty() || !laboratory_.reads(g, k)) continue;
      const auto found = effect(changed, g);
      reach_ = laboratory_.reach(g);
      if (!found) continue;
      if (found->worst < nearly_unchanged) {
        add("scale", fmt::format("multiplying ${}$ by {} changes nothing in ${}${}", knob(k), scale, gauge(g), up_to(found->worst)),
            "its scale cancels", found->worst, 64);
        if (found->worst > unchanged) small_scales(k, g);
      } else if (found->exponent) {
        add("degree",
            fmt::format("multiplying ${}$ by a positive number multiplies ${}$ by that number{}", knob(k), gauge(g),
                        power(*found->exponent)),
            "", found->off_power, std::abs(*found->exponent - 1) < 1e-6 ? 12 : 28);
      }
    }
  }

  /// With what earlier steps left behind at 0: the scale of what comes in now.
  void from_the_start() {
    const auto states = laboratory_.states();
    if (states.empty()) return;
    const auto at_start = [&](Values& inputs) { laboratory_.go_to_start(inputs); };
    const auto usual = before_;
    before_ = after([&](Values& inputs, std::size_t) { at_start(inputs); });
    for (std::size_t k = 0; k < laboratory_.knobs().size() && !before_.empty(); ++k) {
      if (laboratory_.knobs()[k].fixed || !is_free(laboratory_.knobs()[k]) || is_learned(laboratory_.knobs()[k]) ||
          std::count(states.begin(), states.end(), k) > 0)
        continue;
      const auto changed = after([&](Values& inputs, std::size_t) {
        at_start(inputs);
        for (auto& x : inputs[k].data) x *= scale;
      });
      for (const auto g : laboratory_.results()) {
        if (changed.empty() || !laboratory_.reads(g, k)) continue;
        const auto found = effect(changed, g);
        reach_ = laboratory_.reach(g);
        if (found && found->worst < nearly_unchanged)
          add("scale",
              fmt::format("at the start, with nothing left from earlier steps, multiplying ${}$ by {} changes nothing in ${}${}", knob(k),
                          scale, gauge(g), up_to(found->worst)),
              "its scale cancels", found->worst, 69);
      }
    }
    before_ = usual;
  }

  /// An invariance that a small constant spoils ends where the input is as small as the constant.
  void small_scales(std::size_t k, std::size_t g) {
    constexpr double small = 1e-4;
    const auto changed = after([&](Values& inputs, std::size_t) {
      for (auto& x : inputs[k].data) x *= small;
    });
    double worst = 0;
    for (std::size_t n = 0; n < changed.size(); ++n) worst = std::max(worst, deviation(before_[n][g], changed[n][g]));
    if (worst > 0.05)
      add("small-scale",
          fmt::format("at {} times ${}$ its scale no longer cancels: ${}$ differs by up to {:.0f} % of its largest entry", small, knob(k),
                      gauge(g), 100 * worst),
          "the small constant takes over", worst, 50);
  }

  static std::string power(double exponent) {
    return std::abs(exponent - 1) < 1e-6 ? std::string() : fmt::format(" to the power {}", print_number(exponent, 3));
  }

  /// The two factors of a product, or the two terms of a sum: that they may change places is known.
  [[nodiscard]] bool side_by_side(std::size_t a, std::size_t b) const {
    const auto& equation = laboratory_.analysis().equation;
    const auto& arena = equation.arena;
    for (ExpressionId id = 0; id < arena.size(); ++id) {
      if (arena[id].child_count != 2 || arena[id].kind != ExpressionKind::apply) continue;
      const auto& name = arena[id].operation->name;
      if (name != "plus" && name != "product" && name != "dot product" && name != "elementwise product") continue;
      const auto bare = [&](ExpressionId side) {
        while (arena.applies(side, "transpose") || arena[side].kind == ExpressionKind::index) side = arena.child(side, 0);
        return equation.canonical(side);
      };
      const auto left = bare(arena.child(id, 0)), right = bare(arena.child(id, 1));
      if ((left == knob(a) && right == knob(b)) || (left == knob(b) && right == knob(a))) return true;
    }
    return false;
  }

  /// Whether two inputs may be swapped in many draws, where a few may all have taken the same branch.
  bool swap_anywhere(std::size_t a, std::size_t b, std::size_t g) {
    constexpr std::size_t many = 32;
    for (std::size_t n = symmetry_trials; n < many; ++n) {
      if (!laboratory_.affords(2)) return false;
      auto inputs = laboratory_.draw(n);
      const auto before = laboratory_.measure(inputs, Laboratory::Look::at_results);
      std::swap(inputs[a], inputs[b]);
      const auto swapped = laboratory_.measure(inputs, Laboratory::Look::at_results);
      if (before.empty() || swapped.empty() || !(deviation(before[g], swapped[g]) < unchanged)) return false;
    }
    return true;
  }

  /// Two inputs of one kind: swapped, and both shifted alike.
  void pairs(std::size_t a, std::size_t b) {
    const auto swapped = after([&](Values& inputs, std::size_t) { std::swap(inputs[a], inputs[b]); });
    for (const auto g : laboratory_.results()) {
      if (swapped.empty() || !laboratory_.reads(g, a) || !laboratory_.reads(g, b)) continue;
      const auto found = effect(swapped, g);
      if (!found) continue;
      const bool same = found->worst < unchanged;
      if (same && (!branches_ || swap_anywhere(a, b, g)))
        add("swap", fmt::format("${}$ and ${}$ may be swapped: ${}$ stays the same", knob(a), knob(b), gauge(g)),
            "both enter in the same way", found->worst, side_by_side(a, b) ? 21 : 48);
      else if (!same && !is_free(laboratory_.knobs()[a]))
        add("swap", fmt::format("${}$ and ${}$ may not be swapped: ${}$ comes out different", knob(a), knob(b), gauge(g)),
            "it is not symmetric in the two", found->worst, 38);
    }
    if (!is_free(laboratory_.knobs()[a])) return;
    const auto moved = after([&](Values& inputs, std::size_t) {
      for (const auto k : {a, b})
        for (auto& x : inputs[k].data) x += shift;
    });
    for (const auto g : laboratory_.results()) {
      if (moved.empty() || !laboratory_.reads(g, a) || !laboratory_.reads(g, b)) continue;
      const auto found = effect(moved, g);
      if (found && found->worst < unchanged)
        add("joint-shift", fmt::format("adding the same number to ${}$ and ${}$ changes nothing in ${}$", knob(a), knob(b), gauge(g)),
            "only their difference counts", found->worst, 52);
    }
  }

  Laboratory& laboratory_;
  std::vector<Finding>& findings_;
  std::vector<Values> inputs_;
  std::vector<Values> before_;
  std::size_t reach_ = 0;
  bool branches_;  ///< a few draws may all take the same one
};

}  // namespace

void look_for_symmetries(Laboratory& laboratory, std::vector<Finding>& findings) { Symmetries(laboratory, findings).look(); }

}  // namespace eqlens
