#include "kernel/chain.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

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

constexpr std::size_t block_bytes = 2048;
/// Smaller arrays are in the caches anyway.
constexpr std::size_t least_for_fetching = std::size_t{1} << 19;
/// Below so many elements a second thread costs more than it brings.
constexpr std::size_t fewest_for_threads = std::size_t{1} << 18;

template <typename Real>
std::size_t block_length(const Chain& chain, std::size_t length) {
  return chain.whole_rows ? length : std::min(length, block_bytes / sizeof(Real));
}

/// The values' table and memory of one thread that works on a chain.
template <typename Real>
class Worker {
 public:
  Worker(const Chain& chain, Real* const* arrays, std::size_t length)
      : chain_(chain), arrays_(arrays), block_(block_length<Real>(chain, length)) {
    // Blocks that lie a power of two apart would share cache sets: a line more between each two.
    const auto stride = (block_ * sizeof(Real) + 63) / 64 * 64 + 64;
    const auto count = chain.streams.size() + chain.singles + chain.blocks;
    const auto table = (count * sizeof(void*) + 63) / 64 * 64;
    const auto singles = (chain.singles * sizeof(Real) + 63) / 64 * 64;
    auto* memory = static_cast<char*>(scratch(table + singles + (chain.totals * sizeof(double) + 63) / 64 * 64 + chain.blocks * stride));
    values_ = reinterpret_cast<void**>(memory);
    memory += table;
    auto** value = values_ + chain.streams.size();
    for (std::size_t k = 0; k < chain.singles; ++k) *value++ = memory + k * sizeof(Real);
    memory += singles;
    totals_ = reinterpret_cast<double*>(memory);
    memory += (chain.totals * sizeof(double) + 63) / 64 * 64;
    for (std::size_t k = 0; k < chain.blocks; ++k) *value++ = memory + k * stride;
    if (element_count(chain.outer) * length * sizeof(Real) >= least_for_fetching)
      for (std::size_t s = 0; s < chain.streams.size() && ahead_count_ < ahead_.size(); ++s)
        if (chain.streams[s].step == 1) ahead_[ahead_count_++] = static_cast<std::uint16_t>(s);
  }

  /// Elements from `begin` to `end` of the row at a point of the outer axes.
  void row(std::size_t point, std::size_t begin, std::size_t end) {
    for (std::size_t s = 0; s < chain_.streams.size(); ++s) {
      const auto& stream = chain_.streams[s];
      auto rest = point;
      std::size_t at = begin * stream.step;
      for (std::size_t axis = chain_.outer.size(); axis-- > 0; rest /= chain_.outer[axis])
        at += rest % chain_.outer[axis] * stream.strides[axis];
      values_[s] = arrays_[stream.source] + at;
    }
    for (std::size_t from = begin; from < end || from == 0; from += block_) {
      const auto length = std::min(block_, end - from);
      const RowBlock block{values_, totals_, length, from == begin, ahead_.data(), ahead_count_};
      code_(chain_.steps.data(), chain_.steps.size(), &block);
      if (from + block_ >= end) break;
      for (std::size_t s = 0; s < chain_.streams.size(); ++s) values_[s] = static_cast<Real*>(values_[s]) + block_ * chain_.streams[s].step;
    }
  }

 private:
  const Chain& chain_;
  Real* const* arrays_;
  std::size_t block_;
  RowCode code_ = row_code<Real>();
  void** values_ = nullptr;
  double* totals_ = nullptr;
  std::array<std::uint16_t, 16> ahead_{};
  std::size_t ahead_count_ = 0;
};

}  // namespace

namespace {

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

}  // namespace

template <typename Real>
void run_chain(const Chain& chain, Real* const* arrays, std::size_t length, unsigned threads) {
  if (chain.outer.empty() && length == 1 && chain.streams.size() + chain.singles + chain.blocks + chain.totals <= few_values)
    return run_numbers(chain, arrays);
  const auto rows = element_count(chain.outer);
  if (rows == 0) return;
  const auto elements = rows * length;
  if (threads == 1 || elements < fewest_for_threads || (rows == 1 && chain.totals > 0)) {
    Worker<Real> worker(chain, arrays, length);
    for (std::size_t point = 0; point < rows; ++point) worker.row(point, 0, length);
    return;
  }
  // Pieces of a size that depends on the chain alone, so that the numbers do not depend on the threads.
  constexpr std::size_t piece = fewest_for_threads / 4;
  if (rows == 1) {
    each_piece((length + piece - 1) / piece, threads,
               [&](std::size_t k) { Worker<Real>(chain, arrays, length).row(0, k * piece, std::min(length, (k + 1) * piece)); });
    return;
  }
  const auto together = std::max<std::size_t>(1, piece / std::max<std::size_t>(1, length));
  each_piece((rows + together - 1) / together, threads, [&](std::size_t k) {
    Worker<Real> worker(chain, arrays, length);
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
