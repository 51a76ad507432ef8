#include "experiment/worked_example.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "evaluate/sample.hpp"
#include "experiment/slices.hpp"
#include "kernel/loops.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_examples = 24;

template <std::size_t N>
double picked(const std::array<double, N>& numbers, std::size_t at) {
  return numbers[at % N];
}

/// Shares of three, two or more: the first is the largest.
double share(std::size_t at, std::size_t length) {
  if (length == 1) return 1;
  if (length == 2) return at == 0 ? 0.75 : 0.25;
  if (length == 3) return std::array<double, 3>{0.5, 0.3, 0.2}[at];
  const auto parts = static_cast<double>(length * (length + 1)) / 2;
  return static_cast<double>(length - at) / parts;
}

/// Numbers that one reckons with by hand, in an order that differs from input to input and from attempt to attempt.
void fill_by_hand(Array& value, const Array& kept, const std::string& domain, std::size_t turn) {
  constexpr std::array<double, 7> any{1, 2, 0, 3, -1, 1, -2};
  constexpr std::array<double, 4> positive{1, 4, 2, 3};
  constexpr std::array<double, 4> rate{0.5, 0.25, 0.75, 0.5};
  const auto length = value.extents.empty() ? 1 : value.extents.back();
  for (std::size_t i = 0; i < value.data.size(); ++i) {
    auto& x = value.data[i];
    if (domain.starts_with("usually ") || domain == "stability" || domain == "step")
      x = kept.data[i % kept.data.size()];
    else if (domain == "simplex")
      x = share((i + turn) % length, length);
    else if (domain == "one-hot")
      x = i % length == (i / length + turn) % length ? 1 : 0;
    else if (domain == "positive" || domain == "at least one" || domain == "count")
      x = picked(positive, i + i / length + turn) + (domain == "at least one" ? 1 : 0);
    else if (domain == "rate" || domain == "probability")
      x = picked(rate, i + turn);
    else if (domain == "real" || domain.empty())
      x = picked(any, i + i / length + turn);
  }
}

bool is_telling(const Evaluation& evaluation) {
  if (evaluation.results.empty() || has_errors(evaluation.diagnostics)) return false;
  return std::all_of(evaluation.results.begin(), evaluation.results.end(), [](const EvaluatedResult& result) {
    const auto& data = result.value.data;
    if (data.empty() || !all_numbers(result.value) || largest(result.value) == 0) return false;
    return data.size() == 1 || std::any_of(data.begin(), data.end(), [&](double x) { return x != data.front(); });
  });
}

/// The extents of an input with every named size 2, a single one 3: two rows tell a row from a column.
std::vector<std::size_t> small_extents(const Analysis& analysis, SymbolId symbol, const Array& drawn) {
  const auto& [sizes, expressions, symbols, evidence, ranges, assumptions, broadcasts, diagnostics] = analysis.shapes;
  if (symbol >= symbols.size() || !symbols[symbol].known || symbols[symbol].rank() != drawn.rank()) return drawn.extents;
  std::size_t names = 0;
  for (SizeId id = 0; id < sizes.count(); ++id) names += sizes.resolve(Dimension::size(id)).single() == id ? 1 : 0;
  std::vector<std::size_t> extents;
  for (const auto& axis : symbols[symbol].axes) {
    std::int64_t extent = 0;
    const auto dimension = sizes.resolve(axis);
    for (const auto& term : dimension.terms()) {
      auto product = term.coefficient;
      for (std::size_t i = 0; i < term.sizes.size(); ++i) product *= names == 1 ? 3 : 2;
      extent += product;
    }
    extents.push_back(static_cast<std::size_t>(std::max<std::int64_t>(extent, 1)));
  }
  return extents;
}

/// The drawn inputs replaced by small ones that are easy to reckon with; each attempt chooses others.
EvaluationOptions by_hand(const Analysis& analysis, EvaluationOptions options, const std::vector<EvaluatedInput>& drawn, bool small,
                          std::size_t attempt) {
  std::size_t turn = attempt;
  for (const auto& input : drawn) {
    if (input.from != "sample") continue;
    const auto symbol = analysis.equation.find_symbol(input.symbol);
    GivenValue given{input.symbol, input.value};
    if (small && symbol) given.value.extents = small_extents(analysis, *symbol, input.value);
    given.value.data.assign(element_count(given.value.extents), 0.0);
    fill_by_hand(given.value, input.value, symbol ? domain_of(analysis, *symbol) : "real", turn++);
    options.values.push_back(std::move(given));
  }
  return options;
}

}  // namespace

EvaluationOptions worked_example(const Analysis& analysis, EvaluationOptions options) {
  options.trace = false;
  const auto drawn = evaluate(analysis, options).inputs;
  for (const bool small : {true, false})
    for (std::size_t attempt = 0; attempt < most_examples; ++attempt) {
      auto chosen = by_hand(analysis, options, drawn, small, attempt);
      if (!is_telling(evaluate(analysis, chosen))) continue;
      chosen.trace = true;
      return chosen;
    }
  options.trace = true;
  return options;
}

}  // namespace eqlens
