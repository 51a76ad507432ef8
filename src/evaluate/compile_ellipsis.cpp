// `x_1^2 + \cdots + x_d^2`: the first and the last term show what varies; the whole is one term over a running index.

#include <array>

#include <fmt/format.h>

#include <cmath>

#include "evaluate/compile.hpp"

namespace eqlens {

namespace {

bool is_dots(const Arena& arena, ExpressionId id) { return id != none && arena.applies(id, "and so on"); }

/// The parts of a chain of one operation, left to right.
void flatten(const Arena& arena, ExpressionId id, const Operation* operation, std::vector<ExpressionId>& parts, std::size_t depth = 0) {
  constexpr std::size_t deepest = 200;
  if (arena[id].kind == ExpressionKind::apply && arena[id].operation == operation && depth < deepest) {
    for (const auto child : arena.children(id))
      if (child != none) flatten(arena, child, operation, parts, depth + 1);
  } else {
    parts.push_back(id);
  }
}

/// The values along a running axis, each with its last axis behind that of the one before.
Term side_by_side(Algebra& algebra, const Term& term, Axis axis, std::size_t count) {
  if (!term || term.rank() == 0) return with_places(term, {axis});
  const auto width = algebra.extent(term, place(0));
  Array which{{count * width}, {}}, where{{count * width}, {}};
  for (std::size_t n = 0; n < count * width; ++n) {
    which.data.push_back(static_cast<double>(n / width));
    where.data.push_back(static_cast<double>(n % width));
  }
  const auto own = algebra.fresh();
  const std::array<Algebra::Pick, 2> picks{Algebra::Pick{axis, algebra.constant(std::move(which)), 0},
                                           Algebra::Pick{own, algebra.constant(std::move(where)), 0}};
  return algebra.gather(renamed(term, place(0), own), picks);
}

}  // namespace

bool Compiler::has_dots(ExpressionId id) const {
  const auto children = arena_.children(id);
  if (children.empty()) return false;
  const bool here = std::ranges::any_of(children, [&](ExpressionId child) { return is_dots(arena_, child); });
  if (here) return true;
  const bool chained =
      children[0] != none && arena_[children[0]].kind == ExpressionKind::apply && arena_[children[0]].operation == arena_[id].operation;
  return chained && has_dots(children[0]);
}

/// Walks the first and the last term together; where they differ, the first has a number that counts.
bool Compiler::varies(ExpressionId first, ExpressionId last, std::vector<std::pair<ExpressionId, ExpressionId>>& places) const {
  const auto& a = arena_[first];
  const auto& b = arena_[last];
  if (a.kind == ExpressionKind::number && !(b.kind == ExpressionKind::number && b.number == a.number)) {
    places.emplace_back(first, last);
    return true;
  }
  if (a.kind != b.kind || a.operation != b.operation || a.child_count != b.child_count || a.number != b.number || a.symbol != b.symbol)
    return false;
  for (std::size_t k = 0; k < a.child_count; ++k) {
    const auto x = arena_.child(first, k);
    const auto y = arena_.child(last, k);
    if ((x == none) != (y == none) || (x != none && !varies(x, y, places))) return false;
  }
  return true;
}

Term Compiler::with_dots(ExpressionId id, Scope& scope) {
  std::vector<ExpressionId> parts;
  flatten(arena_, id, arena_[id].operation, parts);
  const auto dots =
      static_cast<std::size_t>(std::ranges::find_if(parts, [&](ExpressionId part) { return is_dots(arena_, part); }) - parts.begin());
  std::vector<std::pair<ExpressionId, ExpressionId>> places;
  const auto unclear = [&] {
    return fail(id, "not-computable", fmt::format("what the dots in {} stand for is not clear", equation_.text(id)),
                "write it with \\sum, from the first to the last term");
  };
  if (dots == 0 || dots + 2 != parts.size()) return unclear();
  const bool one_varies = varies(parts.front(), parts.back(), places) && !places.empty();
  const bool collects = arena_[id].operation->name == "list" || arena_[id].operation->name == "set";
  if (collects && dots <= 2 && (!one_varies || arena_[parts.front()].kind == ExpressionKind::number))
    if (auto numbers = progression(parts, scope)) return numbers;
  if (!one_varies) return unclear();
  const auto first = arena_[places[0].first].number;
  for (const auto& place_pair : places)
    if (arena_[place_pair.first].number != first) return unclear();

  Running running{.first = static_cast<std::int64_t>(first)};
  const auto end = places[0].second;
  const auto end_symbol = arena_[end].kind == ExpressionKind::symbol ? arena_[end].symbol : none;
  std::optional<double> last;
  if (!is_open_end(end_symbol, scope)) last = known_number(end, scope);
  if (!last) {
    // The last entry of the array that is counted through.
    for (ExpressionId at = 0; !last && at < arena_.size(); ++at) {
      const auto children = arena_.children(at);
      for (std::size_t k = 1; arena_[at].kind == ExpressionKind::index && k < children.size(); ++k) {
        if (children[k] != end) continue;
        const auto base = expression(children[0], scope);
        if (base && base.rank() >= k)
          last = static_cast<double>(index_origin(children[0], k - 1) +
                                     static_cast<std::int64_t>(algebra.extent(base, place(base.rank() - k))) - 1);
      }
    }
    if (last && end_symbol != none) learn_end(end_symbol, static_cast<std::int64_t>(*last));
  }
  if (!last) last = known_number(end, scope);  // a size nobody knows is chosen
  if (!last || *last - first > 1e8) return unclear();
  running.count = static_cast<std::size_t>(std::max(0.0, *last - first + 1));
  const auto axis = run_over(running, scope);
  for (const auto& place_pair : places) replaced_[place_pair.first] = axis;
  const auto term = expression(parts.front(), scope);
  for (const auto& place_pair : places) replaced_.erase(place_pair.first);
  if (!term) return {};
  const auto& name = arena_[id].operation->name;
  if (name == "plus") return algebra.sum(term, {axis});
  if (name == "list" || name == "set") return with_places(term, {axis});
  if (name == "maximum" || name == "minimum")
    return algebra.reduce(name == "maximum" ? Reduction::maximum : Reduction::minimum, term, {axis});
  const auto rule = arena_[id].operation->shape;
  if (rule == ShapeRule::stack) return with_places(term, {axis});
  if (rule == ShapeRule::concatenate) return side_by_side(algebra, term, axis, running.count);
  const bool product = name == "product" || name == "times" || name == "elementwise product" || name == "dot product";
  return product ? algebra.reduce(Reduction::product, term, {axis}) : unclear();
}

/// `(i-1)k+1, \ldots, ik`: numbers that go up by one, or by what the first two are apart; as many for every i.
Term Compiler::progression(const std::vector<ExpressionId>& parts, Scope& scope) {
  const auto before = mark();
  const auto first = expression(parts.front(), scope);
  const auto last = expression(parts.back(), scope);
  const auto next = parts.size() == 4 ? expression(parts[1], scope) : Term{};
  const auto step = next ? algebra.map("minus", next, first) : algebra.number(1);
  const auto span_of_numbers = first && last && step ? algebra.map("division", algebra.map("minus", last, first), step) : Term{};
  const auto spans = span_of_numbers.rank() > 0 ? std::span<const double>() : values_now(span_of_numbers);
  constexpr double longest = 1e8;
  const bool clear = !spans.empty() && spans[0] >= -1 && spans[0] < longest && spans[0] == std::floor(spans[0]) &&
                     std::ranges::all_of(spans, [&](double span) { return span == spans[0]; });
  if (!clear) return reset(before), Term{};
  const auto axis = run_over({.first = 0, .count = static_cast<std::size_t>(spans[0] + 1)}, scope);
  return with_places(algebra.map("plus", first, algebra.map("elementwise product", step, running_value(axis))), {axis});
}

}  // namespace eqlens
