#pragma once

#include <map>
#include <utility>
#include <vector>

#include "evaluate/program.hpp"

namespace eqlens {

/// Nodes that are worked out together: rows of the same axes. What the rows are folded to, and numbers made of that, are part of it.
struct Unit {
  std::vector<std::size_t> domain;  ///< extents of the loop
  std::size_t kept = none;          ///< with folds: how many axes they keep
  std::vector<NodeId> nodes;
  bool chain = false;
  bool whole_rows = false;
};

/// Makes a program of a plan.
class Lowering {
 public:
  Lowering(const Plan& plan, const std::vector<NodeId>& results, bool lifted, Program& program);
  void make();

 private:
  // lowering.cpp: which nodes go together
  void find_needed();
  [[nodiscard]] std::vector<NodeId> operands_of(NodeId id) const;
  void group();
  [[nodiscard]] bool is_chainable(NodeId id) const;
  [[nodiscard]] std::vector<std::size_t> domain_of(NodeId id) const;
  [[nodiscard]] bool folds(NodeId id) const;
  [[nodiscard]] std::size_t kept_by(NodeId id) const;
  [[nodiscard]] bool joins(NodeId id, std::size_t unit) const;
  [[nodiscard]] bool operand_fits(NodeId id, std::size_t operand, const Unit& unit, std::size_t number) const;
  [[nodiscard]] bool row_folds(NodeId id) const;
  void find_stored();

  // lowering_chain.cpp: from nodes to row steps
  struct Value {
    std::uint16_t place = 0;
    bool single = false;
  };
  struct Draft {
    const Unit* unit = nullptr;
    std::vector<std::size_t> domain;
    std::vector<std::vector<std::size_t>> groups;  ///< axes that everything walks as one; the last is the row
    Chain chain;
    std::map<NodeId, Value> values;
    std::map<std::pair<std::size_t, std::vector<std::size_t>>, std::uint16_t> streams;
    std::uint16_t singles = 0;
    std::uint16_t blocks = 0;
  };
  void emit_chain(const Unit& unit);
  void copy_results();
  [[nodiscard]] std::vector<std::size_t> read_strides(const Draft& draft, NodeId id, std::size_t k) const;
  [[nodiscard]] std::vector<std::size_t> write_strides(const Draft& draft, NodeId id) const;
  [[nodiscard]] bool find_groups(Draft& draft) const;
  std::uint16_t stream(Draft& draft, NodeId id, const std::vector<std::size_t>& strides);
  [[nodiscard]] bool is_single(const Draft& draft, const std::vector<std::size_t>& strides) const;
  Value read(Draft& draft, NodeId id, std::size_t k);
  Value step(Draft& draft, RowStep row, std::vector<Value> operands);
  Value spread(Draft& draft, Value value);
  Value fold(Draft& draft, RowOperation operation, std::vector<Value> operands);
  void keep(Draft& draft, NodeId id, Value value);
  Value emit(Draft& draft, NodeId id);
  Value emit_map(Draft& draft, NodeId id);
  Value emit_softmax(Draft& draft, NodeId id);
  static void fuse(Draft& draft);
  void finish(Draft& draft);

  // lowering_product.cpp
  void emit_product(NodeId id);
  void emit_attention(NodeId id);
  void emit_plain(NodeId id);
  std::size_t array_of(NodeId id);
  void lay_out();

  const Plan& plan_;
  const std::vector<NodeId>& results_;
  const bool lifted_;
  Program& program_;
  std::vector<bool> needed_;
  std::vector<bool> stored_;  ///< read by another unit, or a result
  std::vector<std::size_t> unit_of_;
  std::vector<bool> after_fold_;  ///< made of what its own unit folds
  std::map<NodeId, AttentionMatch> attentions_;
  std::vector<Unit> units_;
  std::map<NodeId, std::size_t> arrays_;
};

/// Strides of an operand over its node's loop.
[[nodiscard]] std::vector<std::size_t> loop_strides(const Plan& plan, const Node& node, std::size_t operand);

}  // namespace eqlens
