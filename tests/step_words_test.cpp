// What each step of a worked example is said to do, and pages that fit their width.
#include "report/step_words.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "program.hpp"
#include "report/plain_math.hpp"

namespace eqlens {
namespace step_words_test {

TEST(StepWords, FitTheShapes) {
  const AnalysisOptions options = {
      {R"(A \in \mathbb{R}^{n \times k})", R"(B \in \mathbb{R}^{k \times m})", R"(v, w \in \mathbb{R}^{k})", R"(c, e \in \mathbb{R})"}, ""};
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"(y = AB)", "adds up, for each entry, a row of A times a column of B"},
      {R"(y = Av)", "multiplies each row of A by v, entry by entry, and adds up"},
      {R"(y = v^\top B)", "multiplies v\u1d40 by each column of B, entry by entry, and adds up"},
      {R"(y = v^\top w)", "adds up the products of matching entries"},
      {R"(y = cv)", "multiplies every entry by one number"},
      {R"(y = ce)", "multiplies the two"},
      {R"(y = v/c)", "divides every entry by the bottom"},
      {R"(y = c/e)", "divides the top by the bottom"},
      {R"(y = c^2)", "takes the square"},
      {R"(y = \sum_i v_i)", "adds up the terms over i"},
  };
  for (const auto& [latex, words] : rows) {
    const auto analysis = analyse(latex, options);
    EvaluatedStep step;
    step.expression = analysis.equation.statements[0].value;
    EXPECT_EQ(step_words(step, analysis), words) << latex;
  }
}

TEST(Pages, FitTheirWidth) {
  const std::string latex =
      R"(\operatorname{Norm}(\mathbf{u})=\boldsymbol{\gamma}\odot\frac{\mathbf{u}-m}{\sqrt{v+\epsilon}}+\boldsymbol{\beta},
m=\frac{1}{n}\sum_i u_i, v=\frac{1}{n}\sum_i(u_i-m)^2)";
  const auto run = run_program({"decode", "--full", latex});
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 100U) << line;
  EXPECT_NE(run.out.find("In plain words"), std::string::npos);
}

}  // namespace step_words_test
}  // namespace eqlens
