#pragma once

#include <vector>

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// Computes some expressions of an analysis side by side, all on the same inputs.
class Trial {
 public:
  /// The expressions stand in `statement`; they keep its free indices, so that both sides of `A_{ij} = B_{ij}` run over i and j.
  Trial(const Analysis& analysis, const Statement& statement, const std::vector<ExpressionId>& expressions);

  struct Outcome {
    std::vector<Array> values;  ///< one for each expression; empty if something could not be computed
    std::vector<EvaluatedInput> inputs;
    Diagnostics diagnostics;
  };
  [[nodiscard]] Outcome run(const EvaluationOptions& options) const;

  /// Writes another number in the place of a printed one.
  void replace_number(ExpressionId id, double number) { analysis_.equation.arena.at(id).number = number; }
  [[nodiscard]] const Analysis& analysis() const { return analysis_; }

 private:
  Analysis analysis_;
  std::size_t count_;
};

/// The options of the n-th of many trials on drawn inputs: mostly as drawn, sometimes every size 1.
[[nodiscard]] EvaluationOptions options_of_trial(const Analysis& analysis, const EvaluationOptions& options, std::size_t n);

/// The same inputs with those that were drawn from all real numbers made special in some trials: zeros, equal entries, large numbers.
/// Empty if the n-th trial is one of those that stay as drawn.
[[nodiscard]] std::vector<GivenValue> special_inputs(const Analysis& analysis, const std::vector<EvaluatedInput>& drawn, std::size_t n);

}  // namespace eqlens
