#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eqlens {

/// The text broken at spaces into lines of at most `width` columns.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The text cut to `width` columns, with dots where it goes on.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

/// The text filled with spaces to `width` columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);

}  // namespace eqlens
