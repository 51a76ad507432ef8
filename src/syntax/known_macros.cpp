#include "syntax/known_macros.hpp"

#include <fmt/core.h>

#include <unordered_map>

#include "syntax/scan.hpp"

namespace eqlens {

namespace {

struct Row {
  std::string_view name;
  std::size_t parameters;
  std::string_view body;
  std::string_view single = {}, bare = {};
};

// clang-format off
constexpr Row rows[] = {
    {"E", 0, "\\mathbb{E}"}, {"R", 0, "\\mathbb{R}"}, {"Z", 0, "\\mathbb{Z}"}, {"Q", 0, "\\mathbb{Q}"}, {"C", 0, "\\mathbb{C}"}, {"N", 0, "\\mathcal{N}"}, {"P", 0, "\\mathbb{P}"},
    {"RR", 0, "\\mathbb{R}"}, {"EE", 0, "\\mathbb{E}"}, {"NN", 0, "\\mathbb{N}"}, {"ZZ", 0, "\\mathbb{Z}"}, {"Ls", 0, "\\mathcal{L}"}, {"loss", 0, "\\mathcal{L}"}, {"Loss", 0, "\\mathcal{L}"},
    {"normal", 0, "\\mathcal{N}"}, {"Normal", 0, "\\mathcal{N}"}, {"reals", 0, "\\mathbb{R}"}, {"Expect", 0, "\\mathbb{E}"}, {"expect", 0, "\\mathbb{E}"}, {"data", 0, "\\mathcal{D}"},
    {"KL", 2, "D_{\\mathrm{KL}}\\left(#1 \\middle\\| #2\\right)", "D_{\\mathrm{KL}}\\left(#1\\right)", "D_{\\mathrm{KL}}"}, {"kl", 2, "D_{\\mathrm{KL}}\\left(#1 \\middle\\| #2\\right)", "D_{\\mathrm{KL}}\\left(#1\\right)", "D_{\\mathrm{KL}}"}, {"DKL", 2, "D_{\\mathrm{KL}}\\left(#1 \\middle\\| #2\\right)", "D_{\\mathrm{KL}}\\left(#1\\right)", "D_{\\mathrm{KL}}"},
    {"norm", 1, "\\left\\lVert #1\\right\\rVert"}, {"abs", 1, "\\left\\lvert #1\\right\\rvert"}, {"ceil", 1, "\\left\\lceil #1\\right\\rceil"}, {"floor", 1, "\\left\\lfloor #1\\right\\rfloor"},
    {"set", 1, "\\left\\{ #1\\right\\}"}, {"paren", 1, "\\left( #1\\right)"}, {"inner", 2, "\\left\\langle #1, #2\\right\\rangle", "\\left\\langle #1\\right\\rangle"}, {"ip", 2, "\\left\\langle #1, #2\\right\\rangle", "\\left\\langle #1\\right\\rangle"},
    {"defeq", 0, ":="}, {"vcentcolon", 0, ":"}, {"given", 0, "\\mid"}, {"grad", 0, "\\nabla"}, {"diff", 0, "\\mathrm{d}"}, {"dd", 0, "\\mathrm{d}"}, {"half", 0, "\\frac{1}{2}"},
    {"T", 0, "\\top"}, {"tran", 0, "\\top"}, {"eps", 0, "\\epsilon"}, {"veps", 0, "\\boldsymbol{\\epsilon}"}, {"1", 0, "\\mathbf{1}"}, {"ind", 0, "\\mathbf{1}"}, {"bbone", 0, "\\mathbf{1}"},
    {"vzero", 0, "\\mathbf{0}"}, {"vone", 0, "\\mathbf{1}"}, {"bzero", 0, "\\mathbf{0}"}, {"bone", 0, "\\mathbf{1}"}, {"dmodel", 0, "d_{\\text{model}}"}, {"iid", 0, "\\overset{\\text{i.i.d.}}{\\sim}"},
    {"vdotswithin", 1, "\\vdots"}, {"argmax", 0, "\\operatorname*{argmax}"}, {"argmin", 0, "\\operatorname*{argmin}"}, {"tr", 0, "\\operatorname{tr}"}, {"Tr", 0, "\\operatorname{Tr}"}, {"trace", 0, "\\operatorname{tr}"},
};

/// Names of functions that stand for themselves in upright letters.
constexpr std::string_view operators[] = {
    "diag", "Diag", "Var", "var", "Cov", "cov", "Corr", "softmax", "Softmax", "logsumexp", "sigmoid", "Sigmoid", "relu", "ReLU", "GELU", "gelu", "SiLU", "sign", "sgn", "rank", "vol", "erf", "erfc",
    "round", "clip", "mean", "std", "supp", "conv", "prox", "proj", "MLP", "FFN", "LayerNorm", "BatchNorm", "RMSNorm", "Attention", "MultiHead", "Concat", "concat", "Dropout", "dropout",
    "Bernoulli", "Categorical", "Beta", "Dir", "Unif", "Uniform", "ELBO", "MSE", "CE", "SGD", "arcsinh", "arccosh", "arctanh", "sech", "csch", "vect", "vectorize", "stopgrad", "sg",
};

/// A prefix that sets a letter in a font: `\rvx`, `\gL`.
enum class Letters { lower, upper, both };
struct Prefix {
  std::string_view prefix;
  Letters letters;
  std::string_view font;
};
constexpr Prefix prefixes[] = {
    {"v", Letters::lower, "\\mathbf"}, {"rv", Letters::lower, "\\mathbf"}, {"rv", Letters::upper, "\\mathbf"}, {"b", Letters::both, "\\mathbf"}, {"bf", Letters::both, "\\mathbf"},
    {"m", Letters::upper, "\\mathbf"}, {"rm", Letters::upper, "\\mathbf"}, {"g", Letters::upper, "\\mathcal"}, {"c", Letters::upper, "\\mathcal"}, {"cal", Letters::upper, "\\mathcal"},
    {"mc", Letters::upper, "\\mathcal"}, {"s", Letters::upper, "\\mathbb"}, {"bb", Letters::upper, "\\mathbb"}, {"t", Letters::upper, "\\mathsf"},
};
constexpr std::string_view greek_prefixes[] = {"v", "b", "m", "rv", "bf"};
constexpr std::string_view greek[] = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "varepsilon", "varphi", "vartheta", "ell",
};
/// What the prefixes would catch although LaTeX means something else by it.
constexpr std::string_view exceptions[] = {"bf", "bm", "beta"};
// clang-format on

using Table = std::unordered_map<std::string, KnownMacro>;

bool fits(Letters letters, char c) {
  const bool lower = c >= 'a' && c <= 'z';
  return is_letter(c) && (letters == Letters::both || (letters == Letters::lower) == lower);
}

Table known_macros() {
  Table table;
  for (const auto& row : rows)
    table.emplace(row.name, KnownMacro{row.parameters, std::string(row.body), std::string(row.single), std::string(row.bare)});
  for (const auto name : operators) table.emplace(name, KnownMacro{0, fmt::format("\\operatorname{{{}}}", name), {}, {}});
  for (const auto& [prefix, letters, font] : prefixes)
    for (char c = 'A'; c <= 'z'; ++c)
      if (fits(letters, c)) table.emplace(fmt::format("{}{}", prefix, c), KnownMacro{0, fmt::format("{}{{{}}}", font, c), {}, {}});
  for (const auto prefix : greek_prefixes)
    for (const auto letter : greek)
      table.emplace(fmt::format("{}{}", prefix, letter), KnownMacro{0, fmt::format("\\boldsymbol{{\\{}}}", letter), {}, {}});
  for (const auto name : exceptions) table.erase(std::string(name));
  return table;
}

}  // namespace

const KnownMacro* known_macro(std::string_view name) {
  constexpr std::size_t longest_name = 16;
  static const auto table = known_macros();
  if (name.size() > longest_name) return nullptr;
  const auto found = table.find(std::string(name));
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace eqlens
