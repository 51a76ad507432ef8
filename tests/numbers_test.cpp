// Numbers that are easy to get wrong: integrals, powers of matrices, weighted means, values near the ends of the range.

#include <cmath>
#include <limits>
#include <numbers>

#include "evaluated.hpp"

namespace eqlens::trial {
namespace numbers_test {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Integrals, AreHalvedWhereItMatters) {
  expect_result(given("\\int_0^1 \\sqrt{x} dx"), 2. / 3, 1e-10);
  expect_result(given("\\int_0^1 \\frac{1}{\\sqrt{x}} dx"), 2, 1e-10);
  expect_result(given("\\int_0^1 |x - 0.3| dx"), 0.29, 1e-10);
  expect_result(given("\\int_0^{10} \\frac{1}{1 + 10000 (x - 3)^2} dx"), (std::atan(700.) + std::atan(300.)) / 100, 1e-10);
  expect_result(given("\\int_0^{\\pi} \\sin(k x) dx").let("k", 101), 2. / 101, 1e-10);
}

TEST(Integrals, BeginWhereALetterSays) { expect_result(given("\\int_a^{2b} x dx").let("a", 1).let("b", 1.5), 4); }

TEST(Integrals, MayHaveNoEnds) {
  expect_result(given("\\int_{-\\infty}^{\\infty} e^{-x^2} dx"), std::sqrt(std::numbers::pi), 1e-10);
  expect_result(given("\\int_0^{\\infty} e^{-a x} dx").let("a", 4), 0.25, 1e-10);
  expect_result(given("\\int_{-\\infty}^{0} x^2 e^{x} dx"), 2, 1e-10);
}

TEST(Expectations, WeighGivenValuesByGivenShares) {
  const auto test = given("\\mathbb{E}_{x \\sim p}[x^2]").let("x", vector({1, 2, 4}));
  expect_result(Case(test).let("p", vector({0.5, 0.25, 0.25})), 0.5 + 1 + 4);
  expect_result(Case(test), 7);
}

TEST(MatrixPowers, AreProductsOfDeclaredSquares) {
  const std::vector<std::string> square{"A \\in \\mathbb{R}^{n \\times n}"};
  const auto a = matrix(3, {2, 1, 0, 1, 2, 0, 0, 0, 4});
  expect_result(given("\\operatorname{tr}(A^2)", square).let("A", a), 26);
  expect_result(given("A^3", square).let("A", matrix(2, {1, 2, 3, 4})), matrix(2, {37, 54, 81, 118}));
  expect_result(given("A^k", square).let("A", matrix(2, {1, 2, 3, 4})).let("k", 2), matrix(2, {7, 10, 15, 22}));
  const double low = (std::pow(3, 0.25) + 1) / 2, high = (std::pow(3, 0.25) - 1) / 2;
  expect_result(given("A^{0.25}", square).let("A", matrix(2, {2, 1, 1, 2})), matrix(2, {low, high, high, low}));
  expect_result(given("G^2", {"G \\in \\mathbb{R}^{n \\times m}"}).let("G", matrix(2, {1, 2, 3, 4, 5, 6})),
                matrix(2, {1, 4, 9, 16, 25, 36}));
  // Not symmetric: no real power is claimed.
  EXPECT_TRUE(reports(run(given("A^{1/2}", square).let("A", matrix(2, {1, 2, 0, 1}))), "domain"));
}

TEST(Careful, RootsOfSumsOfSquares) {
  expect_result(given("\\sqrt{\\sum_i x_i^2}").let("x", vector({3e200, 4e200})), 5e200);
  expect_result(given("\\sqrt{\\sum_i x_i^2}").let("x", vector({3e-200, 4e-200})), 5e-200, 1e-210);
  expect_result(given("r_i = \\sqrt{\\sum_j A_{ij}^2}").let("A", matrix(2, {3, 4, 0, 5, 12, 0})), vector({5, 13}));
}

TEST(Careful, CrossEntropyOfAVeryWrongLogit) {
  const auto test = given("-y \\log \\sigma(z) - (1 - y) \\log(1 - \\sigma(z))").let("z", 800);
  expect_result(Case(test).let("y", 0), 800);
  expect_result(Case(test).let("y", 1), 0);
}

TEST(Careful, NumbersAtTheEndsOfTheRange) {
  expect_result(given("\\operatorname{softmax}(z)").let("z", vector({1e308, 1e308, -1e308})), vector({0.5, 0.5, 0}));
  expect_result(given("\\log \\sum_i e^{z_i}").let("z", vector({1e5, 1e5})), 1e5 + std::log(2));
  expect_result(given("\\operatorname{Var}(x)").let("x", vector({1e8, 100000001, 100000002})), 2. / 3);
  expect_result(given("\\operatorname{softmax}(z)").let("z", vector({-infinity, 0, 5e-324})), vector({0, 0.5, 0.5}));
}

}  // namespace numbers_test
}  // namespace eqlens::trial
