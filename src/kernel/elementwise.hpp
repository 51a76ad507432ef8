#pragma once

#include <string_view>

#include "kernel/loops.hpp"

namespace eqlens {

/// The vectorised form of an elementwise operation, by the catalogue's name of it; null if there is none.
[[nodiscard]] RowFunction fast_row(std::string_view operation);

/// Rounds every element to single precision.
void round_to_single(double* data, std::size_t n);

/// True if every element is a finite number.
[[nodiscard]] bool all_finite(const double* data, std::size_t n);

}  // namespace eqlens
