#include "experiment/other_sides.hpp"

#include <algorithm>
#include <cmath>

#include "experiment/trial.hpp"

namespace eqlens {

namespace {

void add_sides(const Analysis& analysis, const Statement& statement, Evaluation& evaluation) {
  const auto& equation = analysis.equation;
  for (std::size_t n = 0; n < statement.relations.size() && n + 1 < statement.sides.size(); ++n) {
    const auto other = statement.sides[n + 1];
    // A printed number is there to be read.
    if (statement.relations[n]->name != "is approximately" || other == statement.value ||
        equation.arena[other].kind == ExpressionKind::number)
      continue;
    EvaluationOptions options;
    for (const auto& input : evaluation.inputs) options.values.push_back({input.symbol, input.value});
    const auto sides = Trial(analysis, statement, {statement.value, other}).run(options);
    if (sides.values.size() != 2 || sides.values[0].extents != sides.values[1].extents || sides.values[0].data.empty()) continue;
    double gap = 0;
    for (std::size_t i = 0; i < sides.values[0].data.size(); ++i)
      gap = std::max(gap, std::abs(sides.values[0].data[i] - sides.values[1].data[i]));
    evaluation.results.push_back({equation.text(other), sides.values[1]});
    evaluation.results.push_back({"\\text{the gap}", {{}, {gap}}});
  }
}

}  // namespace

Evaluation with_other_sides(const Analysis& analysis, Evaluation evaluation) {
  if (evaluation.results.empty()) return evaluation;
  for (const auto& statement : analysis.equation.statements)
    if (statement.source == 0 && statement.value != none) add_sides(analysis, statement, evaluation);
  return evaluation;
}

}  // namespace eqlens
