#include <algorithm>
#include <array>

#include "grammar/document_scanner.hpp"

namespace eqlens {

namespace {

constexpr std::array<std::string_view, 5> verbatim = {"verbatim", "lstlisting", "minted", "comment", "filecontents"};
constexpr std::array<std::string_view, 6> definitions = {"\\newcommand", "\\renewcommand",        "\\providecommand",
                                                         "\\def\\",      "\\DeclareMathOperator", "\\DeclarePairedDelimiter"};

std::size_t skip_verbatim(std::string_view text, std::size_t at) {
  for (const auto name : verbatim) {
    const auto begin = "\\begin{" + std::string(name) + "}";
    if (text.substr(at, begin.size()) != begin) continue;
    const auto end = "\\end{" + std::string(name) + "}";
    const auto close = text.find(end, at);
    return close == std::string_view::npos ? text.size() : close + end.size();
  }
  return at;
}

std::size_t skip_group(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  for (auto i = open; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

/// The end of the macro definition at `at`, or `at` if none stands there: the name, perhaps in a group, then the body's group.
std::size_t definition_end(std::string_view text, std::size_t at) {
  for (const auto command : definitions) {
    if (text.substr(at, command.size()) != command) continue;
    auto i = at + command.size();
    if (text.substr(i, 1) == "*") ++i;
    if (text.substr(i, 1) == "{") i = skip_group(text, i);
    const auto body = text.find('{', i);
    const auto blank = text.find("\n\n", i);
    if (body == std::string_view::npos || body > blank) return at;
    return skip_group(text, body);
  }
  return at;
}

std::size_t paragraph_end(std::string_view text, std::size_t at) {
  for (auto i = text.find('\n', at); i != std::string_view::npos; i = text.find('\n', i + 1)) {
    const auto next = text.find_first_not_of(" \t\r", i + 1);
    if (next == std::string_view::npos || text[next] == '\n') return i;
  }
  return text.size();
}

}  // namespace

std::vector<Inclusion> included_files(std::string_view text) {
  constexpr std::array<std::string_view, 3> commands = {"\\input{", "\\include{", "\\subfile{"};
  std::vector<Inclusion> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') i = std::min(text.find('\n', i), text.size() - 1);
    if (text[i] != '\\') continue;
    const auto after = skip_verbatim(text, i);
    for (const auto command : commands) {
      if (after != i || !text.substr(i).starts_with(command)) continue;
      const auto begin = i + command.size();
      const auto end = text.find_first_of("}\n\\{", begin);
      if (end == std::string_view::npos || text[end] != '}') continue;
      found.push_back({std::string(text.substr(begin, end - begin)), span_of(i, end + 1)});
    }
    i = std::max(i + 1, after - std::min<std::size_t>(after, 1));
  }
  return found;
}

Document read_tex(std::string_view text) {
  Document document;
  document.kind = DocumentKind::tex;
  Closings closings(text);
  std::size_t paragraph = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c != '\\' && c != '$') continue;
    if (const auto after = skip_verbatim(text, i); after != i) {
      i = after - 1;
      continue;
    }
    if (const auto after = definition_end(text, i); after != i) {
      document.macros += text.substr(i, after - i);
      document.macros += '\n';
      i = after - 1;
      continue;
    }
    if (i >= paragraph) paragraph = paragraph_end(text, i);
    MathBlock block;
    if (read_math_at(text, i, paragraph, closings, block)) {
      i = block.outer.end - 1;
      document.blocks.push_back(std::move(block));
    } else {
      ++i;  // the character after a backslash, as in \$ and \%, opens nothing
      if (c == '$') --i;
    }
  }
  return document;
}

}  // namespace eqlens
