// What a command or a group holds.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "base/text.hpp"
#include "expression/token.hpp"
#include "syntax/canonical.hpp"
#include "syntax/typefaces.hpp"

namespace eqlens {

namespace {

constexpr std::array<std::string_view, 21> transparent = {
    "\\mathop",   "\\mathbin",     "\\mathrel",   "\\mathord", "\\mathopen",   "\\mathclose",    "\\mathinner",
    "\\boxed",    "\\fbox",        "\\mathstrut", "\\smash",   "\\underbrace", "\\overbrace",    "\\textcolor",
    "\\colorbox", "\\mathsmaller", "\\underline", "\\cancel",  "\\ensuremath", "\\displaystyle", "\\color"};

// Words that part statements or begin conditions; other text is a name.
constexpr std::array<std::string_view, 34> connecting = {
    "where", "and",     "with",      "if",   "for",      "otherwise", "when", "such that", "s.t.",   "subject to", "or",    "else",
    "given", "for all", "for each",  "then", "in which", "so",        "by",   "is",        "are",    "which",      "while", "because",
    "since", "hence",   "therefore", "as",   "let",      "we",        "the",  "i.e.",      "where:", "else if"};

}  // namespace

// `\hspace{1in}`: as wide as a `\quad`, so it parts statements as one does.
bool is_wide(std::string_view spacing) {
  if (!spacing.starts_with("\\hspace")) return false;
  const auto open = spacing.find('{');
  if (open == std::string_view::npos) return false;
  const auto size = trimmed(spacing.substr(open + 1), "}");
  const double width = std::strtod(std::string(size).c_str(), nullptr);
  if (size.ends_with("pt")) return width >= 8;
  if (size.ends_with("mm")) return width >= 3;
  if (size.ends_with("ex")) return width >= 2;
  if (size.ends_with("width")) return width > 0;
  return width >= (size.ends_with("em") ? 0.8 : 0.3);
}

bool is_connecting(std::string_view words) {
  words = trimmed(words, ",~");
  const auto first = words.substr(0, words.find(' '));
  const auto bare = trimmed(words, ".;:");  // `\text{otherwise.}`
  return std::any_of(connecting.begin(), connecting.end(),
                     [&](std::string_view word) { return word == words || word == first || word == bare; });
}

bool is_transparent(std::string_view command) { return std::find(transparent.begin(), transparent.end(), command) != transparent.end(); }

bool is_font_switch(std::string_view command) {
  for (const std::string_view name : {"\\rm", "\\bf", "\\it", "\\sf", "\\tt", "\\cal", "\\sc"})
    if (command == name) return true;
  return false;
}

bool is_overlap(std::string_view command) {
  for (const std::string_view name : {"\\mathrlap", "\\mathllap", "\\mathclap", "\\rlap", "\\llap", "\\clap"})
    if (command == name) return true;
  return false;
}

// `\mathop{}` and `{}` only keep signs apart.
bool is_empty_item(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind == SyntaxKind::group) return !tree.has_children(id);
  if (tree[id].kind != SyntaxKind::command || !tree.has_children(id) || !is_transparent(command_name(tree, id))) return false;
  const SyntaxId inside = argument(tree, id);
  return inside != no_node && tree[inside].kind == SyntaxKind::group && !tree.has_children(inside);
}

// The E of `\underset{x \sim p}{\mathrm{E}}`, in any face.
bool is_expectation(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind != SyntaxKind::command) return false;
  const SyntaxId inside = argument(tree, id);
  if (inside == no_node) return false;
  const auto face = command_name(tree, id);
  const bool sets = face == "\\mathrm" || face == "\\mathbf" || face == "\\mathbb" || face == "\\operatorname" ||
                    face == "\\operatorname*" || face == "\\mathop" || face == "\\text" || face == "\\mathsf";
  const auto text = tree.spelling(unwrap(tree, inside));
  return sets && (text == "E" || text == "{E}" ||
                  (tree[unwrap(tree, inside)].kind == SyntaxKind::command && is_expectation(tree, unwrap(tree, inside))));
}

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
    for (const std::string_view size : text_sizes)
      if (text.starts_with(size) && text.substr(size.size()).starts_with(' ')) text.remove_prefix(size.size() + 1);
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

SyntaxId last_argument(const SyntaxTree& tree, SyntaxId command) {
  SyntaxId last = no_node;
  for (const SyntaxId child : tree.children(command)) last = child;
  return last;
}

bool is_coloured_term(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind != SyntaxKind::command || !tree.has_children(id) || command_name(tree, id) != "\\textcolor") return false;
  const SyntaxId inside = last_argument(tree, id);
  if (tree[inside].kind != SyntaxKind::group) return false;
  std::size_t signs = 0, others = 0;
  for (const SyntaxId child : tree.children(inside)) {
    if (tree[child].kind == SyntaxKind::spacing) continue;
    signs += others == 0 && tree[child].kind == SyntaxKind::sign ? 1U : 0U;
    ++others;
  }
  return signs == 1 && others > 1;
}

bool ends_in_big(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind != SyntaxKind::group || tree.spelling(id).front() != '{') return false;
  SyntaxId last = no_node;
  for (const SyntaxId child : tree.children(id))
    if (tree[child].kind != SyntaxKind::spacing) last = child;
  if (last == no_node || tree[last].kind != SyntaxKind::scripts || tree[last + 1].kind != SyntaxKind::command) return false;
  const auto* operation = find_operation(command_name(tree, last + 1));
  return operation != nullptr && operation->fixity == Fixity::big;
}

std::string upright_word(const SyntaxTree& tree, SyntaxId group) {
  std::string word;
  bool upright = false;
  for (const SyntaxId child : tree.children(group)) {
    const auto kind = tree[child].kind;
    if (kind == SyntaxKind::letter)
      word += tree.spelling(child);
    else if (kind == SyntaxKind::command && tree.spelling(child) == "\\rm")
      upright = true;
    else if (kind != SyntaxKind::spacing)
      return {};
  }
  return upright && word.size() > 1 ? word : std::string();
}

bool is_running_average(const SyntaxTree& tree, SyntaxId letter, SyntaxId bracket) {
  if (letter == no_node || bracket == no_node || tree.spelling(letter) != "E" || tree[bracket].kind != SyntaxKind::scripts) return false;
  if (tree[bracket + 1].kind != SyntaxKind::fence || tree.spelling(bracket + 2) != "[") return false;
  std::string step;
  for (const SyntaxId child : tree.children(bracket)) {
    if (tree[child].kind == SyntaxKind::superscript) return false;
    if (tree[child].kind == SyntaxKind::subscript) step = canonical(tree, child);
  }
  return step == "t" || step.starts_with("t-") || step.starts_with("t+");
}

}  // namespace eqlens
