#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

// `\log p`, but not `\mathrm{MSE} + \lambda`: only functions with a command of their own go without brackets.
bool takes_bare_argument(const Operation& operation) {
  return std::any_of(operation.spellings.begin(), operation.spellings.end(),
                     [](std::string_view spelling) { return spelling[0] == '\\' || spelling == "√"sv; });
}

bool is_minus(const Token& token) { return token.kind == TokenKind::infix && token.operation->name == "minus"sv; }

}  // namespace

ExpressionId Resolver::operand(Cursor& cursor) {
  const Token& token = cursor.peek();
  if (const auto change = differential(cursor)) return *change;
  if (token.operation) {
    const auto& operation = *token.operation;
    if (operation.shape == ShapeRule::gradient && token.word.empty()) return gradient(cursor);
    if (operation.name == "expectation"sv) return expectation(cursor, operation);
    if (operation.name == "division"sv || operation.name == "square root"sv) {
      if (operation.name == "division"sv) return fraction(token, cursor);
      if (tree_[token.core].kind == SyntaxKind::command && tree_.has_children(token.core)) {
        ++cursor.at;
        const SyntaxId radicand = argument(tree_, token.core);
        SyntaxId degree = no_node;
        for (const SyntaxId child : tree_.children(token.core))
          if (tree_[child].kind == SyntaxKind::optional) degree = child;
        const Span span = origin_of(token.core);
        const Span sign = sign_of(token.core);
        if (degree == no_node)
          if (const auto root = root_of_letter(token, radicand, sign)) return *root;
        const ExpressionId inside = tree_[radicand].kind == SyntaxKind::fence ? row_of(tokens_of(radicand), 0, tokens_of(radicand).size())
                                                                              : subtree_or_item(radicand);
        const ExpressionId root =
            degree == no_node ? apply("square root", {inside}, span, sign) : apply("root", {subtree(degree), inside}, span, sign);
        return with_scripts(root, token, false);
      }
    }
    // `\binom{n}{k}`
    if (operation.name == "binomial coefficient"sv && token.core != no_node && argument(tree_, token.core, 1) != no_node) {
      ++cursor.at;
      const ExpressionId of = subtree_or_item(argument(tree_, token.core, 0)), picked = subtree_or_item(argument(tree_, token.core, 1));
      return with_scripts(apply(operation, {of, picked}, origin_of(token.core), sign_of(token.core)), token, false);
    }
    // `\mathcal{N}(i)` is a set of neighbours; a distribution has two parameters.
    const bool distribution = operation.name == "normal distribution"sv || operation.name == "uniform distribution"sv;
    const bool called = cursor.has(1) && cursor.peek(1).kind == TokenKind::fence &&
                        (!distribution || tree_.spelling(cursor.peek(1).core).find_first_of(",;|") != std::string_view::npos);
    // Names that are also symbols are operations only where they are applied.
    const bool needs_call = operation.spellings.size() > 0 &&
                            (operation.name == "normal distribution function"sv || operation.name == "normal distribution"sv ||
                             operation.name == "uniform distribution"sv || operation.name == "probability"sv);
    // A name that the input itself defines is the input's own.
    const auto own_name = token.word.empty() ? words_of(tree_, token.core) : token.word;
    const auto face_name = own_name.empty() ? read_name(token) : std::nullopt;
    const bool redefined =
        (!own_name.empty() && usage_.called.count(own_name) > 0) || (face_name && usage_.called.count(face_name->latex) > 0);
    // `\text{pad}[1]` is an entry of a list, no call.
    const bool entry = !own_name.empty() && cursor.has(1) && cursor.peek(1).kind == TokenKind::fence &&
                       tree_.spelling(cursor.peek(1).core + 1) == "["sv && is_place(tokens_of(cursor.peek(1).core));
    if (operation.fixity == Fixity::big) return big(cursor, operation);
    if (operation.fixity == Fixity::function && (!needs_call || called) && !redefined && !entry) return function(cursor, operation);
  }
  if (token.core != no_node) {
    const SyntaxNode& core = tree_[token.core];
    if (core.kind == SyntaxKind::number) {
      ++cursor.at;
      return number(token);
    }
    if (core.kind == SyntaxKind::environment) {
      ++cursor.at;
      const auto name = environment_name(tree_, token.core);
      const ExpressionId value =
          name.find("cases") != std::string_view::npos ? cases(token.core, origin_of(token.core)) : matrix(token.core);
      return with_scripts(value, token, true);
    }
    if (core.kind == SyntaxKind::command && is_transparent(command_name(tree_, token.core)) && tree_.has_children(token.core) &&
        !read_name(token)) {
      ++cursor.at;
      SyntaxId last = no_node;
      for (const SyntaxId child : tree_.children(token.core)) last = child;
      const ExpressionId value = subtree_or_item(last);
      // What stands below a brace is a name for the part.
      const auto command = command_name(tree_, token.core);
      return command == "\\underbrace"sv || command == "\\overbrace"sv ? value : with_scripts(value, token, true);
    }
  }
  if (const auto name = read_name(token)) {
    if (is_jacobian(cursor, *name)) return gradient(cursor);
    return symbol(cursor, *name);
  }
  ++cursor.at;
  if (token.core != no_node && tree_[token.core].kind == SyntaxKind::group) return with_scripts(subtree(token.core), token, true);
  if (token.core != no_node && tree_[token.core].kind == SyntaxKind::empty && loose_ == 0)
    report(Severity::error, "syntax", "nothing stands before this script", origin(token.span), "write what it belongs to");
  if (token.core != no_node && tree_[token.core].kind == SyntaxKind::empty) return with_scripts(unknown(origin(token.span)), token, false);
  return unknown(origin(token.span));
}

// `\mathrm{D}_y g(y)`: the derivative of a function by what stands below the upright D.
bool Resolver::is_jacobian(const Cursor& cursor, const Name& name) const {
  const Token& token = cursor.peek();
  if (name.nucleus != "D"sv || name.face != Face::upright || usage_.called.count(name.latex) || usage_.arrays.count(name.latex))
    return false;
  // `\mathrm{D}^2 h(z)`, `\mathrm{D} h(z)`: the variable is the one that h is called with.
  const bool twice = token.superscript != no_node && script_text(token.superscript) == "2"sv;
  if (token.subscript == no_node && (twice || token.superscript == no_node))
    return cursor.has(1) && (twice ? !ends_term(cursor.peek(1)) && cursor.peek(1).kind != TokenKind::bar
                                   : cursor.has(2) && cursor.peek(1).kind == TokenKind::operand && !cursor.peek(1).operation &&
                                         read_name(cursor.peek(1)).has_value() && only_holds(cursor.peek(2)));
  if (token.subscript == no_node || token.superscript != no_node) return false;
  const bool variable = token.core != no_node && subscript_letters(tree_, token.subscript).size() == 1;
  return variable && cursor.has(2) && cursor.peek(1).kind == TokenKind::operand && cursor.peek(2).kind == TokenKind::fence;
}

ExpressionId Resolver::subtree_or_item(SyntaxId id) {
  if (tree_[id].kind == SyntaxKind::group) return subtree(id);
  const Tokens tokens = tokenize(tree_, std::vector<SyntaxId>{id}, judge_);
  return tokens.empty() ? unknown(origin_of(id)) : side(tokens, 0, tokens.size());
}

ExpressionId Resolver::big(Cursor& cursor, const Operation& operation) {
  const Token& token = cursor.peek();
  ++cursor.at;
  std::vector<Range> ranges = operation.name == "integral"sv ? ends_of_integral(token) : read_ranges(token);
  Expression expression;
  expression.kind = ExpressionKind::reduce;
  expression.operation = &operation;
  expression.sign = origin_of(token.core);
  if (operation.name == "integral"sv)
    if (const auto value = integral(cursor, token, expression, ranges)) return *value;
  if (cursor.done()) {
    report_bodiless(cursor, "nothing follows " + equation_.text(expression.sign, source_), origin(token.span),
                    "write what is to be combined after it");
    return unknown(origin(token.span));
  }
  const std::size_t whole = cursor.end;
  if (operation.name == "product over"sv) cursor.end = end_of_factors(cursor, ranges);
  if (cursor.end < whole)
    choose(origin((*cursor.tokens)[cursor.end].span), "behind the product", {"a factor inside the product"},
           "the letter of the product does not stand in it");
  const ExpressionId inner = body(cursor, ranges);
  cursor.end = whole;
  expression.span = join(origin(token.span), span_of(inner));
  if (ranges.empty() && (operation.name == "sum"sv || operation.name == "product over"sv)) ranges = unprinted_ranges(inner);
  return add(expression, {inner}, ranges);
}

// `\sum x_i`: over what is counted in it and by nothing else.
std::vector<Range> Resolver::unprinted_ranges(ExpressionId inner) const {
  const Arena& arena = equation_.arena;
  std::vector<Range> ranges;
  std::vector<ExpressionId> open{inner};
  while (!open.empty()) {
    const ExpressionId id = open.back();
    open.pop_back();
    if (id == none || arena[id].kind == ExpressionKind::reduce) continue;
    open.insert(open.end(), arena.children(id).begin(), arena.children(id).end());
    if (arena[id].kind != ExpressionKind::symbol) continue;
    const Symbol& symbol = equation_.symbols[arena[id].symbol];
    const bool known = std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) { return range.symbol == arena[id].symbol; });
    if (symbol.kind != SymbolKind::index || known || usage_.left_subscripts.count(symbol.latex)) continue;
    Range range;
    range.symbol = arena[id].symbol;
    ranges.push_back(range);
  }
  return ranges;
}

ExpressionId Resolver::expectation(Cursor& cursor, const Operation& operation) {
  const Token& token = cursor.peek();
  ++cursor.at;
  std::vector<Range> ranges = token.subscript == no_node ? std::vector<Range>{} : ranges_of(token.subscript);
  Expression expression;
  expression.kind = ExpressionKind::reduce;
  expression.operation = &operation;
  expression.sign = origin_of(token.core);
  if (cursor.has() && only_holds(cursor.peek())) {
    const Token& bracket = cursor.peek();
    ++cursor.at;
    const auto inside = arguments(bracket.core);
    const ExpressionId inner = inside.size() == 1 ? inside[0] : apply("list", inside, origin_of(bracket.core));
    expression.span = join(origin(token.span), origin_of(bracket.core));
    return with_scripts(add(expression, {inner}, ranges), bracket, false);
  }
  if (cursor.done() || ends_term(cursor.peek())) return unknown(origin(token.span));
  const ExpressionId inner = body(cursor, ranges);
  expression.span = join(origin(token.span), span_of(inner));
  return add(expression, {inner}, ranges);
}

ExpressionId Resolver::function(Cursor& cursor, const Operation& operation) {
  const Token& token = cursor.peek();
  const Span sign = token.word.empty() || tree_[token.core].kind != SyntaxKind::letter
                        ? origin_of(token.core)
                        : origin({token.span.begin, token.span.begin + static_cast<std::uint32_t>(token.word.size())});
  ++cursor.at;
  if (const auto map = named_map(token, cursor, operation)) return *map;
  if (const auto value = indicated(token, operation)) return *value;
  // `\operatorname{erf}^{-1}(u)`: the inverse of a function that has no name of its own.
  if (operation.scalar && token.superscript != no_node && is_inverse(token.superscript) && !inverse_of(operation) && cursor.has() &&
      cursor.peek().kind == TokenKind::fence) {
    --cursor.at;
    return inverse_function(cursor);
  }
  const bool reduces = operation.shape == ShapeRule::reduce_last;
  if (reduces && token.subscript != no_node) {
    Expression expression;
    expression.kind = ExpressionKind::reduce;
    expression.operation = &operation;
    expression.sign = sign;
    const auto ranges = ranges_of(token.subscript);
    if (cursor.done()) return unknown(origin(token.span));
    const ExpressionId inner = body(cursor, ranges);
    expression.span = join(origin(token.span), span_of(inner));
    return add(expression, {inner}, ranges);
  }
  std::vector<ExpressionId> arguments_given;
  Token after;
  const bool barred = cursor.has() && cursor.peek().kind == TokenKind::fence && !only_holds(cursor.peek());
  if (cursor.has() && only_holds(cursor.peek())) {
    after = cursor.peek();
    ++cursor.at;
    arguments_given = arguments(after.core);
    // `FFN_{G}(x)(x, W, V)` takes what no feed-forward block of the catalogue takes: a function of the line's own.
    if (const auto name = read_name(token); name && cursor.has() && holds_more_arguments(after, cursor.peek())) {
      cursor.at -= 2;
      return symbol(cursor, *name);
    }
    if (operation.arguments == 1 && arguments_given.size() > 1) arguments_given = {apply("list", arguments_given, origin_of(after.core))};
  } else if ((barred || takes_bare_argument(operation)) && !cursor.done() && (!ends_term(cursor.peek()) || is_minus(cursor.peek()))) {
    arguments_given = {bare_argument(cursor)};
  } else {
    // The name alone: `\text{Var} = 1`, `\text{rank}_{ij}`, a list of operations.
    if (const auto name = read_name(token)) {
      --cursor.at;
      return symbol(cursor, *name);
    }
    return unknown(origin(token.span));
  }
  Span span = origin(token.span);
  if (after.core != no_node) span = join(span, origin_of(after.core));
  for (const ExpressionId argument_id : arguments_given) span = join(span, span_of(argument_id));
  const Operation* inverse = token.superscript != no_node && is_inverse(token.superscript) ? inverse_of(operation) : nullptr;
  ExpressionId value = none;
  const bool natural = token.subscript != no_node && script_text(token.subscript) == "e"sv && !usage_.defined.count("e");
  if (operation.name == "logarithm"sv && token.subscript != no_node && !natural)
    value = apply("logarithm to a base", {subtree(token.subscript), arguments_given[0]}, span, sign);
  else
    value = apply(inverse ? *inverse : operation, arguments_given, span, sign);
  if (token.superscript != no_node && !inverse) {
    Scripts scripts;
    scripts.power = token.superscript;
    value = apply_scripts(value, scripts, token);
  }
  if (after.core != no_node && (after.subscript != no_node || after.superscript != no_node)) {
    Token whole = after;
    whole.span.begin = token.span.begin;
    value = with_scripts(value, whole, false);
  }
  return value;
}

// `\mathbb{I}_{k = y}`: the condition stands below the sign.
std::optional<ExpressionId> Resolver::indicated(const Token& token, const Operation& operation) {
  if (operation.name != "indicator"sv || token.subscript == no_node) return std::nullopt;
  SyntaxId inside = unwrap(tree_, token.subscript + 1);
  if (tree_[token.subscript + 1].next != tree_[token.subscript].next) inside = token.subscript;
  if (tree_[inside].kind == SyntaxKind::letter || tree_[inside].kind == SyntaxKind::scripts) return std::nullopt;
  const Tokens tokens = tokens_of(inside);
  if (std::none_of(tokens.begin(), tokens.end(), [](const Token& one) { return one.kind == TokenKind::relation; })) return std::nullopt;
  const ExpressionId holds = condition(tokens, 0, tokens.size());
  if (holds == none) return std::nullopt;
  Token rest = token;
  rest.subscript = no_node;
  return with_scripts(apply(operation, {holds}, join(origin_of(token.core), origin_of(token.subscript)), origin_of(token.core)), rest,
                      false);
}

// `\sqrt{D}_{q}`: what is printed below the root belongs to the letter inside it.
std::optional<ExpressionId> Resolver::root_of_letter(const Token& token, SyntaxId radicand, Span sign) {
  const SyntaxId letter = unwrap(tree_, radicand);
  if (token.subscript == no_node || tree_[letter].kind != SyntaxKind::letter) return std::nullopt;
  Tokens inside = tokenize(tree_, std::vector<SyntaxId>{letter}, judge_);
  const auto name = inside.size() == 1 ? read_name(inside[0]) : std::nullopt;
  if (!name) return std::nullopt;
  inside[0].subscript = token.subscript;
  Cursor cursor{&inside, 0, 1};
  Token rest = token;
  rest.subscript = no_node;
  return with_scripts(apply("square root", {symbol(cursor, *name)}, join(origin_of(token.core), origin_of(token.subscript)), sign), rest,
                      false);
}

// `\exp_{\mathbf{x}}^K(\mathbf{v})`, `\log_{\mathbf{x}}^K \mathbf{y}`: maps of geometry, named after the functions.
std::optional<ExpressionId> Resolver::named_map(const Token& token, Cursor& cursor, const Operation& operation) {
  const bool exponential = operation.name == "exponential"sv, logarithm = operation.name == "logarithm"sv;
  if ((!exponential && !logarithm) || token.subscript == no_node || cursor.done()) return std::nullopt;
  const bool vector = canonical(tree_, token.subscript).find("bf") != std::string::npos;
  const bool above = token.superscript != no_node && tree_[unwrap(tree_, token.superscript + 1)].kind != SyntaxKind::number;
  if (!(exponential || vector) || !(above || vector)) return std::nullopt;
  Name name;
  name.nucleus = std::string(tree_.spelling(token.core));
  name.latex = name.nucleus;
  name.face = Face::upright;
  Scripts scripts;
  scripts.label = script_text(token.subscript);
  if (token.superscript != no_node) scripts.upper = script_text(token.superscript);
  const SymbolId symbol_id = intern(name, scripts, token.span, SymbolKind::function);
  if (cursor.peek().kind == TokenKind::fence) {
    const SyntaxId bracket = cursor.peek().core;
    ++cursor.at;
    return call(symbol_id, bracket, origin(token.span));
  }
  if (ends_term(cursor.peek())) return std::nullopt;
  Expression head;
  head.kind = ExpressionKind::symbol;
  head.symbol = symbol_id;
  head.span = origin(token.span);
  const ExpressionId function_id = add(head, {});
  const ExpressionId given = factor(cursor);
  return apply("call", {function_id, given}, join(origin(token.span), span_of(given)), origin(token.span));
}

ExpressionId Resolver::inverse_function(Cursor& cursor) {
  const Token& token = cursor.peek();
  auto name = read_name(token);
  if (!name) {
    name.emplace();
    name->latex = name->nucleus = std::string(tree_.spelling(token.core));
  }
  return symbol(cursor, *name);
}

// `\cosh^{-1}` is the inverse function, no reciprocal.
const Operation* Resolver::inverse_of(const Operation& operation) const {
  const std::string_view name = operation.name;
  const bool turned = name == "sine"sv || name == "cosine"sv || name == "tangent"sv || name.starts_with("hyperbolic ");
  if (!turned || name == "hyperbolic secant"sv || name == "hyperbolic cotangent"sv) return nullptr;
  return &operation_named("inverse " + std::string(name));
}

// `\log p_i`, `\sin 2\pi x`: a function without brackets takes the simple factors that follow.
ExpressionId Resolver::bare_argument(Cursor& cursor) {
  ExpressionId left = factor(cursor);
  const auto simple = [&](ExpressionId id) {
    const auto kind = equation_.arena[id].kind;
    return kind == ExpressionKind::number || kind == ExpressionKind::symbol || kind == ExpressionKind::index ||
           equation_.arena.applies(id, "power") || equation_.arena.applies(id, "product");
  };
  const auto bold = [&](ExpressionId id) {
    const SymbolId symbol = head_symbol(equation_.arena, id);
    return symbol == none || equation_.symbols[symbol].face == Face::bold;
  };
  while (simple(left) && cursor.has()) {
    const Token& next = cursor.peek();
    if (next.kind != TokenKind::operand || next.operation || next.core == no_node || tree_[next.core].kind == SyntaxKind::environment)
      break;
    if (cursor.has(1) && cursor.peek(1).kind == TokenKind::fence) break;
    const auto name = read_name(next);
    if (tree_[next.core].kind == SyntaxKind::group && !name) break;
    // `\cos \phi \mathbf{u}`: the cosine scales the vector.
    if (name && name->face == Face::bold && !bold(left)) break;
    const ExpressionId right = factor(cursor);
    left = apply("product", {left, right}, join(span_of(left), span_of(right)));
  }
  return left;
}

}  // namespace eqlens
