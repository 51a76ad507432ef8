#include "experiment/variations.hpp"

#include <algorithm>

#include "experiment/trial.hpp"

namespace eqlens {

namespace {

/// A knob that somebody turns: no size, no count, no small number that only keeps a division safe.
bool turned_by_hand(const SymbolEntry& entry) {
  return !entry.indexed && entry.role == Role::constant && entry.shape.scalar() && entry.domain == "positive";
}

}  // namespace

std::vector<Variation> variations(const Analysis& analysis, const Evaluation& example) {
  const EvaluatedInput* turned = nullptr;
  for (const auto& entry : analysis.roles.symbols) {
    if (!turned_by_hand(entry)) continue;
    const auto input = std::find_if(example.inputs.begin(), example.inputs.end(), [&](const EvaluatedInput& each) {
      return each.symbol == entry.latex && (each.from == "let" || each.from == "sample");
    });
    if (input == example.inputs.end() || !input->value.extents.empty() || turned != nullptr) return {};
    turned = &*input;
  }
  if (turned == nullptr || example.results.empty()) return {};
  std::vector<Variation> all;
  for (const double factor : {0.5, 2.0}) {
    EvaluationOptions options;
    for (const auto& input : example.inputs) options.values.push_back({input.symbol, input.value});
    const auto place = static_cast<std::size_t>(turned - example.inputs.data());
    options.values[place].value.data[0] *= factor;
    auto evaluation = evaluate(analysis, options);
    if (has_errors(evaluation.diagnostics) || evaluation.results.empty()) return {};
    all.push_back({turned->symbol, options.values[place].value.data[0], std::move(evaluation.results)});
  }
  return all;
}

}  // namespace eqlens
