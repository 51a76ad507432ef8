#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expression/equation.hpp"

namespace eqlens {

/// What facts such as `x \in (0, 1)`, `0 < \gamma < 1`, `n \ge 1` and `y \in \{0, 1\}` say of where values lie.
struct Stated {
  std::optional<double> low, high;
  bool low_strict = false, high_strict = false;
  std::vector<double> members;
  std::vector<double> whole;  ///< some whole numbers, where nothing else is said than that it is one
};

/// Facts about that of which `is_it` is true; several may stand before `\in`: `p, r \in [0, 1]`.
[[nodiscard]] Stated stated_of(const Equation& equation, const std::function<bool(ExpressionId)>& is_it);

/// The domain for drawing, as domain_of gives it; empty if nothing is said.
[[nodiscard]] std::string domain_by(const Stated& stated);

/// The same of what counts: the whole numbers within the bounds.
[[nodiscard]] std::string whole_domain_by(const Stated& stated);

/// "one of 0 1"
[[nodiscard]] std::string one_of(const std::vector<double>& members);

/// The number that an expression is, if it is one.
[[nodiscard]] std::optional<double> number_of(const Arena& arena, ExpressionId id);

}  // namespace eqlens
