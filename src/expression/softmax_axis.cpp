#include "expression/softmax_axis.hpp"

#include <cctype>

namespace eqlens {

namespace {

bool multiplies(const Arena& arena, ExpressionId id) {
  return arena.applies(id, "product") || arena.applies(id, "dot product") || arena.applies(id, "times") ||
         arena.applies(id, "matrix product");
}

/// The product inside scalings and masks: `\frac{K^\top Q}{\sqrt{d}} + M`.
ExpressionId scores_of(const Arena& arena, ExpressionId id) {
  while (arena.applies(id, "division") || arena.applies(id, "plus")) id = arena.child(id, 0);
  return id;
}

bool meets_columns(const Arena& arena, ExpressionId softmax) {
  if (!arena.applies(softmax, "softmax") || arena[softmax].child_count != 1) return false;
  const auto scores = scores_of(arena, arena.child(softmax, 0));
  return multiplies(arena, scores) && arena.applies(arena.child(scores, 0), "transpose") &&
         !arena.applies(arena.child(scores, 1), "transpose");
}

}  // namespace

bool softmax_kind(std::string_view operation) { return operation == "softmax" || operation == "log-softmax" || operation == "softmin"; }

std::set<ExpressionId> softmaxes_down(const Arena& arena) {
  std::set<ExpressionId> found;
  std::set<ExpressionId> weighted;  // that more stands to the right of
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (multiplies(arena, id)) weighted.insert(arena.child(id, 0));
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (multiplies(arena, id) && !weighted.contains(id) && meets_columns(arena, arena.child(id, 1))) found.insert(arena.child(id, 1));
  return found;
}

SymbolId softmax_index(const Equation& equation, ExpressionId id) {
  const auto& at = equation.arena[id];
  if (at.child_count != 1 || equation.arena[equation.arena.child(id, 0)].span.begin <= at.sign.end) return none;
  std::string text = equation.text({at.sign.end, equation.arena[equation.arena.child(id, 0)].span.begin}, at.source);
  std::erase(text, ' ');
  if (text.size() < 2 || text[0] != '_') return none;
  const bool group = text[1] == '{';
  const auto begin = group ? std::size_t{2} : std::size_t{1};
  auto end = begin + 1;
  if (group)
    end = text.find('}');
  else if (text[begin] == '\\')
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
  if (end == std::string::npos) return none;
  const auto symbol = equation.find_symbol(std::string_view(text).substr(begin, end - begin));
  return symbol && equation.symbols[*symbol].kind == SymbolKind::index ? *symbol : none;
}

bool total_moves(const Equation& equation, ExpressionId share, ExpressionId total) {
  const Arena& arena = equation.arena;
  if (arena[total].kind != ExpressionKind::reduce || arena[total].child_count == 0 || arena.ranges(total).empty()) return false;
  const Range& range = arena.ranges(total)[0];
  const auto ends_with = [&](ExpressionId end, SymbolId id) { return end != none && equation.reads(end, id); };
  for (SymbolId id = 0; id < equation.symbols.size(); ++id)
    if (equation.symbols[id].kind == SymbolKind::index && (ends_with(range.lower, id) || ends_with(range.upper, id)) &&
        equation.reads(share, id) && !equation.reads(arena.child(total, 0), id))
      return true;
  return false;
}

}  // namespace eqlens
