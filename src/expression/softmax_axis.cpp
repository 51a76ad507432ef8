#include "expression/softmax_axis.hpp"

namespace eqlens {

namespace {

bool multiplies(const Arena& arena, ExpressionId id) {
  return arena.applies(id, "product") || arena.applies(id, "dot product") || arena.applies(id, "times") ||
         arena.applies(id, "matrix product");
}

/// The product inside scalings and masks: `\frac{K^\top Q}{\sqrt{d}} + M`.
ExpressionId scores_of(const Arena& arena, ExpressionId id) {
  while (arena.applies(id, "division") || arena.applies(id, "plus")) id = arena.child(id, 0);
  return id;
}

bool meets_columns(const Arena& arena, ExpressionId softmax) {
  if (!arena.applies(softmax, "softmax") || arena[softmax].child_count != 1) return false;
  const auto scores = scores_of(arena, arena.child(softmax, 0));
  return multiplies(arena, scores) && arena.applies(arena.child(scores, 0), "transpose") &&
         !arena.applies(arena.child(scores, 1), "transpose");
}

}  // namespace

std::set<ExpressionId> softmaxes_down(const Arena& arena) {
  std::set<ExpressionId> found;
  std::set<ExpressionId> weighted;  // that more stands to the right of
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (multiplies(arena, id)) weighted.insert(arena.child(id, 0));
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (multiplies(arena, id) && !weighted.contains(id) && meets_columns(arena, arena.child(id, 1))) found.insert(arena.child(id, 1));
  return found;
}

}  // namespace eqlens
