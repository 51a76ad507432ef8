#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

// Letters that name functions in papers when a bracket with a symbol follows.
bool names_functions(const Name& name) {
  static const std::set<std::string, std::less<>> letters = {
      "f",     "g",     "h",     "u",       "k",    "V",    "Q",     "J",       "D",       "p",       "q",     "P",     "a",
      "d",     "F",     "G",     "H",       "K",    "R",    "T",     "N",       "r",       "y",       "\\ell", "\\phi", "\\varphi",
      "\\psi", "\\Phi", "\\Psi", "\\sigma", "\\pi", "\\mu", "\\rho", "\\kappa", "\\delta", "\\Omega", "\\tau"};
  return name.face == Face::script || name.word || letters.count(name.nucleus) > 0;
}

bool scales(const Name& name) {
  static const std::set<std::string, std::less<>> letters = {
      "\\alpha", "\\beta", "\\gamma", "\\lambda", "\\eta", "\\epsilon", "\\varepsilon", "\\zeta", "\\theta", "c", "n", "m", "N"};
  return name.face != Face::script && letters.count(name.nucleus) > 0;
}

}  // namespace

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
  const ExpressionId value = add(expression, {});
  return with_scripts(value, token, false);
}

bool Resolver::is_call(const Name& name, const Scripts& scripts, const Token& bracket) const {
  const auto open = tree_.spelling(bracket.core + 1);
  const bool stands_alone = usage_.standing_alone.count(name.nucleus) > 0 && name.face == Face::italic;
  const bool round = open.find('(') != std::string_view::npos;
  if (usage_.factors.count(name.latex)) return false;
  const bool square = open.find('[') != std::string_view::npos;
  std::string plain = scripts.label.empty() ? name.latex : name.latex + "_" + scripts.label;
  if (scripts.primes > 0 && usage_.called.count(plain + std::string(static_cast<std::size_t>(scripts.primes), '\''))) return round;
  if (!scripts.upper.empty() && usage_.arrays.count(plain + "^" + scripts.upper)) return false;
  if (!scripts.upper.empty() && usage_.called.count(plain + "^" + scripts.upper)) plain += "^" + scripts.upper;
  if (square && (usage_.bracketed.count(plain) || usage_.bracketed.count(name.latex))) return true;
  if (usage_.called.count(plain) || usage_.called.count(name.latex)) return round || name.word;
  // `D_{KL}[q || p]`: only a divergence has double bars in its bracket.
  const auto divides = [&](const Token& token) { return token.kind == TokenKind::bar && is_double_bar(token); };
  if (const Tokens parts = tokens_of(bracket.core); square && std::any_of(parts.begin(), parts.end(), divides))
    return (name.nucleus == "D" || name.word) && scripts.indices.empty();
  if (scripts.power != no_node || scripts.transpose || scripts.inverse || !scripts.upper_indices.empty()) return false;
  if (usage_.defined.count(plain) || usage_.arrays.count(plain)) return false;
  const Tokens inside = tokens_of(bracket.core);
  if (inside.empty()) return round;
  // Some books call with square brackets: `\mathrm{f}[\mathbf{x}]`.
  if (square && name.face == Face::upright && (name.word || !stands_alone)) return bracket.glued && !is_place(inside);
  const bool habit = square && !usage_.bracketed.empty() && bracket.glued;  // the line calls with square brackets elsewhere
  if (habit && names_functions(name) && !stands_alone && inside.size() == 1 && inside[0].kind == TokenKind::operand) return true;
  if (name.word && (round || square)) return round;
  if (!round) return false;
  const auto has = [&](TokenKind kind) {
    return std::any_of(inside.begin(), inside.end(), [&](const Token& token) { return token.kind == kind; });
  };
  if (has(TokenKind::comma) || has(TokenKind::semicolon)) return true;
  const auto bars_inside = std::count_if(inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::bar; });
  if (bars_inside % 2 == 1) return true;
  if (has(TokenKind::relation)) return true;
  const bool sum_inside = std::any_of(
      inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::infix && token.operation->precedence == 2; });
  const bool number_inside = inside.size() == 1 && inside[0].kind == TokenKind::operand && tree_[inside[0].core].kind == SyntaxKind::number;
  const bool one_symbol = inside.size() == 1 && inside[0].kind == TokenKind::operand && !number_inside;
  // `E_i(x)` is a call of one of several functions, `w_i(a - b)` a product.
  if (!scripts.indices.empty())
    return one_symbol && (names_functions(name) || name.nucleus == "E" || name.nucleus == "L") && !scales(name) && name.nucleus != "y";
  const bool parameters = !scripts.label.empty() &&
                          (scripts.label == "\\theta" || scripts.label == "\\phi" || scripts.label == "\\psi" || scripts.label == "w");
  if (parameters) return true;
  if (scales(name)) return false;
  const bool applied = usage_.applied.count(name.latex) > 0 && names_functions(name);  // called elsewhere without a doubt
  if (sum_inside) {
    const bool function_letter = name.nucleus == "f" || name.nucleus == "g" || name.nucleus == "\\sigma" || name.nucleus == "\\phi" ||
                                 name.nucleus == "\\psi" || name.face == Face::script || name.nucleus == "h" || name.nucleus == "\\Phi" ||
                                 name.nucleus == "\\rho";
    return (function_letter && !stands_alone) || (applied && name.nucleus.size() == 1 && name.nucleus[0] <= 'Z');
  }
  if (number_inside) return names_functions(name) && !stands_alone;
  if (one_symbol) return !stands_alone || names_functions(name);
  return names_functions(name) && (!stands_alone || applied);
}

// `a(b)`: a letter that names a function only by the bracket behind it, and nothing else says that it is called.
bool Resolver::doubtful_call(const Name& name, const Scripts& scripts, const Token& bracket) const {
  static const std::set<std::string, std::less<>> clear = {"f", "g", "h", "F", "G",     "p",     "q",     "P",       "Q",    "V",    "J",
                                                           "D", "H", "L", "E", "\\phi", "\\psi", "\\Phi", "\\sigma", "\\pi", "\\ell"};
  if (name.word || name.face != Face::italic || !name.accent.empty() || clear.count(name.nucleus) || !scripts.label.empty() ||
      !scripts.upper.empty() || source_ != 0)
    return false;
  if (usage_.called.count(name.latex)) return false;
  const Tokens inside = tokens_of(bracket.core);
  return inside.size() == 1 && inside[0].kind == TokenKind::operand && inside[0].core != no_node &&
         tree_[inside[0].core].kind != SyntaxKind::number;
}

// Whether a bracket holds nothing but places to look up: numbers, counting letters, sums of them.
bool Resolver::is_place(const Tokens& inside) const {
  return !inside.empty() && std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
    if (token.kind == TokenKind::comma) return true;
    if (token.kind == TokenKind::infix) return token.operation->precedence == 2;
    if (token.kind != TokenKind::operand || token.core == no_node) return false;
    if (tree_[token.core].kind == SyntaxKind::number) return true;
    const auto letter = canonical(tree_, token.node);
    return usage_.is_bound(letter) || usage_.is_index(letter);
  });
}

// Whether a bracket behind a name picks entries: `\text{padding}[0]`, or `w(j)` of a declared list w.
bool Resolver::looks_up(const Name& name, const Scripts& scripts, const Token& bracket) const {
  if (scripts.power != no_node || scripts.transpose || scripts.inverse || !bracket.glued) return false;
  const Tokens inside = tokens_of(bracket.core);
  const auto open = tree_.spelling(bracket.core + 1);
  if (name.face == Face::upright && open == "[") return is_place(inside);
  const std::string below = scripts.label.empty() ? "" : "_" + scripts.label;
  const std::string above = scripts.upper.empty() ? "" : "^" + scripts.upper;
  if (open != "(" || !scripts.indices.empty() || !usage_.arrays.count(name.latex + below + above)) return false;
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
  const bool code = tree_.spelling(fence_node + 1) == "[";
  const SymbolId symbol_id = head_symbol(equation_.arena, whole);
  if (code && symbol_id != none) equation_.symbols[symbol_id].from_zero = true;
  choose(span, code ? "an entry, counted from 0 as in code" : "an entry", {"a product"},
         code ? "square brackets right behind a name" : "the name is declared as a list");
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

ExpressionId Resolver::symbol(Cursor& cursor, const Name& printed_name) {
  const Token& token = cursor.peek();
  Name name = printed_name;
  ++cursor.at;
  if (name.nucleus == "e" && name.accent.empty() && token.subscript == no_node && token.superscript != no_node &&
      !usage_.defined.count("e") && !is_transpose(token.superscript, token, false)) {
    const ExpressionId exponent = subtree(token.superscript);
    const SymbolId base = intern(name, {}, tree_[token.core].span, SymbolKind::constant);
    equation_.symbols[base].value = std::numbers::e;
    return apply("exponential", {exponent}, origin(token.span), origin_of(token.core));
  }
  const bool followed = cursor.has() && cursor.peek().kind == TokenKind::fence;
  if (name.nucleus == "E" && (name.accent.empty() || name.face == Face::blackboard) && followed &&
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
  const Span head =
      token.superscript == no_node || scripts.power != no_node || scripts.transpose || scripts.inverse
          ? (token.subscript != no_node && scripts.indices.empty()                 ? Span{token.span.begin, tree_[token.subscript].span.end}
             : tree_[token.core].kind == SyntaxKind::letter && !token.word.empty() ? Span{token.span.begin, tree_[token.core].span.end}
                                                                                   : tree_[token.core].span)
          : token.span;
  const bool called = followed && is_call(name, scripts, cursor.peek());
  if (called) {
    const Token& bracket = cursor.peek();
    ++cursor.at;
    if (name.nucleus == "\\sigma" && name.accent.empty() && scripts.label.empty() && scripts.upper.empty() &&
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
    Token whole = bracket;
    whole.span.begin = token.span.begin;
    value = with_scripts(value, whole, false);
    return value;
  }
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
