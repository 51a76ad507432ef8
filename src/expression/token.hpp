#pragma once

#include <optional>
#include <string>
#include <vector>

#include "operation/operation.hpp"
#include "syntax/tree.hpp"

namespace eqlens {

inline constexpr SyntaxId no_node = 0xFFFFFFFFU;

/// What a printed item is good for, before its meaning is known.
enum class TokenKind : std::uint8_t {
  operand,   ///< a letter, a number, a command, a group: something with a value
  fence,     ///< a bracketed group
  infix,     ///< a sign between operands
  relation,  ///< parts a statement into sides
  bar,       ///< `|` or `\|`, not yet paired
  comma,
  semicolon,
  colon,
  dots,
  words,  ///< `\text{where}`, `\text{if}`
  quad,   ///< a wide space, which often parts statements
  line_break,
  punctuation,  ///< a full stop at the end
};

/// One item of a row with its scripts taken apart. A run of letters that is one name is one token.
struct Token {
  TokenKind kind = TokenKind::operand;
  SyntaxId node = no_node;  ///< the whole item, scripts included
  SyntaxId core = no_node;  ///< its nucleus
  SyntaxId subscript = no_node;
  SyntaxId superscript = no_node;
  SyntaxId primes = no_node;
  const Operation* operation = nullptr;  ///< of signs, relations, and operands that name an operation
  std::string word;                      ///< a name of several letters
  Span span;                             ///< in the tree's text
  bool glued = false;                    ///< no white space before it
  bool change = false;                   ///< `\Delta` stands in front and belongs to it
  bool counted = false;                  ///< `\#` stands in front: how many there are of what `word` says
};

using Tokens = std::vector<Token>;

/// Which letters form names; asked while tokens are made.
class RunJudge {
 public:
  virtual ~RunJudge() = default;
  /// Whether this run of letters is one name. `before` is the token in front, if any; `called` if a round bracket follows.
  [[nodiscard]] virtual bool is_name(std::string_view run, bool called, bool whole_side) const = 0;
  /// Whether `\Delta` and this letter behind it are one name.
  [[nodiscard]] virtual bool is_change(const std::string& letter) const = 0;
};

/// The items below `parent` as tokens; layout is gone, font switches and brace groups that hold one item are opened.
[[nodiscard]] Tokens tokenize(const SyntaxTree& tree, SyntaxId parent, const RunJudge& judge);
[[nodiscard]] Tokens tokenize(const SyntaxTree& tree, const std::vector<SyntaxId>& items, const RunJudge& judge);

/// The one relation that two glued signs make: `\le` of `<=`; the second of others.
[[nodiscard]] const Operation& joined_relation(const Operation& before, const Operation& after);

/// The relation of `\not\in`, `\stackrel{\text{def}}{=}`, `\overset{(a)}{\le}`; null of other items.
[[nodiscard]] const Operation* relation_of_command(const SyntaxTree& tree, SyntaxId command, const RunJudge& judge);

/// What an operator comes to that has its limits printed apart: `\arg\max` of `\underset{u}{\arg\max}`; nothing of others.
[[nodiscard]] std::optional<Token> operator_with_limits(const SyntaxTree& tree, SyntaxId item, const RunJudge& judge);

/// The relation that holds where this one does not: `\notin` of `\in`.
[[nodiscard]] const Operation& negation(const Operation& relation);

/// Whether a text is words of a sentence by its looks: several of them, or characters that no spaces part.
[[nodiscard]] bool is_sentence(std::string_view words);

/// Whether a text is words between the formulas before and behind it: `A \text{ commutes with } B`, `\text{Loss } L = u`.
[[nodiscard]] bool stands_between(const SyntaxTree& tree, const Tokens& before, std::string_view words, const Tokens& after);

/// Whether a token is the sign `\#` in front of what it counts.
[[nodiscard]] bool counts_next(const SyntaxTree& tree, const Token& token);

/// The words that say for which letters a line holds.
inline constexpr std::string_view universal_words[] = {"for all", "for each", "for every", "for any"};

/// Makes `||` of two bars side by side, which is `\|` typed in haste; whether the token is the second of them.
bool joins_bar(const SyntaxTree& tree, Tokens& tokens, Token& token);

/// Adds the comma that is missing beside dots in a list: `u_1, u_2, \ldots u_n`.
void part_at_dots(const SyntaxTree& tree, Tokens& tokens, const Token& next);

/// What a `\Delta` stands in front of, without braces and scripts: `\mathbf{u}` of `\Delta{\mathbf{u}}`.
[[nodiscard]] SyntaxId changed_core(const SyntaxTree& tree, SyntaxId core);

/// Gives scripts behind an empty brace to what stands before it: `E{}_{u}` is `E_{u}`; whether the token is such a brace.
bool joins_script(const SyntaxTree& tree, Token& last, const Token& token);

/// Makes one name of `\#` and the words behind it, of `\#\text{ distinct } n\text{-grams}` too; whether the token is part of it.
bool joins_count(const SyntaxTree& tree, Tokens& tokens, Token& token);

/// The text inside a `\text{...}`-like operand, or empty.
[[nodiscard]] std::string words_of(const SyntaxTree& tree, SyntaxId id);

/// The first child of a command, optional arguments left out; no_node if it has none.
[[nodiscard]] SyntaxId argument(const SyntaxTree& tree, SyntaxId command, std::size_t n = 0);

/// The only child that is not layout of a group, through nested groups; the node itself if it is no group.
[[nodiscard]] SyntaxId unwrap(const SyntaxTree& tree, SyntaxId id);

/// True for commands that change the look but not the meaning of their argument, or that only group: `\mathop`, `\mathbin`, `\boxed`.
[[nodiscard]] bool is_transparent(std::string_view command);

/// True for a space as wide as a `\quad`, which parts statements as one does: `\hspace{1in}`.
[[nodiscard]] bool is_wide(std::string_view spacing);

/// True for words that part statements or begin conditions; other text is a name.
[[nodiscard]] bool is_connecting(std::string_view words);

/// True for an old switch of the font: `\rm`.
[[nodiscard]] bool is_font_switch(std::string_view command);

/// True for commands that let their argument overlap what stands beside: `\mathrlap`.
[[nodiscard]] bool is_overlap(std::string_view command);

/// True for a colour around a signed term, `\textcolor{red}{- m}`: what is coloured stands in the line as it is.
[[nodiscard]] bool is_coloured_term(const SyntaxTree& tree, SyntaxId id);

/// The last child of a command.
[[nodiscard]] SyntaxId last_argument(const SyntaxTree& tree, SyntaxId command);

/// True for `\mathop{}` and `{}`, which only keep signs apart.
[[nodiscard]] bool is_empty_item(const SyntaxTree& tree, SyntaxId id);

/// True for braces that end in a big operator whose body stands behind them: `{\frac{1}{n}\sum_i} x_i`.
[[nodiscard]] bool ends_in_big(const SyntaxTree& tree, SyntaxId id);

/// The word in braces that an old switch sets upright: tr of `{\rm tr}`; empty of other groups.
[[nodiscard]] std::string upright_word(const SyntaxTree& tree, SyntaxId group);

/// True for an E and a square bracket with a step below it, `E[g^2]_t`: an average that is kept, which no expectation is.
[[nodiscard]] bool is_running_average(const SyntaxTree& tree, SyntaxId letter, SyntaxId bracket);

/// True for an E that is set in a face of its own: `\mathrm{E}`, `\mathop{\mathbb{E}}`.
[[nodiscard]] bool is_expectation(const SyntaxTree& tree, SyntaxId id);

}  // namespace eqlens
