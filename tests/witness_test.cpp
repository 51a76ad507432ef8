// A letter means what it usually means only where the line bears that out; what nothing defines takes its shape from its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "read/reading.hpp"
#include "role/role.hpp"
#include "rows.hpp"

namespace eqlens {
namespace witness_test {

struct Row {
  const char* math;
  std::vector<std::string> facts;
  std::vector<std::string> lines;        ///< "symbol: role, meaning", which must be listed
  std::vector<std::string> absent = {};  ///< symbols that must not
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.math, out); }

// clang-format off
const Row rows[] = {
    // One factor sets the length of a step; the others weigh its parts.
    {R"(v \leftarrow v - \eta(\lambda \nabla R(v) + \nabla J(v)))", {}, {"\\eta: constant, the learning rate", "\\lambda: constant, the weight of a penalty"}},
    {R"(v \leftarrow v - 2 \eta (\alpha \nabla R(v) + \nabla J(v)))", {}, {"\\eta: constant, the learning rate", "\\alpha: constant, a weight set by hand"}},
    {R"(v \leftarrow v - \alpha \nabla J(v))", {}, {"\\alpha: constant, the learning rate"}},
    // The weight of a penalty weighs one.
    {R"(J = L(w) + \lambda \|w\|^2)", {}, {"\\lambda: constant, the weight of a penalty"}},
    {R"(J = L(w) + \frac{1}{2} \lambda \sum_k w_k^2)", {}, {"\\lambda: constant, the weight of a penalty"}},
    {R"(p(u) = \exp(\lambda_1 + \lambda_2 (u - m)^2))", {}, {"\\lambda_2: constant, "}},
    {R"(A u = \lambda u)", {}, {"\\lambda: constant, "}},
    {R"(q(u \mid \lambda) = \lambda)", {}, {"\\lambda: input, "}},
    // A running average is named by what it averages.
    {R"(\mathbf{v}_t = \beta \mathbf{v}_{t-1} + (1 - \beta) \mathbf{u}_t)", {}, {"\\mathbf{v}_t: output, the running average of $\\mathbf{u}_t$", "\\mathbf{v}_{t-1}: input, the value of $\\mathbf{v}$ before this step"}},
    {R"(v_t = \beta v_{t-1} + (1 - \beta) g_t^2)", {}, {"v_t: output, the running average of the squared gradient", "v_{t-1}: input, the running average of the squared gradient"}},
    {R"(m_t = \beta m_{t-1} + (1 - \beta) g_t)", {}, {"m_t: output, the running average of the gradient"}},
    // A target is compared with something, not mixed or looked for.
    {R"(o = \sigma(B y + C u))", {}, {"y: input, "}},
    {R"(\hat{h} = \arg\min_y F(u, y))", {}, {}, {"y"}},
    {R"(J = (a - y)^2)", {}, {"y: input, the target"}},
    {R"(s = \sum_i (y_i - \bar{y})^2)", {}, {"\\bar{y}: input, the mean of $y$"}},
    {R"(s = \sum_i (y_i - \overline{y})^2)", {}, {"\\overline{y}: input, the mean of $y$"}},
    {R"(s = \sum_i (u_i - \bar{u})^2)", {}, {"\\bar{u}: input, the mean of $u$"}},
    // What is taken from a size before its sign comes back is a threshold, also where it labels the function.
    {R"(z = p_\lambda(A u))", {R"(p_\lambda(c) = \operatorname{sign}(c)\max\{0, |c| - \lambda\})"}, {"\\lambda: constant, the threshold"}},
    // A policy chooses actions.
    {R"(c = \pi(u \mid v))", {}, {"\\pi: operation, "}},
    {R"(c = \pi(u_t \mid u_s))", {}, {"\\pi: operation, "}},
    {R"(Le_{k+1}(u) = 3 u Le_k(u) - Le_{k-1}(u))", {}, {R"(\operatorname{Le}_{k-1}: operation, )"}},
    {R"(r = \pi(a \mid s))", {}, {"\\pi: operation, a policy"}},
    {R"(r = \log \pi_\theta(v \mid u))", {}, {"\\pi_\\theta: operation, a policy"}},
    // A count is not drawn, and not taken from 1; some capitals count only where the line counts with them.
    {R"(c = \mathbb{E}_{(u, m) \sim \mathcal{D}}[f(u, m)])", {}, {"m: input, ", "\\mathcal{D}: input, a set of data"}},
    // What is drawn is set by nobody; what it is drawn from is no number.
    {R"(J = \mathbb{E}_{\tau \sim \pi}[c(\tau)])", {}, {"\\tau: input, ", "\\pi: operation, a distribution"}},
    {R"(r = \cos(\pi u))", {}, {"\\pi: constant, "}},
    // What a name gives for a value is a set; for a counted place it is one of many sets.
    {R"(V(s) = \max_{b \in B(s)} q(s, b))", {}, {"B: operation, gives a set"}},
    {R"(c_v = \sum_{u \in M(v)} b_u)", {}, {"M: input, a set"}},
    {R"(c = \sum_{k \in \psi(U)} u_k + \psi(v))", {}, {"\\psi: operation, "}},
    // The identity stands beside a matrix; what a function is given may be anything.
    {R"(c = \hat g(I))", {}, {"I: input, "}},
    {R"(c = g(u, I; w))", {}, {"I: input, "}},
    {R"(B = A + \kappa I)", {}, {"I: constant, the identity"}},
    {R"(B = A - I_H)", {R"(A \in \mathbb{R}^{H \times H})"}, {"I_H: constant, the identity"}},
    {R"(b = a - I_H)", {}, {"I_H: input, "}},
    // A count averages; alone below 1 it is a number like any other.
    {R"(c = \frac{1}{K} + u^2)", {}, {"K: constant, "}},
    {R"(c = \frac{1}{M} \sum_k u_k)", {}, {"M: constant, a count"}},
    // A sum runs over the same letter: it is one of the values.
    {R"(q(y) = \frac{e^{y}}{\sum_y e^{y}})", {}, {"y: input, "}},
    // An activation lets what it is given through, above or below a threshold.
    {R"(g(v) = \begin{cases} v & v > 0 \\ c v & v \le 0 \end{cases})", {}, {"g: output, an activation, applied entry by entry"}},
    {R"(g(v) = \begin{cases} 1 - b & v = 0 \\ b & v = 1 \end{cases})", {}, {"g: output, made case by case"}},
    {R"(g(v) = \begin{cases} v^2 & |v| \le b \\ 2 b |v| - b^2 & \text{otherwise} \end{cases})", {}, {"g: output, made case by case"}},
    // Of a letter in an interval, or by the name of a density.
    {R"(P(u) = \frac{u^{a-1}}{c})", {R"(u \in (0, 1))"}, {"P: output, a density"}},
    {R"(P(u) = \frac{u}{c})", {}, {"P: output, a probability"}},
    {R"(r = \pi(u_t \mid u_k))", {}, {"\\pi: operation, "}},
    // What a table is asked for is a member of the set that measures it; what is collected on the way to a worth is a reward.
    {R"(M(u_t, w) \leftarrow 2 M(u_t, w))", {R"(M \in \mathbb{R}^{|U| \times |W|})"}, {"u_t: input, a member of $U$", "w: input, a member of $W$"}},
    {R"(G_k = R_{k+1} + \gamma G_{k+1})", {}, {"R_{k+1}: input, the reward"}},
    {R"(B_k = R_{k+1} + \gamma C_k)", {}, {"R_{k+1}: input, "}},
    // Links are divided by how many each node has; the gamma function is known by its sign.
    {R"(H = D^{-1/2} A D^{-1/2} X W)", {R"(A \in \mathbb{R}^{n \times n})"}, {"A: input, an adjacency matrix", "D: input, a degree matrix"}},
    {R"(Y = A D^{-1} + C)", {R"(A \in \mathbb{R}^{m \times n})"}, {"A: input, ", "D: input, "}},
    {R"(P(u) = \frac{e^{-u}}{\Gamma(a)})", {R"(u \in (0, \infty))"}, {"\\Gamma: operation, the gamma function", "P: output, a density"}},
    {R"(c = \Gamma(u, v))", {}, {"\\Gamma: operation, "}},
    // A window that moves with the share holds no whole.
    {R"(c_k = \frac{e^{b_k}}{\sum_{l=k-2}^{k-1} e^{b_l}})", {}, {"c: output, made as a ratio"}},
    {R"(c_k = \frac{e^{b_k}}{\sum_{l=1}^{n} e^{b_l}})", {}, {"c: output, shares that sum to 1"}},
    // A target is compared; what a fact works out, or stands alone, aims at nothing.
    {R"(g(x, y; b) = b \exp(-(x^2 + y^2)))", {}, {"y: input, "}},
    {R"(L(x, y) = (h(x) - y)^2)", {}, {"y: input, the target"}},
    {R"(g(y) = \sum_k y_k^4)", {}, {"y: input, "}},
    {R"(g(x, y) = x' + 3 y')", {R"(x' = x + (b - 1) (y - c))", R"(y' = y - b x)"}, {"y: input, ", "y': input, given by $y - b x$"}},
    {R"(g(x, y) = x' + 3 y')", {R"(x' = x + b y)", R"(y' = y - b x)"}, {"x': input, given by $x + b y$", "y': input, given by $y - b x$"}},
    // One letter in two prints goes in once.
    {R"(f(U) = \sigma(3 g(u)))", {}, {"U: input, another print of $u$"}},
    {R"(f(U) = \sum_u g(u))", {}, {"U: input, "}},
    {R"(c = r + (1 - d) u)", {}, {"d: input, "}},
    {R"(c = K \langle u, v \rangle)", {}, {"K: constant, "}},
    {R"(c = \sum_{i=1}^{K} u_i)", {}, {"K: constant, a count"}},
    {R"(c = \frac{1}{n} a)", {}, {"n: constant, a count"}},
    // A small number guards a division; an added one is noise.
    {R"(c = \frac{u}{v + \varepsilon})", {}, {"\\varepsilon: constant, a small number that keeps a division safe"}},
    {R"(c = \log(v + \varepsilon))", {}, {"\\varepsilon: constant, a small number that keeps a division safe"}},
    {R"(s = \frac{1}{n} \sum_i (u_i - m)^2 + \epsilon)", {}, {"\\epsilon: constant, a small number that keeps a division safe"}},
    {R"(c = (1 + \epsilon) u)", {}, {"\\epsilon: constant, "}},
    {R"(v \leftarrow v - \epsilon(\lambda v + \nabla J(v)))", {}, {"\\epsilon: constant, the learning rate"}},
    {R"(J = \mathbb{E}_{u, \epsilon}[f(u + \epsilon)])", {}, {"\\epsilon: input, noise"}},
    {R"(c = f(v) + \varepsilon)", {}, {"\\varepsilon: input, noise"}},
    {R"(\rho_{t:k} = b_t \rho_{t+1:k})", {}, {"\\rho_{t+1:k}: input, "}},
    {R"(m = \frac{1}{n} \sum_{i=1}^{n} u_i)", {}, {"m: output, the average of", "n: constant, a count"}},
    {R"(c_i = \sum_j c_{ij})", {}, {"c_{ij}: input, another quantity than $c_i$"}},
    // What runs, what comes next below a sum, what counts layers; names keep their braces.
    {R"(\frac{du}{d\tau} = -b u(\tau))", {}, {"\\tau: input, "}},
    {R"(c = b \tau)", {}, {"\\tau: constant, a constant set by hand"}},
    {R"(c = \sum_{s' \in S} p(s' \mid s) v(s'))", {}, {"s: input, "}, {"s'"}},
    {R"(C^{(l+1)}(u) = b C^{(l)}(u))", {}, {"l: input, counts layers"}},
    {R"(P_n(u) = \sum_{j=0}^{n} h_j(u) b_j)", {}, {"n: constant, a count"}},
    {R"(c = \sum_j h_j^{(k)}(u))", {}, {"h^{(k)}_j: operation, "}},
    {R"(c = \sum_n \|\hat{\mathbf{x}^{n}}\|)", {}, {"\\hat{\\mathbf{x}}^{n}: input, one row of $\\hat{\\mathbf{x}}$"}},
    // What is right of a tilde is a distribution.
    {R"(u \sim \mu)", {}, {"\\mu: operation, a distribution"}},
    {R"(\mathbf{u} \sim q_{\text{data}})", {}, {"q_{\\text{data}}: operation, a distribution"}},
    {R"(c = \frac{1}{n} \sum_{u_i \sim q} f(u_i))", {}, {"q: operation, a distribution"}},
    {R"((u, v, w) \sim \mathcal{B})", {}, {"u: input, ", "\\mathcal{B}: input, a set of data"}},
    // Learned or not.
    {R"(c = \exp(-(t - \mathbf{v}^\top \mathbf{z} - b)^2))", {}, {"b: learned, a bias", "\\mathbf{v}: learned, the weights"}},
    {R"(\mathbf{h}_t = f(\mathbf{h}_{t-1}, \mathbf{E}^\top \mathbf{x}_t))", {}, {"\\mathbf{E}: learned, a weight matrix"}},
    {R"(\mathbf{h}_t = f(\mathbf{h}_{t-1}, \mathbf{A}^\top \mathbf{x}_t))", {}, {"\\mathbf{A}: learned, a weight matrix"}},
    {R"(\ell_n = -w_n [ a_n \log q_n + (1 - a_n) \log (1 - q_n) ])", {}, {"w: constant, the weight of each class"}},
    {R"(c = \|u - v\|_p)", {}, {"p: constant, the order of a norm"}},
    // What only says for what a gradient is taken, beside what stands there.
    {R"(\mathbf{u}_{k+1} = \mathbf{u}_k + \eta \nabla_{\mathbf{u}} \log q(\mathbf{u}_k))", {}, {"\\mathbf{u}_{k+1}: output, a state"}, {"\\mathbf{u}"}},
    {R"(g = \nabla_\theta J)", {}, {"\\theta: learned, the parameters that training moves"}},
    // What a sum runs over is a set.
    {R"(c_u = \sum_{v \in M_r(u)} z_v)", {}, {"M_r: input, a set"}},
    // A letter behind the semicolon that the right side never reads stands for what is learned there.
    {R"(F(\mathbf{u}; \theta) = \mathbf{W} \mathbf{u} + \mathbf{b})", {}, {"\\theta: learned, all that is learned here: $\\mathbf{W}$, $\\mathbf{b}$"}},
    {R"(F(u; \theta) = \theta u)", {}, {"\\theta: learned, the parameters"}},
    // Layers, members of a family, how far an image reaches.
    {R"(h_{k+1} = \tanh(W_k h_k + b_k))", {}, {"k: input, counts layers", "h_{k+1}: output, the hidden values of layer $k + 1$", "h_k: input, the hidden values of layer $k$", "b_k: learned, a bias"}},
    {R"(Z^{(l+1)} = \sigma(A Z^{(l)} W^{(l)}))", {}, {"l: input, counts layers", "Z^{(l)}: input, the hidden values of layer $l$"}},
    {R"(s_t = \tanh(W s_{t-1} + U x_t))", {}, {"t: input, the step"}},
    {R"(y = \mathrm{Act}_2(u))", {"\\mathrm{Act}_k(z) = z \\tanh(k z)"}, {"k: constant, 2, as the name $\\operatorname{Act}_2$ says"}},
    {R"(H_{out} = \lfloor \frac{H_{in} + 2 p - k}{s} \rfloor)", {}, {"H_{in}: input, a height"}},
    {R"(O = \mathrm{Attention}(Q A, K B, V C))", {}, {"V: input, the values, one in each row"}},
    {R"(G_c(x) = \frac{p(z_c | x)}{\sum_{x \in B} p(z_c | x)})", {}, {"x: input, the input"}},
    {R"(\underset{\mathbf{U}, \mathbf{V}}{\mathrm{argmin}} \sum_{a,b} (S_{ab} - \mathbf{U}_a \mathbf{V}_b^\top)^2)", {}, {R"(\mathbf{U}: learned, )"}},
    {R"(C = \frac{1}{m - 1} A^\top A)", {}, {"m: constant, a count"}},
    {R"(L = \frac{1}{2 n_{\text{rows}}} \|A w - y\|^2)", {}, {R"(n_{\text{rows}}: constant, a count)"}},
    {R"(\operatorname{Cov}(f(a), g(b) | h(c)) = u^\top v)", {}, {R"(\operatorname{Cov}: output, made as)"}},
    {R"(p(u_j = c) = \frac{w_c}{\sum_{j=0}^{9} w_j})", {}, {"j: input, counts entries; the $j$ that an operator runs over"}},
};
// clang-format on

class Witness : public testing::TestWithParam<Row> {};

TEST_P(Witness, BearsOutWhatALetterMeans) {
  const Analysis analysis = analyse(GetParam().math, {GetParam().facts, {}});
  std::vector<std::string> lines;
  for (const SymbolEntry& entry : analysis.roles.symbols) {
    lines.push_back(entry.latex + ": " + std::string(name(entry.role)) + ", " + entry.meaning);
    EXPECT_EQ(std::count(GetParam().absent.begin(), GetParam().absent.end(), entry.latex), 0) << entry.latex << " goes nowhere";
  }
  for (const std::string& wanted : GetParam().lines) {
    const bool nothing_said = wanted.ends_with(", ");
    const auto found = std::find_if(lines.begin(), lines.end(),
                                    [&](const std::string& line) { return nothing_said ? line == wanted : line.starts_with(wanted); });
    EXPECT_NE(found, lines.end()) << wanted << "\n is not in\n" << testing::PrintToString(lines);
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, Witness, testing::ValuesIn(rows), row_name<Row>);

TEST(PreviousStep, IsSaidOnlyWhereTheLineGivesALaterOne) {
  const auto badge = [](const char* math, const char* symbol) {
    const Analysis analysis = analyse(math);
    for (const SymbolEntry& entry : analysis.roles.symbols)
      if (entry.latex == symbol) return std::find(entry.badges.begin(), entry.badges.end(), "previous step") != entry.badges.end();
    return false;
  };
  EXPECT_TRUE(badge(R"(h_t = f(h_{t-1}))", "h_{t-1}"));
  EXPECT_TRUE(badge(R"(q(z_t \mid z_{t-1}) = \exp(-(z_t - z_{t-1})^2))", "z_{t-1}"));
  EXPECT_FALSE(badge(R"(A(z_t) = r_t + \gamma V(z_{t+1}) - V(z_t))", "z_t"));
  EXPECT_FALSE(badge(R"(V(C_t) \leftarrow V(C_t) + \eta [G_{t+1} - V(C_t) + V(C_{t+1})])", "C_t"));
}

TEST(Distributions, HaveNoShapeAndAreNoEventsWhereTheyAreCompared) {
  const Analysis drawn = analyse(R"(c = \frac{1}{n} \sum_{u_i \sim q} f(u_i))");
  for (const SymbolEntry& entry : drawn.roles.symbols)
    if (entry.latex == "q") {
      EXPECT_FALSE(entry.shape.known);
    }
  const auto does = [](const char* math) {
    for (const OperationEntry& entry : analyse(math).roles.operations)
      if (entry.operation->name == "probability") return std::string(entry.does());
    return std::string();
  };
  EXPECT_EQ(does(R"(D(q(z \mid x) \| \Pr(z)) = c)"), "names one of the distributions that are compared");
  EXPECT_NE(does(R"(c = \Pr(z))"), "names one of the distributions that are compared");
}

TEST(CountsFromOne, IsNotSaidWhereEveryRangeBeginsAtZero) {
  const auto said = [](const char* math) {
    const auto analysis = analyse(math);
    const auto reading = read(analysis);
    for (const auto& line : reading.conventions)
      if (line.find("indices count from 1") != std::string::npos) return true;
    return false;
  };
  EXPECT_FALSE(said(R"(p(u_j = c) = \frac{w_c}{\sum_{j=0}^{9} w_j})"));
  EXPECT_TRUE(said(R"(c = \sum_{j=1}^{n} w_j)"));
}

}  // namespace witness_test
}  // namespace eqlens
