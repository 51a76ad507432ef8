// Blocked attention with an online softmax, on the transposed scores: each lane is a query, so the largest score and the sum
// of weights need no work across lanes, and keys and values are read where they lie. The three loops are functions of their
// own: inlined into one, they run out of registers.

#include "kernel/attention_block.hpp"
#include "kernel/vector/lanes.hpp"

namespace {

using eqlens::AttentionHead;

template <typename Real>
struct Block {
  static constexpr size_t lanes = Lanes<Real>::count;
  static constexpr size_t queries = sizeof(Real) == 4 ? eqlens::query_block_f32 : eqlens::query_block_f64;
  // Rows that lie a power of two apart would fall into the same cache sets.
  static constexpr size_t score_stride = queries + 64 / sizeof(Real);
  static constexpr size_t query_vectors = EQLENS_LANE_BYTES == 64 ? 4 : 2;
  static constexpr size_t value_tile = 2 * lanes;
  static constexpr size_t row_tile = EQLENS_LANE_BYTES == 64 ? 12 : 6;

  Real* q;       // [width][queries], times the scale
  Real* scores;  // [keys][score_stride]
  Real* out;     // [queries][padded value width]
  Real* values;  // a padded copy of a block of values, where their width fills no tile
  Real* largest;
  Real* shrink;  // by what the earlier sums shrink when a larger score turns up
  Real* total;
  size_t value_width;  // padded
};

template <typename Real>
size_t padded(size_t width) {
  constexpr size_t tile = Block<Real>::value_tile;
  return (width + tile - 1) / tile * tile;
}

template <typename Real, size_t Keys>
inline void score_tile(const Real* q, const Real* k, size_t k_stride, size_t width, Real* scores, Vector<Real>* most) {
  using B = Block<Real>;
  constexpr size_t vectors = B::query_vectors;
  Vector<Real> sum[Keys][vectors] = {};
#pragma GCC unroll 4
  for (size_t i = 0; i < width; ++i) {
    Vector<Real> column[vectors];
    for (size_t v = 0; v < vectors; ++v) column[v] = load(q + i * B::queries + v * B::lanes);
    for (size_t r = 0; r < Keys; ++r) {
      const Real factor = k[r * k_stride + i];
      for (size_t v = 0; v < vectors; ++v) sum[r][v] += factor * column[v];
    }
  }
  for (size_t r = 0; r < Keys; ++r)
    for (size_t v = 0; v < vectors; ++v) {
      store(scores + r * B::score_stride + v * B::lanes, sum[r][v]);
      most[v] = larger(sum[r][v], most[v]);
    }
}

template <typename Real>
__attribute__((noinline)) void score_keys(const Block<Real>& block, const Real* k, size_t k_stride, size_t keys, size_t width) {
  using B = Block<Real>;
  constexpr size_t vectors = B::query_vectors;
  for (size_t first = 0; first < B::queries; first += vectors * B::lanes) {
    Vector<Real> most[vectors];
    for (size_t v = 0; v < vectors; ++v) most[v] = load(block.largest + first + v * B::lanes);
    const Real* q = block.q + first;
    Real* scores = block.scores + first;
    size_t r = 0;
    for (; r + 6 <= keys; r += 6) score_tile<Real, 6>(q, k + r * k_stride, k_stride, width, scores + r * B::score_stride, most);
    for (; r + 2 <= keys; r += 2) score_tile<Real, 2>(q, k + r * k_stride, k_stride, width, scores + r * B::score_stride, most);
    for (; r < keys; ++r) score_tile<Real, 1>(q, k + r * k_stride, k_stride, width, scores + r * B::score_stride, most);
    for (size_t v = 0; v < vectors; ++v) {
      // What was the largest so far stays in `shrink` until the weights are made.
      Real* so_far = block.largest + first + v * B::lanes;
      store(block.shrink + first + v * B::lanes, load(so_far));
      store(so_far, most[v]);
    }
  }
}

/// A mask of the lowest number there is must not become infinite: rows of nothing else are still defined.
template <typename Real>
inline Vector<Real> mask_in_base_2(const AttentionHead& head, Vector<Real> mask) {
  constexpr Real low = Lanes<Real>::lowest / 2;
  const Vector<Real> added = mask * (Real(head.mask_scale) * Real(1.4426950408889634074));
  const auto lost = (added < low) & (mask >= Lanes<Real>::lowest);
  return lost ? all(low) : added;
}

/// The mask of a tile, a vector of queries for each of its keys; 0 beyond its ends.
template <typename Real>
inline void mask_tile(const AttentionHead& head, size_t query, size_t queries, size_t key, size_t keys, Vector<Real>* tile) {
  constexpr size_t lanes = Lanes<Real>::count;
  const auto* mask = static_cast<const Real*>(head.mask) + query * head.mask_row + key * head.mask_column;
  if (head.mask_row == 0) {
    for (size_t r = 0; r < lanes; ++r) tile[r] = all(r < keys ? mask[r * head.mask_column] : Real(0));
    return;
  }
  if (head.mask_column == 1 && queries >= lanes && keys >= lanes) {
    for (size_t i = 0; i < lanes; ++i) tile[i] = load(mask + i * head.mask_row);
    transpose<Real>(tile);
    return;
  }
  Real columns[lanes][lanes];
  for (size_t r = 0; r < lanes; ++r)
    for (size_t i = 0; i < lanes; ++i) columns[r][i] = r < keys && i < queries ? mask[i * head.mask_row + r * head.mask_column] : Real(0);
  for (size_t r = 0; r < lanes; ++r) tile[r] = load(columns[r]);
}

/// Adds the mask to scores that are there, and finds the largest again.
template <typename Real>
__attribute__((noinline)) void mask_scores(const Block<Real>& block, const AttentionHead& head, size_t first_query, size_t queries,
                                           size_t first_key, size_t keys) {
  using B = Block<Real>;
  constexpr size_t lanes = B::lanes;
  for (size_t first = 0; first < queries; first += lanes) {
    Vector<Real> most = load(block.shrink + first);
    Vector<Real> number;  // of the query, in the block
    for (size_t i = 0; i < lanes; ++i) number[i] = Real(first + i);
    for (size_t r = 0; r < keys; r += lanes) {
      const size_t in_tile = keys - r < lanes ? keys - r : lanes;
      Vector<Real> tile[lanes] = {};
      if (head.mask != nullptr) mask_tile<Real>(head, first_query + first, queries - first, first_key + r, in_tile, tile);
      // So many queries of the block lie before the first that sees the key.
      const auto blind = static_cast<std::ptrdiff_t>(first_key + r) - static_cast<std::ptrdiff_t>(first_query) - head.causal_offset;
      for (size_t k = 0; k < in_tile; ++k) {
        Real* at = block.scores + (r + k) * B::score_stride + first;
        Vector<Real> score = load(at);
        if (head.mask != nullptr) score += mask_in_base_2<Real>(head, tile[k]);
        if (head.causal) score = number < Real(blind + static_cast<std::ptrdiff_t>(k)) ? all(Real(-__builtin_inff())) : score;
        store(at, score);
        most = larger(score, most);
      }
    }
    store(block.largest + first, most);
  }
}

template <typename Real>
__attribute__((noinline)) void weigh_keys(const Block<Real>& block, size_t keys) {
  using B = Block<Real>;
  for (size_t first = 0; first < B::queries; first += 2 * B::lanes) {
    Vector<Real> most[2], total[2];
    for (size_t v = 0; v < 2; ++v) {
      const size_t at = first + v * B::lanes;
      most[v] = load(block.largest + at);
      const Vector<Real> shrink = exp2_below_one<Real>(load(block.shrink + at) - most[v]);
      store(block.shrink + at, shrink);
      total[v] = load(block.total + at) * shrink;
    }
    for (size_t r = 0; r < keys; ++r)
      for (size_t v = 0; v < 2; ++v) {
        Real* score = block.scores + r * B::score_stride + first + v * B::lanes;
        const Vector<Real> weight = exp2_below_one<Real>(load(score) - most[v]);
        store(score, weight);
        total[v] += weight;
      }
    for (size_t v = 0; v < 2; ++v) store(block.total + first + v * B::lanes, total[v]);
  }
}

template <typename Real, size_t Rows, size_t Columns>
inline void value_tile(const Real* weights, const Real* v, size_t v_stride, size_t keys, const Real* shrink, Real* out, size_t out_stride) {
  using B = Block<Real>;
  // From zero: sums that begin in memory would be kept there by the compiler.
  Vector<Real> sum[Rows][Columns] = {};
#pragma GCC unroll 4
  for (size_t k = 0; k < keys; ++k) {
    Vector<Real> row[Columns];
    for (size_t c = 0; c < Columns; ++c) row[c] = load(v + k * v_stride + c * B::lanes);
    const Real* weight = weights + k * B::score_stride;
    for (size_t r = 0; r < Rows; ++r) {
      const Real factor = weight[r];
      for (size_t c = 0; c < Columns; ++c) sum[r][c] += factor * row[c];
    }
  }
  for (size_t r = 0; r < Rows; ++r)
    for (size_t c = 0; c < Columns; ++c) {
      Real* to = out + r * out_stride + c * B::lanes;
      store(to, shrink[r] * load(to) + sum[r][c]);
    }
}

template <typename Real, size_t Rows, size_t Columns>
__attribute__((noinline)) void add_values(const Block<Real>& block, const Real* v, size_t v_stride, size_t keys, size_t queries,
                                          size_t first_column) {
  Real* out = block.out + first_column;
  const auto at = [&](size_t i) { return out + i * block.value_width; };
  size_t i = 0;
  // Eight rows are two tiles of four, not one of six and a slow one of two.
  for (; i + Rows <= queries && (Rows != 6 || queries - i != 8); i += Rows)
    value_tile<Real, Rows, Columns>(block.scores + i, v, v_stride, keys, block.shrink + i, at(i), block.value_width);
  for (; i + 4 <= queries; i += 4)
    value_tile<Real, 4, Columns>(block.scores + i, v, v_stride, keys, block.shrink + i, at(i), block.value_width);
  for (; i + 2 <= queries; i += 2)
    value_tile<Real, 2, Columns>(block.scores + i, v, v_stride, keys, block.shrink + i, at(i), block.value_width);
  for (; i < queries; ++i) value_tile<Real, 1, Columns>(block.scores + i, v, v_stride, keys, block.shrink + i, at(i), block.value_width);
}

template <typename Real>
void add_all_values(const Block<Real>& block, const Real* v, size_t v_stride, size_t keys, size_t queries) {
  using B = Block<Real>;
  size_t c = 0;
  // Four vectors of a row need fewer loads for each product than two; only AVX-512 has the registers.
  if constexpr (EQLENS_LANE_BYTES == 64)
    for (; c + 2 * B::value_tile <= block.value_width; c += 2 * B::value_tile)
      add_values<Real, 6, 4>(block, v + c, v_stride, keys, queries, c);
  for (; c < block.value_width; c += B::value_tile) add_values<Real, B::row_tile, 2>(block, v + c, v_stride, keys, queries, c);
}

template <typename Real>
Block<Real> laid_out(const AttentionHead& head, Real* scratch) {
  using B = Block<Real>;
  Block<Real> block{};
  block.value_width = padded<Real>(head.value_width);
  const auto take = [&scratch](size_t count) {
    Real* part = scratch;
    scratch += count;
    return part;
  };
  block.q = take(head.width * B::queries);
  block.scores = take(eqlens::most_block_keys * B::score_stride);
  block.out = take(B::queries * block.value_width);
  block.largest = take(B::queries);
  block.shrink = take(B::queries);
  block.total = take(B::queries);
  block.values = take(block.value_width == head.value_width ? 0 : eqlens::most_block_keys * block.value_width);
  return block;
}

template <typename Real>
void start(const Block<Real>& block, const AttentionHead& head, size_t first_query, size_t queries) {
  using B = Block<Real>;
  const Real factor = Real(head.scale * 1.4426950408889634074);
  const Real* q = static_cast<const Real*>(head.q) + first_query * head.q_stride;
  constexpr size_t lanes = B::lanes;
  for (size_t c = 0; c < head.width; c += lanes)
    for (size_t first = 0; first < B::queries; first += lanes) {
      if (c + lanes <= head.width && first + lanes <= queries) {
        Vector<Real> tile[lanes];
        for (size_t r = 0; r < lanes; ++r) tile[r] = load(q + (first + r) * head.q_stride + c) * factor;
        transpose<Real>(tile);
        for (size_t i = 0; i < lanes; ++i) store(block.q + (c + i) * B::queries + first, tile[i]);
        continue;
      }
      for (size_t i = c; i < head.width && i < c + lanes; ++i)
        for (size_t r = first; r < first + lanes; ++r) block.q[i * B::queries + r] = r < queries ? q[r * head.q_stride + i] * factor : 0;
    }
  for (size_t r = 0; r < B::queries; ++r) {
    block.largest[r] = Lanes<Real>::lowest;
    block.total[r] = 0;
  }
  for (size_t i = 0; i < queries * block.value_width; ++i) block.out[i] = 0;
}

template <typename Real>
void finish(const Block<Real>& block, const AttentionHead& head, size_t first_query, size_t queries) {
  Real* out = static_cast<Real*>(head.out) + first_query * head.out_stride;
  for (size_t r = 0; r < queries; ++r) {
    const Real share = 1 / block.total[r];
    for (size_t c = 0; c < head.value_width; ++c) out[r * head.out_stride + c] = block.out[r * block.value_width + c] * share;
  }
}

template <typename Real>
const Real* values_of(const Block<Real>& block, const AttentionHead& head, const Real* v, size_t keys) {
  if (block.value_width == head.value_width) return v;
  for (size_t r = 0; r < keys; ++r)
    for (size_t c = 0; c < block.value_width; ++c)
      block.values[r * block.value_width + c] = c < head.value_width ? v[r * head.v_stride + c] : Real(0);
  return block.values;
}

/// How many keys the queries up to `last` see.
size_t visible_keys(const AttentionHead& head, size_t last) {
  if (!head.causal) return head.keys;
  const auto end = static_cast<std::ptrdiff_t>(last) + head.causal_offset + 1;
  if (end <= 0) return 0;
  return static_cast<size_t>(end) < head.keys ? static_cast<size_t>(end) : head.keys;
}

template <typename Real>
void attend(const AttentionHead& head, size_t first_query, void* scratch) {
  using B = Block<Real>;
  const auto block = laid_out(head, static_cast<Real*>(scratch));
  const size_t left = head.queries - first_query;
  const size_t queries = left < B::queries ? left : B::queries;
  start(block, head, first_query, queries);
  const size_t seen = visible_keys(head, first_query + queries - 1);
  // Blocks of one size, a multiple of the tile: a short last one would waste its tiles.
  const size_t blocks = (seen + eqlens::most_block_keys - 1) / eqlens::most_block_keys;
  const size_t step = blocks == 0 ? 1 : ((seen + blocks - 1) / blocks + 5) / 6 * 6;
  for (size_t first = 0; first < seen; first += step) {
    const size_t keys = seen - first < step ? seen - first : step;
    score_keys(block, static_cast<const Real*>(head.k) + first * head.k_stride, head.k_stride, keys, head.width);
    const bool cut = head.causal && first + keys > visible_keys(head, first_query);
    if (head.mask != nullptr || cut) mask_scores(block, head, first_query, queries, first, keys);
    weigh_keys(block, keys);
    const Real* v = static_cast<const Real*>(head.v) + first * head.v_stride;
    const bool copies = block.value_width != head.value_width;
    add_all_values(block, values_of(block, head, v, keys), copies ? block.value_width : head.v_stride, keys, queries);
  }
  finish(block, head, first_query, queries);
}

/// The scores of a few keys for one query, in base 2: dot products along the width.
template <typename Real>
__attribute__((noinline)) Real score_query(const AttentionHead& head, const Real* q, size_t query, size_t first, size_t keys, Real* scores,
                                           Real most) {
  constexpr size_t lanes = Lanes<Real>::count;
  constexpr Real log2e = Real(1.4426950408889634074);
  const Real scale = Real(head.scale) * log2e;
  const auto* k = static_cast<const Real*>(head.k) + first * head.k_stride;
  const auto* mask = static_cast<const Real*>(head.mask);
  for (size_t r = 0; r < keys; ++r, k += head.k_stride) {
    Vector<Real> sum[4] = {};
    size_t i = 0;
    for (; i + 4 * lanes <= head.width; i += 4 * lanes)
      for (size_t v = 0; v < 4; ++v) sum[v] += load(q + i + v * lanes) * load(k + i + v * lanes);
    for (; i + lanes <= head.width; i += lanes) sum[0] += load(q + i) * load(k + i);
    __builtin_prefetch(k + 16 * head.k_stride);
    Real total = sum_of_lanes<Real>((sum[0] + sum[1]) + (sum[2] + sum[3]));
    for (; i < head.width; ++i) total += q[i] * k[i];
    total *= scale;
    if (mask != nullptr) total += mask_in_base_2<Real>(head, all(mask[query * head.mask_row + (first + r) * head.mask_column]))[0];
    scores[r] = total;
    most = total > most ? total : most;
  }
  return most;
}

/// out = shrink out + weights · values, for one query.
template <typename Real>
__attribute__((noinline)) void add_weighted(const AttentionHead& head, const Real* weights, size_t first, size_t keys, Real shrink,
                                            Real* out) {
  constexpr size_t lanes = Lanes<Real>::count;
  const auto* values = static_cast<const Real*>(head.v) + first * head.v_stride;
  size_t c = 0;
  for (; c + 4 * lanes <= head.value_width; c += 4 * lanes) {
    Vector<Real> sum[4] = {};
    const Real* v = values + c;
    for (size_t r = 0; r < keys; ++r, v += head.v_stride) {
      __builtin_prefetch(v + 16 * head.v_stride);
      for (size_t k = 0; k < 4; ++k) sum[k] += weights[r] * load(v + k * lanes);
    }
    for (size_t k = 0; k < 4; ++k) store(out + c + k * lanes, shrink * load(out + c + k * lanes) + sum[k]);
  }
  for (; c + lanes <= head.value_width; c += lanes) {
    Vector<Real> sum{};
    for (size_t r = 0; r < keys; ++r) sum += weights[r] * load(values + r * head.v_stride + c);
    store(out + c, shrink * load(out + c) + sum);
  }
  for (; c < head.value_width; ++c) {
    Real sum = 0;
    for (size_t r = 0; r < keys; ++r) sum += weights[r] * values[r * head.v_stride + c];
    out[c] = shrink * out[c] + sum;
  }
}

/// Few queries are a matter of reading keys and values once: no tiles, lanes along the width.
template <typename Real>
void attend_few(const AttentionHead& head, void* scratch) {
  constexpr size_t lanes = Lanes<Real>::count;
  constexpr size_t block = eqlens::most_block_keys;
  Real* scores = static_cast<Real*>(scratch);
  for (size_t query = 0; query < head.queries; ++query) {
    const Real* q = static_cast<const Real*>(head.q) + query * head.q_stride;
    Real* out = static_cast<Real*>(head.out) + query * head.out_stride;
    for (size_t c = 0; c < head.value_width; ++c) out[c] = 0;
    Real most = Lanes<Real>::lowest;
    Real total = 0;
    const size_t seen = visible_keys(head, query);
    for (size_t first = 0; first < seen; first += block) {
      const size_t keys = seen - first < block ? seen - first : block;
      const Real before = most;
      most = score_query(head, q, query, first, keys, scores, most);
      for (size_t r = keys; r % lanes != 0; ++r) scores[r] = -__builtin_inff();
      Vector<Real> sum{};
      for (size_t r = 0; r < keys; r += lanes) {
        const Vector<Real> weight = exp2_below_one<Real>(load(scores + r) - most);
        store(scores + r, weight);
        sum += weight;
      }
      const Real shrink = exp2_below_one<Real>(all(before - most))[0];
      total = total * shrink + sum_of_lanes<Real>(sum);
      add_weighted(head, scores, first, keys, shrink, out);
    }
    const Real share = 1 / total;
    for (size_t c = 0; c < head.value_width; ++c) out[c] *= share;
  }
}

}  // namespace

extern "C" void EQLENS_ENTRY(attention_f32)(const AttentionHead* head, size_t first_query, void* scratch) {
  head->queries <= eqlens::few_queries ? attend_few<float>(*head, scratch) : attend<float>(*head, first_query, scratch);
}
extern "C" void EQLENS_ENTRY(attention_f64)(const AttentionHead* head, size_t first_query, void* scratch) {
  head->queries <= eqlens::few_queries ? attend_few<double>(*head, scratch) : attend<double>(*head, first_query, scratch);
}
