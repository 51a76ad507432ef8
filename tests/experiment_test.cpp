// What experiments find out by themselves, and what they must not claim. Every row is true by the mathematics of its formula.
#include "experiment/finding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rows.hpp"

namespace eqlens {
namespace experiment_test {

struct Row {
  const char* latex;
  const char* kind;
  const char* claim;  ///< a part of it
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.latex, out); }

std::string list(const std::vector<Finding>& findings) {
  std::string text;
  for (const auto& finding : findings) text += finding.kind + " | " + finding.claim + "\n";
  return text;
}

bool claims(const std::vector<Finding>& findings, const Row& row) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.kind == row.kind && finding.claim.find(row.claim) != std::string::npos;
  });
}

class Finds : public ::testing::TestWithParam<Row> {};

TEST_P(Finds, ByItself) {
  const auto findings = experiments(analyse(GetParam().latex));
  EXPECT_TRUE(claims(findings, GetParam())) << list(findings);
}

constexpr auto mixing = R"(\operatorname{Mix}(A,B,C)=\operatorname{softmax}\left(\frac{AB^\top}{\sqrt{w}}\right)C)";
constexpr auto shares = R"(r_i=\frac{\exp(a_i/T)}{\sum_j\exp(a_j/T)})";
constexpr auto standard =
    R"(\hat{a}_i=\frac{a_i-m}{\sqrt{s^2+\epsilon}},\quad m=\frac{1}{n}\sum_{i=1}^{n}a_i,\quad s^2=\frac{1}{n}\sum_{i=1}^{n}(a_i-m)^2)";
constexpr auto heads = R"(H=\mathrm{Concat}(u_1,\ldots,u_g)P,\quad u_i=\mathrm{Attention}(XW_i^Q,YW_i^K,ZW_i^V))";
constexpr auto gap = R"(D=-\frac12\sum_{j=1}^{J}(1+\log\sigma_j^2-c_j^2-\sigma_j^2))";
constexpr auto climb =
    R"(m_k=\beta_1m_{k-1}+(1-\beta_1)g_k,\quad v_k=\beta_2v_{k-1}+(1-\beta_2)g_k^2,\quad \hat m_k=\frac{m_k}{1-\beta_1^{k}},\quad )"
    R"(\hat v_k=\frac{v_k}{1-\beta_2^{k}},\quad w_k=w_{k-1}-\eta\frac{\hat m_k}{\sqrt{\hat v_k}+\epsilon})";
constexpr auto gates =
    R"(u_k=\sigma(W_u x_k+b_u),\quad v_k=\sigma(W_v x_k+b_v),\quad z_k=\tanh(W_z x_k+b_z),\quad s_k=u_k\odot s_{k-1}+v_k\odot z_k)";
constexpr auto surprise = R"(E=-\sum_{k=1}^{K}t_k\log p_k)";

// clang-format off
INSTANTIATE_TEST_SUITE_P(Symmetry, Finds, ::testing::Values(
  Row{mixing, "shift", "adding the same vector to all $n_B$ rows of $B$ changes nothing"},
  Row{shares, "shift", "adding one number to every entry of $a$ changes nothing"},
  Row{standard, "small-scale", "its scale no longer cancels"},
  Row{mixing, "sizes", "with all sizes different"},
  Row{standard, "scale", "multiplying $a$ by 3 changes nothing in $\\hat{a}_i$, up to the small constant"},
  Row{mixing, "permutation", "rows of $B$ and $C$ in another order, together, leaves"},
  Row{R"(y=\|u-v\|)", "swap", "$u$ and $v$ may be swapped"},
  Row{R"(y=\max(\alpha-\beta,\beta-\alpha))", "swap", "$\\alpha$ and $\\beta$ may be swapped"},
  Row{R"(y=\|u-v\|)", "joint-shift", "adding the same number to $u$ and $v$"},
  Row{R"(y=\|u\|^2)", "degree", "to the power 2"},
  Row{R"(y=x\,\Phi(x))", "reflection", "is exactly $x$"},
  Row{R"(y=\cos(x))", "even", "changes nothing in $y$"}));

INSTANTIATE_TEST_SUITE_P(Dependence, Finds, ::testing::Values(
  Row{R"(H=\mathrm{Attention}(XP,XQ,XR)U)", "permutation", "rows of $X$ in another order puts $H$ in the same order"},
  Row{heads, "permutation", "rows of $Y$ and $Z$ in another order, together, leaves $H$ as it is"},
  Row{heads, "sizes", "$g = "},
  Row{mixing, "depends-on-own", "depends only on its own row of $A$"},
  Row{standard, "depends-on-all", "changing one of the $n$ entries of $a$ changes all $n$ entries of $\\hat{a}_i$"},
  Row{surprise, "adds-up", "adds up what each of the $K$ places gives"}));

INSTANTIATE_TEST_SUITE_P(Extremes, Finds, ::testing::Values(
  Row{mixing, "extreme", "rows of $B$ are equal, $\\operatorname{Mix}$ is the plain average of $C$"},
  Row{mixing, "extreme", "if $A$ is very large, $\\operatorname{Mix}$ is a single row of $C$"},
  Row{mixing, "bounds", "lies between the smallest and the largest entry of $C$"},
  Row{shares, "extreme", "if $T$ is close to 0, $r_i$ is 1 in one place"},
  Row{shares, "extreme", "if $T$ is very large, $r_i$ is $1/"},
  Row{shares, "evenness", "the larger $T$, the more even"},
  Row{shares, "order", "in the same order as those of $a$"},
  Row{R"(B=(I-A)^{-1},\quad A \in \mathbb{R}^{n \times n})", "extreme", "if $A$ is 0, $B$ is the identity"},
  Row{surprise, "extreme", "are both 1 in the same place, $E$ is 0"},
  Row{surprise, "extreme", "if all shares in $p$ are the same, $E$ is $\\log K$"},
  Row{surprise, "unbounded", "as an entry of $p$ goes to 0"},
  Row{surprise, "minimum", "$E$ is smallest where $p$ equals it"},
  Row{standard, "extreme", "if all entries of $a$ are equal, $\\hat{a}_i$ is 0"},
  Row{surprise, "minimum", "is the entropy of $t$ there: 0 only if $t$ is 1 in one place"},
  Row{R"(D=\sum_{k=1}^{K}p_k\log\frac{p_k}{q_k})", "minimum", "$D$ is smallest where $q$ equals it, and is 0 there"},
  Row{heads, "extreme", "rows of $Y$ are equal, $H$ is the same at all $"},
  Row{heads, "extreme", "rows of $Z$ are equal, $H$ is the same at all $"},
  Row{R"(y=x\sigma(x))", "lowest", "$y$ is lowest at $x$ = -1.278, where it is -0.2785"},
  Row{R"(y=e^{-(x-1)^2})", "highest", "$y$ is highest at $x$ = 1, where it is 1"},
  Row{R"(y=\tanh(x))", "steepest", "$y$ rises fastest at $x$ = 0, with the slope 1"},
  Row{R"(y=\frac{1}{1+e^{-x}})", "steepest", "at $x$ = 0, with the slope 0.25"},
  Row{R"(R=(I-cB)^{-1})", "extreme", "if $c$ is 0, $R$ is the identity"},
  Row{R"(y=x\,\Phi(x))", "extreme", "if $x$ is far above 0, $y$ is $x$"}));

INSTANTIATE_TEST_SUITE_P(Values, Finds, ::testing::Values(
  Row{shares, "sums-to-one", "of $r_i$ sum to 1"},
  Row{standard, "mean-zero", "entries of $\\hat{a}_i$ have the mean 0"},
  Row{standard, "spread-one", "entries of $\\hat{a}_i$ have the variance 1"},
  Row{R"(y=\tanh(x))", "direction", "the larger $x$, the larger $y$"},
  Row{R"(y=e^{-x})", "direction", "the larger $x$, the smaller $y$"},
  Row{R"(y=x\,\Phi(x))", "resembles", "is close to $x \\cdot \\sigma("},
  Row{R"(y=\sum_{i=1}^{n}u_i^2+\frac{1}{10^5}\cos(v))", "largest-term", "$\\sum_{i=1}^{n}u_i^2$ is always by far the largest"},
  Row{surprise, "softmax-gradient", "the gradient of $E$ by these scores is just $p - t$"},
  Row{R"(y=\sigma(x)\tanh(x))", "range", "stays between -1 and 1"}));

INSTANTIATE_TEST_SUITE_P(Failures, Finds, ::testing::Values(
  Row{shares, "overflow", "passes 88.7 in 32-bit floats and 11.1 in 16-bit ones"},
  Row{shares, "vanishing-gradient", "when $a$ is 1000 times larger"},
  Row{R"(\hat{u}_t=\frac{u_t}{1-\beta^{t}})", "failure", "if $t$ starts at 0"},
  Row{R"(y=\frac{x}{1+0z}+0z)", "no-effect", "$z$ has no effect on $y$"}));

INSTANTIATE_TEST_SUITE_P(Parts, Finds, ::testing::Values(
  Row{mixing, "growth", "without the division by $\\sqrt{w}$, the spread of $AB^\\top$ grows about as $w^{0.5}$, with it as $w^{0}$"},
  Row{standard, "knock-out", "without the term $\\epsilon$, $\\hat{a}_i$ is no number if $a$ is 0"},
  Row{R"(y=x+b-b)", "knock-out", "without"},
  Row{mixing, "cost", "2 n_A n_B w"},
  Row{mixing, "memory", "3 n_A n_B"},
  Row{standard, "slip", "with the divisor $n - 1$ in the place of $n$"},
  Row{R"(D=-\frac12\sum_{j=1}^{J}(1+\log\sigma_j^2-c_j^2-\sigma_j^2))", "slip", "with $\\sigma^2$ put in where $\\sigma$ is asked for"},
  Row{R"(h=\tanh(Wx+Ug+b))", "learned-numbers", "numbers here"}));
// clang-format on

// clang-format off
INSTANTIATE_TEST_SUITE_P(Starts, Finds, ::testing::Values(
  Row{climb, "extreme", "if $m_{k-1}$ and $v_{k-1}$ are 0, as at the start, $w_k$ is $w_{k-1}$ moved by $\\eta$, up to the small constant"},
  Row{climb, "knock-out", "together, the step from $w_{k-1}$ to $w_k$ is 3.16 times as large"},
  Row{climb, "extreme", "if $m_{k-1}$ is 0, as at the start, $\\hat{m}_k$ is $g_k$"},
  Row{climb, "knock-out", "at the first step, without the division by $1-\\beta_1^{k}$"}));

INSTANTIATE_TEST_SUITE_P(Ends, Finds, ::testing::Values(
  Row{gap, "lowest", "and is 0 there"},
  Row{gap, "extreme-term", "without the term $\\log\\sigma_j^2$, $\\sigma$ would shrink to 0"},
  Row{gap, "extreme-term", "without taking away $c_j^2$, any $c$ would do"},
  Row{gap, "extreme-term", "without taking away $\\sigma_j^2$, $\\sigma$ would grow without bound"},
  Row{gap, "power", "as $c$ gets larger and larger, $D$ grows in the end like 0.5 times the sum of the squares of $c$"},
  Row{gates, "extreme", "if $b_u$ is far above and $b_v$ far below 0, $s_k$ is $s_{k-1}$"},
  Row{surprise, "other-classes", "only the entry of $p$ there counts"},
  Row{surprise, "failure", "if $p$ is 1 in one place and $t$ is not, $E$ is infinite"},
  Row{R"(y=\tanh(x))", "at-zero", "at $x$ = 0, $y$ is 0 with the slope 1"},
  Row{R"(\sin(x)\approx x-\frac{x^3}{6})", "approximation", "from -6 to 6"}));
// clang-format on

class DoesNotFind : public ::testing::TestWithParam<Row> {};

TEST_P(DoesNotFind, WhatIsNotSo) {
  const auto findings = experiments(analyse(GetParam().latex));
  EXPECT_FALSE(claims(findings, GetParam())) << list(findings);
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Wrong, DoesNotFind, ::testing::Values(
  Row{mixing, "shift", "of $C$"},
  Row{mixing, "scale", "multiplying $A$"},
  Row{standard, "permutation", "leaves $\\hat{a}_i$ as it is"},
  Row{R"(y=\frac{x}{1+z^2})", "no-effect", ""},
  Row{R"(y=x\,\Phi(x))", "direction", ""},
  Row{R"(y=\cos(x))", "direction", ""},
  Row{R"(y=u+v)", "largest-term", ""},
  Row{R"(E=-\sum_{k=1}^{K}t_k\log p_k^2)", "softmax-gradient", ""},
  Row{R"(y=e^{u-v})", "swap", "may be swapped"},
  Row{R"(c=-v^\top W h-h^\top U q)", "power", "grows in the end"},
  Row{R"(y_i=\sum_{j=1}^{n}A_{ij}x_j)", "causal", ""},
  Row{R"(y=x^2+x)", "even", ""},
  Row{R"(y=\cos(x))", "lowest", ""},
  Row{R"(y=\max(0,x))", "steepest", ""},
  Row{R"(y=x^3)", "lowest", ""},
  Row{R"(y=f(x))", "odd", ""},
  Row{R"(\hat{x}=x-\mathbb{E}[x])", "no-effect", ""},
  Row{R"(d=\mathbb{E}_{x\sim p}[f(x)]-\mathbb{E}_{x\sim q}[f(x)])", "no-effect", ""},
  Row{R"(\rho(a)=\mathbb{1}\{a=\arg\max_{b}Q(b)\})", "no-effect", ""},
  Row{R"(y=x^2+x)", "degree", ""},
  // By chance of what is drawn, or in the branch that the draws happen to take.
  Row{R"(y=\begin{cases} u/s & u < w \\ w & u \geq w \end{cases})", "knock-out", "changes nothing"},
  Row{R"(J=\min(r A, (1+c)A))", "knock-out", "changes nothing"},
  Row{R"(D=\frac1n\sum_{i=1}^{n}\max_{j\neq i}(a_i+a_j))", "adds-up", ""},
  Row{R"(f=r+a\tanh(q^\top r))", "extreme", "$r - a$"},
  Row{R"(v=\frac{1}{1-\gamma}u+w)", "extreme", " times $u$"},
  Row{climb, "extreme", "0.1 times"},
  Row{R"(m=\frac{\bar\alpha_{k-1}\beta_k}{1-\bar\alpha_k}u)", "scale", "at the start"},
  Row{R"(c_i=|\{b \in \mathcal{V} \mid (i,b) \in F\}|)", "sums-to-one", ""},
  Row{R"(y=w\sqrt{a-b})", "range", ""},
  Row{R"(y=\alpha\cos(u))", "range", "between -1 and 1"},
  Row{climb, "knock-out", "without the factor $\\eta$"},
  Row{R"(y=\sqrt{\log(u)}+\frac{z}{2})", "knock-out", "is no number any more"},
  Row{R"(\mathrm{Multi}(Q)=\mathrm{Attention}(QU,QV,QW))", "knock-out", "changes nothing"}));
constexpr auto of_neighbours = R"(q_{uv}=\frac{\exp(s_{uv})}{\sum_{w\in S_u}\exp(s_{uw})})";
constexpr auto passed = R"(h_v=W z_v+\sum_{u\in S(v)}A z_u)";
constexpr auto mixed = R"(a_{t+1}=(1-\frac1t)a_t+\frac1t b_t)";

// Few members stand for every set, the first step for all steps, what was drawn for what may come.
INSTANTIATE_TEST_SUITE_P(Drawn, DoesNotFind, ::testing::Values(
  Row{of_neighbours, "depends-on-all", ""},
  Row{of_neighbours, "permutation", ""},
  Row{of_neighbours, "extreme", "1 in one place"},
  Row{passed, "extreme", "the same at all"},
  Row{mixed, "no-effect", ""},
  Row{R"(a_{t+1}=\frac{t}{t+1}a_t+\frac{1}{t+1}b_t)", "swap", "may be swapped"},
  Row{R"(E=-\log\frac{1}{1+e^{-c(u-v)}})", "direction", "larger $c$"},
  Row{R"(c_k=\frac{e^{u_k}}{\sum_{l=k-2}^{k-1}e^{u_l}})", "direction", ""},
  Row{R"(E=\sum_{j=1}^{n}\log(1+e^{u_j}))", "extreme", "$u$ is 0, $E$ is "},
  Row{mixed, "power", "falls"},
  Row{R"(E=\sum_{j=1}^{n}\log(1+e^{u_j}))", "power", "scales_tried"},
  Row{R"(E=\lfloor\sum_{j=1}^{n}u_j\rfloor)", "adds-up", ""},
  Row{R"(R=(I-cB)^{-1})", "extreme", "1 in one place"},
  Row{R"(y=u_{k+1}-v)", "knock-out", "without the term $1$"}));
// clang-format on

// What one operation's own entry says comes after what takes the whole line to see.
TEST(Experiments, RankTheObviousLow) {
  const auto surprise_of = [](const Row& row) {
    int highest = -1;
    for (const auto& finding : experiments(analyse(row.latex)))
      if (finding.kind == row.kind && finding.claim.find(row.claim) != std::string::npos) highest = std::max(highest, finding.surprise);
    return highest;
  };
  const std::vector<Row> low = {
      {R"(y=\sigma(x)\odot u)", "vanishing-gradient", "$x$"},
      {R"(c=ab)", "swap", "$a$ and $b$"},
      {R"(s=u^\top v)", "swap", "$u$ and $v$"},
      {R"(v=\log D(x))", "failure", "$D(x)$ is far below 0"},
      {R"(y=x+u)", "extreme", "$x$ is very large"},
      {R"(y=\sqrt{c+1})", "failure", "$c$ is far below 0"},
      {R"(d=|a-b|)", "minimum", ""},
  };
  for (const auto& row : low) EXPECT_LT(surprise_of(row), 45) << row.latex;
  const std::vector<Row> high = {
      {shares, "vanishing-gradient", "$a$"},
      {R"(d=\|u-v\|)", "swap", "$u$ and $v$"},
      {surprise, "unbounded", "$p$"},
      {surprise, "minimum", "$p$"},
  };
  for (const auto& row : high) EXPECT_GT(surprise_of(row), 45) << row.latex;
}

TEST(Experiments, TieInputsAndTakeWeightsAway) {
  constexpr auto tied = R"(H=\mathrm{Concat}(u_1,\ldots,u_g)U,\quad u_i=\mathrm{Attention}(XW_i^Q,YW_i^K,ZW_i^V))";
  const auto findings =
      experiments(analyse(tied, {{R"(X \in \mathbb{R}^{n \times p}; Y, Z \in \mathbb{R}^{m \times p}; U \in \mathbb{R}^{g r \times p})",
                                  R"(W_i^Q, W_i^K \in \mathbb{R}^{p \times q}; W_i^V \in \mathbb{R}^{p \times r})"},
                                 {}}));
  for (const Row row :
       {Row{tied, "tied", "with $X$, $Y$ and $Z$ one and the same array, putting its rows in another order puts those of $H$"},
        Row{tied, "tied", "whose rows are all equal, $u_i$ is just $ZW_i^V$"},
        Row{tied, "identity", "if $g$ is 1, with an identity matrix for each of"},
        Row{tied, "one-weight", "adding 1 to the entry in row 1 and column 1 of $U$"}})
    EXPECT_TRUE(claims(findings, row)) << row.claim << "\n" << list(findings);
}

TEST(Experiments, KnowOneHotLabels) {
  const auto findings = experiments(analyse(surprise, {{"t is a one-hot label"}, ""}));
  EXPECT_TRUE(claims(findings, {surprise, "extreme", "if $p$ equals $t$, $E$ is 0"})) << list(findings);
  EXPECT_TRUE(claims(findings, {surprise, "unbounded", "as an entry of $p$ goes to 0"})) << list(findings);
}

TEST(Experiments, SeeWhatComesBefore) {
  const auto latex = R"(y=\begin{pmatrix} 1 & 0 & 0 \\ 5 & 2 & 0 \\ 4 & 7 & 3 \end{pmatrix}x)";
  const auto findings = experiments(analyse(latex, {{R"(x, y \in \mathbb{R}^3)"}, ""}));
  EXPECT_TRUE(claims(findings, {latex, "causal", "at the same place or before"})) << list(findings);
}

TEST(Experiments, SwapThroughBranchesInManyDraws) {
  const auto found = experiments(analyse(R"(y=\max(u-v,w))", {{R"(u, v, w \in \mathbb{N})"}, {}}));
  for (const auto& finding : found) EXPECT_EQ(finding.claim.find("may be swapped"), std::string::npos) << finding.claim;
}

TEST(Experiments, AreTheSameEveryTime) {
  const auto analysis = analyse(mixing);
  EXPECT_EQ(list(experiments(analysis)), list(experiments(analysis)));
}

TEST(Experiments, ClaimNothingWithoutWork) { EXPECT_THAT(experiments(analyse(mixing), 0), testing::IsEmpty()); }

TEST(Experiments, ClaimNothingFalseWhenTheWorkRunsOut) {
  const auto all = experiments(analyse(mixing));
  for (std::size_t work = 1000; work < work_of_one_display; work = work * 3 / 2)
    for (const auto& finding : experiments(analyse(mixing), work)) EXPECT_NE(finding.kind, "no-effect") << finding.claim;
  EXPECT_FALSE(all.empty());
}

TEST(Experiments, SayNothingOfWhatIsWrongOrCannotBeComputed) {
  EXPECT_THAT(experiments(analyse(R"(Y = AB)", {{R"(A \in \mathbb{R}^{2 \times 3})", R"(B \in \mathbb{R}^{5 \times 7})"}, ""})),
              testing::IsEmpty());
  EXPECT_THAT(experiments(analyse(R"(x \in \mathbb{R}^d)")), testing::IsEmpty());
}

}  // namespace experiment_test
}  // namespace eqlens
