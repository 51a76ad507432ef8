#include "report/plain_pieces.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

namespace {

bool one_word(const std::string& part) {
  return std::all_of(part.begin(), part.end(), [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

bool changes_face(std::string_view command) {
  constexpr std::array<std::string_view, 12> faces{"bf", "it", "rm",  "sf",       "tt",       "sc",
                                                   "sl", "em", "cal", "boldmath", "bfseries", "itshape"};
  return std::find(faces.begin(), faces.end(), command) != faces.end();
}

std::string without_face(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\\' && at + 1 < text.size() && is_letter(text[at + 1])) {
      auto end = at + 1;
      while (end < text.size() && is_letter(text[end])) ++end;
      const auto command = text.substr(at + 1, end - at - 1);
      const bool face = changes_face(command) || command.starts_with("text") || command.starts_with("math");
      if (!face) result += text.substr(at, end - at);
      at = end;
      while (face && at < text.size() && text[at] == ' ') ++at;
    } else {
      // `step\_size` is printed as it is meant.
      const bool escape = text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '_';
      if (text[at] != '{' && text[at] != '}' && !escape) result += text[at];
      ++at;
    }
  }
  return result;
}

std::string small_script(const std::string& script, const std::string& in_small, char mark) {
  if (!in_small.empty()) return in_small;
  const bool bracketed = script.starts_with('(') && script.find(')') + 1 == script.size();
  return display_width(script) > 1 && !one_word(script) && !bracketed ? fmt::format("{}({})", mark, script)
                                                                      : fmt::format("{}{}", mark, script);
}

std::string said_once(std::string cases) {
  for (auto at = cases.find("if , "); at != std::string::npos; at = cases.find("if , ", at)) cases.erase(at + 2, 2);
  for (const std::string_view twice : {"if otherwise", "if if "})
    for (auto at = cases.find(twice); at != std::string::npos; at = cases.find(twice, at)) cases.erase(at, 3);
  return cases;
}

}  // namespace eqlens
