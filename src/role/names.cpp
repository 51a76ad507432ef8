// What the printed names of a line say beyond themselves.
#include <algorithm>

#include "role/role_rules.hpp"
#include "syntax/typefaces.hpp"

namespace eqlens {

bool stands_in_name(const Equation& equation, SymbolId id) {
  const Symbol& symbol = equation.symbols[id];
  if (symbol.kind != SymbolKind::variable || symbol.latex.size() != 1 || symbol.latex[0] < 'i' || symbol.latex[0] > 'n') return false;
  for (SymbolId other = 0; other < equation.symbols.size(); ++other) {
    const std::string& label = equation.symbols[other].label;
    if (label.starts_with("{(") && label.find(symbol.latex) != std::string::npos && equation.definition_of(other) != nullptr) return true;
  }
  return false;
}

bool only_names_norm(const Equation& equation, SymbolId id) {
  const Symbol& symbol = equation.symbols[id];
  if (symbol.nucleus != "F" || !symbol.label.empty() || !symbol.upper.empty()) return false;
  const Arena& arena = equation.arena;
  std::size_t printed = 0, norms = 0;
  for (ExpressionId at = 0; at < arena.size(); ++at) {
    if (arena[at].kind == ExpressionKind::symbol && arena[at].symbol == id) ++printed;
    if (!arena.applies(at, "norm") || arena[at].child_count != 2) continue;
    const ExpressionId kind = arena.child(at, 1);
    if (arena[kind].kind == ExpressionKind::symbol && arena[kind].symbol == id) ++norms;
  }
  return norms > 0 && norms == printed;
}

bool defined_anew(const Equation& equation, ExpressionId id) {
  const Arena& arena = equation.arena;
  const auto is_label = [](const Symbol& symbol) { return symbol.kind == SymbolKind::label; };
  if (std::none_of(equation.symbols.begin(), equation.symbols.end(), is_label)) return false;
  ExpressionId whole = none;
  for (ExpressionId above = id + 1; above < arena.size() && whole == none; ++above)
    if (arena.applies(above, "labelled") && arena.child(above, 0) == id) whole = above;
  if (whole == none) return false;
  const std::string& label = equation.symbols[arena[arena.child(whole, 1)].symbol].latex;
  return std::any_of(equation.statements.begin(), equation.statements.end(), [&](const Statement& statement) {
    if (statement.sides.size() < 2) return false;
    const ExpressionId left = statement.sides[0];
    const bool labelled = arena.applies(left, "labelled") && equation.symbols[arena[arena.child(left, 1)].symbol].latex == label;
    const bool named = arena.applies(left, "call") && arena[arena.child(left, 0)].kind == ExpressionKind::symbol &&
                       equation.symbols[arena[arena.child(left, 0)].symbol].label == label;
    return left != whole && (named || labelled);
  });
}

bool frozen_copy(const std::string& letter, const std::set<std::string, std::less<>>& trained) {
  const auto below = letter.find('_');
  return below != std::string::npos && trained.count(letter.substr(0, below)) > 0 &&
         std::any_of(frozen_marks.begin(), frozen_marks.end(),
                     [&](std::string_view mark) { return letter.find(mark, below) != std::string::npos; });
}

std::string unbold(std::string letter) {
  for (const std::string_view bold : bold_commands)
    if (letter.starts_with(bold)) letter.erase(0, bold.size());
  return letter.starts_with('{') ? letter.substr(1, letter.size() - 2) : letter;
}

}  // namespace eqlens
