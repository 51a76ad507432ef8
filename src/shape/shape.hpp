#pragma once

#include <cstdint>
#include <string>

#include "shape/dimension.hpp"

namespace eqlens {

/// An axis labelled by a free index of index notation: `A_{it}` has the axes i and t. The label is the index symbol's id.
struct IndexAxis {
  std::uint32_t index = 0;
  Dimension size;
  friend bool operator==(const IndexAxis&, const IndexAxis&) = default;
};

/// The shape of a value: axes labelled by index symbols, matched by name, then positional axes, matched by place.
/// A value whose number of axes is not known yet has `known == false`.
struct Shape {
  bool known = true;
  Few<IndexAxis, 1> index_axes;
  Axes axes;
  bool row = false;    ///< a vector that was transposed: `x^\top`
  bool wrong = false;  ///< something in it does not fit and was reported: whatever touches it stays silent

  [[nodiscard]] std::size_t rank() const { return axes.size(); }
  [[nodiscard]] bool scalar() const { return known && axes.empty(); }
  static Shape unknown() { return {false, {}, {}, false, false}; }
  static Shape misfit() { return {false, {}, {}, false, true}; }
};

/// The positional axes as people write them: `n × d_k`, `d`, or `a number`.
[[nodiscard]] std::string print(const Shape& shape, const Sizes& sizes);

}  // namespace eqlens
