// Along each size: which entries of a result depend on which of an input, does the order matter, do the places add up?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "evaluate/sample.hpp"
#include "experiment/branches.hpp"
#include "experiment/look.hpp"
#include "experiment/set_axes.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t order_trials = 3;
constexpr double same_value = 1e-9;
// Along a longer axis the rest does what these do.
constexpr std::size_t most_slices = 5;

/// The sizes, first those that no learned array has: they count items, and what is said of items is worth most. Short axes are
/// tried sooner.
std::vector<std::string> sizes_of(const Laboratory& laboratory) {
  std::set<std::string> learned;
  std::map<std::string, std::size_t> all;
  for (const auto& knob : laboratory.knobs())
    for (std::size_t axis = 0; axis < knob.axes.size(); ++axis)
      if (!knob.axes[axis].empty() && knob.extents[axis] > 1 && !knob.fixed) {
        all.emplace(knob.axes[axis], knob.extents[axis]);
        if (is_learned(knob)) learned.insert(knob.axes[axis]);
      }
  std::vector<std::string> names;
  for (const auto& [name, extent] : all) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return std::pair(learned.contains(a), all.at(a)) < std::pair(learned.contains(b), all.at(b));
  });
  return names;
}

bool has_axis(const std::vector<std::string>& axes, const std::string& name) {
  return std::find(axes.begin(), axes.end(), name) != axes.end();
}

/// Labels and flags have no value in between; a covariance must stay symmetric.
bool may_be_nudged(const Knob& knob) {
  return knob.domain != "one-hot" && knob.domain != "label" && knob.domain != "covariance" && !knob.domain.starts_with(one_of_word);
}

/// Which place is picked may stay the same under every change tried, and so may what is rounded.
bool picks_by_size(const Equation& equation) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (rounds(arena, id) || (arena[id].kind == ExpressionKind::reduce && takes_one_of_several(arena, id))) return true;
  return false;
}

/// How a result follows one input along a size.
enum class Pattern : std::uint8_t { unknown, nothing, own, all, past, other };

using Table = std::vector<std::vector<bool>>;

Pattern pattern_of(const Table& table) {
  bool own = true, all = true, past = true, any = false;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      const bool moves = table[i][j];
      any = any || moves;
      own = own && moves == (i == j);
      all = all && moves;
      past = past && moves == (j <= i);
    }
  return !any ? Pattern::nothing : own ? Pattern::own : all ? Pattern::all : past ? Pattern::past : Pattern::other;
}

/// The experiments along one size.
class Along {
 public:
  Along(Laboratory& laboratory, std::string size, std::vector<Finding>& findings)
      : laboratory_(laboratory), size_(std::move(size)), findings_(findings) {}

  void look() {
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
      const auto& knob = laboratory_.knobs()[k];
      if (!knob.fixed && may_be_nudged(knob) && has_axis(knob.axes, size_)) follow(k);
    }
    for (const auto g : laboratory_.results()) tell(g);
    order();
    separate();
  }

 private:
  /// Changes one slice of an input after the other and notes which slices of the results move: in any of several draws, because a
  /// factor that is 0 in one of them hides what stands beside it.
  void follow(std::size_t k) {
    constexpr std::size_t plenty = 400;
    const std::size_t tries = is_learned(laboratory_.knobs()[k]) || !laboratory_.affords(plenty) ? 1 : 3;
    std::map<std::size_t, Table> moved;
    // Where one draw shows that every place is reached, no other can show more.
    const auto may_hide = [](const auto& each) {
      const auto seen = pattern_of(each.second);
      return seen == Pattern::own || seen == Pattern::past;
    };
    for (std::size_t n = 0; n < tries && (n == 0 || std::any_of(moved.begin(), moved.end(), may_hide)); ++n)
      if (!follow(k, n, moved)) return;
    for (const auto& [g, table] : moved) patterns_[g][k] = pattern_of(table);
  }

  bool follow(std::size_t k, std::size_t draw, std::map<std::size_t, Table>& moved) {
    const auto& knob = laboratory_.knobs()[k];
    std::size_t length = 0;
    for (std::size_t axis = 0; axis < knob.axes.size(); ++axis)
      if (knob.axes[axis] == size_) length = knob.extents[axis];
    const auto inputs = laboratory_.draw(draw);
    const auto before = laboratory_.measure(inputs, Laboratory::Look::at_results);
    if (before.empty() || length < 2) return false;
    const auto tried = std::min(length, most_slices);
    for (std::size_t j = 0; j < tried; ++j) {
      auto changed = inputs;
      nudge(changed, k, j);
      const auto after = laboratory_.measure(changed, Laboratory::Look::at_results);
      if (after.empty()) return false;
      for (const auto g : laboratory_.results()) {
        const auto& gauge = laboratory_.gauges()[g];
        if (!laboratory_.reads(g, k) || !has_axis(gauge.axes, size_)) continue;
        auto& table = moved[g];
        table.resize(length, std::vector<bool>(tried, false));
        for (std::size_t i = 0; i < length; ++i) {
          const auto rows = slice(after[g], gauge.axes, size_, i);
          for (std::size_t e = 0; e < rows.size(); ++e)
            if (rows[e] && after[g].data[e] != before[g].data[e]) table[i][j] = true;
        }
      }
    }
    return true;
  }

  void nudge(Values& inputs, std::size_t k, std::size_t at, double times = 1) const {
    const auto& knob = laboratory_.knobs()[k];
    const auto inside = slice(inputs[k], knob.axes, size_, at);
    for (std::size_t i = 0; i < inside.size(); ++i)
      if (inside[i]) {
        auto& x = inputs[k].data[i];
        x += is_free(knob) ? 0.37 * times : knob.domain == "positive" ? 0.37 * times * x : -0.37 * x;
      }
  }

  std::vector<std::size_t> followed(std::size_t g, Pattern pattern) {
    std::vector<std::size_t> found;
    for (const auto& [k, seen] : patterns_[g])
      if (seen == pattern) found.push_back(k);
    return found;
  }

  std::string names(const std::vector<std::size_t>& knobs) const {
    std::vector<std::string> all;
    for (const auto k : knobs) all.push_back(laboratory_.knobs()[k].name);
    return list_of(all);
  }

  /// "rows", if each of the inputs has its rows along the size; "parts" where they differ.
  std::string pieces_of(const std::vector<std::size_t>& knobs) const {
    auto words = pieces(laboratory_.knobs()[knobs.front()].axes, size_);
    for (const auto k : knobs)
      if (pieces(laboratory_.knobs()[k].axes, size_) != words) words = "parts";
    return words;
  }

  /// `h_v = ...` names an entry, or a row, at v.
  bool counts_entries(const Gauge& gauge) const {
    const auto& statements = laboratory_.analysis().equation.statements;
    return std::any_of(statements.begin(), statements.end(),
                       [&](const Statement& statement) { return !statement.free_indices.empty() && statement.value == gauge.expression; });
  }

  /// One of them.
  static std::string piece(const std::string& pieces) {
    return pieces == "entries" ? "entry" : pieces == "rows and columns" ? "row and column" : pieces.substr(0, pieces.size() - 1);
  }

  void add(std::size_t g, std::string kind, std::string claim, std::string_view reason, std::size_t runs, double worst, int surprise) {
    findings_.push_back(
        {std::move(kind), std::move(claim), std::string(reason), runs, 0, worst, "", Verdict::holds, laboratory_.reach(g), surprise});
  }

  void tell(std::size_t g) {
    const auto& gauge = laboratory_.gauges()[g];
    if (laboratory_.runs_over_drawn_places(g)) return;
    std::size_t length = 0;
    for (std::size_t axis = 0; axis < gauge.axes.size(); ++axis)
      if (gauge.axes[axis] == size_) length = gauge.extents[axis];
    const auto own_pieces = counts_entries(gauge) ? "entries" : pieces(gauge.axes, size_);
    if (const auto knobs = followed(g, Pattern::own); !knobs.empty()) {
      elementwise_[g] = knobs.size() == patterns_[g].size();
      add(g, "depends-on-own",
          fmt::format("each of the ${}$ {} of ${}$ depends only on its own {} of {}", size_, own_pieces, gauge.name,
                      piece(pieces_of(knobs)), names(knobs)),
          elementwise_[g] ? "nothing is mixed along that size" : "", length, 0,
          gauge.axes.size() > 1 ? 51
          : elementwise_[g]     ? 29
                                : 20);
    }
    // Of one row and one column that change, every other row holds an entry.
    if (const auto knobs = followed(g, Pattern::all); !knobs.empty() && own_pieces != "rows and columns")
      add(g, "depends-on-all",
          fmt::format("changing one of the ${}$ {} of {} changes all ${}$ {} of ${}$", size_, pieces_of(knobs), names(knobs), size_,
                      own_pieces, gauge.name),
          "each is made of all of them", length, 0, 49);
    // Of two places one alone may seem to be read by the other.
    constexpr std::size_t row_of_places = 3;
    if (const auto knobs = followed(g, Pattern::past); !knobs.empty() && length >= row_of_places)
      add(g, "causal",
          fmt::format("along ${}$, ${}$ depends only on {} of {} at the same place or before", size_, gauge.name, pieces_of(knobs),
                      names(knobs)),
          "nothing that comes later reaches an earlier place", length, 0, 80);
  }

  /// What the results do when all inputs are put in another order along the size.
  void order() {
    std::map<std::size_t, double> worst;
    for (std::size_t n = 0; n < order_trials; ++n) {
      auto inputs = laboratory_.draw(n);
      const auto before = laboratory_.measure(inputs, Laboratory::Look::at_results);
      for (std::size_t k = 0; k < inputs.size(); ++k) inputs[k] = rearranged(inputs[k], laboratory_.knobs()[k].axes, size_);
      const auto after = laboratory_.measure(inputs, Laboratory::Look::at_results);
      if (before.empty() || after.empty()) return;
      for (const auto g : laboratory_.results())
        worst[g] = std::max(worst[g], deviation(rearranged(before[g], laboratory_.gauges()[g].axes, size_), after[g]));
    }
    for (const auto& [g, gap] : worst) {
      std::vector<std::size_t> read;
      bool twice = false, weights = false;
      for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
        const auto& axes = laboratory_.knobs()[k].axes;
        if (!has_axis(axes, size_) || !laboratory_.reads(g, k)) continue;
        read.push_back(k);
        weights = weights || is_learned(laboratory_.knobs()[k]);
        twice = twice || std::count(axes.begin(), axes.end(), size_) > 1;
      }
      if (read.empty() || gap > same_value) continue;
      const auto& gauge = laboratory_.gauges()[g];
      const bool follows = has_axis(gauge.axes, size_);
      const bool joint = twice || read.size() > 1;
      const auto what = fmt::format("putting the ${}$ {} of {} in another order{}", size_, pieces_of(read), names(read),
                                    read.size() > 1 ? ", together," : "");
      if (follows && !elementwise_[g])
        add(g, "permutation", fmt::format("{} puts ${}$ in the same order and changes nothing else", what, gauge.name),
            "nothing in the line knows their positions", order_trials, gap, joint && !weights ? 54 : 30);
      if (!follows)
        add(g, "permutation", fmt::format("{} leaves ${}$ as it is", what, gauge.name), "all places enter in the same way", order_trials,
            gap, joint && !weights ? 53 : 33);
    }
  }

  /// Whether a result adds up what each place along the size gives on its own: no place changes what another one does.
  void separate() {
    // What stays as it was drawn may tie the places together.
    for (const auto& knob : laboratory_.knobs())
      if (has_axis(knob.axes, size_) && (knob.fixed || !may_be_nudged(knob))) return;
    const bool any = std::any_of(laboratory_.results().begin(), laboratory_.results().end(),
                                 [&](std::size_t g) { return laboratory_.gauges()[g].extents.empty(); });
    if (!any) return;
    if (picks_by_size(laboratory_.analysis().equation)) return;
    std::map<std::size_t, double> worst;
    for (std::size_t n = 0; n < order_trials; ++n)
      if (!separate(n, worst)) return;
    for (const auto& [g, gap] : worst)
      if (gap < same_value)
        add(g, "adds-up",
            fmt::format("${}$ adds up what each of the ${}$ places gives: what one place adds does not depend on the others",
                        laboratory_.gauges()[g].name, size_),
            "a sum of separate terms", order_trials, gap, 39);
  }

  /// Large changes too: what is cut off or saturates shows only then.
  bool separate(std::size_t trial, std::map<std::size_t, double>& worst) {
    const auto inputs = laboratory_.draw(trial);
    const double times = trial == 0 ? 1 : trial == 1 ? 10 : 100;
    const auto nudged = [&](bool first, bool second) {
      auto changed = inputs;
      for (std::size_t k = 0; k < changed.size(); ++k) {
        const auto& knob = laboratory_.knobs()[k];
        if (knob.fixed || !may_be_nudged(knob) || !has_axis(knob.axes, size_)) continue;
        if (first) nudge(changed, k, 0, times);
        if (second) nudge(changed, k, 1, times);
      }
      return laboratory_.measure(changed, Laboratory::Look::at_results);
    };
    const auto none_moved = nudged(false, false), first = nudged(true, false), second = nudged(false, true), both = nudged(true, true);
    if (both.empty()) return false;
    for (const auto g : laboratory_.results()) {
      const auto& gauge = laboratory_.gauges()[g];
      if (has_axis(gauge.axes, size_) || !gauge.extents.empty()) continue;
      const auto alone = first[g].data[0] - none_moved[g].data[0];
      const auto together = both[g].data[0] - second[g].data[0];
      const bool both_count = std::abs(alone) > 1e-9 && std::abs(second[g].data[0] - none_moved[g].data[0]) > 1e-9;
      const auto gap = both_count ? std::abs(together - alone) / std::abs(alone) : 1;
      worst[g] = std::max(worst[g], std::isfinite(gap) ? gap : 1);
    }
    return true;
  }

  Laboratory& laboratory_;
  std::string size_;
  std::vector<Finding>& findings_;
  std::map<std::size_t, std::map<std::size_t, Pattern>> patterns_;
  std::map<std::size_t, bool> elementwise_;
};

}  // namespace

void look_along_sizes(Laboratory& laboratory, std::vector<Finding>& findings) {
  const auto of_sets = sizes_of_sets(laboratory.analysis());
  for (const auto& size : sizes_of(laboratory))
    if (!of_sets.contains(size)) Along(laboratory, size, findings).look();
}

}  // namespace eqlens
