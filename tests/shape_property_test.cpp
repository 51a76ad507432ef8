// Random formulas built from the catalogue: those whose shapes fit are accepted with the shape that evaluation gives; after one
// slip they are refused where the slip shows, and one of the repairs mends them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "evaluate/evaluate.hpp"
#include "formulas.hpp"

namespace eqlens {
namespace shape_property_test {

using trial::account;
using trial::Extent;
using trial::Grower;
using trial::Kind;
using trial::Node;

constexpr unsigned formulas = 300;

bool holds(const Node& node, Kind kind) {
  if (node.kind == kind) return true;
  return std::any_of(node.children.begin(), node.children.end(), [&](const auto& child) { return holds(*child, kind); });
}

void each(Node& node, const std::function<void(Node&)>& visit) {
  visit(node);
  for (const auto& child : node.children) each(*child, visit);
}

std::string declaration(const std::string& name, Extent extent, bool named) {
  const auto size = [&](int number) { return named ? trial::size_name(number) : std::to_string(number); };
  if (extent.number()) return name + " \\in \\mathbb{R}";
  if (extent.vector()) return name + " \\in \\mathbb{R}^{" + size(extent.length()) + "}";
  return name + " \\in \\mathbb{R}^{" + size(extent.rows) + " \\times " + size(extent.columns) + "}";
}

struct Formula {
  std::string text;
  std::vector<std::string> facts;
};

Formula written(Node& node, Extent result, bool named) {
  Formula formula{"Y = ", {declaration("Y", result, named)}};
  trial::print(node, formula.text);
  each(node, [&](Node& part) {
    if (part.kind == Kind::leaf) formula.facts.push_back(declaration(part.name, part.declared, named));
  });
  return formula;
}

Analysis analysed(const Formula& formula) { return analyse(formula.text, {formula.facts, {}}); }

std::string words(const Formula& formula, const Analysis& analysis) {
  std::string text = formula.text;
  for (const auto& fact : formula.facts) text += "; " + fact;
  for (const auto& each : analysis.diagnostics) text += "\n  " + each.message + "\n  help: " + each.help;
  return text;
}

std::size_t number_of(const Analysis& analysis, const Dimension& dimension) {
  std::int64_t total = 0;
  const Dimension resolved = analysis.shapes.sizes.resolve(dimension);
  for (const auto& term : resolved.terms()) {
    std::int64_t product = term.coefficient;
    for (const SizeId id : term.sizes)
      for (const auto& [name, number] : trial::sizes)
        if (analysis.shapes.sizes.name(id) == name) product *= number;
    total += product;
  }
  return static_cast<std::size_t>(total);
}

std::vector<std::size_t> extents_of(Extent extent) {
  if (extent.number()) return {};
  if (extent.vector()) return {static_cast<std::size_t>(extent.length())};
  return {static_cast<std::size_t>(extent.rows), static_cast<std::size_t>(extent.columns)};
}

// A vector is a row or a column as its place asks.
bool same_shape(std::optional<Extent> a, Extent b) { return a && extents_of(*a) == extents_of(b); }

std::vector<std::size_t> inferred(const Analysis& analysis) {
  std::vector<std::size_t> extents;
  for (const auto& axis : analysis.shapes.expressions[analysis.equation.statements[0].value].axes)
    extents.push_back(number_of(analysis, axis));
  return extents;
}

struct Grown {
  std::unique_ptr<Node> node;
  Extent extent;
  bool named = true;
};

Grown grown(unsigned seed) {
  Grower grower(seed);
  const Extent extent = seed % 5 == 0 ? Extent{} : seed % 3 == 0 ? Extent{grower.size(), 1} : Extent{grower.size(), grower.size()};
  Grown result{grower.grow(extent, 1 + static_cast<int>(seed % 4)), extent, true};
  result.named = !holds(*result.node, Kind::concatenate);
  return result;
}

TEST(ShapeProperty, WellShapedFormulasAreAcceptedWithTheShapeThatEvaluationGives) {
  EvaluationOptions options;
  for (const auto& [name, number] : trial::sizes) options.sizes[name] = static_cast<std::size_t>(number);
  for (unsigned seed = 0; seed < formulas; ++seed) {
    auto [node, extent, named] = grown(seed);
    ASSERT_EQ(account(*node).extent, extent);
    const Formula formula = written(*node, extent, named);
    const Analysis analysis = analysed(formula);
    SCOPED_TRACE(words(formula, analysis));
    EXPECT_FALSE(has_errors(analysis.diagnostics));
    EXPECT_EQ(inferred(analysis), extents_of(extent));
    if (seed % 3 != 0) continue;
    const Evaluation evaluation = evaluate(analysis, options);
    ASSERT_EQ(evaluation.results.size(), 1U);
    EXPECT_EQ(evaluation.results[0].value.extents, extents_of(extent));
  }
}

/// One slip at the n-th place where one is possible: a transpose too many or too few, factors swapped, another size. False past the last.
bool slip(Node& root, Extent, std::size_t n) {
  std::size_t place = 0;
  bool done = false;
  const auto here = [&] { return !done && place++ == n; };
  each(root, [&](Node& node) {
    if (node.kind == Kind::leaf && !node.declared.number()) {
      if (!node.declared.vector() && here()) {
        auto inner = trial::copy(node);
        node = Node{Kind::transpose, {}, {}, {}, 0, 0};
        node.children.push_back(std::move(inner));
        done = true;
        return;
      }
      if (here()) {
        node.declared.rows = node.declared.rows == 7 ? 3 : 7;
        done = true;
      }
    }
    if (done) return;
    if (node.kind == Kind::transpose && node.children[0]->kind == Kind::leaf && !node.children[0]->declared.vector() && here()) {
      auto inner = std::move(node.children[0]);
      node = std::move(*inner);
      done = true;
      return;
    }
    if (node.kind == Kind::product && here()) {
      std::swap(node.children[0], node.children[1]);
      done = true;
    }
  });
  return done;
}

Formula edited(const Formula& formula, const Edit& edit) {
  Formula result = formula;
  if (!edit.declares) {
    result.text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    return result;
  }
  const std::string name = edit.text.substr(0, edit.text.find(" \\in"));
  for (auto& fact : result.facts)
    if (fact.substr(0, fact.find(" \\in")) == name) fact = edit.text;
  return result;
}

TEST(ShapeProperty, OneSlipIsRefusedWhereItShowsAndARepairMendsIt) {
  const bool tell = std::getenv("EQLENS_TELL") != nullptr;
  std::size_t slips = 0, refused = 0, placed = 0, mended = 0, alone = 0;
  for (unsigned seed = 0; seed < formulas; ++seed) {
    for (std::size_t n = seed % 3; n < 12; n += 3) {
      auto [node, extent, named] = grown(seed);
      if (!slip(*node, extent, n)) break;
      const auto found = account(*node);
      if (same_shape(found.extent, extent)) continue;
      Formula formula = written(*node, extent, named);
      const Analysis analysis = analysed(formula);
      ++slips;
      const auto& all = analysis.diagnostics;
      const auto mistake = std::find_if(all.begin(), all.end(), [](const Diagnostic& each) { return each.severity == Severity::error; });
      if (mistake == all.end()) {
        if (tell) std::printf("ACCEPTED %s\n", words(formula, analysis).c_str());
        continue;
      }
      ++refused;
      alone +=
          std::count_if(all.begin(), all.end(), [](const Diagnostic& each) { return each.severity == Severity::error; }) == 1 ? 1U : 0U;
      const Node& culprit = found.culprit != nullptr ? *found.culprit : *node;
      const auto near = [](std::size_t a, std::size_t b) { return a + 1 >= b && b + 1 >= a; };
      const bool there = near(mistake->span.begin, culprit.begin) && near(mistake->span.end, culprit.end);
      placed += there ? 1U : 0U;
      const auto wanted = extents_of(extent);
      const bool mends = std::any_of(mistake->edits.begin(), mistake->edits.end(), [&](const Edit& edit) {
        const Analysis again = analysed(edited(formula, edit));
        return !has_errors(again.diagnostics) && inferred(again) == wanted;
      });
      mended += mends ? 1U : 0U;
      if (tell && (!there || !mends))
        std::printf("%s%s %s\n", there ? "" : "MISPLACED ", mends ? "" : "UNMENDED", words(formula, analysis).c_str());
    }
  }
  std::printf("%zu slips: %zu refused, %zu at their place, %zu mended, %zu with one message\n", slips, refused, placed, mended, alone);
  EXPECT_GE(slips, 300U);
  EXPECT_EQ(refused, slips);
  EXPECT_GE(placed * 100, refused * 95);
  EXPECT_GE(mended * 100, refused * 95);
  EXPECT_EQ(alone, refused);
}

}  // namespace shape_property_test
}  // namespace eqlens
