// Which letters hold members.
#include <algorithm>

#include "base/few.hpp"
#include "expression/usage.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

bool is_face(std::string_view command) {
  return command == "\\mathcal" || command == "\\mathscr" || command == "\\mathbb" || command == "\\mathds" || command == "\\mathfrak" ||
         command == "\\mathbf" || command == "\\boldsymbol" || command == "\\bm" || command == "\\mathsf" || command == "\\mathrm";
}

}  // namespace

bool is_number_set(std::string_view name) {
  for (const std::string_view set : {"\\mathbb{R}", "\\mathbb{N}", "\\mathbb{Z}", "\\mathbb{C}", "\\mathbb{Q}", "\\R", "\\N", "\\Z",
                                     "\\reals", "\\Re", "ℝ", "ℕ", "ℤ", "\\mathbf{R}", "\\mathbb R"})
    if (name == set) return true;
  return false;
}

bool letter_like(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind == SyntaxKind::letter) return true;
  if (tree[id].kind != SyntaxKind::command || tree.has_children(id)) return false;
  return find_operation(command_name(tree, id)) == nullptr;
}

bool gathers_members(const SyntaxTree& tree, SyntaxId scripts) {
  if (tree[scripts].kind != SyntaxKind::scripts || tree[scripts + 1].kind != SyntaxKind::fence) return false;
  const auto open = tree.spelling(scripts + 2);
  if (open.find_first_of("([{<") == std::string_view::npos && open.find("angle") == std::string_view::npos) return false;
  SyntaxId below = no_node;
  bool above = false;
  for (const SyntaxId child : tree.children(scripts)) {
    if (tree[child].kind == SyntaxKind::subscript) below = unwrap(tree, child + 1);
    above = above || tree[child].kind == SyntaxKind::superscript;
  }
  if (below == no_node) return false;
  // A point at which something is taken, `[f(x)]_{x=0}`, has no end above it.
  for (const SyntaxId child : tree.children(below)) {
    const auto sign = tree.spelling(child);
    if ((sign == "=" && above) || sign == "\\in" || sign == "∈") return child > below + 1;
    if ((sign == "\\le" || sign == "\\leq" || sign == "≤") && tree[below + 1].kind == SyntaxKind::number) return true;
  }
  return false;
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
    if (follows) {
      // `u \in \mathcal{U}`, `j \in N_i`: the letter of a family or in a face of its own; `\mathbb{R}^d` names no set of the line.
      const SyntaxId letter = unwrap(tree, tree[child].kind == SyntaxKind::scripts ? child + 1 : child);
      const bool face = tree[letter].kind == SyntaxKind::command && tree.has_children(letter) && is_face(command_name(tree, letter));
      const bool family = tree[child].kind == SyntaxKind::scripts && letter_like(tree, letter);
      const auto name = face || family ? canonical(tree, letter) : std::string();
      if (!name.empty() && !is_number_set(name)) usage.sets.insert(name);
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
    const bool command = !spelling.empty() && (spelling[0] == '\\' || static_cast<unsigned char>(spelling[0]) >= 0x80);
    const bool joins = command && among({"\\cap", "\\cup", "\\setminus", "∩", "∪"}),
               below = command && among({"\\subset", "\\subseteq", "⊂", "⊆"});
    // `U_i \cap V_j`: the letters of the families.
    const auto core = [&](SyntaxId id) { return tree[id].kind == SyntaxKind::scripts ? id + 1 : id; };
    if (joins && tree[child].next < tree[parent].next) {
      SyntaxId after = tree[child].next;
      while (tree[after].kind == SyntaxKind::spacing && tree[after].next < tree[parent].next) after = tree[after].next;
      if (tree[after].kind == SyntaxKind::scripts && letter_like(tree, after + 1)) usage.sets.insert(canonical(tree, after + 1));
    }
    if ((joins || below) && before != no_node && letter_like(tree, core(before))) usage.sets.insert(canonical(tree, core(before)));
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
