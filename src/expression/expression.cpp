#include "expression/expression.hpp"

namespace eqlens {

ExpressionId Arena::add(Expression expression, std::span<const ExpressionId> children, std::span<const Range> ranges) {
  expression.first_child = static_cast<std::uint32_t>(children_.size());
  expression.child_count = static_cast<std::uint32_t>(children.size());
  expression.first_range = static_cast<std::uint32_t>(ranges_.size());
  expression.range_count = static_cast<std::uint32_t>(ranges.size());
  children_.insert(children_.end(), children.begin(), children.end());
  ranges_.insert(ranges_.end(), ranges.begin(), ranges.end());
  expressions_.push_back(expression);
  return size() - 1;
}

}  // namespace eqlens
