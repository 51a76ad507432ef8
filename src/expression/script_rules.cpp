// Readings of scripts that need a look around: a small t that transposes, a letter below a bracket, a word above a letter.

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

// `g^k` beside `W^k u`, `R^h u = R^h(m)`: what is a label above one symbol of a line is one above the others.
bool Resolver::is_label_elsewhere(const Name& name, const std::string& above) const {
  const bool letter = above.size() == 1 && above[0] >= 'a' && above[0] <= 'z';
  const bool latin = name.nucleus.size() == 1 && name.nucleus != "e" && (name.nucleus[0] < '0' || name.nucleus[0] > '9');
  if (!letter || !latin || usage_.standing.count(above) || usage_.is_bound(above) || usage_.is_index(above) || usage_.is_step(above))
    return false;
  if (usage_.raised_calls.count(name.latex + "^" + above)) return true;
  return std::any_of(usage_.upper.begin(), usage_.upper.end(), [&](const auto& row) {
    // W of `\mathbf{W_r}`, too.
    const auto brace = row.first.find('{');
    const std::string_view base = std::string_view(row.first).substr(brace == std::string::npos ? 0 : brace + 1);
    const bool gate = !base.empty() && std::string_view("WUVb").find(base[0]) != std::string_view::npos;
    return gate && row.second.count(above) > 0;
  });
}

// `A^{\mathrm{H}}`, `B B^H`: the letter of Hermite, where it stands for nothing else and names no one of several weights.
bool Resolver::is_hermitian(const Name& name, const std::string& above) const {
  const bool capital = name.nucleus[0] >= 'A' && name.nucleus[0] <= 'Z' && name.nucleus.size() == 1;
  if (!capital && name.face != Face::bold) return false;
  for (const std::string_view upright : {"\\mathrm{H}", "\\text{H}", "\\mathsf{H}", "\\operatorname{H}", "{\\rm H}", "\\rm H"})
    if (above == upright) return true;
  if (above != "H" || usage_.standing.count("H") || usage_.is_bound("H")) return false;
  return std::string_view("WUVQKbqkv").find(name.nucleus[0]) == std::string_view::npos;
}

// `\Psi_{s \to t}`: from one time to another is one name; `m_{i \to j}` picks an entry.
bool Resolver::goes_in_time(const std::string& below, const Letters& letters) const {
  if (below.find("\\to") == std::string::npos && below.find("\\rightarrow") == std::string::npos) return false;
  static const std::set<std::string, std::less<>> times = {"s", "t", "r", "u", "T", "\\tau", "\\Delta"};
  return std::all_of(letters.begin(), letters.end(),
                     [&](const std::string& letter) { return times.count(letter) > 0 && !usage_.is_bound(letter); });
}

// `e^k_i = g^k_i`: what is a label above the scripts of a left side is one above the same scripts elsewhere.
bool Resolver::marks_left_side(const std::string& below, const std::string& above) const {
  const bool letter = above.size() == 1 && is_letter(above[0]);
  if (!letter || below.empty() || usage_.standing.count(above) || usage_.is_bound(above) || usage_.is_step(above)) return false;
  const std::string ending = below + "^" + above;
  return std::any_of(usage_.defined.begin(), usage_.defined.end(), [&](const std::string& name) { return name.ends_with(ending); });
}

// `e^{(k+1)}`: a counting letter in brackets says which step, on every letter.
bool Resolver::is_step_mark(SyntaxId superscript) const {
  const SyntaxId inside = unwrap(tree_, superscript + 1);
  if (tree_[inside].kind != SyntaxKind::fence) return false;
  const Tokens tokens = tokens_of(inside);
  if (tokens.empty() || tokens[0].kind != TokenKind::operand || tokens[0].core == no_node || tokens[0].node != tokens[0].core) return false;
  const auto letter = tree_.spelling(tokens[0].core);
  if (letter.size() != 1 || std::string_view("ijklmnt").find(letter[0]) == std::string_view::npos) return false;
  return tokens.size() == 1 || (tokens.size() == 3 && tokens[1].kind == TokenKind::infix && tokens[1].operation->precedence == 2 &&
                                tokens[2].core != no_node && tree_[tokens[2].core].kind == SyntaxKind::number);
}

// `\mathrm{MX}`: a word that is set upright.
bool Resolver::is_upright_word(std::string_view text) {
  for (const std::string_view face : {"\\mathrm{", "\\operatorname{", "\\mathsf{", "\\mathtt{"}) {
    if (!text.starts_with(face) || !text.ends_with('}') || text.size() < face.size() + 3) continue;
    const auto word = text.substr(face.size(), text.size() - face.size() - 1);
    return std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; });
  }
  return false;
}

// `(1 + \exp(-x))^{-1}`: a sum of a number and a function that goes entry by entry is turned over entry by entry.
bool Resolver::goes_by_entry(ExpressionId id) const {
  const auto& arena = equation_.arena;
  if (!arena.applies(id, "plus") && !arena.applies(id, "minus")) return false;
  const auto by_entry = [&](ExpressionId term) { return arena[term].operation && arena[term].operation->scalar; };
  const auto number = [&](ExpressionId term) { return arena[term].kind == ExpressionKind::number; };
  const ExpressionId left = arena.child(id, 0), right = arena.child(id, 1);
  return (number(left) && by_entry(right)) || (number(right) && by_entry(left));
}

// `\operatorname{softmax}(z)_y`: a letter below a bracket has nothing to name, so it says which entry.
bool Resolver::picks_label(SyntaxId subscript) const {
  static const std::set<std::string, std::less<>> letters = {"y", "c", "k", "l", "m", "n", "a", "b", "r", "s", "u", "v", "w"};
  SyntaxId inside = unwrap(tree_, subscript + 1);
  if (tree_[inside].kind == SyntaxKind::scripts) inside = inside + 1;
  return tree_[inside].kind == SyntaxKind::letter && letters.count(canonical(tree_, inside)) > 0;
}

// `(x - \mu)^t \Sigma^{-1} (x - \mu)`, `x^t A x`: a quadratic form in a line that counts no t.
bool Resolver::is_small_transpose(const Token& token) const {
  if (usage_.is_bound("t") || usage_.standing.count("t") || usage_.right_subscripts.count("t") || usage_.left_subscripts.count("t") ||
      usage_.stepped.count("t") || token.node == no_node || token.core == no_node)
    return false;
  const auto follower = [&](SyntaxId id) {
    SyntaxId next = tree_[id].next;
    while (next < tree_.nodes.size() && tree_[next].kind == SyntaxKind::spacing) next = tree_[next].next;
    return next;
  };
  const auto core = [&](SyntaxId id) { return id < tree_.nodes.size() && tree_[id].kind == SyntaxKind::scripts ? id + 1 : id; };
  const SyntaxId matrix = follower(token.node);
  if (core(matrix) >= tree_.nodes.size()) return false;
  const auto name = read_name(core(matrix));
  const bool capital = name && ((name->nucleus.size() == 1 && name->nucleus[0] >= 'A' && name->nucleus[0] <= 'Z') ||
                                (name->nucleus.size() > 2 && name->nucleus[0] == '\\' && name->nucleus[1] < 'a'));
  const SyntaxId last = capital ? core(follower(matrix)) : core(matrix);  // `x^t x` has no matrix between
  return last < tree_.nodes.size() && canonical(tree_, last) == canonical(tree_, token.core);
}

// `t^n` that a fact declares so. A rate, and what has other powers or is declared by itself, is raised.
bool Resolver::is_declared_sample(const Name& name, const std::string& above) const {
  if (name.nucleus[0] == '\\' || usage_.wholes.count(name.latex) || !usage_.samples.count(name.latex + "^" + above)) return false;
  const auto marks = usage_.upper.find(name.latex);
  return marks == usage_.upper.end() || marks->second.size() < 2;
}

}  // namespace eqlens
