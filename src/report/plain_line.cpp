#include "report/plain_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace eqlens {

namespace {

constexpr std::string_view relations[] = {"=", "<", ">", "≤", "≥", "≠",  "≈",  "∼", "∝", "≡", "≜", "≐", "≪", "≫", "∈", "∉", "⊂",
                                          "⊆", "←", "→", "⇒", "↦", ":=", "=:", "+", "×", "⊙", "⊗", "⊕", "·", "±", "∘", "|"};

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_thing(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

}  // namespace

bool is_wordy(std::string_view part) {
  return (part.size() > 1 && is_letter(part[0]) && is_letter(part[1])) || part.find_first_of("_^") != std::string_view::npos;
}

bool is_relation(std::string_view part) { return std::find(std::begin(relations), std::end(relations), part) != std::end(relations); }

void PlainLine::append(const std::string& part) {
  if (part == "-" || part == "−") {
    // A sign that leads (−x, in brackets or after another sign) keeps close to what follows.
    const bool leads = text.empty() || text.ends_with('(') || text.ends_with('[') || text.ends_with(' ');
    text += leads ? "−" : " − ";
  } else if (is_relation(part)) {
    while (text.ends_with(' ')) text.pop_back();
    text += fmt::format(" {} ", part);
  } else if (!part.empty()) {
    if (needs_space(part)) text += ' ';
    text += part;
  }
  if (part.empty()) return;
  last_ = part;
  in_name_ = part == "_" || (in_name_ && is_letter(part[0]));
}

bool PlainLine::needs_space(std::string_view part) const {
  const std::string_view last = last_;
  if (text.empty() || text.ends_with(' ') || last.empty() || part == "_" || (in_name_ && is_letter(part.front()))) return false;
  for (const std::string_view sum : {"∑", "∏", "∫"})
    if (last.starts_with(sum)) return true;
  if (last.starts_with("√") && (part.starts_with('(') || part.starts_with('[')) && !last.ends_with(')')) return true;
  if (!is_thing(part.front())) return false;
  for (const std::string_view closing : {"⟩", "‖", "′", "⌋", "⌉", "…", "⋯"})
    if (part.starts_with(closing)) return false;
  if (last.ends_with(')') || last.ends_with(']') || (last.size() > 1 && last.find('/') != std::string_view::npos)) return true;
  // Capitals that run on are one name or a product that needs no space.
  if (last.size() == 1 && is_capital(last[0]) && is_capital(part[0])) return false;
  if (last.starts_with("∇") || last.starts_with("√")) return true;
  return is_wordy(last) || (is_thing(last.back()) && (is_wordy(part) || part.find(" / ") != std::string_view::npos));
}

}  // namespace eqlens
