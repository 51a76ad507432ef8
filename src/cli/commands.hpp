#pragma once

#include "cli/options.hpp"

namespace eqlens {

/// The exit statuses of the program.
inline constexpr int all_well = 0;
inline constexpr int wrong_input = 1;
inline constexpr int wrong_call = 2;

/// Does what the command line asks for and returns the exit status.
[[nodiscard]] int run(const Options& options);

}  // namespace eqlens
