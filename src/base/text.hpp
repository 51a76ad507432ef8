#pragma once

#include <string_view>

namespace eqlens {

/// The kinds of ASCII characters, whatever the locale says.
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// `text` without white space at its ends; `also` are further characters to take off there.
constexpr std::string_view trimmed(std::string_view text, std::string_view also = {}) {
  const auto drops = [&](char c) { return is_space(c) || also.find(c) != std::string_view::npos; };
  while (!text.empty() && drops(text.front())) text.remove_prefix(1);
  while (!text.empty() && drops(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace eqlens
