#include "expression/lengths.hpp"

namespace eqlens {

bool is_length(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  if (!arena.applies(id, "size of a set")) return false;
  ExpressionId list = arena.child(id, 0);
  while (arena[list].kind == ExpressionKind::index) list = arena.child(list, 0);
  if (arena[list].kind != ExpressionKind::symbol) return false;
  const Symbol& symbol = equation.symbols[arena[list].symbol];
  const bool small = symbol.nucleus.size() == 1 && symbol.nucleus[0] >= 'a' && symbol.nucleus[0] <= 'z';
  return small && (symbol.face == Face::italic || symbol.face == Face::bold);
}

}  // namespace eqlens
