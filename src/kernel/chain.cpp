#include "kernel/chain.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "kernel/chain_worker.hpp"
#include "kernel/level.hpp"
#include "kernel/loops.hpp"
#include "kernel/pool.hpp"
#include "kernel/product_block.hpp"

extern "C" {
#define EQLENS_DECLARE(level, precision)                                                                                  \
  void eqlens_rows_##precision##_##level(const eqlens::RowStep* steps, std::size_t count, const eqlens::RowBlock* block); \
  void eqlens_products_##precision##_##level(const eqlens::ProductBlock* block, void* scratch);
EQLENS_DECLARE(v2, f32)
EQLENS_DECLARE(v2, f64)
#if defined(__x86_64__)
EQLENS_DECLARE(v3, f32)
EQLENS_DECLARE(v3, f64)
EQLENS_DECLARE(v4, f32)
EQLENS_DECLARE(v4, f64)
#define EQLENS_BEST(name) for_this_machine(&name##_v2, &name##_v3, &name##_v4)
#else
#define EQLENS_BEST(name) (&name##_v2)
#endif
#undef EQLENS_DECLARE
}

namespace eqlens {

namespace {

template <typename Real>
RowCode row_code() {
  static const RowCode code = [] {
    if constexpr (std::is_same_v<Real, float>)
      return EQLENS_BEST(eqlens_rows_f32);
    else
      return EQLENS_BEST(eqlens_rows_f64);
  }();
  return code;
}

template <typename Real>
ProductCode product_code() {
  static const ProductCode code = [] {
    if constexpr (std::is_same_v<Real, float>)
      return EQLENS_BEST(eqlens_products_f32);
    else
      return EQLENS_BEST(eqlens_products_f64);
  }();
  return code;
}

/// Below so many elements a second thread costs more than it brings.
constexpr std::size_t fewest_for_threads = std::size_t{1} << 18;

constexpr std::size_t few_values = 64;

/// A formula of single numbers: no memory to lay out, nothing to walk.
template <typename Real>
void run_numbers(const Chain& chain, Real* const* arrays) {
  void* values[few_values];
  Real singles[few_values];
  double totals[few_values];
  std::size_t at = 0;
  for (const auto& stream : chain.streams) values[at++] = arrays[stream.source];
  for (std::size_t k = 0; k < chain.singles + chain.blocks; ++k) values[at++] = &singles[k];
  const RowBlock block{values, totals, 1, true, nullptr, 0};
  row_code<Real>()(chain.steps.data(), chain.steps.size(), &block);
}

/// Of a size that depends on the chain alone, so that the numbers do not depend on the threads.
constexpr std::size_t piece = fewest_for_threads / 4;

/// What a fold gives for two parts of a row; not-a-number stays.
double joined(RowOperation fold, double a, double b) {
  switch (fold) {
    case RowOperation::maximum: return a < b || std::isnan(b) ? b : a;
    case RowOperation::minimum: return a > b || std::isnan(b) ? b : a;
    case RowOperation::product: return a * b;
    default: return a + b;
  }
}

/// One long row that is folded: piece by piece, then the pieces' totals in their order.
template <typename Real>
void fold_in_pieces(const Chain& chain, Real* const* arrays, std::size_t length, unsigned threads) {
  const auto pieces = (length + piece - 1) / piece;
  std::vector<double> totals(pieces * chain.totals);
  each_piece(pieces, threads, [&](std::size_t k) {
    ChainWorker<Real> worker(row_code<Real>(), chain, arrays, length);
    worker.work_aside();
    worker.row(0, k * piece, std::min(length, (k + 1) * piece));
    std::ranges::copy(worker.totals(), totals.begin() + static_cast<std::ptrdiff_t>(k * chain.totals));
  });
  ChainWorker<Real> last(row_code<Real>(), chain, arrays, length);
  for (const auto& step : chain.steps) {
    if (step.operation < RowOperation::sum) continue;
    double& total = last.totals()[step.c] = totals[step.c];
    for (std::size_t k = 1; k < pieces; ++k) total = joined(step.operation, total, totals[k * chain.totals + step.c]);
  }
  last.conclude();
}

}  // namespace

template <typename Real>
void run_chain(const Chain& chain, Real* const* arrays, std::size_t length, unsigned threads) {
  if (chain.outer.empty() && length == 1 && chain.streams.size() + chain.singles + chain.blocks + chain.totals <= few_values)
    return run_numbers(chain, arrays);
  const auto rows = element_count(chain.outer);
  if (rows == 0) return;
  const auto elements = rows * length;
  const bool folds = rows == 1 && chain.totals > 0;
  if (folds && elements >= fewest_for_threads && !chain.whole_rows) return fold_in_pieces(chain, arrays, length, threads);
  if (threads == 1 || elements < fewest_for_threads || folds) {
    ChainWorker<Real> worker(row_code<Real>(), chain, arrays, length);
    for (std::size_t point = 0; point < rows; ++point) worker.row(point, 0, length);
    return;
  }
  if (rows == 1) {
    each_piece((length + piece - 1) / piece, threads, [&](std::size_t k) {
      ChainWorker<Real>(row_code<Real>(), chain, arrays, length).row(0, k * piece, std::min(length, (k + 1) * piece));
    });
    return;
  }
  const auto together = std::max<std::size_t>(1, piece / std::max<std::size_t>(1, length));
  each_piece((rows + together - 1) / together, threads, [&](std::size_t k) {
    ChainWorker<Real> worker(row_code<Real>(), chain, arrays, length);
    for (std::size_t point = k * together; point < std::min(rows, (k + 1) * together); ++point) worker.row(point, 0, length);
  });
}

/// Up to so many, packing costs more than it saves.
constexpr std::size_t few_products = 4096;

template <typename Real>
void multiply_strided(const ProductShape& shape, const Real* a, const Real* b, Real* out, unsigned threads) {
  // Named one by one: clang 14 lets no lambda use a structured binding.
  const auto rows = shape.rows, columns = shape.columns, depth = shape.depth;
  const auto a_row = shape.a_row, a_column = shape.a_column, b_row = shape.b_row, b_column = shape.b_column;
  if (rows * columns * depth <= few_products) {
    const ProductBlock block{a, b, out, rows, columns, depth, a_row, a_column, b_row, b_column};
    return product_code<Real>()(&block, nullptr);
  }
  const auto multiply = product_code<Real>();
  const auto part = rows * columns * depth < (std::size_t{1} << 20) ? rows : product_rows;
  each_piece((rows + part - 1) / part, threads, [&](std::size_t k) {
    const auto first = k * part;
    const ProductBlock block{
        a + first * a_row, b, out + first * columns, std::min(part, rows - first), columns, depth, a_row, a_column, b_row, b_column};
    multiply(&block, scratch(product_scratch * sizeof(Real)));
  });
}

template void run_chain<float>(const Chain&, float* const*, std::size_t, unsigned);
template void run_chain<double>(const Chain&, double* const*, std::size_t, unsigned);
template void multiply_strided<float>(const ProductShape&, const float*, const float*, float*, unsigned);
template void multiply_strided<double>(const ProductShape&, const double*, const double*, double*, unsigned);

}  // namespace eqlens
