#pragma once

#include "read/reasons.hpp"

namespace eqlens {

/// One sign at one place: what its sentences ask about, and the sentences.
class Sign {
 public:
  Sign(const Understanding& understanding, ExpressionId id)
      : understanding_(understanding), analysis_(understanding.analysis), arena_(analysis_.equation.arena), id_(id) {}
  [[nodiscard]] std::string plus() const;
  [[nodiscard]] std::string minus() const;
  [[nodiscard]] std::string negative() const;
  [[nodiscard]] std::string power() const;
  [[nodiscard]] std::string division() const;
  [[nodiscard]] std::string root() const;
  [[nodiscard]] std::string logarithm() const;
  [[nodiscard]] std::string exponential() const;
  [[nodiscard]] std::string product() const;
  [[nodiscard]] std::string sum() const;
  [[nodiscard]] std::string minus_limits() const;
  [[nodiscard]] std::string power_limits() const;
  [[nodiscard]] std::string division_limits() const;
  [[nodiscard]] std::string root_limits() const;
  [[nodiscard]] std::string product_limits() const;
  [[nodiscard]] std::string sum_limits() const;
  /// Made of plain numbers alone.
  [[nodiscard]] bool literal(ExpressionId id, int depth = 0) const;
  /// A size, or the number of members of a set.
  [[nodiscard]] bool counts(ExpressionId id) const;

 private:
  [[nodiscard]] const Pattern& pattern() const;
  /// Σ w x / Σ w: w and x, none for anything else.
  struct Weighted {
    ExpressionId weight = none, value = none;
  };
  [[nodiscard]] Weighted weighted() const;
  [[nodiscard]] bool term_of(ExpressionId part, ExpressionId sum) const;
  [[nodiscard]] bool related(ExpressionId a, ExpressionId b) const;
  [[nodiscard]] ExpressionId left() const;
  [[nodiscard]] ExpressionId right() const;
  [[nodiscard]] std::string text(ExpressionId id) const;
  [[nodiscard]] std::string around() const;
  /// ", in ...": nothing where the sentence names all of it already.
  [[nodiscard]] std::string inside_of(ExpressionId named) const;
  [[nodiscard]] std::string_view each_entry() const;
  [[nodiscard]] std::string outer() const;
  /// A small constant that the table of symbols knows as such.
  [[nodiscard]] bool keeps_safe(ExpressionId id) const;
  /// Below a density: the total that makes it one.
  [[nodiscard]] std::string normalises() const;
  /// 1/n before a sum: of its n terms it makes an average.
  [[nodiscard]] std::string factor_before_sum() const;
  /// 0 or 1.
  [[nodiscard]] bool flag(ExpressionId id) const;
  /// A sum to n that leaves one term out, below which n - 1 stands.
  [[nodiscard]] bool others_only(ExpressionId sum) const;
  /// Never below 0: a spread, a length.
  [[nodiscard]] bool positive(ExpressionId id) const;
  [[nodiscard]] bool negative_number(ExpressionId id) const;
  /// One half, or minus one half.
  [[nodiscard]] bool half(ExpressionId id) const;
  /// A sum of squares, an average of them, a variance.
  [[nodiscard]] bool squares(ExpressionId id) const;
  /// A probability: of a density, of a policy, of a class.
  [[nodiscard]] bool likely(ExpressionId id) const;
  /// One of the scores that are divided by their total.
  [[nodiscard]] bool shared() const;
  /// The minus stands before all of a loss.
  [[nodiscard]] bool lowers() const;
  const Understanding& understanding_;
  const Analysis& analysis_;
  const Arena& arena_;
  ExpressionId id_;
};

/// Whether a value is above 0 whatever real numbers go in: `a^2 + 1`, `e^b`.
[[nodiscard]] bool never_zero(const Understanding& understanding, ExpressionId id);

/// Whether it is never above 0: minus a square, minus a distance over a temperature.
[[nodiscard]] bool never_positive(const Understanding& understanding, ExpressionId id);

}  // namespace eqlens
