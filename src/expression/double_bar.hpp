#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Whether two bars part what is compared, `D(q \| p)`, or the operation is a divergence. One bar in a bracket of any other name says
/// what is given: `\operatorname{Cov}(f(a), g(b) \mid h(c))`.
[[nodiscard]] bool compared_by_two_bars(const Equation& equation, ExpressionId comparison);

}  // namespace eqlens
