#pragma once

#include "base/diagnostic.hpp"
#include "syntax/tree.hpp"

namespace eqlens {

/// One note for each control sequence of the display that nothing gives a meaning: it is read as a name, and if it looks
/// like a slip the note says of what.
[[nodiscard]] Diagnostics unknown_commands(const SyntaxTree& tree);

}  // namespace eqlens
