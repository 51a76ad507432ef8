#pragma once

#include <string_view>

#include "base/span.hpp"

namespace eqlens {

/// The span widened until its braces are balanced, with the command that they belong to: of `x} + y` in `\textcolor{red}{x} + y` all.
[[nodiscard]] Span balanced(std::string_view text, Span span);

}  // namespace eqlens
