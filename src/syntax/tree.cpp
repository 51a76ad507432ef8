#include "syntax/tree.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace eqlens {

Span SyntaxTree::origin(Span span) const {
  if (pieces.empty()) return span;
  const auto piece_at = [&](std::uint32_t offset) {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), offset, [](std::uint32_t o, const Piece& p) { return o < p.begin; });
    return after == pieces.begin() ? after : std::prev(after);
  };
  const auto first = piece_at(span.begin);
  const auto last = piece_at(span.empty() ? span.begin : span.end - 1);
  const auto begin = first->copied ? first->origin.begin + (span.begin - first->begin) : first->origin.begin;
  const auto end = last->copied ? last->origin.begin + (span.end - last->begin) : last->origin.end;
  return {begin, std::max(begin, end)};
}

std::size_t command_name_size(std::string_view spelling) {
  if (spelling.size() < 2 || spelling[0] != '\\') return spelling.size();
  std::size_t length = 1;
  while (length < spelling.size() && is_letter(spelling[length])) ++length;
  if (length == 1) return 2;
  return length < spelling.size() && spelling[length] == '*' ? length + 1 : length;
}

std::string_view command_name(const SyntaxTree& tree, SyntaxId id) {
  const auto spelling = tree.spelling(id);
  const std::size_t known = tree[id].name_size;
  return spelling.substr(0, known > 0 ? known : command_name_size(spelling));
}

std::string_view environment_name(const SyntaxTree& tree, SyntaxId id) {
  const auto spelling = tree.spelling(id);
  const auto open = spelling.find('{');
  const auto close = spelling.find_first_of("*}", open);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return spelling.substr(open + 1, close - open - 1);
}

}  // namespace eqlens
