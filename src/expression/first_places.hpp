#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Where the entries of an array start along an axis, if all that stands there is bound by ranges that begin at the same place below 1:
/// `-m` for g of `\sum_{a=-m}^{m} g_a`. None if nothing says so.
[[nodiscard]] ExpressionId first_printed(const Equation& equation, SymbolId array, std::size_t axis);

/// What is indexed, below the call that gives it: z of `z_i` and of `z_i(x)`. None if it is no name.
[[nodiscard]] SymbolId indexed_name(const Equation& equation, ExpressionId entry);

}  // namespace eqlens
