#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "evaluate/evaluate.hpp"
#include "report/display.hpp"
#include "report/notation.hpp"

namespace eqlens {

/// `decode --json`: every display of the inputs. The spans of a display are in its own `latex`, its lines in the file.
[[nodiscard]] std::string decode_json(std::span<const DecodedInput> inputs);

/// `eval --json`. With `steps`, every step of the computation too. The spans of the diagnostics are in `input`.
[[nodiscard]] std::string evaluation_json(const Evaluation& evaluation, const Source& input, const Diagnostics& diagnostics, bool steps);

/// `symbols --json`, one entry for each document.
[[nodiscard]] std::string notation_json(std::span<const Notation> documents);

/// `check --json` of one or more inputs, one source for each report.
[[nodiscard]] std::string check_json(std::span<const CheckReport> reports, std::span<const Source> inputs);

}  // namespace eqlens
