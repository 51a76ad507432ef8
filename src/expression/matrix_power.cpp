#include "expression/matrix_power.hpp"

#include <cmath>

namespace eqlens {

namespace {

bool is_capital_letter(const Symbol& symbol) {
  const auto& nucleus = symbol.nucleus;
  const bool latin = nucleus.size() == 1 && nucleus[0] >= 'A' && nucleus[0] <= 'Z';
  return latin || (nucleus.size() > 2 && nucleus[0] == '\\' && nucleus[1] >= 'A' && nucleus[1] <= 'Z');
}

// `A`, `D^{-1/2} A D^{-1/2}`, `(A + I)`: made of matrices throughout.
bool is_matrix(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  if (arena[id].kind == ExpressionKind::symbol) return is_capital_letter(equation.symbols[arena[id].symbol]);
  if (arena.applies(id, "power") || arena.applies(id, "transpose") || arena.applies(id, "inverse"))
    return is_matrix(equation, arena.child(id, 0));
  const bool joins = arena.applies(id, "product") || arena.applies(id, "plus") || arena.applies(id, "minus");
  return joins && is_matrix(equation, arena.child(id, 0)) && is_matrix(equation, arena.child(id, 1));
}

bool is_count(const Equation& equation, ExpressionId id) {
  const auto& expression = equation.arena[id];
  if (expression.kind == ExpressionKind::number) return expression.number > 0 && expression.number == std::floor(expression.number);
  if (equation.arena.applies(id, "minus") || equation.arena.applies(id, "plus"))
    return is_count(equation, equation.arena.child(id, 0)) && is_count(equation, equation.arena.child(id, 1));
  if (expression.kind != ExpressionKind::symbol) return false;
  const auto& symbol = equation.symbols[expression.symbol];
  return symbol.nucleus.size() == 1 && symbol.nucleus[0] >= 'a' && symbol.nucleus[0] <= 'z';
}

// What makes the product one of arrays: a matrix, a bold letter, a transpose, or a vector behind the power.
bool is_array(const Equation& equation, ExpressionId id, bool behind) {
  const auto& arena = equation.arena;
  while (arena[id].kind == ExpressionKind::index || arena.applies(id, "power") || arena.applies(id, "transpose")) id = arena.child(id, 0);
  if (arena[id].kind != ExpressionKind::symbol) return false;
  const auto& symbol = equation.symbols[arena[id].symbol];
  return symbol.face == Face::bold || is_capital_letter(symbol) ||
         (behind && symbol.kind == SymbolKind::variable && symbol.nucleus.size() == 1);
}

// Whether an expression is a factor of a product of arrays.
bool multiplies_array(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  // Parents stand behind their children, and a product's left factor may be a product that ends in the power.
  for (ExpressionId parent = id + 1; parent < arena.size(); ++parent) {
    if (!arena.applies(parent, "product")) continue;
    ExpressionId left = arena.child(parent, 0);
    const ExpressionId right = arena.child(parent, 1);
    if (arena.applies(left, "product") && !arena[left].grouped) left = arena.child(left, 1);
    if (left == id) return is_array(equation, right, true);
    if (right == id && is_array(equation, left, false)) return true;
  }
  return false;
}

// The value of `1/2`, `-0.5`; 0 if there is none.
double constant_value(const Arena& arena, ExpressionId id) {
  if (arena[id].kind == ExpressionKind::number) return arena[id].number;
  if (arena.applies(id, "negative")) return -constant_value(arena, arena.child(id, 0));
  if (!arena.applies(id, "division")) return 0;
  const double below = constant_value(arena, arena.child(id, 1));
  return below == 0 ? 0 : constant_value(arena, arena.child(id, 0)) / below;
}

}  // namespace

bool is_matrix_power(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  if (!arena.applies(id, "power")) return false;
  return is_matrix(equation, arena.child(id, 0)) && is_count(equation, arena.child(id, 1)) && multiplies_array(equation, id);
}

double fractional_matrix_power(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  if (!arena.applies(id, "power") || !is_matrix(equation, arena.child(id, 0))) return 0;
  const double exponent = constant_value(arena, arena.child(id, 1));
  return exponent != std::floor(exponent) && multiplies_array(equation, id) ? exponent : 0;
}

}  // namespace eqlens
