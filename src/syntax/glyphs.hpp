#pragma once

#include <string>
#include <string_view>

namespace eqlens {

/// The character that a command prints (`\alpha` is `α`, `\odot` is `⊙`), or an empty text.
[[nodiscard]] std::string_view glyph(std::string_view command);

/// The combining accent of a command (`\hat`), or an empty text.
[[nodiscard]] std::string_view combining_accent(std::string_view command);

/// The letter of `\mathbb{R}`: `ℝ`; the letter itself where none is used.
[[nodiscard]] std::string double_struck(std::string_view letter);

/// The text set small and low (`t-1` is `ₜ₋₁`), or an empty text where Unicode lacks a character.
[[nodiscard]] std::string lowered(std::string_view text);
[[nodiscard]] std::string raised(std::string_view text);

}  // namespace eqlens
