#include <algorithm>
#include <utility>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

bool relation_between(const Tokens& tokens, std::size_t begin, std::size_t end) {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Token& token) { return token.kind == TokenKind::relation; });
}

// A bar that parts what is bound from what it must satisfy: `i \mid y_i = 1`.
bool is_such(const Tokens& tokens, std::size_t n) {
  const auto bars = std::count_if(tokens.begin(), tokens.end(), [](const Token& token) { return token.kind == TokenKind::bar; });
  return tokens[n].kind == TokenKind::bar && bars == 1 && n > 0 && !relation_between(tokens, 0, n);
}

}  // namespace

std::vector<Range> Resolver::read_ranges(const Token& token) {
  std::vector<Range> ranges;
  if (token.subscript != no_node) ranges = ranges_of(token.subscript);
  if (token.superscript == no_node) return ranges;
  const ExpressionId upper = subtree(token.superscript);
  if (ranges.empty()) ranges.push_back({});
  ranges.front().upper = upper;
  // `\sum_{i,j=1}^{n}`: both end there.
  for (Range& range : ranges)
    if (range.lower != none && range.upper == none && range.set == none) range.upper = upper;
  return ranges;
}

// The symbol that a range binds: a counter where the letter counts entries, a variable where it stands for a member.
SymbolId Resolver::bound_symbol(const Token& token, bool counts) {
  const auto name = read_name(token);
  if (!name) return none;
  const auto letter = canonical(tree_, token.node);
  if (counts || (usage_.right_subscripts.count(letter) && name->face != Face::bold)) return counter(letter, token.span);
  Scripts scripts = read_scripts(*name, token);
  if (!scripts.indices.empty()) scripts.label = script_text(token.subscript);
  return intern(*name, scripts, token.span, SymbolKind::variable);
}

std::vector<Range> Resolver::ranges_of(SyntaxId script) {
  SyntaxId inside = script;
  if (script + 1 < tree_[script].next && tree_[script + 1].next == tree_[script].next && tree_[script + 1].kind == SyntaxKind::group)
    inside = script + 1;
  if (const SyntaxId lines = unwrap(tree_, inside); tree_[lines].kind == SyntaxKind::environment) inside = lines;  // `subarray`
  const Tokens tokens = tokens_of(inside);
  std::vector<Range> ranges;
  std::vector<ExpressionId> conditions;
  std::size_t open = 0;  // ranges before this one have their set or ends
  std::size_t begin = 0;
  bool dots = false;  // `k = 1, \ldots, B`
  bool such = false;  // `j : y_j = 1`: what stands behind the colon only sifts
  for (std::size_t n = 0; n <= tokens.size(); ++n) {
    const bool part = n == tokens.size() || tokens[n].kind == TokenKind::comma || tokens[n].kind == TokenKind::line_break ||
                      tokens[n].kind == TokenKind::semicolon ||
                      ((tokens[n].kind == TokenKind::colon || is_such(tokens, n)) && relation_between(tokens, n, tokens.size()));
    if (!part) continue;
    if (n > begin && tokens[begin].kind == TokenKind::dots && !ranges.empty())
      dots = true;
    else if (n > begin && dots) {
      Range& range = ranges.back();
      range.upper = side(tokens, begin, n);
      // `i \in 0, \ldots, N - 1`
      if (range.lower == none) range.lower = std::exchange(range.set, none);
    } else if (n > begin && (limits_only(tokens, begin, n) || (!ranges.empty() && sifts(tokens, begin, n, such))))
      conditions.push_back(condition(tokens, begin, n));
    else if (n > begin)
      read_range(tokens, begin, n, ranges, open);
    begin = n + 1;
    such = such || (n < tokens.size() && (tokens[n].kind == TokenKind::colon || tokens[n].kind == TokenKind::bar));
  }
  if (conditions.empty() || ranges.empty()) return ranges;
  if (ranges.back().condition != none) conditions.insert(conditions.begin(), ranges.back().condition);
  ranges.back().condition = conjunction(conditions);
  return ranges;
}

// Whether a part below a big operator says something of what is bound and gives no ends to it: `y_j = 1`, but `j \in S` and `j = 1`.
bool Resolver::sifts(const Tokens& tokens, std::size_t begin, std::size_t end, bool behind_colon) const {
  if (begin + 1 >= end || tokens[begin].node == no_node || !relation_between(tokens, begin, end)) return false;
  const bool letter = usage_.is_bound(canonical(tree_, tokens[begin].node));
  if (behind_colon) return !(letter && tokens[begin + 1].kind == TokenKind::relation);
  if (letter || tokens[begin].subscript == no_node || tokens[begin + 1].kind != TokenKind::relation) return false;
  const auto& name = tokens[begin + 1].operation->name;
  if (name == "is in"sv || name == "is drawn from"sv) return false;
  const auto letters = subscript_letters(tree_, tokens[begin].subscript);
  return std::any_of(letters.begin(), letters.end(), [&](const auto& each) { return usage_.is_bound(each); });
}

// Whether a part below a big operator binds nothing: `y_i = y_j`, or `i \ne j` where `j = 1` stands behind it.
bool Resolver::limits_only(const Tokens& tokens, std::size_t begin, std::size_t end) const {
  std::size_t relation = begin;
  while (relation < end && tokens[relation].kind != TokenKind::relation) ++relation;
  if (relation != begin + 1 || relation + 1 >= end || tokens[begin].node == no_node) return false;
  const auto& name = tokens[relation].operation->name;
  if (tokens[begin].subscript != no_node && tokens[relation + 1].subscript != no_node) {
    const auto letters = subscript_letters(tree_, tokens[begin].subscript);
    return (name == "equals"sv || name == "is not"sv) &&
           std::any_of(letters.begin(), letters.end(), [&](const auto& letter) { return usage_.is_bound(letter); });
  }
  if (name != "is not"sv || tokens[relation + 1].node == no_node) return false;
  const auto other = canonical(tree_, tokens[relation + 1].node);
  for (std::size_t n = 0; n + 1 < tokens.size(); ++n)
    if (n != relation && tokens[n + 1].kind == TokenKind::relation && n != begin && tokens[n].node != no_node &&
        canonical(tree_, tokens[n].node) == other)
      return true;
  return false;
}

// The last whole number below an end: `0 \le i < n` ends at n - 1.
ExpressionId Resolver::one_less(ExpressionId end) {
  Expression one;
  one.kind = ExpressionKind::number;
  one.number = 1;
  one.span = span_of(end);
  return apply("minus", {end, add(one, {})}, span_of(end));
}

// `1 \le i < j \le n`: both letters run, the first below the second.
bool Resolver::read_chain(const Tokens& tokens, std::size_t begin, std::size_t end, std::vector<Range>& ranges) {
  std::vector<std::size_t> relations;
  for (std::size_t n = begin; n < end; ++n)
    if (tokens[n].kind == TokenKind::relation) relations.push_back(n);
  if (relations.size() != 3 || relations[1] != relations[0] + 2 || relations[2] != relations[1] + 2 || relations[2] + 1 >= end)
    return false;
  Range first, second;
  first.symbol = bound_symbol(tokens[relations[0] + 1], true);
  second.symbol = bound_symbol(tokens[relations[1] + 1], true);
  if (first.symbol == none || second.symbol == none) return false;
  first.lower = second.lower = side(tokens, begin, relations[0]);
  first.upper = second.upper = side(tokens, relations[2] + 1, end);
  second.condition = condition(tokens, relations[0] + 1, relations[2]);
  ranges.push_back(first);
  ranges.push_back(second);
  return true;
}

void Resolver::read_range(const Tokens& tokens, std::size_t begin, std::size_t end, std::vector<Range>& ranges, std::size_t& open) {
  std::size_t relation = begin;
  while (relation < end && tokens[relation].kind != TokenKind::relation) ++relation;
  if (relation == end) {
    const bool number = end == begin + 1 && tokens[begin].core != no_node && tree_[tokens[begin].core].kind == SyntaxKind::number;
    if (number && !ranges.empty() && ranges.back().lower != none) {
      // `\min_{i=1,2}`: the numbers are a list of values.
      const ExpressionId value = side(tokens, begin, end);
      Range& last = ranges.back();
      auto members = last.set == none
                         ? std::vector<ExpressionId>{last.lower}
                         : std::vector<ExpressionId>(equation_.arena.children(last.set).begin(), equation_.arena.children(last.set).end());
      members.push_back(value);
      last.set = apply("set", members, join(span_of(members.front()), span_of(value)));
      return;
    }
    if (number) {
      Range range;
      range.lower = side(tokens, begin, end);
      ranges.push_back(range);
      return;
    }
    if (end == begin + 2 && tokens[begin + 1].kind == TokenKind::fence) {
      // `\mathbb{E}_{q(z \mid x)}`: the distribution is named, what is drawn is not.
      Range range;
      range.set = side(tokens, begin, end);
      ranges.push_back(range);
      return;
    }
    for (std::size_t n = begin; n < end; ++n) {
      Range range;
      range.symbol = bound_symbol(tokens[n], false);
      if (range.symbol != none) ranges.push_back(range);
    }
    return;
  }
  const auto& name = tokens[relation].operation->name;
  if (relation == begin) return;
  std::size_t last = end;
  for (std::size_t n = relation + 1; n < end; ++n)
    if (tokens[n].kind == TokenKind::relation && last == end) last = n;
  const bool lower_first = tree_[tokens[begin].core].kind == SyntaxKind::number && last < end;  // `0 \le i < n`
  if (!lower_first && tree_[tokens[begin].core].kind == SyntaxKind::number && end == relation + 2) {
    // `1 \le i, j \le m`: the end follows behind the next letter.
    Range range;
    range.lower = side(tokens, begin, relation);
    range.symbol = bound_symbol(tokens[relation + 1], true);
    ranges.push_back(range);
    return;
  }
  if (lower_first && read_chain(tokens, begin, end, ranges)) {
    open = ranges.size();
    return;
  }
  std::size_t dots = relation + 1;
  while (dots < last && tokens[dots].kind != TokenKind::dots) ++dots;
  const bool counted = !lower_first && dots > relation + 1 && dots + 1 < last;
  if (counted) last = dots;  // `i \in 0 \ldots N - 1`
  const ExpressionId right = side(tokens, relation + 1, last);
  mark_interval(*tokens[relation].operation, right);
  if (lower_first) {
    Range range;
    range.lower = side(tokens, begin, relation);
    range.symbol = bound_symbol(tokens[relation + 1], true);
    range.upper = last + 1 < end ? side(tokens, last + 1, end) : none;
    if (range.upper != none && tokens[last].operation->name == "is less than"sv) range.upper = one_less(range.upper);
    ranges.push_back(range);
    open = ranges.size();
    return;
  }
  if (tokens[begin].kind == TokenKind::fence && end > begin + 1) {
    // `(x, y) \sim \mathcal{D}`
    const Tokens inner = tokens_of(tokens[begin].core);
    const auto letters = std::count_if(inner.begin(), inner.end(), [](const Token& token) { return token.kind == TokenKind::operand; });
    for (const auto& token : inner)
      if (token.kind == TokenKind::operand)
        if (Range range; (range.symbol = bound_symbol(token, false)) != none) {
          range.set = right;
          range.tuple = letters > 1;
          ranges.push_back(range);
        }
    open = ranges.size();
    return;
  }
  const bool known = !ranges.empty() && relation == begin + 1 && ranges.back().symbol != none &&
                     equation_.symbols[ranges.back().symbol].latex == canonical(tree_, tokens[begin].node);
  const bool ends =
      name == "equals"sv || name == "is at most"sv || name == "is less than"sv || name == "is at least"sv || name == "is greater than"sv;
  if (!known) {
    Range range;
    range.symbol = bound_symbol(tokens[begin], ends);
    for (std::size_t n = begin + 1; n < relation; ++n) {
      // `i, j` side by side before one relation.
      Range other;
      other.symbol = bound_symbol(tokens[n], ends);
      if (other.symbol != none) ranges.push_back(other);
    }
    ranges.push_back(range);
  }
  // `i = 1, x^{(i)} \sim p`: where the members come from; the letter is bound already.
  if (name == "is drawn from"sv && ranges.size() > 1 && ranges.back().symbol == none && relation == begin + 1) {
    ranges.pop_back();
    return;
  }
  Range& range = ranges.back();
  if (name == "equals"sv) {
    range.lower = right;
    const bool number = equation_.arena[right].kind == ExpressionKind::number;
    for (std::size_t n = open; number && n + 1 < ranges.size(); ++n)
      if (ranges[n].set == none && ranges[n].lower == none && ranges[n].condition == none) ranges[n].lower = right;
  } else if (counted) {
    range.lower = right;
    range.upper = side(tokens, dots + 1, end);
  } else if (name == "is in"sv || name == "is drawn from"sv) {
    range.set = right;
    for (std::size_t n = open; n < ranges.size(); ++n)
      if (ranges[n].set == none && ranges[n].lower == none) ranges[n].set = right;
  } else if (name == "is at most"sv) {
    range.upper = right;
    for (std::size_t n = open; n + 1 < ranges.size(); ++n) {
      const bool half = ranges[n].lower != none && ranges[n].upper == none && ranges[n].set == none;
      if (!half) continue;
      ranges[n].upper = right;
      range.lower = ranges[n].lower;
    }
  } else {
    const ExpressionId left = side(tokens, begin, relation);
    Expression expression;
    expression.kind = ExpressionKind::relation;
    expression.operation = tokens[relation].operation;
    expression.span = join(span_of(left), span_of(right));
    expression.sign = origin(tokens[relation].span);
    ranges.back().condition = add(expression, {left, right});
  }
  open = ranges.size();
}

}  // namespace eqlens
