#pragma once

#include <memory>
#include <string>
#include <vector>

#include "evaluate/compile.hpp"

namespace eqlens {

/// A value that was asked for: what a statement of the display defines, or a gradient.
struct Target {
  std::string symbol;
  std::size_t statement = 0;
  SymbolId defines = none;
  Term term;
};

/// One analysis compiled with one set of values and one attempt at drawing the rest.
class Session {
 public:
  Session(const Analysis& analysis, const EvaluationOptions& options, const Given& given, const Shapes& shapes, unsigned attempt);

  /// Sizes that are chosen will all be the same.
  void level_sizes() { sizes_.level = true; }
  /// Compiles all that the display defines, and the gradients that are asked for.
  void compile();
  /// Computes the targets.
  void run();
  [[nodiscard]] bool all_finite() const;

  Compiler& compiler() { return *compiler_; }
  std::vector<Target> targets;
  Diagnostics diagnostics;  ///< of matching values to shapes

 private:
  [[nodiscard]] bool is_kept(const Statement& statement) const;
  void check_shapes(const Shapes& inferred);
  bool reach_further();
  void compile_statements();
  void compile_gradients();
  void refuse_large(NodeId id);

  const Analysis& analysis_;
  const EvaluationOptions& options_;
  const Given& given_;
  const Shapes& shapes_;
  Reach reach_;
  SizeTable sizes_;
  Drawing drawing_;
  std::unique_ptr<Compiler> compiler_;
};

/// The symbol under which a statement's value is listed: what it defines, else its left side as printed.
[[nodiscard]] std::string result_name(const Equation& equation, const Statement& statement);

/// What left the domain of an operation, with the numbers that did: one warning for each place, none for branches not taken.
[[nodiscard]] Diagnostics domain_reports(const Equation& equation, const Plan& plan, Run& run, const std::vector<NodeId>& results);

/// A step that one would write by hand, its free indices as leading axes.
struct Step {
  ExpressionId expression = none;
  Term term;
};

/// The steps that one would write by hand, in order of computation; not yet computed.
[[nodiscard]] std::vector<Step> laid_out_steps(const Equation& equation, Compiler& compiler);

/// The same with their values.
[[nodiscard]] std::vector<EvaluatedStep> trace_steps(const Equation& equation, Compiler& compiler);

/// Carries a recurrence from step to step; the targets are computed for the last one.
[[nodiscard]] Evaluation iterate(const Analysis& analysis, const EvaluationOptions& options, Given given, const Shapes& shapes);

/// Reads results, inputs and steps out of a session that ran.
void collect(const Analysis& analysis, Session& session, const EvaluationOptions& options, Evaluation& evaluation);

}  // namespace eqlens
