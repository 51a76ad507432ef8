#include "evaluate/careful.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/functions.hpp"
#include "evaluate/masked.hpp"
#include "kernel/softmax.hpp"
#include "kernel/structure.hpp"

namespace eqlens {

double finite_or_zero(double x) { return std::isfinite(x) ? x : 0; }

namespace {

bool folds_by_adding(const Node& node) {
  return node.work == Work::contract || (node.work == Work::reduce && node.reduction == Reduction::sum);
}

Term combined(Algebra& algebra, const std::optional<Term>& a, const std::optional<Term>& b, bool adds) {
  if (!a || !b) return a ? *a : *b;
  return adds ? algebra.map("plus", *a, *b) : algebra.map(larger_of_two, *a, *b);
}

/// The largest exponent in a term that is made of exponentials: of `\sum_j w_j e^{z_j}` the largest z_j. None if no exponential
/// carries the term.
std::optional<Term> peak(Algebra& algebra, const Term& term) {
  const auto& node = algebra.node(term);
  const auto names = algebra.loop_names(term);
  const auto of = [&](std::size_t k) { return peak(algebra, algebra.operand(term, k, names)); };
  if (algebra.is_map(term, "exponential")) return algebra.operand(term, 0, names);
  if (algebra.is_map(term, "negative") || algebra.is_map(term, "division")) return of(0);
  if (algebra.is_map(term, "elementwise product") || algebra.is_map(term, "plus") || algebra.is_map(term, "minus")) {
    const bool adds = algebra.is_map(term, "elementwise product");
    auto a = of(0);
    auto b = of(1);
    if (!a && !b) return std::nullopt;
    if (!adds && !(a && b)) (a ? b : a) = algebra.number(0);
    return combined(algebra, a, b, adds);
  }
  const std::vector<Axis> folded(names.begin() + static_cast<std::ptrdiff_t>(std::min(node.rank(), names.size())), names.end());
  if (node.work == Work::select) {
    const auto no = algebra.operand(term, 2, names);
    const auto value = of(1);
    if (!value || algebra.constant_number(no) != 0.0) return std::nullopt;
    return algebra.select(algebra.operand(term, 0, names), *value, algebra.number(-std::numeric_limits<double>::infinity()));
  }
  if (!folds_by_adding(node)) return std::nullopt;
  auto a = of(0);
  auto b = node.work == Work::contract ? of(1) : std::nullopt;
  if (!a && !b) return std::nullopt;
  return algebra.reduce(Reduction::maximum, combined(algebra, a, b, true), folded);
}

/// term · exp(-shift), taken into the exponentials. `shift` has none of the axes that the term folds.
Term shifted(Algebra& algebra, const Term& term, const Term& shift) {
  const auto node = algebra.node(term);
  const auto names = algebra.loop_names(term);
  const auto of = [&](std::size_t k) { return algebra.operand(term, k, names); };
  if (algebra.is_map(term, "exponential")) return algebra.map("exponential", algebra.map("minus", of(0), shift));
  if (algebra.is_map(term, "negative")) return algebra.map("negative", shifted(algebra, of(0), shift));
  if (algebra.is_map(term, "division")) return algebra.map("division", shifted(algebra, of(0), shift), of(1));
  for (const std::string_view sign : {"plus", "minus"})
    if (algebra.is_map(term, sign)) return algebra.map(sign, shifted(algebra, of(0), shift), shifted(algebra, of(1), shift));
  if (algebra.is_map(term, "elementwise product"))
    return peak(algebra, of(0)) ? algebra.map("elementwise product", shifted(algebra, of(0), shift), of(1))
                                : algebra.map("elementwise product", of(0), shifted(algebra, of(1), shift));
  if (node.work == Work::select && peak(algebra, term)) return algebra.select(of(0), shifted(algebra, of(1), shift), of(2));
  if (folds_by_adding(node)) {
    const std::vector<Axis> folded(names.begin() + static_cast<std::ptrdiff_t>(node.rank()), names.end());
    if (node.work == Work::reduce) return algebra.reduce(Reduction::sum, shifted(algebra, of(0), shift), folded);
    return peak(algebra, of(0)) ? algebra.contract(shifted(algebra, of(0), shift), of(1), folded)
                                : algebra.contract(of(0), shifted(algebra, of(1), shift), folded);
  }
  return algebra.map("elementwise product", term, algebra.map("exponential", algebra.map("negative", shift)));
}

/// `\frac{e^{s_{ij}}}{\sum_l e^{s_{il}}}` of scores, as the softmax that it is: what weighs values with it may then be attention.
std::optional<Term> softmax_of_scores(Algebra& algebra, const Term& a, const Term& b) {
  const auto below = algebra.node(b);
  if (!algebra.is_map(a, "exponential") || below.work != Work::reduce || below.reduction != Reduction::sum) return std::nullopt;
  const auto names = algebra.loop_names(b);
  const auto summed = algebra.operand(b, 0, names);
  const auto scores = algebra.operand(a, 0, algebra.loop_names(a));
  if (summed.node != a.node || summed.axes.size() != a.axes.size() || names.size() != b.axes.size() + 1 || a.axes.size() < 2 ||
      !holds_contraction(algebra, scores.node))
    return std::nullopt;
  std::optional<Axis> along;
  for (std::size_t k = 0; k < a.axes.size(); ++k) {
    if (summed.axes[k] == a.axes[k]) continue;
    if (along || summed.axes[k] != names.back()) return std::nullopt;
    along = a.axes[k];
  }
  if (!along || std::ranges::count(a.axes, *along) != 1) return std::nullopt;
  const std::vector<Axis> row{*along};
  return algebra.call(&operation_named("softmax"), softmax, {{scores, row}}, row, {algebra.extent(a, *along)});
}

bool is_constant(const Algebra& algebra, const Term& term, double value) { return algebra.constant_number(term) == value; }

/// log of 1 + y.
Term logarithm_after_one(Algebra& algebra, const Term& y) {
  if (algebra.is_map(y, "exponential")) return algebra.map("softplus", algebra.operand(y, 0, algebra.loop_names(y)));
  return algebra.map("logarithm of one plus", y);
}

/// log of a softmax, or of picked entries of one, as the same of its log-softmax.
Term logarithm_of_softmax(Algebra& algebra, const Term& x) {
  auto node = algebra.node(x);
  const auto replaced = [&](Node softmax_node) {
    softmax_node.kernel = log_softmax;
    softmax_node.operation = &operation_named("log-softmax");
    return algebra.plan().add(std::move(softmax_node));
  };
  if (node.work == Work::kernel && node.kernel == softmax) return {replaced(node), x.axes};
  if (node.work != Work::gather) return {};
  const auto from = algebra.plan()[node.operands[0].node];
  if (from.work != Work::kernel || from.kernel != softmax) return {};
  node.operands[0].node = replaced(from);
  return {algebra.plan().add(std::move(node)), x.axes};
}

}  // namespace

Term careful_division(Algebra& algebra, const Term& a, const Term& b) {
  if (!a || !b) return {};
  if (const auto softened = softmax_of_scores(algebra, a, b)) return *softened;
  if (const auto weighed = weighed_by_softmax(algebra, a, b)) return weighed;
  const auto largest = peak(algebra, b);
  if (!largest || !(folds_by_adding(algebra.node(b)) || peak(algebra, a))) return algebra.map("division", a, b);
  const auto shift = algebra.map(finite_or_zero, *largest);
  return algebra.map("division", shifted(algebra, a, shift), shifted(algebra, b, shift));
}

Term careful_logarithm(Algebra& algebra, const Term& x) {
  if (!x) return {};
  const auto names = algebra.loop_names(x);
  const auto of = [&](std::size_t k) { return algebra.operand(x, k, names); };
  if (algebra.is_map(x, "exponential")) return of(0);
  if (algebra.is_map(x, "sigmoid")) return algebra.map("negative", algebra.map("softplus", algebra.map("negative", of(0))));
  if (algebra.is_map(x, "division")) {
    if (is_constant(algebra, of(0), 1)) return algebra.map("negative", careful_logarithm(algebra, of(1)));
    if (algebra.is_map(of(0), "exponential"))
      return algebra.map("minus", careful_logarithm(algebra, of(0)), careful_logarithm(algebra, of(1)));
  }
  if (algebra.is_map(x, "plus")) {
    if (is_constant(algebra, of(0), 1)) return logarithm_after_one(algebra, of(1));
    if (is_constant(algebra, of(1), 1)) return logarithm_after_one(algebra, of(0));
  }
  if (algebra.is_map(x, "minus") && is_constant(algebra, of(0), 1) && algebra.is_map(of(1), "sigmoid")) {
    const auto gate = of(1);
    return algebra.map("negative", algebra.map("softplus", algebra.operand(gate, 0, algebra.loop_names(gate))));
  }
  if (const auto softened = logarithm_of_softmax(algebra, x)) return softened;
  const auto largest = folds_by_adding(algebra.node(x)) || algebra.is_map(x, "plus") ? peak(algebra, x) : std::nullopt;
  if (!largest) return algebra.map("logarithm", x);
  const auto shift = algebra.map(finite_or_zero, *largest);
  return algebra.map("plus", shift, algebra.map("logarithm", shifted(algebra, x, shift)));
}

Term careful_root(Algebra& algebra, const Term& x) {
  if (!x) return {};
  const auto& node = algebra.node(x);
  const bool squares = node.work == Work::contract && node.operands[0].node == node.operands[1].node &&
                       node.operands[0].axes == node.operands[1].axes && node.loop.size() > node.rank();
  if (!squares) return algebra.map("square root", x);
  const auto names = algebra.loop_names(x);
  const std::vector<Axis> folded(names.begin() + static_cast<std::ptrdiff_t>(x.axes.size()), names.end());
  return algebra.call(&operation_named("norm"), norm, {{algebra.operand(x, 0, names), folded}}, {}, {});
}

Term careful_product(Algebra& algebra, const Term& a, const Term& b) {
  if (!a || !b) return {};
  const auto is_logarithm = [&](Term term) {
    // Through a sign or a constant divisor: -log p, log p / log 2.
    while (algebra.is_map(term, "negative") || algebra.is_map(term, "division")) term = algebra.operand(term, 0, algebra.loop_names(term));
    return algebra.is_map(term, "logarithm") || algebra.is_map(term, "logarithm to a base") || algebra.is_map(term, "binary logarithm");
  };
  if (is_logarithm(b)) return algebra.map(product_where_zero_wins, a, b);
  if (is_logarithm(a)) return algebra.map(product_where_zero_wins, b, a);
  return algebra.map("elementwise product", a, b);
}

}  // namespace eqlens
