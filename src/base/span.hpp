#pragma once

#include <algorithm>
#include <cstdint>

namespace eqlens {

/// A half-open range of bytes in the user's own text. Lines and columns are computed only when printing.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] constexpr std::uint32_t size() const { return end - begin; }
  [[nodiscard]] constexpr bool empty() const { return begin == end; }
  [[nodiscard]] constexpr bool contains(Span inner) const { return begin <= inner.begin && inner.end <= end; }
  friend constexpr bool operator==(Span, Span) = default;
};

/// The smallest span that covers both.
[[nodiscard]] constexpr Span join(Span a, Span b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

}  // namespace eqlens
