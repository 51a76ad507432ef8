// Reading aloud without the parser: grouping rules on trees built by hand.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

#include "hand_builder.hpp"
#include "read/reading.hpp"
#include "read/speaker.hpp"
#include "read/words.hpp"
#include "strict_reader.hpp"

namespace eqlens {
namespace read_test {

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
    if (!fresh && without_signs(place->second) != without_signs(tree.notation))
      result.push_back(sentence + "  " + place->second + "  " + tree.notation);
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

TEST(Strict, IsReadBackToTheSameTree) {
  auto operands = atoms();
  operands.pop_back();
  auto trees = operands;
  for (auto& tree : one_level(operands)) trees.push_back(std::move(tree));
  auto deep = trees;
  for (auto& tree : one_level(trees)) deep.push_back(std::move(tree));
  std::vector<std::string> wrong;
  for (const auto& tree : deep) {
    const auto sentence = spoken(tree, Register::strict);
    const auto back = StrictReader(sentence).read();
    // The minus sign may belong to the first factor: the value is the same.
    if (without_signs(back) != without_signs(tree.notation)) wrong.push_back(sentence + "  " + tree.notation + "  " + back);
  }
  EXPECT_TRUE(wrong.empty()) << wrong.size() << " of " << deep.size() << "\n" << ::testing::PrintToString(wrong);
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
  for (int i = 0; i < 6000; ++i) trees.push_back(random_tree(random, 4));
  for (const auto spoken_in : {Register::aloud, Register::strict}) {
    const auto found = collisions(trees, spoken_in, Commas::heard);
    EXPECT_TRUE(found.empty()) << found.size() << "\n" << ::testing::PrintToString(found);
  }
}

TEST(Grouping, LongChainsTakeTimeInProportion) {
  for (const std::string operation : {"plus", "product", "division"}) {
    HandBuilder builder;
    auto chain = builder.letter("a");
    for (int i = 0; i < 20000; ++i) chain = builder.apply(operation, {chain, builder.letter(i % 2 == 0 ? "b" : "Q")});
    builder.state({builder.letter("y"), chain}, {"equals"});
    EXPECT_GT(read(builder.analysis).aloud.size(), 80000U) << operation;
  }
}

const std::string& answer(const Reading& reading, std::size_t number) { return reading.questions[number - 1].answer; }

TEST(Questions, HaveTheirWordsAndOrder) {
  const auto reading = read(analyse(R"(y = W x + b)"));
  const std::vector<std::string> expected = {"What comes out?",
                                             "What goes in?",
                                             "What is learned, and what is set by hand?",
                                             "What shape is everything?",
                                             "What does each function and operation do, and why is it there?",
                                             "What does it say in one plain sentence?",
                                             "What happens at the extremes?"};
  ASSERT_EQ(reading.questions.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(reading.questions[i].question, expected[i]);
    EXPECT_FALSE(reading.questions[i].answer.empty()) << expected[i];
  }
}

TEST(Questions, SpeakOfTheSymbolsOfThisEquation) {
  const auto reading =
      read(analyse(R"(R = \operatorname{softmax}\left(\frac{AB^\top}{\sqrt{w}}\right)C)",
                   {{R"(A \in \mathbb{R}^{n \times w})", R"(B \in \mathbb{R}^{m \times w})", R"(C \in \mathbb{R}^{m \times v})"}, ""}));
  EXPECT_EQ(reading.known_as.name, "scaled dot-product attention");
  EXPECT_NE(answer(reading, 1).find("n rows and v columns"), std::string::npos) << answer(reading, 1);
  EXPECT_NE(answer(reading, 4).find("n × w"), std::string::npos) << answer(reading, 4);
  EXPECT_NE(answer(reading, 5).find("√w"), std::string::npos) << answer(reading, 5);
  EXPECT_NE(answer(reading, 7).find("1/m"), std::string::npos) << answer(reading, 7);
  EXPECT_NE(reading.plain.find("shares"), std::string::npos) << reading.plain;
  ASSERT_FALSE(reading.conventions.empty());
  EXPECT_EQ(reading.conventions[0], "softmax runs along each row: one distribution for each of the n rows");
}

TEST(Questions, SpeakOfThisEquationAlone) {
  EXPECT_NE(answer(read(analyse(R"(y = F(x) + x)")), 3).find("may hold learned parameters"), std::string::npos);
  EXPECT_NE(answer(read(analyse(R"(A = \operatorname{softmax}(QK^\top))")), 1).find("each row sums to 1"), std::string::npos);
  EXPECT_EQ(answer(read(analyse(R"(S = \sum_{i=1}^{n} x_i)")), 7).find("no terms"), std::string::npos);
  const auto projections = read(analyse(R"(Q = XW^Q,\quad K = XW^K,\quad V = XW^V)"));
  EXPECT_NE(answer(projections, 5).find("W^K"), std::string::npos) << answer(projections, 5);
  EXPECT_NE(projections.plain.find("each with weights of its own"), std::string::npos) << projections.plain;
  EXPECT_EQ(read(analyse(R"(y = x^)")).plain.rfind("Refused: ", 0), 0U);
  const auto tempered = read(analyse(R"(y_i = \frac{\exp(z_i/T)}{\sum_{j=1}^{K}\exp(z_j/T)})"));
  EXPECT_NE(answer(tempered, 5).find("Dividing z_i by T"), std::string::npos) << answer(tempered, 5);
}

// Unrelated formulas with letters of their own: whatever is said of one is said of that one alone.
TEST(Questions, ShareNoSentenceBetweenUnrelatedFormulas) {
  const std::vector<std::string> unrelated = {
      R"(a = \frac{b}{c})",
      R"(D = \sum_{i=1}^{n} d_i)",
      R"(e_1 = \sqrt{f})",
      R"(g = \max(0, h))",
      R"(J = -\sum_{k=1}^{K} t_k \log p_k)",
      R"(\phi \leftarrow \phi - \rho \nabla_\phi M)",
      R"(R = \operatorname{softmax}\left(\frac{AB^\top}{\sqrt{w}}\right)C)",
      R"(o = \tanh(Uz + v))",
      R"(s = \frac{u^\top r}{\|u\| \|r\|})",
      R"(\hat{m} = \frac{1}{N}\sum_{j=1}^{N} m_j)",
      R"(P = |y - q|^2)",
      R"(H_t = \kappa H_{t-1} + (1-\kappa) G_t)",
      R"(\psi = \cos\omega)",
      R"(E = \mathbb{E}_{\xi \sim \nu}[F(\xi)])",
      R"(l = \frac{1}{1 + e^{-\zeta}})",
      R"(Y = \mathrm{LayerNorm}(X))",
      R"(\chi^2 = \sum_\iota \frac{(O_\iota - \epsilon_\iota)^2}{\epsilon_\iota})",
  };
  std::map<std::string, std::size_t> last;
  std::vector<std::string> shared;
  for (std::size_t n = 0; n < unrelated.size(); ++n) {
    const auto analysis = analyse(unrelated[n]);
    for (const auto& [question, answer] : read(analysis, Register::aloud, experiments(analysis)).questions) {
      for (std::size_t begin = 0; begin < answer.size();) {
        const auto end = std::min(answer.find(". ", begin), answer.size());
        const auto sentence = answer.substr(begin, end - begin);
        begin = end + 2;
        const auto [place, fresh] = last.emplace(sentence, n);
        if (!fresh && place->second != n) shared.push_back(unrelated[n] + ": " + sentence);
      }
    }
  }
  EXPECT_TRUE(shared.empty()) << ::testing::PrintToString(shared);
}

TEST(Questions, SayWhenNothingIsLearned) {
  EXPECT_EQ(answer(read(analyse(R"(\mu = \frac{1}{d}\sum_{i} x_i)")), 3).rfind("Nothing in μ = 1/d Σ_i x_i is learned", 0), 0U);
}

TEST(Pretty, KeepsTheGrouping) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {R"(\sqrt{ab})", "√(ab)"},
      {R"(\sqrt{d_k}b)", "√d_kb"},
      {R"(\frac{a}{bc})", "a/(bc)"},
      {R"(\frac{a}{b}c)", "(a/b)c"},
      {R"(\frac{a}{b}^2)", "(a/b)²"},
      {R"(\frac{1}{n}x)", "1/n x"},
      {R"(\frac{QK^\top}{\sqrt{d_k}})", "QKᵀ/√d_k"},
      {R"(\frac{p(x)}{q(x)})", "p(x)/q(x)"},
      {R"(\frac{\partial L}{\partial W})", "∂L/∂W"},
  };
  for (const auto& [latex, shown] : rows) EXPECT_EQ(pretty(latex), shown) << latex;
}

TEST(Cards, KnowNearMisses) {
  const AnalysisOptions square = {{R"(Q, K, V \in \mathbb{R}^{n \times n})"}, ""};
  EXPECT_NE(read(analyse(R"(\operatorname{softmax}\left(\frac{QK}{\sqrt{d_k}}\right)V)", square)).known_as.difference.find("Kᵀ"),
            std::string::npos);
  EXPECT_NE(read(analyse(R"(\operatorname{softmax}(QK^\top)V)", square)).known_as.difference.find("square root"), std::string::npos);
  const auto masked = read(analyse(R"(\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V)")).known_as;
  EXPECT_EQ(masked.name, "scaled dot-product attention");
  EXPECT_NE(masked.difference.find("M is added"), std::string::npos) << masked.difference;
}

TEST(Cards, KnowFormulasInOtherLetters) {
  const std::vector<std::pair<std::string, std::string>> known = {
      {R"(w \leftarrow w - \alpha \nabla_w J)", "gradient descent"},
      {R"(J = -\sum_{k=1}^{K} t_k \log \hat{t}_k)", "cross-entropy"},
      {R"(E = \frac{1}{m}\sum_{j=1}^{m}(t_j - \hat{t}_j)^2)", "mean squared error"},
      {R"(D = \sum_z a(z) \log \frac{a(z)}{b(z)})", "Kullback-Leibler divergence"},
      {R"(G(u) = T(u) + u)", "residual connection"},
      {R"(J = L + \lambda \|w\|_1)", "L1 penalty"},
      {R"(J = L + \lambda \|w\|_2^2)", "L2 penalty"},
      {R"(s = \frac{u^\top v}{\|u\| \|v\|})", "cosine similarity"},
      {R"(E_{ij} = \sum_{k=1}^{n} A_{ik} B_{kj})", "matrix product"},
      {R"(g(a) = \frac{1}{1 + e^{-a}})", "sigmoid"},
      {R"(y_i = \frac{x_i}{\sqrt{\frac{1}{d}\sum_{j=1}^{d} x_j^2 + \epsilon}})", "RMS normalisation"},
  };
  for (const auto& [latex, name] : known) EXPECT_EQ(read(analyse(latex)).known_as.name, name) << latex;
}

}  // namespace read_test
}  // namespace eqlens
