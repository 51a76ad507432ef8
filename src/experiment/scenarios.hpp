#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiment/laboratory.hpp"

namespace eqlens {

/// Inputs made extreme in one way.
struct Scenario {
  std::string words;  ///< "$x$ is 0"
  std::function<void(Values&)> apply;
  std::vector<std::size_t> knobs;
  std::vector<std::string> parts = {};  ///< the words of scenarios that it follows from
};

/// All that is worth trying on what a laboratory computes; what concerns few numbers first.
[[nodiscard]] std::vector<Scenario> scenarios_of(const Laboratory& laboratory);

}  // namespace eqlens
