// How big operators are told: what they gather, and over what.
#include <algorithm>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string Teller::over(std::span<const ExpressionId> operators) {
  std::vector<std::string> unbounded, bounded;
  const auto text = [&](ExpressionId id) { return shown(analysis_, id); };
  const auto listed = [&](ExpressionId id) {
    const auto members = arena_.children(id);
    return pattern_.is(id, "set") &&
           std::all_of(members.begin(), members.end(), [&](ExpressionId each) { return arena_[each].kind == ExpressionKind::number; });
  };
  for (const auto id : operators)
    for (const auto& range : arena_.ranges(id)) {
      const auto letter = range.symbol == none ? std::string() : called(analysis_, range.symbol);
      const auto with = range.condition == none ? "" : fmt::format(" with {}", text(range.condition));
      const std::string_view in = pattern_.is(id, "expectation") ? "drawn from" : "in";
      if (letter.empty())
        bounded.push_back(range.condition == none ? "" : text(range.condition));
      else if (range.set != none)
        bounded.push_back(fmt::format("{} {} {}{}", letter, in, listed(range.set) ? tell(range.set) : text(range.set), with));
      else if (range.lower != none && range.upper != none)
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
  return bounded.empty() ? "" : fmt::format(" over {}", enumerated(bounded));
}

std::string Teller::told_reduce(ExpressionId id) {
  const auto name = pattern_.operation(id);
  // A sum of sums is one sum over several indices.
  std::vector<ExpressionId> operators{id};
  auto body_id = arena_[id].child_count > 0 ? arena_.child(id, 0) : none;
  while (body_id != none && arena_[body_id].kind == ExpressionKind::reduce && pattern_.is(body_id, name) && !pattern_.use_of(body_id) &&
         arena_[body_id].child_count > 0 && operators.size() < 8) {
    operators.push_back(body_id);
    body_id = arena_.child(body_id, 0);
  }
  const auto range = over(operators);
  if (name == "sum") {
    const auto parts = pattern_.factors(body_id);
    if (parts.size() == 2 && arena_[parts[0]].kind == ExpressionKind::index && arena_[parts[1]].kind == ExpressionKind::index)
      return fmt::format("the sum{} of {} times {}", range, tell(parts[0]), tell(parts[1]));
  }
  const auto body = operand(body_id, false);
  if (name == "sum") return fmt::format("the sum{} of {}", range, body);
  if (name == "family") return fmt::format("the values{} of {}", range, body);
  if (name == "product over") return fmt::format("the product{} of {}", range, body);
  if (name == "expectation") return fmt::format("the average{} of {}", range.empty() ? " over random draws" : range, body);
  if (name == "integral")
    return fmt::format(
        "{}, added up over all values of {}", body,
        arena_.ranges(id).empty() || arena_.ranges(id)[0].symbol == none ? "the variable" : this->name(arena_.ranges(id)[0].symbol));
  if (name == "maximum" || name == "supremum") return fmt::format("the largest value{} of {}", range, body);
  if (name == "minimum" || name == "infimum") return fmt::format("the smallest value{} of {}", range, body);
  if (name == "arg max" || name == "arg min") {
    const auto which = range.empty() ? "the choice" : fmt::format("the choice of {}", range.substr(std::string_view(" over ").size()));
    return fmt::format("{} that makes {} {}", which, body, name == "arg max" ? "largest" : "smallest");
  }
  return fmt::format("{}{} of {}", arena_[id].operation->noun.empty() ? name : arena_[id].operation->noun, range, body);
}

}  // namespace eqlens
