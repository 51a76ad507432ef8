// How far an index runs when nothing says so: as far as every array that it indexes allows. `x_{i+1} - x_i` stops one early.

#include <fmt/format.h>

#include <cmath>
#include <limits>

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

Compiler::Limits Compiler::limits_of(SymbolId id, ExpressionId root, Scope& scope) {
  Limits limits{-far, far, false};
  collect_limits(id, root, scope, limits, 0);
  if (limits.known) return limits;
  // Nothing that is indexed says how far: a guess, which is not passed on as knowledge.
  if (const auto& symbol = equation_.symbols[id]; symbol.kind == SymbolKind::index && id < shapes_.ranges.size())
    return {1, static_cast<std::int64_t>(sizes_.number(shapes_.ranges[id])), false};
  return {1, 3, false};
}

void Compiler::collect_limits(SymbolId id, ExpressionId at, Scope& scope, Limits& limits, std::size_t depth) {
  if (at == none || depth > deepest || rebinds(at, id)) return;
  if (const auto other = override_of(at, scope.statement); other != overridden_.end())
    return collect_limits(id, other->second.value, scope, limits, depth + 1);
  if (limit_by_call(id, at, limits)) return;
  limit_by_sequence(id, at, limits);
  if (arena_[at].kind == ExpressionKind::index) {
    const auto children = arena_.children(at);
    for (std::size_t k = 1; k < children.size(); ++k) {
      if (children[k] == none || !reads(children[k], id) || reads(children[0], id)) continue;
      const auto use = affine(children[k], id, scope);
      if (!use.known || use.factor == 0) continue;
      const auto before = mark();
      const bool whole = arena_[children[0]].kind == ExpressionKind::symbol && given_.families.contains(arena_[children[0]].symbol);
      const auto base = whole ? family(arena_[children[0]].symbol) : expression(children[0], scope);
      if (!base || base.rank() < k) {
        if (!base) reset(before);
        continue;
      }
      const auto origin = index_origin(children[0], k - 1);
      const bool shifted = use.factor != 1 || use.low != 0 || use.high != 0;
      limits.shifted = limits.shifted || shifted;
      if (!shifted && !agrees(id, {children[0], base, k, origin}, limits)) return;
      const auto last = origin + static_cast<std::int64_t>(algebra.extent(base, place(base.rank() - k))) - 1;
      // origin <= ±i + rest <= last for every rest in [low, high]
      const auto low = static_cast<std::int64_t>(std::ceil(use.low));
      const auto high = static_cast<std::int64_t>(std::floor(use.high));
      limits.first = std::max(limits.first, use.factor > 0 ? origin - low : high - last);
      limits.last = std::min(limits.last, use.factor > 0 ? last - high : low - origin);
      limits.known = true;
    }
  }
  for (const auto child : arena_.children(at)) collect_limits(id, child, scope, limits, depth + 1);
  for (const auto& range : arena_.ranges(at)) {
    collect_limits(id, range.set, scope, limits, depth + 1);
    collect_limits(id, range.condition, scope, limits, depth + 1);
  }
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

/// A call that is given as a list has an entry for each value of the index it mentions.
bool Compiler::limit_by_call(SymbolId id, ExpressionId at, Limits& limits) {
  if (arena_[at].kind != ExpressionKind::apply && arena_[at].kind != ExpressionKind::index) return false;
  if (given_.texts.empty() || !reads(at, id)) return false;
  auto text = equation_.canonical(at);
  std::erase(text, ' ');
  const auto found = given_.texts.find(text);
  if (found == given_.texts.end() || found->second.extents.empty()) return false;
  limits.first = std::max<std::int64_t>(limits.first, 1);
  limits.last = std::min(limits.last, static_cast<std::int64_t>(found->second.extents[0]));
  limits.known = true;
  return true;
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

/// An index expression as ±i plus something between two numbers.
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
  const bool minus = arena_.applies(at, "minus");
  if (!minus && !arena_.applies(at, "plus")) return {};
  const auto a = affine(children[0], id, scope);
  const auto b = affine(children[1], id, scope);
  if (minus) return {a.factor - b.factor, a.low - b.high, a.high - b.low, a.known && b.known};
  return {a.factor + b.factor, a.low + b.low, a.high + b.high, a.known && b.known};
}

}  // namespace eqlens
