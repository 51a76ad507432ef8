// What a sign does at its ends.
#include "read/sign.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

namespace {

/// Whether a value can be below 0, or 0, whatever real numbers go in.
enum class Floor : std::uint8_t { open, zero, above };

class Lowest {
 public:
  explicit Lowest(const Understanding& understanding) : pattern_(understanding.pattern), arena_(understanding.analysis.equation.arena) {}

  [[nodiscard]] Floor of(ExpressionId id, int depth = 0) const {
    constexpr int deepest_floor = 12;
    if (id == none || depth > deepest_floor) return Floor::open;
    if (arena_[id].kind == ExpressionKind::number)
      return arena_[id].number > 0 ? Floor::above : arena_[id].number == 0 ? Floor::zero : Floor::open;
    const auto child = [&](std::size_t n) { return of(arena_.child(id, n), depth + 1); };
    const auto name = pattern_.operation(id);
    if (name == "exponential" || name == "sigmoid" || name == "softmax") return Floor::above;
    if (name == "norm" || name == "absolute value" || name == "size of a set") return Floor::zero;
    if (name == "square root" || (name == "sum" && arena_[id].child_count == 1)) return child(0);
    if (arena_[id].child_count != 2) return Floor::open;
    if (name == "power") return even(arena_.child(id, 1)) ? std::max(Floor::zero, child(0)) : child(0);
    const auto a = child(0), b = child(1);
    if (name == "division" && arena_[arena_.child(id, 1)].kind == ExpressionKind::number) return std::min(a, b);
    if (name == "plus") return a == Floor::open || b == Floor::open ? Floor::open : std::max(a, b);
    return name == "product" || name == "times" || name == "elementwise product" ? std::min(a, b) : Floor::open;
  }

 private:
  [[nodiscard]] bool even(ExpressionId exponent) const {
    return arena_[exponent].kind == ExpressionKind::number && std::fmod(arena_[exponent].number, 2) == 0;
  }

  const Pattern& pattern_;
  const Arena& arena_;
};

}  // namespace

bool never_zero(const Understanding& understanding, ExpressionId id) { return Lowest(understanding).of(id) == Floor::above; }

bool never_positive(const Understanding& understanding, ExpressionId id) {
  const auto& arena = understanding.analysis.equation.arena;
  const auto& pattern = understanding.pattern;
  const Lowest lowest(understanding);
  if (pattern.is(id, "negative")) return lowest.of(arena.child(id, 0)) != Floor::open;
  if (arena[id].child_count != 2 || (!pattern.product_like(id) && !pattern.is(id, "division"))) return false;
  const auto left = arena.child(id, 0), right = arena.child(id, 1);
  const bool below = never_positive(understanding, left);
  return below && (pattern.is(id, "division") || lowest.of(right) != Floor::open);
}

/// Whether two parts move together, because a symbol stands in both.
bool Sign::related(ExpressionId a, ExpressionId b) const {
  Statement both;
  both.sides = {a};
  const auto parts = expressions_of(arena_, both);
  return std::any_of(parts.begin(), parts.end(), [&](ExpressionId part) {
    return arena_[part].kind == ExpressionKind::symbol && analysis_.equation.symbols[arena_[part].symbol].kind != SymbolKind::constant &&
           pattern().mentions(b, arena_[part].symbol);
  });
}

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
  if (negative_number(exponent) && never_zero(understanding_, left())) return fmt::format("{} very large: {} goes to 0", base, text(id_));
  if (negative_number(exponent))
    return fmt::format("{} towards 0: {} grows without bound; {} very large: it goes to 0", base, text(id_), base);
  if (literal(exponent)) return fmt::format("{} = 0: {} is 0; {} = 1: it is 1", base, text(id_), base);
  if (pattern().is(exponent, "division")) return fmt::format("{} = 1: {} is 1", base, text(id_));
  // A count with a minus before it is never 1.
  if (pattern().is(exponent, "negative")) {
    const auto inner = text(arena_.child(exponent, 0));
    return fmt::format("{} = 0: {} is 1; {} = 1: it is 1 over {}", inner, text(id_), inner, base);
  }
  const auto zero = fmt::format("{} = 0: {} is 1", text(exponent), text(id_));
  return fmt::format("{}; {} = 1: it is {}", zero, text(exponent), base);
}

std::string Sign::division_limits() const {
  if (counts(right()) || literal(right())) return "";
  if (pattern().is(right(), "norm") && pattern().same(arena_.child(right(), 0), left()))
    return fmt::format("{} = 0: it has no direction, and {} no value", text(left()), text(id_));
  const bool safe = never_zero(understanding_, right());
  if (literal(left()))
    return safe ? fmt::format("{} very large: {} goes to 0", text(right()), text(id_))
                : fmt::format("{} towards 0: {} grows without bound; very large: it goes to 0", text(right()), text(id_));
  if (const auto mean = weighted(); mean.value != none)
    return fmt::format("all {0} equal: the plain average of {1}; one {0} far above the rest: the {1} that it counts", text(mean.weight),
                       text(mean.value));
  // Where top and bottom go to 0 together anything may come out.
  const bool together = related(left(), right());
  if (together) return safe ? "" : fmt::format("{} = 0: {} has no value", text(right()), text(id_));
  if (safe) return fmt::format("{} = 0: {} is 0", text(left()), text(id_));
  return fmt::format("{} towards 0: {} grows without bound; {} = 0: it is 0", text(right()), text(id_), text(left()));
}

std::string Sign::root_limits() const {
  if (counts(left()) || literal(left()) || never_zero(understanding_, left())) return "";
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
  // 1/(n − 1) before it makes an average of the others.
  const auto above = understanding_.places.parent(id_);
  const auto factor = above != none && pattern().product_like(above) ? arena_.child(above, 0) : none;
  if (factor != none && pattern().is(factor, "division") && pattern().is_number(arena_.child(factor, 0), 1) &&
      Sign(understanding_, factor).others_only(id_))
    return fmt::format("all terms {} equal: that term; {} = 1: there is no other", body, text(arena_.child(arena_.child(factor, 1), 0)));
  return many.empty() ? fmt::format("all terms {} equal: their number times one of them", body)
                      : fmt::format("all terms {} equal: {} times one of them", body, many);
}

}  // namespace eqlens
