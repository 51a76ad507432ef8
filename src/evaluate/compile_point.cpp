// A value put into a variable: `f(x)|_{x=0}`. A derivative at a point is taken first, so the variable keeps a node of its own.

#include "evaluate/compile.hpp"

namespace eqlens {

Term Compiler::at_point(ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  const auto point = children.size() == 2 ? children[1] : none;
  const bool plain = point != none && arena_[point].kind == ExpressionKind::relation && arena_[point].child_count == 2 &&
                     arena_[arena_.child(point, 0)].kind == ExpressionKind::symbol;
  if (!plain) return fail(id, "not-computable", "only a symbol can be given a value by an evaluation bar");
  const auto value = barrier(expression(arena_.child(point, 1), scope));
  if (!value) return {};
  Scope inner{.parent = &scope, .root = children[0], .statement = scope.statement};
  inner.bound[arena_[arena_.child(point, 0)].symbol] = value;
  return expression(children[0], inner);
}

}  // namespace eqlens
