#include "experiment/branches.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace eqlens {

namespace {

bool among(std::initializer_list<std::string_view> names, const Expression& expression) {
  return expression.operation != nullptr && std::find(names.begin(), names.end(), expression.operation->name) != names.end();
}

}  // namespace

bool rounds(const Arena& arena, ExpressionId id) { return among({"floor", "ceiling", "round"}, arena[id]); }

bool takes_one_of_several(const Arena& arena, ExpressionId id) {
  if (arena[id].kind == ExpressionKind::cases || arena[id].kind == ExpressionKind::relation || rounds(arena, id)) return true;
  return among({"maximum", "minimum", "clip", "sign", "indicator", "arg max", "arg min"}, arena[id]);
}

bool has_branches(const Arena& arena) {
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena[id].source == 0 && arena[id].kind != ExpressionKind::relation && takes_one_of_several(arena, id)) return true;
  return false;
}

}  // namespace eqlens
