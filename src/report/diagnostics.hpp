#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "report/palette.hpp"

namespace eqlens {

[[nodiscard]] std::string_view name(Severity severity);

/// The diagnostic with all its places moved by `offset` bytes: from a display's own text to the document around it.
[[nodiscard]] Diagnostic moved(Diagnostic diagnostic, std::uint32_t offset);

/// A diagnostic as people read it, its spans being in `source`:
///
///     attention.md:3:36: error: Q and K cannot be multiplied [shape-mismatch]
///     \operatorname{softmax}\left(\frac{QK}{\sqrt{d_k}}\right)V
///                                        ^^
///     help: transpose K
[[nodiscard]] std::string print(const Diagnostic& diagnostic, const Source& source, const Palette& palette = Palette(Color::off));

/// The text with every control character but line breaks and tabs made visible, so that no input can drive a terminal.
[[nodiscard]] std::string harmless(std::string_view text);

}  // namespace eqlens
