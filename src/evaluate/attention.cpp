#include "evaluate/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/functions.hpp"
#include "kernel/loops.hpp"
#include "kernel/softmax.hpp"

namespace eqlens {

namespace {

/// Below so many the tiles would be mostly empty.
constexpr std::size_t fewest_for_tiles = 256;
/// The name of the axis that Q and K are summed over; all others are the loop axes of the whole.
constexpr std::size_t width_axis = 1000;

/// A node seen from the loop of the whole: which axis each of its own follows.
struct Seen {
  NodeId node = none;
  std::vector<std::size_t> axes;
};

class Matcher {
 public:
  Matcher(const Plan& plan, const Node& whole, std::size_t fewest) : plan_(plan), whole_(whole), fewest_(fewest) {}

  bool match(std::size_t weights, std::size_t values) {
    found_ = {};
    const Seen softened = operand(whole_, weights);
    const auto& node = plan_[softened.node];
    if (node.work != Work::kernel || node.kernel != softmax || softened.axes.empty()) return false;
    key_ = whole_.rank();
    if (whole_.loop.size() != key_ + 1 || softened.axes.back() != key_) return false;
    if (std::ranges::count(softened.axes, key_) != 1) return false;
    Seen scores{node.operands[0].node, {}};
    for (const auto axis : node.operands[0].axes) scores.axes.push_back(axis == inner_axis ? key_ : softened.axes[axis]);
    values_ = operand(whole_, values);
    found_.v = values_.node;
    return find_scores(scores) && set_shape();
  }

  AttentionMatch found_;

 private:
  [[nodiscard]] Seen operand(const Node& node, std::size_t k) const {
    Seen seen{node.operands[k].node, {}};
    for (const auto axis : node.operands[k].axes) seen.axes.push_back(axis);
    return seen;
  }
  /// Operand of a node that is seen itself; an axis that is summed in it is the width.
  [[nodiscard]] Seen below(const Seen& seen, std::size_t k) const {
    const auto& node = plan_[seen.node];
    Seen result{node.operands[k].node, {}};
    for (const auto axis : node.operands[k].axes) result.axes.push_back(axis < node.rank() ? seen.axes[axis] : width_axis);
    return result;
  }
  [[nodiscard]] bool has(const Seen& seen, std::size_t axis) const { return stride(seen, axis) != 0; }
  [[nodiscard]] std::size_t stride(const Seen& seen, std::size_t axis) const {
    const auto& extents = plan_[seen.node].extents;
    const auto strides = strides_of(extents);
    std::size_t sum = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
      if (seen.axes[k] == axis && extents[k] != 1) sum += strides[k];
    return sum;
  }
  [[nodiscard]] static bool is_operation(const Node& node, std::string_view name) {
    return node.operation != nullptr && node.operation->name == name;
  }
  [[nodiscard]] bool is_number(const Seen& seen) const { return element_count(plan_[seen.node].extents) == 1; }
  [[nodiscard]] bool is_number(const Seen& seen, double value) const {
    const double* number = plan_.number(seen.node);
    return number != nullptr && *number == value;
  }

  void scale_by(const Seen& factor, bool divides) {
    if (const double* number = plan_.number(factor.node))
      found_.scale *= divides ? 1 / *number : *number;
    else
      found_.factors.push_back({factor.node, divides, false});
  }

  bool find_scores(const Seen& seen) {
    const auto& node = plan_[seen.node];
    if (node.work == Work::contract) return set_product(seen);
    if (node.work == Work::select) {
      const auto shown = causal(seen);
      return shown && find_scores(*shown);
    }
    if (node.work != Work::map) return false;
    if (is_operation(node, "negative")) {
      found_.scale = -found_.scale;
      return find_scores(below(seen, 0));
    }
    if (is_operation(node, "plus")) {
      const auto before = found_;
      if (add_mask(below(seen, 1), 1) && find_scores(below(seen, 0))) return true;
      found_ = before;
      return add_mask(below(seen, 0), 1) && find_scores(below(seen, 1));
    }
    if (is_operation(node, "minus")) return add_mask(below(seen, 1), -1) && find_scores(below(seen, 0));
    const bool multiplies = is_operation(node, "elementwise product");
    if (!multiplies && !is_operation(node, "division")) return false;
    for (const std::size_t k : {1, 0}) {
      const auto factor = below(seen, k);
      if (!is_number(factor) || (k == 0 && !multiplies)) continue;
      scale_by(factor, !multiplies);
      return find_scores(below(seen, 1 - k));
    }
    return false;
  }

  bool add_mask(const Seen& mask, double sign) {
    if (found_.mask != none) return false;
    if (plan_[mask.node].work == Work::select) {
      const auto before = found_;
      const auto shown = causal(mask);
      if (shown && is_number(*shown, 0)) return true;
      found_ = before;
    }
    found_.mask = mask.node;
    mask_ = mask;
    found_.mask_scale = found_.scale * sign;
    for (auto& factor : found_.factors) factor.of_mask = true;
    return true;
  }

  /// For which offset the condition is `key ≤ query + offset`.
  struct Visible {
    std::size_t query_axis = 0;
    std::ptrdiff_t offset = 0;
    bool hides = false;  ///< the condition holds for the others: `key > query + offset`
  };
  [[nodiscard]] std::optional<Visible> visible(const Seen& condition) const {
    const auto& node = plan_[condition.node];
    if (node.work != Work::map || node.operands.size() != 2) return std::nullopt;
    const bool strict = node.function.two == is_less;
    if (!strict && node.function.two != is_at_most) return std::nullopt;
    const auto left = below(condition, 0);
    const auto right = below(condition, 1);
    const auto& a = plan_[left.node];
    const auto& b = plan_[right.node];
    if (a.work != Work::count || b.work != Work::count || left.axes == right.axes) return std::nullopt;
    if (left.axes[0] == key_) return Visible{right.axes[0], b.first - a.first - (strict ? 1 : 0), false};
    if (right.axes[0] == key_) return Visible{left.axes[0], a.first - b.first - (strict ? 0 : 1), true};
    return std::nullopt;
  }
  /// Of `key ≤ query: shown, else minus infinity` what is shown; the rule is noted.
  std::optional<Seen> causal(const Seen& choice) {
    // A scale that is negative, or not known yet, would turn minus infinity round.
    if (found_.shape.causal || !(found_.scale > 0) || !found_.factors.empty()) return std::nullopt;
    const auto rule = visible(below(choice, 0));
    if (!rule) return std::nullopt;
    auto shown = below(choice, rule->hides ? 2 : 1);
    auto hidden = below(choice, rule->hides ? 1 : 2);
    // The other case may repeat the rule the other way round.
    auto& rest = rule->hides ? shown : hidden;
    if (plan_[rest.node].work == Work::select) {
      const auto again = visible(below(rest, 0));
      if (!again || again->hides == rule->hides || again->offset != rule->offset || again->query_axis != rule->query_axis)
        return std::nullopt;
      rest = below(rest, 1);
    }
    if (!is_number(hidden, -std::numeric_limits<double>::infinity())) return std::nullopt;
    found_.shape.causal = true;
    found_.shape.causal_offset = rule->offset;
    causal_axis_ = rule->query_axis;
    return shown;
  }

  bool set_product(const Seen& seen) {
    const auto& node = plan_[seen.node];
    if (node.loop.size() != node.rank() + 1) return false;
    auto left = below(seen, 0);
    auto right = below(seen, 1);
    if (has(left, key_)) std::swap(left, right);
    if (has(left, key_) || !has(right, key_)) return false;
    width_ = node.loop.back();
    q_ = left;
    k_ = right;
    found_.q = q_.node;
    found_.k = k_.node;
    return true;
  }

  [[nodiscard]] AttentionWalk walk(const Seen& seen, const std::vector<std::size_t>& batch, std::size_t row, std::size_t column) const {
    AttentionWalk result{{}, row == none ? 0 : stride(seen, row), column == none ? 0 : stride(seen, column)};
    for (const auto axis : batch) result.batch.push_back(stride(seen, axis));
    return result;
  }

  bool set_shape() {
    // Loop axes: which only Q has is the queries', which only V has is the values' own; all others are heads or samples.
    std::size_t query = none;
    std::size_t value = none;
    std::vector<std::size_t> batch;
    for (std::size_t axis = key_; axis-- > 0;) {
      const bool in_v = has(values_, axis);
      const bool in_k = has(k_, axis);
      const bool in_q = has(q_, axis);
      if (query == none && in_q && !in_k && !in_v)
        query = axis;
      else if (value == none && in_v && !in_k && !in_q && !(found_.mask != none && has(mask_, axis)))
        value = axis;
      else if (whole_.loop[axis] != 1)
        batch.insert(batch.begin(), axis);
    }
    auto& shape = found_.shape;
    if (shape.causal && causal_axis_ != query) return false;
    for (const auto axis : batch) shape.batch.push_back(whole_.loop[axis]);
    shape.queries = query == none ? 1 : whole_.loop[query];
    shape.keys = whole_.loop[key_];
    shape.width = width_;
    shape.value_width = value == none ? 1 : whole_.loop[value];
    const auto fewest = shape.queries <= few_queries ? fewest_ : fewest_for_tiles;
    if (shape.queries * shape.keys < fewest || !has(values_, key_)) return false;
    const auto dense = strides_of(whole_.extents);
    shape.out = {{}, query == none ? 0 : dense[query], value == none ? 1 : dense[value]};
    for (const auto axis : batch) shape.out.batch.push_back(dense[axis]);
    if (shape.out.column != 1 && shape.value_width != 1) return false;
    shape.q = walk(q_, batch, query, width_axis);
    shape.k = walk(k_, batch, key_, width_axis);
    shape.v = walk(values_, batch, key_, value);
    if (found_.mask != none) shape.mask = walk(mask_, batch, query, key_);
    return true;
  }

  const Plan& plan_;
  const Node& whole_;
  std::size_t fewest_;
  std::size_t key_ = 0;
  std::size_t width_ = 0;
  std::size_t causal_axis_ = none;
  Seen q_, k_, values_, mask_;
};

}  // namespace

std::vector<NodeId> AttentionMatch::operands() const {
  std::vector<NodeId> nodes{q, k, v};
  if (mask != none) nodes.push_back(mask);
  for (const auto& factor : factors) nodes.push_back(factor.node);
  return nodes;
}

std::optional<AttentionMatch> find_attention(const Plan& plan, NodeId id, std::size_t fewest) {
  const auto& node = plan[id];
  if (node.work != Work::contract) return std::nullopt;
  Matcher matcher(plan, node, fewest);
  if (matcher.match(0, 1) || matcher.match(1, 0)) return matcher.found_;
  return std::nullopt;
}

}  // namespace eqlens
