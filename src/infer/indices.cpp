#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

namespace {

// A place such as `j + m - 1`: one letter that runs freely, and how far the rest of it reaches.
struct ShiftedPlace {
  SymbolId free = none;
  Dimension reach{0};
  std::vector<Dimension> runs;
  bool simple = true;
};

template <typename RangeOf>
void take_apart(const Equation& equation, ExpressionId id, int sign, const std::vector<ExpressionId>& scopes, RangeOf range_of,
                ShiftedPlace& place) {
  const auto& arena = equation.arena;
  const Expression& expression = arena[id];
  if (expression.kind == ExpressionKind::number) {
    place.reach = place.reach + Dimension(sign * static_cast<std::int64_t>(expression.number));
  } else if (arena.applies(id, "plus") || arena.applies(id, "minus")) {
    take_apart(equation, arena.child(id, 0), sign, scopes, range_of, place);
    take_apart(equation, arena.child(id, 1), arena.applies(id, "plus") ? sign : -sign, scopes, range_of, place);
  } else if (expression.kind == ExpressionKind::symbol && sign > 0 && equation.symbols[expression.symbol].kind == SymbolKind::index) {
    if (scopes[id] != none) {
      place.runs.push_back(range_of(expression.symbol, scopes[id]));
      place.reach = place.reach + place.runs.back();
    } else if (place.free == none)
      place.free = expression.symbol;
    else
      place.simple = false;
  } else {
    place.simple = false;
  }
}

// Whether a letter counts the entries of something with a declared shape: then that says how far it runs.
bool runs_along_declared(const Equation& equation, SymbolId letter) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index) continue;
    const auto places = arena.children(id).subspan(1);
    const bool plain = std::any_of(places.begin(), places.end(), [&](ExpressionId place) {
      return place != none && arena[place].kind == ExpressionKind::symbol && arena[place].symbol == letter;
    });
    const ExpressionId base = arena.child(id, 0);
    if (!plain || arena[base].kind != ExpressionKind::symbol) continue;
    for (const ShapeFact& fact : equation.shape_facts)
      if (fact.symbol == arena[base].symbol) return true;
  }
  return false;
}

// `v_{j+m-1}` with m up to M along an axis of R: j takes R - M + 1 places, where nothing else says how many. Asked of a sum, whose letters
// run as far as they can by then.
template <typename RangeOf, typename Rigid, typename Unify>
void settle_shifted_places(const Equation& equation, ExpressionId total, const std::vector<Shape>& symbols,
                           const std::vector<ExpressionId>& scopes, RangeOf range_of, Rigid rigid, Unify unify) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < total; ++id) {
    if (arena[id].kind != ExpressionKind::index || arena[arena.child(id, 0)].kind != ExpressionKind::symbol) continue;
    const Shape& base = symbols[arena[arena.child(id, 0)].symbol];
    const auto places = arena.children(id).subspan(1);
    for (std::size_t n = 0; base.known && n < places.size() && n < base.axes.size(); ++n) {
      if (places[n] == none || arena[places[n]].kind != ExpressionKind::apply || !rigid(base.axes[n])) continue;
      ShiftedPlace place;
      take_apart(equation, places[n], 1, scopes, range_of, place);
      if (!place.simple || place.free == none || rigid(range_of(place.free, none)) || !range_of(place.free, none).single()) continue;
      if (std::all_of(place.runs.begin(), place.runs.end(), rigid) && !runs_along_declared(equation, place.free))
        unify(range_of(place.free, none), base.axes[n] - place.reach);
    }
  }
}

}  // namespace

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

// `L_i` beside L: a number, or what a fact says of L_i, for each index.
Shape Inferrer::entry_apart(ExpressionId id) {
  const auto& arena = equation_.arena;
  Shape entry;
  for (const ShapeFact& fact : equation_.shape_facts)
    if (fact.symbol == arena[arena.child(id, 0)].symbol && !fact.indexed.empty()) entry.axes = fact.axes;
  for (const ExpressionId place : arena.children(id).subspan(1))
    if (place != none && arena[place].kind == ExpressionKind::symbol && equation_.symbols[arena[place].symbol].kind == SymbolKind::index)
      entry.index_axes.push_back({arena[place].symbol, range_of(arena[place].symbol, scopes_[place])});
  return entry;
}

Shape Inferrer::index(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const ExpressionId base_id = arena.child(id, 0);
  if (arena[base_id].kind == ExpressionKind::symbol && equation_.symbols[arena[base_id].symbol].apart) return entry_apart(id);
  Shape base = shapes[base_id];
  std::vector<ExpressionId> indices(arena.children(id).begin() + 1, arena.children(id).end());
  if (repair_.place == id && repair_.repair == Repair::swap) std::reverse(indices.begin(), indices.end());
  if (repair_.place == id && repair_.repair == Repair::letter) indices[repair_.axis] = repair_.other;
  Shape result;
  result.index_axes = base.index_axes;
  if (base.known && base.axes.size() < indices.size()) {
    const SymbolId symbol = head_of(base_id);
    const bool whole_entry = symbol != none && !settled_[symbol];
    if (!whole_entry && !base.axes.empty())
      return complain(id,
                      equation_.text(base_id) + " is " + print(base, out_.sizes) + ": it has " + std::to_string(base.axes.size()) +
                          (base.axes.size() == 1 ? " axis" : " axes") + ", but " + std::to_string(indices.size()) + " indices are printed",
                      {}, "drop an index, or declare the shape with one axis for each index");
    base.axes.clear();
    for (std::size_t n = 0; n < indices.size(); ++n) base.axes.push_back(Dimension::size(out_.sizes.fresh("n")));
  }
  for (std::size_t n = 0; n < indices.size(); ++n) {
    const ExpressionId index_id = indices[n];
    if (index_id == none) {
      if (base.known) result.axes.push_back(base.axes[n]);
    } else if (arena[index_id].kind == ExpressionKind::relation && arena[arena.child(index_id, 0)].kind == ExpressionKind::unknown) {
      // `a_{i,<t}`: all that stand before t.
      result.axes.push_back(Dimension::size(out_.sizes.fresh("n")));
    } else if (arena[index_id].kind == ExpressionKind::symbol && equation_.symbols[arena[index_id].symbol].kind == SymbolKind::index) {
      if (!letter_runs(id, base, n, index_id, result)) return Shape::misfit();
    } else {
      if (!entry_exists(id, base, n, index_id)) return Shape::misfit();
      // `w_{y_i}` with `y_i \in \{1, \ldots, C\}` looks up one of C entries.
      const SymbolId label = head_of(arena[index_id].kind == ExpressionKind::index ? arena.child(index_id, 0) : index_id);
      const auto size = base.known ? out_.sizes.resolve(base.axes[n]).single() : std::nullopt;
      if (const auto count = size && !out_.sizes.rigid(*size) ? counted_to(label) : std::nullopt) unify(base.axes[n], *count);
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

// The last of the numbers that a label was declared to be one of: C of `y \in \{1, \ldots, C\}`.
std::optional<Dimension> Inferrer::counted_to(SymbolId label) {
  const auto& arena = equation_.arena;
  for (const Statement& statement : equation_.statements) {
    if (label == none || statement.kind != StatementKind::fact || statement.sides.size() != 2 || statement.relations[0]->name != "is in")
      continue;
    const ExpressionId left = statement.sides[0], set = statement.sides[1];
    if (head_of(arena[left].kind == ExpressionKind::index ? arena.child(left, 0) : left) != label || !arena.applies(set, "set")) continue;
    const auto members = arena.children(set);
    if (members.size() > 1 && arena[members[0]].kind == ExpressionKind::number && arena[members[0]].number == 1)
      return dimension_of(members.back());
  }
  return std::nullopt;
}

// An index letter takes the size of the axis it stands at.
bool Inferrer::letter_runs(ExpressionId id, const Shape& base, std::size_t n, ExpressionId index_id, Shape& result) {
  const auto& arena = equation_.arena;
  const ExpressionId scope = scopes_[index_id];
  const SymbolId symbol = arena[index_id].symbol;
  Dimension& range = range_of(symbol, scope);
  Shape axis;
  axis.index_axes.push_back({symbol, range});
  if (base.known && !unify(range, base.axes[n])) {
    const auto limit = out_.sizes.resolve(base.axes[n]).number(), reach = out_.sizes.resolve(range).number();
    const bool shorter = limit && reach && *reach <= *limit && scope == none;
    if (!shorter && !first_run()) return complain(id, "the index does not fit"), false;
    // One letter that runs too far is one mistake, wherever it shows.
    if (!shorter && !misrun_.insert({scope, symbol}).second) return false;
    if (!shorter) {
      const ExpressionId base_id = arena.child(id, 0);
      std::vector<Label> labels;
      if (const auto origin = origin_of(base_id, base.axes[n]); !origin.empty() && arena[id].source == 0)
        labels.push_back({arena[base_id].span, described(base_id, base) + origin});
      const auto before = out_.diagnostics.size();
      complain(id,
               "the index " + equation_.symbols[symbol].latex + " runs to " + out_.sizes.print(range) + ", but axis " +
                   std::to_string(n + 1) + " of " + equation_.text(base_id) + " has the size " + out_.sizes.print(base.axes[n]),
               std::move(labels), scope == none ? "use another letter for this axis" : "both must have one size, or use two letters");
      if (out_.diagnostics.size() > before && first_run() && arena[id].source == 0) {
        std::vector<RepairAt> attempts;
        const Clash found{id, id, id, base, base, range, base.axes[n]};
        add_letter_attempts(id, attempts);
        add_inner_attempts(found, attempts);
        add_left_attempts(found, attempts);
        offer_repairs(found, attempts);
      }
      return false;
    }
  }
  merge_index_axes(result, axis, id);
  return true;
}

bool Inferrer::entry_exists(ExpressionId id, const Shape& base, std::size_t n, ExpressionId index_id) {
  const auto& arena = equation_.arena;
  const auto limit = base.known ? out_.sizes.resolve(base.axes[n]).number() : std::nullopt;
  if (!limit || arena[index_id].kind != ExpressionKind::number || arena[index_id].number <= static_cast<double>(*limit)) return true;
  const ExpressionId base_id = arena.child(id, 0);
  complain(id,
           equation_.text(base_id) + " has " + std::to_string(*limit) + " entries along axis " + std::to_string(n + 1) +
               ", so there is no entry " + equation_.text(index_id),
           {label_of(base_id, base, base.axes[n])}, "entries count from 1 to " + std::to_string(*limit));
  return false;
}

SymbolId Inferrer::head_of(ExpressionId id) const {
  const auto& arena = equation_.arena;
  return arena[id].kind == ExpressionKind::symbol ? arena[id].symbol : none;
}

// The axes that an index runs along below an expression, by the array's symbol and the place of the index.
std::vector<std::pair<SymbolId, std::size_t>> Inferrer::axes_along(ExpressionId id, SymbolId index) const {
  const auto& arena = equation_.arena;
  std::vector<std::pair<SymbolId, std::size_t>> axes;
  std::vector<ExpressionId> open(arena.children(id).begin(), arena.children(id).end());
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none) continue;
    const auto children = arena.children(part);
    if (arena[part].kind == ExpressionKind::index && head_of(children[0]) != none)
      for (std::size_t n = 1; n < children.size(); ++n)
        if (children[n] != none && head_of(children[n]) == index) axes.emplace_back(head_of(children[0]), n - 1);
    open.insert(open.end(), children.begin(), children.end());
  }
  return axes;
}

// Printed ends give a range its size, unless the axis it runs along is longer: `\sum_{i=2}^{n} x_i`.
void Inferrer::bound_range(ExpressionId id, const Range& range) {
  const auto upper = dimension_of(range.upper);
  const auto lower = range.lower == none ? std::optional<Dimension>(Dimension(1)) : dimension_of(range.lower);
  if (!upper || !lower || range.condition != none) return;
  Dimension& size = range_of(range.symbol, id);
  const Dimension length = *upper - *lower + Dimension(1);
  const Dimension axis = out_.sizes.resolve(size), asked = out_.sizes.resolve(length);
  const auto along = axes_along(id, range.symbol);
  const std::string array = along.empty() ? "it runs along" : equation_.symbols[along[0].first].latex + " has";
  if (axis.number() && asked.number() && *asked.number() > *axis.number() && values_.empty()) {
    complain(id, "the sum runs to " + out_.sizes.print(*upper) + ", but there are only " + std::to_string(*axis.number()) + " entries", {},
             "end the sum at " + std::to_string(*axis.number()));
    return;
  }
  if (!axis.single() || axis == asked) return;
  if (!out_.sizes.rigid(*axis.single())) {
    const bool untied = std::any_of(along.begin(), along.end(), [&](const auto& each) { return untied_.count(each) > 0; });
    if (!untied) unify(size, length);
    return;
  }
  const bool guessed = std::any_of(along.begin(), along.end(), [&](const auto& each) { return !settled_[each.first]; });
  if (guessed) {
    // Another sum named this axis already, with another end: then neither end is its size.
    for (const auto& each : along)
      if (!settled_[each.first] && out_.symbols[each.first].axes.size() > each.second) retie_ = untied_.insert(each).second || retie_;
    return;
  }
  // Both ends are sizes of declared arrays: nobody sums the entries of one up to the size of the other.
  const auto names_axis = [&](const ShapeFact& fact) {
    return std::any_of(fact.axes.begin(), fact.axes.end(), [&](const Dimension& each) { return out_.sizes.resolve(each) == asked; });
  };
  if (!asked.single() || along.empty() || !values_.empty()) return;
  if (std::any_of(equation_.shape_facts.begin(), equation_.shape_facts.end(), names_axis))
    complain(id,
             "the sum runs to " + out_.sizes.print(length) + ", but " + array + " " + out_.sizes.print(size) + " entries along axis " +
                 std::to_string(along[0].second + 1),
             {}, "end the sum at " + out_.sizes.print(size));
  else
    out_.assumptions.push_back("needs " + out_.sizes.print(length) + " ≤ " + out_.sizes.print(size));
}

// One first axis for each index; pairs and the like have no common shape.
Shape Inferrer::family(ExpressionId id, Shape member) {
  const auto& arena = equation_.arena;
  const ExpressionId inside = arena.child(id, 0);
  if (!member.known || arena.applies(inside, "list") || arena.applies(inside, "set")) return Shape::unknown();
  std::vector<Dimension> sizes;
  for (const Range& range : arena.ranges(id)) {
    if (range.symbol == none) continue;
    if (equation_.symbols[range.symbol].kind == SymbolKind::index) {
      sizes.push_back(range_of(range.symbol, id));
      continue;
    }
    const bool named = range.set != none && arena[range.set].kind == ExpressionKind::symbol;
    const Shape set = named ? out_.symbols[arena[range.set].symbol] : Shape::unknown();
    if (!set.known || set.axes.empty()) return Shape::unknown();
    sizes.push_back(set.axes[0]);
  }
  member.axes.insert(member.axes.begin(), sizes.begin(), sizes.end());
  return member;
}

Shape Inferrer::reduce(ExpressionId id, const Shape& body) {
  const auto& arena = equation_.arena;
  Shape result = body;
  for (const Range& range : arena.ranges(id)) {
    if (range.symbol == none) continue;
    if (equation_.symbols[range.symbol].kind == SymbolKind::index) {
      bound_range(id, range);
      if (out_.ranges[range.symbol].terms().empty()) out_.ranges[range.symbol] = range_of(range.symbol, id);
    }
    erase_if(result.index_axes, [&](const IndexAxis& axis) { return axis.index == range.symbol; });
  }
  if (!equation_.shape_facts.empty())
    settle_shifted_places(
        equation_, id, out_.symbols, scopes_,
        [&](SymbolId letter, ExpressionId scope) { return out_.sizes.resolve(range_of(letter, scope)); },
        [&](const Dimension& size) {
          const auto single = out_.sizes.resolve(size).single();
          return single && out_.sizes.rigid(*single);
        },
        [&](const Dimension& a, const Dimension& b) { unify(a, b); });
  const auto& name = arena[id].operation->name;
  if (name == "family") return family(id, result);
  if (name == "arg max" || name == "arg min") {
    const SymbolId bound = arena.ranges(id).empty() ? none : arena.ranges(id)[0].symbol;
    const auto index_axes = result.index_axes;
    result = bound != none && equation_.symbols[bound].kind == SymbolKind::variable ? out_.symbols[bound] : Shape{};
    result.index_axes = index_axes;
  }
  return result;
}

}  // namespace eqlens
