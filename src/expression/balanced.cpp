#include "expression/balanced.hpp"

#include "base/text.hpp"

namespace eqlens {

namespace {

bool escaped(std::string_view text, std::size_t at) { return at > 0 && text[at - 1] == '\\'; }

/// 1 for a brace that opens, -1 for one that closes.
int step(std::string_view text, std::size_t at) {
  if (escaped(text, at)) return 0;
  return text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
}

/// Where the brace opens that closes right before `end`.
std::size_t opening(std::string_view text, std::size_t end) {
  int depth = 0;
  while (end > 0) {
    depth += step(text, --end);
    if (depth == 0) return end;
  }
  return 0;
}

/// The beginning of the command whose argument opens at `brace`: `\textcolor{red}{`.
std::size_t command_before(std::string_view text, std::size_t brace) {
  std::size_t begin = brace;
  while (begin > 0 && step(text, begin - 1) == -1) begin = opening(text, begin);
  std::size_t name = begin;
  while (name > 0 && is_letter(text[name - 1])) --name;
  return name > 0 && name < begin && text[name - 1] == '\\' ? name - 1 : brace;
}

}  // namespace

Span balanced(std::string_view text, Span span) {
  if (span.end > text.size() || span.begin >= span.end) return span;
  int depth = 0, lowest = 0;
  for (std::size_t at = span.begin; at < span.end; ++at) {
    depth += step(text, at);
    lowest = depth < lowest ? depth : lowest;
  }
  for (int missing = depth - lowest; missing > 0 && span.end < text.size(); ++span.end) missing += step(text, span.end);
  for (int missing = -lowest; missing > 0 && span.begin > 0;) {
    missing -= step(text, --span.begin);
    if (missing == 0) span.begin = static_cast<std::uint32_t>(command_before(text, span.begin));
  }
  return span;
}

}  // namespace eqlens
