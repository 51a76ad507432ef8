#include "experiment/worked_example.hpp"

#include <algorithm>

#include "experiment/slices.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_examples = 24;

/// Whether all results came out, as numbers that are not all 0 or all the same.
bool is_telling(const Evaluation& evaluation, std::size_t results) {
  if (evaluation.results.size() < std::max<std::size_t>(results, 1) || has_errors(evaluation.diagnostics)) return false;
  return std::all_of(evaluation.results.begin(), evaluation.results.end(), [](const EvaluatedResult& result) {
    const auto& data = result.value.data;
    if (data.empty() || !all_numbers(result.value) || largest(result.value) == 0) return false;
    return data.size() == 1 || std::any_of(data.begin(), data.end(), [&](double x) { return x != data.front(); });
  });
}

bool is_finite(const Evaluation& evaluation, std::size_t results) {
  return evaluation.results.size() >= std::max<std::size_t>(results, 1) && !has_errors(evaluation.diagnostics) &&
         std::all_of(evaluation.results.begin(), evaluation.results.end(),
                     [](const EvaluatedResult& result) { return all_numbers(result.value); });
}

/// With room for several of a kind along each size.
EvaluationOptions with_room(const Analysis& analysis, EvaluationOptions options) {
  constexpr std::size_t room = 4;
  const auto& sizes = analysis.shapes.sizes;
  for (SizeId id = 0; id < sizes.count() && options.values.empty(); ++id)
    if (sizes.resolve(Dimension::size(id)).single() == id) options.sizes.emplace(sizes.name(id), room);
  return options;
}

}  // namespace

EvaluationOptions worked_example(const Analysis& analysis, EvaluationOptions options) {
  auto plain = options;
  plain.trace = false;
  options.trace = true;
  const auto drawn = evaluate(analysis, plain);
  const auto results = drawn.results.size();
  const bool draws =
      std::any_of(drawn.inputs.begin(), drawn.inputs.end(), [](const EvaluatedInput& input) { return input.from == "sample"; });
  if (!draws) return options;
  auto by_hand = plain;
  by_hand.sample = Sample::by_hand;
  std::optional<EvaluationOptions> other;  // one whose results are numbers, though they tell little
  auto small = by_hand;
  small.chosen_sizes = ChosenSizes::small;
  for (auto& chosen : {small, by_hand, with_room(analysis, by_hand)})
    for (std::size_t attempt = 0; attempt < most_examples; ++attempt) {
      by_hand = chosen;
      by_hand.seed = attempt;
      const auto evaluation = evaluate(analysis, by_hand);
      const bool telling = is_telling(evaluation, results);
      if (!telling && (other || !is_finite(evaluation, results))) continue;
      other = by_hand;
      other->trace = true;
      if (telling) return *other;
    }
  return other && !is_telling(drawn, results) ? *other : options;
}

}  // namespace eqlens
