#include "syntax/canonical.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grammar/latex.hpp"

namespace eqlens {
namespace canonical_test {

struct Row {
  std::string input, expected;
};

// clang-format off
const std::vector<Row> rows = {
    {"Q",                              "Q"},
    {"d_{k}",                          "d_k"},
    {"m_{t - 1}",                      "m_{t-1}"},
    {"W^{Q}_{i}",                      "W_i^Q"},
    {"\\hat m_t",                      "\\hat{m}_t"},
    {"\\hat{m}_{t}",                   "\\hat{m}_t"},
    {"{\\hat{m}}_t",                   "\\hat{m}_t"},
    {"\\mathbf x",                     "\\mathbf{x}"},
    {"\\bm{{x}}",                      "\\bm{x}"},
    {"\\boldsymbol\\gamma",            "\\boldsymbol{\\gamma}"},
    {"d_\\text{model}",                "d_{\\text{model}}"},
    {"d_{ \\text{model} }",            "d_{\\text{model}}"},
    {"\\text{two  words}",             "\\text{two  words}"},
    {"K ^ { \\top }",                  "K^\\top"},
    {"x^{\\,t}",                       "x^t"},
    {"x^{12}",                         "x^{12}"},
    {"x^12",                           "x^12"},
    {"\\frac12 x",                     "\\frac{1}{2}x"},
    {"\\alpha x \\beta _1",            "\\alpha x\\beta_1"},
    {"\\sqrt [ 3 ] x",                 "\\sqrt[3]{x}"},
    {"f'(x) + x^{\\prime\\prime}",     "f'(x)+x''"},
    {"x_i' + x'_i",                    "x_i'+x_i'"},
    {"\\left( a , b \\right]",         "(a,b]"},
    {"\\Bigl\\lbrace a \\Bigr\\rbrace", "\\{a\\}"},
    {"\\left. f \\right|_{0}",         "f|_0"},
    {"\\lVert x \\rVert_2",            "\\|x\\|_2"},
    {"a \\, b \\quad c ~ d",           "abcd"},
    {"10{,}000",                       "10{,}000"},
    {"{step\\_num}^{-0.5}",            "{step\\_num}^{-0.5}"},
    {"{x_1}_2",                        "{x_1}_2"},
    {"_i",                             "{}_i"},
    {"{}^T x",                         "{}^Tx"},
    {"{\\bf x}",                       "{\\bf x}"},
    {"\\operatorname*{argmax}_x",      "\\operatorname{argmax}_x"},
    {"\\sum\\limits_{i}^{n}",          "\\sum_i^n"},
    {"\\textcolor{red}{x + y}",        "x+y"},
    {"x % a comment\n + y",            "x+y"},
    {"a . b",                          "a.b"},
    {"α_ᵢ",                            "\\alpha_i"},
    {"α₁² ∈ ℝ",                        "\\alpha_1^2\\in\\mathbb{R}"},
    {"x̂ 𝐱 𝒩 𝛉 x⃗",                      "\\hat{x}\\mathbf{x}\\mathcal{N}\\boldsymbol{\\theta}\\vec{x}"},
    {"θ x ⊤",                          "\\theta x\\top"},
    {"\\varepsilon ϵ ε",               "\\varepsilon\\epsilon\\varepsilon"},
    {"$$ x $$",                        "x"},
    {"\\begin{array}{cc} 1 & 2 \\\\[2pt] 3 \\end{array}", "\\begin{array}{cc}1&2\\\\3\\end{array}"},
    {"\\newcommand{\\v}[1]{\\mathbf #1} \\v x_i", "\\mathbf{x}_i"},
    {"\\R^n",                          "\\mathbb{R}^n"},
};
// clang-format on

TEST(Canonical, WritesOneForm) {
  for (const auto& row : rows) EXPECT_EQ(canonical(parse_math(row.input).tree, 0), row.expected) << row.input;
}

TEST(Canonical, IsItsOwnCanonicalForm) {
  for (const auto& row : rows) {
    const auto again = parse_math(row.expected);
    EXPECT_FALSE(has_errors(again.diagnostics)) << row.expected;
    EXPECT_EQ(canonical(again.tree, 0), row.expected);
  }
}

TEST(Canonical, LooksThroughWhatHoldsASymbol) {
  const auto parsed = parse_math("x_{ \\text{in} }");
  EXPECT_EQ(canonical(parsed.tree, 1), "x_{\\text{in}}");
  for (SyntaxId id = 1; id < parsed.tree.nodes.size(); ++id) {
    const auto kind = parsed.tree[id].kind;
    if (kind == SyntaxKind::group || kind == SyntaxKind::subscript) {
      EXPECT_EQ(canonical(parsed.tree, id), "\\text{in}");
    }
  }
}

}  // namespace canonical_test
}  // namespace eqlens
