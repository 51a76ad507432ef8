// What facts say of printed expressions: their value wherever they stand, or that a function repeats.
#include <cctype>

#include "evaluate/compile.hpp"
#include "expression/periods.hpp"

namespace eqlens {

namespace {

/// A text without what does not show: spaces, braces, sizes of brackets; `||` is `\|`.
std::string printed_alike(std::string text) {
  for (const std::string_view size : {"\\left", "\\right"})
    for (auto at = text.find(size); at != std::string::npos; at = text.find(size, at))
      if (at + size.size() < text.size() && std::isalpha(static_cast<unsigned char>(text[at + size.size()])) != 0)
        at += size.size();
      else
        text.erase(at, size.size());
  for (const std::string_view bars : {"||", "\\lVert", "\\rVert", "\\Vert"})
    for (auto at = text.find(bars); at != std::string::npos; at = text.find(bars, at + 2)) text.replace(at, bars.size(), "\\|");
  std::erase_if(text, [](char c) { return c == ' ' || c == '{' || c == '}'; });
  return text;
}

}  // namespace

/// Facts whose left side is neither a name nor a call say what an expression is wherever it is printed so; and so does the display
/// itself of the square of something that nothing else gives: `s_i^2 = ...`.
void Compiler::find_overrides() {
  for (std::size_t n = 0; n < equation_.statements.size(); ++n) {
    const auto& statement = equation_.statements[n];
    if (statement.kind != StatementKind::claim || statement.sides.size() < 2 || statement.relations[0]->name != "equals") continue;
    const auto left = statement.sides[0];
    if (arena_[left].kind != ExpressionKind::apply || (statement.source == 0 && !is_unknown_square(left))) continue;
    overridden_.emplace(printed_alike(equation_.canonical(left)), Override{statement.sides[1], n, false});
  }
}

bool Compiler::is_unknown_square(ExpressionId id) const {
  if (!arena_.applies(id, "power") || arena_[arena_.child(id, 1)].kind != ExpressionKind::number) return false;
  auto base = arena_.child(id, 0);
  if (arena_[base].kind == ExpressionKind::index) base = arena_.child(base, 0);
  if (arena_[base].kind != ExpressionKind::symbol) return false;
  const auto symbol = arena_[base].symbol;
  return equation_.symbols[symbol].kind == SymbolKind::variable && !given_.symbols.contains(symbol) &&
         !defining_statement(symbol, equation_.statements.size());
}

/// What a printed expression stands for, if statements say so. A statement's own sides are what they say.
std::map<std::string, Compiler::Override>::iterator Compiler::override_of(ExpressionId id, std::size_t reader) {
  if (overridden_.empty()) return overridden_.end();
  const auto found = overridden_.find(printed_alike(equation_.canonical(id)));
  const bool own = found != overridden_.end() && found->second.statement == reader && equation_.statements[reader].source == 0;
  return own ? overridden_.end() : found;
}

ExpressionId Compiler::said_of(ExpressionId id, std::size_t reader) {
  const auto found = override_of(id, reader);
  // Its own right side may print it again.
  return found == overridden_.end() || found->second.open ? none : found->second.value;
}

Term Compiler::overridden(ExpressionId id, Scope& scope) {
  const auto found = override_of(id, scope.statement);
  const auto value = found->second.value;
  found->second.open = true;
  Scope inner{.parent = &scope, .root = value, .statement = scope.statement};
  const auto term = expression(value, inner);
  found->second.open = false;
  return term;
}

/// `s(n + N) = s(n)`: s repeats.
void Compiler::find_periods() {
  for (const auto& statement : equation_.statements)
    if (const auto period = period_in(arena_, statement)) periodic_.insert(period->symbol);
}

}  // namespace eqlens
