#pragma once

#include <string>
#include <vector>

#include "read/answer.hpp"

namespace eqlens {

/// A closed form that stands right of ≈ with numbers of its own: `x \Phi(x) \approx 0.5 x (1 + \tanh(\ldots))`. What is written there is
/// chosen to come close, so its operations and numbers are not there for what they usually do.
class Approximated {
 public:
  explicit Approximated(const Understanding& understanding);

  /// Whether all places of an operation lie right of the sign.
  [[nodiscard]] bool only_there(const OperationEntry& entry) const;
  /// What the operations there are for, in one sentence; empty if there is no such side.
  [[nodiscard]] std::string purpose() const;
  /// "0.5", "1" and "0.044715": the numbers there, as printed.
  [[nodiscard]] const std::vector<std::string>& numbers() const { return numbers_; }

 private:
  void side(ExpressionId id);

  const Understanding& understanding_;
  ExpressionId aimed_at_ = none;
  std::vector<bool> there_;
  std::vector<std::string> numbers_;
};

}  // namespace eqlens
