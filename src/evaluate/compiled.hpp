#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "evaluate/evaluate.hpp"

namespace eqlens {

/// A value that a compiled equation is run with, or gives: an array of these extents, dense, its last axis first in memory
/// (row-major); no extents is one number.
struct Slot {
  std::string name;
  std::vector<std::size_t> extents;
};

struct CompileOptions {
  /// Values that stay the same from run to run. `most_elements` bounds every array that is not the caller's.
  EvaluationOptions fixed;
  /// Which of the results are wanted, in this order; none: all that the display defines.
  std::vector<std::string> results;
};

/// An equation worked out for arrays of given extents, ready to run again and again on the caller's memory. It never changes, so any
/// number of threads may run one at once; what a run needs on the way belongs to its thread and stays for the next one.
class Compiled {
 public:
  Compiled();
  ~Compiled();
  Compiled(Compiled&&) noexcept;
  Compiled& operator=(Compiled&&) noexcept;

  /// Whether it can run; else `diagnostics` says why not.
  [[nodiscard]] explicit operator bool() const { return program_ != nullptr; }
  /// In the order in which they were given.
  [[nodiscard]] const std::vector<Slot>& arguments() const { return arguments_; }
  [[nodiscard]] const std::vector<Slot>& results() const { return results_; }

  /// Runs with one pointer for each argument and result. Results must not overlap arguments or each other. Every thread counts:
  /// `threads` 0 takes one for each core. False if there is nothing to run, the pointers are too few, or an index lay outside
  /// of its array (what it picked counts as 0).
  bool run(std::span<const double* const> arguments, std::span<double* const> results, unsigned threads = 0) const;
  bool run(std::span<const float* const> arguments, std::span<float* const> results, unsigned threads = 0) const;
  bool run(std::initializer_list<const double*> arguments, std::initializer_list<double*> results, unsigned threads = 0) const;
  bool run(std::initializer_list<const float*> arguments, std::initializer_list<float*> results, unsigned threads = 0) const;

  /// Of a formula over numbers alone: works it out for `count` of them, each argument and result being a row of so many.
  bool run_each(std::span<const double* const> arguments, std::span<double* const> results, std::size_t count, unsigned threads = 0) const;
  bool run_each(std::span<const float* const> arguments, std::span<float* const> results, std::size_t count, unsigned threads = 0) const;
  bool run_each(std::initializer_list<const double*> arguments, std::initializer_list<double*> results, std::size_t count,
                unsigned threads = 0) const;
  bool run_each(std::initializer_list<const float*> arguments, std::initializer_list<float*> results, std::size_t count,
                unsigned threads = 0) const;

  Diagnostics diagnostics;

 private:
  friend class CompiledBuilder;
  struct Programs;
  template <typename Real>
  bool run_any(std::span<const Real* const> arguments, std::span<Real* const> results, unsigned threads) const;
  template <typename Real>
  bool run_each_any(std::span<const Real* const> arguments, std::span<Real* const> results, std::size_t count, unsigned threads) const;

  std::vector<Slot> arguments_;
  std::vector<Slot> results_;
  std::unique_ptr<const Programs> program_;
};

/// Compiles what an analysed display defines for arguments of these extents. A value that is neither an argument nor fixed, nor
/// follows from the equation or its sizes, is an error: nothing is drawn. Never throws.
[[nodiscard]] Compiled compile(const Analysis& analysis, const std::vector<Slot>& arguments, const CompileOptions& options = {});

}  // namespace eqlens
