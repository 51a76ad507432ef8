// From the nodes of a unit to the steps of a chain. While it is drafted, places in the table of values carry their kind in the
// upper bits; blocks are then shared by values that do not live at the same time.

#include <algorithm>
#include <array>

#include "evaluate/functions.hpp"
#include "evaluate/lowering.hpp"
#include "kernel/loops.hpp"
#include "kernel/softmax.hpp"

namespace eqlens {

namespace {

constexpr std::uint16_t single_kind = 0x4000;
constexpr std::uint16_t block_kind = 0x8000;
constexpr std::uint16_t kind_mask = 0xc000;

struct NamedRow {
  std::string_view name;
  RowOperation operation;
};
constexpr std::array<NamedRow, 12> named_rows{{
    {"plus", RowOperation::plus},
    {"minus", RowOperation::minus},
    {"elementwise product", RowOperation::times},
    {"division", RowOperation::over},
    {"negative", RowOperation::negative},
    {"exponential", RowOperation::exponential},
    {"square root", RowOperation::square_root},
    {"logarithm", RowOperation::logarithm},
    {"hyperbolic tangent", RowOperation::tanh},
    {"sigmoid", RowOperation::sigmoid},
    {"ReLU", RowOperation::rectified},
    {"absolute value", RowOperation::absolute},
}};

RowOperation operation_of(const Node& node) {
  if (node.work == Work::select) return RowOperation::select;
  if (node.operation != nullptr)
    for (const auto& [name, operation] : named_rows)
      if (name == node.operation->name) return operation;
  if (node.function.one == same_number) return RowOperation::copy;
  if (node.function.two == larger_of_two) return RowOperation::larger;
  if (node.function.two == smaller_of_two) return RowOperation::smaller;
  if (node.function.two == is_less) return RowOperation::less;
  if (node.function.two == is_at_most) return RowOperation::at_most;
  if (node.function.two == is_equal) return RowOperation::equal;
  if (node.function.two == is_unequal) return RowOperation::unequal;
  return node.function.one != nullptr ? RowOperation::call_one : RowOperation::call_two;
}

}  // namespace

std::vector<std::size_t> Lowering::read_strides(const Draft& draft, NodeId id, std::size_t k) const {
  const auto& node = plan_[id];
  const auto operand = node.operands[k].node;
  if (lifted_) return {plan_[operand].work == Work::input ? std::size_t{1} : std::size_t{0}};
  auto strides = node.work == Work::kernel ? strides_of(plan_[operand].extents) : loop_strides(plan_, node, k);
  strides.resize(draft.domain.size(), 0);
  return strides;
}

std::vector<std::size_t> Lowering::write_strides(const Draft& draft, NodeId id) const {
  if (lifted_) return {1};
  auto strides = strides_of(plan_[id].extents);
  strides.resize(draft.domain.size(), 0);
  return strides;
}

/// Joins neighbouring axes that all reads and writes walk as one. False if a row is not one such group.
bool Lowering::find_groups(Draft& draft) const {
  std::vector<std::vector<std::size_t>> walks;
  for (const auto id : draft.unit->nodes) {
    for (std::size_t k = 0; k < plan_[id].operands.size(); ++k)
      if (!draft.values.contains(plan_[id].operands[k].node)) walks.push_back(read_strides(draft, id, k));
    if (stored_[id]) walks.push_back(write_strides(draft, id));
    draft.values[id] = {};
  }
  draft.values.clear();
  const auto kept = draft.unit->kept == none ? draft.domain.size() : draft.unit->kept;
  std::size_t last_group_begins = none;
  for (std::size_t axis = 0; axis < draft.domain.size(); ++axis) {
    if (draft.domain[axis] == 1) continue;
    const bool crosses = !draft.groups.empty() && draft.groups.back().back() < kept && axis >= kept;
    bool joins = !draft.groups.empty() && !crosses;
    for (std::size_t w = 0; joins && w < walks.size(); ++w)
      joins = walks[w][draft.groups.back().back()] == walks[w][axis] * draft.domain[axis];
    if (joins) {
      draft.groups.back().push_back(axis);
    } else {
      draft.groups.push_back({axis});
      if (axis >= kept) {
        if (last_group_begins != none) return false;
        last_group_begins = axis;
      }
    }
  }
  // Rows of one number where the kept axes are all there are.
  if (draft.groups.empty() || (draft.unit->kept != none && last_group_begins == none)) draft.groups.push_back({});
  const auto extent = [&](const std::vector<std::size_t>& group) {
    std::size_t product = 1;
    for (const auto axis : group) product *= draft.domain[axis];
    return product;
  };
  for (std::size_t g = 0; g + 1 < draft.groups.size(); ++g) draft.chain.outer.push_back(extent(draft.groups[g]));
  draft.chain.length = extent(draft.groups.back());
  return true;
}

bool Lowering::is_single(const Draft& draft, const std::vector<std::size_t>& strides) const {
  const auto& row = draft.groups.back();
  return row.empty() || strides[row.back()] == 0;
}

std::uint16_t Lowering::stream(Draft& draft, NodeId id, const std::vector<std::size_t>& strides) {
  const auto array = array_of(id);
  const auto [found, is_new] = draft.streams.emplace(std::pair(array, strides), static_cast<std::uint16_t>(draft.chain.streams.size()));
  if (is_new) {
    Stream walk{array, {}, draft.groups.back().empty() ? 0 : strides[draft.groups.back().back()]};
    for (std::size_t g = 0; g + 1 < draft.groups.size(); ++g) walk.strides.push_back(strides[draft.groups[g].back()]);
    draft.chain.streams.push_back(std::move(walk));
  }
  return found->second;
}

Lowering::Value Lowering::read(Draft& draft, NodeId id, std::size_t k) {
  const auto operand = plan_[id].operands[k].node;
  if (const auto found = draft.values.find(operand); found != draft.values.end()) return found->second;
  const auto strides = read_strides(draft, id, k);
  const auto place = stream(draft, operand, strides);
  if (is_single(draft, strides)) return {place, true};
  const auto walk = draft.chain.streams[place].step;
  if (walk == 1) return {place, false};
  return step(draft, {.operation = RowOperation::spread, .stride = walk}, {{place, false}});
}

/// Adds a step; the result is one number if all operands are.
Lowering::Value Lowering::step(Draft& draft, RowStep row, std::vector<Value> operands) {
  std::array<std::uint16_t*, 3> places{&row.a, &row.b, &row.c};
  bool all = true;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    *places[k] = operands[k].place;
    if (operands[k].single) row.single = static_cast<std::uint8_t>(row.single | (1u << k));
    all = all && operands[k].single;
  }
  // Unused places must point somewhere.
  if (operands.size() < 2) row.b = row.a;
  if (operands.size() < 3) row.c = row.a;
  if (all) row.single = static_cast<std::uint8_t>(row.single | single_all);
  row.out = static_cast<std::uint16_t>(all ? single_kind + draft.singles++ : block_kind + draft.blocks++);
  draft.chain.steps.push_back(row);
  return {row.out, all};
}

/// One number as a row of it.
Lowering::Value Lowering::spread(Draft& draft, Value value) {
  if (!value.single) return value;
  RowStep row{.operation = RowOperation::copy, .single = single_a, .a = value.place, .b = value.place, .c = value.place};
  row.out = static_cast<std::uint16_t>(block_kind + draft.blocks++);
  draft.chain.steps.push_back(row);
  return {row.out, false};
}

Lowering::Value Lowering::fold(Draft& draft, RowOperation operation, std::vector<Value> operands) {
  for (auto& operand : operands) operand = spread(draft, operand);
  RowStep row{.operation = operation, .a = operands.front().place, .b = operands.back().place};
  row.c = static_cast<std::uint16_t>(draft.chain.totals++);
  row.out = static_cast<std::uint16_t>(single_kind + draft.singles++);
  draft.chain.steps.push_back(row);
  return {row.out, true};
}

/// Writes a value to its array: the step that made it does, unless something else is there already.
void Lowering::keep(Draft& draft, NodeId id, Value value) {
  const auto strides = write_strides(draft, id);
  const auto place = stream(draft, id, strides);
  draft.chain.streams[place].written = true;
  const bool row_number = is_single(draft, strides);
  auto& last = draft.chain.steps.back();  // every value is made by a step
  if (last.out == value.place && value.single == row_number && (value.place & kind_mask) != 0) {
    last.out = place;
    draft.values[id] = {place, value.single};
    return;
  }
  RowStep row{.operation = RowOperation::copy, .out = place, .a = value.place, .b = value.place, .c = value.place};
  if (value.single) row.single = single_a;
  if (row_number) row.single = static_cast<std::uint8_t>(row.single | single_all);
  draft.chain.steps.push_back(row);
}

Lowering::Value Lowering::emit_map(Draft& draft, NodeId id) {
  const auto& node = plan_[id];
  RowStep row{.operation = operation_of(node), .one = node.function.one, .two = node.function.two};
  std::vector<Value> operands;
  for (std::size_t k = 0; k < node.operands.size(); ++k) operands.push_back(read(draft, id, k));
  if (node.operation != nullptr && node.operation->name == "power") {
    const double* exponent = plan_.number(node.operands[1].node);
    const auto times = [&](Value a, Value b) { return step(draft, {.operation = RowOperation::times}, {a, b}); };
    if (exponent != nullptr && *exponent == 2) return times(operands[0], operands[0]);
    if (exponent != nullptr && *exponent == 3) return times(times(operands[0], operands[0]), operands[0]);
    if (exponent != nullptr && *exponent == 4) {
      const auto square = times(operands[0], operands[0]);
      return times(square, square);
    }
  }
  return step(draft, row, operands);
}

Lowering::Value Lowering::emit_softmax(Draft& draft, NodeId id) {
  const auto& node = plan_[id];
  const auto x = spread(draft, read(draft, id, 0));
  const auto distance = step(draft, {.operation = RowOperation::minus}, {x, fold(draft, RowOperation::maximum, {x})});
  const auto weight = step(draft, {.operation = RowOperation::exponential}, {distance});
  const auto total = fold(draft, RowOperation::sum, {weight});
  if (node.kernel == softmax) return step(draft, {.operation = RowOperation::over}, {weight, total});
  return step(draft, {.operation = RowOperation::minus}, {distance, step(draft, {.operation = RowOperation::logarithm}, {total})});
}

Lowering::Value Lowering::emit(Draft& draft, NodeId id) {
  const auto& node = plan_[id];
  if (node.work == Work::kernel) return emit_softmax(draft, id);
  if (node.work == Work::contract) return fold(draft, RowOperation::dot, {read(draft, id, 0), read(draft, id, 1)});
  if (node.work == Work::reduce) {
    constexpr std::array operations{RowOperation::sum, RowOperation::product, RowOperation::maximum, RowOperation::minimum};
    return fold(draft, operations[static_cast<std::size_t>(node.reduction)], {read(draft, id, 0)});
  }
  return emit_map(draft, id);
}

void Lowering::emit_chain(const Unit& unit) {
  Draft draft;
  draft.unit = &unit;
  draft.domain = lifted_ ? std::vector<std::size_t>{2} : unit.domain;
  if (!find_groups(draft)) {
    for (const auto id : unit.nodes) {
      stored_[id] = true;
      emit_plain(id);
    }
    return;
  }
  draft.chain.whole_rows = unit.whole_rows;
  for (const auto id : unit.nodes) {
    draft.values[id] = emit(draft, id);
    if (stored_[id]) keep(draft, id, draft.values[id]);
  }
  finish(draft);
}

/// Two operations become one step where nobody else reads what lies between: half the traffic to the cache.
void Lowering::fuse(Draft& draft) {
  auto& steps = draft.chain.steps;
  const auto is_first = [](RowOperation o) {
    return o == RowOperation::plus || o == RowOperation::minus || o == RowOperation::times || o == RowOperation::over;
  };
  const auto is_fold = [](const RowStep& row) { return row.operation >= RowOperation::sum; };
  const auto reads = [&](const RowStep& row, std::uint16_t place) {
    return (row.a == place ? 1 : 0) + (row.b == place && row.b != row.a ? 1 : 0) +
           (!is_fold(row) && row.c == place && row.c != row.a ? 1 : 0);
  };
  std::vector<bool> gone(steps.size(), false);
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const auto& one = steps[n];
    const bool negative = one.operation == RowOperation::negative;
    if ((!is_first(one.operation) && !negative) || (one.out & kind_mask) != block_kind) continue;
    std::size_t reader = none;
    int readers = 0;
    for (std::size_t m = n + 1; m < steps.size(); ++m)
      if (reads(steps[m], one.out) > 0) {
        ++readers;
        reader = m;
      }
    if (readers != 1) continue;
    auto& other = steps[reader];
    if (negative) {
      if (other.operation != RowOperation::exponential) continue;
      other.a = other.b = other.c = one.a;
      other.swapped = !other.swapped;
      gone[n] = true;
      continue;
    }
    const bool root = other.operation == RowOperation::square_root;
    if ((!root && !is_first(other.operation)) || (!root && other.a == other.b) || (other.single & single_all) != 0) continue;
    const bool swapped = !root && other.b == one.out;
    RowStep both{.operation = RowOperation::fused, .single = static_cast<std::uint8_t>(one.single & (single_a | single_b))};
    both.first = one.operation;
    both.second = other.operation;
    both.swapped = swapped;
    both.out = other.out;
    both.a = one.a;
    both.b = one.b;
    both.c = root ? one.a : swapped ? other.a : other.b;
    const bool single_other = root ? (one.single & single_a) != 0 : (other.single & (swapped ? single_a : single_b)) != 0;
    if (single_other) both.single = static_cast<std::uint8_t>(both.single | single_c);
    other = both;
    gone[n] = true;
  }
  std::size_t kept = 0;
  for (std::size_t n = 0; n < steps.size(); ++n)
    if (!gone[n]) steps[kept++] = steps[n];
  steps.resize(kept);
}

/// Gives every value its place in the table, blocks again as soon as nobody reads them any more.
void Lowering::finish(Draft& draft) {
  fuse(draft);
  auto& steps = draft.chain.steps;
  std::vector<std::size_t> last_read(draft.blocks, 0);
  for (std::size_t n = 0; n < steps.size(); ++n)
    for (const auto place : {steps[n].a, steps[n].b, steps[n].operation >= RowOperation::sum ? steps[n].a : steps[n].c, steps[n].out})
      if ((place & kind_mask) == block_kind) last_read[place & ~kind_mask] = n;
  std::vector<std::uint16_t> home(draft.blocks, 0);
  std::vector<std::uint16_t> unused;
  std::uint16_t blocks = 0;
  const auto streams = static_cast<std::uint16_t>(draft.chain.streams.size());
  const auto final_place = [&](std::uint16_t place) {
    const auto number = static_cast<std::uint16_t>(place & ~kind_mask);
    if ((place & kind_mask) == single_kind) return static_cast<std::uint16_t>(streams + number);
    if ((place & kind_mask) == block_kind) return static_cast<std::uint16_t>(streams + draft.singles + home[number]);
    return place;
  };
  for (std::size_t n = 0; n < steps.size(); ++n) {
    auto& row = steps[n];
    const bool is_fold = row.operation >= RowOperation::sum;
    std::vector<std::uint16_t> read{row.a, row.b};
    if (!is_fold) read.push_back(row.c);
    row.a = final_place(row.a);
    row.b = final_place(row.b);
    if (!is_fold) row.c = final_place(row.c);
    std::ranges::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    for (const auto place : read)
      if ((place & kind_mask) == block_kind && last_read[place & ~kind_mask] == n) unused.push_back(home[place & ~kind_mask]);
    if ((row.out & kind_mask) == block_kind) {
      if (unused.empty()) unused.push_back(blocks++);
      home[row.out & ~kind_mask] = unused.back();
      unused.pop_back();
    }
    row.out = final_place(row.out);
  }
  draft.chain.singles = draft.singles;
  draft.chain.blocks = blocks;
  program_.steps_.emplace_back(std::move(draft.chain));
}

}  // namespace eqlens
