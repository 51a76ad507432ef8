#include "expression/drawn.hpp"

#include <algorithm>
#include <array>

namespace eqlens {

bool is_drawn_from(const Equation& equation, ExpressionId set) {
  if (set == none) return false;
  const Expression& expression = equation.arena[set];
  std::string_view before = equation.sources[expression.source].text();
  before = before.substr(0, expression.span.begin);
  while (before.ends_with(' ') || before.ends_with('{')) before.remove_suffix(1);
  return before.ends_with("\\sim") || before.ends_with('~');
}

bool names_probability(std::string_view nucleus) {
  constexpr std::array<std::string_view, 6> letters = {"p", "q", "P", "Pr", "\\Pr", "\\pi"};
  return std::find(letters.begin(), letters.end(), nucleus) != letters.end();
}

bool is_conditioned(const Arena& arena, ExpressionId id) {
  return arena.applies(id, "list") && arena[id].child_count == 2 && arena.applies(arena.child(id, 1), "given");
}

}  // namespace eqlens
