#pragma once

#include <span>

#include "kernel/array.hpp"

namespace eqlens {

// Kernels of the catalogue's structural rows. They see positional axes only; shapes have been checked before.

/// The last two axes swapped; numbers and vectors as they are.
[[nodiscard]] Array transpose(std::span<const Array> arguments);
/// {x} or {x, p}: the p-norm of all entries, 2 without p; never overflows on the way.
[[nodiscard]] Array norm(std::span<const Array> arguments);
[[nodiscard]] Array trace(std::span<const Array> arguments);
/// A vector's diagonal matrix, or a matrix's diagonal.
[[nodiscard]] Array diagonal(std::span<const Array> arguments);
/// Joined along the last axis; leading axes are equal.
[[nodiscard]] Array concatenation(std::span<const Array> arguments);
/// Equal shapes stacked along a new first axis.
[[nodiscard]] Array stack(std::span<const Array> arguments);
/// Joined along the first axis of matrices: the rows of a block matrix.
[[nodiscard]] Array stack_blocks(std::span<const Array> arguments);
/// n and m entries: n × m.
[[nodiscard]] Array outer_product(std::span<const Array> arguments);
/// Of one array: its largest or smallest entry. Of several: element by element.
[[nodiscard]] Array maximum(std::span<const Array> arguments);
[[nodiscard]] Array minimum(std::span<const Array> arguments);
/// The place of the first largest or smallest entry, from 1.
[[nodiscard]] Array arg_max(std::span<const Array> arguments);
[[nodiscard]] Array arg_min(std::span<const Array> arguments);
[[nodiscard]] Array mean(std::span<const Array> arguments);
/// The mean squared distance from the mean (divisor n), in two passes.
[[nodiscard]] Array variance(std::span<const Array> arguments);
/// How many entries there are along the first axis.
[[nodiscard]] Array set_size(std::span<const Array> arguments);

}  // namespace eqlens
