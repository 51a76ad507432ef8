// Which nodes of a plan are worked out together.

#include "evaluate/lowering.hpp"

#include <algorithm>

#include "kernel/loops.hpp"
#include "kernel/softmax.hpp"

namespace eqlens {

std::vector<std::size_t> loop_strides(const Plan& plan, const Node& node, std::size_t k) {
  const auto& operand = node.operands[k];
  const auto& extents = plan[operand.node].extents;
  const auto strides = strides_of(extents);
  std::vector<std::size_t> result(node.loop.size(), 0);
  for (std::size_t axis = 0; axis < operand.axes.size(); ++axis)
    if (operand.axes[axis] < node.loop.size() && extents[axis] != 1) result[operand.axes[axis]] += strides[axis];
  return result;
}

Lowering::Lowering(const Plan& plan, const std::vector<NodeId>& results, bool lifted, Program& program)
    : plan_(plan), results_(results), lifted_(lifted), program_(program) {}

void Lowering::make() {
  find_needed();
  group();
  find_stored();
  for (std::size_t number = 0; number < units_.size(); ++number) {
    const auto& unit = units_[number];
    if (unit.chain)
      emit_chain(unit);
    else if (attentions_.contains(unit.nodes[0]))
      emit_attention(unit.nodes[0]);
    else if (plan_[unit.nodes[0]].work == Work::contract)
      emit_product(unit.nodes[0]);
    else
      emit_plain(unit.nodes[0]);
  }
  lay_out();
}

std::vector<NodeId> Lowering::operands_of(NodeId id) const {
  if (const auto found = attentions_.find(id); found != attentions_.end()) return found->second.operands();
  std::vector<NodeId> nodes;
  for (const auto& operand : plan_[id].operands) nodes.push_back(operand.node);
  return nodes;
}

void Lowering::find_needed() {
  needed_.assign(plan_.size(), false);
  for (const auto id : results_) needed_[id] = true;
  for (NodeId id = plan_.size(); id-- > 0;) {
    if (!needed_[id]) continue;
    if (auto match = find_attention(plan_, id, 1)) attentions_.emplace(id, std::move(*match));
    for (const auto operand : operands_of(id)) needed_[operand] = true;
  }
}

/// A fold, sum of products or softmax along the last axes of its loop, which every operand walks as one.
bool Lowering::row_folds(NodeId id) const {
  const auto& node = plan_[id];
  if (node.work == Work::kernel) {
    if (node.kernel != softmax && node.kernel != log_softmax) return false;
    // Only what lies in memory as the result does; the inner axis comes last.
    const auto& axes = node.operands[0].axes;
    for (std::size_t k = 0; k < axes.size(); ++k)
      if (axes[k] != (k < node.loop.size() ? k : inner_axis)) return false;
    return axes.size() == node.loop.size() + 1 && plan_[node.operands[0].node].extents == node.extents;
  }
  if (node.work == Work::contract) {
    // No rows or columns of its own: every kept axis is in both.
    for (std::size_t axis = 0; axis < node.rank(); ++axis)
      for (const auto& operand : node.operands)
        if (std::ranges::find(operand.axes, axis) == operand.axes.end()) return false;
  } else if (node.work != Work::reduce) {
    return false;
  }
  for (std::size_t k = 0; k < node.operands.size(); ++k) {
    const auto strides = loop_strides(plan_, node, k);
    for (std::size_t axis = node.rank(); axis + 1 < node.loop.size(); ++axis)
      if (node.loop[axis] != 1 && strides[axis] != strides[axis + 1] * node.loop[axis + 1]) return false;
  }
  return true;
}

bool Lowering::folds(NodeId id) const {
  const auto work = plan_[id].work;
  return work == Work::reduce || work == Work::contract || work == Work::kernel;
}

bool Lowering::is_chainable(NodeId id) const {
  const auto& node = plan_[id];
  if (attentions_.contains(id)) return false;
  if (node.work == Work::map || node.work == Work::select) return true;
  return row_folds(id) && (node.work != Work::kernel || node.extents.back() <= longest_whole_row);
}

std::vector<std::size_t> Lowering::domain_of(NodeId id) const {
  const auto& node = plan_[id];
  return node.work == Work::kernel ? node.extents : node.loop;
}

std::size_t Lowering::kept_by(NodeId id) const {
  const auto& node = plan_[id];
  return node.work == Work::kernel ? node.loop.size() : node.rank();
}

/// Whether an operand that the unit itself makes is read where it is made: no other order, no repeating.
bool Lowering::operand_fits(NodeId id, std::size_t k, const Unit& unit, std::size_t number) const {
  const auto& operand = plan_[id].operands[k];
  if (unit_of_[operand.node] != number) return true;
  const auto& extents = plan_[operand.node].extents;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const bool inner = operand.axes[axis] == inner_axis;
    if ((!inner && operand.axes[axis] != axis) || extents[axis] != unit.domain[axis]) return false;
  }
  // A row's number has the kept axes, everything else all of them.
  return extents.size() == unit.domain.size() || extents.size() == unit.kept;
}

bool Lowering::joins(NodeId id, std::size_t number) const {
  const auto& unit = units_[number];
  const auto& node = plan_[id];
  if (!unit.chain) return false;
  const auto domain = domain_of(id);
  const bool of_row = unit.kept != none && !folds(id) && domain.size() == unit.kept && unit.kept < unit.domain.size() &&
                      std::equal(domain.begin(), domain.end(), unit.domain.begin());
  if (!of_row && domain != unit.domain) return false;
  bool reads_unit = false;
  bool after_fold = false;
  for (std::size_t k = 0; k < node.operands.size(); ++k) {
    const auto operand = node.operands[k].node;
    if (unit_of_[operand] != none && unit_of_[operand] > number) return false;
    if (!operand_fits(id, k, unit, number)) return false;
    if (unit_of_[operand] != number) continue;
    reads_unit = true;
    after_fold = after_fold || after_fold_[operand] || (folds(operand) && plan_[operand].work != Work::kernel);
  }
  if (of_row && !reads_unit) return false;
  if (folds(id) && unit.kept != none && unit.kept != kept_by(id)) return false;
  const auto kept = unit.kept != none ? unit.kept : folds(id) ? kept_by(id) : none;
  if (kept == none) return true;
  std::size_t row = 1;
  for (std::size_t axis = kept; axis < unit.domain.size(); ++axis) row *= unit.domain[axis];
  if ((after_fold || node.work == Work::kernel) && row > longest_whole_row) return false;
  // The inner axes of everything that is read must be walked as one.
  const auto one_walk = [&](NodeId other) {
    const auto& reader = plan_[other];
    if (reader.work == Work::kernel || domain_of(other) != unit.domain) return true;
    for (std::size_t k = 0; k < reader.operands.size(); ++k) {
      const auto strides = loop_strides(plan_, reader, k);
      for (std::size_t axis = kept; axis + 1 < unit.domain.size(); ++axis)
        if (unit.domain[axis] != 1 && strides[axis] != strides[axis + 1] * unit.domain[axis + 1]) return false;
    }
    return true;
  };
  return one_walk(id) && (unit.kept != none || std::ranges::all_of(unit.nodes, one_walk));
}

void Lowering::group() {
  unit_of_.assign(plan_.size(), none);
  after_fold_.assign(plan_.size(), false);
  for (NodeId id = 0; id < plan_.size(); ++id) {
    const auto work = plan_[id].work;
    if (!needed_[id] || work == Work::constant || work == Work::input || work == Work::count) continue;
    std::size_t number = none;
    const bool chainable = is_chainable(id);
    // Far back it never pays: what lies between would be read from far away.
    constexpr std::size_t farthest = 8;
    for (std::size_t k = units_.size(); chainable && k-- > 0 && k + farthest > units_.size();)
      if (joins(id, k)) {
        number = k;
        break;
      }
    if (number == none) {
      number = units_.size();
      units_.push_back({domain_of(id), none, {}, chainable, false});
    }
    auto& unit = units_[number];
    unit.nodes.push_back(id);
    unit_of_[id] = number;
    if (!chainable) continue;
    if (folds(id)) unit.kept = kept_by(id);
    for (const auto& operand : plan_[id].operands)
      if (unit_of_[operand.node] == number)
        after_fold_[id] = after_fold_[id] || after_fold_[operand.node] || (folds(operand.node) && plan_[operand.node].work != Work::kernel);
    unit.whole_rows = unit.whole_rows || plan_[id].work == Work::kernel || after_fold_[id];
  }
}

void Lowering::find_stored() {
  stored_.assign(plan_.size(), false);
  for (const auto id : results_) stored_[id] = true;
  for (NodeId id = 0; id < plan_.size(); ++id)
    if (needed_[id] && unit_of_[id] != none)
      for (const auto operand : operands_of(id))
        if (unit_of_[operand] != unit_of_[id]) stored_[operand] = true;
}

Program Program::lower(const Plan& plan, const std::vector<NodeId>& results, bool lifted) {
  Program program;
  program.plan_ = plan;
  Lowering(plan, results, lifted, program).make();
  return program;
}

}  // namespace eqlens
