// The plain sentences again: what is computed from what, whatever an expression is used for, and what facts say of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "plain_rows.hpp"
#include "read/reading.hpp"
#include "read/words.hpp"

namespace eqlens {
namespace plain_words_test {

TEST(PlainWords, ClaimsNameEveryLink) {
  expect_plain({
      {R"(B \approx F G = H)", {}, "B is approximately the products of the rows of F with the columns of G, which equals H"},
  });
}

TEST(PlainWords, StepsKeepTheSizeOfTheSlope) {
  expect_plain({
      {R"(q_{n+1} = q_n - c \nabla g(q_n))", {}, "moves from q_n down the slope of g at q_n, by the learning rate times that slope."},
      {R"(r_{t+1} = r_t - \gamma \frac{\nabla h(r_t)}{\|\nabla h(r_t)\|})",
       {},
       "a step against the slope of h at r_t divided by its length; the learning rate sets how long the step is."},
      {R"(\phi \leftarrow \phi - a \nabla_\phi H(\phi))",
       {R"(\phi \in \mathbb{R}^{p})"},
       "down the slope of H at the parameters, by the learning rate times that slope."},
  });
}

TEST(PlainWords, DivisionsByALengthSayOfWhat) {
  expect_plain({
      {R"(C = \frac{A^\top B}{\|A^\top B\|_F})",
       {R"(A \in \mathbb{R}^{n \times p})", R"(B \in \mathbb{R}^{n \times q})"},
       "the products of the columns of A with the columns of B, all divided by the length of the whole."},
      {R"(v = \frac{a - b}{\|a - b\|})", {R"(a, b \in \mathbb{R}^{n})"}, "the quantity a minus b, all divided by the length of the whole."},
      {R"(v = \frac{a}{\|a\|})", {R"(a \in \mathbb{R}^{n})"}, "v is a divided by its length."},
  });
}

TEST(PlainWords, FactsAboutPartsAreCarried) {
  expect_plain({
      {R"(u(i) = \sum_{j=1}^{M} p(j) q(i - j))",
       {R"(q(n + M) = q(n))", R"(q \in \mathbb{R}^{M})", R"(p \in \mathbb{R}^{M})"},
       "; this is the circular convolution of p and q"},
      {R"(u(i) = \sum_{j=1}^{M} p(j) q(i - j))",
       {R"(q(n + M) = q(n))", R"(q \in \mathbb{R}^{M})", R"(p \in \mathbb{R}^{M})"},
       "q repeats every M places"},
      {R"(a_i = \max_{j \in P_i} c_j)", {R"(P_i = \{2i, 2i + 1\})"}, "here P_i holds 2 times i and 2 times i plus 1."},
      {R"(a_i = \max_{j \in P_i} c_j)", {R"(P_i = \{(i-1)m + 1, \ldots, im\})"}, "here P_i holds the numbers from (i − 1)m + 1 to im."},
      {R"(r = b \langle u, v \rangle_D)",
       {R"(\langle u, v \rangle_D = -u_0 v_0 + \sum_{i=1}^{n} u_i v_i)"},
       "; here the inner product of u and v is minus u_0 times v_0 plus the sum"},
      {R"(r = h, s = 2r)",
       {R"(h = c \langle u, v \rangle_D)", R"(\langle u, v \rangle_D = u_0 v_0 - u_1 v_1)"},
       "; here h is c times the inner product of u and v; here the inner product"},
  });
}

TEST(PlainWords, MixesNameTheMatrixThatIsGiven) {
  expect_plain({
      {R"(F(z, A, B) = \tanh(z A) B)",
       {"A is learned", "B is learned", R"(z \in \mathbb{R}^{p})", R"(A \in \mathbb{R}^{p \times q})", R"(B \in \mathbb{R}^{q \times r})"},
       "a learned mix, by B, of tanh of a learned mix, by A, of z."},
      {R"(h_i = b_i + \sum_{j=1}^{n} W_{ij} z_j)", {"W is learned"}, "a learned mix, by row i of W, of z"},
  });
}

TEST(PlainWords, SafetyStandsSomewhere) {
  expect_plain({
      {R"(u = \frac{r}{\sqrt{G + \epsilon}})", {}, "added under the root, keeps"},
      {R"(u = \frac{r}{\sqrt{G} + \epsilon})", {}, "added to the root, keeps"},
      {R"(u = \frac{r}{\sqrt{G + \epsilon} + \epsilon})", {}, "added under the root and to it, keeps"},
  });
}

TEST(PlainWords, UsesSayTheirComputation) {
  expect_plain({
      {R"(L = -\sum_i y_i \log p_i)", {}, "L is minus the sum over i of"},
      {R"(h = -\log c)", {}, "h is minus the logarithm of c (the surprise"},
      {R"(u = \sqrt{a} v + \sqrt{1 - a} \boldsymbol{\epsilon})", {}, "the square root of a"},
      {R"(s = u \sigma(c u))", {}, "s is u times the sigmoid of the product of c and u"},
      {R"(J = g(w) + c \|w\|^2)", {R"(w \in \mathbb{R}^{n})"}, "c times the squared length of the weights"},
      {R"(k = \sum_x a(x) \log \frac{a(x)}{b(x)})", {}, "k is the sum over x of"},
  });
}

TEST(PlainWords, ScopesOfExtremesAndAverages) {
  expect_plain({
      {R"(m_i = \max_{j \neq i} \frac{a_i + a_j}{c_i})",
       {},
       "the largest value over j other than i of the ratio of the sum of a_i and a_j to c_i"},
      {R"(m = \frac{1}{\lambda} \sum_j a_j)", {}, "the sum over j of a_j, divided by"},
      {R"(m = \frac{1}{n} \sum_{i=1}^{n} a_i)", {}, "the average over i from 1 to n of a_i"},
      {R"(\mu_c = \frac{1}{n_c} \sum_i r_{ic} z_i)", {}, "The mean μ_c is"},
      {R"(u = \operatorname{arccosh}(a / c))", {}, "whose hyperbolic cosine is the ratio of a to c; this is u."},
      {R"(s = \tanh(z / c))", {}, "; this is s."},
      {R"(v = \lceil \frac{a + b}{c} \rceil)", {}, "v is the ratio of the sum of a and b to c, rounded up."},
      {R"(r = b_{(i - j) \bmod n})", {}, "b_{(i−j) mod n}"},
  });
}

TEST(PlainWords, ListsSayThatTheyGoOn) {
  expect_plain({
      {R"(z = (a, b, c, f, g, h, p, q, r, s))", {}, "q and 2 more"},
      {R"(b = h(z_1, \dots, z_M))", {}, "h of z_1 through z_M"},
      {R"(u \sim \mathcal{N}(m, S))",
       {R"(S \in \mathbb{R}^{n \times n})", R"(m \in \mathbb{R}^{n})"},
       "the normal distribution with mean m and covariance S."},
      {R"(r = \begin{cases} 1 & u \ge c \\ 2 u & u < c \end{cases})", {}, "r is 1 where u is at least c; and otherwise 2 times u."},
  });
}

TEST(PlainWords, TellsTablesDivergencesAndClaims) {
  expect_plain({
      {R"(A = \begin{bmatrix} 3 & 0 \\ 5 & -4 \end{bmatrix})", {}, "A is the matrix with the rows (3, 0) and (5, −4)."},
      {R"(h(R, S) = D_{\mathrm{KL}}(R \| S) + c)", {}, "the divergence D_KL of R from S"},
      {R"(d(u, v)_{\mathcal{H}} = \|u - v\|)", {R"(u, v \in \mathbb{R}^{n})"}, "d_H of u and v is the distance between u and v."},
      {R"(g = f(a b + c, d + h k))", {}, "g is f of the sum of a times b and c, and"},
      {R"(h = -c (1 - p)^\gamma \log q)", {}, "the product of three factors"},
      {R"(r = \left(\frac{a}{b}\right)^{\frac{1}{|s|}})",
       {R"(s \in \mathbb{R}^{n})"},
       "the ratio of a to b, to the power 1 over the size of s."},
  });
}

TEST(PlainWords, ScopesOfPowersConditionsAndNorms) {
  expect_plain({
      {R"(r = \left(\prod_{i=1}^{n} a_i\right)^{1/n})",
       {},
       "r is a product to the power 1/n; the product is the product over i from 1 to n of a_i."},
      {R"(r = \sum_{j=1}^{n} 1(u_j > c))", {}, "the sum over j from 1 to n of 1 where u_j is greater than c and 0 elsewhere"},
      {R"(r = \frac{u - \min(u)}{c})", {R"(u \in \mathbb{R}^{n})"}, "the smallest entry of u"},
      {R"(r = \|u\|_1 + \|v\|_\infty)",
       {R"(u, v \in \mathbb{R}^{n})"},
       "the sum of the sizes of the entries of u, and the largest size of an entry of v"},
      {R"(r = \|u\|_2^2 + c)", {R"(u \in \mathbb{R}^{n})"}, "the squared length of u"},
      {R"(r = \mathcal{N}(u \mid \mu_k, \Sigma_k))", {}, "with mean μ_k and covariance Σ_k"},
      {R"(r = a - (1 - b) g(u))", {}, "r is a minus the product of the quantity 1 minus b, and g of u."},
      {R"(c = [f_1(u); f_2(u); \cdots; f_k(u)])", {}, "f_1 of u through f_k of u"},
      {R"(r = (1 + \|z\|^2/a)^{-\frac{c + h}{2}})", {}, "r is a sum to the power"},
  });
}

TEST(PlainWords, AgreementsKeepTheFactorsBesideThem) {
  const std::vector<std::string> vectors = {R"(g, h, k, l \in \mathbb{R}^{n})"};
  expect_plain({
      {R"(r = c\, g^\top h)", vectors, "r is c times the agreement of g with h."},
      {R"(r = 3 g^\top h)", vectors, "r is 3 times the agreement of g with h."},
      {R"(r = \frac{1}{2} g^\top h)", vectors, "r is half of the agreement of g with h."},
      {R"(r = c\, h \cdot k)", vectors, "r is c times the agreement of h with k."},
      {R"(r = c\, g^\top h / 2)", vectors, "r is c times the agreement of g with h, divided by 2."},
      {R"(r = c\, g^\top g)", vectors, "r is c times the squared length of g."},
      {R"(r = \exp(c\, g^\top h))", vectors, "the exponential of the product of c and the agreement of g with h"},
      {R"(r = g^\top h\, k^\top l)", vectors, "the agreement of g with h, times the agreement of k with l"},
      {R"(r = g h^\top k)", vectors, "r is g times the agreement of h with k."},
      {R"(P = \operatorname{softmax}(c Q K^\top))", {R"(Q, K \in \mathbb{R}^{n \times d})"}, "which, multiplied by c, gives scores"},
  });
}

TEST(PlainWords, OnlyDivergencesCompareTwoDensities) {
  const auto plain = read(analyse(R"(\operatorname{Cov}[f(u), g(u) \mid h(v)] = A B)")).plain;
  EXPECT_EQ(plain.find("the price of"), std::string::npos) << plain;
}

TEST(PlainWords, SaysForWhichValues) {
  expect_plain({
      {R"(g(u) = 3 u, \quad c \le u \le 5)", {}, "g of u is 3 times u, for u between c and 5."},
      {R"(g(u) = 3 u, u > c)", {}, "g of u is 3 times u, where u is greater than c."},
  });
}

TEST(PlainWords, PrintsWhatMacrosStandFor) {
  expect_plain({
      {R"(\newcommand{\uu}{\mathbf{u}} a(\uu) = c \uu_1)", {}, "a of u is"},
      {R"(\newcommand{\gap}[2]{#1 - #2} a = b^{\gap{s}{t}})", {}, "b to the power s − t"},
  });
}

TEST(PlainWords, FragmentsArePrintedAsTheyAreMeant) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {R"(E[a \middle| b])", "E[a | b]"},
      {R"(a \doteq b)", "a ≐ b"},
      {R"(a \coloneqq b)", "a := b"},
      {R"(a : = b)", "a := b"},
      {R"(S_\text{new} + 1)", "S_new + 1"},
      {R"(\frac{1}{c(c + 1)})", "1/(c(c + 1))"},
      {R"(\frac{1}{\log(c + 1)})", "1/log(c + 1)"},
      {R"(b_{(i-j) \bmod n})", "b_{(i−j) mod n}"},
      {R"(\begin{cases} u, & u > 0 \\ 0 & \text{otherwise} \end{cases})", "u if u > 0 ; 0 otherwise"},
      {R"(\left\{ \begin{array}{ll} u & \text{, if } u > 0 \\ 0 & u \le 0 \end{array} \right.)", "{ u if u > 0 ; 0 if u ≤ 0"},
  };
  for (const auto& [latex, shown] : rows) EXPECT_EQ(pretty(latex), shown) << latex;
}

TEST(PlainWords, CountsOnlyWhereSomethingIsCounted) {
  const auto meaning = [](const std::string& latex, const std::string& letter) {
    for (const auto& entry : analyse(latex, {}).roles.symbols)
      if (entry.latex == letter) return entry.meaning;
    return std::string("missing");
  };
  EXPECT_EQ(meaning(R"(q = M \|v\|^2)", "M"), "");
  EXPECT_EQ(meaning(R"(q_j = a - j c, \quad j = 0, 1, \ldots, M)", "M"), "a count");
  EXPECT_EQ(meaning(R"(q = \frac{1}{M} \sum_{j=1}^{M} a_j)", "M"), "a count");
}

bool convention(const PlainRow& row) {
  const auto lines = read(analyse(row.latex, {row.facts, ""})).conventions;
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(row.words) != std::string::npos; });
}

TEST(PlainWords, ConventionsOfIndices) {
  EXPECT_TRUE(convention({R"(u(i) = \sum_{j=1}^{M} p(j) q(i - j))", {R"(q(n + M) = q(n))"}, "the index of q is taken modulo M"}));
  EXPECT_TRUE(convention({R"(a_i = \sum_{i=1}^{n} b_i)", {}, "i in the sum is another one than i on the left"}));
  EXPECT_TRUE(convention({R"(q_{uv} = \operatorname{softmax}_v(s_{uv}) = \frac{\exp(s_{uv})}{\sum_{w \in S_u} \exp(s_{uw})})",
                          {},
                          "over the members of S_u"}));
  EXPECT_FALSE(convention({R"(r = \|g\|_1 + \|g\|_2)", {R"(g \in \mathbb{R}^{n})"}, "a norm without a subscript"}));
  EXPECT_FALSE(convention(
      {R"(r = {\left\| G - \frac{G}{{\|G\|}_F} \right\|}_F)", {R"(G \in \mathbb{R}^{m \times n})"}, "a norm without a subscript"}));
  EXPECT_TRUE(convention({R"(r = \|g\|_1 + \|g\|)", {R"(g \in \mathbb{R}^{n})"}, "a norm without a subscript"}));
  EXPECT_FALSE(convention({R"(a_k = \sum_{i=1}^{n} b_{ki})", {}, "is another one than"}));
  EXPECT_FALSE(convention({R"(r = \sum_{j=0}^{5} u_j)", {}, "count from 1"}));
  EXPECT_TRUE(convention({R"(r = \sum_{j=1}^{5} u_j)", {}, "count from 1"}));
}

std::string answer(const char* latex, std::size_t question, const std::vector<std::string>& facts = {}) {
  return read(analyse(latex, {facts, ""})).questions[question].answer;
}

TEST(PlainWords, AnswersSayNothingOfNumbersThatStand) {
  EXPECT_EQ(answer(R"(u = \frac{v}{(2\pi)^{h/2}})", 6).find("= 1:"), std::string::npos);
  EXPECT_NE(answer(R"(r = u/\|u\|)", 6, {R"(u \in \mathbb{R}^{n})"}).find("it has no direction"), std::string::npos);
  EXPECT_NE(answer(R"(T_{ab} = G(a, b))", 4).find("G is applied in"), std::string::npos);
  EXPECT_EQ(answer(R"(r = \prod_{k} p(u_k \mid v))", 4).find("depends on anything else"), std::string::npos);
  EXPECT_NE(answer(R"(V(s) = r(s) + c V(s'))", 1).find("V itself, at s′"), std::string::npos);
  EXPECT_EQ(answer(R"(c = \operatorname{Cov}(f_1(u), f_2(v)))", 2).find(",,"), std::string::npos);
}

}  // namespace plain_words_test
}  // namespace eqlens
