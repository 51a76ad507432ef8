#pragma once

#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// A worked example once more, with another value of the one constant that is set by hand.
struct Variation {
  std::string symbol;
  double value = 0;
  std::vector<EvaluatedResult> results;
};

/// With half and with twice its value; none where there is no such constant, or several.
[[nodiscard]] std::vector<Variation> variations(const Analysis& analysis, const Evaluation& example);

}  // namespace eqlens
