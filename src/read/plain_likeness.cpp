// What two parts have in common is said once, and what a known combination of parts amounts to.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

/// The same tree, if one name of a is put in the place of another in b: `mine` stands in a where `theirs` stands in b.
bool Teller::twin(ExpressionId a, ExpressionId b, ExpressionId& mine, ExpressionId& theirs) const {
  if (a == none || b == none) return a == b;
  if (hashes_[a] == hashes_[b]) return true;
  const auto &x = arena_[a], &y = arena_[b];
  if (x.kind != y.kind || x.operation != y.operation || x.child_count != y.child_count || x.range_count != y.range_count) return false;
  if (x.kind == ExpressionKind::number) return false;
  if (x.kind == ExpressionKind::symbol || x.kind == ExpressionKind::index) {
    if (mine == none) {
      mine = a;
      theirs = b;
      return x.kind == ExpressionKind::symbol || pattern_.symbol(a) == pattern_.symbol(b);
    }
    return hashes_[mine] == hashes_[a] && hashes_[theirs] == hashes_[b];
  }
  for (std::size_t n = 0; n < x.range_count; ++n) {
    const auto &left = arena_.ranges(a)[n], &right = arena_.ranges(b)[n];
    if (left.symbol != right.symbol || !twin(left.lower, right.lower, mine, theirs) || !twin(left.upper, right.upper, mine, theirs) ||
        !twin(left.set, right.set, mine, theirs) || !twin(left.condition, right.condition, mine, theirs))
      return false;
  }
  for (std::size_t n = 0; n < x.child_count; ++n)
    if (!twin(arena_.child(a, n), arena_.child(b, n), mine, theirs)) return false;
  return true;
}

/// f(y_w) beside f(y_l): "the same with y_l in place of y_w". Empty for what is short or differs in more.
std::string Teller::told_twin(ExpressionId a, ExpressionId b) {
  constexpr std::size_t long_part = 5;
  ExpressionId mine = none, theirs = none;
  if (a == b || !leaf_count_reaches(a, long_part) || !twin(a, b, mine, theirs) || mine == none) return "";
  return fmt::format("the same with {} in place of {}", shown(analysis_, theirs), shown(analysis_, mine));
}

/// min(max(x, 0), 1): x kept between two numbers, whichever is met first.
std::string Teller::told_limits(ExpressionId id) {
  const auto number_and_rest = [&](ExpressionId each, ExpressionId& rest) {
    if (arena_[each].child_count != 2) return none;
    for (std::size_t n = 0; n < 2; ++n)
      if (arena_[arena_.child(each, n)].kind == ExpressionKind::number) {
        rest = arena_.child(each, 1 - n);
        return arena_.child(each, n);
      }
    return none;
  };
  const bool least = pattern_.is(id, "minimum");
  if (!least && !pattern_.is(id, "maximum")) return "";
  ExpressionId inner = none, value = none;
  const auto outer_end = number_and_rest(id, inner);
  if (outer_end == none || !pattern_.is(inner, least ? "maximum" : "minimum")) return "";
  const auto inner_end = number_and_rest(inner, value);
  if (inner_end == none) return "";
  const auto low = least ? inner_end : outer_end, high = least ? outer_end : inner_end;
  if (arena_[low].number > arena_[high].number) return "";
  last_ = false;
  return fmt::format("{}{} kept between {} and {}", id == top_ ? "" : "the value of ", operand(value), tell(low), tell(high));
}

/// max(0, a − b): by how much a is above b.
std::string Teller::told_excess(ExpressionId id) {
  if (arena_[id].child_count != 2) return "";
  const auto first = arena_.child(id, 0), second = arena_.child(id, 1);
  const auto rest = pattern_.is_number(first, 0) ? second : pattern_.is_number(second, 0) ? first : none;
  if (rest == none || !is_sum(rest)) return "";
  std::vector<Summand> above, below;
  for (const auto& part : summands(rest)) (part.minus ? below : above).push_back({part.id, false});
  if (above.empty() || below.empty()) return "";
  const auto side = [&](const std::vector<Summand>& parts) { return parts.size() == 1 ? operand(parts[0].id) : sum_of(parts, false); };
  last_ = false;
  const auto more = side(above), less = side(below);
  if (more.find(':') != std::string::npos || less.find(':') != std::string::npos) return "";
  return fmt::format("the excess of {}{} over {} (0 if there is none)", more, above.size() > 1 ? "," : "", less);
}

/// a x + b y with long numbers a, b and arrays x, y: "a weighted sum of x and y", and then the weights.
std::string Teller::told_weights(const std::vector<Summand>& parts) {
  std::vector<ExpressionId> arrays;
  std::vector<Factors> weights;
  bool fraction = false;
  for (const auto& part : parts) {
    Factors factors;
    gather(part.id, false, factors, true);
    const auto array = std::find_if(factors.top.begin(), factors.top.end(), [&](ExpressionId id) { return pattern_.rank(id) > 0; });
    const bool several = std::count_if(factors.top.begin(), factors.top.end(), [&](ExpressionId id) { return pattern_.rank(id) > 0; }) != 1;
    const bool array_below =
        std::any_of(factors.bottom.begin(), factors.bottom.end(), [&](ExpressionId id) { return pattern_.rank(id) > 0; });
    if (several || array_below || !closed(*array) || factors.top.size() + factors.bottom.size() < 2) return "";
    arrays.push_back(*array);
    factors.top.erase(array);
    factors.minus = factors.minus != part.minus;
    fraction = fraction || !factors.bottom.empty();
    weights.push_back(std::move(factors));
  }
  if (!fraction) return "";
  std::vector<std::string> names, clauses;
  for (const auto array : arrays) names.push_back(tell(array));
  for (std::size_t n = 0; n < parts.size(); ++n) {
    last_ = false;
    const auto top = closed_factors(told_factors(weights[n], false, none));
    const auto bottom = weights[n].bottom.empty() ? "" : ", divided by " + closed_factors(told_factors(weights[n], true, none));
    clauses.push_back(fmt::format("the weight of {} is {}{}{}", names[n], weights[n].minus ? "minus " : "", top, bottom));
  }
  asides_.insert(asides_.begin(), clauses.begin(), clauses.end());
  return "a weighted sum of " + listed(names);
}

/// A long number times a sum of arrays: the sum, "scaled by a factor", and then the factor.
std::string Teller::told_scaled(const Factors& factors) {
  const auto array_at = [&](ExpressionId id) { return pattern_.rank(id) > 0; };
  auto numbers = factors;
  const auto array = std::find_if(numbers.top.begin(), numbers.top.end(), array_at);
  if (numbers.bottom.empty() || array == numbers.top.end() || !is_sum(*array) || numbers.top.size() < 2) return "";
  const auto sum = *array;
  numbers.top.erase(array);
  if (std::any_of(numbers.top.begin(), numbers.top.end(), array_at) || std::any_of(numbers.bottom.begin(), numbers.bottom.end(), array_at))
    return "";
  last_ = false;
  const auto what = operand(sum);
  const auto place = asides_.size();
  const auto top = closed_factors(told_factors(numbers, false, none)), bottom = closed_factors(told_factors(numbers, true, none));
  asides_.insert(asides_.begin() + static_cast<std::ptrdiff_t>(place),
                 fmt::format("the factor is {}{}, divided by {}", numbers.minus ? "minus " : "", top, bottom));
  return what + ", scaled by a factor";
}

/// A product with 1 − d, where d is 0 or 1: the rest of it counts unless d is 1.
std::string Teller::told_flagged(const Factors& factors) {
  if (factors.minus || !factors.bottom.empty() || factors.top.size() < 2) return "";
  for (std::size_t n = 0; n < factors.top.size(); ++n) {
    ExpressionId flag = none;
    if (!is_one_less(factors.top[n], flag) || pattern_.symbol(flag) == none) continue;
    const auto* entry = analysis_.roles.find(pattern_.symbol(flag));
    if (entry == nullptr || !entry->meaning.starts_with("a flag")) continue;
    auto rest = factors;
    rest.top.erase(rest.top.begin() + static_cast<std::ptrdiff_t>(n));
    const auto unless = fmt::format("(0 where {} is 1, otherwise)", tell(flag));
    last_ = false;
    return fmt::format("{} {}", unless, multiplied(told_factors(rest, false, none), false));
  }
  return "";
}

/// exp(1/n Σ log x): the geometric mean of x.
std::string Teller::told_geometric(ExpressionId exponent) {
  const auto use = use_of(exponent);
  if (!use || use->use != Use::average || !pattern_.is(use->parts[0], "logarithm")) return "";
  const std::array<ExpressionId, 1> sum{pattern_.factors(exponent).back()};
  const auto range = over(sum);
  return fmt::format("the geometric mean{} of {}", range, operand(arena_.child(use->parts[0], 0)));
}

/// y log y + (1 − y) log(1 − y): the entropy of a choice between two, without its sign.
std::string Teller::told_entropy(const std::vector<Summand>& parts) {
  if (parts.size() != 2 || parts[0].minus != parts[1].minus) return "";
  std::array<ExpressionId, 2> chances{};
  for (std::size_t n = 0; n < 2; ++n) {
    const auto factors = pattern_.factors(parts[n].id);
    if (factors.size() != 2 || !pattern_.is(factors[1], "logarithm") || !pattern_.same(factors[0], arena_.child(factors[1], 0))) return "";
    chances[n] = factors[0];
  }
  ExpressionId rest = none;
  for (std::size_t n = 0; n < 2; ++n)
    if (closed(chances[n]) && is_one_less(chances[1 - n], rest) && pattern_.same(rest, chances[n])) {
      const auto letter = shown(analysis_, chances[n]);
      return fmt::format(
          "the sum of two terms, {2}{1} times the logarithm of {1} and {2}1 − {1} times the logarithm of 1 − {1} (together {0}the "
          "entropy of a choice with the chance {1})",
          parts[0].minus ? "" : "minus ", letter, parts[0].minus ? "minus " : "");
    }
  return "";
}

std::optional<Found> Teller::use_of(ExpressionId id) const {
  auto found = pattern_.use_of(id);
  constexpr std::size_t pair = 2;
  const bool more = found && found->use == Use::comparison && pattern_.rank(id) < 2 && pattern_.factors(id).size() > pair;
  return more ? std::nullopt : found;
}

/// Whether two factors side by side are one number: `a^\top b`, `a \cdot b`.
bool Teller::agree(ExpressionId a, ExpressionId b) const {
  if (pattern_.rank(b) != 1 || pattern_.is(b, "transpose")) return false;
  if (pattern_.is(a, "transpose")) return pattern_.rank(arena_.child(a, 0)) == 1;
  const auto above = understanding_.places.parent(b);
  return pattern_.rank(a) == 1 && above != none && pattern_.is(above, "dot product") && arena_.child(above, 1) == b;
}

std::string Teller::told_agreement(ExpressionId a, ExpressionId b) {
  if (pattern_.is(a, "transpose")) a = arena_.child(a, 0);
  const auto first = tell(a);
  return pattern_.same(a, b) ? fmt::format("the squared length of {}", first) : fmt::format("the agreement of {} with {}", first, tell(b));
}

}  // namespace eqlens
