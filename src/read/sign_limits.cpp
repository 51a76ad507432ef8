// What a sign does at its ends.
#include "read/sign.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

namespace {

/// A square, a length, an exponential, and what is added up from such.
bool never_negative(const Pattern& pattern, const Arena& arena, ExpressionId id) {
  if (pattern.is(id, "plus"))
    return never_negative(pattern, arena, arena.child(id, 0)) && never_negative(pattern, arena, arena.child(id, 1));
  if (pattern.is(id, "sum") && arena[id].child_count == 1) return never_negative(pattern, arena, arena.child(id, 0));
  if (arena[id].kind == ExpressionKind::number) return arena[id].number >= 0;
  return pattern.is(id, "exponential") || pattern.is(id, "norm") || pattern.is(id, "absolute value") ||
         (pattern.is(id, "power") && pattern.is_number(arena.child(id, 1), 2));
}

/// `1 + e^{-u}`, `\sqrt{u^2 + 1}`, `\sum_i e^{u_i}`: no input makes it 0.
bool never_zero(const Pattern& pattern, const Arena& arena, ExpressionId id) {
  if (pattern.is(id, "square root")) return never_zero(pattern, arena, arena.child(id, 0));
  if (pattern.is(id, "exponential")) return true;
  if (pattern.is(id, "sum") && arena[id].child_count == 1) return pattern.is(arena.child(id, 0), "exponential");
  if (!pattern.is(id, "plus") || !never_negative(pattern, arena, id)) return false;
  const auto above = [&](ExpressionId part) {
    return (arena[part].kind == ExpressionKind::number && arena[part].number > 0) || never_zero(pattern, arena, part);
  };
  return above(arena.child(id, 0)) || above(arena.child(id, 1));
}

/// Whether anything that moves the one moves the other, too: both of `a / (a + b)`.
bool moved_together(const Equation& equation, ExpressionId one, ExpressionId other) {
  for (SymbolId id = 0; id < equation.symbols.size(); ++id) {
    const auto kind = equation.symbols[id].kind;
    const bool varies = kind == SymbolKind::variable || kind == SymbolKind::function;
    if (varies && equation.reads(other, id) && equation.reads(one, id)) return true;
  }
  return false;
}

}  // namespace

std::string Sign::minus_limits() const {
  if (!pattern().is_number(left(), 1) || !flag(right())) return "";
  const auto above = understanding_.places.parent(id_);
  if (above == none || !pattern().product_like(above)) return "";
  return fmt::format("{} = 1: {} is 0; {} = 0: it counts in full", text(right()), text(above), text(right()));
}

std::string Sign::power_limits() const {
  const auto base = text(left());
  const auto exponent = right();
  if (pattern().rank(left()) >= 2) return "";
  // A number that is printed stays what it is.
  if (literal(left())) return literal(exponent) ? "" : fmt::format("{} = 0: {} is 1", text(exponent), text(id_));
  if (pattern().is_number(exponent, 2)) return fmt::format("{} = 0: {} is 0; {} twice as large: four times as much", base, text(id_), base);
  if (negative_number(exponent))
    return fmt::format("{} towards 0: {} grows without bound; {} very large: it goes to 0", base, text(id_), base);
  if (literal(exponent)) return fmt::format("{} = 0: {} is 0; {} = 1: it is 1", base, text(id_), base);
  if (pattern().is(exponent, "division")) return fmt::format("{} = 1: {} is 1", base, text(id_));
  const auto zero = fmt::format("{} = 0: {} is 1", text(exponent), text(id_));
  return fmt::format("{}; {} = 1: it is {}", zero, text(exponent), base);
}

std::string Sign::division_limits() const {
  if (counts(right()) || literal(right())) return "";
  if (pattern().is(right(), "norm") && pattern().same(arena_.child(right(), 0), left()))
    return fmt::format("{} = 0: it has no direction, and {} no value", text(left()), text(id_));
  const bool ends = never_zero(pattern(), arena_, right());
  if (literal(left()) && ends) return fmt::format("{} very large: {} goes to 0", text(right()), text(id_));
  // Where top and bottom go to 0 together, neither says what comes out.
  if (!literal(left()) && moved_together(analysis_.equation, left(), right())) return "";
  if (ends) return fmt::format("{} = 0: {} is 0", text(left()), text(id_));
  if (literal(left())) return fmt::format("{} towards 0: {} grows without bound; very large: it goes to 0", text(right()), text(id_));
  return fmt::format("{} towards 0: {} grows without bound; {} = 0: it is 0", text(right()), text(id_), text(left()));
}

std::string Sign::root_limits() const {
  if (counts(left()) || literal(left())) return "";
  return fmt::format("{} = 0: {} is 0, where its slope is infinite", text(left()), text(id_));
}

std::string Sign::product_limits() const {
  if (literal(left()) || literal(right())) return "";
  if (pattern().rank(left()) == 1 && pattern().rank(right()) == 1 && pattern().is(id_, "dot product"))
    return fmt::format("{} and {} at right angles: {} is 0", text(left()), text(right()), text(id_));
  return fmt::format("{} = 0: {} drops out of {}", text(left()), text(right()), around());
}

std::string Sign::sum_limits() const {
  const auto many = term_count(understanding_, id_);
  const auto body = text(left());
  return many.empty() ? fmt::format("all terms {} equal: their number times one of them", body)
                      : fmt::format("all terms {} equal: {} times one of them", body, many);
}

}  // namespace eqlens
