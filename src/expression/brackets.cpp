#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

std::string_view bracket(const SyntaxTree& tree, SyntaxId fence) {
  auto text = tree.spelling(fence + 1);
  for (const std::string_view size : {"\\left", "\\bigl", "\\Bigl", "\\biggl", "\\Biggl", "\\bigg", "\\Bigg", "\\big", "\\Big"})
    if (text.starts_with(size)) {
      text.remove_prefix(size.size());
      break;
    }
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

bool double_bar(std::string_view text) {
  return text.find("\\|") != std::string_view::npos || text.find("Vert") != std::string_view::npos ||
         text.find("‖") != std::string_view::npos || text.find("parallel") != std::string_view::npos;
}

bool is_double(const SyntaxTree& tree, const Token& token) { return token.word == "||" || double_bar(tree.spelling(token.core)); }

std::string letter_of(const std::string& latex) { return latex.substr(0, latex.find_first_of("_^")); }

bool divides_only(std::string_view text) { return text.find("mid") != std::string_view::npos; }

}  // namespace

// Whether a bracket only holds what stands in it: that of `E[u]`, but not the bars of `E \left\| u \right\|`.
bool Resolver::only_holds(const Token& token) const {
  if (token.kind != TokenKind::fence) return false;
  const auto open = bracket(tree_, token.core);
  return open.starts_with('(') || open.starts_with('[') || open == "\\{" || open == "\\lbrace" || open == "\\lbrack" || open == "." ||
         open == "{";
}

Span Resolver::sign_of(SyntaxId command) const {
  const auto begin = origin_of(command).begin;
  return {begin, begin + static_cast<std::uint32_t>(command_name(tree_, command).size())};
}

ExpressionId Resolver::fence(Cursor& cursor) {
  const Token& token = cursor.peek();
  ++cursor.at;
  const auto open = bracket(tree_, token.core);
  const Span span = origin_of(token.core);
  const auto inside = tokens_of(token.core);
  const auto finish = [&](ExpressionId value) { return with_scripts(value, token, true); };
  if (open == "|" || open == "\\vert" || open == "\\lvert")
    return finish(apply("absolute value", {row_of(inside, 0, inside.size())}, span, origin_of(token.core + 1)));
  if (double_bar(open)) {
    std::vector<ExpressionId> children{row_of(inside, 0, inside.size())};
    if (token.subscript != no_node) children.push_back(subtree(token.subscript));
    Token rest = token;
    rest.subscript = no_node;
    return with_scripts(
        apply("norm", children, token.subscript == no_node ? span : join(span, origin_of(token.subscript)), origin_of(token.core + 1)),
        rest, false);
  }
  if (open == "\\lfloor" || open == "⌊") return finish(apply("floor", {row_of(inside, 0, inside.size())}, span, origin_of(token.core + 1)));
  if (open == "\\lceil" || open == "⌈")
    return finish(apply("ceiling", {row_of(inside, 0, inside.size())}, span, origin_of(token.core + 1)));
  if (token.node != token.core && gathers_members(tree_, token.node)) return family(token);
  // Before its parts are read: an array that lists cases is no matrix.
  if ((open == "\\{" || open == "\\lbrace") && inside.size() == 1 && inside[0].core != no_node &&
      tree_[inside[0].core].kind == SyntaxKind::environment)
    return finish(cases(inside[0].core, span));
  const auto parts = arguments(token.core);
  if (open == "\\langle" || open == "⟨" || open == "<") return finish(apply("inner product", parts, span, origin_of(token.core + 1)));
  const bool semicolons = std::any_of(inside.begin(), inside.end(), [](const Token& t) { return t.kind == TokenKind::semicolon; });
  const bool bars_inside =
      std::any_of(parts.begin(), parts.end(), [&](ExpressionId part) { return equation_.arena.applies(part, "given"); });
  if (open == "[" && (semicolons || bars_inside)) {
    std::vector<ExpressionId> flat;
    for (const ExpressionId part : parts)
      if (equation_.arena.applies(part, "with parameters") || equation_.arena.applies(part, "given"))
        flat.insert(flat.end(), equation_.arena.children(part).begin(), equation_.arena.children(part).end());
      else
        flat.push_back(part);
    return finish(apply("concatenation", flat, span, origin_of(token.core + 1)));
  }
  if (open == "\\{" || open == "\\lbrace") {
    const bool groups = parts.size() == 1 && equation_.arena[parts[0]].kind == ExpressionKind::apply && !holds_relation(token);
    // Nobody transposes a set: `\{l_1, \ldots, l_N\}^\top` is a column.
    const bool column = parts.size() > 1 && token.superscript != no_node && is_transpose(token.superscript, token, true);
    if (!groups) return finish(apply(column ? "list" : "set", parts, span, origin_of(token.core + 1)));
  }
  if (parts.size() > 1) {
    const bool numbers =
        std::all_of(parts.begin(), parts.end(), [&](ExpressionId id) { return equation_.arena[id].kind == ExpressionKind::number; });
    return finish(apply(open == "[" && !numbers ? "concatenation" : "list", parts, span, origin_of(token.core + 1)));
  }
  const ExpressionId inner = parts.empty() ? unknown(span) : parts[0];
  equation_.arena.at(inner).grouped = true;
  equation_.arena.at(inner).span = span;
  return finish(inner);
}

// `\{(x_i, y_i)\}_{i=1}^N`: what is in the bracket, for every i.
ExpressionId Resolver::family(const Token& token) {
  Token rest = token;
  rest.subscript = no_node;
  std::vector<Range> ranges = ranges_of(token.subscript);
  const bool ends = token.superscript != no_node && !ranges.empty() && ranges.front().set == none && ranges.front().upper == none;
  if (ends) {
    ranges = read_ranges(token);
    rest.superscript = no_node;
  }
  const auto parts = arguments(token.core);
  const ExpressionId member = parts.size() == 1 ? parts[0]
                              : parts.empty()   ? unknown(origin_of(token.core))
                                                : apply("list", parts, origin_of(token.core));
  Expression expression;
  expression.kind = ExpressionKind::reduce;
  expression.operation = &operation_named("family");
  expression.sign = origin_of(token.core + 1);
  expression.span = join(origin_of(token.core), origin_of(ends ? token.node : token.subscript));
  return with_scripts(add(expression, {member}, ranges), rest, true);
}

bool Resolver::is_double_bar(const Token& token) const { return is_double(tree_, token); }

bool Resolver::opens_bar(const Cursor& cursor) const {
  const auto spelling = tree_.spelling(cursor.peek().core);
  // `\mid` parts what stands before it, unless nothing does: `\sum_j \mid f_j \mid`.
  const bool divides = divides_only(spelling);
  if (divides && cursor.at > 0) {
    const Token& before = (*cursor.tokens)[cursor.at - 1];
    const bool big = before.kind == TokenKind::operand && before.operation && before.operation->fixity == Fixity::big;
    if (!big && before.kind != TokenKind::relation && before.kind != TokenKind::infix) return false;
  }
  for (std::size_t n = cursor.at + 1; n < cursor.end; ++n) {
    const Token& token = (*cursor.tokens)[n];
    if (token.kind == TokenKind::relation || token.kind == TokenKind::line_break) return false;
    if (token.kind == TokenKind::bar && is_double(tree_, token) == is_double(tree_, cursor.peek())) return n > cursor.at + 1;
  }
  return false;
}

ExpressionId Resolver::bars(Cursor& cursor) {
  const Token& open = cursor.peek();
  if (!opens_bar(cursor)) {
    ++cursor.at;
    report(Severity::warning, "ambiguous", "this bar has no partner", origin(open.span),
           "close it with another bar, or write \\mid for \"given\"");
    return unknown(origin(open.span));
  }
  const bool twofold = is_double(tree_, open);
  std::size_t close = cursor.at + 1;
  const auto closes = [&](const Token& token) { return token.kind == TokenKind::bar && is_double(tree_, token) == twofold; };
  while (!closes((*cursor.tokens)[close])) ++close;
  const Token& end = (*cursor.tokens)[close];
  const ExpressionId inner = row_of(*cursor.tokens, cursor.at + 1, close);
  cursor.at = close + 1;
  const Span span = join(origin(open.span), origin_of(end.core));
  Token rest = end;
  rest.span.begin = open.span.begin;
  if (!twofold) {
    const SymbolId symbol = equation_.arena[inner].kind == ExpressionKind::symbol ? equation_.arena[inner].symbol : none;
    const auto& arena = equation_.arena;
    const bool joined =
        arena.applies(inner, "intersection of two") || arena.applies(inner, "union of two") || arena.applies(inner, "set difference");
    // `|N_r(i)|`: a family of sets, by its letter.
    ExpressionId whole = inner;
    while (arena[whole].kind == ExpressionKind::index || arena.applies(whole, "call")) whole = arena.child(whole, 0);
    const SymbolId family = whole != inner ? head_symbol(arena, whole) : none;
    const auto letter = family == none ? std::string() : letter_of(equation_.symbols[family].latex);
    const bool set =
        joined || (family != none && usage_.sets.count(letter) > 0) || arena.applies(inner, "set") ||
        (symbol != none && (equation_.symbols[symbol].face == Face::script || usage_.sets.count(equation_.symbols[symbol].latex) > 0));
    const bool bold = symbol != none && equation_.symbols[symbol].face == Face::bold && equation_.symbols[symbol].nucleus.size() == 1 &&
                      equation_.symbols[symbol].nucleus[0] < 'a';
    const bool matrix = bold || (symbol != none && equation_.symbols[symbol].nucleus == "\\Sigma");
    // What a sum runs up to, `\sum_{t=1}^{|a_i|}`, is a count.
    const auto text = equation_.text(inner);
    // A sum is made an average by the length of what a probability is of: `\frac{1}{|y|} \log p(y \mid x)`.
    const bool length = usage_.divisors.count("|" + text + "|") > 0 && usage_.conditioned.count(text) > 0;
    const bool counts = length || usage_.limits.count("|" + text + "|") > 0;
    std::string reading = set || counts ? "size of a set" : matrix ? "determinant" : "absolute value";
    const std::string printed = symbol == none ? "" : "|" + equation_.symbols[symbol].latex + "|";
    if (const auto said = symbol == none ? std::string_view{} : decided(printed); !said.empty())
      reading = said;
    else if (symbol != none && !set && !counts && equation_.symbols[symbol].nucleus[0] <= 'Z' && source_ == 0)
      choose(span, "the " + reading, {matrix ? "the absolute value" : "the determinant"},
             matrix ? "a bold capital is a matrix" : "nothing says that it is a matrix",
             printed + (matrix ? " is an absolute value" : " is a determinant"));
    return with_scripts(apply(reading, {inner}, span, origin(open.span)), rest, false);
  }
  std::vector<ExpressionId> children{inner};
  Span whole = span;
  if (end.subscript != no_node) {
    children.push_back(subtree(end.subscript));
    whole = join(span, origin_of(end.subscript));
    rest.subscript = no_node;
  }
  return with_scripts(apply("norm", children, whole, origin(open.span)), rest, false);
}

// The parts of a bracket: arguments parted by commas, then what stands behind a bar or a semicolon.
std::vector<ExpressionId> Resolver::arguments(SyntaxId fence_node) {
  const Tokens tokens = tokens_of(fence_node);
  std::vector<ExpressionId> before, behind;
  const Operation* separator = nullptr;
  std::size_t begin = 0;
  Span sign;
  const auto part = [&](std::size_t end) {
    std::size_t first = begin, last = end;
    while (first < last && tokens[first].kind == TokenKind::quad) ++first;
    while (last > first && tokens[last - 1].kind == TokenKind::quad) --last;
    if (first == last) return;
    // `f(.)`: whatever f is called with.
    const bool dot = last == first + 1 && tokens[first].kind == TokenKind::punctuation;
    if (dot)
      return (separator ? behind : before).push_back(apply("placeholder", {}, origin(tokens[first].span), origin(tokens[first].span)));
    (separator ? behind : before).push_back(row_of(tokens, first, last));
  };
  const auto flush = [&] {
    if (!separator || behind.empty()) return;
    Span span = sign;
    for (const ExpressionId id : behind) span = join(span, span_of(id));
    before.push_back(apply(*separator, behind, span, sign));
    behind.clear();
  };
  const bool bars_inside = std::any_of(tokens.begin(), tokens.end(), [](const Token& token) { return token.kind == TokenKind::bar; });
  const auto open = bracket(tree_, fence_node);
  const bool braces = open == "\\{" || open == "\\lbrace";
  const auto has_relation_behind = [&](std::size_t n) {
    return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(n), tokens.end(),
                       [](const Token& token) { return token.kind == TokenKind::relation; });
  };
  const bool open_ended = tree_.spelling(fence_node).ends_with("\\right.");
  const int loose = bars_inside || open_ended ? 1 : 0;
  loose_ += loose;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    const Token& token = tokens[n];
    const bool comma = token.kind == TokenKind::comma;
    const bool bar = token.kind == TokenKind::bar && !opens_bar({&tokens, n, tokens.size()}) && !inside_bars(tokens, n);
    const bool semicolon = token.kind == TokenKind::semicolon;
    // `\{y \in Y : y > 0\}`: such that.
    const bool such = token.kind == TokenKind::colon && braces && separator == nullptr && n > 0 && has_relation_behind(n);
    if (!comma && !bar && !semicolon && !such) continue;
    part(n);
    begin = n + 1;
    if (bar || semicolon || such) {
      flush();
      separator = &operation_named(semicolon ? "with parameters" : "given");
      sign = origin(token.span);
    }
  }
  part(tokens.size());
  flush();
  loose_ -= loose;
  return before;
}

// Whether the bar at `n` closes one that opened before it.
bool Resolver::inside_bars(const Tokens& tokens, std::size_t n) const {
  const auto closed = [&](std::size_t from) {
    Cursor cursor{&tokens, from, n + 1};
    return tokens[from].kind == TokenKind::bar && opens_bar(cursor) && is_double(tree_, tokens[from]) == is_double(tree_, tokens[n]);
  };
  std::size_t open = 0;
  for (std::size_t from = 0; from < n; ++from)
    if (closed(from)) ++open;
  return open % 2 == 1;
}

ExpressionId Resolver::matrix(SyntaxId environment) {
  std::vector<ExpressionId> rows, cells;
  std::vector<SyntaxId> items;
  Span row_span = origin_of(environment);
  const auto end_cell = [&](bool last) {
    const Tokens tokens = tokenize(tree_, items, judge_);
    items.clear();
    if (tokens.empty() && last && cells.empty()) return;
    cells.push_back(tokens.empty() ? unknown(row_span) : side(tokens, 0, tokens.size()));
  };
  const auto end_row = [&] {
    end_cell(true);
    if (cells.empty()) return;
    rows.push_back(apply("row", cells, join(span_of(cells.front()), span_of(cells.back()))));
    cells.clear();
  };
  for (const SyntaxId child : tree_.children(environment)) {
    const auto kind = tree_[child].kind;
    if (kind == SyntaxKind::align)
      end_cell(false);
    else if (kind == SyntaxKind::line_break)
      end_row();
    else if (kind != SyntaxKind::optional)
      items.push_back(child);
  }
  end_row();
  return apply("matrix", rows, origin_of(environment), {});
}

ExpressionId Resolver::cases(SyntaxId environment, Span span) {
  std::vector<ExpressionId> children;
  std::vector<SyntaxId> value, condition_items;
  bool behind = false;
  const auto end_row = [&] {
    Tokens tokens = tokenize(tree_, value, judge_);
    Tokens when = tokenize(tree_, condition_items, judge_);
    value.clear();
    condition_items.clear();
    behind = false;
    if (tokens.empty() && when.empty()) return;
    if (when.empty()) {
      const auto words = std::find_if(tokens.begin(), tokens.end(), [](const Token& token) { return token.kind == TokenKind::words; });
      when.assign(words, tokens.end());
      tokens.erase(words, tokens.end());
    }
    children.push_back(side(tokens, 0, tokens.size()));
    children.push_back(condition(when, 0, when.size()));
  };
  for (const SyntaxId child : tree_.children(environment)) {
    const auto kind = tree_[child].kind;
    if (kind == SyntaxKind::align)
      behind = true;
    else if (kind == SyntaxKind::line_break)
      end_row();
    else if (kind != SyntaxKind::optional)
      (behind ? condition_items : value).push_back(child);
  }
  end_row();
  Expression expression;
  expression.kind = ExpressionKind::cases;
  expression.span = span;
  return add(expression, children);
}

}  // namespace eqlens
