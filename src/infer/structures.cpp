#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

Shape Inferrer::concatenate(ExpressionId id, const std::vector<Shape>& arguments, bool stack) {
  const auto& arena = equation_.arena;
  const auto children = arena.children(id);
  Shape result;
  std::optional<Dimension> count;
  std::optional<Shape> first;
  std::size_t parts = 0;
  Dimension last_axis(0);
  bool pattern = false;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    if (arena.applies(children[n], "and so on")) {
      pattern = true;
      continue;
    }
    if (!arguments[n].known) return Shape::unknown();
    merge_index_axes(result, arguments[n], id);
    if (!first) first = arguments[n];
    if (!arguments[n].axes.empty())
      last_axis = last_axis + arguments[n].axes.back();
    else
      last_axis = last_axis + Dimension(1);
    ++parts;
    // `x_1, \ldots, x_d`: the last index is the number of parts.
    if (pattern && arena[children[n]].kind == ExpressionKind::index) count = dimension_of(arena.child(children[n], 1));
  }
  if (!first) return Shape::unknown();
  if (pattern && !count) return Shape::unknown();
  if (stack) {
    result.axes.push_back(count ? *count : Dimension(static_cast<std::int64_t>(parts)));
    result.axes.insert(result.axes.end(), first->axes.begin(), first->axes.end());
    return result;
  }
  result.axes = first->axes;
  if (result.axes.empty()) result.axes.emplace_back();
  result.axes.back() = count ? *count * (first->axes.empty() ? Dimension(1) : first->axes.back()) : last_axis;
  for (std::size_t n = 1; n < arguments.size(); ++n)
    for (std::size_t axis = 0; axis + 1 < result.axes.size() && arguments[n].axes.size() == result.axes.size(); ++axis)
      if (!unify(result.axes[axis], arguments[n].axes[axis]))
        return mismatch(id, *first, arguments[n], result.axes[axis], arguments[n].axes[axis], "cannot be put side by side");
  return result;
}

Shape Inferrer::literal_matrix(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const auto rows = arena.children(id);
  Shape result;
  std::size_t columns = 0;
  for (const ExpressionId row : rows) {
    // A row of dots stands for rows that are not printed.
    const auto entries = arena.children(row);
    if (std::any_of(entries.begin(), entries.end(), [&](ExpressionId cell) { return arena.applies(cell, "and so on"); }))
      return Shape::unknown();
    if (columns != 0 && arena[row].child_count != columns) {
      complain(row,
               "this row has " + std::to_string(arena[row].child_count) + (arena[row].child_count == 1 ? " entry" : " entries") +
                   ", the rows above have " + std::to_string(columns),
               {}, "give every row the same number of entries");
      return Shape::unknown();
    }
    columns = arena[row].child_count;
    for (const ExpressionId cell : arena.children(row)) {
      if (!shapes[cell].known || !shapes[cell].axes.empty()) return Shape::unknown();
      merge_index_axes(result, shapes[cell], id);
    }
  }
  result.axes = {Dimension(static_cast<std::int64_t>(rows.size())), Dimension(static_cast<std::int64_t>(columns))};
  return result;
}

Shape Inferrer::gradient(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const auto children = arena.children(id);
  if (children.size() > 1) {
    Shape by = shapes[children[1]];
    const Shape& of = shapes[children[0]];
    // The Jacobian of a vector has its outputs first.
    if (of.known && by.known && of.axes.size() == 1 && by.axes.size() == 1) by.axes.insert(by.axes.begin(), of.axes[0]);
    return by;
  }
  if (arena.applies(children[0], "call") && arena[children[0]].child_count > 1) return shapes[arena.child(children[0], 1)];
  return Shape::unknown();
}

// A call of something that nothing defines: its place may shape it, else it is a number.
Shape Inferrer::opaque(ExpressionId id, const std::vector<Shape>& shapes) {
  has_opaque_ = true;
  opaque_ = true;
  Shape shape = Shape::unknown();
  if (last_pass_) {
    const auto found = adopted_.find(id);
    shape = Shape{};
    if (found != adopted_.end()) {
      shape.row = found->second.row;
      for (std::size_t n = 0; n < found->second.axes.size(); ++n) shape.axes.push_back(Dimension::size(out_.sizes.fresh("d")));
    }
  }
  for (const ExpressionId argument : equation_.arena.children(id).subspan(1)) merge_index_axes(shape, shapes[argument], id);
  return shape;
}

// A function that the input defines has the shape of its body for these arguments.
Shape Inferrer::call(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const SymbolId function = arena[arena.child(id, 0)].symbol;
  if (settled_[function]) return out_.symbols[function];
  const Statement* definition = equation_.definition_of(function);
  const auto given = arena.children(id).subspan(1);
  const bool recursive = std::find(active_.begin(), active_.end(), definition) != active_.end();
  if (!definition || definition->parameters.size() != given.size() || recursive || --calls_left_ < 0)
    return out_.symbols[function].known && definition ? out_.symbols[function] : opaque(id, shapes);
  std::vector<Shape> saved;
  for (std::size_t n = 0; n < given.size(); ++n) {
    const SymbolId parameter = definition->parameters[n];
    saved.push_back(out_.symbols[parameter]);
    out_.symbols[parameter] = shapes[given[n]];
    out_.symbols[parameter].index_axes.clear();
  }
  ++depth_;
  active_.push_back(definition);
  const auto position = static_cast<std::size_t>(definition - equation_.statements.data());
  std::vector<Shape> inner(arena.size(), Shape::unknown());
  infer_range(position, inner);
  active_.pop_back();
  --depth_;
  Shape result = whole_of(*definition, inner[definition->value]);
  for (std::size_t n = 0; n < given.size(); ++n) {
    out_.symbols[definition->parameters[n]] = saved[n];
    merge_index_axes(result, shapes[given[n]], id);
  }
  return result;
}

Shape Inferrer::apply_rule(ExpressionId id, const std::vector<Shape>& arguments) {
  const Operation& operation = *equation_.arena[id].operation;
  if (arguments.empty()) return operation.name == "and so on" || operation.name == "placeholder" ? Shape{} : Shape::unknown();
  Shape first = arguments[0];
  const auto scalar = [&] {
    Shape result;
    for (const Shape& argument : arguments) merge_index_axes(result, argument, id);
    return result;
  };
  switch (operation.shape) {
    case ShapeRule::elementwise:
      if (operation.name == "division") scale_width(id);
      return elementwise(id, arguments);
    case ShapeRule::same: return arguments.size() > 1 && operation.arguments == 2 ? arguments.back() : first;
    case ShapeRule::power: merge_index_axes(first, arguments.back(), id); return first;
    case ShapeRule::scalar: return scalar();
    case ShapeRule::product: return product(id, first, arguments.back());
    case ShapeRule::dot:
      if (first.known && arguments[1].known && first.axes.size() == 1 && arguments[1].axes.size() == 1) {
        if (!unify(first.axes[0], arguments[1].axes[0]))
          return mismatch(id, first, arguments[1], first.axes[0], arguments[1].axes[0], "have no dot product");
        return scalar();
      }
      return product(id, first, arguments.back());
    case ShapeRule::outer:
      if (first.axes.size() == 1 && arguments.back().axes.size() == 1) {
        first.axes.push_back(arguments.back().axes[0]);
        merge_index_axes(first, arguments.back(), id);
        return first;
      }
      return elementwise(id, arguments);
    case ShapeRule::transpose: return transpose(first);
    case ShapeRule::square:
    case ShapeRule::square_to_scalar: {
      if (first.known && first.axes.size() == 2 && !unify(first.axes[0], first.axes[1])) {
        complain(id,
                 equation_.text(equation_.arena.child(id, 0)) + " is " + print(first, out_.sizes) + ", but only a square matrix has " +
                     std::string(operation.noun.empty() ? operation.name : operation.noun),
                 {}, "use the pseudo-inverse, or a square matrix");
        return Shape::unknown();
      }
      return operation.shape == ShapeRule::square ? first : scalar();
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
      return scalar();
    case ShapeRule::attention: {
      if (arguments.size() != 3 || !first.known || !arguments[2].known || first.axes.size() < 2 || arguments[2].axes.size() < 2)
        return first;
      for (const Shape& argument : arguments) merge_index_axes(first, argument, id);
      if (arguments[1].known && arguments[1].axes.size() > 1 && !unify(first.axes.back(), arguments[1].axes.back()))
        return mismatch(id, first, arguments[1], first.axes.back(), arguments[1].axes.back(), "have no scores");
      first.axes.back() = arguments[2].axes.back();
      return first;
    }
    case ShapeRule::concatenate: return concatenate(id, arguments, false);
    case ShapeRule::stack: return concatenate(id, arguments, true);
    case ShapeRule::call:
    case ShapeRule::gradient:
    case ShapeRule::matrix:
    case ShapeRule::none: return Shape::unknown();
  }
  return Shape::unknown();
}

Shape Inferrer::shape_of(ExpressionId id, const std::vector<Shape>& shapes) {
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
    case ExpressionKind::cases: {
      std::vector<Shape> values;
      for (std::size_t n = 0; n < children.size(); n += 2) values.push_back(shapes[children[n]]);
      return values.empty() ? Shape::unknown() : elementwise_of_values(values, id);
    }
    case ExpressionKind::relation: return shapes[children[0]].known ? shapes[children[0]] : shapes[children[1]];
    case ExpressionKind::apply: break;
  }
  if (arena.applies(id, "call")) return call(id, shapes);
  if (expression.operation->shape == ShapeRule::matrix) return literal_matrix(id, shapes);
  if (expression.operation->shape == ShapeRule::gradient) return gradient(id, shapes);
  std::vector<Shape> arguments;
  for (const ExpressionId child : children) arguments.push_back(shapes[child]);
  return apply_rule(id, arguments);
}

}  // namespace eqlens
