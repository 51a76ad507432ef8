// Ways in which papers print a kind of thing: each row is a display with its facts and values, and the number that it must give.

#include <limits>

#include "evaluated.hpp"
#include "rows.hpp"

namespace eqlens::trial {
namespace notation_test {

struct Row {
  const char* math;
  std::vector<std::string> facts;
  std::vector<std::pair<std::string, Array>> values;
  Array result;
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.math, out); }

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

// clang-format off
const Row rows[] = {
    // A bracket behind a declared array picks entries.
    {R"~(h = q(s, a) - \max_{a'} q(s, a'))~", {R"~(q \in \mathbb{R}^{n \times m})~"}, {{"q", matrix(2, {0, 1, 2, 4, 5, 9})}, {"s", number(2)}, {"a", number(1)}}, number(-5)},
    {R"~(p(w) = \frac{e^{\mathbf{s}(w)}}{\sum_{w' \in V} e^{\mathbf{s}(w')}})~", {R"~(\mathbf{s} \in \mathbb{R}^n)~"}, {{R"~(\mathbf{s})~", vector({0, 1, 2})}, {"w", number(3)}, {"V", vector({1, 2, 3})}}, number(0.6652409557748218)},
    {R"~(r(i, k) = M(i, k) + b(k))~", {R"~(M \in \mathbb{R}^{n \times p})~", R"~(b \in \mathbb{R}^p)~"}, {{"M", matrix(2, {0, 1, 2, 4, 5, 6})}, {"b", vector({10, 20, 30})}}, matrix(2, {10, 21, 32, 14, 25, 36})},
    {R"~(r = \frac{1}{3} * \sum_i a[i] * b[i] + a[i])~", {R"~(a \in \mathbb{R}^n)~"}, {{"a", vector({1, 2})}, {"b", vector({5, 0.5})}}, number(3)},
    {R"~(r = \sum_{i=1}^{n} a[i] b[n + 1 - i])~", {R"~(a \in \mathbb{R}^n)~"}, {{"a", vector({1, 2})}, {"b", vector({5, 0.5})}}, number(10.5)},
    {R"~(r = \sum_{i=0}^{n-1} a[i] b[i + 1])~", {R"~(a \in \mathbb{R}^n)~"}, {{"a", vector({1, 2})}, {"b", vector({5, 0.5, 2})}}, number(4.5)},
    // A letter below a bracket says which entry.
    {R"~(r = \operatorname{softmax}(W u + b)_c)~", {}, {{"W", matrix(3, {1, 2, 0, 1, 1, 1})}, {"u", vector({1, -1})}, {"b", vector({0, 1, 0})}, {"c", number(2)}}, number(0.4223187982515182)},
    {R"~(P(\mathrm{y} = y \mid u) = \text{softmax}(A u)_y)~", {R"~(A \in \mathbb{R}^{3 \times 2})~"}, {{"A", matrix(3, {1, 2, 0, 1, 1, 1})}, {"u", vector({1, -1})}, {"y", number(1)}}, number(0.21194155761708547)},
    // What stands behind a colon or a bar under a sign only sifts.
    {R"~(r_i = \max_{k : v_{ik} = 1} w_{ik})~", {}, {{"v", matrix(2, {1, 0, 1, 0, 1, 0})}, {"w", matrix(2, {2, 9, 4, 7, 1, 8})}}, vector({4, 1})},
    {R"~(\sum_{k \mid v_k > 0} w_k)~", {}, {{"v", vector({1, 0, 1})}, {"w", vector({2, 9, 4})}}, number(6)},
    {R"~(\sum_{k, v_k > 0} w_k)~", {}, {{"v", vector({1, 0, 1})}, {"w", vector({2, 9, 4})}}, number(6)},
    {R"~(c = \max_{k} \text{rank}_{k})~", {}, {{R"~(\text{rank})~", vector({1, 5, 2})}}, number(5)},
    // Conditions in words, remarks on them, and what is no number.
    {R"~(r = \begin{cases} 1 & \text{if } a > 0 \text{ and } b > 0 \\ 2 & \text{if } \text{otherwise} \end{cases})~", {}, {{"a", number(3)}, {"b", number(-3)}}, number(2)},
    {R"~(r = \begin{cases} 1 & \text{if } a > 4 \text{ or } b < 0 \\ 2 & \text{otherwise} \end{cases})~", {}, {{"a", number(3)}, {"b", number(-3)}}, number(1)},
    {R"~(r = \begin{cases} (\frac{a}{b})^2 & \text{if } a < b \text{, } b \text{ is set by hand.} \\ 1 & \text{if } \text{otherwise} \end{cases})~", {}, {{"a", number(3)}, {"b", number(4)}}, number(0.5625)},
    {R"~(r = \begin{cases} 1 & a != 3 \\ 2 & \text{else} \end{cases})~", {}, {{"a", number(3)}}, number(2)},
    {R"~(r_i = \begin{cases} 7 & \text{if } u_i = \text{NaN} \\ 2 u_i & \text{otherwise} \end{cases})~", {}, {{"u", vector({not_a_number, 2})}}, vector({7, 4})},
    // What stands behind the bar is only given.
    {R"~(v = \mathbb{E}[r \mid z = k])~", {}, {{"r", number(3)}, {"z", number(1)}, {"k", number(2)}}, number(3)},
    // One letter for two quantities.
    {R"~(L = \frac{1}{N} \sum_i L_i + R)~", {}, {{"L_i", vector({1, 2, 6})}, {"R", number(4)}}, number(7)},
    {R"~(h = -\sum_{c=1}^{3} \frac{n_c}{n} \log \frac{n_c}{n})~", {}, {{"n_c", vector({2, 2, 4})}, {"n", number(8)}}, number(1.0397207708399179)},
    {R"~(P(C = i \mid \mathbf{v}) = \frac{\exp(\mathbf{v}_i^\top \mathbf{v})}{\sum_{j=1}^{n} \exp(\mathbf{v}_j^\top \mathbf{v})})~", {R"~(\mathbf{v}, \mathbf{v}_i \in \mathbb{R}^d)~"}, {{R"~(\mathbf{v}_i)~", matrix(3, {1, 0, 0, 1, 1, 1})}, {R"~(\mathbf{v})~", vector({1, -1})}}, vector({0.6652409557748218, 0.09003057317038046, 0.24472847105479764})},
    // Braces that only space, calls with square brackets, and what a maximum reaches.
    {R"~(r = {\frac{1}{2} \sum_i} (u_i - 1)^2)~", {}, {{"u", vector({3, 4, 1})}}, number(6.5)},
    {R"~(q[s_t, a_t] \leftarrow q[s_t, a_t] + c (r[s_t, a_t] + g \cdot \max_a [ q[s_{t+1}, a] ] - q[s_t, a_t]))~", {}, {{"q[s_t, a_t]", number(4)}, {"r[s_t, a_t]", number(1)}, {"q[s_{t+1}, a]", vector({2, 6, 5})}, {"c", number(0.5)}, {"g", number(0.75)}}, number(4.75)},
    {R"~(r = \mathbf{W} u + \boldsymbol{W} v)~", {}, {{R"~(\boldsymbol{W})~", matrix(2, {1, 2, 0, 3})}, {"u", vector({1, 0})}, {"v", vector({0, 1})}}, vector({3, 3})},
    {R"~(X = {\left( A A \right)}^i Y)~", {R"~(A \in \mathbb{R}^{n \times n})~"}, {{"A", matrix(2, {0, 1, 1, 1})}, {"Y", matrix(2, {1, 2, 0, -1})}, {"i", number(2)}}, matrix(2, {2, 1, 3, 1})},
    {R"~(L = \{l_1, \dots, l_N\}^\top \\ l_n = 2 x_n)~", {}, {{"x", vector({1, 4, 2})}}, vector({2, 8, 4})},
    // Signed parts, labels behind brackets, a second bracket of arguments, and what a circled cross comes to.
    {R"~(r = [1 - m]_+ + 2 \left[m - 4\right]_{+})~", {}, {{"m", number(0.25)}}, number(0.75)},
    {R"~(r = (u)_- + [v]^+ + [u]_+)~", {}, {{"u", number(-3)}, {"v", number(0.5)}}, number(3.5)},
    {R"~(r = \langle a, b \rangle_M - \langle a, b \rangle)~", {R"~(\langle a, b \rangle_M = 3 a^\top b)~"}, {{"a", vector({1, 2})}, {"b", vector({5, 1})}}, number(14)},
    {R"~(k(u, v)_Q = (u - v)_R^2)~", {}, {{"u", number(1)}, {"v", number(4)}}, number(9)},
    {R"~(G_S(u)(u, A, B, C) = (\tanh(u A) \otimes u B) C)~", {R"~(u \in \mathbb{R}^p)~", R"~(A, B \in \mathbb{R}^{p \times q})~"}, {{"u", vector({1, -2})}, {"A", matrix(2, {1, 0, 2, 0.5, 1, -1})}, {"B", matrix(2, {2, 1, 0, 1, 0, 1})}, {"C", matrix(3, {1, 0, 0, 2, 1, 1})}}, vector({-1.998658599478134, -3.926713759629768})},
    {R"~(r = S_2(u A))~", {R"~(S_\beta(v) = v \sigma(\beta v))~", R"~(u \in \mathbb{R}^p)~", R"~(A \in \mathbb{R}^{p \times q})~"}, {{"u", vector({1, -2})}, {"A", matrix(2, {1, 0, 2, 0.5, 1, -1})}}, vector({0.0, -0.03597241992418312, 3.9986585994781345})},
    // Pairs that a set holds, a 1 with a condition below it, a brace round a norm.
    {R"~(r = \sum_{(u, i) \in T} R_{ui})~", {}, {{"R", matrix(2, {1, 2, 5, 3, 4, 9})}, {"T", matrix(3, {1, 2, 2, 3, 1, 1})}}, number(12)},
    {R"~(r = \frac{1}{|\mathcal{E}|} \sum_{(k, m) \in \mathcal{E}} (v_k - v_m)^2)~", {}, {{"v", vector({1, 4, 6})}, {R"~(\mathcal{E})~", matrix(2, {1, 2, 3, 1})}}, number(17)},
    {R"~(r = \sum_{(i, j) \in E} \mathbf{A}_{ij})~", {}, {{R"~(\mathbf{A})~", matrix(2, {1, 2, 3, 4})}, {"E", matrix(2, {1, 2, 2, 2})}}, number(6)},
    {R"~(r = \sum_n 1_{v_n = 3})~", {}, {{"v", vector({3, 1, 3})}}, number(2)},
    {R"~(r = {\|A\|}_F)~", {R"~(A \in \mathbb{R}^{n \times m})~"}, {{"A", matrix(2, {1, 2, 2, 0, 0, 4})}}, number(5)},
    {R"~(r = {\|v\|}_1 + {\|A\|}_F^2)~", {R"~(v \in \mathbb{R}^n)~", R"~(A \in \mathbb{R}^{n \times m})~"}, {{"v", vector({3, -4})}, {"A", matrix(2, {1, 2, 2, 0})}}, number(16)},
    // Entries that count from 0.
    {R"~(r = \sum_{i=0}^{n-1} (i + 1) v_i)~", {R"~(v \in \mathbb{R}^n)~"}, {{"v", vector({1, 2, 4})}}, number(17)},
    {R"~(r = v_0 + \sum_{i=1}^{2} i v_i)~", {R"~(v \in \mathbb{R}^3)~"}, {{"v", vector({5, 1, 2})}}, number(10)},
    // Sums without limits, names in old fonts, running averages, pairs of places, columns before rows, deviations at a time.
    {R"~(s = \frac{1}{\sum{w_i}} \sum_i w_i y_i)~", {}, {{"w", vector({1, 2, 5})}, {"y", vector({1, 0, 3})}}, number(2)},
    {R"~(q = {\rm tr}(S R))~", {R"~(S, R \in \mathbb{R}^{n \times n})~"}, {{"S", matrix(2, {1, 2, 0, 3})}, {"R", matrix(2, {2, 1, 4, 5})}}, number(25)},
    {R"~(E[g^2]_t = c E[g^2]_{t-1} + (1 - c) g_t^2)~", {R"~(g_t \in \mathbb{R}^d)~"}, {{"E[g^2]_{t-1}", vector({4, 8})}, {"g_t", vector({2, -4})}, {"c", number(0.75)}}, vector({4, 10})},
    {R"~(v_{t,t'} = \begin{cases} w_{t,t'} & |t - t'| < s \\ 0 & \text{otherwise} \end{cases})~", {R"~(w \in \mathbb{R}^{m \times n})~"}, {{"w", matrix(2, {1, 2, 3, 4, 5, 6})}, {"s", number(1)}}, matrix(2, {1, 0, 0, 0, 5, 0})},
    {R"~(M = \mathbf{u} \cdot \mathbf{g}^\top)~", {R"~(\mathbf{u} \in \mathbb{R}^m)~", R"~(\mathbf{g} \in \mathbb{R}^n)~"}, {{R"~(\mathbf{u})~", vector({1, 2})}, {R"~(\mathbf{g})~", vector({1, 0, 3})}}, matrix(2, {1, 0, 3, 2, 0, 6})},
    {R"~(y = \sigma_{s^{\mathrm{mid}}} (e^h - 1) u)~", {}, {{R"~(\sigma_{s^{\mathrm{mid}}})~", number(3)}, {"h", number(0)}, {"u", number(5)}}, number(0)},
    {R"~(r_k = u^\top C_k u)~", {R"~(C_k \in \mathbb{R}^{n \times n})~", R"~(k \in \{1, \ldots, K\})~"}, {{"u", vector({1, 2})}, {"C", {{2, 2, 2}, {1, 0, 0, 1, 0, 1, 1, 0}}}}, vector({5, 4})},
    {R"~(B = V(x) V(x)^T + c \bm{I})~", {R"~(V(x) \in \mathbb{R}^{d \times k})~"}, {{"V(x)", matrix(3, {1, 0, 0, 2, 1, 1})}, {"c", number(0.5)}}, matrix(3, {1.5, 0, 1, 0, 4.5, 2, 1, 2, 2.5})},
    // Double bars and single ones, colours.
    {R"~(r = \mathbf{u} \Vert \mathbf{v})~", {}, {{R"~(\mathbf{u})~", vector({1, 2})}, {R"~(\mathbf{v})~", vector({4})}}, vector({1, 2, 4})},
    {R"~(r = |a||b| + ||u||)~", {}, {{"a", number(-2)}, {"b", number(-5)}, {"u", vector({3, 4})}}, number(15)},
    {R"~(r = b \textcolor{red}{- m})~", {}, {{"b", number(5)}, {"m", number(2)}}, number(3)},
    // Transposes, identities and inverses.
    {R"~((u - m)^t A (u - m))~", {R"~(u, m \in \mathbb{R}^n)~"}, {{"u", vector({1, 3})}, {"m", vector({0, 1})}, {"A", matrix(2, {1, 2, 0, 3})}}, number(17)},
    {R"~(p(c) = \det(A - c \mathrm{I}_n)\mathrlap{\qquad c \in \mathbb{R}})~", {R"~(A \in \mathbb{R}^{n \times n})~"}, {{"A", matrix(2, {1, 2, 0, 3})}, {"c", number(4)}}, number(3)},
    {R"~(B = A + c I_n)~", {R"~(A \in \mathbb{R}^{n \times n})~"}, {{"A", matrix(2, {1, 2, 0, 3})}, {"c", number(4)}}, matrix(2, {5, 2, 0, 7})},
    {R"~(r = (1 + \exp(u))^{-1})~", {R"~(u \in \mathbb{R}^n)~"}, {{"u", vector({0, 1})}}, vector({0.5, 0.2689414213699951})},
    // Densities and powers of whole matrices.
    {R"~(q = \mathcal{N}(u; 0, 4))~", {}, {{"u", number(1)}}, number(0.17603266338214973)},
    {R"~(q = \mathcal{N}(u \mid m, C))~", {R"~(C \in \mathbb{R}^{n \times n})~"}, {{"u", vector({1, 0})}, {"m", vector({0, 1})}, {"C", matrix(2, {2, 1, 1, 3})}}, number(0.03534508188501652)},
    {R"~(q = \mathcal{N}(u; m, c^2 \mathbf{I}))~", {}, {{"u", vector({1, 0})}, {"m", vector({0, 1})}, {"c", number(2)}}, number(0.030987498577413248)},
    {R"~(q = \sum_k w_k \mathcal{N}(u; m_k, s_k))~", {}, {{"u", number(1)}, {"m", vector({0, 1})}, {"s", vector({1, 2})}, {"w", vector({0.5, 0.5})}}, number(0.2620327581465107)},
    {R"~(q_i = C A^i b)~", {}, {{"A", matrix(2, {1, 1, 0, 2})}, {"b", vector({1, 2})}, {"C", matrix(1, {1, 0})}}, matrix(3, {3, 7, 15})},
    {R"~(q = A^3 b)~", {}, {{"A", matrix(2, {1, 1, 0, 2})}, {"b", vector({1, 2})}}, vector({15, 16})},
    {R"~(q = A^2 + B)~", {}, {{"A", matrix(2, {1, 1, 0, 2})}, {"B", matrix(2, {0, 0, 0, 1})}}, matrix(2, {1, 1, 0, 5})},
    {R"~(v = y - (\mathrm{D}_y g(y))^{-1} g(y))~", {R"~(g(y) = \tanh(M y))~", R"~(M \in \mathbb{R}^{n \times n})~"}, {{"y", vector({0.3, -0.2})}, {"M", matrix(2, {0.5, 1, -1, 0.25})}}, vector({-0.026018673037587814, 0.013092711528715884})},
    {R"~(r = \frac{u}{||{u}||_{\mathcal{L}}} ||u||_{\mathcal{L}})~", {R"~(||u||_{\mathcal{L}} = \sqrt{u^\top u} - 1)~", R"~(u \in \mathbb{R}^2)~"}, {{"u", vector({3, 4})}}, vector({3, 4})},
    {R"~(s_j = \sum_i a_{i|j} b_{ij})~", {}, {{"a", matrix(2, {1, 2, 3, 4, 5, 6})}, {"b", matrix(2, {1, 0, 1, 0, 1, 1})}}, vector({1, 5, 9})},
    // Intervals and conditions side by side.
    {R"~(r_i = \begin{cases} 1 & u_i \in [0, 2) \\ 0 & \text{otherwise} \end{cases})~", {}, {{"u", vector({-1, 0, 1, 2})}}, vector({0, 1, 1, 0})},
    {R"~(r_i = \begin{cases} 1 & u_i \notin (0, 2] \\ 0 & \text{otherwise} \end{cases})~", {}, {{"u", vector({-1, 0, 1, 2})}}, vector({1, 1, 0, 0})},
    {R"~(r_i = \begin{cases} 1 & -1 \le u_i < 3, u_i \ne 0 \\ 0 & \text{otherwise} \end{cases})~", {}, {{"u", vector({-2, -1, 0, 2, 3})}}, vector({0, 1, 0, 1, 0})},
    {R"~(r = \sum_{i \ne j, v_i = v_j, j=1,\dots,4} w_j)~", {}, {{"v", vector({1, 2, 1, 1})}, {"w", vector({1, 10, 100, 1000})}, {"i", number(1)}}, number(1100)},
    {R"~(r = |\{u \in U : u > c\}|)~", {}, {{"U", vector({1, 5, 7})}, {"c", number(2)}}, number(2)},
    // Letters that a set counts, places that are shifted, the sign of Hermite, signs that join conditions.
    {R"~(y_v = z_v + \frac{1}{|\mathcal{N}(v)|} \sum_{u \in \mathcal{N}(v)} z_u)~", {}, {{"z", vector({1, 4, 6})}, {"v", number(1)}, {R"~(\mathcal{N}(v))~", vector({2, 3})}}, number(6)},
    {R"~(Y_{i, j} = \sum_q V_{i, j+q-1} c_q)~", {R"~(V \in \mathbb{R}^{I \times R})~", R"~(c \in \mathbb{R}^{M})~"}, {{"V", matrix(2, {1, 2, 3, 4, 5, 6})}, {"c", vector({1, 10})}}, matrix(2, {21, 32, 54, 65})},
    {R"~(C = A A^{\mathrm{H}})~", {R"~(A \in \mathbb{R}^{m \times n})~"}, {{"A", matrix(2, {1, 2, 0, 0, 1, 3})}}, matrix(2, {5, 2, 2, 10})},
    {R"~(r = \begin{cases} 1 & a > 0 \land b > 0 \\ 2 & a > 0 \lor b > 0 \\ 3 & \text{otherwise} \end{cases})~", {}, {{"a", number(3)}, {"b", number(-1)}}, number(2)},
    {R"~(r = \begin{cases} 1 & u \not\in (0, 2] \\ 0 & \text{otherwise} \end{cases})~", {}, {{"u", number(2)}}, number(0)},
    {R"~(M = 2 \mathbf{u} \cdot \mathbf{g}^\top)~", {}, {{R"~(\mathbf{u})~", vector({1, 2})}, {R"~(\mathbf{g})~", vector({1, 0, 3})}}, matrix(2, {2, 0, 6, 4, 0, 12})},
    {R"~(a + b =: r)~", {}, {{"a", number(3)}, {"b", number(4)}}, number(7)},
    {R"~(q = \frac{\#\,\text{right}}{\#\,\text{all}})~", {}, {{R"~(\#\text{right})~", number(3)}, {R"~(\#\text{all})~", number(4)}}, number(0.75)},
    // Integrals inside one another, slopes at a point, Hessians, dots in a list, steps of an e, ends of cases.
    {R"~(c = \int_0^1 \int_0^2 a b^2\,da\,db)~", {}, {}, number(2.0 / 3)},
    {R"~(c = \sum_{j=0}^{2} \binom{m}{j})~", {}, {{"m", number(5)}}, number(16)},
    {R"~(c = \frac{dr}{ds}(s))~", {R"~(r(s) = s^3)~"}, {{"s", number(2)}}, number(12)},
    {R"~(H = \mathrm{D}^2 r(s))~", {R"~(r(s) = (b^\top s)^2)~", R"~(b, s \in \mathbb{R}^n)~"}, {{"s", vector({1, 1})}, {"b", vector({1, 3})}}, matrix(2, {2, 6, 6, 18})},
    {R"~(c = \max\{a_1, a_2, \ldots a_m\})~", {R"~(a \in \mathbb{R}^m)~"}, {{"a", vector({4, 9, 7})}}, number(9)},
    {R"~(r = c(e^{(k)})^2)~", {}, {{"e^{(k)}", number(3)}, {"c", number(2)}}, number(18)},
    {R"~(r = \begin{cases} 1, & a > 4; \\ 2, & \textrm{otherwise.} \end{cases})~", {}, {{"a", number(3)}}, number(2)},
    {R"~(r = \rho_t(a + b) + (1 - \rho_t) c)~", {}, {{R"~(\rho_t)~", number(0.25)}, {"a", number(3)}, {"b", number(5)}, {"c", number(4)}}, number(5)},
    // What a left side defines.
    {R"~(\mathcal{N}(a; m, s) = \frac{1}{s} \exp(-(a - m)^2))~", {}, {{"a", number(3)}, {"m", number(3)}, {"s", number(4)}}, number(0.25)},
    {R"~(f(a) \in \mathbb{R} := 2 a + 1)~", {}, {{"a", number(3)}}, number(7)},
    {R"~(f(c) \in \mathbb{R} := c \mathbf{u}^\top \mathbf{A} \mathbf{v})~", {R"~(\mathbf{u} \in \mathbb{R}^{2 \times 1})~", R"~(\mathbf{v} \in \mathbb{R}^{3 \times 1})~"}, {{R"~(\mathbf{u})~", matrix(2, {1, 2})}, {R"~(\mathbf{A})~", matrix(2, {1, 0, 2, 0, 1, 0})}, {R"~(\mathbf{v})~", matrix(3, {1, 2, 3})}, {"c", number(2)}}, matrix(1, {22})},
    {R"~(\phi_{i,j}^{\mathrm{AB}} = u_i v_j)~", {}, {{"u", vector({1, 2})}, {"v", vector({3, 4, 5})}}, matrix(2, {3, 4, 5, 6, 8, 10})},
};
// clang-format on

class Notation : public testing::TestWithParam<Row> {};

TEST_P(Notation, GivesTheNumber) {
  Case test = given(GetParam().math, GetParam().facts);
  for (const auto& [name, value] : GetParam().values) test.let(name, value);
  expect_result(test, GetParam().result);
}

INSTANTIATE_TEST_SUITE_P(Rows, Notation, testing::ValuesIn(rows), row_name<Row>);

}  // namespace notation_test
}  // namespace eqlens::trial
