// Letters that only stand for what an operator runs over, and names of sets.
#include <algorithm>
#include <set>
#include <span>

#include "expression/drawn.hpp"
#include "expression/lengths.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

namespace {

/// A letter, and the operator or described set within which it means something.
struct Binder {
  SymbolId symbol = none;
  ExpressionId node = none;
};

class Binders {
 public:
  Binders(const Equation& equation, const Shapes& shapes, std::vector<SymbolPlaces>& places)
      : equation_(equation), arena_(equation.arena), shapes_(shapes), places_(places) {}

  void run() {
    sets();
    std::vector<Binder> binders;
    for (ExpressionId id = 0; id < arena_.size(); ++id) gather(id, binders);
    if (binders.empty()) return;
    std::vector<bool> covered(arena_.size(), false);
    for (const Binder& binder : binders) cover(binder.node, binder.symbol, covered);
    // What a domain printed in the line says of a letter uses it for nothing.
    for (const Statement& statement : equation_.statements)
      if (statement.kind == StatementKind::fact)
        for (const ExpressionId side : statement.sides) cover(side, none, covered);
    for (const Binder& binder : binders) places_[binder.symbol].bound = true;
    for (ExpressionId id = 0; id < arena_.size(); ++id)
      if (arena_[id].kind == ExpressionKind::symbol && arena_[id].source == 0 && !covered[id]) places_[arena_[id].symbol].bound = false;
  }

 private:
  // The set's own letter, below indices or a bracket: N of `N_r(i)`.
  SymbolId name_of(ExpressionId set) const {
    while (set != none && (arena_[set].kind == ExpressionKind::index || arena_.applies(set, "call"))) set = arena_.child(set, 0);
    return set != none && arena_[set].kind == ExpressionKind::symbol ? arena_[set].symbol : none;
  }

  void mark_set(ExpressionId id) {
    const SymbolId set = name_of(id);
    if (set != none && equation_.symbols[set].kind != SymbolKind::index) places_[set].set = true;
  }

  // A and B of `A \times B \to C`.
  void mark_sets(ExpressionId id) {
    if (!arena_.applies(id, "times")) return mark_set(id);
    for (const ExpressionId part : arena_.children(id)) mark_sets(part);
  }

  void sets() {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      const Expression& expression = arena_[id];
      if (expression.operation == nullptr) continue;
      if (expression.kind == ExpressionKind::reduce && expression.operation->name != "expectation")
        for (const Range& range : arena_.ranges(id))
          if (!is_drawn_from(equation_, range.set)) mark_set(range.set);
      if (expression.kind == ExpressionKind::relation && expression.operation->name == "is in" && expression.child_count == 2)
        mark_set(arena_.child(id, 1));
      // Where `t : T \to 0` ends is no set.
      if (arena_.applies(id, "map between sets") && arena_[arena_.child(id, 0)].kind != ExpressionKind::number &&
          arena_[arena_.child(id, 1)].kind != ExpressionKind::number)
        for (const ExpressionId set : arena_.children(id)) mark_sets(set);
      if (arena_.applies(id, "size of a set") && !is_length(equation_, id)) mark_set(arena_.child(id, 0));
    }
    for (const Statement& statement : equation_.statements)
      for (std::size_t n = 0; n < statement.relations.size() && n + 1 < statement.sides.size(); ++n)
        if (statement.relations[n]->name == "is in" && arena_[statement.sides[n + 1]].kind == ExpressionKind::symbol)
          mark_set(statement.sides[n + 1]);
  }

  void gather(ExpressionId id, std::vector<Binder>& binders) const {
    if (arena_[id].source != 0) return;
    if (arena_.applies(id, "set") && arena_[id].child_count == 2 && arena_.applies(arena_.child(id, 1), "given")) {
      // `\{v \in V \mid ...\}`
      ExpressionId member = arena_.child(id, 0);
      if (arena_[member].kind == ExpressionKind::relation) member = arena_.child(member, 0);
      const bool list = arena_.applies(member, "list");
      for (const ExpressionId each : list ? arena_.children(member) : std::span(&member, 1))
        if (arena_[each].kind == ExpressionKind::symbol) binders.push_back({arena_[each].symbol, id});
      return;
    }
    if (arena_[id].kind != ExpressionKind::reduce) return;
    const auto& name = arena_[id].operation->name;
    // What is drawn goes in: the draws are the data.
    if (name == "expectation" || name == "variance" || name == "covariance" || name == "probability" || name == "family") return;
    for (const Range& range : arena_.ranges(id))
      if (range.symbol != none && equation_.symbols[range.symbol].kind == SymbolKind::variable && !stands_for_data(range, name))
        binders.push_back({range.symbol, id});
  }

  // x of `\sum_{x \in D}`: the examples of a set that goes in.
  bool stands_for_data(const Range& range, std::string_view operation) const {
    // s' of `\sum_{s' \in S}` is what comes next, and no example.
    if (equation_.symbols[range.symbol].upper.starts_with('\'')) return false;
    if (range.set == none || arena_[range.set].kind != ExpressionKind::symbol || (operation != "sum" && operation != "product over"))
      return false;
    const SymbolId set = arena_[range.set].symbol;
    if (shapes_.symbols[range.symbol].known && !shapes_.symbols[range.symbol].axes.empty()) return true;
    static const std::set<std::string, std::less<>> data = {"D", "B", "X", "S", "T"};
    return data.count(equation_.symbols[set].nucleus) > 0;
  }

  // Marks where the letter stands below a node; `none` marks everything.
  void cover(ExpressionId top, SymbolId symbol, std::vector<bool>& covered) const {
    std::vector<ExpressionId> open{top};
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (id == none) continue;
      if (arena_[id].kind == ExpressionKind::symbol && (symbol == none || arena_[id].symbol == symbol)) covered[id] = true;
      open.insert(open.end(), arena_.children(id).begin(), arena_.children(id).end());
      for (const Range& range : arena_.ranges(id)) open.insert(open.end(), {range.lower, range.upper, range.set, range.condition});
    }
  }

  const Equation& equation_;
  const Arena& arena_;
  const Shapes& shapes_;
  std::vector<SymbolPlaces>& places_;
};

}  // namespace

SymbolId repeated_by(const Equation& equation, SymbolId id) {
  const Symbol& symbol = equation.symbols[id];
  if (symbol.step == none || symbol.offset != 0 || symbol.upper.find('(') == std::string::npos || equation.definition_of(id)) return none;
  const std::string& last = equation.symbols[symbol.step].nucleus;
  if (last.size() != 1 || last[0] < 'A' || last[0] > 'Z') return none;
  for (SymbolId made = 0; made < equation.symbols.size(); ++made) {
    const Symbol& other = equation.symbols[made];
    if (other.stem != symbol.stem || other.step == none || other.face != symbol.face) continue;
    const std::string& counter = equation.symbols[other.step].nucleus;
    if (counter.size() == 1 && counter[0] == last[0] - 'A' + 'a' && equation.definition_of(made) != nullptr) return made;
  }
  return none;
}

bool bound_only(const Equation& equation, SymbolId id) {
  if (equation.symbols[id].kind != SymbolKind::index) return false;
  for (const Statement& statement : equation.statements)
    if (std::find(statement.free_indices.begin(), statement.free_indices.end(), id) != statement.free_indices.end()) return false;
  // A counter that is read as a number of its own (`\beta^t`) is an input.
  for (ExpressionId node = 0; node < equation.arena.size(); ++node) {
    if (equation.arena[node].kind != ExpressionKind::reduce) continue;
    for (const Range& range : equation.arena.ranges(node))
      if (range.symbol == id) return !also_free(equation, id);
  }
  return false;
}

bool also_free(const Equation& equation, SymbolId id) {
  const Arena& arena = equation.arena;
  const std::string& letter = equation.symbols[id].nucleus;
  if (letter.size() != 1 || letter[0] < 'a' || letter[0] > 'z') return false;
  std::vector<Span> bound;
  for (ExpressionId node = 0; node < arena.size(); ++node)
    for (const Range& range : arena.ranges(node))
      if (range.symbol == id && arena[node].source == 0) bound.push_back(arena[node].span);
  if (bound.empty()) return false;
  for (ExpressionId node = 0; node < arena.size(); ++node) {
    if (arena[node].kind != ExpressionKind::symbol || arena[node].symbol != id || arena[node].source != 0) continue;
    const auto within = [&](Span span) { return span.contains(arena[node].span); };
    if (std::none_of(bound.begin(), bound.end(), within)) return true;
  }
  return false;
}

bool counts_repeats(const Equation& equation, SymbolId id) {
  for (SymbolId other = 0; other < equation.symbols.size(); ++other)
    if (equation.symbols[other].step == id && repeated_by(equation, other) != none) return true;
  return false;
}

void mark_bound(const Equation& equation, const Shapes& shapes, std::vector<SymbolPlaces>& places) {
  Binders(equation, shapes, places).run();
}

}  // namespace eqlens
