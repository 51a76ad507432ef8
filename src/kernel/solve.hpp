#pragma once

#include <span>

#include "kernel/array.hpp"

namespace eqlens {

// Of square matrices (n × n). A singular matrix has an inverse of not-a-numbers, which the evaluator reports.
[[nodiscard]] Array inverse(std::span<const Array> arguments);
/// A single number.
[[nodiscard]] Array determinant(std::span<const Array> arguments);
/// Of any matrix (n × m): m × n.
[[nodiscard]] Array pseudo_inverse(std::span<const Array> arguments);
/// A single number: how many singular values matter.
[[nodiscard]] Array matrix_rank(std::span<const Array> arguments);
/// A square matrix to a whole power: {matrix, exponent}.
[[nodiscard]] Array repeated_product(std::span<const Array> arguments);
/// A symmetric positive matrix to a real power: {matrix, exponent}.
[[nodiscard]] Array symmetric_power(std::span<const Array> arguments);

}  // namespace eqlens
