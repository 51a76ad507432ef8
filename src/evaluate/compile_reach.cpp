// Where arrays start, and how far those reach that are drawn: an index that leaves one asks for more entries, or for an earlier first
// one, and everything is made again.

#include <cmath>

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "expression/first_places.hpp"

namespace eqlens {

namespace {

constexpr std::int64_t longest_wish = 64;

}  // namespace

/// The size of one axis of what is indexed: of a symbol or of what a call gives.
std::optional<Dimension> Compiler::dimension_along(ExpressionId base, std::size_t axis) const {
  if (arena_[base].kind == ExpressionKind::symbol)
    if (const auto apart = apart_sizes_.find(arena_[base].symbol); apart != apart_sizes_.end())
      return axis < apart->second.size() ? std::optional(apart->second[axis]) : std::nullopt;
  const bool named = arena_[base].kind == ExpressionKind::symbol;
  const auto& shapes = named ? shapes_.symbols : shapes_.expressions;
  const auto place_in = named ? arena_[base].symbol : base;
  if (place_in >= shapes.size() || !shapes[place_in].known || axis >= shapes[place_in].rank()) return std::nullopt;
  return shapes[place_in].axes[axis];
}

/// Asks for a larger size; false if something fixes it.
bool Compiler::want(const std::optional<Dimension>& size, std::int64_t least) {
  const auto larger = size && least <= longest_wish ? sizes_.stretched(*size, least) : std::nullopt;
  if (!larger) return false;
  auto& wish = wishes.sizes[larger->first];
  wish = std::max(wish, larger->second);
  return true;
}

/// One of several sizes is to grow by so much, so that an index has a value at all.
void Compiler::want_one(const std::vector<Dimension>& sizes, std::int64_t missing) {
  for (const auto& size : sizes)
    if (const auto now = sizes_.known(size); now && want(size, *now + missing)) return;
}

/// The place that is read of an array that was drawn. What was drawn as a place and is no whole number is made to fit.
Term Compiler::within_drawn(const Term& base, ExpressionId head, std::size_t axis, Term where) {
  const auto origin = index_origin(head, axis);
  const auto extent = static_cast<std::int64_t>(algebra.extent(base, place(base.rank() - 1 - axis)));
  const auto decided = structural;
  const auto values = options_.iterate ? std::span<const double>() : values_now(where);
  structural = decided;
  if (values.empty()) return where;
  if (std::ranges::any_of(values, [](double value) { return value != std::floor(value); })) {
    const auto length = algebra.number(static_cast<double>(extent));
    const auto start = algebra.number(static_cast<double>(origin));
    const auto from_zero = algebra.map("minus", algebra.map("floor", where), start);
    return algebra.map("plus", algebra.map(remainder_of, from_zero, length), start);
  }
  const auto low = static_cast<std::int64_t>(*std::ranges::min_element(values));
  const auto high = static_cast<std::int64_t>(*std::ranges::max_element(values));
  const auto first = std::min(origin, low);
  // Only the first axis starts where it is wished; the others keep their start.
  if (axis == 0 && low < origin && origin - low <= longest_wish) wishes.firsts[packed_text(head)] = low;
  if (high - first + 1 > extent) (void)want(dimension_along(head, axis), high - first + 1);
  return where;
}

/// Where the entries along an axis start, if no option says so.
std::int64_t Compiler::usual_origin(ExpressionId base, std::size_t axis) {
  const auto asked = reach_.firsts.empty() || axis > 0 ? reach_.firsts.end() : reach_.firsts.find(packed_text(base));
  if (asked != reach_.firsts.end()) return asked->second;
  auto head = base;
  while (arena_[head].kind == ExpressionKind::apply && arena_[head].child_count > 0 &&
         (arena_.applies(head, "call") || arena_[head].child_count == 1))
    head = arena_.child(head, 0);  // the entries of an elementwise result are counted like its argument's
  return arena_[head].kind == ExpressionKind::symbol ? first_of(arena_[head].symbol, axis) : 1;
}

std::int64_t Compiler::first_of(SymbolId symbol, std::size_t axis) {
  auto name = equation_.symbols[symbol].latex;
  std::erase(name, ' ');
  const auto option = given_.index_from.find(name);
  if (option != given_.index_from.end() && !option->second.empty()) return option->second[std::min(axis, option->second.size() - 1)];
  if (const auto asked = reach_.firsts.find(name); asked != reach_.firsts.end() && axis == 0) return asked->second;
  if (const auto made = firsts_made_.find(symbol); made != firsts_made_.end() && !given_.symbols.contains(symbol))
    return axis < made->second.size() ? made->second[axis] : 1;
  if (equation_.symbols[symbol].from_zero && axis == 0) return 0;
  const auto first = first_printed(equation_, symbol, axis);
  if (first == none) return 1;
  Scope scope{.root = first, .statement = 0};
  return static_cast<std::int64_t>(known_number(first, scope).value_or(1));
}

/// What a row makes at t starts where t starts: d_2 is the first of `d_t = x_t - x_{t-1}`.
void Compiler::remember_firsts(const Statement& statement, const Scope& scope) {
  if (statement.kind != StatementKind::definition || statement.defines.size() != 1 || statement.sides.empty()) return;
  const auto left = statement.sides.front();
  if (arena_[left].kind != ExpressionKind::index || arena_[arena_.child(left, 0)].kind != ExpressionKind::symbol) return;
  std::vector<std::int64_t> firsts;
  for (const auto index : arena_.children(left).subspan(1)) {
    auto letter = index;
    std::int64_t offset = 0;
    const bool minus = index != none && arena_.applies(index, "minus");
    if (index != none && (minus || arena_.applies(index, "plus")) && arena_[arena_.child(index, 1)].kind == ExpressionKind::number) {
      letter = arena_.child(index, 0);
      offset = static_cast<std::int64_t>(arena_[arena_.child(index, 1)].number) * (minus ? -1 : 1);
    }
    const bool named = letter != none && arena_[letter].kind == ExpressionKind::symbol;
    const auto axis = named ? running_axis(arena_[letter].symbol, scope) : std::nullopt;
    const bool counts = axis && running_[*axis].values == none;
    firsts.push_back(counts ? running_[*axis].first + offset : 1);
  }
  firsts_made_[statement.defines.front()] = std::move(firsts);
}

/// `L_i` beside L: an array of its own, made by a row of its own or drawn.
Term Compiler::apart_array(ExpressionId id, Scope& scope) {
  const auto head = arena_.child(id, 0);
  const auto symbol = arena_[head].symbol;
  for (std::size_t n = 0; n < equation_.statements.size(); ++n) {
    const auto& statement = equation_.statements[n];
    if (n == scope.statement || statement.kind != StatementKind::definition || statement.value == none || statement.sides.empty()) continue;
    const auto left = statement.sides.front();
    if (arena_[left].kind != ExpressionKind::index || arena_[arena_.child(left, 0)].kind != ExpressionKind::symbol ||
        arena_[arena_.child(left, 0)].symbol != symbol || reads(statement.value, symbol))
      continue;
    const auto key = std::pair(symbol, n);
    if (const auto known = world_->known.find(key); known != world_->known.end()) return known->second;
    const auto made = definition(n);
    if (made) world_->known[key] = made;
    return made;
  }
  const auto count = arena_[id].child_count - 1u;
  auto known = opaque_.find("apart " + equation_.symbols[symbol].latex);
  if (known != opaque_.end()) return known->second;
  std::vector<Dimension> sizes(count, Dimension(3));
  ExpressionId named = id;
  for (ExpressionId at = arena_.size(); at-- > 0;) {
    const bool entry = arena_[at].kind == ExpressionKind::index && arena_[at].child_count == count + 1 &&
                       arena_[arena_.child(at, 0)].kind == ExpressionKind::symbol && arena_[arena_.child(at, 0)].symbol == symbol;
    if (!entry) continue;
    if (arena_[at].source == 0) named = at;
    for (std::size_t k = 0; k < count; ++k)
      for (const auto& axis : shapes_.expressions[at].index_axes)
        if (const auto letter = arena_.child(at, k + 1);
            letter != none && arena_[letter].kind == ExpressionKind::symbol && arena_[letter].symbol == axis.index)
          sizes[k] = axis.size;
  }
  sizes.insert(sizes.end(), shapes_.expressions[id].axes.begin(), shapes_.expressions[id].axes.end());
  std::vector<std::size_t> extents;
  for (const auto& size : sizes) extents.push_back(sizes_.number(size));
  apart_sizes_[symbol] = sizes;
  // What is said of the number, such as that it counts, is not said of the entries.
  const auto term = drawn_input(id, equation_.canonical(named), "real", extents, {});
  if (term) opaque_.emplace("apart " + equation_.symbols[symbol].latex, term);
  return term;
}

/// Whether a call looks up a place in an array that a fact declares with one axis for each argument.
bool Compiler::is_table(ExpressionId call) const {
  const auto symbol = arena_[arena_.child(call, 0)].symbol;
  const auto count = call_arguments(call).size();
  return count > 0 && std::ranges::any_of(equation_.shape_facts, [&](const ShapeFact& fact) {
           return fact.symbol == symbol && !fact.of_call && fact.indexed.empty() && fact.arguments.empty() && fact.axes.size() == count;
         });
}

/// An argument of a table that nothing gives: one of its places.
Term Compiler::drawn_place(ExpressionId argument, std::size_t count, Scope& scope) {
  if (arena_[argument].kind != ExpressionKind::symbol) return {};
  const auto id = arena_[argument].symbol;
  const auto& symbol = equation_.symbols[id];
  if (symbols_.contains(id)) return symbols_.at(id);
  if (symbol.kind != SymbolKind::variable || has_value(id, scope) || running_axis(id, scope) || sequence_of(id) || listed(id, scope))
    return {};
  auto value = drawing_.draw(symbol.latex, "label", {});
  value.data[0] = std::min(value.data[0], static_cast<double>(std::max<std::size_t>(count, 1)));
  ++drawn;
  const auto term = input(std::move(value), symbol.latex, "sample", drawing_.words(symbol.latex, "label"));
  slots[id] = inputs.back().slot;
  symbols_[id] = term;
  return term;
}

}  // namespace eqlens
