#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "experiment/variations.hpp"

namespace eqlens {

/// What a worked example of a blend shows: which value the largest share picks. Empty where nothing is blended.
[[nodiscard]] std::string largest_share(const Evaluation& example, const Analysis& analysis);

/// "with T = 0.5: r = [...]", one for each variation, names as plain characters.
[[nodiscard]] std::vector<std::string> variation_lines(std::span<const Variation> variations);

}  // namespace eqlens
