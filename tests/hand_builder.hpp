#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// Builds small expressions by hand, for tests of what comes after the resolver.
class HandBuilder {
 public:
  SymbolId name(std::string_view nucleus, SymbolKind kind = SymbolKind::variable) {
    for (SymbolId id = 0; id < analysis.equation.symbols.size(); ++id)
      if (analysis.equation.symbols[id].latex == nucleus) return id;
    Symbol symbol;
    symbol.latex = symbol.nucleus = nucleus;
    symbol.kind = kind;
    analysis.equation.symbols.push_back(symbol);
    return static_cast<SymbolId>(analysis.equation.symbols.size() - 1);
  }
  ExpressionId letter(std::string_view nucleus) {
    Expression expression{.kind = ExpressionKind::symbol};
    expression.symbol = name(nucleus);
    return arena().add(expression);
  }
  ExpressionId number(double value) {
    Expression expression{.kind = ExpressionKind::number};
    expression.number = value;
    return arena().add(expression);
  }
  ExpressionId apply(std::string_view operation, std::vector<ExpressionId> children) {
    Expression expression{.kind = ExpressionKind::apply};
    expression.operation = &operation_named(operation);
    return arena().add(expression, children);
  }
  ExpressionId call(std::string_view function, std::vector<ExpressionId> arguments) {
    arguments.insert(arguments.begin(), letter(function));
    return apply("call", std::move(arguments));
  }
  ExpressionId index(ExpressionId base, std::vector<ExpressionId> indices) {
    indices.insert(indices.begin(), base);
    return arena().add({.kind = ExpressionKind::index}, indices);
  }
  ExpressionId reduce(std::string_view operation, std::string_view index, ExpressionId body, ExpressionId lower = none,
                      ExpressionId upper = none) {
    Expression expression{.kind = ExpressionKind::reduce};
    expression.operation = &operation_named(operation);
    Range range;
    range.symbol = name(index, SymbolKind::index);
    range.lower = lower;
    range.upper = upper;
    const ExpressionId children[] = {body};
    const Range ranges[] = {range};
    return arena().add(expression, children, ranges);
  }
  void state(std::vector<ExpressionId> sides, std::vector<std::string_view> relations = {}) {
    Statement statement;
    statement.sides = std::move(sides);
    for (const auto relation : relations) statement.relations.push_back(&operation_named(relation));
    analysis.equation.statements.push_back(std::move(statement));
  }
  Arena& arena() { return analysis.equation.arena; }

  Analysis analysis;
};

}  // namespace eqlens
