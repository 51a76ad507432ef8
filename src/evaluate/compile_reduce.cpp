// Big operators: an index gets an axis, the body is made once over all of it, and the axis is folded away.

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/masked.hpp"
#include "evaluate/products.hpp"
#include "evaluate/structural.hpp"

namespace eqlens {

namespace {

constexpr std::int64_t longest_range = std::int64_t{1} << 28;

}  // namespace

Term Compiler::reduce(ExpressionId id, Scope& scope) {
  const auto& operation = *arena_[id].operation;
  if (!given_.texts.empty())
    if (auto value = given_text(equation_.canonical(id), id, scope)) return value;
  if (operation.name == "integral") return integral(id, scope);
  if (operation.name == "limit") return fail(id, "not-computable", "a limit is not computed", "give a value close to it with --let");
  Scope inner{.parent = &scope, .root = arena_.child(id, 0), .statement = scope.statement};
  std::vector<Axis> axes;
  Term mask;
  for (const auto& range : arena_.ranges(id))
    if (!bind_range(id, range, inner, axes, mask)) return {};
  inner.mask = mask;
  const auto body = expression(arena_.child(id, 0), inner);
  if (body)
    if (auto weighed = expected(body, id, axes, inner)) return weighed;
  return body ? fold(id, operation, body, mask, axes) : Term{};
}

/// An end such as T_x that nothing fixes: the data decide it.
bool Compiler::is_open_end(SymbolId symbol, const Scope& scope) const {
  return symbol != none && !is_free(equation_.statements[scope_statement(scope)], symbol) && !given_.symbols.contains(symbol) &&
         !defining_statement(symbol, scope.statement) && !symbols_.contains(symbol) &&
         !sizes_.known(std::string_view(equation_.symbols[symbol].latex)) && !running_axis(symbol, scope) &&
         !world_->fixed.contains(symbol) && equation_.symbols[symbol].kind != SymbolKind::constant;
}

/// What a printed end is called is known from now on.
void Compiler::learn_end(SymbolId symbol, std::int64_t last) {
  sizes_.learn(equation_.symbols[symbol].latex, static_cast<std::size_t>(std::max<std::int64_t>(0, last)), "its sum");
  if (size_symbol(symbol)) return;
  symbols_[symbol] = algebra.number(static_cast<double>(last));
  inputs.push_back({0, symbols_[symbol].node, equation_.symbols[symbol].latex, "shape", {}});
}

/// The first index below an expression that nothing binds: that of `\sum_1^n y_i`.
SymbolId Compiler::unbound_index(ExpressionId id, const Scope& scope) const {
  if (id == none) return none;
  if (arena_[id].kind == ExpressionKind::symbol) {
    const auto symbol = arena_[id].symbol;
    return equation_.symbols[symbol].kind == SymbolKind::index && !running_axis(symbol, scope) && !given_.symbols.contains(symbol) ? symbol
                                                                                                                                   : none;
  }
  for (const auto child : arena_.children(id))
    if (const auto found = unbound_index(child, scope); found != none && !rebinds(id, found)) return found;
  return none;
}

/// Where a range begins or ends. Of an end that depends on other indices, the outermost.
std::optional<std::int64_t> Compiler::range_end(ExpressionId end, bool upper, Scope& scope) {
  const auto term = expression(end, scope);
  const auto values = term.rank() > 0 ? std::span<const double>() : values_now(term);
  if (values.empty()) return std::nullopt;
  const double value = upper ? *std::ranges::max_element(values) : *std::ranges::min_element(values);
  if (!(std::fabs(value) < 1e15)) return std::nullopt;
  return static_cast<std::int64_t>(upper ? std::floor(value) : std::ceil(value));
}

bool Compiler::is_endless(ExpressionId end) const {
  return end != none && arena_[end].kind == ExpressionKind::symbol && equation_.symbols[arena_[end].symbol].kind == SymbolKind::constant &&
         equation_.symbols[arena_[end].symbol].value == std::numeric_limits<double>::infinity();
}

std::size_t Compiler::occurrences(ExpressionId id, SymbolId symbol) const {
  if (id == none) return 0;
  std::size_t count = arena_[id].kind == ExpressionKind::symbol && arena_[id].symbol == symbol ? 1 : 0;
  for (const auto child : arena_.children(id)) count += occurrences(child, symbol);
  for (const auto& range : arena_.ranges(id))
    for (const auto part : {range.lower, range.upper, range.set, range.condition}) count += occurrences(part, symbol);
  return count;
}

/// `\sum_{i < j} x_i x_j`: j runs too, if it stands nowhere but in the sum.
bool Compiler::bind_others(ExpressionId id, ExpressionId at, Scope& inner, std::vector<Axis>& axes) {
  const auto& own = equation_.statements[scope_statement(inner)];
  if (arena_[at].kind == ExpressionKind::symbol) {
    const auto symbol = arena_[at].symbol;
    const bool open = equation_.symbols[symbol].kind == SymbolKind::index && !running_axis(symbol, inner) && !has_value(symbol, inner) &&
                      !is_free(own, symbol) && !fixed_index(symbol, inner) && counts_entries(arena_.child(id, 0), symbol);
    std::size_t everywhere = 0;
    for (const auto side : own.sides) everywhere += occurrences(side, symbol);
    if (own.sides.empty()) everywhere = occurrences(own.value, symbol);
    if (!open || everywhere != occurrences(id, symbol)) return true;
    const auto running = range_extent(id, {}, symbol, inner);
    if (!running) return false;
    inner.running[symbol] = run_over(*running, inner);
    axes.push_back(inner.running[symbol]);
  }
  return std::ranges::all_of(arena_.children(at), [&](ExpressionId child) { return child == none || bind_others(id, child, inner, axes); });
}

/// Whether the arrays of a sum up to n have n entries, where n is no more than the size of other values.
bool Compiler::reaches(ExpressionId id, SymbolId index, SymbolId end, std::int64_t last, Scope& inner) {
  if (end == none || given_.symbols.contains(end) || defining_statement(end, inner.statement) || running_axis(end, inner)) return true;
  const auto& name = equation_.symbols[end].latex;
  if (sizes_.known(std::string_view(name)) != last) return true;
  const auto before = diagnostics.size();
  const auto limits = limits_of(index, arena_.child(id, 0), inner);
  if (failed_since(before)) return false;
  if (limits.shifted || !limits.first_use) return true;
  const auto& use = *limits.first_use;
  const auto entries = static_cast<std::int64_t>(algebra.extent(use.base, place(use.base.rank() - use.axis)));
  if (use.origin + entries - 1 == last || use.origin != 1 || is_drawn(use.base)) return true;
  fail(use.of, "value-shape",
       fmt::format("{} has {} entries along {}, but {} is {} by the other values", equation_.canonical(use.of), entries,
                   equation_.symbols[index].latex, name, last),
       "give values whose sizes agree");
  return false;
}

std::optional<Running> Compiler::range_extent(ExpressionId id, const Range& range, SymbolId index, Scope& inner) {
  const auto refuse = [&](std::string message, std::string help) {
    if (!has_errors(diagnostics)) fail(id, "not-computable", std::move(message), std::move(help));
    return std::nullopt;
  };
  Running running{.symbol = index};
  if (range.lower == none && range.upper == none)
    if (const auto members = listed(index, inner)) {
      running.values = plan.add_constant({{members->size()}, *members});
      running.count = members->size();
      return running;
    }
  const auto end_symbol = range.upper != none && arena_[range.upper].kind == ExpressionKind::symbol ? arena_[range.upper].symbol : none;
  const bool endless = is_endless(range.upper);
  const bool mirrored = range.lower != none && end_symbol != none && reads(range.lower, end_symbol);  // from -m to m
  const bool open_end = endless || (!mirrored && is_open_end(end_symbol, inner));
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> last;
  if (range.lower != none && !(first = range_end(range.lower, false, inner)))
    return refuse(fmt::format("where {} begins cannot be computed", equation_.text(id)), {});
  if (range.upper != none && !open_end && !(last = range_end(range.upper, true, inner)))
    return refuse(fmt::format("{} has no end that can be reached", equation_.text(id)), "give an end to sum to");
  if (!first || !last) {
    const auto before = diagnostics.size();
    const auto limits = limits_of(index, arena_.child(id, 0), inner);
    if (failed_since(before)) return std::nullopt;
    if (!first) first = limits.first > -longest_range ? limits.first : 1;
    if (endless && !limits.known)
      return refuse(fmt::format("{} has no end that can be reached", equation_.text(id)), "give an end to sum to");
    if (endless) assume(id, fmt::format("{} ends where the values end", equation_.text(id)));
    if (!last) last = limits.last;
    if (open_end && !endless) learn_end(end_symbol, *last);
  }
  if (!reaches(id, index, end_symbol, *last, inner)) return std::nullopt;
  if (*last - *first >= longest_range) {
    fail(id, "too-large", fmt::format("{} has more than {} terms", equation_.text(id), longest_range), "use a nearer end");
    return std::nullopt;
  }
  running.first = *first;
  running.count = static_cast<std::size_t>(std::max<std::int64_t>(0, *last - *first + 1));
  return running;
}

/// `j \in \{1, \ldots, i\}` is j from 1 to i.
Range Compiler::counted(const Range& range) const {
  const auto set = range.set;
  if (set == none || range.symbol == none || !(arena_.applies(set, "set") || arena_.applies(set, "list"))) return range;
  const auto parts = arena_.children(set);
  const auto number = [&](std::size_t k) { return arena_[parts[k]].kind == ExpressionKind::number; };
  const bool next = parts.size() == 4 && number(0) && number(1) && arena_[parts[1]].number == arena_[parts[0]].number + 1;
  if (!(parts.size() == 3 || next) || !arena_.applies(parts[parts.size() - 2], "and so on")) return range;
  Range result = range;
  result.set = none;
  result.lower = parts.front();
  result.upper = parts.back();
  return result;
}

/// Binds one range's index. False if that is impossible, which has been said.
bool Compiler::bind_range(ExpressionId id, const Range& printed, Scope& inner, std::vector<Axis>& axes, Term& mask) {
  const auto range = counted(printed);
  const auto also = [&](const Term& holds) { mask = mask ? algebra.map(both_hold, mask, holds) : holds; };
  const auto index = range.symbol != none ? range.symbol : range.set == none ? unbound_index(arena_.child(id, 0), inner) : none;
  const auto& frees = equation_.statements[scope_statement(inner)].free_indices;
  const bool outside = range.symbol != none && std::ranges::find(frees, range.symbol) != frees.end();
  // `\sum_{j=1, i \ne j}`: i is not bound here, it is only spoken of.
  const bool only_condition = range.condition != none && range.set == none && range.lower == none && range.upper == none;
  if (only_condition && (outside || running_axis(range.symbol, inner))) {
  } else if (range.set != none) {
    if (!bind_set(id, range, inner, axes, mask)) return false;
  } else if (index != none && arena_[id].operation->name != "expectation") {
    const auto running = range_extent(id, range, index, inner);
    if (!running) return false;
    const auto axis = run_over(*running, inner);
    // Ends that depend on other indices leave out what is outside of them.
    for (const auto& [end, upper] : {std::pair(range.lower, false), std::pair(range.upper, true)}) {
      const auto term = end == none ? Term{} : expression(end, inner);
      if (term && !term.axes.empty())
        also(upper ? algebra.map(is_at_most, running_value(axis), term) : algebra.map(is_at_most, term, running_value(axis)));
    }
    inner.running[index] = axis;
    axes.push_back(axis);
  }
  if (range.condition == none) return true;
  if (!bind_others(id, range.condition, inner, axes)) return false;
  const auto holds = condition(range.condition, inner);
  if (holds) also(holds);
  return static_cast<bool>(holds);
}

/// `j \in S`: the index runs over the members; `x \in B` of a list of vectors: x is each of them.
bool Compiler::bind_set(ExpressionId id, const Range& range, Scope& inner, std::vector<Axis>& axes, Term& mask) {
  const bool distribution = arena_[id].operation->name == "expectation";
  if (distribution) {
    // Samples: what is given for the variable is a list of draws, unless it is no more than one.
    const auto found = given_.symbols.find(range.symbol);
    if (range.symbol == none || found == given_.symbols.end() || found->second.extents.empty()) return true;
    const auto all = symbol(range.symbol, inner);
    const auto axis = run_over({.symbol = range.symbol, .count = found->second.extents[0]}, inner);
    inner.bound[range.symbol] = compact(renamed(all, place(all.rank() - 1), axis));
    axes.push_back(axis);
    return true;
  }
  if (range.tuple) {
    const auto all = arena_.ranges(id);
    const auto first = std::ranges::find_if(all, [&](const Range& other) { return other.set == range.set; });
    const auto last = std::find_if(first, all.end(), [&](const Range& other) { return other.set != range.set; });
    if (first->symbol != range.symbol && inner.bound.contains(range.symbol)) return true;
    if (first->symbol == range.symbol && bind_tuple({first, last}, inner, axes)) return true;
    if (has_errors(diagnostics)) return false;
  }
  if (is_builder(range.set)) return bind_builder(range.set, range.symbol, inner, axes, mask);
  if (const auto given = given_.texts.find(packed_text(range.set));
      given != given_.texts.end() && (arena_[range.set].kind != ExpressionKind::index || lists_entries(range.set, given->second)))
    run_free_indices(range.set, inner);
  auto set = drawn_members(id, range, inner);
  if (!set) set = expression(range.set, inner);
  if (!set) return false;
  Term present;
  set = shown_members(set, present);
  if (set.rank() == 0)
    return fail(range.set, "missing-value", fmt::format("the members of {} are not given", equation_.text(range.set)),
                fmt::format("give them as a list: --let '{}=[1,2,3]'", equation_.text(range.set))),
           false;
  const auto outer = place(set.rank() - 1);
  const auto count = algebra.extent(set, outer);
  if (set.rank() == 1 && set.axes.size() == 1) {
    const auto axis = run_over({.symbol = range.symbol, .count = count, .values = set.node}, inner);
    inner.running[range.symbol] = axis;
    axes.push_back(axis);
    return true;
  }
  const auto axis = run_over({.symbol = range.symbol, .count = count}, inner);
  inner.bound[range.symbol] = compact(renamed(set, outer, axis));
  axes.push_back(axis);
  if (present) {
    present = renamed(present, outer, axis);
    mask = mask ? algebra.map(both_hold, mask, present) : present;
  }
  return true;
}

Term Compiler::fold(ExpressionId id, const Operation& operation, Term body, const Term& mask, const std::vector<Axis>& axes) {
  const auto name = operation.name;
  const double infinity = std::numeric_limits<double>::infinity();
  const bool largest = name == "maximum" || name == "supremum" || name == "arg max";
  const bool smallest = name == "minimum" || name == "infimum" || name == "arg min";
  if (name == "expectation" || name == "mean") return average(body, axes);
  std::vector<std::size_t> extents;
  for (const auto axis : axes) extents.push_back(running_[axis].count);
  if (mask) {
    const double neutral = largest ? -infinity : smallest ? infinity : name == "product over" || name == "elementwise product over" ? 1 : 0;
    body = name == "sum" ? masked(algebra, mask, body) : algebra.select(mask, body, algebra.number(neutral));
  }
  if (name == "sum") return algebra.sum_filled(body, axes, extents);
  // Everything else wants the axis to be there, even where the body does not depend on it.
  std::vector<Axis> all = body.axes;
  auto sizes = plan[body.node].extents;
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (!body.has(axes[k])) all.push_back(axes[k]), sizes.push_back(extents[k]);
  body = algebra.filled(body, all, sizes);
  if (name == "family")
    return mask ? fail(id, "not-computable", "the members of a family with a condition are not counted") : with_places(body, axes);
  if (name == "product over" || name == "elementwise product over") return algebra.reduce(Reduction::product, body, axes);
  if (name == "arg max" || name == "arg min") {
    const auto position = algebra.locate(largest ? Reduction::maximum : Reduction::minimum, body, axes);
    if (axes.size() != 1) return position;
    const auto& running = running_[axes[0]];
    if (running.values == none) return algebra.map("plus", position, algebra.number(static_cast<double>(running.first)));
    const Algebra::Pick pick{axes[0], position, 0};
    return algebra.gather(running_value(axes[0]), std::span(&pick, 1));
  }
  if (largest || smallest) return algebra.reduce(largest ? Reduction::maximum : Reduction::minimum, body, axes);
  return fail(id, "not-computable", fmt::format("{} is not computed", operation.noun.empty() ? name : operation.noun));
}

/// The mean over samples: those of the bound variables, or, where the values themselves are lists, over these.
Term Compiler::average(Term body, const std::vector<Axis>& axes) {
  if (!axes.empty() && std::ranges::any_of(axes, [&](Axis axis) { return body.has(axis); })) {
    std::vector<Axis> own;
    for (const auto axis : axes)
      if (body.has(axis)) own.push_back(axis);
    return mean_over(algebra, body, own);
  }
  return body.rank() == 0 ? body : compact(mean_over(algebra, body, {place(body.rank() - 1)}));
}

/// `\mathbb{E}_{x \sim p}[f(x)]` where both x and its shares p are given: every value counts by its share.
Term Compiler::expected(const Term& body, ExpressionId id, const std::vector<Axis>& axes, Scope& scope) {
  const auto ranges = arena_.ranges(id);
  if (arena_[id].operation->name != "expectation" || ranges.size() != 1 || axes.size() != 1 || ranges[0].set == none) return {};
  const auto set = ranges[0].set;
  if (arena_[set].kind != ExpressionKind::symbol || !given_.symbols.contains(arena_[set].symbol)) return {};
  const auto shares = symbol(arena_[set].symbol, scope, set);
  if (shares.rank() != 1 || algebra.extent(shares, place(0)) != running_[axes[0]].count || !is_distribution(shares)) return {};
  return algebra.sum(algebra.map("elementwise product", body, renamed(shares, place(0), axes[0])), axes);
}

}  // namespace eqlens
