// Exact derivatives against central differences, and against derivations by hand.

#include <array>

#include "evaluated.hpp"

namespace eqlens::trial {
namespace gradient_test {

/// The gradient of the result by one name, with everything else fixed.
Array gradient(Case test, const std::string& name) {
  test.options.gradients = {name};
  const auto evaluation = run(test);
  EXPECT_FALSE(has_errors(evaluation.diagnostics)) << test.latex << "\n" << words(evaluation.diagnostics);
  for (const auto& result : evaluation.results)
    if (result.symbol.rfind("\\nabla", 0) == 0) return result.value;
  ADD_FAILURE() << test.latex << " has no gradient\n" << words(evaluation.diagnostics);
  return {};
}

Array differences(const Case& test, std::size_t input) {
  constexpr double step = 1e-6;
  Array slopes = test.options.values[input].value;
  for (std::size_t i = 0; i < slopes.data.size(); ++i) {
    auto up = test;
    auto down = test;
    up.options.values[input].value.data[i] += step;
    down.options.values[input].value.data[i] -= step;
    slopes.data[i] = (run(up).results.at(0).value.data.at(0) - run(down).results.at(0).value.data.at(0)) / (2 * step);
  }
  return slopes;
}

void expect_gradients(const Case& test) {
  SCOPED_TRACE(test.latex);
  for (std::size_t input = 0; input < test.options.values.size(); ++input) {
    SCOPED_TRACE(test.options.values[input].name);
    expect_array(gradient(test, test.options.values[input].name), differences(test, input), 2e-7);
  }
}

const auto x3 = vector({0.5, -1.25, 2});
const auto y3 = vector({1.5, 0.75, -0.5});
const auto w2x3 = matrix(2, {0.5, -1, 0.25, 1, 0.75, -0.5});
const auto square = matrix(3, {2, 1, 0.5, 0.25, 3, 1, 0, 1, 4});

TEST(Gradient, OfElementwiseChains) {
  for (const auto* latex :
       {"\\sum_i \\tanh(x_i) y_i", "\\sum_i \\exp(x_i) / (1 + y_i^2)", "\\sum_i \\sigma(x_i y_i)", "\\sum_i \\log(1 + e^{x_i}) - y_i x_i",
        "\\sum_i \\sqrt{x_i^2 + y_i^2}", "\\sum_i (x_i - y_i)^2", "\\sum_i \\max(0, 1 - x_i y_i)", "\\sum_i |x_i| \\sin(y_i)",
        "\\sum_i x_i^3 \\cos y_i", "\\sum_i \\min(x_i, y_i)"})
    expect_gradients(given(latex).let("x", x3).let("y", y3));
}

TEST(Gradient, OfProducts) {
  const std::vector<std::string> facts{"W \\in \\mathbb{R}^{m \\times n}", "x \\in \\mathbb{R}^{n}", "v \\in \\mathbb{R}^{m}"};
  expect_gradients(given("v^\\top \\tanh(W x)", facts).let("W", w2x3).let("x", x3).let("v", vector({1, -2})));
  expect_gradients(given("\\|W x - v\\|_2^2", facts).let("W", w2x3).let("x", x3).let("v", vector({1, -2})));
  expect_gradients(given("\\sum_{ij} W_{ij} x_j v_i", facts).let("W", w2x3).let("x", x3).let("v", vector({1, -2})));
  expect_gradients(given("\\prod_i x_i").let("x", x3));
}

TEST(Gradient, OfStructuralOperations) {
  const std::vector<std::string> facts{"A \\in \\mathbb{R}^{n \\times n}", "x \\in \\mathbb{R}^{n}", "y \\in \\mathbb{R}^{n}"};
  expect_gradients(given("y^\\top \\operatorname{softmax}(x)", facts).let("x", x3).let("y", y3));
  expect_gradients(given("-\\sum_i y_i \\log \\operatorname{softmax}(x)_i", facts).let("x", x3).let("y", y3));
  expect_gradients(given("\\log \\sum_i e^{x_i}").let("x", x3));
  expect_gradients(given("y^\\top A^{-1} x", facts).let("A", square).let("x", x3).let("y", y3));
  expect_gradients(given("\\log \\det(A)", facts).let("A", square));
  expect_gradients(given("\\operatorname{tr}(A A)", facts).let("A", square));
  expect_gradients(given("\\|x\\|_1 + \\|x\\|_3", facts).let("x", x3));
  expect_gradients(given("\\max_i x_i y_i").let("x", x3).let("y", y3));
  expect_gradients(given("\\sum_i (x_{i+1} - x_i)^2").let("x", x3));
}

TEST(Gradient, OfAttention) {
  expect_gradients(given("L = \\sum_{ij} O_{ij} Y_{ij}, \\quad O = \\operatorname{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right)V",
                         {"Q \\in \\mathbb{R}^{n \\times d_k}", "K \\in \\mathbb{R}^{m \\times d_k}", "V \\in \\mathbb{R}^{m \\times d_v}",
                          "Y \\in \\mathbb{R}^{n \\times d_v}"})
                       .let("Q", matrix(2, {1, 2, -1, 0.5, 0, 1}))
                       .let("K", matrix(4, {1, 0, 1, 0, 2, 1, 1, 1, -1, 0.5, -1, 2}))
                       .let("V", matrix(4, {1, 2, 3, 4, 5, 0, 1, 0, -1, 2, 2, 2, -2, 0, 1, 1, -1, 1, -1, 1}))
                       .let("Y", matrix(2, {1, 0, 2, -1, 0.5, 0, 1, 0, 1, -2})));
}

/// A random scalar expression in x_i and y_i, smooth where the inputs are.
std::string random_expression(std::uint64_t& state, int depth) {
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  if (depth == 0) return std::array{"x_i", "y_i", "2", "0.5"}[next(4)];
  const auto a = random_expression(state, depth - 1);
  const auto b = random_expression(state, depth - 1);
  switch (next(9)) {
    case 0: return "(" + a + " + " + b + ")";
    case 1: return "(" + a + " - " + b + ")";
    case 2: return a + " \\cdot " + b;
    case 3: return "\\frac{" + a + "}{2 + (" + b + ")^2}";
    case 4: return "\\tanh(" + a + ")";
    case 5: return "\\sin(" + a + ")";
    case 6: return "\\sqrt{1 + (" + a + ")^2}";
    case 7: return "\\log(1 + e^{" + a + "})";
    default: return "\\exp(-(" + a + ")^2)";
  }
}

TEST(Gradient, OfRandomExpressions) {
  std::uint64_t state = 1;
  for (int trial = 0; trial < 40; ++trial)
    expect_gradients(given("\\sum_i (x_i y_i + " + random_expression(state, 3) + ")").let("x", x3).let("y", y3));
}

TEST(Gradient, InFormulas) {
  expect_result(given("\\theta \\leftarrow \\theta - \\eta \\nabla_\\theta L", {"L = (\\theta - 2)^2"}).let("\\theta", 5).let("\\eta", 0.1),
                4.4);
  expect_result(given("\\frac{dy}{dx}", {"y = u^2", "u = 3x + 1"}).let("x", 1), 24);
  expect_result(given("f'(x)", {"f(x) = x^3 + 2x"}).let("x", 2), 14);
  expect_result(given("\\nabla_w L", {"L = \\sum_i (x_i w_i - 1)^2"}).let("x", vector({1, 2})).let("w", vector({3, -1})), vector({4, -12}));
}

TEST(Gradient, ByAParameterOrTheStemOfAnArgument) {
  expect_result(given("w_{t+1} = w_t - \\eta \\nabla_w L(w_t)", {"L(w)=w^2"}).let("w_t", 1).let("\\eta", 0.1), 0.8);
  expect_result(given("g_t = \\nabla_\\theta f_t(\\theta_{t-1})", {"f_t(\\theta)=\\theta^2"}).let("\\theta_{t-1}", 3), 6);
  expect_result(given("g_t = \\nabla_\\theta f(\\theta_{t-1})", {"f(x)=x^3"}).let("\\theta_{t-1}", 2), 12);
  EXPECT_TRUE(run(given("g_t = \\nabla_\\theta f(\\theta_{t-1})", {"f(x)=x^3"}).let("\\theta_{t-1}", 2)).inputs.size() == 1);
}

TEST(Gradient, OfSeveralVariables) {
  const std::vector<std::string> product{"h(u, v) = u^2 v^3"}, whole{"h(u) = u_1^2 u_2 + u_2^3"};
  expect_result(given("y = \\frac{\\partial^2 h}{\\partial u \\partial v}", product).let("u", 2).let("v", 3), 108);
  expect_result(given("y = \\frac{\\partial^3 h(u, v)}{\\partial u^2 \\partial v}", product).let("u", 2).let("v", 3), 54);
  const auto u = vector({1, 2});
  expect_result(given("C_{ij} = \\frac{\\partial^2 h}{\\partial u_i \\partial u_j}", whole).let("u", u), matrix(2, {4, 2, 2, 12}));
  expect_result(given("y = \\sum_i \\frac{\\partial^2 h}{\\partial u_i^2}", whole).let("u", u), 16);
  expect_result(given("y = \\frac{\\partial h}{\\partial u_2}", whole).let("u", u), 13);
  expect_result(given("y_i = \\frac{\\partial h}{\\partial u_i}", whole).let("u", u), vector({4, 13}));
  expect_result(given("y = \\frac{\\partial^2 h}{\\partial u_1 \\partial u_2}", whole).let("u", u), 2);
  const auto unknown = run(given("y = \\frac{\\partial^2 h}{\\partial u \\partial v}"));
  EXPECT_TRUE(reports(unknown, "missing-value", "\\partial u \\partial v")) << words(unknown.diagnostics);
}

TEST(Gradient, LaplacianOfWhatIsDefined) {
  const auto u = vector({1, 2, -1});
  expect_result(given("y = \\Delta h(u)", {"h(u) = u_1^2 + u_2^3 + u_3 u_1"}).let("u", u), 14);
  expect_result(given("h(u) = \\|u\\|^2, \\quad y = \\Delta h(u)").let("u", u), 6, 1e-12, 1);
  const auto bare = given("y = \\Delta h", {"h(u) = \\|u\\|^2"}).let("u", u);
  expect_result(bare, 6);
  EXPECT_TRUE(reports(run(bare), "ambiguous", "Laplacian of h"));
  EXPECT_TRUE(reports(run(given("y = \\Delta h(u)").let("u", u)), "missing-value"));
}

TEST(Gradient, OfWhatNothingDefinesIsAnInput) {
  auto test = given("\\theta \\leftarrow \\theta - \\eta\\, \\nabla_\\theta L").let("\\theta", vector({5, 1})).let("\\eta", 0.1);
  const auto drawn = run(test);
  ASSERT_EQ(drawn.results.size(), 1u) << words(drawn.diagnostics);
  EXPECT_EQ(drawn.results[0].value.extents, std::vector<std::size_t>{2});
  EXPECT_NE(drawn.results[0].value.data[0], 5);
  EXPECT_TRUE(reports(drawn, "missing-value", "\\nabla_\\theta L"));
  expect_result(test.let("\\nabla_\\theta L", vector({1, 2})), vector({4.9, 0.8}));
  expect_result(given("g = \\nabla_{\\theta} L").let("\\nabla_\\theta L", vector({1, 2})), vector({1, 2}));
  const auto entries = run(given("\\delta_j = \\frac{\\partial E}{\\partial a_j}").let("a", vector({1, 2})));
  ASSERT_EQ(entries.results.size(), 1u) << words(entries.diagnostics);
  EXPECT_EQ(entries.results[0].value.extents, std::vector<std::size_t>{2});
  // A side of a claim that would only be drawn is not tested.
  EXPECT_TRUE(reports(run(given("\\nabla_\\theta L")), "missing-value", "no definition"));
}

TEST(Gradient, HasTheNameOfTheContract) {
  auto test = given("L = (\\theta - 2)^2").let("\\theta", 5);
  test.options.gradients = {"\\theta"};
  const auto evaluation = run(test);
  ASSERT_EQ(evaluation.results.size(), 2u) << words(evaluation.diagnostics);
  EXPECT_EQ(evaluation.results[1].symbol, "\\nabla_{\\theta} L");
  EXPECT_DOUBLE_EQ(evaluation.results[1].value.data[0], 6);
}

TEST(Gradient, OfLogisticRegressionByHand) {
  auto test = given("L = -\\sum_i y_i \\log p_i + (1 - y_i) \\log(1 - p_i), \\quad p_i = \\frac{1}{1 + e^{-w^\\top x_i}}",
                    {"x_i \\in \\mathbb{R}^{d}", "w \\in \\mathbb{R}^{d}"})
                  .let("x", matrix(3, {1, 0.5, -2, 1, 0.5, -1.5}))
                  .let("y", vector({1, 0, 1}))
                  .let("w", vector({0.5, -1}));
  test.latex = "L = -\\sum_i \\left(y_i \\log p_i + (1 - y_i) \\log(1 - p_i)\\right), \\quad p_i = \\frac{1}{1 + e^{-w^\\top x_i}}";
  test.options.gradients = {"w"};
  const auto evaluation = run(test);
  ASSERT_GE(evaluation.results.size(), 2u) << words(evaluation.diagnostics);
  EXPECT_NEAR(evaluation.results[0].value.data[0], 0.9802993420410051, 1e-12);
  expect_array(evaluation.results.back().value, vector({-0.8124294430600798, 0.09127371906965168}), 1e-10);
}

}  // namespace gradient_test
}  // namespace eqlens::trial
