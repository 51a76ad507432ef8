#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

// The number that a size has once the numbers that statements give are put in.
std::optional<std::int64_t> Inferrer::stated(const Dimension& dimension) const {
  std::int64_t total = 0;
  for (const Monomial& term : dimension.terms()) {
    std::int64_t product = term.coefficient;
    for (const SizeId size : term.sizes) {
      const auto number = numbers_.find(size);
      if (number == numbers_.end()) return std::nullopt;
      product *= number->second;
    }
    total += product;
  }
  return total;
}

bool Inferrer::unify(const Dimension& a, const Dimension& b) {
  Same same = out_.sizes.unify(a, b);
  if (same != Same::yes) {
    const Dimension gap = out_.sizes.resolve(a) - out_.sizes.resolve(b);
    const auto nothing = [&](const Dimension& zero) { return gap == zero || gap == Dimension() - zero; };
    if (const auto number = stated(gap)) same = *number == 0 ? Same::yes : Same::no;
    if (std::any_of(zeros_.begin(), zeros_.end(), nothing)) return true;
  }
  // With values at hand a named size is what the values say.
  if (same != Same::yes && !values_.empty()) {
    const Dimension left = out_.sizes.resolve(a), right = out_.sizes.resolve(b);
    const auto name = left.single() ? left.single() : right.single();
    if (name && (left.number() || right.number())) {
      out_.sizes.bind(*name, left.single() ? right : left);
      return true;
    }
  }
  if (same == Same::unknown) {
    std::string text = "needs " + out_.sizes.print(a) + " = " + out_.sizes.print(b);
    if (std::find(out_.assumptions.begin(), out_.assumptions.end(), text) == out_.assumptions.end())
      out_.assumptions.push_back(std::move(text));
  }
  return same != Same::no;
}

void Inferrer::merge_index_axes(Shape& into, const Shape& from, ExpressionId place) {
  for (const IndexAxis& axis : from.index_axes) {
    const auto same =
        std::find_if(into.index_axes.begin(), into.index_axes.end(), [&](const IndexAxis& other) { return other.index == axis.index; });
    if (same == into.index_axes.end()) {
      into.index_axes.push_back(axis);
    } else if (!unify(same->size, axis.size)) {
      complain(place,
               "the index " + equation_.symbols[axis.index].latex + " runs to " + out_.sizes.print(same->size) + " in one place and to " +
                   out_.sizes.print(axis.size) + " in another",
               {}, "use two letters, or make both ranges equal");
    }
  }
}

void Inferrer::note_adoption(ExpressionId child, const Shape& shape) {
  if (depth_ != 0 || !equation_.arena.applies(child, "call")) return;
  Asked asked;
  asked.row = shape.row;
  for (const Dimension& axis : shape.axes) {
    const auto size = out_.sizes.resolve(axis).single();
    asked.sizes.push_back(size && !out_.sizes.rigid(*size) ? out_.sizes.name(*size) : "d");
  }
  adopted_[child] = std::move(asked);
}

// An opaque value takes the shape that its place asks for.
Shape Inferrer::adopt(const Shape& unknown_shape, const Shape& like) {
  Shape result = like;
  result.index_axes = unknown_shape.index_axes;
  return result;
}

Shape Inferrer::transpose(Shape shape) const {
  if (shape.axes.size() == 1) shape.row = !shape.row;
  if (shape.axes.size() > 1) std::swap(shape.axes[shape.axes.size() - 1], shape.axes[shape.axes.size() - 2]);
  return shape;
}

bool Inferrer::clash(const Dimension& a, const Dimension& b) const {
  const auto one = [&](const Dimension& d) { return out_.sizes.resolve(d).number() == 1; };
  return !one(a) && !one(b) && out_.sizes.same(a, b) == Same::no;
}

// Takes one more value into an entry-by-entry result; the smaller one repeats. False if it does not fit, which is then reported.
bool Inferrer::combine(ExpressionId id, Shape& result, ExpressionId result_id, Shape next, ExpressionId next_id, std::string_view problem) {
  if (!result.known && !next.known) {
    merge_index_axes(result, next, id);
    return true;
  }
  if (!result.known) {
    result = adopt(result, next);
    note_adoption(result_id, result);
  }
  if (!next.known) {
    next = adopt(next, result);
    note_adoption(next_id, next);
  }
  merge_index_axes(result, next, id);
  if (next.axes.empty()) return true;
  if (result.axes.empty()) {
    result.axes = next.axes;
    result.row = next.row;
    return true;
  }
  const bool longer = next.axes.size() > result.axes.size();
  Axes large = longer ? next.axes : result.axes;
  const Axes& small = longer ? result.axes : next.axes;
  for (std::size_t k = 0; k < small.size(); ++k) {
    Dimension& a = large[large.size() - 1 - k];
    const Dimension& b = small[small.size() - 1 - k];
    const auto one = [&](const Dimension& d) { return out_.sizes.resolve(d).number() == 1; };
    if (one(a)) {
      a = b;
    } else if (!one(b) && !unify(a, b)) {
      const Clash found = longer ? Clash{id, result_id, next_id, result, next, b, a} : Clash{id, result_id, next_id, result, next, a, b};
      result = mismatch(found, problem);
      return false;
    }
  }
  if (large.size() != small.size())
    out_.broadcasts.push_back(equation_.text(longer ? result_id : next_id) + " is repeated over the rows of " +
                              equation_.text(longer ? next_id : result_id));
  result.axes = std::move(large);
  result.row = result.row && next.row;
  return true;
}

Shape Inferrer::elementwise(ExpressionId id, const std::vector<Shape>& arguments) {
  const auto children = equation_.arena.children(id);
  Shape result = arguments[0];
  for (std::size_t n = 1; n < arguments.size(); ++n)
    if (!combine(id, result, children[n - 1], arguments[n], children[n], "cannot be combined entry by entry")) return result;
  return result;
}

}  // namespace eqlens
