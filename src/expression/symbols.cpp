#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "base/text.hpp"
#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

SymbolId head_symbol(const Arena& arena, ExpressionId id) {
  while (arena[id].kind == ExpressionKind::index) id = arena.child(id, 0);
  return arena[id].kind == ExpressionKind::symbol ? arena[id].symbol : none;
}

bool may_be_defined(const Operation& operation) {
  return operation.fixity == Fixity::function &&
         std::any_of(operation.spellings.begin(), operation.spellings.end(), [](std::string_view spelling) { return spelling[0] != '\\'; });
}

ExpressionId Resolver::number(const Token& token) {
  std::string digits;
  for (const char c : canonical(tree_, token.core))
    if (c != ',' && c != '{' && c != '}' && c != ' ') digits += c;
  Expression expression;
  expression.kind = ExpressionKind::number;
  expression.number = std::strtod(digits.c_str(), nullptr);
  expression.span = origin_of(token.core);
  // `1_{y = c}`: a 1 with a condition below it.
  if (expression.number == 1)
    if (const auto holds = indicated(token, operation_named("indicator"))) return *holds;
  const ExpressionId value = add(expression, {});
  return with_scripts(value, token, false);
}

// Whether a bracket holds nothing but places to look up: numbers, counting letters, sums of them, as `n - i`.
bool Resolver::is_place(const Tokens& inside) const {
  static const std::set<std::string, std::less<>> ends = {"n", "m", "k", "d", "N", "M", "K", "L", "T"};
  bool counts = false;
  const bool places = !inside.empty() && std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
    if (token.kind == TokenKind::comma) return true;
    if (token.kind == TokenKind::infix) return token.operation->precedence == 2;
    if (token.kind != TokenKind::operand || token.core == no_node) return false;
    const auto letter = canonical(tree_, token.node);
    const bool count = tree_[token.core].kind == SyntaxKind::number || usage_.is_bound(letter) || usage_.is_index(letter);
    counts = counts || count;
    return count || ends.count(letter) > 0;
  });
  return places && counts;
}

// A place whose letters are those that count, so that it is no argument: i of `x[i]`, but `L[\phi]`.
bool Resolver::is_counted_place(const Tokens& inside) const {
  return is_place(inside) && std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
           if (token.kind != TokenKind::operand || tree_[token.core].kind == SyntaxKind::number) return true;
           const auto letter = canonical(tree_, token.core);
           return letter.size() == 1 && std::string_view("xyzwuvf").find(letter[0]) == std::string_view::npos;
         });
}

// Whether a bracket behind a name picks entries: `\text{padding}[0]`, or `w(j)` of a declared list w.
bool Resolver::looks_up(const Name& name, const Scripts& scripts, const Token& bracket) const {
  if (scripts.power != no_node || scripts.transpose || scripts.inverse || !bracket.glued) return false;
  const Tokens inside = tokens_of(bracket.core);
  const auto open = tree_.spelling(bracket.core + 1);
  if (open == "["sv && name.face == Face::upright) return is_place(inside);
  if (open == "["sv && is_counted_place(inside) && scripts.indices.empty() && !usage_.bracketed.count(name.latex)) return true;
  const std::string below = scripts.label.empty() ? "" : "_" + scripts.label;
  const std::string above = scripts.upper.empty() ? "" : "^" + scripts.upper;
  if (open != "("sv || !scripts.indices.empty() || !usage_.arrays.count(name.latex + below + above)) return false;
  // `Q(s, a)` of a table: nobody multiplies by a list of letters. One letter looks up too, unless it is an array itself.
  const auto bare = [&](const Token& token) {
    const auto letter = token.kind == TokenKind::operand && token.core != no_node ? read_name(token) : std::nullopt;
    return letter && tree_[unwrap(tree_, token.core)].kind == SyntaxKind::letter && letter->latex.size() == 1 && !token.operation &&
           !usage_.arrays.count(letter->latex) && letter->latex[0] >= 'a';
  };
  const bool list = std::any_of(inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::comma; });
  const auto places = [&](const Token& token) { return token.kind == TokenKind::comma || bare(token); };
  if ((list || (inside.size() == 1 && (name.face == Face::bold || usage_.looked_up.count(name.latex + below + above)))) &&
      std::all_of(inside.begin(), inside.end(), places))
    return true;
  static const std::set<std::string, std::less<>> counters = {"i", "j", "k", "l", "m", "n", "t"};
  return std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
    if (token.kind == TokenKind::comma) return true;
    if (token.kind == TokenKind::infix) return token.operation->precedence == 2;
    return token.kind == TokenKind::operand && token.node != no_node && counters.count(canonical(tree_, token.node)) > 0;
  });
}

// `\text{padding}[0]`: the entry of a list as code counts it, from 0.
ExpressionId Resolver::entry(ExpressionId whole, SyntaxId fence_node, Span span) {
  std::vector<ExpressionId> children{whole};
  for (const ExpressionId place : arguments(fence_node)) children.push_back(place);
  // A sum that starts at 1 counts as mathematics does.
  const Tokens inside = tokens_of(fence_node);
  const bool from_one = std::any_of(inside.begin(), inside.end(), [&](const Token& token) {
    return token.node != no_node && usage_.from_one.count(canonical(tree_, token.node)) > 0;
  });
  const bool code = tree_.spelling(fence_node + 1) == "["sv && !from_one;
  const SymbolId symbol_id = head_symbol(equation_.arena, whole);
  if (code && symbol_id != none) equation_.symbols[symbol_id].from_zero = true;
  choose(span, code ? "an entry, counted from 0 as in code" : "an entry", {"a product"},
         code       ? "square brackets right behind a name"
         : from_one ? "a bracket right behind a name holds the letter of a sum that starts at 1"
                    : "what its bracket holds counts places");
  Expression expression;
  expression.kind = ExpressionKind::index;
  expression.span = span;
  return add(expression, children);
}

ExpressionId Resolver::call(SymbolId head, SyntaxId fence_node, Span span) {
  Expression function;
  function.kind = ExpressionKind::symbol;
  function.symbol = head;
  function.span = span;
  std::vector<ExpressionId> children{add(function, {})};
  const auto given = arguments(fence_node);
  children.insert(children.end(), given.begin(), given.end());
  return apply("call", children, join(span, origin_of(fence_node)), span);
}

// `f(x)(a, b)`: nobody multiplies by a list, so the second bracket is one of arguments, too.
bool Resolver::holds_more_arguments(const Token& first, const Token& second) const {
  if (first.node != first.core || second.kind != TokenKind::fence || !second.glued || tree_.spelling(second.core + 1) != "("sv)
    return false;
  const Tokens inside = tokens_of(second.core);
  return std::any_of(inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::comma; });
}

ExpressionId Resolver::further_arguments(ExpressionId call_id, SyntaxId fence_node) {
  std::vector<ExpressionId> children(equation_.arena.children(call_id).begin(), equation_.arena.children(call_id).end());
  for (const ExpressionId given : arguments(fence_node)) children.push_back(given);
  return apply("call", children, join(span_of(call_id), origin_of(fence_node)), equation_.arena[call_id].sign);
}

ExpressionId Resolver::symbol(Cursor& cursor, const Name& printed_name) {
  const Token& token = cursor.peek();
  Name name = printed_name;
  ++cursor.at;
  if (name.nucleus == "e"sv && name.accent.empty() && token.subscript == no_node && token.superscript != no_node &&
      !usage_.defined.count("e") && !is_transpose(token.superscript, token, false) && !is_step_mark(token.superscript)) {
    const ExpressionId exponent = subtree(token.superscript);
    const SymbolId base = intern(name, {}, tree_[token.core].span, SymbolKind::constant);
    equation_.symbols[base].value = std::numbers::e;
    return apply("exponential", {exponent}, origin(token.span), origin_of(token.core));
  }
  const bool followed = cursor.has() && cursor.peek().kind == TokenKind::fence;
  // `\#\{u : u > 0\}`
  if (followed && name.nucleus == "\\#"sv) {
    const ExpressionId counted = fence(cursor);
    return apply("size of a set", {counted}, join(origin(token.span), span_of(counted)), origin(token.span));
  }
  if (name.nucleus == "E"sv && (name.accent.empty() || name.face == Face::blackboard) && followed &&
      tree_.spelling(cursor.peek().core + 1).find('[') != std::string_view::npos && !usage_.arrays.count("E")) {
    --cursor.at;
    return expectation(cursor, operation_named("expectation"));
  }
  if (!followed)
    if (const auto value = constant(name, token)) {
      Scripts scripts;
      if (token.superscript != no_node) scripts.power = token.superscript;
      if (token.superscript != no_node && is_transpose(token.superscript, token, true)) scripts = {.transpose = true};
      return apply_scripts(*value, scripts, token);
    }
  Scripts scripts = read_scripts(name, token);
  if (!scripts.indices.empty() && name.face == Face::italic && name.accent.empty() && !usage_.standing_alone.count(name.nucleus)) {
    // x_i beside a bold x is an entry of it.
    if (const auto bold = usage_.bold.find(name.nucleus); bold != usage_.bold.end()) {
      name.face = Face::bold;
      name.latex = bold->second;
    }
  }
  Span head =
      token.superscript == no_node || scripts.power != no_node || scripts.transpose || scripts.inverse
          ? (token.subscript != no_node && scripts.indices.empty()                 ? Span{token.span.begin, tree_[token.subscript].span.end}
             : tree_[token.core].kind == SyntaxKind::letter && !token.word.empty() ? Span{token.span.begin, tree_[token.core].span.end}
                                                                                   : tree_[token.core].span)
          : token.span;
  if (token.change) head.begin = token.span.begin;
  // The prime of x' belongs to the name.
  if (token.primes != no_node && scripts.indices.empty()) head.end = std::max(head.end, tree_[token.primes].span.end);
  if (followed && labels_call(name, scripts, cursor.peek())) {
    scripts.upper = script_text(scripts.power);
    scripts.power = no_node;
  }
  const bool inverted = followed && inverts(name, scripts, cursor.peek());
  if (inverted) {
    scripts.upper = "{-1}";
    scripts.power = no_node;
    scripts.inverse = false;
  }
  const bool called = inverted || (followed && is_call(name, scripts, cursor.peek()));
  if (called) {
    const Token& bracket = cursor.peek();
    ++cursor.at;
    if (name.nucleus == "\\sigma"sv && name.accent.empty() && scripts.label.empty() && scripts.upper.empty() &&
        !usage_.called.count("\\sigma")) {
      const auto given = arguments(bracket.core);
      choose(origin(token.span), "the sigmoid", {"a standard deviation times a bracket"}, "\\sigma stands before a bracket",
             "\\sigma is a standard deviation");
      const ExpressionId value =
          apply("sigmoid", given.size() == 1 ? given : std::vector<ExpressionId>{apply("list", given, origin_of(bracket.core))},
                join(origin(token.span), origin_of(bracket.core)), origin_of(token.core));
      Token whole = bracket;
      whole.span.begin = token.span.begin;
      return with_scripts(value, whole, false);
    }
    Token whole = bracket;
    whole.span.begin = token.span.begin;
    int derivatives = 0;
    if (scripts.primes > 0 && usage_.called.count(name.latex)) {
      derivatives = scripts.primes;
      scripts.upper.erase(0, static_cast<std::size_t>(scripts.primes));
    }
    if (doubtful_call(name, scripts, bracket))
      choose(join(origin(token.span), origin_of(bracket.core)), "a call of " + name.latex, {"a product"},
             "one symbol stands in the bracket", name.latex + " is a number");
    const SymbolId function_symbol = intern(name, scripts, head, SymbolKind::function);
    ExpressionId value = call(function_symbol, bracket.core, origin(head));
    while (scripts.indices.empty() && cursor.has() && holds_more_arguments(bracket, cursor.peek())) {
      value = further_arguments(value, cursor.peek().core);
      whole.core = cursor.peek().core;
      ++cursor.at;
    }
    if (!scripts.indices.empty()) {
      Expression entry;
      entry.kind = ExpressionKind::index;
      entry.span = span_of(value);
      std::vector<ExpressionId> children{value};
      children.insert(children.end(), scripts.indices.begin(), scripts.indices.end());
      value = add(entry, children);
    }
    for (; derivatives > 0 && equation_.arena[value].child_count > 1; --derivatives)
      value = apply("derivative", {value, equation_.arena.child(value, 1)}, span_of(value), origin(head));
    if (scripts.power != no_node) {
      // `g^2(t)` is the square of g(t).
      Scripts above;
      above.power = scripts.power;
      Token raised = whole;
      raised.superscript = token.superscript;
      value = apply_scripts(value, above, raised);
    }
    value = with_scripts(value, whole, false);
    return value;
  }
  if (followed) doubt_product(name, scripts, cursor.peek());
  const std::string letter = name.latex + std::string(static_cast<std::size_t>(scripts.primes), '\'');
  const bool bare = scripts.indices.empty() && scripts.label.empty() && scripts.upper.size() == static_cast<std::size_t>(scripts.primes);
  const bool counts = bare && name.accent.empty() && name.face == Face::italic && !name.word &&
                      (usage_.is_bound(letter) || (usage_.is_index(letter) && usage_.right_subscripts.count(letter)));
  SymbolId id = none;
  if (counts) {
    id = counter(letter, head);
    equation_.symbols[id].occurrences.push_back({origin(head), source_});
  } else {
    id = intern(name, scripts, head, SymbolKind::variable);
  }
  Expression expression;
  expression.kind = ExpressionKind::symbol;
  expression.symbol = id;
  expression.span = origin(head);
  const ExpressionId value = apply_scripts(add(expression, {}), scripts, token);
  if (!followed || !looks_up(name, scripts, cursor.peek())) return value;
  const Token& bracket = cursor.peek();
  ++cursor.at;
  Token whole = bracket;
  whole.span.begin = token.span.begin;
  return with_scripts(entry(value, bracket.core, join(origin(token.span), origin_of(bracket.core))), whole, false);
}

}  // namespace eqlens
