#include "expression/second_order.hpp"

namespace eqlens {

bool is_second_order(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  const auto children = arena.children(id);
  if (children.size() > 1 && arena.applies(children[1], "power")) return true;
  const Expression& expression = arena[id];
  if (!arena.applies(id, "gradient") || children[0] == none || arena[children[0]].span.begin < expression.sign.end) return false;
  const std::string scripts = equation.text({expression.sign.end, arena[children[0]].span.begin}, expression.source);
  return scripts.find("^2") != std::string::npos || scripts.find("^{2}") != std::string::npos;
}

}  // namespace eqlens
