// Compiled equations against the plain evaluator: the same numbers, on the caller's memory, in both precisions.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "eqlens.hpp"

namespace eqlens {
namespace compiled_test {

struct Formula {
  std::string latex;
  std::vector<Slot> arguments;
  std::vector<std::string> facts = {};
  double tolerance = 1e-12;
  std::string except = {};  ///< an argument that holds this instead of drawn numbers
};

std::size_t count_of(const Slot& slot) {
  std::size_t count = 1;
  for (const auto extent : slot.extents) count *= extent;
  return count;
}

/// Positive numbers near 1, so that every formula here is defined.
std::vector<double> drawn(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> data(count);
  for (auto& x : data) x = 0.1 + static_cast<double>(generator() % 4001) / 2000;
  return data;
}

std::string words(const Diagnostics& diagnostics) {
  std::string text;
  for (const auto& diagnostic : diagnostics) text += "[" + diagnostic.code + "] " + diagnostic.message + "\n";
  return text;
}

void expect_near(double got, double want, double tolerance, const std::string& where) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got)) << where << " is " << got;
  } else if (std::isinf(want)) {
    EXPECT_EQ(got, want) << where;
  } else {
    EXPECT_NEAR(got, want, tolerance * std::max(1.0, std::fabs(want))) << where;
  }
}

template <typename Real>
void compare(const Formula& formula, const Analysis& analysis, const Evaluation& plain, const std::vector<std::vector<double>>& values) {
  const auto compiled = compile(analysis, formula.arguments);
  ASSERT_TRUE(compiled) << words(compiled.diagnostics);
  ASSERT_EQ(compiled.results().size(), plain.results.size());
  std::vector<std::vector<Real>> inputs;
  std::vector<const Real*> in;
  for (const auto& value : values) inputs.emplace_back(value.begin(), value.end());
  for (const auto& input : inputs) in.push_back(input.data());
  std::vector<std::vector<Real>> outputs;
  std::vector<Real*> out;
  for (const auto& slot : compiled.results()) outputs.emplace_back(count_of(slot), Real(-77));
  for (auto& output : outputs) out.push_back(output.data());
  const double tolerance = sizeof(Real) == 4 ? 2e-5 : formula.tolerance;
  // Twice, since a second run finds used memory.
  for (unsigned threads : {1u, 2u}) {
    ASSERT_TRUE(compiled.run(in, out, threads));
    for (std::size_t k = 0; k < plain.results.size(); ++k) {
      ASSERT_EQ(compiled.results()[k].extents, plain.results[k].value.extents);
      for (std::size_t i = 0; i < outputs[k].size(); ++i)
        expect_near(outputs[k][i], plain.results[k].value.data[i], tolerance,
                    compiled.results()[k].name + " entry " + std::to_string(i) + (sizeof(Real) == 4 ? " in single precision" : ""));
    }
  }
}

const std::vector<Formula>& formulas() {
  static const std::vector<Formula> all{
      {R"(y = \frac{u^2}{1+e^{-u}})", {{"u", {}}}},
      {R"(y = \frac{u^2}{1+e^{-u}})", {{"u", {1501}}}},
      {R"(y = 3)", {{"u", {}}}},
      {R"(y = u)", {{"u", {4}}}},
      {R"(y = a + b + c - p \odot q - r + 2s)",
       {{"a", {700}}, {"b", {700}}, {"c", {700}}, {"p", {700}}, {"q", {700}}, {"r", {700}}, {"s", {700}}}},
      {R"(y_{ij} = A_{ij} + b_j - c_i)", {{"A", {5, 37}}, {"b", {37}}, {"c", {5}}}},
      {R"(y_{ij} = A_{ji} b_j)", {{"A", {7, 3}}, {"b", {7}}}},
      {R"(m_t = \beta m_{t-1} + (1-\beta) g_t \quad w_t = \gamma w_{t-1} + (1-\gamma) g_t^2 \quad z_t = z_{t-1} - \eta \frac{m_t}{\sqrt{w_t} + \rho})",
       {{"m_{t-1}", {1030}},
        {"w_{t-1}", {1030}},
        {"g_t", {1030}},
        {"z_{t-1}", {1030}},
        {R"(\beta)", {}},
        {R"(\gamma)", {}},
        {R"(\eta)", {}},
        {R"(\rho)", {}}}},
      {R"(\mu_i = \frac{1}{k} \sum_{j=1}^{k} X_{ij} \quad s_i = \frac{1}{k} \sum_{j=1}^{k} (X_{ij} - \mu_i)^2 \quad Y_{ij} = a_j \frac{X_{ij} - \mu_i}{\sqrt{s_i + 0.001}} + b_j)",
       {{"X", {6, 41}}, {"a", {41}}, {"b", {41}}},
       {R"(X \in \mathbb{R}^{r \times k})", R"(a \in \mathbb{R}^k)", R"(b \in \mathbb{R}^k)"}},
      {R"(s = \sum_{i=1}^{n} u_i)", {{"u", {20011}}}, {R"(u \in \mathbb{R}^n)"}},
      {R"(s = \max_i u_i - \min_i u_i)", {{"u", {311}}}, {R"(u \in \mathbb{R}^n)"}},
      {R"(p = \prod_{i=1}^{n} u_i)", {{"u", {9}}}, {R"(u \in \mathbb{R}^n)"}},
      {R"(c_j = \sum_i A_{ij})", {{"A", {5, 7}}}},
      {R"(p = \operatorname{softmax}(u))", {{"u", {23}}}},
      {R"(P = \operatorname{softmax}(A B))", {{"A", {5, 3}}, {"B", {3, 21}}}},
      {R"(p = \log \operatorname{softmax}(u))", {{"u", {23}}}},
      {R"(C_{ij} = \sum_t A_{it} B_{tj})", {{"A", {33, 17}}, {"B", {17, 41}}}},
      {R"(C = A B^\top)", {{"A", {130, 270}}, {"B", {300, 270}}}, {}, 1e-11},
      {R"(C = A^\top B)", {{"A", {70, 40}}, {"B", {70, 35}}}},
      {R"(y = W v + b)",
       {{"W", {40, 65}}, {"v", {65}}, {"b", {40}}},
       {R"(W \in \mathbb{R}^{p \times q})", R"(v \in \mathbb{R}^q)", R"(b \in \mathbb{R}^p)"}},
      {R"(y = u^\top v)", {{"u", {90}}, {"v", {90}}}, {R"(u \in \mathbb{R}^n)", R"(v \in \mathbb{R}^n)"}},
      {R"(D_{bij} = \sum_t A_{bit} B_{btj})", {{"A", {3, 4, 6}}, {"B", {3, 6, 5}}}},
      {R"(E_{il} = \sum_{jk} A_{ij} B_{jk} C_{kl})", {{"A", {4, 5}}, {"B", {5, 6}}, {"C", {6, 3}}}},
      {R"(y = \tanh(u) + \sigma(u) + \log u + \sqrt{u} + |u| + \max(0, u - 1))", {{"u", {77}}}},
      {R"(y = \frac{1}{2} u (1 + \tanh(0.8 (u + 0.04 u^3))))", {{"u", {1025}}}},
      {R"(y_i = \begin{cases} u_i & u_i < 1 \\ 2 - u_i & \text{otherwise} \end{cases})", {{"u", {45}}}, {R"(u \in \mathbb{R}^n)"}},
      {R"(y = A^{-1} v)", {{"A", {3, 3}}, {"v", {3}}}, {R"(A \in \mathbb{R}^{3 \times 3})", R"(v \in \mathbb{R}^3)"}, 1e-9},
      {R"(y = \|u\|)", {{"u", {31}}}, {R"(u \in \mathbb{R}^n)"}},
      {R"(k = \arg\max_i u_i)", {{"u", {31}}}, {R"(u \in \mathbb{R}^n)"}},
      {R"(L = \sum_i (\sum_j W_{ij} x_j - y_i)^2)", {{"W", {4, 6}}, {"x", {6}}, {"y", {4}}}},
      {R"(g = \nabla_w \|X w - y\|^2)",
       {{"X", {5, 3}}, {"w", {3}}, {"y", {5}}},
       {R"(X \in \mathbb{R}^{n \times d})", R"(w \in \mathbb{R}^d)", R"(y \in \mathbb{R}^n)"}},
  };
  return all;
}

TEST(Compiled, SameAsThePlainEvaluator) {
  for (const auto& formula : formulas()) {
    SCOPED_TRACE(formula.latex);
    const auto analysis = analyse(formula.latex, {formula.facts, {}});
    EvaluationOptions options;
    std::vector<std::vector<double>> values;
    for (std::size_t k = 0; k < formula.arguments.size(); ++k) {
      // Single precision must hold the same numbers.
      values.push_back(drawn(count_of(formula.arguments[k]), static_cast<unsigned>(k + 1)));
      for (auto& x : values.back()) x = static_cast<double>(static_cast<float>(x));
      options.values.push_back({formula.arguments[k].name, {formula.arguments[k].extents, values.back()}});
    }
    const auto plain = evaluate(analysis, options);
    ASSERT_FALSE(plain.results.empty()) << words(plain.diagnostics);
    compare<double>(formula, analysis, plain, values);
    compare<float>(formula, analysis, plain, values);
  }
}

/// softmax(scale · q kᵀ + mask) v with loops anyone can check, in double precision.
std::vector<double> attention_by_hand(const std::vector<double>& q, const std::vector<double>& k, const std::vector<double>& v,
                                      std::size_t n, std::size_t m, std::size_t d, std::size_t w, double scale,
                                      const std::vector<double>& mask) {
  std::vector<double> out(n * w);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> scores(m);
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t c = 0; c < d; ++c) scores[j] += q[i * d + c] * k[j * d + c];
      scores[j] = scores[j] * scale + (mask.empty() ? 0 : mask[i * m + j]);
      most = std::max(most, scores[j]);
    }
    double total = 0;
    for (auto& score : scores) total += score = std::exp(score - most);
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t c = 0; c < w; ++c) out[i * w + c] += scores[j] / total * v[j * w + c];
  }
  return out;
}

struct AttentionCase {
  std::string latex;
  std::vector<std::string> facts = {};
  double scale = 1;
  bool causal = false;
  bool masked = false;
  bool square = false;  ///< queries are counted like keys
};

const std::vector<AttentionCase>& notations() {
  static const std::vector<std::string> rows{R"(Q_i, K_j \in \mathbb{R}^d)", R"(V_j \in \mathbb{R}^w)"};
  static const std::vector<AttentionCase> all{
      {R"(O = \operatorname{softmax}(Q K^\top) V)"},
      {R"(O = \operatorname{softmax}\left(\frac{Q K^\top}{4}\right) V)", {}, 0.25},
      {R"(O = \operatorname{softmax}(0.5 \, Q K^\top) V)", {}, 0.5},
      {R"(O = \operatorname{softmax}(Q K^\top / \tau) V)", {R"(\tau = 2)"}, 0.5},
      {R"(O = \operatorname{softmax}(Q K^\top + M) V)", {}, 1, false, true},
      {R"(O = \operatorname{softmax}\left(\frac{Q K^\top}{4} + M\right) V)", {}, 0.25, false, true},
      {R"(O = \operatorname{softmax}(S) V \quad S_{ij} = \begin{cases} \sum_c Q_{ic} K_{jc} & j \le i \\ -\infty & j > i \end{cases})",
       {},
       1,
       true},
      {R"(O = \operatorname{softmax}(S) V \quad S_{ij} = \begin{cases} \sum_c Q_{ic} K_{jc} & i \ge j \\ -\infty & \text{otherwise} \end{cases})",
       {},
       1,
       true},
      {R"(O = \operatorname{softmax}(S) V \quad S = Q K^\top)"},
      {R"(S_{ij} = \sum_c Q_{ic} K_{jc} \quad A = \operatorname{softmax}(S) \quad O_{ic} = \sum_j A_{ij} V_{jc})"},
      {R"(A_{ij} = \frac{\exp(\sum_c Q_{ic} K_{jc} / 4)}{\sum_l \exp(\sum_c Q_{ic} K_{lc} / 4)} \quad O_{ic} = \sum_j A_{ij} V_{jc})",
       {},
       0.25},
      {R"(O = \left(V^\top \operatorname{softmax}(Q K^\top)^\top\right)^\top)"},
      // Masks written as sets of indices.
      {R"(O_{ic} = \sum_{j \le i} \frac{\exp(\sum_e Q_{ie} K_{je})}{\sum_{l \le i} \exp(\sum_e Q_{ie} K_{le})} V_{jc})",
       {},
       1,
       true,
       false,
       true},
      {R"(o_i = \sum_{j=1}^{i} \frac{e^{Q_i^\top K_j / 4}}{\sum_{l=1}^{i} e^{Q_i^\top K_l / 4}} V_j)", rows, 0.25, true, false, true},
      {R"(o_i = \sum_{j \in \{1, \ldots, i\}} \frac{e^{Q_i^\top K_j}}{\sum_{l \in \{1, 2, \ldots, i\}} e^{Q_i^\top K_l}} V_j)", rows, 1,
       true, false, true},
      {R"(o_i = \frac{\sum_{j=1}^{i} e^{Q_i^\top K_j / 4} V_j}{\sum_{j=1}^{i} e^{Q_i^\top K_j / 4}})", rows, 0.25, true, false, true},
      {R"(o_i = \frac{\sum_{j=1}^{m} e^{Q_i^\top K_j} V_j}{\sum_{j=1}^{m} e^{Q_i^\top K_j}})", rows},
      {R"(a_{ij} = \frac{e^{Q_i^\top K_j}}{\sum_{l \le i} e^{Q_i^\top K_l}} \quad o_i = \sum_{j \le i} a_{ij} V_j)", rows, 1, true, false,
       true},
      {R"(o_i = \sum_{j \le i} \operatorname{softmax}_j(Q_i^\top K_j) V_j)", rows, 1, true, false, true},
      {R"(o_i = \sum_j \operatorname{softmax}_j(Q_i^\top K_j / 4) V_j)", rows, 0.25},
  };
  return all;
}

/// Sizes that no block divides, one of everything, and enough keys for several blocks.
const std::vector<std::array<std::size_t, 4>>& attention_sizes() {
  static const std::vector<std::array<std::size_t, 4>> all{{17, 19, 5, 3},    {1, 300, 16, 8}, {300, 1, 7, 9},   {65, 193, 33, 40},
                                                           {70, 400, 32, 64}, {3, 90, 1, 1},   {9, 577, 20, 129}};
  return all;
}

template <typename Real>
void check_attention(const AttentionCase& notation, const std::array<std::size_t, 4>& size, double spread) {
  const auto [n, keys, d, w] = size;
  const auto m = notation.square ? n : keys;
  SCOPED_TRACE(notation.latex + " n " + std::to_string(n) + " m " + std::to_string(m) + " d " + std::to_string(d) + " w " +
               std::to_string(w));
  std::vector<Slot> arguments{{"Q", {n, d}}, {"K", {m, d}}, {"V", {m, w}}};
  std::vector<std::vector<double>> values{drawn(n * d, 1), drawn(m * d, 2), drawn(m * w, 3)};
  for (auto& x : values[0]) x = (x - 1) * spread;
  for (auto& x : values[1]) x = (x - 1) * 0.5;
  std::vector<double> mask;
  if (notation.masked) {
    arguments.push_back({"M", {n, m}});
    values.push_back(drawn(n * m, 4));
    // Some keys are hidden, and from one query all.
    for (std::size_t i = 0; i < n * m; ++i)
      if (i % 5 == 2 || (n > 2 && i / m == 1)) values[3][i] = -std::numeric_limits<double>::infinity();
  }
  for (auto& value : values)
    for (auto& x : value) x = static_cast<double>(static_cast<Real>(x));
  if (notation.masked) mask = values[3];
  if (notation.causal) {
    mask.assign(n * m, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < m; ++j) mask[i * m + j] = -std::numeric_limits<double>::infinity();
  }
  CompileOptions options;
  options.results = {notation.latex.find("o_i") == std::string::npos ? "O" : "o_i"};
  const auto compiled = compile(notation.latex, arguments, options, {notation.facts, {}});
  ASSERT_TRUE(compiled) << words(compiled.diagnostics);
  std::vector<std::vector<Real>> inputs;
  std::vector<const Real*> in;
  for (const auto& value : values) inputs.emplace_back(value.begin(), value.end());
  for (const auto& input : inputs) in.push_back(input.data());
  std::vector<Real> out(n * w, Real(-77));
  std::vector<Real*> to{out.data()};
  ASSERT_TRUE(compiled.run(in, to, n > 64 ? 2 : 1));
  const auto want = attention_by_hand(values[0], values[1], values[2], n, m, d, w, notation.scale, mask);
  for (std::size_t i = 0; i < out.size(); ++i) expect_near(out[i], want[i], sizeof(Real) == 4 ? 3e-5 : 1e-12, "entry " + std::to_string(i));
}

TEST(CompiledAttention, InAnyNotationOverOddSizes) {
  for (const auto& notation : notations())
    for (const auto& size : attention_sizes()) {
      check_attention<double>(notation, size, 1);
      if (&notation == &notations()[0] || notation.causal || notation.masked) check_attention<float>(notation, size, 1);
    }
}

TEST(CompiledAttention, HugeScoresPickOneKey) {
  for (const auto& size : attention_sizes()) check_attention<double>(notations()[0], size, 1000);
}

TEST(CompiledAttention, NothingToReadOrToAsk) {
  const auto none_asked = compile(R"(O = \operatorname{softmax}(Q K^\top) V)", {{"Q", {0, 4}}, {"K", {9, 4}}, {"V", {9, 2}}});
  ASSERT_TRUE(none_asked) << words(none_asked.diagnostics);
  const std::vector<double> values(64, 1.0);
  double out[2] = {5, 5};
  EXPECT_TRUE(none_asked.run({values.data(), values.data(), values.data()}, {out}));
  EXPECT_EQ(out[0], 5);
}

TEST(CompiledAttention, HeadsAndSamples) {
  constexpr std::size_t heads = 6, n = 21, m = 35, d = 9, w = 11;
  const auto compiled = compile(
      R"(O = \operatorname{softmax}\left(\frac{Q K^\top}{3}\right) V)", {{"Q", {2, 3, n, d}}, {"K", {2, 3, m, d}}, {"V", {2, 3, m, w}}}, {},
      {{R"(Q \in \mathbb{R}^{b \times h \times n \times d})", R"(K \in \mathbb{R}^{b \times h \times m \times d})",
        R"(V \in \mathbb{R}^{b \times h \times m \times w})"},
       {}});
  ASSERT_TRUE(compiled) << words(compiled.diagnostics);
  const auto q = drawn(heads * n * d, 1);
  const auto k = drawn(heads * m * d, 2);
  const auto v = drawn(heads * m * w, 3);
  std::vector<double> out(heads * n * w);
  ASSERT_TRUE(compiled.run({q.data(), k.data(), v.data()}, {out.data()}));
  const auto part = [](const std::vector<double>& all, std::size_t head, std::size_t size) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(head * size);
    return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(size));
  };
  for (std::size_t head = 0; head < heads; ++head) {
    const auto want = attention_by_hand(part(q, head, n * d), part(k, head, m * d), part(v, head, m * w), n, m, d, w, 1.0 / 3, {});
    for (std::size_t i = 0; i < want.size(); ++i) expect_near(out[head * n * w + i], want[i], 1e-12, "entry " + std::to_string(i));
  }
}

TEST(Compiled, RowsOfNumbers) {
  const auto compiled = compile(R"(y = \frac{u^2}{1+e^{-u}} + c)", {{"u", {}}, {"c", {}}});
  ASSERT_TRUE(compiled) << words(compiled.diagnostics);
  for (const std::size_t count : {0, 1, 2, 7, 100, 5003}) {
    const auto u = drawn(count, 1);
    const auto c = drawn(count, 2);
    std::vector<double> y(count);
    ASSERT_TRUE(compiled.run_each({u.data(), c.data()}, {y.data()}, count));
    for (std::size_t i = 0; i < count; ++i) EXPECT_NEAR(y[i], u[i] * u[i] / (1 + std::exp(-u[i])) + c[i], 1e-14) << i;
  }
  const auto of_arrays = compile(R"(s = \sum_i u_i)", {{"u", {4}}});
  EXPECT_FALSE(of_arrays.run_each(std::vector<const double*>{nullptr}, std::vector<double*>{nullptr}, 3));
}

TEST(Compiled, RunsInManyThreadsAtOnce) {
  const auto compiled = compile(R"(P = \operatorname{softmax}(A B) + c)", {{"A", {40, 30}}, {"B", {30, 50}}, {"c", {50}}});
  ASSERT_TRUE(compiled) << words(compiled.diagnostics);
  const auto a = drawn(1200, 1);
  const auto b = drawn(1500, 2);
  std::vector<std::vector<double>> shifts;
  std::vector<std::vector<double>> results(4, std::vector<double>(2000));
  for (unsigned k = 0; k < 4; ++k) shifts.push_back(drawn(50, k + 9));
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (int round = 0; round < 50; ++round) compiled.run({a.data(), b.data(), shifts[k].data()}, {results[k].data()});
    });
  for (auto& thread : threads) thread.join();
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<double> alone(2000);
    ASSERT_TRUE(compiled.run({a.data(), b.data(), shifts[k].data()}, {alone.data()}));
    EXPECT_EQ(results[k], alone);
  }
}

TEST(Compiled, SaysWhatItCannotDo) {
  const auto reports = [](const Compiled& compiled, const std::string& code) {
    for (const auto& diagnostic : compiled.diagnostics)
      if (diagnostic.code == code) return true;
    return false;
  };
  EXPECT_TRUE(reports(compile("y = u + w", {{"u", {3}}}), "missing-value"));
  EXPECT_TRUE(reports(compile(R"(y = \sum_{i=1}^{n} i u)", {{"u", {}}, {"n", {}}}), "not-computable"));
  EXPECT_TRUE(reports(compile("C = A B", {{"A", {3, 4}}, {"B", {5, 2}}}), "value-shape"));
  EXPECT_TRUE(reports(compile("y = u", {{"u", {3}}}, {{}, {"z"}}), "undefined-symbol"));
  EXPECT_TRUE(reports(compile(R"(C = a b^\top + 1)", {{"a", {1 << 20}}, {"b", {1 << 20}}}), "too-large"));
  EXPECT_FALSE(compile("y = u + w", {{"u", {3}}}).run(std::vector<const double*>{nullptr}, std::vector<double*>{nullptr}));
}

}  // namespace compiled_test
}  // namespace eqlens
