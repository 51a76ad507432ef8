#include "report/plane.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "grammar/latex.hpp"
#include "report/colours.hpp"
#include "report/plain_math.hpp"
#include "report/plain_pieces.hpp"
#include "syntax/glyphs.hpp"

namespace eqlens {

namespace {

constexpr std::size_t longest_plane = 2000;
constexpr std::size_t most_rows = 24;

constexpr std::string_view spaced[] = {"=", "<", ">", "≤", "≥", "≠", "≈", "∼", "∝", "≡", "≜",  "∈",  "←", "→",
                                       "⇒", "+", "−", "-", "×", "⊙", "⊗", "⊕", "·", "∘", ":=", "=:", "≐"};
constexpr std::string_view big_operators[] = {"\\sum", "\\prod", "\\max", "\\min", "\\lim", "\\argmax", "\\argmin", "\\sup", "\\inf"};

template <std::size_t N>
bool listed(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class Plane {
 public:
  Plane(const SyntaxTree& tree, const Colours& colours) : tree_(tree), colours_(colours) {}

  /// A piece of the outermost line; a line may be broken in front of it.
  struct Piece {
    Box box;
    bool breaks = false;
    bool new_line = false;
  };

  std::vector<Piece> pieces(SyntaxId parent) const {
    std::vector<Piece> list;
    std::string last;
    bool after_sign = true;
    for (const auto child : tree_.children(parent)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::line_break) {
        list.push_back({text_box(""), true, true});
        last.clear();
        after_sign = true;
        continue;
      }
      if (kind == SyntaxKind::spacing) {
        if (tree_.spelling(child).find("quad") == std::string_view::npos) continue;
        list.push_back({text_box("   "), true, false});
        last = " ";
        after_sign = true;
        continue;
      }
      if (kind == SyntaxKind::environment && !is_grid(child)) {
        for (auto& piece : pieces(child)) list.push_back(std::move(piece));
        continue;
      }
      auto box = node(child);
      if (box.width() == 0) continue;
      // `:=` is one sign.
      if (tree_.spelling(child) == "=" && last == ":" && !list.empty()) {
        list.back() = {text_box(" := "), true, false};
        last = " ";
        after_sign = true;
        continue;
      }
      const auto text = box.height() == 1 ? flat(box) : std::string(opens(child) ? tall_bracket : tall);
      const bool fraction = kind == SyntaxKind::command && command_name(tree_, child).ends_with("frac");
      const bool sign = listed(spaced, text);
      if (sign && after_sign && (text == "−" || text == "-")) {
        list.push_back({text_box("−"), false, false});
      } else if (sign) {
        list.push_back({beside(beside(text_box(" "), text == "-" ? text_box("−") : box), text_box(" ")), true, false});
      } else {
        if (needs_space(last, text)) box = beside(text_box(" "), box);
        list.push_back({std::move(box), false, false});
      }
      if (text == ",") list.push_back({text_box(" "), false, false});
      after_sign = sign || text == ",";
      last = sign ? " " : fraction ? std::string(tall) : text;
    }
    return list;
  }

 private:
  // What stands for parts of several rows where neighbours are compared.
  static constexpr std::string_view tall = "▮", tall_bracket = "▯";

  /// Whether a bracket stands at the left end.
  bool opens(SyntaxId id) const {
    if (tree_[id].kind == SyntaxKind::scripts && tree_.has_children(id)) id = *tree_.children(id).begin();
    return tree_[id].kind == SyntaxKind::fence;
  }

  static std::string flat(const Box& box) {
    std::string text;
    for (const auto& cell : box.rows[0]) text += cell.text;
    return text;
  }

  /// Words, sums and tall parts keep their distance.
  static bool needs_space(std::string_view last, std::string_view next) {
    if (last.empty() || last == " " || last == "," || last == "(" || next == "," || next == "." || next == ")") return false;
    if (next == tall_bracket) return last == tall || last == tall_bracket;
    const auto wordy = [](std::string_view text) { return text.size() > 1 && is_letter(text[0]) && is_letter(text[1]); };
    const bool letter = is_letter(next[0]) || static_cast<unsigned char>(next[0]) >= 0x80;
    return last == tall || last == tall_bracket || (next == tall && !wordy(last)) || (wordy(last) && letter) || wordy(next) ||
           (last == ")" && letter);
  }

  Box row(SyntaxId parent) const {
    Box box = text_box("");
    for (const auto& piece : pieces(parent)) box = beside(box, piece.box);
    return box;
  }

  Box leaf(SyntaxId id) const { return text_box(plain_math(tree_.spelling(id)), colours_.at(tree_.origin(id))); }

  Box node(SyntaxId id) const {
    switch (tree_[id].kind) {
      case SyntaxKind::group: return row(id);
      case SyntaxKind::command: return command(id);
      case SyntaxKind::scripts: return scripts(id);
      case SyntaxKind::fence: return fence(id);
      case SyntaxKind::environment: return grid(id);
      case SyntaxKind::open:
      case SyntaxKind::close:
      case SyntaxKind::bar: return text_box(delimiter(tree_.spelling(id)));
      case SyntaxKind::align:
      case SyntaxKind::empty: return text_box("");
      default: return leaf(id);
    }
  }

  std::vector<SyntaxId> arguments(SyntaxId id) const {
    std::vector<SyntaxId> list;
    for (const auto child : tree_.children(id))
      if (tree_[child].kind != SyntaxKind::optional) list.push_back(child);
    return list;
  }

  Box argument(SyntaxId id) const { return tree_[id].kind == SyntaxKind::group ? row(id) : node(id); }

  Box command(SyntaxId id) const {
    const auto name = command_name(tree_, id);
    const auto given = arguments(id);
    if ((name == "\\frac" || name == "\\dfrac" || name == "\\tfrac" || name == "\\cfrac") && given.size() == 2) {
      const auto above = argument(given[0]), below = argument(given[1]);
      // 1/2 needs no three lines.
      if (above.height() == 1 && below.height() == 1 && above.width() + below.width() <= 2)
        return beside(beside(above, text_box("/")), below);
      return fraction_box(above, below);
    }
    if (name == "\\sqrt" && given.size() == 1) {
      const auto inside = argument(given[0]);
      if (inside.height() > 1) return root_box(inside);
      const auto sign = text_box("√", Role::operation);
      const bool bare =
          inside.width() == 1 || (inside.width() < 4 && is_name(given[0]) && plain_math(tree_.spelling(id)).find('(') == std::string::npos);
      return beside(sign, bare ? inside : fenced("(", inside, ")"));
    }
    return leaf(id);
  }

  /// Kᵀ is an input and an operation; x_i, one symbol, has one colour.
  Box scripted(SyntaxId id, const std::vector<SyntaxId>& parts) const {
    const auto text = plain_math(tree_.spelling(id));
    const auto whole = tree_.origin(id);
    if (colours_.at(whole)) return leaf(id);
    for (auto last = parts.size() - 1; last > 0; --last) {
      // The symbol goes as far as the scripts that belong to its name.
      const Span symbol{whole.begin, tree_.origin(parts[last - 1]).end};
      const auto role = colours_.at(symbol);
      const auto base = plain_math(tree_.spelling(id).substr(0, symbol.size()));
      if (!role || !text.starts_with(base)) continue;
      const auto sign = tree_.origin(parts[last]);
      auto its = colours_.at({sign.begin, sign.begin + 1});
      for (const auto child : tree_.children(parts[last])) its = its ? its : colours_.at(tree_.origin(child));
      return beside(text_box(base, role), text_box(text.substr(base.size()), its));
    }
    return leaf(id);
  }

  /// Limits of a big operator stand below and above it; other scripts are small or on one line.
  Box scripts(SyntaxId id) const {
    const auto parts = arguments(id);
    if (parts.empty()) return leaf(id);
    const auto nucleus = parts.front();
    const bool big = tree_[nucleus].kind == SyntaxKind::command && listed(big_operators, command_name(tree_, nucleus));
    if (!big) {
      auto box = node(nucleus);
      const bool bracket = tree_[nucleus].kind == SyntaxKind::fence;
      if (box.height() < 2) return bracket ? beside(box, small_scripts(parts)) : scripted(id, parts);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        auto script = text_box(without_spaces(plain_math(content(parts[i]))));
        const bool below = tree_[parts[i]].kind == SyntaxKind::subscript;
        script.base = 0;
        Box placed = script;
        // A script of something tall stands at its corner.
        placed.base = 0;
        if (!below) {
          placed.rows.resize(box.base + 1, std::vector<Cell>(script.width(), Cell{" ", std::nullopt}));
          placed.base = box.base;
        } else {
          const auto under = box.height() - box.base;
          placed.rows.insert(placed.rows.begin(), under - 1, std::vector<Cell>(script.width(), Cell{" ", std::nullopt}));
        }
        box = beside(box, placed);
      }
      return box;
    }
    std::vector<Box> column = {leaf(nucleus)};
    std::size_t base = 0;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      auto limit = limit_box(parts[i]);
      if (tree_[parts[i]].kind == SyntaxKind::superscript) {
        column.insert(column.begin(), std::move(limit));
        base = 1;
      } else {
        column.push_back(std::move(limit));
      }
    }
    return stacked(column, base);
  }

  /// What stands below or above a sum, without spaces, each part in the colour of its role.
  Box limit_box(SyntaxId script) const {
    const auto whole = without_spaces(plain_math(content(script)));
    Box box = text_box("");
    std::string joined;
    const auto parts = arguments(script);
    const bool group = parts.size() == 1 && tree_[parts[0]].kind == SyntaxKind::group;
    for (const auto part : group ? arguments(parts[0]) : parts) {
      const auto text = without_spaces(plain_math(tree_.spelling(part)));
      joined += text;
      box = beside(box, text_box(text, colours_.at(tree_.origin(part))));
    }
    return joined == whole ? box : text_box(whole);
  }

  /// Scripts of a bracket on one line, as small characters where there are some.
  Box small_scripts(const std::vector<SyntaxId>& parts) const {
    std::string text;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const bool below = tree_[parts[i]].kind == SyntaxKind::subscript;
      const auto plain = tree_[parts[i]].kind == SyntaxKind::primes ? std::string("′") : without_spaces(plain_math(content(parts[i])));
      const auto small = below ? lowered(plain) : raised(plain);
      text += !small.empty() ? small : plain == "′" ? plain : (below ? "_" : "^") + (plain.size() > 1 ? "(" + plain + ")" : plain);
    }
    return text_box(text);
  }

  /// A letter with its scripts.
  bool is_name(SyntaxId id) const {
    std::size_t parts = 0;
    if (tree_[id].kind != SyntaxKind::group) return true;
    for (const auto child : tree_.children(id)) parts += tree_[child].kind == SyntaxKind::spacing ? 0 : 1;
    return parts == 1;
  }

  std::string content(SyntaxId script) const {
    std::string text;
    for (const auto child : tree_.children(script)) text += tree_.spelling(child);
    return text;
  }

  Box fence(SyntaxId id) const {
    std::string open, close;
    Box inside = row(id);
    SyntaxId last = id;
    for (const auto child : tree_.children(id)) {
      if (tree_[child].kind == SyntaxKind::open) open = delimiter(tree_.spelling(child));
      last = child;
    }
    if (tree_[last].kind == SyntaxKind::close || tree_[last].kind == SyntaxKind::bar) close = delimiter(tree_.spelling(last));
    if (inside.height() < 2) return inside;
    // The row holds the delimiters as they are printed; tall ones take their place.
    Box body = text_box("");
    for (const auto& piece : inner_pieces(id, open, close)) body = beside(body, piece.box);
    return fenced(open, body, close);
  }

  std::vector<Piece> inner_pieces(SyntaxId id, const std::string& open, const std::string& close) const {
    auto list = pieces(id);
    // The dot of `\left.` prints nothing: there is no piece of it.
    if (!open.empty() && !list.empty()) list.erase(list.begin());
    if (!close.empty() && !list.empty()) list.erase(list.end() - 1);
    return list;
  }

  /// The delimiter itself, without the command that sets its size; empty for the dot of `\left.`
  static std::string delimiter(std::string_view printed) {
    for (const std::string_view size : {"\\left", "\\right", "\\middle", "\\big", "\\Big"})
      if (printed.starts_with(size)) {
        printed.remove_prefix(size.size());
        while (!printed.empty() &&
               (printed[0] == 'g' || printed[0] == 'l' || printed[0] == 'r' || printed[0] == 'm' || is_space(printed[0])))
          printed.remove_prefix(1);
        break;
      }
    if (printed == ".") return {};
    const auto sign = glyph(printed);
    return sign.empty() ? plain_math(printed) : std::string(sign);
  }

  bool is_grid(SyntaxId id) const {
    const auto name = environment_name(tree_, id);
    return name.find("matrix") != std::string_view::npos || name == "array" || name == "cases" || name == "smallmatrix";
  }

  /// An item of a cell with its distance from the one before it.
  Box spaced_item(SyntaxId id, std::string& last) const {
    auto box = node(id);
    const auto text = box.height() == 1 ? flat(box) : std::string(tall);
    const bool sign = !last.empty() && listed(spaced, text);
    if (sign)
      box = beside(beside(text_box(" "), box), text_box(" "));
    else if (needs_space(last, text))
      box = beside(text_box(" "), box);
    last = sign ? " " : text;
    return box;
  }

  Box grid(SyntaxId id) const {
    std::vector<std::vector<Box>> cells = {{text_box("")}};
    std::string last;
    for (const auto child : tree_.children(id)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::line_break)
        cells.push_back({text_box("")});
      else if (kind == SyntaxKind::align)
        cells.back().push_back(text_box(""));
      else if (kind != SyntaxKind::spacing)
        cells.back().back() = beside(cells.back().back(), spaced_item(child, last));
      if (kind == SyntaxKind::line_break || kind == SyntaxKind::align) last.clear();
    }
    std::vector<std::size_t> widths;
    for (const auto& line : cells)
      for (std::size_t i = 0; i < line.size(); ++i) {
        widths.resize(std::max(widths.size(), i + 1), 0);
        widths[i] = std::max(widths[i], line[i].width());
      }
    std::vector<Box> rows;
    std::size_t height = 0;
    for (const auto& line : cells) {
      Box row = text_box("");
      for (std::size_t i = 0; i < line.size(); ++i)
        row = beside(row, beside(line[i], text_box(std::string(widths[i] - line[i].width() + (i + 1 < line.size() ? 2 : 0), ' '))));
      if (row.width() == 0) continue;
      height += row.height();
      rows.push_back(std::move(row));
    }
    if (rows.empty()) return text_box("");
    const auto body = stacked(rows, (height - 1) / 2, Edge::left);
    const auto name = environment_name(tree_, id);
    if (name == "cases") return fenced("{", body, "");
    if (name == "pmatrix") return fenced("(", body, ")");
    if (name == "vmatrix") return fenced("|", body, "|");
    if (name == "Vmatrix") return fenced("‖", body, "‖");
    return name == "array" || name == "matrix" ? body : fenced("[", body, "]");
  }

  const SyntaxTree& tree_;
  const Colours& colours_;
};

}  // namespace

std::vector<Box> plane_math(const Analysis& analysis, std::string_view latex, std::size_t width) {
  if (latex.size() > longest_plane) return {};
  const auto parsed = parse_math(latex);
  if (has_errors(parsed.diagnostics) || parsed.tree.nodes.empty()) return {};
  const Colours colours(analysis);
  std::vector<Box> lines = {text_box("")};
  Box word = text_box("");
  const auto flush = [&] {
    if (lines.back().width() > 0 && lines.back().width() + word.width() > width) lines.push_back(text_box(""));
    lines.back() = beside(lines.back(), word);
    word = text_box("");
  };
  for (const auto& piece : Plane(parsed.tree, colours).pieces(0)) {
    if (piece.breaks) flush();
    if (piece.new_line && lines.back().width() > 0) lines.push_back(text_box(""));
    word = beside(word, piece.box);
  }
  flush();
  std::size_t rows = 0;
  for (const auto& line : lines) {
    if (line.width() > width) return {};
    rows += line.height();
  }
  std::erase_if(lines, [](const Box& line) { return line.width() == 0; });
  return rows > most_rows ? std::vector<Box>{} : lines;
}

}  // namespace eqlens
