// What belongs together by name: one of a family of functions, entries that are counted from 0.
#include <algorithm>

#include "expression/resolver.hpp"

namespace eqlens {

bool Equation::reads(ExpressionId id, SymbolId symbol) const {
  if (id == none) return false;
  if (arena[id].kind == ExpressionKind::symbol) return arena[id].symbol == symbol;
  for (const ExpressionId child : arena.children(id))
    if (reads(child, symbol)) return true;
  for (const Range& range : arena.ranges(id))
    if (reads(range.lower, symbol) || reads(range.upper, symbol) || reads(range.set, symbol) || reads(range.condition, symbol)) return true;
  return false;
}

std::optional<Member> Equation::member_of(SymbolId function) const {
  const Symbol& called = symbols[function];
  if (called.label.empty()) return std::nullopt;
  for (const Statement& statement : statements) {
    if (statement.parameters.empty() || statement.value == none || statement.defines.size() != 1 || statement.defines[0] == function)
      continue;
    const Symbol& general = symbols[statement.defines.front()];
    if (general.nucleus != called.nucleus || general.accent != called.accent || general.upper != called.upper || general.label.empty())
      continue;
    for (SymbolId letter = 0; letter < symbols.size(); ++letter)
      if (symbols[letter].latex == general.label && reads(statement.value, letter)) return Member{&statement, letter};
  }
  return std::nullopt;
}

namespace {

bool is_zero(const Arena& arena, ExpressionId id) {
  return id != none && arena[id].kind == ExpressionKind::number && arena[id].number == 0;
}

}  // namespace

// `x_0`, and x_i of `\sum_{i=0}^{n-1} x_i`: an array with such an entry is counted from 0.
void mark_counted_from_zero(Equation& equation) {
  const Arena& arena = equation.arena;
  std::vector<bool> from_zero(equation.symbols.size(), false);
  for (ExpressionId id = 0; id < arena.size(); ++id)
    for (const Range& range : arena.ranges(id))
      if (range.symbol != none && is_zero(arena, range.lower)) from_zero[range.symbol] = true;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index || arena[arena.child(id, 0)].kind != ExpressionKind::symbol) continue;
    const auto places = arena.children(id).subspan(1);
    const bool zero = std::any_of(places.begin(), places.end(), [&](ExpressionId place) {
      if (place == none) return false;
      return is_zero(arena, place) || (arena[place].kind == ExpressionKind::symbol && from_zero[arena[place].symbol]);
    });
    if (zero && places.size() == 1) equation.symbols[arena[arena.child(id, 0)].symbol].from_zero = true;
  }
}

}  // namespace eqlens
