// How operations are told where no use is recognised: short nouns from what they do.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "expression/lengths.hpp"
#include "expression/second_order.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr int deepest_operation = 40;

}  // namespace

std::string Teller::tell(ExpressionId id) {
  if (id == none) return "everything";
  if (depth_ > deepest_operation) return "the rest";
  const bool last = std::exchange(last_, false);
  if (auto known = named(id); !known.empty()) return known;
  ++depth_;
  last_ = last;
  // What is inside a repeated part gets a name only if it is printed elsewhere too.
  const bool again = id != top_ && repeats(id);
  const auto outer = outer_count_;
  const auto place = asides_.size();
  if (again) outer_count_ = counts_.at(hashes_[id]);
  const auto& expression = arena_[id];
  std::string noun;
  switch (expression.kind) {
    case ExpressionKind::number:
      noun = equation_.text(id).empty() ? fmt::format("{}", expression.number) : pretty(equation_.text(id));
      break;
    case ExpressionKind::symbol:
      noun = name(expression.symbol);
      explain(expression.symbol);
      break;
    case ExpressionKind::index: noun = entry_name(id); break;
    case ExpressionKind::cases: {
      const auto children = arena_.children(id);
      for (std::size_t i = 0; i < children.size(); i += 2) {
        const auto when = i + 1 < children.size() ? children[i + 1] : none;
        const auto value = tell(children[i]);
        if (i > 0) noun += i + 2 < children.size() ? "; " : "; and ";
        const bool words = value.find(' ') != std::string::npos;
        // Of two conditions that share all values out the second says nothing new.
        if (i == 2 && children.size() == 4 && complements(children[1], when)) {
          noun += "otherwise " + value;
          break;
        }
        noun += value + (when == none ? " otherwise" : (words ? ", where " : " where ") + condition(when));
      }
      break;
    }
    case ExpressionKind::relation: noun = condition(id); break;
    case ExpressionKind::unknown: noun = "a part that could not be read"; break;
    case ExpressionKind::apply:
    case ExpressionKind::reduce: {
      // A label only says which one is meant.
      if (pattern_.is(id, "labelled")) {
        explain_label(id);
        noun = tell(arena_.child(id, 0));
        break;
      }
      const auto found = use_of(id);
      noun = found ? told_use(*found) : expression.kind == ExpressionKind::reduce ? told_reduce(id) : told_operation(id);
      break;
    }
  }
  --depth_;
  last_ = false;
  constexpr std::size_t worth_a_name = 40;
  outer_count_ = outer;
  if (again && noun.size() > worth_a_name && repeats(id)) return aside(id, std::move(noun), place);
  return noun;
}

/// l ≥ r and l < r: always one of the two.
bool Teller::complements(ExpressionId a, ExpressionId b) const {
  const auto relation = [&](ExpressionId id) {
    return id != none && arena_[id].kind == ExpressionKind::relation && arena_[id].child_count == 2;
  };
  if (!relation(a) || !relation(b)) return false;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> pairs{
      std::pair{"is at least", "is less than"}, {"is at most", "is greater than"}, {"equals", "is not"}};
  const auto matched = [&](ExpressionId x, ExpressionId y) {
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const auto& pair) { return pattern_.is(x, pair.first) && pattern_.is(y, pair.second); });
  };
  return (matched(a, b) || matched(b, a)) && pattern_.same(arena_.child(a, 0), arena_.child(b, 0)) &&
         pattern_.same(arena_.child(a, 1), arena_.child(b, 1));
}

/// −3 ≤ z ≤ 3: "z lies between minus 3 and 3".
std::string Teller::told_between(ExpressionId id) {
  if (arena_[id].kind != ExpressionKind::apply || arena_[id].child_count != 2) return "";
  const auto low = arena_.child(id, 0), high = arena_.child(id, 1);
  const auto below = [&](ExpressionId each) {
    return arena_[each].kind == ExpressionKind::relation && arena_[each].child_count == 2 &&
           (pattern_.is(each, "is at most") || pattern_.is(each, "is less than"));
  };
  if (!below(low) || !below(high) || !pattern_.same(arena_.child(low, 1), arena_.child(high, 0))) return "";
  return fmt::format("{} lies between {} and {}", tell(arena_.child(low, 1)), tell(arena_.child(low, 0)), tell(arena_.child(high, 1)));
}

std::string Teller::condition(ExpressionId id) {
  const auto children = arena_.children(id);
  if (arena_[id].kind != ExpressionKind::relation || children.size() < 2) {
    if (auto between = told_between(id); !between.empty()) return between;
    if (!pattern_.is(id, "and") && !pattern_.is(id, "list")) return tell(id);
    std::vector<std::string> each;
    for (const auto part : children) each.push_back(condition(part));
    return enumerated(each);
  }
  return fmt::format("{} {} {}", tell(children[0]), arena_[id].operation->name, tell(children[1]));
}

std::string Teller::told_function(ExpressionId id) {
  const auto& row = *arena_[id].operation;
  if (row.name == "exponential" && arena_[id].child_count == 1)
    if (auto mean = told_geometric(arena_.child(id, 0)); !mean.empty()) return mean;
  const bool last = std::exchange(last_, false);
  std::vector<std::string> arguments;
  std::string given;
  bool dots = false;
  for (const auto child : arena_.children(id))
    if (pattern_.is(child, "given") || pattern_.is(child, "with parameters")) {
      std::vector<std::string> conditions;
      for (const auto part : arena_.children(child)) conditions.push_back(tell(part));
      given = " given " + enumerated(conditions);
    } else if (pattern_.is(child, "and so on"))
      dots = true;
    else {
      last_ = last && child == arena_.children(id).back();
      arguments.push_back(operand(child));
    }
  if (row.name == "clip" && arguments.size() == 3)
    return fmt::format("{}{} kept between {} and {}", id == top_ ? "" : "the value of ", arguments[0], argument(arena_.child(id, 1)),
                       argument(arena_.child(id, 2)));
  const bool whole = arguments.size() == 1 && (row.name == "floor" || row.name == "ceiling");
  if (const auto inner = whole ? arena_.child(id, 0) : none;
      whole && id == top_ && is_sum(inner) && arguments[0].starts_with("the sum of ")) {
    auto sum = open_sum(summands(inner), arguments[0]);
    // Its parts were told before: here they are new.
    for (const auto& name : new_names_)
      if (const auto at = sum.find("the " + name); at != std::string::npos && sum.find("a " + name) == std::string::npos)
        sum.replace(at, 3, "a");
    return fmt::format("{}, rounded {}", sum, row.name == "floor" ? "down" : "up");
  }
  if (whole)
    return id == top_ ? fmt::format("{}, rounded {}", arguments[0], row.name == "floor" ? "down" : "up")
                      : fmt::format("the value, rounded {}, of {}", row.name == "floor" ? "down" : "up", arguments[0]);
  if (row.name == "logarithm to a base" && arguments.size() == 2)
    return fmt::format("the logarithm to the base {} of {}", arguments[0], arguments[1]);
  const auto object =
      (dots && arguments.size() >= 2 ? fmt::format("{} through {}", arguments.front(), arguments.back()) : listed(arguments)) + given;
  const std::string noun(row.noun.empty() ? row.name : row.noun);
  if (auto with = told_distribution(id); !with.empty()) return with;
  if (noun.ends_with("distribution") && !arguments.empty())
    return given.empty() ? fmt::format("{} with {}", noun, enumerated(arguments))
                         : fmt::format("the density, at {}, of {} with {}", enumerated(arguments), noun,
                                       given.substr(std::string_view(" given ").size()));
  // At the top of a statement a function is what happens; inside it is only named. An exponential that nothing divides stays a value.
  if (id == top_ && arguments.size() == 1 && !row.does.empty() && row.name != "exponential") {
    const bool list = object.find(':') != std::string::npos || object.find(", and ") != std::string::npos;
    const auto does = about(row.does, list ? "it" : object);
    if (does != row.does) {
      if (list) clauses_.push_back("first comes " + object);
      clauses_.push_back(fmt::format("{} {}", noun, does));
      return "the result";
    }
  }
  const bool activity = noun.ends_with("ion") || noun.ends_with("ing");
  return arguments.empty() ? noun : fmt::format("{}{} of {}", activity && !noun.starts_with("the ") ? "the " : "", noun, object);
}

std::string Teller::told_operation(ExpressionId id) {
  const auto name = pattern_.operation(id);
  const auto child = [&](std::size_t n) { return arena_.child(id, n); };
  const auto count = arena_[id].child_count;
  if (name == "labelled") return tell(child(0));
  if ((name == "plus" || name == "minus") && count == 2) return told_sum(id);
  if (name == "division" && count == 2 && arena_[child(0)].kind == ExpressionKind::number &&
      arena_[child(1)].kind == ExpressionKind::number)
    return pattern_.is_number(child(0), 1) && pattern_.is_number(child(1), 2) ? "half" : shown(analysis_, id);
  if (name == "division" && count == 2)
    if (auto weighted = told_weighted(id); !weighted.empty()) return weighted;
  if (name == "division" && count == 2 && share_of(id)) return told_share(id);
  if (auto blend = told_column_blend(id); !blend.empty()) return blend;
  if (pattern_.product_like(id) || (name == "division" && count == 2)) return told_product(id);
  if (name == "power" && count == 2) return told_power(id);
  if (name == "negative") return fmt::format("minus {}", operand(child(0), false));
  if (name == "transpose") {
    // A vector lies down only to meet another: nobody asks about it.
    if (id == top_) top_ = child(0);
    if (pattern_.rank(child(0)) < 2) return tell(child(0));
    return pattern_.symbol(child(0)) != none ? tell(child(0)) + " transposed" : "the transpose of " + operand(child(0));
  }
  if (name == "norm" || name == "absolute value") return told_distance(id);
  if (is_length(analysis_.equation, id)) return "the length of " + operand(child(0));
  if (name == "size of a set")
    return fmt::format("the number of {}", pattern_.is(child(0), "set") ? told_set(child(0)) : "members of " + operand(child(0)));
  const auto mixed = [&](ExpressionId inner) {
    return pattern_.is(inner, name) && arena_[inner].child_count == 2 && arena_[inner].span.begin == arena_[id].span.begin;
  };
  if (name == "partial derivative" && count == 2 && mixed(child(0))) {
    auto told = tell(child(1));
    auto inner = child(0);
    for (; mixed(inner); inner = arena_.child(inner, 0)) told += " and " + tell(arena_.child(inner, 1));
    return fmt::format("the mixed slope of {} with respect to {}", operand(inner), told);
  }
  if (name == "gradient" || name == "partial derivative" || name == "derivative") {
    constexpr std::size_t short_body = 30;
    if (auto at = told_slope_at(id); !at.empty()) return at;
    const auto body = operand(child(0));
    const auto* noun = name == "gradient" && is_second_order(analysis_.equation, id) ? "the Hessian" : "the slope";
    if (count < 2) return fmt::format("{} of {}", noun, body);
    if (body.size() <= short_body) return fmt::format("{} of {} with respect to {}", noun, body, tell(child(1)));
    return fmt::format("{}, with respect to {}, of {}", noun, tell(child(1)), body);
  }
  if (name == "call") return told_call(id);
  if ((name == "and" || name == "or") && count == 2) return fmt::format("{} {} {}", condition(child(0)), name, condition(child(1)));
  if (name == "evaluated at" && count == 2) return fmt::format("{} at {}", operand(child(0), false), condition(child(1)));
  if (name == "indicator") return fmt::format("1 where {} and 0 elsewhere", condition(child(0)));
  if (auto kept = told_limits(id); !kept.empty()) return kept;
  if (name == "maximum")
    if (auto excess = told_excess(id); !excess.empty()) return excess;
  if (name == "maximum" || name == "minimum") {
    std::vector<std::string> items;
    const bool last = std::exchange(last_, false);
    for (const auto each : arena_.children(id)) {
      auto words = operand(each, false);
      // What is divided has to end before the next value.
      if (words.find(" divided by ") != std::string::npos && falls_apart(each, true)) words = operand(each, true);
      items.push_back(std::move(words));
    }
    if (items.size() == 1) return fmt::format("the {} entry of {}", name == "maximum" ? "largest" : "smallest", items[0]);
    const std::size_t short_list = last ? 80 : 40;
    const bool short_item = std::any_of(items.begin(), items.end(), [](const std::string& item) { return item.size() < 12; });
    if (enumerated(items).size() <= short_list || items.size() != 2 || short_item)
      return fmt::format("the {} of {}",
                         items.size() > 2    ? (name == "maximum" ? "largest" : "smallest")
                         : name == "maximum" ? "larger"
                                             : "smaller",
                         listed(items));
    const std::string which(name == "maximum" ? "larger" : "smaller");
    if (last) return fmt::format("the {} of two values, one being {}, the other {}", which, items[0], items[1]);
    asides_.push_back(fmt::format("one value is {}, the other {}", items[0], items[1]));
    return fmt::format("the {} of two values", which);
  }
  if (name == "plus or minus" && count == 2) {
    const auto second = operand(child(1), false);
    return child(0) == child(1) ? "plus or minus " + second : fmt::format("{} plus or minus {}", operand(child(0)), second);
  }
  if (name == "matrix") return told_matrix(id);
  if (name == "list" || name == "set" || name == "row") return told_set(id);
  return told_function(id);
}

}  // namespace eqlens
