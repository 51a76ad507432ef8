#pragma once

#include <string>
#include <vector>

#include "read/answer.hpp"

namespace eqlens {

/// What is unsaid where a line treats a batch, a function of one number, or two densities.
[[nodiscard]] std::vector<std::string> layer_conventions(const Understanding& understanding);

/// What `\operatorname{softmax}_j(e_{ij})` runs over: a row, or the set that the total beside it adds up over.
[[nodiscard]] std::string softmax_of_entry(const Understanding& understanding);

}  // namespace eqlens
