#pragma once

#include <optional>
#include <string>

#include "expression/equation.hpp"

namespace eqlens {

/// What came of an equation between shapes such as `(n \times k)(k \times m) = (n \times m)`.
struct ShapeVerdict {
  bool holds = false;
  std::string because;
};

/// Tries an equation whose sides are products of shapes; nothing if they are not.
[[nodiscard]] std::optional<ShapeVerdict> check_shape_equation(const Equation& equation, ExpressionId left, ExpressionId right);

}  // namespace eqlens
