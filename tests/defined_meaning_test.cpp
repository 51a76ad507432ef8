// What symbols are by the line that defines them, what cells are called, and how lines of one form are told.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "read/reading.hpp"

namespace eqlens {
namespace defined_meaning_test {

constexpr auto gated_memory = R"(p_t=\sigma(W_p x_t+U_p u_{t-1}+b_p),\quad q_t=\sigma(W_q x_t+U_q u_{t-1}+b_q),\quad
r_t=\sigma(W_r x_t+U_r u_{t-1}+b_r),\quad \tilde{m}_t=\tanh(W_k x_t+U_k u_{t-1}+b_k),\quad
m_t=p_t\odot m_{t-1}+q_t\odot\tilde{m}_t,\quad u_t=r_t\odot\tanh(m_t))";
constexpr auto of_batch = R"(m=\frac{1}{n}\sum_{i=1}^{n}a_i,\quad v=\frac{1}{n}\sum_{i=1}^{n}(a_i-m)^2,\quad
\hat{a}_i=\frac{a_i-m}{\sqrt{v+\epsilon}},\quad b_i=\gamma\hat{a}_i+\beta)";
constexpr auto heads = R"(H=\mathrm{Concat}(u_1,\ldots,u_g)W,\quad u_i=\mathrm{Attention}(XW_i^Q,YW_i^K,ZW_i^V))";

struct Meant {
  const char* latex;
  const char* symbol;
  const char* meaning;  ///< its beginning
};

TEST(DefinedMeaning, FollowsFromTheForm) {
  const std::vector<Meant> rows = {
      {gated_memory, "p_t", "a gate, between 0 and 1: how much of"},
      {gated_memory, "\\tilde{m}_t", "the candidate values"},
      {gated_memory, "m_t", "a state, handed from step to step"},
      {gated_memory, "u_t", "a state, handed from step to step"},
      {of_batch, "\\hat{a}", "the standardised value"},
      {of_batch, "b", "the rescaled value: a standardised one"},
      {R"(s = \operatorname{softmax}(e))", "s", "shares that sum to 1"},
      {R"(r_i = \frac{\exp(e_i)}{\sum_j \exp(e_j)})", "r", "shares that sum to 1"},
      {R"(y = ax + b)", "y", "made as a sum"},
      {R"(s = \sigma(ab))", "s", "made by the sigmoid"},
      {R"(r_i = \sigma\left(\sum_j a_{ij} W r_j\right))", "r", "made by the sigmoid"},
      {R"(E = -\sum_{i=1}^{n} t_i \log \hat{t}_i)", "\\hat{t}_i", ""},
  };
  for (const auto& [latex, symbol, meaning] : rows) {
    const auto analysis = analyse(latex);
    std::string found = "no such symbol";
    for (const auto& entry : analysis.roles.symbols)
      if (entry.latex == symbol) found = entry.meaning;
    EXPECT_TRUE(std::string(meaning).empty() ? found.empty() : found.starts_with(meaning)) << latex << ": " << symbol << ": " << found;
  }
  for (const auto& entry : analyse(R"(E = \|y - \hat{y}_i\|)").roles.symbols)
    if (entry.latex == "\\hat{y}_i") {
      EXPECT_EQ(entry.meaning, "one row of $\\hat{y}$");
    }
}

TEST(DefinedMeaning, GivesWayToTheLine) {
  struct Row {
    const char* latex;
    std::vector<std::string> facts;
    const char *symbol, *meaning;
  };
  const std::vector<Row> rows = {
      // A second point is no target, an iterate no input, a bound letter neither.
      {R"(g(x, y) = \|x - y\|)", {R"(x, y \in \mathbb{R}^{n})"}, "y", ""},
      {R"(y = w^\top x)", {R"(x \in \mathbb{R}^{n})"}, "x", "the input"},
      {R"(E = (y - w^\top x)^2)", {}, "y", "the target"},
      {R"(y^{t+1} = A y^t)", {R"(A \in \mathbb{R}^{n \times n})"}, "y^t", "the value of $y$ before this step"},
      {R"(f(x) = \operatorname*{arg\,min}_{y \in S} \|y - x\|)", {R"(x \in \mathbb{R}^{n})"}, "y", "no such symbol"},
      {R"(E = f(y_a) - f(y_b))", {}, "y_a", ""},
      {R"(u_{t+1} = u_t - \eta g_t, \quad r = \|u_t - u_0\|)", {R"(u_t \in \mathbb{R}^{p})"}, "u_0", "where $u$ starts"},
      // Counts and settings.
      {R"(r = \frac{1}{\sqrt{-K}})", {}, "K", ""},
      {R"(d(u, v) = \|u - v\|)", {R"(u, v \in \mathbb{R}^{n})"}, "d", "made by the norm"},
      {R"(c = \cos(\tau u) e^{-u})", {}, "\\tau", "a constant set by hand"},
      {R"(p_i = \frac{e^{u_i / \tau}}{\sum_j e^{u_j / \tau}})", {}, "\\tau", "the temperature"},
      {R"(a = \sum_{k=1}^{T} e^{b_k})", {}, "T", "the number of steps"},
      {R"(p = \operatorname{softmax}(z))", {}, "z", "the logits"},
      {R"(m = \exp(-g(z)^2))", {R"(z \in \mathbb{R}^{n})"}, "z", ""},
      {R"(u_t = \beta_1 v_t + (1 - \beta_1) w_t)", {}, "\\beta_1", "a mixing weight"},
      {R"(u_t = \beta_1 u_{t-1} + (1 - \beta_1) c_t)", {}, "\\beta_1", "the decay rate of the first average"},
      {R"(c = \operatorname{clip}(r, 1 - \epsilon, 1 + \epsilon))", {}, "\\epsilon", "the clip range"},
      {R"(q = \frac{\alpha_H}{\alpha_H + \alpha_T})", {}, "\\alpha_H", "a constant set by hand"},
      {R"(q = \theta (1 - \theta))", {R"(\theta \in (0, 1))"}, "\\theta", "a chance"},
      {R"(r = \max(0, |v| - \lambda))", {}, "\\lambda", "the threshold"},
      {R"(E = -\sum_c w_c \log p_c)", {R"(w, p \in \mathbb{R}^{C})"}, "w", "the weight of each class"},
      // What a fact or a line says.
      {R"(r = \alpha u)", {R"(\alpha = K b)"}, "\\alpha", "given by $K b$"},
      {R"(r = h(u))", {R"(h(a) = \frac{1}{1 + e^{-a}})"}, "h", "the sigmoid"},
      {R"(r = h(u))", {R"(h(a) = a^2 + 1)"}, "h", "given by $a^2 + 1$"},
      {R"(s_t = \beta s_{t-1} + (1 - \beta) b_t)", {}, "s_t", "the running average of $b_t$"},
      {R"(s = \sum_{(i, j) \in E} c_{ij})", {}, "E", "a set"},
      {R"(A = V \operatorname{softmax}(K^\top Q))", {R"(K, Q, V \in \mathbb{R}^{d \times n})"}, "K", "the keys, one in each column"},
      {R"(A = \operatorname{softmax}(Q K^\top) V)", {R"(K, Q, V \in \mathbb{R}^{n \times d})"}, "n", "the number of queries"},
  };
  for (const auto& [latex, facts, symbol, meaning] : rows) {
    AnalysisOptions options;
    options.facts = facts;
    const auto analysis = analyse(latex, options);
    std::string found = "no such symbol";
    for (const auto& entry : analysis.roles.symbols)
      if (entry.latex == symbol) found = entry.meaning;
    EXPECT_TRUE(std::string(meaning).empty() ? found.empty() : found.starts_with(meaning)) << latex << ": " << symbol << ": " << found;
  }
}

TEST(DefinedMeaning, NamesCells) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {gated_memory, "LSTM cell"},
      {of_batch, "batch normalisation"},
      {heads, "multi-head attention"},
      {R"(L = -(t \log p + (1-t) \log(1-p)))", "binary cross-entropy"},
      {R"(S = t \log t + (1-t) \log(1-t))", "binary entropy"},
      {R"(J = \alpha \max(u, 0) + (1-\alpha) \max(-u, 0))", ""},
      {R"(m_t = \beta m_{t-1} + (1-\beta) g_t)", "exponential moving average"},
  };
  for (const auto& [latex, name] : rows) EXPECT_EQ(read(analyse(latex)).known_as.name, name) << latex;
}

TEST(DefinedMeaning, TellsLinesOfOneFormOnce) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {gated_memory, "this is the gate p_t. In the same way, with weights of their own, come q_t and r_t."},
      {heads, "the concatenation of u_1 through u_g"},
      {R"(u = c + \log_2 a)", "the logarithm to the base 2 of a"},
      {R"(L = -(t \log p + (1-t) \log(1-p)))", "the logarithm of p where t is 1"},
      {R"(k = \left(1 + \frac{a}{l} u + \frac{b}{3l} u^2 + \frac{c}{15 l} u^3\right) \exp(-u))",
       "k is a sum, times the exponential of minus u; the sum has four parts: 1;"},
      {R"(\hat{a} = \frac{a-m}{\sqrt{v+\epsilon}})", "so that it has centre 0 and spread 1"},
  };
  for (const auto& [latex, words] : rows)
    EXPECT_NE(read(analyse(latex)).plain.find(words), std::string::npos) << read(analyse(latex)).plain;
  // Different inputs are told apart.
  EXPECT_EQ(read(analyse(R"(u = \tanh(Ax), v = \tanh(Bz), w = \tanh(Cr))")).plain.find("In the same way"), std::string::npos);
}

TEST(DefinedMeaning, SaysWhatIsSilent) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"(F(\mathbf{u}) = \mathbf{u} - m, m = \frac{1}{n}\sum_i u_i)", "written for one u"},
      {R"(F(\mathbf{u}) = 2\mathbf{u})", ""},
      {R"(D = \sum_j (\log\sigma_j^2 - \sigma_j^2))", "it usually gives log σ_j²"},
      {R"(D = \sum_j \log c_j^2)", ""},
  };
  for (const auto& [latex, words] : rows) {
    std::string found;
    for (const auto& line : read(analyse(latex, {{R"(\mathbf{u} \in \mathbb{R}^n)"}, ""})).conventions)
      if (line.find("written for one") != std::string::npos || line.find("usually gives log") != std::string::npos) found = line;
    EXPECT_TRUE(words.empty() ? found.empty() : found.find(words) != std::string::npos) << latex << ": " << found;
  }
}

TEST(DefinedMeaning, KeepsEveryNameOfSeveralDeclarations) {
  const std::vector<std::string> texts = {
      R"(A \in \mathbb{R}^{n \times d}, B, C \in \mathbb{R}^{m \times e})",
      R"(A \in \mathbb{R}^{n \times d} and B, C \in \mathbb{R}^{m \times e})",
      R"(A \in \mathbb{R}^{n \times d}; B, C \in \mathbb{R}^{m \times e})",
  };
  for (const auto& text : texts) {
    const auto analysis = analyse("F = ABC", {{text}, ""});
    EXPECT_EQ(analysis.equation.shape_facts.size(), 3U) << text;
    for (const auto& symbol : analysis.equation.symbols) EXPECT_NE(symbol.latex, "a") << text;
  }
  EXPECT_EQ(analyse("F = x_i", {{R"(i \in 1, \ldots, n, x \in \mathbb{R}^n)"}, ""}).equation.shape_facts.size(), 1U);
}

TEST(DefinedMeaning, NamesTheParametersHiddenInADistribution) {
  const auto reading = read(analyse(R"(D = \log q_{\boldsymbol{\phi}}(z \mid x) - \log p(z))"));
  EXPECT_NE(reading.questions[2].answer.find("Learned, though not written as an argument: φ (inside q_φ"), std::string::npos)
      << reading.questions[2].answer;
}

}  // namespace defined_meaning_test
}  // namespace eqlens
