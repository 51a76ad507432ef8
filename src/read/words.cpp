#include "read/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "operation/operation.hpp"

#include "base/text.hpp"

namespace eqlens {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// Greek letters not listed are spoken by their command's own name.
constexpr std::array letter_table{
    Pair{"\\varepsilon", "epsilon"},
    Pair{"\\varphi", "phi"},
    Pair{"\\vartheta", "theta"},
    Pair{"\\varrho", "rho"},
    Pair{"\\varsigma", "sigma"},
    Pair{"\\ell", "ell"},
    Pair{"\\infty", "infinity"},
    Pair{"\\hbar", "h bar"},
    Pair{"\\imath", "i"},
    Pair{"\\jmath", "j"},
    Pair{"\\nabla", "gradient"},
    Pair{"\\partial", "partial"},
    Pair{"\\emptyset", "the empty set"},
    Pair{"\\varnothing", "the empty set"},
    Pair{"\\top", "top"},
    Pair{"\\bot", "bottom"},
    Pair{"\\cdot", "dot"},
    Pair{"\\bullet", "dot"},
    Pair{"\\star", "star"},
    Pair{"\\ast", "star"},
    Pair{"\\Re", "the real part"},
    Pair{"\\Im", "the imaginary part"},
    Pair{"α", "alpha"},
    Pair{"β", "beta"},
    Pair{"γ", "gamma"},
    Pair{"δ", "delta"},
    Pair{"ε", "epsilon"},
    Pair{"η", "eta"},
    Pair{"θ", "theta"},
    Pair{"λ", "lambda"},
    Pair{"μ", "mu"},
    Pair{"π", "pi"},
    Pair{"ρ", "rho"},
    Pair{"σ", "sigma"},
    Pair{"τ", "tau"},
    Pair{"φ", "phi"},
    Pair{"ψ", "psi"},
    Pair{"ω", "omega"},
    Pair{"Σ", "Sigma"},
    Pair{"Φ", "Phi"},
};

// Names that everybody says as a phrase, in the words of their row.
constexpr std::array<std::string_view, 11> phrases{"LN",        "LayerNorm", "layernorm", "BN",  "BatchNorm", "RMSNorm",
                                                   "GroupNorm", "KL",        "JS",        "Var", "Cov"};

std::string phrase_words(std::string_view name) {
  if (std::find(phrases.begin(), phrases.end(), name) == phrases.end()) return {};
  const auto* operation = find_operation(name);
  return operation == nullptr ? std::string() : std::string(operation->spoken.substr(0, operation->spoken.find(" of {0}")));
}

constexpr std::array accent_table{
    Pair{"\\hat", "hat"},     Pair{"\\widehat", "hat"},  Pair{"\\tilde", "tilde"},     Pair{"\\widetilde", "tilde"},
    Pair{"\\bar", "bar"},     Pair{"\\overline", "bar"}, Pair{"\\dot", "dot"},         Pair{"\\ddot", "double dot"},
    Pair{"\\check", "check"}, Pair{"\\breve", "breve"},  Pair{"\\acute", "acute"},     Pair{"\\grave", "grave"},
    Pair{"\\vec", ""},        Pair{"\\underline", ""},   Pair{"\\overrightarrow", ""}, Pair{"\\mathring", "ring"},
};

constexpr std::array<std::string_view, 35> greek{
    "\\alpha", "\\beta",  "\\gamma",  "\\delta", "\\epsilon", "\\zeta",  "\\eta",     "\\theta", "\\iota", "\\kappa", "\\lambda", "\\mu",
    "\\nu",    "\\xi",    "\\pi",     "\\rho",   "\\sigma",   "\\tau",   "\\upsilon", "\\phi",   "\\chi",  "\\psi",   "\\omega",  "\\Gamma",
    "\\Delta", "\\Theta", "\\Lambda", "\\Xi",    "\\Pi",      "\\Sigma", "\\Upsilon", "\\Phi",   "\\Psi",  "\\Omega", "\\ell"};

constexpr std::array<std::string_view, 13> ordinals{"",        "first",  "second", "third", "fourth",   "fifth",  "sixth",
                                                    "seventh", "eighth", "ninth",  "tenth", "eleventh", "twelfth"};

template <std::size_t N>
const std::string_view* find(const std::array<Pair, N>& table, std::string_view key) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Pair& pair) { return pair.first == key; });
  return row == table.end() ? nullptr : &row->second;
}

bool is_capital_letter(char c) { return c >= 'A' && c <= 'Z'; }
bool vowel(char c) { return std::string_view("AEIOU").find(c) != std::string_view::npos; }

/// Short or vowel-less capitals are spelled ("M S E", "L S T M"); others are words ("GELU").
bool spelled(std::string_view word) {
  if (word.size() < 2 || !std::all_of(word.begin(), word.end(), is_capital_letter)) return false;
  return word.size() <= 3 || std::none_of(word.begin(), word.end() - 1, vowel);
}

std::string spell(std::string_view word) {
  std::string result;
  for (const char c : word) {
    if (!result.empty()) result += ' ';
    result += c;
  }
  return result;
}

}  // namespace

std::string_view without_font(std::string_view latex) {
  if (latex.empty() || latex.back() != '}') return latex;
  const auto open = latex.find('{');
  if (open == std::string_view::npos) return latex;
  const bool command = open > 0 && latex[0] == '\\' && std::all_of(latex.begin() + 1, latex.begin() + static_cast<long>(open), [](char c) {
                         return is_letter(c) || c == '*';
                       });
  if (open != 0 && !command) return latex;
  int depth = 0;
  for (std::size_t i = open; i < latex.size(); ++i) {
    if (latex[i] == '{') ++depth;
    if (latex[i] == '}' && --depth == 0 && i + 1 != latex.size()) return latex;
  }
  return without_font(latex.substr(open + 1, latex.size() - open - 2));
}

bool has_stored_words(std::string_view nucleus) { return !phrase_words(without_font(nucleus)).empty(); }

std::string letter_words(std::string_view nucleus) {
  const auto bare = without_font(nucleus);
  if (const auto* words = find(letter_table, bare)) return std::string(*words);
  if (auto words = phrase_words(bare); !words.empty()) return words;
  if (bare.empty()) return "";
  if (bare[0] == '\\' && bare.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 1) == std::string_view::npos)
    return std::string(bare.substr(1));
  if (spelled(bare)) return spell(bare);
  // Words with blanks or underscores, such as annotations and names from code, stay words.
  std::string words(bare);
  for (auto at = words.find("\\_"); at != std::string::npos; at = words.find("\\_")) words.replace(at, 2, " ");
  std::replace(words.begin(), words.end(), '_', ' ');
  if (words.size() > 2 && words.find_first_of("\\{}^$") == std::string::npos) return words;
  if (std::all_of(bare.begin(), bare.end(), [](char c) { return is_letter(c) || is_digit(c); })) return std::string(bare);
  return latex_words(bare);
}

bool is_letter_sign(std::string_view sign) {
  const auto bare = without_font(sign);
  if (bare.size() == 1) return is_letter(bare[0]);
  return find(letter_table, bare) != nullptr || std::find(greek.begin(), greek.end(), bare) != greek.end();
}

std::string accented_letter(std::string_view nucleus, std::string_view accent) {
  const auto letter = letter_words(nucleus);
  if (accent == "\\Delta") return "delta " + letter;
  if (accent.starts_with("\\mathrm{d}")) return "d " + accented_letter(nucleus, accent.substr(10));
  const auto words = accent_words(accent);
  return words.empty() ? letter : letter + ' ' + std::string(words);
}

std::string_view accent_words(std::string_view accent) {
  if (const auto* words = find(accent_table, accent)) return *words;
  return accent.empty() ? accent : accent.substr(accent[0] == '\\' ? 1 : 0);
}

std::string_view ordinal_words(int number) {
  return number > 0 && number < static_cast<int>(ordinals.size()) ? ordinals[static_cast<std::size_t>(number)] : std::string_view{};
}

std::string and_list(const std::string* begin, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) result += i + 1 == count ? " and " : ", ";
    result += begin[i];
  }
  return result;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace eqlens
