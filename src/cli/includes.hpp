#pragma once

#include <string>
#include <vector>

#include "cli/input.hpp"

namespace eqlens {

/// Adds the files that a TeX file's `\input` and `\include` name, and those they name, each once, after the file itself;
/// every one of them then knows the macros of all. Only files inside the first one's folder are read; a note on the input
/// that names it says of any other why it was not.
[[nodiscard]] Result<std::vector<InputText>> with_included_files(InputText paper);

}  // namespace eqlens
