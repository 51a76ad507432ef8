#include "experiment/trial.hpp"

#include <algorithm>
#include <string_view>

#include "evaluate/sample.hpp"

namespace eqlens {

namespace {

// Which trials of each eight are special.
constexpr std::size_t period = 8;
constexpr std::size_t zeros = 1;
constexpr std::size_t equal_entries = 2;
constexpr std::size_t sizes_of_one = 3;
constexpr std::size_t large_numbers = 4;
constexpr double large = 10;

bool drawn_from_all_numbers(const Analysis& analysis, std::string_view symbol) {
  const auto& symbols = analysis.roles.symbols;
  const auto entry = std::find_if(symbols.begin(), symbols.end(), [symbol](const SymbolEntry& e) { return e.latex == symbol; });
  return entry != symbols.end() && (entry->domain == "real" || entry->domain.empty()) && domain_of(analysis, entry->symbol) == "real";
}

void make_special(Array& value, std::size_t kind) {
  if (value.data.empty()) return;
  if (kind == zeros) std::fill(value.data.begin(), value.data.end(), 0.0);
  if (kind == equal_entries) std::fill(value.data.begin(), value.data.end(), value.data.front());
  if (kind == large_numbers)
    for (auto& number : value.data) number *= large;
}

}  // namespace

Trial::Trial(const Analysis& analysis, const Statement& statement, const std::vector<ExpressionId>& expressions)
    : analysis_(analysis), count_(expressions.size()) {
  std::vector<Statement> statements;
  for (const auto expression : expressions) {
    Statement side;
    side.kind = StatementKind::expression;
    side.span = analysis.equation.arena[expression].span;
    side.source = 0;
    side.sides = {expression};
    side.value = expression;
    side.free_indices = statement.free_indices;
    statements.push_back(std::move(side));
  }
  for (const auto& other : analysis.equation.statements)
    if (&other != &statement && (other.source != 0 || (other.kind != StatementKind::claim && other.kind != StatementKind::expression)))
      statements.push_back(other);
  analysis_.equation.statements = std::move(statements);
}

Trial::Outcome Trial::run(const EvaluationOptions& options) const {
  auto evaluation = evaluate(analysis_, options);
  Outcome outcome{{}, std::move(evaluation.inputs), std::move(evaluation.diagnostics)};
  if (has_errors(outcome.diagnostics) || evaluation.results.size() < count_) return outcome;
  // The sides come first; one that is missing would let a definition take its place.
  for (std::size_t i = 0; i < count_; ++i)
    if (evaluation.results[i].symbol != "result") return outcome;
  for (std::size_t i = 0; i < count_; ++i) outcome.values.push_back(std::move(evaluation.results[i].value));
  return outcome;
}

EvaluationOptions options_of_trial(const Analysis& analysis, const EvaluationOptions& options, std::size_t n) {
  auto changed = options;
  changed.seed = options.seed + n;
  if (n % period != sizes_of_one) return changed;
  const auto& sizes = analysis.shapes.sizes;
  for (SizeId id = 0; id < sizes.count(); ++id)
    if (sizes.resolve(Dimension::size(id)).single() == id) changed.sizes.emplace(sizes.name(id), 1);
  return changed;
}

std::vector<GivenValue> special_inputs(const Analysis& analysis, const std::vector<EvaluatedInput>& drawn, std::size_t n) {
  const auto kind = n % period;
  if (kind != zeros && kind != equal_entries && kind != large_numbers) return {};
  std::vector<GivenValue> values;
  for (const auto& input : drawn) {
    if (input.from != "sample") continue;
    values.push_back({input.symbol, input.value});
    if (drawn_from_all_numbers(analysis, input.symbol)) make_special(values.back().value, kind);
  }
  return values;
}

}  // namespace eqlens
