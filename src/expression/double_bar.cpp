#include "expression/double_bar.hpp"

#include <algorithm>
#include <array>

namespace eqlens {

bool compared_by_two_bars(const Equation& equation, ExpressionId comparison) {
  const auto& arena = equation.arena;
  const Expression& whole = arena[comparison];
  if (whole.operation != nullptr && whole.operation->name.ends_with("divergence")) return true;
  if (whole.child_count < 2) return false;
  const Span first = arena[arena.child(comparison, whole.child_count - 2)].span;
  ExpressionId last = arena.child(comparison, whole.child_count - 1);
  if (arena.applies(last, "given")) last = arena.child(last, 0);
  const Span second = arena[last].span;
  const std::string between = equation.text({first.end, std::max(first.end, second.begin)}, whole.source);
  constexpr std::array<std::string_view, 5> bars = {"\\|", "\\Vert", "\\parallel", "‖", "||"};
  return std::any_of(bars.begin(), bars.end(), [&](std::string_view bar) { return between.find(bar) != std::string::npos; });
}

}  // namespace eqlens
