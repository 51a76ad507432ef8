// What is drawn for inputs that nobody gave, and what a worked example chooses: always inside what is said of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "evaluated.hpp"
#include "experiment/worked_example.hpp"

namespace eqlens {
namespace draws_test {

using namespace trial;

const EvaluatedInput* input_of(const Evaluation& evaluation, const std::string& name) {
  const auto found =
      std::find_if(evaluation.inputs.begin(), evaluation.inputs.end(), [&](const EvaluatedInput& input) { return input.symbol == name; });
  return found == evaluation.inputs.end() ? nullptr : &*found;
}

/// A formula with facts, evaluated on draws of several seeds and as a worked example; each time `holds` is asked of one input.
template <typename Holds>
void expect_draws(const std::string& latex, const std::vector<std::string>& facts, const std::string& name, Holds holds) {
  const auto analysis = analyse(latex, {facts, {}});
  std::vector<EvaluationOptions> all(4);
  for (std::size_t n = 0; n < 3; ++n) all[n].seed = n;
  all[3] = worked_example(analysis);
  for (const auto& options : all) {
    const auto evaluation = evaluate(analysis, options);
    const auto* input = input_of(evaluation, name);
    ASSERT_NE(input, nullptr) << latex << ": " << name << "\n" << words(evaluation.diagnostics);
    EXPECT_TRUE(holds(input->value)) << latex << ": " << name << " = " << ::testing::PrintToString(input->value.data);
  }
}

auto all_of(bool (*holds)(double)) {
  return [holds](const Array& value) { return std::all_of(value.data.begin(), value.data.end(), holds); };
}

TEST(Draws, StayInsideWhatIsSaid) {
  const auto chance = all_of([](double x) { return x > 0 && x < 1; });
  const auto flag = all_of([](double x) { return x == 0 || x == 1; });
  expect_draws("h = \\frac{2uv}{u+v}", {"u, v \\in [0, 1]"}, "u", chance);
  expect_draws("h = \\frac{2uv}{u+v}", {"u, v \\in [0, 1]"}, "v", chance);
  expect_draws("g = \\min(1, s w^{-2})", {"w > 0"}, "w", all_of([](double x) { return x > 0; }));
  expect_draws("c = g_\\psi(u) - b", {"g_\\psi(u) > 0"}, "g_\\psi(u)", all_of([](double x) { return x > 0; }));
  expect_draws("c = g_\\psi(u) - b", {"g_\\psi(u) < 0"}, "g_\\psi(u)", all_of([](double x) { return x < 0; }));
  expect_draws("c = h(u) - b", {"h(u) \\in \\mathbb{R}_{>0}"}, "h(u)", all_of([](double x) { return x > 0; }));
  const auto natural = all_of([](double x) { return x == std::floor(x) && x >= 1; });
  expect_draws("c = u b + w", {"u, b \\in \\mathbb{N}"}, "b", natural);
  expect_draws("c = w_1 + w_2", {"w \\in \\mathbb{N}^2"}, "w", natural);
  expect_draws("c = u + w", {"u \\in \\mathbb{Z}"}, "u", all_of([](double x) { return x == std::floor(x); }));
  expect_draws("s = \\sum_i b_i c_i", {"b_i \\in \\{0, 1\\}"}, "b", flag);
  expect_draws("s = \\sum_{i,j} B_{ij}", {"B \\in \\{-1, 1\\}^{n \\times n}"}, "B", all_of([](double x) { return x == 1 || x == -1; }));
  const auto whole = all_of([](double x) { return x == std::floor(x) && x > 0; });
  expect_draws("m = g - q", {"g, q \\in \\mathbb{N}"}, "q", whole);
  expect_draws("m = a + 1", {"a \\in \\mathbb{N}^2"}, "a", whole);
  expect_draws("m = g - q", {"q \\in \\mathbb{R}_{>0}"}, "q", all_of([](double x) { return x > 0; }));
  expect_draws("m = k^2 w", {"k is the number of parts", "k > 2"}, "k", all_of([](double x) { return x > 2; }));
}

TEST(Draws, OfCallsKeepTheirDomain) {
  const auto chance = all_of([](double x) { return x > 0 && x < 1; });
  expect_draws("r = \\frac{\\pi_\\psi(u|z)}{\\pi_\\xi(u|z)}", {}, "\\pi_\\psi(u \\mid z)", chance);
  expect_draws("r = \\log g(u)", {"g(u) \\in (0, 1]"}, "g(u)", chance);
  expect_draws("r = s_\\phi(u) + c", {"s_\\phi(u) > 0"}, "s_\\phi(u)", all_of([](double x) { return x > 0; }));
  expect_draws("r = s_\\phi(u) + c", {"s_\\phi(u) \\geq 1"}, "s_\\phi(u)", all_of([](double x) { return x >= 1; }));
}

TEST(Draws, OfCovariancesAreSymmetricAndPositive) {
  expect_draws("r = \\log\\det G", {"G is positive definite", "G \\in \\mathbb{R}^{n \\times n}"}, "G",
               [](const Array& value) { return value.data[0] > 0 && value.data[1] == value.data[value.extents[1]]; });
  const auto definite = [](const Array& value) {
    if (value.extents.size() != 2 || value.extents[0] != value.extents[1]) return false;
    const auto n = value.extents[0];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (value.data[i * n + j] != value.data[j * n + i]) return false;
    // The leading minors of size 1 and 2.
    return value.data[0] > 0 && (n < 2 || value.data[0] * value.data[n + 1] > value.data[1] * value.data[n]);
  };
  const std::vector<std::string> facts{"S \\in \\mathbb{R}^{p \\times p}", "S is the covariance matrix of the noise"};
  expect_draws("h = \\operatorname{tr}(S) - \\log\\det S", facts, "S", definite);
  auto test = given("h = \\log\\det S", facts);
  test.options.sizes["p"] = 1;
  const auto single = run(test);
  ASSERT_EQ(single.results.size(), 1U);
  EXPECT_TRUE(std::isfinite(single.results[0].value.data[0]));
}

TEST(Draws, TakeSizeLettersFirst) {
  // From -m to m there are 2m + 1 places.
  const auto analysis = analyse("y = \\sum_{a=-m}^{m} g_a", {{"g \\in \\mathbb{R}^{2m+1}"}, {}});
  for (const auto& options : {EvaluationOptions{}, worked_example(analysis)}) {
    const auto evaluation = evaluate(analysis, options);
    const auto* g = input_of(evaluation, "g");
    const auto* m = input_of(evaluation, "m");
    ASSERT_TRUE(g != nullptr && m != nullptr);
    EXPECT_EQ(static_cast<double>(g->value.data.size()), 2 * m->value.data[0] + 1);
  }
}

TEST(Draws, OfALetterInATupleAreMembers) {
  const auto member = all_of([](double x) { return x == 1 || x == 2; });
  const std::string degree = "d(a) = |\\{b \\in V \\mid (a, b) \\in F\\}|";
  expect_draws(degree, {}, "a", member);
  const auto analysis = analyse(degree);
  const auto evaluation = evaluate(analysis, worked_example(analysis));
  ASSERT_FALSE(evaluation.results.empty());
  EXPECT_GT(evaluation.results[0].value.data[0], 0);
}

TEST(Draws, OfAnIndexThatHalvesASizeAreInside) {
  for (const std::uint64_t seed : {0U, 1U, 2U, 3U}) {
    auto test = given("A_{u,2k} = \\cos(u / 100^{2k/W})");
    test.options.seed = seed;
    const auto evaluation = run(test);
    const auto* k = input_of(evaluation, "k");
    const auto* size = input_of(evaluation, "W");
    ASSERT_TRUE(k != nullptr && size != nullptr);
    EXPECT_EQ(k->value.data[0], std::round(k->value.data[0]));
    EXPECT_LT(2 * k->value.data[0], std::max(2.0, size->value.data[0]));
  }
}

TEST(Draws, OfWhatCountsAreWhole) {
  const auto whole = all_of([](double x) { return x == std::round(x); });
  expect_draws("w_k = 10^{-2k/D}", {}, "k", whole);
  expect_draws("P(c) = \\frac{\\exp(-(m-c)^2)}{\\sum_{j=0}^{3} \\exp(-(m-j)^2)}", {}, "c",
               all_of([](double x) { return x == std::round(x) && x >= 0 && x <= 3; }));
  expect_draws("W_{out} = \\lfloor (W_{in} + 2p - d(k-1) - 1)/s + 1 \\rfloor", {}, "W_{in}",
               all_of([](double x) { return x == std::round(x) && x > 0; }));
}

TEST(WorkedExamples, AreSmallAndTellSomething) {
  struct Row {
    std::string latex;
    std::vector<std::string> facts;
  };
  const std::vector<Row> rows = {
      {"q_i = \\left(\\frac{p(w_i|c)}{p(w_i)}\\right)^{1/2}", {}},
      {"H = -\\frac1n\\sum_{i=1}^{n}\\log\\frac{\\sum_{j\\neq i, c_i=c_j, j=1,\\dots,n}\\exp(-u_j)}{\\sum_{j\\neq i, "
       "j=1,\\dots,n}\\exp(-u_j)}",
       {}},
      {"E_i = \\sum_{j\\neq c_i}\\max(0, v_j^\\top u_i - v_{c_i}^\\top u_i + 1)",
       {"v_j \\in \\mathbb{R}^{p}", "u_i \\in \\mathbb{R}^{p}", "c_i \\in \\{1, \\ldots, C\\}"}},
  };
  for (const auto& row : rows) {
    const auto analysis = analyse(row.latex, {row.facts, {}});
    const auto evaluation = evaluate(analysis, worked_example(analysis));
    ASSERT_FALSE(evaluation.results.empty()) << row.latex;
    bool some = false;
    for (const auto x : evaluation.results[0].value.data) some = some || (std::isfinite(x) && std::abs(x) > 1e-9);
    EXPECT_TRUE(some) << row.latex;
    for (const auto& input : evaluation.inputs)
      for (const auto x : input.value.data) EXPECT_EQ(x * 100, std::round(x * 100)) << row.latex << ": " << input.symbol << " = " << x;
  }
}

}  // namespace draws_test
}  // namespace eqlens
