#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/laboratory.hpp"

namespace eqlens {

/// One run: what went in, and what one gauge showed.
struct Shot {
  Values inputs;
  Array value;
};

/// The words for a list, and for a table whose rows each have, one 1.
inline constexpr std::string_view one_place = "1 in one place and 0 everywhere else";
inline constexpr std::string_view one_place_each = "1 in one place of each row and 0 everywhere else";

/// What a value turned out to be in all runs.
struct Description {
  std::string words;  ///< "0", "$\beta$", "the mean of $V$ over its $m$ rows"; empty if it is nothing simple
  double worst = 0;
  bool failure = false;  ///< not a number, infinite
};

/// Says in words what a gauge shows in all of the shots, as far as it is something simple: a number, an input, the mean or one row
/// of an input, an equal share, a single 1.
[[nodiscard]] Description describe(const Laboratory& laboratory, std::size_t gauge, const std::vector<Shot>& shots);

}  // namespace eqlens
