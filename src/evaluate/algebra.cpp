#include "evaluate/algebra.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "kernel/elementwise.hpp"

namespace eqlens {

namespace {

ElementFunction function_of(const Operation& operation) { return {operation.scalar, operation.scalar2, fast_row(operation.name)}; }

void add_unique(std::vector<Axis>& axes, Axis axis) {
  if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
}

std::size_t position(const std::vector<Axis>& axes, Axis axis) {
  return static_cast<std::size_t>(std::ranges::find(axes, axis) - axes.begin());
}

}  // namespace

double product_where_zero_wins(double a, double b) { return a == 0 && std::isinf(b) ? 0 : a * b; }

std::size_t Algebra::extent(const Term& term, Axis axis) const {
  const auto at = position(term.axes, axis);
  return at < term.axes.size() ? plan_[term.node].extents[at] : 1;
}

std::vector<std::size_t> Algebra::extents(const Term& term) const {
  std::vector<std::size_t> result;
  for (std::size_t k = term.rank(); k-- > 0;) result.push_back(extent(term, place(k)));
  return result;
}

Term Algebra::fail(Trouble why) {
  if (trouble == Trouble::nothing) trouble = why;
  return {};
}

Term Algebra::number(double value) { return {plan_.add_constant({{}, {value}}), {}}; }
Term Algebra::constant(Array array) { return positional(plan_.add_constant(std::move(array))); }

Term Algebra::positional(NodeId node) const {
  Term term{node, {}};
  const auto rank = plan_[node].rank();
  for (std::size_t k = 0; k < rank; ++k) term.axes.push_back(place(rank - 1 - k));
  return term;
}

Term Algebra::count(std::int64_t first, std::size_t length, Axis axis) {
  Node node;
  node.work = Work::count;
  node.first = first;
  node.extents = {length};
  return add(std::move(node), {axis});
}

Term Algebra::identity(std::size_t size, Axis row, Axis column) {
  if (size > most_elements_ || size * size > most_elements_) return fail(Trouble::too_large);
  Array array{{size, size}, std::vector<double>(size * size, 0.0)};
  for (std::size_t i = 0; i < size; ++i) array.data[i * size + i] = 1;
  return {plan_.add_constant(std::move(array)), {row, column}};
}

bool Algebra::join(Nest& nest, const Term& term) {
  const auto& extents = plan_[term.node].extents;
  for (std::size_t k = 0; k < term.axes.size(); ++k) {
    const auto at = position(nest.axes, term.axes[k]);
    if (at == nest.axes.size()) {
      nest.axes.push_back(term.axes[k]);
      nest.extents.push_back(extents[k]);
    } else if (nest.extents[at] == 1) {
      nest.extents[at] = extents[k];
    } else if (extents[k] != 1 && extents[k] != nest.extents[at]) {
      return false;
    }
  }
  return true;
}

/// All axes of the terms. The order is that of a term that has them all, so that its data is walked as it lies; else indices,
/// then places from the first.
std::optional<Algebra::Nest> Algebra::nest_of(std::span<const Term> terms) {
  Nest nest;
  for (const auto& term : terms) {
    if (!term || !join(nest, term)) return std::nullopt;
  }
  for (const auto& term : terms) {
    std::vector<Axis> own;
    for (const auto axis : term.axes) add_unique(own, axis);
    if (own.size() != nest.axes.size()) continue;
    Nest ordered{own, {}};
    for (const auto axis : own) ordered.extents.push_back(nest.extents[position(nest.axes, axis)]);
    return ordered;
  }
  Nest ordered{nest.axes, {}};
  std::ranges::sort(ordered.axes, [](Axis a, Axis b) { return is_place(a) && is_place(b) ? a > b : a < b; });
  for (const auto axis : ordered.axes) ordered.extents.push_back(nest.extents[position(nest.axes, axis)]);
  return ordered;
}

Operand Algebra::follow(const Term& term, const Nest& nest) const {
  Operand operand{term.node, {}};
  for (const auto axis : term.axes) operand.axes.push_back(static_cast<std::uint8_t>(position(nest.axes, axis)));
  return operand;
}

Term Algebra::add(Node node, const std::vector<Axis>& axes) {
  // How large a node may be is asked when it is computed: products that contractions take apart never are.
  constexpr std::size_t most_axes = 100;
  if (node.loop.size() > most_axes) return fail(Trouble::too_large);
  node.span = span;
  return {plan_.add(std::move(node)), axes};
}

Term Algebra::map(const Operation& operation, const Term& a) {
  if (!a || operation.scalar == nullptr) return {};
  if (const auto value = constant_number(a)) return number(operation.scalar(*value));
  const auto nest = nest_of(std::span(&a, 1));
  if (!nest) return fail(Trouble::sizes);
  Node node{.work = Work::map,
            .operation = &operation,
            .function = function_of(operation),
            .operands = {follow(a, *nest)},
            .loop = nest->extents,
            .extents = nest->extents};
  return add(std::move(node), nest->axes);
}

Term Algebra::map(const Operation& operation, const Term& a, const Term& b) {
  if (!a || !b || operation.scalar2 == nullptr) return {};
  const auto left = constant_number(a);
  const auto right = constant_number(b);
  if (left && right) return number(operation.scalar2(*left, *right));
  const bool multiplies = operation.name == "elementwise product";
  const auto plain = [](Term term) {
    term.row = false;
    return term;
  };
  if ((multiplies && right == 1.0) || (operation.name == "division" && right == 1.0) || (operation.name == "plus" && right == 0.0))
    return plain(a);
  if ((multiplies && left == 1.0) || (operation.name == "plus" && left == 0.0)) return plain(b);
  const std::array both{a, b};
  const auto nest = nest_of(both);
  if (!nest) return fail(Trouble::sizes);
  Node node{.work = Work::map,
            .operation = &operation,
            .function = function_of(operation),
            .operands = {follow(a, *nest), follow(b, *nest)},
            .loop = nest->extents,
            .extents = nest->extents};
  return add(std::move(node), nest->axes);
}

Term Algebra::map(std::string_view operation, const Term& a) { return map(operation_named(operation), a); }
Term Algebra::map(std::string_view operation, const Term& a, const Term& b) { return map(operation_named(operation), a, b); }

Term Algebra::map(Binary function, const Term& a, const Term& b) {
  const std::array both{a, b};
  const auto nest = nest_of(both);
  if (!nest) return a && b ? fail(Trouble::sizes) : Term{};
  Node node{.work = Work::map,
            .function = {nullptr, function, nullptr},
            .operands = {follow(a, *nest), follow(b, *nest)},
            .loop = nest->extents,
            .extents = nest->extents};
  return add(std::move(node), nest->axes);
}

Term Algebra::map(Unary function, const Term& a) {
  if (!a) return {};
  const auto nest = nest_of(std::span(&a, 1));
  if (!nest) return fail(Trouble::sizes);
  Node node{.work = Work::map,
            .function = {function, nullptr, nullptr},
            .operands = {follow(a, *nest)},
            .loop = nest->extents,
            .extents = nest->extents};
  return add(std::move(node), nest->axes);
}

Term Algebra::select(const Term& condition, const Term& yes, const Term& no) {
  if (const auto known = condition ? constant_number(condition) : std::nullopt) return *known != 0 ? yes : no;
  const std::array all{condition, yes, no};
  const auto nest = nest_of(all);
  if (!nest) return condition && yes && no ? fail(Trouble::sizes) : Term{};
  Node node{.work = Work::select,
            .operands = {follow(condition, *nest), follow(yes, *nest), follow(no, *nest)},
            .loop = nest->extents,
            .extents = nest->extents};
  return add(std::move(node), nest->axes);
}

Term Algebra::reduce(Reduction reduction, const Term& term, std::vector<Axis> folded) {
  if (!term) return {};
  std::erase_if(folded, [&](Axis axis) { return !term.has(axis); });
  if (folded.empty()) return term;
  const auto found = nest_of(std::span(&term, 1));
  if (!found) return fail(Trouble::sizes);
  const auto& nest = *found;
  Nest ordered;
  std::size_t kept_axes = 0;
  for (const bool kept : {true, false})
    for (std::size_t k = 0; k < nest.axes.size(); ++k)
      if ((std::ranges::find(folded, nest.axes[k]) == folded.end()) == kept) {
        ordered.axes.push_back(nest.axes[k]);
        ordered.extents.push_back(nest.extents[k]);
        kept_axes += kept ? 1 : 0;
      }
  Node node{.work = Work::reduce, .reduction = reduction, .operands = {follow(term, ordered)}, .loop = ordered.extents};
  node.extents.assign(ordered.extents.begin(), ordered.extents.begin() + static_cast<std::ptrdiff_t>(kept_axes));
  ordered.axes.resize(kept_axes);
  return add(std::move(node), ordered.axes);
}

Term Algebra::locate(Reduction reduction, const Term& term, std::vector<Axis> folded) {
  const auto folds = reduce(reduction, term, std::move(folded));
  if (!folds || folds.node == term.node) return term ? number(0) : Term{};
  auto node = plan_[folds.node];
  node.work = Work::locate;
  return add(std::move(node), folds.axes);
}

Term Algebra::others(const Term& term, const std::vector<Axis>& folded) {
  const auto folds = reduce(Reduction::product, term, folded);
  if (!folds || folds.node == term.node) return number(1);
  auto node = plan_[folds.node];
  const auto names = loop_names(folds);
  node.work = Work::others;
  node.first = static_cast<std::int64_t>(folds.axes.size());
  node.extents = node.loop;
  auto axes = folds.axes;
  // The loop order of the fold is kept axes first, then the folded ones as they lie in memory.
  const auto& operand = node.operands[0];
  for (std::size_t loop = folds.axes.size(); loop < node.loop.size(); ++loop)
    for (std::size_t k = 0; k < operand.axes.size(); ++k)
      if (operand.axes[k] == loop) {
        axes.push_back(term.axes[k]);
        break;
      }
  return add(std::move(node), axes);
}

Term Algebra::contract(const Term& a, const Term& b, std::vector<Axis> folded) {
  const std::array both{a, b};
  const auto nest = nest_of(both);
  if (!nest) return a && b ? fail(Trouble::sizes) : Term{};
  Nest ordered;
  const auto put = [&](auto wanted) {
    for (std::size_t k = 0; k < nest->axes.size(); ++k)
      if (wanted(nest->axes[k])) {
        ordered.axes.push_back(nest->axes[k]);
        ordered.extents.push_back(nest->extents[k]);
      }
  };
  const auto folds = [&](Axis axis) { return std::ranges::find(folded, axis) != folded.end(); };
  put([&](Axis axis) { return !folds(axis) && a.has(axis) && b.has(axis); });
  put([&](Axis axis) { return !folds(axis) && a.has(axis) && !b.has(axis); });
  put([&](Axis axis) { return !folds(axis) && !a.has(axis) && b.has(axis); });
  const auto kept = ordered.axes.size();
  put(folds);
  Node node{.work = Work::contract, .operands = {follow(a, ordered), follow(b, ordered)}, .loop = ordered.extents};
  node.extents.assign(ordered.extents.begin(), ordered.extents.begin() + static_cast<std::ptrdiff_t>(kept));
  ordered.axes.resize(kept);
  return add(std::move(node), ordered.axes);
}

std::vector<Axis> Algebra::loop_names(const Term& term) {
  auto names = term.axes;
  while (names.size() < plan_[term.node].loop.size()) names.push_back(fresh());
  return names;
}

Term Algebra::operand(const Term& term, std::size_t k, const std::vector<Axis>& names) const {
  const auto& from = plan_[term.node].operands[k];
  Term result{from.node, {}};
  for (const auto axis : from.axes) result.axes.push_back(axis < names.size() ? names[axis] : axis);
  return result;
}

bool Algebra::is_map(const Term& term, std::string_view operation) const {
  const auto& node = plan_[term.node];
  return node.work == Work::map && node.operation != nullptr && node.operation->name == operation;
}

std::optional<double> Algebra::constant_number(const Term& term) const {
  const double* value = plan_.number(term.node);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

}  // namespace eqlens
