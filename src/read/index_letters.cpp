// What has to be said of the letters that count: where they begin, and that one letter counts twice.
#include <fmt/format.h>

#include "expression/periods.hpp"
#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

std::string big_noun(const Operation& operation) {
  std::string noun(operation.noun.empty() ? operation.name : operation.noun);
  if (noun.ends_with(" over")) noun.resize(noun.size() - 5);
  return noun;
}

}  // namespace

std::set<SymbolId> letters_from_zero(const Understanding& understanding) {
  const auto& equation = understanding.analysis.equation;
  const auto& arena = equation.arena;
  std::set<SymbolId> letters;
  for (ExpressionId id = 0; id < arena.size(); ++id)
    for (const auto& range : arena.ranges(id))
      if (range.symbol != none && understanding.pattern.is_number(range.lower, 0)) letters.insert(range.symbol);
  for (const auto& statement : equation.statements) {
    if (statement.sides.size() != 2 || !understanding.pattern.is(statement.sides[1], "set") || arena[statement.sides[1]].child_count == 0)
      continue;
    if (!understanding.pattern.is_number(arena.child(statement.sides[1], 0), 0)) continue;
    Statement left;
    left.sides = {statement.sides[0]};
    for (const auto id : expressions_of(arena, left))
      if (arena[id].kind == ExpressionKind::symbol) letters.insert(arena[id].symbol);
  }
  return letters;
}

std::vector<std::string> letter_conventions(const Understanding& understanding) {
  const auto& equation = understanding.analysis.equation;
  const auto& arena = equation.arena;
  std::vector<std::string> lines;
  for (const auto& entry : understanding.analysis.roles.symbols)
    if (entry.meaning.starts_with(other_print))
      lines.push_back(
          fmt::format("{} and {} are taken for the same", pretty(entry.latex), plain_meaning(entry.meaning.substr(other_print.size()))));
  for (const auto& statement : equation.statements)
    if (const auto period = period_in(arena, statement))
      lines.push_back(fmt::format("the index of {} is taken modulo {}", called(understanding.analysis, period->symbol),
                                  shown(understanding.analysis, period->places)));
  for (const auto* statement : display_statements(equation)) {
    if (statement->sides.size() < 2) continue;
    Statement left, value;
    left.sides = {statement->sides.front()};
    value.sides = {statement->sides.back()};
    std::set<SymbolId> free;
    for (const auto id : expressions_of(arena, left))
      if (arena[id].kind == ExpressionKind::index)
        for (const auto place : arena.children(id).subspan(1))
          if (place != none && arena[place].kind == ExpressionKind::symbol) free.insert(arena[place].symbol);
    if (free.empty()) continue;
    for (const auto id : expressions_of(arena, value))
      for (const auto& range : arena.ranges(id))
        if (range.symbol != none && free.contains(range.symbol))
          lines.push_back(fmt::format("{0} in {1} is another one than {0} on the left", called(understanding.analysis, range.symbol),
                                      big_noun(*arena[id].operation)));
  }
  return lines;
}

}  // namespace eqlens
