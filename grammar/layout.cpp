#include <algorithm>

#include "base/source.hpp"
#include "grammar/builder.hpp"
#include "grammar/messages.hpp"
#include "syntax/scan.hpp"
#include "syntax/unicode.hpp"

// The stretches of a formula that the grammar takes as a whole: lengths, labels, colours, words, Unicode scripts.

namespace eqlens {

namespace {

/// The end of `2pt`, `-0.5em`, `=1.4pt` or `\baselineskip`, or `at` if no length stands there.
std::size_t length_end(std::string_view text, std::size_t at) {
  auto end = gap_end(text, at);
  while (end < text.size() && std::string_view("=-+ ").find(text[end]) != std::string_view::npos) ++end;
  const auto digits = end;
  while (end < text.size() && std::string_view("0123456789.").find(text[end]) != std::string_view::npos) ++end;
  const bool number = end > digits;
  if (end < text.size() && text[end] == '\\') {
    const auto after = control_sequence_end(text, end);
    return after > end + 2 ? after : at;
  }
  if (!number) return at;
  while (end < text.size() && text[end] == ' ') ++end;
  constexpr std::string_view units[] = {"pt", "em", "ex", "mu", "mm", "cm", "in", "pc", "bp", "sp"};
  const bool unit = std::find(std::begin(units), std::end(units), text.substr(end, 2)) != std::end(units);
  return unit ? end + 2 : at;
}

/// The end of `[2pt]` after a line break, or `at`: other square brackets begin the next row.
std::size_t bracketed_length_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return at;
  const auto length = length_end(text, at + 1);
  const auto end = gap_end(text, length);
  return length > at + 1 && end < text.size() && text[end] == ']' ? end + 1 : at;
}

}  // namespace

std::size_t TreeBuilder::skip_layout_argument(std::size_t at) {
  const auto begin = gap_end(at);
  const auto& token = look(begin);
  if (token.kind != LexemeKind::open_group) {
    const bool argument = token.kind == LexemeKind::command || token.kind == LexemeKind::letter || token.kind == LexemeKind::number ||
                          token.kind == LexemeKind::layout;
    return argument ? token.end : at;
  }
  std::size_t depth = 0;
  for (auto i = begin; i < text_.size(); ++i) {
    if (text_[i] == '\\')
      ++i;
    else if (text_[i] == '%')
      i = comment_end(text_, i) - 1;
    else if (text_[i] == '{')
      ++depth;
    else if (text_[i] == '}' && --depth == 0)
      return i + 1;
  }
  const auto opener = static_cast<std::uint32_t>(begin);
  const auto end = static_cast<std::uint32_t>(text_.size());
  report(message::unclosed_group, Span{end, end}, Span{opener, opener + 1});
  return end;
}

std::size_t TreeBuilder::skip_position(std::size_t at) const {
  // `\begin{aligned}[t]`: only one letter, since `[x]` may begin the formula.
  return text_.size() >= at + 3 && text_[at] == '[' && text_[at + 2] == ']' &&
                 std::string_view("tbclrs").find(text_[at + 1]) != std::string_view::npos
             ? at + 3
             : at;
}

std::size_t TreeBuilder::skip_layout_arguments(std::size_t at) {
  if (!command) return at;
  for (const auto argument : command->arguments) {
    if (argument == '*' && at < text_.size() && text_[at] == '*') ++at;
    if (argument == 'b') at = bracketed_length_end(text_, at);
    if (argument == 'd') at = length_end(text_, at);
    if (argument == 'l') at = skip_layout_argument(at);
  }
  return at;
}

void TreeBuilder::split_scripts(const Lexeme& run) {
  SyntaxKind kind = SyntaxKind::empty;
  for (auto at = run.begin; at < run.end;) {
    const auto length = static_cast<std::uint32_t>(utf8_length(text_.substr(at)));
    const auto first = latex_spelling(text_.substr(at, length))[0];
    const auto next = first >= '0' && first <= '9'                                      ? SyntaxKind::number
                      : std::string_view("+-=()").find(first) != std::string_view::npos ? SyntaxKind::sign
                                                                                        : SyntaxKind::letter;
    if (next == SyntaxKind::number && kind == next)
      nodes_.back().span.end += length;
    else
      leaf(next, {at, at + length});
    kind = next;
    at += length;
  }
}

std::size_t TreeBuilder::first_digit_end(const Lexeme& number) const {
  return text_[number.begin] == '.' ? number.end : number.begin + utf8_length(text_.substr(number.begin));
}

std::size_t TreeBuilder::words_end(std::size_t at) const {
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == '{' || c == '}' || c == '$') return at;
    if (c == '%')
      at = comment_end(text_, at);
    else
      at = c == '\\' ? control_sequence_end(text_, at) : at + 1;
  }
  return at;
}

}  // namespace eqlens
