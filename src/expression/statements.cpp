#include <algorithm>
#include <array>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

constexpr std::array<std::string_view, 17> display_environments = {
    "equation", "align",     "aligned", "gather",      "gathered", "split",        "multline", "eqnarray",    "flalign",
    "alignat",  "alignedat", "math",    "displaymath", "dmath",    "subequations", "center",   "IEEEeqnarray"};

bool is_display(std::string_view name) {
  return std::find(display_environments.begin(), display_environments.end(), name) != display_environments.end();
}

bool parts(const Token& token) {
  return token.kind == TokenKind::comma || token.kind == TokenKind::semicolon || token.kind == TokenKind::words ||
         token.kind == TokenKind::quad || token.kind == TokenKind::line_break || token.kind == TokenKind::punctuation;
}

bool implies(const Token& token) { return token.kind == TokenKind::relation && is_implication(*token.operation); }

// `a = 1 \land b = 2`: two statements, unless something follows from both.
bool parts_statements(const Tokens& tokens, std::size_t begin, std::size_t n) {
  if (!is_connective(tokens[n])) return false;
  const auto relation = [](const Token& token) { return token.kind == TokenKind::relation; };
  const auto at = tokens.begin() + static_cast<std::ptrdiff_t>(n);
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin), at, relation) &&
         std::any_of(at, std::find_if(at, tokens.end(), parts), relation) && std::none_of(tokens.begin(), tokens.end(), implies);
}

struct Segment {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool line = false;   // a line break stands before it
  bool comma = false;  // a comma or semicolon stands before it
  bool words = false;  // words stand before it
  bool relation = false;
  bool starts_open = false;  // begins with a relation or a sign
  bool ends_open = false;
};

std::vector<Segment> segments(const Tokens& tokens) {
  std::vector<Segment> result;
  Segment current;
  const auto finish = [&](std::size_t end) {
    current.end = end;
    if (current.end <= current.begin) return;
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(current.begin);
    const auto last = tokens.begin() + static_cast<std::ptrdiff_t>(current.end);
    current.relation = std::any_of(first, last, [](const Token& token) { return token.kind == TokenKind::relation; });
    const auto open = [](const Token& token) { return token.kind == TokenKind::relation || token.kind == TokenKind::infix; };
    current.starts_open = open(tokens[current.begin]);
    const Token& final = tokens[current.end - 1];
    // `\sum_{i=1}^{n} \\`: the body stands on the next line.
    current.ends_open = open(final) || (final.operation && final.operation->fixity == Fixity::big && final.kind == TokenKind::operand);
    result.push_back(current);
    current = {};
  };
  bool every = false;  // `\forall` begins the segment
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    // `\forall i: a_i > 0`
    const bool such = every && tokens[n].kind == TokenKind::colon;
    const bool links = parts_statements(tokens, current.begin, n) || such;
    if (!parts(tokens[n]) && !links) continue;
    every = tokens[n].kind == TokenKind::words && tokens[n].operation != nullptr;
    finish(n);
    current.begin = n + 1;
    current.line = current.line || tokens[n].kind == TokenKind::line_break;
    current.comma = current.comma || tokens[n].kind == TokenKind::comma || tokens[n].kind == TokenKind::semicolon;
    current.words = current.words || links || tokens[n].kind == TokenKind::words;
  }
  finish(tokens.size());
  return result;
}

}  // namespace

const Tokens& Resolver::display_tokens() const {
  if (tokens_stay_) return tokens_;
  std::vector<SyntaxId> items;
  items.reserve(16);
  // Environments that only lay out the display are opened, rows kept apart.
  const auto open = [&](const auto& self, SyntaxId parent) -> void {
    std::size_t visible = 0;
    for (const SyntaxId child : tree_.children(parent))
      if (tree_[child].kind != SyntaxKind::spacing && tree_[child].kind != SyntaxKind::open && tree_[child].kind != SyntaxKind::close)
        ++visible;
    for (const SyntaxId child : tree_.children(parent)) {
      const bool environment = tree_[child].kind == SyntaxKind::environment;
      const auto name = environment ? environment_name(tree_, child) : std::string_view{};
      if (environment && (is_display(name) || (name == "array"sv && visible == 1)))
        self(self, child);
      else
        items.push_back(child);
    }
  };
  open(open, 0);
  const auto asked = judge_.asked();
  tokens_ = tokenize(tree_, items, judge_);
  tokens_stay_ = judge_.asked() == asked;
  return tokens_;
}

std::vector<Piece> Resolver::pieces(const Tokens& tokens) const {
  std::vector<Piece> result;
  bool has_relation = false;
  bool ends_open = false;
  const auto all = segments(tokens);
  const auto leads_to_membership = [&](std::size_t n) {
    // `..., c, d \in S`: c begins a list of members.
    for (std::size_t next = n; next < all.size(); ++next) {
      if (next > n && !all[next].comma) return false;
      if (all[next].relation) {
        for (std::size_t at = all[next].begin; at < all[next].end; ++at)
          if (tokens[at].kind == TokenKind::relation)
            return tokens[at].operation->name == "is in"sv || tokens[at].operation->name == "is drawn from"sv;
      }
      if (all[next].end - all[next].begin > 1) return false;
    }
    return false;
  };
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Segment& segment = all[n];
    if (result.empty() && n + 1 < all.size() && is_title(tokens, segment.begin, segment.end)) continue;
    bool joins = false;
    const bool claimed = !result.empty() && !has_relation && segment.relation && holds_for_each(tokens, result.back().begin);
    if (!result.empty() && !segment.words && !(claimed && !leads_to_membership(n))) {
      if (segment.starts_open || ends_open)
        joins = true;
      else if (segment.line)
        joins = false;
      else if (segment.relation)
        joins = segment.comma && !has_relation;
      else if (segment.comma)
        joins = has_relation ? !leads_to_membership(n) : true;
      else
        joins = !(segment.end == segment.begin + 1 && tokens[segment.begin].kind == TokenKind::fence && has_relation &&
                  holds_relation(tokens[segment.begin]));
    }
    if (joins) {
      result.back().end = segment.end;
      has_relation = has_relation || segment.relation;
    } else {
      result.push_back({segment.begin, segment.end});
      has_relation = segment.relation;
    }
    ends_open = segment.ends_open;
  }
  return result;
}

// `\forall i, j`, `\text{for all } i`: whether words in front of this token say that what is claimed holds for each.
bool Resolver::holds_for_each(const Tokens& tokens, std::size_t begin) const {
  while (begin > 0 && tokens[begin - 1].kind == TokenKind::quad) --begin;
  if (begin == 0 || tokens[begin - 1].kind != TokenKind::words) return false;
  const Token& token = tokens[begin - 1];
  if (token.operation != nullptr) return token.operation->name == "for all"sv;
  const std::string words = words_of(tree_, token.core);
  return std::any_of(std::begin(universal_words), std::end(universal_words),
                     [&](std::string_view every) { return words.find(every) != std::string::npos; });
}

// `(\text{name}) \qquad` before an equation names it.
bool Resolver::is_title(const Tokens& tokens, std::size_t begin, std::size_t end) const {
  if (end != begin + 1 || tokens[begin].kind != TokenKind::fence || end >= tokens.size() || tokens[end].kind != TokenKind::quad)
    return false;
  const Tokens inside = tokens_of(tokens[begin].core);
  return inside.size() == 1 && inside[0].core != no_node && !words_of(tree_, inside[0].core).empty();
}

bool Resolver::holds_relation(const Token& fence_token) const {
  const Tokens inside = tokens_of(fence_token.core);
  return std::any_of(inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::relation; });
}

ExpressionId Resolver::row_of(const Tokens& tokens, std::size_t begin, std::size_t end) {
  const auto is = [&](TokenKind kind) {
    return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Token& token) { return token.kind == kind; });
  };
  if (is(TokenKind::comma)) {
    std::vector<ExpressionId> items;
    std::size_t from = begin;
    for (std::size_t n = begin; n <= end; ++n) {
      if (n < end && tokens[n].kind != TokenKind::comma) continue;
      if (n > from) items.push_back(row_of(tokens, from, n));
      from = n + 1;
    }
    if (items.empty()) return unknown(origin(tokens[begin].span));
    if (items.size() == 1) return items[0];
    return apply("list", items, join(span_of(items.front()), span_of(items.back())));
  }
  if (is(TokenKind::relation)) return condition(tokens, begin, end);
  if (std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end), is_connective))
    return connected(tokens, begin, end);
  Cursor cursor{&tokens, begin, end};
  ExpressionId value = sum(cursor);
  while (!cursor.done()) {
    const Token& rest = cursor.peek();
    // `x_i \Vert x_j`: one after the other.
    if (rest.kind == TokenKind::bar && is_double_bar(rest) && rest.word.empty() && cursor.has(1) && rest.subscript == no_node &&
        !ends_term(cursor.peek(1))) {
      ++cursor.at;
      const ExpressionId right = sum(cursor);
      value = apply("concatenation", {value, right}, join(span_of(value), span_of(right)), origin(rest.span));
      continue;
    }
    const bool layout = rest.kind == TokenKind::quad || rest.kind == TokenKind::words || rest.kind == TokenKind::punctuation ||
                        rest.kind == TokenKind::line_break;
    if (!layout) {
      // What cannot be joined stays visible as an unknown part; the reader is told.
      report(Severity::warning, "ambiguous", "this part is not understood: " + equation_.text(origin(rest.span), source_),
             origin(rest.span), "split the line, or state it with --where");
      const ExpressionId lost = unknown(origin(rest.span));
      value = apply("list", {value, lost}, join(span_of(value), span_of(lost)));
    }
    ++cursor.at;
  }
  return value;
}

void Resolver::run() {
  const Tokens& tokens = display_tokens();
  for (const Piece& piece : pieces(tokens)) {
    const bool bracketed =
        piece.end == piece.begin + 1 && tokens[piece.begin].kind == TokenKind::fence && holds_relation(tokens[piece.begin]);
    if (!bracketed) {
      statement(tokens, piece);
      continue;
    }
    const Tokens inside = tokens_of(tokens[piece.begin].core);
    for (const Piece& inner : pieces(inside)) statement(inside, inner);
  }
}

}  // namespace eqlens
