// A letter before a bracket: a call or a product?
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

// Letters that name functions in papers when a bracket with a symbol follows.
bool names_functions(const Name& name) {
  static const std::set<std::string, std::less<>> letters = {
      "f",     "g",     "h",     "u",       "k",    "V",    "Q",     "J",       "D",       "p",       "q",     "P",      "a",
      "d",     "F",     "G",     "H",       "K",    "R",    "T",     "N",       "r",       "y",       "\\ell", "\\phi",  "\\varphi",
      "\\psi", "\\Phi", "\\Psi", "\\sigma", "\\pi", "\\mu", "\\rho", "\\kappa", "\\delta", "\\Omega", "\\tau", "\\Gamma"};
  return name.face == Face::script || name.word || letters.count(name.nucleus) > 0;
}

bool scales(const Name& name) {
  static const std::set<std::string, std::less<>> letters = {
      "\\alpha", "\\beta", "\\gamma", "\\lambda", "\\eta", "\\epsilon", "\\varepsilon", "\\zeta", "\\theta", "c", "n", "m", "N"};
  return name.face != Face::script && letters.count(name.nucleus) > 0;
}

}  // namespace

// `x(t)`, `\beta(g(u))`: brackets around one thing part nothing, so the letter in front of them is applied to it.
bool Resolver::holds_one_thing(const Tokens& inside) const {
  if (inside.empty() || inside[0].kind != TokenKind::operand || inside[0].core == no_node) return false;
  if (inside.size() == 1) return tree_[inside[0].core].kind == SyntaxKind::number || read_name(inside[0]).has_value();
  return inside.size() == 2 && inside[1].kind == TokenKind::fence && inside[1].node == inside[1].core && read_name(inside[0]) &&
         bare_arguments(inside[1].core);
}

// `F^{-1}(q)`, `\operatorname{cdf}^{-1}(1 - u)`: the inverse of a function, and no reciprocal.
bool Resolver::inverts(const Name& name, const Scripts& scripts, const Token& bracket) const {
  const bool raised = scripts.inverse || (scripts.power != no_node && is_inverse(scripts.power));
  if (!raised || !scripts.indices.empty() || usage_.factors.count(name.latex) || usage_.arrays.count(name.latex)) return false;
  const bool capital = name.nucleus[0] >= 'A' && name.nucleus[0] <= 'Z';
  if (name.face == Face::bold && (capital || name.nucleus[0] == '\\')) return false;
  if (tree_.spelling(bracket.core + 1).find('(') == std::string_view::npos) return false;
  if (usage_.called.count(name.latex)) return true;
  const bool stands_alone = usage_.standing_alone.count(name.nucleus) > 0 && name.face == Face::italic;
  const Tokens inside = tokens_of(bracket.core);
  const auto has = [&](TokenKind kind) {
    return std::any_of(inside.begin(), inside.end(), [&](const Token& token) { return token.kind == kind; });
  };
  if (name.word) return !inside.empty();
  if (stands_alone || scales(name) || name.nucleus == "\\Sigma"sv || name.nucleus == "\\Lambda"sv) return false;
  const bool distribution = name.nucleus == "F"sv || name.nucleus == "\\Phi"sv;
  return holds_one_thing(inside) || has(TokenKind::relation) || (!inside.empty() && (distribution || usage_.applied.count(name.latex)));
}

bool Resolver::is_call(const Name& name, const Scripts& scripts, const Token& bracket) const {
  const auto open = tree_.spelling(bracket.core + 1);
  const bool stands_alone = usage_.standing_alone.count(name.nucleus) > 0 && name.face == Face::italic;
  const bool round = open.find('(') != std::string_view::npos;
  const bool square = open.find('[') != std::string_view::npos;
  if (usage_.factors.count(name.latex)) return false;
  std::string plain = scripts.label.empty() ? name.latex : name.latex + "_" + scripts.label;
  if (scripts.primes > 0 && usage_.called.count(plain + std::string(static_cast<std::size_t>(scripts.primes), '\'')))
    return round || (square && usage_.bracketed.count(plain) > 0);
  if (!scripts.upper.empty() && usage_.arrays.count(plain + "^" + scripts.upper)) return false;
  if (!scripts.upper.empty() && usage_.called.count(plain + "^" + scripts.upper)) plain += "^" + scripts.upper;
  if (square && (usage_.bracketed.count(plain) || usage_.bracketed.count(name.latex))) return true;
  if (usage_.called.count(plain) || usage_.called.count(name.latex)) return round || name.word;
  // `S_2(u)` beside a definition of `S_\beta(x)`.
  if (round && !scripts.label.empty() && scripts.label.find_first_not_of("{}0123456789.") == std::string::npos) {
    const auto sibling = usage_.called.lower_bound(name.latex + "_");
    if (sibling != usage_.called.end() && sibling->starts_with(name.latex + "_")) return true;
  }
  // `D_{KL}[q || p]`: only a divergence has double bars in its bracket.
  const auto divides = [&](const Token& token) { return token.kind == TokenKind::bar && is_double_bar(token); };
  if (const Tokens parts = tokens_of(bracket.core); square && std::any_of(parts.begin(), parts.end(), divides))
    return (name.nucleus == "D"sv || name.word) && scripts.indices.empty();
  if (raised_call(name, scripts, bracket)) return true;
  if (scripts.power != no_node || scripts.transpose || scripts.inverse || !scripts.upper_indices.empty()) return false;
  if (usage_.defined.count(plain) || usage_.arrays.count(plain)) return false;
  const Tokens inside = tokens_of(bracket.core);
  if (inside.empty()) return round;
  // Nobody multiplies a set by a bracket: N of `\sum_{j \in N(i)}` is a family of sets.
  if (round && bracket.glued && usage_.sets.count(name.latex) && bare_arguments(bracket.core)) return true;
  // Some books call with square brackets: `\mathrm{f}[\mathbf{x}]`.
  if (square && name.face == Face::upright && (name.word || !stands_alone)) return bracket.glued && !is_place(inside);
  const bool habit = square && !usage_.bracketed.empty() && bracket.glued;  // the line calls with square brackets elsewhere
  const bool list = std::all_of(inside.begin(), inside.end(),
                                [](const Token& token) { return token.kind == TokenKind::operand || token.kind == TokenKind::comma; });
  if (habit && names_functions(name) && !stands_alone && list) return true;
  // Nobody puts one symbol into square brackets to multiply by it.
  const bool lone = square && bracket.glued && inside.size() == 1 && inside[0].kind == TokenKind::operand && inside[0].core != no_node;
  if (lone && source_ == 0 && !is_counted_place(inside) && !stands_alone && (names_functions(name) || name.nucleus == "L"sv) &&
      !scales(name) && scripts.indices.empty() && tree_[inside[0].core].kind != SyntaxKind::number)
    return true;
  if (name.word && (round || square)) return round;
  if (!round) return false;
  const auto has = [&](TokenKind kind) {
    return std::any_of(inside.begin(), inside.end(), [&](const Token& token) { return token.kind == kind; });
  };
  if (has(TokenKind::comma) || has(TokenKind::semicolon)) return true;
  const auto bars_inside = std::count_if(inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::bar; });
  if (bars_inside % 2 == 1) return true;
  if (has(TokenKind::relation)) return true;
  const bool sum_inside = std::any_of(
      inside.begin(), inside.end(), [](const Token& token) { return token.kind == TokenKind::infix && token.operation->precedence == 2; });
  const bool number_inside = inside.size() == 1 && inside[0].kind == TokenKind::operand && tree_[inside[0].core].kind == SyntaxKind::number;
  const bool one_symbol = inside.size() == 1 && inside[0].kind == TokenKind::operand && !number_inside;
  // `E_i(x)` is a call of one of several functions, `w_i(a - b)` a product.
  if (!scripts.indices.empty())
    return one_symbol && !scales(name) && name.nucleus != "y"sv &&
           (names_functions(name) || name.nucleus == "E"sv || name.nucleus == "L"sv ||
            (holds_one_thing(inside) && !usage_.standing_alone.count(name.nucleus) && name.nucleus != "w"sv));
  const bool parameters = !scripts.label.empty() && (scripts.label == "\\theta"sv || scripts.label == "\\phi"sv ||
                                                     scripts.label == "\\psi"sv || scripts.label == "w"sv);
  if (parameters) return true;
  const bool one_thing = holds_one_thing(inside) && !usage_.standing_alone.count(name.nucleus);
  const bool told_apart = scripts.label.find("\\text") != std::string::npos || scripts.label.find("\\mathrm") != std::string::npos;
  // `c(u^{(k)})^2`: the bracket keeps two superscripts apart.
  if (scales(name) && bracket.superscript != no_node && inside.size() == 1 && inside[0].superscript != no_node) return false;
  if (scales(name)) return one_thing && (scripts.label.empty() || told_apart) && scripts.upper.empty();
  const bool seen = usage_.applied.count(name.latex) > 0;  // called elsewhere without a doubt
  const bool applied = seen && names_functions(name);
  // `\sigma_s (e^h - 1)`: a deviation at a time, and no sigmoid.
  const bool deviation = name.nucleus == "\\sigma"sv && (!scripts.label.empty() || !scripts.step.empty());
  if (sum_inside && deviation) return false;
  if (sum_inside && !scripts.label.empty() && stands_uncalled(bracket)) return false;
  if (sum_inside) {
    const bool function_letter = name.nucleus == "f"sv || name.nucleus == "g"sv || name.nucleus == "\\sigma"sv ||
                                 name.nucleus == "\\phi"sv || name.nucleus == "\\psi"sv || name.face == Face::script ||
                                 name.nucleus == "h"sv || name.nucleus == "\\Phi"sv || name.nucleus == "\\rho"sv ||
                                 name.nucleus == "\\Gamma"sv || (name.nucleus == "\\delta"sv && scripts.label.empty());
    return ((function_letter || seen) && !stands_alone) || (applied && name.nucleus.size() == 1 && name.nucleus[0] <= 'Z');
  }
  if (number_inside) return !stands_alone;
  if (one_symbol) return !stands_alone || names_functions(name);
  if (one_thing) return true;
  return names_functions(name) && (!stands_alone || applied);
}

// `\rho_t(a + b)` beside `1 - \rho_t`: what stands in front of the bracket, script and all, is a factor elsewhere.
bool Resolver::stands_uncalled(const Token& bracket) const {
  SyntaxId head = no_node;
  const auto bare = [&](SyntaxId id) {
    SyntaxId next = tree_[id].next;
    while (next < tree_.nodes.size() && tree_[next].kind == SyntaxKind::spacing) next = tree_[next].next;
    const SyntaxId core = next < tree_.nodes.size() && tree_[next].kind == SyntaxKind::scripts ? next + 1 : next;
    if (core == bracket.core) head = id;
    return core >= tree_.nodes.size() || tree_[core].kind != SyntaxKind::fence;
  };
  std::vector<SyntaxId> uncalled;
  for (SyntaxId id = 0; id < tree_.nodes.size(); ++id)
    if (tree_[id].kind == SyntaxKind::scripts && bare(id)) uncalled.push_back(id);
  if (head == no_node) return false;
  const std::string printed = canonical(tree_, head);
  return std::any_of(uncalled.begin(), uncalled.end(), [&](SyntaxId id) { return canonical(tree_, id) == printed; });
}

// `\hat{q}^a(z)`: a letter that stands for nothing elsewhere tells functions apart; so does any mark before a list of arguments.
bool Resolver::labels_call(const Name& name, const Scripts& scripts, const Token& bracket) const {
  if (scripts.power == no_node || !bracket.glued || name.nucleus == "e"sv) return false;
  const std::string above = script_text(scripts.power);
  if (is_mark_above(above) && ((marks_called(above) && !scales(name)) || holds_list(bracket))) return true;
  if (!names_functions(name) || !scripts.indices.empty()) return false;
  const bool letter = above.size() == 1 && is_letter(above[0]) && above != "n"sv && above != "k"sv && above != "p"sv && above != "m"sv;
  if (!letter || usage_.standing.count(above) || usage_.is_bound(above) || usage_.is_index(above) || usage_.is_step(above)) return false;
  const Tokens inside = tokens_of(bracket.core);
  return !inside.empty() && std::all_of(inside.begin(), inside.end(), [](const Token& token) { return token.kind != TokenKind::infix; });
}

// `T,+`, but not `-|\{u \in V \mid (u, v) \in E\}|`.
bool Resolver::is_list_above(const std::string& above) {
  const int outside = above.starts_with('{') && above.ends_with('}') ? 1 : 0;
  int depth = 0;
  for (const char c : above) {
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == outside) return true;
  }
  return false;
}

// A letter, or marks that no exponent has: `\tau`, `T,+`.
bool Resolver::is_mark_above(const std::string& above) {
  if (is_list_above(above)) return true;
  return above.size() == 1 ? is_letter(above[0]) : above[0] == '\\' && above.find_first_of(" {}^_") == std::string::npos;
}

// `g^\tau(s)` beside `f^\tau(s, a) = ...`: one mark tells both functions from others.
bool Resolver::marks_called(const std::string& above) const {
  return std::any_of(usage_.called.begin(), usage_.called.end(), [&](const std::string& head) {
    return head.size() > above.size() && head.ends_with(above) && head[head.size() - above.size() - 1] == '^';
  });
}

// `(s, a)`, `(y \mid x)`: nobody multiplies by it.
bool Resolver::holds_list(const Token& bracket) const {
  if (tree_.spelling(bracket.core + 1).find('(') == std::string_view::npos) return false;
  const Tokens inside = tokens_of(bracket.core);
  const auto parts = [](const Token& token) { return token.kind == TokenKind::comma || token.kind == TokenKind::semicolon; };
  return std::any_of(inside.begin(), inside.end(), parts);
}

// `f^2(t)`: the square of a value, where f stands nowhere without its bracket.
bool Resolver::raised_call(const Name& name, const Scripts& scripts, const Token& bracket) const {
  static const std::set<std::string, std::less<>> letters = {"f", "g", "h", "\\phi", "\\psi", "\\sigma", "\\rho"};
  if (scripts.power == no_node || scripts.transpose || scripts.inverse || !scripts.indices.empty() || !bracket.glued) return false;
  if (script_text(scripts.power) != "2"sv || !letters.count(name.nucleus) || usage_.standing_alone.count(name.nucleus)) return false;
  const Tokens inside = tokens_of(bracket.core);
  return inside.size() == 1 && inside[0].kind == TokenKind::operand && inside[0].core != no_node &&
         tree_[inside[0].core].kind != SyntaxKind::number;
}

// `a(b)`: a letter that names a function only by the bracket behind it, and nothing else says that it is called.
bool Resolver::doubtful_call(const Name& name, const Scripts& scripts, const Token& bracket) const {
  static const std::set<std::string, std::less<>> clear = {"f", "g", "h", "F", "G",     "p",     "q",     "P",       "Q",    "V",    "J",
                                                           "D", "H", "L", "E", "\\phi", "\\psi", "\\Phi", "\\sigma", "\\pi", "\\ell"};
  if (name.word || name.face != Face::italic || !name.accent.empty() || clear.count(name.nucleus) || !scripts.label.empty() ||
      !scripts.upper.empty() || source_ != 0)
    return false;
  if (usage_.called.count(name.latex)) return false;
  const Tokens inside = tokens_of(bracket.core);
  return inside.size() == 1 && inside[0].kind == TokenKind::operand && inside[0].core != no_node &&
         tree_[inside[0].core].kind != SyntaxKind::number;
}

}  // namespace eqlens
