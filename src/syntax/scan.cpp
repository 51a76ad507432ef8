#include "syntax/scan.hpp"

#include <algorithm>

#include "base/source.hpp"

namespace eqlens {

std::size_t control_sequence_end(std::string_view text, std::size_t begin) {
  auto end = begin + 1;
  if (end >= text.size()) return end;
  if (!is_letter(text[end])) return end + std::max<std::size_t>(1, utf8_length(text.substr(end)));
  while (end < text.size() && is_letter(text[end])) ++end;
  return end;
}

std::size_t blank_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::size_t gap_end(std::string_view text, std::size_t at) {
  for (;;) {
    at = blank_end(text, at);
    if (at >= text.size() || text[at] != '%') return at;
    at = comment_end(text, at);
  }
}

std::size_t comment_end(std::string_view text, std::size_t begin) { return std::min(text.find('\n', begin), text.size()); }

}  // namespace eqlens
