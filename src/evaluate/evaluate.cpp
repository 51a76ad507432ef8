// The recipe: match values to symbols, infer shapes again with their extents, compile, run, and draw again if what was drawn
// led nowhere.

#include "evaluate/evaluate.hpp"

#include <fmt/format.h>

#include <new>

#include "evaluate/session.hpp"

namespace eqlens {

namespace {

constexpr unsigned most_attempts = 5;

void note_draws(const Compiler& compiler, Evaluation& evaluation) {
  std::vector<std::string> names;
  for (const auto& input : compiler.inputs)
    if (input.from == "sample") names.push_back(input.symbol);
  if (names.empty()) return;
  evaluation.diagnostics.push_back({Severity::note,
                                    "missing-value",
                                    fmt::format("no value was given for {}: drawn at random", fmt::join(names, ", ")),
                                    {},
                                    fmt::format("give it with --let '{}=...'", names.front()),
                                    {},
                                    {}});
}

void note_kept_values(const Equation& equation, const Given& given, const Compiler& compiler, Evaluation& evaluation) {
  for (const auto& statement : equation.statements) {
    if (statement.source != 0 || !statement.parameters.empty()) continue;
    if (statement.kind != StatementKind::definition && statement.kind != StatementKind::update) continue;
    for (const auto symbol : statement.defines)
      if (given.symbols.contains(symbol) && compiler.slots.contains(symbol) && !compiler.reads_itself(statement, symbol))
        evaluation.diagnostics.push_back(
            {Severity::note,
             "ambiguous",
             fmt::format("{} is given and defined: what reads it uses the given value", equation.symbols[symbol].latex),
             {},
             {},
             {},
             {}});
  }
}

Evaluation evaluated(const Analysis& analysis, const EvaluationOptions& options) {
  Evaluation evaluation;
  const auto given = match_values(analysis.equation, options, evaluation.diagnostics);
  const auto shapes = given.symbols.empty() ? analysis.shapes : infer(analysis.equation, shapes_of(given));
  if (options.iterate) {
    auto result = iterate(analysis, options, given, shapes);
    result.diagnostics.insert(result.diagnostics.begin(), evaluation.diagnostics.begin(), evaluation.diagnostics.end());
    return result;
  }
  for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
    Session session(analysis, options, given, shapes, attempt);
    if (has_errors(session.diagnostics)) {
      evaluation.diagnostics.insert(evaluation.diagnostics.end(), session.diagnostics.begin(), session.diagnostics.end());
      return evaluation;
    }
    session.compile();
    session.run();
    auto& compiler = session.compiler();
    if (compiler.drawn > 0 && !session.all_finite() && attempt + 1 < most_attempts) continue;
    collect(analysis, session, options, evaluation);
    note_draws(compiler, evaluation);
    note_kept_values(analysis.equation, given, compiler, evaluation);
    return evaluation;
  }
  return evaluation;
}

}  // namespace

void collect(const Analysis& analysis, Session& session, const EvaluationOptions& options, Evaluation& evaluation) {
  auto& compiler = session.compiler();
  std::vector<NodeId> nodes;
  for (const auto& target : session.targets) {
    if (!target.term) continue;
    evaluation.results.push_back({target.symbol, compiler.run.array(target.term.node)});
    nodes.push_back(target.term.node);
  }
  for (const auto& input : compiler.inputs) {
    if (!compiler.run.computed(input.node)) compiler.run.compute(input.node);
    evaluation.inputs.push_back({input.symbol, input.from, input.why, compiler.run.array(input.node)});
  }
  if (options.trace) evaluation.steps = trace_steps(analysis.equation, compiler);
  auto& all = evaluation.diagnostics;
  all.insert(all.end(), session.diagnostics.begin(), session.diagnostics.end());
  all.insert(all.end(), compiler.diagnostics.begin(), compiler.diagnostics.end());
  all.insert(all.end(), compiler.run.errors.begin(), compiler.run.errors.end());
  const auto reports = domain_reports(analysis.equation, compiler.plan, compiler.run, nodes);
  all.insert(all.end(), reports.begin(), reports.end());
}

Evaluation evaluate(const Analysis& analysis, const EvaluationOptions& options) {
  try {
    return evaluated(analysis, options);
  } catch (const std::bad_alloc&) {
    Evaluation evaluation;
    evaluation.diagnostics.push_back(
        {Severity::error, "too-large", "the computation needs more memory than there is", {}, "use smaller sizes", {}, {}});
    return evaluation;
  }
}

}  // namespace eqlens
