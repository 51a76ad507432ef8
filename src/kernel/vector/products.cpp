// Matrix products: both operands are packed into strips as wide as a register tile, so any strides will do.

#include "kernel/product_block.hpp"
#include "kernel/vector/lanes.hpp"

namespace {

using eqlens::ProductBlock;

template <typename Real>
struct Tile {
  static constexpr size_t lanes = Lanes<Real>::count;
  static constexpr size_t rows = EQLENS_LANE_BYTES == 64 ? 12 : 6;
  static constexpr size_t columns = 2 * lanes;
};

inline size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/// Strips of `width` lines (rows of a, columns of b), each with its elements of one depth side by side, zeros at the end.
template <typename Real, size_t Width>
void pack(const Real* from, size_t line, size_t step, size_t lines, size_t depth, Real* to) {
  for (size_t first = 0; first < lines; first += Width) {
    const size_t here = smaller(Width, lines - first);
    for (size_t k = 0; k < depth; ++k, to += Width) {
      const Real* at = from + first * line + k * step;
      for (size_t i = 0; i < here; ++i) to[i] = at[i * line];
      for (size_t i = here; i < Width; ++i) to[i] = 0;
    }
  }
}

template <typename Real>
__attribute__((noinline)) void multiply_tile(const Real* a, const Real* b, size_t depth, Real* out, size_t out_row, size_t rows,
                                             size_t columns, bool adds) {
  using T = Tile<Real>;
  Vector<Real> sum[T::rows][2] = {};
  for (size_t k = 0; k < depth; ++k) {
    const Vector<Real> left = load(b + k * T::columns);
    const Vector<Real> right = load(b + k * T::columns + T::lanes);
    for (size_t r = 0; r < T::rows; ++r) {
      const Real factor = a[k * T::rows + r];
      sum[r][0] += factor * left;
      sum[r][1] += factor * right;
    }
  }
  if (rows == T::rows && columns == T::columns) {
    for (size_t r = 0; r < T::rows; ++r)
      for (size_t c = 0; c < 2; ++c) {
        Real* to = out + r * out_row + c * T::lanes;
        store(to, adds ? load(to) + sum[r][c] : sum[r][c]);
      }
    return;
  }
  Real part[T::rows * T::columns];
  for (size_t r = 0; r < T::rows; ++r)
    for (size_t c = 0; c < 2; ++c) store(part + r * T::columns + c * T::lanes, sum[r][c]);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) out[r * out_row + c] = part[r * T::columns + c] + (adds ? out[r * out_row + c] : Real(0));
}

template <typename Real>
void multiply(const ProductBlock& block, Real* scratch) {
  using T = Tile<Real>;
  Real* packed_b = scratch;
  Real* packed_a = scratch + eqlens::product_columns * eqlens::product_depth;
  const auto* a = static_cast<const Real*>(block.a);
  const auto* b = static_cast<const Real*>(block.b);
  auto* out = static_cast<Real*>(block.out);
  for (size_t j = 0; j < block.columns; j += eqlens::product_columns) {
    const size_t columns = smaller(eqlens::product_columns, block.columns - j);
    for (size_t k = 0; k < block.depth; k += eqlens::product_depth) {
      const size_t depth = smaller(eqlens::product_depth, block.depth - k);
      pack<Real, T::columns>(b + j * block.b_column + k * block.b_row, block.b_column, block.b_row, columns, depth, packed_b);
      for (size_t i = 0; i < block.rows; i += eqlens::product_rows) {
        const size_t rows = smaller(eqlens::product_rows, block.rows - i);
        pack<Real, T::rows>(a + i * block.a_row + k * block.a_column, block.a_row, block.a_column, rows, depth, packed_a);
        for (size_t c = 0; c < columns; c += T::columns)
          for (size_t r = 0; r < rows; r += T::rows)
            multiply_tile(packed_a + r * depth, packed_b + c * depth, depth, out + (i + r) * block.columns + j + c, block.columns,
                          smaller(T::rows, rows - r), smaller(T::columns, columns - c), k > 0);
      }
    }
  }
}

/// So few numbers that packing them would cost more than the products.
template <typename Real>
void multiply_few(const ProductBlock& block) {
  constexpr size_t lanes = Lanes<Real>::count;
  const auto* a = static_cast<const Real*>(block.a);
  const auto* b = static_cast<const Real*>(block.b);
  auto* out = static_cast<Real*>(block.out);
  const bool along_depth = block.a_column == 1 && block.b_row == 1;
  for (size_t i = 0; i < block.rows; ++i, a += block.a_row, out += block.columns) {
    size_t j = 0;
    for (; block.b_column == 1 && j + lanes <= block.columns; j += lanes) {
      Vector<Real> sum{};
      for (size_t k = 0; k < block.depth; ++k) sum += a[k * block.a_column] * load(b + k * block.b_row + j);
      store(out + j, sum);
    }
    for (; j < block.columns; ++j) {
      const Real* column = b + j * block.b_column;
      Real total = 0;
      size_t k = 0;
      if (along_depth && block.depth >= lanes) {
        Vector<Real> sum{};
        for (; k + lanes <= block.depth; k += lanes) sum += load(a + k) * load(column + k);
        total = sum_of_lanes<Real>(sum);
      }
      for (; k < block.depth; ++k) total += a[k * block.a_column] * column[k * block.b_row];
      out[j] = total;
    }
  }
}

template <typename Real>
void multiply_any(const ProductBlock& block, void* scratch) {
  if (scratch == nullptr)
    multiply_few<Real>(block);
  else
    multiply(block, static_cast<Real*>(scratch));
}

}  // namespace

extern "C" void EQLENS_ENTRY(products_f32)(const ProductBlock* block, void* scratch) { multiply_any<float>(*block, scratch); }
extern "C" void EQLENS_ENTRY(products_f64)(const ProductBlock* block, void* scratch) { multiply_any<double>(*block, scratch); }
