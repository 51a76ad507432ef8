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
INSTANTIATE_TEST_SUITE_P(Changes, Aloud, ::testing::Values(
  Row{R"(u = G^{-1}(q))", "u equals G inverse of q."},
  Row{R"(y = \nabla \cdot \mathbf{v})", "y equals the divergence of v."},
  Row{R"(H = \nabla_{\mathbf{v}}^2 g(\mathbf{v}))", "H equals the Hessian of g of v with respect to v."},
  Row{R"(A = C^{\mathrm{H}} C)", "A equals C conjugate transpose times C."},
  Row{R"(dh_t = c dB_t)", "d h t equals c times d B t."},
  Row{R"(q = \frac{\#\,\text{right}}{\#\,\text{all}})", "q equals number of right over number of all."}));

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
  Row{R"(Y=I-\frac{a}{2}\cdot B)", "Y equals I minus a over 2, times B."},
  Row{R"(S_N=\sum_{n=1}^{N}a_n)", "S sub capital N equals the sum over n from 1 to capital N of a n."},
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

INSTANTIATE_TEST_SUITE_P(Bounds, Aloud, ::testing::Values(
  Row{R"(q=\min_{i=1,2}g_i(u))", "q equals the min over i in 1 and 2 of g i of u."},
  Row{R"(q_t=\max_{k\leq t}u_k)", "q t equals the max over k up to t of u k."},
  Row{R"(q=\sum_{k=1}^{t}u_k)", "q equals the sum over k from 1 to t of u k."},
  Row{R"(q=\sum_{(a,b)\in E}g(a,b))", "q equals the sum over the pair a, b in E of g of a and b."},
  Row{R"(c=|\{a\in U\mid(a,b)\in E,a>0\}|)", "c equals the size of the set of those a in U such that the pair a, b is in E and a is greater than 0."},
  Row{R"(D=\{(a,b):a\in U,b\in V\})", "D equals the set of those pairs a, b such that a is in U and b is in V."},
  Row{R"(c=|\{a\in U:a>0\}|)", "c equals the size of the set of those a in U such that a is greater than 0."},
  Row{R"(q=\sum_{i\neq j,u_i=u_j,j=1,\dots,B}w_j)", "q equals the sum over j from 1 to B, where i is not j and u i equals u j, of w j."},
  Row{R"(g(u)=\begin{cases}u&-3\le u\le 3\\ 0&\text{otherwise}\end{cases})", "g of u equals u if minus 3 is at most u and u is at most 3, and 0 otherwise."},
  Row{R"(y=au,\quad\text{for all }u\in[0,1])", "y equals a times u, for all u between 0 and 1."},
  Row{R"(y=au,\quad u\in[0,1])", "y equals a times u, where u is between 0 and 1."},
  Row{R"(=\frac{a}{b}+c)", "Equals a over b plus c."},
  Row{R"(c=\binom{n}{2})", "c equals n choose 2."},
  Row{R"(y_i=au_i\quad\forall\; i,j)", "y i equals a times u i, for all i and j."},
  Row{R"(y_i=au_i,\quad\forall i\in\{1,\ldots,n\})", "y i equals a times u i, for all i in 1 through n."},
  Row{R"(\forall u\in U, g(u)=h(u))", "For all u in the set capital U, g of u equals h of u."},
  Row{R"(\forall i<j, u_iu_j=0)", "For all i less than j, u i times u j equals 0."},
  Row{R"(\psi:U\to V)", "psi maps U to V."},
  Row{R"(t:T\to 0)", "t runs from capital T to 0."},
  Row{R"(u=\pm\sqrt{b})", "u equals plus or minus the square root of b."},
  Row{R"(c=\iint g(r,s)\,dr\,ds)", "c equals the integral over r and s of g of r and s."},
  Row{R"(c=\int_0^1\int_0^2 g(r,s)\,dr\,ds)", "c equals the integral over s from 0 to 1 of the integral over r from 0 to 2 of g of r and s."},
  Row{R"(q=\arg\min_{u\in\mathcal{S}^2}g(u))", "q equals the arg min, over u in S 2, of g of u."}));

INSTANTIATE_TEST_SUITE_P(Sizes, Aloud, ::testing::Values(
  Row{R"(r=\frac{1}{|a|}\log\pi_\theta(a\mid s))", "r equals 1 over the length of a, times the log of pi theta of a given s."},
  Row{R"(r=\frac{1}{|N(i)|}\sum_{j\in N(i)}u_j)", "r equals 1 over the size of N of i, times the sum over j in N of i of u j."},
  Row{R"(r=\frac{1}{|a|}u)", "r equals 1 over the absolute value of a, times u."},
  Row{R"(\mathbf{Y}=\mathbf{D}^{-1/2}\mathbf{A}\mathbf{D}^{-1/2}\mathbf{U})",
      "Y equals the inverse square root of D times A times the inverse square root of D times U."}));

INSTANTIATE_TEST_SUITE_P(Scripts, Aloud, ::testing::Values(
  Row{R"(q=a_{\textup{min}}+b_{\textsf{old}})", "q equals a min plus b old."},
  Row{R"(q=\mathbf{a}_{\mbox{new}}+b_{\textbf{ref}})", "q equals a new plus b ref."},
  Row{R"(q=\mbox{\boldmath{$\tilde{a}$}}_{c}+u)", "q equals a tilde c plus u."},
  Row{R"(h_{\mbox{\scriptsize in}}=1)", "h in equals 1."},
  Row{R"(H_{out}=H_{in}+1)", "H out equals H in plus 1."},
  Row{R"(r=\frac{1}{n_{groups}})", "r equals 1 over n groups."},
  Row{R"(r=\sum_{ijk}u_{ijk})", "r equals the sum over i, j and k of u i j k."},
  Row{R"(J_{\text{soft\_max}}=u)", "J soft max equals u."},
  Row{R"(r=\sum_jV_{i,j\%t+1})", "r equals the sum over j of V i j-modulo-t-then-plus-1."},
  Row{R"(r=\sum_jV_{i,j+1})", "r equals the sum over j of V i j-plus-1."}));

INSTANTIATE_TEST_SUITE_P(Ends, Aloud, ::testing::Values(
  Row{R"(R=U^\top(V+W)^{-1}S)", "R equals U transpose times the inverse of the quantity V plus W, times S."},
  Row{R"(r=2+\frac{\sqrt{7}}{b}G(u,v))", "r equals 2 plus the quantity the square root of 7 end quantity, over b end fraction, times G of u and v."},
  Row{R"(r=\log\frac{q(u\mid v,w)}{p(u\mid v,w)})",
      "r equals the log of the fraction with numerator q of u given v and w and denominator p of u given v and w."},
  Row{R"(r=\max_{j\in\mathbf{A}^{(k)}}u_j)", "r equals the max over j in A at step k of u j."},
  Row{R"(r=\max_{j\in\mathbf{A}^{(m)}}u_j)", "r equals the max over j in A set m of u j."},
  Row{R"(r=\max_{j\in\mathbb{D}^{(q)}}u_j)", "r equals the max over j in D set q of u j."}));

INSTANTIATE_TEST_SUITE_P(Densities, Aloud, ::testing::Values(
  Row{R"(q=\operatorname{Beta}(u\mid a,b))", "q equals the Beta density of u with parameters a and b."},
  Row{R"(q=\mathcal{N}(u\mid m,s))", "q equals the normal density of u with mean m and variance s."},
  Row{R"(\mathbf{u}=\mathbb{E}[\mathbf{w}\mid\mathbf{c}])", "u equals the expectation of w given c."},
  Row{R"(m=\mathbb{E}_{(u,v,w)\sim q}[g(u,v,w)])", "m equals the expectation, over the tuple u, v, w drawn from q, of g of u, v and w."},
  Row{R"(m=\mathbb{E}_{(u,v)\sim q}[g(u,v)])", "m equals the expectation, over the pair u, v drawn from q, of g of u and v."},
  Row{R"(u\sim\operatorname{Beta}(a,b))", "u is drawn from a Beta distribution with parameters a and b."}));

INSTANTIATE_TEST_SUITE_P(Families, Aloud, ::testing::Values(
  Row{R"(\mathbf{U}^{(0)}=\mathbf{V},\quad\mathbf{U}^{(k)}=a\mathbf{U}^{(k-1)}+b,\quad\mathbf{Y}=\mathbf{U}^{(K)})",
      "U at step 0 equals V. U at step k equals a times U at step k-minus-1, plus b. Y equals U at step capital K."},
  Row{R"(h^{(1)}=g(W^{(1)}u))", "h at layer 1 equals g of the quantity W at layer 1, times u."},
  Row{R"(r=x^{(i)}+1)", "r equals x example i, plus 1."}));
// clang-format on

TEST(Aloud, ClosesEachCallOnceWhereEveryEndIsSaid) {
  const auto strict = [](const char* latex) { return read(analyse(latex), Register::strict).aloud; };
  EXPECT_EQ(strict(R"(r=p(u,v\mid w)+2)"), "r equals p of u and v given w end function, plus 2.");
  EXPECT_EQ(strict(R"(r=p(u\mid v,w)c)"), "r equals p of u given v and w end function, times c.");
  EXPECT_EQ(strict(R"(r=\max(u,v)+c)"), "r equals the max of u and v end function, plus c.");
}

TEST(Aloud, NamedWordsAgree) {
  const auto named = [](const char* latex) { return read(analyse(latex), Register::named).aloud; };
  EXPECT_EQ(named(R"(\phi\leftarrow\phi-c g)"), "The parameters become the parameters minus the learning rate times g.");
  EXPECT_EQ(named(R"(w=\alpha_{t-1}c_t)"), "w equals the previous schedule times c t.");
}

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
