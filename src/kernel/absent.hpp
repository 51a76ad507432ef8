#pragma once

#include <bit>
#include <cstdint>

namespace eqlens {

/// What fills up the shorter lists of a family of sets: no number, and told apart from one that was given as "nan".
inline constexpr std::uint64_t absent_bits = 0x7ff8'0000'ab5e'0000U;
[[nodiscard]] inline double absent() { return std::bit_cast<double>(absent_bits); }
[[nodiscard]] inline bool is_absent(double x) { return std::bit_cast<std::uint64_t>(x) == absent_bits; }

}  // namespace eqlens
