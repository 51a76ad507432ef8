// Operations whose arguments must fit one another: losses, divergences, distributions, choices by cases.
#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

Shape Inferrer::number_of(ExpressionId id, const std::vector<Shape>& arguments) {
  Shape result;
  for (const Shape& argument : arguments) merge_index_axes(result, argument, id);
  return result;
}

// Of one vector, or of two that are printed as such, all entries with all; two lists of data have one number. What stands behind the
// bar is only given.
Shape Inferrer::covariance(ExpressionId id, const std::vector<Shape>& arguments) {
  const auto& arena = equation_.arena;
  const auto children = arena.children(id);
  const std::size_t count = children.size() - (children.size() > 1 && arena.applies(children.back(), "given") ? 1 : 0);
  const auto bold = [&](ExpressionId part) {
    return arena[part].kind != ExpressionKind::symbol || equation_.symbols[arena[part].symbol].face == Face::bold;
  };
  Shape result = arguments[0];
  const Shape& other = arguments[count - 1];
  const bool table = count == 1 || (count == 2 && bold(children[0]) && bold(children[1]));
  if (!table || !result.known || !other.known || result.axes.size() != 1 || other.axes.size() != 1) return number_of(id, arguments);
  result.axes.push_back(other.axes[0]);
  result.row = false;
  merge_index_axes(result, other, id);
  return result;
}

// A single number that somebody declared or printed: no guess of ours, no call that might give a list.
bool Inferrer::plain_number(ExpressionId id, const Shape& shape) const {
  const auto& arena = equation_.arena;
  return shape.scalar() && shape.index_axes.empty() && !arena.applies(id, "call") && !holds_guess(id);
}

// `p \| q`, `x; \mu, \Sigma`: what stands behind a bar or a semicolon is an argument of its own.
std::vector<ExpressionId> Inferrer::arguments_of(ExpressionId id) const {
  const auto& arena = equation_.arena;
  std::vector<ExpressionId> parts;
  for (const ExpressionId child : arena.children(id)) {
    const bool behind = child != none && (arena.applies(child, "given") || arena.applies(child, "with parameters"));
    if (behind)
      parts.insert(parts.end(), arena.children(child).begin(), arena.children(child).end());
    else
      parts.push_back(child);
  }
  return parts;
}

// Arguments are compared entry by entry; labels may lack the axis that their scores have.
Shape Inferrer::alike(ExpressionId id, const std::vector<ExpressionId>& children, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const bool multiplies = arena.applies(id, "inner product") || arena.applies(id, "cosine similarity");
  const std::string_view problem = multiplies ? "have no dot product" : "cannot be compared entry by entry";
  std::vector<Shape> arguments;
  for (const ExpressionId child : children) arguments.push_back(child == none ? Shape::unknown() : shapes[child]);
  for (std::size_t n = 1; n < arguments.size(); ++n) {
    const Shape &a = arguments[n - 1], &b = arguments[n];
    if (a.wrong || b.wrong) return Shape::misfit();
    if (!a.known || !b.known || a.axes.empty() || b.axes.empty()) continue;
    const std::size_t shared = std::min(a.axes.size(), b.axes.size());
    const auto fits = [&](std::size_t from_a, std::size_t from_b) {
      for (std::size_t axis = 0; axis < shared; ++axis)
        if (clash(a.axes[from_a + axis], b.axes[from_b + axis])) return false;
      return true;
    };
    if (a.axes.size() != b.axes.size() && fits(0, 0)) continue;
    Shape whole = a;
    if (!combine(id, whole, children[n - 1], b, children[n], problem)) return whole;
  }
  return number_of(id, arguments);
}

// `\mathcal{N}(\mu, \Sigma)`: the spread is a number, one for each entry, or a square matrix. With a point before, it is a density.
Shape Inferrer::normal(ExpressionId id, const std::vector<Shape>& all) {
  const auto ids = arguments_of(id);
  const bool density = ids.size() == 3 || ids.size() > equation_.arena.children(id).size();
  if (ids.size() < 2 || ids.size() > 3) return Shape::unknown();
  std::vector<Shape> shapes;
  for (const ExpressionId part : ids) shapes.push_back(all[part]);
  const ExpressionId spread_id = ids.back();
  const Shape& spread = shapes.back();
  Shape mean = shapes[ids.size() - 2];
  const ExpressionId mean_id = ids[ids.size() - 2];
  if (density && (mean.known || shapes[0].known) && !combine(id, shapes[0], ids[0], mean, mean_id, "cannot be subtracted"))
    return shapes[0];
  // The covariance is as large as the value, where the mean is one number for all of its entries.
  if (density && spread.known && spread.axes.size() == 2 && shapes[0].axes.size() == 1 && !unify(shapes[0].axes[0], spread.axes[0]))
    return mismatch({id, ids[0], spread_id, shapes[0], spread, shapes[0].axes[0], spread.axes[0]}, "do not belong to one distribution");
  if (spread.known && spread.axes.size() == 2) {
    if (square(spread_id, spread).wrong) return Shape::misfit();
    if (mean.known && mean.axes.size() == 1 && !unify(mean.axes[0], spread.axes[0]))
      return mismatch({id, mean_id, spread_id, mean, spread, mean.axes[0], spread.axes[0]},
                      "are no mean and covariance of one distribution");
    if (mean.known && mean.axes.empty()) mean.axes = {spread.axes[0]};
  } else if (!combine(id, mean, mean_id, spread, spread_id, "are no mean and spread of one distribution")) {
    return mean;
  }
  return density ? number_of(id, shapes) : mean;
}

// Only a square matrix has an inverse, a determinant, a trace.
Shape Inferrer::square(ExpressionId id, const Shape& argument) {
  const auto& arena = equation_.arena;
  const bool applied = arena[id].kind == ExpressionKind::apply &&
                       (arena[id].operation->shape == ShapeRule::square || arena[id].operation->shape == ShapeRule::square_to_scalar);
  const ExpressionId matrix = applied ? arena.child(id, 0) : id;
  if (argument.known && argument.axes.size() == 1 && applied && !argument.row && !holds_guess(matrix) && !arena.applies(matrix, "call"))
    return complain(id,
                    described(matrix, argument) + ", but only a square matrix has " +
                        std::string(arena[id].operation->noun.empty() ? arena[id].operation->name : arena[id].operation->noun),
                    {label_of(matrix, argument, argument.axes[0])}, "declare " + equation_.text(matrix) + " with two axes of one size");
  if (!argument.known || argument.axes.size() < 2) return argument;
  const Dimension &rows = argument.axes[argument.axes.size() - 2], &columns = argument.axes.back();
  if (unify(rows, columns)) return argument;
  if (repair_.place == id && repair_.repair == Repair::pseudo) return transpose(argument);
  const std::string has = applied ? std::string(arena[id].operation->noun.empty() ? arena[id].operation->name : arena[id].operation->noun)
                                  : "the form of a covariance";
  // One matrix that is not square is one mistake, however often it shows.
  const SymbolId symbol = head_of(arena.applies(matrix, "transpose") ? arena.child(matrix, 0) : matrix);
  if (first_run() && symbol != none && !oblong_.insert(symbol).second) return Shape::misfit();
  const auto before = out_.diagnostics.size();
  complain(id, described(matrix, argument) + ", but only a square matrix has " + has,
           arena[matrix].source == 0 ? std::vector<Label>{label_of(matrix, argument, rows)} : std::vector<Label>{});
  if (out_.diagnostics.size() == before || !first_run() || arena[id].source != 0) return Shape::misfit();
  const Clash found{id, matrix, matrix, argument, argument, rows, columns};
  std::vector<RepairAt> attempts;
  if (applied && arena.applies(id, "inverse")) attempts.push_back({Repair::pseudo, id});
  add_inner_attempts(found, attempts);
  offer_repairs(found, attempts);
  return Shape::misfit();
}

// The values of a choice by cases.
Shape Inferrer::branches(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto children = equation_.arena.children(id);
  if (children.empty()) return Shape::unknown();
  Shape result = shapes[children[0]];
  for (std::size_t n = 2; n < children.size(); n += 2)
    if (!combine(id, result, children[n - 2], shapes[children[n]], children[n], "are branches of unlike shape")) return result;
  return result;
}

// `f(x) + f(z)`: what nothing defines takes one shape, unless it goes entry by entry; then the two results would not fit either.
Shape Inferrer::one_function_twice(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const ExpressionId left = arena.child(id, 0), right = arena.child(id, 1);
  if (!arena.applies(left, "call") || !arena.applies(right, "call")) return {};
  const auto a = arena.children(left), b = arena.children(right);
  const SymbolId function = arena[a[0]].symbol;
  if (function == none || arena[b[0]].symbol != function || a.size() != b.size() || settled_[function] || equation_.definition_of(function))
    return {};
  for (std::size_t n = 1; n < a.size(); ++n) {
    const Shape &first = shapes[a[n]], &second = shapes[b[n]];
    if (!first.known || !second.known || first.axes.size() != second.axes.size()) continue;
    for (std::size_t axis = 0; axis < first.axes.size(); ++axis)
      if (clash(first.axes[axis], second.axes[axis]) && !holds_guess(a[n]) && !holds_guess(b[n]))
        return mismatch({id, a[n], b[n], first, second, first.axes[axis], second.axes[axis]},
                        "cannot both go into " + equation_.symbols[function].latex);
  }
  return {};
}

}  // namespace eqlens
