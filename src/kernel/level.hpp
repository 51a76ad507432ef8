#pragma once

#include <string_view>

namespace eqlens {

/// The instruction sets that the vector kernels are compiled for.
enum class Level { v2, v3, v4 };

/// The best one that this machine runs, or the lower one that the environment variable EQLENS_LEVEL names (v2, v3, v4).
[[nodiscard]] Level level();
[[nodiscard]] std::string_view name(Level level);

/// Of two or three builds of one function, the one for this machine.
template <typename Function>
Function for_this_machine(Function v2, Function v3, Function v4) {
  switch (level()) {
    case Level::v2: return v2;
    case Level::v3: return v3;
    case Level::v4: return v4;
  }
  return v2;
}

}  // namespace eqlens
