#include "evaluate/plan.hpp"

#include <cstring>
#include <utility>

namespace eqlens {

namespace {

/// Everything that makes a node what it is, as bytes.
class Key {
 public:
  template <typename T>
  Key& operator<<(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  template <typename T>
  Key& operator<<(const std::vector<T>& values) {
    *this << values.size();
    for (const auto& value : values) *this << value;
    return *this;
  }
  [[nodiscard]] std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

std::string key_of(const Node& node) {
  Key key;
  key << node.work << node.operation << node.function.one << node.function.two << node.kernel << node.reduction << node.slot << node.first
      << node.origin << node.roles << node.loop << node.extents;
  for (const auto& operand : node.operands) key << operand.node << operand.axes;
  return std::move(key).bytes();
}

}  // namespace

NodeId Plan::add(Node node) {
  const auto [found, is_new] = known_.emplace(key_of(node), size());
  if (is_new) nodes_.push_back(std::move(node));
  return found->second;
}

NodeId Plan::add_constant(Array array) {
  Key key;
  key << array.extents << array.data;
  const auto [found, is_new] = known_.emplace("constant" + std::move(key).bytes(), size());
  if (!is_new) return found->second;
  Node node;
  node.slot = static_cast<std::uint32_t>(constants_.size());
  node.extents = array.extents;
  constants_.push_back(std::move(array));
  nodes_.push_back(std::move(node));
  return found->second;
}

NodeId Plan::add_input(std::vector<std::size_t> extents) {
  Node node;
  node.work = Work::input;
  node.slot = inputs_++;
  node.extents = std::move(extents);
  return add(std::move(node));
}

const double* Plan::number(NodeId id) const {
  const auto& node = nodes_[id];
  return node.work == Work::constant && node.extents.empty() ? constants_[node.slot].data.data() : nullptr;
}

}  // namespace eqlens
