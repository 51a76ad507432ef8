#pragma once

#include <string>

#include "expression/equation.hpp"

namespace eqlens {

/// An expression as one line: `(product Q (transpose K))`. Counters and ranges stand in braces, unread parts as `?`.
inline std::string dump(const Equation& equation, ExpressionId id) {
  if (id == none) return "_";
  const Expression& expression = equation.arena[id];
  switch (expression.kind) {
    case ExpressionKind::number: {
      std::string digits = std::to_string(expression.number);
      digits.erase(digits.find_last_not_of('0') + 1);
      if (digits.back() == '.') digits.pop_back();
      return digits;
    }
    case ExpressionKind::symbol: return equation.symbols[expression.symbol].latex;
    case ExpressionKind::unknown: return "?";
    case ExpressionKind::index:
    case ExpressionKind::cases:
    case ExpressionKind::apply:
    case ExpressionKind::reduce:
    case ExpressionKind::relation: break;
  }
  std::string text = "(";
  if (expression.kind == ExpressionKind::index)
    text += "index";
  else if (expression.kind == ExpressionKind::cases)
    text += "cases";
  else
    text += expression.operation->name;
  if (expression.kind == ExpressionKind::reduce) {
    text += "{";
    for (const Range& range : equation.arena.ranges(id)) {
      if (text.back() != '{') text += "; ";
      text += range.symbol == none ? "_" : equation.symbols[range.symbol].latex;
      if (range.lower != none) text += " = " + dump(equation, range.lower);
      if (range.upper != none) text += " .. " + dump(equation, range.upper);
      if (range.set != none) text += " in " + dump(equation, range.set);
      if (range.condition != none) text += " if " + dump(equation, range.condition);
    }
    text += "}";
  }
  for (const ExpressionId child : equation.arena.children(id)) text += " " + dump(equation, child);
  return text + ")";
}

/// The statements of the display, one a line: the sides with their relations between.
inline std::string dump(const Equation& equation) {
  std::string text;
  for (const Statement& statement : equation.statements) {
    if (statement.source != 0) continue;
    if (!text.empty()) text += "\n";
    for (std::size_t n = 0; n < statement.sides.size(); ++n) {
      if (n > 0) text += " " + std::string(statement.relations[n - 1]->name) + " ";
      text += dump(equation, statement.sides[n]);
    }
  }
  return text;
}

}  // namespace eqlens
