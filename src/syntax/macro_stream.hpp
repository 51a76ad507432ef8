#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.hpp"

namespace eqlens {

/// A stretch of text with where it comes from: a copy of the user's text from `origin.begin` on, or the work of a macro
/// used at `origin`.
struct Fragment {
  std::string_view text;
  Span origin;
  bool copied = false;

  [[nodiscard]] Fragment part(std::size_t begin, std::size_t length) const;
};

using Fragments = std::vector<Fragment>;

/// The text that macros still have to be looked for in. An expansion is put back in front, so that its own macros and the
/// arguments behind it are found, as TeX does.
class MacroStream {
 public:
  explicit MacroStream(Fragment whole) : rest_{whole} {}

  [[nodiscard]] bool empty();
  /// The next stretch that comes from one place; only of a stream that is not empty.
  [[nodiscard]] const Fragment& front() const { return rest_.back(); }
  [[nodiscard]] char next() const { return rest_.back().text.front(); }
  /// Where the user's text goes on, as far as it can be told.
  [[nodiscard]] std::optional<std::uint32_t> place() const;

  Fragment take(std::size_t length);
  void put_back(Fragment fragment) { rest_.push_back(fragment); }
  bool take_if(char c);
  bool take_if(std::string_view text);
  void skip_gap();

  /// Whether `{` is next but for white space.
  [[nodiscard]] bool brace_follows();
  /// `{...}` without its braces, or one token; nothing at the end of the text or of a group.
  [[nodiscard]] std::optional<Fragments> argument();
  /// `{...}` without its braces; nothing if no brace follows or none closes it.
  [[nodiscard]] std::optional<Fragments> group();
  /// What stands before `end` outside braces; `end` is taken too.
  [[nodiscard]] std::optional<Fragments> until(std::string_view end);
  /// `[...]` without its brackets, if a bracket follows.
  [[nodiscard]] std::optional<Fragments> optional_argument();

 private:
  Fragments rest_;  ///< the next stretch is the last
};

[[nodiscard]] std::string joined(const Fragments& fragments);

}  // namespace eqlens
