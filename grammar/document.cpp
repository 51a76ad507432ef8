#include "grammar/document.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "grammar/document_scanner.hpp"

namespace eqlens {

namespace {

constexpr std::array<std::string_view, 12> display_environments = {"equation", "align",       "gather",       "multline",
                                                                   "eqnarray", "displaymath", "math",         "flalign",
                                                                   "alignat",  "dmath",       "IEEEeqnarray", "subequations"};

/// The name of `\begin{name}` at `at`, if it is an environment of math.
std::string_view display_environment(std::string_view text, std::size_t at) {
  constexpr std::string_view begin = "\\begin{";
  if (text.substr(at, begin.size()) != begin) return {};
  const auto name = text.substr(at + begin.size(), std::min(text.find('}', at), text.size()) - at - begin.size());
  auto plain = name;
  if (plain.ends_with('*')) plain.remove_suffix(1);
  return std::find(display_environments.begin(), display_environments.end(), plain) != display_environments.end() ? name
                                                                                                                  : std::string_view{};
}

bool read_delimited(std::string_view text, std::size_t at, std::string_view open, std::string_view close, std::size_t limit,
                    Closings& closings, MathBlock& block) {
  if (text.substr(at, open.size()) != open) return false;
  const auto end = closings.find(close, at + open.size(), limit);
  if (end == std::string_view::npos) return false;
  block.math = trimmed(text, span_of(at + open.size(), end));
  block.outer = span_of(at, end + close.size());
  block.label = label_in(text.substr(block.math.begin, block.math.size()));
  return !block.math.empty();
}

bool read_dollar(std::string_view text, std::size_t at, std::size_t limit, Closings& closings, MathBlock& block) {
  if (text.substr(at, 2) == "$`") return read_delimited(text, at, "$`", "`$", limit, closings, block);
  // "$5 and $6" is money: math neither begins nor ends with a space, and no digit follows it.
  if (at + 1 >= text.size() || is_space(text[at + 1])) return false;
  const auto end = closings.find("$", at + 1, limit);
  if (end == std::string_view::npos || is_space(text[end - 1])) return false;
  if (end + 1 < text.size() && text[end + 1] >= '0' && text[end + 1] <= '9') return false;
  return read_delimited(text, at, "$", "$", limit, closings, block);
}

bool wrapped_in(std::string_view text, std::string_view open, std::string_view close) {
  return text.size() >= open.size() + close.size() && text.starts_with(open) &&
         find_unescaped(text, close, open.size()) == text.size() - close.size();
}

/// Skips `\text{…}` and its kin, where dollars belong to the display.
std::size_t skip_text_argument(std::string_view text, std::size_t at) {
  for (const std::string_view word : {"\\text", "\\mbox", "\\hbox"}) {
    if (text.substr(at, word.size()) != word) continue;
    const auto open = text.find('{', at);
    if (open == std::string_view::npos) return at;
    std::size_t depth = 0;
    for (auto i = open; i < text.size(); ++i) {
      if (text[i] == '{') ++depth;
      if (text[i] == '}' && --depth == 0) return i + 1;
    }
  }
  return at;
}

bool ends_with_one_of(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [path](std::string_view ending) { return path.ends_with(ending); });
}

/// What delimiters outside `\text` say: math stands between prose, or all of it is math.
DocumentKind kind_by_delimiters(std::string_view inner) {
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const auto after = skip_text_argument(inner, i);
    if (after != i) {
      i = after - 1;
      continue;
    }
    if (inner[i] == '$') return DocumentKind::markdown;
    if (inner[i] != '\\') continue;
    if (i + 1 < inner.size() && (inner[i + 1] == '[' || inner[i + 1] == '(')) return DocumentKind::markdown;
    ++i;
  }
  return inner.find("```math") != std::string_view::npos ? DocumentKind::markdown : DocumentKind::math;
}

}  // namespace

Span span_of(std::size_t begin, std::size_t end) { return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}; }

Span trimmed(std::string_view text, Span span) {
  while (span.begin < span.end && is_space(text[span.begin])) ++span.begin;
  while (span.end > span.begin && is_space(text[span.end - 1])) --span.end;
  return span;
}

std::size_t find_unescaped(std::string_view text, std::string_view mark, std::size_t from, std::size_t limit) {
  const auto end = std::min(limit, text.size());
  for (auto i = from; i + mark.size() <= end; ++i) {
    if (text.substr(i, mark.size()) == mark) return i;
    if (text[i] == '\\') ++i;
  }
  return std::string_view::npos;
}

std::string label_in(std::string_view math) {
  constexpr std::string_view command = "\\label{";
  const auto at = math.find(command);
  if (at == std::string_view::npos) return {};
  const auto name = math.substr(at + command.size());
  return std::string(name.substr(0, std::min(name.find('}'), name.size())));
}

std::size_t Closings::find(std::string_view mark, std::size_t from, std::size_t limit) {
  const auto known = absent_before_.find(mark);
  if (known != absent_before_.end() && known->second >= std::min(limit, text_.size())) return std::string_view::npos;
  const auto found = find_unescaped(text_, mark, from, limit);
  if (found == std::string_view::npos) absent_before_.insert_or_assign(std::string(mark), std::min(limit, text_.size()));
  return found;
}

bool read_math_at(std::string_view text, std::size_t at, std::size_t paragraph_end, Closings& closings, MathBlock& block) {
  constexpr auto anywhere = std::string_view::npos;
  block.kind = BlockKind::display;
  if (text.substr(at, 2) == "$$") return read_delimited(text, at, "$$", "$$", anywhere, closings, block);
  if (read_delimited(text, at, "\\[", "\\]", anywhere, closings, block)) return true;
  if (const auto name = display_environment(text, at); !name.empty()) {
    const auto close = "\\end{" + std::string(name) + "}";
    const auto end = closings.find(close, at, anywhere);
    if (end == anywhere) return false;
    block.math = block.outer = span_of(at, end + close.size());
    block.label = label_in(text.substr(at, block.math.size()));
    return true;
  }
  block.kind = BlockKind::inline_;
  return text[at] == '$' ? read_dollar(text, at, paragraph_end, closings, block)
                         : read_delimited(text, at, "\\(", "\\)", paragraph_end, closings, block);
}

Document read_document(std::string_view text, DocumentKind kind) {
  switch (kind) {
    case DocumentKind::markdown: return read_markdown(text);
    case DocumentKind::tex: return read_tex(text);
    case DocumentKind::rst: return read_rst(text);
    case DocumentKind::math: break;
  }
  Document document;
  document.blocks.push_back({BlockKind::display, span_of(0, text.size()), span_of(0, text.size()), {}, {}});
  return document;
}

DocumentKind guess_kind(std::string_view text) {
  const auto whole = trimmed(text, span_of(0, text.size()));
  const auto inner = text.substr(whole.begin, whole.size());
  if (text.find("\\begin{document}") != std::string_view::npos || text.find("\\documentclass") != std::string_view::npos)
    return DocumentKind::tex;
  if (wrapped_in(inner, "$$", "$$") || wrapped_in(inner, "$", "$") || wrapped_in(inner, "\\[", "\\]") || wrapped_in(inner, "\\(", "\\)"))
    return DocumentKind::math;
  const auto kind = kind_by_delimiters(inner);
  // Delimiters that enclose nothing are a formula with an end missing, which the grammar can say better.
  return kind == DocumentKind::markdown && read_markdown(text).blocks.empty() ? DocumentKind::math : kind;
}

DocumentKind kind_of_file(std::string_view path) {
  if (ends_with_one_of(path, {".tex"})) return DocumentKind::tex;
  if (ends_with_one_of(path, {".rst"})) return DocumentKind::rst;
  return ends_with_one_of(path, {".md", ".txt"}) ? DocumentKind::markdown : DocumentKind::math;
}

bool has_document_ending(std::string_view path) { return ends_with_one_of(path, {".md", ".tex", ".rst", ".txt"}); }

std::string_view prose_before(std::string_view text, const Document& document, std::size_t block) {
  std::size_t begin = 0;
  for (auto i = block; i-- > 0 && begin == 0;)
    if (document.blocks[i].kind != BlockKind::inline_) begin = document.blocks[i].outer.end;
  return text.substr(begin, document.blocks[block].outer.begin - begin);
}

std::string_view prose_after(std::string_view text, const Document& document, std::size_t block) {
  auto next = block + 1;
  while (next < document.blocks.size() && document.blocks[next].kind == BlockKind::inline_) ++next;
  const auto begin = document.blocks[block].outer.end;
  return text.substr(begin, (next < document.blocks.size() ? document.blocks[next].outer.begin : text.size()) - begin);
}

}  // namespace eqlens
