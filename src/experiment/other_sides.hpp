#pragma once

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// The evaluation with what stands right of each ≈ worked out on the same inputs, and how far it is from the value.
[[nodiscard]] Evaluation with_other_sides(const Analysis& analysis, Evaluation evaluation);

}  // namespace eqlens
