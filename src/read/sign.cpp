// What the sentences about signs ask.
#include "read/sign.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

namespace {

/// Nobody writes deeper than this what a sentence is about.
constexpr int deepest = 20;

}  // namespace

bool Sign::literal(ExpressionId id, int depth) const {
  if (id == none || depth > deepest) return false;
  if (arena_[id].kind == ExpressionKind::number) return true;
  if (arena_[id].kind == ExpressionKind::symbol) return analysis_.equation.symbols[arena_[id].symbol].kind == SymbolKind::constant;
  if (arena_[id].kind != ExpressionKind::apply) return false;
  const auto parts = arena_.children(id);
  return std::all_of(parts.begin(), parts.end(), [&](ExpressionId part) { return literal(part, depth + 1); });
}

const Pattern& Sign::pattern() const { return understanding_.pattern; }

ExpressionId Sign::left() const { return arena_.child(id_, 0); }

ExpressionId Sign::right() const { return arena_.child(id_, 1); }

std::string Sign::text(ExpressionId id) const { return shown(analysis_, id); }

std::string Sign::around() const { return understanding_.places.around(id_); }

std::string Sign::inside_of(ExpressionId named) const {
  auto whole = around();
  return whole == text(named) ? "" : ", in " + std::move(whole);
}

std::string_view Sign::each_entry() const { return pattern().rank(left()) > 0 && pattern().rank(right()) > 0 ? ", entry by entry" : ""; }

bool Sign::keeps_safe(ExpressionId id) const {
  const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
  return entry != nullptr && entry->domain == "stability";
}

bool Sign::others_only(ExpressionId sum) const {
  const auto ranges = arena_.ranges(sum);
  const bool leaves_out = std::any_of(ranges.begin(), ranges.end(), [](const Range& range) { return range.condition != none; });
  if (!leaves_out || ranges[0].upper == none) return false;
  return pattern().is(right(), "minus") && pattern().is_number(arena_.child(right(), 1), 1) &&
         pattern().same(arena_.child(right(), 0), ranges[0].upper);
}

bool Sign::flag(ExpressionId id) const {
  const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
  return entry != nullptr && entry->meaning.starts_with("a flag");
}

bool Sign::positive(ExpressionId id) const {
  if (pattern().is(id, "norm") || pattern().is(id, "absolute value")) return true;
  const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
  return entry != nullptr && entry->domain != "real" && entry->role != Role::output;
}

bool Sign::counts(ExpressionId id) const {
  // A count stays one with something added or taken: the first summand says what it is.
  for (int depth = 0; depth < deepest && (pattern().is(id, "minus") || pattern().is(id, "plus") || pattern().is(id, "power")); ++depth)
    id = arena_.child(id, 0);
  if (pattern().is(id, "size of a set")) return true;
  const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
  return entry != nullptr && (entry->domain == "count" || has_badge(*entry, "index"));
}

bool Sign::negative_number(ExpressionId id) const {
  if (arena_[id].kind == ExpressionKind::number) return arena_[id].number < 0;
  return pattern().is(id, "negative") && literal(arena_.child(id, 0));
}

bool Sign::half(ExpressionId id) const {
  const auto inside = pattern().is(id, "negative") ? arena_.child(id, 0) : id;
  return pattern().is_number(inside, -0.5) || pattern().is_number(inside, 0.5) ||
         (pattern().is(inside, "division") && pattern().is_number(arena_.child(inside, 0), 1) &&
          pattern().is_number(arena_.child(inside, 1), 2));
}

bool Sign::squares(ExpressionId id) const {
  for (int depth = 0; depth < deepest; ++depth) {
    const bool gathers = pattern().is(id, "plus") || pattern().is(id, "sum") || pattern().is(id, "expectation");
    if (!gathers && !pattern().product_like(id)) break;
    id = arena_.child(id, gathers ? 0 : 1);
  }
  if (pattern().is(id, "power")) return pattern().is_number(arena_.child(id, 1), 2);
  const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
  return entry != nullptr && (entry->meaning == "the variance" || entry->meaning.find("squared") != std::string::npos);
}

bool Sign::likely(ExpressionId id) const {
  if (pattern().is(id, "softmax") || pattern().is(id, "sigmoid")) return true;
  auto which = pattern().symbol(id);
  if (pattern().is(id, "call")) which = pattern().symbol(arena_.child(id, 0));
  const auto* entry = which == none ? nullptr : analysis_.roles.find(which);
  return entry != nullptr && (entry->meaning.find("probabilit") != std::string::npos || entry->meaning.find("policy") != std::string::npos);
}

bool Sign::shared() const {
  return std::any_of(understanding_.uses.begin(), understanding_.uses.end(), [&](const Found& found) {
    return found.use == Use::shares && (found.parts[0] == left() || pattern().same(found.parts[0], left()));
  });
}

}  // namespace eqlens
