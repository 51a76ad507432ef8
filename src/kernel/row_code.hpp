#pragma once

#include <cstddef>
#include <cstdint>

// What the vector kernels share with the rest: plain data only, see vector/lanes.hpp.

namespace eqlens {

/// One step of a chain that works through a row block by block.
enum class RowOperation : std::uint8_t {
  copy,
  spread,  ///< loads elements that lie `stride` apart
  negative,
  absolute,
  square_root,
  exponential,
  logarithm,
  tanh,
  sigmoid,
  rectified,  ///< x where x > 0, else 0
  call_one,   ///< a function of one number, element by element
  plus,
  minus,
  times,
  over,
  larger,
  smaller,
  less,
  at_most,
  equal,
  unequal,
  call_two,
  select,  ///< a where it is not 0: b, else c
  fused,   ///< (a first b) second c, or c second (a first b); first is one of plus, minus, times, over
  sum,     ///< these fold a row into one number
  dot,     ///< the sum of a times b
  maximum,
  minimum,
  product,
};

/// Which of the values are one number for the whole row.
inline constexpr std::uint8_t single_a = 1;
inline constexpr std::uint8_t single_b = 2;
inline constexpr std::uint8_t single_c = 4;
inline constexpr std::uint8_t single_all = 8;  ///< and so is the result

struct RowStep {
  RowOperation operation = RowOperation::copy;
  std::uint8_t single = 0;
  RowOperation first = RowOperation::copy;  ///< of fused steps
  RowOperation second = RowOperation::copy;
  bool swapped = false;   ///< of fused steps: c comes first; of exponentials: of -a
  std::uint16_t out = 0;  ///< places in the table of values
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::uint16_t c = 0;  ///< of folds: which of the running totals
  std::size_t stride = 1;
  double (*one)(double) = nullptr;
  double (*two)(double, double) = nullptr;
};

/// A value that is written past the caches once a step has made it: nobody reads it soon, and memory need not be read to be written.
struct RowFlow {
  std::uint16_t value = 0;
  void* to = nullptr;  ///< on a cache line's boundary
};

/// One block of a row. Each value is a pointer to `length` elements, or to one. Folds add to `totals` what earlier blocks of the
/// row gave, unless this is the `first`. While it works, the values that `ahead` lists are fetched for the next block.
struct RowBlock {
  void* const* values = nullptr;
  double* totals = nullptr;
  std::size_t length = 0;
  bool first = true;
  const std::uint16_t* ahead = nullptr;
  std::size_t ahead_count = 0;
  const RowFlow* flows = nullptr;
  std::size_t flow_count = 0;
};

/// Carries the steps out.
using RowCode = void (*)(const RowStep* steps, std::size_t count, const RowBlock* block);

}  // namespace eqlens
