#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

bool defines(const Operation& relation) {
  return relation.name == "equals" || relation.name == "is defined as" || relation.name == "becomes";
}

bool is_number_set(std::string_view text) {
  for (const std::string_view set : {"\\mathbb{R}", "\\mathbb{N}", "\\mathbb{Z}", "\\mathbb{C}", "\\mathbb{Q}", "\\R", "\\N", "\\Z",
                                     "\\reals", "\\Re", "ℝ", "ℕ", "ℤ", "\\mathbf{R}", "\\mathbb R"})
    if (text == set) return true;
  return false;
}

}  // namespace

void Resolver::gather_left_sides(Usage& usage) const {
  const Tokens tokens = display_tokens();
  for (const Piece& piece : pieces(tokens)) {
    std::size_t relation = piece.begin;
    while (relation < piece.end && tokens[relation].kind != TokenKind::relation) ++relation;
    if (relation == piece.end) continue;
    const auto& name = tokens[relation].operation->name;
    if (name == "goes to" && relation > piece.begin + 1 && tokens[piece.begin + 1].kind == TokenKind::colon)
      if (const auto function = tokens[piece.begin].kind == TokenKind::operand ? read_name(tokens[piece.begin]) : std::nullopt)
        usage.called.insert(function->latex);
    for (std::size_t n = piece.begin; n < relation; ++n) {
      const Token& token = tokens[n];
      if ((token.kind != TokenKind::operand && token.kind != TokenKind::fence) ||
          (token.operation && token.operation->fixity == Fixity::big))
        continue;
      if (token.subscript != no_node && defines(*tokens[relation].operation))
        for (const auto& letter : subscript_letters(tree_, token.subscript)) usage.left_subscripts.insert(letter);
      if (token.superscript != no_node && script_text(token.superscript).find_first_of("+-") != std::string::npos &&
          script_text(token.superscript)[0] == '{')
        for (const auto& letter : subscript_letters(tree_, token.superscript)) usage.power_stepped.insert(letter);
    }
    const Token& first = tokens[piece.begin];
    const auto head = first.kind == TokenKind::operand ? read_name(first) : std::nullopt;
    if (!head) continue;
    const std::string labelled = first.subscript == no_node ? head->latex : head->latex + "_" + script_text(first.subscript);
    if (name == "is in" || name == "is a subset of") {
      for (std::size_t n = piece.begin; n < relation; ++n)
        if (const auto member = tokens[n].kind == TokenKind::operand ? read_name(tokens[n]) : std::nullopt) {
          const bool shaped = relation + 1 < piece.end && tokens[relation + 1].superscript != no_node;
          if (!shaped) continue;
          // `W_1` declares one matrix, `x_i` the entries of a list.
          const auto letters = tokens[n].subscript == no_node ? std::vector<std::string>{} : subscript_letters(tree_, tokens[n].subscript);
          const bool counted = !letters.empty() && std::all_of(letters.begin(), letters.end(), [&](const auto& letter) {
            return usage.is_bound(letter) || usage.is_index(letter);
          });
          if (tokens[n].subscript == no_node || counted) usage.arrays.insert(member->latex);
          if (tokens[n].subscript != no_node) usage.arrays.insert(member->latex + "_" + script_text(tokens[n].subscript));
        }
      continue;
    }
    if (!defines(*tokens[relation].operation)) continue;
    const bool call = relation == piece.begin + 2 && tokens[piece.begin + 1].kind == TokenKind::fence;
    const bool named_again = !first.word.empty() && std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(relation),
                                                                tokens.begin() + static_cast<std::ptrdiff_t>(piece.end),
                                                                [&](const Token& other) { return mentions_word(other, first.word); });
    if (call && bare_arguments(tokens[piece.begin + 1].core) && !named_again) {
      usage.called.insert(labelled);
      if (head->word) usage.called.insert(head->nucleus);
    } else if (relation == piece.begin + 1) {
      usage.defined.insert(labelled);
      if (first.superscript != no_node) usage.defined.insert(labelled + "^" + script_text(first.superscript));
      if (head->word) usage.defined.insert(head->nucleus);
    }
  }
}

// Only symbols, lists of them, and separators: `(Q, K, V)`, `(y \mid x)`, `(x; \theta)`.
bool Resolver::bare_arguments(SyntaxId fence_node) const {
  const Tokens inside = tokens_of(fence_node);
  return std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
    switch (token.kind) {
      case TokenKind::operand:
        return token.core != no_node && tree_[token.core].kind != SyntaxKind::number && tree_[token.core].kind != SyntaxKind::environment;
      case TokenKind::comma:
      case TokenKind::semicolon:
      case TokenKind::bar:
      case TokenKind::dots:
      case TokenKind::relation:
      case TokenKind::quad: return true;
      case TokenKind::fence: return bare_arguments(token.core);
      default: return false;
    }
  });
}

bool Resolver::mentions_word(const Token& token, const std::string& word) const {
  if (token.word == word) return true;
  return token.node != no_node && tree_.spelling(token.node).find(word) != std::string_view::npos;
}

void Resolver::statement(const Tokens& row, Piece range) {
  // Line breaks and wide spaces have done their work.
  Tokens tokens;
  for (std::size_t n = range.begin; n < range.end; ++n)
    if (row[n].kind != TokenKind::line_break && row[n].kind != TokenKind::quad) tokens.push_back(row[n]);
  if (tokens.empty()) return;
  const Piece piece{0, tokens.size()};
  top_tokens_ = &tokens;
  if (source_ != 0 && signature(tokens)) return;
  std::vector<std::size_t> relations;
  for (std::size_t n = piece.begin; n < piece.end; ++n)
    if (tokens[n].kind == TokenKind::relation) relations.push_back(n);
  Statement statement;
  statement.source = source_;
  const auto side_span = [&] {
    std::size_t last = piece.end;
    while (last > piece.begin + 1 && (tokens[last - 1].kind == TokenKind::quad || tokens[last - 1].kind == TokenKind::punctuation)) --last;
    return origin(join(tokens[piece.begin].span, tokens[last - 1].span));
  };
  statement.span = side_span();
  std::size_t begin = piece.begin;
  for (std::size_t n = 0; n <= relations.size(); ++n) {
    const std::size_t end = n < relations.size() ? relations[n] : piece.end;
    if (end == begin) {
      const Token& beside = tokens[n < relations.size() ? relations[n] : relations[n - 1]];
      const bool goes_on = n == 0;  // `= b`: the line goes on from the display before
      report(goes_on ? Severity::note : Severity::error, goes_on ? "ambiguous" : "syntax",
             std::string("nothing stands ") + (n < relations.size() ? "before " : "after ") + equation_.text(origin(beside.span), source_),
             origin(beside.span), "write both sides");
      statement.sides.push_back(unknown(origin(beside.span)));
    } else {
      statement.sides.push_back(side(tokens, begin, end));
    }
    if (n < relations.size()) statement.relations.push_back(tokens[relations[n]].operation);
    begin = end + 1;
  }
  if (relations.empty()) {
    statement.value = statement.sides[0];
    equation_.statements.push_back(std::move(statement));
    return;
  }
  const auto& relation = statement.relations[0]->name;
  if (relation == "is in") {
    statement.kind = StatementKind::fact;
    declare(statement, tokens, relations[0], relations.size() > 1 ? relations[1] : piece.end);
  } else if (relation == "is drawn from") {
    statement.kind = StatementKind::distribution;
    statement.value = statement.sides[1];
  } else if (defines(*statement.relations[0])) {
    define(statement);
  } else {
    const auto& arena = equation_.arena;
    const auto simple = [&](ExpressionId id) {
      return head_symbol(arena, id) != none || arena[id].kind == ExpressionKind::number ||
             (arena.applies(id, "negative") && arena[arena.child(id, 0)].kind == ExpressionKind::number);
    };
    const bool fact =
        relation != "is approximately" && relation != "implies" && std::all_of(statement.sides.begin(), statement.sides.end(), simple);
    statement.kind = fact ? StatementKind::fact : StatementKind::claim;
    statement.value = relation == "is approximately" && statement.sides.size() > 1 ? statement.sides[1] : statement.sides[0];
  }
  equation_.statements.push_back(std::move(statement));
}

// What a left side would define: a bare symbol, an indexed symbol, or a call on bare arguments. None if it defines nothing.
std::optional<Resolver::Left> Resolver::definable(ExpressionId id) {
  const auto& arena = equation_.arena;
  Left left;
  ExpressionId base = id;
  if (arena[base].kind == ExpressionKind::index) {
    for (const ExpressionId index : arena.children(base).subspan(1)) {
      if (index == none) continue;
      if (arena[index].kind == ExpressionKind::symbol && equation_.symbols[arena[index].symbol].kind == SymbolKind::index)
        left.free_indices.push_back(arena[index].symbol);
    }
    base = arena.child(base, 0);
    left.indexed = true;
  }
  if (arena[base].kind == ExpressionKind::symbol) {
    left.symbol = arena[base].symbol;
    if (equation_.symbols[left.symbol].kind == SymbolKind::constant || equation_.symbols[left.symbol].kind == SymbolKind::index)
      return std::nullopt;
    return left;
  }
  if (arena[base].kind != ExpressionKind::apply) return std::nullopt;
  const bool named = arena[base].operation->fixity == Fixity::function && arena[base].operation->name != "call";
  if (!named && !arena.applies(base, "call")) return std::nullopt;
  if (named && !may_be_defined(*arena[base].operation)) return std::nullopt;
  const std::size_t skip = named ? 0 : 1;
  for (std::size_t n = skip; n < arena[base].child_count; ++n) {
    const ExpressionId argument_id = arena.child(base, n);
    const bool wrapped = arena.applies(argument_id, "given") || arena.applies(argument_id, "with parameters");
    std::vector<ExpressionId> inner{argument_id};
    if (wrapped || arena.applies(argument_id, "list")) inner.assign(arena.children(argument_id).begin(), arena.children(argument_id).end());
    for (const ExpressionId part : inner) {
      if (arena[part].kind == ExpressionKind::relation) continue;  // an event, `x_i = k`
      const SymbolId symbol = head_symbol(arena, part);
      if (symbol == none) return arena.applies(part, "call") && !named ? std::optional<Left>(left) : std::nullopt;
      left.parameters.push_back(symbol);
    }
  }
  left.call = true;
  left.operation = named ? arena[base].operation : nullptr;
  if (!named) left.symbol = arena[arena.child(base, 0)].symbol;
  left.base = base;
  return left;
}

void Resolver::define(Statement& statement) {
  std::size_t last = 0;
  while (last < statement.relations.size() && defines(*statement.relations[last])) ++last;
  const bool update = statement.relations[0]->name == "becomes";
  statement.kind = StatementKind::claim;
  statement.value = statement.sides[last];
  for (std::size_t n = 0; n < last; ++n) {
    auto left = definable(statement.sides[n]);
    if (!left || (n > 0 && (left->call || left->indexed))) break;
    if (n > 0 && already_defined(left->symbol)) break;
    if (left->operation) {
      // The operation that the left side names must not be what the right side is made of.
      const bool reused = std::any_of(statement.sides.begin() + 1, statement.sides.end(),
                                      [&](ExpressionId other) { return uses_operation(other, *left->operation); });
      if (reused) break;
      left->symbol = name_operation(statement.sides[n], *left);
    }
    if (left->symbol == none) break;
    statement.kind = update ? StatementKind::update : StatementKind::definition;
    statement.defines.push_back(left->symbol);
    if (n > 0) continue;
    statement.free_indices = left->free_indices;
    statement.entry_of_call = left->call && left->indexed;
    const bool recursive =
        left->call && !left->operation &&
        std::any_of(statement.sides.begin() + 1, statement.sides.end(), [&](ExpressionId other) { return calls(other, left->symbol); });
    if (left->call && !recursive) statement.parameters = left->parameters;
  }
}

bool Resolver::already_defined(SymbolId symbol) const {
  return std::any_of(equation_.statements.begin(), equation_.statements.end(), [&](const Statement& other) {
    return std::find(other.defines.begin(), other.defines.end(), symbol) != other.defines.end();
  });
}

bool Resolver::uses_operation(ExpressionId id, const Operation& operation) const {
  const auto& arena = equation_.arena;
  if (arena[id].operation == &operation) return true;
  const auto children = arena.children(id);
  return std::any_of(children.begin(), children.end(),
                     [&](ExpressionId child) { return child != none && uses_operation(child, operation); });
}

bool Resolver::calls(ExpressionId id, SymbolId function_symbol) const {
  const auto& arena = equation_.arena;
  if (arena[id].kind == ExpressionKind::symbol && arena[id].symbol == function_symbol) return true;
  const auto children = arena.children(id);
  return std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return child != none && calls(child, function_symbol); });
}

// `\mathrm{softmax}(z)_i = ...`: the name on the left is what the statement defines, so the side becomes a call of it.
SymbolId Resolver::name_operation(ExpressionId& side_id, const Left& left) {
  auto& arena = equation_.arena;
  const Expression base = arena[left.base];
  Name name;
  name.nucleus = std::string(equation_.text(base.sign, source_));
  if (const auto brace = name.nucleus.find('{'); brace != std::string::npos && name.nucleus.back() == '}')
    name.nucleus = name.nucleus.substr(brace + 1, name.nucleus.size() - brace - 2);
  name.word = true;
  name.latex = name.nucleus;
  name.face = Face::upright;
  const SymbolId symbol = intern(name, {}, base.sign, SymbolKind::function);
  equation_.symbols[symbol].occurrences.back() = {base.sign, source_};
  Expression function;
  function.kind = ExpressionKind::symbol;
  function.symbol = symbol;
  function.span = base.sign;
  std::vector<ExpressionId> children{add(function, {})};
  const auto given = arena.children(left.base);
  const std::vector<ExpressionId> arguments_given(given.begin(), given.end());
  children.insert(children.end(), arguments_given.begin(), arguments_given.end());
  const ExpressionId call_id = apply("call", children, base.span, base.sign);
  if (!left.indexed) {
    side_id = call_id;
    return symbol;
  }
  Expression index = arena[side_id];
  std::vector<ExpressionId> parts(arena.children(side_id).begin(), arena.children(side_id).end());
  parts[0] = call_id;
  side_id = add(index, parts);
  return symbol;
}

// The sizes of `\mathbb{R}^{n \times d}`; none of `(0, 1)` and `\{0, 1\}`, whose members are single numbers. Nothing for other sets.
std::optional<std::vector<Dimension>> Resolver::axes_of_set(const Token& set) {
  const bool numbers = set.core != no_node &&
                       (is_number_set(canonical(tree_, set.core)) || (canonical(tree_, set.core) == "R" && set.superscript != no_node));
  if (!numbers && set.kind != TokenKind::fence) return std::nullopt;
  std::vector<Dimension> axes;
  if (set.superscript == no_node || script_text(set.superscript) == "+" || script_text(set.superscript) == "{++}") return axes;
  SyntaxId inside = set.superscript;
  if (tree_[inside + 1].kind == SyntaxKind::group && tree_[inside + 1].next == tree_[inside].next) inside = inside + 1;
  const Tokens sizes = tokens_of(inside);
  std::size_t from = 0;
  for (std::size_t n = 0; n <= sizes.size(); ++n) {
    const bool by = n < sizes.size() &&
                    ((sizes[n].kind == TokenKind::infix && sizes[n].operation->name == "times") || sizes[n].kind == TokenKind::comma);
    if (n < sizes.size() && !by) continue;
    if (n > from) axes.push_back(dimension(side(sizes, from, n)));
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

void Resolver::declare(Statement& statement, const Tokens& tokens, std::size_t relation, std::size_t end) {
  if (relation + 1 >= end) return;
  const auto declared = axes_of_set(tokens[relation + 1]);
  if (!declared) return;
  const std::vector<Dimension>& axes = *declared;
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
    if (arena.applies(base, "call")) base = arena.child(base, 0);
    if (arena[base].kind != ExpressionKind::symbol) continue;
    fact.symbol = arena[base].symbol;
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
