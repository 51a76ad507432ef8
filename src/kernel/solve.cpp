#include "kernel/solve.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <cstdint>
#include <limits>

namespace eqlens {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd matrix_of(const Array& array) {
  const auto rows = static_cast<Eigen::Index>(array.rank() == 2 ? array.extents[0] : 1);
  const auto columns = static_cast<Eigen::Index>(array.rank() >= 1 ? array.extents.back() : 1);
  return Eigen::Map<const RowMajor>(array.data.data(), rows, columns);
}

Array array_of(const RowMajor& matrix) {
  return {{static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols())},
          {matrix.data(), matrix.data() + matrix.size()}};
}

}  // namespace

Array inverse(std::span<const Array> arguments) {
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(matrix_of(arguments[0]));
  const auto size = lu.matrixLU().rows();
  const auto diagonal = lu.matrixLU().diagonal().cwiseAbs();
  // A pivot this much smaller than the largest one is rounding noise: no digit of the inverse would be right.
  const double noise = static_cast<double>(size) * std::numeric_limits<double>::epsilon();
  if (size > 0 && diagonal.minCoeff() <= noise * diagonal.maxCoeff())
    return array_of(RowMajor::Constant(size, size, std::numeric_limits<double>::quiet_NaN()));
  return array_of(lu.inverse());
}

Array determinant(std::span<const Array> arguments) { return {{}, {matrix_of(arguments[0]).partialPivLu().determinant()}}; }

Array pseudo_inverse(std::span<const Array> arguments) {
  return array_of(matrix_of(arguments[0]).completeOrthogonalDecomposition().pseudoInverse());
}

Array matrix_rank(std::span<const Array> arguments) {
  return {{}, {static_cast<double>(matrix_of(arguments[0]).colPivHouseholderQr().rank())}};
}

Array repeated_product(std::span<const Array> arguments) {
  const double exponent = arguments[1].data[0];
  Eigen::MatrixXd factor = matrix_of(arguments[0]);
  constexpr double most = 1e9;
  if (exponent != std::floor(exponent) || std::fabs(exponent) > most)
    return array_of(RowMajor::Constant(factor.rows(), factor.cols(), std::numeric_limits<double>::quiet_NaN()));
  if (exponent < 0) factor = matrix_of(inverse(arguments.first(1)));
  Eigen::MatrixXd product = Eigen::MatrixXd::Identity(factor.rows(), factor.cols());
  for (auto left = static_cast<std::int64_t>(std::fabs(exponent)); left > 0; left /= 2, factor *= factor)
    if (left % 2 == 1) product *= factor;
  return array_of(product);
}

Array symmetric_power(std::span<const Array> arguments) {
  const auto matrix = matrix_of(arguments[0]);
  constexpr double tolerance = 1e-9;
  if (!((matrix - matrix.transpose()).norm() <= tolerance * matrix.norm()))
    return array_of(Eigen::MatrixXd::Constant(matrix.rows(), matrix.cols(), std::numeric_limits<double>::quiet_NaN()));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  const Eigen::VectorXd powers = eigen.eigenvalues().array().pow(arguments[1].data[0]);
  return array_of(eigen.eigenvectors() * powers.asDiagonal() * eigen.eigenvectors().transpose());
}

}  // namespace eqlens
