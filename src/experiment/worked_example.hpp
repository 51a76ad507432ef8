#pragma once

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// The options under which `evaluate` computes the smallest worked example that is not trivial: sizes of 2 or 3, small whole numbers
/// from the domains of the inputs, a result that is neither 0 nor the same everywhere. What is given stays.
[[nodiscard]] EvaluationOptions worked_example(const Analysis& analysis, EvaluationOptions options = {});

}  // namespace eqlens
