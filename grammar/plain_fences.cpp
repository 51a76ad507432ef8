#include <algorithm>

#include "grammar/builder.hpp"

// Fences whose delimiters are no brackets elsewhere: `]0, 1[`, and `<x, y>` as e-mail and plain text write angles.

namespace eqlens {

namespace {

constexpr std::size_t longest_fence = 200;

/// Whether an operand has to follow the text before a place.
bool wants_operand(std::string_view before) {
  const auto last = before.find_last_not_of(" \t\r\n~");
  return last == std::string_view::npos || std::string_view("=(,[{+-*/&:;").find(before[last]) != std::string_view::npos;
}

/// The place of the `>` that closes the `<` at the front, if a comma stands between and nothing that compares.
std::size_t angle_end(std::string_view text) {
  int depth = 0;
  bool comma = false;
  for (std::size_t i = 1; i < std::min(text.size(), longest_fence); ++i) {
    const char c = text[i];
    if (c == '{' || c == '(') ++depth;
    if ((c == '}' || c == ')') && --depth < 0) break;
    if (depth > 0) continue;
    if (c == '>') return comma ? i : 0;
    if (c == '<' || c == '=' || c == '&' || c == '$' || text.substr(i, 2) == "\\\\") break;
    comma = comma || c == ',';
  }
  return 0;
}

}  // namespace

bool TreeBuilder::starts_plain_fence(std::size_t at) {
  const auto& token = look(at);
  if (token.end != at + 1) return false;
  if (token.kind == LexemeKind::sign && text_[at] == '<') {
    const auto end = wants_operand(text_.substr(0, at)) ? angle_end(text_.substr(at)) : 0;
    if (end > 0) plain_fence_end_ = at + end;
    return end > 0;
  }
  if (token.kind != LexemeKind::close || token.bracket != Bracket::square || ends_something(token)) return false;
  // Only plain characters and one comma, so that nothing else is mistaken for it.
  constexpr std::size_t longest_interval = 80;
  const auto inside = text_.substr(at + 1, longest_interval);
  const auto stop = inside.find_first_of("[](){}&$%");
  if (stop == std::string_view::npos || (inside[stop] != '[' && inside[stop] != ']')) return false;
  const auto comma = inside.find(',');
  plain_fence_end_ = at + 1 + stop;
  return comma < stop && inside[stop - 1] != '\\' && inside.find("\\\\") > stop;
}

bool TreeBuilder::ends_plain_fence(const Lexeme& token) const {
  return !open_.empty() && open_.back().construct == Construct::plain_fence && token.begin == plain_fence_end_;
}

}  // namespace eqlens
