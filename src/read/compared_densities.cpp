#include "read/compared_densities.hpp"

#include <fmt/format.h>

#include "expression/double_bar.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// `D(q(z \mid x) \| p(z)) = ...`: the two densities on the left.
struct Sides {
  ExpressionId first = none, second = none, value = none;
};

Sides sides_of(const Understanding& understanding, const Statement& statement) {
  const auto& arena = understanding.analysis.equation.arena;
  const auto left = statement.sides.empty() ? none : statement.sides.front();
  if (left == none || statement.value == none || statement.value == left || arena[left].kind != ExpressionKind::apply ||
      arena[left].child_count < 2 || !compares_densities(arena, left))
    return {};
  if (!compared_by_two_bars(understanding.analysis.equation, left)) return {};
  auto second = arena.child(left, arena[left].child_count - 1);
  if (arena.applies(second, "given")) second = arena.child(second, 0);
  const auto first = arena.child(left, arena[left].child_count - 2);
  if (!arena.applies(first, "call") || !arena.applies(second, "call")) return {};
  return {first, second, statement.value};
}

/// "p(z), the standard normal"
std::string with_its_meaning(const Understanding& understanding, ExpressionId density) {
  const auto& analysis = understanding.analysis;
  const auto* entry = analysis.roles.find(understanding.pattern.symbol(analysis.equation.arena.child(density, 0)));
  auto text = shown(analysis, density);
  const bool told = entry != nullptr && !entry->meaning.empty() && !entry->meaning.starts_with("a probability");
  return told ? fmt::format("{} ({})", text, plain_meaning(entry->meaning)) : text;
}

/// The letter below a density that is learned: \phi of `q_\phi`.
const SymbolEntry* parameters_of(const Understanding& understanding, ExpressionId density) {
  const auto& analysis = understanding.analysis;
  const auto function = understanding.pattern.symbol(analysis.equation.arena.child(density, 0));
  for (const auto& entry : analysis.roles.symbols)
    if (entry.indexed && entry.symbol == function && entry.role == Role::learned) return &entry;
  return nullptr;
}

std::vector<std::string> inputs_on(const Understanding& understanding, ExpressionId value) {
  std::vector<std::string> names;
  for (const auto& entry : understanding.analysis.roles.symbols)
    if (asked_about(entry) && entry.role == Role::input && understanding.analysis.equation.reads(value, entry.symbol))
      names.push_back(pretty(entry.latex));
  return names;
}

}  // namespace

std::vector<std::string> compared_facts(const Understanding& understanding) {
  std::vector<std::string> facts;
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto sides = sides_of(understanding, *statement);
    if (sides.first == none) continue;
    const auto& arena = understanding.analysis.equation.arena;
    if (parameters_of(understanding, sides.second) == nullptr && arena[sides.second].child_count == 2)
      facts.push_back(fmt::format("{} is fixed by the choice of the model: nothing trained stands in it",
                                  with_its_meaning(understanding, sides.second)));
    const auto* hidden = parameters_of(understanding, sides.first);
    const auto given = inputs_on(understanding, sides.value);
    if (hidden != nullptr && !given.empty())
      facts.push_back(fmt::format("{} stands only left of the equals sign: it acts through {}, which {} gives", pretty(hidden->latex),
                                  enumerated(given), called(understanding.analysis, hidden->symbol)));
  }
  return facts;
}

std::string compared_clause(const Understanding& understanding, const Statement& statement) {
  const auto sides = sides_of(understanding, statement);
  if (sides.first == none) return "";
  const auto first = shown(understanding.analysis, sides.first), second = shown(understanding.analysis, sides.second);
  return fmt::format("it is the price of expecting {0} where {1} is true, and 0 where the two agree", second, first);
}

std::string compared_convention(const Understanding& understanding) {
  const auto& arena = understanding.analysis.equation.arena;
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto sides = sides_of(understanding, *statement);
    if (sides.first == none || inputs_on(understanding, sides.value).size() < 2) continue;
    auto sum = sides.value;
    for (int depth = 0; depth < 6 && arena[sum].kind == ExpressionKind::apply && arena[sum].child_count > 0; ++depth)
      sum = arena.child(sum, arena[sum].child_count - 1);
    if (!understanding.pattern.is(sum, "sum") || arena.ranges(sum).size() != 1 || arena.ranges(sum)[0].symbol == none) continue;
    const auto over = shown(understanding.analysis, arena.child(sides.first, 1));
    return fmt::format("under {} the entries of {} are independent (a diagonal covariance): each {} adds a term of its own",
                       shown(understanding.analysis, sides.first), over, called(understanding.analysis, arena.ranges(sum)[0].symbol));
  }
  return "";
}

}  // namespace eqlens
