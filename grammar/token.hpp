#pragma once

#include <cstdint>
#include <string_view>

#include "base/span.hpp"
#include "syntax/commands.hpp"

namespace eqlens {

/// What stands at a place of a formula: all that the grammar asks before it chooses a rule.
enum class LexemeKind : std::uint8_t {
  end_of_input,
  blank,                ///< a run of white space
  comment,              ///< `% ...` to the end of its line
  letter,               ///< `x`, `α̂`
  number,               ///< `12`, `0.5`
  sign,                 ///< `+`, `≤`, `\big/`
  bar,                  ///< `|`, `\big\|`
  open,                 ///< `(`, `\big\{`
  close,                ///< `)`, `\Bigr]`
  left,                 ///< `\left(`
  right,                ///< `\right)`
  open_group,           ///< `{`
  close_group,          ///< `}`
  superscript,          ///< `^`
  subscript,            ///< `_`
  unicode_superscript,  ///< `²`
  unicode_subscript,    ///< `₁`
  prime,                ///< `'`, `″`
  align,                ///< `&`
  dollar,               ///< `$`, `$$`
  display,              ///< `\[`, `\)`
  command,              ///< `\alpha`: the control sequence alone
  layout,               ///< `\quad`, `~`: likewise
  thin_space,           ///< `\!`
  limits,               ///< `\limits`
  line_break,           ///< `\\`
  begin,                ///< `\begin`
  end,                  ///< `\end`
  lone_size,            ///< `\left` or `\big` with no delimiter after it
  unreadable,           ///< a lone backslash, a control character, a byte that is no UTF-8, `#`
};

/// A token and, for control sequences, its row in the table of commands.
struct Lexeme {
  LexemeKind kind = LexemeKind::end_of_input;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Bracket bracket = Bracket::none;
  const Command* command = nullptr;
};

/// The token at `begin`. Constant time but for its own length and the white space between `\left` and its delimiter.
[[nodiscard]] Lexeme token_at(std::string_view text, std::size_t begin);

/// Where the token stands.
[[nodiscard]] constexpr Span span_of(const Lexeme& token) { return {token.begin, token.end}; }

}  // namespace eqlens
