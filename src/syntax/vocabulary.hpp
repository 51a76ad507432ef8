#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace eqlens {

/// Every control sequence that LaTeX, its packages for math, or the field's usage gives a meaning, without its backslash:
/// structures, characters, macros in wide use. The names of operations are in the catalogue, not here.
[[nodiscard]] const std::vector<std::string_view>& command_names();

/// Whether a control sequence, without its backslash, needs no definition: it is one of these or makes up the text.
[[nodiscard]] bool is_own_command(std::string_view name);

/// The one of `known` that is nearest to a misspelt `name`: at most one slip in a short name, two in a long one, where two
/// letters in the wrong order are one slip. Empty if none is near.
[[nodiscard]] std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

}  // namespace eqlens
