// The letters of a subscript, and which runs of letters in it are words.
#include <algorithm>
#include <array>

#include "expression/usage.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

bool plain_letter(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind != SyntaxKind::letter) return false;
  const char c = tree.spelling(id)[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

namespace {

// `j'`: a letter with nothing but primes.
bool is_primed(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind != SyntaxKind::scripts || !letter_like(tree, id + 1)) return false;
  for (const SyntaxId child : tree.children(id)) {
    if (child == id + 1 || tree[child].kind == SyntaxKind::primes) continue;
    if (tree[child].kind != SyntaxKind::superscript || canonical(tree, child).find("\\prime") == std::string::npos) return false;
  }
  return true;
}

bool is_label_word(std::string_view run) {
  constexpr std::array<std::string_view, 24> words = {"in",  "out", "max", "min", "new", "old", "ref", "avg", "std", "opt", "dec", "enc",
                                                      "src", "tgt", "hid", "obs", "tot", "eff", "ff",  "neg", "reg", "adv", "cls", "gen"};
  return run.size() > 1 && std::find(words.begin(), words.end(), run) != words.end();
}

// Four letters in a row are a word: `_{model}`; so are the short words that papers use as labels.
bool is_label_run(std::string_view run) { return (run.size() > 3 && !index_run(run)) || is_label_word(run); }

}  // namespace

// `pos` counts places and is a word all the same.
bool is_script_word(std::string_view run) {
  // SwiGLU, ReLU: capitals and small letters in one run are a name.
  const bool capitals = std::any_of(run.begin(), run.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool small = std::count_if(run.begin(), run.end(), [](char c) { return c >= 'a' && c <= 'z'; }) > 1;
  return is_label_run(run) || run == "pos" || (run.size() > 3 && capitals && small);
}

Letters subscript_letters(const SyntaxTree& tree, SyntaxId script) {
  Letters letters;
  std::string run;
  SyntaxId previous = no_node;
  for (SyntaxId id = script + 1; id < tree[script].next; ++id) {
    const auto kind = tree[id].kind;
    if (kind == SyntaxKind::text) return {};
    if (kind == SyntaxKind::command && tree.has_children(id)) return {};
    if (is_primed(tree, id)) {
      letters.push_back(canonical(tree, id));
      previous = no_node;
      id = tree[id].next - 1;
      continue;
    }
    if (!letter_like(tree, id)) continue;
    const bool adjacent = previous != no_node && tree[previous].span.end == tree[id].span.begin;
    run = plain_letter(tree, id) && adjacent ? run + std::string(tree.spelling(id)) : std::string(tree.spelling(id));
    if (plain_letter(tree, id) && is_label_run(run)) return {};
    letters.push_back(canonical(tree, id));
    previous = id;
  }
  return letters;
}

}  // namespace eqlens
