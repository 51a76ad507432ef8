#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eqlens {

/// What a macro stands for that papers use without showing its definition.
struct KnownMacro {
  std::size_t parameters = 0;
  std::string body;
  /// What it stands for where only one of several arguments follows in braces, or none; if empty, it is left as it is.
  std::string single, bare;
};

/// The conventional meaning of a macro (named without its backslash): `vx` is `\mathbf{x}`, `norm` is `\left\lVert #1\right\rVert`.
/// Null if it has none.
[[nodiscard]] const KnownMacro* known_macro(std::string_view name);

}  // namespace eqlens
