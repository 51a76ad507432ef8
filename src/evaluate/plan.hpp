#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "expression/expression.hpp"
#include "kernel/array.hpp"
#include "kernel/loops.hpp"
#include "operation/operation.hpp"

// The plan: a flat list of array computations with concrete sizes. A node is a loop nest over its `loop` axes; its
// operands say which loop axis each of their own axes follows. Axes have no names here, so `e^{z_i}` and `e^{z_j}` are
// one node, and `C_{ij} = \sum_t A_{it}B_{tj}` is the same node as `C = AB`. Equal nodes are made once.

namespace eqlens {

using NodeId = std::uint32_t;

enum class Work : std::uint8_t {
  constant,  ///< numbers known when the plan is made
  input,     ///< a slot that is filled before a run
  count,     ///< first, first + 1, ...
  map,       ///< a function of one or two operands, element by element
  select,    ///< condition, value, other value
  reduce,    ///< folds the loop axes that the result lacks
  locate,    ///< the position of the largest or smallest along the axes that the result lacks, from 0
  contract,  ///< sum over the axes that the result lacks of the product of two operands
  gather,    ///< operand 0 picked at positions that the other operands hold
  scatter,   ///< the opposite: operand 0 added at positions that the others hold
  others,    ///< the product over all other elements along the folded axes (the derivative of a product)
  kernel,    ///< a structural operation on whole arrays, once for each point of the loop
};

/// What an operand's axis does in the loop nest, if it follows none of its axes.
inline constexpr std::uint8_t inner_axis = 0xff;   ///< belongs to the array that a kernel sees
inline constexpr std::uint8_t picked_axis = 0x80;  ///< + k: operand k says where

struct Operand {
  NodeId node = none;
  std::vector<std::uint8_t> axes;  ///< for each axis of the operand's result
};

struct Node {
  Work work = Work::constant;
  const Operation* operation = nullptr;  ///< of maps and kernels: for messages and derivatives
  ElementFunction function;
  Kernel kernel = nullptr;
  Reduction reduction = Reduction::sum;
  std::uint32_t slot = 0;            ///< of an input; of a constant among the plan's arrays
  std::int64_t first = 0;            ///< of a count
  std::vector<std::int64_t> origin;  ///< of gather and scatter: the first index of each picked axis of the whole array
  std::vector<std::uint8_t> roles;   ///< of gather and scatter: what each axis of the whole array follows
  std::vector<Operand> operands;
  std::vector<std::size_t> loop;     ///< extents of the nest; the result's axes come first
  std::vector<std::size_t> extents;  ///< of the result
  Span span;                         ///< where it was first written, for messages about values; not part of its identity

  [[nodiscard]] std::size_t rank() const { return extents.size(); }
};

class Plan {
 public:
  /// The node itself, or the equal one that is already there.
  NodeId add(Node node);
  NodeId add_constant(Array array);
  NodeId add_input(std::vector<std::size_t> extents);

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id]; }
  [[nodiscard]] NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  [[nodiscard]] std::uint32_t inputs() const { return inputs_; }
  [[nodiscard]] const Array& constant(std::uint32_t slot) const { return constants_[slot]; }
  /// The number that a node is, if it is one constant number.
  [[nodiscard]] const double* number(NodeId id) const;

 private:
  std::vector<Node> nodes_;
  std::vector<Array> constants_;
  std::uint32_t inputs_ = 0;
  std::unordered_map<std::string, NodeId> known_;
};

}  // namespace eqlens
