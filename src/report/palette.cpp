#include "report/palette.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/source.hpp"
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

namespace {

bool part_of_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80 || c == '_'; }

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && part_of_word(text[at])) ++at;
  return at;
}

/// The first of these names that the text has at that place.
const NamedRole* name_at(std::string_view text, std::size_t at, const std::vector<NamedRole>& names) {
  for (const auto& name : names)
    if (!name.first.empty() && text.substr(at).starts_with(name.first)) return &name;
  return nullptr;
}

/// Names that stand together without a space, as factors do: QKᵀ, √dₖ, β₁m. Nothing where letters are left over.
std::vector<std::pair<std::string_view, const NamedRole*>> factors(std::string_view word, const std::vector<NamedRole>& names) {
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const bool capitals = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (plain && !capitals) return {};
  std::vector<std::pair<std::string_view, const NamedRole*>> parts;
  for (std::size_t at = 0; at < word.size();) {
    const auto* found = name_at(word, at, names);
    const auto length = found != nullptr ? found->first.size() : std::max<std::size_t>(1, utf8_length(word.substr(at)));
    if (found == nullptr && (is_letter(word[at]) || word[at] == '_')) return {};
    parts.emplace_back(word.substr(at, length), found);
    at += length;
  }
  return parts;
}

}  // namespace

std::string Palette::names(std::string_view text, const std::vector<NamedRole>& names) const {
  if (color_ == Color::off) return std::string(text);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    // What is coloured already stays so, and a word may begin right behind it.
    if (text[at] == '\x1b') {
      const auto end = std::min(text.find('m', at), text.size() - 1) + 1;
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& name) {
      const auto end = at + name.first.size();
      return !name.first.empty() && text.substr(at).starts_with(name.first) && (end >= text.size() || !part_of_word(text[end]));
    });
    if (found != names.end()) {
      result += role(found->second, found->first);
      at += found->first.size();
      continue;
    }
    const auto end = std::max(end_of_word(text, at), at + 1);
    const auto word = text.substr(at, end - at);
    const auto parts = factors(word, names);
    for (const auto& [part, name] : parts) result += name != nullptr ? role(name->second, part) : std::string(part);
    if (parts.empty()) result += word;
    at = end;
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
