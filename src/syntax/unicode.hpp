#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eqlens {

/// What a character outside ASCII is in a formula.
enum class CharacterKind : std::uint8_t {
  letter,
  digit,
  sign,
  space,        ///< thin and wide spaces, invisible operators
  combining,    ///< an accent that belongs to the letter before it
  subscript,    ///< `₁`, `ᵢ`
  superscript,  ///< `²`, `ᵀ`
  prime,        ///< `′`, `″`
  control,      ///< nothing that prints: a control character
};

/// The kind of a code point (ASCII too).
[[nodiscard]] CharacterKind character_kind(char32_t code);

/// The code point at the front of valid UTF-8.
[[nodiscard]] char32_t code_point(std::string_view utf8);

/// How LaTeX writes one character: `α` is `\alpha`, `ℝ` is `\mathbb{R}`, `ᵢ` is `i`, `≤` is `\le`; itself where there is
/// nothing better.
[[nodiscard]] std::string latex_spelling(std::string_view character);

/// What `latex_spelling` writes for the characters that have a row of their own.
[[nodiscard]] std::vector<std::string_view> character_spellings();

/// The accent command of a combining character (`\hat`), or an empty text.
[[nodiscard]] std::string_view accent_command(char32_t code);

}  // namespace eqlens
