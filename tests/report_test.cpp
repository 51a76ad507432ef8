// The writers: diagnostics with carets, values that read back, .npy files, equations as one line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "eqlens.hpp"
#include "experiment/numbers.hpp"
#include "kernel/absent.hpp"
#include "report/diagnostics.hpp"
#include "report/layout.hpp"
#include "report/npy.hpp"
#include "report/page.hpp"
#include "report/palette.hpp"
#include "report/plain_math.hpp"
#include "report/plane.hpp"
#include "report/values.hpp"

namespace eqlens {
namespace report_test {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Diagnostics, PointAtTheirPlaceWithHelpAndNotes) {
  const Source source("paper.md", "first\ny = α QK V\n");
  const Diagnostic diagnostic{Severity::error, "shape-mismatch",           "Q and K do not fit", {13, 15},
                              "transpose K",   {{{14, 15}, "K is m × d"}}, {"Q is n × d"}};
  EXPECT_EQ(print(diagnostic, source),
            "paper.md:2:7: error: Q and K do not fit [shape-mismatch]\n"
            "y = α QK V\n"
            "      ^^\n"
            "       - K is m × d\n"
            "help: transpose K\n"
            "note: Q is n × d\n");
}

TEST(Diagnostics, FitATerminalButNeverBreakTheLineTheyShow) {
  const Source source("d.md", "u = a long line that is shown whole");
  const Diagnostic diagnostic{Severity::error, "syntax", "words that take more than one line", {4, 5}, "say it again", {}, {}};
  EXPECT_EQ(print(diagnostic, source, Palette(Color::off, 30)),
            "d.md:1:5: error: words that\n    take more than one line\n    [syntax]\n"
            "u = a long line that is shown whole\n    ^\nhelp: say it again\n");
}

TEST(Diagnostics, KeepTabsAndCountCharactersNotBytes) {
  const Source source("x", "\tαβ^ z");
  EXPECT_EQ(print({Severity::error, "syntax", "m", {5, 6}, "", {}, {}}, source), "x:1:4: error: m [syntax]\n\tαβ^ z\n\t  ^\n");
}

TEST(Diagnostics, CutLongLinesAndHideControlCharacters) {
  const Source source("x", std::string(1000000, 'a') + "\x1b[31m" + std::string(1000000, 'b'));
  const auto text = print({Severity::error, "syntax", "m\x1b", {1000000, 1000001}, "", {}, {}}, source);
  EXPECT_LT(text.size(), 1000U);
  EXPECT_THAT(text, testing::Not(HasSubstr("\x1b")));
}

TEST(Diagnostics, AtTheEndOfTheTextStandBehindTheLastCharacter) {
  EXPECT_EQ(print({Severity::error, "syntax", "m", {2, 2}, "", {}, {}}, Source("x", "x^")), "x:1:3: error: m [syntax]\nx^\n  ^\n");
}

TEST(GivenValues, ReadNumbersListsAndInfinities) {
  const auto value = read_value(R"([[1, -2.5, "inf"], [true, 1e-300, "nan"]])");
  ASSERT_TRUE(value);
  EXPECT_THAT(value->extents, ElementsAre(2, 3));
  EXPECT_THAT(value->data, ElementsAre(1, -2.5, std::numeric_limits<double>::infinity(), 1, 1e-300, testing::IsNan()));
  EXPECT_THAT(read_value("3")->extents, ElementsAre());
  EXPECT_THAT(read_value("[]")->extents, ElementsAre(0));
  EXPECT_THAT(read_value("[[]]")->extents, ElementsAre(1, 0));
}

TEST(GivenValues, FamiliesOfSetsHaveListsOfDifferentLengths) {
  const auto family = read_value("[[3, 1], [4, 1, 5], []]");
  ASSERT_TRUE(family);
  EXPECT_THAT(family->extents, ElementsAre(3, 3));
  EXPECT_EQ(std::count_if(family->data.begin(), family->data.end(), is_absent), 4);
  EXPECT_TRUE(is_absent(family->data[2]) && !is_absent(family->data[5]));
}

TEST(GivenValues, RefuseWhatIsNoArray) {
  for (const auto* text : {"", "x", "[1, [2]]", "[[1], 2]", "[[[1], [2]], [[3]]]", "{}", "null", "\"one\"", "[1", "1 2"})
    EXPECT_FALSE(read_value(text)) << text;
  EXPECT_FALSE(read_value(std::string(100000, '[')));
  EXPECT_THAT(read_value("[[[1], [2]], [[3]]]").errors().front().message, HasSubstr("different lengths"));
}

TEST(GivenValues, PrintShort) {
  EXPECT_EQ(print_value({{2, 2}, {1, 0.5, 1.0 / 3, -2e-9}}), "[[1, 0.5], [0.333333, -2e-09]]");
  EXPECT_EQ(print_value({{}, {4}}), "4");
  EXPECT_EQ(print_value({{5}, {1, 2, 3, 4, 5}}, 6, 3), "[1, 2, 3, …]");
}

TEST(Npy, ReadsBackWhatItWrites) {
  for (const Array& array : {Array{{}, {2.5}}, Array{{3}, {1, 2, 3}}, Array{{2, 2}, {1, 2, 3, 4}}, Array{{0, 3}, {}}}) {
    const auto bytes = write_npy(array);
    EXPECT_EQ((bytes.size() - array.data.size() * 8) % 64, 0U);
    const auto back = read_npy(bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->extents, array.extents);
    EXPECT_EQ(back->data, array.data);
  }
}

std::string npy(const std::string& header, const std::string& data) {
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + std::string(1, '\0') + header + data;
}

TEST(Npy, ReadsFortranOrderAndOtherTypes) {
  const auto array = read_npy(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", "\x01\x04\x02\x05\x03\x06"));
  ASSERT_TRUE(array);
  EXPECT_THAT(array->data, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(read_npy(npy("{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }", "\xfe\xff"))->data, ElementsAre(-2));
}

TEST(Npy, NamesWhatItRefuses) {
  EXPECT_THAT(read_npy("hello").errors().front().message, HasSubstr("does not begin like one"));
  EXPECT_THAT(read_npy(npy("{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }", "")).errors().front().message,
              HasSubstr("'<c16'"));
  EXPECT_THAT(read_npy(npy("{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }", "")).errors().front().message, HasSubstr("'>f8'"));
  EXPECT_THAT(read_npy(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", "12345678")).errors().front().message,
              HasSubstr("holds only 8 bytes"));
  EXPECT_FALSE(read_npy(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296, 8), }", "")));
}

TEST(PlainMath, SetsEquationsOnOneLine) {
  EXPECT_EQ(plain_math(R"(\frac{QK^\top}{\sqrt{d_k}})"), "QKᵀ / √dₖ");
  EXPECT_EQ(plain_math(R"(\hat{m}_t = \frac{m_t}{1 - \beta_1^{t}})"), "m̂ₜ = mₜ / (1 − β₁ᵗ)");
  EXPECT_EQ(plain_math(R"(\sum_{i=1}^{n} (x_i - \mu)^2)"), "∑ᵢ₌₁ⁿ (xᵢ − μ)²");
  EXPECT_EQ(plain_math(R"(x \in \mathbb{R}^{n \times d_{\text{model}}})"), "x ∈ ℝ^(n×d_model)");
  EXPECT_EQ(plain_math(R"(\log p(x \mid z))"), "log p(x | z)");
  EXPECT_EQ(plain_math(R"(\textcolor{red}{u} + {\color{blue} v})"), "u + v");
  EXPECT_EQ(plain_math(R"(\left\{ \begin{array}{ll} u & u > 0 \\ 0 & \text{otherwise} \end{array} \right.)"),
            "{ u if u > 0; 0 otherwise }");
}

TEST(PlainMath, SetsWhatStandsBelowAndWhatSaysWhen) {
  EXPECT_EQ(plain_math(R"(\underset{m \in A}{\max} w_m)"), plain_math(R"(\max_{m \in A} w_m)"));
  EXPECT_EQ(plain_math(R"(v \doteq 2u)"), "v ≐ 2u");
  EXPECT_EQ(plain_math(R"(v = {\bf A} u)"), plain_math(R"(v = A u)"));
  EXPECT_EQ(plain_math(R"(\begin{cases} 1 & \text{, if } u > w \\ 2 & \text{, otherwise}\end{cases})"), "{ 1 if u > w; 2 otherwise }");
}

TEST(PlainMath, KeepsNamesWithUnderscoresWhole) {
  EXPECT_EQ(plain_math(R"(t \cdot ramp\_steps^{-2})"), "t · ramp_steps⁻²");
  EXPECT_EQ(plain_math(R"(ramp\_steps \log x)"), "ramp_steps log x");
  EXPECT_EQ(plain_math(R"(\text{ramp\_steps} + 1)"), "ramp_steps + 1");
}

TEST(PlainMath, KeepsTheGroupingOfTheFormula) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {R"(\sqrt{a}b)", "√a b"},
      {R"(\sqrt{ab})", "√(ab)"},
      {R"(\sqrt{a}^2)", "(√a)²"},
      {R"(\sqrt[3]{x})", "³√x"},
      {R"(\frac{a}{b}^2)", "(a/b)²"},
      {R"(\frac{u}{v}^\top)", "(u/v)ᵀ"},
      {R"(\frac{a}{\frac{b}{c}})", "a / (b/c)"},
      {R"(\frac{\frac{a}{b}}{c})", "(a/b) / c"},
      {R"(\frac{1}{2n}x)", "(1 / (2n)) x"},
      {R"(\frac{1}{n}x)", "1/n x"},
      {R"(\frac{a}{bc})", "a / (bc)"},
      {R"(\frac{a}{b}c)", "(a/b) c"},
      {R"(\frac{QK}{\sqrt{d}}V)", "(QK/√d) V"},
      {R"(\log\frac{a}{b})", "log(a/b)"},
      {R"(\frac{\partial L}{\partial W})", "∂L/∂W"},
      {R"({x^a}^b)", "(xᵃ)ᵇ"},
      {"Kᵀ xᵢ²", "Kᵀxᵢ²"},
      {"w := x", "w := x"},
      {R"(\frac{1}{c(c + 1)})", "1 / (c(c + 1))"},
      {R"(\underset{j \in S}{\max} u_j)", "max_(j∈S) uⱼ"},
      {R"(\sqrt{m}_{h})", "√mₕ"},
      {R"({\bf W}u + \mbox{{\bf Net}}[u])", "Wu + Net[u]"},
      {R"(step\_size)", "step_size"},
      {R"(u \doteq v)", "u ≐ v"},
      {R"(\begin{cases} 1, & \text{if } u > 0 \\ 2, & u \le 0 \end{cases})", "{ 1 if u > 0; 2 if u ≤ 0 }"},
  };
  for (const auto& [latex, shown] : rows) EXPECT_EQ(plain_math(latex), shown) << latex;
}

TEST(Layout, WrapsAndCutsByColumns) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_EQ(shortened("m̂ₜ and more", 5), "m̂ₜ a…");
  EXPECT_EQ(padded("v̂", 3), "v̂  ");
}

TEST(Layout, HangsWhatGoesOnUnderItsLine) {
  struct Row {
    const char *text, *laid_out;
  };
  const Row rows[] = {
      {"  w = 1, 2, 3\n", "  w = 1, 2,\n    3\n"},
      {"a\n\n  b\n", "a\n\n  b\n"},
      {"\x1b[34m  one two\x1b[0m\n", "\x1b[34m  one two\x1b[0m\n"},
      {"  unbreakable-word x\n", "  unbreakable-word\n    x\n"},
      {"", ""},
  };
  for (const auto& [text, laid_out] : rows) EXPECT_EQ(hanging(text, 4, 11), laid_out) << text;
}

TEST(Colours, AreThoseOfTheRoleWhereverANameStands) {
  const Palette palette(Color::on);
  const std::vector<NamedRole> names = {
      {"w_u", Role::constant}, {"wᵤ", Role::constant}, {"G", Role::input}, {"H", Role::learned}, {"m", Role::input}};
  struct Row {
    const char *text, *coloured;
  };
  const Row rows[] = {
      {"G and w_u.", "<34>G</> and <36>w_u</>."}, {"GHᵀ/√wᵤ", "<34>G</><35>H</>ᵀ/√<36>wᵤ</>"}, {"GH", "<34>G</><35>H</>"},
      {"Gram, m̂am, em", "Gram, m̂am, em"},         {"<2>tried </>G", "<2>tried </><34>G</>"},
  };
  const auto spelt = [](std::string text) {
    for (auto at = text.find('<'); at != std::string::npos; at = text.find('<')) {
      text[text.find('>', at)] = 'm';
      text.replace(at, text[at + 1] == '/' ? 2 : 1, text[at + 1] == '/' ? "\x1b[0" : "\x1b[");
    }
    return text;
  };
  for (const auto& [text, coloured] : rows) EXPECT_EQ(palette.names(spelt(text), names), spelt(coloured)) << text;
}

std::string plane(const char* latex, std::size_t width = 100) {
  std::string text;
  for (const auto& box : plane_math(analyse(latex), latex, width))
    for (const auto& row : box.rows) {
      std::string line;
      for (const auto& cell : row) line += cell.text;
      while (line.ends_with(' ')) line.pop_back();
      text += line + "\n";
    }
  return text;
}

TEST(Plane, SetsEquationsAsOnAPage) {
  EXPECT_EQ(plane(R"(y=\frac{a+b}{c})"), "    a + b\ny = ─────\n      c\n");
  EXPECT_EQ(plane(R"(y=\frac12 x)"), "y = 1/2 x\n");
  EXPECT_EQ(plane(R"(s=\sum_{i=1}^{n}x_i)"), "     n\ns =  ∑  xᵢ\n    i=1\n");
  EXPECT_EQ(plane(R"(y=\left(\frac{a}{bcd}\right)^2)"), "    ⎛ a ⎞2\ny = ⎜───⎟\n    ⎝bcd⎠\n");
  EXPECT_EQ(plane(R"(y=\sqrt{\frac{a}{bcd}})"), "     ┌───\n     │ a\ny =  │───\n    √│bcd\n");
  EXPECT_EQ(plane(R"(A=\begin{pmatrix}1 & 23\\ 4 & 5\end{pmatrix})"), "A = ⎛1  23⎞\n    ⎝4  5 ⎠\n");
  EXPECT_EQ(plane(R"(u=\begin{cases}1 & \text{ if } v \geq w\\ 2 & \text{if }v<w\end{cases})"), "u = ⎧1  if v ≥ w\n    ⎩2  if v < w\n");
  EXPECT_EQ(plane("y=-x"), "y = −x\n");
  EXPECT_EQ(plane(R"(y=\sqrt{\frac{a}{b}}x)"), "y = √(a/b)x\n");
}

/// Each stretch of a role as one letter of it: the output is o, an input i, what is learned l, a constant c, an operation s.
std::string colours_of(const char* latex) {
  std::string text;
  for (const auto& box : plane_math(analyse(latex), latex, 100))
    for (const auto& row : box.rows)
      for (const auto& cell : row)
        if (cell.text != " ") text += cell.role ? "oilcs"[static_cast<std::size_t>(*cell.role)] : '.';
  return text;
}

TEST(Plane, ColoursASymbolAndItsSignEachByItsRole) {
  struct Row {
    const char *latex, *colours;
  };
  const Row rows[] = {{R"(S = X Y^\top)", "o.iis"},
                      {R"(u = v / \sqrt{d_k})", "o.isscc"},
                      {R"(u_i = w_i^2)", "oo.lls"},
                      {R"(r = \sum_{k=1}^{m} z_k)", "co.sii..."}};
  for (const auto& [latex, colours] : rows) EXPECT_EQ(colours_of(latex), colours) << latex;
}

TEST(Plane, BreaksBeforeSignsAndGivesUpWhereNothingFits) {
  EXPECT_EQ(plane("y=aaaaaaaaaa+bbbbbbbbbb", 16), "y = aaaaaaaaaa\n + bbbbbbbbbb\n");
  EXPECT_EQ(plane("y=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 16), "");
  EXPECT_EQ(plane(R"(\frac{)"), "");
}

TEST(Page, FitsNarrowTerminals) {
  const auto display = decode(R"(h_t = \tanh\left(\frac{U x_t}{\sqrt{d_x}} + W h_{t-1} + \sum_{k=1}^{K} c_k\right))");
  const PageParts all[] = {{}, {.full = true}, {.symbols = true}, {.why = true}, {.extremes = true}, {.choices = true}, {.cost = true}};
  for (const std::size_t width : {32U, 40U, 58U})
    for (const auto& parts : all) {
      const auto page = print_page(display, parts, Palette(Color::off, width));
      for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1) {
        const auto line = page.substr(at, page.find('\n', at) - at);
        EXPECT_LE(display_width(line), width) << line;
      }
    }
}

}  // namespace report_test
}  // namespace eqlens
