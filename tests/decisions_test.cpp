#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "eqlens.hpp"
#include "expression/equation.hpp"
#include "expression_dump.hpp"

namespace eqlens {
namespace decisions_test {

struct Case {
  std::string math;
  std::vector<std::string> facts;
  std::string part;  ///< of the tree
};

struct Side {
  std::string name;
  std::vector<Case> cases;
};

std::vector<Side> sides() {
  std::ifstream file(EQLENS_PROJECT_DIR "/tests/decisions.txt");
  std::vector<Side> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) all.push_back({line.substr(3), {}});
    const auto arrow = line.rfind(" => ");
    if (line.starts_with('#') || arrow == std::string::npos) continue;
    const std::string left = line.substr(0, arrow);
    const auto fact = left.find(" ;; ");
    all.back().cases.push_back({left.substr(0, fact), {}, std::string(trimmed(line.substr(arrow + 4)))});
    if (fact != std::string::npos) all.back().cases.back().facts.push_back(left.substr(fact + 4));
  }
  return all;
}

TEST(Decisions, TakeTheSideThatTheTableNames) {
  for (const Side& side : sides())
    for (const Case& each : side.cases) {
      const auto tree = dump(resolve(each.math, each.facts));
      EXPECT_NE(tree.find(each.part), std::string::npos) << side.name << "\n  " << each.math << "\n  " << tree << "\n  " << each.part;
    }
}

TEST(Decisions, HaveFiveDisplaysOnEachSide) {
  const auto all = sides();
  EXPECT_GT(all.size(), 40U);
  for (const Side& side : all) EXPECT_GE(side.cases.size(), 5U) << side.name;
}

// What stays open is flipped by the fact that the choice names.
TEST(Decisions, AreFlippedWhereTheyAreOpen) {
  for (const char* math : {"y = x^k + 1", "y = a(b)", "y = a(b) + a", "y = A^\\mathsf{T} b + |A|", "s = \\sum_{n=1}^{N} x^n", "y = x_1 + x",
                           "y = K^T b + T", "c = \\hat{y}^s_{ij} + 1", "y = |\\mathbf{A}| b"}) {
    const Equation equation = resolve(math);
    ASSERT_FALSE(equation.choices.empty()) << math;
    for (const Choice& choice : equation.choices) {
      ASSERT_FALSE(choice.flip.empty()) << math;
      EXPECT_NE(dump(resolve(math, {choice.flip})), dump(equation)) << math << "\n  " << choice.flip;
    }
  }
}

// An open choice is worked out both ways; what would change is said, and a reading that does not fit is closed.
TEST(Decisions, AreWorkedOutBothWays) {
  const auto effect_of = [](const char* math, const std::vector<std::string>& facts) {
    const auto display = decode(math, {facts, {}});
    return display.analysis.equation.choices.empty() ? "no choice" : display.analysis.equation.choices[0].effect;
  };
  EXPECT_EQ(effect_of("y = a(b) + c", {}), "the result would have other values");
  EXPECT_EQ(effect_of("y = x_1 + x", {}), "the result would be n_x instead of a number");
  EXPECT_EQ(effect_of("y = K^T b + T", {"K \\in \\mathbb{R}^{p \\times q}", "b \\in \\mathbb{R}^{p}"}), "");
}

}  // namespace decisions_test
}  // namespace eqlens
