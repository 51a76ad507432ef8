#pragma once

#include <span>

#include "report/display.hpp"
#include "report/notation.hpp"

namespace eqlens {

/// Gathers the symbols of all displays of a document: each once, with its meanings, and where it is defined and used.
[[nodiscard]] Notation notation_of(std::span<const Display> displays);

}  // namespace eqlens
