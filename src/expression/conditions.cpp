#include <algorithm>
#include <span>

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
  const auto outside = [&](const Token& token) {
    return token.kind == TokenKind::words || token.kind == TokenKind::comma || token.kind == TokenKind::semicolon ||
           token.kind == TokenKind::quad || token.kind == TokenKind::punctuation;
  };
  while (begin < end && outside(tokens[begin])) ++begin;
  while (end > begin && outside(tokens[end - 1])) --end;
  if (begin == end) return none;
  const auto joint = [&](std::size_t n) {
    if (is_connective(tokens[n])) return std::string(tokens[n].operation->name);
    const auto words = words_of(tree_, tokens[n].core);
    return std::string(trimmed(words, ",~").substr(0, trimmed(words, ",~").find(' ')));
  };
  ExpressionId whole = none;
  std::string link;
  for (std::size_t from = begin, n = begin; n <= end; ++n) {
    if (n < end && tokens[n].kind != TokenKind::words && !is_connective(tokens[n])) continue;
    const std::size_t last = n < tokens.size() && tokens[n].kind == TokenKind::words ? without_remark(tokens, from, n, joint(n)) : n;
    const bool joins = whole == none || link == "and" || link == "or";
    if (last > from && (joins || has_relation(tokens, from, last))) {
      const ExpressionId part = listed_links(tokens, from, last);
      whole = whole == none ? part : apply(link == "or" ? "or" : "and", {whole, part}, join(span_of(whole), span_of(part)));
    }
    if (last < n || (last > from && !joins && !has_relation(tokens, from, last)))
      choose(origin(join(tokens[joins ? last : from].span, tokens[n - 1].span)), "a remark", {"a condition"}, "words follow it");
    if (n < end) link = joint(n);
    from = n + 1;
  }
  return whole;
}

// `\land`, `\vee`
bool is_connective(const Token& token) {
  return token.kind == TokenKind::infix && (token.operation->name == "and" || token.operation->name == "or");
}

// `u \land v`: what holds no relation is joined as it stands.
ExpressionId Resolver::connected(const Tokens& tokens, std::size_t begin, std::size_t end) {
  ExpressionId whole = none;
  const Token* link = nullptr;
  for (std::size_t from = begin, n = begin; n <= end; ++n) {
    if (n < end && !is_connective(tokens[n])) continue;
    if (n > from) {
      const ExpressionId part = row_of(tokens, from, n);
      whole = whole == none ? part : apply(*link->operation, {whole, part}, join(span_of(whole), span_of(part)), origin(link->span));
    }
    if (n < end) link = &tokens[n];
    from = n + 1;
  }
  return whole == none ? unknown(origin(tokens[begin].span)) : whole;
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
    mark_interval(*tokens[relations[n]].operation, right);
    Expression expression;
    expression.kind = ExpressionKind::relation;
    expression.operation = tokens[relations[n]].operation;
    expression.span = join(span_of(left), span_of(right));
    expression.sign = origin(tokens[relations[n]].span);
    parts.push_back(add(expression, {left, right}));
    left = right;
  }
  return conjunction(parts);
}

// `t \in [0, 1]`: what a list of two ends holds is every number between them.
void Resolver::mark_interval(const Operation& relation, ExpressionId set) {
  const auto& arena = equation_.arena;
  if ((relation.name != "is in" && relation.name != "is not in") || !(arena.applies(set, "list") || arena.applies(set, "concatenation")))
    return;
  const auto text = equation_.text(set);
  if (arena[set].child_count == 2 && !text.empty() && (text.front() == '[' || text.front() == '(' || text.front() == ']'))
    equation_.arena.at(set).operation = &operation_named("interval");
}

// Conditions side by side must all hold.
ExpressionId Resolver::conjunction(const std::vector<ExpressionId>& parts) {
  ExpressionId whole = parts[0];
  for (const ExpressionId part : std::span(parts).subspan(1)) whole = apply("and", {whole, part}, join(span_of(whole), span_of(part)));
  return whole;
}

// `i \ne j, u < v`: commas between relations mean "and"; `u, v > 0` is one relation, and so is `k = 1, \ldots, n`.
ExpressionId Resolver::listed_links(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::vector<ExpressionId> parts;
  std::size_t from = begin;
  for (std::size_t n = begin; n < end; ++n) {
    if (tokens[n].kind != TokenKind::comma || !has_relation(tokens, from, n)) continue;
    std::size_t next = n + 1;
    while (next < end && tokens[next].kind != TokenKind::comma) ++next;
    if (!has_relation(tokens, n + 1, next)) continue;
    parts.push_back(links(tokens, from, n));
    from = n + 1;
  }
  parts.push_back(links(tokens, from, end));
  return conjunction(parts);
}

}  // namespace eqlens
