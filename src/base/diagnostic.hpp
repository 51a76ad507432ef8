#pragma once

#include <string>
#include <vector>

#include "base/span.hpp"

namespace eqlens {

enum class Severity { error, warning, note };

/// A second place that a message speaks of: "opened here", "K has shape m × d_k".
struct Label {
  Span span;
  std::string text;
};

/// A change that makes things fit: `text` instead of what stands at `span`, or a declaration to replace the symbol's own.
struct Edit {
  Span span;
  std::string text;
  bool declares = false;
};

/// What is wrong, where, and what to try. `code` is one of the short names in the contract ("syntax", "shape-mismatch").
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  std::string message;
  Span span;
  std::string help;
  std::vector<Label> labels;
  std::vector<std::string> notes;
  std::vector<Edit> edits = {};  ///< repairs that were tried, the best first; `help` and `notes` say them in words
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] inline bool has_errors(const Diagnostics& diagnostics) {
  for (const auto& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) return true;
  return false;
}

}  // namespace eqlens
