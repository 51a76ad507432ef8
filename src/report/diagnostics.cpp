#include "report/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/layout.hpp"

namespace eqlens {

namespace {

// Longer lines are cut to a window around the caret: some inputs are one line of megabytes.
constexpr std::size_t longest_line = 160;
constexpr std::size_t kept_before = 60;

/// A line of the source, perhaps cut, and the marks that stand under it.
struct Excerpt {
  std::string line;
  std::string indent;
  std::size_t width = 1;
};

bool is_combining(std::string_view character) {
  return character.size() == 2 && (character[0] == '\xCC' || (character[0] == '\xCD' && static_cast<unsigned char>(character[1]) < 0xB0));
}

std::string_view first_character(std::string_view text) { return text.substr(0, std::max<std::size_t>(1, utf8_length(text))); }

// Tabs stay tabs, so that the marks stand right whatever the terminal's tab width is.
std::string blank(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto character = first_character(text);
    if (character == "\t") result += '\t';
    if (character != "\t" && !is_combining(character)) result += ' ';
    text.remove_prefix(character.size());
  }
  return result;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    if (!is_combining(character)) ++count;
    text.remove_prefix(character.size());
  }
  return count;
}

std::string_view last_characters(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  auto begin = text.size() - bytes;
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) ++begin;
  return text.substr(begin);
}

std::string_view first_characters(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

Excerpt excerpt(const Source& source, Span span) {
  const auto whole = source.line_at(span.begin);
  const auto begin = std::min(span.begin, whole.end);
  const auto end = std::clamp(span.end, begin, whole.end);
  auto before = source.text({whole.begin, begin});
  auto after = source.text({begin, whole.end});
  std::string line;
  std::string indent;
  if (before.size() + after.size() > longest_line && before.size() > kept_before) {
    before = last_characters(before, kept_before);
    line = "…";
    indent = " ";
  }
  const auto shown = first_characters(after, longest_line);
  line += fmt::format("{}{}{}", before, shown, shown.size() < after.size() ? "…" : "");
  const auto marked = shown.substr(0, std::min<std::size_t>(end - begin, shown.size()));
  return {harmless(line), indent + blank(before), std::max<std::size_t>(1, columns(marked))};
}

std::string print_label(const Label& label, const Source& source, std::uint32_t line_shown) {
  if (label.text.empty()) return {};
  const auto part = excerpt(source, label.span);
  const bool same_line = source.line_at(label.span.begin).begin == line_shown;
  return fmt::format("{}{}{} {}\n", same_line ? "" : part.line + "\n", part.indent, std::string(part.width, '-'), harmless(label.text));
}

}  // namespace

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "error";
}

Diagnostic moved(Diagnostic diagnostic, std::uint32_t offset) {
  const auto move = [offset](Span& span) { span = {span.begin + offset, span.end + offset}; };
  move(diagnostic.span);
  for (auto& label : diagnostic.labels) move(label.span);
  return diagnostic;
}

std::string harmless(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto character = first_character(text);
    const auto byte = static_cast<unsigned char>(character[0]);
    const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F ||
                         (byte == 0xC2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xA0);
    const bool broken = byte >= 0x80 && utf8_length(text) == 0;
    if (control || broken)
      result += "\xEF\xBF\xBD";
    else
      result += character;
    text.remove_prefix(character.size());
  }
  return result;
}

std::string print(const Diagnostic& diagnostic, const Source& source, const Palette& palette) {
  // Where a line of the source stands, nothing is broken: the marks below it count its columns.
  const auto fitted = [&](std::string text) { return palette.in_window() ? hanging(text, 4, palette.width()) : text; };
  const auto size = static_cast<std::uint32_t>(source.text().size());
  const Span span{std::min(diagnostic.span.begin, size), std::clamp(diagnostic.span.end, std::min(diagnostic.span.begin, size), size)};
  const auto [line, column] = source.position(span.begin);
  auto text = fitted(fmt::format("{}:{}:{}: {} {}{}\n", harmless(source.name()), line, column,
                                 palette.severity(diagnostic.severity, fmt::format("{}:", name(diagnostic.severity))),
                                 palette.strong(harmless(diagnostic.message)),
                                 diagnostic.code.empty() ? "" : palette.faint(fmt::format(" [{}]", diagnostic.code))));
  if (!(diagnostic.span == Span{})) {
    const auto part = excerpt(source, span);
    text += fmt::format("{}\n{}{}\n", part.line, part.indent, palette.severity(diagnostic.severity, std::string(part.width, '^')));
    for (const auto& label : diagnostic.labels) text += print_label(label, source, source.line_at(span.begin).begin);
  }
  if (!diagnostic.help.empty()) text += fitted(fmt::format("{} {}\n", palette.strong("help:"), harmless(diagnostic.help)));
  for (const auto& note : diagnostic.notes) text += fitted(fmt::format("{} {}\n", palette.strong("note:"), harmless(note)));
  return text;
}

}  // namespace eqlens
