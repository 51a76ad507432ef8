#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "evaluate/attention.hpp"
#include "evaluate/evaluate.hpp"
#include "evaluate/plan.hpp"
#include "kernel/buffer.hpp"

namespace eqlens {

/// Carries a plan out. Buffers stay from run to run; the plan may grow in between.
class Run {
 public:
  explicit Run(const Plan& plan, Precision precision = Precision::f64) : plan_(&plan), precision_(precision) {}

  /// Fills an input; what was computed from it counts as not computed.
  void set(std::uint32_t slot, Array value);
  [[nodiscard]] const Array& input(std::uint32_t slot) const { return inputs_[slot]; }
  /// Whether an input has its numbers already; of those of a compiled equation only the extents are known at first.
  [[nodiscard]] bool has_value(std::uint32_t slot) const { return inputs_[slot].data.size() == element_count(inputs_[slot].extents); }
  /// A node among those still to be computed for this one that has more elements than allowed.
  [[nodiscard]] std::optional<NodeId> too_large(NodeId id, std::size_t most_elements) const;
  /// Computes a node and all it needs. Wrong indices give zeros and an entry in `errors`.
  std::span<const double> compute(NodeId id);
  /// Whether a wrong index made the node's value, or that of a node it needs, meaningless.
  [[nodiscard]] bool failed(NodeId id) const;
  /// The node's value as an array; it must have been computed.
  [[nodiscard]] Array array(NodeId id) const;
  [[nodiscard]] std::span<const double> values(NodeId id) const;
  [[nodiscard]] bool computed(NodeId id) const { return id < state_.size() && state_[id].computed; }
  /// The input slots that a node depends on.
  [[nodiscard]] std::vector<std::uint32_t> inputs_of(NodeId id) const;

  Diagnostics errors;

 private:
  struct State {
    Buffer buffer;
    bool computed = false;
    bool failed = false;
  };
  void work(NodeId id);
  [[nodiscard]] std::vector<NodeId> missing_operands(NodeId id) const;
  [[nodiscard]] std::vector<std::uint32_t> readers_of(const std::vector<bool>& needed, NodeId id) const;
  void release(NodeId id);
  bool attention(NodeId id, double* out);
  void contract(const Node& node, double* out);
  void pick(const Node& node, double* out);
  void call_kernel(const Node& node, double* out);
  void others(const Node& node, double* out);
  [[nodiscard]] std::vector<Walk> walks(const Node& node) const;
  [[nodiscard]] Walk walk(const Node& node, std::size_t operand) const;

  const Plan* plan_;
  Precision precision_;
  std::vector<Array> inputs_;
  std::vector<State> state_;
};

}  // namespace eqlens
