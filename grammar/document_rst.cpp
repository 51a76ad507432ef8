#include <algorithm>

#include "grammar/document_scanner.hpp"

namespace eqlens {

namespace {

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;   ///< before the line break
  std::size_t next = 0;  ///< where the next line begins
  std::size_t indent = 0;
  bool blank = false;
};

Line line_from(std::string_view text, std::size_t begin) {
  Line line{begin, std::min(text.find('\n', begin), text.size()), 0, 0, false};
  line.next = std::min(line.end + 1, text.size());
  const auto words = std::min(text.find_first_not_of(" \t\r", begin), line.end);
  line.blank = words == line.end;
  line.indent = words - begin;
  return line;
}

/// The lines after `from` that are indented deeper than `indent`, blank lines between them included.
Span indented_block(std::string_view text, std::size_t from, std::size_t indent) {
  auto end = from;
  for (auto at = from; at < text.size();) {
    const auto line = line_from(text, at);
    if (!line.blank && line.indent <= indent) break;
    if (!line.blank) end = line.next;
    at = line.next;
  }
  return span_of(from, end);
}

/// Leaves out the options (`:label: name`) at the front of a directive's content, and keeps the label.
Span without_options(std::string_view text, Span content, std::string& label) {
  constexpr std::string_view label_option = ":label:";
  while (content.begin < content.end) {
    const auto line = line_from(text, content.begin);
    const auto words = text.substr(line.begin + line.indent, line.end - line.begin - line.indent);
    if (!line.blank && !words.starts_with(':')) break;
    if (words.starts_with(label_option)) {
      const auto name = trimmed(text, span_of(line.begin + line.indent + label_option.size(), line.end));
      label = std::string(text.substr(name.begin, name.size()));
    }
    content.begin = static_cast<std::uint32_t>(line.next);
  }
  return content;
}

void read_roles(std::string_view text, const Line& line, Document& document) {
  constexpr std::string_view role = ":math:`";
  for (auto at = text.find(role, line.begin); at < line.end; at = text.find(role, at)) {
    const auto close = text.find('`', at + role.size());
    if (close == std::string_view::npos) return;
    document.blocks.push_back({BlockKind::inline_, span_of(at + role.size(), close), span_of(at, close + 1), {}, {}});
    at = close + 1;
  }
}

}  // namespace

Document read_rst(std::string_view text) {
  constexpr std::string_view directive = ".. math::";
  Document document;
  document.kind = DocumentKind::rst;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_from(text, at);
    const auto words = text.substr(line.begin + line.indent, line.end - line.begin - line.indent);
    at = line.next;
    if (words.starts_with(directive)) {
      const auto content = indented_block(text, line.next, line.indent);
      MathBlock block{BlockKind::display, {}, span_of(line.begin, content.end), {}, {}};
      const auto argument = trimmed(text, span_of(line.begin + line.indent + directive.size(), line.end));
      block.math = argument.empty() ? trimmed(text, without_options(text, content, block.label)) : argument;
      if (!block.math.empty()) document.blocks.push_back(std::move(block));
      at = std::max<std::size_t>(at, content.end);
    } else if (words.ends_with("::")) {
      at = std::max<std::size_t>(at, indented_block(text, line.next, line.indent).end);  // a literal block or another directive
    } else {
      read_roles(text, line, document);
    }
  }
  return document;
}

}  // namespace eqlens
