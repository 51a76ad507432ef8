#include "kernel/softmax.hpp"

#include <Eigen/Core>
#include <cmath>

namespace eqlens {

namespace {

struct Rows {
  std::size_t count = 1;
  std::size_t length = 1;
};

Rows rows_of(const Array& array) {
  Rows rows;
  if (!array.extents.empty()) rows.length = array.extents.back();
  rows.count = rows.length == 0 ? 0 : array.data.size() / rows.length;
  return rows;
}

using Row = Eigen::Map<Eigen::ArrayXd>;
using ConstRow = Eigen::Map<const Eigen::ArrayXd>;

ConstRow row_of(const Array& array, const Rows& rows, std::size_t r) {
  return {array.data.data() + r * rows.length, static_cast<Eigen::Index>(rows.length)};
}

/// exp, exact where Eigen's saturates: a masked score of -inf must get the weight 0.
void shifted_exp(const ConstRow& x, double shift, Row out) {
  constexpr double least = -700;
  out = (x - shift).exp();
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!(x[i] - shift >= least)) out[i] = std::exp(x[i] - shift);
}

/// The largest entry; 0 where it is infinite with the wrong sign, so that the shift itself makes no not-a-number of finite rows.
double peak(const ConstRow& x) { return x.size() == 0 ? 0 : x.maxCoeff<Eigen::PropagateNaN>(); }

double log_of_sum(const ConstRow& x) {
  const double shift = peak(x);
  if (std::isinf(shift)) return shift;
  double total = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) total += std::exp(x[i] - shift);
  return shift + std::log(total);
}

}  // namespace

Array softmax(std::span<const Array> arguments) {
  Array result = arguments[0];
  const auto rows = rows_of(result);
  for (std::size_t r = 0; r < rows.count; ++r) {
    Row out(result.data.data() + r * rows.length, static_cast<Eigen::Index>(rows.length));
    const auto x = row_of(arguments[0], rows, r);
    shifted_exp(x, peak(x), out);
    out /= out.sum();
  }
  return result;
}

Array log_softmax(std::span<const Array> arguments) {
  Array result = arguments[0];
  const auto rows = rows_of(result);
  for (std::size_t r = 0; r < rows.count; ++r) {
    const double total = log_of_sum(row_of(arguments[0], rows, r));
    for (std::size_t i = 0; i < rows.length; ++i) result.data[r * rows.length + i] -= total;
  }
  return result;
}

Array log_sum_exp(std::span<const Array> arguments) {
  const auto rows = rows_of(arguments[0]);
  Array result{arguments[0].extents, {}};
  if (!result.extents.empty()) result.extents.pop_back();
  for (std::size_t r = 0; r < rows.count; ++r) result.data.push_back(log_of_sum(row_of(arguments[0], rows, r)));
  return result;
}

}  // namespace eqlens
