// The shape fact of every row: what inference says of a function of a vector or of a square matrix is what evaluation gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "evaluate/evaluate.hpp"
#include "operation/operation.hpp"

namespace eqlens {
namespace catalogue_shapes_test {

std::string applied(const Operation& row) {
  std::string arguments;
  for (int n = 0; n < std::max(row.arguments, 1); ++n) arguments += n == 0 ? "x" : ", z";
  const std::string spelling(row.spelling());
  const std::string head = spelling[0] == '\\' ? spelling : "\\operatorname{" + spelling + "}";
  return "y = " + head + "(" + arguments + ")";
}

bool is_function(const Operation& row) {
  return row.fixity == Fixity::function && !row.spellings.empty() && row.arguments < 3 && row.shape != ShapeRule::none;
}

TEST(CatalogueShapes, AreThoseOfEvaluation) {
  std::size_t compared = 0, wrong = 0;
  for (const char* set : {"\\mathbb{R}^5", "\\mathbb{R}^{5 \\times 5}"})
    for (const Operation& row : catalogue()) {
      if (!is_function(row)) continue;
      const std::string math = applied(row), x = std::string("x \\in ") + set, z = std::string("z \\in ") + set;
      const Analysis analysis = analyse(math, {{x, z}, {}});
      const Evaluation evaluation = evaluate(analysis);
      if (has_errors(evaluation.diagnostics) || evaluation.results.size() != 1 || analysis.equation.statements.empty()) continue;
      const Shape& shape = analysis.shapes.expressions[analysis.equation.statements[0].value];
      if (!shape.known) continue;
      std::vector<std::size_t> extents;
      for (const auto& axis : shape.axes)
        if (const auto number = analysis.shapes.sizes.resolve(axis).number()) extents.push_back(static_cast<std::size_t>(*number));
      ++compared;
      wrong += extents == evaluation.results[0].value.extents ? 0U : 1U;
      EXPECT_EQ(extents, evaluation.results[0].value.extents) << row.name << ": " << math << " with " << x;
    }
  std::printf("%zu compared, %zu wrong\n", compared, wrong);
  EXPECT_GE(compared, 150U);
}

TEST(CatalogueShapes, OfEntryByEntryRowsKeepTheShape) {
  for (const Operation& row : catalogue())
    if (row.scalar) {
      EXPECT_TRUE(row.shape == ShapeRule::same || row.shape == ShapeRule::elementwise) << row.name;
    }
}

}  // namespace catalogue_shapes_test
}  // namespace eqlens
