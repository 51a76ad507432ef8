#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "evaluate/evaluate.hpp"
#include "experiment/numbers.hpp"
#include "read/known_formulas.hpp"
#include "read/wording.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

/// Small whole numbers that differ from entry to entry; a single number keeps one digit of what was drawn from its domain.
Array small_numbers(const Array& drawn, std::size_t size, std::size_t which) {
  constexpr std::array entries{1.0, 2.0, 0.0, 3.0, -1.0, 1.0, 4.0, 2.0, -2.0};
  Array result{std::vector<std::size_t>(drawn.rank(), size), {}};
  if (drawn.rank() == 0) {
    const double rounded = std::round(drawn.data[0] * 10) / 10;
    result.data.push_back(rounded != 0 ? rounded : drawn.data[0]);
    return result;
  }
  std::size_t count = 1;
  for (std::size_t n = 0; n < drawn.rank(); ++n) count *= size;
  for (std::size_t n = 0; n < count; ++n) result.data.push_back(entries[(n + 2 * which) % entries.size()]);
  return result;
}

std::string print_array(const Array& array, std::size_t from, std::size_t axis) {
  if (axis == array.extents.size()) return print_number(array.data[from], 4);
  std::size_t stride = 1;
  for (std::size_t n = axis + 1; n < array.extents.size(); ++n) stride *= array.extents[n];
  std::string text = "[";
  for (std::size_t n = 0; n < array.extents[axis]; ++n) text += (n > 0 ? ", " : "") + print_array(array, from + n * stride, axis + 1);
  return text + "]";
}

bool differ(const Array& a, const Array& b) {
  if (a.extents != b.extents) return true;
  for (std::size_t n = 0; n < a.data.size(); ++n)
    if (!(std::fabs(a.data[n] - b.data[n]) <= 1e-3 * std::max(1.0, std::fabs(b.data[n])))) return true;
  return false;
}

bool finite(const Array& array) {
  return std::all_of(array.data.begin(), array.data.end(), [](double entry) { return std::isfinite(entry); });
}

}  // namespace

std::string difference_of(const Analysis& analysis, const NearlyKnown& nearly) {
  return fmt::format("the usual formula has {} instead of {}", pretty(nearly.usual), shown(analysis, nearly.place));
}

std::string told_apart(const Analysis& analysis, const std::string& corrected) {
  AnalysisOptions facts;
  for (std::size_t n = 1; n < analysis.equation.sources.size(); ++n) facts.facts.emplace_back(analysis.equation.sources[n].text());
  const Analysis usual = analyse(corrected, facts);
  if (has_errors(usual.diagnostics)) return {};
  const Evaluation drawn = evaluate(analysis);
  if (has_errors(drawn.diagnostics)) return {};
  // Squares of one size serve both readings of an order or a transpose.
  for (std::size_t size = 1; size <= 3; ++size) {
    EvaluationOptions options;
    std::string inputs;
    for (std::size_t n = 0; n < drawn.inputs.size(); ++n) {
      const EvaluatedInput& input = drawn.inputs[n];
      if (input.from == "shape") continue;
      Array value = small_numbers(input.value, size, n);
      inputs += (inputs.empty() ? "" : ", ") + input.symbol + " = " + print_array(value, 0, 0);
      options.values.push_back({input.symbol, std::move(value)});
    }
    const Evaluation here = evaluate(analysis, options), there = evaluate(usual, options);
    if (here.results.empty() || there.results.empty() || has_errors(here.diagnostics) || has_errors(there.diagnostics)) continue;
    const Array &a = here.results.back().value, &b = there.results.back().value;
    if (!finite(a) || !finite(b) || !differ(a, b)) continue;
    return fmt::format("with {} this gives {}, the usual formula {}", inputs, print_array(a, 0, 0), print_array(b, 0, 0));
  }
  return {};
}

}  // namespace eqlens
