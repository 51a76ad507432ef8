// Letters that stand for two quantities: `L = \frac{1}{N} \sum_i L_i`, `s` beside `s_{ij}`.
#include <algorithm>

#include "expression/resolver.hpp"

namespace eqlens {

namespace {

class Apart {
 public:
  explicit Apart(Equation& equation) : equation_(equation), arena_(equation.arena) {}

  void mark() {
    for (const Statement& statement : equation_.statements) defined_by_entries(statement);
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (arena_[id].kind == ExpressionKind::index)
        for (const ExpressionId place : arena_.children(id).subspan(1)) counts(place);
      if (arena_.applies(id, "division")) shares(id);
      for (const Range& range : arena_.ranges(id)) counts(range.lower), counts(range.upper);
    }
    declared_alike();
  }

 private:
  bool has_entries(SymbolId symbol, ExpressionId begin, ExpressionId end) const {
    for (ExpressionId id = begin; id < end; ++id) {
      if (arena_[id].kind != ExpressionKind::index || arena_[arena_.child(id, 0)].kind != ExpressionKind::symbol ||
          arena_[arena_.child(id, 0)].symbol != symbol)
        continue;
      const auto places = arena_.children(id).subspan(1);
      if (std::any_of(places.begin(), places.end(), [&](ExpressionId place) {
            return place != none && arena_[place].kind == ExpressionKind::symbol &&
                   equation_.symbols[arena_[place].symbol].kind == SymbolKind::index;
          }))
        return true;
    }
    return false;
  }

  // Nothing is the mean of its own entries: the L_i are other numbers than L.
  void defined_by_entries(const Statement& statement) {
    if (statement.kind != StatementKind::definition || statement.sides.size() < 2 || statement.defines.size() != 1) return;
    const ExpressionId left = statement.sides[0];
    const SymbolId symbol = statement.defines[0];
    if (arena_[left].kind != ExpressionKind::symbol || arena_[left].symbol != symbol || equation_.symbols[symbol].step != none) return;
    if (has_entries(symbol, left + 1, statement.sides.back() + 1)) equation_.symbols[symbol].apart = true;
  }

  // s of `\sum_{r=i-s}^{i-1} s_{ir}` is a whole number.
  void counts(ExpressionId place) {
    if (place == none) return;
    if (arena_.applies(place, "plus") || arena_.applies(place, "minus"))
      for (const ExpressionId part : arena_.children(place)) counts(part);
    if (arena_[place].kind != ExpressionKind::symbol) return;
    const SymbolId symbol = arena_[place].symbol;
    if (equation_.symbols[symbol].kind == SymbolKind::variable && has_entries(symbol, 0, arena_.size()))
      equation_.symbols[symbol].apart = true;
  }

  // `n_c / n`: the share of one class in all.
  void shares(ExpressionId id) {
    const ExpressionId part = arena_.child(id, 0), whole = arena_.child(id, 1);
    if (arena_[part].kind != ExpressionKind::index || arena_[whole].kind != ExpressionKind::symbol) return;
    const SymbolId symbol = arena_[whole].symbol;
    if (head_symbol(arena_, part) == symbol && equation_.symbols[symbol].face != Face::bold) equation_.symbols[symbol].apart = true;
  }

  // `v \in \mathbb{R}^d`, `v_i \in \mathbb{R}^d`: a list and its entries have not the same axes.
  void declared_alike() {
    for (const ShapeFact& whole : equation_.shape_facts)
      for (const ShapeFact& entry : equation_.shape_facts)
        if (whole.symbol == entry.symbol && whole.indexed.empty() && !entry.indexed.empty() && !whole.axes.empty() &&
            whole.axes.size() == entry.axes.size() && whole.axes[0] == entry.axes[0])
          equation_.symbols[whole.symbol].apart = true;
  }

  Equation& equation_;
  const Arena& arena_;
};

}  // namespace

void mark_quantities_apart(Equation& equation) { Apart(equation).mark(); }

}  // namespace eqlens
