#include <gtest/gtest.h>

#include <string>

#include "expression/balanced.hpp"
#include "expression/equation.hpp"
#include "expression_dump.hpp"
#include "rows.hpp"

namespace eqlens {
namespace resolve_test {

struct Row {
  const char* math;
  const char* expressions;  ///< each statement of the display, one a line
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.math, out); }

// clang-format off
const Row rows[] = {
    {R"~(a b)~", R"~((product a b))~"},
    {R"~(QK^\top V)~", R"~((product (product Q (transpose K)) V))~"},
    {R"~(u^T v)~", R"~((product (transpose u) v))~"},
    {R"~(\beta^T + \beta^t)~", R"~((plus (power \beta T) (power \beta t)))~"},
    {R"~(\frac{a}{b c})~", R"~((division a (product b c)))~"},
    {R"~(p / q r)~", R"~((product (division p q) r))~"},
    {R"~(-x^2)~", R"~((negative (power x 2)))~"},
    {R"~(e^{s_i} + e_i)~", R"~((plus (exponential (index s i)) (index e i)))~"},
    {R"~(e_{ij})~", R"~((index e i j))~"},
    {R"~(\mathrm{e}^{-u})~", R"~((exponential (negative u)))~"},
    {R"~(\log_2 p)~", R"~((logarithm to a base 2 p))~"},
    {R"~(\log u_i v_i + w)~", R"~((plus (logarithm (product (index u i) (index v i))) w))~"},
    {R"~(\log \frac{u}{v} w)~", R"~((product (logarithm (division u v)) w))~"},
    {R"~(\sin(2\pi a))~", R"~((sine (product (product 2 \pi) a)))~"},
    {R"~(\sqrt[3]{a + b})~", R"~((root 3 (plus a b)))~"},
    {R"~(\|u\|_2^2)~", R"~((power (norm u 2) 2))~"},
    {R"~(\lvert a - b \rvert)~", R"~((absolute value (minus a b)))~"},
    {R"~(\lvert \mathcal{S} \rvert)~", R"~((size of a set \mathcal{S}))~"},
    {R"~(||u - v||)~", R"~((norm (minus u v)))~"},
    {R"~(f(a, b))~", R"~((call f a b))~"},
    {R"~(g(a))~", R"~((call g a))~"},
    {R"~(\gamma(1 - \gamma))~", R"~((product \gamma (minus 1 \gamma)))~"},
    {R"~(2(a + b))~", R"~((product 2 (plus a b)))~"},
    {R"~(\sigma(W u + b))~", R"~((sigmoid (plus (product W u) b)))~"},
    {R"~(\frac{u - \mu}{\sigma})~", R"~((division (minus u \mu) \sigma))~"},
    {R"~(p(a \mid b, c))~", R"~((call p a (given b c)))~"},
    {R"~(h(u; \theta))~", R"~((call h u (with parameters \theta)))~"},
    {R"~(\sum_{i=1}^{n} a_i b_i + c)~", R"~((plus (sum{i = 1 .. n} (product (index a i) (index b i))) c))~"},
    {R"~(\sum_i a_i + b_i)~", R"~((sum{i} (plus (index a i) (index b i))))~"},
    {R"~(\sum_{j \ne i} a_{ij})~", R"~((sum{j if (is not j i)} (index a i j)))~"},
    {R"~(\prod_{k=1}^{K} p_k)~", R"~((product over{k = 1 .. K} (index p k)))~"},
    {R"~(\max(0, a))~", R"~((maximum 0 a))~"},
    {R"~(\max_{a'} Q(s', a'))~", R"~((maximum{a'} (call Q s' a')))~"},
    {R"~(\mathbb{E}_{u \sim q}[f(u)])~", R"~((expectation{u in q} (call f u)))~"},
    {R"~(E[u^2])~", R"~((expectation{} (power u 2)))~"},
    {R"~(\int q(z) \, dz)~", R"~((integral{z} (call q z)))~"},
    {R"~(\nabla_\theta L)~", R"~((gradient L \theta))~"},
    {R"~(\frac{\partial L}{\partial W})~", R"~((partial derivative L W))~"},
    {R"~(\frac{dy}{dx})~", R"~((derivative y x))~"},
    {R"~(A^{-1} b)~", R"~((product (inverse A) b))~"},
    {R"~(A_{i,:})~", R"~((index A i _))~"},
    {R"~([a; b])~", R"~((concatenation a b))~"},
    {R"~((3, 1, 2))~", R"~((list 3 1 2))~"},
    {R"~(\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix})~", R"~((matrix (row 1 2) (row 3 4)))~"},
    {R"~(\begin{cases} u & u > 0 \\ 0 & \text{otherwise} \end{cases})~", R"~((cases u (is greater than u 0) 0 _))~"},
    {R"~(w_1 + \cdots + w_d)~", R"~((plus (plus (index w 1) (and so on)) (index w d)))~"},
    {R"~(n!)~", R"~((factorial n))~"},
    {R"~(\lfloor a / b \rfloor)~", R"~((floor (division a b)))~"},
    {R"~(\underset{j}{\max} z_j)~", R"~((maximum{j} (index z j)))~"},
    {R"~(softmax(AB^T/sqrt(p))C)~", R"~((product (softmax (division (product A (transpose B)) (square root p))) C))~"},
    {R"~(h = √a · b²)~", R"~(h equals (dot product (square root a) (power b 2)))~"},
    {R"~(m_t = \beta m_{t-1} + (1 - \beta) g_t)~", R"~(m_t equals (plus (product \beta m_{t-1}) (product (minus 1 \beta) g_t)))~"},
    {R"~(h^{(t)} = \tanh(h^{(t-1)}))~", R"~(h^{(t)} equals (hyperbolic tangent h^{(t-1)}))~"},
    {R"~(C_{ij} = \sum_t A_{it} B_{tj})~", R"~((index C i j) equals (sum{t} (product (index A i t) (index B t j))))~"},
    {R"~(\sigma^2 = \frac{1}{n} \sum_i (u_i - \mu)^2)~", R"~(\sigma^2 equals (product (division 1 n) (sum{i} (power (minus (index u i) \mu) 2))))~"},
    {R"~(\theta \leftarrow \theta - \eta g)~", R"~(\theta becomes (minus \theta (product \eta g)))~"},
    {R"~(a = b = 3)~", R"~(a equals b equals 3)~"},
    // Primed letters count like others; what a prime stands on is a name.
    {R"~(a_{jt} = \sum_{j'=1}^n e_{j't})~", R"~((index a j t) equals (sum{j' = 1 .. n} (index e j' t)))~"},
    {R"~(\sum_{t'} K_{t'})~", R"~((sum{t'} (index K t')))~"},
    {R"~(\sum_{s'} P(s') u(s'))~", R"~((sum{s'} (product (call P s') (call u s'))))~"},
    // Square brackets: a call where the input calls so or the name is upright, an entry where they hold a place.
    {R"~(L[\phi] = g[\phi] + L_0)~", R"~((call L \phi) equals (plus (call g \phi) L_0))~"},
    {R"~(\mathrm{f}[x, \phi])~", R"~((call \mathrm{f} x \phi))~"},
    {R"~(\text{stride}[0] + \text{pad}[1])~", R"~((plus (index \text{stride} 0) (index \text{pad} 1)))~"},
    {R"~(c[a + b])~", R"~((product c (plus a b)))~"},
    {R"~(\mathrm{E}[u] - [a + b])~", R"~((minus (expectation{} u) (plus a b)))~"},
    // Names that a left side shows whole, and calls of one of several functions.
    {R"~(s^2(a) = a + 1, \quad b = s^2(c))~", R"~((call s^2 a) equals (plus a 1)
b equals (call s^2 c))~"},
    {R"~(y = \sum_i g_i(u) E_i(u))~", R"~(y equals (sum{i} (product (index (call g u) i) (index (call E u) i))))~"},
    {R"~(y_i (w^\top u_i + b))~", R"~((product (index y i) (plus (product (transpose w) (index u i)) b)))~"},
    {R"~(r_i(\theta) = a_i \theta)~", R"~((index (call r \theta) i) equals (product (index a i) \theta))~"},
    {R"~(\alpha_{t|s} = \alpha_t / \alpha_s)~", R"~(\alpha_{t|s} equals (division \alpha_t \alpha_s))~"},
    // An entry that another list picks.
    {R"~(\sum_j w_j - w_{y_i} + c_i)~", R"~((plus (minus (sum{j} (index w j)) (index w (index y i))) (index c i)))~"},
    {R"~(\sum_n \log z_{y_n} - \log \sum_k \exp z_k)~", R"~((minus (sum{n} (logarithm (index z (index y n)))) (logarithm (sum{k} (exponential (index z k))))))~"},
    {R"~(d_{k_v} u)~", R"~((product d_{k_v} u))~"},
    // What stands below a sum.
    {R"~(\sum_{1 \le i, j \le m} u_{ij})~", R"~((sum{i = 1 .. m; j = 1 .. m} (index u i j)))~"},
    {R"~(\sum_{1 \le i \le m} u_i)~", R"~((sum{i = 1 .. m} (index u i)))~"},
    {R"~(\sum_{k = 1, \dots, B} u_k)~", R"~((sum{k = 1 .. B} (index u k)))~"},
    {R"~(\sum_{i \ne j, j = 1}^{B} u_j)~", R"~((sum{j = 1 .. B if (is not i j)} (index u j)))~"},
    {R"~(\sum_{i=1}^{n} \sum_{y_i = y_j, j = 1}^{n} u_{ij})~", R"~((sum{i = 1 .. n} (sum{j = 1 .. n if (equals (index y i) (index y j))} (index u i j))))~"},
    {R"~(\sum_{i=1}^{I} u_i I)~", R"~((sum{i = 1 .. I} (product (index u i) I)))~"},
    {R"~(\underset{u \sim q}{\mathrm{E}}[u])~", R"~((expectation{u in q} u))~"},
    {R"~(\min_\phi L[\phi])~", R"~((minimum{\phi} (call L \phi)))~"},
    {R"~(\int_0^a s \mathop{}\!\mathrm{d} s)~", R"~((integral{s = 0 .. a} s))~"},
    {R"~(\mathrm{D}_u g(u))~", R"~((gradient (call g u) u))~"},
    {R"~(p(u_1, \ldots, u_n; \theta) = \frac{1}{Z} \prod_k f_k)~", R"~((call p (index u 1) (and so on) (index u n) (with parameters \theta)) equals (product (division 1 Z) (product over{k} (index f k))))~"},
    {R"~(D[q(z) \| p(z)] = \frac{1}{2} c)~", R"~((call D (call q z) (given (call p z))) equals (product (division 1 2) c))~"},
    {R"~(f(g(u)) = f(u))~", R"~((call f (call g u)) equals (call f u))~"},
    {R"~(lrate = d^{-0.5})~", R"~(lrate equals (power d (negative 0.5)))~"},
    {R"~(s_i = \mathbf{u}^\top \mathbf{v}_i, \quad \mathbf{w} = \sum_i s_i \mathbf{v}_i)~", R"~((index s i) equals (product (transpose \mathbf{u}) (index \mathbf{v} i))
\mathbf{w} equals (sum{i} (product (index s i) (index \mathbf{v} i))))~"},
};
// clang-format on

class Resolve : public testing::TestWithParam<Row> {};

TEST_P(Resolve, GivesEveryTokenItsMeaning) {
  const Equation equation = resolve(GetParam().math);
  EXPECT_EQ(dump(equation), GetParam().expressions);
  EXPECT_FALSE(has_errors(equation.diagnostics));
}

INSTANTIATE_TEST_SUITE_P(Rows, Resolve, testing::ValuesIn(rows), row_name<Row>);

TEST(Spans, AreBalancedWithTheColoursThatBeginInThem) {
  const std::string text = R"(r = \frac{\textcolor{red}{u} + \textcolor{blue}{v}}{c})";
  const auto equation = resolve(text);
  bool found = false;
  for (ExpressionId id = 0; id < equation.arena.size(); ++id)
    if (equation.arena.applies(id, "plus")) found = equation.text(id) == R"(\textcolor{red}{u} + \textcolor{blue}{v})";
  EXPECT_TRUE(found);
  EXPECT_EQ(balanced("a{b}c", {2, 5}), (Span{1, 5}));
  EXPECT_EQ(balanced(R"(\frac{a}{b} c)", {6, 10}), (Span{0, 11}));
  EXPECT_EQ(balanced(R"(a \{ b)", {0, 6}), (Span{0, 6}));
}

TEST(ResolveFacts, ReadsSeveralFactsOfOneText) {
  const Equation equation = resolve("y = A u + v", {"A \\in \\mathbb{R}^{p \\times q}, u \\in \\mathbb{R}^q; v is learned and m_0 = 0"});
  ASSERT_EQ(equation.shape_facts.size(), 2U);
  EXPECT_EQ(equation.shape_facts[0].axes.size(), 2U);
  ASSERT_EQ(equation.role_facts.size(), 1U);
  EXPECT_EQ(equation.role_facts[0].role, "learned");
}

TEST(ResolveFacts, SaysWhichWordsItDoesNotUnderstand) {
  const Equation equation = resolve("y = u", {"the moon shines tonight"});
  ASSERT_EQ(equation.diagnostics.size(), 1U);
  EXPECT_EQ(equation.diagnostics[0].severity, Severity::warning);
}

TEST(ResolveFacts, KnowsWhatADefinitionDefines) {
  const Equation equation = resolve("\\operatorname{Mix}(a, b) = \\lambda a + (1 - \\lambda) b");
  ASSERT_EQ(equation.statements.size(), 1U);
  const Statement& statement = equation.statements[0];
  ASSERT_EQ(statement.defines.size(), 1U);
  EXPECT_EQ(equation.symbols[statement.defines[0]].latex, "\\operatorname{Mix}");
  EXPECT_EQ(statement.parameters.size(), 2U);
}

// Where both readings stay possible the reader hears which was taken, and the fact that flips it gives the other one.
TEST(ResolveChoices, AreFlippedByTheFactTheyName) {
  for (const char* math : {"y = a(b)", "y = \\sigma(u)", "z = \\mu(x)", "w(t) + 1", "c = r(s)"}) {
    const Equation equation = resolve(math);
    ASSERT_EQ(equation.choices.size(), 1U) << math;
    ASSERT_FALSE(equation.choices[0].flip.empty()) << math;
    EXPECT_NE(dump(resolve(math, {equation.choices[0].flip})), dump(equation)) << math;
  }
}

TEST(ResolveChoices, AreNoneWhereOneReadingHolds) {
  for (const char* math : {"y = f(x)", "p(x)", "\\gamma(1 - \\gamma)", "2(a + b)", "\\mathcal{F}(u)", "c(a + b)"})
    EXPECT_TRUE(resolve(math).choices.empty()) << math;
}

// A call without a bracket has a printed form, too.
TEST(ResolveNames, PrintCallsWithAndWithoutBrackets) {
  for (const char* math : {"y = \\exp_{\\mathbf{u}} v", "y = \\log_{\\mathbf{u}}^K \\mathbf{v}", "\\det A = a d", "L[\\phi] = 2"}) {
    const Equation equation = resolve(math);
    for (ExpressionId id = 0; id < equation.arena.size(); ++id) EXPECT_FALSE(equation.canonical(id).empty()) << math;
  }
  const Equation square = resolve("c = L[\\phi] + 1");
  bool kept = false;
  for (ExpressionId id = 0; id < square.arena.size(); ++id) kept = kept || square.canonical(id) == "L[\\phi]";
  EXPECT_TRUE(kept);
}

TEST(ResolveBounds, StaysLinearInLongSums) {
  std::string sum = "u";
  for (int n = 0; n < 50000; ++n) sum += "+u";
  const Equation equation = resolve(sum);
  EXPECT_EQ(equation.symbols.size(), 1U);
  EXPECT_EQ(equation.arena.size(), 100001U);
}

}  // namespace resolve_test
}  // namespace eqlens
