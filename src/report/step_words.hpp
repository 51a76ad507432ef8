#pragma once

#include <span>
#include <string>

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// What one step of a computation does to the numbers in front of the reader: "adds up, for each entry, a row of A times a column
/// of B". Empty if it has no operation on top. `inputs` are those of the computation: a call among them is not worked out.
[[nodiscard]] std::string step_words(const EvaluatedStep& step, const Analysis& analysis, std::span<const EvaluatedInput> inputs = {});

}  // namespace eqlens
