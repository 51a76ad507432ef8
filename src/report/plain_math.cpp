#include "report/plain_math.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/source.hpp"
#include "grammar/latex.hpp"
#include "report/glyphs.hpp"

namespace eqlens {

namespace {

// Longer displays are shown as they were given: nobody reads them as one line.
constexpr std::size_t longest = 4000;

constexpr std::string_view relations[] = {"=", "<", ">", "≤", "≥", "≠",  "≈", "∼", "∝", "≡", "≜", "≪", "≫", "∈", "∉", "⊂",
                                          "⊆", "←", "→", "⇒", "↦", ":=", "+", "×", "⊙", "⊗", "⊕", "·", "±", "∘", "|"};

template <std::size_t N>
bool one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class Writer {
 public:
  explicit Writer(const SyntaxTree& tree) : tree_(tree) {}

  std::string items(SyntaxId parent) const {
    Line line;
    for (const auto child : tree_.children(parent)) append(line, node(child));
    return line.text;
  }

 private:
  struct Line {
    std::string text;
    std::string last;  ///< the part that was written last: what follows may need a space
  };

  static void append(Line& line, const std::string& part) {
    auto& text = line.text;
    if (part == "-" || part == "−") {
      // A sign that leads (−x, in brackets or after another sign) keeps close to what follows.
      const bool leads = text.empty() || text.ends_with('(') || text.ends_with('[') || text.ends_with(' ');
      text += leads ? "−" : " − ";
    } else if (one_of(relations, part)) {
      while (text.ends_with(' ')) text.pop_back();
      text += fmt::format(" {} ", part);
    } else if (!part.empty()) {
      if (needs_space(line, part)) text += ' ';
      text += part;
    }
    if (!part.empty()) line.last = part;
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_thing(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

  /// `log`, `headᵢ`, `∇_θ`: what runs into its neighbours if nothing stands between.
  static bool is_wordy(std::string_view part) {
    return (part.size() > 1 && is_letter(part[0]) && is_letter(part[1])) || part.find_first_of("_^") != std::string_view::npos;
  }

  static bool needs_space(const Line& line, std::string_view part) {
    const std::string_view last = line.last;
    if (line.text.empty() || line.text.ends_with(' ') || last.empty()) return false;
    for (const std::string_view sum : {"∑", "∏", "∫"})
      if (last.starts_with(sum)) return true;
    if (!is_thing(part.front())) return false;
    for (const std::string_view closing : {"⟩", "‖", "′", "⌋", "⌉", "…", "⋯"})
      if (part.starts_with(closing)) return false;
    if (last.ends_with(')') || last.ends_with(']') || (last.size() > 1 && last.find('/') != std::string_view::npos)) return true;
    if (last.starts_with("∇")) return true;
    return is_wordy(last) || (is_thing(last.back()) && (is_wordy(part) || part.find(" / ") != std::string_view::npos));
  }

  std::string node(SyntaxId id) const {
    const auto spelling = tree_.spelling(id);
    switch (tree_[id].kind) {
      case SyntaxKind::root:
      case SyntaxKind::group:
      case SyntaxKind::optional: return items(id);
      case SyntaxKind::letter:
      case SyntaxKind::number:
      case SyntaxKind::error: return std::string(spelling);
      case SyntaxKind::text: return tree_.has_children(id) ? items(id) : std::string(spelling);
      case SyntaxKind::command: return command(id);
      case SyntaxKind::scripts: return scripts(id);
      case SyntaxKind::subscript:
      case SyntaxKind::superscript: return items(id);
      case SyntaxKind::primes: return spelling == "'" ? "′" : std::string(spelling);
      case SyntaxKind::empty:
      case SyntaxKind::align: return {};
      case SyntaxKind::fence: return items(id);
      case SyntaxKind::open:
      case SyntaxKind::close: return delimiter(spelling);
      case SyntaxKind::bar: return delimiter(spelling);
      case SyntaxKind::sign: return sign(spelling);
      case SyntaxKind::spacing: return spelling.find("quad") != std::string_view::npos ? "   " : spelling == "~" ? " " : "";
      case SyntaxKind::line_break: return "\n";
      case SyntaxKind::environment: return environment(id);
    }
    return {};
  }

  static std::string sign(std::string_view spelling) {
    if (spelling == "," || spelling == ";") return fmt::format("{} ", spelling);
    if (const auto character = glyph(spelling); !character.empty()) return std::string(character);
    return std::string(spelling);
  }

  static std::string delimiter(std::string_view spelling) {
    // `\left(`, `\bigl[`: the last sign or command is the delimiter itself.
    const auto at = spelling.rfind('\\');
    auto last = at == std::string_view::npos || at == 0 ? spelling : spelling.substr(at);
    if (last.size() > 1 && (last.starts_with("\\left") || last.starts_with("\\right") || last.starts_with("\\big") ||
                            last.starts_with("\\Big") || last.starts_with("\\middle")))
      last = last.substr(last.find_last_not_of("()[]|/.<>") + 1);
    if (last == ".") return {};
    const auto character = glyph(last);
    return std::string(character.empty() ? last : character);
  }

  std::string argument(SyntaxId id, std::size_t n) const {
    for (const auto child : tree_.children(id)) {
      if (tree_[child].kind == SyntaxKind::optional) continue;
      if (n-- == 0) return node(child);
    }
    return {};
  }

  /// In brackets unless it is one thing: a letter with its scripts, a number, a call.
  static std::string tight(const std::string& text) {
    std::size_t depth = 0;
    for (const char c : text) {
      if (c == '(') ++depth;
      if (c == ')' && depth > 0) --depth;
      if (depth == 0 && (c == ' ' || c == ',')) return fmt::format("({})", text);
    }
    return text;
  }

  std::string command(SyntaxId id) const {
    const auto name = command_name(tree_, id);
    if (name == "\\frac" || name == "\\dfrac" || name == "\\tfrac" || name == "\\cfrac") return fraction(argument(id, 0), argument(id, 1));
    if (name == "\\sqrt") {
      const auto body = argument(id, 0);
      return fmt::format("√{}", display_width(body) > 2 && !body.starts_with('(') ? fmt::format("({})", body) : body);
    }
    if (const auto accent = combining_accent(name); !accent.empty()) return accented(argument(id, 0), accent);
    if (name == "\\mathbb") return blackboard(argument(id, 0));
    if (!tree_.has_children(id)) {
      const auto character = glyph(name);
      return character.empty() ? std::string(name.substr(1)) : std::string(character);
    }
    return argument(id, 0);
  }

  static std::string fraction(const std::string& top, const std::string& bottom) {
    const auto above = tight(top);
    const auto below = tight(bottom);
    const bool narrow = display_width(above) <= 2 && display_width(below) <= 2;
    return fmt::format("{}{}{}", above, narrow ? "/" : " / ", below);
  }

  static std::string accented(const std::string& base, std::string_view accent) {
    const auto first = std::max<std::size_t>(1, utf8_length(base));
    return base.empty() ? base : base.substr(0, first) + std::string(accent) + base.substr(first);
  }

  static std::string blackboard(const std::string& letter) {
    constexpr std::pair<std::string_view, std::string_view> letters[] = {{"R", "ℝ"}, {"E", "𝔼"}, {"N", "ℕ"}, {"Z", "ℤ"},
                                                                         {"P", "ℙ"}, {"C", "ℂ"}, {"1", "𝟙"}};
    for (const auto& [plain, double_struck] : letters)
      if (letter == plain) return std::string(double_struck);
    return letter;
  }

  bool is_script(SyntaxId id) const { return tree_[id].kind == SyntaxKind::subscript || tree_[id].kind == SyntaxKind::superscript; }

  std::string scripts(SyntaxId id) const {
    std::string result;
    for (const auto child : tree_.children(id)) {
      const auto part = is_script(child) ? without_spaces(node(child)) : node(child);
      if (tree_[child].kind == SyntaxKind::subscript)
        result += small(part, lowered(part), '_');
      else if (tree_[child].kind == SyntaxKind::superscript)
        result += small(part, raised(part), '^');
      else
        result += part;
    }
    return result;
  }

  static std::string without_spaces(std::string text) {
    std::erase(text, ' ');
    return text;
  }

  static std::string small(const std::string& part, const std::string& set_small, char mark) {
    if (!set_small.empty()) return set_small;
    return display_width(part) > 1 && !one_word(part) ? fmt::format("{}({})", mark, part) : fmt::format("{}{}", mark, part);
  }

  static bool one_word(const std::string& part) {
    return std::all_of(part.begin(), part.end(), [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  }

  std::string environment(SyntaxId id) const {
    const auto name = environment_name(tree_, id);
    const bool matrix = name.find("matrix") != std::string_view::npos || name == "array";
    const bool cases = name == "cases";
    Line line;
    for (const auto child : tree_.children(id)) {
      if (tree_[child].kind == SyntaxKind::align && (matrix || cases))
        line.text += cases ? " if " : "  ";
      else if (tree_[child].kind == SyntaxKind::line_break && (matrix || cases))
        line.text += "; ";
      else
        append(line, node(child));
    }
    auto& body = line.text;
    if (const auto at = body.find("if otherwise"); at != std::string::npos) body.erase(at, 3);
    if (matrix) return fmt::format("[{}]", body);
    return cases ? fmt::format("{{ {} }}", body) : body;
  }

  const SyntaxTree& tree_;
};

}  // namespace

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const auto character = utf8.substr(0, std::max<std::size_t>(1, utf8_length(utf8)));
    const bool combining =
        character.size() >= 2 &&
        ((character[0] == '\xCC') || (character[0] == '\xCD' && static_cast<unsigned char>(character[1]) < 0xB0) || character == "\u20D7");
    if (!combining) ++width;
    utf8.remove_prefix(character.size());
  }
  return width;
}

std::string plain_math(std::string_view latex) {
  if (latex.size() > longest) return std::string(latex);
  const auto parsed = parse_math(latex);
  if (has_errors(parsed.diagnostics) || parsed.tree.nodes.empty()) return std::string(latex);
  const auto text = Writer(parsed.tree).items(0);
  std::string result;
  for (const char c : text)
    if (c != ' ' || (!result.empty() && result.back() != '\n')) result += c;
  while (!result.empty() && (result.back() == ' ' || result.back() == '\n')) result.pop_back();
  return result;
}

}  // namespace eqlens
