#pragma once

#include <cstddef>
#include <vector>

#include "kernel/row_code.hpp"

namespace eqlens {

/// One array that a chain reads or writes, and how it is walked.
struct Stream {
  std::size_t source = 0;            ///< which of the program's arrays
  std::vector<std::size_t> strides;  ///< elements to step for each outer axis
  std::size_t step = 1;              ///< along the row; 0: one number for the row
  bool written = false;
};

/// A fused chain: for each point of the outer axes, the steps run over a row, block by block. The table of values holds the
/// streams, then single numbers, then blocks of the row.
struct Chain {
  std::vector<std::size_t> outer;
  std::size_t length = 1;
  bool whole_rows = false;  ///< a step reads what another folds, so the whole row is one block
  std::vector<Stream> streams;
  std::vector<RowStep> steps;
  std::size_t singles = 0;
  std::size_t blocks = 0;
  std::size_t totals = 0;
};

/// Longer rows are not kept whole.
inline constexpr std::size_t longest_whole_row = 8192;

/// Runs the chain over arrays, by `Stream::source`; `length` is the chain's own, unless its rows may have any.
template <typename Real>
void run_chain(const Chain& chain, Real* const* arrays, std::size_t length, unsigned threads);

extern template void run_chain<float>(const Chain&, float* const*, std::size_t, unsigned);
extern template void run_chain<double>(const Chain&, double* const*, std::size_t, unsigned);

/// out = a b for strided operands (see ProductBlock); out is dense.
struct ProductShape {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t depth = 0;
  std::size_t a_row = 0;
  std::size_t a_column = 0;
  std::size_t b_row = 0;
  std::size_t b_column = 0;
};
template <typename Real>
void multiply_strided(const ProductShape& shape, const Real* a, const Real* b, Real* out, unsigned threads);

extern template void multiply_strided<float>(const ProductShape&, const float*, const float*, float*, unsigned);
extern template void multiply_strided<double>(const ProductShape&, const double*, const double*, double*, unsigned);

}  // namespace eqlens
