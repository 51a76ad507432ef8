#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammar/document.hpp"
#include "report/display.hpp"

namespace eqlens {

/// A claim that a document makes in words about the display before it, and where.
struct WrittenClaim {
  Claim claim;
  Span span;  ///< in the document
};

/// Compares a table headed `symbol | role | shape | …` with what was found; other tables make no claims.
[[nodiscard]] std::vector<WrittenClaim> check_table(std::string_view text, const Table& table, const Analysis& analysis);

/// Compares the sentence quoted after "Aloud:" in the prose (which begins at `offset`) with the one read.
[[nodiscard]] std::vector<WrittenClaim> check_aloud(std::string_view prose, std::size_t offset, const Reading& reading);

/// Whether a refused block is refused with exactly the message that follows it.
[[nodiscard]] WrittenClaim check_refused(std::string_view text, const MathBlock& block, const Diagnostics& diagnostics);

/// The message that a refused block's text block has to hold: what the program prints for this math on its command line.
[[nodiscard]] std::string refusal(std::string_view math, const Diagnostics& diagnostics);

}  // namespace eqlens
