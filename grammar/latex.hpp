#pragma once

#include <string_view>

#include "base/diagnostic.hpp"
#include "syntax/tree.hpp"

namespace eqlens {

/// How much a display may hold; beyond it the answer is a diagnostic `too-large` or `too-deep`, never a crash.
struct ReadingLimits {
  std::size_t bytes = std::size_t{16} << 20;
  std::size_t depth = 200;
  std::size_t expansion_bytes = std::size_t{1} << 20;
};

/// A display as read: always a tree, whatever the input; what could not be read is an error node with a diagnostic.
/// Spans in the diagnostics are in the user's own text.
struct Parsed {
  SyntaxTree tree;
  Diagnostics diagnostics;
};

/// Reads one display, LaTeX or Unicode, with the macro definitions that may stand before it. `macros` holds further
/// definitions (a paper's preamble). Never throws, never hangs: size, depth and expansion are bounded.
[[nodiscard]] Parsed parse_math(std::string_view text, std::string_view macros = {}, const ReadingLimits& limits = {});

}  // namespace eqlens
