// Symbols that are in no line as values: what densities are compared over, and names that only words speak of.
#include <algorithm>
#include <set>

#include "role/role_rules.hpp"

namespace eqlens {

namespace {

// The variable that a density is over.
SymbolId variable_of(const Arena& arena, ExpressionId density) {
  const ExpressionId argument =
      density != none && arena.applies(density, "call") && arena[density].child_count > 1 ? arena.child(density, 1) : none;
  return argument != none && arena[argument].kind == ExpressionKind::symbol ? arena[argument].symbol : none;
}

bool stands_outside(const Arena& arena, SymbolId symbol, Span inside) {
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena[id].kind == ExpressionKind::symbol && arena[id].symbol == symbol && arena[id].source == 0 && !inside.contains(arena[id].span))
      return true;
  return false;
}

}  // namespace

std::set<SymbolId> compared_variables(const Equation& equation) {
  const Arena& arena = equation.arena;
  std::set<SymbolId> variables;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::apply || arena[id].child_count < 2 || !compares_densities(arena, id)) continue;
    const ExpressionId last = arena.child(id, arena[id].child_count - 1), first = arena.child(id, arena[id].child_count - 2);
    const SymbolId variable = variable_of(arena, first);
    if (variable == none || variable != variable_of(arena, arena.applies(last, "given") ? arena.child(last, 0) : last)) continue;
    if (!stands_outside(arena, variable, arena[id].span)) variables.insert(variable);
  }
  return variables;
}

bool gives_density(const Equation& equation, SymbolId id) {
  const Statement* given = equation.symbols[id].kind == SymbolKind::function ? equation.definition_of(id) : nullptr;
  return given != nullptr && given->value != none && equation.arena[given->value].kind == ExpressionKind::apply &&
         equation.arena[given->value].operation->name.ends_with(" distribution");
}

bool is_compared(const Arena& arena, ExpressionId id) {
  for (ExpressionId above = id + 1; above < arena.size(); ++above) {
    if (arena[above].kind != ExpressionKind::apply || arena[above].child_count < 2) continue;
    // `D(q(z) \| \Pr(z))`
    const bool called = arena.applies(above, "call") && arena.applies(arena.child(above, 1), "call");
    if (!called && !compares_densities(arena, above)) continue;
    for (const ExpressionId child : arena.children(above))
      if ((child == id && !called) || (child != none && arena.applies(child, "given") && arena.child(child, 0) == id)) return true;
  }
  return false;
}

bool only_named(const Equation& equation, const Symbol& symbol) {
  return !symbol.occurrences.empty() && std::none_of(symbol.occurrences.begin(), symbol.occurrences.end(), [&](const auto& occurrence) {
    const auto from = [&](const auto& stated) { return stated.source == occurrence.source; };
    return occurrence.source == 0 || std::any_of(equation.statements.begin(), equation.statements.end(), from) ||
           std::any_of(equation.shape_facts.begin(), equation.shape_facts.end(), from);
  });
}

}  // namespace eqlens
