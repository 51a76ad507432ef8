#pragma once

#include <string>
#include <vector>

#include "read/answer.hpp"

namespace eqlens {

/// What is unsaid where a line treats a batch, a function of one number, or two densities.
[[nodiscard]] std::vector<std::string> layer_conventions(const Understanding& understanding);

}  // namespace eqlens
