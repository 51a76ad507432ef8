#pragma once

#include <vector>

#include "expression/equation.hpp"

namespace eqlens {

/// A number as printed: it stands for everything that rounds to it, half a unit of its last digit to each side.
struct PrintedNumber {
  ExpressionId expression = none;
  double half_unit = 0;
  bool result = false;  ///< the side is this number, or this one is an entry of it: it may be off by one in its last digit
};

/// The printed decimals below an expression. Whole numbers are exact, unless they stand alone (or as the entries of a vector or
/// matrix) on a side of `\approx`.
enum class WholeNumbers : std::uint8_t { exact, rounded };
[[nodiscard]] std::vector<PrintedNumber> printed_numbers(const Equation& equation, ExpressionId root, WholeNumbers whole);

/// All expressions below a root, itself included; shared ones once.
[[nodiscard]] std::vector<ExpressionId> below(const Equation& equation, ExpressionId root);

}  // namespace eqlens
