// A sum of products as matrix products: the loop axes part into those of both operands (one product for each of their
// points), rows, columns and summed ones. An operand that lies in memory in a fitting order is used where it is.

#include <algorithm>

#include "evaluate/run.hpp"
#include "kernel/matmul.hpp"

namespace eqlens {

namespace {

struct Side {
  std::vector<std::size_t> batch, own, summed;  ///< loop axes
};

struct Packed {
  const double* data = nullptr;
  bool transposed = false;
  Buffer copy;
};

bool dense(const Node& node, const Walk& walk, const std::vector<std::size_t>& order) {
  std::size_t step = 1;
  for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
    if (node.loop[*axis] != 1 && walk.strides[*axis] != step) return false;
    step *= node.loop[*axis];
  }
  return true;
}

std::vector<std::size_t> joined(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b, const std::vector<std::size_t>& c) {
  auto all = a;
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  return all;
}

/// The operand with its axes in the order batch, first, second, or found as batch, second, first.
Packed packed(const Node& node, const Walk& walk, const std::vector<std::size_t>& batch, const std::vector<std::size_t>& first,
              const std::vector<std::size_t>& second) {
  Packed result;
  const auto order = joined(batch, first, second);
  if (dense(node, walk, order)) {
    result.data = walk.data;
  } else if (dense(node, walk, joined(batch, second, first))) {
    result.data = walk.data;
    result.transposed = true;
  } else {
    std::vector<std::size_t> extents;
    Walk ordered{walk.data, {}};
    for (const auto axis : order) {
      extents.push_back(node.loop[axis]);
      ordered.strides.push_back(walk.strides[axis]);
    }
    double* copy = result.copy.require(element_count(extents));
    const std::vector<Walk> operands{ordered};
    map_elements(extents, {[](double x) { return x; }, nullptr, nullptr}, operands, copy);
    result.data = copy;
  }
  return result;
}

std::size_t product_of(const Node& node, const std::vector<std::size_t>& axes) {
  std::size_t product = 1;
  for (const auto axis : axes) product *= node.loop[axis];
  return product;
}

bool follows(const Operand& operand, std::size_t loop_axis) {
  return std::ranges::any_of(operand.axes, [&](std::uint8_t axis) { return axis == loop_axis; });
}

}  // namespace

void Run::contract(const Node& node, double* out) {
  std::vector<std::size_t> batch, rows, columns, summed;
  for (std::size_t axis = 0; axis < node.loop.size(); ++axis) {
    const bool in_a = follows(node.operands[0], axis);
    const bool in_b = follows(node.operands[1], axis);
    (axis >= node.rank() ? summed : in_a && in_b ? batch : in_a ? rows : columns).push_back(axis);
  }
  const auto a = packed(node, walk(node, 0), batch, rows, summed);
  const auto b = packed(node, walk(node, 1), batch, summed, columns);
  const auto m = product_of(node, rows);
  const auto n = product_of(node, columns);
  const auto k = product_of(node, summed);
  for (std::size_t point = 0; point < product_of(node, batch); ++point) {
    const MatrixView left{a.data + point * m * k, m, k, a.transposed ? m : k, a.transposed};
    const MatrixView right{b.data + point * k * n, k, n, b.transposed ? k : n, b.transposed};
    multiply(left, right, out + point * m * n);
  }
}

}  // namespace eqlens
