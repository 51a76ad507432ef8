// The structural operations of the catalogue, made of maps, folds and contractions where these suffice, else of kernels.

#include "evaluate/structural.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "evaluate/careful.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/products.hpp"
#include "kernel/softmax.hpp"
#include "kernel/solve.hpp"
#include "kernel/structure.hpp"

namespace eqlens {

std::vector<Axis> places_of(const Term& term) {
  std::vector<Axis> places;
  for (std::size_t k = term.rank(); k-- > 0;) places.push_back(place(k));
  return places;
}

Term mean_over(Algebra& algebra, const Term& term, const std::vector<Axis>& axes) {
  if (!term) return {};
  double count = 1;
  for (const auto axis : axes) count *= static_cast<double>(algebra.extent(term, axis));
  return algebra.map("division", algebra.sum(term, axes), algebra.number(count));
}

Term largest_of(Algebra& algebra, Reduction reduction, std::span<const Term> arguments) {
  if (arguments.size() == 1) return compact(algebra.reduce(reduction, arguments[0], places_of(arguments[0])));
  Term best = arguments[0];
  for (const auto& other : arguments.subspan(1))
    best = algebra.map(reduction == Reduction::maximum ? larger_of_two : smaller_of_two, best, other);
  return best;
}

namespace {

std::size_t largest_rank(std::span<const Term> terms) {
  std::size_t rank = 0;
  for (const auto& term : terms) rank = std::max(rank, term.rank());
  return rank;
}

/// Every term with the same `rank` positional axes, repeated where it has fewer: numbers beside vectors.
std::vector<Term> levelled(Algebra& algebra, std::span<const Term> terms, std::size_t rank, bool last_axis_is_own) {
  std::vector<std::size_t> extents(rank, 1);
  for (const auto& term : terms)
    for (std::size_t k = 0; k < rank; ++k) extents[k] = std::max(extents[k], algebra.extent(term, place(rank - 1 - k)));
  std::vector<Term> result;
  for (const auto& term : terms) {
    auto own = extents;
    if (last_axis_is_own && rank > 0) own.back() = algebra.extent(term, place(0));
    std::vector<Axis> axes = index_axes(term);
    std::vector<std::size_t> sizes;
    for (const auto axis : axes) sizes.push_back(algebra.extent(term, axis));
    for (std::size_t k = 0; k < rank; ++k) axes.push_back(place(rank - 1 - k));
    sizes.insert(sizes.end(), own.begin(), own.end());
    result.push_back(algebra.filled(term, axes, sizes));
  }
  return result;
}

std::vector<Algebra::Inner> inners(std::span<const Term> terms) {
  std::vector<Algebra::Inner> result;
  for (const auto& term : terms) result.push_back({term, places_of(term)});
  return result;
}

Term last_axis_kernel(Algebra& algebra, std::string_view name, Kernel kernel, const Term& x, bool vanishes) {
  if (!x) return {};
  if (x.rank() == 0) return algebra.number(name == "softmax" ? 1 : 0);
  std::vector<Axis> axes{place(0)};
  const auto extent = algebra.extent(x, place(0));
  // The whole array at once, so that the kernel sees long rows; a rank below the array's would shift the places.
  auto result = algebra.call(&operation_named(name), kernel, {{x, axes}}, vanishes ? std::vector<Axis>{} : axes,
                             vanishes ? std::vector<std::size_t>{} : std::vector<std::size_t>{extent});
  result.row = !vanishes && x.row;
  return vanishes ? compact(result) : result;
}

Term square_kernel(Algebra& algebra, std::string_view name, Kernel kernel, const Term& x, bool to_number) {
  if (!x) return {};
  if (x.rank() == 0) return name == "inverse" ? algebra.map("division", algebra.number(1), x) : x;
  const auto n = algebra.extent(x, place(1));
  if (x.rank() < 2 || n != algebra.extent(x, place(0))) {
    algebra.trouble = Algebra::Trouble::sizes;
    return {};
  }
  const std::vector<Axis> axes{place(1), place(0)};
  const auto result = algebra.call(&operation_named(name), kernel, {{x, axes}}, to_number ? std::vector<Axis>{} : axes,
                                   to_number ? std::vector<std::size_t>{} : std::vector<std::size_t>{n, n});
  return to_number ? compact(result) : result;
}

Term pseudo_inverse_term(Algebra& algebra, std::span<const Term> a) {
  if (a[0].rank() < 2) return square_kernel(algebra, "inverse", inverse, a[0], false);
  return algebra.call(&operation_named("pseudo-inverse"), pseudo_inverse, {{a[0], {place(1), place(0)}}}, {place(1), place(0)},
                      {algebra.extent(a[0], place(0)), algebra.extent(a[0], place(1))});
}

Term trace_term(Algebra& algebra, std::span<const Term> a) {
  if (a[0].rank() < 2) return a[0];
  const auto both = algebra.fresh();
  return compact(algebra.sum(renamed(renamed(a[0], place(0), both), place(1), both), {both}));
}

Term diagonal_term(Algebra& algebra, std::span<const Term> arguments) {
  auto x = arguments[0];
  if (arguments.size() > 1) x = stacked(algebra, arguments);
  if (!x) return {};
  if (x.rank() >= 2) {
    // Naming both axes alike walks the diagonal; the map makes an array of it.
    const auto both = algebra.fresh();
    return compact(renamed(algebra.map(same_number, renamed(renamed(x, place(0), both), place(1), both)), both, place(0)));
  }
  if (x.rank() == 0) return x;
  const auto n = algebra.extent(x, place(0));
  x.row = false;
  return algebra.map("elementwise product", renamed(x, place(0), place(1)), algebra.identity(n, place(1), place(0)));
}

Term norm_term(Algebra& algebra, std::span<const Term> a) {
  if (a[0].rank() == 0) return algebra.map("absolute value", a[0]);
  std::vector<Algebra::Inner> operands{{a[0], places_of(a[0])}};
  if (a.size() > 1) operands.push_back({a[1], {}});
  return compact(algebra.call(&operation_named("norm"), norm, operands, {}, {}));
}

Term inner_product_term(Algebra& algebra, std::span<const Term> a) {
  if (a.size() < 2) return {};
  auto left = a[0];
  auto right = a[1];
  left.row = right.row = false;
  return compact(algebra.sum(careful_product(algebra, left, right), places_of(left.rank() > right.rank() ? left : right)));
}

Term variance_term(Algebra& algebra, std::span<const Term> a) {
  // Two passes: the mean first, so that a large mean costs no digits.
  const std::vector<Axis> axes = places_of(a[0]);
  const auto distance = algebra.map("minus", a[0], mean_over(algebra, a[0], axes));
  return mean_over(algebra, algebra.map("elementwise product", distance, distance), axes);
}

Term deviation_term(Algebra& algebra, std::span<const Term> a) { return algebra.map("square root", variance_term(algebra, a)); }

Term covariance_term(Algebra& algebra, std::span<const Term> a) {
  const auto& second = a.size() > 1 ? a[1] : a[0];
  const auto axes = places_of(a[0]);
  return mean_over(algebra,
                   algebra.map("elementwise product", algebra.map("minus", a[0], mean_over(algebra, a[0], axes)),
                               algebra.map("minus", second, mean_over(algebra, second, axes))),
                   axes);
}

Term divergence_term(Algebra& algebra, std::span<const Term> a) {
  if (a.size() < 2) return {};
  const auto ratio = careful_logarithm(algebra, careful_division(algebra, a[0], a[1]));
  return compact(algebra.sum(careful_product(algebra, a[0], ratio), places_of(a[0])));
}

Term entropy_term(Algebra& algebra, std::span<const Term> a) {
  return algebra.map("negative", compact(algebra.sum(careful_product(algebra, a[0], careful_logarithm(algebra, a[0])), places_of(a[0]))));
}

Term cross_entropy_term(Algebra& algebra, std::span<const Term> a) {
  if (a.size() < 2) return {};
  return algebra.map("negative", compact(algebra.sum(careful_product(algebra, a[0], careful_logarithm(algebra, a[1])), places_of(a[0]))));
}

Term cosine_term(Algebra& algebra, std::span<const Term> a) {
  return algebra.map("division", inner_product_term(algebra, a),
                     algebra.map("elementwise product", norm_term(algebra, a.first(1)), norm_term(algebra, a.last(1))));
}

Term normalised_term(Algebra& algebra, std::span<const Term> a) {
  // Layer norm without its scale and shift, ε as papers set it.
  const std::vector<Axis> axes{place(0)};
  const auto distance = algebra.map("minus", a[0], mean_over(algebra, a[0], axes));
  const auto spread = mean_over(algebra, algebra.map("elementwise product", distance, distance), axes);
  return algebra.map("division", distance, algebra.map("square root", algebra.map("plus", spread, algebra.number(1e-5))));
}

Term clip_term(Algebra& algebra, std::span<const Term> a) {
  if (a.size() < 3) return {};
  if (a.size() < 3) return {};
  return algebra.map(smaller_of_two, algebra.map(larger_of_two, a[0], a[1]), a[2]);
}

Term place_of(Algebra& algebra, Reduction reduction, std::span<const Term> a) {
  return algebra.map("plus", compact(algebra.locate(reduction, a[0], {place(0)})), algebra.number(1));
}

Term set_size_term(Algebra& algebra, std::span<const Term> a) {
  if (a[0].rank() == 0) return algebra.number(1);
  return algebra.number(static_cast<double>(algebra.extent(a[0], place(a[0].rank() - 1))));
}

Term mean_absolute(Algebra& algebra, std::span<const Term> a) {
  if (a.size() < 2) return {};
  return mean_over(algebra, algebra.map("absolute value", algebra.map("minus", a[0], a[1])), places_of(a[0]));
}

Term mean_squared(Algebra& algebra, std::span<const Term> a) {
  if (a.size() < 2) return {};
  const auto distance = algebra.map("minus", a[0], a[1]);
  return mean_over(algebra, algebra.map("elementwise product", distance, distance), places_of(a[0]));
}

using Arguments = std::span<const Term>;

/// Scaled dot-product attention of matrices; of anything else it is a function that nobody spelt out.
Term attention(Algebra& algebra, Arguments x) {
  if (x.size() != 3 || x[0].rank() < 2 || x[1].rank() < 2 || x[2].rank() < 2) return {};
  const auto width = algebra.number(std::sqrt(static_cast<double>(algebra.extent(x[1], place(0)))));
  const auto scores = algebra.map("division", juxtaposition(algebra, x[0], transposed(x[1])), width);
  return juxtaposition(algebra, last_axis_kernel(algebra, "softmax", softmax, scores, false), x[2]);
}

constexpr std::array<std::pair<std::string_view, Structural>, 45> table{{
    {"attention", attention},
    {"transpose", [](Algebra&, Arguments x) { return transposed(x[0]); }},
    {"matrix product", [](Algebra& a, Arguments x) { return juxtaposition(a, x[0], x[1]); }},
    {"product", [](Algebra& a, Arguments x) { return juxtaposition(a, x[0], x[1]); }},
    {"times", [](Algebra& a, Arguments x) { return juxtaposition(a, x[0], x[1]); }},
    {"dot product", [](Algebra& a, Arguments x) { return dot(a, x[0], x[1]); }},
    {"inner product", inner_product_term},
    {"outer product", [](Algebra& a, Arguments x) { return outer(a, x[0], x[1]); }},
    {"inverse", [](Algebra& a, Arguments x) { return square_kernel(a, "inverse", inverse, x[0], false); }},
    {"pseudo-inverse", pseudo_inverse_term},
    {"determinant", [](Algebra& a, Arguments x) { return square_kernel(a, "determinant", determinant, x[0], true); }},
    {"log-determinant",
     [](Algebra& a, Arguments x) { return a.map("logarithm", square_kernel(a, "determinant", determinant, x[0], true)); }},
    {"trace", trace_term},
    {"diagonal", diagonal_term},
    {"norm", norm_term},
    {"rank",
     [](Algebra& a, Arguments x) {
       return a.call(&operation_named("rank"), matrix_rank, {{x[0], places_of(x[0])}}, {}, {});
     }},
    {"softmax", [](Algebra& a, Arguments x) { return last_axis_kernel(a, "softmax", softmax, x[0], false); }},
    {"softmin", [](Algebra& a, Arguments x) { return last_axis_kernel(a, "softmax", softmax, a.map("negative", x[0]), false); }},
    {"log-softmax", [](Algebra& a, Arguments x) { return last_axis_kernel(a, "log-softmax", log_softmax, x[0], false); }},
    {"log-sum-exp", [](Algebra& a, Arguments x) { return last_axis_kernel(a, "log-sum-exp", log_sum_exp, x[0], true); }},
    {"maximum", [](Algebra& a, Arguments x) { return largest_of(a, Reduction::maximum, x); }},
    {"supremum", [](Algebra& a, Arguments x) { return largest_of(a, Reduction::maximum, x); }},
    {"minimum", [](Algebra& a, Arguments x) { return largest_of(a, Reduction::minimum, x); }},
    {"infimum", [](Algebra& a, Arguments x) { return largest_of(a, Reduction::minimum, x); }},
    {"arg max", [](Algebra& a, Arguments x) { return place_of(a, Reduction::maximum, x); }},
    {"arg min", [](Algebra& a, Arguments x) { return place_of(a, Reduction::minimum, x); }},
    {"mean", [](Algebra& a, Arguments x) { return compact(mean_over(a, x[0], places_of(x[0]))); }},
    {"variance", variance_term},
    {"standard deviation", deviation_term},
    {"covariance", covariance_term},
    {"KL divergence", divergence_term},
    {"entropy", entropy_term},
    {"cross-entropy", cross_entropy_term},
    {"cosine similarity", cosine_term},
    {"layer norm", [](Algebra& a, Arguments x) { return normalised_term(a, x); }},
    {"clip", clip_term},
    {"size of a set", set_size_term},
    {"concatenation", [](Algebra& a, Arguments x) { return joined(a, x); }},
    {"list", [](Algebra& a, Arguments x) { return stacked(a, x); }},
    {"set", [](Algebra& a, Arguments x) { return stacked(a, x); }},
    {"indicator", [](Algebra&, Arguments x) { return x[0]; }},
    {"and", [](Algebra& a, Arguments x) { return a.map(both_hold, x[0], x[1]); }},
    {"or", [](Algebra& a, Arguments x) { return a.map(one_holds, x[0], x[1]); }},
    {"mean squared error", mean_squared},
    {"mean absolute error", mean_absolute},
}};

}  // namespace

Structural find_structural(std::string_view operation) {
  for (const auto& [name, build] : table)
    if (name == operation) return build;
  return nullptr;
}

Term by_kernel(Algebra& algebra, const Operation& operation, std::span<const Term> arguments) {
  // What shape comes out, the kernel itself says, asked with ones.
  std::vector<Array> ones;
  for (const auto& argument : arguments) {
    ones.push_back({algebra.extents(argument), {}});
    ones.back().data.assign(element_count(ones.back().extents), 1.0);
  }
  const auto extents = operation.kernel(ones).extents;
  std::vector<Axis> axes;
  for (std::size_t k = extents.size(); k-- > 0;) axes.push_back(place(k));
  return algebra.call(&operation, operation.kernel, inners(arguments), axes, extents);
}

Term joined(Algebra& algebra, std::span<const Term> terms) {
  const auto rank = std::max<std::size_t>(1, largest_rank(terms));
  const auto level = levelled(algebra, terms, rank, true);
  std::vector<Algebra::Inner> operands;
  std::vector<std::size_t> extents;
  std::size_t length = 0;
  for (const auto& term : level) {
    if (!term) return {};
    length += algebra.extent(term, place(0));
    extents = algebra.extents(term);
    operands.push_back({term, places_of(term)});
  }
  if (extents.empty()) return {};
  extents.back() = length;
  return algebra.call(&operation_named("concatenation"), concatenation, operands, operands[0].axes, extents);
}

Term stacked(Algebra& algebra, std::span<const Term> terms) {
  if (terms.empty()) return {};
  const auto rank = largest_rank(terms);
  const auto level = levelled(algebra, terms, rank, false);
  for (const auto& term : level)
    if (!term) return {};
  auto extents = algebra.extents(level[0]);
  extents.insert(extents.begin(), terms.size());
  std::vector<Axis> axes{place(rank)};
  for (std::size_t k = rank; k-- > 0;) axes.push_back(place(k));
  return algebra.call(&operation_named("list"), stack, inners(level), axes, extents);
}

Term related(Algebra& algebra, std::string_view relation, const Term& a, const Term& b) {
  if (relation == "equals" || relation == "is defined as") return algebra.map(is_equal, a, b);
  if (relation == "is not") return algebra.map(is_unequal, a, b);
  if (relation == "is less than" || relation == "is much smaller than") return algebra.map(is_less, a, b);
  if (relation == "is greater than" || relation == "is much larger than") return algebra.map(is_less, b, a);
  if (relation == "is at most") return algebra.map(is_at_most, a, b);
  if (relation == "is at least") return algebra.map(is_at_most, b, a);
  return {};
}

}  // namespace eqlens
