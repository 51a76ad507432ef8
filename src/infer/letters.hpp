#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// `A`, `W`: one Latin capital.
[[nodiscard]] bool is_capital(const Symbol& symbol);

/// `\Sigma`, `\Theta`.
[[nodiscard]] bool is_capital_greek(const Symbol& symbol);

/// Letters that are numbers even beside a matrix: rates, weights, counts.
[[nodiscard]] bool is_scale(const Symbol& symbol);

}  // namespace eqlens
