// Displays as text, values in, numbers out. Expected numbers come from a hand or from NumPy; sizes differ in every dimension.

#include <limits>

#include "evaluated.hpp"

namespace eqlens::trial {
namespace evaluate_test {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string attention = "\\operatorname{Attention}(Q, K, V) = \\operatorname{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right)V";
const std::vector<std::string> attention_facts{"Q \\in \\mathbb{R}^{n \\times d_k}", "K \\in \\mathbb{R}^{m \\times d_k}",
                                               "V \\in \\mathbb{R}^{m \\times d_v}"};

TEST(Products, Attention) {
  expect_result(given(attention, attention_facts)
                    .let("Q", matrix(2, {1, 2, -1, 0.5, 0, 1}))
                    .let("K", matrix(4, {1, 0, 1, 0, 2, 1, 1, 1, -1, 0.5, -1, 2}))
                    .let("V", matrix(4, {1, 2, 3, 4, 5, 0, 1, 0, -1, 2, 2, 2, -2, 0, 1, 1, -1, 1, -1, 1})),
                matrix(2, {1.262037047715139, 1.6410226859870503, -1.0089621383759686, -0.10590240467377907, 1.5727245841922737,
                           0.8796264093644228, 0.5095698901453727, 1.0846542033271838, 0.4738505028369792, 2.316931829594798}));
}

TEST(Products, IndexNotationIsTheSame) {
  const auto a = matrix(3, {1, 2, 3, 4, 5, 6});
  const auto b = matrix(2, {1, 0, -1, 2, 2, 1, 0, 1});
  const auto c = matrix(4, {1, 2, 3, 4, 5, 0, 1, 0, 1, 0, 2, 0, 2, 0, 2, 1, 1, 1, 1, 1});
  const auto want = matrix(3, {7, 16, 17, 26, 27, 15, 36, 37, 58, 59, 23, 56, 57, 90, 91});
  expect_result(given("Y_{il} = \\sum_j \\sum_k A_{ij} B_{jk} C_{kl}").let("A", a).let("B", b).let("C", c), want);
  expect_result(given("Y = ABC").let("A", a).let("B", b).let("C", c), want);
}

TEST(Products, VectorsAndTheirTransposes) {
  const auto x = vector({1, 2, 3});
  const std::vector<std::string> facts{"x \\in \\mathbb{R}^{n}", "y \\in \\mathbb{R}^{m}", "A \\in \\mathbb{R}^{n \\times m}"};
  expect_result(given("x^\\top A y", facts).let("x", x).let("A", matrix(3, {1, 0, 2, 1, 0, 1})).let("y", vector({2, -1})), 5);
  expect_result(given("x y^\\top", facts).let("x", x).let("y", vector({2, -1})), matrix(3, {2, -1, 4, -2, 6, -3}));
  expect_result(given("A^\\top x", facts).let("x", x).let("A", matrix(3, {1, 0, 2, 1, 0, 1})), vector({5, 5}));
}

TEST(Products, InverseAndSolve) {
  expect_result(given("w = A^{-1} b", {"A \\in \\mathbb{R}^{n \\times n}", "b \\in \\mathbb{R}^{n}"})
                    .let("A", matrix(3, {2, 1, 0, 1, 3, 1, 0, 1, 4}))
                    .let("b", vector({1, 2, 3})),
                vector({1. / 3, 1. / 3, 2. / 3}));
}

TEST(Indices, CountWhereTheRightSideComputesWithThem) {
  expect_result(given("G_{ab} = \\begin{cases} 2a + b & a \\ge b \\\\ 0 & a < b \\end{cases}", {"G \\in \\mathbb{R}^{2 \\times 3}"}),
                matrix(2, {3, 0, 0, 5, 6, 0}));
}

TEST(Sums, RunAsFarAsTheDataGo) {
  const auto x = vector({1, 2, 4, 8, 16});
  expect_result(given("y_i = x_{i+1} - x_i").let("x", x), vector({1, 2, 4, 8}));
  expect_result(given("y_i = \\sum_{a=1}^{3} w_a x_{i+a-1}").let("x", x).let("w", vector({1, -1, 2})), vector({7, 14, 28}));
  expect_result(given("\\sum_{k=1}^{4} k^2"), 30);
  expect_result(given("\\sum_{i=1}^{3} \\sum_{j=1}^{i} x_j").let("x", x), 1 + 3 + 7);
  expect_result(given("\\prod_{i=1}^{n} x_i").let("x", x), 1024);
  expect_result(given("\\max_i x_i").let("x", x), 16);
  expect_result(given("y_i = \\sum_{j \\ne i} x_j").let("x", vector({1, 2, 4})), vector({6, 5, 3}));
}

TEST(Sums, DotsAreSums) {
  expect_result(given("\\sqrt{x_1^2 + x_2^2 + \\cdots + x_d^2}").let("x", vector({1, 2, 2})), 3);
  EXPECT_TRUE(reports(run(given("x_1 + \\cdots + y_d").let("x", vector({1})).let("y", vector({1}))), "not-computable"));
}

TEST(Sums, IndicesMayStartElsewhere) {
  auto test = given("\\sum_{i=0}^{n-1} x_i").let("x", vector({1, 2, 4})).let("n", 3);
  test.options.index_from["x"] = {0};
  expect_result(test, 7);
}

TEST(Careful, SoftmaxNeverOverflows) {
  for (const auto* latex :
       {"\\frac{e^{z_i}}{\\sum_j e^{z_j}}", "q_i = \\frac{\\exp(z_i)}{\\sum_{j=1}^{K} \\exp(z_j)}", "\\operatorname{softmax}(z)"})
    expect_result(given(latex).let("z", vector({1000, 999, 998})), vector({0.6652409557748218, 0.24472847105479764, 0.09003057317038046}),
                  1e-14);
  expect_result(given("\\frac{e^{z_i}}{\\sum_j e^{z_j}}").let("z", vector({-infinity, -2000, -2000})), vector({0, 0.5, 0.5}));
}

TEST(Careful, LogarithmsOfSums) {
  expect_result(given("\\log \\sum_j e^{z_j}").let("z", vector({1000, 1000})), 1000 + std::log(2));
  expect_result(given("\\log(1 + e^{x})").let("x", 800), 800);
  expect_result(given("\\log(1 + e^{x})").let("x", -40), std::exp(-40.0), 1e-16);
  expect_result(given("-\\log \\frac{e^{z_1}}{\\sum_j e^{z_j}}").let("z", vector({-1000, 0})), 1000);
}

TEST(Careful, ZeroTimesItsLogarithm) {
  expect_result(given("-\\sum_i p_i \\log p_i").let("p", vector({0, 0.5, 0.5})), std::log(2));
  expect_result(given("-\\sum_i p_i \\log_2 p_i").let("p", vector({1, 0, 0})), 0);
}

TEST(Domain, IsReportedWithItsNumbers) {
  const auto divided = run(given("\\frac{a}{b}").let("a", 3).let("b", 0));
  ASSERT_EQ(divided.results.size(), 1u);
  EXPECT_EQ(divided.results[0].value.data[0], infinity);
  EXPECT_TRUE(reports(divided, "domain", "3 is divided by 0")) << words(divided.diagnostics);
  EXPECT_TRUE(reports(run(given("\\log x").let("x", -1)), "domain"));
  EXPECT_TRUE(reports(run(given("A^{-1}", {"A \\in \\mathbb{R}^{n \\times n}"}).let("A", matrix(2, {1, 2, 2, 4}))), "domain", "singular"));
}

TEST(Domain, BranchesNotTakenAreSilent) {
  const std::string latex = "f(x) = \\begin{cases} \\frac{1}{x} & x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}";
  const auto evaluation = run(given(latex).let("x", vector({-1, 0, 4})));
  ASSERT_EQ(evaluation.results.size(), 1u) << words(evaluation.diagnostics);
  expect_array(evaluation.results[0].value, vector({0, 0, 0.25}));
  EXPECT_FALSE(reports(evaluation, "domain"));
}

TEST(Statements, InOrderOfNeed) {
  const auto evaluation = run(given("y_i = \\frac{x_i - \\mu}{\\sigma}, \\quad \\mu = \\frac{1}{n}\\sum_{i=1}^{n} x_i, \\quad \\sigma = "
                                    "\\sqrt{\\frac{1}{n}\\sum_{i=1}^{n} (x_i - \\mu)^2}")
                                  .let("x", vector({2, 4, 6, 8})));
  ASSERT_EQ(evaluation.results.size(), 3u) << words(evaluation.diagnostics);
  EXPECT_NEAR(evaluation.results[1].value.data[0], 5, 1e-14);
  EXPECT_NEAR(evaluation.results[0].value.data[3], 3 / std::sqrt(5), 1e-14);
}

TEST(Statements, UpdatesReadOldThenNew) {
  const auto evaluation = run(given("v \\leftarrow \\alpha v - g \\\\ \\theta \\leftarrow \\theta + v")
                                  .let("v", 1)
                                  .let("\\alpha", 0.5)
                                  .let("g", 2)
                                  .let("\\theta", 10));
  ASSERT_EQ(evaluation.results.size(), 2u) << words(evaluation.diagnostics);
  EXPECT_DOUBLE_EQ(evaluation.results[0].value.data[0], -1.5);
  EXPECT_DOUBLE_EQ(evaluation.results[1].value.data[0], 8.5);
}

TEST(Statements, FunctionsAreWorkedOutAtTheirCalls) {
  expect_result(given("g(a + 1)", {"g(x) = f(x)^2", "f(x) = 2x"}).let("a", 2), 36);
  expect_result(given("\\sum_i f(x_i)", {"f(v) = \\sum_i v_i^2", "x_i \\in \\mathbb{R}^{d}"}).let("x", matrix(3, {1, 2, 3, 4, 5, 6})), 91);
}

TEST(Statements, AGivenDefinitionIsKept) {
  const auto evaluation = run(given("m = a + b, \\quad y = 2m").let("m", 5).let("a", 1).let("b", 1));
  ASSERT_EQ(evaluation.results.size(), 2u) << words(evaluation.diagnostics);
  EXPECT_DOUBLE_EQ(evaluation.results[1].value.data[0], 10);
}

TEST(Statements, AGivenDefinitionIsItsOwnResult) {
  const auto test = given("x = 5").let("x", 3);
  expect_result(test, 3);
  EXPECT_TRUE(reports(run(test), "ambiguous", "x is given and defined"));
}

TEST(Statements, OwnTermsAreRefused) {
  const auto evaluation = run(given("a = b + 1, \\quad b = 2a"));
  EXPECT_TRUE(has_errors(evaluation.diagnostics));
  EXPECT_TRUE(reports(evaluation, "not-computable", "own value")) << words(evaluation.diagnostics);
}

TEST(Values, OpaqueCallsAndEntries) {
  expect_result(given("-\\log_2 p(y \\mid x)").let("p(y|x)", 0.25), 2);
  expect_result(given("\\mathbb{E}[-\\log p_\\theta(w \\mid c)]").let("p_\\theta(w \\mid c)", vector({0.5, 0.125, 0.25})), 2 * std::log(2));
}

TEST(Values, WrongShapesAreNamed) {
  const auto evaluation = run(
      given(attention, attention_facts).let("Q", matrix(1, {1, 2, 3})).let("K", matrix(2, {1, 2, 3, 4})).let("V", matrix(2, {1, 2, 3, 4})));
  EXPECT_TRUE(reports(evaluation, "value-shape")) << words(evaluation.diagnostics);
  EXPECT_TRUE(evaluation.results.empty());
}

TEST(Values, UnknownNamesAreWarnedAbout) {
  EXPECT_TRUE(reports(run(given("a + b").let("a", 1).let("b", 2).let("c", 3)), "undefined-symbol", "c does not occur"));
}

TEST(Values, IndicesOutsideAreErrors) {
  EXPECT_TRUE(reports(run(given("x_i", {}).let("x", vector({1, 2})).let("i", 3)), "value-shape", "outside"));
}

TEST(Values, ArraysAlongOneIndexHaveOneLength) {
  const auto refused = [](const Case& test, const std::string& part) {
    const auto evaluation = run(test);
    EXPECT_TRUE(reports(evaluation, "value-shape", part)) << test.latex << "\n" << words(evaluation.diagnostics);
    EXPECT_TRUE(evaluation.results.empty()) << test.latex;
  };
  refused(given("\\sum_i x_i y_i").let("x", vector({1, 2, 3})).let("y", vector({1, 2})), "x has 3 entries and y has 2 entries");
  refused(given("C_{ij} = \\sum_t A_{it} B_{tj}").let("A", matrix(2, {1, 2, 3, 4, 5, 6})).let("B", matrix(2, {1, 2, 3, 4})),
          "A is 2 × 3 and B is 2 × 2");
  refused(given("L = \\frac{1}{n} \\sum_{i=1}^{n} (y_i - \\hat{y}_i)^2").let("y", vector({1, 2})).let("\\hat{y}", vector({1, 2, 3})),
          "the index i runs over both");
  refused(given("z = \\sum_{i=1}^{n} x_i + \\sum_{i=1}^{n} y_i").let("x", vector({1, 2})).let("y", vector({1, 2, 3})), "y has 3 entries");
  expect_result(given("z = \\sum_{i=1}^{n} x_i x_{i+1}").let("x", vector({1, 2, 3})), 8);
}

TEST(Values, GivenSizesAreKept) {
  for (auto test : {given(attention).let("Q", matrix(1, {1, 2})).let("K", matrix(2, {1, 2, 3, 4})).let("V", vector({1, 2})).let("d_k", 3),
                    given("\\mu = \\frac{1}{n} \\sum_{i=1}^{n} x_i").let("x", vector({1, 2, 3})).let("n", 2)}) {
    const auto evaluation = run(test);
    EXPECT_TRUE(reports(evaluation, "value-shape")) << words(evaluation.diagnostics);
    EXPECT_TRUE(evaluation.results.empty()) << test.latex;
  }
}

TEST(Values, MessagesNameTheSymbols) {
  EXPECT_TRUE(reports(run(given(attention).let("Q", matrix(1, {1, 2, 3})).let("K", matrix(2, {1, 2, 3, 4})).let("V", matrix(2, {1, 2}))),
                      "value-shape", "Q is 1 × 3 and K is 2 × 2"));
}

TEST(Values, EntriesOutsideGiveNoResult) {
  for (const auto* latex : {"y = x_5", "\\sum_{i=1}^{5} x_i"}) {
    const auto evaluation = run(given(latex).let("x", vector({1, 2})));
    EXPECT_TRUE(reports(evaluation, "value-shape", "outside")) << words(evaluation.diagnostics);
    EXPECT_TRUE(evaluation.results.empty()) << latex;
  }
}

TEST(Values, WhatNeverFitsIsNotComputed) {
  const auto evaluation = run(given("y = AB", {"A \\in \\mathbb{R}^{2 \\times 3}", "B \\in \\mathbb{R}^{2 \\times 4}"}));
  ASSERT_EQ(evaluation.diagnostics.size(), 1u) << words(evaluation.diagnostics);
  EXPECT_TRUE(reports(evaluation, "shape-mismatch"));
  EXPECT_TRUE(evaluation.results.empty() && evaluation.inputs.empty());
}

TEST(Values, FactsAboutPointsAndIndices) {
  expect_result(given("V(s) + V(u)", {"V(s) = 5", "V(u) = 6"}), 11);
  expect_result(given("\\eta_t = 2t", {"t = 3"}), 6);
  expect_result(given("\\exp((1, 0))"), vector({std::exp(1), 1}));
  expect_result(given("\\tanh((1, 0))"), vector({std::tanh(1), 0}));
}

TEST(Values, ANumberStandsForAnArray) {
  expect_result(given("y = \\gamma \\odot x + \\beta").let("x", vector({1, 2, 3})).let("\\gamma", 2).let("\\beta", 1), vector({3, 5, 7}));
}

TEST(Drawing, IsReproducibleAndSaysSo) {
  const auto test = given(attention, attention_facts);
  const auto first = run(test);
  const auto second = run(test);
  ASSERT_EQ(first.results.size(), 1u) << words(first.diagnostics);
  EXPECT_EQ(first.results[0].value.data, second.results[0].value.data);
  EXPECT_EQ(first.results[0].value.rank(), 2u);
  EXPECT_TRUE(reports(first, "missing-value", "Q"));
  auto other = test;
  other.options.seed = 7;
  EXPECT_NE(run(other).results[0].value.data, first.results[0].value.data);
}

TEST(Drawing, SizesDifferAndMayBeGiven) {
  auto test = given(attention, attention_facts);
  test.options.sizes["n"] = 4;
  const auto evaluation = run(test);
  ASSERT_EQ(evaluation.results.size(), 1u);
  EXPECT_EQ(evaluation.results[0].value.extents[0], 4u);
  EXPECT_NE(evaluation.results[0].value.extents[1], 4u);
}

TEST(Drawing, NeverMakesWhatIsNotANumber) {
  for (const auto* latex : {"\\sqrt{x - y}", "\\log(a - b)", "\\frac{1}{\\sqrt{1 - \\rho^2}}", "\\log \\log u"})
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      auto test = given(latex);
      test.options.seed = seed;
      const auto evaluation = run(test);
      ASSERT_EQ(evaluation.results.size(), 1u) << latex;
      (void)evaluation;
    }
}

TEST(Drawing, LooksForNumbersInTheDomain) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    auto test = given("y = \\sqrt{b^2 - 4ac}");
    test.options.seed = seed;
    const auto evaluation = run(test);
    if (evaluation.results.empty())
      EXPECT_TRUE(reports(evaluation, "domain", "no values were found"));
    else
      EXPECT_TRUE(std::isfinite(evaluation.results[0].value.data[0]));
  }
}

TEST(Drawing, TakesUsualConstants) {
  const auto evaluation = run(given("m_t = \\beta_1 m_{t-1} + (1 - \\beta_1) g_t"));
  for (const auto& input : evaluation.inputs) {
    if (input.symbol != "\\beta_1") continue;
    EXPECT_EQ(input.from, "default");
    EXPECT_EQ(input.value.data, std::vector<double>{0.9});
  }
}

TEST(Drawing, SharesSumToOne) {
  const auto evaluation = run(given("H = -\\sum_i p_i \\log p_i"));
  ASSERT_EQ(evaluation.inputs.size(), 1u) << words(evaluation.diagnostics);
  double total = 0;
  for (const auto share : evaluation.inputs[0].value.data) total += share;
  EXPECT_NEAR(total, 1, 1e-12);
}

TEST(Drawing, AStepCounterIsTheFirstStep) {
  const auto test = given("\\hat{m}_t = \\frac{m_t}{1 - \\beta_1^t}").let("m_t", 2).let("\\beta_1", 0.9);
  expect_result(test, 20, 1e-12);
  EXPECT_TRUE(reports(run(test), "missing-value", "1 is used"));
}

TEST(Iteration, CarriesTheState) {
  auto test = given("\\theta_t = \\theta_{t-1} - \\eta g_t", {"g_t = 2\\theta_{t-1}", "\\theta_0 = 3"}).let("\\eta", 0.1);
  test.options.iterate = {"t", 1, 5};
  expect_result(test, 0.98304);
  auto sum = given("s_t = s_{t-1} + t^2", {"s_0 = 0"});
  sum.options.iterate = {"t", 1, 10};
  expect_result(sum, 385);
}

TEST(Iteration, NeedsAStart) {
  auto test = given("s_t = s_{t-1} + t^2");
  test.options.iterate = {"t", 1, 10};
  EXPECT_TRUE(reports(run(test), "missing-value", "s_0"));
}

TEST(Iteration, StartsWhereItIsTold) {
  auto test =
      given("m_t = \\beta_1 m_{t-1} + (1 - \\beta_1) g_t \\\\ \\hat{m}_t = \\frac{m_t}{1 - \\beta_1^t}").let("\\beta_1", 0.5).let("g_t", 1);
  test.options.iterate = {"t", 0, 3};
  EXPECT_TRUE(reports(run(test), "missing-value", "m_{-1}"));
  const auto evaluation = run(test.let("m_{-1}", 0));
  EXPECT_FALSE(reports(evaluation, "undefined-symbol")) << words(evaluation.diagnostics);
  EXPECT_TRUE(reports(evaluation, "domain", "at t = 0")) << words(evaluation.diagnostics);
  // 1/2, 3/4, 7/8, 15/16; 15/16 over 1 - 1/8.
  ASSERT_EQ(evaluation.results.size(), 2u);
  EXPECT_DOUBLE_EQ(evaluation.results[1].value.data[0], 15. / 14);
  test.options.iterate = {"t", 1, 0};
  EXPECT_TRUE(reports(run(test), "not-computable", "no steps"));
}

TEST(Trace, ShowsTheStepsOfAHand) {
  auto test =
      given(attention, attention_facts).let("Q", matrix(1, {1, 1})).let("K", matrix(2, {1, 1, 1, -1})).let("V", matrix(2, {10, 0, 0, 10}));
  test.options.trace = true;
  const auto evaluation = run(test);
  std::vector<std::string> steps;
  for (const auto& step : evaluation.steps) steps.push_back(step.latex);
  ASSERT_EQ(steps.size(), 4u) << ::testing::PrintToString(steps);
  expect_array(evaluation.steps[0].value, matrix(1, {2, 0}));
  expect_array(evaluation.steps[1].value, matrix(1, {std::sqrt(2), 0}));
  expect_array(evaluation.steps[2].value, matrix(1, {0.8044296825069569, 0.1955703174930431}));
  expect_array(evaluation.steps[3].value, matrix(1, {8.044296825069569, 1.955703174930431}));
}

TEST(Bounds, TooLargeIsADiagnostic) {
  auto test = given("x y^\\top", {"x \\in \\mathbb{R}^{n}", "y \\in \\mathbb{R}^{m}"})
                  .let("x", vector(std::vector<double>(2000, 1)))
                  .let("y", vector(std::vector<double>(3000, 1)));
  test.options.most_elements = 1'000'000;
  EXPECT_TRUE(reports(run(test), "too-large"));
}

TEST(Bounds, ContractionsNeedNoRoomForTheirProducts) {
  std::vector<double> ones(200 * 200, 1);
  auto test = given("C_{ij} = \\sum_t A_{it} B_{tj}").let("A", matrix(200, ones)).let("B", matrix(200, ones));
  test.options.most_elements = 50'000;
  expect_result(test, matrix(200, std::vector<double>(200 * 200, 200)));
}

TEST(Bounds, LongSumsAreNotTooDeep) {
  std::string latex = "a";
  for (int i = 0; i < 400; ++i) latex += " + a";
  expect_result(given(latex).let("a", 1), 401);
}

TEST(Definitions, OfSquaresWithAnIndex) {
  // Rows (3, 4) and (6, 8): mean squares 12.5 and 50.
  auto test = given(R"(s_i^2 = \frac{1}{d} \sum_{j=1}^{d} x_{ij}^2, \quad y_i = 2 s_i^2)", {R"(x \in \mathbb{R}^{n \times d})"});
  const auto evaluation = run(test.let("x", matrix(2, {3, 4, 6, 8})));
  ASSERT_EQ(evaluation.results.size(), 2u);
  expect_array(evaluation.results[1].value, vector({25, 100}));
  for (const auto& input : evaluation.inputs) EXPECT_NE(input.from, "sample") << input.symbol;
}

TEST(Precision, SingleRoundsEveryStep) {
  auto test = given("a + b").let("a", 0.1).let("b", 0.2);
  test.options.precision = Precision::f32;
  EXPECT_EQ(run(test).results[0].value.data[0], static_cast<double>(0.1f + 0.2f));
}

TEST(Integrals, OfSmoothFunctions) { expect_result(given("\\int_0^3 r^2\\,\\mathrm{d}r"), 9); }

// Two heads; the numbers are NumPy's.
TEST(Evaluate, JoinsAllPartsOfAFamily) {
  const Array queries{{2, 3, 1}, {1, 0, 1, 0, 1, 0}}, keys{{2, 3, 1}, {1, 1, 0, 0, 0, 1}};
  const Array values{{2, 3, 2}, {1, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 1}};
  const auto x = matrix(2, {1, 0, 1, 0, 2, 1});
  expect_result(
      given(R"(H = \mathrm{Concat}(u_1, \ldots, u_g) P, \quad u_i = \mathrm{Attention}(XW_i^Q, XW_i^K, XW_i^V))")
          .let("X", x)
          .let("W^Q", queries)
          .let("W^K", keys)
          .let("W^V", values)
          .let("P", matrix(4, {1, 0, 2, 0, 1, 0, 1, 1, 0, 0, 0, 1})),
      matrix(2, {2.1192029220221178, 3.7615941559557646, 3.2384058440442351, 2.2689414213699952, 3.4621171572600100, 3.5378828427399903}),
      1e-7);
  expect_result(given("y = [x_1; \\ldots; x_n]").let("x", matrix(2, {1, 2, 3, 4, 5, 6})), vector({1, 2, 3, 4, 5, 6}));
}
}  // namespace evaluate_test
}  // namespace eqlens::trial
