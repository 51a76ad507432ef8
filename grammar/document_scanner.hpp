#pragma once

#include <map>
#include <string>
#include <string_view>

#include "grammar/document.hpp"

namespace eqlens {

// The three formats, one file each; `read_document` chooses.
[[nodiscard]] Document read_markdown(std::string_view text);
[[nodiscard]] Document read_tex(std::string_view text);
[[nodiscard]] Document read_rst(std::string_view text);

[[nodiscard]] Span span_of(std::size_t begin, std::size_t end);
/// The span without the white space at its ends.
[[nodiscard]] Span trimmed(std::string_view text, Span span);

/// Where the first `mark` stands after `from` that no backslash escapes; npos if there is none before `limit`.
[[nodiscard]] std::size_t find_unescaped(std::string_view text, std::string_view mark, std::size_t from,
                                         std::size_t limit = std::string_view::npos);

/// The name of `\label{name}` inside the math, or nothing.
[[nodiscard]] std::string label_in(std::string_view math);

/// Finds closing delimiters and remembers which ones do not come any more, so that a text of openings alone is read once.
class Closings {
 public:
  explicit Closings(std::string_view text) : text_(text) {}
  [[nodiscard]] std::size_t find(std::string_view mark, std::size_t from, std::size_t limit);

 private:
  std::string_view text_;
  std::map<std::string, std::size_t, std::less<>> absent_before_;
};

/// Reads the math that begins at `at`, if any does: `$$`, `$`, `\[`, `\(`, `\begin{equation}`. Inline math ends before `paragraph_end`.
[[nodiscard]] bool read_math_at(std::string_view text, std::size_t at, std::size_t paragraph_end, Closings& closings, MathBlock& block);

}  // namespace eqlens
