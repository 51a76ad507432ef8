#pragma once

#include <optional>
#include <vector>

#include "evaluate/plan.hpp"
#include "kernel/attention.hpp"

namespace eqlens {

/// A node that is softmax(scale · Q Kᵀ + mask) V: the nodes it needs when it is worked out without its scores.
struct AttentionMatch {
  NodeId q = none;
  NodeId k = none;
  NodeId v = none;
  NodeId mask = none;
  /// Numbers that are not known yet: the scores are multiplied or divided by them.
  struct Factor {
    NodeId node = none;
    bool divides = false;
    bool of_mask = false;  ///< of the mask too
  };
  std::vector<Factor> factors;
  double scale = 1;
  double mask_scale = 1;
  AttentionShape shape;

  [[nodiscard]] std::vector<NodeId> operands() const;
};

/// Finds the pattern, however it was written: the plan has no notation left. None for so few scores that the plain way is faster,
/// or, of `few_queries` at most, for fewer than `fewest`.
[[nodiscard]] std::optional<AttentionMatch> find_attention(const Plan& plan, NodeId id, std::size_t fewest = 256);

/// The scale and the mask's scale, given the values of the factors.
template <typename Value>
void set_scales(const AttentionMatch& match, double& scale, double& mask_scale, Value value) {
  scale = match.scale;
  mask_scale = match.mask_scale;
  for (const auto& factor : match.factors) {
    const double number = factor.divides ? 1 / value(factor.node) : value(factor.node);
    scale *= number;
    if (factor.of_mask) mask_scale *= number;
  }
}

}  // namespace eqlens
