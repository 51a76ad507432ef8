// Facts about where values lie: bounds, intervals, listed members.
#include "evaluate/stated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluate/sample.hpp"

namespace eqlens {

std::optional<double> number_of(const Arena& arena, ExpressionId id) {
  if (arena[id].kind == ExpressionKind::number) return arena[id].number;
  if (!arena.applies(id, "negative")) return std::nullopt;
  const auto inner = number_of(arena, arena.child(id, 0));
  return inner ? std::optional(-*inner) : std::nullopt;
}

namespace {

constexpr double reach = 4;  // how far values go beyond a bound that stands alone

/// The numbers of `\{0, 1\}`, also of `\{0, 1\}^{n}`; none if it lists something else.
std::vector<double> members_of(const Arena& arena, ExpressionId set) {
  if (arena.applies(set, "power")) set = arena.child(set, 0);
  std::vector<double> members;
  if (!arena.applies(set, "set")) return members;
  for (const auto member : arena.children(set)) {
    const auto number = number_of(arena, member);
    if (!number) return {};
    members.push_back(*number);
  }
  return members;
}

/// `\mathbb{N}`, `\mathbb{Z}`, and what `\mathbb{R}_{>0}` bounds.
void note_numbers(std::string text, Stated& found) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '{' || c == '}'; });
  if (text == "\\mathbbN" || text == "\\N") found.whole = {1, 2, 3, 4};
  if (text == "\\mathbbN_0") found.whole = {0, 1, 2, 3};
  if (text == "\\mathbbZ" || text == "\\Z") found.whole = {-2, -1, 0, 1, 2, 3};
  const bool above = text == "\\mathbbR_>0" || text == "\\mathbbR_++";
  if (!above && text != "\\mathbbR_\\ge0" && text != "\\mathbbR_\\geq0" && text != "\\mathbbR_+") return;
  found.low = 0;
  found.low_strict = above;
}

}  // namespace

std::string one_of(const std::vector<double>& members) {
  std::string text(one_of_word);
  for (const auto member : members) text += fmt::format("{}{}", text.size() == one_of_word.size() ? "" : " ", member);
  return text;
}

Stated stated_of(const Equation& equation, const std::function<bool(ExpressionId)>& is_it) {
  const auto& arena = equation.arena;
  Stated found;
  const auto is_among = [&](ExpressionId id) {
    if (is_it(id)) return true;
    if (!arena.applies(id, "list") && !arena.applies(id, "row")) return false;
    const auto children = arena.children(id);
    return std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return child != none && is_it(child); });
  };
  // `(0, 1)` and `[0, 1]` are lists by their brackets alone.
  const auto is_interval = [&](ExpressionId id) {
    return arena[id].child_count == 2 && (arena.applies(id, "interval") || arena.applies(id, "list") || arena.applies(id, "concatenation"));
  };
  for (const auto& statement : equation.statements) {
    // Of a call a fact reads as a claim: `s(u) > 0`.
    const bool said = statement.kind == StatementKind::fact || (statement.kind == StatementKind::claim && statement.source > 0);
    if (!said) continue;
    for (std::size_t i = 0; i < statement.relations.size() && i + 1 < statement.sides.size(); ++i) {
      const auto left = statement.sides[i], right = statement.sides[i + 1];
      const auto& relation = statement.relations[i]->name;
      const bool below = relation == "is less than" || relation == "is at most";
      const bool above = relation == "is greater than" || relation == "is at least";
      const bool strict = relation == "is less than" || relation == "is greater than";
      const auto bound = [&](ExpressionId number, bool is_high) {
        const auto value = number_of(arena, number);
        if (!value) return;
        (is_high ? found.high : found.low) = value;
        (is_high ? found.high_strict : found.low_strict) = strict;
      };
      if ((below || above) && is_among(left)) bound(right, below);
      if ((below || above) && is_among(right)) bound(left, above);
      if (relation != "is in" || !is_among(left)) continue;
      auto set = right;
      if (arena.applies(set, "power")) set = arena.child(set, 0);
      if (is_interval(set)) {
        found.low = number_of(arena, arena.child(set, 0));
        found.high = number_of(arena, arena.child(set, 1));
        const auto text = equation.text(set);
        found.low_strict = text.starts_with('(');
        found.high_strict = text.ends_with(')');
      } else if (auto members = members_of(arena, set); !members.empty()) {
        found.members = std::move(members);
      } else {
        note_numbers(equation.text(set), found);
      }
    }
  }
  return found;
}

std::string domain_by(const Stated& stated) {
  if (!stated.members.empty()) return one_of(stated.members);
  const auto &low = stated.low, &high = stated.high;
  if (!low && !high) return {};
  return fmt::format("{}{} {}", between_word, low.value_or(high.value_or(0) - reach), high.value_or(low.value_or(0) + reach));
}

std::string whole_domain_by(const Stated& stated) {
  if (!stated.members.empty()) return one_of(stated.members);
  if (!stated.low && !stated.high) return {};
  const auto low = stated.low.value_or(stated.high.value_or(0) - reach), high = stated.high.value_or(low + reach);
  std::vector<double> members;
  for (auto n = std::ceil(low); n <= high && members.size() < 2 * static_cast<std::size_t>(reach); ++n)
    if (!(n == low && stated.low_strict) && !(n == high && stated.high_strict && stated.high)) members.push_back(n);
  return members.empty() ? std::string() : one_of(members);
}

}  // namespace eqlens
