#pragma once

#include <cstddef>
#include <vector>

#include "kernel/attention_block.hpp"

namespace eqlens {

/// How one array of an attention is walked: elements to step for each batch axis, from row to row and from column to column.
struct AttentionWalk {
  std::vector<std::size_t> batch;
  std::size_t row = 0;
  std::size_t column = 1;
};

/// softmax(scale · Q Kᵀ + mask) V for every point of the batch axes: heads, samples.
struct AttentionShape {
  std::vector<std::size_t> batch;
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t width = 0;
  std::size_t value_width = 0;
  AttentionWalk q, k, v, out, mask;
  bool causal = false;
  std::ptrdiff_t causal_offset = 0;
};

/// What changes from run to run.
template <typename Real>
struct AttentionData {
  const Real* q = nullptr;
  const Real* k = nullptr;
  const Real* v = nullptr;
  const Real* mask = nullptr;
  Real* out = nullptr;
  double scale = 1;
  double mask_scale = 1;
};

/// Blocked, never holding the scores: memory beyond the arrays is a fixed scratch for each thread, and copies of keys and values
/// whose rows are not dense. A query that sees no key gives not-a-numbers, as softmax of a row of only -inf does.
template <typename Real>
void attend(const AttentionShape& shape, const AttentionData<Real>& data, unsigned threads);

extern template void attend<float>(const AttentionShape&, const AttentionData<float>&, unsigned);
extern template void attend<double>(const AttentionShape&, const AttentionData<double>&, unsigned);

}  // namespace eqlens
