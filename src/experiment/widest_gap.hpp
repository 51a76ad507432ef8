#pragma once

#include <optional>
#include <string>

#include "role/role.hpp"

namespace eqlens {

/// How far the two sides of an approximation in one number are apart at most, and where.
struct WidestGap {
  std::string input;
  double at = 0, gap = 0;
};

/// The number goes from minus to plus this.
inline constexpr double gap_end = 6;

/// Of two sides of a statement; none if they do not read one and the same number.
[[nodiscard]] std::optional<WidestGap> widest_gap(const Analysis& analysis, const Statement& statement, ExpressionId left,
                                                  ExpressionId right, std::size_t& work);

}  // namespace eqlens
