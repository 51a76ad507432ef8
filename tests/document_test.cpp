#include "grammar/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace eqlens {
namespace document_test {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> math_of(std::string_view text, DocumentKind kind, BlockKind wanted) {
  std::vector<std::string> found;
  for (const auto& block : read_document(text, kind).blocks)
    if (block.kind == wanted) found.emplace_back(text.substr(block.math.begin, block.math.size()));
  return found;
}

std::vector<std::string> displays(std::string_view text, DocumentKind kind) { return math_of(text, kind, BlockKind::display); }
std::vector<std::string> inlines(std::string_view text, DocumentKind kind) { return math_of(text, kind, BlockKind::inline_); }

TEST(Document, FindsEveryKindOfMathInMarkdown) {
  constexpr auto text =
      "Let $x \\in \\mathbb{R}^d$ be.\n\n$$\ny = Wx\n$$\n\n```math\nz = \\sigma(y)\n```\n\nand $`a_b`$ or \\(c\\), \\[d = e\\]\n";
  EXPECT_THAT(displays(text, DocumentKind::markdown), ElementsAre("y = Wx", "z = \\sigma(y)", "d = e"));
  EXPECT_THAT(inlines(text, DocumentKind::markdown), ElementsAre("x \\in \\mathbb{R}^d", "a_b", "c"));
}

TEST(Document, LeavesCodeCommentsAndMoneyAlone) {
  constexpr auto text =
      "It costs $5 and $6, or \\$7.\n\n```python\na = \"$b$\"\n```\n\nRun `echo $HOME$` now.\n\n    $indented$\n\n<!-- $hidden$ -->\n";
  EXPECT_THAT(read_document(text, DocumentKind::markdown).blocks, IsEmpty());
}

TEST(Document, PairsARefusedBlockWithItsMessage) {
  constexpr std::string_view text = "```math refused\nx^\n```\n\n```text\n1:3: error: no\n```\n";
  const auto document = read_document(text, DocumentKind::markdown);
  ASSERT_EQ(document.blocks.size(), 1U);
  EXPECT_EQ(document.blocks[0].kind, BlockKind::refused);
  const auto expected = document.blocks[0].expected;
  EXPECT_EQ(text.substr(expected.begin, expected.size()), "1:3: error: no\n");
}

TEST(Document, ReadsTheCellsOfATable) {
  constexpr std::string_view text = "| symbol | role |\n|---|---|\n| $Q$ | input |\n| $a \\| b$ | output |\n";
  const auto document = read_document(text, DocumentKind::markdown);
  ASSERT_EQ(document.tables.size(), 1U);
  std::vector<std::string> cells;
  for (const auto& row : document.tables[0].rows)
    for (const auto cell : row) cells.emplace_back(text.substr(cell.begin, cell.size()));
  EXPECT_THAT(cells, ElementsAre("symbol", "role", "$Q$", "input", "$a \\| b$", "output"));
}

TEST(Document, KeepsATexEnvironmentWholeWithItsLabelAndTheMacros) {
  constexpr std::string_view text =
      "\\documentclass{article}\n\\newcommand{\\R}{\\mathbb{R}}\n\\begin{document}\n"
      "% $not$ this\nWith $x \\in \\R$:\n\\begin{equation}\\label{eq:loss}\nL = "
      "x^2\n\\end{equation}\n\\begin{verbatim}$no$\\end{verbatim}\n\\end{document}\n";
  const auto document = read_document(text, DocumentKind::tex);
  EXPECT_EQ(document.macros, "\\newcommand{\\R}{\\mathbb{R}}\n");
  ASSERT_EQ(document.blocks.size(), 2U);
  EXPECT_EQ(document.blocks[1].label, "eq:loss");
  EXPECT_THAT(displays(text, DocumentKind::tex), ElementsAre("\\begin{equation}\\label{eq:loss}\nL = x^2\n\\end{equation}"));
}

TEST(Document, ReadsDirectivesAndRolesOfReStructuredText) {
  constexpr auto text =
      "The mean :math:`\\mu` is\n\n.. math::\n   :label: mean\n\n   \\mu = \\frac1n \\sum_i x_i\n\nCode::\n\n    :math:`no`\n\n.. math:: a "
      "= b\n";
  EXPECT_THAT(displays(text, DocumentKind::rst), ElementsAre("\\mu = \\frac1n \\sum_i x_i", "a = b"));
  EXPECT_THAT(inlines(text, DocumentKind::rst), ElementsAre("\\mu"));
}

TEST(Document, GuessesWhatATextHolds) {
  EXPECT_EQ(guess_kind("a = b"), DocumentKind::math);
  EXPECT_EQ(guess_kind("$a = b$"), DocumentKind::math);
  EXPECT_EQ(guess_kind("\\[ a = b \\]\n"), DocumentKind::math);
  EXPECT_EQ(guess_kind("a = \\text{ if $b$ holds } \\\\[2pt] c"), DocumentKind::math);
  EXPECT_EQ(guess_kind("The loss $L$ is $x^2$."), DocumentKind::markdown);
  EXPECT_EQ(guess_kind("\\documentclass{article}"), DocumentKind::tex);
  for (const auto* unclosed : {"$$y=x", "\\[ y = x", "\\( y", "y=x$"}) EXPECT_EQ(guess_kind(unclosed), DocumentKind::math) << unclosed;
}

TEST(Document, ReadsATextOfOpeningsAloneInOneWalk) {
  std::string openings;
  for (int i = 0; i < 1 << 18; ++i) openings += "\\[ \\( `` $` \\begin{equation} ";
  for (const auto kind : {DocumentKind::markdown, DocumentKind::tex, DocumentKind::rst})
    EXPECT_LE(read_document(openings, kind).blocks.size(), openings.size());
}

}  // namespace document_test
}  // namespace eqlens
