// The plain sentences: what is computed from what, with every part where it belongs.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "plain_rows.hpp"
#include "read/reading.hpp"

namespace eqlens {
namespace plain_test {

TEST(Plain, CallsNoPenaltyWhatKeepsAnInputSmall) {
  const auto answers = [](const char* latex) {
    std::string all;
    for (const auto& asked : read(analyse(latex)).questions) all += asked.answer + "\n";
    return all;
  };
  EXPECT_NE(answers(R"(J = L(w) + c \|w\|^2)").find("how large the weights are"), std::string::npos);
  EXPECT_EQ(answers(R"(F(u; v) = \|v - W u\|^2 + c \|u\|^2)").find("how large the weights are"), std::string::npos);
}

TEST(Plain, SaysWhatIsDrawnFromWhat) {
  expect_plain({
      {R"(m = \mathbb{E}_{(u, v) \sim q}[g(u, v)])", {}, "over u and v drawn from q of g of u and v"},
      {R"(m = \frac{1}{n} \sum_{u_i \sim q} g(u_i))", {}, "drawn from q"},
      {R"(z \sim \mu)", {}, "z is drawn at random from the distribution μ."},
      {R"(v = \mathbb{E}[\mathbf{u} \mid \mathbf{c}])", {}, "of u given c"},
  });
}

TEST(Plain, TellsTheVariablesOfIntegrals) {
  expect_plain({
      {R"(c = \iint g(r, s)\,dr\,ds)", {}, "c is g of r and s, added up over all values of r and s."},
      {R"(c = \int \int g(r, s)\,dr\,ds)", {}, "c is g of r and s, added up over all values of r and s."},
      {R"(c = \int dr\, g(r))", {}, "c is g of r, added up over all values of r."},
  });
}

TEST(Plain, SaysForWhichLettersALineHolds) {
  expect_plain({
      {R"(u(k) = g(k, b) \quad \forall k, b)", {}, "u of k is g of k and b, for all k, b."},
      {R"(u(k) = g(k, b), \quad \text{for all } k \in K \text{ and } b \in B)", {}, "g of k and b, for all k in K, for all b in B."},
      {R"(u_{ij} = -b_{ij}, \quad i \ne j)", {}, "is minus b_ij, where i is not j."},
      {R"(\psi : U \to V)", {}, "ψ maps U to V."},
      {R"(R(w) \approx \hat{R}(w) = \frac{1}{m} \sum_{k=1}^{m} h(b_k))",
       {},
       "The line claims that R of w is approximately R̂ of w. R̂ of w is the average"},
  });
}

TEST(Plain, ReadsOneSignInFront) {
  expect_plain({
      {R"(= u + b)", {}, "This equals u plus b."},
      {R"(u = \pm \sqrt{b})", {}, "u is plus or minus the square root of b."},
      {R"(u = b \pm \sqrt{b})", {}, "u is b plus or minus the square root of b."},
      {R"(u = \frac{b}{c^2} \quad (\ge 0))", {}, "u is b divided by the square of c."},
      {R"(u = \frac{dr}{ds}(b))", {}, "u is the slope of r with respect to s at s equals b."},
      {R"(c = \det(\mathrm{D}^2 r(\mathbf{s})))", {}, "the determinant of the Hessian of r of"},
  });
}

TEST(Plain, KeepsPartsApart) {
  expect_plain({
      {R"(u = \sum_{i=1}^{n} a_i + b c)", {}, "u is the sum of the sum over i from 1 to n of a_i, and b times c."},
      {R"(u = \log a + \log b + \log c)", {}, "the sum of the logarithm of a, the logarithm of b and the logarithm of c"},
      {R"(u = r + g \log a - \log b)", {}, "u is r plus g times the logarithm of a, minus the logarithm of b."},
      {R"(u = -a^\top b - c^\top d)", {R"(a, b, c, d \in \mathbb{R}^{n})"}, "minus the sum of two agreements: of a with b; of c with d"},
      {R"(u = c\,a^\top b)", {R"(a, b \in \mathbb{R}^{n})"}, "u is c times the agreement of a with b."},
      {R"(s = \frac{1}{3k}\mathbf{g}^\top(\mathbf{h} + \mathbf{r}))",
       {},
       "s is the agreement of g with h plus r, divided by the product of 3 and k."},
      {R"(u = 3 a^\top a)", {R"(a \in \mathbb{R}^{n})"}, "u is 3 times the squared length of a."},
      {R"(u = |v| - c)", {R"(v \in \mathbb{R}^{n})"}, "u is the size of each entry of v, minus c."},
      {R"(C = \frac{1}{M}\sum_{m=1}^{M}(h^m - g(x^m))^2)", {R"(h^m \in \mathbb{R})"}, "the squared gap between h^m and g of the input x^m"},
      {R"(b_k = \log \frac{p_\phi(u_k \mid v)}{q(u_k \mid v)})",
       {R"(p_\phi(u_k \mid v) = \prod_{l=1}^{n} p_\phi(u_{k,l} \mid v))"},
       "here p_φ of u_k given v is the product over l from 1 to n of the probability under p_φ of u_{k,l} given v"},
      {R"(u = \prod_{j=1}^{k} (1 - c_j) r)", {}, "u is r times the product over j from 1 to k of the quantity 1 minus c_j."},
      {R"(G_s = \sum_{j=s}^{s+m-1} \gamma^{j-s} R_{j+1} + \gamma^m V(S_{s+m}))",
       {},
       "of the reward R_{j+1} times the rate γ to the power j − s"},
      {R"(u = g(A v))",
       {R"(g(b) = |b| - 2)", R"(v \in \mathbb{R}^{k})", R"(A \in \mathbb{R}^{n \times k})"},
       "here g of b is the size of b, minus 2, entry by entry."},
      {R"(u = g(c))", {R"(g(b) = |b| - 2)"}, "here g of b is the size of b, minus 2."},
      {R"(u = a^{-0.5} b)", {}, "u is b divided by the square root of a."},
      {R"(u = a^{-1.5} b)", {}, "u is b divided by a to the power 1.5."},
      {R"(u = \frac{1}{2}(a + b))", {}, "u is half of the sum of a and b."},
      {R"(u = \frac{1}{a} \log b)", {}, "u is the logarithm of b, divided by a."},
      {R"(u = b^{k-1} c)", {}, "u is c times b to the power k − 1."},
      {R"(u = (1 + c^2) \frac{a b}{a + b})", {}, "u is a times b times the sum of 1 and the square of c, divided by the sum of a and b."},
      {R"(u = \exp(-a/b))", {}, "the exponential of minus the ratio of a to b"},
      {R"(u = \frac{r}{\sqrt{w + \epsilon}})", {}, "keeps the division safe"},
  });
}

TEST(Plain, KeepsListsApart) {
  expect_plain({
      {R"(u = \min(\max(a/b, 0), 1))", {}, "u is the ratio of a to b kept between 0 and 1."},
      {R"(\tilde{h}_t = \tanh(W_c[c_t; h_t]))", {R"(c_t \in \mathbb{R}^{p})", R"(h_t \in \mathbb{R}^{q})"}, "h̃_t"},
  });
}

TEST(Plain, TellsChangesAndSecondSlopes) {
  expect_plain({
      {R"(M = \mathbf{u} \cdot \mathbf{g}^\top)", {}, "M is the outer product of u and g."},
      {R"(dh_t = -a h_t dt + c dB_t)",
       {},
       "dh_t is the sum of minus a times the hidden state times the length of a step in time, and c times dB_t."},
      {R"(H = \nabla^2 g(\mathbf{v}))", {}, "H is the Hessian of g of v."},
      {R"(y = \nabla \cdot \mathbf{v})", {}, "y is the divergence of v."},
      {R"(v^* \in \arg\min_v G(v))", {}, "v* is the choice of v that makes G of v smallest."},
  });
}

TEST(Plain, NamesWhatIsPrintedTwice) {
  expect_plain({
      {R"(u = \min\left(\frac{p(a|s)}{q(a|s)} A, \operatorname{clip}\left(\frac{p(a|s)}{q(a|s)}, 1-\epsilon, 1+\epsilon\right) A\right))",
       {},
       "one being A times a ratio, the other A times the value of the ratio kept between 1 − ε and 1 + ε; the ratio is"},
      {R"(u = \sin(\frac{a + b^2}{c + d^3 + f}), w = \cos(\frac{a + b^2}{c + d^3 + f}))", {}, "the cosine of the ratio."},
      {R"(u = \frac{1}{\sqrt{c}} \min(a^{2} + b^{2} + r^{2}, s^{2} + t^{2} + w^{2}))",
       {},
       "the smaller of two values, divided by the square root of c; one value is"},
  });
}

TEST(Plain, KnowsSharesAndAverages) {
  expect_plain({
      {R"(s_{jt} = \frac{\exp(e_{jt})}{\sum_{k=1}^{n}\exp(e_{kt})})",
       {},
       "For each t, the exponential and the division by the total turn e_jt into shares that sum to 1 over all j"},
      {R"(s_{ij} = \frac{\exp(e_{ij})}{\sum_{k \in S_i}\exp(e_{ik})})", {}, "over all j in S_i"},
      {R"(s_i = \frac{(u_i)^g}{\sum_{j=1}^{n} (u_j)^g})", {}, "s_i is u_i to the power g, as a share of the total over j from 1 to n."},
      {R"(y = \frac{\sum_{i=1}^{n} u_i r_i}{\sum_{i=1}^{n} u_i})",
       {},
       "y is the weighted average over i from 1 to n of r_i, where each counts by u_i."},
      {R"(f(s) = \sum_{r} p(r | s) (r + c))", {}, "the average over r of the sum of r and c, weighted by the probability of r given s"},
      {R"(u = \sum_{j \in S} \frac{1}{|S|} r_j)", {}, "u is the average over j in S of r_j."},
      {R"(u_i = r_i - \frac{1}{n-1}\sum_{j=1, j \ne i}^{n} r_j)", {}, "minus the average over j from 1 to n other than i of r_j"},
      {R"(A = \operatorname{softmax}(q K^\top) V)",
       {R"(q \in \mathbb{R}^{d})", R"(K \in \mathbb{R}^{m \times d})", R"(V \in \mathbb{R}^{m \times v})"},
       "into one average; this is A"},
      {R"(L = \sum_{i=1}^{n} -(1-t_i)\log(1-p_i) - t_i \log p_i)", {}, "where t_i is 1, and minus the logarithm of 1 minus"},
      {R"(z = (1-a) B H C + a G)",
       {R"(G, H, B, C \in \mathbb{R}^{n \times n})"},
       "a learned mix of the products of the rows of H with the columns of C, where the share of the first is a"},
  });
}

TEST(Plain, SaysOnceWhatPartsHaveInCommon) {
  expect_plain({
      {R"(u = \log p(a | c) / r(a) + g^2 - \log p(b | c) / r(b) - g^2)", {}, "minus the same with b in place of a"},
      {R"(u = \log(\frac{\sum_{j \ne i} \exp(g(x_i, x_j))}{\sum_{k=1}^{n} \exp(g(x_i, x_k))}))",
       {},
       "the logarithm of the share that the terms over j other than i have in the total over k from 1 to n; each term is the exponential"},
      {R"(h = \sum_i y_i \log y_i + (1-y_i)\log(1-y_i))", {}, "(together minus the entropy of a choice with the chance y_i)"},
      {R"(h = -s \log s - (1-s)\log(1-s))", {}, "(together the entropy of a choice with the chance s)"},
      {R"(u = \max(0, a - b))", {}, "u is the excess of a over b (0 if there is none)."},
      {R"(u = \max(a - b + c, 0))", {}, "the excess of the sum of a and c, over b (0 if there is none)"},
      {R"(u = \exp(\frac{1}{n}\sum_{i=1}^{n} \log r_i))", {}, "u is the geometric mean over i from 1 to n of r_i."},
      {R"(u = r \exp(-\frac{1}{2}(\frac{a - b}{s})^2))", {}, "the square of the gap between a and b in units of s"},
      {R"(P(x = k | z) = \frac{\exp(g(k) + c)}{\sum_{i=0}^{9} \exp(g(i) + c)})",
       {},
       "sum to 1 over all k from 0 to 9; each is the probability"},
      {R"(v = \lfloor \frac{a + b}{c} \rfloor)", {}, "v is the ratio of the sum of a and b to c, rounded down."},
      {R"(u = \langle a, b \rangle_H)", {}, "u is the inner product of a and b."},
      {R"(A = \frac{B}{\|B\|_F})", {R"(B \in \mathbb{R}^{n \times n})"}, "A is B divided by its length."},
      {R"(u = q K^\top)", {R"(q \in \mathbb{R}^{d})", R"(K \in \mathbb{R}^{m \times d})"}, "the products of q with the rows of K"},
  });
}

TEST(Plain, KnowsPlacesAndSteps) {
  expect_plain({
      {R"(Q_{(row,2k)} = \sin(row))", {}, "The entry (row, 2k) of Q is"},
      {R"(y_{i,j} = \sum_{a} r_{i+a,j})", {}, "the entry (i + a, j) of r"},
      {R"(u = \text{sizes}[0] + 1)", {R"(\text{sizes} \in \mathbb{N}^2)"}, "the first entry of sizes plus 1"},
      {R"(y_i = \sum_{j=1}^{n} a_j b_{i-j})", {}, "this is the convolution of a and b"},
      {R"(v \leftarrow c v - e \nabla_\theta \log p, \theta \leftarrow \theta + v)",
       {R"(c, e \in (0, 1))"},
       "v keeps the share c of its old value and moves down the slope"},
      {R"(m = \frac{a b}{1 - c} u + \frac{b^2}{1 - c} r)",
       {R"(u, r \in \mathbb{R}^{n})"},
       "a weighted sum of u and r; the weight of u is the product of a and b, divided by"},
      {R"(H = V \operatorname{softmax}(\frac{K^\top Q}{\sqrt{m}}))",
       {R"(K, Q \in \mathbb{R}^{m \times n})", R"(V \in \mathbb{R}^{v \times n})"},
       "blend the columns of the values into one average for each column"},
      {R"(H = \beta \mathbf{1}^\top + C)",
       {R"(\beta \in \mathbb{R}^{n})", R"(C \in \mathbb{R}^{n \times m})"},
       "repeated in every column plus C"},
      {R"(u = (1 + \frac{\sqrt{7}}{c} g(a, b) + \frac{5}{3c} g(a, b)^2 + h(a)) \exp(-\frac{\sqrt{7}}{c} g(a, b)))",
       {},
       "minus a product; the sum has four parts: 1; the product; 5 times"},
      {R"(u = r + (1 - d) g \min_{k=1,2} q_k)",
       {R"(d \in \{0, 1\})"},
       "r plus (0 where the flag d is 1, otherwise) g times the smaller of the two values, for k = 1 and for k = 2, of the query q_k."},
      {R"(u = \min_{k \in \{1, 2\}} (q_k + r))", {}, "the smaller of the two values, for k = 1 and for k = 2, of"},
      {R"(u = S_2(r))", {R"(S_\beta(v) = v \tanh(\beta v))"}, "here S_2 of v is v times tanh of"},
  });
}

TEST(Plain, KnowsLimitsAndPickedTerms) {
  expect_plain({
      {R"(u = a + \max(0, \min(b, 1)))", {}, "the value of b kept between 0 and 1"},
      {R"(u = \min(\max(a, 3), 1))", {}, "u is the smaller of the larger of a and 3, and 1."},
      {R"(u = \log \sum_{k=1}^{n} \mathbb{1}[k = r] v_k)", {}, "the logarithm of v_k for the k that equals r"},
      {R"(u = \exp(a/b^{1.5}))", {}, "the ratio of a to the 1.5th power of b"},
      {R"(u = x' \log y')", {R"(x' = a + b)", R"(y' = a - b)"}, "u is x′ times the logarithm of y′; here x′ is a plus b"},
      {R"(u = \exp(1 - r/l))", {}, "the quantity 1 minus the ratio of r to l"},
      {R"(u = (\tanh(x W) \odot x V) U)",
       {R"(x \in \mathbb{R}^d)", R"(W, V \in \mathbb{R}^{d \times f})", R"(U \in \mathbb{R}^{f \times o})"},
       "a learned mix, by W, of"},
      {R"(u = p^{b}(1-s)^{a-1})", {}, "the power a − 1 of"},
      {R"(S = \frac{2}{n} \sum_{i=1}^{n} \frac{|u_i - v_i|}{c_i})", {}, "of the ratio of"},
      {R"(q = \gamma^n V_{t}(u))", {}, "to the power the count n, times V_t of u"},
      {R"(y_i = \sum_{r \in R} \Theta_r x_i)",
       {R"(\Theta_r \in \mathbb{R}^{o \times d})", R"(x_i \in \mathbb{R}^d)"},
       "with weights of its own for each r"},
      {R"(u = \frac{\log c}{\sqrt{1 + c}}(a - b))",
       {R"(a, b \in \mathbb{R}^{n})", R"(c > 0)"},
       "u is the quantity a minus b, scaled by a factor; the factor is the logarithm of c, divided by"},
      {R"(u = (a - b + c + g) / r)", {}, "the sum of a, c, g and minus b, all divided by r"},
      {R"(v(s) = \mathbb{E}[G_t \mid S_t = s])", {}, "of G_t given that S_t equals s"},
      {R"(u = a_1 \times a_2 \times \dots \times a_n)", {}, "a_1 times a_2 and so on, up to a_n."},
      {R"(u = r_1 + c r_2 + \dots)", {}, "u is r_1 plus c times r_2 and so on."},
      {R"(P(x = k | z) = \operatorname{sigmoid}(r))", {}, "this is the probability under P"},
      {R"(m(i) = \frac{\bar\alpha_{i-1}\beta_i}{1 - \bar\alpha_i} \log c)", {}, "_{i−1} times the schedule β_i"},
      {R"(m = \frac{1}{|S|}\sum_{x \in S} x)", {}, "m is the average over x in S of x."},
      {R"(D[q(z) \| p(z)] = \log a)", {}, "The divergence D of q(z) from p(z) is"},
      {R"(c = \arg\min_{a} (b D[q(z) \| p(z)] + (1 - b) h(a, r)))", {}, "the choice of a with the smallest value of a blend of"},
      {R"(u_i = a + f(v)_i \log b)", {}, "entry i of f of v"},
      {R"(u = a + f_{t+1}(v) \log b)", {}, "f_{t+1} of v"},
  });
}

TEST(Plain, SaysTheLeftSideAndItsConditions) {
  expect_plain({
      {R"(r_{t+1} = r_t \log w)", {}, "The next state r_{t+1} is"},
      {R"(a = b = \log c)", {}, "a (also b) is the logarithm of c."},
      {R"(P(x = k | z) = \frac{\exp(k z)}{\sum_{i=0}^{9} \exp(i z)})", {}, "that the input x equals k given"},
      {R"(H_{ijk} = \sum_{c} V_{c} X_{i+c,j,k})", {}, "Entry (i, j, k) of H is"},
      {R"(f(u) = \begin{cases} 0 & u < 1 \\ u/2 & 1 \le u \le 2 \\ 1 & u > 2 \end{cases})",
       {},
       "where u lies between 1 and 2; and 1 where u is greater than 2."},
      {R"(u = \sum_{j \ne i} r_j)", {}, "the sum over j other than i of r_j"},
      {R"(\operatorname{discrepancy}(m) = \log m = r)", {}, "Put differently, it is r."},
      {R"(\operatorname{loss}(m) = \log m = \log(r s) = r s)", {}, "Put differently, it is"},
      {R"(v = \operatorname{Beta}(u \mid a, b))", {}, "the density, at u, of the Beta distribution with parameters a and b"},
      {R"(u = h(a r))", {R"(h(v) = \tanh(v))"}, "here h of v is tanh of v"},
      {R"(v \leftarrow v + d)", {}, " is added to v."},
      {R"(u = m^\top m)", {R"(m \in \mathbb{R}^{n})"}, "the squared length of m"},
  });
}

TEST(Plain, KeepsTheGrouping) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"(y = a-(b-c))", "a minus the quantity b minus c"},
      {R"(y = a\cdot(b+c))", "a times the sum of b and c."},
      {R"(y = (a+b)\cdot c)", "c times the sum of a and b."},
      {R"(y = a/(b/c))", "a times c, divided by b."},
      {R"(y = (x-\mu)^2/\sigma)", "the squared gap between the input x and the mean, divided by"},
      {R"(C = AB)", "row i of A dotted with column j of B"},
      {R"(\theta \leftarrow \theta - \eta \nabla_\theta L)",
       "move down the slope of the loss with respect to the parameters, by the learning rate times that slope."},
  };
  for (const auto& [latex, words] : rows)
    EXPECT_NE(read(analyse(latex)).plain.find(words), std::string::npos) << read(analyse(latex)).plain;
}

TEST(Plain, TellsEntriesOfOneArrayApart) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"(u = r_i - \frac{1}{n}\sum_{j=1}^{n} r_j)", "r_i minus"},
      {R"(u_{ij} = \frac{S_i + S_j}{M})", "the sum of S_i and S_j, divided by"},
      {R"(u = \sum_{j=1}^{n} r_j)", "the sum over j from 1 to n of r_j."},
      {R"(u_i = \gamma^{i} r)", "to the power i"},
  };
  for (const auto& [latex, words] : rows)
    EXPECT_NE(read(analyse(latex)).plain.find(words), std::string::npos) << read(analyse(latex)).plain;
}

TEST(Plain, SaysWhatIsGatheredOverWhat) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"(y = \frac{1}{n}\sum_{i=1}^{n} u_i)", "the average over i from 1 to n of u_i"},
      {R"(D = \sum_{i=1}^{n}\sum_{j=1}^{m} a_i b_j)", "the sum over i from 1 to n and j from 1 to m of a_i times b_j"},
      {R"(f(u) = \max_{j \in S} u_j)", "f of u is the largest u_j over j in S."},
      {R"(w = \operatorname*{arg\,max}_{s \in S} (as - bs^2))", "the choice of s in S that makes the quantity a times s minus b times"},
      {R"(c \leftarrow c + \alpha (r - c))", "c moves from its old value part of the way to r"},
      {R"(r = |u - v|)", "the gap between u and v"},
      {R"(f = \log\frac{\sum_{i=1}^{n} a_i \exp(b_i c)}{\sum_{i=1}^{n} a_i \exp(-b_i c)})",
       "of a ratio; the ratio is the sum over i from 1 to n of a_i times"},
      {R"(R = \operatorname{softmax}(z))", "these are R"},
      {R"(s = \sum_{v \in \{v \mid (u, v) \in E\}} g(v))", "the sum over those v for which"},
      {R"(r = \begin{cases} 1 & -2 \le u \le 5 \\ 0 & \text{otherwise} \end{cases})", "u lies between minus 2 and 5"},
      {R"(r = \frac{1}{|a|} \log \pi(a \mid s))", "the length of a"},
  };
  for (const auto& [latex, words] : rows)
    EXPECT_NE(read(analyse(latex)).plain.find(words), std::string::npos) << read(analyse(latex)).plain;
}

TEST(Plain, ComparesOnlyWhatIsScored) {
  for (const std::string latex : {R"(h = xW_1W_2^\top)", R"(C = \frac1n X^\top X)", R"(G = AB^\top)"}) {
    const auto reading = read(analyse(latex));
    EXPECT_EQ(reading.plain.find("scores"), std::string::npos) << reading.plain;
    EXPECT_EQ(reading.questions[4].answer.find("compares"), std::string::npos) << reading.questions[4].answer;
  }
  EXPECT_NE(read(analyse(R"(A = \operatorname{softmax}(QK^\top))")).plain.find("scores"), std::string::npos);
}

}  // namespace plain_test
}  // namespace eqlens
