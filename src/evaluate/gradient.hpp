#pragma once

#include <span>

#include "evaluate/algebra.hpp"

// Exact derivatives, by one sweep over the plan from the result back to the variable. The derivative is a term of the same
// plan, so it is computed, and differentiated again, like everything else.

namespace eqlens {

/// What the derivative of several values is.
enum class Spread {
  jacobian,  ///< one derivative for each value: the values' axes come before the variable's
  total,     ///< of their sum: for `dy/dx` of an elementwise y, the slope at each place
};

/// The derivative of `of` by the node `variable`, which should be a barrier: a node of its own that stands for the variable.
/// Empty, with `not_known` naming the operation, where a derivative is not written down.
struct Derivative {
  Term term;
  const Operation* not_known = nullptr;
};
[[nodiscard]] Derivative differentiate(Algebra& algebra, const Term& of, const Term& variable, Spread spread);

/// The derivative of an elementwise operation by its argument number k, from the catalogue's row.
[[nodiscard]] Term partial(Algebra& algebra, const Operation& operation, std::size_t k, std::span<const Term> arguments);

/// The axes of a node while its adjoint is worked out: its loop axes in order.
[[nodiscard]] constexpr Axis local_axis(std::size_t k) { return 0x60000000u + static_cast<Axis>(k); }

/// What one node passes on to its operand number k: a term over the node's loop axes, and, for axes of the operand that
/// follow no loop axis, over `inner` (in the operand's order).
struct Pulled {
  Term term;
  std::vector<Axis> inner;
};
[[nodiscard]] Pulled pull_kernel(Algebra& algebra, NodeId id, const Term& adjoint, std::size_t k);

}  // namespace eqlens
