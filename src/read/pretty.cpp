// LaTeX as it stands in a sentence that is read with the eyes: letters and signs as characters, no commands.
#include <algorithm>
#include <array>
#include <utility>

#include "read/words.hpp"
#include "syntax/glyphs.hpp"

#include "base/text.hpp"

namespace eqlens {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// What a sentence sets apart or leaves out; other signs are the characters that a page prints.
constexpr std::array characters{
    Pair{"vartheta", "θ"},     Pair{"top", "ᵀ"},         Pair{"intercal", "ᵀ"},    Pair{"odot", " ⊙ "},   Pair{"otimes", " ⊗ "},
    Pair{"oplus", " ⊕ "},      Pair{"cdot", " · "},      Pair{"times", " × "},     Pair{"ast", " * "},    Pair{"circ", " ∘ "},
    Pair{"sum", "Σ"},          Pair{"sqrt", "√"},        Pair{"mid", " | "},       Pair{"le", " ≤ "},     Pair{"leq", " ≤ "},
    Pair{"ge", " ≥ "},         Pair{"geq", " ≥ "},       Pair{"ne", " ≠ "},        Pair{"neq", " ≠ "},    Pair{"in", " ∈ "},
    Pair{"sim", " ∼ "},        Pair{"approx", " ≈ "},    Pair{"leftarrow", " ← "}, Pair{"gets", " ← "},   Pair{"to", " → "},
    Pair{"rightarrow", " → "}, Pair{"propto", " ∝ "},    Pair{"cdots", "…"},       Pair{"star", "*"},     Pair{"pm", " ± "},
    Pair{"left", ""},          Pair{"right", ""},        Pair{"big", ""},          Pair{"Big", ""},       Pair{"bigl", ""},
    Pair{"bigr", ""},          Pair{"Bigl", ""},         Pair{"Bigr", ""},         Pair{"quad", " "},     Pair{"qquad", " "},
    Pair{"displaystyle", ""},  Pair{"limits", ""},       Pair{"lbrace", "{"},      Pair{"bigg", ""},      Pair{"Bigg", ""},
    Pair{"biggl", ""},         Pair{"biggr", ""},        Pair{"operatorname", ""}, Pair{"textstyle", ""}, Pair{"middle", ""},
    Pair{"bigm", ""},          Pair{"Bigm", ""},         Pair{"biggm", ""},        Pair{"doteq", " ≐ "},  Pair{"triangleq", " ≜ "},
    Pair{"defeq", " := "},     Pair{"eqqcolon", " =: "}, Pair{"bmod", " mod "},
};

constexpr std::array accents{Pair{"hat", "\xCC\x82"},       Pair{"widehat", "\xCC\x82"}, Pair{"tilde", "\xCC\x83"},
                             Pair{"widetilde", "\xCC\x83"}, Pair{"bar", "\xCC\x84"},     Pair{"overline", "\xCC\x84"},
                             Pair{"dot", "\xCC\x87"},       Pair{"ddot", "\xCC\x88"},    Pair{"vec", ""},
                             Pair{"check", "\xCC\x8C"}};

template <std::size_t N>
const std::string_view* glyph_of(const std::array<Pair, N>& table, std::string_view key) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Pair& pair) { return pair.first == key; });
  return row == table.end() ? nullptr : &row->second;
}

/// Reads canonical text from the front, one argument or token at a time. Groups nest as deep as the input, so their depth is bounded.
/// Changes of the face that hold to the end of a group.
constexpr std::array<std::string_view, 9> switches{"bf", "it", "rm", "sf", "tt", "sc", "sl", "em", "boldmath"};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string all(int depth) {
    std::string result;
    bool after_subscript = false, after_sign = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool script = c == '^' || c == '_';
      // "1, if u > 0" needs no comma.
      while (c == '&' && cases_ > 0 && (result.ends_with(' ') || result.ends_with(','))) result.pop_back();
      auto piece = token(depth);
      if (piece.empty()) continue;
      const bool big = piece == "Σ" || piece == "∏" || piece == "∫";
      const bool name = is_letter(piece.front()) || (static_cast<unsigned char>(piece.front()) & 0x80U) != 0 || big;
      // "W_hh h" and "Σ_i x_i" would run together without a space.
      if (!script && !result.empty() && (big || ((after_subscript || after_sign) && (name || (after_sign && piece.front() != ' ')))))
        result += ' ';
      if (!script) after_sign = after_big_ = big;
      after_subscript = script ? (c == '_' || after_subscript) : false;
      if (piece != " ") after_brace_ = piece == "{";
      result += piece;
    }
    // The words bring a comma of their own: "1 , if u > 0".
    for (const std::string_view word : {" , if", ", if", " , otherwise"})
      for (auto at = had_cases_ ? result.find(word) : std::string::npos; at != std::string::npos; at = result.find(word, at))
        result.replace(at, word.find(',') + 1, "");
    return result;
  }

 private:
  static constexpr int deepest = 200;

  std::string_view group() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ >= text_.size()) return {};
    if (text_[at_] != '{') {
      const auto begin = at_++;
      if (text_[begin] == '\\') {
        while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
        // `S_\text{new}`: the group belongs to the font.
        const auto name = text_.substr(begin + 1, at_ - begin - 1);
        if (at_ < text_.size() && text_[at_] == '{' && (name.starts_with("text") || name.starts_with("math") || name == "mbox")) {
          braced();
          return text_.substr(begin, at_ - begin);
        }
      }
      while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
      return text_.substr(begin, at_ - begin);
    }
    return braced();
  }

  /// What the group holds that begins here.
  std::string_view braced() {
    const auto begin = ++at_;
    for (int level = 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '{') ++level;
      if (text_[at_] == '}' && --level == 0) return text_.substr(begin, at_++ - begin);
    }
    return text_.substr(begin);
  }

  static std::string inner(std::string_view text, int depth) { return depth > deepest ? std::string(text) : Reader(text).all(depth + 1); }

  static bool single(const std::string& text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }) <= 1;
  }

  std::string bracketed(const std::string& text) const {
    const bool simple = text.find_first_of(" +-/=") == std::string::npos || (text.starts_with("√(") && text.find(')') + 1 == text.size());
    return simple ? text : '(' + text + ')';
  }

  std::string script(char sign, int depth) {
    auto content = inner(group(), depth);
    // A word keeps its distance: "i mod n".
    constexpr std::string_view modulo = " mod ";
    const auto word = content.find(modulo);
    const auto before = content.substr(0, word), behind = word == std::string::npos ? "" : content.substr(word + modulo.size());
    content = before;
    std::erase(content, ' ');
    if (word != std::string::npos) {
      auto rest = behind;
      std::erase(rest, ' ');
      content += std::string(modulo) + rest;
    }
    if (sign == '^') {
      if (content == "2") return "²";
      if (content == "3") return "³";
      // Above a sum T is where it ends.
      if (content == "ᵀ" || (content == "T" && !after_big_)) return "ᵀ";
      if (content == "-1") return "⁻¹";
      if (content == "′" || content == "*") return content;
      const bool number = content.find_first_not_of("0123456789.") == std::string::npos;
      return single(content) || number || content.starts_with('(') || content.starts_with('[') ? '^' + content : "^{" + content + '}';
    }
    const bool plain = content.find_first_of(" +-,=") == std::string::npos && content.find("−") == std::string::npos &&
                       content.find("∈") == std::string::npos;
    return '_' + (plain ? content : '{' + content + '}');
  }

  /// A letter with its marks and scripts, or a number: nothing beside it can come between.
  static bool one_thing(const std::string& content) {
    if (single(content) || (!content.empty() && content.find_first_not_of("0123456789.") == std::string::npos)) return true;
    std::size_t end = 1;
    const auto follows = [&] { return end < content.size() && (static_cast<unsigned char>(content[end]) & 0xC0U) == 0x80U; };
    while (follows()) ++end;
    while (end < content.size() && content[end] == '\xCC') end += 2;
    if (end >= content.size()) return true;
    return content.find_first_of(" (/") == std::string::npos && (content[end] == '_' || content[end] == '^') &&
           content.find_first_of("}", end) >= content.size() - 1;
  }

  /// "∂ L" closes up: it is one sign.
  static std::string differential(std::string text) {
    constexpr std::string_view partial = "∂ ";
    if (text.starts_with(partial)) text.erase(partial.size() - 1, 1);
    return text;
  }

  /// A bottom that needs no brackets: one thing, its root, a call; ∂L/∂W and dy/dx are one sign.
  static bool stands_below(const std::string& top, const std::string& bottom) {
    constexpr std::string_view root = "√", partial = "∂";
    if (bottom.starts_with(root) && one_thing(bottom.substr(root.size()))) return true;
    if ((top.starts_with(partial) && bottom.starts_with(partial)) || (top.starts_with('d') && bottom.starts_with('d')))
      return bottom.find(' ') == std::string::npos;
    const auto open = bottom.find('(');
    if (open == std::string::npos || (open > 0 && bottom[open - 1] == '/') || bottom.find(')') + 1 != bottom.size())
      return one_thing(bottom);
    // f(x), √(v + ε), and what is in brackets already; β(β − 1) is a product.
    const auto name = bottom.substr(0, open);
    const bool sum = bottom.find(" − ") != std::string::npos || bottom.find(" + ") != std::string::npos;
    const bool word = name.size() > 1 && std::all_of(name.begin(), name.end(), is_letter);
    if (sum && !name.empty() && name != root && !word) return false;
    return name.empty() || name == root || one_thing(name) || std::all_of(name.begin(), name.end(), is_letter);
  }

  /// Whether the next command is a sign that is set apart, as `\le` or `\quad`.
  bool spaced_sign() const {
    if (text_[at_] != '\\') return false;
    auto end = at_ + 1;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const auto* sign = glyph_of(characters, text_.substr(at_ + 1, end - at_ - 1));
    return end == at_ + 1 || (sign != nullptr && (sign->empty() || sign->front() == ' ') && text_.substr(at_, 6) != "\\cdot ");
  }

  /// An accent stands on the letter, whatever scripts follow it.
  static std::string marked(std::string content, std::string_view mark) {
    std::size_t end = 1;
    while (end < content.size() && (static_cast<unsigned char>(content[end]) & 0xC0U) == 0x80U) ++end;
    const bool scripted = end < content.size() && (content[end] == '_' || content[end] == '^');
    return content.insert(scripted ? end : content.size(), mark);
  }

  std::string command(int depth) {
    const auto begin = ++at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    if (at_ == begin) {
      const char sign = at_ < text_.size() ? text_[at_++] : ' ';
      return sign == '|'                                                               ? "‖"
             : sign == ',' || sign == '!' || sign == ';' || sign == ':' || sign == ' ' ? (sign == ';' ? " " : "")
             : sign == '\\'                                                            ? "; "
                                                                                       : std::string(1, sign);
    }
    const auto name = text_.substr(begin, at_ - begin);
    // The dot of `\\right.` prints nothing.
    if ((name == "left" || name == "right") && at_ < text_.size() && text_[at_] == '.') ++at_;
    if (at_ < text_.size() && text_[at_] == '*') ++at_;
    if (name == "frac" || name == "dfrac" || name == "tfrac") {
      const auto top = differential(inner(group(), depth)), bottom = differential(inner(group(), depth));
      const auto fraction = bracketed(top) + "/" + (stands_below(top, bottom) ? bottom : '(' + bottom + ')');
      while (at_ < text_.size() && text_[at_] == ' ') ++at_;
      // A script or a factor behind the fraction would take its bottom alone.
      if (at_ >= text_.size() || std::string_view("+-=<>,;:.)]}|&'~").find(text_[at_]) != std::string_view::npos || spaced_sign())
        return fraction;
      const bool number = !top.empty() && top.find_first_not_of("0123456789") == std::string::npos;
      return number && text_[at_] != '^' ? fraction + ' ' : '(' + fraction + ')';
    }
    if (name == "sqrt") {
      if (at_ < text_.size() && text_[at_] == '[') at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
      const auto content = inner(group(), depth);
      return "√" + (one_thing(content) ? content : '(' + content + ')');
    }
    if (const auto* mark = glyph_of(accents, name)) return marked(inner(group(), depth), *mark);
    if (name == "textcolor" || name == "colorbox" || name == "color") {
      // A colour, perhaps with its model, is no part of what is said.
      if (at_ < text_.size() && text_[at_] == '[') at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
      group();
      return name == "color" ? "" : inner(group(), depth);
    }
    if (name == "vcentcolon") {
      const bool defines = at_ < text_.size() && text_[at_] == '=';
      at_ += defines ? 1 : 0;
      return defines ? " := " : ":";
    }
    if (name == "begin" || name == "end") {
      const auto kind = group();
      const bool lists = kind.find("cases") != std::string_view::npos || (kind.starts_with("array") && (after_brace_ || cases_ > 0));
      if (lists) cases_ += name == "begin" ? 1 : cases_ > 0 ? -1 : 0;
      had_cases_ = had_cases_ || lists;
      if (name == "begin" && kind.starts_with("array")) group();
      return "";
    }
    if (name == "coloneqq" || name == "coloneq") return " := ";
    if (name == "bmod") return " mod ";
    if (name == "underset" || name == "overset" || name == "stackrel") {
      const auto beside = inner(group(), depth), middle = inner(group(), depth);
      return name == "underset" ? middle + "_{" + beside + '}' : middle;
    }
    if (const auto* sign = glyph_of(characters, name)) return std::string(*sign);
    if (const auto printed = glyph(text_.substr(begin - 1, name.size() + 1)); !printed.empty()) return std::string(printed);
    if (at_ < text_.size() && text_[at_] == '{') return inner(group(), depth);
    if (std::find(switches.begin(), switches.end(), name) != switches.end()) {
      while (at_ < text_.size() && text_[at_] == ' ') ++at_;
      return "";
    }
    if (name.starts_with("math") || name == "boldsymbol" || name == "bm" || name == "text") return inner(group(), depth);
    // A named function keeps its distance from its neighbours, but for brackets and scripts.
    const bool touches = at_ < text_.size() && text_[at_] != '(' && text_[at_] != '_' && text_[at_] != '^';
    return (begin > 1 ? " " : "") + std::string(name) + (touches ? " " : "");
  }

  /// Between a value of cases and what is said of it: " if ", unless the words say it themselves.
  std::string condition() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == ',')) ++at_;
    auto words = text_.substr(at_);
    for (const std::string_view before : {" ", "\\quad", " ", "\\textrm", "\\text", "\\mbox", "\\mathrm", "{", " ", "\\ ", ",", " "})
      if (words.starts_with(before)) words.remove_prefix(before.size());
    for (const std::string_view own : {"if", "otherwise", "else", "when", "for", "where"})
      if (words.starts_with(own)) return " ";
    return words.empty() ? "" : " if ";
  }

  std::string token(int depth) {
    const char c = text_[at_];
    if (c == '\\') return command(depth);
    if (c == '^' || c == '_') {
      ++at_;
      return script(c, depth);
    }
    if (c == '{') return inner(group(), depth);
    ++at_;
    if (c == '&' && cases_ > 0) return condition();
    if (c == '}' || c == '&' || c == '$') return "";
    if (c == '~') return " ";
    if (c == '\'') return "′";
    if (c == '+' || c == '=' || c == '<' || c == '>') return std::string(" ") + c + ' ';
    if (c == ':' && (text_.substr(at_).starts_with('=') || text_.substr(at_).starts_with(" ="))) {
      at_ += text_[at_] == ' ' ? 2 : 1;
      return " := ";
    }
    if (c == '-') return at_ == 1 ? "−" : " − ";
    return std::string(1, c);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool after_brace_ = false;  ///< the last sign was a printed brace
  bool had_cases_ = false;
  int cases_ = 0;           ///< how many environments of cases are open
  bool after_big_ = false;  ///< the last sign was a sum or its like
};

}  // namespace

std::string pretty(std::string_view latex) {
  const auto raw = Reader(latex).all(0);
  std::string result;
  for (const char c : raw)
    if (c != ' ' || (!result.empty() && result.back() != ' ' && result.back() != '(')) result += c;
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace eqlens
