#include "evaluate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/long_work.hpp"
#include "kernel/elementwise.hpp"
#include "kernel/matmul.hpp"

namespace eqlens {

void Run::set(std::uint32_t slot, Array value) {
  if (inputs_.size() <= slot) inputs_.resize(slot + 1);
  inputs_[slot] = std::move(value);
  for (auto& state : state_) state.computed = false;
}

std::span<const double> Run::values(NodeId id) const {
  const auto& node = (*plan_)[id];
  switch (node.work) {
    case Work::constant: return plan_->constant(node.slot).data;
    case Work::input: return inputs_[node.slot].data;
    default: return {state_[id].buffer.data(), element_count(node.extents)};
  }
}

Array Run::array(NodeId id) const {
  const auto data = values(id);
  return {(*plan_)[id].extents, {data.begin(), data.end()}};
}

std::vector<std::uint32_t> Run::inputs_of(NodeId id) const {
  std::vector<bool> needed(id + 1, false);
  std::vector<std::uint32_t> slots;
  needed[id] = true;
  for (NodeId at = id + 1; at-- > 0;) {
    if (!needed[at]) continue;
    if ((*plan_)[at].work == Work::input) slots.push_back((*plan_)[at].slot);
    for (const auto& operand : (*plan_)[at].operands) needed[operand.node] = true;
  }
  return slots;
}

bool Run::failed(NodeId id) const {
  std::vector<bool> needed(id + 1, false);
  needed[id] = true;
  for (NodeId at = id + 1; at-- > 0;) {
    if (!needed[at] || !computed(at)) continue;
    if (state_[at].failed) return true;
    for (const auto& operand : (*plan_)[at].operands) needed[operand.node] = true;
  }
  return false;
}

std::optional<NodeId> Run::too_large(NodeId id, std::size_t most_elements) const {
  std::vector<bool> needed(id + 1, false);
  needed[id] = true;
  for (NodeId at = id + 1; at-- > 0;) {
    if (!needed[at] || computed(at)) continue;
    const auto& node = (*plan_)[at];
    double elements = 1;
    for (const auto extent : node.extents) elements *= static_cast<double>(extent);
    if (elements > static_cast<double>(most_elements)) return at;
    for (const auto operand : missing_operands(at)) needed[operand] = true;
  }
  return std::nullopt;
}

/// What must be computed before a node. Attention needs neither its scores nor its weights.
std::vector<NodeId> Run::missing_operands(NodeId id) const {
  std::vector<NodeId> nodes;
  const auto match = find_attention(*plan_, id);
  if (match) nodes = match->operands();
  for (const auto& operand : (*plan_)[id].operands)
    if (!match) nodes.push_back(operand.node);
  std::erase_if(nodes, [&](NodeId node) { return computed(node); });
  return nodes;
}

bool Run::attention(NodeId id, double* out) {
  const auto match = find_attention(*plan_, id);
  if (!match) return false;
  const auto data_of = [&](NodeId node) { return node == none ? nullptr : values(node).data(); };
  AttentionData<double> data{data_of(match->q), data_of(match->k), data_of(match->v), data_of(match->mask), out};
  set_scales(*match, data.scale, data.mask_scale, [&](NodeId node) { return values(node)[0]; });
  attend(match->shape, data, 0);
  return true;
}

std::span<const double> Run::compute(NodeId id) {
  if (state_.size() < plan_->size()) state_.resize(plan_->size());
  // Operands stand before their nodes, so one sweep down finds what is missing and one sweep up computes it.
  std::vector<bool> needed(id + 1, false);
  needed[id] = !state_[id].computed;
  for (NodeId at = id + 1; at-- > 0;) {
    if (!needed[at]) continue;
    for (const auto operand : missing_operands(at)) needed[operand] = true;
  }
  auto waiting = readers_of(needed, id);
  for (NodeId at = 0; at <= id; ++at) {
    if (!needed[at]) continue;
    work(at);
    for (const auto& operand : (*plan_)[at].operands)
      if (waiting[operand.node] > 0 && --waiting[operand.node] == 0) release(operand.node);
  }
  return values(id);
}

/// How many nodes still have to read each node of those that are needed; none of a node that others may ask for later.
std::vector<std::uint32_t> Run::readers_of(const std::vector<bool>& needed, NodeId id) const {
  std::vector<std::uint32_t> readers(plan_->size(), 0);
  std::vector<bool> wanted_later(plan_->size(), false);
  for (NodeId at = 0; at < plan_->size(); ++at)
    for (const auto& operand : (*plan_)[at].operands) {
      const bool reads_now = at <= id && needed[at];
      if (reads_now)
        ++readers[operand.node];
      else if (!computed(at))
        wanted_later[operand.node] = true;
    }
  for (NodeId at = 0; at < plan_->size(); ++at)
    if (at >= id || !needed[at] || wanted_later[at]) readers[at] = 0;
  return readers;
}

/// Gives the memory of a large intermediate result back once it was read. What is not finite stays, so that its cause can be found.
void Run::release(NodeId id) {
  constexpr std::size_t large = std::size_t{1} << 20;
  const auto size = element_count((*plan_)[id].extents);
  const auto work = (*plan_)[id].work;
  if (size < large || work == Work::constant || work == Work::input || !state_[id].computed || state_[id].failed) return;
  if (!all_finite(state_[id].buffer.data(), size)) return;
  state_[id].buffer.release();
  state_[id].computed = false;
}

Walk Run::walk(const Node& node, std::size_t k) const {
  const auto& operand = node.operands[k];
  const auto& extents = (*plan_)[operand.node].extents;
  const auto strides = strides_of(extents);
  Walk walk{values(operand.node).data(), std::vector<std::size_t>(node.loop.size(), 0)};
  for (std::size_t axis = 0; axis < operand.axes.size(); ++axis)
    if (operand.axes[axis] < node.loop.size() && extents[axis] != 1) walk.strides[operand.axes[axis]] += strides[axis];
  return walk;
}

std::vector<Walk> Run::walks(const Node& node) const {
  std::vector<Walk> all;
  for (std::size_t k = 0; k < node.operands.size(); ++k) all.push_back(walk(node, k));
  return all;
}

void Run::work(NodeId id) {
  const auto& node = (*plan_)[id];
  state_[id].computed = true;
  const auto errors_before = errors.size();
  if (node.work == Work::constant || node.work == Work::input) return;
  const auto size = element_count(node.extents);
  double* out = state_[id].buffer.require(size);
  if (stop_requested()) {
    std::fill_n(out, size, 0.0);
    state_[id].failed = true;
    return;
  }
  switch (node.work) {
    case Work::constant:
    case Work::input: break;
    case Work::count:
      for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<double>(node.first + static_cast<std::int64_t>(i));
      break;
    case Work::map: map_elements(node.loop, node.function, walks(node), out); break;
    case Work::select: select_elements(node.loop, walks(node), out); break;
    case Work::reduce: reduce_elements(node.loop, node.rank(), node.reduction, walk(node, 0), out); break;
    case Work::locate: locate_elements(node.loop, node.rank(), node.reduction, walk(node, 0), out); break;
    case Work::contract:
      if (!attention(id, out)) contract(node, out);
      break;
    case Work::gather:
    case Work::scatter: pick(node, out); break;
    case Work::others: others(node, out); break;
    case Work::kernel: call_kernel(node, out); break;
  }
  state_[id].failed = errors.size() > errors_before;
  if (precision_ == Precision::f32) round_to_single(out, size);
}

namespace {

/// Calls `visit(point)` for every point of a nest, in row-major order.
template <typename Visit>
void each_point(std::span<const std::size_t> extents, Visit visit) {
  if (element_count(extents) == 0) return;
  std::vector<std::size_t> at(extents.size(), 0);
  while (true) {
    visit(at);
    std::size_t axis = extents.size();
    while (axis > 0 && ++at[axis - 1] == extents[axis - 1]) at[--axis] = 0;
    if (axis == 0) return;
  }
}

std::size_t offset(const Walk& walk, const std::vector<std::size_t>& at) {
  std::size_t sum = 0;
  for (std::size_t axis = 0; axis < at.size(); ++axis) sum += walk.strides[axis] * at[axis];
  return sum;
}

}  // namespace

void Run::pick(const Node& node, double* out) {
  const bool gathers = node.work == Work::gather;
  const auto all = walks(node);
  // The array that is picked from is operand 0 of a gather; of a scatter it is the result.
  const auto& whole = gathers ? (*plan_)[node.operands[0].node].extents : node.extents;
  const auto& roles = node.roles;
  const auto strides = strides_of(whole);
  if (!gathers) std::fill_n(out, element_count(node.extents), 0.0);
  std::size_t position = 0;
  bool reported = false;
  each_point(node.loop, [&](const std::vector<std::size_t>& at) {
    std::size_t place = 0;
    bool inside = true;
    for (std::size_t axis = 0; axis < whole.size(); ++axis) {
      if (roles[axis] < picked_axis) {
        place += whole[axis] == 1 ? 0 : at[roles[axis]] * strides[axis];
        continue;
      }
      const std::size_t k = roles[axis] - picked_axis;
      const double index = all[k].data[offset(all[k], at)];
      const double from_zero = index - static_cast<double>(node.origin[axis]);
      if (!(from_zero >= 0 && from_zero < static_cast<double>(whole[axis])) || from_zero != std::floor(from_zero)) {
        inside = false;
        if (!std::exchange(reported, true))
          errors.push_back({Severity::error,
                            "value-shape",
                            fmt::format("the index {} is outside of {} .. {}", index, node.origin[axis],
                                        node.origin[axis] + static_cast<std::int64_t>(whole[axis]) - 1),
                            node.span,
                            "give more entries, or say with --index-from where the index starts",
                            {},
                            {}});
        break;
      }
      place += static_cast<std::size_t>(from_zero) * strides[axis];
    }
    if (gathers)
      out[position++] = inside ? all[0].data[place] : 0;
    else if (inside)
      out[place] += all[0].data[offset(all[0], at)];
  });
}

void Run::others(const Node& node, double* out) {
  const auto from = walk(node, 0);
  // `loop` holds the kept axes first; the result has all of them. Products before and after meet at each element.
  const auto kept = static_cast<std::size_t>(node.first);
  const auto length = element_count(std::span(node.loop).subspan(kept));
  std::vector<double> row;
  each_point(node.loop, [&](const std::vector<std::size_t>& at) {
    row.push_back(from.data[offset(from, at)]);
    if (row.size() < length) return;
    double before = 1;
    for (std::size_t i = 0; i < length; ++i) {
      out[i] = before;
      before *= row[i];
    }
    double after = 1;
    for (std::size_t i = length; i-- > 0;) {
      out[i] *= after;
      after *= row[i];
    }
    out += length;
    row.clear();
  });
}

void Run::call_kernel(const Node& node, double* out) {
  const auto all = walks(node);
  std::vector<Array> arguments(node.operands.size());
  std::vector<std::vector<std::size_t>> inner_strides(node.operands.size());
  for (std::size_t k = 0; k < node.operands.size(); ++k) {
    const auto& extents = (*plan_)[node.operands[k].node].extents;
    const auto strides = strides_of(extents);
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      if (node.operands[k].axes[axis] == inner_axis) {
        arguments[k].extents.push_back(extents[axis]);
        inner_strides[k].push_back(strides[axis]);
      }
  }
  each_point(node.loop, [&](const std::vector<std::size_t>& at) {
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      auto& data = arguments[k].data;
      data.resize(element_count(arguments[k].extents));
      const double* from = all[k].data + offset(all[k], at);
      if (inner_strides[k] == strides_of(arguments[k].extents)) {
        std::copy_n(from, data.size(), data.begin());
      } else {
        const std::vector<Walk> inner{{from, inner_strides[k]}};
        map_elements(arguments[k].extents, {[](double x) { return x; }, nullptr, nullptr}, inner, data.data());
      }
    }
    const auto result = node.kernel(arguments);
    out = std::ranges::copy(result.data, out).out;
  });
}

}  // namespace eqlens
