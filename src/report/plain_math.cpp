#include "report/plain_math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/source.hpp"
#include "base/text.hpp"
#include "grammar/latex.hpp"
#include "report/plain_line.hpp"
#include "report/plain_pieces.hpp"
#include "syntax/glyphs.hpp"

namespace eqlens {

namespace {

// Longer displays are shown as they were given: nobody reads them as one line.
constexpr std::size_t longest = 4000;

class Writer {
 public:
  explicit Writer(const SyntaxTree& tree) : tree_(tree), written_(tree.nodes.size()) {}

  std::string items(SyntaxId parent) const {
    PlainLine line;
    const auto children = all(parent);
    for (std::size_t i = 0; i < children.size(); ++i) {
      // A name ends at a space: `step\_size x`.
      if (i > 0 && tree_[children[i]].span.begin > tree_[children[i - 1]].span.end) line.end_name();
      const bool defines = tree_.spelling(children[i]) == ":" && i + 1 < children.size() && tree_.spelling(children[i + 1]) == "=";
      line.append(defines ? ":=" : item(children, i));
      if (defines) ++i;
    }
    return line.text;
  }

 private:
  /// Written once for each node: neighbours and brackets ask for the same text again and again.
  const std::string& node(SyntaxId id) const {
    auto& kept = written_[id];
    if (!kept) {
      auto text = write(id);
      kept = std::move(text);
    }
    return *kept;
  }

  std::string write(SyntaxId id) const {
    const auto spelling = tree_.spelling(id);
    switch (tree_[id].kind) {
      case SyntaxKind::root:
      case SyntaxKind::group:
      case SyntaxKind::optional: return items(id);
      case SyntaxKind::letter:
      case SyntaxKind::number:
      case SyntaxKind::error: return std::string(spelling);
      case SyntaxKind::text: return tree_.has_children(id) ? items(id) : without_face(spelling);
      case SyntaxKind::command: return command(id);
      case SyntaxKind::scripts: return scripts(id);
      case SyntaxKind::subscript:
      case SyntaxKind::superscript: return items(id);
      case SyntaxKind::primes: return spelling == "'" ? "′" : std::string(spelling);
      case SyntaxKind::empty:
      case SyntaxKind::align: return {};
      case SyntaxKind::fence: return fence(id);
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

  std::optional<SyntaxId> argument_id(SyntaxId id, std::size_t n) const {
    for (const auto child : tree_.children(id)) {
      if (tree_[child].kind == SyntaxKind::optional) continue;
      if (n-- == 0) return child;
    }
    return std::nullopt;
  }

  std::string argument(SyntaxId id, std::size_t n) const {
    const auto found = argument_id(id, n);
    return found ? node(*found) : std::string();
  }

  bool is_layout(SyntaxId id) const {
    const auto kind = tree_[id].kind;
    return kind == SyntaxKind::empty || kind == SyntaxKind::spacing || kind == SyntaxKind::align || kind == SyntaxKind::optional;
  }

  bool is_group(SyntaxId id) const { return tree_[id].kind == SyntaxKind::group || tree_[id].kind == SyntaxKind::root; }

  std::vector<SyntaxId> all(SyntaxId parent) const {
    std::vector<SyntaxId> result;
    for (const auto child : tree_.children(parent)) result.push_back(child);
    return result;
  }

  std::vector<SyntaxId> visible(SyntaxId parent) const {
    std::vector<SyntaxId> result;
    for (const auto child : tree_.children(parent))
      if (!is_layout(child)) result.push_back(child);
    return result;
  }

  /// What stands alone in braces, however many.
  SyntaxId bare(SyntaxId id) const {
    while (is_group(id)) {
      const auto inside = visible(id);
      if (inside.size() != 1) break;
      id = inside.front();
    }
    return id;
  }

  bool is_fraction(SyntaxId id) const {
    id = bare(id);
    if (tree_[id].kind != SyntaxKind::command) return false;
    const auto name = command_name(tree_, id);
    return name == "\\frac" || name == "\\dfrac" || name == "\\tfrac" || name == "\\cfrac";
  }

  bool is_root(SyntaxId id) const { return tree_[id].kind == SyntaxKind::command && command_name(tree_, id) == "\\sqrt"; }

  /// One thing that nothing beside it can come between: a name, a number, brackets, a call.
  bool is_single(std::optional<SyntaxId> id) const {
    if (!id) return true;
    const auto inner = bare(*id);
    if (!is_group(inner)) return !is_fraction(inner);
    const auto parts = visible(inner);
    return parts.empty() ||
           (parts.size() == 2 && tree_[parts[1]].kind == SyntaxKind::fence && node(parts[1]).starts_with('(') && !is_fraction(parts[0]));
  }

  std::string item(const std::vector<SyntaxId>& children, std::size_t at) const {
    const auto& text = node(children[at]);
    return is_fraction(children[at]) && clings(children, at) ? in_brackets(text) : text;
  }

  /// Words and signs that reach as far to the right as they can: `log`, `∑`, a slash.
  bool reaches_right(SyntaxId id) const {
    if (tree_[id].kind == SyntaxKind::sign) return tree_.spelling(id) == "/";
    if (tree_[id].kind == SyntaxKind::scripts && tree_.has_children(id)) id = *tree_.children(id).begin();
    if (tree_[id].kind != SyntaxKind::command || is_root(id) || is_fraction(id)) return false;
    const auto text = node(id);
    return is_wordy(text) || text == "∑" || text == "∏" || text == "∫" || text == "∇";
  }

  /// A factor right behind a fraction, or a sign that would take only its bottom.
  bool binds_left(SyntaxId id) const {
    if (tree_[id].kind == SyntaxKind::close || is_layout(id)) return false;
    const auto text = node(id);
    if (text == "/" || text == "·" || text == "×" || text == "⊙" || text == "⊗") return true;
    return !text.empty() && tree_[id].kind != SyntaxKind::sign && tree_[id].kind != SyntaxKind::bar &&
           tree_[id].kind != SyntaxKind::line_break && !is_relation(text);
  }

  /// Whether the fraction at this place would run into its neighbours on one line.
  bool clings(const std::vector<SyntaxId>& children, std::size_t at) const {
    auto before = at, after = at + 1;
    while (before > 0 && is_layout(children[before - 1])) --before;
    while (after < children.size() && is_layout(children[after])) ++after;
    if (before > 0 && reaches_right(children[before - 1])) return true;
    if (after == children.size() || !binds_left(children[after])) return false;
    // 1/n in front of a factor is read as it is meant.
    const auto text = node(children[at]);
    return text.empty() || text.front() < '0' || text.front() > '9' || text.find(" / ") != std::string::npos ||
           node(children[after]) == "/";
  }

  static std::string in_brackets(const std::string& text) { return fmt::format("({})", text); }

  /// In brackets if a sum, a list, a quotient or words stand bare in it: the top of a fraction may be a plain product.
  static std::string tight(const std::string& text) {
    std::size_t depth = 0;
    for (const char c : text) {
      if (c == '(') ++depth;
      if (c == ')' && depth > 0) --depth;
      if (depth == 0 && (c == ' ' || c == ',' || c == '/')) return in_brackets(text);
    }
    return text;
  }

  /// The bottom of a fraction: `a/bc` would be heard as a/b times c.
  std::string bottom(SyntaxId id, const std::string& top) const {
    const auto text = argument(id, 1);
    // ∂L/∂W and dy/dx are one sign each.
    const bool differential = (text.starts_with("∂") && top.starts_with("∂")) || (text.starts_with('d') && top.starts_with('d'));
    // `\beta(\beta - 1)` is a product below, f(x) one thing.
    const bool product = text.find(" − ") != std::string::npos || text.find(" + ") != std::string::npos;
    return (is_single(argument_id(id, 1)) && !(product && text.back() == ')' && text.front() != '(')) || differential ? tight(text)
                                                                                                                      : in_brackets(text);
  }

  std::string command(SyntaxId id) const {
    const auto name = command_name(tree_, id);
    if (is_fraction(id)) return fraction(tight(argument(id, 0)), bottom(id, argument(id, 0)));
    if (name == "\\sqrt") {
      const auto body = argument(id, 0);
      return fmt::format("{}√{}", degree(id), is_single(argument_id(id, 0)) ? body : in_brackets(body));
    }
    if (const auto accent = combining_accent(name); !accent.empty()) return accented(argument(id, 0), accent);
    if (name == "\\binom") return fmt::format("C({}, {})", argument(id, 0), argument(id, 1));
    if (name == "\\mathbb") return double_struck(argument(id, 0));
    if (name == "\\underset" || name == "\\overset" || name == "\\stackrel") {
      const auto beside = without_spaces(argument(id, 0)), middle = argument(id, 1);
      return name == "\\underset" ? middle + small_script(beside, lowered(beside), '_') : middle;
    }
    if (!tree_.has_children(id)) {
      if (changes_face(name.substr(1))) return {};
      const auto character = glyph(name);
      return character.empty() ? std::string(name.substr(1)) : std::string(character);
    }
    return argument(id, 0);
  }

  /// The small 3 of a cube root.
  std::string degree(SyntaxId id) const {
    for (const auto child : tree_.children(id))
      if (tree_[child].kind == SyntaxKind::optional && tree_.has_children(child)) return raised(without_spaces(items(child)));
    return {};
  }

  static std::string fraction(const std::string& above, const std::string& below) {
    const bool narrow = display_width(above) <= 2 && display_width(below) <= 2;
    return fmt::format("{}{}{}", above, narrow ? "/" : " / ", below);
  }

  static std::string accented(const std::string& base, std::string_view accent) {
    const auto first = std::max<std::size_t>(1, utf8_length(base));
    return base.empty() ? base : base.substr(0, first) + std::string(accent) + base.substr(first);
  }

  bool is_script(SyntaxId id) const { return tree_[id].kind == SyntaxKind::subscript || tree_[id].kind == SyntaxKind::superscript; }

  /// A script takes all of its base: (a/b)², (√a)², (xᵃ)ᵇ.
  std::string base_of_scripts(SyntaxId scripts, SyntaxId base) const {
    const auto text = node(base);
    const auto inner = bare(base);
    const auto raised_itself = [&](SyntaxId id) {
      const auto parts = all(id);
      return std::any_of(parts.begin(), parts.end(), [&](SyntaxId part) { return tree_[part].kind == SyntaxKind::superscript; });
    };
    const bool stacked = tree_[inner].kind == SyntaxKind::scripts && raised_itself(inner) && raised_itself(scripts);
    const bool whole = !is_group(inner) || is_single(inner) || text.empty();
    return is_fraction(inner) || is_root(inner) || stacked || !whole ? in_brackets(text) : text;
  }

  /// `\sqrt{m}_h` is the root of m_h: what stands below belongs to the letter inside.
  std::string rooted(SyntaxId id) const {
    const auto parts = all(id);
    if (parts.size() != 2 || !is_root(parts[0]) || tree_[parts[1]].kind != SyntaxKind::subscript) return {};
    const auto inside = argument_id(parts[0], 0);
    if (!inside || tree_[bare(*inside)].kind != SyntaxKind::letter) return {};
    const auto part = without_spaces(node(parts[1]));
    return fmt::format("√{}{}", node(bare(*inside)), small_script(part, lowered(part), '_'));
  }

  std::string scripts(SyntaxId id) const {
    if (auto root = rooted(id); !root.empty()) return root;
    std::string result;
    for (const auto child : tree_.children(id)) {
      const auto part = is_script(child) ? without_spaces(node(child)) : base_of_scripts(id, child);
      if (tree_[child].kind == SyntaxKind::subscript)
        result += small_script(part, lowered(part), '_');
      else if (tree_[child].kind == SyntaxKind::superscript)
        result += small_script(part, raised(part), '^');
      else
        result += part;
    }
    return result;
  }

  /// `\left\{ \begin{array}{ll} ... \end{array} \right.` lists cases.
  std::string fence(SyntaxId id) const {
    const auto parts = visible(id);
    const bool cases = parts.size() == 3 && delimiter(tree_.spelling(parts[0])) == "{" && delimiter(tree_.spelling(parts[2])).empty() &&
                       tree_[parts[1]].kind == SyntaxKind::environment;
    return cases ? environment(parts[1], true) : items(id);
  }

  std::string environment(SyntaxId id, bool lists_cases = false) const {
    const auto name = environment_name(tree_, id);
    const bool cases = lists_cases || name == "cases";
    const bool matrix = !cases && (name.find("matrix") != std::string_view::npos || name == "array");
    PlainLine line;
    const auto children = all(id);
    for (std::size_t i = 0; i < children.size(); ++i) {
      const auto kind = tree_[children[i]].kind;
      if (kind == SyntaxKind::align && (matrix || cases)) {
        while (cases && (line.text.ends_with(' ') || line.text.ends_with(','))) line.text.pop_back();
        line.text += cases ? " if " : "  ";
      } else if (kind == SyntaxKind::line_break && (matrix || cases))
        line.text += "; ";
      else
        line.append(item(children, i));
    }
    const auto body = cases ? said_once(line.text) : line.text;
    if (matrix) return fmt::format("[{}]", body);
    return cases ? fmt::format("{{ {} }}", body) : body;
  }

  const SyntaxTree& tree_;
  mutable std::vector<std::optional<std::string>> written_;
};

}  // namespace

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
