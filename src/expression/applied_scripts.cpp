// What scripts make of a value: entries, transposes, powers.
#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

// A dot in place of an index: `\cdot`, `\bullet`.
bool Resolver::is_index_dot(const Token& token) const {
  return token.core != no_node && (tree_.spelling(token.core) == "\\cdot"sv || tree_.spelling(token.core) == "\\bullet"sv);
}

// `i\cdot`, `\cdot j`: letters, and a dot that has no factor on both sides.
bool Resolver::holds_index_dot(const Tokens& tokens, std::size_t begin, std::size_t end) const {
  bool dot = false;
  for (std::size_t n = begin; n < end; ++n) {
    const bool between = n > begin && n + 1 < end;
    if (is_index_dot(tokens[n]) && !between)
      dot = true;
    else if (tokens[n].kind != TokenKind::operand || !tokens[n].word.empty() || tokens[n].operation)
      return false;
  }
  return dot;
}

std::vector<ExpressionId> Resolver::index_expressions(SyntaxId script) {
  SyntaxId inside = script;
  SyntaxId child = script + 1;
  if (tree_[script].next > child && tree_[child].next == tree_[script].next) inside = child;
  inside = unwrap(tree_, inside);
  // `^{(i)}` and `_{(pos, 2i)}`: the brackets only group.
  if (tree_[inside].kind == SyntaxKind::fence) {
    std::vector<ExpressionId> inner = arguments(inside);
    return inner;
  }
  if (tree_[inside].kind != SyntaxKind::group && tree_[inside].kind != SyntaxKind::subscript &&
      tree_[inside].kind != SyntaxKind::superscript) {
    inside = script;
  }
  ++loose_;
  const Tokens tokens = tokens_of(inside);
  std::vector<ExpressionId> indices;
  std::size_t begin = 0;
  const auto part = [&](std::size_t end) {
    if (end == begin) return;
    if (end == begin + 1 && tokens[begin].kind == TokenKind::colon) {
      indices.push_back(none);
      return;
    }
    // `i\cdot`: every column of row i.
    if (holds_index_dot(tokens, begin, end)) {
      for (std::size_t n = begin; n < end; ++n) indices.push_back(is_index_dot(tokens[n]) ? none : side(tokens, n, n + 1));
      return;
    }
    // `ij`: letters side by side are several indices; `2i` and `i+1` are one.
    const bool letters = std::all_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end),
                                     [&](const Token& token) {
                                       return token.kind == TokenKind::operand && token.word.empty() && token.core != no_node &&
                                              tree_[token.core].kind != SyntaxKind::number;
                                     });
    const bool digits = end == begin + 1 && tree_[tokens[begin].core].kind == SyntaxKind::number &&
                        tree_.spelling(tokens[begin].core).size() == 2 && inside != script;
    if (letters && !digits) {
      for (std::size_t n = begin; n < end; ++n) indices.push_back(side(tokens, n, n + 1));
    } else {
      indices.push_back(side(tokens, begin, end));
    }
  };
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n].kind != TokenKind::comma && tokens[n].kind != TokenKind::bar) continue;
    part(n);
    begin = n + 1;
  }
  part(tokens.size());
  --loose_;
  return indices;
}

ExpressionId Resolver::apply_scripts(ExpressionId value, const Scripts& scripts, const Token& token) {
  const Span whole = origin(token.span);
  auto indices = scripts.upper_indices;
  indices.insert(indices.end(), scripts.indices.begin(), scripts.indices.end());
  if (!indices.empty()) {
    Expression expression;
    expression.kind = ExpressionKind::index;
    Span span = span_of(value);
    if (token.subscript != no_node) span = join(span, origin_of(token.subscript));
    if (!scripts.upper_indices.empty()) span = whole;
    expression.span = span;
    std::vector<ExpressionId> children{value};
    children.insert(children.end(), indices.begin(), indices.end());
    value = add(expression, children);
  }
  const Span sign = scripts.transpose_sign != no_node ? origin_of(scripts.transpose_sign)
                    : token.superscript != no_node    ? origin_of(unwrap(tree_, token.superscript + 1))
                                                      : Span{};
  if (scripts.transpose) value = apply(scripts.conjugate ? "conjugate transpose" : "transpose", {value}, whole, sign);
  if (scripts.inverse) value = apply("inverse", {value}, whole, sign);
  if (scripts.pseudo_inverse) value = apply("pseudo-inverse", {value}, whole, sign);
  if (scripts.power != no_node) value = apply("power", {value, subtree(scripts.power)}, whole, sign);
  return value;
}

// Whether what stands below a bracket picks an entry; else it only tells names apart.
bool Resolver::picks_from_value(SyntaxId subscript) const {
  const auto letters = subscript_letters(tree_, subscript);
  const bool counts = !letters.empty() && std::all_of(letters.begin(), letters.end(), [&](const auto& letter) {
    return usage_.is_index(letter) || letter == "i"sv || letter == "j"sv;
  });
  const std::string below = script_text(subscript);
  const bool number = below.find_first_not_of("{}0123456789") == std::string::npos;
  return counts || number || picks_label(subscript);
}

// `[x]_+` keeps what is positive, `[x]_-` what is negative.
const Operation* Resolver::signed_part(const Token& token) const {
  if (token.kind != TokenKind::fence) return nullptr;
  const bool square = tree_.spelling(token.core + 1).find('[') != std::string_view::npos;
  const std::string sign = token.subscript != no_node               ? script_text(token.subscript)
                           : square && token.superscript != no_node ? script_text(token.superscript)
                                                                    : "";
  if (sign == "+"sv) return &operation_named("positive part");
  return sign == "-"sv ? &operation_named("negative part") : nullptr;
}

// `\langle x, y \rangle_L`: the letter is a name's, not a quantity's.
ExpressionId Resolver::labelled(ExpressionId value, SyntaxId subscript) {
  Symbol label;
  label.latex = script_text(subscript);
  label.nucleus = label.latex;
  label.kind = SymbolKind::label;
  label.occurrences.push_back({origin_of(subscript), source_});
  const auto known = std::find_if(equation_.symbols.begin(), equation_.symbols.end(),
                                  [&](const Symbol& symbol) { return symbol.kind == SymbolKind::label && symbol.latex == label.latex; });
  Expression name;
  name.kind = ExpressionKind::symbol;
  name.symbol = static_cast<SymbolId>(known - equation_.symbols.begin());
  name.span = origin_of(subscript);
  if (known == equation_.symbols.end()) equation_.symbols.push_back(std::move(label));
  const ExpressionId name_id = add(name, {});
  return apply("labelled", {value, name_id}, join(span_of(value), origin_of(subscript)));
}

ExpressionId Resolver::with_scripts(ExpressionId value, const Token& token, bool array_like) {
  if (token.kind == TokenKind::fence && token.superscript == no_node && names_point(token)) return at_point(value, token);
  if (const Operation* part = signed_part(token)) {
    const SyntaxId sign = token.subscript != no_node ? token.subscript : token.superscript;
    Token rest = token;
    (token.subscript != no_node ? rest.subscript : rest.superscript) = no_node;
    return with_scripts(apply(*part, {value}, join(span_of(value), origin_of(sign)), origin_of(sign)), rest, array_like);
  }
  Scripts scripts;
  if (token.subscript != no_node) {
    // `{\|X\|}_F`
    const bool order = equation_.arena.applies(value, "norm") && equation_.arena[value].child_count == 1 && token.kind != TokenKind::fence;
    if (order)
      value = apply("norm", {equation_.arena.child(value, 0), subtree(token.subscript)},
                    join(origin({token.span.begin, token.span.begin}), origin_of(token.subscript)), equation_.arena[value].sign);
    else if (picks_from_value(token.subscript))
      scripts.indices = index_expressions(token.subscript);
    else if (!script_text(token.subscript).empty())
      value = labelled(value, token.subscript);
  }
  if (token.superscript != no_node) {
    if (is_transpose(token.superscript, token, true))
      scripts.transpose = true;
    else if (is_inverse(token.superscript) && array_like && !goes_by_entry(value))
      scripts.inverse = true;
    else
      scripts.power = token.superscript;
  }
  return apply_scripts(value, scripts, token);
}

}  // namespace eqlens
