// Sentences for whole equations: each row is an equation and how it must sound. Renaming letters renames them in the sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <string>

#include "eqlens.hpp"
#include "program.hpp"
#include "rows.hpp"

namespace eqlens {
namespace aloud_test {

struct Row {
  const char* latex;
  const char* sentence;
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.latex, out); }

class Aloud : public ::testing::TestWithParam<Row> {};

TEST_P(Aloud, SoundsLikeATeacher) { EXPECT_EQ(read(analyse(GetParam().latex)).aloud, GetParam().sentence); }

// clang-format off
INSTANTIATE_TEST_SUITE_P(Attention, Aloud, ::testing::Values(
  Row{R"(\operatorname{Attention}(Q,K,V)=\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V)",
      "Attention of Q, K and V equals softmax of Q K transpose over the square root of d k, all times V."},
  Row{R"(\operatorname{Mix}(A,B,C)=\operatorname{softmax}\left(\frac{AB^\top}{\sqrt{h}}\right)C)",
      "Mix of A, B and C equals softmax of A B transpose over the square root of h, all times C."},
  Row{R"(\alpha_{ij}=\frac{\exp(s_{ij})}{\sum_l\exp(s_{il})})",
      "alpha i j equals exp of s i j, all divided by the sum over l of exp of s i l."},
  Row{R"(\mathrm{head}_j=\mathrm{Attention}(XW_j^Q,XW_j^K,XW_j^V))",
      "head j equals Attention of X times W j super Q, X times W j super K, and X times W j super V."}));

INSTANTIATE_TEST_SUITE_P(Grouping, Aloud, ::testing::Values(
  Row{R"(r=\sum_{t=1}^{n}q(a_{i,<t}))", "r equals the sum over t from 1 to n of q of a i before t."},
  Row{R"(D=\{u_i\}_{i=1}^{N})", "D equals the family over i from 1 to N of u i."},
  Row{R"(r=\left.f(x)\right|_{x=0})", "r equals the value of f of x at x equals 0."},
  Row{R"(y=\frac{a+b}{c})", "y equals a plus b, all over c."},
  Row{R"(y=a+\frac{b}{c})", "y equals a plus b over c."},
  Row{R"(y=\frac{a}{\sqrt{v}+\epsilon}+b)", "y equals a over the quantity the square root of v, plus epsilon, then plus b."},
  Row{R"(y=\frac{a}{\sqrt{v}+\epsilon+b})", "y equals a over the quantity the square root of v, plus epsilon plus b."},
  Row{R"(y=\sqrt{v+\epsilon})", "y equals the square root of the quantity v plus epsilon."},
  Row{R"(y=\frac{1}{n\sum_i x_i})", "y equals 1 over the quantity n times the sum over i of x i."},
  Row{R"(y=\frac{\frac{a}{b}}{c})", "y equals a over b, all over c."},
  Row{R"(y=\frac{a}{bc})", "y equals a over the quantity b times c."},
  Row{R"(y=(a+b)^n)", "y equals the quantity a plus b, to the power n."},
  Row{R"(\hat{w}=(X^\top X)^{-1}X^\top y)", "w hat equals the inverse of the quantity X transpose X, times X transpose y."}));

INSTANTIATE_TEST_SUITE_P(Scope, Aloud, ::testing::Values(
  Row{R"(L=-\log\frac{\exp(s_{ii}/\tau)}{\sum_{j=1}^{N}\exp(s_{ij}/\tau)})",
      "L equals minus the log of the fraction with numerator exp of s i i over tau end exp and denominator the sum over j from 1 to N of exp of s i j over tau."},
  Row{R"(R^2=1-\frac{\sum_i(y_i-\hat{y}_i)^2}{\sum_i(y_i-\bar{y})^2})",
      "R squared equals 1 minus the fraction with numerator the sum over i of the square of the quantity y i minus y hat i end sum and denominator the sum over i of the square of the quantity y i minus y bar."},
  Row{R"(L=-\alpha_t(1-p_t)^\gamma\log(p_t))", "L equals minus alpha t times the quantity 1 minus p t, to the power gamma, times the log of p t."},
  Row{R"(P=\exp\left(-\frac{1}{T}\sum_{t=1}^{T}\log p_t\right))",
      "P equals exp of the quantity minus 1 over capital T times the sum over t from 1 to capital T of log p t."},
  Row{R"(y=(\operatorname{SiLU}(xW_1)\odot xV)W_2)",
      "y equals SiLU of the quantity x times W 1, all elementwise times the quantity x times V, all times W 2."}));

INSTANTIATE_TEST_SUITE_P(Training, Aloud, ::testing::Values(
  Row{R"(s_t=\rho s_{t-1}+(1-\rho)u_t)", "s t equals rho times s t-minus-1 plus the quantity 1 minus rho, times u t."},
  Row{R"(w\leftarrow w-\alpha\nabla_w J)", "w becomes w minus alpha times the gradient of J with respect to w."},
  Row{R"(\frac{\partial J}{\partial B}=A^\top D)", "The partial of J with respect to B equals A transpose D."},
  Row{R"(r=\frac{\partial^2 J}{\partial b \partial c})", "r equals the mixed partial of J with respect to b and c."},
  Row{R"(E=\frac{1}{m}\sum_{j=1}^{m}(t_j-\hat{t}_j)^2)",
      "E equals 1 over m times the sum over j from 1 to m of the square of the quantity t j minus t hat j."},
  Row{R"(J=-\sum_{k=1}^{K}t_k\log\hat{t}_k)", "J equals minus the sum over k from 1 to capital K of t k times the log of t hat k."}));

INSTANTIATE_TEST_SUITE_P(Probability, Aloud, ::testing::Values(
  Row{R"(p(a\mid b)=\frac{p(b\mid a)p(a)}{p(b)})", "p of a given b equals p of b given a times p of a, all over p of b."},
  Row{R"(\mathbb{E}_{z\sim q}[g(z)]=\sum_z q(z)g(z))",
      "The expectation, over z drawn from q, of g of z equals the sum over z of q of z times g of z."},
  Row{R"(\mathbf{u}=\boldsymbol{m}+\boldsymbol{s}\odot\boldsymbol{\xi},\quad\boldsymbol{\xi}\sim\mathcal{N}(\mathbf{0},\mathbf{I}))",
      "u equals m plus s elementwise times xi, where xi is drawn from the normal distribution with mean 0 and covariance I."},
  Row{R"(H(p)=-\sum_i p_i\log_2 p_i)", "H of p equals minus the sum over i of p i times log base 2 of p i."}));

INSTANTIATE_TEST_SUITE_P(Others, Aloud, ::testing::Values(
  Row{R"(\mathcal{G}(\mathbf{u})=\mathcal{T}(\mathbf{u})+\mathbf{u})", "G of u equals T of u plus u."},
  Row{R"(D_{ij}=\sum_{s=1}^{m}E_{is}F_{sj})", "D i j equals the sum over s from 1 to m of E i s times F s j."},
  Row{R"(g(u)=\begin{cases}u&\text{if }u\ge 0\\ \beta u&\text{otherwise}\end{cases})", "g of u equals u if u is at least 0, and beta times u otherwise."},
  Row{R"(A\in\mathbb{R}^{p\times q})", "A is a real matrix, p by q."},
  Row{R"(V(s)\leftarrow V(s)+\eta[r+\gamma V(s')-V(s)])", "V of s becomes V of s plus eta times the quantity r plus gamma times V of s prime minus V of s."}));
// clang-format on

TEST(Aloud, NeverSaysWhatAGlyphLooksLike) {
  for (const char* latex : {R"(A^\top B \odot C)", R"(x \sim p(x \mid y))", R"(\nabla_\theta L)", R"(\|x\|)"}) {
    const auto reading = read(analyse(latex));
    for (const char* banned : {"down tack", "circled dot", "nabla", "metric", "tilde", "divides", "to the T power"})
      EXPECT_EQ(reading.aloud.find(banned), std::string::npos) << reading.aloud;
  }
}

TEST(Aloud, NeverSaysItInAnyDocumentOrRegister) {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(EQLENS_PROJECT_DIR) / "equations")) {
    if (entry.path().extension() != ".md") continue;
    for (const auto spoken : {Register::aloud, Register::strict, Register::named})
      for (const auto& display : decode_document(Source(entry.path().string(), contents(entry.path())), DocumentKind::markdown, {}, spoken))
        for (const char* banned : {"down tack", "circled dot", "nabla", "to the T power", "\\", "$"})
          EXPECT_EQ(display.reading.aloud.find(banned), std::string::npos) << entry.path() << ": " << display.reading.aloud;
  }
}

TEST(Aloud, UnknownCommandsAreSpokenByTheirNamesAndReported) {
  const auto analysis = analyse(R"(y = \frobnicate x)");
  EXPECT_NE(read(analysis).aloud.find("frobnicate"), std::string::npos);
  const auto& diagnostics = analysis.diagnostics;
  EXPECT_TRUE(std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.code == "unknown-command"; }));
}

/// Every letter that stands alone under another name; commands and words keep theirs.
std::string renamed(const std::string& text, const std::map<char, char>& names) {
  std::string result = text;
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t begin = 0; begin < text.size();) {
    if (!letter(text[begin])) {
      ++begin;
      continue;
    }
    auto end = begin;
    while (end < text.size() && letter(text[end])) ++end;
    const bool command = begin > 0 && text[begin - 1] == '\\';
    if (!command && end == begin + 1)
      if (const auto name = names.find(text[begin]); name != names.end()) result[begin] = name->second;
    begin = end;
  }
  return result;
}

TEST(Aloud, ChangesOnlyByTheLettersThatAreRenamed) {
  const std::map<char, char> names = {{'u', 'r'}, {'v', 's'}, {'w', 'z'}, {'c', 'b'}, {'g', 'h'}, {'n', 'm'}, {'j', 'l'}, {'k', 'q'}};
  for (const std::string latex : {
           R"(u = \frac{v + w}{c})",
           R"(u = \sqrt{v} + c)",
           R"(u = \sum_{j = 1}^{n} v_j w_j)",
           R"(u = (v + w)^2 - c)",
           R"(u = v \odot w + c)",
           R"(u_j = \frac{e^{v_j}}{\sum_k e^{v_k}})",
           R"(u = \max(0, v))",
           R"(g(v) = \log v - \frac{w}{c})",
           R"(u \leftarrow u - c \nabla_u g)",
           R"(u = \| v - w \|^2)",
           R"(u = \begin{cases} v & v > 0 \\ w & \text{otherwise} \end{cases})",
       }) {
    const auto before = read(analyse(latex)).aloud;
    EXPECT_EQ(read(analyse(renamed(latex, names))).aloud, renamed(before, names)) << latex;
  }
}

}  // namespace aloud_test
}  // namespace eqlens
