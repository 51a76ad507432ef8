#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Whether a power is one of a whole matrix: a capital raised to a count, as a factor beside another array: `A^k b`, `C A^i B`.
/// Elsewhere the power of an array goes entry by entry.
[[nodiscard]] bool is_matrix_power(const Equation& equation, ExpressionId id);

/// The exponent where it is a fraction and its base a matrix among the factors of a product: -1/2 of `D^{-1/2} A`; else 0.
[[nodiscard]] double fractional_matrix_power(const Equation& equation, ExpressionId id);

}  // namespace eqlens
