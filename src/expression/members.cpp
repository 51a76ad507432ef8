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

// `x_0`, and x_i of `\sum_{i=0}^{n-1} x_i`: an array with such an entry is counted from 0; so is what is added up over the same
// steps, `\sum_{k \le t} g_k` beside x_t.
void mark_counted_from_zero(Equation& equation) {
  const Arena& arena = equation.arena;
  const auto place_of = [&](ExpressionId id) {
    const bool entry =
        arena[id].kind == ExpressionKind::index && arena[id].child_count == 2 && arena[arena.child(id, 0)].kind == ExpressionKind::symbol;
    return entry ? arena.child(id, 1) : none;
  };
  const auto is = [&](ExpressionId id, SymbolId symbol) {
    return id != none && arena[id].kind == ExpressionKind::symbol && arena[id].symbol == symbol;
  };
  const auto mark_below = [&](ExpressionId body, SymbolId symbol) {
    std::vector<ExpressionId> open{body};
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (id == none) continue;
      if (is(place_of(id), symbol)) equation.symbols[arena[arena.child(id, 0)].symbol].from_zero = true;
      open.insert(open.end(), arena.children(id).begin(), arena.children(id).end());
    }
  };
  // x_0 beside x_t, where the first step has a name of its own.
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (place_of(id) == none) continue;
    Symbol& array = equation.symbols[arena[arena.child(id, 0)].symbol];
    array.from_zero =
        array.from_zero || (array.label.empty() && std::any_of(equation.symbols.begin(), equation.symbols.end(), [&](const Symbol& first) {
                              return first.label == "0" && first.nucleus == array.nucleus && first.accent == array.accent &&
                                     first.face == array.face && first.upper == array.upper;
                            }));
  }
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (is_zero(arena, place_of(id))) equation.symbols[arena[arena.child(id, 0)].symbol].from_zero = true;
    for (const Range& range : arena.ranges(id))
      if (range.symbol != none && is_zero(arena, range.lower)) mark_below(arena.child(id, 0), range.symbol);
  }
  const auto counts_steps_from_zero = [&](SymbolId step) {
    for (ExpressionId id = 0; id < arena.size(); ++id)
      if (is(place_of(id), step) && equation.symbols[arena[arena.child(id, 0)].symbol].from_zero) return true;
    return false;
  };
  for (ExpressionId id = 0; id < arena.size(); ++id)
    for (const Range& range : arena.ranges(id))
      if (range.symbol != none && range.lower == none && range.upper != none && arena[range.upper].kind == ExpressionKind::symbol &&
          counts_steps_from_zero(arena[range.upper].symbol))
        mark_below(arena.child(id, 0), range.symbol);
}

}  // namespace eqlens
