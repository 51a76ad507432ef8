// Formulas of single numbers, and results too large for the caches, against loops anyone can check.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "eqlens.hpp"

namespace eqlens {
namespace chains_test {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct NumberFormula {
  std::string latex;
  std::vector<std::string> arguments;
  double (*want)(double u, double c);
};

const std::vector<NumberFormula>& number_formulas() {
  static const std::vector<NumberFormula> all{
      {R"(y = \frac{u^2}{1+e^{-u}} + c)", {"u", "c"}, [](double u, double c) { return u * u / (1 + std::exp(-u)) + c; }},
      {R"(y = c - \sqrt{|u|})", {"u", "c"}, [](double u, double c) { return c - std::sqrt(std::fabs(u)); }},
      {R"(y = \sqrt{u^2 + c^2})", {"u", "c"}, [](double u, double c) { return std::sqrt(u * u + c * c); }},
      {R"(y = \frac{c}{u - 3})", {"u", "c"}, [](double u, double c) { return c / (u - 3); }},
      {R"(y = \tanh(u) - \log(c))", {"u", "c"}, [](double u, double c) { return std::tanh(u) - std::log(c); }},
      {R"(y = \sigma(u) + \cos(c))", {"u", "c"}, [](double u, double c) { return 1 / (1 + std::exp(-u)) + std::cos(c); }},
      {R"(y = \max(u, c) - \min(u, 2 c))", {"u", "c"}, [](double u, double c) { return std::fmax(u, c) - std::fmin(u, 2 * c); }},
      {R"(y = \operatorname{ReLU}(u) + c)", {"u", "c"}, [](double u, double c) { return (u > 0 ? u : 0) + c; }},
      {R"(y = u^3 - u^4 + c^{1.5})", {"u", "c"}, [](double u, double c) { return u * u * u - u * u * u * u + std::pow(c, 1.5); }},
      {R"(y = \begin{cases} -u & u < c \\ u c & \text{otherwise} \end{cases})",
       {"u", "c"},
       [](double u, double c) { return u < c ? -u : u * c; }},
      {R"(y = \begin{cases} 1 & u \ge c \\ c & \text{otherwise} \end{cases})",
       {"u", "c"},
       [](double u, double c) { return u >= c ? 1 : c; }},
      {R"(y = c)", {"u", "c"}, [](double, double c) { return c; }},
  };
  return all;
}

template <typename Real>
void check_numbers(const NumberFormula& formula, double tolerance) {
  const auto compiled = compile(formula.latex, {{"u", {}}, {"c", {}}});
  ASSERT_TRUE(compiled) << formula.latex;
  for (const double first : {-3.5, -1.0, 0.0, 0.25, 2.0, 40.0})
    for (const double second : {0.5, 1.75}) {
      const auto u = static_cast<Real>(first), c = static_cast<Real>(second);
      Real alone = -77;
      ASSERT_TRUE(compiled.run({&u, &c}, {&alone}));
      Real in_row = -77;
      ASSERT_TRUE(compiled.run_each({&u, &c}, {&in_row}, 1));
      const double want = formula.want(first, second);
      for (const Real got : {alone, in_row})
        EXPECT_NEAR(got, want, tolerance * std::max(1.0, std::fabs(want))) << formula.latex << " of " << first << ", " << second;
    }
}

TEST(Numbers, AloneAndInRows) {
  for (const auto& formula : number_formulas()) {
    check_numbers<double>(formula, 1e-14);
    check_numbers<float>(formula, 2e-6);
  }
}

TEST(Numbers, SeveralResultsOneOfWhichIsRead) {
  const auto compiled = compile(R"(a = u + 2 \quad b = a u \quad k = 7)", {{"u", {}}});
  ASSERT_TRUE(compiled);
  ASSERT_EQ(compiled.results().size(), 3u);
  const double u = 5;
  double a = 0, b = 0, k = 0;
  ASSERT_TRUE(compiled.run({&u}, {&a, &b, &k}));
  EXPECT_EQ(a, 7);
  EXPECT_EQ(b, 35);
  EXPECT_EQ(k, 7);
}

TEST(Numbers, NotANumberAndInfinitiesGoThrough) {
  const auto compiled = compile(R"(y = \max(u, c))", {{"u", {}}, {"c", {}}});
  const double one = 1, nan = std::numeric_limits<double>::quiet_NaN();
  double y = 0;
  ASSERT_TRUE(compiled.run({&nan, &one}, {&y}));
  EXPECT_TRUE(std::isnan(y));
  ASSERT_TRUE(compiled.run({&one, &nan}, {&y}));
  EXPECT_TRUE(std::isnan(y));
  ASSERT_TRUE(compiled.run({&infinity, &one}, {&y}));
  EXPECT_EQ(y, infinity);
}

/// Memory that begins at a cache line, or `off` numbers behind one.
template <typename Real>
class Placed {
 public:
  Placed(std::size_t count, std::size_t off) : memory_(count + 64 / sizeof(Real) + off, Real(-77)) {
    const auto past = reinterpret_cast<std::uintptr_t>(memory_.data()) % 64 / sizeof(Real);
    at_ = memory_.data() + (past == 0 ? 0 : 64 / sizeof(Real) - past) + off;
  }
  Real* get() { return at_; }
  /// What stands behind the last number, which nobody may touch.
  Real behind(std::size_t count) const { return at_[count]; }

 private:
  std::vector<Real> memory_;
  Real* at_;
};

// Results of several megabytes take another way to memory than small ones, where they lie on cache lines.
template <typename Real>
void check_large(std::size_t count, std::size_t off, unsigned threads) {
  SCOPED_TRACE(std::to_string(count) + " numbers, " + std::to_string(off) + " off, threads " + std::to_string(threads));
  const auto compiled =
      compile(R"(m = \beta u + (1-\beta) g \quad w = u - \frac{m}{\sqrt{g} + 1})", {{"u", {count}}, {"g", {count}}, {R"(\beta)", {}}});
  ASSERT_TRUE(compiled);
  Placed<Real> u(count, 0), g(count, 0), m(count, 0), w(count, off);
  for (std::size_t i = 0; i < count; ++i) {
    u.get()[i] = static_cast<Real>(i % 1013) / 64;
    g.get()[i] = static_cast<Real>(i % 733) / 32;
  }
  const Real beta = Real(0.75);
  ASSERT_TRUE(compiled.run({u.get(), g.get(), &beta}, {m.get(), w.get()}, threads));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double mean = 0.75 * u.get()[i] + 0.25 * g.get()[i];
    const double moved = u.get()[i] - mean / (std::sqrt(static_cast<double>(g.get()[i])) + 1);
    const double tolerance = sizeof(Real) == 4 ? 1e-5 : 1e-13;
    if (!(std::fabs(m.get()[i] - mean) < tolerance && std::fabs(w.get()[i] - moved) < tolerance)) ++wrong;
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(m.behind(count), Real(-77));
  EXPECT_EQ(w.behind(count), Real(-77));
}

TEST(LargeResults, WhereverTheyLie) {
  for (const unsigned threads : {1u, 2u})
    for (const std::size_t off : {0u, 3u}) {
      check_large<double>(600'011, off, threads);
      check_large<float>(1'200'013, off, threads);
    }
}

TEST(LargeResults, RowsThatFillLinesAndRowsThatDoNot) {
  for (const std::size_t width : {1024u, 1019u}) {
    constexpr std::size_t rows = 1100;
    const auto compiled =
        compile(R"(\mu_i = \frac{1}{k} \sum_{j=1}^{k} X_{ij} \quad Y_{ij} = a_j (X_{ij} - \mu_i))", {{"X", {rows, width}}, {"a", {width}}},
                {.fixed = {}, .results = {"Y"}}, {{R"(X \in \mathbb{R}^{r \times k})", R"(a \in \mathbb{R}^k)"}, {}});
    ASSERT_TRUE(compiled);
    Placed<float> x(rows * width, 0), a(width, 0), y(rows * width, 0);
    for (std::size_t i = 0; i < rows * width; ++i) x.get()[i] = static_cast<float>(i % 509) / 16;
    for (std::size_t j = 0; j < width; ++j) a.get()[j] = static_cast<float>(j % 7) - 3;
    ASSERT_TRUE(compiled.run({x.get(), a.get()}, {y.get()}));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      double mean = 0;
      for (std::size_t j = 0; j < width; ++j) mean += x.get()[i * width + j];
      mean /= static_cast<double>(width);
      for (std::size_t j = 0; j < width; ++j)
        if (!(std::fabs(y.get()[i * width + j] - a.get()[j] * (x.get()[i * width + j] - mean)) < 1e-3)) ++wrong;
    }
    EXPECT_EQ(wrong, 0u) << width;
    EXPECT_EQ(y.behind(rows * width), -77) << width;
  }
}

TEST(LongFolds, SameForAnyNumberOfThreads) {
  constexpr std::size_t count = 300'007;
  const auto compiled = compile(R"(s = \sum_{i=1}^n u_i w_i \quad m = \max_i u_i \quad r = \sqrt{\sum_{i=1}^n u_i} \quad y_i = 2 u_i)",
                                {{"u", {count}}, {"w", {count}}}, {}, {{R"(u \in \mathbb{R}^n)", R"(w \in \mathbb{R}^n)"}, {}});
  ASSERT_TRUE(compiled);
  std::vector<double> u(count), w(count);
  double dot = 0, sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    u[i] = static_cast<double>(i * 7919 % 100'003) / 1000;
    w[i] = static_cast<double>(i % 17) - 8;
    dot += u[i] * w[i];
    sum += u[i];
  }
  u[count - 2] += 1000;
  dot += 1000 * w[count - 2];
  sum += 1000;
  std::vector<std::vector<double>> folds;
  for (const unsigned threads : {1u, 2u, 3u}) {
    double s = 0, m = 0, r = 0;
    std::vector<double> y(count);
    ASSERT_TRUE(compiled.run({u.data(), w.data()}, {&s, &m, &r, y.data()}, threads));
    folds.push_back({s, m, r});
    for (const std::size_t i : {std::size_t{0}, std::size_t{65'536}, count - 1}) EXPECT_EQ(y[i], 2 * u[i]);
  }
  EXPECT_NEAR(folds[0][0], dot, 1e-6 * std::fabs(dot));
  EXPECT_EQ(folds[0][1], u[count - 2]);
  EXPECT_NEAR(folds[0][2], std::sqrt(sum), 1e-9);
  EXPECT_EQ(folds[1], folds[0]);
  EXPECT_EQ(folds[2], folds[0]);
  u[200'000] = std::numeric_limits<double>::quiet_NaN();
  double s = 0, m = 0, r = 0;
  std::vector<double> y(count);
  ASSERT_TRUE(compiled.run({u.data(), w.data()}, {&s, &m, &r, y.data()}, 2));
  EXPECT_TRUE(std::isnan(s) && std::isnan(m) && std::isnan(r));
}

}  // namespace chains_test
}  // namespace eqlens
