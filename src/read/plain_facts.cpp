// What facts say of the parts of a sentence, told behind it.
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "expression/periods.hpp"
#include "read/for_all.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

/// `h(v)` of a list where the fact of h speaks of a number: each entry goes in by itself.
bool Teller::entry_by_entry(SymbolId function, const Statement& definition) const {
  if (definition.parameters.size() != 1 || definition.parameters[0] == none || definition.value == none) return false;
  if (!analysis_.shapes.symbols[definition.parameters[0]].scalar() || !is_scalar(definition.value)) return false;
  for (ExpressionId id = 0; id < arena_.size(); ++id)
    if (arena_[id].source == 0 && pattern_.is(id, "call") && pattern_.symbol(arena_.child(id, 0)) == function &&
        arena_[id].child_count == 2 && pattern_.rank(arena_.child(id, 1)) > 0 && pattern_.rank(id) > 0)
      return true;
  return false;
}

/// A function that a fact defines is told by that fact, once.
void Teller::explain(SymbolId function) {
  constexpr std::size_t short_rule = 220;
  if (const auto places = period(function); places != none && explained_.insert(function).second)
    rules_.push_back(fmt::format("{} repeats every {} places", pretty(equation_.symbols[function].latex), shown(analysis_, places)));
  const auto* definition = equation_.definition_of(function);
  const auto member = definition == nullptr ? equation_.member_of(function) : std::nullopt;
  // Where its letter is said as the member's number, the rule is told of the member.
  const auto* number = member ? analysis_.roles.find(member->letter) : nullptr;
  const auto spoken = number != nullptr && number->meaning.find(", as the name ") != std::string::npos ? function : none;
  if (member) {
    definition = member->definition;
    function = definition->defines[0];
  }
  if (definition == nullptr || definition->source == 0 || definition->value == none) return;
  const auto left = definition->sides.front();
  const auto value = definition->value;
  // What is given as a number or a list is set, not worked out.
  const bool symbol = arena_[left].kind == ExpressionKind::symbol && arena_[value].kind == ExpressionKind::apply &&
                      !pattern_.is(value, "list") && !pattern_.is(value, "set") && !pattern_.is(value, "matrix");
  if (!pattern_.is(left, "call") && !symbol) return;
  if (pattern_.is(value, "call") || !explained_.insert(function).second) return;
  // What its rule needs explained comes behind it.
  const auto place = rules_.size();
  const auto insert = [&](const std::string& what, const std::string& value_words) {
    rules_.insert(rules_.begin() + static_cast<std::ptrdiff_t>(std::min(place, rules_.size())),
                  fmt::format("here {} is {}", what, value_words));
  };
  const auto told = told_apart(value, definition->parameters);
  const auto letter = pretty(equation_.symbols[spoken != none ? spoken : function].latex);
  // What takes too many words is printed, if it is short there.
  constexpr std::size_t short_print = 70;
  const auto print = shown(analysis_, value);
  const bool plain = !told.empty() && told.size() <= short_rule;
  if (plain)
    insert(symbol ? letter : fmt::format("{} of {}", name(spoken != none ? spoken : function), called_with(left)),
           told + (!symbol && entry_by_entry(function, *definition) ? ", entry by entry" : ""));
  else if (symbol && print.size() <= short_print && print.find("…") == std::string::npos)
    insert(letter, print);
}

/// A value told outside of the sentence; empty where it takes clauses of its own.
std::string Teller::told_apart(ExpressionId value, const std::vector<SymbolId>& parameters) {
  const auto clauses = clauses_;
  const auto asides = asides_;
  const auto new_names = new_names_;
  const auto names = names_;
  const auto kinds = kinds_;
  const auto top = std::exchange(top_, none);
  const auto last = std::exchange(last_, true);
  const auto outer = std::exchange(outer_count_, std::numeric_limits<int>::max());
  const auto dummies = std::exchange(dummies_, parameters);
  auto told = tell(value);
  const bool plain = clauses_.size() == clauses.size() && asides_.size() == asides.size();
  dummies_ = dummies;
  clauses_ = clauses;
  asides_ = asides;
  new_names_ = new_names;
  names_ = names;
  kinds_ = kinds;
  top_ = top;
  last_ = last;
  outer_count_ = outer;
  return plain ? told : std::string();
}

/// `\langle x, y \rangle_L` that a fact defines: in words, or as it is printed there.
void Teller::explain_label(ExpressionId id) {
  constexpr std::size_t short_rule = 160, short_print = 90;
  for (const auto& statement : equation_.statements) {
    if (statement.source == 0 || statement.sides.size() < 2 || arena_[statement.sides[1]].kind == ExpressionKind::number) continue;
    const auto canonical = equation_.canonical(statement.sides[0]);
    if (canonical != equation_.canonical(id) || !labels_.insert(canonical).second) continue;
    const auto what = told_apart(arena_.child(id, 0), {}), told = told_apart(statement.sides[1], {});
    if (!what.empty() && !told.empty() && told.size() <= short_rule) {
      rules_.push_back(fmt::format("here {} is {}", what, told));
      continue;
    }
    auto rule = fmt::format("here {} is {}", shown(analysis_, statement.sides[0]), shown(analysis_, statement.sides[1]));
    if (rule.size() <= short_print && rule.find("…") == std::string::npos) rules_.push_back(std::move(rule));
  }
}

/// A set that a fact defines: "here G_i holds the numbers from i to n".
void Teller::explain_set(ExpressionId set) {
  const auto head = pattern_.is(set, "call") ? pattern_.symbol(arena_.child(set, 0)) : pattern_.symbol(set);
  if (head == none) return;
  for (const auto& statement : equation_.statements) {
    if (statement.source == 0 || statement.sides.size() != 2 || !pattern_.is(statement.sides[1], "set")) continue;
    const auto left = statement.sides[0];
    const auto named = pattern_.is(left, "call") ? pattern_.symbol(arena_.child(left, 0)) : pattern_.symbol(left);
    if (named != head || !explained_.insert(head).second) continue;
    const auto members = arena_.children(statement.sides[1]);
    const bool dots = members.size() > 2 && pattern_.is(members[members.size() - 2], "and so on");
    const auto first = members.empty() ? std::string() : shown(analysis_, members.front());
    const auto held = dots ? fmt::format("the numbers from {} to {}", first, shown(analysis_, members.back()))
                           : told_apart(statement.sides[1], statement.parameters);
    if (!held.empty()) rules_.push_back(fmt::format("here {} holds {}", pretty(equation_.canonical(left)), held));
  }
}

/// After how many places a symbol repeats; none if nothing says so.
ExpressionId Teller::period(SymbolId symbol) const {
  for (const auto& statement : equation_.statements) {
    const auto found = statement.source == 0 ? std::nullopt : period_in(arena_, statement);
    if (found && found->symbol == symbol) return found->places;
  }
  return none;
}

/// f : A → B
std::string Teller::mapped(const Statement& statement) {
  if (statement.relations.size() != 1 || statement.sides.size() != 2 || !pattern_.is(statement.sides[1], "map between sets")) return "";
  return sentence(fmt::format("{} {} {} to {}", shown(analysis_, statement.sides[0]), statement.relations[0]->name,
                              shown(analysis_, arena_.child(statement.sides[1], 0)),
                              shown(analysis_, arena_.child(statement.sides[1], 1))));
}

/// What `\forall s \in S` behind a formula says: for which letters it holds.
std::string Teller::for_all(const Statement& statement) {
  if (statement.sides.empty() || statement.sides.size() > 2 || !holds_for_all(equation_, statement)) return "";
  const auto letters = arena_[statement.sides[0]].kind == ExpressionKind::symbol || pattern_.is(statement.sides[0], "list");
  if (!letters) return "";
  auto text = "for all " + shown(analysis_, statement.sides[0]);
  if (statement.relations.empty()) return text;
  if (statement.relations[0]->name != "is in") return "";
  const auto set = statement.sides[1];
  if (pattern_.is(set, "interval") && arena_[set].child_count == 2)
    return fmt::format("{} between {} and {}", text, tell(arena_.child(set, 0)), tell(arena_.child(set, 1)));
  return fmt::format("{} in {}", text, shown(analysis_, set));
}

/// −1 ≤ x ≤ 2 behind a formula: "for x between minus 1 and 2". Nothing of what only says what a symbol is.
std::string Teller::bounds(const Statement& statement) {
  const auto below = [&](std::size_t n) {
    const std::string_view name = statement.relations[n]->name;
    return name == "is at most" || name == "is less than";
  };
  const auto above = [&](std::size_t n) {
    const std::string_view name = statement.relations[n]->name;
    return name == "is at least" || name == "is greater than";
  };
  if (statement.relations.size() == 2 && below(0) && below(1))
    return fmt::format("for {} between {} and {}", tell(statement.sides[1]), tell(statement.sides[0]), tell(statement.sides[2]));
  const auto differs = [&](std::size_t n) {
    const auto counts = [&](ExpressionId id) {
      return arena_[id].kind == ExpressionKind::symbol && equation_.symbols[arena_[id].symbol].nucleus.size() == 1;
    };
    return statement.relations[n]->name == "is not" && counts(statement.sides[0]) && counts(statement.sides[1]);
  };
  if (statement.relations.size() != 1 || (!below(0) && !above(0) && !differs(0))) return "";
  return fmt::format("where {} {} {}", tell(statement.sides[0]), statement.relations[0]->name, tell(statement.sides[1]));
}

}  // namespace eqlens
