#pragma once

#include <string_view>
#include <vector>

#include "report/box.hpp"

namespace eqlens {

/// A display as it is set on a page, each symbol in the colour of its role: fractions one above the other, sums with their limits,
/// brackets that grow. Broken into lines of at most `width` columns before relations and signs; empty if it does not fit.
[[nodiscard]] std::vector<Box> plane_math(const Analysis& analysis, std::string_view latex, std::size_t width);

}  // namespace eqlens
