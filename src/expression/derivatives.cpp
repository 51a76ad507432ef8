// Derivatives written as fractions, and the point at which they are taken: `\frac{\partial f}{\partial x}\Big|_{x=0}`, `[f(x)]_{x=1}`.
#include <algorithm>
#include <set>

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

// Whether a letter stands somewhere in an item.
bool Resolver::holds_letter(const Token& token, const std::string& letter) const {
  if (token.node == no_node) return false;
  for (SyntaxId id = token.node; id < tree_[token.node].next; ++id) {
    const auto kind = tree_[id].kind;
    if (kind != SyntaxKind::letter && kind != SyntaxKind::command) continue;
    if (tree_.spelling(id) == letter || (letter.back() == '}' && canonical(tree_, id) == letter)) return true;
  }
  return false;
}

// What a sign in front of a term differentiates. `\nabla_w \frac{1}{n} \sum_i L_i(w)`: nobody writes the slope of what does not change,
// so a factor without the variable only scales what follows.
ExpressionId Resolver::differentiated(Cursor& cursor, const std::vector<std::string>& variables) {
  static const std::set<std::string, std::less<>> scales = {"a",      "b",       "c",        "k",     "\\alpha",
                                                            "\\beta", "\\gamma", "\\lambda", "\\eta", "\\mu"};
  const std::size_t begin = cursor.at;
  const auto fixed = [&](ExpressionId id) {
    const auto& arena = equation_.arena;
    if (arena[id].kind == ExpressionKind::number || arena.applies(id, "division")) return true;
    return arena[id].kind == ExpressionKind::symbol && scales.count(equation_.symbols[arena[id].symbol].nucleus) > 0;
  };
  const auto holds = [&](std::size_t from, std::size_t end) {
    for (std::size_t n = from; n < end; ++n)
      for (const auto& letter : variables)
        if (holds_letter((*cursor.tokens)[n], letter)) return true;
    return false;
  };
  const ExpressionId first = factor(cursor);
  if (cursor.done() || !fixed(first) || holds(begin, cursor.at)) return first;
  std::size_t end = cursor.at;
  while (end < cursor.end && (!ends_term((*cursor.tokens)[end]) ||
                              ((*cursor.tokens)[end].kind == TokenKind::infix && (*cursor.tokens)[end].operation->precedence == 3)))
    ++end;
  const Token& next = cursor.peek();
  const bool gathers = next.operation && (next.operation->fixity == Fixity::big || next.operation->name == "expectation"sv);
  if (!gathers && !holds(cursor.at, end)) return first;
  if (next.kind == TokenKind::infix) ++cursor.at;
  if (cursor.done()) return first;
  const ExpressionId rest = product(cursor);
  return apply("product", {first, rest}, join(span_of(first), span_of(rest)));
}

ExpressionId Resolver::gradient(Cursor& cursor) {
  const Token& token = cursor.peek();
  const bool partial = token.operation && token.operation->name != "gradient"sv;
  ++cursor.at;
  // `\nabla \cdot v`: how much a flow spreads.
  const bool dot = !partial && token.superscript == no_node && cursor.has(1) && cursor.peek().kind == TokenKind::infix &&
                   cursor.peek().operation->name == "dot product"sv && !ends_term(cursor.peek(1));
  if (dot) {
    ++cursor.at;
    const ExpressionId flow = factor(cursor);
    return apply("divergence", {flow}, join(origin(token.span), span_of(flow)), origin_of(token.core));
  }
  std::vector<std::string> variables;
  if (token.subscript != no_node) {
    const SyntaxId variable = unwrap(tree_, token.subscript + 1);
    variables.push_back(canonical(tree_, tree_[variable].kind == SyntaxKind::scripts ? variable + 1 : variable));
  }
  std::vector<ExpressionId> children;
  if (cursor.has() && !ends_term(cursor.peek()))
    children.push_back(differentiated(cursor, variables));
  else
    children.push_back(unknown(origin(token.span)));
  if (token.subscript != no_node) children.push_back(subtree(token.subscript));
  return apply(partial ? "partial derivative" : "gradient", children, join(origin(token.span), span_of(children[0])),
               origin_of(token.core));
}

// `dz_t = -z_t dt + dW_t`: the d and the letter behind it are one name.
std::optional<ExpressionId> Resolver::differential(Cursor& cursor) {
  if (usage_.differentials.empty() || !cursor.has(1) || cursor.peek().operation || !is_differential(tree_, cursor.peek()))
    return std::nullopt;
  const Token& of = cursor.peek(1);
  // Once a line states changes, an upright d is always one: inside a brace too.
  const bool upright = tree_[cursor.peek().core].kind == SyntaxKind::command;
  if (of.kind != TokenKind::operand || of.operation || of.core == no_node ||
      !(upright || usage_.differentials.count(canonical(tree_, of.core))))
    return std::nullopt;
  auto name = read_name(of);
  if (!name || name->word) return std::nullopt;
  name->accent.insert(0, "\\mathrm{d}");
  name->latex.insert(0, "\\mathrm{d}");
  Tokens rest(cursor.tokens->begin() + static_cast<std::ptrdiff_t>(cursor.at) + 1,
              cursor.tokens->begin() + static_cast<std::ptrdiff_t>(cursor.end));
  rest[0].change = true;
  rest[0].span.begin = cursor.peek().span.begin;
  Cursor inside{&rest, 0, rest.size()};
  const ExpressionId value = symbol(inside, *name);
  cursor.at += 1 + inside.at;
  return value;
}

// What a slope is taken by, seen from behind it: x of `\nabla_x f(x)`, of `a \nabla f(x)` too; none of other things.
ExpressionId Resolver::slope_variable(ExpressionId id) const {
  const auto& arena = equation_.arena;
  while (arena.applies(id, "product") || arena.applies(id, "negative")) id = arena.children(id).back();
  if (arena[id].kind != ExpressionKind::apply || arena[id].operation->shape != ShapeRule::gradient) return none;
  if (arena[id].child_count > 1) return arena.child(id, 1);
  const ExpressionId of = arena.child(id, 0);
  return arena.applies(of, "call") && arena[of].child_count == 2 ? arena.child(of, 1) : none;
}

// `\nabla f(x) \big|_c`: the point alone.
ExpressionId Resolver::at_bare_point(ExpressionId value, ExpressionId variable, const Token& bar) {
  const ExpressionId point = subtree(bar.subscript);
  Expression equal;
  equal.kind = ExpressionKind::relation;
  equal.operation = &operation_named("equals");
  equal.span = span_of(point);
  const ExpressionId is_there = add(equal, {variable, point});
  return apply("evaluated at", {value, is_there}, join(span_of(value), origin_of(bar.subscript)), origin_of(bar.core));
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
    std::vector<std::string> letters;
    for (std::size_t n = 1; n < tokens_below.size(); ++n)
      if (tokens_below[n].core != no_node && !is_differential(tree_, tokens_below[n]))
        letters.push_back(canonical(tree_, tokens_below[n].core));
    of = differentiated(cursor, letters);
    whole = join(span, span_of(of));
  } else {
    return std::nullopt;
  }
  for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable)
    of = apply(partial ? "partial derivative" : "derivative", {of, *variable}, whole, origin(tokens_above[0].span));
  if (bar != nullptr) return at_point(of, *bar);
  if (tokens_above.size() > 1)
    if (const auto taken = taken_at(of, cursor)) return taken;
  return of;
}

// `u_0`, `u(x)`: a value of u, by its letter.
bool Resolver::names_same(ExpressionId id, SymbolId letter) const {
  if (equation_.arena.applies(id, "call")) id = equation_.arena.child(id, 0);
  const SymbolId head = head_symbol(equation_.arena, id);
  return head == none || equation_.symbols[head].nucleus == equation_.symbols[letter].nucleus;
}

// `\frac{dg}{du}(a)`: where the slope is taken, and no factor. With its own variable in the bracket g is called with what stands there.
std::optional<ExpressionId> Resolver::taken_at(ExpressionId slope, Cursor& cursor) {
  if (cursor.done() || cursor.peek().kind != TokenKind::fence || cursor.peek().node != cursor.peek().core ||
      tree_.spelling(cursor.peek().core + 1).find('(') == std::string_view::npos)
    return std::nullopt;
  auto& arena = equation_.arena;
  const Tokens inside = tokens_of(cursor.peek().core);
  const bool list = std::any_of(inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::comma; });
  if (!(list ? bare_arguments(cursor.peek().core) : holds_one_thing(inside))) return std::nullopt;
  ExpressionId of = slope;
  std::vector<ExpressionId> variables;
  while (arena[of].operation != nullptr && arena[of].operation == arena[slope].operation) {
    variables.insert(variables.begin(), arena.child(of, 1));
    of = arena.child(of, 0);
  }
  const ExpressionId variable = arena.applies(variables.front(), "power") ? arena.child(variables.front(), 0) : variables.front();
  const SyntaxId bracket = cursor.peek().core;
  const Span whole = join(span_of(slope), origin_of(bracket));
  const auto given = arguments(bracket);
  const SymbolId by = head_symbol(arena, variable), function = head_symbol(arena, of);
  const bool own = by != none && std::any_of(given.begin(), given.end(), [&](ExpressionId id) {
                     return arena[id].kind == ExpressionKind::symbol && arena[id].symbol == by;
                   });
  // `\frac{\partial p_t}{\partial t}(x)`: x is one more argument, and no value of t.
  const bool partial = arena[slope].operation->name == "partial derivative"sv;
  const bool further =
      by != none && function != none && !list && (partial || equation_.symbols[function].step == by) && !names_same(given.front(), by);
  if (arena[of].kind == ExpressionKind::symbol && (own || further || (list && !usage_.called.count(equation_.symbols[function].latex)))) {
    equation_.symbols[function].kind = SymbolKind::function;
    std::vector<ExpressionId> children{of};
    children.insert(children.end(), given.begin(), given.end());
    ExpressionId value = apply("call", children, whole, span_of(of));
    for (auto next = variables.rbegin(); next != variables.rend(); ++next)
      value = apply(*arena[slope].operation, {value, *next}, whole, arena[slope].sign);
    ++cursor.at;
    return value;
  }
  if (list || variables.size() > 1) return std::nullopt;
  Expression equal;
  equal.kind = ExpressionKind::relation;
  equal.operation = &operation_named("equals");
  equal.span = origin_of(bracket);
  const ExpressionId is_there = add(equal, {variable, given.front()});
  ++cursor.at;
  return apply("evaluated at", {slope, is_there}, whole, origin_of(bracket + 1));
}

ExpressionId Resolver::fraction(const Token& token, Cursor& cursor) {
  ++cursor.at;
  const SyntaxId top = argument(tree_, token.core, 0);
  const SyntaxId bottom = argument(tree_, token.core, 1);
  const Span span = origin_of(token.core);
  if (top == no_node || bottom == no_node) return unknown(span);
  if (const auto found = derivative(top, bottom, span, cursor)) return with_scripts(*found, token, false);
  const ExpressionId above = subtree_or_item(top);
  const ExpressionId below = subtree_or_item(bottom);
  return with_scripts(apply("division", {above, below}, span, sign_of(token.core)), token, false);
}

}  // namespace eqlens
