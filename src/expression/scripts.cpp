#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

bool one_token(std::string_view text) {
  if (text.size() <= 1) return true;
  if (text[0] != '\\') return false;
  return std::all_of(text.begin() + 1, text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

bool is_capital(std::string_view nucleus) { return nucleus.size() == 1 && nucleus[0] >= 'A' && nucleus[0] <= 'Z'; }

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string without_braces(std::string text) {
  while (text.size() >= 2 && text.front() == '{' && text.back() == '}') text = text.substr(1, text.size() - 2);
  return text;
}

// Matrices that carry the name of what they serve as a superscript: `W^Q`, `b^f`.
bool carries_labels(const Name& name) {
  return name.nucleus == "W"sv || name.nucleus == "U"sv || name.nucleus == "b"sv || name.nucleus == "V"sv || name.word;
}

}  // namespace

const std::string& Resolver::script_text(SyntaxId script) const {
  const auto [known, is_new] = script_texts_.try_emplace(script);
  std::string& text = known->second;
  if (!is_new) return text;
  // One letter needs no braces.
  if (tree_[script + 1].kind == SyntaxKind::letter && tree_[script + 1].next == tree_[script].next)
    if (text = canonical(tree_, script + 1); text.size() == 1) return text;
  text.clear();
  for (const SyntaxId child : tree_.children(script)) text += canonical(tree_, child);
  text = without_braces(text);
  if (!one_token(text)) text = "{" + text + "}";
  return text;
}

int Resolver::primes_of(SyntaxId primes) const {
  const auto marks = tree_.spelling(primes);
  return marks[0] == '\'' ? static_cast<int>(marks.size()) : 1;
}

Scripts Resolver::read_scripts(const Name& name, const Token& token) {
  Scripts scripts;
  // `\vec{{g_r}_1}`: from the inside out.
  std::vector<SyntaxId> nested;
  for (SyntaxId inner = name.inner_scripts; inner != no_node;) {
    nested.insert(nested.begin(), inner);
    const SyntaxId nucleus = unwrap(tree_, inner + 1);
    inner = tree_[nucleus].kind == SyntaxKind::scripts ? nucleus : no_node;
  }
  for (const SyntaxId inner : nested) {
    const std::string label = scripts.label;
    for (const SyntaxId child : tree_.children(inner)) {
      if (tree_[child].kind == SyntaxKind::subscript) read_subscript(name, child, scripts);
      if (tree_[child].kind == SyntaxKind::superscript) read_superscript(name, child, scripts, token);
      if (tree_[child].kind == SyntaxKind::primes) scripts.primes += primes_of(child);
    }
    if (!label.empty() && label != scripts.label) scripts.label = "{" + without_braces(label) + "," + without_braces(scripts.label) + "}";
  }
  if (token.subscript != no_node && !decide_subscript(name, token.subscript, scripts)) {
    read_subscript(name, token.subscript, scripts);
    doubt_subscript(name, token.subscript, scripts, token);
  }
  if (token.primes != no_node) scripts.primes += primes_of(token.primes);
  if (token.superscript != no_node && !decide_superscript(name, token.superscript, scripts, token)) {
    read_superscript(name, token.superscript, scripts, token);
    doubt_superscript(name, token.superscript, scripts, token);
  }
  if (scripts.primes > 0) scripts.upper = std::string(static_cast<std::size_t>(scripts.primes), '\'') + scripts.upper;
  return scripts;
}

void Resolver::read_subscript(const Name& name, SyntaxId script, Scripts& scripts) {
  const std::string text = script_text(script);
  const auto bare = without_braces(text);
  const auto letters = subscript_letters(tree_, script);
  const bool array = usage_.arrays.count(name.latex) > 0 || parameters_.count(name.latex) > 0;
  const bool slice = bare.find(':') != std::string::npos;
  const bool listed = usage_.listed.count(name.latex) > 0 && (is_number(bare) || letters.size() == 1);
  const bool declared = usage_.arrays.count(name.latex + "_" + text) > 0;  // `W_2` beside W
  if ((is_number(bare) && array && !declared) || listed) {
    scripts.indices = index_expressions(script);
    return;
  }
  static const std::set<std::string, std::less<>> parameters = {"\\theta", "\\phi", "\\psi", "\\omega", "\\Theta", "\\vartheta"};
  const auto is_counted = [&](const std::string& letter) { return usage_.is_index(letter) && !parameters.count(letter); };
  if (goes_in_time(bare, letters)) {
    scripts.label = text;
    return;
  }
  // Most subscripts are one letter, which many rules below ask about.
  const bool first_counts = !letters.empty() && is_counted(letters[0]);
  const auto counts = [&](const std::string& letter) { return &letter == &letters[0] ? first_counts : is_counted(letter); };
  // `x_{1:d}` is a stretch of x, a name of its own.
  if (slice && bare.size() > 2 && bare.find(',') == std::string::npos) {
    scripts.label = text;
    return;
  }
  // `\alpha_{t \mid s}` is one name; the bar of `p_{j|i}` only parts two letters that count.
  if (bare.find('|') != std::string::npos || bare.find("\\mid") != std::string::npos) {
    const bool pair = letters.size() == 2 && std::all_of(letters.begin(), letters.end(), counts);
    const auto runs = [&](const std::string& letter) {
      return usage_.is_bound(letter) || (letter >= "i" && letter <= "n" && usage_.left_subscripts.count(letter));
    };
    if (pair && std::all_of(letters.begin(), letters.end(), runs))
      scripts.indices = index_expressions(script);
    else
      scripts.label = text;
    return;
  }
  // `u_{i \% n}`: a place that is worked out.
  if (!letters.empty() && (bare.find("\\%") != std::string::npos || bare.find("\\bmod") != std::string::npos)) {
    scripts.indices = index_expressions(script);
    return;
  }
  // `n_{i\cdot}`: the dot stands for all.
  const bool all = bare.starts_with("\\cdot") || bare.ends_with("\\cdot") || bare.ends_with("\\bullet");
  // `\overline{L_{i\cdot}}`: the mean of row i.
  if (all && (name.accent == "\\overline"sv || name.accent == "\\bar"sv)) {
    scripts.label = text;
    return;
  }
  if (all && std::any_of(letters.begin(), letters.end(), counts)) {
    scripts.indices = index_expressions(script);
    return;
  }
  // x_i of `\sum_{x_i \in X}` is bound as a whole.
  const bool no_count = std::none_of(letters.begin(), letters.end(), [&](const auto& letter) { return usage_.is_bound(letter); });
  if (no_count && usage_.is_bound(name.latex + "_" + text)) {
    scripts.label = text;
    return;
  }
  if (picks_entry(name, script)) {
    scripts.indices = index_expressions(script);
    return;
  }
  const bool all_count = !letters.empty() && std::all_of(letters.begin(), letters.end(), counts);
  const bool some_count = std::any_of(letters.begin(), letters.end(), counts);
  const bool parted = bare.find(',') != std::string::npos;
  // `\Omega_{mp}` under a sum over m: a bound letter beside symbols that stand in the line.
  const bool beside_symbols =
      letters.size() > 1 && std::any_of(letters.begin(), letters.end(), [&](const auto& letter) { return usage_.is_bound(letter); }) &&
      std::all_of(letters.begin(), letters.end(),
                  [&](const auto& letter) { return counts(letter) || usage_.standing_alone.count(letter) || usage_.limits.count(letter); });
  if (all_count || beside_symbols || (some_count && parted) || (slice && !letters.empty())) {
    scripts.indices = index_expressions(script);
    return;
  }
  const bool step = letters.size() == 1 && usage_.is_step(letters[0]) && !name.word;
  if (step) {
    scripts.step = letters[0];
    auto arithmetic = bare;
    if (arithmetic.size() > 1 && arithmetic.front() == '(' && arithmetic.back() == ')')
      arithmetic = arithmetic.substr(1, arithmetic.size() - 2);
    const auto rest = arithmetic.substr(std::min(arithmetic.size(), letters[0].size()));
    if (rest.size() > 1 && (rest[0] == '-' || rest[0] == '+') && is_number(rest.substr(1)))
      scripts.offset = (rest[0] == '-' ? -1 : 1) * std::stoi(rest.substr(1, 6));
    else if (!rest.empty())
      scripts.step.clear();
  }
  scripts.numeric_step = is_number(bare);
  scripts.label = text;
}

// `w_{y_i}` beside `w_j`: an entry is picked by what another list holds. `Q_t` of a declared Q is a row of it.
bool Resolver::picks_entry(const Name& name, SyntaxId script) const {
  const SyntaxId inside = unwrap(tree_, script + 1);
  const auto letters = subscript_letters(tree_, script);
  if (tree_[inside].kind == SyntaxKind::letter)
    return letters.size() == 1 && usage_.arrays.count(name.latex) && !usage_.arrays.count(name.latex + "_" + script_text(script)) &&
           usage_.is_step(letters[0]);
  if (tree_[inside].kind != SyntaxKind::scripts || letters.size() < 2) return false;
  const bool counted = std::any_of(letters.begin() + 1, letters.end(), [&](const auto& letter) { return usage_.is_index(letter); });
  const bool listed =
      usage_.arrays.count(name.latex) > 0 || std::any_of(usage_.carriers.begin(), usage_.carriers.end(), [&](const auto& row) {
        return usage_.is_index(row.first) && row.second.count(name.latex) && row.first != letters[1];
      });
  return counted && listed;
}

void Resolver::read_superscript(const Name& name, SyntaxId script, Scripts& scripts, const Token& token) {
  const std::string text = script_text(script);
  const auto bare = without_braces(text);
  const bool array_like = is_capital(name.nucleus) || name.face == Face::bold || name.word;
  if (bare == "\\prime"sv || bare == "'"sv || bare == "\\prime\\prime"sv) {
    scripts.primes += bare == "\\prime\\prime"sv ? 2 : 1;
    return;
  }
  // `\mathbf{K}^{\star^\top}`: the label is transposed in name, the matrix in fact.
  const SyntaxId inner = unwrap(tree_, script + 1);
  if (tree_[inner].kind == SyntaxKind::scripts)
    for (const SyntaxId child : tree_.children(inner))
      if (tree_[child].kind == SyntaxKind::superscript && is_transpose(child, token, true)) {
        const std::string label = without_braces(canonical(tree_, inner + 1));
        scripts.upper = one_token(label) ? label : "{" + label + "}";
        scripts.transpose = true;
        scripts.transpose_sign = unwrap(tree_, child + 1);
        return;
      }
  if (labelled_transpose(inner, scripts)) return;
  if (is_hermitian(name, bare)) {
    scripts.transpose = scripts.conjugate = true;
    return;
  }
  if (is_transpose(script, token, array_like)) {
    scripts.transpose = true;
    return;
  }
  if (bare == "*"sv || bare == "\\ast"sv || bare == "\\star"sv || bare == "-"sv || bare == "\\circ"sv || bare == "\\times"sv) {
    scripts.upper = text;
    return;
  }
  if (bare == "+"sv || bare == "\\dagger"sv) {
    // `\mathbf{k}^+` is one of several keys, `A^+` an inverse.
    const bool matrix = is_capital(name.nucleus) || (name.nucleus.size() > 1 && name.nucleus[0] == '\\' && name.nucleus[1] <= 'Z');
    if (bare == "+"sv ? matrix : array_like)
      scripts.pseudo_inverse = true;
    else
      scripts.upper = text;
    return;
  }
  if (is_inverse(script) && (array_like || name.nucleus == "\\Sigma"sv || name.nucleus == "\\Lambda"sv || name.nucleus == "\\Omega"sv)) {
    scripts.inverse = true;
    return;
  }
  const bool bracketed = bare.size() > 2 && ((bare.front() == '(' && bare.back() == ')') || (bare.front() == '[' && bare.back() == ']'));
  const auto letters = subscript_letters(tree_, script);
  if (bracketed) {
    if (letters.size() == 1 && usage_.is_bound(letters[0])) {
      scripts.upper_indices = index_expressions(script);
      return;
    }
    // `x^{(\lambda)}` beside a \lambda that is computed with: which x is meant, and no step.
    const bool named = letters.size() == 1 && letters[0][0] == '\\' && letters[0] != "\\tau"sv && letters[0] != "\\ell"sv &&
                       usage_.standing.count(letters[0]);
    if (letters.size() == 1 && !named) {
      scripts.step = letters[0];
      const auto arithmetic = bare.substr(1 + letters[0].size(), bare.size() - 2 - letters[0].size());
      if (arithmetic.size() > 1 && is_number(arithmetic.substr(1)))
        scripts.offset = (arithmetic[0] == '-' ? -1 : 1) * std::stoi(arithmetic.substr(1, 6));
    }
    scripts.upper = text;
    return;
  }
  // Nobody raises to a list: `Q^{a,+}`.
  if (is_list_above(bare)) {
    scripts.upper = text;
    return;
  }
  const bool letters_only = bare.size() > 2 && std::all_of(bare.begin(), bare.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool word_above = letters_only && is_script_word(bare) && name.nucleus != "e"sv && !usage_.standing.count(bare.substr(0, 1));
  if (is_policy(name, bare) || is_word_above(bare) || word_above || is_family(name, bare)) {
    scripts.upper = text;
    return;
  }
  const bool marked = bare.find("\\text") != std::string::npos || is_upright_word(bare);
  const bool words = letters.empty() && name.face != Face::blackboard && !is_number(bare) &&
                     bare.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos && marked;
  const bool gate =
      letters.size() == 1 && bare == letters[0] && carries_labels(name) && !usage_.is_bound(letters[0]) && !usage_.is_step(letters[0]);
  const bool capital_label = is_capital(bare) && array_like && bare != "T"sv;
  // Nobody raises to a function: q of `\mu^q` beside q(x).
  const bool function_label = letters.size() == 1 && bare == letters[0] && bare.size() == 1 && usage_.standing.count(letters[0]) &&
                              !usage_.standing_alone.count(letters[0]) && !usage_.is_bound(letters[0]);
  if (words || gate || capital_label || function_label) {
    scripts.upper = text;
    return;
  }
  const bool bold_step = name.face == Face::bold && letters.size() == 1 && usage_.stepped.count(letters[0]) > 0;
  if (letters.size() == 1 && (bold_step || usage_.power_stepped.count(letters[0])) && !is_number(name.nucleus) && name.nucleus[0] != '\\') {
    scripts.upper = text;
    scripts.step = letters[0];
    const auto rest = bare.substr(std::min(bare.size(), letters[0].size()));
    if (rest.size() > 1 && is_number(rest.substr(1))) scripts.offset = (rest[0] == '-' ? -1 : 1) * std::stoi(rest.substr(1, 6));
    return;
  }
  const std::string label = scripts.label.empty() ? "" : "_" + scripts.label;
  const std::string below = token.subscript == no_node ? label : "_" + script_text(token.subscript);
  const bool declared = usage_.defined.count(name.latex + label + "^" + text) || usage_.defined.count(name.latex + below + "^" + text);
  if (declared && !is_declared_sample(name, text)) {
    scripts.upper = text;
    return;
  }
  if (marks_left_side(below, text)) {
    scripts.upper = text;
    return;
  }
  // `y \in \mathcal{S}^2`: which sphere, and no square.
  const bool set = is_number(bare) && (name.face == Face::script || name.face == Face::blackboard) && usage_.sets.count(name.latex) > 0;
  if (set) {
    scripts.upper = text;
    return;
  }
  const bool data = (name.nucleus == "x"sv || name.nucleus == "y"sv) && (bare == "n"sv || bare == "i"sv || bare == "m"sv);
  const bool sample = letters.size() == 1 && bare == letters[0] && usage_.is_bound(bare) && (data || is_declared_sample(name, text));
  if (sample) {
    scripts.upper_indices = index_expressions(script);
    return;
  }
  if (marks_one_of_several(name, bare, token) || is_label_elsewhere(name, bare)) {
    scripts.upper = text;
    return;
  }
  scripts.power = script;
}

// `\hat{y}^k_{ij}`, `\mathbf{x}^a`: a letter that stands for nothing elsewhere, above what is no plain number.
bool Resolver::marks_one_of_several(const Name& name, const std::string& above, const Token& token) const {
  if (above.size() != 1 || above[0] < 'a' || above[0] > 'z' || name.nucleus.size() != 1 || is_capital(name.nucleus)) return false;
  if (usage_.standing.count(above) || usage_.is_bound(above) || usage_.is_step(above)) return false;
  const bool counts = std::string_view("nkpmt").find(above[0]) != std::string_view::npos;
  const bool below = token.subscript != no_node;
  return name.face == Face::bold || (!name.accent.empty() && (below || !counts)) || (below && !counts);
}

// `X^{(\text{train})\top}`: a label and then the sign.
bool Resolver::labelled_transpose(SyntaxId inside, Scripts& scripts) const {
  if (tree_[inside].kind != SyntaxKind::group) return false;
  SyntaxId last = no_node;
  std::string label;
  for (const SyntaxId child : tree_.children(inside)) {
    if (tree_[child].kind == SyntaxKind::spacing) continue;
    if (last != no_node) label += canonical(tree_, last);
    last = child;
  }
  if (last == no_node || label.empty() || (tree_.spelling(last) != "\\top"sv && tree_.spelling(last) != "\\intercal"sv)) return false;
  scripts.upper = one_token(label) ? label : "{" + label + "}";
  scripts.transpose = true;
  scripts.transpose_sign = last;
  return true;
}

// `V^\pi`: what a value function is worth under a policy.
bool Resolver::is_policy(const Name& name, const std::string& above) const {
  static const std::set<std::string, std::less<>> letters = {"Q", "V", "A", "q", "v", "d", "G", "J", "\\rho", "\\eta"};
  const bool policy = above.starts_with("\\pi") || above == "\\mu"sv || above.starts_with("\\mu_");
  return policy && letters.count(name.nucleus) > 0;
}

// `L^{CLIP}`, `A^{GAE(\gamma, \lambda)}`: capitals side by side.
bool Resolver::is_word_above(const std::string& above) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return above.size() > 2 && capital(above[0]) && capital(above[1]) && capital(above[2]);
}

// `x_i^a` beside `x_i^p`, `u^1` beside `u^N`: several things of one name, whose marks stand for nothing elsewhere.
bool Resolver::is_family(const Name& name, const std::string& above) const {
  const auto found = usage_.upper.find(name.latex);
  if (found == usage_.upper.end() || !found->second.count(above) || name.nucleus[0] == '\\') return false;
  const bool ordinal = found->second.count("1") > 0;
  const auto marks = static_cast<std::size_t>(std::count_if(found->second.begin(), found->second.end(), [&](const std::string& mark) {
    return mark != "T"sv && !usage_.standing.count(mark) && !usage_.is_bound(mark) && !usage_.is_step(mark);
  }));
  const bool mark = !usage_.standing.count(above) && !usage_.is_bound(above) && above != "T"sv && !usage_.is_step(above);
  return ordinal ? name.face == Face::bold : mark && marks > 1;
}

bool Resolver::is_transpose(SyntaxId superscript, const Token& token, bool array_like) const {
  const auto bare = without_braces(script_text(superscript));
  if (bare == "\\top"sv || bare == "\\intercal"sv || bare == "\\mathsf{T}"sv || bare == "\\mathrm{T}"sv || bare == "\\text{T}"sv ||
      bare == "\\operatorname{T}"sv || bare == "{\\rm T}"sv || bare == "\\rm T"sv || bare == "\\mathtt{T}"sv || bare == "\\tran"sv ||
      bare == "\\transpose"sv || bare == "ᵀ"sv || bare == "⊤"sv || bare == "\\mathbf{T}"sv)
    return true;
  if (bare == "t"sv) return is_small_transpose(token);
  if (bare != "T"sv || (token.core != no_node && tree_[token.core].kind == SyntaxKind::number)) return false;
  // An italic T is a power where the same letter counts steps that something else is raised to.
  const bool bracket = token.kind == TokenKind::fence;
  const auto base = token.core == no_node ? std::nullopt : read_name(token.core);
  const bool vector_like = !token.word.empty() || array_like || bracket || (base && base->accent == "\\vec"sv);
  const bool counts = usage_.standing.count("T") > 0 && !array_like && !bracket;
  if (vector_like) return true;
  const auto name = token.core == no_node ? std::nullopt : read_name(token.core);
  // Greek letters that stand for vectors of parameters or means.
  static const std::set<std::string, std::less<>> vectors = {"\\theta", "\\phi", "\\psi", "\\mu", "\\omega", "\\xi"};
  return !counts && name && (tree_[token.core].kind == SyntaxKind::letter || !name->accent.empty() || vectors.count(name->nucleus) > 0);
}

bool Resolver::is_inverse(SyntaxId superscript) const {
  const auto bare = without_braces(script_text(superscript));
  return bare == "-1"sv || bare == "−1"sv || bare == "\\mathsmaller{-1}"sv;
}

}  // namespace eqlens
