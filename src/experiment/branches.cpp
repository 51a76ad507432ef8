#include "experiment/branches.hpp"

#include <algorithm>
#include <iterator>

namespace eqlens {

bool takes_one_of_several(const Arena& arena, ExpressionId id) {
  constexpr std::string_view choices[] = {"maximum", "minimum", "clip", "floor", "ceiling", "sign", "indicator", "arg max", "arg min"};
  const auto& expression = arena[id];
  if (expression.kind == ExpressionKind::cases || expression.kind == ExpressionKind::relation) return true;
  return expression.operation != nullptr &&
         std::find(std::begin(choices), std::end(choices), expression.operation->name) != std::end(choices);
}

bool has_branches(const Arena& arena) {
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena[id].source == 0 && arena[id].kind != ExpressionKind::relation && takes_one_of_several(arena, id)) return true;
  return false;
}

}  // namespace eqlens
