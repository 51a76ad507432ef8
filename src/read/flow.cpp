// The shapes from the inputs to the result.
#include <algorithm>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_lines = 5;

bool known(const Analysis& analysis, ExpressionId id) {
  return id < analysis.shapes.expressions.size() && analysis.shapes.expressions[id].known;
}

std::string parenthesised(const Analysis& analysis, ExpressionId id) {
  const auto& shape = analysis.shapes.expressions[id];
  return shape.axes.empty() ? "number" : '(' + shape_text(analysis, shape) + ')';
}

/// A step is worth a line if it joins two arrays, or if a function with a name of its own works on an array.
std::string step(const Understanding& understanding, ExpressionId id) {
  const auto& analysis = understanding.analysis;
  const auto& arena = analysis.equation.arena;
  const auto& pattern = understanding.pattern;
  const auto& expression = arena[id];
  if (!known(analysis, id)) return "";
  const auto result = shape_text(analysis, analysis.shapes.expressions[id]);
  if (pattern.product_like(id)) {
    const auto left = arena.child(id, 0), right = arena.child(id, 1);
    if (!known(analysis, left) || !known(analysis, right) || pattern.rank(left) == 0 || pattern.rank(right) == 0) return "";
    return fmt::format("{}: {}{} → {}", shown(analysis, id), parenthesised(analysis, left), parenthesised(analysis, right), result);
  }
  const bool named = expression.kind == ExpressionKind::apply && expression.operation->fixity == Fixity::function &&
                     expression.child_count == 1 && (expression.operation->shape != ShapeRule::same || pattern.is(id, "softmax"));
  if (named && known(analysis, arena.child(id, 0)) && pattern.rank(arena.child(id, 0)) > 0 && !pattern.is(id, "call"))
    return fmt::format("{}: {} → {}", shown(analysis, id), parenthesised(analysis, arena.child(id, 0)), result);
  return "";
}

}  // namespace

std::vector<std::string> shape_flow(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> lines;
  for (const auto* statement : display_statements(analysis.equation)) {
    if (statement->value == none || statement->kind == StatementKind::fact) continue;
    auto inside = expressions_of(analysis.equation.arena, *statement);
    // Children stand before their parents in the arena: in the order of ids the inputs come first.
    std::sort(inside.begin(), inside.end());
    inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
    for (const auto id : inside) {
      if (lines.size() >= most_lines) return lines;
      auto line = step(understanding, id);
      if (!line.empty() && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace eqlens
