#include "experiment/first_steps.hpp"

#include <algorithm>

namespace eqlens {

namespace {

constexpr std::int64_t first_few = 3;

/// A state as the line defines it, and as it is read one step later.
struct State {
  SymbolId defined = none;
  SymbolId before = none;
};

std::vector<State> states_of(const Equation& equation) {
  std::vector<State> states;
  for (const auto& statement : equation.statements) {
    if (statement.source != 0 || statement.kind != StatementKind::definition || !statement.parameters.empty()) continue;
    for (const auto defined : statement.defines) {
      const auto& made = equation.symbols[defined];
      if (made.stem.empty() || made.step == none) continue;
      for (SymbolId before = 0; before < equation.symbols.size(); ++before) {
        const auto& read = equation.symbols[before];
        if (read.stem == made.stem && read.step == made.step && read.offset + 1 == made.offset) states.push_back({defined, before});
      }
    }
  }
  return states;
}

bool is_stepped(const Equation& equation, SymbolId symbol, SymbolId counter) {
  return !equation.symbols[symbol].stem.empty() && equation.symbols[symbol].step == counter;
}

}  // namespace

FirstSteps first_steps(const Analysis& analysis, const EvaluationOptions& example) {
  const auto& equation = analysis.equation;
  const auto states = states_of(equation);
  if (states.empty()) return {};
  const auto counter = equation.symbols[states.front().defined].step;
  FirstSteps found{equation.symbols[counter].latex, {}, {}};
  auto options = example;
  options.trace = false;
  options.values.clear();
  for (const auto& input : evaluate(analysis, example).inputs) {
    const auto symbol = equation.find_symbol(input.symbol);
    if (symbol == counter || input.from == "shape") continue;
    const bool state = symbol && std::any_of(states.begin(), states.end(), [&](const State& each) { return each.before == *symbol; });
    if (symbol && !state && is_stepped(equation, *symbol, counter)) {
      // What training sets for each step apart counts layers: no two of them have the same.
      const auto* entry = analysis.roles.find(*symbol);
      if (entry != nullptr && entry->role == Role::learned) return {};
      found.same.push_back(input.symbol);
    }
    options.values.push_back({input.symbol, input.value});
  }
  for (std::int64_t last = 1; last <= first_few; ++last) {
    options.iterate = EvaluationOptions::Iteration{found.counter, 1, last};
    const auto evaluation = evaluate(analysis, options);
    if (has_errors(evaluation.diagnostics)) return {};
    std::vector<EvaluatedResult> row;
    for (const auto& state : states)
      for (const auto& result : evaluation.results)
        if (result.symbol == equation.symbols[state.defined].latex) row.push_back(result);
    if (row.size() != states.size()) return {};
    found.steps.push_back(std::move(row));
  }
  return found;
}

}  // namespace eqlens
