#pragma once

#include "expression/expression.hpp"

namespace eqlens {

/// Whether an expression is a step of a staircase: floor, ceiling, rounding.
[[nodiscard]] bool rounds(const Arena& arena, ExpressionId id);

/// Whether an expression takes one of several values that it is given, or a step of a staircase: a few draws may all miss the others.
[[nodiscard]] bool takes_one_of_several(const Arena& arena, ExpressionId id);

/// Whether anything that the display itself prints does.
[[nodiscard]] bool has_branches(const Arena& arena);

}  // namespace eqlens
