// Why a sign stands where it stands, in words about its own parts.
#include "read/sign.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

std::string Sign::plus() const {
  if (keeps_safe(right())) return fmt::format("adding {} in {} keeps {} away from 0", text(right()), around(), text(left()));
  return fmt::format("the plus in {} adds {} to {}{}", around(), text(right()), text(left()), each_entry());
}

std::string Sign::minus() const {
  const auto above = understanding_.places.parent(id_);
  const bool gap = above != none && (pattern().is(above, "norm") || pattern().is(above, "absolute value") ||
                                     (pattern().is(above, "power") && pattern().is_number(arena_.child(above, 1), 2)));
  if (gap) return fmt::format("the difference of {} and {} measures how far they are apart", text(left()), text(right()));
  if (pattern().is_number(left(), 1) && flag(right()))
    return fmt::format("1 − {} switches off what it multiplies where {} is 1{}", text(right()), text(right()), inside_of(id_));
  if (pattern().is_number(left(), 1)) return fmt::format("1 − {} in {} is what {} leaves of 1", text(right()), around(), text(right()));
  if (pattern().rank(left()) > 0 && pattern().rank(right()) == 0)
    return fmt::format("the minus in {} takes the number {} from every entry of {}", around(), text(right()), text(left()));
  return fmt::format("the minus in {} takes {} from {}{}", around(), text(right()), text(left()), each_entry());
}

std::string Sign::negative() const {
  const auto above = understanding_.places.parent(id_);
  if (above != none && pattern().is(above, "power"))
    return fmt::format("the minus sign in the exponent of {} turns the power into a division by it", understanding_.places.around(above));
  if (above != none && pattern().is(above, "exponential"))
    return fmt::format("the minus sign makes {} smaller the larger {} is", text(above), text(left()));
  if (above == none && lowers())
    return fmt::format("the minus sign turns {} into a loss: what was to be raised is to be lowered", text(left()));
  return fmt::format("the minus sign in {} changes the sign of {}", around(), text(left()));
}

std::string Sign::power() const {
  const auto base = text(left()), exponent = text(right());
  if (pattern().is_number(right(), 2) && counts(left()))
    return fmt::format("the square of the count {} in {} is the number of pairs", base, around());
  // Of one number that is set by hand none counts more than another.
  if (pattern().is_number(right(), 2) && pattern().rank(left()) == 0 && pattern().role(left()) == Role::constant)
    return fmt::format("the square of {} in {} grows faster than {} itself", base, around(), base);
  if (pattern().is_number(right(), 2))
    return positive(left()) ? fmt::format("squaring {} in {} lets large values count most", base, around())
                            : fmt::format("squaring {} in {} makes it positive and lets large values count most", base, around());
  const bool matrix = pattern().rank(left()) >= 2;
  if (negative_number(right()) && half(right()))
    return matrix ? fmt::format("{} is the inverse square root of the matrix {}{}", text(id_), base, inside_of(id_))
                  : fmt::format("{} divides by the square root of {}{}", text(id_), base, inside_of(id_));
  if (negative_number(right()))
    return fmt::format("the negative exponent of {} divides: the larger {}, the smaller it is{}", text(id_), base, inside_of(id_));
  if (literal(right()) && half(right())) return fmt::format("{} is the square root of {}{}", text(id_), base, inside_of(id_));
  if (literal(right())) return fmt::format("the exponent {} lets large values of {} count far more in {}", exponent, base, around());
  if (arena_[left()].kind == ExpressionKind::number)
    return fmt::format("the power {} grows by the same factor whenever {} grows by 1{}", text(id_), exponent, inside_of(id_));
  const auto* entry = pattern().symbol(left()) == none ? nullptr : analysis_.roles.find(pattern().symbol(left()));
  if (entry != nullptr && entry->domain == "rate")
    return fmt::format("raising {} to the power {} makes a factor that fades as {} grows{}", base, exponent, exponent, inside_of(id_));
  return fmt::format("the power raises {} to {}{}", base, exponent, inside_of(id_));
}

std::string Sign::division() const {
  const auto bottom = right();
  if (pattern().is(bottom, "norm") && pattern().same(arena_.child(bottom, 0), left()))
    return fmt::format("dividing {} by its own length keeps the direction and makes the length 1", text(left()));
  if (literal(left())) {
    if (auto average = factor_before_sum(); !average.empty()) return average;
    // What is taken away makes the rest larger.
    const auto above = understanding_.places.parent(id_);
    if (above != none && pattern().is(above, "minus") && arena_[above].child_count == 2 && arena_.child(above, 1) == id_)
      return fmt::format("the larger {} is, the less {} takes away from {}", text(bottom), text(id_), text(arena_.child(above, 0)));
    return fmt::format("{} over {} makes {} the smaller the larger {} is", text(left()), text(bottom), around(), text(bottom));
  }
  if (const auto mean = weighted(); mean.value != none)
    return fmt::format("dividing by {} makes {} count with a share of the whole: a weighted average of {}", text(bottom), text(mean.weight),
                       text(mean.value));
  if (pattern().share(left(), bottom))
    return fmt::format("dividing {} by the total {} makes it a share of the whole{}", text(left()), text(bottom), inside_of(id_));
  if (likely(left()) && likely(bottom))
    return fmt::format("the ratio of {} to {} compares the two: above 1 where the first is larger", text(left()), text(bottom));
  if (counts(bottom)) return fmt::format("dividing by {} keeps {} from growing with it{}", text(bottom), text(left()), inside_of(id_));
  if (auto whole = normalises(); !whole.empty()) return whole;
  if (term_of(left(), bottom))
    return fmt::format("dividing {} by {} makes it a share of that sum{}", text(left()), text(bottom), inside_of(id_));
  if (related(left(), bottom))
    return fmt::format("dividing {} by {} sets the one against the other{}", text(left()), text(bottom), inside_of(id_));
  return fmt::format("dividing {} by {} measures the one in units of the other{}", text(left()), text(bottom), inside_of(id_));
}

/// B of `p(u) = u^{a-1} / B(a)`: what makes a density one.
std::string Sign::normalises() const {
  const auto& equation = analysis_.equation;
  for (const auto* statement : display_statements(equation)) {
    if (statement->value != id_ || statement->defines.size() != 1 || !pattern().is(statement->sides.front(), "call")) continue;
    const auto* entry = analysis_.roles.find(statement->defines[0]);
    const auto variable = pattern().symbol(arena_.child(statement->sides.front(), 1));
    const bool density = entry != nullptr && (entry->meaning.starts_with("a density") || entry->meaning.starts_with("a probability"));
    if (!density || variable == none || !equation.reads(left(), variable) || equation.reads(right(), variable)) continue;
    const auto letter = called(analysis_, variable);
    return fmt::format("dividing by {}, which is the same for every {}, makes {} come to 1 over all {} together", text(right()), letter,
                       shown(analysis_, statement->sides.front()), letter);
  }
  return "";
}

/// a of a + b.
bool Sign::term_of(ExpressionId part, ExpressionId sum) const {
  for (int depth = 0; depth < 20 && pattern().is(sum, "plus"); ++depth) {
    if (pattern().same(arena_.child(sum, 1), part)) return true;
    sum = arena_.child(sum, 0);
  }
  return pattern().same(sum, part) && understanding_.places.parent(sum) != none && pattern().is(understanding_.places.parent(sum), "plus");
}

Sign::Weighted Sign::weighted() const {
  const auto top = left(), bottom = right();
  const auto over = arena_.ranges(top), of = arena_.ranges(bottom);
  const bool sums = pattern().is(top, "sum") && pattern().is(bottom, "sum") && arena_[top].child_count == 1 &&
                    arena_[bottom].child_count == 1 && over.size() == 1 && of.size() == 1;
  if (!sums) return {};
  const auto factors = pattern().factors(arena_.child(top, 0));
  constexpr std::size_t pair = 2;
  if (factors.size() != pair) return {};
  for (const std::size_t n : {0U, 1U})
    if (pattern().same(factors[n], arena_.child(bottom, 0)) || pattern().one_of(factors[n], arena_.child(bottom, 0), of[0].symbol))
      return {factors[n], factors[1 - n]};
  return {};
}

std::string Sign::root() const {
  if (squares(left()))
    return fmt::format("the square root brings {}, made of squares, back to the scale of what is squared in {}", text(left()), around());
  return fmt::format("the square root of {} grows more slowly than {} itself{}", text(left()), text(left()), inside_of(id_));
}

std::string Sign::logarithm() const {
  const auto inside = left();
  const auto use = pattern().use_of(inside);
  if (use && use->use == Use::shares)
    return fmt::format("the logarithm of the share {} is 0 for a share of 1 and falls without bound for small ones", text(inside));
  if (pattern().is(inside, "division"))
    return fmt::format("the logarithm of {} is 0 where top and bottom agree, and above 0 where the top is larger", text(inside));
  if (pattern().is(inside, "sum") && pattern().is(arena_.child(inside, 0), "exponential"))
    return fmt::format("the logarithm brings {} back to the scale of the exponents: a soft maximum", text(inside));
  if (pattern().is(inside, "product over"))
    return fmt::format("the logarithm turns the product {} into a sum, which does not underflow", text(inside));
  if (likely(inside))
    return fmt::format("the logarithm of {} in {} is 0 for certainty and falls without bound for what is unlikely", text(inside), around());
  return fmt::format("the logarithm of {} in {} is 0 at 1, falls without bound towards 0 and grows slowly above", text(inside), around());
}

std::string Sign::exponential() const {
  if (shared()) return "";
  if (pattern().is(left(), "negative"))
    return fmt::format("the exponential {} falls from 1 towards 0 as {} grows", text(id_), text(arena_.child(left(), 0)));
  return fmt::format("the exponential makes {} positive, in {}: whenever it grows by 1, the result is multiplied by e", text(left()),
                     around());
}

std::string Sign::product() const {
  const auto a = pattern().rank(left()), b = pattern().rank(right());
  if (pattern().is(right(), "transpose") && a == 1 && pattern().rank(arena_.child(right(), 0)) == 1) return outer();
  if (a == 0 && b == 0) return fmt::format("the product {} multiplies {} by {}{}", text(id_), text(left()), text(right()), inside_of(id_));
  if (a == 0 || b == 0)
    return fmt::format("multiplying {} by the number {} scales all its entries{}", text(a == 0 ? right() : left()),
                       text(a == 0 ? left() : right()), inside_of(id_));
  if (pattern().is(id_, "elementwise product") || (a == b && a == 1 && pattern().rank(id_) == 1))
    return fmt::format("the product {} multiplies each entry of {} with the matching entry of {}", text(id_), text(left()), text(right()));
  return "";
}

std::string Sign::sum() const {
  const auto ranges = arena_.ranges(id_);
  std::vector<std::string> names;
  for (const Range& range : ranges)
    if (range.symbol != none) names.push_back(called(analysis_, range.symbol));
  const auto many = term_count(understanding_, id_);
  return fmt::format("the sum in {} adds up {}{}{}", around(), text(left()), names.empty() ? "" : " over " + enumerated(names),
                     many.empty() ? "" : fmt::format(", {} terms", many));
}

std::string Sign::outer() const {
  const auto row = arena_.child(right(), 0);
  const auto which = pattern().symbol(row);
  const bool ones =
      which != none && analysis_.equation.symbols[which].kind == SymbolKind::constant && analysis_.equation.symbols[which].nucleus == "1";
  if (ones) return fmt::format("the product {} repeats {} in every column", text(id_), text(left()));
  return fmt::format("the product {} pairs every entry of {} with every entry of {}", text(id_), text(left()), text(row));
}

std::string Sign::factor_before_sum() const {
  const auto above = understanding_.places.parent(id_);
  if (above == none || !pattern().product_like(above) || arena_.child(above, 0) != id_) return "";
  const auto sum = arena_.child(above, 1);
  if (others_only(sum)) return fmt::format("the factor {} makes an average of the other terms {}", text(id_), text(arena_.child(sum, 0)));
  if (arena_[sum].kind != ExpressionKind::reduce || term_count(understanding_, sum) != text(right()))
    return fmt::format("the factor {} weakens {} the more, the larger {} is", text(id_), text(sum), text(right()));
  return pattern().is_number(left(), 1)
             ? fmt::format("the factor {} makes an average of the sum of {}", text(id_), text(arena_.child(sum, 0)))
             : fmt::format("the factor {} makes {} times an average of the sum of {}", text(id_), text(left()), text(arena_.child(sum, 0)));
}

bool Sign::lowers() const {
  for (const auto* statement : display_statements(analysis_.equation)) {
    if (statement->value != id_ || statement->defines.size() != 1 || pattern().rank(id_) != 0) continue;
    const auto letter = letter_words(analysis_.equation.symbols[statement->defines[0]].nucleus);
    for (const std::string_view loss : {"L", "J", "l", "loss", "NLL"})
      if (letter == loss) return true;
    return letter.find("oss") != std::string::npos || letter == "script L" || letter == "ell";
  }
  return false;
}

}  // namespace eqlens
