// What is put together from parts: concatenation, stacking, printed matrices of numbers or of blocks.
#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

// All parts of an array from the first to the last: its first axis is as long as there are parts.
void Inferrer::fill_up(ExpressionId first, ExpressionId last, const Dimension& count) {
  const auto& arena = equation_.arena;
  if (arena[first].kind != ExpressionKind::index) return;
  const auto start = arena.child(first, 1), base = arena.child(last, 0);
  if (start == none || arena[start].kind != ExpressionKind::number || arena[start].number != 1) return;
  if (arena[base].kind != ExpressionKind::symbol) return;
  const auto& whole = out_.symbols[arena[base].symbol];
  // What is declared longer is joined in part.
  if (whole.known && !whole.axes.empty() && !clash(whole.axes[0], count)) unify(whole.axes[0], count);
}

Shape Inferrer::concatenate(ExpressionId id, const std::vector<Shape>& arguments, bool stack) {
  const auto& arena = equation_.arena;
  const auto children = arena.children(id);
  Shape result;
  std::optional<Dimension> count;
  std::optional<std::size_t> first;
  std::size_t parts = 0;
  bool pattern = false;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    if (arena.applies(children[n], "and so on")) {
      pattern = true;
      continue;
    }
    if (!arguments[n].known) return Shape::unknown();
    merge_index_axes(result, arguments[n], id);
    if (!first) first = n;
    ++parts;
    // `x_1, \ldots, x_d`: the last index is the number of parts.
    if (pattern && arena[children[n]].kind == ExpressionKind::index) {
      count = dimension_of(arena.child(children[n], 1));
      if (count) fill_up(children[*first], children[n], *count);
    }
  }
  if (!first || (pattern && !count)) return Shape::unknown();
  const Shape& part = arguments[*first];
  if (stack) {
    result.axes.push_back(count ? *count : Dimension(static_cast<std::int64_t>(parts)));
    result.axes.insert(result.axes.end(), part.axes.begin(), part.axes.end());
    return result;
  }
  if (count) {
    result.axes = part.axes;
    if (result.axes.empty()) result.axes.emplace_back();
    result.axes.back() = *count * (part.axes.empty() ? Dimension(1) : part.axes.back());
    return result;
  }
  Shape joined = side_by_side(id, arguments);
  if (joined.known) joined.index_axes = result.index_axes;
  return joined;
}

// Last axes add up, the others agree; a vector beside a matrix is one more column.
Shape Inferrer::side_by_side(ExpressionId id, const std::vector<Shape>& arguments) {
  const auto children = equation_.arena.children(id);
  const bool below = repair_.place == id && repair_.repair == Repair::stack;
  Shape result;
  Dimension length(0);
  std::size_t rank = 1;
  for (const Shape& argument : arguments) rank = std::max(rank, argument.axes.size());
  std::optional<std::size_t> first;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    Axes axes = arguments[n].axes;
    if (axes.size() + 1 == rank) axes.emplace_back(1);
    if (below && rank > 1) std::rotate(axes.begin(), axes.begin() + 1, axes.end());
    if (!first && axes.size() == rank) first = n;
    if (axes.size() == rank && result.axes.empty()) result.axes = axes;
    length = length + (axes.empty() ? Dimension(1) : axes.back());
    // A number beside arrays has no axes to compare.
    if (axes.empty() || !first || *first == n) continue;
    if (axes.size() != rank && !axes.empty() && first)
      return mismatch({id, children[*first], children[n], arguments[*first], arguments[n], arguments[*first].axes[0], axes[0]},
                      "cannot be put side by side");
    for (std::size_t axis = 0; axis + 1 < axes.size() && axes.size() == result.axes.size(); ++axis)
      if (!unify(result.axes[axis], axes[axis]))
        return mismatch({id, children[*first], children[n], arguments[*first], arguments[n], result.axes[axis], axes[axis]},
                        "cannot be put side by side");
  }
  if (result.axes.empty()) result.axes.emplace_back();
  result.axes.back() = length;
  if (below && rank > 1) std::rotate(result.axes.begin(), result.axes.end() - 1, result.axes.end());
  return result;
}

Shape Inferrer::literal_matrix(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const auto rows = arena.children(id);
  Shape result;
  std::size_t columns = 0;
  bool blocks = false;
  for (const ExpressionId row : rows) {
    // A row of dots stands for rows that are not printed.
    const auto entries = arena.children(row);
    if (std::any_of(entries.begin(), entries.end(), [&](ExpressionId cell) { return arena.applies(cell, "and so on"); }))
      return Shape::unknown();
    if (columns != 0 && arena[row].child_count != columns)
      return complain(row,
                      "this row has " + std::to_string(arena[row].child_count) + (arena[row].child_count == 1 ? " entry" : " entries") +
                          ", the rows above have " + std::to_string(columns),
                      {}, "give every row the same number of entries");
    columns = arena[row].child_count;
    for (const ExpressionId cell : arena.children(row)) {
      if (shapes[cell].wrong) return Shape::misfit();
      if (!shapes[cell].known || shapes[cell].axes.size() > 2) return Shape::unknown();
      blocks = blocks || !shapes[cell].axes.empty();
      merge_index_axes(result, shapes[cell], id);
    }
  }
  if (blocks) return block_matrix(id, shapes);
  result.axes = {Dimension(static_cast<std::int64_t>(rows.size())), Dimension(static_cast<std::int64_t>(columns))};
  return result;
}

// Blocks of one row are equally high, those of one column equally wide; a printed 0 fits anywhere.
Shape Inferrer::block_matrix(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const auto rows = arena.children(id);
  const std::size_t columns = arena[rows[0]].child_count;
  std::vector<std::optional<Dimension>> widths(columns);
  std::vector<ExpressionId> tops(columns, none);
  Dimension height(0), width(0);
  bool vectors = true;
  for (const ExpressionId row : rows) {
    std::optional<Dimension> tall;
    ExpressionId first = none;
    for (std::size_t n = 0; n < columns; ++n) {
      const ExpressionId cell = arena.child(row, n);
      const Shape& shape = shapes[cell];
      const bool anything = arena[cell].kind == ExpressionKind::number && arena[cell].number == 0;
      if (anything) continue;
      vectors = vectors && shape.axes.size() < 2 && !shape.row;
      const Dimension one(1);
      const Dimension& high = shape.axes.empty() || (shape.axes.size() == 1 && shape.row) ? one : shape.axes[0];
      const Dimension& wide = shape.axes.empty() || (shape.axes.size() == 1 && !shape.row) ? one : shape.axes.back();
      if (!tall) {
        tall = high;
        first = cell;
      } else if (!unify(*tall, high)) {
        return mismatch({id, first, cell, shapes[first], shape, *tall, high}, "stand in one row of blocks and are not equally high");
      }
      if (!widths[n]) {
        widths[n] = wide;
        tops[n] = cell;
      } else if (!unify(*widths[n], wide)) {
        return mismatch({id, tops[n], cell, shapes[tops[n]], shape, *widths[n], wide},
                        "stand in one column of blocks and are not equally wide");
      }
    }
    if (!tall) return Shape::unknown();
    height = height + *tall;
  }
  for (const auto& each : widths) {
    if (!each) return Shape::unknown();
    width = width + *each;
  }
  Shape result;
  // Vectors below one another are one longer vector.
  if (vectors && columns == 1)
    result.axes = {height};
  else
    result.axes = {height, width};
  return result;
}

}  // namespace eqlens
