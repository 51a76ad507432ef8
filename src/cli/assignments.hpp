#pragma once

#include <string>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "evaluate/evaluate.hpp"

namespace eqlens {

/// `NAME=VALUE`, split at the last `=` whose right side is a value: JSON, or `@file.npy`, `@file.json`.
[[nodiscard]] Result<GivenValue> read_assignment(const std::string& text);

/// What the evaluation options of the command line say. Diagnostics have the code "call".
[[nodiscard]] Result<EvaluationOptions> evaluation_options(const Options& options);

}  // namespace eqlens
