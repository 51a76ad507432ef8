// The recipe: match values to symbols, infer shapes again with their extents, compile, run, and draw again if what was drawn
// led nowhere.

#include "evaluate/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "evaluate/session.hpp"

namespace eqlens {

namespace {

constexpr unsigned most_attempts = 32;

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

/// A result that is no number for any of the draws is not shown: nobody asked for these values.
void drop_undefined(Session& session, Evaluation& evaluation) {
  auto& run = session.compiler().run;
  const auto is_drawn = [&](std::uint32_t slot) {
    return std::ranges::any_of(session.compiler().inputs, [&](const Input& input) { return input.slot == slot && input.from == "sample"; });
  };
  for (auto& target : session.targets) {
    if (!target.term || !std::ranges::any_of(run.values(target.term.node), [](double x) { return std::isnan(x); })) continue;
    if (!std::ranges::any_of(run.inputs_of(target.term.node), is_drawn)) continue;
    evaluation.diagnostics.push_back({Severity::warning,
                                      "domain",
                                      fmt::format("no values were found for which {} is a number", target.symbol),
                                      {},
                                      "give values inside the formula's domain with --let",
                                      {},
                                      {}});
    target.term = {};
  }
}

/// Shares of a total over a set, `e_{ij} / \sum_{k \in N_i} e_{ik}`, that are worked out for every j: outside of the set they are none.
void note_shares_of_sets(const Equation& equation, Evaluation& evaluation) {
  const auto& arena = equation.arena;
  for (const auto& statement : equation.statements) {
    if (statement.source != 0 || statement.value == none || statement.free_indices.empty() || !arena.applies(statement.value, "division"))
      continue;
    const auto top = arena.child(statement.value, 0), total = arena.child(statement.value, 1);
    if (arena[total].kind != ExpressionKind::reduce || arena[total].operation->name != "sum" || arena.ranges(total).size() != 1) continue;
    const auto& range = arena.ranges(total)[0];
    if (range.set == none || range.symbol == none) continue;
    // The index that the total does without.
    for (const auto index : statement.free_indices)
      if (equation.reads(top, index) && !equation.reads(total, index))
        evaluation.diagnostics.push_back(
            {Severity::note,
             "domain",
             fmt::format("{} is a share where {} is in {}; for any other {} it is none", equation.text(statement.sides[0]),
                         equation.symbols[index].latex, equation.text(range.set), equation.symbols[index].latex),
             {},
             {},
             {},
             {}});
  }
}

/// What an input that has a usual value is taken to be, so that nobody misses it.
void note_defaults(const Compiler& compiler, Evaluation& evaluation) {
  for (const auto& input : compiler.inputs)
    if (input.why.ends_with("the first step"))
      evaluation.diagnostics.push_back({Severity::note,
                                        "missing-value",
                                        fmt::format("no value was given for {}: {} is used, {}the first step", input.symbol,
                                                    input.why.starts_with('0') ? 0 : 1, input.why.starts_with('0') ? "as before " : ""),
                                        {},
                                        fmt::format("give it with --let '{}=...'", input.symbol),
                                        {},
                                        {}});
}

void note_kept_values(const Equation& equation, const Given& given, const Compiler& compiler, Evaluation& evaluation) {
  for (const auto& statement : equation.statements) {
    if (statement.source != 0 || !statement.parameters.empty()) continue;
    if (statement.kind != StatementKind::definition && statement.kind != StatementKind::update) continue;
    for (const auto symbol : statement.defines)
      if (given.symbols.contains(symbol) && compiler.slots.contains(symbol) && !compiler.reads_itself(statement, symbol))
        evaluation.diagnostics.push_back({Severity::note,
                                          "ambiguous",
                                          fmt::format("{} is given and defined: the given value is kept", equation.symbols[symbol].latex),
                                          {},
                                          {},
                                          {},
                                          {}});
  }
}

/// What a reader would take for one value, and is two.
void note_parts(const Equation& equation, Compiler& compiler, Evaluation& evaluation) {
  constexpr double tolerance = 1e-6;
  for (const auto& [taken, value, other, other_value] : compiler.chains) {
    compiler.run.compute(value.node);
    compiler.run.compute(other_value.node);
    const auto a = compiler.run.array(value.node), b = compiler.run.array(other_value.node);
    if (a.extents != b.extents) continue;
    for (std::size_t n = 0; n < a.data.size(); ++n) {
      if (!(std::fabs(a.data[n] - b.data[n]) > tolerance * std::max(1.0, std::fabs(a.data[n])))) continue;
      evaluation.diagnostics.push_back({Severity::warning,
                                        "ambiguous",
                                        fmt::format("the parts of the chain differ with these values: {} gives {:.6g}, {} gives {:.6g}",
                                                    equation.text(taken), a.data[n], equation.text(other), b.data[n]),
                                        equation.arena[other].span,
                                        fmt::format("the first is shown; give values for which {} is the same", equation.text(other)),
                                        {},
                                        {}});
      break;
    }
  }
}

/// A list without entries says nothing, unless one was given.
void note_empty(Compiler& compiler, Evaluation& evaluation) {
  const auto is_empty = [](const Array& array) { return element_count(array.extents) == 0; };
  for (const auto& input : evaluation.inputs)
    if (input.from == "let" && is_empty(input.value)) return;
  for (const auto& result : evaluation.results)
    if (is_empty(result.value) && compiler.run.errors.empty())
      evaluation.diagnostics.push_back({Severity::warning,
                                        "value-shape",
                                        fmt::format("{} has no entries: its index has no value that fits all arrays", result.symbol),
                                        {},
                                        "give longer arrays, or the value of the index",
                                        {},
                                        {}});
}

Evaluation evaluated(const Analysis& analysis, const EvaluationOptions& options) {
  Evaluation evaluation;
  Diagnostics refusals;
  for (const auto& diagnostic : analysis.diagnostics)
    if (diagnostic.severity == Severity::error && diagnostic.code == "shape-mismatch") refusals.push_back(diagnostic);
  const auto given = match_values(analysis.equation, options, evaluation.diagnostics);
  const auto shapes = given.symbols.empty() ? analysis.shapes : infer(analysis.equation, shapes_of(given));
  if (options.iterate && refusals.empty()) {
    auto result = iterate(analysis, options, given, shapes);
    result.diagnostics.insert(result.diagnostics.begin(), evaluation.diagnostics.begin(), evaluation.diagnostics.end());
    return result;
  }
  // A stream's numbers are what was asked for, whatever comes of them.
  const bool of_stream = options.sample == Sample::torch_normal || options.sample == Sample::numpy_normal;
  const auto attempts = of_stream ? 1U : options.sample == Sample::by_hand ? 2U : most_attempts;
  bool level = false;
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    Session session(analysis, options, given, shapes, attempt);
    if (has_errors(session.diagnostics)) {
      evaluation.diagnostics.insert(evaluation.diagnostics.end(), session.diagnostics.begin(), session.diagnostics.end());
      return evaluation;
    }
    if (level) session.level_sizes();
    session.compile();
    auto& compiler = session.compiler();
    // Shapes that do not fit are not computed, unless the sizes are names and all values, which fit, were given.
    if (!refusals.empty() && (options.iterate || compiler.drawn > 0 || has_errors(compiler.diagnostics) || has_errors(session.diagnostics)))
      return {{}, {}, {}, refusals};
    session.run();
    // Sizes that were chosen may be equal in truth.
    if (compiler.drawn > 0 && !level && has_errors(compiler.diagnostics) && attempt + 1 < attempts && refusals.empty()) {
      level = true;
      continue;
    }
    if (compiler.drawn > 0 && !session.all_finite() && attempt + 1 < attempts) continue;
    if (compiler.drawn > 0 && !of_stream) drop_undefined(session, evaluation);
    collect(analysis, session, options, evaluation);
    note_parts(analysis.equation, compiler, evaluation);
    note_empty(compiler, evaluation);
    if (options.sample != Sample::by_hand) note_draws(compiler, evaluation);
    note_defaults(compiler, evaluation);
    if (options.sample != Sample::by_hand) note_shares_of_sets(analysis.equation, evaluation);
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
