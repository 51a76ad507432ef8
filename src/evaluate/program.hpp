#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "evaluate/attention.hpp"
#include "evaluate/plan.hpp"
#include "kernel/chain.hpp"

namespace eqlens {

/// A plan made ready to run many times: neighbouring element-by-element steps and folds are chains, sums of products are matrix
/// products, attention is one step, and memory for what lies between is laid out and used again. It never changes, so several
/// threads may run it at once.
class Program {
 public:
  /// A sum of products; one matrix product for each point of the batch axes.
  struct Product {
    ProductShape shape;
    std::vector<std::size_t> batch, a_strides, b_strides;
    std::size_t a = 0, b = 0, out = 0;  ///< among the arrays
  };
  struct Attention {
    AttentionMatch match;
    std::size_t q = 0, k = 0, v = 0, mask = none, out = 0;
    std::vector<std::size_t> factors;
  };
  /// A step of another kind, by way of the plain evaluator.
  struct Plain {
    NodeId node = none;
    std::vector<std::size_t> operands;
    std::size_t out = 0;
  };
  using Step = std::variant<Chain, Product, Attention, Plain>;

  /// Where an array lies while the program runs.
  enum class Home : std::uint8_t { input, output, constant, between };
  struct Place {
    Home home = Home::between;
    std::size_t number = 0;  ///< of the input (by slot), output or constant
    std::size_t offset = 0;  ///< of what lies between, in elements
    std::size_t elements = 1;
  };

  /// Makes the program that computes `results`. With `lifted`, every input is a row of numbers instead of one number, and the
  /// formula is worked out for each of them.
  static Program lower(const Plan& plan, const std::vector<NodeId>& results, bool lifted = false);

  /// `inputs` by slot. Results are written to `outputs`, which no input may overlap. False if an index left its array; what it
  /// picked counts as 0.
  template <typename Real>
  bool run(std::span<const Real* const> inputs, std::span<Real* const> outputs, unsigned threads) const;
  /// Of a lifted program: for `count` numbers.
  template <typename Real>
  void run_each(std::span<const Real* const> inputs, std::span<Real* const> outputs, std::size_t count, unsigned threads) const;

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] std::size_t between() const { return between_; }
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] const std::vector<double>& constants() const { return constants_; }

 private:
  friend class Lowering;
  template <typename Real>
  void place_arrays(std::span<const Real* const> inputs, std::span<Real* const> outputs, Real* between, Real** arrays) const;
  template <typename Real>
  bool run_plain(const Plain& step, Real* const* arrays) const;

  Plan plan_;  ///< for plain steps
  std::vector<Step> steps_;
  std::vector<Place> places_;
  std::vector<double> constants_;
  std::vector<float> constants_f32_;
  std::size_t between_ = 0;  ///< elements
};

}  // namespace eqlens
