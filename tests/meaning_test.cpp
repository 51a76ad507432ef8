#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "role/role.hpp"
#include "rows.hpp"

namespace eqlens {
namespace meaning_test {

// One line of the notation table as text: "Q input n × d_k".
std::string line(const Analysis& analysis, const SymbolEntry& entry) {
  return entry.latex + " " + std::string(name(entry.role)) + " " + print(entry.shape, analysis.shapes.sizes);
}

struct Row {
  const char* math;
  std::vector<std::string> facts;
  std::vector<std::string> lines;        ///< those of the notation table that must be there
  std::vector<std::string> absent = {};  ///< symbols that it must not list
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.math, out); }

// clang-format off
const Row rows[] = {
    {"S = AB^\\top", {"A \\in \\mathbb{R}^{n \\times d}", "B \\in \\mathbb{R}^{m \\times d}"}, {"S output n × m", "A input n × d", "d constant a number"}},
    {"S = AB^\\top C", {"A \\in \\mathbb{R}^{b \\times h \\times n \\times d}", "B \\in \\mathbb{R}^{b \\times h \\times m \\times d}", "C \\in \\mathbb{R}^{b \\times h \\times m \\times e}"}, {"S output b × h × n × e"}},
    {"\\operatorname{Att}(A,B,C) = \\operatorname{softmax}(AB^\\top/\\sqrt{p})C", {}, {"\\operatorname{Att} output n_A × d_C", "A input n_A × p", "B input n_B × p", "C input n_B × d_C", "p constant a number"}},
    {"y = Wx + b", {"W \\in \\mathbb{R}^{p \\times q}"}, {"y output p", "x input q", "W learned p × q", "b learned p"}},
    {"Y = XW + b", {"X \\in \\mathbb{R}^{n \\times p}", "W \\in \\mathbb{R}^{p \\times q}", "b \\in \\mathbb{R}^{q}"}, {"Y output n × q", "X input n × p", "W learned p × q", "b learned q"}},
    {"s = u^\\top A v", {"A \\in \\mathbb{R}^{p \\times q}"}, {"s output a number", "u input p", "v input q"}},
    {"M = \\mathbf{u} \\cdot \\mathbf{g}^\\top", {"\\mathbf{u} \\in \\mathbb{R}^{m}", "\\mathbf{g} \\in \\mathbb{R}^{n}"}, {"M output m × n"}},
    {"r = \\gamma \\frac{u - m}{\\sqrt{w^2 + \\epsilon}} + \\beta", {"u, m, w \\in \\mathbb{R}^{p}"}, {"r output p", "\\gamma learned p", "\\beta learned p"}},
    {"r = \\gamma \\frac{u - m}{\\sqrt{w^2 + \\epsilon}} + \\beta", {}, {"r output a number", "\\gamma learned a number", "\\beta learned a number"}},
    {"P = u v^\\top", {"u \\in \\mathbb{R}^{p}", "v \\in \\mathbb{R}^{q}"}, {"P output p × q"}},
    {"C_{ij} = \\sum_{t=1}^{k} A_{it} B_{tj}", {}, {"C output n_A × n_B", "A input n_A × k", "B input k × n_B", "k constant a number", "C_{ij} output a number"}},
    {"Q(\\mathbf{u}_j = c \\mid v) = \\frac{b}{c}", {}, {"\\mathbf{u} input n_u", "\\mathbf{u}_j input a number"}},
    {"\\mathrm{d}\\mathbf{u} = \\mathbf{g}(\\mathbf{u}, t) \\mathrm{d}t + \\mathrm{d}\\mathbf{w}", {}, {"\\mathrm{d}\\mathbf{u} output d_u", "\\mathbf{u} input d_u"}},
    {"\\mathbf{u}_t = \\mathbf{u}(0) + \\mathbf{c}", {}, {"\\mathbf{u}_t output d_c", "\\mathbf{u} operation d_c"}},
    {"\\mathbf{r} = \\tanh(\\mathbf{A} \\phi(c)), \\mathbf{z} = \\tanh(\\mathbf{B} \\phi(c))", {}, {"\\mathbf{A} input n_A × d_A", "\\mathbf{B} learned n_B × d_A", "\\phi operation d_A"}},
    {"c = \\nabla \\cdot \\mathbf{g}(\\mathbf{v})", {}, {"\\mathbf{g} operation d_v", "\\mathbf{v} input d_v"}},
    {"a_k = b a_{k-1} + \\mathbf{c}_k", {}, {"a_k output d_c", "a_{k-1} input d_c"}},
    {"G_k = R_{k+1} + \\kappa G_{k+1}", {}, {"G_k output a number", "R_{k+1} input a number", "G_{k+1} input a number"}},
    {"b_{i\\cdot} = \\sum_j b_{ij}", {}, {"b output n_b", "b_{i:} output a number", "b_{ij} input a number"}},
    {"c = \\|\\mathbf{r}\\| - D_{\\mathbf{r}}", {}, {"\\mathbf{r} input D_{\\mathbf{r}}"}},
    {"c = \\|\\mathbf{r}\\| - D_r", {}, {"\\mathbf{r} input D_r", "D_r constant a number"}},
    {"\\mu = \\frac{1}{d} \\sum_i x_i", {}, {"\\mu output a number", "x input d", "x_i input a number", "d constant a number"}},
    {"\\operatorname{N}(\\mathbf{u}) = \\boldsymbol{\\gamma} \\odot \\frac{\\mathbf{u} - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} + \\boldsymbol{\\beta}, \\quad \\mu = \\frac{1}{d} \\sum_i u_i, \\quad \\sigma^2 = \\frac{1}{d} \\sum_i (u_i - \\mu)^2", {},
     {"\\mathbf{u} input d", "\\boldsymbol{\\gamma} learned d", "\\boldsymbol{\\beta} learned d", "\\mu output a number", "\\sigma^2 output a number", "\\epsilon constant a number", "u_i input a number"}},
    {"m_t = \\beta_1 m_{t-1} + (1 - \\beta_1) g_t", {"g_t \\in \\mathbb{R}^{p}"}, {"m_t output p", "m_{t-1} input p", "g_t input p", "\\beta_1 constant a number"}},
    {"\\theta_t = \\theta_{t-1} - \\eta g_t", {}, {"\\theta_{t-1} learned d_{\\theta}", "\\eta constant a number"}},
    {"\\theta \\leftarrow \\theta - \\eta \\nabla_\\theta L", {"L = (\\theta - 2)^2"}, {"\\theta learned a number", "\\eta constant a number", "L input a number"}},
    {"q_i = \\frac{\\exp(z_i/T)}{\\sum_j \\exp(z_j/T)}", {}, {"q output n_z", "T constant a number", "z input n_z", "q_i output a number"}},
    {"\\mathcal{G}(\\mathbf{u}) = \\mathcal{F}(\\mathbf{u}) + \\mathbf{u}", {}, {"\\mathcal{G} output d_u", "\\mathbf{u} input d_u", "\\mathcal{F} operation d_u"}},
    // Bold letters of macros, changes, spaces of any field, what is found, and places that are shifted.
    {"\\newcommand{\\hh}{\\mathbf{h}} r = \\frac{1}{m} \\sum_{k=1}^m g(\\hh_k)", {}, {"\\mathbf{h} input m × d_h", "\\mathbf{h}_k input d_h"}},
    {"\\def\\hh{{\\mathbf{h}}} r = \\frac{1}{m} \\sum_{k=1}^m g(\\hh^{(k)})", {}, {"\\mathbf{h} input m × d_h"}},
    {"r = \\frac{1}{m} \\sum_{k=1}^m g({\\mathbf{h}}_k)", {}, {"\\mathbf{h} input m × d_h"}},
    {"dh_t = -a h_t dt + c dB_t", {}, {"\\mathrm{d}h_t output a number", "\\mathrm{d}B_t input a number", "\\mathrm{d}t constant a number"}},
    {"y = B u", {"B \\in \\mathbb{K}^{m \\times n}"}, {"y output m", "u input n"}, {"\\mathbb{K}"}},
    {"\\theta = \\arg\\min_\\theta G(\\theta)", {}, {"\\theta output a number"}},
    {"\\phi, c = \\underset{\\phi, c}{\\arg\\max}\\; G(\\phi, c)", {}, {"\\phi output a number", "c output a number"}},
    {"Y_{i, j} = \\sum_q V_{i, j+q-1} c_q", {"V \\in \\mathbb{R}^{I \\times R}", "c \\in \\mathbb{R}^{M}"}, {"Y output I × (R - M + 1)"}},
    // One letter for two quantities, ranges that a fact lists, last steps, and what is set by hand.
    {"L = \\frac{1}{N} \\sum_i L_i + R", {}, {"L output a number", "L_i input a number", "N constant a number"}},
    {"c_{ij} = \\frac{b_{ij}}{\\sum_{r=i-b}^{i-1} b_{ir}}", {}, {"b constant a number", "b_{ij} input a number"}},
    {"M_{nk} = n + 2 k", {"n, k \\in \\{0, 1, 2\\}"}, {"M output 3 × 3"}},
    {"\\mathbf{Y}^{(0)} = \\mathbf{U} \\\\ \\mathbf{Y}^{(k)} = \\mathbf{B} \\mathbf{Y}^{(k-1)} + \\mathbf{U} \\\\ \\mathbf{V} = \\mathbf{Y}^{(K)}", {"\\mathbf{U} \\in \\mathbb{R}^{n \\times d}", "\\mathbf{B} \\in \\mathbb{R}^{n \\times n}"}, {"\\mathbf{V} output n × d", "\\mathbf{Y}^{(K)} output n × d", "K constant a number"}},
    {"v_{t+1} = \\mu * v_t + \\text{lr} * g_{t+1}", {"v_t, g_{t+1} \\in \\mathbb{R}^{d}"}, {"v_{t+1} output d", "\\text{lr} constant a number"}},
    {"s = \\frac{1}{n - p} \\sum_{i=1}^{n} u_i^2", {}, {"p constant a number", "n constant a number"}},
    {"z = g(\\epsilon) = \\mu + \\epsilon \\cdot \\sigma", {}, {"\\epsilon input a number", "z output a number"}},
    {"R(y) = \\begin{cases} 0 & |y| \\le L_{\\max} - L_c \\\\ 1 & L_{\\max} < |y| \\end{cases}", {}, {"L_\\max constant a number", "L_c input a number"}},
    {"D = \\{ u_i \\}_{i=1}^{N}", {"u_i \\in \\mathbb{R}^d"}, {"D output N × d", "u input N × d"}},
    // Letters that only say what an operator runs over, and sets.
    {"v_*(b) = \\max_{a} \\sum_{b', u} p(b', u \\mid b, a) u", {"u \\in \\{-1, 0, 2\\}", "a \\in \\{1, 2\\}"}, {"b input a number"}, {"a", "b'", "u"}},
    {"q = \\operatorname{arg\\,min}_{y \\in C} \\|y - x\\|", {"x \\in \\mathbb{R}^3"}, {"x input 3"}, {"y"}},
    {"c = |\\{u \\in U \\mid (v, u) \\in E\\}|", {}, {"v input a number", "E input |E| × 2", "U input |U|"}, {"u"}},
    {"D = \\{(a, b) : a \\in U, b \\in V\\}", {}, {"U input |U|", "V input |V|"}, {"a", "b"}},
    {"r = \\frac{1}{|y|} \\log p(y \\mid x)", {}, {"y input |y|"}},
    {"\\hat{\\theta} = \\arg\\min_\\theta g(\\theta)", {}, {"\\theta learned a number"}},
    {"q = \\sum_{u \\in D} g(u)", {}, {"u input a number", "D input |D|"}},
    {"q_i = \\sum_{c \\in \\mathcal{C}} \\sum_{j \\in \\mathcal{N}_c(i)} u_j", {}, {"\\mathcal{C} input |\\mathcal{C}|"}, {"c"}},
    // Arguments, what is set beside them, earlier estimates and steps by a sign.
    {"p(\\lambda) = \\det(A - \\lambda \\mathrm{I}_n)", {"A \\in \\mathbb{R}^{n \\times n}"}, {"p output a number", "\\lambda input a number", "\\mathrm{I}_n constant n × n"}},
    {"f(\\mathbf{v}) = \\sinh(\\|\\mathbf{v}\\| / R) \\mathbf{v}", {}, {"R constant a number", "f output d_v"}},
    {"V_{t+m}(s) = V_{t+m-1}(s) + \\alpha G", {}, {"V_{t+m} output a number", "V_{t+m-1} input a number", "\\alpha constant a number"}},
    {"Q_{k+1}(s, a) = r + \\gamma \\max_b Q_k(s, b)", {}, {"Q_{k+1} output a number", "Q_k input a number"}},
    {"adv_u = u - \\epsilon * \\operatorname{sign}(g)", {"u, g \\in \\mathbb{R}^d"}, {"adv_u output d", "\\epsilon constant a number"}},
    {"a = \\sum_k \\mathbf{p}^{(k)}_t, \\quad \\mathbf{p}^{(k)}_t = \\exp(\\mathbf{z}_t^\\top \\mathbf{c}_k)", {}, {"\\mathbf{p}_t output n_c", "\\mathbf{p}_t^{(k)} output a number"}},
    {"K_L(z) = \\sum_{i=0}^{L-1} c_i z^i", {}, {"K_L output a number", "L constant a number", "z input a number"}},
    {"y = p_\\theta(a \\mid b)", {}, {"p_\\theta operation a number", "\\theta learned of unknown shape"}},
    {"h_t = \\tanh(W h_{t-1} + U x_t + b)", {"h_t \\in \\mathbb{R}^{n}", "x_t \\in \\mathbb{R}^{d}"}, {"W learned n × n", "U learned n × d", "b learned n", "h_t output n"}},
    {"O = \\operatorname{Concat}(A, B) W", {"A \\in \\mathbb{R}^{n \\times p}", "B \\in \\mathbb{R}^{n \\times q}", "W \\in \\mathbb{R}^{(p + q) \\times r}"}, {"O output n × r"}},
    {"c = \\|u - v\\|", {"u, v \\in \\mathbb{R}^{d}"}, {"c output a number", "u input d", "v input d"}},
    {"y = f(u, v)", {"f(a; w) = w^\\top a", "f(a, w) = w^\\top a", "v \\in \\mathbb{R}^{p}"}, {"y output a number", "u input p"}},
    {"a = L(g(u; w), c)", {"g(u; w) = w^\\top u", "L(r, s) = (r - s)^2", "w \\in \\mathbb{R}^{p}"}, {"a output a number", "u input p", "c input a number"}},
    {"m = \\frac{1}{|\\mathcal{B}|} \\sum_{\\mathbf{u} \\in \\mathcal{B}} \\mathbf{u}", {"\\mathcal{B} \\subset \\mathbb{R}^{p}"}, {"m output p", "\\mathbf{u} input p", "\\mathcal{B} input |\\mathcal{B}| × p"}},
    {"s_i = \\sum_{j \\ne c_i} (v_j - v_{c_i})", {"c_i \\in \\{1, \\ldots, G\\}"}, {"v input G", "s output n_i"}},
    {"y = A \\phi(u)", {"\\phi(u) \\in \\mathbb{R}^{p}", "A \\in \\mathbb{R}^{q \\times p}"}, {"y output q", "\\phi operation p"}},
    {"u_{t+1} = u_t - \\eta g_t, \\quad r = \\|u_t - u_0\\|", {"u_t, g_t \\in \\mathbb{R}^{p}"}, {"r output a number", "u_t learned p", "u_{t+1} output p", "\\eta constant a number"}},
    {"v_{t+\\Delta t} = v_t + \\Delta t \\, f(v_t)", {}, {"\\Delta t constant a number", "f operation a number"}},
    {"\\Delta r = a - b, \\quad q = \\sigma(\\Delta r)", {}, {"\\Delta r output a number", "q output a number"}},
    {"c = \\rho u + G", {"\\rho > 0", "G \\in \\mathbb{N}"}, {"\\rho constant a number", "G constant a number"}},
    {"s = q^\\top k", {}, {"s output a number", "q input d_q", "k input d_q"}},
    {"h_t = \\tanh(W [h_{t-1}, x_t] + b)", {}, {"h_t output n_W", "W learned n_W × (n_W + d_x)", "b learned n_W"}},
    {"S = \\frac{1}{n} \\sum_{i=1}^{n} (u_i - \\bar u)(u_i - \\bar u)^\\top", {}, {"S output d_u × d_u", "u input n × d_u"}},
    {"y = x^\\top W x + w^\\top x + b", {}, {"y output a number", "b learned a number", "W learned d_x × d_x"}},
    {"F(x) = \\max(0, x W_1 + b_1) W_2 + b_2", {}, {"W_1 learned d_x × d_W", "W_2 learned d_W × d_W'", "b_2 learned d_W'"}},
    {"r = \\frac{\\sum_{i=1}^{k} x_i}{\\sum_{i=1}^{n} x_i}", {}, {"x input n_x", "r output a number"}},
    {"y = f(x)", {"f : \\mathbb{R}^d \\to \\mathbb{R}^h", "x \\in \\mathbb{R}^d"}, {"y output h"}},
    {"x \\sim \\mathcal{N}(\\mu, \\Sigma)", {"\\mu \\in \\mathbb{R}^{n}"}, {"x input n"}},
    {"y = W_2 u", {"W \\in \\mathbb{R}^{p \\times p}", "W_2 \\in \\mathbb{R}^{q \\times p}"}, {"W_2 learned q × p", "y output q"}},
    // A gradient step, in three spellings; a running sum of squares is no step.
    {"w \\leftarrow w + v", {}, {"w learned a number", "v input a number"}},
    {"w := w - \\eta \\frac{\\partial L}{\\partial w}", {}, {"w learned d_w", "\\eta constant a number"}},
    {"s_t = s_{t-1} + g_t^2", {}, {"s_t output d_g"}},
    {"v = \\mu v - \\alpha g", {}, {"v output a number", "\\mu constant a number", "\\alpha constant a number"}},
    {"a = \\mu u - \\alpha g", {}, {"\\mu input a number"}},
    // Behind a semicolon scalars are set beforehand, data stays data.
    {"f(x; \\alpha, k) = \\alpha x + k", {}, {"\\alpha constant a number", "k constant a number", "x input a number"}},
    {"\\mathcal{L}(\\theta; x) = p_\\theta(x)", {}, {"\\theta learned a number", "x input a number"}},
    {"c = p_\\phi(x) + \\phi", {}, {"\\phi learned a number"}},
    // What a distribution is over is given; what it depends on is learned.
    {"P(\\theta \\mid a) = \\frac{\\theta}{a}", {}, {"\\theta input a number"}},
    {"P(a \\mid \\theta) = \\frac{\\theta}{a}", {}, {"\\theta learned a number"}},
    // Margins, noise, kernels, biases, names of settings.
    {"l = \\max(0, u - v + \\Delta)", {}, {"\\Delta constant a number"}},
    {"l = \\max(1, u - v + \\Delta)", {}, {"\\Delta input a number"}},
    {"z = \\mu + \\sigma \\odot \\epsilon", {}, {"\\epsilon input d_{\\mu}"}},
    {"z = \\frac{u}{\\sigma + \\epsilon}", {}, {"\\epsilon constant a number"}},
    {"Z_{i} = \\sum_a F_a u_{i + a}", {}, {"F learned n_F", "u input n_u"}},
    {"Z_{i} = \\sum_a F_a u_{a}", {}, {"F input n_F"}},
    {"s = v^\\top \\tanh(W u)", {"W \\in \\mathbb{R}^{p \\times q}"}, {"v learned p", "W learned p × q", "u input q"}},
    {"c = \\text{stride} \\cdot \\text{speed}", {}, {"\\text{stride} constant a number", "\\text{speed} input a number"}},
    {"h = A h_0 + B u", {"A \\in \\mathbb{R}^{n \\times n}", "B \\in \\mathbb{R}^{n \\times m}"}, {"A learned n × n", "B learned n × m"}},
    {"u_i = \\sum_{j \\in \\mathcal{N}(i)} v_j", {}, {"\\mathcal{N}(i) input a number"}},
    {"y = d + c", {"d \\in \\{0, 1\\}"}, {"d input a number"}},
    {"y = a^2, \\quad \\nu = 3", {}, {"\\nu constant a number", "y output a number"}},
    {"L = \\min_{w, b} w + b", {}, {"b learned a number"}},
    // What a function carries as its label, and copies that are held fixed.
    {"q = k_z(a)", {"k_z(u) = u + z"}, {"z learned a number"}},
    {"q = k_\\beta(a)", {"k_\\beta(u) = u / \\beta"}, {"\\beta constant a number"}},
    {"y = S_2(u W)", {"S_\\beta(v) = v \\sigma(\\beta v)", "u \\in \\mathbb{R}^{d}", "W \\in \\mathbb{R}^{d \\times p}"}, {"y output p"}},
    {"r = \\frac{\\pi_\\theta(a \\mid s)}{\\pi_{\\theta_{\\text{old}}}(a \\mid s)}", {}, {"\\theta_{\\text{old}} constant of unknown shape", "\\theta learned of unknown shape"}},
    {"r = p_\\theta(a_t \\mid a_{<t})", {}, {"a_{<t} input d_{a<t}"}},
    {"r = p_\\theta(a_{i,t} \\mid a_{i,<t})", {}, {"a_{i, <t} input n"}},
    {"p = \\exp(\\theta^\\top f(a))", {}, {"p output a number"}},
    {"d_\\beta(u, v) = \\frac{u^{\\beta - 1}}{\\beta}", {}, {"\\beta constant a number"}},
    {"a_t = w_t^c u_t", {"w_t^c, u_t \\in \\mathbb{R}^{d}"}, {"w_t^c input d"}},
    {"Z = X V", {"X \\in \\mathbb{R}^{I \\times J}", "V \\in \\mathbb{R}^{J \\times d}"}, {"Z output I × d"}},
    // A table that is looked up gives one number; what a call gives was declared.
    {"y = Q(s_1, a_1) c", {"Q \\in \\mathbb{R}^{n \\times m}"}, {"y output a number"}},
    {"y = A \\psi(u)", {"\\psi(u) \\in \\mathbb{R}^{p}", "A \\in \\mathbb{R}^{q \\times p}"}, {"y output q"}},
    {"h(\\boldsymbol{\\mathit{u}})_i = \\max_{j \\in G_i} u_j", {"\\boldsymbol{\\mathit{u}} \\in \\mathbb{R}^{n}"}, {"u_j input a number"}},
    // A parameter of a function that a fact defines is its own.
    {"y = f(u_2)", {"f(x) = x^2", "u \\in \\mathbb{R}^3"}, {"y output a number", "u input 3"}},
    {"y = f(x_i) + x", {"f(x) = x^\\top x", "x \\in \\mathbb{R}^{n}"}, {"x input n"}},
    // A call of what nothing defines is as large as its place asks for; a small bold letter is a vector.
    {"\\mathbf{h} = \\mathbf{f}(\\mathbf{u}, t)", {}, {"\\mathbf{h} output d_h", "\\mathbf{f} operation d_h"}},
    {"\\mathbf{b} = h(\\mathbf{z}, c)", {}, {"\\mathbf{b} output d_b", "h operation d_b"}},
    {"\\mathbf{v} = \\mathbf{f}(\\mathbf{u}) + 2 \\mathbf{g}(\\mathbf{u})", {}, {"\\mathbf{v} output d_v", "\\mathbf{f} operation d_v", "\\mathbf{g} operation d_v"}},
    {"\\mathbf{h}_t = \\phi(\\mathbf{h}_{t-1})", {}, {"\\phi operation d_h", "\\mathbf{h}_{t-1} input d_h"}},
    {"\\mathbf{z}_i = f(\\mathbf{u}_i)", {}, {"\\mathbf{z} output n_u × d_z", "f operation d_z"}},
    {"\\mathbf{B}_{kl} = h(k, l)", {}, {"\\mathbf{B} output n_k × n_l", "h operation a number"}},
    {"G(\\mathbf{v}) = G(\\mathbf{v}^*) + \\sum_k (v_k - v_k^*)^2", {}, {"G output a number", "\\mathbf{v}^* input n_v"}},
    {"\\mathbf{b} = h(\\mathbf{z}_1, \\ldots, \\mathbf{z}_M)", {}, {"\\mathbf{z} input M × d_z", "M constant a number"}},
    {"c = \\mathbf{k}(u)", {}, {"\\mathbf{k} operation d_k"}},
    {"y = g(u)", {"y \\in \\mathbb{R}^{m}"}, {"g operation m"}},
    {"\\mathbf{k} = p(a \\mid b)", {}, {"\\mathbf{k} output a number"}},
    // What stands before a bar keeps its shape; all entries of a vector vary with all.
    {"\\mathbf{a} = \\mathbb{E}[\\mathbf{h} \\mid \\mathbf{c}]", {}, {"\\mathbf{a} output d_h"}},
    {"v = \\mathbb{E}[r \\mid z = k]", {}, {"v output a number"}},
    {"C = \\operatorname{Cov}(\\mathbf{u}, \\mathbf{v})", {}, {"C output d_u × d_v"}},
    {"C = \\operatorname{Cov}[\\mathbf{u} \\mid \\mathbf{v}]", {}, {"C output d_u × d_u"}},
    {"c = \\operatorname{Cov}(u, v)", {"u, v \\in \\mathbb{R}^{n}"}, {"c output a number"}},
    {"q(\\mathbf{u} \\mid \\mathbf{c}) = \\mathcal{N}(\\mathbf{u}; m_\\psi(\\mathbf{c}), s^2 \\mathbf{I})", {}, {"\\mathbf{I} constant d_u × d_u", "m_\\psi operation d_u"}},
    {"\\frac{d\\mathbf{h}(t)}{dt} = \\mathbf{g}(\\mathbf{h}(t), t)", {}, {"\\mathbf{g} operation d_h", "t input a number"}},
    {"\\mathbf{k} = \\int \\mathbf{v}(u \\mid z) p(z) dz", {}, {"\\mathbf{v} operation d_k", "p operation a number"}},
    {"\\mathbf{A} = F(u)", {}, {"\\mathbf{A} output n_A × d_A"}},
    // One letter at several steps, given to one function, has one size.
    {"c = g(\\mathbf{u}_t \\mid \\mathbf{u}_s)", {}, {"\\mathbf{u}_t input d_u", "\\mathbf{u}_s input d_u"}},
    {"c = g(\\mathbf{h}^{(1)}, \\mathbf{h}^{(2)})", {}, {"\\mathbf{h}^{(1)} input d_h", "\\mathbf{h}^{(2)} input d_h'"}},
    // A gradient is taken of one number.
    {"\\mathbf{w} \\leftarrow \\mathbf{w} - \\eta \\nabla_{\\mathbf{w}} \\left(\\frac{1}{n} \\sum_{j=1}^{n} C(\\mathbf{g}(\\mathbf{u}^{(j)}; \\mathbf{w}), \\mathbf{t}^{(j)})\\right)", {"C(p, q) = (p - q)^2"}, {"\\mathbf{t} input n"}},
    {"\\mathbf{g} = \\nabla_{\\mathbf{w}} (\\mathbf{w}^\\top \\mathbf{u} - \\mathbf{t})^2", {}, {"\\mathbf{t} input a number", "\\mathbf{g} output d_w"}},
    // What the prose says.
    {"y = Wx + b", {"where $W$ and $b$ are the weight matrix and the bias, respectively, and $x$ is a $d$-dimensional vector"}, {"W learned n_W × d", "b learned n_W", "x input d"}},
    {"y = c u + k v", {"$c$ and $k$ are learned; $u$ is the hidden state and $v$ the noise"}, {"c learned a number", "k learned a number", "u input a number", "v input a number"}},
    {"y = c u", {"we denote the learning rate by $c$"}, {"c constant a number"}},
    {"y = c u", {"the step size $c$ and a learned vector $u$ of size $n$"}, {"c constant a number", "u learned n"}},
    {"y = X W", {"let $X$ be an $n \\times d$ matrix and $W$ a learned matrix of size $d \\times m$"}, {"y output n × m", "X input n × d", "W learned d × m"}},
    {"y = g(u)", {"$y$ is the input of the next layer"}, {"y output a number"}},
    {"y = \\sigma(a - b)", {"\\sigma is a standard deviation"}, {"\\sigma input a number"}},
    {"y = a(b)", {"a is a number"}, {"a input a number"}},
    {"y = a u", {"a is learned"}, {"a learned a number"}},
};
// clang-format on

class Meaning : public testing::TestWithParam<Row> {};

TEST_P(Meaning, GivesRolesAndShapes) {
  const Analysis analysis = analyse(GetParam().math, {GetParam().facts, {}});
  EXPECT_FALSE(has_errors(analysis.diagnostics));
  std::vector<std::string> lines;
  for (const SymbolEntry& entry : analysis.roles.symbols) lines.push_back(line(analysis, entry));
  for (const SymbolEntry& entry : analysis.roles.symbols)
    EXPECT_EQ(std::count(GetParam().absent.begin(), GetParam().absent.end(), entry.latex), 0) << entry.latex << " is bound";
  for (const std::string& wanted : GetParam().lines)
    EXPECT_NE(std::find(lines.begin(), lines.end(), wanted), lines.end()) << wanted << "\n is not in\n" << testing::PrintToString(lines);
}

INSTANTIATE_TEST_SUITE_P(Rows, Meaning, testing::ValuesIn(rows), row_name<Row>);

struct Refusal {
  const char* math;
  std::vector<std::string> facts;
  const char* place;  ///< what the caret stands under
  const char* help;   ///< the help line begins so
};

void PrintTo(const Refusal& row, std::ostream* out) { print_math(row.math, out); }

// clang-format off
const Refusal refusals[] = {
    {"S = AB", {"A \\in \\mathbb{R}^{n \\times d}", "B \\in \\mathbb{R}^{m \\times d}"}, "AB", "B^\\top instead of B"},
    {"S = A B^\\top", {"A \\in \\mathbb{R}^{n \\times d}", "B \\in \\mathbb{R}^{d \\times m}"}, "A B^\\top", "B instead of B^\\top"},
    {"Z = A M^P", {"A \\in \\mathbb{R}^{n \\times d}", "M^P \\in \\mathbb{R}^{k \\times d}"}, "A M^P", "(M^P)^\\top instead of M^P"},
    {"y = u + v", {"u \\in \\mathbb{R}^{p}", "v \\in \\mathbb{R}^{q}"}, "u + v", ""},
    {"s = \\sum_i u_i v_i", {"u \\in \\mathbb{R}^{p}", "v \\in \\mathbb{R}^{q}"}, "v_i", "v \\in \\mathbb{R}^p instead of v \\in \\mathbb{R}^q fits"},
    {"s = u_4", {"u \\in \\mathbb{R}^{3}"}, "u_4", "entries count from 1 to 3"},
    {"y = \\|u\\|", {"u, y \\in \\mathbb{R}^{p}"}, "\\|u\\|", "y \\in \\mathbb{R} instead of y \\in \\mathbb{R}^p fits"},
    {"B = A^{-1}", {"A \\in \\mathbb{R}^{p \\times q}"}, "A^{-1}", "A^+ instead of A^{-1} fits"},
};
// clang-format on

class Mismatch : public testing::TestWithParam<Refusal> {};

TEST_P(Mismatch, IsFoundWhereItHappensWithAFixThatFits) {
  const Analysis analysis = analyse(GetParam().math, {GetParam().facts, {}});
  ASSERT_EQ(analysis.diagnostics.size(), 1U);
  const Diagnostic& diagnostic = analysis.diagnostics[0];
  EXPECT_EQ(diagnostic.severity, Severity::error);
  EXPECT_EQ(diagnostic.code, "shape-mismatch");
  EXPECT_EQ(std::string(GetParam().math).substr(diagnostic.span.begin, diagnostic.span.size()), GetParam().place);
  EXPECT_EQ(diagnostic.help.substr(0, std::string(GetParam().help).size()), GetParam().help);
}

INSTANTIATE_TEST_SUITE_P(Rows, Mismatch, testing::ValuesIn(refusals), row_name<Refusal>);

TEST(Guesses, NameSizesByBareLetters) {
  const Analysis analysis = analyse("c = \\|\\mathbf{s}_{\\bm{\\psi}^\\times}(u)\\| + \\|\\boldsymbol{\\mu}_{b}\\|");
  std::vector<std::string> sizes;
  for (const Shape& shape : analysis.shapes.symbols)
    for (const Dimension& axis : shape.axes) sizes.push_back(analysis.shapes.sizes.print(axis));
  EXPECT_EQ(sizes, (std::vector<std::string>{"d_{s\\psi}", "d_{\\mu b}"}));
}

TEST(Repairs, KeepTwoSuperscriptsApart) {
  const Analysis analysis = analyse("Z = B^H M", {{"B \\in \\mathbb{R}^{n \\times d}", "M \\in \\mathbb{R}^{d \\times k}"}, {}});
  ASSERT_EQ(analysis.diagnostics.size(), 1U);
  const auto& notes = analysis.diagnostics[0].notes;
  EXPECT_TRUE(
      std::any_of(notes.begin(), notes.end(), [](const auto& note) { return note.find("(B^\\top)^H M fits") != std::string::npos; }));
}

TEST(Guesses, AreNeverHeldAgainstTheWriter) {
  const Analysis analysis = analyse("y = AB + BA^\\top C u");
  EXPECT_FALSE(has_errors(analysis.diagnostics));
}

TEST(Recursion, OfFunctionsEnds) {
  const Analysis analysis = analyse("f(n) = f(n - 1) + g(n), \\quad g(n) = f(n) g(n - 1)");
  EXPECT_EQ(analysis.equation.statements.size(), 2U);
}

}  // namespace meaning_test
}  // namespace eqlens
