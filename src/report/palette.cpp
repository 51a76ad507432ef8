#include "report/palette.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace eqlens {

std::string Palette::wrap(std::string_view code, std::string_view text) const {
  if (color_ == Color::off || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string Palette::role(Role role, std::string_view text) const {
  switch (role) {
    case Role::output: return wrap("1;32", text);
    case Role::input: return wrap("34", text);
    case Role::learned: return wrap("35", text);
    case Role::constant: return wrap("36", text);
    case Role::operation: return wrap("33", text);
  }
  return std::string(text);
}

std::string Palette::names(std::string_view text, const std::vector<std::pair<std::string, Role>>& names) const {
  if (color_ == Color::off) return std::string(text);
  const auto part_of_word = [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80 || c == '_';
  };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool starts = at == 0 || !part_of_word(text[at - 1]);
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& name) {
      const auto end = at + name.first.size();
      return starts && !name.first.empty() && text.substr(at, name.first.size()) == name.first &&
             (end >= text.size() || !part_of_word(text[end]));
    });
    if (found == names.end()) {
      result += text[at++];
      continue;
    }
    result += this->role(found->second, found->first);
    at += found->first.size();
  }
  return result;
}

std::string Palette::severity(Severity severity, std::string_view text) const {
  switch (severity) {
    case Severity::error: return wrap("1;31", text);
    case Severity::warning: return wrap("1;33", text);
    case Severity::note: return wrap("1;36", text);
  }
  return std::string(text);
}

}  // namespace eqlens
