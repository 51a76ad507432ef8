#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "grammar/latex.hpp"
#include "grammar/lost_scripts.hpp"
#include "syntax/canonical.hpp"
#include "syntax_dump.hpp"

namespace eqlens {
namespace grammar_test {

struct Row {
  std::string input, expected;
};

// clang-format off
const std::vector<Row> trees = {
    // Letters, numbers, signs.
    {"x",                                   "x"},
    {" a b ",                               "a b"},
    {"\\alpha x",                           "\\alpha x"},
    {"12.5x",                               "12.5 x"},
    {".5",                                  ".5"},
    {"x.5",                                 "x . 5"},
    {"1..n",                                "1 . . n"},
    {"10{,}000",                            "10 {,} 000"},
    {"step\\_num",                          "s t e p \\_ n u m"},
    {"x̂_t",                                 "(scripts x̂ (_ t))"},
    {"ℝ ≤ 𝟏",                               "ℝ ≤ 𝟏"},
    {"√d_k",                                "√ (scripts d (_ k))"},
    // Scripts, in either order, without braces, in Unicode.
    {"x_i^2",                               "(scripts x (_ i) (^ 2))"},
    {"x^2_i",                               "(scripts x (^ 2) (_ i))"},
    {"x^{T}",                               "(scripts x (^ {T}))"},
    {"x_{i,j}^{(k)}",                       "(scripts x (_ {i , j}) (^ {(fence open:( k close:))}))"},
    {"W_ex",                                "(scripts W (_ e)) x"},
    {"x^12",                                "(scripts x (^ 1)) 2"},
    {"x^\\frac12",                          "(scripts x (^ (\\frac 1 2)))"},
    {"x_\\text{a}",                         "(scripts x (_ (\\text \"a\")))"},
    {"x^(i)",                               "(scripts x (^ (fence open:( i close:))))"},
    {"x^+_-",                               "(scripts x (^ +) (_ -))"},
    {"x'^2 + f''",                          "(scripts x primes:' (^ 2)) + (scripts f primes:'')"},
    {"x^{a}{}^{b}",                         "(scripts x (^ {a})) (scripts {} (^ {b}))"},
    {"_i x",                                "(scripts empty (_ i)) x"},
    {"^2",                                  "(scripts empty (^ 2))"},
    {"x₁² + yᵢⱼ + z₁₂₊",                    "(scripts x (_ ₁) (^ ²)) + (scripts y (_ ᵢ ⱼ)) + (scripts z (_ ₁₂ ₊))"},
    {"α′",                                  "(scripts α primes:′)"},
    {"x \\! ^2",                            "(scripts x (^ 2))"},
    {"\\sum\\limits_{i=1}^n x",             "(scripts \\sum (_ {i = 1}) (^ n)) x"},
    {"x % why\n_i",                         "(scripts x (_ i))"},
    // Commands and their arguments.
    {"\\frac{a}{b}",                        "(\\frac {a} {b})"},
    {"\\frac12",                            "(\\frac 1 2)"},
    {"\\frac ab",                           "(\\frac a b)"},
    {"\\sqrt[3]{x}",                        "(\\sqrt [3] {x})"},
    {"\\sqrt(2/\\pi)",                      "(\\sqrt (fence open:( 2 / \\pi close:)))"},
    {"\\hat{\\mathbf{x}}_t",                "(scripts (\\hat {(\\mathbf {x})}) (_ t))"},
    {"\\mathbf\\theta",                     "(\\mathbf \\theta)"},
    {"\\operatorname*{argmax}_\\theta f",   "(scripts (\\operatorname* {a r g m a x}) (_ \\theta)) f"},
    {"\\foo{x}{y}",                         "\\foo {x} {y}"},
    {"{\\bf x} + {a \\over b}",             "{\\bf x} + {a \\over b}"},
    {"\\not\\in",                           "(\\not \\in)"},
    {"\\textcolor{red}{y}",                 "(\\textcolor {y})"},
    // Words.
    {"\\text{if } x",                       "(\\text \"if \") x"},
    {"\\text{if $x > 0$ and {y}}",          "(\\text \"if $x > 0$ and {y}: {x > 0}\")"},
    {"\\text{a $b$$c$}",                    "(\\text \"a $b$$c$: {b} {c}\")"},
    // Brackets.
    {"f(x)",                                "f (fence open:( x close:))"},
    {"(0, 1]",                              "(fence open:( 0 , 1 close:])"},
    {"f([0, 1))",                           "f (fence open:( (fence open:[ 0 , 1 close:)) close:))"},
    {"]0, 1[^d",                            "(scripts (fence open:] 0 , 1 close:[) (^ d))"},
    {"\\left(\\frac{a}{b}\\right)^2",       "(scripts (fence open:\\left( (\\frac {a} {b}) close:\\right)) (^ 2))"},
    {"\\left. f \\right|_{0}",              "(scripts (fence open:\\left. f close:\\right|) (_ {0}))"},
    {"\\Bigl\\{ x \\Bigr\\}",               "(fence open:\\Bigl\\{ x close:\\Bigr\\})"},
    {"⟨x⟩ \\lfloor y \\rfloor",             "(fence open:⟨ x close:⟩) (fence open:\\lfloor y close:\\rfloor)"},
    {"|x|_2 + \\| x \\|",                   "bar:| x (scripts bar:| (_ 2)) + bar:\\| x bar:\\|"},
    {"p(y \\mid x)",                        "p (fence open:( y bar:\\mid x close:))"},
    {"|\\psi\\rangle",                      "bar:| \\psi close:\\rangle"},
    {"\\textcolor{red}{(} x \\textcolor{red}{)}", "(\\textcolor {open:(}) x (\\textcolor {close:)})"},
    // Layout.
    {"a \\, b \\quad c~d",                  "a spacing:\\, b spacing:\\quad c spacing:~ d"},
    {"x \\label{eq:one} \\tag*{1} \\kern2pt", "x spacing:\\label{eq:one} spacing:\\tag*{1} spacing:\\kern2pt"},
    {"x % the input",                       "x spacing:% the input"},
    {"$$ x $$.",                            "spacing:$$ x spacing:$$ ."},
    {"\\[ x \\]",                           "spacing:\\[ x spacing:\\]"},
    // Rows and environments.
    {"a &= b \\\\ &= c",                    "a & = b \\\\ & = c"},
    {"\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "(pmatrix a & b \\\\ c & d)"},
    {"\\begin{align*} a &= b \\\\[2pt] &= c \\end{align*}", "(align a & = b \\\\[2pt] & = c)"},
    {"\\begin{array}{cc} 1 & 2 \\end{array}", "(array 1 & 2)"},
    {"\\begin{aligned}[t] a \\\\ [x] \\end{aligned}", "(aligned a \\\\ (fence open:[ x close:]))"},
    // Macros.
    {"\\newcommand{\\vx}{\\mathbf{x}} \\vx_i",              "(scripts (\\mathbf {x}) (_ i))"},
    {"\\newcommand{\\n}[2][2]{|#2|_{#1}} \\n{a} \\n[F]{W}", "bar:| a (scripts bar:| (_ {2})) bar:| W (scripts bar:| (_ {F}))"},
    {"\\def\\pair(#1,#2){#1/#2} \\pair(a,{b,c})",           "a / {b , c}"},
    {"\\let\\eps\\varepsilon \\eps x",                      "\\varepsilon x"},
    {"\\let\\t\\phi\\let\\phi\\varphi\\let\\varphi\\t \\phi \\varphi", "\\varphi \\phi"},
    {"\\DeclareMathOperator*{\\argmin}{arg\\,min} \\argmin_x", "(scripts (\\operatorname* {a r g spacing:\\, m i n}) (_ x))"},
    {"\\DeclarePairedDelimiter{\\abs}{\\lvert}{\\rvert} \\abs*{x}", "(fence open:\\left\\lvert x close:\\right\\rvert)"},
    {"\\NewDocumentCommand{\\E}{O{p} m}{E_{#1}[#2]} \\E{x}", "(scripts E (_ {p})) (fence open:[ x close:])"},
    {"\\newcommand{\\b}{\\mathbf} \\b x",                   "(\\mathbf x)"},
    {"\\newcommand{\\h}[1]{\\hat#1} \\h y",                 "(\\hat y)"},
    {"\\newcommand{\\a}[1]{\\b{#1}}\\newcommand{\\b}[1]{{#1}^2} \\a{z}", "(scripts {z} (^ 2))"},
    {"\\newcommand{\\sub}{x_} \\sub{i}",                    "(scripts x (_ {i}))"},
    {"\\vx \\in \\R^n",                                     "(\\mathbf {x}) \\in (scripts (\\mathbb {R}) (^ n))"},
    {"\\KL{p}{q} \\KL(p)",                                "(scripts D (_ {(\\mathrm {K L})})) (fence open:\\left( p bar:\\middle\\| q close:\\right)) (scripts D (_ {(\\mathrm {K L})})) (fence open:( p close:))"},
    {"\\KL{p \\| q}",                                        "(scripts D (_ {(\\mathrm {K L})})) (fence open:\\left( p bar:\\| q close:\\right))"},
    {"\\norm x",                                            "\\norm x"},
    {"\\norm{\\vmu}",                                       "(fence open:\\left\\lVert (\\boldsymbol {\\mu}) close:\\right\\rVert)"},
};

const std::vector<Row> wrong = {
    {"(7-2)(4-1",                    "5..6 unclosed: this `(` is never closed"},
    {"y[y+2",                        "1..2 unclosed: this `[` is never closed"},
    {"( a + ( b",                    "6..7 unclosed: this `(` is never closed; 0..1 still open too"},
    {"f(x))",                        "4..5 unclosed: this `)` closes nothing"},
    {") a (",                        "0..1 unclosed: this `)` closes nothing\n4..5 unclosed: this `(` is never closed"},
    {"\\{ x",                        "0..2 unclosed: this `\\{` is never closed"},
    {"x_{i",                         "4..4 unclosed: a `}` is missing; 2..3 opened here"},
    {"a + \\frac{x}{y + 1",          "18..18 unclosed: a `}` is missing; 12..13 opened here"},
    {"( \\frac{a}{b ) + c",          "18..18 unclosed: a `}` is missing; 10..11 opened here; 0..1 still open too"},
    {"a }",                          "2..3 syntax: this `}` closes nothing"},
    {"\\left( x",                    "0..6 unclosed: `\\left(` has no `\\right`"},
    {"x \\right)",                   "2..9 unclosed: `\\right)` has no `\\left`"},
    {"\\left x \\right)",            "0..5 syntax: `\\left` needs a bracket after it"},
    {"x_ + y^",                      "6..7 syntax: nothing stands after this `^`"},
    {"x_",                           "1..2 syntax: nothing stands after this `_`"},
    {"\\frac{a}",                    "0..5 syntax: `\\frac` needs 2 arguments"},
    {"\\frac",                       "0..5 syntax: `\\frac` needs 2 arguments"},
    {"\\sqrt[3{x}",                  "10..10 unclosed: the optional argument needs a `]`; 5..6 opened here"},
    {"x^^2", "1..2 syntax: nothing stands after this `^`"},
    {"(a + b]", "6..7 unclosed: `(` is closed by `]`; 0..1 opened here"},
    {"\\langle q, k", "0..7 unclosed: this `\\langle` is never closed"},
    {"a \\over b \\over c", "10..15 syntax: a second `\\over` in one group; 2..7 the first one"},
    {"\\begin{algin} a \\end{algin}", "7..12 unknown-command: there is no environment `algin`"},
    {"x_a_b",                        "3..5 syntax: a second subscript on the same symbol; 1..3 the first one"},
    {"x^a'^b",                       "4..6 syntax: a second superscript on the same symbol; 1..3 the first one"},
    {"\\begin{aligned} x",           "0..15 unclosed: `\\begin{aligned}` has no `\\end{aligned}`"},
    {"\\begin{aligned} x \\end{align}", "18..29 unclosed: `\\begin{aligned}` meets `\\end{align}`; 0..15 opened here"},
    {"\\begin{aligned} \\begin{cases} x \\end{aligned}", "16..29 unclosed: `\\begin{cases}` has no `\\end{cases}`"},
    {"\\begin{cases x \\end{cases}", "0..15 unclosed: `\\begin` needs a name in braces"},
    {"x \\end{cases}",               "2..13 unclosed: `\\end{cases}` has no `\\begin`"},
    {"\\begin{algined} x \\end{algined}", "7..14 unknown-command: there is no environment `algined`"},
    {"a & b",                        "2..3 syntax: this `&` aligns nothing"},
    {"x $ y",                        "2..3 syntax: `$` cannot stand inside the formula"},
    {"$x",                           "0..1 unclosed: the math that `$` opens is never closed"},
    {"\\text{cost is $5}",           "14..15 unclosed: the math that `$` opens is never closed"},
    {"\\text{if x",                  "10..10 unclosed: a `}` is missing; 5..6 opened here"},
    {"\\label{eq:x",                 "11..11 unclosed: a `}` is missing; 6..7 opened here"},
    {"x \\",                         "2..3 syntax: a lone `\\`"},
    {"#1",                           "0..1 syntax: a lone `#`"},
    {"",                             "0..0 syntax: there is no formula here"},
    {" % nothing",                   "0..10 syntax: there is no formula here"},
    {"\\vx",                         "0..3 unknown-command: `\\vx` is not defined here; read as `\\mathbf{x}` by convention"},
    {"\\newcommand{\\x}{ y",         "0..18 syntax: the definition after `\\newcommand` is not complete"},
    {"\\newcommand{\\x}[1]{y_{#1}} \\x", "27..29 syntax: the macro `\\x` needs 1 argument"},
    {"\\newcommand{\\x}[1]{(#1} a + \\x{b}", "28..33 unclosed: this `(` is never closed"},
    {"\\def\\x{\\x y} \\x",          "13..15 too-large: macros expand without end, or to more than 1048576 bytes"},
};
// clang-format on

std::string told(const Diagnostics& diagnostics) {
  std::string all;
  for (const auto& diagnostic : diagnostics) {
    if (!all.empty()) all += '\n';
    all += fmt::format("{}..{} {}: {}", diagnostic.span.begin, diagnostic.span.end, diagnostic.code, diagnostic.message);
    for (const auto& label : diagnostic.labels) all += fmt::format("; {}..{} {}", label.span.begin, label.span.end, label.text);
  }
  return all;
}

/// The examples of notation.md: one for each line of its fenced blocks.
std::vector<std::string> notation_examples() {
  std::ifstream file(EQLENS_PROJECT_DIR "/grammar/notation.md");
  std::vector<std::string> examples;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    const bool fence = line.rfind("```", 0) == 0;
    if (fence)
      inside = !inside;
    else if (inside && !line.empty())
      examples.push_back(line);
  }
  return examples;
}

std::vector<std::string> all_inputs() {
  auto inputs = notation_examples();
  for (const auto& row : trees) inputs.push_back(row.input);
  for (const auto& row : wrong) inputs.push_back(row.input);
  return inputs;
}

/// What spoils a tree, or an empty text: children that leave their parent, overlap or stand in no order, and bytes that
/// belong to no node and to no diagnostic.
std::string flaw(const std::string& source, const Parsed& parsed) {
  const auto& tree = parsed.tree;
  std::vector<bool> in_text(tree.text.size()), in_source(source.size());
  for (SyntaxId id = 0; id < tree.nodes.size(); ++id) {
    auto at = tree[id].span.begin;
    for (const auto child : tree.children(id)) {
      if (!tree[id].span.contains(tree[child].span) || tree[child].span.begin < at) return fmt::format("node {} is out of place", child);
      at = tree[child].span.end;
      if (tree[child].next <= child || tree[child].next > tree[id].next) return fmt::format("node {} has a wrong end", child);
    }
    if (id > 0) std::fill(in_text.begin() + tree[id].span.begin, in_text.begin() + tree[id].span.end, true);
  }
  for (std::size_t i = 0; i < tree.text.size(); ++i) {
    const auto at = static_cast<std::uint32_t>(i);
    const auto origin = tree.origin(Span{at, at + 1});
    if (in_text[i] || !tree.pieces.empty())
      std::fill(in_source.begin() + origin.begin,
                in_source.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(origin.end, source.size())), true);
  }
  for (const auto& piece : tree.pieces)
    if (!piece.copied) std::fill(in_source.begin() + piece.origin.begin, in_source.begin() + piece.origin.end, true);
  for (const auto& diagnostic : parsed.diagnostics) {
    if (diagnostic.span.end > source.size() || diagnostic.span.begin > diagnostic.span.end) return "a diagnostic outside the text";
    std::fill(in_source.begin() + diagnostic.span.begin, in_source.begin() + diagnostic.span.end, true);
  }
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool blank = source[i] == ' ' || (source[i] >= '\t' && source[i] <= '\r');
    if (!blank && !in_source[i]) return fmt::format("byte {} belongs to nothing", i);
  }
  return {};
}

TEST(Grammar, ReadsTrees) {
  for (const auto& row : trees) {
    const auto parsed = parse_math(row.input);
    EXPECT_EQ(trial::dump(parsed.tree, 0), row.expected) << row.input;
    EXPECT_FALSE(has_errors(parsed.diagnostics)) << row.input << "\n" << told(parsed.diagnostics);
  }
}

TEST(Grammar, SaysWhatIsWrong) {
  for (const auto& row : wrong) EXPECT_EQ(told(parse_math(row.input).diagnostics), row.expected) << row.input;
}

TEST(Grammar, SuspectsLostScripts) {
  const std::pair<const char*, const char*> lines[] = {
      {"relu(HWT √dh )U (7)", "\\operatorname{relu}(\\frac{HW^\\top}{\\sqrt{d_h}} )U"},
      {"g(x) = x W1 + b1", "g(x) = x W_{1} + b_{1}"},
      {"zt = tanh(Wsst−1 + Uxxt)", "z_t = \\operatorname{tanh}(W_s s_{t-1} + U_x x_t)"},
      {"e = q · k/√dk", "e = q · k/\\sqrt{d_k}"},
      {"y = mx + c", ""},
      {"softmax(z/T)", ""},
      {"h_t = W1 h + b1", ""},
  };
  for (const auto& [line, latex] : lines) EXPECT_EQ(probable_latex(line).value_or(""), latex) << line;
}

TEST(Grammar, ReadsTheNotationItTeaches) {
  const auto examples = notation_examples();
  ASSERT_GT(examples.size(), 40U);
  for (const auto& example : examples) {
    const auto parsed = parse_math(example);
    EXPECT_FALSE(has_errors(parsed.diagnostics)) << example << "\n" << told(parsed.diagnostics);
  }
}

TEST(Grammar, LosesNothing) {
  for (const auto& input : all_inputs()) EXPECT_EQ(flaw(input, parse_math(input)), "") << input;
}

TEST(Grammar, LosesNothingOfWrongInput) {
  std::mt19937 random(20);
  const std::string pieces = "{}()[]\\$&%_^'|#~ ax1,.";
  for (const auto& input : all_inputs()) {
    for (int round = 0; round < 40; ++round) {
      auto text = input;
      const auto at = text.empty() ? 0 : random() % text.size();
      if (round % 2 == 0 && !text.empty())
        text.erase(at, 1);
      else
        text.insert(at, 1, pieces[random() % pieces.size()]);
      EXPECT_EQ(flaw(text, parse_math(text)), "") << text;
    }
  }
}

TEST(Grammar, PrintsBackWhatItRead) {
  const auto tight = [](std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }), text.end());
    return text;
  };
  for (const auto& input : all_inputs()) {
    const auto parsed = parse_math(input);
    if (input.find("\\newcommand") != std::string::npos || input.find("\\def") != std::string::npos ||
        input.find("\\let") != std::string::npos || input.find("\\Declare") != std::string::npos ||
        input.find("\\NewDoc") != std::string::npos)
      continue;
    EXPECT_EQ(tight(printed(parsed.tree)), tight(input));
  }
  EXPECT_EQ(printed(parse_math("\\newcommand{\\a}[1]{{#1}^2}\n\\a{x}  +\n y % z\n").tree), "\\a{x} +\ny % z");
}

TEST(Grammar, LeadsBackThroughMacros) {
  const std::string text = "\\newcommand{\\sq}[1]{{#1}^2} a + \\sq{b_c} + d";
  const auto parsed = parse_math(text);
  const auto place = [&](std::string_view spelling) {
    for (SyntaxId id = 1; id < parsed.tree.nodes.size(); ++id)
      if (parsed.tree.spelling(id) == spelling) return parsed.tree.origin(id);
    return Span{};
  };
  const auto at = [&](std::string_view part) {
    const auto begin = static_cast<std::uint32_t>(text.find(part, 27));
    return Span{begin, begin + static_cast<std::uint32_t>(part.size())};
  };
  EXPECT_EQ(place("a"), at("a"));
  EXPECT_EQ(place("b_c"), at("b_c"));
  EXPECT_EQ(place("c"), at("c"));
  EXPECT_EQ(place("d"), at("d"));
  EXPECT_EQ(place("2"), at("\\sq{b_c}"));
  EXPECT_EQ(place("{b_c}^2"), at("\\sq{b_c}"));
}

TEST(Grammar, TakesMacrosFromAPreamble) {
  const auto parsed =
      parse_math("\\loss(\\w)", "\\documentclass{article} % \\newcommand{\\w}{v}\n\\newcommand{\\w}{w}\\newcommand{\\loss}{L}\n");
  EXPECT_EQ(trial::dump(parsed.tree, 0), "L (fence open:( w close:))");
  EXPECT_TRUE(parsed.diagnostics.empty());
}

}  // namespace grammar_test
}  // namespace eqlens
