#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "evaluate/term.hpp"

namespace eqlens {

/// Builds plans out of terms. A step that is impossible (sizes that do not agree, more elements than allowed) gives an
/// empty term, and empty terms give empty terms; `trouble` says why.
class Algebra {
 public:
  enum class Trouble { nothing, sizes, too_large };

  Algebra(Plan& plan, std::size_t most_elements) : plan_(plan), most_elements_(most_elements) {}

  [[nodiscard]] Plan& plan() { return plan_; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] std::size_t extent(const Term& term, Axis axis) const;
  /// The extents of the positional axes, first to last.
  [[nodiscard]] std::vector<std::size_t> extents(const Term& term) const;
  [[nodiscard]] Axis fresh() { return next_fresh_++; }

  Term number(double value);
  Term constant(Array array);
  /// The node with its axes as positional ones.
  [[nodiscard]] Term positional(NodeId node) const;
  Term count(std::int64_t first, std::size_t length, Axis axis);
  Term identity(std::size_t size, Axis row, Axis column);

  Term map(const Operation& operation, const Term& a);
  Term map(const Operation& operation, const Term& a, const Term& b);
  Term map(std::string_view operation, const Term& a);
  Term map(std::string_view operation, const Term& a, const Term& b);
  /// A function that is no row of the catalogue.
  Term map(Binary function, const Term& a, const Term& b);
  Term map(Unary function, const Term& a);
  Term select(const Term& condition, const Term& yes, const Term& no);

  Term reduce(Reduction reduction, const Term& term, std::vector<Axis> folded);
  /// A sum; a sum over a product becomes a contraction.
  Term sum(const Term& term, const std::vector<Axis>& folded);
  Term contract(const Term& a, const Term& b, std::vector<Axis> folded);
  /// The position of the largest or smallest along one axis, from 0.
  Term locate(Reduction reduction, const Term& term, std::vector<Axis> folded);
  Term others(const Term& term, const std::vector<Axis>& folded);

  /// Where one axis of an array is picked by a term that holds its index.
  struct Pick {
    Axis axis = 0;
    Term index;
    std::int64_t origin = 1;
  };
  Term gather(const Term& from, std::span<const Pick> picks, Span span = {});
  /// Adds `term` up into zeros of the extents of `like`, whose axes it names, at the picked places.
  Term scatter(const Term& term, const Term& like, std::span<const Pick> picks);

  /// A kernel over the given axes of each operand; everything else is looped over. The result's axes follow its loop's.
  struct Inner {
    Term term;
    std::vector<Axis> axes;
  };
  Term call(const Operation* operation, Kernel kernel, const std::vector<Inner>& operands, const std::vector<Axis>& result_axes,
            const std::vector<std::size_t>& result_extents);

  /// With every axis of `axes` present, repeated where the term lacks it.
  Term filled(const Term& term, const std::vector<Axis>& axes, const std::vector<std::size_t>& extents);
  /// Folds by adding, along axes that the term may lack: then it counts `extents` times.
  Term sum_filled(const Term& term, const std::vector<Axis>& axes, const std::vector<std::size_t>& extents);

  /// Names for the loop axes of a term's node: the term's own, then fresh ones for what it folds.
  [[nodiscard]] std::vector<Axis> loop_names(const Term& term);
  [[nodiscard]] Term operand(const Term& term, std::size_t k, const std::vector<Axis>& names) const;
  [[nodiscard]] const Node& node(const Term& term) const { return plan_[term.node]; }
  [[nodiscard]] bool is_map(const Term& term, std::string_view operation) const;
  [[nodiscard]] std::optional<double> constant_number(const Term& term) const;

  Trouble trouble = Trouble::nothing;
  Span span;  ///< what is being compiled: remembered by nodes that can fail while they run

 private:
  struct Nest {
    std::vector<Axis> axes;
    std::vector<std::size_t> extents;
  };
  Term fail(Trouble why);
  bool join(Nest& nest, const Term& term);
  std::optional<Nest> nest_of(std::span<const Term> terms);
  Operand follow(const Term& term, const Nest& nest) const;
  Term add(Node node, const std::vector<Axis>& axes);
  Term folded_factors(std::vector<Term> factors, std::vector<Axis> folded);
  void collect_factors(const Term& term, const std::vector<Axis>& folded, std::vector<Term>& factors);

  Plan& plan_;
  std::size_t most_elements_;
  Axis next_fresh_ = first_fresh;
};

/// a b, but 0 where a is 0 and b infinite: `p \log p` at p = 0.
[[nodiscard]] double product_where_zero_wins(double a, double b);

}  // namespace eqlens
