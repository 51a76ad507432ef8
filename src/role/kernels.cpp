// What slides along another: the kernels of convolutions.
#include <algorithm>

#include "role/role_rules.hpp"

namespace eqlens {

namespace {

int counters(const Equation& equation, ExpressionId id) {
  const Arena& arena = equation.arena;
  if (id == none) return 0;
  if (arena[id].kind == ExpressionKind::symbol) return equation.symbols[arena[id].symbol].kind == SymbolKind::index ? 1 : 0;
  int count = 0;
  if (arena[id].kind == ExpressionKind::apply)
    for (const ExpressionId child : arena.children(id)) count += counters(equation, child);
  return count;
}

// The entries that are multiplied below nested sums.
std::vector<ExpressionId> multiplied(const Arena& arena, ExpressionId sum) {
  std::vector<ExpressionId> open{arena.child(sum, 0)}, entries;
  while (!open.empty()) {
    const ExpressionId node = open.back();
    open.pop_back();
    if (arena.applies(node, "product") || arena.applies(node, "dot product"))
      open.insert(open.end(), arena.children(node).begin(), arena.children(node).end());
    else if (arena[node].kind == ExpressionKind::reduce)
      open.push_back(arena.child(node, 0));
    else if (arena[node].kind == ExpressionKind::index)
      entries.push_back(node);
  }
  return entries;
}

bool read_at_sums(const Equation& equation, ExpressionId entry) {
  const auto places = equation.arena.children(entry).subspan(1);
  return std::any_of(places.begin(), places.end(), [&](ExpressionId place) {
    const bool sum = place != none && (equation.arena.applies(place, "plus") || equation.arena.applies(place, "minus"));
    return sum && counters(equation, place) > 1;
  });
}

}  // namespace

// `\sum_a V_a X_{i+a}`: what is read at the bound places slides along what is read at their sums.
void mark_kernels(const Equation& equation, std::vector<SymbolPlaces>& places) {
  const Arena& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::reduce || arena[id].operation->name != "sum" || arena[id].child_count == 0) continue;
    const auto entries = multiplied(arena, id);
    if (entries.size() != 2) continue;
    const bool first = read_at_sums(equation, entries[0]), second = read_at_sums(equation, entries[1]);
    if (first == second) continue;
    ExpressionId kernel = entries[first ? 1 : 0];
    while (arena[kernel].kind == ExpressionKind::index) kernel = arena.child(kernel, 0);
    if (arena[kernel].kind == ExpressionKind::symbol) places[arena[kernel].symbol].slides = true;
  }
}

}  // namespace eqlens
