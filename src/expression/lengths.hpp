#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Whether bars ask how long a list or a text is, not how many members a set has: `|y|` of a small letter, `|a_i|`.
[[nodiscard]] bool is_length(const Equation& equation, ExpressionId id);

}  // namespace eqlens
