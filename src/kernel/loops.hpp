#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace eqlens {

/// How one array is walked by a loop nest: elements to step for each loop axis (0: the array repeats along it).
struct Walk {
  const double* data = nullptr;
  std::vector<std::size_t> strides;
};

/// Row-major strides of an array.
[[nodiscard]] std::vector<std::size_t> strides_of(std::span<const std::size_t> extents);

/// The number of elements; 1 for a single number.
[[nodiscard]] std::size_t element_count(std::span<const std::size_t> extents);

/// A vectorised row: `out[i] = f(a[i * a_step], b[i * b_step])`; steps are 0 or 1. `b` is unused by functions of one argument.
using RowFunction = void (*)(const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out, std::size_t n);

using Unary = double (*)(double);
using Binary = double (*)(double, double);

/// What is done for each element: the row function where rows allow it, else the plain one.
struct ElementFunction {
  Unary one = nullptr;
  Binary two = nullptr;
  RowFunction row = nullptr;
};

/// Writes f(a) or f(a, b) for every point of the nest, in row-major order.
void map_elements(std::span<const std::size_t> extents, const ElementFunction& f, std::span<const Walk> operands, double* out);

/// Writes `condition ? yes : no` for every point.
void select_elements(std::span<const std::size_t> extents, std::span<const Walk> operands, double* out);

enum class Reduction { sum, product, maximum, minimum };

/// Folds the loop axes from `kept` on: one result for each point of the first `kept` axes. An empty fold gives 0, 1, -inf, inf.
void reduce_elements(std::span<const std::size_t> extents, std::size_t kept, Reduction reduction, const Walk& operand, double* out);

/// The position (from 0, row-major over the folded axes) of the largest or smallest element; the first one wins a tie.
void locate_elements(std::span<const std::size_t> extents, std::size_t kept, Reduction reduction, const Walk& operand, double* out);

}  // namespace eqlens
