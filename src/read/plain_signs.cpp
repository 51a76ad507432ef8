// How fractions, powers, distances and sets are told.
#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string joined(const std::string& left, std::string_view words, const std::string& right) {
  const auto open = left.rfind("the quantity ");
  const bool sum = words == "plus" || words == "minus";
  const bool quantity = open != std::string::npos && left.find(',', open) == std::string::npos;
  const bool several = !sum && left.find(" and ") != std::string::npos && left.find(',') == std::string::npos;
  const bool pause = quantity || several || left.ends_with("entry by entry") || (sum && left.find(", divided") != std::string::npos);
  return fmt::format("{}{} {} {}", left, pause ? "," : "", words, right);
}

/// A fraction; one with long parts is a ratio, and what is divided by what is told after the sentence.
std::string Teller::told_division(ExpressionId id) {
  constexpr std::size_t long_parts = 90;
  const auto top_id = arena_.child(id, 0), bottom_id = arena_.child(id, 1);
  if (arena_[top_id].kind == ExpressionKind::number && arena_[bottom_id].kind == ExpressionKind::number)
    return pattern_.is_number(top_id, 1) && pattern_.is_number(bottom_id, 2) ? "half" : shown(analysis_, id);
  if (id == top_) {
    const auto top = operand(top_id, false), bottom = operand(bottom_id, pattern_.is(bottom_id, "division"));
    return fmt::format("{}, divided by {}", top, bottom);
  }
  const auto top = operand(top_id, pattern_.is(top_id, "division")), bottom = operand(bottom_id);
  if (top.size() + bottom.size() <= long_parts) return joined(top, "divided by", bottom);
  const auto bare = [](const std::string& words) { return words.starts_with("the quantity ") ? words.substr(13) : words; };
  const auto count = ratios_.empty() ? std::string() : std::string(ordinal_words(static_cast<int>(ratios_.size()) + 1)) + ' ';
  ratios_.push_back(fmt::format("in the {}ratio, what is divided is {}, and it is divided by {}", count, bare(top), bare(bottom)));
  return fmt::format("a {}ratio", count);
}

/// The size of a difference is a distance.
std::string Teller::told_distance(ExpressionId id) {
  const auto inner = arena_.child(id, 0);
  if (pattern_.is(inner, "minus") && arena_[inner].child_count == 2 && !pattern_.use_of(inner)) {
    const auto from = operand(arena_.child(inner, 0)), to = operand(arena_.child(inner, 1));
    return fmt::format("the {} between {} and {}", pattern_.is(id, "norm") ? "distance" : "gap", from, to);
  }
  return fmt::format("the {} of {}", pattern_.is(id, "norm") ? "length" : "size", operand(inner));
}

/// "those j in V for which (i, j) ∈ E", or the members one by one.
std::string Teller::told_set(ExpressionId id) {
  std::vector<std::string> items, conditions;
  bool dots = false;
  for (const auto each : arena_.children(id)) {
    if (pattern_.is(each, "and so on")) {
      dots = true;
    } else if (pattern_.is(each, "given")) {
      for (const auto part : arena_.children(each)) conditions.push_back(shown(analysis_, part));
    } else if (items.size() < 4) {
      items.push_back(arena_[each].kind == ExpressionKind::relation ? shown(analysis_, each) : tell(each));
    }
  }
  if (!conditions.empty()) return fmt::format("those {} for which {}", enumerated(items), enumerated(conditions));
  return dots && items.size() > 1 ? fmt::format("{} through {}", items.front(), items.back()) : enumerated(items);
}

std::string Teller::told_power(ExpressionId id) {
  const auto base = arena_.child(id, 0), exponent = arena_.child(id, 1);
  if (pattern_.is_number(exponent, 2)) return fmt::format("the square of {}", operand(base));
  if (pattern_.is_number(exponent, 3)) return fmt::format("the cube of {}", operand(base));
  const bool half =
      pattern_.is_number(exponent, 0.5) || (pattern_.is(exponent, "division") && pattern_.is_number(arena_.child(exponent, 0), 1) &&
                                            pattern_.is_number(arena_.child(exponent, 1), 2));
  if (half) return fmt::format("the square root of {}", operand(base));
  return joined(operand(base), "to the power", operand(exponent));
}

}  // namespace eqlens
