// Signs that mean one operation or another by the shapes that meet: told apart once the shapes are known.
#include "infer/infer.hpp"

namespace eqlens {

void settle_operations(Equation& equation, const Shapes& shapes) {
  for (ExpressionId id = 0; id < equation.arena.size(); ++id) {
    Expression& expression = equation.arena.at(id);
    const Operation* operation = expression.operation;
    if (expression.kind != ExpressionKind::apply || expression.child_count != 2 || operation->with_number.empty()) continue;
    const Shape& left = shapes.expressions[equation.arena.child(id, 0)];
    const Shape& right = shapes.expressions[equation.arena.child(id, 1)];
    const Shape& result = shapes.expressions[id];
    // Between matrices a dot is their product, too.
    const bool matrices = operation->shape == ShapeRule::dot && left.known && right.known && (left.rank() > 1 || right.rank() > 1);
    if (left.scalar() || right.scalar() || matrices)
      expression.operation = &operation_named(operation->with_number);
    else if (!operation->in_place.empty() && result.known && result.rank() == left.rank() && result.rank() == right.rank())
      expression.operation = &operation_named(operation->in_place);
  }
}

}  // namespace eqlens
