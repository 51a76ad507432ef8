// Sums. A sum over a product is taken apart into its factors, and each index is summed as soon as all factors that have it
// are together: `\sum_{jk} U_{ij} V_{jk} W_{kl}` is two matrix products, and no array is larger than it must be.

#include "evaluate/algebra.hpp"
#include "evaluate/functions.hpp"

namespace eqlens {

namespace {

bool any_of(const Term& term, const std::vector<Axis>& axes) {
  return std::ranges::any_of(axes, [&](Axis axis) { return term.has(axis); });
}

}  // namespace

void Algebra::collect_factors(const Term& term, const std::vector<Axis>& folded, std::vector<Term>& factors) {
  const bool multiplies = is_map(term, "elementwise product");
  const bool divides = is_map(term, "division");
  const bool negates = is_map(term, "negative");
  // An axis of extent 1 that repeats would be lost in a factor of its own.
  const auto repeats = [&](const Term& part) {
    return std::ranges::any_of(part.axes, [&](Axis axis) { return extent(part, axis) != extent(term, axis); });
  };
  if (!any_of(term, folded) || (!multiplies && !divides && !negates)) return factors.push_back(term);
  const auto names = loop_names(term);
  const auto first = operand(term, 0, names);
  if (negates) {
    factors.push_back(number(-1));
    return collect_factors(first, folded, factors);
  }
  const auto second = operand(term, 1, names);
  if (repeats(first) || repeats(second)) return factors.push_back(term);
  if (divides) {
    if (any_of(second, folded)) return factors.push_back(term);
    factors.push_back(map("division", number(1), second));
    return collect_factors(first, folded, factors);
  }
  collect_factors(first, folded, factors);
  collect_factors(second, folded, factors);
}

Term Algebra::folded_factors(std::vector<Term> factors, std::vector<Axis> folded) {
  while (!folded.empty()) {
    // The axis that the fewest factors share first.
    const auto sharing = [&](Axis axis) { return std::ranges::count_if(factors, [&](const Term& f) { return f.has(axis); }); };
    const auto axis = *std::ranges::min_element(folded, {}, sharing);
    std::vector<Term> together;
    std::erase_if(factors, [&](const Term& factor) {
      if (factor.has(axis)) together.push_back(factor);
      return factor.has(axis);
    });
    // All axes that no other factor has can go with it.
    std::vector<Axis> going;
    for (const auto other : folded)
      if (std::ranges::none_of(factors, [&](const Term& f) { return f.has(other); })) going.push_back(other);
    std::erase_if(folded, [&](Axis other) { return std::ranges::find(going, other) != going.end(); });
    auto last = together.back();
    together.pop_back();
    if (together.empty()) {
      factors.push_back(reduce(Reduction::sum, last, going));
      continue;
    }
    auto rest = together.front();
    for (std::size_t k = 1; k < together.size(); ++k) rest = map("elementwise product", rest, together[k]);
    if (!rest) return {};
    // What only one of the two has is summed before they meet.
    std::vector<Axis> shared;
    for (const auto other : going) {
      if (rest.has(other) && last.has(other)) shared.push_back(other);
    }
    rest = reduce(Reduction::sum, rest, [&] {
      auto own = going;
      std::erase_if(own, [&](Axis a) { return last.has(a); });
      return own;
    }());
    last = reduce(Reduction::sum, last, [&] {
      auto own = going;
      std::erase_if(own, [&](Axis a) { return rest.has(a); });
      return own;
    }());
    factors.push_back(contract(rest, last, shared));
    if (!factors.back()) return {};
  }
  Term product = factors.front();
  for (std::size_t k = 1; k < factors.size(); ++k) product = map("elementwise product", product, factors[k]);
  return product;
}

Term Algebra::sum(const Term& term, const std::vector<Axis>& folded) {
  if (!term) return {};
  std::vector<Axis> present;
  for (const auto axis : folded)
    if (term.has(axis) && std::ranges::find(present, axis) == present.end()) present.push_back(axis);
  if (present.empty()) return term;
  std::vector<Term> factors;
  collect_factors(term, present, factors);
  return factors.size() == 1 ? reduce(Reduction::sum, term, present) : folded_factors(std::move(factors), present);
}

Term Algebra::sum_filled(const Term& term, const std::vector<Axis>& axes, const std::vector<std::size_t>& extents) {
  auto result = sum(term, axes);
  for (std::size_t k = 0; result && k < axes.size(); ++k) {
    const auto own = term.has(axes[k]) ? extent(term, axes[k]) : 1;
    const auto repeated = own == 0 ? 1 : extents[k] / own;
    if (repeated != 1) result = map("elementwise product", result, number(static_cast<double>(repeated)));
  }
  return result;
}

Term Algebra::filled(const Term& term, const std::vector<Axis>& axes, const std::vector<std::size_t>& extents) {
  if (!term) return {};
  Nest nest{axes, extents};
  if (!join(nest, term)) return fail(Trouble::sizes);
  if (nest.axes == term.axes && nest.extents == plan_[term.node].extents) return term;
  Node node{.work = Work::map,
            .function = {same_number, nullptr, nullptr},
            .operands = {follow(term, nest)},
            .loop = nest.extents,
            .extents = nest.extents};
  return add(std::move(node), nest.axes);
}

}  // namespace eqlens
