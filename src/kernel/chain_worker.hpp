#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/chain.hpp"
#include "kernel/loops.hpp"
#include "kernel/pool.hpp"

namespace eqlens {

inline constexpr std::size_t block_bytes = 2048;
/// Smaller arrays are in the caches anyway.
inline constexpr std::size_t least_for_fetching = std::size_t{1} << 19;
/// So many bytes of results are more than the caches near a core hold.
inline constexpr std::size_t least_for_flowing = std::size_t{1} << 22;

template <typename Real>
std::size_t block_length(const Chain& chain, std::size_t length) {
  return chain.whole_rows ? length : std::min(length, block_bytes / sizeof(Real));
}

/// The values' table and memory of one thread that works on a chain.
template <typename Real>
class ChainWorker {
 public:
  ChainWorker(RowCode code, const Chain& chain, Real* const* arrays, std::size_t length)
      : chain_(chain), arrays_(arrays), block_(block_length<Real>(chain, length)), code_(code) {
    find_flows(length);
    // Blocks that lie a power of two apart would share cache sets: a line more between each two.
    const auto stride = (block_ * sizeof(Real) + 63) / 64 * 64 + 64;
    const auto count = chain.streams.size() + chain.singles + chain.blocks;
    const auto table = (count * sizeof(void*) + 63) / 64 * 64;
    const auto singles = (chain.singles * sizeof(Real) + 63) / 64 * 64;
    auto* memory = static_cast<char*>(
        scratch(table + singles + (chain.totals * sizeof(double) + 63) / 64 * 64 + (chain.blocks + flow_count_) * stride));
    values_ = reinterpret_cast<void**>(memory);
    memory += table;
    auto** value = values_ + chain.streams.size();
    for (std::size_t k = 0; k < chain.singles; ++k) *value++ = memory + k * sizeof(Real);
    memory += singles;
    totals_ = reinterpret_cast<double*>(memory);
    memory += (chain.totals * sizeof(double) + 63) / 64 * 64;
    for (std::size_t k = 0; k < chain.blocks; ++k, memory += stride) *value++ = memory;
    for (std::size_t k = 0; k < flow_count_; ++k, memory += stride) values_[flows_[k].value] = memory;
    if (element_count(chain.outer) * length * sizeof(Real) >= least_for_fetching)
      for (std::size_t s = 0; s < chain.streams.size() && ahead_count_ < ahead_.size(); ++s)
        if (walks_on(chain.streams[s], length) && !flows(s)) ahead_[ahead_count_++] = static_cast<std::uint16_t>(s);
  }
  ~ChainWorker() {
    // What was written past the caches must be there before anybody is told that it is.
#if defined(__x86_64__)
    if (flow_count_ > 0) __builtin_ia32_sfence();
#endif
  }
  ChainWorker(const ChainWorker&) = delete;
  ChainWorker& operator=(const ChainWorker&) = delete;

  /// Elements from `begin` to `end` of the row at a point of the outer axes.
  void row(std::size_t point, std::size_t begin, std::size_t end) {
    row_begins(point, begin);
    for (std::size_t from = begin; from < end || from == 0; from += block_) {
      const auto length = std::min(block_, end - from);
      const RowBlock block{values_, totals_, length, from == begin, ahead_.data(), ahead_count_, flows_.data(), flow_count_};
      code_(chain_.steps.data(), chain_.steps.size(), &block);
      if (from + block_ >= end) break;
      for (std::size_t s = 0; s < chain_.streams.size(); ++s) {
        void*& place = flows(s) ? flow_of(s)->to : values_[s];
        place = static_cast<Real*>(place) + block_ * chain_.streams[s].step;
      }
    }
  }

  /// From now on, numbers that are results for the whole row stay here: this one works on a part of it only.
  void work_aside() { aside_.resize(chain_.streams.size()); }
  [[nodiscard]] std::span<double> totals() { return {totals_, chain_.totals}; }
  /// The results that depend on nothing but the row's totals, which are known now.
  void conclude() {
    row_begins(0, 0);
    const RowBlock block{values_, totals_, 0, false};
    code_(chain_.steps.data(), chain_.steps.size(), &block);
  }

 private:
  void row_begins(std::size_t point, std::size_t begin) {
    for (std::size_t s = 0; s < chain_.streams.size(); ++s) {
      const auto& stream = chain_.streams[s];
      auto rest = point;
      std::size_t at = begin * stream.step;
      for (std::size_t axis = chain_.outer.size(); axis-- > 0; rest /= chain_.outer[axis])
        at += rest % chain_.outer[axis] * stream.strides[axis];
      Real* place = is_aside(stream) ? &aside_[s] : arrays_[stream.source] + at;
      if (RowFlow* flow = flow_of(s); flow != nullptr)
        flow->to = place;
      else
        values_[s] = place;
    }
  }

  [[nodiscard]] bool is_aside(const Stream& stream) const { return !aside_.empty() && stream.written && stream.step == 0; }

  /// Whether the next row lies behind this one.
  static bool walks_on(const Stream& stream, std::size_t length) {
    return stream.step == 1 && (stream.strides.empty() || stream.strides.back() == length);
  }

  /// Large results that lie on cache lines' boundaries wherever a block begins.
  void find_flows(std::size_t length) {
    constexpr std::size_t line = 64;
    const auto elements = element_count(chain_.outer) * length;
    const bool whole_lines = chain_.outer.empty() || length * sizeof(Real) % line == 0;
    if (elements * sizeof(Real) < least_for_flowing || !whole_lines) return;
    for (std::size_t s = 0; s < chain_.streams.size() && flow_count_ < flows_.size(); ++s) {
      const auto& stream = chain_.streams[s];
      const auto strided = [](std::size_t stride) { return stride * sizeof(Real) % line != 0; };
      if (!stream.written || stream.step != 1 || std::ranges::any_of(stream.strides, strided)) continue;
      if (reinterpret_cast<std::uintptr_t>(arrays_[stream.source]) % line != 0) continue;
      flows_[flow_count_++].value = static_cast<std::uint16_t>(s);
    }
  }
  [[nodiscard]] RowFlow* flow_of(std::size_t stream) {
    for (std::size_t k = 0; k < flow_count_; ++k)
      if (flows_[k].value == stream) return &flows_[k];
    return nullptr;
  }
  [[nodiscard]] bool flows(std::size_t stream) { return flow_of(stream) != nullptr; }

  const Chain& chain_;
  Real* const* arrays_;
  std::size_t block_;
  RowCode code_;
  void** values_ = nullptr;
  double* totals_ = nullptr;
  std::array<std::uint16_t, 16> ahead_{};
  std::size_t ahead_count_ = 0;
  std::vector<Real> aside_;
  std::array<RowFlow, 4> flows_{};
  std::size_t flow_count_ = 0;
};

}  // namespace eqlens
