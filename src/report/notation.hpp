#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/palette.hpp"

namespace eqlens {

/// One symbol of a whole document.
struct NotationRow {
  std::string latex;
  Role role = Role::input;
  std::vector<std::string> meanings;   ///< each meaning that the document gives it; more than one: it is used for different things
  std::vector<std::string> shapes;     ///< in canonical LaTeX, `n \times d_k`; empty text for a number
  std::optional<std::size_t> defined;  ///< the line that defines it
  std::vector<std::size_t> used;       ///< the lines that use it
  bool undefined = false;              ///< neither defined nor explained anywhere
};

/// Statements that can be computed side by side, and the line of the first of them.
struct ComputedTogether {
  std::vector<std::string> symbols;
  std::size_t line = 0;
  bool alike = false;  ///< one form with different letters: the gates of a cell
};

/// The notation of one document.
struct Notation {
  std::string file;
  std::vector<NotationRow> rows;
  std::vector<ComputedTogether> order;  ///< in the order in which they must be computed
};

[[nodiscard]] std::string print_notation(const Notation& notation, const Palette& palette);
[[nodiscard]] std::string markdown_notation(const Notation& notation);

}  // namespace eqlens
