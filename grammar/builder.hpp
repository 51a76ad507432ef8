#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "grammar/latex.hpp"
#include "grammar/token.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

/// What is open at a place of the formula and waits for its end.
enum class Construct : std::uint8_t { group, fence, left, plain_fence, optional, environment, dollar };

/// The state that the grammar's rules share: the array of nodes that they append to, the constructs that are open, and
/// what went wrong. It decides which open construct a closing token ends, so that one missing bracket is one message.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::size_t depth_limit);

  /// The token at a place; asking again for the same place costs nothing.
  [[nodiscard]] const Lexeme& look(std::size_t at) {
    if (at != token_.begin || !looked_) token_ = token_at(text_, at), looked_ = true;
    return token_;
  }

  /// Nodes: `begin` appends one and makes it the parent of what follows until `finish`; `wrap` makes one around the last
  /// finished node; `cancel` takes it back with everything below it.
  void begin(SyntaxKind kind, std::size_t at);
  void wrap(SyntaxKind kind);
  void finish(std::size_t at);
  void cancel();
  void leaf(SyntaxKind kind, Span span);
  [[nodiscard]] SyntaxKind last_kind() const { return nodes_[last_].kind; }

  /// Opens a construct with the token that begins at `at` and ends at `end`.
  void enter(Construct construct, const Lexeme& opener);
  /// Closes the innermost construct, with the token at `at` if that ends it; reports it as unclosed otherwise. Returns
  /// the end of what was consumed.
  std::size_t leave(std::size_t at);
  /// Whether the token ends the innermost construct, or any that is open.
  [[nodiscard]] bool ends_innermost(const Lexeme& token);
  [[nodiscard]] bool ends_something(const Lexeme& token);

  /// Whether a fence of `]0, 1[` or `<x, y>` begins at `at`; whether a token is the sign that ends it.
  [[nodiscard]] bool starts_plain_fence(std::size_t at);
  [[nodiscard]] bool ends_plain_fence(const Lexeme& token) const;

  /// Depth of nesting: false when there is no more room; the rest of the text is then one error node.
  [[nodiscard]] bool descend(std::size_t at);
  void ascend() { --depth_; }

  /// A token that can stand nowhere here: an error node, or a sign if the page shows it anyway (`\rangle`).
  /// Returns its end.
  std::size_t stray(const Lexeme& token);
  /// A missing argument of the script or command that is being read, whose name is at `name`.
  void missing_argument(std::size_t at);
  /// A second subscript or superscript on one nucleus.
  void check_double_script();
  /// `$`, `\[` and the like: the edges of the display itself, or an error.
  void display_edge(const Lexeme& token);
  /// The braced name and the arguments after `\begin`; returns their end.
  std::size_t open_environment(const Lexeme& begin);
  /// The end of an argument that is layout (`{...}` or one token), reporting a missing brace.
  std::size_t skip_layout_argument(std::size_t at);
  /// The end of all arguments of the layout command that was just read.
  std::size_t skip_layout_arguments(std::size_t at);
  /// Letters, numbers and signs of a run of Unicode scripts.
  void split_scripts(const Lexeme& run);
  /// The end of the words of a text, up to the next brace or dollar.
  [[nodiscard]] std::size_t words_end(std::size_t at) const;

  /// The end of the one digit that a command takes from a number, as in `\frac12`.
  [[nodiscard]] std::size_t first_digit_end(const Lexeme& number) const;
  [[nodiscard]] std::size_t gap_end(std::size_t at) const { return eqlens::gap_end(text_, at); }
  [[nodiscard]] bool star_at(std::size_t at) const { return at < text_.size() && text_[at] == '*'; }

  /// The row of the command that is being read.
  const Command* command = nullptr;

  /// The tree and the diagnostics, spans in the parsed text. The builder is empty afterwards.
  [[nodiscard]] Parsed take();

 private:
  struct Open {
    Construct construct;
    Bracket bracket;
    std::uint32_t node;
    Span opener;
    std::string_view environment;
    bool named;                        ///< false for an environment whose name could not be read, which any `\end` ends
    std::size_t loose;                 ///< how many loose brackets there were when it was opened
    std::uint32_t looked_through = 0;  ///< the first of its nodes that `has_comma` has not seen
    bool comma = false;
  };

  /// `{name}` after `\begin` or `\end`.
  struct Name {
    std::string_view text;
    Span span;
    std::size_t end;
    bool closed;
  };

  /// A bracket that met no partner in its own group.
  struct Loose {
    Lexeme token;
    bool opens;
    std::uint32_t ended_at;  ///< where an opening one was given up
    bool settled;
  };

  [[nodiscard]] std::size_t ended_by(const Lexeme& token);
  [[nodiscard]] bool has_comma(Open& fence) const;
  [[nodiscard]] Name environment_name_after(std::size_t at) const;
  [[nodiscard]] std::size_t close_environment(const Open& open, const Lexeme& end);
  [[nodiscard]] std::size_t skip_position(std::size_t at) const;
  /// Reports what a message function makes of its arguments, unless there are messages enough.
  template <typename Message, typename... Arguments>
  void report(Message message, const Arguments&... arguments) {
    if (!enough_messages()) diagnostics_.push_back(message(arguments...));
  }
  [[nodiscard]] bool enough_messages() const;
  /// Notes how long the name of the command is that was just made.
  void measure_name();
  void report_name(const Name& name, Span opener);
  void report_unclosed(const Open& open, const Lexeme& at);
  void dissolve(const Open& fence);
  void pair_loose_brackets();
  void report_loose_brackets();
  void check_alignment();
  /// A second `\over` in one group: TeX does not know which of both fractions is meant.
  void check_fractions();

  std::string_view text_;
  std::size_t depth_limit_;
  std::size_t depth_ = 0;
  std::vector<SyntaxNode> nodes_;
  std::vector<std::uint32_t> parents_;
  std::uint32_t last_ = 0;
  std::vector<Open> open_;
  std::size_t plain_fence_end_ = 0;  ///< where the sign stands that ends the plain fence being read
  Diagnostics diagnostics_;
  std::vector<Loose> loose_;
  Lexeme token_;
  Lexeme display_;  ///< the `$` or `\[` that opened the display
  std::size_t unclosed_at_ = static_cast<std::size_t>(-1);
  bool looked_ = false;
  bool ink_ = false;  ///< something printed has been read
  bool display_closed_ = false;
  bool stopped_ = false;  ///< nesting was too deep; the rest has not been read
};

}  // namespace eqlens
