#pragma once

#include <cstddef>

// What the vector kernels share with the rest: plain data only, see vector/lanes.hpp.

namespace eqlens {

/// One head of softmax(scale · Q Kᵀ + mask) V over matrices whose rows are dense. `Real` is what the pointers point to.
struct AttentionHead {
  const void* q = nullptr;
  const void* k = nullptr;
  const void* v = nullptr;
  void* out = nullptr;
  const void* mask = nullptr;  ///< added to the scores; null: none
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t width = 0;        ///< of a query and a key
  std::size_t value_width = 0;  ///< of a value
  std::size_t q_stride = 0;     ///< elements from row to row
  std::size_t k_stride = 0;
  std::size_t v_stride = 0;
  std::size_t out_stride = 0;
  std::size_t mask_row = 0;  ///< elements from query to query, 0: the same for all
  std::size_t mask_column = 0;
  double scale = 1;
  double mask_scale = 1;
  bool causal = false;  ///< query i sees key j only if j ≤ i + causal_offset
  std::ptrdiff_t causal_offset = 0;
};

/// Works one block of queries out. `scratch` is aligned to 64 bytes and holds `attention_scratch` elements.
using AttentionBlock = void (*)(const AttentionHead* head, std::size_t first_query, void* scratch);

/// Queries in a block: as many as fill four vectors of 64 bytes.
inline constexpr std::size_t query_block_f32 = 64;
inline constexpr std::size_t query_block_f64 = 32;
inline constexpr std::size_t most_block_keys = 192;
/// Heads of so few queries run query by query, at the speed of memory.
inline constexpr std::size_t few_queries = 4;

}  // namespace eqlens
