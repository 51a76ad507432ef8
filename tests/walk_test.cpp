// The math of a document, passage by passage: in its order, with what was said before, until the user asks to stop.
#include "lesson/walk.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace eqlens {
namespace walk_test {

constexpr std::size_t count = 75;

/// A declaration, then displays that use it.
std::string text() {
  std::string text = "$$G \\in \\mathbb{R}^{5 \\times 3}$$\n\n";
  for (std::size_t k = 1; k < count; ++k) text += fmt::format("Number {}:\n\n$$c_{{{}}} = G a_{{{}}}$$\n\n", k, k, k);
  return text;
}

TEST(Walk, HandsOverWhatWasMadeInTheOrderOfTheDocument) {
  const Source source("long.md", text());
  const auto document = document_of(source, DocumentKind::markdown);
  std::vector<std::size_t> taken, expected(count);
  std::iota(expected.begin(), expected.end(), 0);
  walk(
      DocumentWalk(source.text(), document, {}), [](const Passage& passage) { return passage.block; },
      [&](std::size_t block) { taken.push_back(block); });
  EXPECT_EQ(taken, expected);
}

TEST(Walk, TellsTheLastDisplayWhatTheFirstDeclared) {
  const Source source("long.md", text());
  const auto document = document_of(source, DocumentKind::markdown);
  std::vector<std::string> last;
  walk(
      DocumentWalk(source.text(), document, {}), [](const Passage& passage) { return passage.options.facts; },
      [&](std::vector<std::string>&& facts) { last = std::move(facts); });
  EXPECT_THAT(last, testing::Contains("G \\in \\mathbb{R}^{5 \\times 3}"));
}

TEST(Walk, LeavesOutTheRestWhenTheUserAsksToStop) {
  const Source source("long.md", text());
  const auto document = document_of(source, DocumentKind::markdown);
  std::size_t taken = 0;
  walk(
      DocumentWalk(source.text(), document, {}),
      [](const Passage& passage) {
        if (passage.block == count / 2) long_work.stop = true;
        return passage.block;
      },
      [&](std::size_t) { ++taken; });
  long_work.stop = false;
  EXPECT_GT(taken, 0u);
  EXPECT_LE(taken, count / 2);
}

}  // namespace walk_test
}  // namespace eqlens
