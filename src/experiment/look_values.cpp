// What the values have in common in all trials: sums, means, ranges, and bounds by the inputs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "experiment/branches.hpp"
#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/rounding.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t value_trials = 16;
constexpr double exact = 1e-9;
// Standardised values have variance 1 up to the small constant that keeps the division finite.
constexpr double nearly = 2e-3;

/// The trials: mostly as drawn; in some, inputs that may be any number are much larger.
std::vector<Values> inputs_of_trials(const Laboratory& laboratory) {
  std::vector<Values> drawn;
  for (std::size_t n = 0; n < value_trials; ++n) {
    auto inputs = laboratory.draw(n);
    const double factor = n % 4 == 3 ? 100 : n % 4 == 2 ? 10 : 1;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (is_free(laboratory.knobs()[k]))
        for (auto& x : inputs[k].data) x *= factor;
    drawn.push_back(std::move(inputs));
  }
  return drawn;
}

class ValueLook {
 public:
  ValueLook(Laboratory& laboratory, std::vector<Finding>& findings) : laboratory_(laboratory), findings_(findings) {}

  void look() {
    for (auto& inputs : inputs_of_trials(laboratory_)) {
      auto values = laboratory_.measure(inputs);
      if (values.empty()) break;
      trials_.push_back(std::move(inputs));
      values_.push_back(std::move(values));
    }
    if (values_.size() < 4) return;
    shape();
    for (std::size_t g = 0; g < laboratory_.gauges().size(); ++g) {
      if (!finite(g)) continue;
      along_axes(g);
      if (!laboratory_.gauges()[g].result) continue;
      range(g);
      hull(g);
      for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k)
        if (laboratory_.reads(g, k) && !laboratory_.knobs()[k].fixed) order(g, k);
    }
  }

 private:
  bool finite(std::size_t g) const {
    return std::all_of(values_.begin(), values_.end(), [g](const Values& values) { return all_numbers(values[g]); });
  }

  /// Which shape comes out when all sizes differ, so that no wrong axis could pass.
  void shape() {
    std::set<std::pair<std::string, std::size_t>> sizes;
    for (const auto& [extent, size] : laboratory_.sizes()) sizes.emplace(size, extent);
    std::set<std::size_t> different;
    std::string text;
    for (const auto& [size, extent] : sizes) {
      different.insert(extent);
      text += fmt::format("{}${} = {}$", text.empty() ? "" : ", ", size, extent);
    }
    // The result that reads most is what the display is about.
    auto last = laboratory_.results().front();
    for (const auto g : laboratory_.results())
      if (laboratory_.reach(g) >= laboratory_.reach(last)) last = g;
    if (sizes.size() < 2 || different.size() != sizes.size() || laboratory_.gauges()[last].extents.empty()) return;
    add("sizes",
        fmt::format("with all sizes different, {}, ${}$ comes out {}", text, laboratory_.gauges()[last].name,
                    print_extents(values_[0][last])),
        "a forgotten transpose or a wrong axis would fail", 0, 16);
  }

  std::string because(std::size_t g, std::string_view otherwise) const {
    auto reason = reason_of(laboratory_.analysis().equation, laboratory_.gauges()[g].expression);
    return reason.empty() ? std::string(otherwise) : reason;
  }

  void add(std::string kind, std::string claim, std::string reason, double worst, int surprise) {
    findings_.push_back({std::move(kind), std::move(claim), std::move(reason), values_.size(), 0, worst, "", Verdict::holds, 0, surprise});
  }

  /// Numbers that are the same in every trial, or whole, as counts are: their sum says nothing.
  bool by_chance(std::size_t g) const {
    const auto& first = values_.front()[g].data;
    bool same = true, whole = true;
    for (const auto& values : values_) {
      same = same && values[g].data == first;
      whole = whole && std::all_of(values[g].data.begin(), values[g].data.end(), [](double x) { return x == std::floor(x); });
    }
    return same || whole;
  }

  /// Whether something is divided in an expression or in what defines its symbols, or a softmax stands there.
  bool divides(ExpressionId root, std::size_t depth = 0) const {
    constexpr std::size_t deepest = 6;
    const auto& equation = laboratory_.analysis().equation;
    const auto all = below(equation, root);
    return std::any_of(all.begin(), all.end(), [&](ExpressionId id) {
      const auto& expression = equation.arena[id];
      if (expression.operation != nullptr &&
          (expression.operation->name == "division" || expression.operation->name.find("softmax") != std::string_view::npos))
        return true;
      if (expression.kind != ExpressionKind::symbol || depth == deepest) return false;
      return std::any_of(equation.statements.begin(), equation.statements.end(), [&](const Statement& statement) {
        const bool defines = std::find(statement.defines.begin(), statement.defines.end(), expression.symbol) != statement.defines.end();
        return defines && statement.value != none && divides(statement.value, depth + 1);
      });
    });
  }

  bool of_shares(std::size_t g) const {
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k)
      if (laboratory_.reads(g, k) && (laboratory_.knobs()[k].domain == "simplex" || laboratory_.knobs()[k].domain == "one-hot"))
        return true;
    return !reason_of(laboratory_.analysis().equation, laboratory_.gauges()[g].expression).empty();
  }

  /// Sums, means and variances of the runs of entries along one axis.
  void along_axes(std::size_t g) {
    const auto& gauge = laboratory_.gauges()[g];
    for (std::size_t axis = 0; axis < gauge.extents.size(); ++axis) {
      const auto length = gauge.extents[axis];
      if (length < 2) continue;
      double sum_gap = 0, mean_gap = 0, spread_gap = 0;
      bool sum_one = true, mean_zero = true, spread_one = true;
      std::size_t stride = 1;
      for (auto next = axis + 1; next < gauge.extents.size(); ++next) stride *= gauge.extents[next];
      for (const auto& values : values_) {
        const auto& data = values[g].data;
        for (std::size_t start = 0; start < data.size(); ++start) {
          if (start / stride % length != 0) continue;
          double sum = 0, squares = 0, sizes = 0;
          for (std::size_t i = 0; i < length; ++i) {
            const auto x = data[start + i * stride];
            sum += x;
            squares += x * x;
            sizes += std::abs(x);
          }
          const auto n = static_cast<double>(length);
          const auto mean = sum / n;
          sum_gap = std::max(sum_gap, std::abs(sum - 1));
          mean_gap = std::max(mean_gap, sizes == 0 ? 1 : std::abs(sum) / sizes);
          spread_gap = std::max(spread_gap, std::abs(squares / n - mean * mean - 1));
        }
        sum_one = sum_one && sum_gap < exact;
        mean_zero = mean_zero && mean_gap < exact;
        spread_one = spread_one && spread_gap < nearly;
        if (!sum_one && !mean_zero && !spread_one) break;
      }
      const auto entries =
          gauge.axes[axis].empty() ? fmt::format("the {} entries", length) : fmt::format("the ${}$ entries", gauge.axes[axis]);
      const auto over = gauge.extents.size() > 1 ? fmt::format("{} of each run along that size of ${}$", entries, gauge.name)
                                                 : fmt::format("{} of ${}$", entries, gauge.name);
      if (sum_one) evenness(g, axis);
      if (const bool divided = divides(laboratory_.gauges()[g].expression); sum_one && !by_chance(g) && (divided || of_shares(g)))
        add("sums-to-one", fmt::format("{} sum to 1", over), because(g, divided ? "each is divided by the total of them all" : ""), sum_gap,
            40);
      if (mean_zero)
        add("mean-zero", fmt::format("{} have the mean 0", over), because(g, "their mean is taken away from each"), mean_gap, 42);
      if (spread_one && mean_zero)
        add("spread-one", fmt::format("{} have the variance 1, up to the small constant", over), "they are divided by their own spread",
            spread_gap, 43);
    }
  }

  /// Whether shares become more or less even as one positive number grows, by their entropy.
  void evenness(std::size_t g, std::size_t axis) {
    const auto& gauge = laboratory_.gauges()[g];
    for (std::size_t k = 0; k < laboratory_.knobs().size() && gauge.result; ++k) {
      const auto& knob = laboratory_.knobs()[k];
      if (knob.fixed || !knob.extents.empty() || knob.domain != "positive" || !laboratory_.reads(g, k)) continue;
      bool rises = true, falls = true;
      for (std::size_t n = 0; n < value_trials / 4; ++n) {
        double before = 0;
        for (const double factor : {0.5, 1.0, 2.0}) {
          auto inputs = laboratory_.draw(n);
          inputs[k].data[0] *= factor;
          const auto values = laboratory_.measure(inputs);
          if (values.empty()) return;
          double entropy = 0;
          for (const auto x : values[g].data) entropy -= x > 0 ? x * std::log(x) : 0;
          rises = rises && (factor == 0.5 || entropy > before);
          falls = falls && (factor == 0.5 || entropy < before);
          before = entropy;
        }
      }
      if (rises != falls)
        add("evenness",
            fmt::format("the larger ${}$, the {} even ${}$ (its entropy {})", knob.name, rises ? "more" : "less", gauge.name,
                        rises ? "grows" : "falls"),
            gauge.axes[axis].empty() ? "" : fmt::format("at most $\\log {}$, when all are the same", gauge.axes[axis]), 0, 54);
    }
  }

  /// A constant that nobody says lies between 0 and 1 may be larger.
  void with_other_constants(std::size_t g, double& low, double& high) {
    constexpr double times = 50;
    for (std::size_t k = 0; k < laboratory_.knobs().size(); ++k) {
      const auto& knob = laboratory_.knobs()[k];
      if (knob.fixed || knob.domain != "rate" || knob.entry == nullptr || !knob.entry->meaning.ends_with("set by hand") ||
          !laboratory_.reads(g, k))
        continue;
      for (std::size_t n = 0; n < 2; ++n) {
        auto inputs = trials_[n];
        for (auto& x : inputs[k].data) x *= times;
        const auto after = laboratory_.measure(inputs, Laboratory::Look::at_results);
        if (after.empty()) return;
        for (const auto x : after[g].data) {
          low = std::min(low, x);
          high = std::max(high, x);
        }
      }
    }
  }

  void range(std::size_t g) {
    const auto& gauge = laboratory_.gauges()[g];
    const auto& knobs = laboratory_.knobs();
    bool free = false, tamed = false;
    for (std::size_t k = 0; k < knobs.size(); ++k) {
      free = free || (laboratory_.reads(g, k) && !knobs[k].fixed);
      tamed = tamed || (laboratory_.tamed() && laboratory_.reads(g, k) && is_free(knobs[k]));
    }
    if (!free || tamed) return;
    const auto& equation = laboratory_.analysis().equation;
    if (swings(equation) && !equation.arena.applies(gauge.expression, "sine") && !equation.arena.applies(gauge.expression, "cosine"))
      return;
    auto low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& values : values_)
      for (const auto x : values[g].data) {
        low = std::min(low, x);
        high = std::max(high, x);
      }
    if (high - low < exact) return;
    with_other_constants(g, low, high);
    const auto found = fmt::format("the values seen reach from {} to {}", print_number(low, 3), print_number(high, 3));
    const auto span = [&](std::string_view words, int surprise) {
      add("range", fmt::format("${}$ {} for all inputs tried: {}", gauge.name, words, found),
          reason_of(laboratory_.analysis().equation, gauge.expression), 0, surprise);
    };
    if (low >= 0 && high <= 1 + exact)
      span("stays between 0 and 1", 34);
    else if (low >= -1 - exact && high <= 1 + exact)
      span("stays between -1 and 1", 46);
    else if (low >= -exact)
      span("is never negative", 36);
    else if (high <= exact)
      span("is never positive", 36);
  }

  /// Whether the entries of a result are ordered as those of an input.
  void order(std::size_t g, std::size_t k) {
    const auto& gauge = laboratory_.gauges()[g];
    const auto& knob = laboratory_.knobs()[k];
    if (gauge.extents.size() != 1 || knob.extents != gauge.extents || knob.axes != gauge.axes || gauge.extents[0] < 2) return;
    // Another list that goes in could be anything: small beside this one in every draw, and large elsewhere.
    for (std::size_t other = 0; other < laboratory_.knobs().size(); ++other) {
      const auto& axes = laboratory_.knobs()[other].axes;
      const bool along = std::find(axes.begin(), axes.end(), gauge.axes[0]) != axes.end();
      if (other != k && along && laboratory_.reads(g, other)) return;
    }
    bool same = true, opposite = true;
    for (std::size_t n = 0; n < values_.size(); ++n)
      for (std::size_t i = 1; i < gauge.extents[0]; ++i)
        for (std::size_t j = 0; j < i; ++j) {
          const auto by_input = trials_[n][k].data[i] - trials_[n][k].data[j];
          const auto by_result = values_[n][g].data[i] - values_[n][g].data[j];
          same = same && by_input * by_result >= 0;
          opposite = opposite && by_input * by_result <= 0;
        }
    if (same != opposite)
      add("order",
          fmt::format("the entries of ${}$ are in the {} order as those of ${}$", gauge.name, same ? "same" : "opposite", knob.name),
          same ? "each step of it keeps order" : "", 0, 37);
  }

  /// Whether what is added to all of an input is added to the result, as an average does.
  bool moves_along(std::size_t g, std::size_t k) {
    constexpr double added = 5;
    for (std::size_t n = 0; n < 2; ++n) {
      auto inputs = trials_[n];
      for (auto& x : inputs[k].data) x += added;
      const auto after = laboratory_.measure(inputs, Laboratory::Look::at_results);
      if (after.empty()) return false;
      for (std::size_t i = 0; i < after[g].data.size(); ++i)
        if (!(std::abs(after[g].data[i] - values_[n][g].data[i] - added) < 1e-6)) return false;
    }
    return true;
  }

  /// Whether each entry lies between the smallest and the largest of the entries of an input that it is made of.
  void hull(std::size_t g) {
    const auto& gauge = laboratory_.gauges()[g];
    const auto& knobs = laboratory_.knobs();
    for (std::size_t k = 0; k < knobs.size(); ++k) {
      if (!laboratory_.reads(g, k) || knobs[k].fixed || !is_free(knobs[k])) continue;
      bool inside = true, touched = false;
      for (std::size_t n = 0; n < values_.size() && inside; ++n) {
        const auto all = fibres(trials_[n][k], knobs[k].axes, values_[n][g], gauge.axes);
        inside = all.size() == values_[n][g].data.size();
        for (std::size_t i = 0; i < all.size() && inside; ++i) {
          const auto [low, high] = std::minmax_element(all[i].entries.begin(), all[i].entries.end());
          const auto slack = exact * std::max(1.0, std::max(std::abs(*low), std::abs(*high)));
          inside = values_[n][g].data[i] >= *low - slack && values_[n][g].data[i] <= *high + slack;
          touched = touched || *high - *low > slack;
        }
      }
      if (inside && touched && moves_along(g, k))
        add("bounds",
            fmt::format("every entry of ${}$ lies between the smallest and the largest entry of ${}$ that it is made of", gauge.name,
                        knobs[k].name),
            has_branches(laboratory_.analysis().equation.arena)
                ? ""
                : "a weighted average whose shares are positive and sum to 1 cannot overshoot",
            0, 55);
    }
  }

  Laboratory& laboratory_;
  std::vector<Finding>& findings_;
  std::vector<Values> trials_;
  std::vector<Values> values_;
};

}  // namespace

void look_at_values(Laboratory& laboratory, std::vector<Finding>& findings) { ValueLook(laboratory, findings).look(); }

}  // namespace eqlens
