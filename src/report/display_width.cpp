// How wide a line of text is on a terminal.
#include <algorithm>

#include "base/source.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const bool colour = utf8[0] == '\x1b';
    const auto character = utf8.substr(0, std::max<std::size_t>(1, colour ? utf8.find('m') + 1 : utf8_length(utf8)));
    const bool combining =
        character.size() >= 2 && !colour &&
        ((character[0] == '\xCC') || (character[0] == '\xCD' && static_cast<unsigned char>(character[1]) < 0xB0) || character == "\u20D7");
    if (!combining && !colour) ++width;
    utf8.remove_prefix(character.size());
  }
  return width;
}

}  // namespace eqlens
