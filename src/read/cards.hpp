#pragma once

#include <string_view>

#include "read/answer.hpp"

namespace eqlens {

// Cards: a name and a remark for a formula whose structure matches; an empty name if it does not.

/// Layer and batch normalisation, standardisation.
[[nodiscard]] KnownAs normalisation_card(const Understanding& understanding);
/// Recurrent cells with gates.
[[nodiscard]] KnownAs gated_card(const Understanding& understanding);
/// Several attentions side by side.
[[nodiscard]] KnownAs heads_card(const Understanding& understanding);
/// Linear and residual layers, penalties, plain recurrent cells, noising.
[[nodiscard]] KnownAs layer_card(const Understanding& understanding);

[[nodiscard]] const Arena& arena_of(const Understanding& understanding);
/// Whether an operation is printed in the display.
[[nodiscard]] bool in_display(const Understanding& understanding, std::string_view operation);

}  // namespace eqlens
