#include <algorithm>

#include "expression/drawn.hpp"
#include "infer/inferrer.hpp"

namespace eqlens {

Shape Inferrer::apply_rule(ExpressionId id, const std::vector<Shape>& arguments) {
  const Operation& operation = *equation_.arena[id].operation;
  if (arguments.size() == 2 && depth_ == 0 && (operation.shape == ShapeRule::product || operation.name == "plus"))
    if (const auto narrow = narrow_side(id, arguments); narrow != none) return elementwise(id, widened(id, narrow, arguments));
  const auto children = equation_.arena.children(id);
  if (arguments.empty()) return operation.name == "and so on" || operation.name == "placeholder" ? Shape{} : Shape::unknown();
  Shape first = arguments[0];
  switch (operation.shape) {
    case ShapeRule::elementwise:
      if (operation.name == "division") scale_width(id);
      return elementwise(id, arguments);
    case ShapeRule::same: return arguments.size() > 1 && operation.arguments == 2 ? arguments.back() : first;
    case ShapeRule::power:
      if (first.known && first.axes.size() == 2 && matrix_power(id)) unify(first.axes[0], first.axes[1]);
      merge_index_axes(first, arguments.back(), id);
      return first;
    case ShapeRule::scalar:
      if (operation.name == "divergence") spreads_like(children[0]);
      return operation.name == "covariance" ? covariance(id, arguments) : number_of(id, arguments);
    case ShapeRule::product: return product(id, first, arguments.back());
    case ShapeRule::dot:
      // A column before a row, `u \cdot g^\top`, makes a matrix.
      if (first.known && arguments[1].known && first.axes.size() == 1 && arguments[1].axes.size() == 1 &&
          (first.row || !arguments[1].row)) {
        if (!unify(first.axes[0], arguments[1].axes[0]))
          return mismatch({id, children[0], children[1], first, arguments[1], first.axes[0], arguments[1].axes[0]}, "have no dot product");
        return number_of(id, arguments);
      }
      return product(id, first, arguments.back());
    case ShapeRule::outer:
      // Two rows, `xW \otimes xV`, stay one: a table needs a column before a row.
      if (first.axes.size() == 1 && arguments.back().axes.size() == 1 && !(first.row && arguments.back().row)) {
        first.axes.push_back(arguments.back().axes[0]);
        merge_index_axes(first, arguments.back(), id);
        return first;
      }
      return elementwise(id, arguments);
    case ShapeRule::transpose: return transpose(first);
    case ShapeRule::square:
    case ShapeRule::square_to_scalar:
      first = square(id, first);
      return operation.shape == ShapeRule::square || first.wrong ? first : number_of(id, arguments);
    case ShapeRule::scores:
      if (plain_number(children[0], first))
        return complain(id,
                        equation_.text(children[0]) + " is a number, but " +
                            std::string(operation.noun.empty() ? operation.name : operation.noun) + " needs a list of numbers",
                        {label_of(children[0], first, Dimension())}, "declare " + equation_.text(children[0]) + " as a vector");
      return first;
    case ShapeRule::kronecker:
      if (!first.known || !arguments.back().known || first.axes.size() != 2 || arguments.back().axes.size() != 2) return Shape::unknown();
      first.axes = {first.axes[0] * arguments.back().axes[0], first.axes[1] * arguments.back().axes[1]};
      return first;
    case ShapeRule::flatten: {
      if (!first.known) return first;
      Dimension length(1);
      for (const Dimension& axis : first.axes) length = length * axis;
      first.axes = {length};
      return first;
    }
    case ShapeRule::diagonal:
      if (first.axes.size() == 1)
        first.axes.push_back(first.axes[0]);
      else if (first.axes.size() == 2)
        first.axes.pop_back();
      return first;
    case ShapeRule::reduce:
    case ShapeRule::reduce_last:
      if (arguments.size() > 1) return elementwise(id, arguments);
      if (operation.each_row && first.known && first.axes.size() > 1) {
        first.axes.pop_back();
        return first;
      }
      return number_of(id, arguments);
    case ShapeRule::attention: {
      if (arguments.size() != 3 || !first.known || !arguments[2].known || first.axes.size() < 2 || arguments[2].axes.size() < 2)
        return first;
      for (const Shape& argument : arguments) merge_index_axes(first, argument, id);
      if (arguments[1].known && arguments[1].axes.size() > 1 && !unify(first.axes.back(), arguments[1].axes.back()))
        return mismatch({id, children[0], children[1], first, arguments[1], first.axes.back(), arguments[1].axes.back()}, "have no scores");
      // One value for each key; what is no such pair is an attention of another kind.
      if (arguments[1].known && arguments[1].axes.size() > 1) {
        const auto &keys = arguments[1].axes.end()[-2], &values = arguments[2].axes.end()[-2];
        if (!clash(keys, values)) unify(keys, values);
      }
      first.axes.back() = arguments[2].axes.back();
      return first;
    }
    case ShapeRule::concatenate: return concatenate(id, arguments, false);
    case ShapeRule::stack: return concatenate(id, arguments, true);
    case ShapeRule::alike:
    case ShapeRule::normal:
    case ShapeRule::call:
    case ShapeRule::gradient:
    case ShapeRule::matrix:
    case ShapeRule::none: return Shape::unknown();
  }
  return Shape::unknown();
}

Shape Inferrer::shape_of(ExpressionId id, const std::vector<Shape>& shapes) {
  // What touches a mistake that was reported stays silent.
  for (const ExpressionId child : equation_.arena.children(id))
    if (child != none && shapes[child].wrong) return Shape::misfit();
  if (repair_.place != id) return plain_shape_of(id, shapes);
  Shape shape = plain_shape_of(id, shapes);
  if (!shape.known) return shape;
  if (repair_.repair == Repair::transpose) return transpose(std::move(shape));
  if (repair_.repair == Repair::columns) shape.axes.push_back(Dimension::size(out_.sizes.fresh("n")));
  return shape;
}

Shape Inferrer::plain_shape_of(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const Expression& expression = arena[id];
  const auto children = arena.children(id);
  switch (expression.kind) {
    case ExpressionKind::number: return {};
    case ExpressionKind::unknown: return Shape::unknown();
    case ExpressionKind::symbol: {
      Shape shape = out_.symbols[expression.symbol];
      // A counter in a formula takes part with its own axis: `\beta^{t - i}`.
      if (equation_.symbols[expression.symbol].kind == SymbolKind::index && (scopes_[id] != none || is_free_index(expression.symbol)))
        shape.index_axes = {{expression.symbol, range_of(expression.symbol, scopes_[id])}};
      return shape;
    }
    case ExpressionKind::index: return index(id, shapes);
    case ExpressionKind::reduce: return reduce(id, children.empty() ? Shape::unknown() : shapes[children[0]]);
    case ExpressionKind::cases: return branches(id, shapes);
    case ExpressionKind::relation: return shapes[children[0]].known ? shapes[children[0]] : shapes[children[1]];
    case ExpressionKind::apply: break;
  }
  if (arena.applies(id, "call")) return call(id, shapes);
  if (is_conditioned(arena, id)) return shapes[children[0]];
  if (expression.operation->shape == ShapeRule::matrix) return literal_matrix(id, shapes);
  if (expression.operation->shape == ShapeRule::gradient) return gradient(id, shapes);
  if (expression.operation->shape == ShapeRule::alike) return alike(id, arguments_of(id), shapes);
  if (expression.operation->shape == ShapeRule::normal) return normal(id, shapes);
  if (expression.operation->shape == ShapeRule::elementwise && children.size() == 2 && one_function_twice(id, shapes).wrong)
    return Shape::misfit();
  std::vector<Shape> arguments;
  arguments.reserve(children.size());
  for (const ExpressionId child : children) arguments.push_back(shapes[child]);
  return apply_rule(id, arguments);
}

}  // namespace eqlens
