#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

// n of `\mathbb{R}^{n \times d_k}`: a letter with nothing around it.
bool is_plain_letter(const SyntaxTree& tree, const Token& token) {
  return token.kind == TokenKind::operand && token.node == token.core && tree[token.core].kind == SyntaxKind::letter &&
         token.word.empty() && !token.change;
}

// How many sizes are printed in `n \times d_k`, if nothing but signs of multiplication parts them.
std::optional<std::size_t> printed_sizes(const SyntaxTree& tree, SyntaxId inside) {
  std::size_t sizes = 1;
  for (const SyntaxId child : tree.children(inside)) {
    const auto spelling = tree.spelling(child);
    if (spelling == ",") return std::nullopt;
    if (spelling == "\\times" || spelling == "×") ++sizes;
  }
  return sizes;
}

// The factors of `a \times b \times c`.
void gather_factors(const Arena& arena, ExpressionId id, std::vector<ExpressionId>& factors) {
  if (arena.applies(id, "times") && arena.children(id).size() == 2) {
    gather_factors(arena, arena.child(id, 0), factors);
    factors.push_back(arena.child(id, 1));
  } else {
    factors.push_back(id);
  }
}

}  // namespace

// `\mathbb{K}^{m \times n}`: whatever field, the sizes are those of an array.
bool Resolver::is_space(const Token& set) const {
  if (set.superscript == no_node || tree_[set.core].kind != SyntaxKind::command || command_name(tree_, set.core) != "\\mathbb")
    return false;
  return tree_.spelling(set.superscript).find("\\times") != std::string_view::npos;
}

// The sizes of `\mathbb{R}^{n \times d}`; none of `(0, 1)` and `\{0, 1\}`, whose members are single numbers. Nothing for other sets.
std::optional<Axes> Resolver::axes_of_set(const Token& set, ExpressionId resolved) {
  const std::string name = set.core == no_node ? std::string() : canonical(tree_, set.core);
  const bool numbers = is_number_set(name) || (name == "R" && set.superscript != no_node) || (set.core != no_node && is_space(set));
  if (!numbers && set.kind != TokenKind::fence) return std::nullopt;
  Axes axes;
  if (set.superscript == no_node || script_text(set.superscript) == "+" || script_text(set.superscript) == "{++}") return axes;
  SyntaxId inside = set.superscript;
  if (tree_[inside + 1].kind == SyntaxKind::group && tree_[inside + 1].next == tree_[inside].next) inside = inside + 1;
  // Where the set was resolved already, its sizes stand there.
  if (resolved != none && equation_.arena.applies(resolved, "power")) {
    std::vector<ExpressionId> factors;
    gather_factors(equation_.arena, equation_.arena.child(resolved, 1), factors);
    if (printed_sizes(tree_, inside) == factors.size()) {
      for (const ExpressionId factor : factors) axes.push_back(dimension(factor));
      return axes;
    }
  }
  const Tokens sizes = tokens_of(inside);
  std::size_t from = 0;
  for (std::size_t n = 0; n <= sizes.size(); ++n) {
    const bool by = n < sizes.size() &&
                    ((sizes[n].kind == TokenKind::infix && sizes[n].operation->name == "times") || sizes[n].kind == TokenKind::comma);
    if (n < sizes.size() && !by) continue;
    const std::string letter = n == from + 1 && is_plain_letter(tree_, sizes[from]) ? canonical(tree_, sizes[from].core) : std::string();
    if (!letter.empty() && equation_.find_symbol(letter))
      axes.push_back(Dimension::size(equation_.sizes.named(letter, origin(sizes[from].span))));
    else if (n > from)
      axes.push_back(dimension(side(sizes, from, n)));
    from = n + 1;
  }
  return axes;
}

// `f : \mathbb{R}^d \to \mathbb{R}^h` declares what a function takes and gives.
bool Resolver::signature(const Tokens& tokens) {
  if (tokens.size() < 5 || tokens[0].kind != TokenKind::operand || tokens[1].kind != TokenKind::colon) return false;
  ShapeFact fact;
  std::size_t at = 2;
  for (;; at += 2) {
    const auto axes = axes_of_set(tokens[at]);
    if (!axes || at + 1 >= tokens.size()) return false;
    fact.arguments.push_back(*axes);
    const Token& next = tokens[at + 1];
    if (next.kind == TokenKind::relation && next.operation->name == "goes to") break;
    if (next.kind != TokenKind::infix || next.operation->name != "times" || at + 2 >= tokens.size()) return false;
  }
  const auto result = at + 3 == tokens.size() ? axes_of_set(tokens[at + 2]) : std::nullopt;
  const ExpressionId function = side(tokens, 0, 1);
  if (!result || equation_.arena[function].kind != ExpressionKind::symbol) return false;
  fact.symbol = equation_.arena[function].symbol;
  fact.axes = *result;
  fact.span = origin(join(tokens.front().span, tokens.back().span));
  fact.source = source_;
  equation_.shape_facts.push_back(std::move(fact));
  return true;
}

// `f : A \to B` in a display says what f takes and gives; `t : T \to 0` where t goes.
bool Resolver::map_between_sets(const Tokens& tokens) {
  if (tokens.size() < 5 || tokens[0].kind != TokenKind::operand || tokens[1].kind != TokenKind::colon) return false;
  std::size_t arrow = 2;
  while (arrow < tokens.size() && tokens[arrow].kind != TokenKind::relation) ++arrow;
  std::size_t end = tokens.size();
  while (end > arrow + 1 && (tokens[end - 1].kind == TokenKind::punctuation || tokens[end - 1].kind == TokenKind::comma)) --end;
  if (arrow == 2 || arrow + 1 >= end) return false;
  const auto& name = tokens[arrow].operation->name;
  if (name != "goes to" && name != "maps to") return false;
  for (std::size_t n = 2; n < end; ++n)
    if (n != arrow && (tokens[n].kind == TokenKind::relation || tokens[n].kind == TokenKind::comma)) return false;
  const auto number = [&](std::size_t n) { return tokens[n].core != no_node && tree_[tokens[n].core].kind == SyntaxKind::number; };
  const bool runs = number(2) || number(arrow + 1);
  if (!runs) signature(Tokens(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(end)));
  Statement statement;
  statement.source = source_;
  statement.kind = StatementKind::fact;
  statement.span = origin(join(tokens.front().span, tokens[end - 1].span));
  const ExpressionId function = side(tokens, 0, 1);
  if (const SymbolId symbol = head_symbol(equation_.arena, function); symbol != none && !runs)
    equation_.symbols[symbol].kind = SymbolKind::function;
  const ExpressionId from = side(tokens, 2, arrow), to = side(tokens, arrow + 1, end);
  statement.sides = {function, apply("map between sets", {from, to}, join(span_of(from), span_of(to)), origin(tokens[arrow].span))};
  statement.relations = {&operation_named(runs ? "runs from" : "maps")};
  equation_.statements.push_back(std::move(statement));
  return true;
}

void Resolver::declare(Statement& statement, const Tokens& tokens, std::size_t relation, std::size_t end) {
  if (relation + 1 >= end) return;
  const auto declared = axes_of_set(tokens[relation + 1], relation + 2 == end && statement.sides.size() == 2 ? statement.sides[1] : none);
  if (!declared) return;
  const Axes& axes = *declared;
  // K of `\mathbb{K}^{m \times n}` is a set of numbers, whichever: nothing to compute with.
  if (const ExpressionId set = statement.sides[1]; is_space(tokens[relation + 1]) && equation_.arena.applies(set, "power"))
    if (const SymbolId field = head_symbol(equation_.arena, equation_.arena.child(set, 0)); field != none)
      equation_.symbols[field].kind = SymbolKind::label;
  const bool subset = statement.relations[0]->name == "is a subset of";
  const auto& arena = equation_.arena;
  std::vector<ExpressionId> members{statement.sides[0]};
  if (arena.applies(members[0], "list"))
    members.assign(arena.children(statement.sides[0]).begin(), arena.children(statement.sides[0]).end());
  for (const ExpressionId member : members) {
    ShapeFact fact;
    fact.axes = axes;
    fact.span = statement.span;
    fact.source = source_;
    ExpressionId base = member;
    if (arena[base].kind == ExpressionKind::index) {
      for (const ExpressionId index : arena.children(base).subspan(1))
        if (index != none && arena[index].kind == ExpressionKind::symbol) fact.indexed.push_back(arena[index].symbol);
      base = arena.child(base, 0);
    }
    fact.of_call = arena.applies(base, "call");
    if (fact.of_call) base = arena.child(base, 0);
    if (arena[base].kind != ExpressionKind::symbol) continue;
    fact.symbol = arena[base].symbol;
    // A set is the list of its members: one axis counts them.
    if (subset)
      fact.axes.insert(fact.axes.begin(), Dimension::size(equation_.sizes.named("|" + equation_.symbols[fact.symbol].latex + "|")));
    equation_.shape_facts.push_back(std::move(fact));
  }
}

Dimension Resolver::dimension(ExpressionId id) {
  const auto& arena = equation_.arena;
  const Expression& expression = arena[id];
  const auto child = [&](std::size_t n) { return dimension(arena.child(id, n)); };
  if (expression.kind == ExpressionKind::number) return Dimension(static_cast<std::int64_t>(expression.number));
  if (arena.applies(id, "plus")) return child(0) + child(1);
  if (arena.applies(id, "minus")) return child(0) - child(1);
  if (arena.applies(id, "product") || arena.applies(id, "dot product") || arena.applies(id, "times")) return child(0) * child(1);
  const std::string name = expression.kind == ExpressionKind::symbol ? equation_.symbols[expression.symbol].latex : equation_.text(id);
  return Dimension::size(equation_.sizes.named(name, expression.span));
}

}  // namespace eqlens
