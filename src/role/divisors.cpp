// What something is divided by: n of `\frac{1}{n}`, `\frac{1}{2n}` and `\frac{1}{n - 1}`.
#include "role/role_rules.hpp"

namespace eqlens {

void gather_divisors(const Equation& equation, std::vector<SymbolPlaces>& places) {
  const Arena& arena = equation.arena;
  const auto mark = [&](ExpressionId id) {
    while (id != none && arena[id].kind == ExpressionKind::index) id = arena.child(id, 0);
    if (id != none && arena[id].kind == ExpressionKind::symbol) places[arena[id].symbol].divides = true;
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "division")) continue;
    const ExpressionId below = arena.child(id, 1);
    mark(below);
    const bool simple =
        below != none && arena[below].child_count == 2 &&
        (arena.applies(below, "product") || arena.applies(below, "times") || arena.applies(below, "minus") || arena.applies(below, "plus"));
    for (std::size_t n = 0; simple && n < 2; ++n)
      if (const ExpressionId other = arena.child(below, 1 - n); other != none && arena[other].kind == ExpressionKind::number)
        mark(arena.child(below, n));
  }
}

}  // namespace eqlens
