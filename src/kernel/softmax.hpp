#pragma once

#include <span>

#include "kernel/array.hpp"

namespace eqlens {

// Along the last axis, shifted by the largest entry so that nothing overflows. A row of only -inf gives not-a-number.
[[nodiscard]] Array softmax(std::span<const Array> arguments);
[[nodiscard]] Array log_softmax(std::span<const Array> arguments);
/// The last axis vanishes.
[[nodiscard]] Array log_sum_exp(std::span<const Array> arguments);

}  // namespace eqlens
