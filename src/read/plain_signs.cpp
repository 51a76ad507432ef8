// How fractions, powers, distances and sets are told.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "expression/matrix_power.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string joined(const std::string& left, std::string_view words, const std::string& right) {
  const auto open = left.rfind("the quantity ");
  const bool sum = words == "plus" || words == "minus";
  const bool quantity = open != std::string::npos && left.find(',', open) == std::string::npos;
  const bool several = !sum && left.find(" and ") != std::string::npos && left.find(',') == std::string::npos;
  const bool ratio = words == "to the power" && left.starts_with("the ratio of ");
  const bool pause =
      quantity || several || ratio || left.ends_with("entry by entry") || (sum && left.find(", divided") != std::string::npos);
  return fmt::format("{}{} {} {}", left, pause ? "," : "", words, right);
}

/// ‖x‖_1 and its like, which are no lengths; empty of a length.
std::string Teller::told_other_norm(ExpressionId id) {
  if (!pattern_.is(id, "norm") || arena_[id].child_count < 2 || arena_.child(id, 1) == none) return "";
  const auto order = arena_.child(id, 1);
  const auto print = shown(analysis_, order);
  const bool told =
      pattern_.is_number(order, 1) || pattern_.is_number(order, 0) || print == "∞" || print == "*" || print == "p" || print == "q";
  if (!told) return "";
  const auto what = operand(arena_.child(id, 0));
  if (pattern_.is_number(order, 1)) return fmt::format("the sum of the sizes of the entries of {}", what);
  if (pattern_.is_number(order, 0)) return fmt::format("the number of entries of {} that are not 0", what);
  if (print == "∞") return fmt::format("the largest size of an entry of {}", what);
  return print == "*"                   ? fmt::format("the nuclear norm of {}", what)
         : print == "p" || print == "q" ? fmt::format("the {}-norm of {}", print, what)
                                        : "";
}

/// The size of a difference is a distance.
std::string Teller::told_distance(ExpressionId id) {
  const auto inner = arena_.child(id, 0);
  if (auto other = told_other_norm(id); !other.empty()) return other;
  if (pattern_.is(inner, "minus") && arena_[inner].child_count == 2 && !use_of(inner)) {
    const bool last = std::exchange(last_, false);
    const auto first = arena_.child(inner, 0), second = arena_.child(inner, 1);
    if (last && !closed(first) && !closed(second) && !is_sum(first) && !is_sum(second) && falls_apart(first, true) &&
        falls_apart(second, true)) {
      const auto a = tell(first), b = tell(second);
      return fmt::format("the {} between two values: {}; and {}", pattern_.is(id, "norm") ? "distance" : "gap", a, b);
    }
    const auto from = operand(first), to = operand(second);
    return fmt::format("the {} between {} and {}", pattern_.is(id, "norm") ? "distance" : "gap", from, to);
  }
  bool entries = pattern_.is(id, "absolute value") && pattern_.rank(inner) > 0 && pattern_.rank(id) > 0;
  // |s| of `1 / |s|` may be a length.
  for (ExpressionId above = id + 1; entries && above < arena_.size(); ++above)
    entries = !pattern_.is(above, "division") || arena_.child(above, 1) != id;
  return fmt::format("the {} of {}{}", pattern_.is(id, "norm") ? "length" : "size", entries ? "each entry of " : "", operand(inner));
}

/// "(i, j) is in E"; of the item itself "j in V".
std::string Teller::member_words(ExpressionId id, bool item) {
  if (!pattern_.is(id, "is in") && !(arena_[id].kind == ExpressionKind::relation && arena_[id].operation->name == "is in"))
    return condition(id);
  return fmt::format("{} {} {}", shown(analysis_, arena_.child(id, 0)), item ? "in" : "is in", shown(analysis_, arena_.child(id, 1)));
}

/// a_1, a_2, …, a_n: "a_1 through a_n"; what stands between only shows how it goes on.
std::string Teller::told_run(std::span<const ExpressionId> items) {
  if (items.size() < 3) return "";
  const bool open = pattern_.is(items.back(), "and so on");
  const bool run = std::any_of(items.begin(), items.end(), [&](ExpressionId each) { return pattern_.is(each, "and so on"); });
  const bool given = std::any_of(items.begin(), items.end(), [&](ExpressionId each) { return pattern_.is(each, "given"); });
  if (!run || given) return "";
  const auto first = tell(items.front());
  return open ? fmt::format("{}, {} and so on", first, tell(items[1])) : fmt::format("{} through {}", first, tell(items.back()));
}

/// "those j in V for which (i, j) is in E", or the members one by one.
std::string Teller::told_set(ExpressionId id) {
  if (auto run = told_run(arena_.children(id)); !run.empty()) return (id == top_ ? "the list of " : "") + run;
  constexpr std::size_t most_members = 8;
  std::vector<std::string> items, conditions;
  std::size_t more = 0;
  bool relations = false, given_members = false;
  for (const auto each : arena_.children(id)) {
    if (pattern_.is(each, "and so on")) continue;
    if (pattern_.is(each, "given")) {
      for (const auto part : arena_.children(each)) {
        conditions.push_back(member_words(part));
        relations = relations || arena_[part].kind == ExpressionKind::relation;
      }
    } else if (items.size() < most_members) {
      given_members = given_members || arena_[each].kind == ExpressionKind::relation;
      items.push_back(arena_[each].kind == ExpressionKind::relation ? member_words(each, true) : tell(each));
    } else {
      ++more;
    }
  }
  if (more > 0) items.push_back(fmt::format("{} more", more));
  // E[X | S = s]
  if (!conditions.empty() && items.size() == 1 && !pattern_.is(id, "set") && !given_members)
    return fmt::format("{} given {}{}", items[0], relations ? "that " : "", enumerated(conditions));
  if (!conditions.empty()) return fmt::format("those {} for which {}", enumerated(items), enumerated(conditions));
  return enumerated(items);
}

/// A long base gets a name, so that it is clear what the power is of.
std::string Teller::power_base(ExpressionId base) {
  constexpr std::size_t long_base = 60;
  const auto place = asides_.size();
  const bool big = arena_[base].kind == ExpressionKind::reduce && !use_of(base);
  if ((!big && !falls_apart(base, true)) || !named(base).empty()) return operand(base);
  // "The product of a to the power n" would raise a.
  if (arena_[base].kind == ExpressionKind::reduce) return aside(base, tell(base), place);
  if (is_sum(base)) {
    auto words = operand(base);
    // "The sum of 1 and a, divided by b to the power c" would raise b alone.
    const bool pauses = words.starts_with("the sum of ") && words.find(", ") != std::string::npos;
    return pauses ? aside(base, open_sum(summands(base), words), place) : words;
  }
  std::string open;
  auto words = closed_product(base, open);
  return words.size() > long_base ? aside(base, std::move(open), place) : words;
}

std::string Teller::told_power(ExpressionId id) {
  const auto base = arena_.child(id, 0), exponent = arena_.child(id, 1);
  if (pattern_.is_number(exponent, 2)) {
    if (pattern_.is(bare(base), "norm")) {
      const auto norm = told_distance(bare(base));
      const bool length = norm.starts_with("the length") || norm.starts_with("the distance");
      return length ? "the squared " + norm.substr(4) : "the square of " + norm;
    }
    const auto gap = pattern_.is(base, "division") ? arena_.child(base, 0) : none;
    if (pattern_.is(gap, "minus") && arena_[gap].child_count == 2 && !is_sum(arena_.child(gap, 0)) && closed(arena_.child(gap, 1)) &&
        named(base).empty()) {
      const auto from = tell(arena_.child(gap, 0)), to = tell(arena_.child(gap, 1));
      return fmt::format("the square of the gap between {} and {} in units of {}", from, to, operand(arena_.child(base, 1)));
    }
    return fmt::format("the square of {}", operand(base));
  }
  if (const double root = pattern_.rank(base) == 2 ? fractional_matrix_power(equation_, id) : 0; root == 0.5 || root == -0.5)
    return fmt::format("the {}square root of {}", root < 0 ? "inverse " : "", operand(base));
  if (pattern_.is_number(exponent, 3)) return fmt::format("the cube of {}", operand(base));
  const bool half =
      pattern_.is_number(exponent, 0.5) || (pattern_.is(exponent, "division") && pattern_.is_number(arena_.child(exponent, 0), 1) &&
                                            pattern_.is_number(arena_.child(exponent, 1), 2));
  if (half) return fmt::format("the square root of {}", operand(base));
  if (divides(id)) return "1 divided by " + told_factor(id);
  // A short exponent is clearer as printed: "to the power i − t".
  constexpr std::size_t short_print = 24;
  if (falls_apart(exponent, true) || negative_number(exponent)) {
    auto print = shown(analysis_, exponent);
    // Bars are no words.
    if (print.find('|') != std::string::npos) print.resize(short_print + 1, ' ');
    // The power of a difference comes first: "the quantity 1 minus x to the power a" could be that of x.
    if (print.size() <= short_print && is_sum(base) && named(base).empty()) return fmt::format("the power {} of {}", print, operand(base));
    if (print.size() <= short_print) return joined(power_base(base), "to the power", print);
  }
  // "To the power the ratio of 1 to n" is no English.
  if (pattern_.is(exponent, "division") && pattern_.is_number(arena_.child(exponent, 0), 1))
    return joined(power_base(base), "to the power", "1 over " + operand(arena_.child(exponent, 1)));
  return joined(power_base(base), "to the power", operand(exponent));
}

}  // namespace eqlens
