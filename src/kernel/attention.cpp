#include "kernel/attention.hpp"

#include <type_traits>

#include "kernel/buffer.hpp"
#include "kernel/level.hpp"
#include "kernel/loops.hpp"
#include "kernel/pool.hpp"

extern "C" {
#define EQLENS_DECLARE(name) void name(const eqlens::AttentionHead* head, std::size_t first_query, void* scratch)
EQLENS_DECLARE(eqlens_attention_f32_v2);
EQLENS_DECLARE(eqlens_attention_f64_v2);
#if defined(__x86_64__)
EQLENS_DECLARE(eqlens_attention_f32_v3);
EQLENS_DECLARE(eqlens_attention_f64_v3);
EQLENS_DECLARE(eqlens_attention_f32_v4);
EQLENS_DECLARE(eqlens_attention_f64_v4);
#else
#define eqlens_attention_f32_v3 eqlens_attention_f32_v2
#define eqlens_attention_f64_v3 eqlens_attention_f64_v2
#define eqlens_attention_f32_v4 eqlens_attention_f32_v2
#define eqlens_attention_f64_v4 eqlens_attention_f64_v2
#endif
#undef EQLENS_DECLARE
}

namespace eqlens {

namespace {

template <typename Real>
constexpr std::size_t block_of = std::is_same_v<Real, float> ? query_block_f32 : query_block_f64;

template <typename Real>
AttentionBlock block_function() {
  if constexpr (std::is_same_v<Real, float>)
    return for_this_machine(&eqlens_attention_f32_v2, &eqlens_attention_f32_v3, &eqlens_attention_f32_v4);
  else
    return for_this_machine(&eqlens_attention_f64_v2, &eqlens_attention_f64_v3, &eqlens_attention_f64_v4);
}

template <typename Real>
std::size_t scratch_bytes(const AttentionShape& shape) {
  constexpr auto queries = block_of<Real>;
  constexpr auto widest_tile = 2 * 64 / sizeof(Real);
  const auto value_width = (shape.value_width + widest_tile - 1) / widest_tile * widest_tile;
  const auto scores = most_block_keys * (queries + 64 / sizeof(Real));
  return sizeof(Real) * (shape.width * queries + scores + (queries + most_block_keys) * value_width + 3 * queries);
}

/// Where a point of the batch axes begins.
std::size_t offset(const std::vector<std::size_t>& extents, const std::vector<std::size_t>& strides, std::size_t point) {
  std::size_t sum = 0;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if (axis < strides.size()) sum += point % extents[axis] * strides[axis];
    point /= extents[axis];
  }
  return sum;
}

/// An operand with dense rows: itself, or a copy of all heads.
template <typename Real>
struct Rows {
  const Real* data = nullptr;
  AttentionWalk walk;
  std::vector<Real> copy;
};

template <typename Real>
Rows<Real> dense_rows(const AttentionShape& shape, const AttentionWalk& walk, const Real* data, std::size_t rows, std::size_t columns) {
  if (walk.column == 1 || columns <= 1) return {data, walk, {}};
  Rows<Real> result{nullptr, {{}, columns, 1}, {}};
  std::size_t points = 1;
  result.walk.batch.assign(shape.batch.size(), 0);
  for (std::size_t axis = shape.batch.size(); axis-- > 0;)
    if (axis < walk.batch.size() && walk.batch[axis] != 0) {
      result.walk.batch[axis] = points * rows * columns;
      points *= shape.batch[axis];
    }
  result.copy.resize(points * rows * columns);
  const auto heads = element_count(shape.batch);
  for (std::size_t head = 0; head < heads; ++head) {
    const Real* from = data + offset(shape.batch, walk.batch, head);
    Real* to = result.copy.data() + offset(shape.batch, result.walk.batch, head);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) to[i * columns + j] = from[i * walk.row + j * walk.column];
  }
  result.data = result.copy.data();
  return result;
}

}  // namespace

template <typename Real>
void attend(const AttentionShape& shape, const AttentionData<Real>& data, unsigned threads) {
  const auto heads = element_count(shape.batch);
  if (heads == 0 || shape.queries == 0 || shape.value_width == 0) return;
  const auto q = dense_rows(shape, shape.q, data.q, shape.queries, shape.width);
  const auto k = dense_rows(shape, shape.k, data.k, shape.keys, shape.width);
  const auto v = dense_rows(shape, shape.v, data.v, shape.keys, shape.value_width);
  const auto work = block_function<Real>();
  const auto bytes = scratch_bytes<Real>(shape);
  const auto blocks = (shape.queries + block_of<Real> - 1) / block_of<Real>;
  AttentionHead whole;
  whole.queries = shape.queries;
  whole.keys = shape.keys;
  whole.width = shape.width;
  whole.value_width = shape.value_width;
  whole.q_stride = q.walk.row;
  whole.k_stride = k.walk.row;
  whole.v_stride = v.walk.row;
  whole.out_stride = shape.out.row;
  whole.mask_row = shape.mask.row;
  whole.mask_column = shape.mask.column;
  whole.scale = data.scale;
  whole.mask_scale = data.mask_scale;
  whole.causal = shape.causal;
  whole.causal_offset = shape.causal_offset;
  each_piece(heads * blocks, threads, [&](std::size_t piece) {
    const auto point = piece / blocks;
    // The last blocks of a causal head have most to do, so they go first.
    const auto block = blocks - 1 - piece % blocks;
    auto head = whole;
    head.q = q.data + offset(shape.batch, q.walk.batch, point);
    head.k = k.data + offset(shape.batch, k.walk.batch, point);
    head.v = v.data + offset(shape.batch, v.walk.batch, point);
    head.out = data.out + offset(shape.batch, shape.out.batch, point);
    if (data.mask != nullptr) head.mask = data.mask + offset(shape.batch, shape.mask.batch, point);
    work(&head, block * block_of<Real>, scratch(bytes));
  });
}

template void attend<float>(const AttentionShape&, const AttentionData<float>&, unsigned);
template void attend<double>(const AttentionShape&, const AttentionData<double>&, unsigned);

}  // namespace eqlens
