#pragma once

#include <optional>

#include "expression/equation.hpp"

namespace eqlens {

/// That what a symbol holds repeats: `s(n + N) = s(n)` says it of s, after N places.
struct Period {
  SymbolId symbol = none;
  ExpressionId places = none;
};

/// The period that a statement states; none if it states none.
[[nodiscard]] std::optional<Period> period_in(const Arena& arena, const Statement& statement);

}  // namespace eqlens
