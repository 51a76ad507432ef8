#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/array.hpp"

namespace eqlens {

/// What a claim says of its two sides.
enum class Comparison : std::uint8_t { equal, about_equal, at_most, at_least, less, greater, different };

/// How two sides compare, entry by entry.
struct Gap {
  bool comparable = true;  ///< false if the shapes differ
  bool undefined = false;  ///< an entry of a side is not a number
  bool violated = false;
  bool last_digit = false;  ///< violated, but only in the last printed digit
  double absolute = 0;      ///< the largest difference
  double relative = 0;      ///< over the largest entry of both sides
};

/// Compares two sides; `slack` holds how far rounded numbers may move each entry of the difference (empty: they are exact).
[[nodiscard]] Gap compare(const Array& left, const Array& right, Comparison comparison, const std::vector<double>& slack);

/// The entries of the difference of two sides; empty if their shapes do not fit.
[[nodiscard]] std::vector<double> difference(const Array& left, const Array& right);

}  // namespace eqlens
