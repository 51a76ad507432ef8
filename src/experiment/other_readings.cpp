#include "experiment/other_readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "evaluate/evaluate.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_choices = 8;

std::size_t errors(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; }));
}

std::string shape_of_result(const Analysis& analysis) {
  if (analysis.equation.statements.empty()) return {};
  const Statement& first = analysis.equation.statements.front();
  if (first.value == none) return {};
  const Shape& shape = first.defines.empty() ? analysis.shapes.expressions[first.value] : analysis.shapes.symbols[first.defines[0]];
  return shape.known ? print(shape, analysis.shapes.sizes) : std::string();
}

bool same(const Evaluation& a, const Evaluation& b) {
  if (a.results.size() != b.results.size()) return false;
  for (std::size_t n = 0; n < a.results.size(); ++n)
    if (a.results[n].value.extents != b.results[n].value.extents || a.results[n].value.data != b.results[n].value.data) return false;
  return true;
}

/// The other reading on the numbers that this one was computed on.
std::string difference(const Analysis& analysis, const Analysis& other) {
  const auto here = shape_of_result(analysis), there = shape_of_result(other);
  if (!here.empty() && !there.empty() && here != there) return fmt::format("the result would be {} instead of {}", there, here);
  const auto computed = evaluate(analysis);
  EvaluationOptions given;
  for (const auto& input : computed.inputs)
    if (other.equation.find_symbol(input.symbol)) given.values.push_back({input.symbol, input.value});
  return same(computed, evaluate(other, given)) ? std::string() : "the result would have other values";
}

}  // namespace

void work_out_choices(Analysis& analysis, const AnalysisOptions& options) {
  const std::string display(analysis.equation.sources[0].text());
  std::size_t tried = 0;
  for (Choice& choice : analysis.equation.choices) {
    if (choice.flip.empty() || ++tried > most_choices) continue;
    AnalysisOptions flipped = options;
    flipped.facts.push_back(choice.flip);
    const Analysis other = analyse(display, flipped);
    if (errors(other.diagnostics) > errors(analysis.diagnostics)) {
      choice.because += "; the other reading does not fit";
      choice.flip.clear();
      continue;
    }
    choice.effect = difference(analysis, other);
  }
}

}  // namespace eqlens
