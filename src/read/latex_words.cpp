// The words of scripts and of LaTeX that nothing better is known about: a small scanner over canonical text.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "expression/usage.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

struct Token {
  enum Kind { letter, number, word, command, sign, font } kind;
  std::string_view text;
};

std::size_t group_end(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return text.size();
}

constexpr std::array<std::string_view, 10> word_commands{"\\mathrm", "\\operatorname", "\\mathsf", "\\mathtt", "\\mathit",
                                                         "\\rm",     "\\mbox",         "\\hbox",   "\\fbox",   "\\emph"};

/// What sets words: `\text{old}`, `\textup{min}`, `\mathrm{max}`.
bool sets_text(std::string_view command) {
  return command.starts_with("\\text") || std::find(word_commands.begin(), word_commands.end(), command) != word_commands.end();
}

/// What changes the face of anything.
bool sets_face(std::string_view command) {
  return command.starts_with("\\math") || command == "\\boldsymbol" || command == "\\bm" || command == "\\pmb" || command == "\\bf" ||
         command == "\\boldmath";
}

/// Letters side by side that are one word: `out` of `H_{out}`.
std::size_t word_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  return end > begin + 1 && is_script_word(text.substr(begin, end - begin)) ? end : begin;
}

/// Splits canonical LaTeX into what is spoken one by one; braces and spaces vanish.
std::vector<Token> tokens(std::string_view text) {
  std::vector<Token> result;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && is_letter(text[i + 1])) {
      std::size_t end = i + 1;
      while (end < text.size() && is_letter(text[end])) ++end;
      const auto command = text.substr(i, end - i);
      if (end < text.size() && text[end] == '{' && sets_text(command)) {
        const auto close = group_end(text, end);
        result.push_back({Token::word, text.substr(end + 1, close - end - 1)});
        i = std::min(close + 1, text.size());
      } else {
        result.push_back({sets_face(command) ? Token::font : Token::command, command});
        i = end;
      }
    } else if (is_digit(c)) {
      std::size_t end = i;
      while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
      result.push_back({Token::number, text.substr(i, end - i)});
      i = end;
    } else if (c == '{' || c == '}' || c == ' ' || c == '~') {
      ++i;
    } else if (const auto behind = word_end(text, i); behind > i) {
      result.push_back({Token::word, text.substr(i, behind - i)});
      i = behind;
    } else {
      std::size_t end = i + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
      if (c == '\\' && end < text.size()) ++end;
      result.push_back({is_letter(c) || end - i > 1 ? Token::letter : Token::sign, text.substr(i, end - i)});
      i = end;
    }
  }
  return result;
}

using Pair = std::pair<std::string_view, std::string_view>;
constexpr std::array sign_words{
    Pair{"+", "plus"},
    Pair{"-", "minus"},
    Pair{"*", "star"},
    Pair{"'", "prime"},
    Pair{"\\prime", "prime"},
    Pair{"/", "over"},
    Pair{":", "to"},
    Pair{"<", "before"},
    Pair{">", "after"},
    Pair{"=", "equals"},
    Pair{"\\le", "up to"},
    Pair{"\\leq", "up to"},
    Pair{"\\ge", "from"},
    Pair{"\\geq", "from"},
    Pair{"\\times", "by"},
    Pair{"\\cdot", "times"},
    Pair{"\\to", "to"},
    Pair{"\\dagger", "dagger"},
    Pair{"\\rightarrow", "to"},
    Pair{"\\setminus", "without"},
    Pair{"\\neq", "not"},
    Pair{"\\ne", "not"},
    Pair{"\\mid", "given"},
    Pair{"|", "given"},
    Pair{"\\star", "star"},
    Pair{"\\ast", "star"},
    Pair{"\\in", "in"},
    Pair{"\\ldots", "through"},
    Pair{"\\dots", "through"},
    Pair{"\\sim", "drawn from"},
    Pair{"_", ""},
    Pair{"^", ""},
    Pair{"(", ""},
    Pair{")", ""},
    Pair{"[", ""},
    Pair{"]", ""},
    Pair{",", ""},
    Pair{";", ""},
    Pair{".", ""},
    Pair{"\\left", ""},
    Pair{"\\right", ""},
    Pair{"\\quad", ""},
    Pair{"\\qquad", ""},
    Pair{"\\tiny", ""},
    Pair{"\\scriptsize", ""},
    Pair{"\\footnotesize", ""},
    Pair{"\\small", ""},
    Pair{"\\normalsize", ""},
    Pair{"\\scriptstyle", ""},
    Pair{"\\textstyle", ""},
    Pair{"\\displaystyle", ""},
    Pair{"&", ""},
    Pair{"\\%", "percent"},
    Pair{"\\&", "and"},
    Pair{"\\#", "number"},
};

const std::string_view* sign(std::string_view text) {
  const auto row = std::find_if(sign_words.begin(), sign_words.end(), [&](const Pair& pair) { return pair.first == text; });
  return row == sign_words.end() ? nullptr : &row->second;
}

/// `sigmoid\_norm`: the only signs are underscores.
bool only_escapes(std::string_view text) {
  for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1))
    if (at + 1 >= text.size() || text[at + 1] != '_') return false;
  return true;
}

std::string token_words(const Token& token) {
  if (const auto* words = sign(token.text)) return std::string(*words);
  if (token.kind == Token::font) return "";
  if (token.kind == Token::word || token.kind == Token::letter || token.kind == Token::command) {
    std::string words;
    if (token.kind == Token::word && (token.text.find('\\') == std::string_view::npos || only_escapes(token.text))) {
      words = std::string(token.text);
      std::erase(words, '\\');
      std::replace(words.begin(), words.end(), '_', ' ');
    } else if (token.kind == Token::word) {
      words = latex_words(token.text);
    } else if (token.kind == Token::letter && token.text.size() > 1) {
      // An escaped sign (`\_`) has no sound; a character of another script is itself.
      words = token.text[0] == '\\' ? "" : std::string(token.text);
    } else {
      words = letter_words(token.text);
    }
    return words;
  }
  return std::string(token.text);
}

bool arithmetic(const Token& token) { return token.text == "+" || token.text == "-"; }

bool capital(const Token& token) {
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (token.kind == Token::letter) return token.text.size() == 1 && upper(token.text[0]);
  return token.kind == Token::command && token.text.size() > 1 && upper(token.text[1]);
}

void append(std::string& text, std::string_view words, std::string_view gap = " ") {
  if (words.empty()) return;
  if (!text.empty()) text += gap;
  text += words;
}

}  // namespace

std::string latex_words(std::string_view latex) {
  std::string result;
  for (const auto& token : tokens(latex)) append(result, token_words(token));
  return result;
}

std::string label_words(std::string_view label) {
  const auto parts = tokens(label);
  std::string result;
  for (std::size_t i = 0; i < parts.size();) {
    std::size_t end = i;
    while (end < parts.size() && parts[end].text != ",") ++end;
    // Index arithmetic is one beat: the hyphens keep "t-minus-1" from merging with a sum around it.
    const bool one_beat = std::any_of(parts.begin() + static_cast<long>(i), parts.begin() + static_cast<long>(end), arithmetic);
    std::string piece;
    for (; i < end; ++i) {
      // A capital right after a letter sounds like a product; "sub" keeps it a label.
      if (piece.empty() && capital(parts[i])) piece = result.ends_with("sub") ? "" : "sub";
      append(piece, token_words(parts[i]), one_beat && piece != "sub" ? "-" : " ");
    }
    append(result, piece);
    i = end + 1;
  }
  return result;
}

}  // namespace eqlens
