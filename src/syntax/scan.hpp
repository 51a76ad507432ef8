#pragma once

#include <cstddef>
#include <string_view>

#include "base/text.hpp"

namespace eqlens {

// The few lexical facts of TeX that more than one pass needs.

/// The end of the control sequence at the backslash at `begin`: a word, or one character; begin + 1 when the text ends there.
[[nodiscard]] std::size_t control_sequence_end(std::string_view text, std::size_t begin);

/// The end of the white space at `at`, and of white space and comments.
[[nodiscard]] std::size_t blank_end(std::string_view text, std::size_t at);
[[nodiscard]] std::size_t gap_end(std::string_view text, std::size_t at);

/// The end of the comment at `begin`, without its line's end.
[[nodiscard]] std::size_t comment_end(std::string_view text, std::size_t begin);

}  // namespace eqlens
