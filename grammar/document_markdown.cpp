#include <algorithm>

#include "grammar/document_scanner.hpp"

namespace eqlens {

namespace {

/// A Markdown document is read line by line: fences, code, tables and paragraphs are told apart by how their lines begin.
class MarkdownReader {
 public:
  explicit MarkdownReader(std::string_view text) : text_(text), closings_(text) { document_.kind = DocumentKind::markdown; }

  Document read() {
    while (at_ < text_.size()) read_line();
    return std::move(document_);
  }

 private:
  [[nodiscard]] std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }
  [[nodiscard]] std::size_t next_line(std::size_t from) const { return std::min(line_end(from) + 1, text_.size()); }
  [[nodiscard]] std::string_view line(std::size_t from) const { return text_.substr(from, line_end(from) - from); }
  [[nodiscard]] bool blank(std::size_t from) const { return line(from).find_first_not_of(" \t\r") == std::string_view::npos; }

  static std::string_view stripped(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.remove_suffix(1);
    return line;
  }

  /// The run of backticks or tildes that opens a fence on this line, or nothing.
  static std::string_view fence_of(std::string_view line) {
    line = stripped(line);
    if (line.size() < 3 || (line[0] != '`' && line[0] != '~')) return {};
    const auto end = std::min(line.find_first_not_of(line[0]), line.size());
    return end >= 3 ? line.substr(0, end) : std::string_view{};
  }

  void read_line() {
    if (blank(at_)) {
      after_blank_ = true;
      at_ = next_line(at_);
      return;
    }
    const auto current = line(at_);
    const auto words = stripped(current);
    const bool indented = current.starts_with("    ") || current.starts_with('\t');
    if (!indented) in_list_ = is_list_item(words) || (in_list_ && !after_blank_);
    if (!fence_of(current).empty())
      read_fence();
    else if (indented && after_blank_ && !in_list_)
      at_ = next_line(at_);  // an indented code block; after_blank_ stays, so that its next line is one too
    else if (words.starts_with("<!--"))
      at_ = next_line(std::min(text_.find("-->", at_), text_.size()));
    else if (words.starts_with('|'))
      read_table();
    else
      read_paragraph();
  }

  static bool is_list_item(std::string_view words) {
    if (words.size() > 1 && (words[0] == '-' || words[0] == '*' || words[0] == '+') && words[1] == ' ') return true;
    const auto digits = words.find_first_not_of("0123456789");
    return digits != 0 && digits != std::string_view::npos && (words[digits] == '.' || words[digits] == ')');
  }

  /// The fence that opens at `from`: the span of its content, and where the text goes on.
  [[nodiscard]] std::pair<Span, std::size_t> fence_content(std::size_t from) const {
    const auto fence = fence_of(line(from));
    const auto begin = next_line(from);
    for (auto i = begin; i < text_.size(); i = next_line(i)) {
      const auto closing = fence_of(line(i));
      if (closing.size() >= fence.size() && closing[0] == fence[0] && stripped(line(i)).size() == closing.size())
        return {span_of(begin, i), next_line(i)};
      if (line_end(i) == text_.size()) break;
    }
    return {span_of(begin, text_.size()), text_.size()};
  }

  void read_fence() {
    const auto info = stripped(stripped(line(at_)).substr(fence_of(line(at_)).size()));
    const auto [content, after] = fence_content(at_);
    MathBlock block{BlockKind::display, trimmed(text_, content), span_of(at_, after), {}, {}};
    at_ = after;
    after_blank_ = true;
    if (info != "math" && info != "math refused") return;
    block.label = label_in(text_.substr(block.math.begin, block.math.size()));
    if (info == "math refused") {
      block.kind = BlockKind::refused;
      read_expected(block);
    }
    document_.blocks.push_back(std::move(block));
  }

  void read_expected(MathBlock& block) {
    auto from = at_;
    while (from < text_.size() && blank(from)) from = next_line(from);
    if (from >= text_.size() || stripped(line(from)) != "```text") return;
    const auto [content, after] = fence_content(from);
    block.expected = content;
    block.outer.end = static_cast<std::uint32_t>(after);
    at_ = after;
  }

  void read_table() {
    Table table{{}, span_of(at_, at_)};
    const auto begin = at_;
    while (at_ < text_.size() && stripped(line(at_)).starts_with('|')) {
      const bool ruler = stripped(line(at_)).find_first_not_of("|-: ") == std::string_view::npos;
      if (!ruler) table.rows.push_back(cells(at_));
      at_ = next_line(at_);
    }
    table.span = span_of(begin, at_);
    document_.tables.push_back(std::move(table));
    after_blank_ = false;
    read_inline(begin, at_);
  }

  [[nodiscard]] std::vector<Span> cells(std::size_t from) const {
    std::vector<Span> row;
    const auto end = line_end(from);
    auto begin = text_.find('|', from) + 1;
    while (begin < end) {
      const auto bar = std::min(find_unescaped(text_, "|", begin, end), end);
      const auto cell = trimmed(text_, span_of(begin, bar));
      if (bar < end || !cell.empty()) row.push_back(cell);
      begin = bar + 1;
    }
    return row;
  }

  void read_paragraph() {
    const auto begin = at_;
    at_ = next_line(at_);
    after_blank_ = false;
    while (at_ < text_.size() && !blank(at_) && fence_of(line(at_)).empty() && !stripped(line(at_)).starts_with('|')) at_ = next_line(at_);
    read_inline(begin, at_);
  }

  void read_inline(std::size_t begin, std::size_t end) {
    for (auto i = begin; i < end; ++i) {
      const char c = text_[i];
      if (c == '`') {
        i = code_end(i, end) - 1;
      } else if (c == '$' || c == '\\') {
        MathBlock block;
        if (read_math_at(text_, i, end, closings_, block)) {
          i = block.outer.end - 1;
          at_ = std::max<std::size_t>(at_, block.outer.end);  // a display may go on after a blank line
          document_.blocks.push_back(std::move(block));
        } else {
          ++i;
        }
      }
    }
  }

  /// The end of a code span that opens at `from`; a run of backticks without its partner is prose.
  [[nodiscard]] std::size_t code_end(std::size_t from, std::size_t end) {
    auto after = from;
    while (after < end && text_[after] == '`') ++after;
    const auto run = text_.substr(from, after - from);
    const auto close = closings_.find(run, after, end);
    return close == std::string_view::npos ? after : close + run.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool after_blank_ = true;
  bool in_list_ = false;
  Closings closings_;
  Document document_;
};

}  // namespace

Document read_markdown(std::string_view text) { return MarkdownReader(text).read(); }

}  // namespace eqlens
