#include "evaluate/gradient.hpp"

#include <algorithm>
#include <array>

#include "evaluate/careful.hpp"
#include "evaluate/functions.hpp"

namespace eqlens {

namespace {

class Sweep {
 public:
  Sweep(Algebra& algebra, const Term& of, const Term& variable, Spread spread)
      : algebra_(algebra), of_(of), variable_(variable), spread_(spread), adjoints_(of.node + 1), depends_(of.node + 1, false) {}

  Derivative run() {
    find_dependents();
    seed();
    for (NodeId id = of_.node; id > variable_.node; --id)
      if (depends_[id] && adjoints_[id] && !pull(id)) return {{}, not_known_ != nullptr ? not_known_ : &operation_named("call")};
    return {result(), nullptr};
  }

 private:
  void find_dependents() {
    for (NodeId id = 0; id <= of_.node; ++id) {
      depends_[id] = id == variable_.node;
      for (const auto& operand : algebra_.plan()[id].operands)
        if (depends_[operand.node]) depends_[id] = true;
    }
  }

  void seed() {
    Term seed = algebra_.number(1);
    const auto extents = algebra_.plan()[of_.node].extents;
    for (std::size_t k = 0; spread_ == Spread::jacobian && k < extents.size(); ++k) {
      seeds_.push_back(algebra_.fresh());
      seed = algebra_.map("elementwise product", algebra_.identity(extents[k], local_axis(k), seeds_.back()), seed);
    }
    adjoints_[of_.node] = seed;
  }

  Term result() {
    const auto extents = algebra_.plan()[variable_.node].extents;
    auto adjoint = variable_.node <= of_.node ? adjoints_[variable_.node] : Term{};
    if (!adjoint) adjoint = algebra_.number(0);
    std::vector<Axis> axes = seeds_;
    std::vector<std::size_t> sizes;
    for (std::size_t k = 0; k < seeds_.size(); ++k) sizes.push_back(algebra_.plan()[of_.node].extents[k]);
    for (std::size_t k = 0; k < extents.size(); ++k) {
      axes.push_back(local_axis(k));
      sizes.push_back(extents[k]);
    }
    auto term = algebra_.filled(adjoint, axes, sizes);
    for (std::size_t k = 0; k < variable_.axes.size(); ++k) term = renamed(std::move(term), local_axis(k), variable_.axes[k]);
    const auto rank = variable_.rank();
    for (std::size_t k = 0; k < seeds_.size(); ++k) {
      const auto axis = of_.axes[k];
      term = renamed(std::move(term), seeds_[k], is_place(axis) ? axis + static_cast<Axis>(rank) : axis);
    }
    return term;
  }

  /// Passes a node's adjoint on to its operands. False if a derivative is not known.
  bool pull(NodeId id) {
    const auto count = algebra_.plan()[id].operands.size();
    for (std::size_t k = 0; k < count; ++k) {
      const auto target = algebra_.plan()[id].operands[k].node;
      if (!depends_[target]) continue;
      Pulled pulled;
      const auto work = algebra_.plan()[id].work;
      if (work == Work::gather || work == Work::scatter) {
        if (k > 0) continue;  // whole-number indices have no slope
        add(target, work == Work::gather ? scattered(id) : gathered(id));
        if (!adjoints_[target]) return false;
        continue;
      }
      pulled = work == Work::kernel ? pull_kernel(algebra_, id, adjoints_[id], k) : pulled_through(id, k);
      if (!pulled.term) {
        not_known_ = algebra_.plan()[id].operation;
        return false;
      }
      if (algebra_.constant_number(pulled.term) == 0.0) continue;
      add(target, at_operand(id, k, pulled));
      if (!adjoints_[target]) return false;
    }
    return true;
  }

  void add(NodeId target, const Term& part) {
    adjoints_[target] = adjoints_[target] ? algebra_.map("plus", adjoints_[target], part) : part;
  }

  [[nodiscard]] Term value(NodeId id) const {
    Term term{id, {}};
    for (std::size_t k = 0; k < algebra_.plan()[id].rank(); ++k) term.axes.push_back(local_axis(k));
    return term;
  }
  [[nodiscard]] Term operand(NodeId id, std::size_t k) const {
    const auto& from = algebra_.plan()[id].operands[k];
    Term term{from.node, {}};
    for (const auto axis : from.axes) term.axes.push_back(local_axis(axis));
    return term;
  }

  /// The adjoint times the derivative by operand k, over all loop axes of the node.
  Pulled pulled_through(NodeId id, std::size_t k) {
    const Node node = algebra_.plan()[id];
    const auto& adjoint = adjoints_[id];
    switch (node.work) {
      case Work::map: return {scaled(adjoint, slope(id, node, k)), {}};
      case Work::contract: return {algebra_.map("elementwise product", adjoint, operand(id, 1 - k)), {}};
      case Work::select: {
        if (k == 0) return {algebra_.number(0), {}};
        const auto zero = algebra_.number(0);
        return {algebra_.select(operand(id, 0), k == 1 ? adjoint : zero, k == 1 ? zero : adjoint), {}};
      }
      case Work::reduce: return {folded(id, node, adjoint), {}};
      case Work::locate: return {algebra_.number(0), {}};
      case Work::constant:
      case Work::input:
      case Work::count:
      case Work::gather:
      case Work::scatter:
      case Work::others:
      case Work::kernel: break;
    }
    return {};
  }

  Term scaled(const Term& adjoint, const Term& factor) {
    if (!factor) return {};
    if (algebra_.constant_number(factor) == 0.0) return factor;
    if (algebra_.constant_number(factor) == -1.0) return algebra_.map("negative", adjoint);
    return algebra_.map("elementwise product", adjoint, factor);
  }

  Term slope(NodeId id, const Node& node, std::size_t k) {
    const auto a = operand(id, 0);
    const auto b = node.operands.size() > 1 ? operand(id, 1) : a;
    if (node.operation != nullptr) {
      const std::array both{a, b};
      // The result itself is the derivative; saying so makes it the same node.
      if (node.operation->name == "exponential") return value(id);
      return partial(algebra_, *node.operation, k, std::span(both).first(node.operands.size()));
    }
    if (node.function.one == same_number) return algebra_.number(1);
    if (node.function.two == product_where_zero_wins) return k == 0 ? b : a;
    if (node.function.two == larger_of_two) return k == 0 ? algebra_.map(is_at_most, b, a) : algebra_.map(is_less, a, b);
    if (node.function.two == smaller_of_two) return k == 0 ? algebra_.map(is_at_most, a, b) : algebra_.map(is_less, b, a);
    return algebra_.number(0);  // relations and shifts: flat
  }

  Term folded(NodeId id, const Node& node, const Term& adjoint) {
    if (node.reduction == Reduction::sum) return adjoint;
    const auto from = operand(id, 0);
    std::vector<Axis> axes;
    for (std::size_t loop = node.rank(); loop < node.loop.size(); ++loop) axes.push_back(local_axis(loop));
    if (node.reduction == Reduction::product) return algebra_.map("elementwise product", adjoint, algebra_.others(from, axes));
    // Equal extremes share the slope.
    const auto hits = algebra_.map(is_equal, from, value(id));
    return algebra_.map("elementwise product", adjoint, algebra_.map("division", hits, algebra_.sum(hits, axes)));
  }

  /// From the node's loop axes to the operand's own: what the operand repeats along is added up.
  Term at_operand(NodeId id, std::size_t k, const Pulled& pulled) {
    const Node node = algebra_.plan()[id];
    const auto& from = node.operands[k];
    const auto extents = algebra_.plan()[from.node].extents;
    std::vector<Axis> gone;
    std::vector<std::size_t> gone_extents;
    for (std::size_t loop = 0; loop < node.loop.size(); ++loop) {
      const auto follower = std::ranges::find(from.axes, loop);
      const bool repeats =
          follower == from.axes.end() || (extents[static_cast<std::size_t>(follower - from.axes.begin())] == 1 && node.loop[loop] != 1);
      if (!repeats) continue;
      gone.push_back(local_axis(loop));
      gone_extents.push_back(node.loop[loop]);
    }
    auto term = algebra_.sum_filled(pulled.term, gone, gone_extents);
    std::vector<Axis> names(from.axes.size());
    std::size_t inner = 0;
    for (std::size_t axis = 0; axis < from.axes.size(); ++axis) {
      names[axis] = algebra_.fresh();
      const auto source = from.axes[axis] == inner_axis ? pulled.inner[inner++] : local_axis(from.axes[axis]);
      const auto first = static_cast<std::size_t>(std::ranges::find(from.axes, from.axes[axis]) - from.axes.begin());
      if (from.axes[axis] != inner_axis && first < axis)  // a diagonal: only equal places get something
        term = algebra_.map("elementwise product", term, algebra_.identity(extents[axis], names[first], names[axis]));
      else
        term = renamed(std::move(term), source, names[axis]);
    }
    for (std::size_t axis = 0; axis < names.size(); ++axis) term = renamed(std::move(term), names[axis], local_axis(axis));
    return term;
  }

  struct Picked {
    Term whole;  ///< the array that is picked from, its axes named by what they follow
    std::vector<Algebra::Pick> picks;
  };
  Picked picked(NodeId id, NodeId whole) {
    const Node node = algebra_.plan()[id];
    Picked result{{whole, {}}, {}};
    for (std::size_t axis = 0; axis < node.roles.size(); ++axis) {
      const bool picks = node.roles[axis] >= picked_axis;
      result.whole.axes.push_back(picks ? algebra_.fresh() : local_axis(node.roles[axis]));
      if (picks) result.picks.push_back({result.whole.axes.back(), operand(id, node.roles[axis] - picked_axis), node.origin[axis]});
    }
    return result;
  }

  Term scattered(NodeId id) {
    const Node node = algebra_.plan()[id];
    const auto parts = picked(id, node.operands[0].node);
    // The adjoint must have every axis that the picks run over, or it would count once where it counts many times.
    std::vector<Axis> axes;
    std::vector<std::size_t> extents;
    for (const auto axis : adjoints_[id].axes)
      if (axis < local_axis(0) || axis >= local_axis(node.loop.size()))
        axes.push_back(axis), extents.push_back(algebra_.extent(adjoints_[id], axis));
    for (std::size_t loop = 0; loop < node.loop.size(); ++loop) axes.push_back(local_axis(loop)), extents.push_back(node.loop[loop]);
    auto term = algebra_.scatter(algebra_.filled(adjoints_[id], axes, extents), parts.whole, parts.picks);
    return localised(std::move(term), parts.whole.axes);
  }

  Term gathered(NodeId id) {
    const Node node = algebra_.plan()[id];
    const auto parts = picked(id, id);
    auto adjoint = adjoints_[id];
    std::vector<Algebra::Pick> picks;
    // Both names are local ones, so they change by way of fresh ones.
    std::vector<Axis> between;
    for (std::size_t axis = 0; axis < parts.whole.axes.size(); ++axis)
      adjoint = renamed(std::move(adjoint), local_axis(axis), between.emplace_back(algebra_.fresh()));
    for (std::size_t axis = 0; axis < between.size(); ++axis) {
      const auto pick = std::ranges::find(parts.picks, parts.whole.axes[axis], &Algebra::Pick::axis);
      if (pick == parts.picks.end())
        adjoint = renamed(std::move(adjoint), between[axis], parts.whole.axes[axis]);
      else if (adjoint.has(between[axis]))
        picks.push_back({between[axis], pick->index, pick->origin});
    }
    return at_operand(id, 0, {picks.empty() ? adjoint : algebra_.gather(adjoint, picks), {}});
  }

  Term localised(Term term, const std::vector<Axis>& axes) {
    std::vector<Axis> between;
    for (const auto axis : axes) term = renamed(std::move(term), axis, between.emplace_back(algebra_.fresh()));
    for (std::size_t k = 0; k < between.size(); ++k) term = renamed(std::move(term), between[k], local_axis(k));
    return term;
  }

  Algebra& algebra_;
  Term of_;
  Term variable_;
  Spread spread_;
  std::vector<Term> adjoints_;
  std::vector<bool> depends_;
  std::vector<Axis> seeds_;
  const Operation* not_known_ = nullptr;
};

}  // namespace

Derivative differentiate(Algebra& algebra, const Term& of, const Term& variable, Spread spread) {
  if (!of || !variable) return {};
  return Sweep(algebra, of, variable, spread).run();
}

}  // namespace eqlens
