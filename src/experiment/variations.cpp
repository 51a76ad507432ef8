#include "experiment/variations.hpp"

#include <algorithm>

#include "evaluate/stated.hpp"
#include "experiment/trial.hpp"

namespace eqlens {

namespace {

/// A knob that somebody turns: no size, no count, no small number that only keeps a division safe.
bool turned_by_hand(const SymbolEntry& entry) {
  return !entry.indexed && entry.role == Role::constant && entry.shape.scalar() && entry.domain == "positive";
}

/// Whether a value lies where the facts say that it does.
bool allowed(const Stated& stated, double value) {
  if (stated.low && (stated.low_strict ? value <= *stated.low : value < *stated.low)) return false;
  return !stated.high || !(stated.high_strict ? value >= *stated.high : value > *stated.high);
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
  const auto& arena = analysis.equation.arena;
  const auto stated = stated_of(analysis.equation, [&](ExpressionId id) {
    return arena[id].kind == ExpressionKind::symbol && analysis.equation.symbols[arena[id].symbol].latex == turned->symbol;
  });
  std::vector<Variation> all;
  for (const double factor : {0.5, 2.0}) {
    EvaluationOptions options;
    for (const auto& input : example.inputs) options.values.push_back({input.symbol, input.value});
    const auto place = static_cast<std::size_t>(turned - example.inputs.data());
    auto& value = options.values[place].value.data[0];
    value *= factor;
    if (!allowed(stated, value)) continue;
    auto evaluation = evaluate(analysis, options);
    if (has_errors(evaluation.diagnostics) || evaluation.results.empty()) return {};
    all.push_back({turned->symbol, options.values[place].value.data[0], std::move(evaluation.results)});
  }
  return all;
}

}  // namespace eqlens
