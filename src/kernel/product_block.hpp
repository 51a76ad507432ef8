#pragma once

#include <cstddef>

// What the vector kernels share with the rest: plain data only, see vector/lanes.hpp.

namespace eqlens {

/// out = a b, some rows of it; element (i, j) of an operand lies at i · row + j · column. out is dense.
struct ProductBlock {
  const void* a = nullptr;
  const void* b = nullptr;
  void* out = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t depth = 0;
  std::size_t a_row = 0;
  std::size_t a_column = 0;
  std::size_t b_row = 0;
  std::size_t b_column = 0;
};

/// Without scratch, of few numbers, nothing is packed.
using ProductCode = void (*)(const ProductBlock* block, void* scratch);

// Packed parts stay in the second-level cache.
inline constexpr std::size_t product_rows = 96;
inline constexpr std::size_t product_columns = 256;
inline constexpr std::size_t product_depth = 256;
inline constexpr std::size_t product_scratch = (product_rows + product_columns) * product_depth;

}  // namespace eqlens
