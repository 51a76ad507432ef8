#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Whether a derivative is of the second order: `\nabla^2 f`, `\frac{\partial^2 f}{\partial x^2}`.
[[nodiscard]] bool is_second_order(const Equation& equation, ExpressionId id);

}  // namespace eqlens
