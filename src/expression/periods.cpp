#include "expression/periods.hpp"

#include <string_view>

namespace eqlens {

using namespace std::string_view_literals;

std::optional<Period> period_in(const Arena& arena, const Statement& statement) {
  if (statement.sides.size() != 2 || statement.relations[0]->name != "equals"sv) return {};
  const auto place = [&](ExpressionId id) {
    // `s(n + N)` of a declared array may have been read as a product.
    const bool one = (arena.applies(id, "call") || arena.applies(id, "product") || arena[id].kind == ExpressionKind::index) &&
                     arena[id].child_count == 2;
    return one && arena[arena.child(id, 0)].kind == ExpressionKind::symbol ? arena.child(id, 1) : none;
  };
  const ExpressionId later = place(statement.sides[0]), now = place(statement.sides[1]);
  if (later == none || now == none || !arena.applies(later, "plus") || arena[now].kind != ExpressionKind::symbol) return {};
  const ExpressionId from = arena.child(later, 0);
  const SymbolId head = arena[arena.child(statement.sides[0], 0)].symbol;
  if (head != arena[arena.child(statement.sides[1], 0)].symbol || arena[from].kind != ExpressionKind::symbol ||
      arena[from].symbol != arena[now].symbol)
    return {};
  return Period{head, arena.child(later, 1)};
}

}  // namespace eqlens
