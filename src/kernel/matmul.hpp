#pragma once

#include <cstddef>

namespace eqlens {

/// A matrix inside an array: row i begins at data + i * stride, unless it is stored the other way round.
struct MatrixView {
  const double* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;   ///< between rows, or between columns if `transposed`
  bool transposed = false;  ///< element (i, j) is data[j * stride + i]
};

/// out = a b, out being rows × columns, row-major and dense. The inner sizes must agree.
void multiply(const MatrixView& a, const MatrixView& b, double* out);

}  // namespace eqlens
