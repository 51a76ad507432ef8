#include "report/layout.hpp"

#include <algorithm>

#include "base/source.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t more_at_first) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t used = 0;
  while (!text.empty()) {
    const auto word = text.substr(0, std::min(text.find(' '), text.size()));
    const auto columns = display_width(word);
    if (!line.empty() && used + 1 + columns > width + (lines.empty() ? more_at_first : 0)) {
      lines.push_back(std::move(line));
      line.clear();
      used = 0;
    }
    if (!line.empty()) {
      line += ' ';
      ++used;
    }
    line += word;
    used += columns;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string hanging(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  while (!text.empty()) {
    const auto line = text.substr(0, std::min(text.find('\n'), text.size()));
    const auto own = std::min(line.find_first_not_of(' '), line.size());
    const auto margin = std::max(own, indent);
    bool first = true;
    for (const auto& part : wrapped(line.substr(own), width - std::min(width, margin), margin - own)) {
      result += std::string(first ? own : margin, ' ') + part + "\n";
      first = false;
    }
    if (first) result += '\n';
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::string result;
  while (!text.empty() && display_width(result) + 1 < width) {
    const auto character = text.substr(0, std::max<std::size_t>(1, utf8_length(text)));
    result += character;
    text.remove_prefix(character.size());
  }
  return result + "…";
}

std::string padded(std::string_view text, std::size_t width) {
  const auto used = display_width(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

}  // namespace eqlens
