// What comes out, by how it is made; examples told from features; approximations, gates of one's own, and densities compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiment/finding.hpp"
#include "expression/prose.hpp"
#include "program.hpp"
#include "read/reading.hpp"

namespace eqlens {
namespace outermost_test {

using testing::HasSubstr;
using testing::Not;

constexpr auto rows_of_batch =
    R"(c=\frac{1}{n}\sum_{k=1}^{n}a_k,\quad v=\frac{1}{n}\sum_{k=1}^{n}(a_k-c)^2,\quad \hat a_k=\frac{a_k-c}{\sqrt{v+\epsilon}},\quad b_k=\gamma\hat a_k+\beta)";
constexpr auto features =
    R"(b_{ij}=\gamma_j\frac{a_{ij}-c_i}{\sqrt{v_i+\epsilon}}+\beta_j,\quad c_i=\frac{1}{p}\sum_{j=1}^{p}a_{ij},\quad v_i=\frac{1}{p}\sum_{j=1}^{p}(a_{ij}-c_i)^2)";
constexpr auto divergence =
    R"(D_{\mathrm{KL}}(q_\psi(\mathbf u\mid\mathbf v)\,\|\,p(\mathbf u))=-\frac12\sum_{k=1}^{M}(1+\log\sigma_k^2-\mu_k^2-\sigma_k^2))";
constexpr auto gated = R"(\operatorname{Act}(z)=z\,\sigma(z)\approx z\,\frac{\max(0, \min(6, z + 3))}{6})";
constexpr auto several = R"(H=\mathrm{Concat}(u_1,\ldots,u_g)W,\quad u_j=\mathrm{Attention}(XW_j^Q,YW_j^K,ZW_j^V))";
constexpr auto adaptive =
    R"(a_k=\rho_1a_{k-1}+(1-\rho_1)c_k,\quad s_k=\rho_2s_{k-1}+(1-\rho_2)c_k^2,\quad w_k=w_{k-1}-\eta\frac{a_k}{\sqrt{s_k}+\epsilon})";
constexpr auto memory =
    R"(p_t=\sigma(W_p x_t+b_p),\quad r_t=\sigma(W_r x_t+b_r),\quad m_t=p_t\odot m_{t-1}+r_t\odot\tanh(x_t),\quad u_t=r_t\odot\tanh(m_t))";

std::string meaning_of(const Analysis& analysis, std::string_view symbol) {
  for (const auto& entry : analysis.roles.symbols)
    if (entry.latex == symbol) return entry.meaning;
  return "no such symbol";
}

TEST(Outermost, EveryOutputSaysHowItIsMade) {
  struct Row {
    const char* latex;
    std::vector<std::string> facts;
    const char *symbol, *meaning;
  };
  const Row rows[] = {
      {R"(r = u + v)", {}, "r", "made as a sum"},
      {R"(r = \frac{u}{v})", {}, "r", "made as a ratio"},
      {R"(r = -\sum_k u_k)", {}, "r", "made as a sum of many terms"},
      {R"(r = \sigma(u))", {}, "r", "made by the sigmoid"},
      {R"(r = f(u))", {}, "r", "made by the function $f$"},
      {R"(r = u)", {}, "r", "made as a copy of $u$"},
      {R"(r = W u)", {R"(W \in \mathbb{R}^{p \times q})", "W is learned"}, "r", "made as a learned mix of $u$"},
      {R"(F(Q, K, V) = \operatorname{softmax}(Q K^\top) V)", {}, "F", "made as blends of the rows of $V$"},
      {several, {}, "u", "made by attention, one for each $j$"},
      {R"(F(\mathbf u) = \mathbf s \odot \frac{\mathbf u - m}{\sqrt{v + \epsilon}} + \mathbf b)", {}, "F", "the rescaled value"},
      {R"(c = \frac{1}{n} \sum_k a_k)", {}, "c", "the average of $a_k$"},
      {R"(m = \frac{1}{n} \sum_k h_k)", {}, "m", "the average of $h_k$"},
      // One number that is bent is an activation; a loss, a density and a schedule are none.
      {R"(F(z) = \max(0, z))", {}, "F", "an activation, applied entry by entry"},
      {gated, {}, "\\operatorname{Act}", "an activation, applied entry by entry"},
      {R"(F(\mathbf z) = \mathbf z \odot \sigma(\mathbf z))",
       {R"(\mathbf z \in \mathbb{R}^{n})"},
       "F",
       "an activation, applied entry by entry"},
      {R"(F(\mathbf z) = \mathbf z^\top \sigma(\mathbf z))", {R"(\mathbf z \in \mathbb{R}^{n})"}, "F", "made as a product"},
      {R"(L(z) = \max(0, z))", {}, "L", "made by the maximum"},
      {R"(F(z) = z^2 + 1)", {}, "F", "made as a sum"},
      // What a size measures where nothing says what it counts.
      {R"(v = C u)", {R"(C \in \mathbb{R}^{p \times q})"}, "p", "the length of $v$"},
      {R"(M = C B)", {R"(C \in \mathbb{R}^{p \times q})", R"(B \in \mathbb{R}^{q \times r})"}, "q", "the number of columns of $C$"},
      {R"(w_{k+1} = w_k - \eta \nabla F(w_k))", {R"(w_k \in \mathbb{R}^{p})"}, "p", "the number of parameters"},
      // What a list ends with.
      {several, {}, "g", "how many $u$ there are"},
      {R"(H = \mathrm{Concat}(\mathrm{part}_1, \ldots, \mathrm{part}_g))", {}, "g", "the number of parts"},
  };
  for (const auto& [latex, facts, symbol, meaning] : rows) {
    const auto analysis = analyse(latex, {facts, {}});
    EXPECT_TRUE(meaning_of(analysis, symbol).starts_with(meaning)) << latex << ": " << meaning_of(analysis, symbol);
  }
}

TEST(Outermost, ExamplesAreTakenForFeaturesByTheirScaleAlone) {
  const std::vector<std::string> rows = {R"(a_k \in \mathbb{R}^{d})"};
  const auto batch = analyse(rows_of_batch, {rows, {}});
  EXPECT_EQ(read(batch).known_as.name, "batch normalisation");
  EXPECT_EQ(meaning_of(batch, "n"), "the batch size");
  EXPECT_EQ(meaning_of(batch, "k"), "which example of the batch");
  EXPECT_EQ(meaning_of(batch, "a_k"), "example $k$");
  EXPECT_EQ(meaning_of(batch, "b_k"), "$b$ of example $k$");
  EXPECT_THAT(read(batch).plain, HasSubstr("the average over k from 1 to n of the example a_k"));
  EXPECT_THAT(read(batch).questions[1].answer, HasSubstr("a whole batch"));
  EXPECT_THAT(read(batch).questions[5].answer, HasSubstr("divided by the root of"));
  EXPECT_EQ(read(analyse(rows_of_batch)).known_as.name, "batch normalisation");
  EXPECT_EQ(read(analyse(features)).known_as.name, "layer normalisation");
  EXPECT_EQ(meaning_of(analyse(features), "a"), "");
  EXPECT_EQ(read(analyse(rows_of_batch, {{"a is one feature of every example"}, {}})).known_as.name, "batch normalisation");
  // Told that the mean runs over features, it does.
  EXPECT_EQ(read(analyse(rows_of_batch, {{"a is the features of one word"}, {}})).known_as.name, "layer normalisation");
  EXPECT_EQ(read(analyse(rows_of_batch, {{"n is the number of features"}, {}})).known_as.name, "layer normalisation");
}

TEST(Outermost, ASubscriptMayNameTheBatch) {
  constexpr auto named =
      R"(c_{\mathcal B}=\frac{1}{n}\sum_{k=1}^{n}a_k,\quad \hat a_k=\frac{a_k-c_{\mathcal B}}{\sqrt{v+\epsilon}},\quad b_k=\gamma\hat a_k+\beta)";
  std::string all;
  for (const auto& line : read(analyse(named)).conventions) all += line + "\n";
  EXPECT_THAT(all, HasSubstr("a_k is one example of the batch"));
  EXPECT_THAT(all, HasSubstr("the subscript of c_B names the mini-batch"));
  all.clear();
  for (const auto& line : read(analyse(rows_of_batch)).conventions) all += line + "\n";
  EXPECT_THAT(all, Not(HasSubstr("mini-batch")));
}

TEST(Outermost, ValuesLieInColumnsOnlyBeforeShares) {
  EXPECT_THAT(meaning_of(analyse(R"(A = \mathrm{Attention}(Q, K, V C))", {{R"(Q, K, V \in \mathbb{R}^{n \times d})"}, {}}), "V"),
              HasSubstr("one in each row"));
  EXPECT_THAT(
      meaning_of(analyse(R"(A = V S, S = \operatorname{softmax}(K^\top Q))", {{R"(Q, K, V \in \mathbb{R}^{d \times n})"}, {}}), "V"),
      HasSubstr("one in each column"));
}

TEST(Outermost, AnswersSayWhatTheirPartsAreFor) {
  struct Row {
    const char* latex;
    std::vector<std::string> facts;
    std::size_t question;
    const char *part, *never;
  };
  const Row rows[] = {
      // What stands only right of an approximation.
      {gated, {}, 2, "The numbers 0, 6 and 3 stand only right of ≈", "Always"},
      {gated, {}, 4, "Right of ≈, ", "keeps"},
      {gated, {}, 4, "lets it through as far as that gate is open", "multiplies z by"},
      {gated, {}, 6, "z far above 0: it passes unchanged", "equal sides"},
      {R"(r = u - v \approx (0.25, -0.5))", {R"(u, v \in \mathbb{R}^{2})"}, 2, "u and v", "stand only right of"},
      {R"(S = \operatorname{softmax}((X B)(X C)^\top) X)",
       {R"(X \in \mathbb{R}^{n \times d})", R"(B, C \in \mathbb{R}^{d \times k})"},
       4,
       "every row of (X B) with every row of",
       "every row of B"},
      {R"(m_t = z_t \odot m_{t-1} + (1 - z_t) \odot u_t, \quad z_t = \sigma(u_t))",
       {R"(u_t \in \mathbb{R}^{n})"},
       6,
       "m_{t−1}",
       "nothing bounds"},
      {R"(r = f(u) \approx f(0) + 2 u \frac{\partial f}{\partial u})", {}, 4, "partial derivative", "Right of ≈"},
      {R"(r = \log(1 + u) \approx u)", {}, 4, "The logarithm", "Right of ≈"},
      // Several jobs of one sign.
      {R"(A = \operatorname{softmax}(P R^\top / \sqrt{d}) S)", {}, 4, "one score for each pair", "row i of"},
      {adaptive, {}, 4, "The minus goes downhill: w_{k−1} moves against", "none"},
      {adaptive, {}, 4, "so that every parameter takes a similar step", "whatever its scale"},
      {adaptive, {}, 4, "Averaging the square c_k² drops the sign", "lets large values"},
      {adaptive, {}, 6, "ρ_1 = ρ_2 = 0: nothing is remembered, and the step is η times the sign of c_k", "ρ_2 = ρ_1"},
      {several, {}, 4, "Multiplying X by W_j^Q, Y by W_j^K and Z by W_j^V gives each j a learned view of its own", "none"},
      {R"(y = B \max(0, A x))",
       {R"(A \in \mathbb{R}^{h \times d})", R"(B \in \mathbb{R}^{d \times h})", "A and B are learned"},
       4,
       "Multiplying by B brings the width back from h to d, that of x",
       "by A brings"},
      {R"(y = B \max(0, A x))",
       {R"(A \in \mathbb{R}^{h \times d})", R"(B \in \mathbb{R}^{p \times h})", "A and B are learned"},
       4,
       "mixes the entries",
       "brings the width"},
      {R"(H = \mathrm{Concat}(u_1, \ldots, u_g) W)", {}, 0, "the value of Concat(u_1, …, u_g) W", "other parts"},
      // One sentence for what comes out.
      {adaptive, {}, 5, "move from w_{k−1} against the ratio", "blend"},
      // What is only declared is not in the line.
      {R"(r = u + v)", {R"(C \in \mathbb{R}^{p \times q})", "C is learned"}, 2, "Nothing in r = u + v is learned", "Learned"},
      {R"(r = u + v)", {R"(v = C w)", R"(C \in \mathbb{R}^{p \times q})", "C is learned"}, 2, "Learned: C", "Nothing"},
      {several, {}, 5, "; u_j is the attention of", ". U_j"},
      {memory, {}, 5, "; u_t is as much of tanh", "the sigmoid squashes"},
      {memory, {}, 6, "p_t = 1 at every step: m_t only adds up, and nothing bounds it", "u_t only"},
      // A label comes from the data.
      {R"(E = -\sum_{k=1}^{K} y_k \log \hat{y}_k)", {}, 2, "though y\u0302 may come from learned layers", "y and"},
      {R"(E = -\sum_{k=1}^{K} y_k \log \hat{y}_k)", {}, 5, "near 1 there", "gave it"},
      {R"(r_i = \frac{\exp(u_i / T)}{\sum_k \exp(u_k / T)})", {}, 6, "0 itself has no value", "none"},
      {R"(r = \gamma \frac{u - m}{\sqrt{v + \epsilon}} + \beta, m = \frac{1}{p} \sum_k u_k, v = \frac{1}{p} \sum_k (u_k - m)^2)",
       {R"(u \in \mathbb{R}^{p})"},
       6,
       "a spread far below √ε: ε takes over, and the result goes to β",
       "goes to 0"},
      // Densities compared.
      {divergence, {"p(u) is the prior"}, 2, "p(u) (the prior) is fixed by the choice of the model", "q_ψ(u | v) is fixed"},
      {divergence, {}, 2, "ψ stands only left of the equals sign: it acts through", "none"},
      {divergence, {}, 5, "it is the price of expecting p(u) where q_ψ(u | v) is true", "none"},
  };
  for (const auto& [latex, facts, question, part, never] : rows) {
    const auto answer = read(analyse(latex, {facts, {}})).questions[question].answer;
    EXPECT_THAT(answer, HasSubstr(part)) << latex;
    EXPECT_THAT(answer, Not(HasSubstr(never))) << latex;
  }
}

TEST(Outermost, DensitiesAreNoArrays) {
  const auto analysis = analyse(divergence, {{R"(p(\mathbf u) = \mathcal{N}(0, I))", R"(\sigma is the output of a network)"}, {}});
  EXPECT_EQ(meaning_of(analysis, "D_{\\mathrm{KL}}"),
            R"(the extra surprise from expecting $p(\mathbf{u})$ where $q_\psi(\mathbf{u} \mid \mathbf{v})$ is true)");
  EXPECT_EQ(meaning_of(analysis, "M"), R"(the width of $\mathbf{u}$)");
  for (const auto& entry : analysis.roles.symbols) {
    if (entry.latex == "p") {
      EXPECT_TRUE(entry.shape.scalar());
    }
    if (entry.latex == "\\sigma") {
      EXPECT_EQ(entry.domain, "positive");
    }
  }
  const auto reading = read(analysis);
  EXPECT_THAT(reading.questions[2].answer, Not(HasSubstr("Always the same")));
  EXPECT_THAT(reading.questions[4].answer, Not(HasSubstr("turns u into")));
  std::string all;
  for (const auto& line : reading.conventions) all += line + "\n";
  EXPECT_THAT(all, HasSubstr("the entries of u are independent"));
}

TEST(Outermost, WordsInPlainPrintSpeakOfLettersInBold) {
  const auto analysis = analyse(R"(r = q_{\boldsymbol\psi}(\mathbf v) + \mathbf b)", {{R"(q_\psi is the coder)", "b is the offset"}, {}});
  const auto coder = std::find_if(analysis.roles.symbols.begin(), analysis.roles.symbols.end(),
                                  [](const SymbolEntry& entry) { return entry.latex.starts_with("q_"); });
  ASSERT_NE(coder, analysis.roles.symbols.end());
  EXPECT_EQ(coder->meaning, "the coder") << coder->latex;
  EXPECT_EQ(meaning_of(analysis, R"(\mathbf{b})"), "the offset");
  std::size_t parameters = 0;
  for (const auto& entry : analyse(R"(r = q_{\boldsymbol\psi}(v) + f(v; \psi))").roles.symbols)
    parameters += entry.role == Role::learned ? 1 : 0;
  EXPECT_EQ(parameters, 1U);
}

TEST(Outermost, ProseSpeaksOfLettersOnce) {
  const auto meaning = [](std::string_view text, std::string_view name) {
    for (const auto& fact : read_prose(text))
      if (fact.math == name && !fact.meaning.empty()) return fact.meaning;
    return std::string();
  };
  EXPECT_EQ(meaning("where $u \\in \\mathbb{R}$ and $F$ is the distribution function", "u"), "");
  EXPECT_EQ(meaning("where $u \\in \\mathbb{R}$ and $F$ is the distribution function", "F"), "the distribution function");
  EXPECT_EQ(meaning("where z holds the offsets of one word.", "z"), "the offsets of one word");
  EXPECT_EQ(meaning("I is what a is", "I"), "");
  const auto facts = read_prose("$u$ is the state of a cell with $k$ units.");
  EXPECT_TRUE(std::any_of(facts.begin(), facts.end(), [](const Fact& fact) { return fact.math == "u \\in \\mathbb{R}^{k}"; }));
}

TEST(Outermost, PagesCarryTheRemarkOfTheirCard) {
  EXPECT_THAT(run_program({"--full", "--no-experiments", several}).out, HasSubstr("\n\nRemark: Each head is usually"));
  EXPECT_THAT(run_program({"--markdown", "--no-experiments", several}).out, HasSubstr("\n\n*Remark.* Each head is usually"));
  EXPECT_THAT(run_program({"--full", "--no-experiments", "r = u + v"}).out, Not(HasSubstr("Remark")));
}

TEST(Outermost, ExamplesWorkOutBothSidesOfAnApproximation) {
  const auto run = run_program({"eval", R"(f(u) = \log(1 + u) \approx u - \frac{u^2}{2})", "--let", "u=0.5"});
  EXPECT_THAT(run.out, HasSubstr("0.405465"));
  EXPECT_THAT(run.out, HasSubstr("0.375"));
  EXPECT_THAT(run.out, HasSubstr("the gap"));
  EXPECT_THAT(run.out, HasSubstr("0.030465"));
}

TEST(Outermost, ExamplesTurnTheirOneSettingAndNameTheLargestShare) {
  const auto shares = run_program({"example", R"(r_i=\frac{\exp(a_i/T)}{\sum_j\exp(a_j/T)})", "--let", "T=3", "--let", "a=[0,1]"});
  EXPECT_THAT(shares.out, HasSubstr("with T = 1.5: rᵢ = "));
  EXPECT_THAT(shares.out, HasSubstr("with T = 6: rᵢ = "));
  const auto blend = run_program({"example", R"(F(A, B, C) = \operatorname{softmax}(A B^\top) C)", "--let", "A=[[1,0]]", "--let",
                                  "B=[[0,1],[2,0],[1,0]]", "--let", "C=[[1],[2],[3]]"});
  EXPECT_THAT(blend.out, HasSubstr("in the first row the largest share is 0.6652: most of it comes from row 2 of C"));
}

TEST(Outermost, ExtremesOfALateStepSaySo) {
  constexpr auto average = R"(p_k = \lambda p_{k-1} + (1-\lambda) a_k, \quad \hat{p}_k = \frac{p_k}{1-\lambda^k})";
  std::string all;
  for (const auto& finding : experiments(analyse(average))) all += finding.claim + "\n";
  EXPECT_THAT(all, Not(HasSubstr("if $a_k$ equals $p_{k-1}$, $\\hat{p}_k$")));
  EXPECT_THAT(all, Not(HasSubstr("if $p_{k-1}$ equals $a_k$, $\\hat{p}_k$")));
  EXPECT_THAT(all, HasSubstr("at a late step, $\\hat{p}_k$"));
  all.clear();
  for (const auto& finding : experiments(analyse(memory))) all += finding.claim + "\n";
  EXPECT_THAT(all, HasSubstr("if $b_p$ is far above and $b_r$ far below 0, $m_t$ is $m_{t-1}$"));
}

TEST(Outermost, DivergencesAreDrawnAndSwapped) {
  std::string all;
  for (const auto& finding : experiments(analyse(divergence))) all += finding.claim + "\n";
  EXPECT_THAT(all, HasSubstr(" over 40000 draws from the first is "));
  EXPECT_THAT(all, HasSubstr("swapped it would be"));
  // What is no divergence of these two is drawn from nothing.
  all.clear();
  constexpr auto other = R"(D(q(\mathbf u\mid\mathbf v)\,\|\,p(\mathbf u))=\frac12\sum_{k=1}^{M}(\mu_k^2+\sigma_k^2-\log\sigma_k))";
  for (const auto& finding : experiments(analyse(other))) all += finding.claim + "\n";
  EXPECT_THAT(all, Not(HasSubstr("draws from")));
}

TEST(Outermost, ChecksNameTheWidestGap) {
  const auto run = run_program({"check", R"(\sin u \approx u - \frac{u^3}{6} + \frac{u^5}{120})"});
  EXPECT_THAT(run.out, HasSubstr("from -6 to 6"));
}

}  // namespace outermost_test
}  // namespace eqlens
