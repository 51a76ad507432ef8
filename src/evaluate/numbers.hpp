#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/program.hpp"

namespace eqlens {

/// Where a value of a formula over single numbers comes from: an argument of the caller, or one number for all runs.
struct NumberSource {
  std::size_t argument = none;
  double fixed = 0;
};

/// A formula over single numbers: a straight list of operations on a small table of numbers, with no memory to lay out and nothing
/// to walk.
class Numbers {
 public:
  /// From a lifted program; none if it is too large for the table. `sources` by input slot.
  static std::optional<Numbers> from(const Program& lifted, const std::vector<NumberSource>& sources);

  template <typename Real>
  void run(const Real* const* arguments, Real* const* results) const;

 private:
  static constexpr std::size_t most_values = 64;
  struct Load {
    std::uint16_t place;
    std::uint16_t argument;
  };

  std::vector<RowStep> steps_;
  std::vector<double> fixed_;  ///< what the first places of the table hold at the start
  std::vector<float> fixed_f32_;
  std::vector<Load> loads_;
  std::vector<std::uint16_t> results_;  ///< the place of each
};

}  // namespace eqlens
