#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluate/plan.hpp"

namespace eqlens {

/// The name of an axis while the plan is made: a running index, or a place counted from the last positional axis.
using Axis = std::uint32_t;

inline constexpr Axis first_fresh = 0x40000000;
inline constexpr Axis first_place = 0x80000000;

[[nodiscard]] constexpr Axis place(std::size_t from_last) { return first_place + static_cast<Axis>(from_last); }
[[nodiscard]] constexpr bool is_place(Axis axis) { return axis >= first_place; }

/// A node with names for its axes: index axes align by name, positional ones by place. Renaming, transposing and turning
/// indices into positions change names only, never data.
struct Term {
  NodeId node = none;
  std::vector<Axis> axes;  ///< for each axis of the node's result, in its order in memory
  bool row = false;        ///< a vector that was transposed: `x^\top`

  [[nodiscard]] explicit operator bool() const { return node != none; }
  [[nodiscard]] bool has(Axis axis) const { return std::ranges::find(axes, axis) != axes.end(); }
  /// The number of positional axes.
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(std::ranges::count_if(axes, is_place)); }
};

/// One axis under another name.
[[nodiscard]] inline Term renamed(Term term, Axis from, Axis to) {
  std::ranges::replace(term.axes, from, to);
  return term;
}

/// The index axes, smallest name first.
[[nodiscard]] inline std::vector<Axis> index_axes(const Term& term) {
  std::vector<Axis> axes;
  for (const auto axis : term.axes)
    if (!is_place(axis)) axes.push_back(axis);
  std::ranges::sort(axes);
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  return axes;
}

/// With the given index axes as leading positional axes, in that order.
[[nodiscard]] inline Term with_places(Term term, const std::vector<Axis>& axes) {
  const auto rank = term.rank();
  for (std::size_t k = 0; k < axes.size(); ++k) std::ranges::replace(term.axes, axes[k], place(rank + axes.size() - 1 - k));
  return term;
}

}  // namespace eqlens
