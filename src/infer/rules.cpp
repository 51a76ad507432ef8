#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

bool Inferrer::unify(const Dimension& a, const Dimension& b) {
  const Same same = out_.sizes.unify(a, b);
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

Dimension& Inferrer::range_of(SymbolId symbol, ExpressionId scope) {
  const auto key = std::make_pair(scope, symbol);
  const auto found = ranges_.find(key);
  if (found != ranges_.end()) return found->second;
  const std::string& letter = equation_.symbols[symbol].latex;
  return ranges_
      .emplace(key, Dimension::size(out_.sizes.fresh("n_" + (letter.size() == 1 || letter[0] == '\\' ? letter : "{" + letter + "}"))))
      .first->second;
}

std::optional<Dimension> Inferrer::dimension_of(ExpressionId id) {
  if (id == none) return std::nullopt;
  const auto& arena = equation_.arena;
  const Expression& expression = arena[id];
  if (expression.kind == ExpressionKind::number) return Dimension(static_cast<std::int64_t>(expression.number));
  if (expression.kind == ExpressionKind::symbol) {
    const Symbol& symbol = equation_.symbols[expression.symbol];
    if (symbol.kind != SymbolKind::variable || scopes_[id] != none) return std::nullopt;
    return Dimension::size(out_.sizes.named(symbol.latex));
  }
  if (arena.applies(id, "plus") || arena.applies(id, "minus") || arena.applies(id, "product")) {
    const auto a = dimension_of(arena.child(id, 0)), b = dimension_of(arena.child(id, 1));
    if (!a || !b) return std::nullopt;
    return arena.applies(id, "plus") ? *a + *b : arena.applies(id, "minus") ? *a - *b : *a * *b;
  }
  return std::nullopt;
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
  if (depth_ == 0 && equation_.arena.applies(child, "call")) adopted_[child] = shape;
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

Shape Inferrer::elementwise(ExpressionId id, const std::vector<Shape>& arguments) {
  Shape result = arguments[0];
  for (std::size_t n = 1; n < arguments.size(); ++n) {
    Shape next = arguments[n];
    if (!result.known && !next.known) {
      merge_index_axes(result, next, id);
      continue;
    }
    if (!result.known) {
      result = adopt(result, next);
      note_adoption(equation_.arena.child(id, n - 1), result);
    }
    if (!next.known) {
      next = adopt(next, result);
      note_adoption(equation_.arena.child(id, n), next);
    }
    merge_index_axes(result, next, id);
    if (next.axes.empty()) continue;
    if (result.axes.empty()) {
      result.axes = next.axes;
      result.row = next.row;
      continue;
    }
    const bool longer = next.axes.size() > result.axes.size();
    const Shape first = result;
    std::vector<Dimension> large = longer ? next.axes : result.axes;
    const std::vector<Dimension>& small = longer ? result.axes : next.axes;
    for (std::size_t k = 0; k < small.size(); ++k) {
      Dimension& a = large[large.size() - 1 - k];
      const Dimension& b = small[small.size() - 1 - k];
      const auto one = [&](const Dimension& d) { return out_.sizes.resolve(d).number() == 1; };
      if (one(a))
        a = b;
      else if (!one(b) && !unify(a, b))
        return mismatch(id, first, next, a, b, "cannot be combined entry by entry");
    }
    if (large.size() != small.size()) {
      const ExpressionId smaller = equation_.arena.child(id, longer ? 0 : n);
      out_.broadcasts.push_back(equation_.text(smaller) + " is repeated over the rows of " +
                                equation_.text(equation_.arena.child(id, longer ? n : 0)));
    }
    result.axes = std::move(large);
    result.row = result.row && next.row;
  }
  return result;
}

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
  if (repair_.place == id) {
    if (repair_.repair == Repair::transpose_left) left = transpose(left);
    if (repair_.repair == Repair::transpose_right) right = transpose(right);
    if (repair_.repair == Repair::swap) std::swap(left, right);
    if (repair_.repair == Repair::elementwise) return elementwise(id, {left, right});
  }
  Shape result;
  if (!left.known || !right.known) {
    if (left.known && left.axes.size() == 2) {
      right = {true, right.index_axes, {left.axes[1]}, false};
      note_adoption(equation_.arena.child(id, 1), right);
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
    if (!unify(a[0], b[0]))
      return mismatch(id, left, right, a[0], b[0], left.row ? "have no dot product" : "cannot be multiplied entry by entry");
    if (!left.row) {
      result.axes = a;
      result.row = right.row;
    }
    return result;
  }
  if (a.size() == 1) {
    const Dimension& inner = b[b.size() - 2];
    if (!unify(a[0], inner)) return mismatch(id, left, right, a[0], inner, "cannot be multiplied");
    result.axes.assign(b.begin(), b.end() - 2);
    result.axes.push_back(b.back());
    result.row = true;
    return result;
  }
  const Dimension& inner = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (!unify(a.back(), inner)) return mismatch(id, left, right, a.back(), inner, "cannot be multiplied");
  const std::size_t leading = std::max(a.size(), b.size()) - 2;
  for (std::size_t n = 0; n < leading && b.size() > 1; ++n) {
    // Leading batch axes ride along by place; where one side lacks them, it repeats.
    const bool in_a = n + a.size() >= leading + 2, in_b = n + b.size() >= leading + 2;
    const Dimension& axis = in_a ? a[n - (leading - (a.size() - 2))] : b[n - (leading - (b.size() - 2))];
    if (in_a && in_b && !unify(axis, b[n - (leading - (b.size() - 2))]))
      return mismatch(id, left, right, axis, b[n - (leading - (b.size() - 2))], "have different leading axes");
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

Shape Inferrer::index(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const ExpressionId base_id = arena.child(id, 0);
  Shape base = shapes[base_id];
  const auto indices = arena.children(id).subspan(1);
  Shape result;
  result.index_axes = base.index_axes;
  if (base.known && base.axes.size() < indices.size()) {
    const SymbolId symbol = head_of(base_id);
    const bool whole_entry = symbol != none && !settled_[symbol];
    if (!whole_entry && !base.axes.empty()) {
      complain(id,
               equation_.text(base_id) + " is " + print(base, out_.sizes) + ": it has " + std::to_string(base.axes.size()) +
                   (base.axes.size() == 1 ? " axis" : " axes") + ", but " + std::to_string(indices.size()) + " indices are printed",
               {}, "drop an index, or declare the shape with one axis for each index");
      return Shape::unknown();
    }
    base.axes.clear();
    for (std::size_t n = 0; n < indices.size(); ++n) base.axes.push_back(Dimension::size(out_.sizes.fresh("n")));
  }
  for (std::size_t n = 0; n < indices.size(); ++n) {
    const ExpressionId index_id = indices[n];
    if (index_id == none) {
      if (base.known) result.axes.push_back(base.axes[n]);
      continue;
    }
    const Expression& expression = arena[index_id];
    if (expression.kind == ExpressionKind::symbol && equation_.symbols[expression.symbol].kind == SymbolKind::index) {
      const ExpressionId scope = scopes_[index_id];
      Dimension& range = range_of(expression.symbol, scope);
      Shape axis;
      axis.index_axes.push_back({expression.symbol, range});
      if (base.known && !unify(range, base.axes[n])) {
        const auto limit = out_.sizes.resolve(base.axes[n]).number(), reach = out_.sizes.resolve(range).number();
        const bool shorter = limit && reach && *reach <= *limit && scope == none;
        const std::string& letter = equation_.symbols[expression.symbol].latex;
        if (!shorter)
          complain(id,
                   "the index " + letter + " runs to " + out_.sizes.print(range) + ", but axis " + std::to_string(n + 1) + " of " +
                       equation_.text(base_id) + " has the size " + out_.sizes.print(base.axes[n]),
                   {}, scope == none ? "use another letter for this axis" : "both must have one size, or use two letters");
      }
      merge_index_axes(result, axis, id);
    } else {
      if (const auto limit = base.known ? out_.sizes.resolve(base.axes[n]).number() : std::nullopt;
          limit && expression.kind == ExpressionKind::number && expression.number > static_cast<double>(*limit))
        complain(id,
                 equation_.text(base_id) + " has " + std::to_string(*limit) + " entries along axis " + std::to_string(n + 1) +
                     ", so there is no entry " + equation_.text(index_id),
                 {}, "entries count from 1 to " + std::to_string(*limit));
      Shape inner = shapes[index_id];
      inner.axes.clear();
      merge_index_axes(result, inner, id);
    }
  }
  if (!base.known) {
    result.known = false;
    return result;
  }
  result.axes.insert(result.axes.end(), base.axes.begin() + static_cast<std::ptrdiff_t>(indices.size()), base.axes.end());
  return result;
}

SymbolId Inferrer::head_of(ExpressionId id) const {
  const auto& arena = equation_.arena;
  return arena[id].kind == ExpressionKind::symbol ? arena[id].symbol : none;
}

Shape Inferrer::reduce(ExpressionId id, const Shape& body) {
  const auto& arena = equation_.arena;
  Shape result = body;
  for (const Range& range : arena.ranges(id)) {
    if (range.symbol == none) continue;
    if (equation_.symbols[range.symbol].kind == SymbolKind::index) {
      const auto upper = dimension_of(range.upper);
      const auto lower = range.lower == none ? std::optional<Dimension>(Dimension(1)) : dimension_of(range.lower);
      Dimension& size = range_of(range.symbol, id);
      // A range that is shorter than the axis it runs along is legal: `\sum_{i=2}^{n} x_i`.
      if (upper && lower && range.condition == none) {
        const Dimension length = *upper - *lower + Dimension(1);
        const auto axis = out_.sizes.resolve(size).number(), asked = out_.sizes.resolve(length).number();
        if (axis && asked && *asked > *axis && values_.empty())
          complain(id, "the sum runs to " + out_.sizes.print(*upper) + ", but there are only " + std::to_string(*axis) + " entries", {},
                   "end the sum at " + std::to_string(*axis));
        else if (out_.sizes.resolve(size).single())
          unify(size, length);
      }
      if (out_.ranges[range.symbol].terms().empty()) out_.ranges[range.symbol] = size;
    }
    std::erase_if(result.index_axes, [&](const IndexAxis& axis) { return axis.index == range.symbol; });
  }
  const auto& name = arena[id].operation->name;
  if (name == "arg max" || name == "arg min") {
    const SymbolId bound = arena.ranges(id).empty() ? none : arena.ranges(id)[0].symbol;
    const auto index_axes = result.index_axes;
    result = bound != none && equation_.symbols[bound].kind == SymbolKind::variable ? out_.symbols[bound] : Shape{};
    result.index_axes = index_axes;
  }
  return result;
}

}  // namespace eqlens
