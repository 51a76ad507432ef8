#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

bool additive(const Token& token) { return token.kind == TokenKind::infix && token.operation->precedence == 2; }

bool multiplicative(const Token& token) { return token.kind == TokenKind::infix && token.operation->precedence == 3; }

bool is_division_sign(const Token& token) { return token.kind == TokenKind::infix && token.operation->name == "division"sv; }

// Whether a piece of the tree holds this letter as a token of its own; `a_t` is another thing than a.
bool mentions(const SyntaxTree& tree, SyntaxId id, const std::string& letter, const Usage& usage) {
  for (SyntaxId node = id; node < tree[id].next; ++node) {
    const auto kind = tree[node].kind;
    if (kind == SyntaxKind::scripts && tree.spelling(node + 1) == letter) {
      Letters below;
      for (const SyntaxId script : tree.children(node))
        if (tree[script].kind == SyntaxKind::subscript) below = subscript_letters(tree, script);
      if (below.size() == 1 && usage.is_step(below[0])) {
        node = tree[node].next - 1;
        continue;
      }
    }
    if (kind != SyntaxKind::letter && kind != SyntaxKind::command && kind != SyntaxKind::scripts) continue;
    if (tree.spelling(node) == letter) return true;
  }
  return false;
}

// Whether it holds a big operator that binds the letter anew.
bool rebinds(const SyntaxTree& tree, SyntaxId id, const std::string& letter, const Usage& usage) {
  for (SyntaxId node = id; node < tree[id].next; ++node) {
    if (tree[node].kind != SyntaxKind::scripts) continue;
    const SyntaxId core = node + 1;
    const auto* operation = find_operation(tree[core].kind == SyntaxKind::command ? command_name(tree, core) : tree.spelling(core));
    if (!operation || operation->fixity != Fixity::big) continue;
    for (const SyntaxId script : tree.children(node))
      if (tree[script].kind == SyntaxKind::subscript && mentions(tree, script, letter, usage)) return true;
  }
  return false;
}

}  // namespace

bool Resolver::ends_term(const Token& token) const {
  switch (token.kind) {
    case TokenKind::operand:
    case TokenKind::fence:
    case TokenKind::bar:
    case TokenKind::dots: return false;
    case TokenKind::quad: return false;
    default: return true;
  }
}

ExpressionId Resolver::sum(Cursor& cursor) {
  ExpressionId left = none;
  if (cursor.has() && additive(cursor.peek())) {
    const Token& sign = cursor.peek();
    ++cursor.at;
    const ExpressionId operand = product(cursor);
    const Span span = join(origin(sign.span), span_of(operand));
    left = sign.operation->name == "minus"sv  ? apply("negative", {operand}, span, origin(sign.span))
           : sign.operation->name == "plus"sv ? operand
                                              : apply(*sign.operation, {operand, operand}, span, origin(sign.span));
  } else {
    left = product(cursor);
  }
  while (cursor.has() && additive(cursor.peek())) {
    const Token& sign = cursor.peek();
    ++cursor.at;
    if (!cursor.has()) {
      report_dangling(cursor, "nothing follows this sign", origin(sign.span), "write the term that belongs here, or remove the sign");
      return left;
    }
    const ExpressionId right = product(cursor);
    left = apply(*sign.operation, {left, right}, join(span_of(left), span_of(right)), origin(sign.span));
  }
  return left;
}

ExpressionId Resolver::product(Cursor& cursor) {
  ExpressionId left = juxtaposed(cursor);
  while (cursor.has() && multiplicative(cursor.peek()) && !is_division_sign(cursor.peek())) {
    const Token& sign = cursor.peek();
    ++cursor.at;
    if (!cursor.has()) {
      report_dangling(cursor, "nothing follows this sign", origin(sign.span), "write the factor that belongs here, or remove the sign");
      return left;
    }
    const ExpressionId right = juxtaposed(cursor);
    // `u \cdot v^\top`: a column times a row is no dot product.
    const bool row = sign.operation->name == "dot product"sv && equation_.arena.applies(right, "transpose") &&
                     !equation_.arena.applies(left, "transpose");
    left = apply(row ? operation_named("product") : *sign.operation, {left, right}, join(span_of(left), span_of(right)), origin(sign.span));
  }
  return left;
}

ExpressionId Resolver::juxtaposed(Cursor& cursor) {
  ExpressionId left = factor(cursor);
  while (cursor.has()) {
    const Token& next = cursor.peek();
    if (next.kind == TokenKind::quad) {
      ++cursor.at;
      continue;
    }
    if (is_division_sign(next)) {
      ++cursor.at;
      if (!cursor.has()) {
        report_dangling(cursor, "nothing follows this sign", origin(next.span), "write the divisor that belongs here, or remove the sign");
        return left;
      }
      const ExpressionId right = factor(cursor);
      const Span whole = join(span_of(left), span_of(right));
      const auto half = [&](ExpressionId id) {
        return equation_.arena.applies(id, "partial derivative") && equation_.arena[id].child_count == 1;
      };
      // `\partial L / \partial W` is one derivative.
      if (half(left) && half(right))
        left = apply("partial derivative", {equation_.arena.child(left, 0), equation_.arena.child(right, 0)}, whole,
                     equation_.arena[left].sign);
      else
        left = apply("division", {left, right}, whole, origin(next.span));
      continue;
    }
    if (next.kind == TokenKind::operand && next.operation && next.operation->fixity == Fixity::postfix && next.subscript == no_node &&
        next.superscript == no_node) {
      // `n!`
      ++cursor.at;
      left = apply(*next.operation, {left}, join(span_of(left), origin(next.span)), origin(next.span));
      continue;
    }
    if (ends_term(next)) break;
    if (is_evaluation_bar(next)) {
      ++cursor.at;
      left = at_point(left, next);
      continue;
    }
    if (next.kind == TokenKind::bar && !opens_bar(cursor)) {
      const bool point = next.subscript != no_node && next.superscript == no_node && !is_double_bar(next);
      const ExpressionId variable = point ? slope_variable(left) : none;
      if (variable == none) break;
      ++cursor.at;
      left = at_bare_point(left, variable, next);
      continue;
    }
    if (next.kind == TokenKind::fence && is_remark(next)) {
      choose(origin(next.span), "a remark", {"a factor"}, "it begins with a relation");
      ++cursor.at;
      continue;
    }
    const std::size_t before = cursor.at;
    const ExpressionId right = factor(cursor);
    if (cursor.at == before) break;
    left = apply("product", {left, right}, join(span_of(left), span_of(right)));
  }
  return left;
}

// `= u^2 \; (\ge 0)`: a bracket that begins with a relation says something of what stands before it.
bool Resolver::is_remark(const Token& fence_token) const {
  if (!only_holds(fence_token) || fence_token.node != fence_token.core) return false;
  const Tokens inside = tokens_of(fence_token.core);
  return inside.size() > 1 && inside[0].kind == TokenKind::relation;
}

ExpressionId Resolver::factor(Cursor& cursor) {
  while (cursor.has() && cursor.peek().kind == TokenKind::quad) ++cursor.at;
  if (!cursor.has()) return unknown(cursor.at > 0 ? origin((*cursor.tokens)[cursor.at - 1].span) : Span{});
  const Token& token = cursor.peek();
  switch (token.kind) {
    case TokenKind::operand: return operand(cursor);
    case TokenKind::fence: return fence(cursor);
    case TokenKind::bar: return bars(cursor);
    case TokenKind::dots: {
      ++cursor.at;
      return apply("and so on", {}, origin(token.span), origin(token.span));
    }
    case TokenKind::infix:
      if (additive(token)) {
        ++cursor.at;
        const ExpressionId inner = factor(cursor);
        return token.operation->name == "plus"sv ? inner
                                                 : apply("negative", {inner}, join(origin(token.span), span_of(inner)), origin(token.span));
      }
      ++cursor.at;
      // A sign that stands for itself: `*` of a star, `\cdot` of a place holder.
      if (!cursor.has() || ends_term(cursor.peek())) return apply("placeholder", {}, origin(token.span), origin(token.span));
      report_dangling(cursor, "nothing stands before this sign", origin(token.span),
                      "write the term that belongs here, or remove the sign");
      return factor(cursor);
    default: break;
  }
  ++cursor.at;
  return unknown(origin(token.span));
}

// The body of a big operator: the product that follows, and later terms as long as they use what is bound.
ExpressionId Resolver::body(Cursor& cursor, const std::vector<Range>& ranges) {
  ExpressionId left = product(cursor);
  while (cursor.has() && additive(cursor.peek()) && !ranges.empty()) {
    std::size_t end = cursor.at + 1;
    while (end < cursor.end && !additive((*cursor.tokens)[end]) &&
           !(ends_term((*cursor.tokens)[end]) && !multiplicative((*cursor.tokens)[end])))
      ++end;
    const bool uses = std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
      if (range.symbol == none) return false;
      const auto& letter = equation_.symbols[range.symbol].latex;
      bool found = false;
      for (std::size_t n = cursor.at + 1; n < end; ++n) {
        if ((*cursor.tokens)[n].node == no_node) continue;
        const SyntaxId node = (*cursor.tokens)[n].node;
        if (rebinds(tree_, node, letter, usage_)) return false;
        found = found || mentions(tree_, node, letter, usage_);
      }
      return found && !usage_.left_subscripts.count(letter);
    });
    if (!uses) break;
    const Token& sign = cursor.peek();
    ++cursor.at;
    const ExpressionId right = product(cursor);
    choose(origin(sign.span), "inside the sum", {"after the sum"}, "the term still uses the index of the sum");
    left = apply(*sign.operation, {left, right}, join(span_of(left), span_of(right)), origin(sign.span));
  }
  return left;
}

// V of `\prod_{j=1}^k (1 - b_j) V` is multiplied once: the factors of a product end with the last that its letter stands in.
std::size_t Resolver::end_of_factors(const Cursor& cursor, const std::vector<Range>& ranges) const {
  const Tokens& tokens = *cursor.tokens;
  std::size_t end = cursor.at;
  for (std::size_t n = cursor.at; n < cursor.end && !additive(tokens[n]) && (!ends_term(tokens[n]) || multiplicative(tokens[n])); ++n)
    for (const Range& range : ranges)
      if (range.symbol != none && tokens[n].node != no_node &&
          mentions(tree_, tokens[n].node, equation_.symbols[range.symbol].latex, usage_))
        end = n + 1;
  const bool follows = end > cursor.at && end < cursor.end && tokens[end].kind == TokenKind::operand && tokens[end].node != no_node;
  if (!follows || tokens[end - 1].operation != nullptr) return cursor.end;
  // V of `\log a_j V` may belong to the argument, and what stands inside as well is meant for each factor.
  if (end - 1 > cursor.at && tokens[end - 2].operation != nullptr) return cursor.end;
  const auto letter = canonical(tree_, tokens[end].core == no_node ? tokens[end].node : tokens[end].core);
  const bool inside =
      std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(cursor.at), tokens.begin() + static_cast<std::ptrdiff_t>(end),
                  [&](const Token& token) { return token.node != no_node && mentions(tree_, token.node, letter, usage_); });
  return inside ? cursor.end : end;
}

ExpressionId Resolver::side(const Tokens& tokens, std::size_t begin, std::size_t end) {
  while (end > begin && (tokens[end - 1].kind == TokenKind::quad || tokens[end - 1].kind == TokenKind::punctuation ||
                         tokens[end - 1].kind == TokenKind::comma || tokens[end - 1].kind == TokenKind::semicolon))
    --end;
  while (begin < end && tokens[begin].kind == TokenKind::quad) ++begin;
  if (begin == end) return unknown(begin < tokens.size() ? origin(tokens[begin].span) : Span{});
  return row_of(tokens, begin, end);
}

// The braces of a script are its own.
bool Resolver::in_script(SyntaxId group) const {
  if (group == 0) return false;
  const auto kind = tree_[group - 1].kind;
  return kind == SyntaxKind::subscript || kind == SyntaxKind::superscript;
}

ExpressionId Resolver::subtree(SyntaxId parent) {
  const SyntaxId only = parent + 1;
  // A script or an argument holds one item; a group is opened.
  if (tree_[parent].kind == SyntaxKind::subscript || tree_[parent].kind == SyntaxKind::superscript) {
    if (only < tree_[parent].next && tree_[only].next == tree_[parent].next && tree_[only].kind == SyntaxKind::group) return subtree(only);
  }
  const Tokens tokens = tokens_of(parent);
  if (tokens.empty()) return unknown(origin_of(parent));
  const bool script = tree_[parent].kind == SyntaxKind::subscript || tree_[parent].kind == SyntaxKind::superscript || in_script(parent);
  loose_ += script ? 1 : 0;
  const ExpressionId value = side(tokens, 0, tokens.size());
  loose_ -= script ? 1 : 0;
  return value;
}

ExpressionId Resolver::add(Expression expression, std::initializer_list<ExpressionId> children) {
  return add(expression, std::vector<ExpressionId>(children));
}

ExpressionId Resolver::add(Expression expression, const std::vector<ExpressionId>& children, const std::vector<Range>& ranges) {
  expression.source = source_;
  return equation_.arena.add(expression, children, ranges);
}

ExpressionId Resolver::apply(const Operation& operation, const std::vector<ExpressionId>& children, Span span, Span sign) {
  Expression expression;
  expression.kind = ExpressionKind::apply;
  expression.operation = &operation;
  expression.span = span;
  expression.sign = sign;
  return add(expression, children);
}

ExpressionId Resolver::apply(std::string_view operation, const std::vector<ExpressionId>& children, Span span, Span sign) {
  return apply(operation_named(operation), children, span, sign);
}

ExpressionId Resolver::unknown(Span span) {
  Expression expression;
  expression.kind = ExpressionKind::unknown;
  expression.span = span;
  return add(expression, {});
}

void Resolver::report(Severity severity, std::string code, std::string message, Span span, std::string help) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = std::move(code);
  diagnostic.message =
      source_ == 0 ? std::move(message) : message + " (in the fact \"" + std::string(equation_.sources[source_].text()) + "\")";
  if (source_ == 0) diagnostic.span = span;
  diagnostic.help = std::move(help);
  equation_.diagnostics.push_back(std::move(diagnostic));
}

// A missing operand is a mistake, but in a script papers leave signs standing (`P_{i \\cdot}`, `T+` before a bar).
void Resolver::report_dangling(const Cursor& cursor, std::string message, Span span, std::string help) {
  const bool mistake = cursor.tokens == top_tokens_ || loose_ == 0;
  report(mistake ? Severity::error : Severity::warning, mistake ? "syntax" : "ambiguous", std::move(message), span, std::move(help));
}

// A sum whose body stands outside the braces around it is read without one.
void Resolver::report_bodiless(const Cursor& cursor, std::string message, Span span, std::string help) {
  const bool top = cursor.tokens == top_tokens_;
  report(top ? Severity::error : Severity::warning, top ? "syntax" : "ambiguous", std::move(message), span, std::move(help));
}

void Resolver::choose(Span span, std::string reading, std::vector<std::string> instead_of, std::string because, std::string flip) {
  Choice choice;
  choice.span = span;
  choice.source = source_;
  choice.latex = equation_.text(span, source_);
  choice.reading = std::move(reading);
  choice.instead_of = std::move(instead_of);
  choice.because = std::move(because);
  choice.flip = std::move(flip);
  const bool known = std::any_of(equation_.choices.begin(), equation_.choices.end(),
                                 [&](const Choice& other) { return other.latex == choice.latex && other.reading == choice.reading; });
  if (known) return;
  equation_.choices.push_back(std::move(choice));
}

}  // namespace eqlens
