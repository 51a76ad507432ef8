// The derivatives of structural operations, coded by hand: what the adjoint of a result is for each of its arguments.

#include <cmath>

#include "evaluate/functions.hpp"
#include "evaluate/gradient.hpp"
#include "kernel/solve.hpp"

namespace eqlens {

namespace {

/// The pieces that every rule needs: loop axes first, then the axes of the result that the kernel made.
struct Frame {
  Algebra& algebra;
  Node node;
  Term result;
  Term argument;  ///< operand k over loop axes and `inner`
  std::vector<Axis> inner;
  Term adjoint;

  [[nodiscard]] Axis made(std::size_t k) const { return local_axis(node.loop.size() + k); }
  [[nodiscard]] Term times(const Term& a, const Term& b) const { return algebra.map("elementwise product", a, b); }
  [[nodiscard]] Pulled give(const Term& term) const { return {term, inner}; }
};

Pulled pull_softmax(Frame& f) {
  const auto axis = f.made(0);
  f.inner = {axis};
  const auto shared = f.adjoint.has(axis) ? f.algebra.sum(f.times(f.adjoint, f.result), {axis}) : f.adjoint;
  return f.give(f.times(f.result, f.algebra.map("minus", f.adjoint, shared)));
}

Pulled pull_log_softmax(Frame& f) {
  const auto axis = f.made(0);
  f.inner = {axis};
  const auto total = f.algebra.sum_filled(f.adjoint, {axis}, {f.algebra.extent(f.result, axis)});
  return f.give(f.algebra.map("minus", f.adjoint, f.times(f.algebra.map("exponential", f.result), total)));
}

Pulled pull_log_sum_exp(Frame& f) {
  return f.give(f.times(f.adjoint, f.algebra.map("exponential", f.algebra.map("minus", f.argument, f.result))));
}

Pulled pull_inverse(Frame& f) {
  // Y = X^{-1}: -Y^T Ybar Y^T
  const auto row = f.made(0);
  const auto column = f.made(1);
  const auto left = renamed(f.result, column, f.inner[0]);  // Y_{r i}
  const auto right = renamed(f.result, row, f.inner[1]);    // Y_{j c}
  const auto size = f.algebra.extent(f.result, row);
  const auto product = f.algebra.sum_filled(f.times(f.times(left, f.adjoint), right), {row, column}, {size, size});
  return f.give(f.algebra.map("negative", product));
}

Pulled pull_determinant(Frame& f) {
  const std::vector<Axis> transposed{f.inner[1], f.inner[0]};
  const auto size = f.algebra.extent(f.argument, f.inner[0]);
  const auto inverse_term = f.algebra.call(&operation_named("inverse"), inverse, {{f.argument, f.inner}}, transposed, {size, size});
  return f.give(f.times(f.times(f.adjoint, f.result), inverse_term));
}

Pulled pull_norm(Frame& f) {
  const auto& a = f.algebra;
  double p = 2;
  if (f.node.operands.size() > 1) {
    const double* exponent = a.plan().number(f.node.operands[1].node);
    if (exponent == nullptr) return {};
    p = *exponent;
  }
  auto& algebra = f.algebra;
  const auto zero = algebra.number(0);
  const auto at_zero = algebra.map(is_equal, f.result, zero);
  Term slope;
  if (p == 2)
    slope = algebra.map("division", f.argument, f.result);
  else if (p == 1)
    slope = algebra.map("sign", f.argument);
  else if (std::isinf(p))
    slope = f.times(algebra.map("sign", f.argument), algebra.map(is_equal, algebra.map("absolute value", f.argument), f.result));
  else
    slope =
        f.times(algebra.map("sign", f.argument),
                algebra.map("power", algebra.map("division", algebra.map("absolute value", f.argument), f.result), algebra.number(p - 1)));
  return f.give(f.times(f.adjoint, algebra.select(at_zero, zero, slope)));
}

/// The part of the adjoint between two places of an axis.
Term slice(Algebra& algebra, const Term& adjoint, Axis axis, std::int64_t first, std::size_t width, Axis name) {
  if (!adjoint.has(axis)) return adjoint;
  const Algebra::Pick pick{axis, algebra.count(first, width, name), 0};
  return algebra.gather(adjoint, std::span(&pick, 1));
}

Pulled pull_joined(Frame& f, std::size_t k, bool along_first) {
  // Every argument has as many axes as the result; those along the others are the result's own.
  std::int64_t first = 0;
  const auto rank = f.inner.size();
  const auto along = along_first ? std::size_t{0} : rank - 1;
  for (std::size_t before = 0; before < k; ++before) {
    std::size_t seen = 0;
    const auto& operand = f.node.operands[before];
    for (std::size_t axis = 0; axis < operand.axes.size(); ++axis)
      if (operand.axes[axis] == inner_axis && seen++ == along)
        first += static_cast<std::int64_t>(f.algebra.plan()[operand.node].extents[axis]);
  }
  const auto made_along = f.made(f.node.rank() - f.node.loop.size() - (along_first ? rank : 1));
  auto term = slice(f.algebra, f.adjoint, made_along, first, f.algebra.extent(f.argument, f.inner[along]), f.inner[along]);
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (axis != along) term = renamed(std::move(term), f.made(axis), f.inner[axis]);
  return f.give(term);
}

Pulled pull_stacked(Frame& f, std::size_t k) {
  auto term = f.adjoint;
  if (term.has(f.made(0))) {
    const Algebra::Pick pick{f.made(0), f.algebra.number(static_cast<double>(k)), 0};
    term = f.algebra.gather(term, std::span(&pick, 1));
  }
  for (std::size_t axis = 0; axis < f.inner.size(); ++axis) term = renamed(std::move(term), f.made(axis + 1), f.inner[axis]);
  return f.give(term);
}

}  // namespace

Pulled pull_kernel(Algebra& algebra, NodeId id, const Term& adjoint, std::size_t k) {
  Frame f{algebra, algebra.plan()[id], {id, {}}, {}, {}, adjoint};
  for (std::size_t axis = 0; axis < f.node.rank(); ++axis) f.result.axes.push_back(local_axis(axis));
  f.argument.node = f.node.operands[k].node;
  for (const auto axis : f.node.operands[k].axes) {
    if (axis == inner_axis) f.inner.push_back(algebra.fresh());
    f.argument.axes.push_back(axis == inner_axis ? f.inner.back() : local_axis(axis));
  }
  const auto name = f.node.operation->name;
  if (name == "softmax") return pull_softmax(f);
  if (name == "log-softmax") return pull_log_softmax(f);
  if (name == "log-sum-exp") return pull_log_sum_exp(f);
  if (name == "inverse") return pull_inverse(f);
  if (name == "determinant") return pull_determinant(f);
  if (name == "norm") return k == 0 ? pull_norm(f) : Pulled{};
  if (name == "concatenation") return pull_joined(f, k, false);
  if (name == "matrix") return pull_joined(f, k, true);
  if (name == "list") return pull_stacked(f, k);
  if (name == "rank") return {algebra.number(0), f.inner};
  return {};
}

}  // namespace eqlens
