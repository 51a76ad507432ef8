#include <algorithm>
#include <cstdlib>

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
  return letters.count(name.nucleus) > 0;
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
  const bool round = open.find('(') != std::string_view::npos;
  const std::string plain = scripts.label.empty() ? name.latex : name.latex + "_" + scripts.label;
  if (usage_.called.count(plain) || usage_.called.count(name.latex)) return round || name.word;
  if (!scripts.indices.empty() || scripts.power != no_node || scripts.transpose || scripts.inverse) return false;
  if (usage_.defined.count(plain) || usage_.arrays.count(plain)) return false;
  const Tokens inside = tokens_of(bracket.core);
  if (inside.empty()) return round;
  if (name.word && (round || open.find('[') != std::string_view::npos)) return round;
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
  const bool parameters = !scripts.label.empty() &&
                          (scripts.label == "\\theta" || scripts.label == "\\phi" || scripts.label == "\\psi" || scripts.label == "w");
  if (parameters) return true;
  if (scales(name)) return false;
  const bool stands_alone = usage_.standing_alone.count(name.nucleus) > 0 && name.face == Face::italic;
  if (sum_inside) {
    const bool function_letter = name.nucleus == "f" || name.nucleus == "g" || name.nucleus == "\\sigma" || name.nucleus == "\\phi" ||
                                 name.nucleus == "\\psi" || name.face == Face::script || name.nucleus == "h" || name.nucleus == "\\Phi" ||
                                 name.nucleus == "\\rho";
    return function_letter && !stands_alone;
  }
  if (inside.size() == 1 && inside[0].kind == TokenKind::operand && tree_[inside[0].core].kind == SyntaxKind::number)
    return names_functions(name) && !stands_alone;
  const bool one_symbol = inside.size() == 1 && inside[0].kind == TokenKind::operand;
  if (one_symbol) return !stands_alone || names_functions(name);
  return names_functions(name) && !stands_alone;
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
    return apply("exponential", {exponent}, origin(token.span), origin_of(token.core));
  }
  const bool followed = cursor.has() && cursor.peek().kind == TokenKind::fence;
  if (name.nucleus == "E" && name.accent.empty() && followed &&
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
    if (name.nucleus == "\\sigma" && name.accent.empty() && scripts.label.empty() && !usage_.called.count("\\sigma")) {
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
    const std::string primed = name.latex + std::string(static_cast<std::size_t>(scripts.primes), '\'');
    if (scripts.primes > 0 && !usage_.called.count(primed) && usage_.called.count(name.latex)) {
      derivatives = scripts.primes;
      scripts.upper.erase(0, static_cast<std::size_t>(scripts.primes));
    }
    const SymbolId function_symbol = intern(name, scripts, head, SymbolKind::function);
    ExpressionId value = call(function_symbol, bracket.core, origin(head));
    for (; derivatives > 0 && equation_.arena[value].child_count > 1; --derivatives)
      value = apply("derivative", {value, equation_.arena.child(value, 1)}, span_of(value), origin(head));
    Token whole = bracket;
    whole.span.begin = token.span.begin;
    value = with_scripts(value, whole, false);
    return value;
  }
  const bool counts = scripts.indices.empty() && scripts.label.empty() && scripts.upper.empty() && name.accent.empty() &&
                      name.face == Face::italic && !name.word &&
                      (usage_.is_bound(name.latex) || (usage_.is_index(name.latex) && usage_.right_subscripts.count(name.latex)));
  SymbolId id = none;
  if (counts) {
    id = counter(name.latex, head);
    equation_.symbols[id].occurrences.push_back({origin(head), source_});
  } else {
    id = intern(name, scripts, head, SymbolKind::variable);
  }
  Expression expression;
  expression.kind = ExpressionKind::symbol;
  expression.symbol = id;
  expression.span = origin(head);
  return apply_scripts(add(expression, {}), scripts, token);
}

}  // namespace eqlens
