#include "kernel/matmul.hpp"

#include <Eigen/Core>

namespace eqlens {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Map = Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>;

Map map_of(const MatrixView& view) {
  const auto rows = static_cast<Eigen::Index>(view.transposed ? view.columns : view.rows);
  const auto columns = static_cast<Eigen::Index>(view.transposed ? view.rows : view.columns);
  return {view.data, rows, columns, Eigen::OuterStride<>(static_cast<Eigen::Index>(view.stride))};
}

double element(const MatrixView& view, std::size_t row, std::size_t column) {
  return view.transposed ? view.data[column * view.stride + row] : view.data[row * view.stride + column];
}

/// Small products: Eigen's set-up would cost more than the arithmetic.
void multiply_small(const MatrixView& a, const MatrixView& b, double* out) {
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < b.columns; ++j) {
      double total = 0;
      for (std::size_t k = 0; k < a.columns; ++k) total += element(a, i, k) * element(b, k, j);
      out[i * b.columns + j] = total;
    }
}

}  // namespace

void multiply(const MatrixView& a, const MatrixView& b, double* out) {
  if (a.rows * a.columns * b.columns <= 512) return multiply_small(a, b, out);
  Eigen::Map<RowMajor> result(out, static_cast<Eigen::Index>(a.rows), static_cast<Eigen::Index>(b.columns));
  if (a.transposed && b.transposed)
    result.noalias() = map_of(a).transpose() * map_of(b).transpose();
  else if (a.transposed)
    result.noalias() = map_of(a).transpose() * map_of(b);
  else if (b.transposed)
    result.noalias() = map_of(a) * map_of(b).transpose();
  else
    result.noalias() = map_of(a) * map_of(b);
}

}  // namespace eqlens
