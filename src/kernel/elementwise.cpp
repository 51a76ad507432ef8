// Elementwise operations that run many elements at a time.

#include "kernel/elementwise.hpp"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <utility>

namespace eqlens {

namespace {

using Row = Eigen::Map<Eigen::ArrayXd>;
using ConstRow = Eigen::Map<const Eigen::ArrayXd>;

template <typename F>
void apply_one(F f, const double* a, std::size_t step, double* out, std::size_t n) {
  const auto length = static_cast<Eigen::Index>(n);
  if (step == 0)
    Row(out, length) = f(Eigen::ArrayXd::Constant(1, *a))(0);
  else
    Row(out, length) = f(ConstRow(a, length));
}

template <typename F>
void apply_two(F f, const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out, std::size_t n) {
  const auto length = static_cast<Eigen::Index>(n);
  Row result(out, length);
  if (a_step == 1 && b_step == 1)
    result = f(ConstRow(a, length), ConstRow(b, length));
  else if (a_step == 1)
    result = f(ConstRow(a, length), Eigen::ArrayXd::Constant(length, *b));
  else if (b_step == 1)
    result = f(Eigen::ArrayXd::Constant(length, *a), ConstRow(b, length));
  else
    result = f(Eigen::ArrayXd::Constant(1, *a), Eigen::ArrayXd::Constant(1, *b))(0);
}

void exp_row(const double* a, std::size_t a_step, const double*, std::size_t, double* out, std::size_t n) {
  // Eigen's vectorised exp saturates at the ends of the range, where the answer is 0 or infinite.
  constexpr double safe = 700;
  const ConstRow x(a, static_cast<Eigen::Index>(n));
  if (a_step == 1 && (x.abs() <= safe).all()) {
    Row(out, x.size()) = x.exp();
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = std::exp(a[i * a_step]);
  }
}
void sqrt_row(const double* a, std::size_t a_step, const double*, std::size_t, double* out, std::size_t n) {
  apply_one([](const auto& x) { return x.sqrt().eval(); }, a, a_step, out, n);
}
void negative_row(const double* a, std::size_t a_step, const double*, std::size_t, double* out, std::size_t n) {
  apply_one([](const auto& x) { return (-x).eval(); }, a, a_step, out, n);
}
void plus_row(const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out, std::size_t n) {
  apply_two([](const auto& x, const auto& y) { return x + y; }, a, a_step, b, b_step, out, n);
}
void minus_row(const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out, std::size_t n) {
  apply_two([](const auto& x, const auto& y) { return x - y; }, a, a_step, b, b_step, out, n);
}
void times_row(const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out, std::size_t n) {
  apply_two([](const auto& x, const auto& y) { return x * y; }, a, a_step, b, b_step, out, n);
}
void division_row(const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out, std::size_t n) {
  apply_two([](const auto& x, const auto& y) { return x / y; }, a, a_step, b, b_step, out, n);
}

constexpr std::array<std::pair<std::string_view, RowFunction>, 7> rows{{
    {"plus", plus_row},
    {"minus", minus_row},
    {"elementwise product", times_row},
    {"division", division_row},
    {"negative", negative_row},
    {"exponential", exp_row},
    {"square root", sqrt_row},
}};

}  // namespace

RowFunction fast_row(std::string_view operation) {
  for (const auto& [name, row] : rows)
    if (name == operation) return row;
  return nullptr;
}

void round_to_single(double* data, std::size_t n) {
  Row row(data, static_cast<Eigen::Index>(n));
  row = row.cast<float>().cast<double>();
}

bool all_finite(const double* data, std::size_t n) {
  // Anything times zero is zero unless it is infinite or not a number.
  return (ConstRow(data, static_cast<Eigen::Index>(n)) * 0.0).sum() == 0.0;
}

}  // namespace eqlens
