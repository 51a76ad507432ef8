#include <algorithm>
#include <utility>

#include "syntax/canonical.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

namespace {

/// Text with each run of white space made one space or, where it begins with a line's end, one line's end: what follows
/// a comment must stay on its own line, and a `\\` must not become the command `\ `.
class Printer {
 public:
  void append(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (is_space(text[i])) {
        append_gap(text[i]);
      } else if (text[i] == '\\') {
        write(text.substr(i, 2));
        ++i;
      } else if (text[i] == '%') {
        const auto end = std::min(text.find('\n', i), text.size());
        write(text.substr(i, end - i));
        gap_ = '\n';
        i = end - 1;
      } else {
        write(text.substr(i, 1));
      }
    }
  }

  void append_gap(char blank) {
    if (gap_ == '\0' && !out_.empty()) gap_ = blank == '\n' || blank == '\r' ? '\n' : ' ';
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void write(std::string_view token) {
    if (gap_ != '\0') out_ += std::exchange(gap_, '\0');
    out_ += token;
  }

  std::string out_;
  char gap_ = '\0';
};

std::string printed_source(const SyntaxTree& tree) {
  const std::string_view source = tree.source;
  Printer printer;
  std::uint32_t done = 0;
  for (std::size_t i = 0; i < tree.pieces.size(); ++i) {
    const auto& piece = tree.pieces[i];
    const auto end = i + 1 < tree.pieces.size() ? tree.pieces[i + 1].begin : static_cast<std::uint32_t>(tree.text.size());
    const bool use = !piece.copied && end == piece.begin;
    // What a macro wrote is part of its use, printed already; what a definition left is a gap.
    if (!piece.copied && !use) {
      if (piece.origin.begin >= done) printer.append_gap(' ');
      continue;
    }
    const auto origin_end = use ? piece.origin.end : piece.origin.begin + (end - piece.begin);
    const auto begin = std::max(done, piece.origin.begin);
    if (begin >= origin_end) continue;
    printer.append(source.substr(begin, origin_end - begin));
    done = origin_end;
  }
  return printer.take();
}

}  // namespace

std::string printed(const SyntaxTree& tree) {
  if (!tree.pieces.empty()) return printed_source(tree);
  Printer printer;
  auto done = tree.nodes.empty() ? 0 : tree[0].span.begin;
  for (const auto child : tree.children(0)) {
    const auto span = tree[child].span;
    if (span.begin > done) printer.append_gap(tree.text[done]);
    printer.append(tree.spelling(child));
    done = span.end;
  }
  return printer.take();
}

}  // namespace eqlens
