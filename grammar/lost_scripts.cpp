#include "grammar/lost_scripts.hpp"

#include <algorithm>
#include <vector>

#include "base/source.hpp"
#include "base/text.hpp"
#include "syntax/unicode.hpp"

namespace eqlens {

namespace {

constexpr std::size_t longest_line = 400;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// Words that letters before them carry as a script: `dmodel` was `d_{\text{model}}`.
constexpr std::string_view labels[] = {"model", "ff", "head", "in", "out", "max", "min", "ref", "old"};
/// Two small letters that are a word of their own.
constexpr std::string_view short_words[] = {"in", "is", "if", "of", "or", "at", "to", "ln", "lg",
                                            "pi", "xi", "mu", "nu", "tr", "th", "st", "nd"};
constexpr std::string_view index_letters = "ijklmnt";

template <std::size_t N>
bool is_one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// Rewrites the line from left to right and counts what shows that scripts are missing.
class Reconstruction {
 public:
  explicit Reconstruction(std::string_view line) : line_(line) {}

  std::optional<std::string> run() {
    take_off_number();
    while (at_ < line_.size()) step();
    if (strong_ == 0 && weak_ < 2) return std::nullopt;
    for (auto& piece : pieces_) result_ += piece;
    return result_;
  }

 private:
  /// `(12)` at the end, after a gap, is the number of the equation.
  void take_off_number() {
    line_ = trimmed(line_);
    const auto open = line_.rfind(" (");
    if (open == std::string_view::npos || !line_.ends_with(')')) return;
    const auto number = line_.substr(open + 2, line_.size() - open - 3);
    if (number.empty() || !std::all_of(number.begin(), number.end(), [](char c) { return is_digit(c) || c == '.'; })) return;
    line_ = trimmed(line_.substr(0, open));
    ++weak_;
  }

  void step() {
    constexpr std::string_view root = "√", minus = "−";
    const auto rest = line_.substr(at_);
    if (rest.starts_with(root)) return take_root();
    if (rest.starts_with(minus)) return put("-", minus.size());
    if (is_letter(line_[at_])) return take_word();
    put(std::string(rest.substr(0, std::max<std::size_t>(utf8_length(rest), 1))), std::max<std::size_t>(utf8_length(rest), 1));
  }

  void put(std::string piece, std::size_t length) {
    pieces_.push_back(std::move(piece));
    at_ += length;
  }

  std::size_t word_end() const {
    auto end = at_;
    while (end < line_.size() && (is_letter(line_[end]) || (end > at_ && is_digit(line_[end])))) ++end;
    return end;
  }

  void take_word() {
    const auto word = line_.substr(at_, word_end() - at_);
    const bool called = at_ + word.size() < line_.size() && line_[at_ + word.size()] == '(';
    at_ += word.size();
    pieces_.push_back(called && word.size() > 2 ? "\\operatorname{" + std::string(word) + "}" : scripted(word));
  }

  /// A root, and the fraction whose bar stood above it: `QKT √dk`.
  void take_root() {
    constexpr std::size_t sign = std::string_view("√").size();
    at_ += sign;
    if (at_ >= line_.size() || !is_letter(line_[at_])) return pieces_.push_back("√");
    const auto word = line_.substr(at_, word_end() - at_);
    at_ += word.size();
    const auto under = "\\sqrt{" + scripted(word) + "}";
    if (word.size() > 1) ++strong_;
    const bool gap = pieces_.size() > 1 && pieces_.back() == " ";
    if (!gap || pieces_[pieces_.size() - 2].empty() || !is_operand(pieces_[pieces_.size() - 2])) return pieces_.push_back(under);
    pieces_.pop_back();
    pieces_.back() = "\\frac{" + pieces_.back() + "}{" + under + "}";
  }

  static bool is_operand(std::string_view piece) { return is_letter(piece[0]) || piece.ends_with('}'); }

  /// A run of letters with the scripts it probably had.
  std::string scripted(std::string_view word) {
    const auto digits = std::find_if(word.begin(), word.end(), is_digit);
    const auto letters = word.substr(0, static_cast<std::size_t>(digits - word.begin()));
    if (digits != word.end() && (letters.size() == 1 || (letters.size() == 2 && is_upper(letters[1])))) {
      ++weak_;
      return std::string(letters) + "_{" + std::string(word.substr(letters.size())) + "}";
    }
    if (digits != word.end()) return std::string(word);
    if (word.size() > 2 && is_one_of(labels, word.substr(1))) {
      ++strong_;
      return std::string(1, word[0]) + "_{\\text{" + std::string(word.substr(1)) + "}}";
    }
    if (word.size() > 1 && word.back() == 'T' && std::all_of(word.begin(), word.end(), is_upper)) {
      ++strong_;
      return std::string(word.substr(0, word.size() - 1)) + "^\\top";
    }
    // `Whht` was `W_h h_t`.
    if (word.size() == 4 && is_upper(word[0]) && is_lower(word[2]) && index_letters.find(word[3]) != std::string_view::npos) {
      ++weak_;
      return std::string(1, word[0]) + "_" + word[1] + " " + with_index(word.substr(2));
    }
    const bool indexed = word.size() == 2 && is_lower(word[1]) && !is_one_of(short_words, word);
    if (indexed && (index_letters.find(word[1]) != std::string_view::npos || is_lower(word[0]))) return with_index(word);
    return word.size() > 2 && is_lower(word[1]) ? "\\operatorname{" + std::string(word) + "}" : std::string(word);
  }

  /// `ht−1` was `h_{t-1}`.
  std::string with_index(std::string_view word) {
    ++weak_;
    const auto rest = line_.substr(at_);
    for (const std::string_view minus : {"−", "-", "+"}) {
      if (!rest.starts_with(minus) || rest.size() <= minus.size() || !is_digit(rest[minus.size()])) continue;
      at_ += minus.size() + 1;
      return std::string(1, word[0]) + "_{" + word[1] + (minus == "+" ? "+" : "-") + rest[minus.size()] + "}";
    }
    return std::string(1, word[0]) + "_" + word[1];
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::vector<std::string> pieces_;
  std::string result_;
  int strong_ = 0, weak_ = 0;
};

bool says_its_scripts(std::string_view text) {
  if (text.find_first_of("\\_^${}&\n") != std::string_view::npos) return true;
  for (std::size_t i = 0; i < text.size();) {
    const auto length = utf8_length(text.substr(i));
    if (length == 0) return true;
    if (length > 1) {
      const auto kind = character_kind(code_point(text.substr(i)));
      if (kind == CharacterKind::subscript || kind == CharacterKind::superscript || kind == CharacterKind::combining) return true;
    }
    i += length;
  }
  return false;
}

}  // namespace

std::optional<std::string> probable_latex(std::string_view text) {
  if (text.size() > longest_line || says_its_scripts(text)) return std::nullopt;
  return Reconstruction(text).run();
}

}  // namespace eqlens
