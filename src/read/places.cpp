#include "read/places.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

namespace {

// Fewer letters than this are found in many equations.
constexpr std::size_t own_letters = 10;
constexpr std::size_t most_steps = 8;
constexpr std::size_t most_placed = 100'000;

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U && c != ' '; }));
}

}  // namespace

Places::Places(const Analysis& analysis) : analysis_(analysis) {
  const auto& arena = analysis.equation.arena;
  // Nobody reads where the parts of megabytes stand.
  if (arena.size() > most_placed) return;
  parents_.assign(arena.size(), none);
  for (ExpressionId id = 0; id < arena.size(); ++id)
    for (const auto child : arena.children(id))
      if (child != none) parents_[child] = id;
  for (const auto* statement : display_statements(analysis.equation))
    for (const auto id : expressions_of(arena, *statement)) note(id);
}

/// Keeps the first place of a symbol; what stands alone on a left side is used elsewhere, if anywhere.
void Places::note(ExpressionId id) {
  const auto& arena = analysis_.equation.arena;
  const auto above = parent(id);
  const bool other = above != none && arena[above].kind == ExpressionKind::index && arena[id].kind == ExpressionKind::symbol &&
                     arena.child(above, 0) == id && analysis_.equation.symbols[arena[id].symbol].apart;
  if (arena[id].kind == ExpressionKind::symbol && !other) {
    const auto [place, fresh] = first_.emplace(arena[id].symbol, id);
    if (!fresh && parent(place->second) == none) place->second = id;
  }
  for (const auto& range : arena.ranges(id))
    if (range.upper != none && range.symbol != none && arena[range.upper].kind == ExpressionKind::symbol)
      ends_.emplace(arena[range.upper].symbol, fmt::format("where {} ends in {}", called(analysis_, range.symbol), around(id)));
}

std::string Places::statement_of(ExpressionId id) const {
  for (auto above = parent(id); above != none; above = parent(above)) id = above;
  for (const auto* statement : display_statements(analysis_.equation))
    if (std::find(statement->sides.begin(), statement->sides.end(), id) != statement->sides.end())
      return shortened(pretty(unfolded(analysis_.equation, statement->span, 0)));
  return shown(analysis_, id);
}

std::string Places::around(ExpressionId id) const {
  auto text = shown(analysis_, id);
  for (std::size_t step = 0; step < most_steps && letters(text) < own_letters; ++step) {
    const auto above = parent(id);
    if (above == none) return statement_of(id);
    auto wider = shown(analysis_, above);
    if (analysis_.equation.arena[above].source == 0 && wider.size() >= text.size()) text = std::move(wider);
    id = above;
  }
  return text;
}

/// What a part does in the operation it stands in.
std::string Places::in_parent(ExpressionId id) const {
  const auto& arena = analysis_.equation.arena;
  auto above = parent(id);
  // An entry and a list stand for what they are made of.
  while (above != none && (arena[above].kind == ExpressionKind::index || arena.applies(above, "list") || arena.applies(above, "row") ||
                           arena.applies(above, "with parameters") || arena.applies(above, "given"))) {
    if (arena[above].kind == ExpressionKind::index && arena.child(above, 0) != id) return fmt::format("an index in {}", around(above));
    id = above;
    above = parent(id);
  }
  if (above == none) return fmt::format("in {}", statement_of(id));
  const auto& whole = arena[above];
  const auto text = [&](ExpressionId part) { return shown(analysis_, part); };
  if (whole.kind == ExpressionKind::reduce) return fmt::format("in {}", around(above));
  if (whole.operation == nullptr || whole.kind != ExpressionKind::apply) return fmt::format("in {}", around(above));
  const auto name = whole.operation->name;
  const bool first = arena.child(above, 0) == id;
  if (name == "call")
    return first ? fmt::format("called in {}", around(above))
                 : fmt::format("given to {}", text(arena.child(above, 0)) + " in " + around(above));
  if (whole.child_count == 2) {
    const auto beside = arena.child(above, first ? 1 : 0);
    const auto other = text(beside);
    if (arena[beside].kind == ExpressionKind::number) return fmt::format("in {}", around(above));
    if (name == "plus") return fmt::format("added to {}", other);
    if (name == "minus") return first ? fmt::format("less {}", other) : fmt::format("taken from {}", other);
    if (name == "division") return first ? fmt::format("divided by {}", other) : fmt::format("dividing {}", other);
    if (name == "power")
      return first ? fmt::format("to the power {} in {}", other, around(above)) : fmt::format("the exponent in {}", around(above));
    if (name == "product" || name == "times" || name == "dot product" || name == "elementwise product" || name == "matrix product")
      return fmt::format("multiplying {}", other);
  }
  return fmt::format("in {}", around(above));
}

/// "the length of x and y": whose axes a size counts.
std::string Places::in_shapes(SymbolId symbol) const {
  const auto& sizes = analysis_.shapes.sizes;
  const auto size = sizes.find(analysis_.equation.symbols[symbol].latex);
  if (!size) return "";
  std::vector<std::string> names;
  std::vector<SymbolId> counted;
  for (const auto& entry : analysis_.roles.symbols) {
    if (entry.indexed || !entry.shape.known || names.size() == 3) continue;
    const bool counts = std::any_of(entry.shape.axes.begin(), entry.shape.axes.end(),
                                    [&](const Dimension& axis) { return sizes.resolve(axis).single() == size; });
    if (!counts) continue;
    names.push_back(pretty(entry.latex));
    counted.push_back(entry.symbol);
  }
  if (names.empty()) return "";
  // A statement is named only if all of them stand in it.
  for (const auto* statement : display_statements(analysis_.equation))
    if (std::all_of(counted.begin(), counted.end(), [&](SymbolId each) { return stands_in(*statement, each); }))
      return fmt::format("a size of {} in {}", enumerated(names), shortened(pretty(unfolded(analysis_.equation, statement->span, 0))));
  return fmt::format("a size of {}", enumerated(names));
}

std::string Places::described(const SymbolEntry& entry) const {
  const auto name = pretty(entry.latex), meaning = plain_meaning(entry.meaning), use = use_of(entry.symbol);
  if (meaning.empty() && use.empty()) return name;
  return fmt::format("{} ({}{}{})", name, meaning, meaning.empty() || use.empty() ? "" : "; ", use);
}

bool Places::stands_in(const Statement& statement, SymbolId symbol) const {
  const auto& places = analysis_.equation.symbols[symbol].occurrences;
  return std::any_of(places.begin(), places.end(),
                     [&](const Occurrence& place) { return place.source == 0 && statement.span.contains(place.span); });
}

/// The statement that a symbol is printed in: K of `X^{(K)}` is part of a name.
std::string Places::row_of(SymbolId symbol) const {
  for (const auto* statement : display_statements(analysis_.equation))
    if (stands_in(*statement, symbol)) return shortened(pretty(unfolded(analysis_.equation, statement->span, 0)));
  return display_text(analysis_);
}

std::string Places::use_of(SymbolId symbol) const {
  const auto first = first_.find(symbol);
  if (first != first_.end() && parent(first->second) != none) return in_parent(first->second);
  if (const auto end = ends_.find(symbol); end != ends_.end()) return end->second;
  if (auto shape = in_shapes(symbol); !shape.empty()) return shape;
  return first == first_.end() ? fmt::format("in {}", row_of(symbol)) : in_parent(first->second);
}

}  // namespace eqlens
