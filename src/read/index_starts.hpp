#pragma once

#include <span>
#include <string>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// From which number the entries of each array count: "indices count from 1", "the entries of x count from 0".
[[nodiscard]] std::vector<std::string> index_starts(const Analysis& analysis, std::span<const ExpressionId> inside);

}  // namespace eqlens
