#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"

namespace eqlens {

enum class Verdict : std::uint8_t { holds, fails, untested };

[[nodiscard]] std::string_view name(Verdict verdict);

/// Something a text says that can be tried: an identity, a printed number, a shape equation, an inequality.
struct Claim {
  std::string latex;  ///< as printed: `\operatorname{softmax}(z + c) = \operatorname{softmax}(z)`
  Span span;          ///< in the display
  Verdict verdict = Verdict::untested;
  std::string because;  ///< "64 random inputs, largest relative difference 4e-16"
  std::string note;     ///< what is worth saying though the claim holds: "off in the last printed digit"
};

/// Tries every claim of a display: printed numbers as the intervals that round to them, identities on random inputs from
/// the domains of their symbols, shape equations on their sizes. `options` holds values given for some of the symbols.
[[nodiscard]] std::vector<Claim> check_claims(const Analysis& analysis, const EvaluationOptions& options = {});

/// The diagnostic `claim-false` for a claim that fails, or the note of one that holds.
[[nodiscard]] Diagnostics diagnostics_of(const Claim& claim);

}  // namespace eqlens
