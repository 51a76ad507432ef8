#include <algorithm>

#include "base/text.hpp"
#include "expression/resolver.hpp"

namespace eqlens {

namespace {

bool has_relation(const Tokens& tokens, std::size_t begin, std::size_t end) {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Token& token) { return token.kind == TokenKind::relation; });
}

}  // namespace

// `x = 0 \text{ and } y \ne 0`: each clause holds a condition; one behind other words is a remark on the first.
ExpressionId Resolver::condition(const Tokens& tokens, std::size_t begin, std::size_t end) {
  while (begin < end &&
         (tokens[begin].kind == TokenKind::words || tokens[begin].kind == TokenKind::comma || tokens[begin].kind == TokenKind::quad))
    ++begin;
  while (end > begin && (tokens[end - 1].kind == TokenKind::comma || tokens[end - 1].kind == TokenKind::punctuation ||
                         tokens[end - 1].kind == TokenKind::quad || tokens[end - 1].kind == TokenKind::words))
    --end;
  if (begin == end) return none;
  const auto joint = [&](std::size_t n) {
    const auto words = words_of(tree_, tokens[n].core);
    return std::string(trimmed(words, ",~").substr(0, trimmed(words, ",~").find(' ')));
  };
  ExpressionId whole = none;
  std::string link;
  for (std::size_t from = begin, n = begin; n <= end; ++n) {
    if (n < end && tokens[n].kind != TokenKind::words) continue;
    const std::size_t last = n < tokens.size() && tokens[n].kind == TokenKind::words ? without_remark(tokens, from, n, joint(n)) : n;
    const bool joins = whole == none || link == "and" || link == "or";
    if (last > from && (joins || has_relation(tokens, from, last))) {
      const ExpressionId part = links(tokens, from, last);
      whole = whole == none ? part : apply(link == "or" ? "or" : "and", {whole, part}, join(span_of(whole), span_of(part)));
    }
    if (last < n || (last > from && !joins && !has_relation(tokens, from, last)))
      choose(origin(join(tokens[joins ? last : from].span, tokens[n - 1].span)), "a remark", {"a condition"}, "words follow it");
    if (n < end) link = joint(n);
    from = n + 1;
  }
  return whole;
}

// `c < d, d \text{ is given}`: what stands before a verb behind the condition is the subject of a remark.
std::size_t Resolver::without_remark(const Tokens& tokens, std::size_t begin, std::size_t end, const std::string& word) const {
  if (word != "is" && word != "are") return end;
  std::size_t comma = end;
  while (comma > begin && tokens[comma - 1].kind != TokenKind::comma) --comma;
  const bool follows = comma > begin && has_relation(tokens, begin, comma) && !has_relation(tokens, comma, end);
  return follows ? comma - 1 : end;
}

// `-1 \le x < 1`: one relation, or several side by side that must all hold.
ExpressionId Resolver::links(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> relations;
  for (std::size_t n = begin; n < end; ++n)
    if (tokens[n].kind == TokenKind::relation) relations.push_back(n);
  if (relations.empty()) return side(tokens, begin, end);
  std::vector<ExpressionId> parts;
  ExpressionId left = relations[0] == begin ? unknown(origin(tokens[begin].span)) : side(tokens, begin, relations[0]);
  for (std::size_t n = 0; n < relations.size(); ++n) {
    const std::size_t until = n + 1 < relations.size() ? relations[n + 1] : end;
    const ExpressionId right =
        relations[n] + 1 < until ? side(tokens, relations[n] + 1, until) : unknown(origin(tokens[relations[n]].span));
    Expression expression;
    expression.kind = ExpressionKind::relation;
    expression.operation = tokens[relations[n]].operation;
    expression.span = join(span_of(left), span_of(right));
    expression.sign = origin(tokens[relations[n]].span);
    parts.push_back(add(expression, {left, right}));
    left = right;
  }
  if (parts.size() == 1) return parts[0];
  return apply("list", parts, join(span_of(parts.front()), span_of(parts.back())));
}

}  // namespace eqlens
