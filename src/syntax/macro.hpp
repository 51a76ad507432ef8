#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "syntax/tree.hpp"

namespace eqlens {

/// How much macros may write; beyond it expansion stops with a diagnostic `too-large`.
struct ExpansionLimits {
  std::size_t bytes = std::size_t{1} << 20;
  std::size_t uses = 100'000;
};

/// A text with its macros expanded. Without a use there are no pieces, and the text is the user's own.
struct Expansion {
  std::string text;
  std::vector<SyntaxTree::Piece> pieces;
  Diagnostics diagnostics;
};

/// Reads the definitions in `definitions` (a preamble, of which nothing else counts) and in `text`, and expands their
/// uses in `text`: `\newcommand{\vx}{\mathbf{x}} \vx` is `\mathbf{x}`. Macros in wide use that nobody defines are expanded
/// by convention, each with one note.
[[nodiscard]] Expansion expand_macros(std::string_view text, std::string_view definitions, const ExpansionLimits& limits);

}  // namespace eqlens
