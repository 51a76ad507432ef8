// Where entries start and how far they reach, sizes that nothing fixed before they are read, and quantities that share a letter.

#include <algorithm>
#include <numeric>

#include "evaluated.hpp"

namespace eqlens::trial {
namespace reach_test {

const EvaluatedInput* input_of(const Evaluation& evaluation, const std::string& symbol) {
  for (const auto& input : evaluation.inputs)
    if (input.symbol == symbol) return &input;
  return nullptr;
}

TEST(Sizes, OfAnIdentityAreChosenBeforeAnArrayHasThem) {
  const auto evaluation = run(given("R = I - B", {"B \\in \\mathbb{R}^{m \\times m}"}));
  const auto* drawn = input_of(evaluation, "B");
  ASSERT_TRUE(drawn != nullptr && !evaluation.results.empty());
  auto want = drawn->value;
  const auto size = want.extents[0];
  for (std::size_t k = 0; k < want.data.size(); ++k) want.data[k] = (k % (size + 1) == 0 ? 1.0 : 0.0) - want.data[k];
  expect_array(evaluation.results[0].value, want);
}

TEST(Sizes, OfAVectorOfOnesAreChosenBeforeAnArrayHasThem) {
  const auto evaluation = run(given("c = \\mathbf{1}^\\top z", {"z \\in \\mathbb{R}^{p}"}));
  const auto* drawn = input_of(evaluation, "z");
  ASSERT_TRUE(drawn != nullptr && !evaluation.results.empty());
  expect_array(evaluation.results[0].value, number(std::accumulate(drawn->value.data.begin(), drawn->value.data.end(), 0.0)));
}

TEST(Starts, AreOneForEachLetterInAllRows) {
  expect_result(given("q_m = c_m / c_0").let("c", vector({2, 4, 10})), vector({1, 2, 5}));
  const auto rows =
      given("S_k = \\sum_{j \\le k} u_j \\\\ w_k = S_k h_k - h_0").let("u", vector({1, 2, 3})).let("h", vector({10, 100, 1000}));
  expect_result(rows, vector({1, 3, 6}), 1e-12, 0);
  expect_result(rows, vector({0, 290, 5990}), 1e-9, 1);
  const auto differences = given("h_i = x_i - x_{i-1} \\\\ r_i = h_i / x_i").let("x", vector({1, 3, 12}));
  expect_result(differences, vector({2, 9}), 1e-12, 0);
  expect_result(differences, vector({2.0 / 3, 0.75}), 1e-12, 1);
}

TEST(Starts, AreThoseOfThePrintedRanges) {
  const auto window = given("u_q = \\sum_{p=-m}^{m} g_p z_{q+p}", {"g \\in \\mathbb{R}^{2m+1}"})
                          .let("g", vector({1, 2, 3}))
                          .let("z", vector({1, 10, 100, 1000}))
                          .let("m", 1);
  expect_result(window, vector({321, 3210}));
  expect_result(given("q_i = \\sum_{a=-K}^{K} w_a c_{i+a}").let("w", vector({1, 2, 3})).let("c", vector({1, 10, 100, 1000})),
                vector({321, 3210}));
  expect_result(given("G(x) = [3 h_j(x)]_{j \\in 0 ... K-1}").let("h_j(x)", vector({1, 2, 4})).let("K", 3), vector({3, 6, 12}));
  expect_result(given("y = \\sum_{k=0}^{n} a^k b_{n-k}").let("a", 2).let("b", vector({5, 7, 9})).let("n", 2), 9 + 14 + 20);
}

TEST(Starts, OfDrawnArraysAreThoseThatTheLineSays) {
  const auto ratio = run(given("q_m = c_m / c_0"));
  ASSERT_FALSE(ratio.results.empty());
  EXPECT_DOUBLE_EQ(ratio.results[0].value.data.at(0), 1);
  const auto listed = run(given("G(x) = [3 h_j(x)]_{j \\in 0 ... K-1}", {"h(x) \\in \\mathbb{R}^{K}"}));
  const auto* drawn = input_of(listed, "h(x)");
  ASSERT_TRUE(drawn != nullptr && !listed.results.empty());
  auto want = drawn->value;
  for (auto& entry : want.data) entry *= 3;
  expect_array(listed.results[0].value, want);
}

TEST(Reach, OfADrawnArrayIsAsFarAsItIsRead) {
  const auto evaluation = run(given("y = \\sum_{j=1}^{3} v_{j+2}"));
  const auto* drawn = input_of(evaluation, "v");
  ASSERT_TRUE(drawn != nullptr && !evaluation.results.empty());
  ASSERT_EQ(drawn->value.extents, (std::vector<std::size_t>{5}));
  expect_array(evaluation.results[0].value, number(drawn->value.data[2] + drawn->value.data[3] + drawn->value.data[4]));
  EXPECT_TRUE(reports(run(given("y = \\sum_{j=1}^{3} v_{j+2}").let("v", vector({1, 2, 3}))), "value-shape", "outside"));
  const auto window = run(given("q_i = \\sum_{a=-K}^{K} w_a c_{i+a}"));
  const auto *width = input_of(window, "K"), *weights = input_of(window, "w");
  ASSERT_TRUE(width != nullptr && weights != nullptr) << words(window.diagnostics);
  EXPECT_EQ(static_cast<double>(weights->value.data.size()), 2 * width->value.data[0] + 1);
  const auto polynomial = run(given("y = \\sum_{k=0}^{n} a^k b_{n-k}"));
  EXPECT_FALSE(has_errors(polynomial.diagnostics)) << words(polynomial.diagnostics);
}

TEST(Letters, InALabelAreThoseOfTheRowThatReadsIt) {
  const auto rows =
      given("\\beta_{u|v} := x_u / x_v, \\eta_{u|v} := y_u - \\beta_{u|v} y_v").let("x", vector({1, 2})).let("y", vector({3, 5}));
  expect_result(rows, matrix(2, {1, 0.5, 2, 1}), 1e-12, 0);
  expect_result(rows, matrix(2, {0, 0.5, -1, 0}), 1e-12, 1);
  const auto spans = given("a_{s:t} = x_s - x_t, b_{s:t} = 2 a_{s:t} + z_s").let("x", vector({1, 4, 9})).let("z", vector({10, 20, 30}));
  expect_result(spans, matrix(3, {10, 4, -6, 26, 20, 10, 46, 40, 30}), 1e-12, 1);
}

TEST(Apart, WhatIsPrintedWithAnIndexIsAnInputOfItsOwn) {
  const auto line = "p_{ij} = \\frac{e_{ij}}{\\sum_{r=1}^{e} e_{ir}}";
  const auto evaluation = run(given(line).let("e", 2));
  const auto* entries = input_of(evaluation, "e_{ij}");
  ASSERT_NE(entries, nullptr) << words(evaluation.diagnostics);
  EXPECT_EQ(entries->value.rank(), 2U);
  EXPECT_TRUE(reports(evaluation, "missing-value", "e_{ij}"));
  expect_result(given(line).let("e", 2).let("e_{ij}", matrix(2, {1, 3, 2, 6})), matrix(2, {0.25, 0.75, 0.25, 0.75}));
}

TEST(Tables, AreReadAtTheirPlaces) {
  const auto evaluation = run(given("r = M(u_t, w_t) + M(u_{t+1}, w_{t+1})", {"M \\in \\mathbb{R}^{3 \\times 4}"}));
  const auto* table = input_of(evaluation, "M");
  ASSERT_NE(table, nullptr) << words(evaluation.diagnostics);
  ASSERT_FALSE(evaluation.results.empty());
  double sum = 0;
  for (const auto& [row, column] : {std::pair("u_t", "w_t"), std::pair("u_{t+1}", "w_{t+1}")}) {
    const auto* i = input_of(evaluation, row);
    const auto* j = input_of(evaluation, column);
    ASSERT_TRUE(i != nullptr && j != nullptr);
    const auto at = static_cast<std::size_t>(i->value.data[0]) - 1, beside = static_cast<std::size_t>(j->value.data[0]) - 1;
    ASSERT_TRUE(at < 3 && beside < 4);
    sum += table->value.data[at * 4 + beside];
  }
  expect_array(evaluation.results[0].value, number(sum));
}

TEST(Tables, AreSearchedAlongTheAxisWhereTheLetterStands) {
  const std::vector<std::string> facts{"M \\in \\mathbb{R}^{3 \\times 4}"};
  const auto table = matrix(3, {0, 3, -1, 9, 1, 2, 0, 3, 1, 1, 1, 1});
  expect_result(given("M(u, w) \\leftarrow c + \\max_b M(z, b)", facts).let("M", table).let("c", 10).let("z", 1).let("u", 2).let("w", 2),
                19);
  expect_result(given("M(u, w) \\leftarrow \\sum_b M(z, b)", facts).let("M", table).let("z", 1).let("u", 2).let("w", 2), 11);
}

TEST(Chains, AreComputedByTheFormThatNamesTheSet) {
  const auto line = "\\beta_{uv} = \\mathrm{softmax}_v(s_{uv}) = \\frac{\\exp(s_{uv})}{\\sum_{w \\in \\mathcal{S}_u} \\exp(s_{uw})}";
  const auto evaluation = run(given(line).let("s", matrix(2, {0, 0, 0, 0, 0, 0})));
  ASSERT_FALSE(evaluation.results.empty()) << words(evaluation.diagnostics);
  EXPECT_TRUE(reports(evaluation, "missing-value", "S"));
  EXPECT_TRUE(reports(evaluation, "domain", "is a share where v is in"));
  // Two of the three are in the set that was drawn.
  expect_array(evaluation.results[0].value, matrix(2, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}));
}

TEST(Chains, WhosePartsDifferSaySo) {
  const auto chain = given("m = \\frac{a}{b} = \\frac{c}{d}").let("a", 1).let("b", 2).let("c", 3).let("d", 4);
  EXPECT_TRUE(reports(run(chain), "ambiguous", "parts of the chain differ"));
  const auto same = given("m = \\frac{a}{b} = \\frac{c}{d}").let("a", 1).let("b", 2).let("c", 3).let("d", 6);
  EXPECT_FALSE(reports(run(same), "ambiguous"));
}

TEST(Brackets, WithALabelMeanWhatIsSaidOfThem) {
  const std::vector<std::string> facts{"\\langle \\mathbf{u}, \\mathbf{v} \\rangle_M = -u_0 v_0 + \\sum_{i=1}^{n} u_i v_i",
                                       "\\mathbf{u}, \\mathbf{v} \\in \\mathbb{R}^{n+1}"};
  const auto line = "s = 3 \\langle \\mathbf{u}, \\mathbf{v} \\rangle_M";
  expect_result(given(line, facts).let("\\mathbf{u}", vector({1, 2, 3})).let("\\mathbf{v}", vector({1, 1, 1})), 12);
  const auto evaluation = run(given(line, facts));
  EXPECT_EQ(input_of(evaluation, "u_0"), nullptr);
  ASSERT_FALSE(evaluation.results.empty()) << words(evaluation.diagnostics);
  const auto &u = input_of(evaluation, "\\mathbf{u}")->value.data, &v = input_of(evaluation, "\\mathbf{v}")->value.data;
  double sum = -2 * u[0] * v[0];
  for (std::size_t k = 0; k < u.size(); ++k) sum += u[k] * v[k];
  expect_array(evaluation.results[0].value, number(3 * sum));
}

TEST(Indices, WithoutARangeAreWholeNumbers) {
  const auto evaluation = run(given("A_{(s,2k)} = s\\, b^{2k}").let("b", 2).let("s", 3));
  ASSERT_FALSE(evaluation.results.empty()) << words(evaluation.diagnostics);
  EXPECT_EQ(evaluation.results[0].value.data.size(), 1U);
  EXPECT_TRUE(reports(evaluation, "missing-value", "k"));
}

TEST(Functions, WhoseNameCarriesARunningIndexAreSeveral) {
  const auto evaluation = run(given("m = \\max_{j=1,2,3} h_{\\theta_j}(s)"));
  const auto* drawn = input_of(evaluation, "h_{\\theta_j}(s)");
  ASSERT_TRUE(drawn != nullptr && !evaluation.results.empty()) << words(evaluation.diagnostics);
  ASSERT_EQ(drawn->value.data.size(), 3U);
  expect_array(evaluation.results[0].value, number(*std::max_element(drawn->value.data.begin(), drawn->value.data.end())));
}

// What runs need not have a name that can be read.
TEST(Functions, BelowASumOverWhatHasNoNameAreDrawn) {
  const auto evaluation = run(given("c = \\sum_{{\\bf{q}} \\in \\{0,1\\}^N} \\prod_{j=1}^N h_j(u_j)"));
  EXPECT_FALSE(evaluation.inputs.empty()) << words(evaluation.diagnostics);
}

}  // namespace reach_test
}  // namespace eqlens::trial
