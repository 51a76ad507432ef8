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

/// How far rounding may move each entry of the difference of two sides; empty: all numbers are exact.
struct Slack {
  std::vector<double> rounding;
  std::vector<double> last_digit;  ///< one more unit in the last printed digit of a result
};

[[nodiscard]] Gap compare(const Array& left, const Array& right, Comparison comparison, const Slack& slack = {});

/// The entries of the difference of two sides; empty if their shapes do not fit.
[[nodiscard]] std::vector<double> difference(const Array& left, const Array& right);

}  // namespace eqlens
