// `\int f(x)\,dx`: where the integrand ends, and what it is integrated over.
#include <algorithm>

#include "expression/resolver.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

bool is_integral(const Token& token) {
  return token.kind == TokenKind::operand && token.operation != nullptr && token.operation->name == "integral"sv;
}

}  // namespace

// `\int_a^b`: a is where it begins, no name of what runs.
std::vector<Range> Resolver::ends_of_integral(const Token& token) {
  if (token.subscript == no_node || token.superscript == no_node) return read_ranges(token);
  const Tokens below = tokens_of(token.subscript);
  const Tokens inside =
      below.size() == 1 && below[0].core != no_node && tree_[below[0].core].kind == SyntaxKind::group ? tokens_of(below[0].core) : below;
  const bool names = std::any_of(inside.begin(), inside.end(), [](const Token& one) { return one.kind == TokenKind::relation; });
  if (names) return read_ranges(token);
  Range range;
  range.lower = subtree(token.subscript);
  range.upper = subtree(token.superscript);
  return {range};
}

// A d and what it stands in front of.
bool Resolver::is_measure(const Tokens& tokens, std::size_t n, std::size_t end) const {
  return n + 1 < end && is_differential(tree_, tokens[n]) && tokens[n + 1].kind == TokenKind::operand;
}

// How many variables a sign asks for: two of `\iint`.
std::size_t Resolver::variables_of(const Token& sign) const {
  const auto printed = tree_.spelling(sign.core);
  return printed == "\\iint"sv ? 2 : printed == "\\iiint"sv ? 3 : 1;
}

// Where the integrand that begins at `from` ends: the signs inside it have their d first.
std::size_t Resolver::end_of_integrand(const Tokens& tokens, std::size_t from, std::size_t end) const {
  std::size_t open = 0;
  for (std::size_t n = from; n < end; ++n) {
    if (is_integral(tokens[n])) open += variables_of(tokens[n]);
    if (!is_measure(tokens, n, end)) continue;
    if (open == 0) return n;
    --open;
    ++n;
  }
  return end;
}

// The integral over the variables behind the integrand, `du\,dv`; nothing if no d is printed.
std::optional<ExpressionId> Resolver::integral(Cursor& cursor, const Token& token, Expression expression, std::vector<Range> ranges) {
  const Tokens& tokens = *cursor.tokens;
  std::size_t d = end_of_integrand(tokens, cursor.at, cursor.end);
  if (d == cursor.end) return std::nullopt;
  Cursor inside{cursor.tokens, cursor.at, d};
  const bool behind = inside.done();  // `\int dx\, f(x)`
  ExpressionId integrand = behind ? none : sum(inside);
  std::size_t variables = 0;
  for (; is_measure(tokens, d, cursor.end); d += 2) {
    const auto name = read_name(tokens[d + 1]);
    if (!name && variables > 0) break;
    expression.span = join(origin(token.span), origin(tokens[d + 1].span));
    if (!name) continue;
    const SymbolId bound = intern(*name, read_scripts(*name, tokens[d + 1]), tokens[d + 1].span, SymbolKind::variable);
    if (ranges.size() <= variables) ranges.push_back({});
    Range& range = ranges[variables++];
    if (range.symbol == bound) continue;
    range.set = range.symbol == none ? range.set : none;
    range.symbol = bound;
  }
  cursor.at = d;
  if (behind && cursor.has() && !ends_term(cursor.peek())) {
    integrand = product(cursor);
    expression.span = join(expression.span, span_of(integrand));
  }
  return add(expression, {integrand == none ? unknown(origin(token.span)) : integrand}, ranges);
}

}  // namespace eqlens
