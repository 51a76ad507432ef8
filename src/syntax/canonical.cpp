#include "syntax/canonical.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/source.hpp"
#include "syntax/commands.hpp"
#include "syntax/scan.hpp"
#include "syntax/typefaces.hpp"
#include "syntax/unicode.hpp"

namespace eqlens {

namespace {

using Kind = SyntaxKind;

/// Words without the size they are set in: `\small periodic`.
std::string without_size(std::string text) {
  if (text.find('\\') == std::string::npos) return text;
  for (const std::string_view size : text_sizes)
    for (auto at = text.find(size); at != std::string::npos; at = text.find(size, at)) {
      auto end = at + size.size();
      if (end < text.size() && is_letter(text[end])) {
        at = end;
        continue;
      }
      while (end < text.size() && text[end] == ' ') ++end;
      text.erase(at, end - at);
    }
  return text;
}

/// Whether a text ends in a control word, which a letter after it would lengthen.
bool ends_in_word(std::string_view text) {
  constexpr std::size_t longest_word = 64;  // a long run of letters is not worth looking through
  text = text.substr(text.size() - std::min(text.size(), longest_word));
  auto begin = text.size();
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  return begin < text.size() && begin > 0 && text[begin - 1] == '\\' && !(begin > 1 && text[begin - 2] == '\\');
}

void append(std::string& out, std::string_view token) {
  if (!token.empty() && is_letter(token[0]) && ends_in_word(out)) out += ' ';
  out += token;
}

/// A character with the accents that combine with it: `x̂` is `\hat{x}`.
std::string character(std::string_view spelling) {
  if (spelling.size() == 1 && is_letter(spelling[0])) return std::string(spelling);
  const auto length = std::max<std::size_t>(1, utf8_length(spelling));
  auto out = latex_spelling(spelling.substr(0, length));
  for (auto rest = spelling.substr(length); !rest.empty(); rest.remove_prefix(std::max<std::size_t>(1, utf8_length(rest)))) {
    const auto accent = accent_command(code_point(rest));
    if (!accent.empty()) out = fmt::format("{}{{{}}}", accent, out);
  }
  return out;
}

std::string characters(std::string_view spelling) {
  std::string out;
  while (!spelling.empty()) {
    const auto length = std::max<std::size_t>(1, utf8_length(spelling));
    append(out, latex_spelling(spelling.substr(0, length)));
    spelling.remove_prefix(length);
  }
  return out;
}

/// A delimiter without `\left` or `\big`, which may be the dot that prints nothing.
std::string delimiter(std::string_view spelling) {
  const auto whole = spelling;
  for (;;) {
    const auto end = std::find_if_not(spelling.begin() + std::min<std::ptrdiff_t>(1, std::ssize(spelling)), spelling.end(), is_letter);
    const auto length = static_cast<std::size_t>(end - spelling.begin());
    const auto* command = length > 1 && spelling[0] == '\\' ? find_command(spelling.substr(1, length - 1)) : nullptr;
    const bool size = command && (command->role == CommandRole::size || command->role == CommandRole::left ||
                                  command->role == CommandRole::middle || command->role == CommandRole::right);
    if (!size) break;
    spelling.remove_prefix(length);
    spelling.remove_prefix(std::min(spelling.find_first_not_of(" \t\r\n"), spelling.size()));
  }
  if (spelling == "." && whole != spelling) return {};
  if (spelling == "<") return "\\langle";
  if (spelling == ">") return "\\rangle";
  if (spelling == "\\lbrace") return "\\{";
  if (spelling == "\\rbrace") return "\\}";
  if (spelling == "\\lbrack") return "[";
  if (spelling == "\\rbrack") return "]";
  if (spelling == "\\vert" || spelling == "\\lvert" || spelling == "\\rvert") return "|";
  if (spelling == "\\Vert" || spelling == "\\lVert" || spelling == "\\rVert") return "\\|";
  return spelling.substr(0, 1) == "\\" ? std::string(spelling) : characters(spelling);
}

class Canonical {
 public:
  explicit Canonical(const SyntaxTree& tree) : tree_(tree) {}

  std::string node(SyntaxId id) const {
    switch (tree_[id].kind) {
      case Kind::root:
      case Kind::optional:
      case Kind::fence: return items(id);
      case Kind::group: return group(id);
      case Kind::letter: return character(tree_.spelling(id));
      case Kind::number: return characters(tree_.spelling(id));
      case Kind::sign:
        if (const auto sign = tree_.spelling(id); sign == "<" || sign == ">") return std::string(sign);
        return delimiter(tree_.spelling(id));
      case Kind::bar:
      case Kind::open:
      case Kind::close: return delimiter(tree_.spelling(id));
      case Kind::command: return command(id);
      case Kind::scripts: return scripts(id);
      case Kind::primes: return characters(tree_.spelling(id));
      case Kind::environment: return environment(id);
      case Kind::line_break: return "\\\\";
      case Kind::align: return "&";
      case Kind::text: return without_size(std::string(tree_.spelling(id)));
      case Kind::subscript:
      case Kind::superscript: return items(id);
      case Kind::empty:
      case Kind::spacing:
      case Kind::error: return {};
    }
    return {};
  }

  /// What a group or a script holds, without its braces.
  std::string inside(SyntaxId id) const { return tree_[id].kind == Kind::group ? content(id) : script_content(id); }

 private:
  std::string items(SyntaxId id) const {
    std::string out;
    for (const auto child : tree_.children(id)) append(out, node(child));
    return out;
  }

  std::vector<SyntaxId> printing_children(SyntaxId id) const {
    std::vector<SyntaxId> printing;
    for (const auto child : tree_.children(id))
      if (tree_[child].kind != Kind::spacing) printing.push_back(child);
    return printing;
  }

  /// The one thing that a group holds, through needless braces; the group itself if it holds more or a sign, whose
  /// braces change how it is spaced and read (`10{,}000`).
  SyntaxId unwrapped(SyntaxId id) const {
    while (tree_[id].kind == Kind::group && tree_.spelling(id).front() == '{') {
      const auto inside = only_printing_child(id);
      if (!inside) break;
      id = *inside;
    }
    return id;
  }

  std::optional<SyntaxId> only_printing_child(SyntaxId id) const {
    std::optional<SyntaxId> only;
    for (const auto child : tree_.children(id)) {
      if (tree_[child].kind == Kind::spacing) continue;
      if (only) return std::nullopt;
      only = child;
    }
    return only;
  }

  std::string group(SyntaxId id) const {
    const auto inside = unwrapped(id);
    const auto kind = tree_[inside].kind;
    if (kind == Kind::group) return fmt::format("{{{}}}", items(inside));
    return kind == Kind::sign || kind == Kind::bar || kind == Kind::command ? fmt::format("{{{}}}", node(inside)) : node(inside);
  }

  /// What stands between the braces of an argument.
  std::string content(SyntaxId id) const {
    const auto inside = unwrapped(id);
    return tree_[inside].kind == Kind::group ? items(inside) : node(inside);
  }

  static bool is_one_token(std::string_view content) {
    if (content.empty()) return false;
    if (content[0] != '\\') return content.size() == utf8_length(content);
    return content.size() == 2 || std::all_of(content.begin() + 1, content.end(), is_letter);
  }

  static std::string script(char sign, std::string_view content) {
    std::string out(1, sign);
    if (is_one_token(content)) return out.append(content);
    return out.append("{").append(content).append("}");
  }

  std::string script_content(SyntaxId id) const {
    const auto inside = only_printing_child(id);
    return inside ? content(*inside) : items(id);
  }

  std::string scripts(SyntaxId id) const {
    const auto nucleus = id + 1;
    auto out = tree_[nucleus].kind == Kind::empty ? std::string("{}") : nucleus_text(nucleus);
    std::string below, primes, above;
    for (auto child = tree_[nucleus].next; child != tree_[id].next; child = tree_[child].next) {
      if (tree_[child].kind == Kind::subscript) append(below, script_content(child));
      if (tree_[child].kind == Kind::primes) primes += characters(tree_.spelling(child));
      if (tree_[child].kind == Kind::superscript) append(above, script_content(child));
    }
    while (above.rfind("\\prime", 0) == 0 && primes_only(above)) {
      primes += "'";
      above.erase(0, 6);
    }
    if (!below.empty()) out += script('_', below);
    out += primes;
    if (!above.empty()) out += script('^', above);
    return out;
  }

  static bool primes_only(std::string_view text) {
    while (text.rfind("\\prime", 0) == 0) text.remove_prefix(6);
    return text.empty();
  }

  std::string nucleus_text(SyntaxId id) const {
    const auto inside = unwrapped(id);
    const auto kind = tree_[inside].kind;
    if (kind == Kind::scripts) return fmt::format("{{{}}}", node(inside));
    return kind == Kind::group ? group(inside) : node(inside);
  }

  std::string command(SyntaxId id) const {
    const auto name = command_name(tree_, id);
    const auto* row = find_command(name.substr(1, name.find('*') - 1));
    const auto arguments = printing_children(id);
    if (row && row->role == CommandRole::transparent) return arguments.empty() ? std::string() : content(arguments.back());
    // The star of `\operatorname*` moves limits and nothing else.
    std::string out(name.substr(0, name.find('*')));
    if (arguments.empty() && name.size() > 1 && static_cast<unsigned char>(name[1]) >= 0x80) return std::string(tree_.spelling(id));
    for (const auto argument : arguments) {
      const bool optional = tree_[argument].kind == Kind::optional;
      out += optional ? "[" : "{";
      out += content(argument);
      out += optional ? "]" : "}";
    }
    return out;
  }

  std::string environment(SyntaxId id) const {
    const auto name = environment_name(tree_, id);
    // The arguments after `\begin{array}` are layout, but the environment is none without them.
    const auto whole = tree_.spelling(id);
    const auto first = tree_.has_children(id) ? tree_[id + 1].span.begin - tree_[id].span.begin : whole.size();
    const auto after_name = std::min(whole.find('}'), first - 1) + 1;
    auto arguments = tree_.has_children(id) ? whole.substr(after_name, first - after_name) : std::string_view{};
    while (!arguments.empty() && arguments.back() != '}' && arguments.back() != ']') arguments.remove_suffix(1);
    return fmt::format("\\begin{{{0}}}{1}{2}\\end{{{0}}}", name, arguments, items(id));
  }

  const SyntaxTree& tree_;
};

}  // namespace

std::string canonical(const SyntaxTree& tree, SyntaxId id) {
  const auto kind = tree[id].kind;
  // Most of what is asked about is one plain letter.
  if (kind == SyntaxKind::letter)
    if (const auto spelling = tree.spelling(id); spelling.size() == 1 && is_letter(spelling[0])) return std::string(spelling);
  const bool wrapper = kind == SyntaxKind::group || kind == SyntaxKind::subscript || kind == SyntaxKind::superscript;
  return wrapper ? Canonical(tree).inside(id) : Canonical(tree).node(id);
}

}  // namespace eqlens
