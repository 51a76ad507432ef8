#pragma once

#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// What a recurrence carries on, step by step from the inputs of its worked example.
struct FirstSteps {
  std::string counter;                              ///< `t`
  std::vector<std::string> same;                    ///< inputs that come in alike at each step: `g_t`
  std::vector<std::vector<EvaluatedResult>> steps;  ///< the states after each step; empty if nothing feeds itself
};

/// `example`: the options of the worked example.
[[nodiscard]] FirstSteps first_steps(const Analysis& analysis, const EvaluationOptions& example);

}  // namespace eqlens
