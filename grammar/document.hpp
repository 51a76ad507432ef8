#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"

namespace eqlens {

/// What an input holds: one display, or prose with math in it.
enum class DocumentKind : std::uint8_t { math, markdown, tex, rst };

enum class BlockKind : std::uint8_t {
  display,  ///< `$$ … $$`, a ```` ```math ```` fence, `\[ … \]`, `\begin{align} … \end{align}`, `.. math::`
  inline_,  ///< `$ … $`, `\( … \)`, `` :math:`…` ``
  refused,  ///< a ```` ```math refused ```` fence: math that must be wrong, with the message that must come
};

/// A piece of math in a document. Its text is the document's own bytes, so a place in it is a place in the file.
struct MathBlock {
  BlockKind kind = BlockKind::display;
  Span math;          ///< without its delimiters; an environment belongs to its math
  Span outer;         ///< with them
  std::string label;  ///< of `\label{eq:loss}`
  Span expected;      ///< of a refused block: the message in the text block that follows
};

/// A Markdown table: the spans of its cells, the header first.
struct Table {
  std::vector<std::vector<Span>> rows;
  Span span;
};

struct Document {
  DocumentKind kind = DocumentKind::math;
  std::vector<MathBlock> blocks;  ///< in their order
  std::vector<Table> tables;
  std::string macros;  ///< the definitions of a TeX preamble, and those between the displays
};

/// A file that a TeX text names with `\input{name}` or `\include{name}`.
struct Inclusion {
  std::string name;
  Span span;
};

/// The files that a TeX text includes, in their order; what stands in comments does not count.
[[nodiscard]] std::vector<Inclusion> included_files(std::string_view text);

/// Finds the math of a document and leaves everything else alone. Never fails: what is not closed is prose.
[[nodiscard]] Document read_document(std::string_view text, DocumentKind kind);

/// What a text holds when neither an option nor a file's ending says so: math, unless it has math delimiters outside `\text`
/// other than one pair around the whole.
[[nodiscard]] DocumentKind guess_kind(std::string_view text);

/// The kind that a file's ending names (`.md`, `.tex`, `.rst`, `.txt`), or math if it names none.
[[nodiscard]] DocumentKind kind_of_file(std::string_view path);
[[nodiscard]] bool has_document_ending(std::string_view path);

/// The prose between two places, with the math of `document` left in: what stands before a display, or after it.
[[nodiscard]] std::string_view prose_before(std::string_view text, const Document& document, std::size_t block);
[[nodiscard]] std::string_view prose_after(std::string_view text, const Document& document, std::size_t block);

}  // namespace eqlens
