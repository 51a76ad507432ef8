#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"

namespace eqlens {

/// What is printed, with nothing decided: `x^{T}` is scripts, `f(x)` is a letter beside a fence, `|a|` is two bars.
enum class SyntaxKind : std::uint8_t {
  root,      ///< the whole display; children: items
  letter,    ///< one letter: `x`, `α`, `ℝ`; a combining accent that follows belongs to it
  number,    ///< `12`, `0.5`, `10,000` only where braces say so: `10{,}000` is number group number
  command,   ///< `\alpha`, `\frac{a}{b}`: a control sequence; children: its arguments (optional, group, or one bare item)
  optional,  ///< `[3]` of `\sqrt[3]{x}`; children: items
  group,     ///< `{...}`; children: items
  text,      ///< what stands inside `\text{...}`: words as printed, without the braces; children only where `$...$` holds math (kind group)
  scripts,   ///< a nucleus with its scripts; children: nucleus (or empty), then subscript / superscript / primes as printed;
             ///< `\limits` and thin spaces before a script are in its span but no nodes
  empty,     ///< the missing nucleus of `{}^T` or `_i`; zero width
  subscript,    ///< `_i`, `_{i,j}`, `₁`; one child: the argument (group, item; for Unicode scripts: letters and numbers directly)
  superscript,  ///< `^2`, `^{\top}`, `ᵀ`
  primes,       ///< `'`, `''`, `′`; no children
  fence,    ///< `( ... )`, `\left[ ... \right)`, `\left| ... \right|`, `\{ ... \}`, `⟨ ... ⟩`, `]0, 1[`; children: open, items, close
  open,     ///< the opening delimiter with its size command: `(`, `\left(`, `\big[`; in no fence where its partner stands in
            ///< another group (`\textcolor{red}{(}`) or nowhere (`\langle` of half a pair)
  close,    ///< the closing delimiter likewise
  bar,      ///< a bar that is not paired here: `|`, `‖`, `\|`, `\vert`, `\mid`, `\middle|`, `\big|`, `\lVert`
  sign,     ///< any other printed sign, ASCII or Unicode: `+ - * / = < > , ; : . ! ? · ∈ ≤ ∑ ∇ ∂ √ …`
  spacing,  ///< layout only: `\,`, `~`, `\quad`, `\displaystyle`, `\limits`, `\nonumber`, `\label{..}`, comments, the `$` around a display
  line_break,   ///< `\\`, `\\[2pt]`, `\cr`, `\newline`
  align,        ///< `&`
  environment,  ///< `\begin{x} ... \end{x}`; children: items, with line_break and align among them
  error,        ///< what could not be read, or (empty) an argument that is missing; a diagnostic says why
};

/// A node of the flat preorder array. The children of node i are i + 1, nodes[i + 1].next, ... up to nodes[i].next.
struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::error;
  std::uint16_t name_size = 0;  ///< of the control sequence of a command; 0 where it was not measured
  Span span;                    ///< in SyntaxTree::text
  std::uint32_t next = 0;       ///< index of the first node after this one's subtree
};

using SyntaxId = std::uint32_t;

/// The tree of one display. `text` is what was parsed: the user's text with macros expanded; `origin` leads back.
class SyntaxTree {
 public:
  std::string text;
  std::vector<SyntaxNode> nodes;

  /// The user's own text, where that differs from `text` because macros were expanded.
  std::string source;

  /// For expanded texts: the piece of the user's text that each piece of `text` comes from, ordered by `begin`.
  /// A copied piece maps byte by byte; a piece written by a macro maps as a whole to the use of the macro. An empty piece
  /// that is not copied marks where a use begins.
  struct Piece {
    std::uint32_t begin = 0;
    Span origin;
    bool copied = true;
  };
  std::vector<Piece> pieces;

  [[nodiscard]] const SyntaxNode& operator[](SyntaxId id) const { return nodes[id]; }
  [[nodiscard]] std::string_view spelling(SyntaxId id) const { return {text.data() + nodes[id].span.begin, nodes[id].span.size()}; }
  [[nodiscard]] bool has_children(SyntaxId id) const { return nodes[id].next > id + 1; }

  /// The place in the user's own text of a span of `text`.
  [[nodiscard]] Span origin(Span span) const;
  [[nodiscard]] Span origin(SyntaxId id) const { return origin(nodes[id].span); }

  /// Walks the direct children: for (SyntaxId c : tree.children(id)).
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const SyntaxTree& tree, SyntaxId id) : tree_(&tree), id_(id) {}
      SyntaxId operator*() const { return id_; }
      Iterator& operator++() {
        id_ = tree_->nodes[id_].next;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return id_ != other.id_; }

     private:
      const SyntaxTree* tree_;
      SyntaxId id_;
    };
    Children(const SyntaxTree& tree, SyntaxId parent) : tree_(&tree), parent_(parent) {}
    [[nodiscard]] Iterator begin() const { return {*tree_, parent_ + 1}; }
    [[nodiscard]] Iterator end() const { return {*tree_, tree_->nodes[parent_].next}; }

   private:
    const SyntaxTree* tree_;
    SyntaxId parent_;
  };
  [[nodiscard]] Children children(SyntaxId parent) const { return {*this, parent}; }
};

/// How long the control sequence at the front of a command's spelling is, with the star that belongs to it.
[[nodiscard]] std::size_t command_name_size(std::string_view spelling);

/// The control sequence of a command node (`\frac` of `\frac{a}{b}`), as printed.
[[nodiscard]] std::string_view command_name(const SyntaxTree& tree, SyntaxId id);

/// The name of an environment node, without its star: `align` of `\begin{align*}`.
[[nodiscard]] std::string_view environment_name(const SyntaxTree& tree, SyntaxId id);

}  // namespace eqlens
