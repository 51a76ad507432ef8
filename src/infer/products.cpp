#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

// `\frac{1}{d} \sum_i x_i`: a sum without ends that is divided by a count runs up to it.
void Inferrer::mean_range(ExpressionId id) {
  const auto& arena = equation_.arena;
  const ExpressionId share = arena.child(id, 0), total = arena.child(id, 1);
  if (!arena.applies(share, "division") || arena[total].kind != ExpressionKind::reduce || arena[total].range_count != 1) return;
  const Range& range = arena.ranges(total)[0];
  const ExpressionId count = arena.child(share, 1);
  if (range.symbol == none || range.upper != none || range.set != none || equation_.symbols[range.symbol].kind != SymbolKind::index) return;
  if (arena[arena.child(share, 0)].kind != ExpressionKind::number || arena[count].kind != ExpressionKind::symbol) return;
  if (const auto dimension = dimension_of(count)) unify(range_of(range.symbol, total), *dimension);
}

// `AB^\top / \sqrt{p}`: dot products that are divided by the root of a bare size are p numbers long.
void Inferrer::scale_width(ExpressionId id) {
  const auto& arena = equation_.arena;
  const ExpressionId scores = arena.child(id, 0), scale = arena.child(id, 1);
  if (!arena.applies(scale, "square root") || !arena.applies(scores, "product") || !arena.applies(arena.child(scores, 1), "transpose"))
    return;
  const ExpressionId size = arena.child(scale, 0);
  if (arena[size].kind != ExpressionKind::symbol || equation_.symbols[arena[size].symbol].kind != SymbolKind::variable ||
      equation_.definition_of(arena[size].symbol))
    return;
  const Shape& keys = out_.expressions[arena.child(scores, 1)];
  if (depth_ > 0 || !keys.known || keys.axes.size() < 2) return;
  const Dimension& width = keys.axes[keys.axes.size() - 2];
  const auto name = Dimension::size(out_.sizes.named(equation_.symbols[arena[size].symbol].latex));
  const Dimension known = out_.sizes.resolve(width);
  const bool open = !values_.empty() || (known.single() && !out_.sizes.rigid(*known.single()));
  if (open) unify(name, width);
}

Shape Inferrer::product(ExpressionId id, Shape left, Shape right) {
  if (equation_.arena.applies(id, "product")) mean_range(id);
  if (repair_.place == id && repair_.repair == Repair::swap) std::swap(left, right);
  if (repair_.place == id && repair_.repair == Repair::elementwise) return elementwise(id, {left, right});
  const ExpressionId left_id = equation_.arena.child(id, 0), right_id = equation_.arena.child(id, 1);
  const auto misfit = [&](const Dimension& a, const Dimension& b, std::string_view problem) {
    return mismatch({id, left_id, right_id, left, right, a, b}, problem);
  };
  Shape result;
  if (!left.known || !right.known) {
    if (left.known && left.axes.size() == 2) {
      right = {true, right.index_axes, {left.axes[1]}, false, false};
      note_adoption(right_id, right);
    } else if (left.known && left.row && left.axes.size() == 1 && equation_.arena.applies(right_id, "call")) {
      // `\theta^\top f(x)`: f gives what can meet it.
      right = {true, right.index_axes, left.axes, false, false};
      note_adoption(right_id, right);
    } else if (left.known && left.axes.empty())
      return merge_index_axes(right, left, id), right;
    else if (right.known && right.axes.empty())
      return merge_index_axes(left, right, id), left;
    else {
      result = Shape::unknown();
      result.index_axes = left.index_axes;
      merge_index_axes(result, right, id);
      return result;
    }
  }
  result.index_axes = left.index_axes;
  merge_index_axes(result, right, id);
  const auto& a = left.axes;
  const auto& b = right.axes;
  if (a.empty() || b.empty()) {
    result.axes = a.empty() ? b : a;
    result.row = a.empty() ? right.row : left.row;
    return result;
  }
  if (a.size() == 1 && b.size() == 1) {
    if (!left.row && right.row) {
      result.axes = {a[0], b[0]};
      return result;
    }
    if (!unify(a[0], b[0])) return misfit(a[0], b[0], left.row ? "have no dot product" : "cannot be multiplied entry by entry");
    // Two columns, or two rows, are multiplied entry by entry.
    if (!left.row || right.row) {
      result.axes = a;
      result.row = right.row;
    }
    return result;
  }
  if (a.size() == 1) {
    const Dimension& inner = b[b.size() - 2];
    if (!unify(a[0], inner)) return misfit(a[0], inner, "cannot be multiplied");
    result.axes.assign(b.begin(), b.end() - 2);
    result.axes.push_back(b.back());
    result.row = true;
    return result;
  }
  const Dimension& inner = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (!unify(a.back(), inner)) return misfit(a.back(), inner, "cannot be multiplied");
  const std::size_t leading = std::max(a.size(), b.size()) - 2;
  for (std::size_t n = 0; n < leading && b.size() > 1; ++n) {
    // Leading batch axes ride along by place; where one side lacks them, it repeats.
    const bool in_a = n + a.size() >= leading + 2, in_b = n + b.size() >= leading + 2;
    const Dimension& axis = in_a ? a[n - (leading - (a.size() - 2))] : b[n - (leading - (b.size() - 2))];
    if (in_a && in_b && !unify(axis, b[n - (leading - (b.size() - 2))]))
      return misfit(axis, b[n - (leading - (b.size() - 2))], "have different leading axes");
    result.axes.push_back(axis);
  }
  if (b.size() == 1) {
    result.axes.assign(a.begin(), a.end() - 1);
    return result;
  }
  result.axes.push_back(a[a.size() - 2]);
  result.axes.push_back(b.back());
  return result;
}

}  // namespace eqlens
