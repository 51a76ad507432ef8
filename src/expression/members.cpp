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

}  // namespace eqlens
