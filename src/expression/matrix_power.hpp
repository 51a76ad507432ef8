#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Whether a power is one of a whole matrix: a capital raised to a count, as a factor beside another array: `A^k b`, `C A^i B`.
/// Elsewhere the power of an array goes entry by entry.
[[nodiscard]] bool is_matrix_power(const Equation& equation, ExpressionId id);

}  // namespace eqlens
