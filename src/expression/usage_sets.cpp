// Which letters hold members.
#include <algorithm>

#include "base/few.hpp"
#include "expression/usage.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

bool letter_like(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind == SyntaxKind::letter) return true;
  if (tree[id].kind != SyntaxKind::command || tree.has_children(id)) return false;
  return find_operation(command_name(tree, id)) == nullptr;
}

// `x \in X`, `A \cap B`, `A, B \subset \mathbb{N}`
void gather_sets(const SyntaxTree& tree, SyntaxId parent, Usage& usage) {
  SyntaxId before = no_node;
  bool follows = false;
  Few<SyntaxId, 8> list;
  for (const SyntaxId child : tree.children(parent)) {
    if (tree[child].kind == SyntaxKind::spacing) continue;
    if (tree[child].kind == SyntaxKind::letter && !follows && tree[child].span.end - tree[child].span.begin == 1) {
      list.push_back(child);
      before = child;
      continue;
    }
    const auto spelling = tree.spelling(child);
    const bool sign = spelling.size() == 1 && tree[child].kind != SyntaxKind::letter;
    if (sign || (tree[child].kind == SyntaxKind::command && tree.has_children(child)) || tree[child].kind == SyntaxKind::fence) {
      if (spelling != ",") list.clear();
      follows = false;
      before = child;
      continue;
    }
    const auto among = [&](std::initializer_list<std::string_view> signs) {
      return std::find(signs.begin(), signs.end(), spelling) != signs.end();
    };
    const bool command = spelling[0] == '\\' || static_cast<unsigned char>(spelling[0]) >= 0x80;
    const bool joins = command && among({"\\cap", "\\cup", "\\setminus", "∩", "∪"}),
               below = command && among({"\\subset", "\\subseteq", "⊂", "⊆"});
    if ((joins || below) && before != no_node && letter_like(tree, before)) usage.sets.insert(canonical(tree, before));
    if (below)
      for (const SyntaxId member : list) usage.sets.insert(canonical(tree, member));
    if (follows && letter_like(tree, child)) usage.sets.insert(canonical(tree, child));
    if (letter_like(tree, child))
      list.push_back(child);
    else if (spelling != ",")
      list.clear();
    follows = joins || (command && among({"\\in", "\\notin", "∈", "∉"}));
    before = child;
  }
}

}  // namespace eqlens
