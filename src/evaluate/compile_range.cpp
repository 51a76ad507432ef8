// How far an index runs when nothing says so: as far as every array that it indexes allows. `x_{i+1} - x_i` stops one early.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "evaluate/compile.hpp"

namespace eqlens {

namespace {

constexpr std::int64_t far = std::int64_t{1} << 52;
constexpr std::size_t deepest = 200;

}  // namespace

std::optional<double> Compiler::known_number(const Term& term) {
  const auto values = term && term.axes.empty() ? values_now(term) : std::span<const double>();
  return values.empty() ? std::nullopt : std::optional(values[0]);
}

/// What a term is worth while the plan is made, which then holds for these values only. Nothing if it cannot be known yet.
std::span<const double> Compiler::values_now(const Term& term) {
  if (!term || run.too_large(term.node, options_.most_elements)) return {};
  const auto used = run.inputs_of(term.node);
  structural.insert(used.begin(), used.end());
  return std::ranges::all_of(used, [&](std::uint32_t slot) { return run.has_value(slot); }) ? run.compute(term.node)
                                                                                            : std::span<const double>();
}

std::optional<double> Compiler::known_number(ExpressionId id, Scope& scope) {
  return id == none ? std::nullopt : known_number(expression(id, scope));
}

bool Compiler::rebinds(ExpressionId id, SymbolId symbol) const {
  return std::ranges::any_of(arena_.ranges(id), [&](const Range& range) { return range.symbol == symbol; });
}

Compiler::Limits Compiler::known_limits(SymbolId id, ExpressionId root, Scope& scope) {
  Limits limits{-far, far, false};
  collect_limits(id, root, scope, limits, 0);
  if (!limits.known) limit_by_condition(id, root, scope, limits, 0);
  return limits;
}

Compiler::Limits Compiler::limits_of(SymbolId id, ExpressionId root, Scope& scope) {
  if (const auto limits = known_limits(id, root, scope); limits.known) return limits;
  // Nothing that is indexed says how far: a guess, which is not passed on as knowledge.
  if (const auto& symbol = equation_.symbols[id]; symbol.kind == SymbolKind::index && id < shapes_.ranges.size())
    return {1, static_cast<std::int64_t>(sizes_.number(shapes_.ranges[id])), false};
  return {1, 3, false};
}

void Compiler::collect_limits(SymbolId id, ExpressionId at, Scope& scope, Limits& limits, std::size_t depth) {
  if (at == none || depth > deepest || rebinds(at, id)) return;
  if (const auto other = override_of(at, scope.statement); other != overridden_.end())
    return collect_limits(id, other->second.value, scope, limits, depth + 1);
  if (limit_by_call(id, at, scope, limits)) return;
  limit_by_sequence(id, at, limits);
  limit_by_function(id, at, limits);
  limit_by_label(id, at, limits);
  limit_by_table(id, at, scope, limits);
  if (family_of(at, scope)) {
    limit_by_family(id, at, scope, limits);
  } else if (arena_[at].kind == ExpressionKind::index) {
    const auto children = arena_.children(at);
    for (std::size_t k = 1; k < children.size(); ++k) {
      if (children[k] == none || !reads(children[k], id) || reads(children[0], id)) continue;
      if (arena_[children[0]].kind == ExpressionKind::symbol && periodic_.contains(arena_[children[0]].symbol)) {
        limit_by_period(children[0], scope, limits);
        continue;
      }
      const auto use = affine(children[k], id, scope);
      if (!use.known || use.factor == 0) continue;
      const auto before = mark();
      const bool whole = arena_[children[0]].kind == ExpressionKind::symbol && given_.families.contains(arena_[children[0]].symbol);
      const auto base = whole ? family(arena_[children[0]].symbol) : array_of(children[0], scope, at);
      if (!base || base.rank() < k) {
        if (!base) reset(before);
        continue;
      }
      const auto origin = index_origin(children[0], k - 1);
      const bool shifted = use.factor != 1 || use.low != 0 || use.high != 0;
      limits.shifted = limits.shifted || shifted;
      if (!shifted && !agrees(id, {children[0], base, k, origin}, limits)) return;
      const auto last = origin + static_cast<std::int64_t>(algebra.extent(base, place(base.rank() - k))) - 1;
      if (const auto size = is_drawn(base) ? dimension_along(children[0], k - 1) : std::nullopt) limits.drawn.push_back(*size);
      narrow(limits, use, origin, last);
    }
  }
  for (const auto child : arena_.children(at)) collect_limits(id, child, scope, limits, depth + 1);
  for (const auto& range : arena_.ranges(at)) {
    limit_by_range(id, at, range, scope, limits);
    // Which members a set of indices has says nothing of how many sets there are.
    const bool unknown_set = range.set != none && arena_[range.set].kind == ExpressionKind::index &&
                             arena_[arena_.child(range.set, 0)].kind == ExpressionKind::symbol &&
                             !has_value(arena_[arena_.child(range.set, 0)].symbol, scope) && !given_.texts.contains(packed_text(range.set));
    if (!unknown_set) collect_limits(id, range.set, scope, limits, depth + 1);
    collect_limits(id, range.condition, scope, limits, depth + 1);
  }
}

/// first <= factor i + rest <= last for every rest in [low, high].
void Compiler::narrow(Limits& limits, const Affine& use, std::int64_t first, std::int64_t last) {
  const double a = (static_cast<double>(first) - std::ceil(use.low)) / use.factor;
  const double b = (static_cast<double>(last) - std::floor(use.high)) / use.factor;
  limits.first = std::max(limits.first, static_cast<std::int64_t>(std::ceil(std::min(a, b))));
  limits.last = std::min(limits.last, static_cast<std::int64_t>(std::floor(std::max(a, b))));
  limits.known = true;
}

/// The places of what repeats are all numbers; those of one period are asked for.
void Compiler::limit_by_period(ExpressionId array, Scope& scope, Limits& limits) {
  const auto base = expression(array, scope);
  if (base && base.rank() > 0) narrow(limits, {1, 0, 0, true}, 1, static_cast<std::int64_t>(algebra.extent(base, place(base.rank() - 1))));
}

/// i of `f(i)` goes as far as the definition of f lets its parameter go.
void Compiler::limit_by_function(SymbolId id, ExpressionId at, Limits& limits) {
  if (!arena_.applies(at, "call") || arena_[arena_.child(at, 0)].kind != ExpressionKind::symbol || depth_ > deepest) return;
  const auto* statement = function_definition(arena_[arena_.child(at, 0)].symbol);
  const auto arguments = call_arguments(at);
  for (std::size_t k = 0; statement != nullptr && k < arguments.size() && k < statement->parameters.size(); ++k) {
    if (arena_[arguments[k]].kind != ExpressionKind::symbol || arena_[arguments[k]].symbol != id) continue;
    Scope inner{.root = statement->value, .statement = static_cast<std::size_t>(statement - equation_.statements.data())};
    ++depth_;
    const auto places = known_limits(statement->parameters[k], statement->value, inner);
    --depth_;
    if (places.known) narrow(limits, {1, 0, 0, true}, places.first, places.last);
  }
}

/// t of `\alpha_{t|s}` goes as far as it does in the row that makes it.
void Compiler::limit_by_label(SymbolId id, ExpressionId at, Limits& limits) {
  if (arena_[at].kind != ExpressionKind::symbol || !carries_letter(arena_[at].symbol, id) || depth_ > deepest) return;
  const auto statement = defining_statement(arena_[at].symbol, equation_.statements.size());
  if (!statement || given_.symbols.contains(arena_[at].symbol)) return;
  const auto value = equation_.statements[*statement].value;
  Scope inner{.root = value, .statement = *statement};
  ++depth_;
  const auto places = known_limits(id, value, inner);
  --depth_;
  if (places.known) narrow(limits, {1, 0, 0, true}, places.first, places.last);
}

/// `r_k` of a definition of `r_t`: k goes as far as t could.
void Compiler::limit_by_family(SymbolId id, ExpressionId at, Scope& scope, Limits& limits) {
  const auto place_at = arena_.child(at, 1);
  if (!reads(place_at, id)) return;
  const auto family = *family_of(at, scope);
  const auto value = equation_.statements[family.statement].value;
  const auto use = affine(place_at, id, scope);
  if (!use.known || use.factor == 0 || depth_ > deepest) return;
  Scope inner{.root = value, .statement = family.statement};
  ++depth_;
  const auto steps = known_limits(family.step, value, inner);
  --depth_;
  if (steps.known) narrow(limits, use, steps.first + family.offset, steps.last + family.offset);
}

/// The set that a range runs through, where its members are listed: `\{1, \ldots, n\}`, or what is defined as that.
ExpressionId Compiler::listed_set(ExpressionId set) const {
  if (set == none) return none;
  if (arena_[set].kind == ExpressionKind::symbol)
    if (const auto statement = defining_statement(arena_[set].symbol, equation_.statements.size()))
      set = equation_.statements[*statement].value;
  return (arena_.applies(set, "set") || arena_.applies(set, "list")) && arena_[set].child_count > 0 ? set : none;
}

/// i of `\sum_{j=1}^{i} x_j`: as far as j could go. Where i is one end of the sum, the other end stays where it is.
void Compiler::limit_by_range(SymbolId id, ExpressionId at, const Range& range, Scope& scope, Limits& limits) {
  if (range.symbol == none || range.symbol == id) return;
  auto lower = range.lower;
  auto upper = range.upper;
  if (const auto set = listed_set(range.set); set != none) {
    lower = arena_.children(set).front();
    upper = arena_.children(set).back();
  }
  const bool both = lower != none && upper != none && reads(lower, id) && reads(upper, id);
  for (const auto end : {lower, upper}) {
    if (end == none || !reads(end, id)) continue;
    if (arena_.applies(end, "minimum") || arena_.applies(end, "maximum")) {
      // `\sum_{k=1}^{\min(i, j)}`: the end is cut off, so i goes as far as k does.
      const auto entries = known_limits(range.symbol, arena_.child(at, 0), scope);
      if (entries.known) narrow(limits, {1, 0, 0, true}, entries.first, entries.last);
      continue;
    }
    const auto use = affine(end, id, scope);
    if (!use.known || use.factor == 0) continue;
    const auto entries = known_limits(range.symbol, arena_.child(at, 0), scope);
    if (!entries.known) continue;
    constexpr std::int64_t anywhere = far;
    if (both) {
      narrow(limits, use, entries.first, entries.last);
    } else {
      narrow(limits, use, end == lower ? entries.first : -anywhere, end == upper ? entries.last : anywhere);
      if (use.factor == 1) narrow(limits, {1, 0, 0, true}, entries.first, entries.last);
    }
  }
}

/// i of `\sum_{j < i} x_j`, where nothing else says how far it goes.
void Compiler::limit_by_condition(SymbolId id, ExpressionId at, Scope& scope, Limits& limits, std::size_t depth) {
  if (at == none || depth > deepest || rebinds(at, id)) return;
  for (const auto& range : arena_.ranges(at)) {
    if (range.symbol == none || range.condition == none || !reads(range.condition, id)) continue;
    const auto entries = known_limits(range.symbol, arena_.child(at, 0), scope);
    if (entries.known) narrow(limits, {1, 0, 0, true}, entries.first, entries.last);
  }
  for (const auto child : arena_.children(at)) limit_by_condition(id, child, scope, limits, depth + 1);
}

/// Whether an array has as many entries for an index as the first that it indexes; only `x_{i+1}` may stop early.
bool Compiler::agrees(SymbolId id, const Limits::Use& use, Limits& limits) {
  if (!limits.first_use) limits.first_use = use;
  const auto& other = *limits.first_use;
  const auto entries = [&](const Limits::Use& of) { return algebra.extent(of.base, place(of.base.rank() - of.axis)); };
  const auto words = [&](const Limits::Use& of) {
    const auto name = equation_.canonical(of.of);
    if (of.base.rank() == 1) return fmt::format("{} has {} {}", name, entries(of), entries(of) == 1 ? "entry" : "entries");
    return fmt::format("{} is {}", name, fmt::join(algebra.extents(of.base), " × "));
  };
  if (entries(other) == entries(use) || other.origin != use.origin) return true;
  fail(use.of, "value-shape",
       fmt::format("{} and {}, but the index {} runs over both, {} here and {} there", words(other), words(use),
                   equation_.symbols[id].latex, entries(other), entries(use)),
       "give values whose sizes agree");
  return false;
}

/// A call that is given as a list has an entry for each value of the index it mentions. What is given for one index limits none.
bool Compiler::limit_by_call(SymbolId id, ExpressionId at, const Scope& scope, Limits& limits) {
  if (arena_[at].kind != ExpressionKind::apply && arena_[at].kind != ExpressionKind::index) return false;
  if (given_.texts.empty() || !reads(at, id)) return false;
  auto text = equation_.canonical(at);
  std::erase(text, ' ');
  const auto found = given_.texts.find(text);
  if (found == given_.texts.end()) return false;
  const bool meant = arena_[at].kind == ExpressionKind::index && is_free(equation_.statements[scope_statement(scope)], id);
  if (meant && !lists_entries(at, found->second)) return true;
  if (found->second.extents.empty()) return false;
  limits.first = std::max<std::int64_t>(limits.first, 1);
  limits.last = std::min(limits.last, static_cast<std::int64_t>(found->second.extents[0]));
  limits.known = true;
  return true;
}

/// b of `Q(s, b)` goes as far as the second axis of the table, also where the line gives an entry of Q anew.
void Compiler::limit_by_table(SymbolId id, ExpressionId at, Scope& scope, Limits& limits) {
  if (!arena_.applies(at, "call") || arena_[arena_.child(at, 0)].kind != ExpressionKind::symbol || depth_ > deepest) return;
  const auto head = arena_.child(at, 0);
  const auto function = arena_[head].symbol;
  const auto* statement = function_definition(function);
  if (statement != nullptr && !reads(statement->value, function)) return;
  const auto arguments = call_arguments(at);
  const auto given = given_.symbols.find(function);
  if (given == given_.symbols.end() ? !is_table(at) : given->second.extents.size() != arguments.size()) return;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (!reads(arguments[k], id)) continue;
    const auto use = affine(arguments[k], id, scope);
    const auto table = use.known && use.factor != 0 ? symbol(function, scope, head) : Term{};
    if (!table || table.rank() < arguments.size()) continue;
    const auto origin = index_origin(head, k);
    narrow(limits, use, origin, origin + static_cast<std::int64_t>(algebra.extent(table, place(table.rank() - 1 - k))) - 1);
  }
}

/// `x_{i+1}` of a sequence that is given whole.
void Compiler::limit_by_sequence(SymbolId id, ExpressionId at, Limits& limits) {
  if (arena_[at].kind != ExpressionKind::symbol || equation_.symbols[arena_[at].symbol].step != id) return;
  const auto sequence = sequence_of(arena_[at].symbol);
  if (!sequence) return;
  const auto offset = equation_.symbols[arena_[at].symbol].offset;
  limits.first = std::max(limits.first, sequence->first - offset);
  limits.last = std::min(limits.last, sequence->first + static_cast<std::int64_t>(sequence->whole->extents[0]) - 1 - offset);
  limits.known = true;
}

/// An index expression as a multiple of i plus something between two numbers.
Compiler::Affine Compiler::affine(ExpressionId at, SymbolId id, Scope& scope) {
  const auto& expression_at = arena_[at];
  if (expression_at.kind == ExpressionKind::symbol && expression_at.symbol == id) return {1, 0, 0, true};
  if (!reads(at, id)) {
    if (expression_at.kind == ExpressionKind::symbol && equation_.symbols[expression_at.symbol].kind == SymbolKind::index &&
        !running_axis(expression_at.symbol, scope) && !given_.symbols.contains(expression_at.symbol))
      return {};  // another index that is not known yet
    const auto term = expression(at, scope);
    const auto values = term.rank() > 0 ? std::span<const double>() : values_now(term);
    if (values.empty()) return {};
    return {0, *std::ranges::min_element(values), *std::ranges::max_element(values), true};
  }
  const auto children = arena_.children(at);
  if (arena_.applies(at, "negative")) {
    const auto inner = affine(children[0], id, scope);
    return {-inner.factor, -inner.high, -inner.low, inner.known};
  }
  if (arena_.applies(at, "product") || arena_.applies(at, "dot product") || arena_.applies(at, "times")) {
    auto a = affine(children[0], id, scope);
    auto b = affine(children[1], id, scope);
    if (a.factor != 0) std::swap(a, b);
    if (!a.known || !b.known || a.factor != 0 || a.low != a.high) return {};
    return {a.low * b.factor, std::min(a.low * b.low, a.low * b.high), std::max(a.low * b.low, a.low * b.high), true};
  }
  const bool minus = arena_.applies(at, "minus");
  if (!minus && !arena_.applies(at, "plus")) return {};
  const auto a = affine(children[0], id, scope);
  const auto b = affine(children[1], id, scope);
  if (minus) return {a.factor - b.factor, a.low - b.high, a.high - b.low, a.known && b.known};
  return {a.factor + b.factor, a.low + b.low, a.high + b.high, a.known && b.known};
}

}  // namespace eqlens
