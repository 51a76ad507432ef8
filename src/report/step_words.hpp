#pragma once

#include <string>

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// What one step of a computation does to the numbers in front of the reader: "adds up, for each entry, a row of A times a column
/// of B". Empty if it has no operation on top.
[[nodiscard]] std::string step_words(const EvaluatedStep& step, const Analysis& analysis);

}  // namespace eqlens
