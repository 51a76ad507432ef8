// Several inputs that are one and the same array, learned matrices that are the identity, one learned number changed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "experiment/look.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t tied_trials = 2;
constexpr std::size_t tied_rows = 3;
constexpr std::size_t tied_width = 4;
// Making another laboratory takes as long as so many runs.
constexpr std::size_t runs_of_a_laboratory = 16;
constexpr double same_as_tied = 1e-9;

std::vector<std::string> names_of(const Laboratory& laboratory, const std::vector<std::size_t>& knobs) {
  std::vector<std::string> names;
  for (const auto k : knobs) names.push_back(laboratory.knobs()[k].name);
  return names;
}

/// Whether a size has a name of its own, so that it can be chosen.
bool is_named(const Laboratory& laboratory, const std::string& axis) {
  return !axis.empty() && laboratory.analysis().shapes.sizes.find(axis).has_value();
}

/// The inputs that could all be the same array of items: free, with two axes.
std::vector<std::size_t> item_arrays(const Laboratory& laboratory) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k) {
    const auto& knob = laboratory.knobs()[k];
    if (!knob.fixed && is_free(knob) && knob.entry != nullptr && !is_learned(knob) && knob.extents.size() == 2) found.push_back(k);
  }
  return found;
}

std::vector<std::size_t> learned_matrices(const Laboratory& laboratory) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k) {
    const auto& knob = laboratory.knobs()[k];
    if (!knob.fixed && is_learned(knob) && (knob.extents.size() == 2 || knob.extents.size() == 3)) found.push_back(k);
  }
  return found;
}

/// Sizes under which arrays of items are alike: as many rows, rows as wide.
std::map<std::string, std::size_t> sizes_alike(const Laboratory& laboratory, const std::vector<std::size_t>& items) {
  std::map<std::string, std::size_t> sizes;
  for (const auto k : items)
    for (const std::size_t axis : {0U, 1U})
      if (const auto& name = laboratory.knobs()[k].axes[axis]; is_named(laboratory, name))
        sizes.emplace(name, axis == 0 ? tied_rows : tied_width);
  return sizes;
}

/// Whether these sizes make the arrays alike: n × m and m × p never are.
bool can_be_alike(const Laboratory& laboratory, const std::vector<std::size_t>& items, const std::map<std::string, std::size_t>& sizes) {
  return std::all_of(items.begin(), items.end(), [&](std::size_t k) {
    const auto& axes = laboratory.knobs()[k].axes;
    const auto rows = sizes.find(axes[0]), columns = sizes.find(axes[1]);
    return rows != sizes.end() && columns != sizes.end() && rows->second == tied_rows && columns->second == tied_width;
  });
}

bool all_alike(const Laboratory& laboratory, const std::vector<std::size_t>& items) {
  return std::all_of(items.begin(), items.end(),
                     [&](std::size_t k) { return laboratory.knobs()[k].extents == laboratory.knobs()[items.front()].extents; });
}

/// The array with its entries along one axis moved a place on.
Array moved_on(const Array& array, std::size_t axis) {
  std::vector<std::string> names(array.rank());
  names[axis] = "moved";
  return rearranged(array, names, "moved");
}

std::size_t axis_of(const Gauge& gauge, const std::string& size) {
  return static_cast<std::size_t>(std::find(gauge.axes.begin(), gauge.axes.end(), size) - gauge.axes.begin());
}

class Tied {
 public:
  Tied(Laboratory& laboratory, std::vector<std::size_t> items, std::vector<Finding>& findings)
      : laboratory_(laboratory), items_(std::move(items)), findings_(findings) {}

  void look() {
    for (const auto g : laboratory_.results()) {
      const auto& gauge = laboratory_.gauges()[g];
      // What goes in is an array of items; along which axis of the result these run, their size says.
      const auto axis = axis_of(gauge, laboratory_.knobs()[items_.front()].axes[0]);
      const bool reads_all = std::all_of(items_.begin(), items_.end(), [&](std::size_t k) { return laboratory_.reads(g, k); });
      if (axis == gauge.axes.size() || !reads_all) continue;
      reorder(g, axis);
      equal_rows(g);
    }
  }

 private:
  Values tied(std::size_t trial, bool equal) const {
    auto inputs = laboratory_.draw(trial);
    auto all = inputs[items_.front()];
    for (std::size_t i = 0; i < all.data.size() && equal; ++i) all.data[i] = all.data[i % all.extents[1]];
    for (const auto k : items_) inputs[k] = all;
    return inputs;
  }

  [[nodiscard]] std::string what() const { return fmt::format("with {} one and the same array", list_of(names_of(laboratory_, items_))); }

  void add(std::size_t g, std::string claim, std::string reason, double worst, int surprise) {
    findings_.push_back(
        {"tied", std::move(claim), std::move(reason), tied_trials, 0, worst, "", Verdict::holds, laboratory_.reach(g), surprise});
  }

  /// Its rows in another order.
  void reorder(std::size_t g, std::size_t axis) {
    double worst = 0;
    for (std::size_t n = 1; n <= tied_trials; ++n) {
      auto inputs = tied(n, false);
      const auto before = laboratory_.measure(inputs, Laboratory::Look::at_results);
      const auto turned = moved_on(inputs[items_.front()], 0);
      for (const auto k : items_) inputs[k] = turned;
      const auto after = laboratory_.measure(inputs, Laboratory::Look::at_results);
      if (before.empty() || after.empty() || !all_numbers(before[g])) return;
      worst = std::max(worst, deviation(moved_on(before[g], axis), after[g]));
    }
    if (worst < same_as_tied)
      add(g,
          fmt::format("{}, putting its rows in another order puts those of ${}$ in the same order and changes nothing else", what(),
                      laboratory_.gauges()[g].name),
          "nothing in the line knows their positions", worst, 63);
  }

  /// All rows equal: what the result is then, if it is a step on the way.
  void equal_rows(std::size_t g) {
    std::set<std::size_t> steps;
    for (std::size_t n = 1; n <= tied_trials; ++n) {
      const auto values = laboratory_.measure(tied(n, true));
      if (values.empty()) return;
      for (std::size_t s = 0; s < values.size(); ++s) {
        const bool fits = s != g && values[s].extents == values[g].extents && deviation(values[s], values[g]) < same_as_tied;
        if (n == 1 && fits && laboratory_.reach(s) < laboratory_.reach(g)) steps.insert(s);
        if (!fits) steps.erase(s);
      }
    }
    if (steps.empty()) return;
    const auto step = *std::min_element(steps.begin(), steps.end(),
                                        [&](std::size_t a, std::size_t b) { return laboratory_.reach(a) < laboratory_.reach(b); });
    add(g,
        fmt::format("{} whose rows are all equal, ${}$ is just ${}$", what(), laboratory_.gauges()[g].name,
                    laboratory_.gauges()[step].name),
        "a blend of equal rows is that row", 0, 62);
  }

  Laboratory& laboratory_;
  std::vector<std::size_t> items_;
  std::vector<Finding>& findings_;
};

/// A single 1 on each place of the diagonal of the last two axes.
void make_identity(Array& array) {
  const auto side = array.extents.back();
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = i / side % side == i % side ? 1 : 0;
}

bool is_square(const Knob& knob) { return knob.extents[knob.extents.size() - 1] == knob.extents[knob.extents.size() - 2]; }

bool is_learned_matrix(const Analysis& analysis, ExpressionId id) {
  const auto& arena = analysis.equation.arena;
  while (arena[id].kind == ExpressionKind::index) id = arena.child(id, 0);
  const auto* entry = arena[id].kind == ExpressionKind::symbol ? analysis.roles.find(arena[id].symbol) : nullptr;
  return entry != nullptr && entry->role == Role::learned;
}

/// `\mathrm{Attention}(X, Y, Z)` of the first operation that is given products with learned matrices, these left out; empty if none is.
std::string bare_call(const Analysis& analysis) {
  const auto& equation = analysis.equation;
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const bool function =
        arena[id].kind == ExpressionKind::apply && arena[id].source == 0 && arena[id].operation->fixity == Fixity::function;
    if (!function || arena[id].operation->name == "call" || arena[id].child_count < 2) continue;
    std::string arguments;
    for (const auto child : arena.children(id)) {
      if (child == none || !arena.applies(child, "product")) break;
      const auto left = arena.child(child, 0), right = arena.child(child, 1);
      if (is_learned_matrix(analysis, left) == is_learned_matrix(analysis, right)) break;
      arguments += (arguments.empty() ? "" : ", ") + equation.text(is_learned_matrix(analysis, left) ? right : left);
      if (child != arena.children(id).back()) continue;
      const Span whole = arena[id].span;
      return equation.text({whole.begin, arena[arena.child(id, 0)].span.begin}, 0) + arguments +
             equation.text({arena[child].span.end, whole.end}, 0);
    }
  }
  return {};
}

/// With identity matrices for all that is learned, and one of what they are stacked by.
void look_at_identities(const Analysis& analysis, const Laboratory& usual, std::size_t& work, std::vector<Finding>& findings) {
  const auto matrices = learned_matrices(usual);
  const auto items = item_arrays(usual);
  if (matrices.size() < 2 || items.empty() || !usual.affords(runs_of_a_laboratory)) return;
  const auto call = bare_call(analysis);
  if (call.empty()) return;
  auto sizes = sizes_alike(usual, items);
  std::string stacked;
  for (const auto k : matrices) {
    const auto& knob = usual.knobs()[k];
    for (std::size_t axis = 0; axis < knob.axes.size(); ++axis) {
      if (!is_named(usual, knob.axes[axis])) continue;
      const bool stack = knob.axes.size() == 3 && axis == 0;
      if (stack) stacked = knob.axes[axis];
      sizes[knob.axes[axis]] = stack ? 1 : tied_width;
    }
  }
  Laboratory laboratory(analysis, work, sizes);
  if (!laboratory.works()) return;
  const auto learned = learned_matrices(laboratory);
  if (learned.size() != matrices.size()) return;
  for (const auto k : learned)
    if (!is_square(laboratory.knobs()[k])) return;
  auto last = laboratory.results().front();
  for (const auto g : laboratory.results())
    if (laboratory.reach(g) > laboratory.reach(last)) last = g;
  const auto bare = analyse(call);
  double worst = 0;
  for (std::size_t n = 1; n <= tied_trials; ++n) {
    auto inputs = laboratory.draw(n);
    for (const auto k : learned) make_identity(inputs[k]);
    EvaluationOptions given;
    for (const auto k : item_arrays(laboratory)) given.values.push_back({laboratory.knobs()[k].name, inputs[k]});
    const auto values = laboratory.measure(inputs, Laboratory::Look::at_results);
    const auto plain = evaluate(bare, given);
    if (values.empty() || plain.results.size() != 1) return;
    worst = std::max(worst, deviation(values[last], plain.results[0].value));
  }
  if (worst > same_as_tied) return;
  findings.push_back({"identity",
                      fmt::format("{}with an identity matrix for each of {}, ${}$ is just ${}$",
                                  stacked.empty() ? "" : fmt::format("if ${}$ is 1, ", stacked), list_of(names_of(laboratory, learned)),
                                  laboratory.gauges()[last].name, call),
                      "an identity matrix changes nothing", tied_trials, 0, worst, "", Verdict::holds, laboratory.reach(last), 61});
}

/// One learned number changed: which entries of a result it moves, and by what.
void look_at_one_weight(Laboratory& laboratory, std::vector<Finding>& findings) {
  for (const auto k : learned_matrices(laboratory))
    for (const auto g : laboratory.results()) {
      const auto& knob = laboratory.knobs()[k];
      const auto& gauge = laboratory.gauges()[g];
      if (knob.extents.size() != 2 || gauge.extents.size() != 2 || !laboratory.reads(g, k) || gauge.extents[1] != knob.extents[1]) continue;
      auto inputs = laboratory.draw(1);
      const auto before = laboratory.measure(inputs);
      inputs[k].data[0] += 1;
      const auto after = laboratory.measure(inputs, Laboratory::Look::at_results);
      if (before.empty() || after.empty()) return;
      // The first column grows by a column of what stands before the matrix, the others stay.
      for (std::size_t s = 0; s < before.size(); ++s) {
        const auto& left = before[s];
        if (left.extents.size() != 2 || left.extents[0] != gauge.extents[0] || left.extents[1] != knob.extents[0]) continue;
        double worst = 0;
        for (std::size_t i = 0; i < after[g].data.size(); ++i) {
          const auto row = i / gauge.extents[1], column = i % gauge.extents[1];
          const auto grown = column == 0 ? left.data[row * left.extents[1]] : 0;
          worst = std::max(worst, std::abs(after[g].data[i] - before[g].data[i] - grown));
        }
        if (worst > same_as_tied) continue;
        findings.push_back({"one-weight",
                            fmt::format("adding 1 to the entry in row 1 and column 1 of ${0}$ adds the first column of ${1}$ to the first "
                                        "column of ${2}$, and changes nothing else",
                                        knob.name, laboratory.gauges()[s].name, gauge.name),
                            "each entry of it says how much of one column goes into another", 1, 0, worst, "", Verdict::holds,
                            laboratory.reach(g), 45});
        break;
      }
    }
}

}  // namespace

void look_at_tied_inputs(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  look_at_one_weight(laboratory, findings);
  const auto items = item_arrays(laboratory);
  const auto sizes = sizes_alike(laboratory, items);
  const bool few = items.size() > 1 && items.size() < 5;
  if (few && can_be_alike(laboratory, items, sizes) && laboratory.affords(runs_of_a_laboratory)) {
    Laboratory equal(analysis, work, sizes);
    const auto same_items = equal.works() ? item_arrays(equal) : std::vector<std::size_t>{};
    if (same_items.size() == items.size() && all_alike(equal, same_items)) Tied(equal, same_items, findings).look();
  }
  look_at_identities(analysis, laboratory, work, findings);
}

}  // namespace eqlens
