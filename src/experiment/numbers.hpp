#pragma once

#include <string>

#include "kernel/array.hpp"

namespace eqlens {

/// A number as people write it, with at most `digits` significant digits: `8.044`, `-0.5`, `1e-08`, `inf`.
[[nodiscard]] std::string print_number(double number, int digits);

/// An array on one line: `[[8.044, 1.956]]`; more than `most` numbers are cut with dots.
[[nodiscard]] std::string print_value(const Array& array, int digits = 6, std::size_t most = 64);

/// A shape of known extents: `2 × 3`, `4`, `a number`.
[[nodiscard]] std::string print_extents(const Array& array);

/// How large the entries are on the whole; 0 for an array without entries.
[[nodiscard]] double root_mean_square(const Array& array);

}  // namespace eqlens
