#pragma once

#include <string>

#include "syntax/tree.hpp"

namespace eqlens {

/// The display printed back: every token of the tree, white space normalised; equals the input up to white space,
/// needless braces and layout-only commands.
[[nodiscard]] std::string printed(const SyntaxTree& tree);

/// A symbol or expression in the one canonical form of the contract: spacing gone, subscript before superscript,
/// one-token scripts and accent or font arguments braced only where TeX needs it (`\hat{m}_t`, `\mathbf{x}`, `d_k`,
/// `d_{\text{model}}`, `W_i^Q`), Unicode letters as their commands (`α` is `\alpha`).
[[nodiscard]] std::string canonical(const SyntaxTree& tree, SyntaxId id);

}  // namespace eqlens
