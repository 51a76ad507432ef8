// Knock-outs and growth: what each factor and term is there for, and what a larger size does.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

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

/// A way to leave something out: the expression becomes one of its children.
struct KnockOut {
  ExpressionId whole = none;
  ExpressionId kept = none;
  ExpressionId dropped = none;
  std::string_view verb;  ///< "the division by", "the factor", "the term"
};

std::vector<KnockOut> knock_outs(const Analysis& analysis) {
  const auto& arena = analysis.equation.arena;
  const auto same_rank = [&](ExpressionId a, ExpressionId b) {
    const auto& shapes = analysis.shapes.expressions;
    return shapes[a].known && shapes[b].known && shapes[a].rank() == shapes[b].rank();
  };
  std::vector<KnockOut> list;
  for (auto id = arena.size(); id-- > 0;) {
    if (arena[id].source != 0 || arena[id].kind != ExpressionKind::apply || arena[id].child_count != 2) continue;
    const auto left = arena.child(id, 0), right = arena.child(id, 1);
    if (left == none || right == none) continue;
    const auto drop = [&](ExpressionId kept, ExpressionId dropped, std::string_view verb) {
      if (same_rank(id, kept) && arena[dropped].kind != ExpressionKind::number) list.push_back({id, kept, dropped, verb});
    };
    if (arena.applies(id, "division") && arena[left].kind != ExpressionKind::number) drop(left, right, "the division by");
    if (arena.applies(id, "plus")) {
      drop(left, right, "the term");
      drop(right, left, "the term");
    }
    if (arena.applies(id, "minus")) drop(left, right, "taking away");
    if (arena.applies(id, "product") || arena.applies(id, "times") || arena.applies(id, "elementwise product")) {
      drop(left, right, "the factor");
      drop(right, left, "the factor");
    }
  }
  // Divisions first: they are there for a reason that can be measured.
  std::stable_partition(list.begin(), list.end(), [](const KnockOut& each) { return each.verb == "the division by"; });
  return list;
}

Analysis without(const Analysis& analysis, const KnockOut& knock_out) {
  auto copy = analysis;
  copy.equation.arena.at(knock_out.whole) = analysis.equation.arena[knock_out.kept];
  copy.shapes.expressions[knock_out.whole] = analysis.shapes.expressions[knock_out.kept];
  return copy;
}

/// The inputs of another laboratory, found by their names.
std::optional<Values> carried_over(const Laboratory& from, const Values& inputs, const Laboratory& to) {
  auto values = to.draw(0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto found =
        std::find_if(from.knobs().begin(), from.knobs().end(), [&](const Knob& knob) { return knob.name == to.knobs()[k].name; });
    if (found == from.knobs().end() || found->extents != to.knobs()[k].extents) return std::nullopt;
    values[k] = inputs[static_cast<std::size_t>(found - from.knobs().begin())];
  }
  return values;
}

class KnockOuts {
 public:
  KnockOuts(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings)
      : analysis_(analysis), laboratory_(laboratory), work_(work), findings_(findings) {}

  void look() {
    std::size_t tried = 0;
    for (const auto& knock_out : knock_outs(analysis_)) {
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
    return fmt::format("without {} ${}$", knock_out.verb, analysis_.equation.text(knock_out.dropped));
  }

  bool guards(const KnockOut& knock_out) const {
    const auto& expression = analysis_.equation.arena[knock_out.dropped];
    if (expression.kind != ExpressionKind::symbol) return false;
    const auto* entry = analysis_.roles.find(expression.symbol);
    return entry != nullptr && entry->domain == "stability";
  }

  void compare(const KnockOut& knock_out, Laboratory& other) {
    std::vector<double> gap(laboratory_.results().size(), 0), ratio(gap), shared(gap);
    for (std::size_t n = 0; n < part_trials; ++n) {
      auto inputs = laboratory_.draw(n);
      // Steps are counted on: at the first one powers and roots of the counter are 1.
      for (std::size_t k = 0; k < inputs.size(); ++k)
        if (laboratory_.knobs()[k].domain == "step") std::fill(inputs[k].data.begin(), inputs[k].data.end(), static_cast<double>(n + 2));
      const auto same = carried_over(laboratory_, inputs, other);
      if (!same) return;
      const auto before = laboratory_.measure(inputs), after = other.measure(*same);
      if (before.empty() || after.empty()) return;
      for (std::size_t r = 0; r < gap.size(); ++r) {
        // A result of another shape is another formula.
        if (before[laboratory_.results()[r]].extents != after[other.results()[r]].extents) return;
        const auto& a = before[laboratory_.results()[r]];
        const auto& b = after[other.results()[r]];
        gap[r] = std::max(gap[r], deviation(a, b));
        ratio[r] += root_mean_square(b) / std::max(1e-300, root_mean_square(a)) / part_trials;
      }
    }
    if (guards(knock_out)) return;
    if (const auto r = farthest(gap, knock_out); r < gap.size()) {
      const auto g = laboratory_.results()[r];
      const auto& gauge = laboratory_.gauges()[g];
      Finding finding{"knock-out", "", "", part_trials, 0, gap[r], "", Verdict::holds, laboratory_.reach(g), 26};
      if (gap[r] < no_difference) {
        finding.claim = fmt::format("{}, ${}$ comes out the same: it changes nothing", dropped(knock_out), gauge.name);
        finding.surprise = 70;
      } else if (!std::isfinite(ratio[r]) || !std::isfinite(gap[r])) {
        finding.claim = fmt::format("{}, ${}$ is no number any more", dropped(knock_out), gauge.name);
        finding.surprise = 60;
      } else {
        const auto size =
            std::abs(ratio[r] - 1) < 0.005 ? std::string() : fmt::format("is {} times as large on average and ", print_number(ratio[r], 3));
        finding.claim = fmt::format("{}, ${}$ {}differs by up to {:.{}f} % of its largest entry", dropped(knock_out), gauge.name, size,
                                    100 * gap[r], gap[r] < 0.01 ? 4 : 0);
      }
      findings_.push_back(std::move(finding));
    }
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

  /// Where the formula survives equal inputs only thanks to the part that was dropped.
  void compare_at_equal_inputs(const KnockOut& knock_out, Laboratory& other) {
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
      if (!is_free(laboratory_.knobs()[k]) || laboratory_.knobs()[k].fixed) continue;
      auto inputs = laboratory_.draw(1);
      for (const bool zero : {false, true}) {
        for (auto& x : inputs[k].data) x = zero ? 0 : inputs[k].data.front();
        const auto same = carried_over(laboratory_, inputs, other);
        if (!same) return;
        const auto before = laboratory_.measure(inputs), after = other.measure(*same);
        if (before.empty() || after.empty()) return;
        for (std::size_t r = 0; r < laboratory_.results().size(); ++r) {
          const auto g = laboratory_.results()[r];
          if (!all_numbers(before[g]) || all_numbers(after[other.results()[r]])) continue;
          findings_.push_back({"knock-out",
                               fmt::format("{}, ${}$ is no number if {}", dropped(knock_out), laboratory_.gauges()[g].name,
                                           zero ? fmt::format("${}$ is 0", laboratory_.knobs()[k].name)
                                                : fmt::format("all entries of ${}$ are equal", laboratory_.knobs()[k].name)),
                               "it alone keeps 0 from being divided by 0", 1, 1, 0, "", Verdict::holds, laboratory_.reach(g), 63});
          return;
        }
      }
    }
  }

  const Analysis& analysis_;
  Laboratory& laboratory_;
  std::size_t& work_;
  std::vector<Finding>& findings_;
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
    const auto rounded = [](double x) { return print_number(std::round(10 * x) / 10 + 0.0, 2); };
    findings.push_back({"growth",
                        fmt::format("without {} ${}$, the spread of ${}$ grows as ${}^{{{}}}$, with it as ${}^{{{}}}$ (inputs drawn from a "
                                    "normal distribution)",
                                    scaling.division ? "the division by" : "the factor", analysis.equation.text(scaling.factor),
                                    analysis.equation.text(scaling.scaled), scaling.size, rounded(grows), scaling.size,
                                    rounded(std::abs(stays) < 0.05 ? 0 : stays)),
                        "it keeps a sum of that many terms at one scale", growth_trials * 3, 0,
                        std::abs(grows - std::round(10 * grows) / 10), "", Verdict::holds, 0,
                        std::abs(stays) < 0.1 && scaling.division ? 67 : 31});
  }
}

}  // namespace

void look_without_parts(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  look_at_growth(analysis, work, findings);
  KnockOuts(analysis, laboratory, work, findings).look();
}

}  // namespace eqlens
