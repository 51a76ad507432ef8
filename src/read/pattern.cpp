#include "read/pattern.hpp"

#include <algorithm>

#include "read/words.hpp"

namespace eqlens {

namespace {

/// Trees deeper than this are compared and searched no further.
constexpr int deepest_pattern = 400;

bool same_at(const Arena& arena, ExpressionId a, ExpressionId b, std::vector<std::pair<SymbolId, SymbolId>>& bound, int depth) {
  if (a == b) return true;
  if (a == none || b == none || depth > deepest_pattern) return false;
  const auto &x = arena[a], &y = arena[b];
  if (x.kind != y.kind || x.operation != y.operation || x.child_count != y.child_count || x.range_count != y.range_count) return false;
  if (x.kind == ExpressionKind::number) return x.number == y.number;
  if (x.kind == ExpressionKind::symbol) {
    if (x.symbol == y.symbol) return true;
    return std::any_of(bound.begin(), bound.end(), [&](const auto& pair) { return pair.first == x.symbol && pair.second == y.symbol; });
  }
  for (std::size_t i = 0; i < x.range_count; ++i) bound.emplace_back(arena.ranges(a)[i].symbol, arena.ranges(b)[i].symbol);
  for (std::size_t i = 0; i < x.child_count; ++i)
    if (!same_at(arena, arena.child(a, i), arena.child(b, i), bound, depth + 1)) return false;
  return true;
}

}  // namespace

std::string_view Pattern::operation(ExpressionId id) const {
  if (id == none || arena_[id].operation == nullptr) return {};
  return arena_[id].operation->name;
}

bool Pattern::is_number(ExpressionId id, double value) const {
  return id != none && arena_[id].kind == ExpressionKind::number && arena_[id].number == value;
}

SymbolId Pattern::symbol(ExpressionId id) const {
  if (id == none) return none;
  if (arena_[id].kind == ExpressionKind::index) id = arena_.child(id, 0);
  return arena_[id].kind == ExpressionKind::symbol ? arena_[id].symbol : none;
}

Role Pattern::role(ExpressionId id) const {
  const auto which = symbol(id);
  const auto* entry = which == none ? nullptr : analysis_.roles.find(which);
  return entry == nullptr ? Role::operation : entry->role;
}

bool Pattern::product_like(ExpressionId id) const {
  const auto name = operation(id);
  return arena_[id].child_count == 2 &&
         (name == "product" || name == "times" || name == "dot product" || name == "elementwise product" || name == "matrix product");
}

std::vector<ExpressionId> Pattern::factors(ExpressionId id) const {
  std::vector<ExpressionId> result;
  // No use has more factors; the rest of a longer product stays one factor.
  constexpr std::size_t most = 12;
  while (id != none && product_like(id) && result.size() < most) {
    result.push_back(arena_.child(id, 1));
    id = arena_.child(id, 0);
  }
  result.push_back(id);
  std::reverse(result.begin(), result.end());
  return result;
}

bool Pattern::same(ExpressionId a, ExpressionId b) const {
  std::vector<std::pair<SymbolId, SymbolId>> bound;
  return same_at(arena_, a, b, bound, 0);
}

bool Pattern::one_of(ExpressionId a, ExpressionId b, SymbolId index) const {
  if (same(a, b)) return true;
  if (index == none) return false;
  // The first symbol that stands where the index does.
  std::vector<std::pair<ExpressionId, ExpressionId>> open{{a, b}};
  SymbolId other = none;
  while (!open.empty() && other == none) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x == none || y == none || arena_[x].kind != arena_[y].kind || arena_[x].child_count != arena_[y].child_count) continue;
    if (arena_[x].kind == ExpressionKind::symbol && arena_[y].symbol == index) other = arena_[x].symbol;
    for (std::size_t n = 0; n < arena_[x].child_count; ++n) open.emplace_back(arena_.child(x, n), arena_.child(y, n));
  }
  if (other == none) return false;
  std::vector<std::pair<SymbolId, SymbolId>> bound{{other, index}};
  return same_at(arena_, a, b, bound, 0);
}

bool Pattern::mentions(ExpressionId id, SymbolId which) const {
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const auto next = open.back();
    open.pop_back();
    if (next == none) continue;
    if (arena_[next].kind == ExpressionKind::symbol && arena_[next].symbol == which) return true;
    for (const auto child : arena_.children(next)) open.push_back(child);
  }
  return false;
}

std::size_t Pattern::rank(ExpressionId id) const {
  if (id >= analysis_.shapes.expressions.size()) return 0;
  const auto& shape = analysis_.shapes.expressions[id];
  return shape.known ? shape.rank() : 0;
}

/// An epsilon: a constant that is there for safety, by its domain or its usual letter.
bool Pattern::small_constant(ExpressionId id) const {
  if (id != none && arena_[id].kind == ExpressionKind::number) return arena_[id].number > 0 && arena_[id].number < 0.01;
  const auto which = symbol(id);
  if (which == none) return is(id, "power") && is_number(arena_.child(id, 0), 10);
  const auto* entry = analysis_.roles.find(which);
  if (entry != nullptr && entry->domain == "stability") return true;
  return letter_words(equation_.symbols[which].nucleus) == "epsilon" && (entry == nullptr || entry->role == Role::constant);
}

bool Pattern::one_minus(ExpressionId id, ExpressionId& rest) const {
  if (!is(id, "minus") || arena_[id].child_count != 2 || !is_number(arena_.child(id, 0), 1)) return false;
  rest = arena_.child(id, 1);
  return true;
}

std::vector<ExpressionId> expressions_of(const Arena& arena, const Statement& statement) {
  std::vector<ExpressionId> result;
  for (const auto side : statement.sides) {
    std::vector<ExpressionId> open{side};
    while (!open.empty()) {
      const auto next = open.back();
      open.pop_back();
      if (next == none) continue;
      result.push_back(next);
      const auto children = arena.children(next);
      for (auto child = children.rbegin(); child != children.rend(); ++child) open.push_back(*child);
    }
  }
  return result;
}

std::vector<Found> Pattern::uses() const {
  std::vector<Found> result;
  for (const auto& statement : equation_.statements) {
    if (statement.source != 0) continue;
    for (const auto id : expressions_of(arena_, statement))
      if (auto found = use_of(id)) result.push_back(std::move(*found));
  }
  return result;
}

}  // namespace eqlens
