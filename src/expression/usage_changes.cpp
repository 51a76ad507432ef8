// Which letters have a d in front that makes one name with them: `dz_t = -z_t dt + dW_t`.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/few.hpp"
#include "expression/usage.hpp"
#include "syntax/canonical.hpp"
#include "syntax/typefaces.hpp"

namespace eqlens {

namespace {

using namespace std::string_view_literals;

bool is_d(const SyntaxTree& tree, SyntaxId id) {
  if (tree[id].kind == SyntaxKind::letter) return tree.spelling(id) == "d"sv;
  if (tree[id].kind != SyntaxKind::command || !tree.has_children(id)) return false;
  // Most commands are longer.
  constexpr std::size_t longest = 20;
  const auto printed = tree.spelling(id);
  if (printed.size() > longest || printed.find('d', printed.find('{')) == std::string_view::npos) return false;
  const auto text = canonical(tree, id);
  return text == "\\mathrm{d}"sv || text == "\\text{d}"sv || text == "\\operatorname{d}"sv;
}

SyntaxId core_of(const SyntaxTree& tree, SyntaxId id) { return tree[id].kind == SyntaxKind::scripts ? id + 1 : id; }

// A letter, in bold too.
bool is_variable(const SyntaxTree& tree, SyntaxId id) {
  const SyntaxId core = core_of(tree, id);
  if (letter_like(tree, core)) return true;
  if (tree[core].kind != SyntaxKind::command || !tree.has_children(core)) return false;
  const auto name = command_name(tree, core);
  for (const auto face : {"\\mathbf"sv, "\\boldsymbol"sv, "\\bm"sv, "\\hat"sv, "\\tilde"sv, "\\bar"sv})
    if (name == face) return true;
  return false;
}

// `W_0 u + \Delta W u`: whether the term before the sign has the letter, too.
bool changes_term_before(const SyntaxTree& tree, SyntaxId parent, SyntaxId item, const std::string& letter) {
  bool before = false, here = false;
  for (const SyntaxId child : tree.children(parent)) {
    if (child == item) break;
    const auto sign = tree[child].kind == SyntaxKind::sign ? tree.spelling(child) : std::string_view{};
    if (sign == "+"sv || sign == "-"sv || sign == "="sv) before = std::exchange(here, false) && sign != "="sv;
    here = here || canonical(tree, core_of(tree, child)) == letter;
  }
  return before;
}

using Items = Few<SyntaxId, 32>;

// One row of a display: d's before letters on both sides of its relation, or a `dt` at the end of a term.
void gather_row(const SyntaxTree& tree, const Items& items, Usage& usage) {
  const auto sign = [&](std::size_t n) {
    const SyntaxId id = items[n];
    const bool bare = tree[id].kind == SyntaxKind::sign || (tree[id].kind == SyntaxKind::command && !tree.has_children(id));
    return bare ? find_operation(tree[id].kind == SyntaxKind::sign ? tree.spelling(id) : command_name(tree, id)) : nullptr;
  };
  Few<SyntaxId, 8> found;
  bool left = false, right = false, behind = false, ends = false;
  for (std::size_t n = 0; n < items.size(); ++n) {
    const SyntaxId core = core_of(tree, items[n]);
    if (tree[core].kind == SyntaxKind::command && command_name(tree, core).find("int") != std::string_view::npos) return;
    const auto* operation = sign(n);
    behind = behind || (operation && operation->fixity == Fixity::relation);
    if (n + 1 == items.size() || !is_d(tree, items[n])) continue;
    // `\mathrm{d}(u v) = ...`
    if (tree[items[n]].kind == SyntaxKind::command && tree[items[n + 1]].kind == SyntaxKind::fence) (behind ? right : left) = true;
    if (!is_variable(tree, items[n + 1])) continue;
    found.push_back(core_of(tree, items[n + 1]));
    (behind ? right : left) = true;
    const auto letter = canonical(tree, found.back());
    const auto* after = n + 2 < items.size() ? sign(n + 2) : nullptr;
    const bool over = n + 2 == items.size() || (after && (after->precedence == 2 || after->fixity == Fixity::relation)) ||
                      tree.spelling(items[n + 2]) == ","sv || tree.spelling(items[n + 2]) == "."sv;
    const bool upright = tree[items[n]].kind == SyntaxKind::command;
    ends = ends || (letter == "t"sv && over && n > 0 && (upright || tree[items[n]].span.end == tree[items[n + 1]].span.begin));
  }
  if (!behind || !((left && right) || ends)) return;
  for (const SyntaxId letter : found) usage.differentials.insert(canonical(tree, letter));
}

}  // namespace

bool is_bold_face(std::string_view command) {
  return std::find(std::begin(bold_commands), std::end(bold_commands), command) != std::end(bold_commands);
}

bool is_change(const SyntaxTree& tree, SyntaxId parent, SyntaxId item) {
  const SyntaxId core = changed_core(tree, core_of(tree, item));
  const auto command = tree[core].kind == SyntaxKind::command ? command_name(tree, core) : std::string_view{};
  const bool dressed = (is_accent(command) || is_bold_face(command)) && argument(tree, core) != no_node;
  if (!dressed && !letter_like(tree, core)) return false;
  const auto letter = canonical(tree, dressed ? unwrap(tree, argument(tree, core)) : core);
  const bool capital = letter[0] == '\\' ? letter[1] <= 'Z' : letter[0] <= 'Z';
  if (!capital || changes_term_before(tree, parent, item, canonical(tree, core))) return true;
  // A left side.
  SyntaxId next = tree[item].next;
  while (next < tree.nodes.size() && tree[next].kind == SyntaxKind::spacing) next = tree[next].next;
  return next < tree.nodes.size() && tree[next].kind == SyntaxKind::sign && tree.spelling(next) == "="sv;
}

void gather_differentials(const SyntaxTree& tree, SyntaxId parent, Usage& usage) {
  bool any = false;
  for (const SyntaxId child : tree.children(parent)) any = any || is_d(tree, child);
  if (!any) return;
  Items row;
  for (const SyntaxId child : tree.children(parent)) {
    const auto kind = tree[child].kind;
    if (kind == SyntaxKind::line_break) {
      gather_row(tree, row, usage);
      row.clear();
    } else if (kind != SyntaxKind::spacing && kind != SyntaxKind::align) {
      row.push_back(child);
    }
  }
  gather_row(tree, row, usage);
}

}  // namespace eqlens
