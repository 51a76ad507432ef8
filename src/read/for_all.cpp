#include "read/for_all.hpp"

#include <algorithm>
#include <iterator>

#include "expression/token.hpp"

namespace eqlens {

namespace {

// What is left of the words between two conditions: nothing of `,\ \text{ and }`.
bool only_joins(std::string between) {
  for (const std::string_view part : {"\\textrm", "\\text", "\\mbox", "\\quad", "and", "\\;", "\\,", "\\ ", "{", "}", ",", "~", " "})
    for (auto at = between.find(part); at != std::string::npos; at = between.find(part)) between.erase(at, part.size());
  return between.empty();
}

// Behind the last sign that ends a part; `\;` is a space.
std::string last_part(const std::string& printed) {
  for (std::size_t n = printed.size(); n > 0; --n)
    if (std::string_view(".,;:").find(printed[n - 1]) != std::string_view::npos && (n < 2 || printed[n - 2] != '\\'))
      return printed.substr(n);
  return printed;
}

}  // namespace

bool holds_for_all(const Equation& equation, const Statement& statement) {
  constexpr std::uint32_t room = 24;
  if (statement.sides.empty()) return false;
  const auto& first = equation.arena[statement.sides[0]];
  const auto begin = first.span.begin - std::min(first.span.begin, room);
  const auto words = last_part(equation.text({begin, first.span.begin}, first.source));
  const auto says = [&](std::string_view sign) { return words.find(sign) != std::string::npos; };
  if (says("\\forall") || says("∀") || std::any_of(std::begin(universal_words), std::end(universal_words), says)) return true;
  // `\forall a \in A, b \in B`
  const auto place = static_cast<std::size_t>(&statement - equation.statements.data());
  if (place == 0 || place >= equation.statements.size()) return false;
  const Statement& before = equation.statements[place - 1];
  const auto member = [](const Statement& each) {
    return each.kind == StatementKind::fact && each.relations.size() == 1 && each.relations[0]->name == "is in";
  };
  return member(statement) && member(before) && before.source == statement.source && before.span.end <= statement.span.begin &&
         only_joins(equation.text({before.span.end, statement.span.begin}, statement.source)) && holds_for_all(equation, before);
}

bool continues(const Equation& equation, const Statement& statement) {
  if (statement.sides.size() < 2 || statement.relations.empty()) return false;
  const ExpressionId first = statement.sides[0];
  return equation.arena[first].kind == ExpressionKind::unknown && find_operation(equation.text(first)) == statement.relations[0];
}

}  // namespace eqlens
