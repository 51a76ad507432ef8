// Steps that are not chains, and where arrays lie.

#include <algorithm>

#include "evaluate/lowering.hpp"
#include "kernel/loops.hpp"

namespace eqlens {

namespace {

bool walks(const Operand& operand, std::size_t axis) { return std::ranges::find(operand.axes, axis) != operand.axes.end(); }

/// The one stride that walks all the axes as one, if there is one.
std::optional<std::size_t> joint_stride(const Node& node, const std::vector<std::size_t>& strides, const std::vector<std::size_t>& axes) {
  std::optional<std::size_t> stride;
  std::size_t extent = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (node.loop[*axis] == 1) continue;
    if (stride && strides[*axis] != *stride * extent) return std::nullopt;
    if (!stride) stride = strides[*axis];
    extent *= node.loop[*axis];
  }
  return stride.value_or(0);
}

}  // namespace

/// The place of a node's array among the program's arrays.
std::size_t Lowering::array_of(NodeId id) {
  if (const auto found = arrays_.find(id); found != arrays_.end()) return found->second;
  const auto& node = plan_[id];
  Program::Place place{Program::Home::between, 0, 0, element_count(node.extents)};
  if (node.work == Work::input) {
    place.home = Program::Home::input;
    place.number = node.slot;
  } else if (node.work == Work::constant || node.work == Work::count) {
    place.home = Program::Home::constant;
    place.number = program_.constants_.size();
    if (node.work == Work::constant) {
      const auto& data = plan_.constant(node.slot).data;
      program_.constants_.insert(program_.constants_.end(), data.begin(), data.end());
    } else {
      for (std::size_t i = 0; i < node.extents[0]; ++i)
        program_.constants_.push_back(static_cast<double>(node.first + static_cast<std::int64_t>(i)));
    }
  } else if (const auto result = std::ranges::find(results_, id); result != results_.end()) {
    place.home = Program::Home::output;
    place.number = static_cast<std::size_t>(result - results_.begin());
  }
  const auto number = program_.places_.size();
  program_.places_.push_back(place);
  arrays_.emplace(id, number);
  return number;
}

void Lowering::emit_plain(NodeId id) {
  Program::Plain plain{id, {}, 0};
  for (const auto& operand : plan_[id].operands) plain.operands.push_back(array_of(operand.node));
  plain.out = array_of(id);
  program_.steps_.emplace_back(std::move(plain));
}

void Lowering::emit_attention(NodeId id) {
  Program::Attention step{attentions_.at(id), 0, 0, 0, none, 0, {}};
  step.q = array_of(step.match.q);
  step.k = array_of(step.match.k);
  step.v = array_of(step.match.v);
  if (step.match.mask != none) step.mask = array_of(step.match.mask);
  for (const auto& factor : step.match.factors) step.factors.push_back(array_of(factor.node));
  step.out = array_of(id);
  program_.steps_.emplace_back(std::move(step));
}

void Lowering::emit_product(NodeId id) {
  const auto& node = plan_[id];
  std::vector<std::size_t> rows, columns, summed;
  Program::Product step;
  const auto a = loop_strides(plan_, node, 0);
  const auto b = loop_strides(plan_, node, 1);
  for (std::size_t axis = 0; axis < node.loop.size(); ++axis) {
    const bool in_a = walks(node.operands[0], axis);
    const bool in_b = walks(node.operands[1], axis);
    if (axis >= node.rank()) {
      summed.push_back(axis);
    } else if (in_a && in_b) {
      step.batch.push_back(node.loop[axis]);
      step.a_strides.push_back(a[axis]);
      step.b_strides.push_back(b[axis]);
    } else {
      (in_a ? rows : columns).push_back(axis);
    }
  }
  const auto extent = [&](const std::vector<std::size_t>& axes) {
    std::size_t product = 1;
    for (const auto axis : axes) product *= node.loop[axis];
    return product;
  };
  const auto a_row = joint_stride(node, a, rows);
  const auto a_column = joint_stride(node, a, summed);
  const auto b_row = joint_stride(node, b, summed);
  const auto b_column = joint_stride(node, b, columns);
  // Axes that no single stride walks are for the plain evaluator, which packs them.
  if (!a_row || !a_column || !b_row || !b_column) return emit_plain(id);
  step.shape = {extent(rows), extent(columns), extent(summed), *a_row, *a_column, *b_row, *b_column};
  step.a = array_of(node.operands[0].node);
  step.b = array_of(node.operands[1].node);
  step.out = array_of(id);
  program_.steps_.emplace_back(std::move(step));
}

/// Results that nothing computes (an input, a constant, the same node twice) are copied.
void Lowering::copy_results() {
  for (std::size_t k = 0; k < results_.size(); ++k) {
    const auto id = results_[k];
    const auto array = array_of(id);
    const auto& place = program_.places_[array];
    if (place.home == Program::Home::output && place.number == k) continue;
    const auto out = program_.places_.size();
    program_.places_.push_back({Program::Home::output, k, 0, place.elements});
    const std::size_t walk = lifted_ && plan_[id].work == Work::constant ? 0 : 1;
    Chain chain{.length = element_count(plan_[id].extents), .streams = {{array, {}, walk}, {out, {}, 1, true}}};
    const std::uint8_t single = walk == 0 ? single_a : std::uint8_t{0};
    chain.steps.push_back({.operation = RowOperation::copy, .single = single, .out = 1});
    program_.steps_.emplace_back(std::move(chain));
  }
}

/// Memory for what lies between, used again when its last reader has run.
void Lowering::lay_out() {
  copy_results();
  const auto& steps = program_.steps_;
  auto& places = program_.places_;
  const auto touched = [](const Program::Step& step) {
    std::vector<std::size_t> arrays;
    if (const auto* chain = std::get_if<Chain>(&step))
      for (const auto& stream : chain->streams) arrays.push_back(stream.source);
    if (const auto* product = std::get_if<Program::Product>(&step)) arrays = {product->a, product->b, product->out};
    if (const auto* plain = std::get_if<Program::Plain>(&step)) {
      arrays = plain->operands;
      arrays.push_back(plain->out);
    }
    if (const auto* attention = std::get_if<Program::Attention>(&step)) {
      arrays = {attention->q, attention->k, attention->v, attention->out};
      if (attention->mask != none) arrays.push_back(attention->mask);
      arrays.insert(arrays.end(), attention->factors.begin(), attention->factors.end());
    }
    return arrays;
  };
  std::vector<std::size_t> last(places.size(), 0);
  for (std::size_t n = 0; n < steps.size(); ++n)
    for (const auto array : touched(steps[n])) last[array] = n;
  struct Hole {
    std::size_t offset, size;
  };
  std::vector<Hole> holes;
  std::vector<bool> placed(places.size(), false);
  const auto rounded = [](std::size_t elements) { return (elements + 15) / 16 * 16; };
  for (std::size_t n = 0; n < steps.size(); ++n) {
    for (const auto array : touched(steps[n])) {
      auto& place = places[array];
      if (place.home != Program::Home::between || placed[array]) continue;
      placed[array] = true;
      const auto size = rounded(place.elements);
      const auto fits = std::ranges::find_if(holes, [&](const Hole& hole) { return hole.size >= size; });
      if (fits == holes.end()) {
        place.offset = program_.between_;
        program_.between_ += size;
        continue;
      }
      place.offset = fits->offset;
      fits->offset += size;
      fits->size -= size;
    }
    for (const auto array : touched(steps[n]))
      if (placed[array] && last[array] == n && places[array].home == Program::Home::between) {
        holes.push_back({places[array].offset, rounded(places[array].elements)});
        placed[array] = false;
        last[array] = none;
      }
  }
  program_.constants_f32_.assign(program_.constants_.begin(), program_.constants_.end());
}

}  // namespace eqlens
