#pragma once

#include <vector>

#include "base/source.hpp"
#include "grammar/document.hpp"
#include "report/display.hpp"

namespace eqlens {

/// Reads every display of an input, each with the facts that the text before it gives.
[[nodiscard]] std::vector<Display> decode_document(const Source& input, DocumentKind kind, const AnalysisOptions& options,
                                                   Register spoken = Register::aloud);

/// Tries the displays and reads them again with what was found. All together they get at most the work of a document.
void try_out(std::vector<Display>& displays, Register spoken = Register::aloud);

/// Reads every display, checks its shapes, and tries every claim of the input: numbers, identities, shape equations; tables headed
/// `symbol | role` or `symbol | shape`; the sentence quoted after "Aloud:"; math that must be refused with a given message.
[[nodiscard]] CheckReport check_document(const Source& input, DocumentKind kind, const AnalysisOptions& options,
                                         const EvaluationOptions& evaluation = {});

}  // namespace eqlens
