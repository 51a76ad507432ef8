#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace eqlens {

/// A hash for short names (commands, spellings of operations), which every token of a line is looked up by: their length with their
/// first and last bytes. Names that differ in the middle alone meet in one bucket; there are few of them.
struct NameHash {
  [[nodiscard]] std::size_t operator()(std::string_view name) const {
    std::uint64_t head = 0, tail = 0;
    if (name.size() >= sizeof head) {
      std::memcpy(&head, name.data(), sizeof head);
      std::memcpy(&tail, name.data() + name.size() - sizeof tail, sizeof tail);
    } else if (name.size() >= 4) {
      std::memcpy(&head, name.data(), 4);
      std::memcpy(&tail, name.data() + name.size() - 4, 4);
    } else if (!name.empty()) {
      const auto byte = [&](std::size_t at) { return static_cast<std::uint64_t>(static_cast<unsigned char>(name[at])); };
      head = byte(0) << 16 | byte(name.size() / 2) << 8 | byte(name.size() - 1);
    }
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t mixed = (head ^ name.size()) * odd;
    mixed = (mixed ^ (mixed >> 29) ^ tail) * odd;
    return static_cast<std::size_t>(mixed ^ (mixed >> 32));
  }
};

}  // namespace eqlens
