// One definition read at many places: families, sets, recurrences, partial sums; and what papers use without defining it.

#include <limits>

#include "evaluate/stream.hpp"
#include "evaluated.hpp"
#include "kernel/absent.hpp"

namespace eqlens::trial {
namespace families_test {

const auto five = vector({1, 2, 4, 8, 16});

TEST(PartialSums, RunToAFreeIndex) {
  expect_result(given("y_i = \\sum_{j=1}^{i} x_j").let("x", five), vector({1, 3, 7, 15, 31}));
  expect_result(given("y_i = \\sum_{j=1}^{i-1} x_j").let("x", five), vector({0, 1, 3, 7, 15}));
  expect_result(given("y_i = \\sum_{j=i}^{n} x_j").let("x", five), vector({31, 30, 28, 24, 16}));
  expect_result(given("y_i = \\prod_{j=1}^{i} x_j").let("x", five), vector({1, 2, 8, 64, 1024}));
  expect_result(given("y_i = \\max_{j \\le i} x_j").let("x", vector({3, 1, 5, 4})), vector({3, 3, 5, 5}));
  expect_result(given("b_t = \\prod_{s=1}^{t} (1 - a_s)").let("a", vector({0.5, 0.25, 0.5})), vector({0.5, 0.375, 0.1875}));
  expect_result(given("b_t = \\prod_{s=1}^{t} (1 - a_s)").let("a", vector({0.5, 0.25, 0.5})).let("t", 2), 0.375);
}

TEST(PartialSums, WhoseEndIsCutOff) {
  const auto x = vector({1, 2, 4});
  expect_result(given("y_{ij} = \\sum_{k=1}^{\\min(i, j)} x_k").let("x", x), matrix(3, {1, 1, 1, 1, 3, 3, 1, 3, 7}));
  expect_result(given("y_i = \\sum_{k \\le \\min\\{i, 2\\}} x_k").let("x", x), vector({1, 3, 3}));
  expect_result(given("y_i = \\sum_{k=\\max(1, i-1)}^{\\min(i+1, n)} x_k").let("x", x).let("n", 3), vector({3, 7, 6}));
}

TEST(PartialSums, OverPairs) {
  const auto x = vector({1, 2, 4});
  expect_result(given("\\sum_{i<j} x_i x_j").let("x", x), 14);
  expect_result(given("\\sum_{1 \\le i < j \\le n} x_i x_j").let("x", x), 14);
  expect_result(given("y_j = \\sum_{i<j} x_i x_j").let("x", x), vector({0, 2, 12}));
  auto from_zero = given("\\sum_{0 \\le i < n} x_i").let("x", x);
  from_zero.options.index_from["x"] = {0};
  expect_result(from_zero, 7);
}

TEST(PartialSums, WithoutEndStopWhereTheValuesDo) {
  auto test = given("R = \\sum_{k=0}^{\\infty} g^k r_{k+1}").let("r", vector({4, 2, 8})).let("g", 0.5);
  expect_result(test, 4 + 1 + 2);
  EXPECT_TRUE(reports(run(test), "ambiguous", "ends where the values end"));
  EXPECT_TRUE(reports(run(given("\\sum_{k=0}^{\\infty} g^k").let("g", 0.5)), "not-computable"));
}

TEST(Families, OfFunctionsWithALetterInTheirName) {
  const std::vector<std::string> leaky{"\\text{leak}_a(x) = \\max(a x, x)"};
  expect_result(given("y = \\text{leak}_{0.25}(z)", leaky).let("z", vector({-4, 2})), vector({-1, 2}));
}

TEST(Families, OfStepsThatAreDefinedOnce) {
  auto test = given("d_t = |x_t - x_0| \\\\ m_t = \\max_{k \\leq t} d_k").let("x", vector({1, 5, -2, 3})).let("t", 3);
  test.options.index_from["x"] = {0};
  expect_result(test, 2, 1e-12, 0);
  expect_result(test, 4, 1e-12, 1);
}

TEST(Families, RecurrencesGoDownToTheirStart) {
  const auto test = given("H^{(0)} = X \\\\ H^{(k)} = 2 H^{(k-1)} + X \\\\ Y = H^{(K)}", {"X \\in \\mathbb{R}^{n \\times d}"})
                        .let("X", matrix(2, {1, 0, -1, 2, 0.5, 3}))
                        .let("K", 3);
  expect_result(test, matrix(2, {15, 0, -15, 30, 7.5, 45}), 1e-12, 2);
}

TEST(Families, StartsThatAreOneNumberStandForAllEntries) {
  auto test = given("h_t = W h_{t-1} + U x_t, \\quad h_0 = 0", {"W \\in \\mathbb{R}^{d \\times d}", "x_t \\in \\mathbb{R}^{e}"})
                  .let("x", matrix(2, {1, 0, 2, 0, 1, 1}))
                  .let("W", matrix(2, {0.5, 0, 1, 0.5}))
                  .let("U", matrix(2, {1, 0, 0, 0, 1, 1}))
                  .let("t", 2);
  expect_result(test, vector({0.5, 4}));
}

TEST(Families, OfIndexSetsThatDependOnTheIndex) {
  const auto test = given("g(\\mathbf{v})_i = \\max_{j \\in \\mathcal{S}^{(i)}} v_j",
                          {"\\mathcal{S}^{(i)} = \\{(i-1)m+1, \\ldots, im\\}", "\\mathbf{v} \\in \\mathbb{R}^{pm}"})
                        .let("\\mathbf{v}", vector({3, 1, 2, 7, 9, 8}))
                        .let("m", 2);
  expect_result(test, vector({3, 7, 9}));
}

TEST(Families, OfSetsOfDifferentSizes) {
  const auto sets = Array{{2, 3}, {2, 3, absent(), 1, 2, 4}};
  expect_result(given("s_r = \\sum_{j \\in \\mathcal{N}_r} x_j").let("x", five).let("\\mathcal{N}_r", sets), vector({6, 11}));
  expect_result(given("c = \\sum_{r \\in \\mathcal{R}} \\sum_{j \\in \\mathcal{N}_r} \\frac{1}{|\\mathcal{N}_r|} x_j")
                    .let("x", five)
                    .let("\\mathcal{N}_r", sets)
                    .let("\\mathcal{R}", vector({1, 2})),
                3 + 11. / 3);
  EXPECT_TRUE(reports(run(given("y = Ax").let("A", Array{{2, 2}, {1, absent(), 1, 2}}).let("x", vector({1, 1}))), "value-shape",
                      "different lengths"));
}

TEST(Families, GatheredByABracket) {
  const auto x = vector({2, -1, 0.5});
  expect_result(given("F = [x_i^2]_{i=1}^{N}").let("x", x), vector({4, 1, 0.25}));
  expect_result(given("F = (x_i + 1)_{i \\in \\{1, 3\\}}").let("x", x), vector({3, 1.5}));
  expect_result(given("D = \\{ \\sum_j w_{ij} x_j \\}_{i=1}^{n}").let("x", x).let("w", matrix(2, {1, 2, 3, 0, 1, 0})), vector({1.5, -1}));
  expect_result(given("G = [i + 2 j]_{i,j=1}^{2}"), matrix(2, {3, 5, 4, 6}));
  expect_result(given("s = \\sum_{i,j=1}^{2} (i + 2 j)"), 18);
  auto from_zero = given("F = [x_i]_{i \\in 0 ... N-1}").let("x", x);
  from_zero.options.index_from["x"] = {0};
  expect_result(from_zero, x);
}

TEST(Families, OfCallsGivenByOneMember) {
  const auto a = vector({2, -1, 0.5});
  expect_result(given("p_i = f_i(x) + \\sum_l f_l(x)").let("f_i(x)", a), vector({3.5, 0.5, 2}));
  expect_result(given("p_i = f_i(x) + \\sum_l f_l(x)", {"f(x) \\in \\mathbb{R}^K"}).let("f_i(x)", a), vector({3.5, 0.5, 2}));
}

TEST(Points, OfEvaluationBars) {
  expect_result(given("g = \\frac{d}{dx} x^3 \\Big|_{x=2}"), 12);
  expect_result(given("g = \\frac{\\partial}{\\partial x}\\Big|_{x=2} (x^3 y)").let("y", 3), 36);
  expect_result(given("y = \\left. (x^2 + b) \\right|_{x = 3}").let("b", 1), 10);
  expect_result(given("g = \\left. \\frac{\\partial L}{\\partial w} \\right|_{w = u} \\\\ L = \\|A w\\|^2")
                    .let("A", matrix(2, {1, 2, 3, 4}))
                    .let("u", vector({1, 1})),
                vector({48, 68}));
}

TEST(Families, OfSetsGivenForOneIndexOrForAll) {
  const auto sets = Array{{2, 3}, {1, 2, 3, 4, absent(), absent()}};
  const auto one = vector({1, 2, 6});
  const std::string mean = "c_m = \\frac{1}{k_m} \\sum_{y \\in Q_m} y", counted = "c_m = \\frac{1}{|Q_m|} \\sum_{y \\in Q_m} y";
  expect_result(given(mean).let("Q_m", one).let("k_m", 3), 3);
  expect_result(given(counted).let("Q_m", one), 3);
  expect_result(given(mean).let("Q_m", sets).let("k_m", vector({3, 1})), vector({2, 4}));
  expect_result(given(mean).let("Q", sets).let("k", vector({3, 1})), vector({2, 4}));
  expect_result(given(counted).let("Q_m", sets), vector({2, 4}));
  expect_result(given(mean, {"y \\in \\mathbb{R}^2"}).let("Q_m", matrix(3, {1, 2, 3, 4, 5, 9})).let("k_m", 3), vector({3, 5}));
}

TEST(Sets, ByACondition) {
  const auto edges = matrix(5, {1, 2, 1, 3, 2, 3, 3, 1, 1, 4});
  expect_result(
      given("d(u) = |\\{v \\in \\mathcal{V} \\mid (u, v) \\in E\\}|").let("u", 1).let("E", edges).let("\\mathcal{V}", vector({1, 2, 3})),
      2);
  expect_result(given("s = \\sum_{v \\in \\{v \\mid v \\in \\mathcal{V}, v > 1\\}} v^2").let("\\mathcal{V}", vector({1, 2, 3})), 13);
}

TEST(Sets, ConditionsBelowAnIndicator) {
  const auto p = vector({0.2, 0.5, 0.3});
  expect_result(given("\\sum_{k=1}^{K} \\mathbb{I}_{k=c} p_k").let("p", p).let("c", 2), 0.5);
  expect_result(given("\\sum_{k=1}^{K} \\mathbf{1}_{\\{k \\ne c\\}} p_k").let("p", p).let("c", 2), 0.5);
  expect_result(given("\\sum_{k=1}^{K} \\mathbb{1}_{[k \\ge 2]} p_k").let("p", p), 0.8);
}

TEST(Names, ScriptsBelowARootBelongToItsLetter) { expect_result(given("y = \\sqrt{d}_{k}").let("d_k", 9), 3); }

TEST(Names, LettersSideBySideAreNoName) {
  const auto test = given("u + uv").let("u", 2).let("v", 3).let("uv", 100);
  expect_result(test, 8);
  EXPECT_TRUE(reports(run(test), "undefined-symbol", "uv"));
}

TEST(Names, TitlesAreNoFactors) {
  expect_result(given("(\\text{Steps}) \\qquad A_{nk} = n - k", {"n, k \\in \\{0, 1\\}"}), matrix(2, {0, -1, 1, 0}));
}

TEST(Names, RepeatingFunctionsWrapAround) {
  expect_result(given("y(i) = \\sum_{j=1}^{N} w(j) s(i-j)", {"s(n + N) = s(n)", "w, s \\in \\mathbb{R}^{N}"})
                    .let("w", vector({1, 2, 0}))
                    .let("s", vector({5, 7, 11})),
                vector({11 + 2 * 7, 5 + 2 * 11, 7 + 2 * 5}));
}

TEST(Softmax, RunsDownWhereTheItemsAreColumns) {
  expect_result(
      given("Y = V \\operatorname{softmax}(K^\\top Q)", {"K, Q \\in \\mathbb{R}^{d \\times n}", "V \\in \\mathbb{R}^{c \\times n}"})
          .let("K", matrix(2, {1, 0, 2, 0, 1, 1}))
          .let("Q", matrix(2, {0, 1, 0, 0, 0, 1}))
          .let("V", matrix(1, {1, 2, 4})),
      matrix(1, {7. / 3, 3.0857534404948463, 2.6892751930060728}), 1e-12);
}

TEST(Customary, BarsThatPartTwoDistributions) {
  const std::vector<std::string> divergence{"D(P \\parallel R) = \\sum_i P_i \\log \\frac{P_i}{R_i}"};
  const auto p = vector({0.5, 0.25, 0.25});
  const auto q = vector({0.25, 0.25, 0.5});
  expect_result(given("y = D(p \\parallel q)", divergence).let("p", p).let("q", q), 0.17328679513998632);
  expect_result(given("y = D(p \\| q)", divergence).let("p", p).let("q", q), 0.17328679513998632);
}

TEST(Moments, DoNotCancelInAnyNotation) {
  const auto x = vector({1e8 + 1, 1e8 + 2, 1e8 + 4});
  for (const char* latex :
       {R"(v = \frac{1}{n} \sum_i x_i^2 - \left(\frac{1}{n} \sum_i x_i\right)^2)", R"(v = \mathbb{E}[x^2] - \mathbb{E}[x]^2)",
        R"(v = \frac{\sum_i x_i^2}{n} - m^2, \quad m = \frac{\sum_i x_i}{n})", R"(v = \operatorname{Var}(x))"})
    expect_result(given(latex).let("x", x), 14. / 9);
  expect_result(given(R"(v_j = \frac{1}{n} \sum_i x_{ij}^2 - \left(\frac{1}{n} \sum_i x_{ij}\right)^2)")
                    .let("x", matrix(2, {1e8, 3, 7, 1e8 + 2, 3, 1})),
                vector({1, 0, 9}));
  // Not of the same values: nothing to take together.
  expect_result(
      given(R"(v = \frac{1}{n} \sum_i x_i^2 - \left(\frac{1}{n} \sum_i y_i\right)^2)").let("x", vector({1, 3})).let("y", vector({0, 2})),
      4);
}

TEST(Range, WrittenOutAsExponentialsAndPowers) {
  for (const double x : {800., -800., 0.5}) {
    expect_result(given(R"(y = \frac{e^x - e^{-x}}{e^x + e^{-x}})").let("x", x), std::tanh(x));
    expect_result(given(R"(y = \frac{1 - e^{-2x}}{1 + e^{-2x}})").let("x", x), std::tanh(x));
  }
  expect_result(given(R"(y = \left(\sum_i |x_i|^2\right)^{1/2})").let("x", vector({3e200, -4e200})), 5e200);
  expect_result(given(R"(h = -p^\top \log p)").let("p", vector({0.5, 0.5, 0})), std::log(2.0));
}

TEST(Drawn, ArraysHaveAValueEverywhere) {
  const auto walk = run(given(R"(r_t = \|x_t - x_0\|, \quad s_t = \sum_{k \le t} r_k)", {R"(x_t \in \mathbb{R}^d)"}));
  EXPECT_FALSE(has_errors(walk.diagnostics)) << words(walk.diagnostics);
  const auto members = run(given(R"(s = \sum_{v \in \{v \mid (u, v) \in E, v \in \mathcal{U}\}} v)"));
  EXPECT_FALSE(has_errors(members.diagnostics)) << words(members.diagnostics);
  const auto sum = run(given(R"(L = \sum_{i=0}^{K} w_i f_i, \quad g = w_1)"));
  EXPECT_FALSE(has_errors(sum.diagnostics)) << words(sum.diagnostics);
}

TEST(Softmax, SaysAlongWhichIndex) {
  const auto e = matrix(2, {1, 2, 4, 0, 0, 0});
  const double a = 0.04201006613406605, b = 0.11419519938459449, c = 0.8437947344813395, third = 1. / 3;
  expect_result(given("a_{ij} = \\operatorname{softmax}_j(e_{ij})").let("e", e), matrix(2, {a, b, c, third, third, third}));
  expect_result(given("y_i = \\sum_j \\operatorname{softmax}_{j}(e_{ij}) x_j").let("e", e).let("x", vector({1, 0, 3})),
                vector({a + 3 * c, 4. / 3}));
  expect_result(given("y_i = \\sum_{j \\le i} \\operatorname{softmax}_j(e_{ij}) x_j").let("e", e).let("x", vector({1, 3, 5})),
                vector({1, 2}));
  expect_result(given("a_{ij} = \\operatorname{softmax}_i(e_{ij})").let("e", matrix(2, {0, 5, 0, 5})), matrix(2, {0.5, 0.5, 0.5, 0.5}));
}

TEST(Rows, AreTakenOneByOne) {
  const auto scores = matrix(2, {1, 5, 2, 7, 3, 4});
  expect_result(given("y = \\operatorname{argmax}(A)").let("A", scores), vector({2, 1}));
  expect_result(given("y = \\operatorname{argmin}(A)").let("A", scores), vector({1, 2}));
  expect_result(given("y = \\operatorname{logsumexp}(A)").let("A", scores), vector({5.065883903757429, 7.065883903757429}));
  expect_result(given("y = \\max(A)").let("A", scores), 7);
}

TEST(Customary, FunctionsThatNobodyDefines) {
  expect_result(given("\\Gamma(a + 1)").let("a", 4), 24);
  const auto p = vector({0.5, 0.25, 0.25});
  const auto q = vector({0.25, 0.25, 0.5});
  expect_result(given("H(p)").let("p", p), 1.0397207708399179);
  expect_result(given("H(p, q)").let("p", p).let("q", q), 1.2130075659799042);
  expect_result(given("D_{\\mathrm{KL}}(p \\| q)").let("p", p).let("q", q), 0.17328679513998632);
  expect_result(given("H(p)").let("p", vector({0, 1})), 0);
  EXPECT_TRUE(reports(run(given("H(p)").let("p", p)), "ambiguous", "entropy"));
}

TEST(Derivatives, OfTheSecondOrder) {
  const std::vector<std::string> f{"f(x) = x_1^2 x_2 + x_2^3"};
  const auto x = vector({1, 2});
  expect_result(given("\\nabla^2 f(x)", f).let("x", x), matrix(2, {4, 2, 2, 12}));
  expect_result(given("\\nabla_w^2 L", {"L = \\frac{1}{2} w^\\top A w"}).let("w", x).let("A", matrix(2, {2, 1, 1, 3})),
                matrix(2, {2, 1, 1, 3}));
  expect_result(given("\\frac{\\partial^2 L}{\\partial w^2}", {"L = w^3 y"}).let("w", 2).let("y", 5), 60);
}

TEST(Streams, AreThoseOfTorch) {
  // Three numbers that torch prints after manual_seed(42), and four weights that its softmax gives with seed 7.
  const auto first = torch_stream(42)->normal(3);
  EXPECT_NEAR(first[0], 0.3367, 5e-5);
  EXPECT_NEAR(first[1], 0.1288, 5e-5);
  EXPECT_NEAR(first[2], 0.2345, 5e-5);
  auto test = given("W = \\operatorname{softmax}\\left(\\frac{X X^\\top}{\\sqrt{8}}\\right)", {"X \\in \\mathbb{R}^{n \\times d}"});
  test.options.sample = Sample::torch_normal;
  test.options.seed = 7;
  test.options.sizes = {{"n", 4}, {"d", 8}};
  const auto evaluation = run(test);
  ASSERT_EQ(evaluation.results.size(), 1U);
  const std::vector<double> row{0.4990, 0.0390, 0.3093, 0.1527};
  for (std::size_t k = 0; k < row.size(); ++k) EXPECT_NEAR(evaluation.results[0].value.data[k], row[k], 5e-5);
}

TEST(Streams, KeepTheSecondOfAPairForTheNextArray) {
  const auto together = torch_stream(9)->normal(6);
  const auto parted = torch_stream(9);
  auto numbers = parted->normal(3);
  for (const double number : parted->normal(3)) numbers.push_back(number);
  EXPECT_EQ(numbers, together);
  EXPECT_EQ(torch_stream(9)->normal(35).size(), 35U);
}

TEST(Streams, AreThoseOfNumpy) {
  const std::vector<double> want{0.30471708, -1.03998411, 0.7504512, 0.94056472, -1.95103519, -1.30217951};
  const auto got = numpy_stream(42)->normal(6);
  for (std::size_t k = 0; k < want.size(); ++k) EXPECT_NEAR(got[k], want[k], 5e-9);
  // Far out and far on, where the tail and the edges of the strips had their turn.
  const auto many = numpy_stream(7)->normal(3000);
  EXPECT_NEAR(many[2311], -3.661081810206792, 1e-12);
  EXPECT_NEAR(many[2999], -1.6870929784979103, 1e-12);
}

}  // namespace families_test
}  // namespace eqlens::trial
