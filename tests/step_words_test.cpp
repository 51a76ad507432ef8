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
      {R"(y = v w^\top)", "multiplies every entry of the first by every entry of the second"},
      {R"(y = v(w + 3))", "multiplies matching entries"},
      {R"(y = cv)", "multiplies every entry by one number"},
      {R"(y = ce)", "multiplies the two"},
      {R"(y = v/c)", "divides every entry by the bottom"},
      {R"(y = c/e)", "divides the top by the bottom"},
      {R"(y = c^2)", "takes the square"},
      {R"(y = \sum_i v_i)", "adds up the terms over i"},
      {R"(y = \sum_{i,j} A_{ij})", "adds up the terms over i and j"},
  };
  for (const auto& [latex, words] : rows) {
    const auto analysis = analyse(latex, options);
    EvaluatedStep step;
    step.expression = analysis.equation.statements[0].value;
    EXPECT_EQ(step_words(step, analysis), words) << latex;
  }
}

TEST(StepWords, SayWhatAnOperationDoesWhereItStands) {
  const auto analysis = analyse(R"(y = D^{-1/2}v)", {{R"(D \in \mathbb{R}^{k \times k})", R"(v \in \mathbb{R}^{k})"}, ""});
  EvaluatedStep step;
  step.expression = analysis.equation.arena.child(analysis.equation.statements[0].value, 0);
  EXPECT_EQ(step_words(step, analysis), "gives the matrix whose product with itself is the inverse of the given one");
}

TEST(StepWords, SayThatATableIsRead) {
  const auto analysis = analyse(R"(M(u, w) \leftarrow 2 M(u, w))", {{R"(M \in \mathbb{R}^{m \times n})"}, ""});
  EvaluatedStep step;
  step.expression = analysis.equation.arena.child(analysis.equation.statements[0].value, 1);
  EXPECT_EQ(step_words(step, analysis), "reads one entry of the table");
}

TEST(StepWords, SayOfACallThatNothingDefinesThatItWasTaken) {
  const auto analysis = analyse("y = f(x) + g(x), g(x) = 2x");
  const auto evaluation = evaluate(analysis, {});
  EvaluatedStep step;
  const auto& sum = analysis.equation.statements[0].value;
  step.expression = analysis.equation.arena.child(sum, 0);
  EXPECT_EQ(step_words(step, analysis, evaluation.inputs), "has no definition here: its values are among those taken above");
  step.expression = analysis.equation.arena.child(sum, 1);
  EXPECT_EQ(step_words(step, analysis, evaluation.inputs), "applies a function that has its own definition to its arguments");
}

// The last step is the result, and one array prints the same whatever letters count it.
TEST(StepWords, StandBesideAxesAsTheyArePrinted) {
  const auto steps_of = [](const char* latex, std::vector<GivenValue> values) {
    EvaluationOptions options;
    options.trace = true;
    options.values = std::move(values);
    return evaluate(analyse(latex), options);
  };
  const auto crossed = steps_of(R"(Y_{a,b} = \sum_c G_{c,b} D_{a,c})", {{"G", {{3, 2}, {1, 2, 3, 4, 5, 6}}}, {"D", {{1, 3}, {1, 0, -1}}}});
  ASSERT_FALSE(crossed.steps.empty());
  EXPECT_EQ(crossed.steps.back().value.extents, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(crossed.steps.back().value.data, (std::vector<double>{-4, -4}));
  const auto shares = steps_of(R"(S_{b,a} = \frac{\exp(g_{a,b})}{\sum_c \exp(g_{c,b})})", {{"g", {{2, 3}, {0, 1, 2, 3, 4, 5}}}});
  ASSERT_GE(shares.steps.size(), 2U);
  EXPECT_EQ(shares.steps[0].value.extents, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(shares.steps[0].value.data, shares.steps[1].value.data);
  EXPECT_EQ(shares.results.back().value.extents, (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(shares.steps.back().value.data, shares.results.back().value.data);
}

// What training sets for each layer apart is not the same each time.
TEST(FirstSteps, DoNotCountLayers) {
  EXPECT_EQ(run_program({"example", R"(z_{l+1} = \tanh(W_l z_l + b_l))"}).out.find("Step by step"), std::string::npos);
  EXPECT_NE(run_program({"example", R"(z_{k+1} = \tanh(W z_k + u_k))"}).out.find("Step by step"), std::string::npos);
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
