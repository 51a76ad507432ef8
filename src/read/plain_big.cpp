// How big operators are told: what they gather, and over what.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "expression/drawn.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

/// "j other than i", "j where y_j equals y_i".
std::string Teller::bound_condition(ExpressionId id, SymbolId bound) {
  const auto apart = [&](ExpressionId each, ExpressionId& from) {
    if (arena_[each].kind != ExpressionKind::relation || arena_[each].child_count != 2 || arena_[each].operation->name != "is not")
      return false;
    for (std::size_t n = 0; n < 2; ++n)
      if (pattern_.symbol(arena_.child(each, n)) == bound) {
        from = arena_.child(each, 1 - n);
        return true;
      }
    return false;
  };
  ExpressionId from = none;
  if (apart(id, from)) return "other than " + tell(from);
  if (!pattern_.is(id, "and") && !pattern_.is(id, "list")) return "where " + condition(id);
  std::string without, where;
  for (const auto part : arena_.children(id)) {
    if (apart(part, from))
      without += (without.empty() ? "other than " : " and ") + tell(from);
    else
      where += (where.empty() ? "where " : " and ") + condition(part);
  }
  return without + (without.empty() || where.empty() ? "" : " ") + where;
}

/// Whether the body of a sum over a set is divided by the size of that set.
bool Teller::over_members(ExpressionId bottom, const Range& range) const {
  if (range.set == none || (!pattern_.is(bottom, "size of a set") && !pattern_.is(bottom, "absolute value"))) return false;
  return pattern_.same(arena_.child(bottom, 0), range.set);
}

std::string Teller::over(std::span<const ExpressionId> operators) {
  std::vector<std::string> unbounded, bounded;
  const auto text = [&](ExpressionId id) { return shown(analysis_, id); };
  std::vector<std::string> together;  // the letters of `(u, v) \sim p`, which are drawn at once
  for (const auto id : operators)
    for (std::size_t n = 0; n < arena_.ranges(id).size(); ++n) {
      const auto& range = arena_.ranges(id)[n];
      auto letter = range.symbol == none ? std::string() : called(analysis_, range.symbol);
      const bool another = n + 1 < arena_.ranges(id).size() && arena_.ranges(id)[n + 1].set == range.set;
      if (range.tuple && range.set != none && another && pattern_.is(id, "expectation")) {
        together.push_back(std::move(letter));
        continue;
      }
      if (!together.empty()) {
        together.push_back(std::move(letter));
        letter = enumerated(std::exchange(together, {}));
      }
      const auto with = range.condition == none ? "" : " " + bound_condition(range.condition, range.symbol);
      const bool drawn = pattern_.is(id, "expectation") || is_drawn_from(equation_, range.set);
      const std::string_view in = drawn ? "drawn from" : "in";
      if (letter.empty())
        bounded.push_back(range.condition == none ? "" : condition(range.condition));
      else if (range.set != none) {
        const auto set = pattern_.is(range.set, "set") ? tell(range.set) : text(range.set);
        explain_set(range.set);
        // "those v for which …" names the index itself.
        bounded.push_back(set.starts_with("those " + letter + " ") ? set + with : fmt::format("{} {} {}{}", letter, in, set, with));
      } else if (range.lower != none && range.upper != none)
        bounded.push_back(fmt::format("{} from {} to {}{}", letter, text(range.lower), text(range.upper), with));
      else if (range.upper != none)
        bounded.push_back(fmt::format("{} up to {}{}", letter, text(range.upper), with));
      else if (range.condition != none)
        bounded.push_back(letter + with);
      else
        unbounded.push_back(letter);
    }
  if (!unbounded.empty()) bounded.insert(bounded.begin(), enumerated(unbounded));
  std::erase(bounded, "");
  if (bounded.empty()) return "";
  auto range = fmt::format(" over {}", enumerated(bounded));
  // "where y_i equals y_j" ends before what is gathered.
  if (const auto where = range.find(" where "); where != std::string::npos && pattern_.is(operators.front(), "sum")) {
    if (bounded.size() == 1) range.insert(where, ",");
    range += ',';
  }
  return range;
}

/// Σ_j W_ij x_j is the mix of x that W x is.
std::string Teller::told_mix(ExpressionId id) {
  const auto factors = pattern_.factors(arena_.child(id, 0));
  const auto ranges = arena_.ranges(id);
  if (factors.size() != 2 || ranges.size() != 1 || ranges[0].condition != none || ranges[0].set != none) return "";
  const auto entry = [&](ExpressionId each, std::size_t indices) {
    if (arena_[each].kind != ExpressionKind::index || arena_[each].child_count != indices + 1) return false;
    return pattern_.symbol(arena_.child(each, indices)) == ranges[0].symbol && arena_[arena_.child(each, 0)].kind == ExpressionKind::symbol;
  };
  if (!entry(factors[0], 2) || !entry(factors[1], 1) || !learned_matrix(arena_.child(factors[0], 0))) return "";
  const auto weights = arena_.child(factors[0], 0), row = arena_.child(factors[0], 1);
  // Σ_j W_ij x_j reads one row of W.
  const bool counted =
      row != none && arena_[row].kind == ExpressionKind::symbol && equation_.symbols[arena_[row].symbol].kind == SymbolKind::index;
  const auto by = counted          ? fmt::format(", by row {} of {},", shown(analysis_, row), pretty(equation_.canonical(weights)))
                  : given(weights) ? fmt::format(", by {},", shown(analysis_, weights))
                                   : std::string();
  return fmt::format("a learned mix{} of {}", by, tell(arena_.child(factors[1], 0)));
}

/// Σ_k 1[k = y] f_k is f_k for the k that equals y.
std::string Teller::told_picked(ExpressionId id, ExpressionId test, const Factors& factors) {
  const auto ranges = arena_.ranges(id);
  if (ranges.size() != 1 || ranges[0].symbol == none || arena_[test].kind != ExpressionKind::relation || arena_[test].child_count != 2 ||
      arena_[test].operation->name != "equals")
    return "";
  for (std::size_t n = 0; n < 2; ++n)
    if (pattern_.symbol(arena_.child(test, n)) == ranges[0].symbol && arena_[arena_.child(test, n)].kind == ExpressionKind::symbol) {
      const auto body = (factors.minus ? "minus " : "") + closed_factors(told_factors(factors, false, none));
      return fmt::format("{} for the {} that equals {}", body, called(analysis_, ranges[0].symbol), tell(arena_.child(test, 1 - n)));
    }
  return "";
}

/// Σ_j a_j b_{i−j}: one array slides along the other.
void Teller::note_convolution(ExpressionId id) {
  const auto factors = pattern_.factors(arena_.child(id, 0));
  const auto ranges = arena_.ranges(id);
  if (factors.size() != 2 || ranges.size() != 1 || ranges[0].symbol == none) return;
  const auto place = [&](ExpressionId entry) {
    const bool one = (arena_[entry].kind == ExpressionKind::index || pattern_.is(entry, "call")) && arena_[entry].child_count == 2;
    return one ? arena_.child(entry, 1) : none;
  };
  for (std::size_t n = 0; n < 2; ++n) {
    const auto here = place(factors[n]), shifted = place(factors[1 - n]);
    if (here == none || shifted == none || pattern_.symbol(here) != ranges[0].symbol || !pattern_.is(shifted, "minus")) continue;
    if (arena_[shifted].child_count != 2 || pattern_.symbol(arena_.child(shifted, 1)) != ranges[0].symbol) continue;
    const auto slid = arena_.child(factors[1 - n], 0);
    const bool circular = pattern_.symbol(slid) != none && period(pattern_.symbol(slid)) != none;
    rules_.push_back(fmt::format("this is the {}convolution of {} and {}", circular ? "circular " : "",
                                 shown(analysis_, arena_.child(factors[n], 0)), shown(analysis_, slid)));
  }
}

/// What integrals inside one another run over, the innermost first.
std::string Teller::integrated(const std::vector<ExpressionId>& operators) {
  std::vector<std::string> names;
  for (auto each = operators.rbegin(); each != operators.rend(); ++each)
    for (const auto& range : arena_.ranges(*each))
      if (range.symbol != none) names.push_back(name(range.symbol));
  return names.empty() ? "the variable" : listed(names);
}

std::string Teller::told_reduce(ExpressionId id) {
  const auto name = pattern_.operation(id);
  const bool last = std::exchange(last_, false);
  const bool average = std::exchange(average_, none) == id;
  // A sum of sums is one sum over several indices.
  std::vector<ExpressionId> operators{id};
  auto body_id = arena_[id].child_count > 0 ? arena_.child(id, 0) : none;
  const auto per_member = [&](ExpressionId sum) {
    if (!pattern_.is(sum, "sum") || arena_.ranges(sum).size() != 1) return false;
    Factors factors;
    gather(arena_.child(sum, 0), false, factors, true);
    return factors.bottom.size() == 1 && over_members(factors.bottom[0], arena_.ranges(sum)[0]);
  };
  while (body_id != none && arena_[body_id].kind == ExpressionKind::reduce && pattern_.is(body_id, name) && !use_of(body_id) &&
         arena_[body_id].child_count > 0 && operators.size() < 8 && !per_member(body_id)) {
    operators.push_back(body_id);
    body_id = arena_.child(body_id, 0);
  }
  auto range = over(operators);
  if (name == "sum" && body_id != none) {
    if (operators.size() == 1)
      if (auto expected = told_expected(id, range); !expected.empty()) return expected;
    if (operators.size() == 1)
      if (auto mix = told_mix(id); !mix.empty()) return mix;
    Factors factors;
    gather(body_id, false, factors, true);
    if (operators.size() == 1 && per_member(id))
      return fmt::format("the average{} of {}", range,
                         (factors.minus ? "minus " : "") + multiplied(told_factors(factors, false, none), last));
    // An indicator picks the one term where its condition holds.
    if (operators.size() == 1 && factors.bottom.empty() && factors.top.size() > 1 && pattern_.is(factors.top[0], "indicator")) {
      const auto test = arena_.child(factors.top[0], 0);
      factors.top.erase(factors.top.begin());
      if (auto picked = told_picked(id, test, factors); !picked.empty()) return picked;
      const auto when = condition(test);
      return fmt::format("the sum{}, where {}, of {}", range, when,
                         (factors.minus ? "minus " : "") + multiplied(told_factors(factors, false, none), last));
    }
  }
  last_ = last;
  // "The largest value of a, divided by b" could be the largest a.
  const bool extreme = name == "maximum" || name == "supremum" || name == "minimum" || name == "infimum";
  const auto body = (average || extreme) && is_ratio(body_id) ? told_ratio(body_id)
                    : body_id != none && arena_[body_id].kind == ExpressionKind::relation
                        ? fmt::format("1 where {} and 0 elsewhere", condition(body_id))
                        : operand(body_id, false);
  if (name == "sum" && operators.size() == 1) note_convolution(id);
  if (name == "sum") return fmt::format("the {}{} of {}", average ? "average" : "sum", range, body);
  if (name == "family") return fmt::format("the list of {}, one{}", body, range.empty() ? " for each" : range.replace(1, 4, "for each"));
  if (name == "product over") return fmt::format("the product{} of {}", range, body);
  if (name == "expectation") return fmt::format("the average{} of {}", range.empty() ? " over random draws" : range, body);
  if (name == "integral") return fmt::format("{}, added up over all values of {}", body, integrated(operators));
  if (extreme) {
    const bool most = name == "maximum" || name == "supremum";
    const auto set = operators.size() == 1 && arena_.ranges(id).size() == 1 ? arena_.ranges(id)[0].set : none;
    if (set != none && pattern_.is(set, "set") && arena_[set].child_count == 2)
      return fmt::format("the {0} of the two values, for {1} = {2} and for {1} = {3}, of {4}", most ? "larger" : "smaller",
                         called(analysis_, arena_.ranges(id)[0].symbol), tell(arena_.child(set, 0)), tell(arena_.child(set, 1)), body);
    if (closed(body_id) && !body.starts_with("the ")) return fmt::format("the {} {}{}", most ? "largest" : "smallest", body, range);
    return fmt::format("the {} value{} of {}", most ? "largest" : "smallest", range, body);
  }
  if (name == "arg max" || name == "arg min") {
    const auto which = range.empty() ? "the choice" : fmt::format("the choice of {}", range.substr(std::string_view(" over ").size()));
    const std::string_view most = name == "arg max" ? "largest" : "smallest";
    if (body.find(',') != std::string::npos) return fmt::format("{} with the {} value of {}", which, most, body);
    return fmt::format("{} that makes {} {}", which, body, most);
  }
  return fmt::format("{}{} of {}", arena_[id].operation->noun.empty() ? name : arena_[id].operation->noun, range, body);
}

}  // namespace eqlens
