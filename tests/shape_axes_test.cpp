// Indices, batches, blocks and gradients: each row fits as it is declared, and not after one axis is declared with another size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "evaluate/evaluate.hpp"

namespace eqlens {
namespace shape_axes_test {

const std::map<std::string, std::size_t> numbers{{"n", 2}, {"m", 3}, {"d", 5}, {"h", 7}, {"l", 4}, {"p", 6}, {"r", 9}};

struct Declared {
  std::string name;
  std::vector<std::string> axes;
};

struct Row {
  const char* math;
  std::vector<Declared> symbols;  ///< the result first
};

// clang-format off
const Row rows[] = {
    {R"(C_{ij} = \sum_l A_{il} B_{lj})", {{"C", {"n", "d"}}, {"A", {"n", "m"}}, {"B", {"m", "d"}}}},
    {R"(y_i = \sum_j A_{ij} x_j + b_i)", {{"y", {"n"}}, {"A", {"n", "m"}}, {"x", {"m"}}, {"b", {"n"}}}},
    {R"(s = \sum_i \sum_j x_i A_{ij} y_j)", {{"s", {}}, {"A", {"n", "m"}}, {"x", {"n"}}, {"y", {"m"}}}},
    {R"(C_{ij} = A_{ij} x_j + y_i)", {{"C", {"n", "m"}}, {"A", {"n", "m"}}, {"x", {"m"}}, {"y", {"n"}}}},
    {R"(Y_{ij} = \sum_k \tanh(X_{ik} W_{kj}))", {{"Y", {"h", "l"}}, {"X", {"h", "d"}}, {"W", {"d", "l"}}}},
    {R"(S = Q K^\top)", {{"S", {"p", "h", "n", "m"}}, {"Q", {"p", "h", "n", "d"}}, {"K", {"p", "h", "m", "d"}}}},
    {R"(O = \operatorname{softmax}(Q K^\top) V)", {{"O", {"p", "n", "l"}}, {"Q", {"p", "n", "d"}}, {"K", {"p", "m", "d"}}, {"V", {"p", "m", "l"}}}},
    {R"(Y = X W + b)", {{"Y", {"p", "n", "h"}}, {"X", {"p", "n", "d"}}, {"W", {"d", "h"}}, {"b", {"h"}}}},
    {R"(Y = X + P)", {{"Y", {"p", "n", "d"}}, {"X", {"p", "n", "d"}}, {"P", {"n", "d"}}}},
    {R"(M = \begin{pmatrix} A & B \\ C & F \end{pmatrix} X)", {{"M", {"5", "l"}}, {"A", {"2", "3"}}, {"B", {"2", "4"}}, {"C", {"3", "3"}}, {"F", {"3", "4"}}, {"X", {"7", "l"}}}},
    {R"(G = \nabla_W \|W x - y\|^2)", {{"G", {"h", "d"}}, {"W", {"h", "d"}}, {"x", {"d"}}, {"y", {"h"}}}},
    {R"(g = \nabla_x (a^\top \tanh(W x)))", {{"g", {"d"}}, {"W", {"h", "d"}}, {"x", {"d"}}, {"a", {"h"}}}},
    {R"(q = (x - u)^\top A^{-1} (x - u))", {{"q", {}}, {"A", {"d", "d"}}, {"x", {"d"}}, {"u", {"d"}}}},
    {R"(y = W \operatorname{Concat}(x, z))", {{"y", {"h"}}, {"W", {"h", "7"}}, {"x", {"3"}}, {"z", {"4"}}}},
};
// clang-format on

std::string declaration(const Declared& symbol) {
  std::string sizes;
  for (const auto& axis : symbol.axes) sizes += (sizes.empty() ? "" : " \\times ") + axis;
  return symbol.name + " \\in \\mathbb{R}" + (sizes.empty() ? "" : "^{" + sizes + "}");
}

std::vector<std::string> facts_of(const std::vector<Declared>& symbols) {
  std::vector<std::string> facts;
  for (const auto& symbol : symbols) facts.push_back(declaration(symbol));
  return facts;
}

std::string words(const Row& row, const std::vector<std::string>& facts, const Analysis& analysis) {
  std::string text = row.math;
  for (const auto& fact : facts) text += "; " + fact;
  for (const auto& diagnostic : analysis.diagnostics) text += "\n  " + diagnostic.message + "\n  help: " + diagnostic.help;
  return text;
}

TEST(ShapeAxes, AreInferredAsEvaluationGivesThem) {
  EvaluationOptions options;
  options.sizes = numbers;
  for (const Row& row : rows) {
    const Analysis analysis = analyse(row.math, {facts_of(row.symbols), {}});
    SCOPED_TRACE(words(row, facts_of(row.symbols), analysis));
    EXPECT_FALSE(has_errors(analysis.diagnostics));
    const Evaluation evaluation = evaluate(analysis, options);
    ASSERT_EQ(evaluation.results.size(), 1U);
    std::vector<std::size_t> extents;
    for (const auto& axis : row.symbols[0].axes) extents.push_back(numbers.count(axis) > 0 ? numbers.at(axis) : std::stoul(axis));
    EXPECT_EQ(evaluation.results[0].value.extents, extents);
  }
}

/// How often a size is declared: an axis whose size stands nowhere else may have any.
std::size_t uses(const Row& row, const std::string& size) {
  std::size_t count = 0;
  for (const auto& symbol : row.symbols) count += static_cast<std::size_t>(std::count(symbol.axes.begin(), symbol.axes.end(), size));
  return count;
}

bool mends(const Row& row, std::vector<std::string> facts, const Edit& edit) {
  std::string math = row.math;
  if (edit.declares) {
    const auto name = edit.text.substr(0, edit.text.find(" \\in"));
    for (auto& fact : facts)
      if (fact.substr(0, fact.find(" \\in")) == name) fact = edit.text;
  } else {
    math.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
  }
  return !has_errors(analyse(math, {facts, {}}).diagnostics);
}

TEST(ShapeAxes, OfAnotherSizeAreRefusedAndMended) {
  std::size_t slips = 0, mended = 0;
  for (const Row& row : rows)
    for (std::size_t symbol = 0; symbol < row.symbols.size(); ++symbol)
      for (std::size_t axis = 0; axis < row.symbols[symbol].axes.size(); ++axis) {
        if (uses(row, row.symbols[symbol].axes[axis]) < 2 && numbers.count(row.symbols[symbol].axes[axis]) > 0) continue;
        auto symbols = row.symbols;
        symbols[symbol].axes[axis] = numbers.count(symbols[symbol].axes[axis]) > 0 ? "r" : "9";
        const auto facts = facts_of(symbols);
        const Analysis analysis = analyse(row.math, {facts, {}});
        SCOPED_TRACE(words(row, facts, analysis));
        ++slips;
        const auto& all = analysis.diagnostics;
        EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Diagnostic& each) { return each.severity == Severity::error; }), 1);
        mended += std::any_of(all.begin(), all.end(),
                              [&](const Diagnostic& each) {
                                return std::any_of(each.edits.begin(), each.edits.end(),
                                                   [&](const Edit& edit) { return mends(row, facts, edit); });
                              })
                      ? 1U
                      : 0U;
      }
  std::printf("%zu slips: %zu mended\n", slips, mended);
  EXPECT_GE(slips, 60U);
  EXPECT_GE(mended * 100, slips * 90);
}

// What nothing defines is given once for each letter that is bound around it.
TEST(GivenShapes, HaveAnAxisForEachBoundLetter) {
  struct Call {
    const char* math;
    std::vector<std::string> facts;
    const char* call;
    const char* shape;
  };
  const Call calls[] = {
      {"c = -\\sum_{i=1}^{n} \\log p(u_i)", {}, "p(u_i)", "n"},
      {"c = \\sum_{i=1}^{n} \\sum_{t=1}^{m} q(a_{i,t})", {}, "q(a_{i,t})", "m × n"},
      {"c_k = \\sum_{u \\in D} q(k \\mid u) u", {"D \\subset \\mathbb{R}^{d}"}, "q(k \\mid u)", "|D|"},
      {"c = q(u) + 1", {}, "q(u)", "a number"},
  };
  for (const Call& row : calls) {
    const auto analysis = analyse(row.math, {row.facts, {}});
    bool found = false;
    for (ExpressionId id = 0; id < analysis.equation.arena.size(); ++id) {
      if (!analysis.equation.arena.applies(id, "call") || analysis.equation.text(id) != row.call) continue;
      found = true;
      EXPECT_EQ(print(given_shape(analysis.equation, analysis.shapes, id), analysis.shapes.sizes), row.shape) << row.math;
    }
    EXPECT_TRUE(found) << row.math;
  }
}

}  // namespace shape_axes_test
}  // namespace eqlens
