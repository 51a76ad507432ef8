// Reading aloud without the parser: grouping rules on trees built by hand.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

#include "read/speaker.hpp"
#include "hand_builder.hpp"

namespace eqlens {
namespace {

/// A tree to be built in any builder.
struct Tree {
  std::string notation;
  std::function<ExpressionId(HandBuilder&)> build;
};

std::string spoken(const Tree& tree, Register spoken_in) {
  HandBuilder builder;
  builder.state({tree.build(builder)});
  return Speaker(builder.analysis, spoken_in).display();
}

std::vector<Tree> atoms() {
  std::vector<Tree> result;
  for (const std::string letter : {"a", "b", "c"}) result.push_back({letter, [letter](HandBuilder& b) { return b.letter(letter); }});
  return result;
}

/// Every operation once over every choice of the given operands.
std::vector<Tree> one_level(const std::vector<Tree>& operands) {
  std::vector<Tree> result;
  for (const auto& x : operands) {
    for (const std::string operation : {"square root", "logarithm", "softmax", "negative"})
      result.push_back({operation + "(" + x.notation + ")", [=](HandBuilder& b) { return b.apply(operation, {x.build(b)}); }});
    result.push_back({"sq(" + x.notation + ")", [=](HandBuilder& b) {
                        const auto base = x.build(b);
                        return b.apply("power", {base, b.number(2)});
                      }});
    result.push_back({"f(" + x.notation + ")", [=](HandBuilder& b) {
                        const auto argument = x.build(b);
                        return b.call("f", {argument});
                      }});
    result.push_back({"sum(" + x.notation + ")", [=](HandBuilder& b) { return b.reduce("sum", "i", x.build(b)); }});
    for (const auto& y : operands)
      for (const std::string operation : {"plus", "product", "division"})
        result.push_back({operation + "(" + x.notation + "," + y.notation + ")", [=](HandBuilder& b) {
                            const auto left = x.build(b);
                            return b.apply(operation, {left, y.build(b)});
                          }});
  }
  return result;
}

/// A minus sign in front of a product or fraction may belong to its first factor: the value is the same.
std::string without_signs(std::string notation) {
  for (auto at = notation.find("negative"); at != std::string::npos; at = notation.find("negative")) notation.erase(at, 8);
  std::erase_if(notation, [](char c) { return c == '(' || c == ')'; });
  return notation;
}

std::string without_commas(std::string sentence) {
  std::erase(sentence, ',');
  return sentence;
}

enum class Commas { heard, dropped };

std::vector<std::string> collisions(const std::vector<Tree>& trees, Register spoken_in, Commas commas) {
  std::map<std::string, std::string> seen;
  std::vector<std::string> result;
  for (const auto& tree : trees) {
    auto sentence = spoken(tree, spoken_in);
    if (commas == Commas::dropped) sentence = without_commas(std::move(sentence));
    const auto [place, fresh] = seen.emplace(sentence, tree.notation);
    if (!fresh && without_signs(place->second) != without_signs(tree.notation)) result.push_back(sentence + "  " + place->second + "  " + tree.notation);
  }
  return result;
}

TEST(Grouping, NoTwoSmallTreesSoundAlike) {
  auto operands = atoms();
  operands.pop_back();
  auto trees = operands;
  for (auto& tree : one_level(operands)) trees.push_back(std::move(tree));
  auto deep = trees;
  for (auto& tree : one_level(trees)) deep.push_back(std::move(tree));
  for (const auto spoken_in : {Register::aloud, Register::strict}) {
    const auto found = collisions(deep, spoken_in, Commas::dropped);
    EXPECT_TRUE(found.empty()) << found.size() << " of " << deep.size() << "\n" << ::testing::PrintToString(found);
  }
}

/// A random tree of at most this depth, as a tree that can be built again.
Tree random_tree(std::mt19937& random, int depth) {
  const auto pick = [&](unsigned count) { return random() % count; };
  static const std::vector<std::string> unary = {"square root", "logarithm", "softmax", "hyperbolic tangent", "exponential", "norm"};
  static const std::vector<std::string> binary = {"plus", "minus", "product", "division", "elementwise product"};
  if (depth == 0 || pick(6) == 0) return atoms()[pick(3)];
  const auto x = random_tree(random, depth - 1);
  switch (pick(6)) {
    case 0: {
      const auto operation = unary[pick(6)];
      return {operation + "(" + x.notation + ")", [=](HandBuilder& b) { return b.apply(operation, {x.build(b)}); }};
    }
    case 1:
      return {"sq(" + x.notation + ")", [=](HandBuilder& b) {
                const auto base = x.build(b);
                return b.apply("power", {base, b.number(2)});
              }};
    case 2: {
      const std::string operation = pick(2) == 0 ? "sum" : "product over";
      return {operation + "(" + x.notation + ")", [=](HandBuilder& b) { return b.reduce(operation, "i", x.build(b)); }};
    }
    default: {
      const auto operation = binary[pick(5)];
      const auto y = random_tree(random, depth - 1);
      return {operation + "(" + x.notation + "," + y.notation + ")", [=](HandBuilder& b) {
                const auto left = x.build(b);
                return b.apply(operation, {left, y.build(b)});
              }};
    }
  }
}

TEST(Grouping, NoTwoRandomTreesSoundAlike) {
  std::mt19937 random(7);
  std::vector<Tree> trees;
  for (int i = 0; i < 20000; ++i) trees.push_back(random_tree(random, 4));
  for (const auto spoken_in : {Register::aloud, Register::strict}) {
    const auto found = collisions(trees, spoken_in, Commas::heard);
    EXPECT_TRUE(found.empty()) << found.size() << "\n" << ::testing::PrintToString(found);
  }
}

}  // namespace
}  // namespace eqlens
