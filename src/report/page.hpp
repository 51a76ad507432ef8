#pragma once

#include <span>
#include <string>

#include "report/display.hpp"
#include "report/palette.hpp"

namespace eqlens {

/// Which parts of a reading are asked for; none of them: the short page.
struct PageParts {
  bool full = false;  ///< everything, in the order of a full reading
  bool why = false;   ///< what each operation does and why, and how every role is known
  bool symbols = false;
  bool aloud = false;
  bool extremes = false;
  bool choices = false;
  bool cost = false;
  [[nodiscard]] bool any() const { return full || why || symbols || aloud || extremes || choices || cost; }
};

/// The reading of one display for a terminal: at most 24 lines unless parts are asked for.
[[nodiscard]] std::string print_page(const Display& display, const PageParts& parts, const Palette& palette);

/// One line for each display of a document: where it stands, what it defines, whether it is sound.
[[nodiscard]] std::string print_index(std::span<const Display> displays, const Palette& palette);

}  // namespace eqlens
