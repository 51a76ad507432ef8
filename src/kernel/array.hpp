#pragma once

#include <cstddef>
#include <vector>

namespace eqlens {

/// A dense array of doubles in row-major order; no extents is a single number.
struct Array {
  std::vector<std::size_t> extents;
  std::vector<double> data;

  [[nodiscard]] std::size_t rank() const { return extents.size(); }
};

}  // namespace eqlens
