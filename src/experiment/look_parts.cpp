// Knock-outs and growth: what each factor and term is there for, and what a larger size does.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "evaluate/sample.hpp"
#include "experiment/branches.hpp"
#include "experiment/knock_out.hpp"
#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/rounding.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t part_trials = 4;
constexpr std::size_t most_knock_outs = 12;
constexpr std::size_t growth_trials = 24;
constexpr double no_difference = 1e-9;

class KnockOuts {
 public:
  KnockOuts(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings)
      : analysis_(analysis), laboratory_(laboratory), work_(work), findings_(findings) {}

  void look() {
    std::size_t tried = 0;
    list_ = knock_outs(analysis_);
    without_corrections();
    for (const auto& knock_out : list_) {
      if (tried == most_knock_outs || !laboratory_.affords(part_trials * 4)) return;
      if (!laboratory_.computes(knock_out.whole)) continue;
      const auto changed = without(analysis_, knock_out);
      Laboratory other(changed, work_);
      if (!other.works() || other.results().size() != laboratory_.results().size()) continue;
      ++tried;
      compare(knock_out, other);
      compare_at_equal_inputs(knock_out, other);
    }
  }

 private:
  std::string dropped(const KnockOut& knock_out) const {
    const auto words = [&](const KnockOut& each) {
      return fmt::format("without {} ${}$", each.verb, analysis_.equation.text(each.dropped));
    };
    const auto own = words(knock_out);
    const bool twice = std::count_if(list_.begin(), list_.end(), [&](const KnockOut& each) { return words(each) == own; }) > 1;
    return twice ? fmt::format("{} in ${}$", own, analysis_.equation.text(knock_out.whole)) : own;
  }

  /// Whether it is a constant whose absence says nothing: one that keeps a division finite, or a learning rate.
  bool guards(const KnockOut& knock_out) const {
    const auto& expression = analysis_.equation.arena[knock_out.dropped];
    if (expression.kind != ExpressionKind::symbol) return false;
    const auto* entry = analysis_.roles.find(expression.symbol);
    const auto k = laboratory_.knob_of(expression.symbol);
    // Without a learning rate a step is as many times as large as its value says.
    const bool rate = k != none && laboratory_.knobs()[k].domain.starts_with(usually) && entry != nullptr &&
                      entry->meaning.starts_with("the learning rate");
    return entry != nullptr && (entry->domain == "stability" || rate);
  }

  /// How far each result is from what it is without a part, and how many times as large.
  struct Change {
    std::vector<double> gap, ratio;
  };
  enum class When : std::uint8_t { usually, at_first_step };

  std::optional<Change> change(Laboratory& other, When when) {
    Change change{std::vector<double>(laboratory_.results().size(), 0), std::vector<double>(laboratory_.results().size(), 0)};
    const bool states = !laboratory_.states().empty();
    for (std::size_t n = 0; n < part_trials; ++n) {
      auto inputs = laboratory_.draw(n);
      // Steps are counted on: at the first one powers and roots of the counter are 1.
      for (std::size_t k = 0; k < inputs.size() && !states; ++k)
        if (laboratory_.knobs()[k].domain == "step") std::fill(inputs[k].data.begin(), inputs[k].data.end(), static_cast<double>(n + 2));
      if (when == When::at_first_step) laboratory_.go_to_start(inputs);
      const auto same = carried_over(laboratory_, inputs, other);
      if (!same) return std::nullopt;
      const auto before = laboratory_.measure(inputs), after = other.measure(*same);
      if (before.empty() || after.empty()) return std::nullopt;
      for (std::size_t r = 0; r < change.gap.size(); ++r) {
        // What is no number as a whole shows nothing of its parts.
        if (!all_numbers(before[laboratory_.results()[r]])) return std::nullopt;
        // A result of another shape is another formula.
        if (before[laboratory_.results()[r]].extents != after[other.results()[r]].extents) return std::nullopt;
        const auto a = moved(r, before[laboratory_.results()[r]], inputs);
        const auto b = moved(r, after[other.results()[r]], inputs);
        change.gap[r] = std::max(change.gap[r], deviation(a, b));
        change.ratio[r] += root_mean_square(b) / std::max(1e-300, root_mean_square(a)) / part_trials;
      }
    }
    return change;
  }

  /// What a step moves of what training moves; of other results all.
  Array moved(std::size_t r, Array value, const Values& inputs) const {
    const auto old = old_value(r);
    if (old == none || inputs[old].extents != value.extents) return value;
    for (std::size_t i = 0; i < value.data.size(); ++i) value.data[i] -= inputs[old].data[i];
    return value;
  }

  /// The knob that holds a learned result as it was a step before.
  std::size_t old_value(std::size_t r) const {
    const auto& symbols = analysis_.equation.symbols;
    const auto defines = laboratory_.gauges()[laboratory_.results()[r]].defines;
    if (defines == none || symbols[defines].stem.empty()) return none;
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
      const auto& knob = laboratory_.knobs()[k];
      if (is_learned(knob) && symbols[knob.entry->symbol].stem == symbols[defines].stem) return k;
    }
    return none;
  }

  std::string named(std::size_t r) const {
    const auto& name = laboratory_.gauges()[laboratory_.results()[r]].name;
    return old_value(r) == none ? fmt::format("${}$", name)
                                : fmt::format("the step from ${}$ to ${}$", laboratory_.knobs()[old_value(r)].name, name);
  }

  void compare(const KnockOut& knock_out, Laboratory& other) {
    const auto found = change(other, When::usually);
    if (!found || guards(knock_out)) return;
    const auto none_differs = [](const Change& change) {
      return std::all_of(change.gap.begin(), change.gap.end(), [](double gap) { return gap < no_difference; });
    };
    if (none_differs(*found) && !laboratory_.states().empty())
      if (const auto early = change(other, When::at_first_step); early && !none_differs(*early))
        return tell(knock_out, "at the first step, " + dropped(knock_out), farthest(early->gap, knock_out), *early, 26);
    tell(knock_out, dropped(knock_out), farthest(found->gap, knock_out), *found, 26);
  }

  /// Whether a part stands below what takes one of several: it may never have been taken.
  bool in_a_branch(const KnockOut& knock_out) const {
    const auto& arena = analysis_.equation.arena;
    for (ExpressionId id = 0; id < arena.size(); ++id)
      if (arena[id].source == 0 && takes_one_of_several(arena, id) && inside(knock_out.whole, id)) return true;
    return false;
  }

  void tell(const KnockOut& knock_out, const std::string& without, std::size_t r, const Change& change, int surprise) {
    if (r >= change.gap.size()) return;
    const auto gap = change.gap[r], ratio = change.ratio[r];
    Finding finding{"knock-out", "", "", part_trials, 0, gap, "", Verdict::holds, laboratory_.reach(laboratory_.results()[r]), surprise};
    if (gap < no_difference) {
      if (in_a_branch(knock_out) || laboratory_.hangs_on_one_draw(laboratory_.results()[r])) return;
      finding.claim = fmt::format("{}, {} comes out the same: it changes nothing", without, named(r));
      finding.surprise = 70;
    } else if (!std::isfinite(ratio) || !std::isfinite(gap)) {
      finding.claim = fmt::format("{}, {} is no number any more", without, named(r));
      finding.surprise = 60;
    } else {
      // Beside a result that comes out 0 everything is large.
      constexpr double largest_told = 1e6;
      const auto size = std::abs(ratio - 1) < 0.005 || ratio > largest_told
                            ? std::string()
                            : fmt::format("is {} times as large on average and ", print_number(ratio, 3));
      finding.claim =
          fmt::format("{}, {} {}differs by up to {:.{}f} % of its largest entry", without, named(r), size, 100 * gap, gap < 0.01 ? 4 : 0);
    }
    findings_.push_back(std::move(finding));
  }

  /// Divisions that correct the first steps, all left out together: alone each shows only its own pull.
  void without_corrections() {
    if (laboratory_.states().empty() || !laboratory_.affords(part_trials * 4)) return;
    std::vector<KnockOut> corrections;
    for (const auto& each : list_)
      if (each.verb == "the division by" && laboratory_.computes(each.whole) && counts_steps(each.dropped)) corrections.push_back(each);
    if (corrections.size() < 2 || corrections.size() > 4) return;
    auto changed = analysis_;
    std::vector<std::string> names;
    for (const auto& each : corrections) {
      changed = without(changed, each);
      names.insert(names.begin(), analysis_.equation.text(each.dropped));
    }
    Laboratory other(changed, work_);
    if (!other.works() || other.results().size() != laboratory_.results().size()) return;
    if (const auto found = change(other, When::at_first_step))
      tell(corrections.front(), fmt::format("at the first step, without the divisions by {} together", list_of(names)),
           farthest(found->gap, corrections.front()), *found, 66);
  }

  bool counts_steps(ExpressionId id) const {
    const auto& arena = analysis_.equation.arena;
    const auto parts = below(analysis_.equation, id);
    return std::any_of(parts.begin(), parts.end(), [&](ExpressionId part) {
      const auto k = arena[part].kind == ExpressionKind::symbol ? laboratory_.knob_of(arena[part].symbol) : none;
      return k != none && laboratory_.knobs()[k].domain == "step";
    });
  }

  /// Of the results that changed the one that reads most; else the one that the part stands in.
  std::size_t farthest(const std::vector<double>& gap, const KnockOut& knock_out) const {
    std::size_t found = gap.size();
    for (std::size_t r = 0; r < gap.size(); ++r)
      if (gap[r] >= no_difference &&
          (found == gap.size() || laboratory_.reach(laboratory_.results()[r]) > laboratory_.reach(laboratory_.results()[found])))
        found = r;
    for (std::size_t r = 0; r < gap.size() && found == gap.size(); ++r)
      if (inside(knock_out.whole, laboratory_.gauges()[laboratory_.results()[r]].expression)) found = r;
    return found;
  }

  bool inside(ExpressionId part, ExpressionId whole) const {
    const auto all = below(analysis_.equation, whole);
    return std::find(all.begin(), all.end(), part) != all.end();
  }

  /// The results that equal inputs leave numbers only thanks to the part that was dropped, in one draw; nothing if it cannot be tried.
  std::optional<std::vector<bool>> kept_by(Laboratory& other, std::size_t k, bool zero, std::size_t draw) {
    auto inputs = laboratory_.draw(draw);
    for (auto& x : inputs[k].data) x = zero ? 0 : inputs[k].data.front();
    const auto same = carried_over(laboratory_, inputs, other);
    if (!same) return std::nullopt;
    const auto before = laboratory_.measure(inputs), after = other.measure(*same);
    if (before.empty() || after.empty()) return std::nullopt;
    std::vector<bool> kept;
    for (std::size_t r = 0; r < laboratory_.results().size(); ++r)
      kept.push_back(all_numbers(before[laboratory_.results()[r]]) && !all_numbers(after[other.results()[r]]));
    return kept;
  }

  /// Where the formula survives equal inputs only thanks to the part that was dropped.
  void compare_at_equal_inputs(const KnockOut& knock_out, Laboratory& other) {
    constexpr std::size_t draws = 3;
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
      if (!is_free(laboratory_.knobs()[k]) || laboratory_.knobs()[k].fixed) continue;
      for (const bool zero : {false, true}) {
        auto kept = kept_by(other, k, zero, 1);
        if (!kept) return;
        // What is no number in one draw alone is that draw's.
        for (std::size_t n = 2; n <= draws && std::count(kept->begin(), kept->end(), true) > 0; ++n) {
          const auto again = kept_by(other, k, zero, n);
          if (!again) return;
          for (std::size_t r = 0; r < kept->size(); ++r) (*kept)[r] = (*kept)[r] && (*again)[r];
        }
        const auto found = std::find(kept->begin(), kept->end(), true);
        if (found == kept->end()) continue;
        const auto g = laboratory_.results()[static_cast<std::size_t>(found - kept->begin())];
        findings_.push_back({"knock-out",
                             fmt::format("{}, ${}$ is no number if {}", dropped(knock_out), laboratory_.gauges()[g].name,
                                         zero ? fmt::format("${}$ is 0", laboratory_.knobs()[k].name)
                                              : fmt::format("all entries of ${}$ are equal", laboratory_.knobs()[k].name)),
                             "it alone keeps 0 from being divided by 0", draws, draws, 0, "", Verdict::holds, laboratory_.reach(g), 63});
        return;
      }
    }
  }

  const Analysis& analysis_;
  Laboratory& laboratory_;
  std::size_t& work_;
  std::vector<Finding>& findings_;
  std::vector<KnockOut> list_;
};

/// A factor that is made of sizes alone, and what it scales.
struct Scaling {
  ExpressionId whole = none;
  ExpressionId scaled = none;
  ExpressionId factor = none;
  std::string size;
  bool division = true;
};

std::optional<std::string> size_alone(const Analysis& analysis, ExpressionId id) {
  std::optional<std::string> name;
  for (const auto part : below(analysis.equation, id)) {
    const auto& expression = analysis.equation.arena[part];
    if (expression.kind == ExpressionKind::number || expression.kind == ExpressionKind::apply) continue;
    if (expression.kind != ExpressionKind::symbol) return std::nullopt;
    const auto& latex = analysis.equation.symbols[expression.symbol].latex;
    if ((name && *name != latex) || !analysis.shapes.sizes.find(latex)) return std::nullopt;
    name = latex;
  }
  return name;
}

std::vector<Scaling> scalings(const Analysis& analysis) {
  std::vector<Scaling> list;
  const auto& arena = analysis.equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const bool division = arena.applies(id, "division"), product = arena.applies(id, "product");
    if (arena[id].source != 0 || (!division && !product)) continue;
    const auto left = arena.child(id, 0), right = arena.child(id, 1);
    const auto factor = division ? right : left, scaled = division ? left : right;
    if (arena[scaled].kind == ExpressionKind::number) continue;
    if (const auto size = size_alone(analysis, factor)) list.push_back({id, scaled, factor, *size, division});
  }
  return list;
}

/// What a factor made of a size is for, by the exponents of the spread without and with it.
std::string reason_of_scaling(double grows, double stays) {
  if (std::abs(stays) < 0.15) return "it keeps a sum of that many terms at one scale";
  return stays < 0 && grows > 0 ? "it makes the sum an average: the fewer terms, the more it scatters" : "";
}

/// The exponent of the growth of two gauges' spread with a size, by a line through logarithms.
void look_at_growth(const Analysis& analysis, std::size_t& work, std::vector<Finding>& findings) {
  for (const auto& scaling : scalings(analysis)) {
    std::vector<double> sizes, bare, scaled;
    for (const std::size_t size : {4U, 16U, 64U}) {
      Laboratory laboratory(analysis, work, {{scaling.size, size}});
      if (!laboratory.works() || !laboratory.affords(growth_trials)) return;
      double of_bare = 0, of_scaled = 0;
      for (std::size_t n = 0; n < growth_trials; ++n) {
        const auto values = laboratory.measure(laboratory.draw(n + 1));
        for (std::size_t g = 0; g < values.size(); ++g) {
          const auto square = std::pow(root_mean_square(values[g]), 2);
          if (laboratory.gauges()[g].expression == scaling.scaled) of_bare += square;
          if (laboratory.gauges()[g].expression == scaling.whole) of_scaled += square;
        }
      }
      sizes.push_back(std::log(static_cast<double>(size)));
      bare.push_back(0.5 * std::log(of_bare));
      scaled.push_back(0.5 * std::log(of_scaled));
    }
    const auto fitted = [&](const std::vector<double>& values) {
      return (values.back() - values.front()) / (sizes.back() - sizes.front());
    };
    const auto grows = fitted(bare), stays = fitted(scaled);
    if (!std::isfinite(grows) || !std::isfinite(stays) || std::abs(grows) < 0.2) continue;
    // Drawn numbers scatter: what is near a multiple of one half is taken as that.
    const auto rounded = [](double x) {
      const auto half = std::round(2 * x) / 2;
      return print_number((std::abs(x - half) < 0.15 ? half : std::round(10 * x) / 10) + 0.0, 2);
    };
    findings.push_back(
        {"growth",
         fmt::format("without {} ${}$, the spread of ${}$ grows about as ${}^{{{}}}$, with it as ${}^{{{}}}$ (inputs drawn from a "
                     "normal distribution)",
                     scaling.division ? "the division by" : "the factor", analysis.equation.text(scaling.factor),
                     analysis.equation.text(scaling.scaled), scaling.size, rounded(grows), scaling.size,
                     rounded(std::abs(stays) < 0.05 ? 0 : stays)),
         reason_of_scaling(grows, stays), growth_trials * 3, 0, std::abs(grows - std::round(10 * grows) / 10), "", Verdict::holds, 0,
         std::abs(stays) < 0.1 && scaling.division ? 67 : 31});
  }
}

}  // namespace

void look_without_parts(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  look_at_growth(analysis, work, findings);
  KnockOuts(analysis, laboratory, work, findings).look();
}

}  // namespace eqlens
