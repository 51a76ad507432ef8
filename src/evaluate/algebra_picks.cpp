// Terms that pick entries of arrays, and structural operations on whole arrays.

#include "evaluate/algebra.hpp"

namespace eqlens {

Term Algebra::gather(const Term& from, std::span<const Pick> picks, Span where) {
  if (!from) return {};
  Term rest = from;
  std::erase_if(rest.axes, [&](Axis axis) { return std::ranges::any_of(picks, [&](const Pick& pick) { return pick.axis == axis; }); });
  // The loop runs over what the picks bring and what is left of the array.
  Nest nest;
  for (const auto& pick : picks)
    if (!pick.index || !join(nest, pick.index)) return pick.index ? fail(Trouble::sizes) : Term{};
  for (std::size_t k = 0; k < from.axes.size(); ++k) {
    if (!rest.has(from.axes[k])) continue;
    const auto at = std::ranges::find(nest.axes, from.axes[k]) - nest.axes.begin();
    const auto own = plan_[from.node].extents[k];
    if (static_cast<std::size_t>(at) == nest.axes.size()) {
      nest.axes.push_back(from.axes[k]);
      nest.extents.push_back(own);
    } else if (own != 1 && nest.extents[static_cast<std::size_t>(at)] != own) {
      return fail(Trouble::sizes);
    }
  }
  Node node{.work = Work::gather, .loop = nest.extents, .extents = nest.extents};
  Operand source{from.node, {}};
  for (const auto axis : from.axes) {
    const auto pick = std::ranges::find(picks, axis, &Pick::axis);
    const bool picked = pick != picks.end();
    source.axes.push_back(picked ? static_cast<std::uint8_t>(picked_axis + 1 + (pick - picks.begin()))
                                 : static_cast<std::uint8_t>(std::ranges::find(nest.axes, axis) - nest.axes.begin()));
    node.origin.push_back(picked ? pick->origin : 0);
  }
  node.roles = source.axes;
  node.operands.push_back(source);
  for (const auto& pick : picks) node.operands.push_back(follow(pick.index, nest));
  if (!where.empty()) span = where;
  return add(std::move(node), nest.axes);
}

Term Algebra::scatter(const Term& term, const Term& like, std::span<const Pick> picks) {
  if (!term || !like) return {};
  Nest nest;
  if (!join(nest, term)) return {};
  for (const auto& pick : picks)
    if (!join(nest, pick.index)) return fail(Trouble::sizes);
  std::vector<Axis> axes = like.axes;
  std::vector<std::size_t> extents = plan_[like.node].extents;
  // Axes that only the summand has (a seed's) ride along in front.
  for (std::size_t k = 0; k < term.axes.size(); ++k) {
    const bool of_picks = std::ranges::any_of(picks, [&](const Pick& pick) { return pick.index.has(term.axes[k]); });
    if (of_picks || like.has(term.axes[k])) continue;
    axes.insert(axes.begin(), term.axes[k]);
    extents.insert(extents.begin(), plan_[term.node].extents[k]);
  }
  // An axis of the array that the summand repeats along is walked all the same.
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const bool picked = std::ranges::any_of(picks, [&](const Pick& pick) { return pick.axis == axes[k]; });
    const auto at = static_cast<std::size_t>(std::ranges::find(nest.axes, axes[k]) - nest.axes.begin());
    if (picked) continue;
    if (at == nest.axes.size()) {
      nest.axes.push_back(axes[k]);
      nest.extents.push_back(extents[k]);
    } else {
      nest.extents[at] = extents[k];
    }
  }
  Node node{.work = Work::scatter, .loop = nest.extents, .extents = extents};
  node.operands.push_back(follow(term, nest));
  for (const auto& pick : picks) node.operands.push_back(follow(pick.index, nest));
  for (const auto axis : axes) {
    const auto pick = std::ranges::find(picks, axis, &Pick::axis);
    const bool picked = pick != picks.end();
    node.roles.push_back(picked ? static_cast<std::uint8_t>(picked_axis + 1 + (pick - picks.begin()))
                                : static_cast<std::uint8_t>(std::ranges::find(nest.axes, axis) - nest.axes.begin()));
    node.origin.push_back(picked ? pick->origin : 0);
  }
  return add(std::move(node), axes);
}

Term Algebra::call(const Operation* operation, Kernel kernel, const std::vector<Inner>& operands, const std::vector<Axis>& result_axes,
                   const std::vector<std::size_t>& result_extents) {
  Nest nest;
  for (const auto& [term, axes] : operands) {
    if (!term) return {};
    for (std::size_t k = 0; k < term.axes.size(); ++k) {
      if (std::ranges::find(axes, term.axes[k]) != axes.end()) continue;
      const auto at = static_cast<std::size_t>(std::ranges::find(nest.axes, term.axes[k]) - nest.axes.begin());
      const auto own = plan_[term.node].extents[k];
      if (at == nest.axes.size()) {
        nest.axes.push_back(term.axes[k]);
        nest.extents.push_back(own);
      } else if (nest.extents[at] == 1) {
        nest.extents[at] = own;
      } else if (own != 1 && own != nest.extents[at]) {
        return fail(Trouble::sizes);
      }
    }
  }
  Node node{.work = Work::kernel, .operation = operation, .kernel = kernel, .loop = nest.extents, .extents = nest.extents};
  for (const auto& [term, axes] : operands) {
    // A kernel sees its axes in the order given, so the data must lie that way.
    std::vector<Axis> order;
    std::vector<std::size_t> sizes;
    for (const auto axis : term.axes)
      if (std::ranges::find(axes, axis) == axes.end()) order.push_back(axis);
    order.insert(order.end(), axes.begin(), axes.end());
    for (const auto axis : order) sizes.push_back(extent(term, axis));
    const auto laid_out = filled(term, order, sizes);
    if (!laid_out) return {};
    Operand operand{laid_out.node, {}};
    for (const auto axis : laid_out.axes)
      operand.axes.push_back(std::ranges::find(axes, axis) != axes.end()
                                 ? inner_axis
                                 : static_cast<std::uint8_t>(std::ranges::find(nest.axes, axis) - nest.axes.begin()));
    node.operands.push_back(operand);
  }
  auto axes = nest.axes;
  axes.insert(axes.end(), result_axes.begin(), result_axes.end());
  node.extents.insert(node.extents.end(), result_extents.begin(), result_extents.end());
  return add(std::move(node), axes);
}

}  // namespace eqlens
