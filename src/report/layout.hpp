#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eqlens {

/// The text broken at spaces into lines of at most `width` columns; the first may have more.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t more_at_first = 0);

/// Lines broken at spaces; what goes on stands under `indent` columns. A line's own indentation stays.
[[nodiscard]] std::string hanging(std::string_view text, std::size_t indent, std::size_t width);

/// The text cut to `width` columns, with dots where it goes on.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

/// The text filled with spaces to `width` columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);

}  // namespace eqlens
