#pragma once

#include <optional>

#include "evaluate/algebra.hpp"

// Rewritings that keep numbers in range, in whatever notation a formula was written. They look at nodes, not at text.

namespace eqlens {

/// a / b. A quotient of sums of exponentials is shifted by the largest exponent: `e^{z_i} / \sum_j e^{z_j}` never overflows.
[[nodiscard]] Term careful_division(Algebra& algebra, const Term& a, const Term& b);

/// log x: log-sum-exp, log of a softmax, of a quotient, of a sigmoid, of 1 + y, without the detour over tiny or huge numbers.
[[nodiscard]] Term careful_logarithm(Algebra& algebra, const Term& x);

/// The square root; of a sum of squares it is a norm, which neither overflows nor underflows.
[[nodiscard]] Term careful_root(Algebra& algebra, const Term& x);

/// a b, element by element, in which 0 times a logarithm is 0.
[[nodiscard]] Term careful_product(Algebra& algebra, const Term& a, const Term& b);

/// a - b, element by element. The mean of squares less the square of the mean is the mean squared distance from the mean.
[[nodiscard]] Term careful_difference(Algebra& algebra, const Term& a, const Term& b);

/// 0 for what is not finite: a shift by it would make not-a-numbers of its own. Counts as a constant in derivatives.
[[nodiscard]] double finite_or_zero(double x);

}  // namespace eqlens
