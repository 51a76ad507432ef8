// Which term of a sum is always by far the largest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t term_trials = 8;
constexpr double by_far = 10;
constexpr std::size_t most_terms = 12;

/// The terms of a chain of plus and minus, left to right.
std::vector<ExpressionId> terms_of(const Arena& arena, ExpressionId id) {
  std::vector<ExpressionId> terms;
  while ((arena.applies(id, "plus") || arena.applies(id, "minus")) && arena[id].child_count == 2 && terms.size() < most_terms) {
    terms.push_back(arena.child(id, 1));
    id = arena.child(id, 0);
  }
  terms.push_back(id);
  std::reverse(terms.begin(), terms.end());
  return terms;
}

class Terms {
 public:
  Terms(Laboratory& laboratory, std::vector<Finding>& findings) : laboratory_(laboratory), findings_(findings) {}

  void look() {
    const auto& equation = laboratory_.analysis().equation;
    const auto& arena = equation.arena;
    std::vector<bool> inner(arena.size(), false);
    for (ExpressionId id = arena.size(); id-- > 0;) {
      const bool sum = (arena.applies(id, "plus") || arena.applies(id, "minus")) && arena[id].child_count == 2;
      if (!sum || inner[id] || arena[id].source != 0 || !laboratory_.computes(id)) continue;
      for (auto link = id; (arena.applies(link, "plus") || arena.applies(link, "minus")) && arena[link].child_count == 2;
           link = arena.child(link, 0))
        inner[link] = true;
      const auto terms = terms_of(arena, id);
      // Numbers and small constants are meant to be small.
      if (std::all_of(terms.begin(), terms.end(), [&](ExpressionId term) { return seen(term) && !guard(term); })) compare(id, terms);
    }
  }

 private:
  [[nodiscard]] std::size_t gauge_of(ExpressionId id) const {
    for (std::size_t g = 0; g < laboratory_.gauges().size(); ++g)
      if (laboratory_.gauges()[g].expression == id) return g;
    return none;
  }
  [[nodiscard]] std::size_t knob_of(ExpressionId id) const {
    const auto& arena = laboratory_.analysis().equation.arena;
    if (arena[id].kind == ExpressionKind::index) id = arena.child(id, 0);
    return arena[id].kind == ExpressionKind::symbol ? laboratory_.knob_of(arena[id].symbol) : std::size_t{none};
  }
  [[nodiscard]] bool seen(ExpressionId id) const { return gauge_of(id) != none || knob_of(id) != none; }
  [[nodiscard]] bool guard(ExpressionId id) const {
    const auto k = knob_of(id);
    return k != none && (laboratory_.knobs()[k].fixed || laboratory_.knobs()[k].domain == "stability");
  }

  void compare(ExpressionId sum, const std::vector<ExpressionId>& terms) {
    std::size_t leader = terms.size(), runs = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n < term_trials; ++n)
      for (const double factor : {0.2, 1.0, 8.0}) {
        auto inputs = magnified(laboratory_, n, factor);
        // What earlier steps left behind is 0 at the start.
        if (n == 0 && !laboratory_.states().empty()) laboratory_.go_to_start(inputs);
        const auto values = laboratory_.measure(inputs);
        if (values.empty()) return;
        std::vector<double> sizes;
        for (const auto term : terms) {
          const auto g = gauge_of(term);
          sizes.push_back(root_mean_square(g != none ? values[g] : inputs[knob_of(term)]));
        }
        const auto top = static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
        double others = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) others += i == top ? 0 : sizes[i];
        if (leader == terms.size()) leader = top;
        if (top != leader || !std::isfinite(sizes[top]) || !(sizes[top] > by_far * others) || others == 0) return;
        least = std::min(least, sizes[top] / others);
        ++runs;
      }
    const auto& equation = laboratory_.analysis().equation;
    findings_.push_back({"largest-term",
                         fmt::format("of the terms of ${}$, ${}$ is always by far the largest: at least {} times all others together",
                                     equation.text(sum), equation.text(terms[leader]), print_number(least, 2)),
                         "the other terms hardly count", runs, 0, 0, "", Verdict::holds, 0, 61});
  }

  Laboratory& laboratory_;
  std::vector<Finding>& findings_;
};

}  // namespace

void look_at_terms(Laboratory& laboratory, std::vector<Finding>& findings) { Terms(laboratory, findings).look(); }

}  // namespace eqlens
