#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "grammar/latex.hpp"
#include "grammar/rules_analysis.hpp"
#include "syntax/canonical.hpp"

// Behind the grammar: both call something `none`.
#include "eqlens.hpp"

namespace eqlens {
namespace hostile_test {

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

bool has_code(const Parsed& parsed, std::string_view code) {
  for (const auto& diagnostic : parsed.diagnostics)
    if (diagnostic.code == code) return true;
  return false;
}

/// Processor time, which other programs on the machine do not change.
double seconds(const std::function<void()>& work) {
  const auto begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Sanitizers slow the work down tenfold; what must not happen is hours.
constexpr double patience = 10;

TEST(Hostile, AlwaysMakesProgress) { EXPECT_EQ(latex::rules_without_progress(), 0U); }

TEST(Hostile, NestsWithoutEnd) {
  const std::vector<std::string> openers = {"{",
                                            "(",
                                            "[",
                                            "\\left(",
                                            "\\frac{",
                                            "\\frac",
                                            "\\sqrt[",
                                            "\\sqrt",
                                            "\\hat",
                                            "\\text{",
                                            "\\text{$",
                                            "\\text{{",
                                            "x_{",
                                            "x^",
                                            "x_\\hat",
                                            "\\{",
                                            "\\langle",
                                            "\\left|",
                                            "{(",
                                            "\\begin{cases}",
                                            "|",
                                            "$",
                                            "\\[",
                                            "\\label{",
                                            "\\text",
                                            "'",
                                            "x^{(",
                                            "\\mathbf{x}_",
                                            "&",
                                            "\\\\",
                                            "\\left",
                                            "\\big",
                                            "]0,",
                                            "_",
                                            "^",
                                            "%",
                                            "%\n",
                                            "\\begin{",
                                            "\\end{",
                                            "\\begin{a}{",
                                            "#",
                                            "\\newcommand{\\a}{",
                                            "\\def\\a",
                                            "\\let",
                                            "\\vx",
                                            "\\norm{",
                                            "\\abs",
                                            "\\norm",
                                            "\\DeclareMathOperator{",
                                            "x\\!"};
  for (const auto& opener : openers) {
    const auto text = repeated(opener, 1'000'000 / opener.size());
    Parsed parsed;
    EXPECT_LT(seconds([&] { parsed = parse_math(text); }), patience) << opener;
    EXPECT_FALSE(parsed.tree.nodes.empty()) << opener;
    EXPECT_LT(seconds([&] { (void)printed(parsed.tree), (void)canonical(parsed.tree, 0); }), patience) << opener;
  }
}

TEST(Hostile, ClosesWithoutEnd) {
  for (const auto* closer : {"}", ")", "]", "\\right)", "\\end{cases}", "\\}", "\\rangle", "$", "[)", "(]", "{)", "(}", "{(}", "]0,1[",
                             "x^1_2", "x'", "\\left.\\right.", "$$"}) {
    const auto text = repeated(closer, 300'000);
    EXPECT_LT(seconds([&] { (void)parse_math(text); }), patience) << closer;
  }
}

TEST(Hostile, RefusesDepth) {
  EXPECT_TRUE(has_code(parse_math(repeated("{", 1'000'000)), "too-deep"));
  EXPECT_TRUE(has_code(parse_math(repeated("{", 201) + repeated("}", 201)), "too-deep"));
  EXPECT_FALSE(has_errors(parse_math(repeated("{", 200) + "x" + repeated("}", 200)).diagnostics));
  EXPECT_FALSE(has_errors(parse_math(repeated("x^{", 150) + "x" + repeated("}", 150)).diagnostics));
  EXPECT_EQ(parse_math(repeated("(", 300) + repeated(")", 300)).diagnostics.size(), 1U);
}

TEST(Hostile, ReadsLongFlatFormulas) {
  for (const auto* term : {"+x_{i}^{2}", "+\\frac{a}{b}", "\\alpha ", "(x)", "|x|", "\\left(x\\right)", "x'", "x_1 &= y \\\\ ",
                           "\\text{a $b$}", "\\mathbf{x}\\,"}) {
    const auto text = repeated(term, 100'000);
    Parsed parsed;
    EXPECT_LT(seconds([&] { parsed = parse_math(text); }), patience) << term;
    EXPECT_FALSE(has_errors(parsed.diagnostics)) << term;
  }
}

TEST(Hostile, BoundsSize) {
  EXPECT_TRUE(has_code(parse_math(std::string((std::size_t{16} << 20) + 1, 'x')), "too-large"));
  EXPECT_LT(seconds([] { (void)parse_math(std::string(std::size_t{16} << 20, 'x')); }), 2 * patience);
}

TEST(Hostile, BoundsExpansion) {
  for (const auto* text : {
           "\\def\\a{\\a} \\a",
           "\\def\\a{\\b}\\def\\b{\\a} \\a",
           "\\def\\a{\\a\\a} \\a",
           "\\def\\a{x\\a} \\a",
           "\\def\\a#1{\\a{#1#1}} \\a{xxxxxxxxxx}",
           "\\def\\a{\\b\\b}\\def\\b{\\a\\a} \\a",
           "\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{"
           "\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c}"
           "\\def\\e{\\d\\d\\d\\d\\d\\d\\d\\d\\d\\d}\\def\\f{\\e\\e\\e\\e\\e\\e\\e\\e\\e\\e}\\def\\g{\\f\\f\\f\\f\\f\\f\\f\\f\\f\\f} "
           "\\g\\g\\g",
           "\\newcommand{\\a}[9]{\\a{#1#2}{#3#4}{#5#6}{#7#8}{#9#1}{#2#3}{#4#5}{#6#7}{#8#9}} \\a123456789",
       }) {
    EXPECT_LT(seconds([&] { EXPECT_TRUE(has_code(parse_math(text), "too-large")) << text; }), patience) << text;
  }
}

TEST(Hostile, ReportsWhatIsNoText) {
  using namespace std::string_literals;
  EXPECT_TRUE(has_errors(parse_math("a\0b"s).diagnostics));
  EXPECT_TRUE(has_errors(parse_math("\\text{a\0b}"s).diagnostics));
  EXPECT_TRUE(has_errors(parse_math("\\\0"s).diagnostics));
  EXPECT_TRUE(has_errors(parse_math("\xFF").diagnostics));
  EXPECT_TRUE(has_errors(parse_math("x\xC3").diagnostics));
  EXPECT_TRUE(has_errors(parse_math("\xED\xA0\x80").diagnostics));
  EXPECT_TRUE(has_errors(parse_math("\\\xE2\x82").diagnostics));
  EXPECT_TRUE(has_errors(parse_math("").diagnostics));
  EXPECT_TRUE(has_errors(parse_math(" \n ").diagnostics));
  EXPECT_TRUE(has_errors(parse_math("$$ $$").diagnostics));
  EXPECT_LE(parse_math(std::string(100'000, '\xFF')).diagnostics.size(), 40U);
}

TEST(Hostile, ReadsScriptsWithoutALetter) {
  for (const char* math : {"p^*} [ \x13) ].", "^2 \\cap _1", "{}_{i} = {}^{j}"}) EXPECT_FALSE(resolve(math).sources.empty()) << math;
}

// A row of cases without its value, a total whose letter stands nowhere in it, numbers beside a matrix.
TEST(Hostile, ReadsWhatLacksAPart) {
  for (
      const char* math :
      {R"(g(u,v) = \begin{cases}|u-v| -\frac{c}{2 & \textrm{ \\if } |u-v| > c \\ \frac{1}{2 c} (u-v)^2 & \textrm{ otherwise}k} (w\end{cases})",
       R"(q(r) = \frac{\exp(rs)}{\sum_{r' = 0}^1 \exp(r s)})", R"(c = [u, v, \mathbf{A}\mathbf{b}\mathbf{b}^\top])"})
    EXPECT_FALSE(read(analyse(math)).aloud.empty()) << math;
}

TEST(Hostile, SurvivesEveryPrefix) {
  const std::string text =
      "\\begin{align*} \\hat{x}_i^{(k)} &= \\sqrt[3]{\\left(\\frac{a}{b}\\right)^{2}} \\\\[2pt] &\\text{if $x' \\in [0, 1)$} \\label{a} "
      "]0,1[ \\end{align*}";
  for (std::size_t size = 6; size < text.size(); ++size)
    EXPECT_TRUE(has_errors(parse_math(text.substr(0, size)).diagnostics)) << text.substr(0, size);
  EXPECT_FALSE(has_errors(parse_math(text).diagnostics));
}

}  // namespace hostile_test
}  // namespace eqlens
