// The kernels against numbers from a hand or from NumPy.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "kernel/elementwise.hpp"
#include "kernel/loops.hpp"
#include "kernel/matmul.hpp"
#include "kernel/softmax.hpp"
#include "kernel/solve.hpp"
#include "kernel/structure.hpp"

namespace eqlens {
namespace kernel_test {

constexpr double infinity = std::numeric_limits<double>::infinity();

Array vector(std::vector<double> data) {
  const auto size = data.size();
  return {{size}, std::move(data)};
}

void expect_near(const Array& got, const Array& want, double tolerance = 1e-14) {
  ASSERT_EQ(got.extents, want.extents);
  for (std::size_t i = 0; i < want.data.size(); ++i) EXPECT_NEAR(got.data[i], want.data[i], tolerance) << i;
}

TEST(Loops, MapRepeatsAndTransposes) {
  const std::vector<double> matrix{1, 2, 3, 4, 5, 6};
  const std::vector<double> row{10, 20};
  const std::array<std::size_t, 2> extents{3, 2};
  // The matrix is 2 × 3 in memory and walked as 3 × 2.
  const std::vector<Walk> operands{{matrix.data(), {1, 3}}, {row.data(), {0, 1}}};
  std::vector<double> out(6);
  map_elements(extents, {nullptr, [](double a, double b) { return a + b; }, fast_row("plus")}, operands, out.data());
  EXPECT_EQ(out, (std::vector<double>{11, 24, 12, 25, 13, 26}));
}

TEST(Loops, ReduceAnyAxes) {
  const std::vector<double> data{1, 2, 3, 4, 5, 6};
  std::vector<double> out(3);
  const std::array<std::size_t, 2> columns{3, 2};
  reduce_elements(columns, 1, Reduction::sum, {data.data(), {1, 3}}, out.data());
  EXPECT_EQ(out, (std::vector<double>{5, 7, 9}));
  const std::array<std::size_t, 2> rows{2, 3};
  out.resize(2);
  reduce_elements(rows, 1, Reduction::maximum, {data.data(), {3, 1}}, out.data());
  EXPECT_EQ(out, (std::vector<double>{3, 6}));
  reduce_elements(rows, 0, Reduction::product, {data.data(), {3, 1}}, out.data());
  EXPECT_EQ(out[0], 720);
}

TEST(Loops, EmptyFoldsAreNeutral) {
  const std::array<std::size_t, 1> none{0};
  double out = 5;
  reduce_elements(none, 0, Reduction::sum, {nullptr, {1}}, &out);
  EXPECT_EQ(out, 0);
  reduce_elements(none, 0, Reduction::product, {nullptr, {1}}, &out);
  EXPECT_EQ(out, 1);
}

TEST(Loops, LongSumsKeepTheirDigits) {
  const std::vector<double> data(1'000'000, 0.1);
  const std::array<std::size_t, 1> extents{data.size()};
  double out = 0;
  reduce_elements(extents, 0, Reduction::sum, {data.data(), {1}}, &out);
  EXPECT_NEAR(out, 100000, 1e-9);
}

TEST(Loops, LocateTakesTheFirstOfEquals) {
  const std::vector<double> data{1, 5, 5, 2};
  const std::array<std::size_t, 1> extents{4};
  double out = 0;
  locate_elements(extents, 0, Reduction::maximum, {data.data(), {1}}, &out);
  EXPECT_EQ(out, 1);
}

TEST(Elementwise, ExponentialIsExactAtTheEnds) {
  const std::vector<double> x{-infinity, -800, 0, 710, infinity};
  std::vector<double> out(5);
  fast_row("exponential")(x.data(), 1, x.data(), 1, out.data(), 5);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 1);
  EXPECT_EQ(out[3], infinity);
  EXPECT_EQ(out[4], infinity);
}

TEST(Elementwise, EveryFastRowEqualsItsOperation) {
  for (const auto* name : {"plus", "minus", "elementwise product", "division", "negative", "exponential", "square root"}) {
    const std::vector<double> a{0.5, 1.25, 2, 7};
    const std::vector<double> b{3, 0.25, 1.5, 2};
    for (const auto& [a_step, b_step] : {std::pair(1u, 1u), std::pair(0u, 1u), std::pair(1u, 0u)}) {
      std::vector<double> out(4);
      fast_row(name)(a.data(), a_step, b.data(), b_step, out.data(), 4);
      for (std::size_t i = 0; i < 4; ++i) {
        const double x = a[i * a_step];
        const double y = b[i * b_step];
        const std::string_view which = name;
        const double want = which == "plus"                  ? x + y
                            : which == "minus"               ? x - y
                            : which == "elementwise product" ? x * y
                            : which == "division"            ? x / y
                            : which == "negative"            ? -x
                            : which == "exponential"         ? std::exp(x)
                                                             : std::sqrt(x);
        EXPECT_NEAR(out[i], want, 1e-15 * std::fabs(want)) << name;
      }
    }
  }
}

TEST(Matmul, SmallAndLargeAndTransposed) {
  for (const std::size_t size : {3u, 17u}) {
    const auto m = size;
    const auto k = size + 1;
    const auto n = size + 2;
    std::vector<double> a(m * k), b(k * n), a_transposed(m * k), b_transposed(k * n);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < k; ++j) a[i * k + j] = a_transposed[j * m + i] = static_cast<double>(i) - 0.5 * static_cast<double>(j);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < n; ++j) b[i * n + j] = b_transposed[j * k + i] = static_cast<double>(i * j % 5);
    for (const bool left : {false, true})
      for (const bool right : {false, true}) {
        std::vector<double> out(m * n);
        multiply({left ? a_transposed.data() : a.data(), m, k, left ? m : k, left},
                 {right ? b_transposed.data() : b.data(), k, n, right ? k : n, right}, out.data());
        for (std::size_t i = 0; i < m; ++i)
          for (std::size_t j = 0; j < n; ++j) {
            double want = 0;
            for (std::size_t t = 0; t < k; ++t) want += a[i * k + t] * b[t * n + j];
            EXPECT_NEAR(out[i * n + j], want, 1e-12);
          }
      }
  }
}

TEST(Softmax, IsCarefulAndAlongTheLastAxis) {
  const std::array<Array, 1> scores{Array{{2, 3}, {2, 1, 0, 1000, 999, 998}}};
  const auto shares = softmax(scores);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(shares.data[i], shares.data[3 + i], 1e-15);
  EXPECT_NEAR(shares.data[0], 0.6652409557748218, 1e-15);
  const std::array<Array, 1> masked{vector({0, -infinity, 0})};
  EXPECT_EQ(softmax(masked).data, (std::vector<double>{0.5, 0, 0.5}));
  const std::array<Array, 1> x{vector({1, -2, 3})};
  expect_near(log_softmax(x), vector({-2.1328452337275756, -5.132845233727576, -0.13284523372757562}));
  expect_near(log_sum_exp(x), {{}, {3.1328452337275756}});
}

TEST(Solve, InverseAndDeterminant) {
  const std::array<Array, 1> a{Array{{3, 3}, {2, 1, 0, 1, 3, 1, 0, 1, 4}}};
  expect_near(inverse(a), {{3, 3}, {11. / 18, -4. / 18, 1. / 18, -4. / 18, 8. / 18, -2. / 18, 1. / 18, -2. / 18, 5. / 18}});
  EXPECT_NEAR(determinant(a).data[0], 18, 1e-13);
  const std::array<Array, 1> singular{Array{{2, 2}, {1, 2, 2, 4}}};
  EXPECT_TRUE(std::isnan(inverse(singular).data[0]));
  EXPECT_EQ(matrix_rank(singular).data[0], 1);
  const std::array<Array, 2> power{Array{{2, 2}, {4, 0, 0, 9}}, Array{{}, {-0.5}}};
  expect_near(symmetric_power(power), {{2, 2}, {0.5, 0, 0, 1. / 3}});
}

TEST(Structure, NormsNeverOverflow) {
  const auto of = [](std::vector<double> x, double p) { return norm(std::array<Array, 2>{vector(std::move(x)), Array{{}, {p}}}).data[0]; };
  EXPECT_DOUBLE_EQ(of({3, -4}, 2), 5);
  EXPECT_DOUBLE_EQ(of({3e300, -4e300}, 2), 5e300);
  EXPECT_DOUBLE_EQ(of({3e-300, 4e-300}, 2), 5e-300);
  EXPECT_DOUBLE_EQ(of({3, -4}, 1), 7);
  EXPECT_DOUBLE_EQ(of({3, -4}, infinity), 4);
  EXPECT_DOUBLE_EQ(of({1, 2, 2}, 3), std::cbrt(17));
  EXPECT_DOUBLE_EQ(of({0, 4, 0}, 0), 1);
}

TEST(Structure, ShapesOfArrays) {
  const std::array<Array, 1> a{Array{{2, 3}, {1, 2, 3, 4, 5, 6}}};
  expect_near(transpose(a), {{3, 2}, {1, 4, 2, 5, 3, 6}});
  expect_near(diagonal(std::array<Array, 1>{vector({2, 5})}), {{2, 2}, {2, 0, 0, 5}});
  expect_near(concatenation(std::array<Array, 2>{a[0], Array{{2, 1}, {7, 8}}}), {{2, 4}, {1, 2, 3, 7, 4, 5, 6, 8}});
  expect_near(stack(std::array<Array, 2>{vector({1, 2}), vector({3, 4})}), {{2, 2}, {1, 2, 3, 4}});
  expect_near(outer_product(std::array<Array, 2>{vector({1, 2}), vector({3, 4, 5})}), {{2, 3}, {3, 4, 5, 6, 8, 10}});
  EXPECT_DOUBLE_EQ(variance(std::array<Array, 1>{vector({1e9 + 2, 1e9 + 4, 1e9 + 6, 1e9 + 8})}).data[0], 5);
  EXPECT_EQ(arg_max(std::array<Array, 1>{vector({1, 5, 2})}).data[0], 2);
}

}  // namespace kernel_test
}  // namespace eqlens
