#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"

namespace eqlens {

/// A place as people count it: both from 1, columns in characters (not bytes).
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// A text with a name to print in messages: a file's path, "<stdin>" or "<argument>".
class Source {
 public:
  Source(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] Position position(std::uint32_t offset) const;
  /// The whole line, without its line break, that holds the byte at `offset`.
  [[nodiscard]] Span line_at(std::uint32_t offset) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
};

/// The number of characters (code points) in a UTF-8 text; a byte that starts no valid sequence counts as one.
[[nodiscard]] std::size_t character_count(std::string_view utf8);

/// The length in bytes of the UTF-8 sequence at the front of `text`, or 0 if it is not valid UTF-8.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

}  // namespace eqlens
