#include <algorithm>

#include "expression/resolver.hpp"

namespace eqlens {

using namespace std::string_view_literals;

void Resolver::statement(const Tokens& row, Piece range) {
  // Line breaks and wide spaces have done their work.
  Tokens tokens;
  for (std::size_t n = range.begin; n < range.end; ++n)
    if (row[n].kind != TokenKind::line_break && row[n].kind != TokenKind::quad) tokens.push_back(row[n]);
  if (tokens.empty()) return;
  const Piece piece{0, tokens.size()};
  top_tokens_ = &tokens;
  if (source_ != 0 ? signature(tokens) : map_between_sets(tokens)) return;
  const bool every = holds_for_each(row, range.begin);
  std::vector<std::size_t> relations;
  for (std::size_t n = piece.begin; n < piece.end; ++n)
    if (tokens[n].kind == TokenKind::relation) relations.push_back(n);
  // `a > 0 \land b > 0 \Rightarrow c > 0`: the conditions are sides, and what links them is the arrow.
  const auto concludes = [&](std::size_t n) { return is_implication(*tokens[n].operation); };
  if (std::any_of(tokens.begin(), tokens.end(), is_connective) && std::any_of(relations.begin(), relations.end(), concludes))
    std::erase_if(relations, [&](std::size_t n) { return !concludes(n); });
  if (relations.size() > 1 && relations[0] == piece.begin &&
      (tokens[relations[0]].operation->name == "implies"sv || tokens[relations[0]].operation->name == "goes to"sv)) {
    // `\Rightarrow w = ...`: the arrow links the line to what stands before the display.
    report(Severity::note, "ambiguous", "the arrow in front says that this follows from the line before; it computes nothing",
           origin(tokens[relations[0]].span), {});
    statement(tokens, {relations[0] + 1, piece.end});
    return;
  }
  parameters_.clear();
  if (source_ > 0 && relations.size() == 1) keep_parameters(tokens, relations[0]);
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
      if (n > 0) mark_interval(*tokens[relations[n - 1]].operation, statement.sides.back());
    }
    if (n < relations.size()) statement.relations.push_back(tokens[relations[n]].operation);
    begin = end + 1;
  }
  // `a + b =: c` is `c := a + b`.
  if (statement.relations.size() == 1 && statement.relations[0]->name == "defines"sv) {
    std::swap(statement.sides[0], statement.sides[1]);
    statement.relations[0] = &operation_named("is defined as");
  }
  if (relations.empty()) {
    // `\forall i, j` is no value.
    if (every)
      statement.kind = StatementKind::fact;
    else
      statement.value = statement.sides[0];
    equation_.statements.push_back(std::move(statement));
    return;
  }
  // `f(x) \in \mathbb{C} := ...`: what is defined is said to lie somewhere.
  const auto member = [&](std::size_t n) { return statement.relations[n]->name == "is in"sv; };
  if (relations.size() > 1 && member(0) && defines(*statement.relations[1])) {
    declare(statement, tokens, relations[0], relations[1]);
    statement.sides.erase(statement.sides.begin() + 1);
    statement.relations.erase(statement.relations.begin());
  }
  if (names_approximation(statement, tokens, relations[0])) return;
  const auto& relation = statement.relations[0]->name;
  if (every && relation == "equals"sv && equation_.arena[statement.sides[0]].kind == ExpressionKind::symbol) {
    statement.kind = StatementKind::fact;
  } else if (relation == "is in"sv && statement.relations.size() == 1 && chooses(statement.sides[1])) {
    define(statement);
  } else if (relation == "is in"sv || relation == "is a subset of"sv) {
    statement.kind = StatementKind::fact;
    declare(statement, tokens, relations[0], relations.size() > 1 ? relations[1] : piece.end);
  } else if (relation == "is drawn from"sv) {
    statement.kind = StatementKind::distribution;
    statement.value = statement.sides[1];
  } else if (defines(*statement.relations[0]) || statement.relations[0]->name == "defines"sv) {
    define(statement);
  } else {
    const auto& arena = equation_.arena;
    const auto simple = [&](ExpressionId id) {
      return head_symbol(arena, id) != none || arena[id].kind == ExpressionKind::number ||
             (arena.applies(id, "negative") && arena[arena.child(id, 0)].kind == ExpressionKind::number);
    };
    const bool fact =
        relation != "is approximately"sv && relation != "implies"sv && std::all_of(statement.sides.begin(), statement.sides.end(), simple);
    statement.kind = fact ? StatementKind::fact : StatementKind::claim;
    statement.value = relation == "is approximately"sv && statement.sides.size() > 1 ? statement.sides[1] : statement.sides[0];
  }
  equation_.statements.push_back(std::move(statement));
}

// `A \approx B = C`: a claim about B, and what B is.
bool Resolver::names_approximation(Statement& statement, const Tokens& tokens, std::size_t relation) {
  if (statement.relations.size() < 2 || statement.relations[0]->name != "is approximately"sv || !defines(*statement.relations[1]))
    return false;
  Statement named;
  named.source = source_;
  named.sides.assign(statement.sides.begin() + 1, statement.sides.end());
  named.relations.assign(statement.relations.begin() + 1, statement.relations.end());
  named.span = join(origin(tokens[relation + 1].span), statement.span);
  named.span.begin = origin(tokens[relation + 1].span).begin;
  const auto left = definable(named.sides[0]);
  if (!left || left->operation != nullptr || left->symbol == none || already_defined(left->symbol)) return false;
  define(named);
  if (named.defines.empty()) return false;
  statement.sides.resize(2);
  statement.relations.resize(1);
  statement.span.end = span_of(statement.sides[1]).end;
  statement.kind = StatementKind::claim;
  statement.value = statement.sides[1];
  equation_.statements.push_back(std::move(statement));
  equation_.statements.push_back(std::move(named));
  return true;
}

bool compares_densities(const Arena& arena, ExpressionId id) {
  if (!arena.applies(id, "call")) return arena[id].operation->shape == ShapeRule::alike;
  const auto last = arena.child(id, arena[id].child_count - 1);
  return last != none && arena.applies(last, "given") && arena.applies(arena.child(last, 0), "call");
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
  if (arena.applies(base, "labelled")) {
    left.label = arena.child(base, 1);
    base = arena.child(base, 0);
    if (arena[base].kind != ExpressionKind::apply) return std::nullopt;
  }
  if (arena[base].kind == ExpressionKind::symbol) {
    left.symbol = arena[base].symbol;
    if (equation_.symbols[left.symbol].kind == SymbolKind::constant || equation_.symbols[left.symbol].kind == SymbolKind::index)
      return std::nullopt;
    return left;
  }
  if (arena[base].kind != ExpressionKind::apply) return std::nullopt;
  const bool named = arena[base].operation->fixity == Fixity::function && arena[base].operation->name != "call"sv;
  if (!named && !arena.applies(base, "call")) return std::nullopt;
  if (named && !may_be_defined(*arena[base].operation)) return std::nullopt;
  // `\cos \phi = \frac{a}{c}` says what a value is, not what the cosine is.
  if (const auto printed = equation_.text(base);
      named && arena[base].operation->scalar && !printed.ends_with(')') && !printed.ends_with(']'))
    return std::nullopt;
  const std::size_t skip = named ? 0 : 1;
  bool whole = true;  // every argument is a symbol; `D[q(z) \| p(z)] = ...` defines one value
  for (std::size_t n = skip; n < arena[base].child_count; ++n) {
    const ExpressionId argument_id = arena.child(base, n);
    const bool wrapped = arena.applies(argument_id, "given") || arena.applies(argument_id, "with parameters");
    std::vector<ExpressionId> inner{argument_id};
    if (wrapped || arena.applies(argument_id, "list")) inner.assign(arena.children(argument_id).begin(), arena.children(argument_id).end());
    for (const ExpressionId part : inner) {
      if (arena[part].kind == ExpressionKind::relation) continue;  // an event, `x_i = k`
      if (arena.applies(part, "and so on")) {                      // `p(x_1, \ldots, x_n)`
        whole = false;
        continue;
      }
      const SymbolId symbol = head_symbol(arena, part);
      // What a fact says of a density changes nothing in `D[q(z) \| p(z)] = ...`.
      const bool density = arena.applies(part, "call") && compares_densities(arena, base);
      if (symbol == none && !density && !opaque(part) && !variance(part)) return std::nullopt;
      whole = whole && symbol != none;
      left.parameters.push_back(symbol);
    }
  }
  left.functional = !whole;
  if (!whole) left.parameters.clear();
  left.call = true;
  left.operation = named ? arena[base].operation : nullptr;
  if (!named) left.symbol = arena[arena.child(base, 0)].symbol;
  left.base = base;
  return left;
}

// `\sigma^2` of `\mathcal{N}(x; \mu, \sigma^2)`, which names a variance.
bool Resolver::variance(ExpressionId id) const {
  const auto& arena = equation_.arena;
  // `\sigma^2 I`
  const auto identity = [&](ExpressionId part) {
    return arena[part].kind == ExpressionKind::symbol && equation_.symbols[arena[part].symbol].nucleus == "I"sv &&
           equation_.symbols[arena[part].symbol].kind == SymbolKind::constant;
  };
  if (arena.applies(id, "product") && identity(arena.child(id, 1))) return variance(arena.child(id, 0));
  const SymbolId symbol = arena.applies(id, "power") ? head_symbol(arena, arena.child(id, 0)) : none;
  return symbol != none && equation_.symbols[symbol].nucleus == "\\sigma"sv;
}

// A call of a function that nothing defines, or a distribution: what cannot be worked out from its parts.
bool Resolver::opaque(ExpressionId id) const {
  const auto& arena = equation_.arena;
  if (arena.applies(id, "probability")) return true;
  if (!arena.applies(id, "call")) return false;
  const SymbolId symbol = head_symbol(arena, arena.child(id, 0));
  return symbol != none && !usage_.called.count(equation_.symbols[symbol].latex);
}

void Resolver::define(Statement& statement) {
  std::size_t last = 0;
  const auto gives = [&](std::size_t n) {
    return defines(*statement.relations[n]) || (statement.relations[n]->name == "is in"sv && chooses(statement.sides[n + 1]));
  };
  while (last < statement.relations.size() && gives(last)) ++last;
  if (last > 0) free_chosen(statement, statement.sides[last]);
  const bool update = statement.relations[0]->name == "becomes"sv;
  statement.kind = StatementKind::claim;
  statement.value = statement.sides[last];
  for (std::size_t n = 0; n < last; ++n) {
    if (n == 0 && defines_several(statement)) break;
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
    const auto again = [&](ExpressionId other) { return calls(other, left->symbol); };
    if (left->functional && std::any_of(statement.sides.begin() + 1, statement.sides.end(), again)) break;
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
  // `p = \frac{a}{b} =: r` defines both ends.
  if (statement.relations.back()->name == "defines"sv)
    if (const auto named = definable(statement.sides.back()); named && !named->call && !named->indexed)
      statement.defines.push_back(named->symbol);
}

// `\arg\min_u f(u)`: what belongs to it is found by it.
bool Resolver::chooses(ExpressionId id) const {
  const Expression& expression = equation_.arena[id];
  return expression.kind == ExpressionKind::reduce &&
         (expression.operation->name == "arg min"sv || expression.operation->name == "arg max"sv);
}

// `u = \arg\min_u f(u)`: what is found counts nothing.
void Resolver::free_chosen(const Statement& statement, ExpressionId value) {
  if (!chooses(value)) return;
  const auto& arena = equation_.arena;
  for (const Range& range : arena.ranges(value)) {
    if (range.symbol == none || range.lower != none || range.upper != none || equation_.symbols[range.symbol].kind != SymbolKind::index)
      continue;
    const ExpressionId left = statement.sides[0];
    const auto is = [&](ExpressionId id) { return arena[id].kind == ExpressionKind::symbol && arena[id].symbol == range.symbol; };
    const auto members = arena.children(left);
    const bool found = is(left) || (arena.applies(left, "list") && std::any_of(members.begin(), members.end(), is));
    if (found && !usage_.right_subscripts.count(equation_.symbols[range.symbol].latex))
      equation_.symbols[range.symbol].kind = SymbolKind::variable;
  }
}

// `u, v = \arg\min_{u, v} f(u, v)`: each of the list is found.
bool Resolver::defines_several(Statement& statement) {
  const auto& arena = equation_.arena;
  if (!arena.applies(statement.sides[0], "list") || !chooses(statement.sides[1])) return false;
  std::vector<SymbolId> found;
  for (const ExpressionId member : arena.children(statement.sides[0])) {
    if (arena[member].kind != ExpressionKind::symbol || equation_.symbols[arena[member].symbol].kind != SymbolKind::variable) return false;
    found.push_back(arena[member].symbol);
  }
  statement.kind = StatementKind::definition;
  statement.defines = found;
  return true;
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
  Scripts scripts;
  if (left.label != none) scripts.label = equation_.symbols[arena[left.label].symbol].latex;
  const Span whole = left.label == none ? base.span : join(base.span, span_of(left.label));
  const SymbolId symbol = intern(name, scripts, base.sign, SymbolKind::function);
  equation_.symbols[symbol].occurrences.back() = {base.sign, source_};
  Expression function;
  function.kind = ExpressionKind::symbol;
  function.symbol = symbol;
  function.span = base.sign;
  std::vector<ExpressionId> children{add(function, {})};
  const auto given = arena.children(left.base);
  const std::vector<ExpressionId> arguments_given(given.begin(), given.end());
  children.insert(children.end(), arguments_given.begin(), arguments_given.end());
  const ExpressionId call_id = apply("call", children, whole, base.sign);
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

}  // namespace eqlens
