// What a command or a group holds.
#include <algorithm>
#include <array>

#include "expression/token.hpp"

namespace eqlens {

namespace {

constexpr std::array transparent = {"\\mathop",     "\\mathbin",      "\\mathrel",  "\\mathord",     "\\mathopen",  "\\mathclose",
                                    "\\mathinner",  "\\boxed",        "\\fbox",     "\\mathstrut",   "\\smash",     "\\underbrace",
                                    "\\overbrace",  "\\textcolor",    "\\colorbox", "\\mathsmaller", "\\underline", "\\cancel",
                                    "\\ensuremath", "\\displaystyle", "\\color"};

}  // namespace

bool is_transparent(std::string_view command) { return std::find(transparent.begin(), transparent.end(), command) != transparent.end(); }

SyntaxId argument(const SyntaxTree& tree, SyntaxId command, std::size_t n) {
  for (const SyntaxId child : tree.children(command)) {
    if (tree[child].kind == SyntaxKind::optional || tree[child].kind == SyntaxKind::spacing) continue;
    if (n-- == 0) return child;
  }
  return no_node;
}

SyntaxId unwrap(const SyntaxTree& tree, SyntaxId id) {
  while (tree[id].kind == SyntaxKind::group) {
    SyntaxId only = no_node;
    for (const SyntaxId child : tree.children(id)) {
      if (tree[child].kind == SyntaxKind::spacing) continue;
      if (only != no_node) return id;
      only = child;
    }
    if (only == no_node) return id;
    id = only;
  }
  return id;
}

namespace {

// `{{\bf Sa}}` holds the word Sa.
std::string_view without_switches(std::string_view text) {
  for (;;) {
    const std::size_t before = text.size();
    if (text.size() >= 2 && text.front() == '{' && text.back() == '}') text = text.substr(1, text.size() - 2);
    for (const std::string_view face : {"\\bf ", "\\it ", "\\rm ", "\\sf ", "\\tt ", "\\sc ", "\\em "})
      if (text.starts_with(face)) text.remove_prefix(face.size());
    if (text.size() == before) return text;
  }
}

}  // namespace

std::string words_of(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind != SyntaxKind::command) return {};
  for (const SyntaxId child : tree.children(id))
    if (tree[child].kind == SyntaxKind::text && !tree.has_children(child)) {
      auto text = tree.spelling(child);
      return std::string(without_switches(text));
    }
  return {};
}

}  // namespace eqlens
