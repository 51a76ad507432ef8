#pragma once

#include <string>
#include <string_view>

namespace eqlens {

// The words of names: letters, accents, labels. Input is canonical LaTeX; nothing here knows the equation.

/// The name of a letter or a word: `\beta` is "beta", `\ell` "ell", `MSE` "M S E", `\operatorname{LN}` "layer norm".
[[nodiscard]] std::string letter_words(std::string_view nucleus);

/// A symbol's letter with its accent: "m hat", "delta t".
[[nodiscard]] std::string accented_letter(std::string_view nucleus, std::string_view accent);

/// True if the name has a stored spoken form of its own ("layer norm"), so that it is spoken as a phrase.
[[nodiscard]] bool has_stored_words(std::string_view nucleus);

/// True if a function's sign is a letter (`\sigma`, `\Phi`, `f`), which is spoken as that letter, not as the function's name.
[[nodiscard]] bool is_letter_sign(std::string_view sign);

/// The word of an accent: `\hat` is "hat"; empty for an accent that has no sound (an arrow over a vector).
[[nodiscard]] std::string_view accent_words(std::string_view accent);

/// A subscript that belongs to a name: `k` is "k", `\text{model}` "model", `t-1` "t-minus-1", `Q` "sub Q".
[[nodiscard]] std::string label_words(std::string_view label);

/// A list of names with its last comma said as a word: "Q, K and V".
[[nodiscard]] std::string and_list(const std::string* begin, std::size_t count);

/// What canonical LaTeX sounds like when nothing is known about it: each command by its name, each letter by itself.
[[nodiscard]] std::string latex_words(std::string_view latex);

/// Canonical LaTeX as it stands in a sentence to be read with the eyes: `\beta_1` is "β_1", `d_{\text{model}}` "d_model".
[[nodiscard]] std::string pretty(std::string_view latex);

/// The text inside one group or font command: of `\text{model}` and `{model}` "model"; other text unchanged.
[[nodiscard]] std::string_view without_font(std::string_view latex);

/// "2nd" in words: "second", up to "twelfth"; empty beyond.
[[nodiscard]] std::string_view ordinal_words(int number);

/// Two words in one ear-beat become one sentence: the first letter as a capital.
[[nodiscard]] std::string capitalised(std::string text);

}  // namespace eqlens
