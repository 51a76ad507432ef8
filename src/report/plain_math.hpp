#pragma once

#include <string>
#include <string_view>

namespace eqlens {

/// LaTeX as one line of Unicode for a terminal: `\frac{QK^\top}{\sqrt{d_k}}` is `QKᵀ / √dₖ`. Lines of an environment become
/// lines. For the eye only: nothing reads it back.
[[nodiscard]] std::string plain_math(std::string_view latex);

/// The number of terminal columns that a text takes: combining accents take none.
[[nodiscard]] std::size_t display_width(std::string_view utf8);

}  // namespace eqlens
