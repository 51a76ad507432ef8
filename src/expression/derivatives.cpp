// Derivatives written as fractions, and the point at which they are taken: `\frac{\partial f}{\partial x}\Big|_{x=0}`, `[f(x)]_{x=1}`.
#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

// The d of `\frac{dy}{dx}` or of `\int ... dz`, in either face.
bool is_differential(const SyntaxTree& tree, const Token& token) {
  if (token.core == no_node || token.subscript != no_node || token.kind != TokenKind::operand) return false;
  const auto text = canonical(tree, token.core);
  return text == "d"sv || text == "\\mathrm{d}"sv || text == "\\partial"sv || text == "\\text{d}"sv || text == "\\operatorname{d}"sv ||
         text == "\\mathop{}\\!d"sv;
}

// Whether the subscript of a bracket or a bar says what a variable is: one letter, then `=`.
bool Resolver::names_point(const Token& token) const {
  if (token.subscript == no_node) return false;
  const Tokens below = point_tokens(token);
  return below.size() > 2 && below[0].kind == TokenKind::operand && below[1].kind == TokenKind::relation &&
         below[1].operation->name == "equals"sv && read_name(below[0]).has_value();
}

Tokens Resolver::point_tokens(const Token& token) const {
  const Tokens below = tokens_of(token.subscript);
  const bool group = below.size() == 1 && below[0].core != no_node && tree_[below[0].core].kind == SyntaxKind::group;
  return group ? tokens_of(below[0].core) : below;
}

// A single bar behind what it evaluates.
bool Resolver::is_evaluation_bar(const Token& token) const {
  return token.kind == TokenKind::bar && !is_double_bar(token) && token.superscript == no_node && names_point(token);
}

ExpressionId Resolver::at_point(ExpressionId value, const Token& token) {
  const Tokens below = point_tokens(token);
  const ExpressionId point = condition(below, 0, below.size());
  return apply("evaluated at", {value, point}, join(span_of(value), origin_of(token.subscript)),
               origin_of(token.kind == TokenKind::fence ? token.core + 1 : token.core));
}

std::optional<ExpressionId> Resolver::derivative(SyntaxId top, SyntaxId bottom, Span span, Cursor& cursor) {
  const auto tokens_below = tree_[bottom].kind == SyntaxKind::group ? tokens_of(bottom) : Tokens{};
  const auto tokens_above = tree_[top].kind == SyntaxKind::group ? tokens_of(top) : tokenize(tree_, std::vector<SyntaxId>{top}, judge_);
  if (tokens_below.size() < 2 || tokens_above.empty()) return std::nullopt;
  if (!is_differential(tree_, tokens_below[0]) || !is_differential(tree_, tokens_above[0])) return std::nullopt;
  const bool partial = canonical(tree_, tokens_below[0].core) == "\\partial"sv;
  // `\partial x \partial y`: one variable after the other.
  std::vector<ExpressionId> variables;
  for (std::size_t from = 1; from < tokens_below.size();) {
    std::size_t end = from + 1;
    while (end < tokens_below.size() && !(partial && is_differential(tree_, tokens_below[end]) && end + 1 < tokens_below.size())) ++end;
    Cursor variable{&tokens_below, from, end};
    variables.push_back(sum(variable));
    from = end + 1;
  }
  ExpressionId of = none;
  Span whole = span;
  const Token* bar = nullptr;
  if (tokens_above.size() > 1) {
    Cursor above{&tokens_above, 1, tokens_above.size()};
    of = sum(above);
  } else if (cursor.has() && !ends_term(cursor.peek())) {
    // `\frac{\partial}{\partial x}\Big|_{x=0} f(x)`
    if (is_evaluation_bar(cursor.peek()) && cursor.has(1)) bar = &cursor.peek();
    if (bar != nullptr) ++cursor.at;
    of = factor(cursor);
    whole = join(span, span_of(of));
  } else {
    return std::nullopt;
  }
  for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable)
    of = apply(partial ? "partial derivative" : "derivative", {of, *variable}, whole, origin(tokens_above[0].span));
  return bar == nullptr ? of : at_point(of, *bar);
}

}  // namespace eqlens
