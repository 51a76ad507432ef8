#include <algorithm>
#include <set>

#include "role/role_rules.hpp"

namespace eqlens {

namespace {

class Gatherer {
 public:
  Gatherer(const Equation& equation, const Shapes& shapes)
      : equation_(equation), arena_(equation.arena), shapes_(shapes), places_(equation.symbols.size()) {}

  std::vector<Places> run() {
    find_roots();
    statements();
    for (ExpressionId id = 0; id < arena_.size(); ++id) expression(id);
    return std::move(places_);
  }

 private:
  SymbolId symbol(ExpressionId id) const {
    while (id != none && arena_[id].kind == ExpressionKind::index) id = arena_.child(id, 0);
    return id != none && arena_[id].kind == ExpressionKind::symbol ? arena_[id].symbol : none;
  }

  template <typename Member>
  void mark(ExpressionId id, Member member) {
    if (const SymbolId found = symbol(id); found != none) places_[found].*member = true;
  }

  void statements() {
    std::vector<std::set<SymbolId>> defines, reads;
    ExpressionId begin = 0;
    for (const Statement& statement : equation_.statements) {
      ExpressionId end = begin;
      for (const ExpressionId side : statement.sides) end = std::max(end, side + 1);
      std::set<SymbolId> read;
      const ExpressionId right = statement.sides.size() > 1 ? statement.sides[0] + 1 : begin;
      for (ExpressionId id = right; id < end; ++id)
        if (arena_[id].kind == ExpressionKind::symbol) read.insert(arena_[id].symbol);
      begin = end;
      for (const SymbolId defined : statement.defines) {
        Places& places = places_[defined];
        if (statement.source == 0)
          places.defined = true;
        else
          places.defined_by_fact = true;
        const bool number = statement.value != none && shapes_.expressions[statement.value].scalar() && reads_nothing(read, defined);
        if (statement.source != 0 && number) places.fixed_by_fact = true;
        if (statement.kind == StatementKind::update) places.updated = true;
        descent(statement, defined);
      }
      for (const SymbolId parameter : statement.parameters) places_[parameter].parameter_of_call = true;
      if (statement.kind == StatementKind::distribution && !statement.sides.empty()) mark(statement.sides[0], &Places::drawn);
      defines.emplace_back(statement.defines.begin(), statement.defines.end());
      reads.push_back(std::move(read));
    }
    for (std::size_t a = 0; a < defines.size(); ++a)
      for (std::size_t b = 0; b < reads.size(); ++b)
        if (a != b && equation_.statements[a].source == 0 && equation_.statements[b].source == 0)
          for (const SymbolId defined : defines[a])
            if (reads[b].count(defined)) places_[defined].read_by_others = true;
  }

  bool reads_nothing(const std::set<SymbolId>& read, SymbolId self) const {
    return std::all_of(read.begin(), read.end(),
                       [&](SymbolId id) { return id == self || equation_.symbols[id].kind == SymbolKind::constant; });
  }

  // `\theta_t = \theta_{t-1} - \eta ...`: the old value of what training moves.
  void descent(const Statement& statement, SymbolId defined) {
    const ExpressionId value = statement.value;
    if (value == none || !(arena_.applies(value, "minus") || arena_.applies(value, "plus"))) return;
    const SymbolId old = symbol(arena_.child(value, 0));
    if (old == none) return;
    const Symbol& before = equation_.symbols[old];
    const Symbol& after = equation_.symbols[defined];
    const bool same = old == defined || (!before.stem.empty() && before.stem == after.stem);
    if (!same) return;
    bool gradient = false;
    std::vector<ExpressionId> open{arena_.child(value, 1)};
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (id == none) continue;
      gradient = gradient || arena_.applies(id, "gradient") || arena_.applies(id, "partial derivative");
      if (const SymbolId inside = symbol(id); inside != none) {
        const auto& nucleus = equation_.symbols[inside].nucleus;
        gradient = gradient || nucleus == "g" || nucleus == "\\eta" || (nucleus == "m" && !equation_.symbols[inside].accent.empty());
      }
      open.insert(open.end(), arena_.children(id).begin(), arena_.children(id).end());
    }
    if (gradient) places_[old].descends = true;
  }

  // Children stand before their parents, so one pass finds every root below.
  void find_roots() {
    const Operation* root = &operation_named("square root");
    roots_.assign(arena_.size(), false);
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      const auto children = arena_.children(id);
      roots_[id] = arena_[id].operation == root ||
                   std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return child != none && roots_[child]; });
    }
  }

  bool holds_root(ExpressionId id) const { return roots_[id]; }

  bool standardised(ExpressionId id) const {
    if (arena_.applies(id, "division")) return holds_root(arena_.child(id, 1)) && arena_.applies(arena_.child(id, 0), "minus");
    const auto symbol_id = symbol(id);
    return symbol_id != none && equation_.symbols[symbol_id].nucleus == "x" && equation_.symbols[symbol_id].accent == "\\hat";
  }

  bool scaled_standardised(ExpressionId id) const {
    if (!arena_.applies(id, "elementwise product") && !arena_.applies(id, "product") && !arena_.applies(id, "dot product")) return false;
    return standardised(arena_.child(id, 0)) || standardised(arena_.child(id, 1));
  }

  void expression(ExpressionId id) {
    const Expression& node = arena_[id];
    const auto children = arena_.children(id);
    if (node.kind == ExpressionKind::reduce) {
      for (const Range& range : arena_.ranges(id)) {
        mark(range.upper, &Places::limit);
        if (range.set != none && node.operation->name == "expectation" && range.symbol != none) places_[range.symbol].drawn = true;
      }
    }
    if (node.kind != ExpressionKind::apply) return;
    const auto& name = node.operation->name;
    if (name == "call") mark(children[0], &Places::called);
    if (name == "gradient" && children.size() > 1) mark(children[1], &Places::differentiated);
    if (scaled_standardised(id)) {
      mark(children[0], &Places::scales_standardised);
      mark(children[1], &Places::scales_standardised);
    }
    if (name == "plus") {
      if (scaled_standardised(children[0])) mark(children[1], &Places::shifts_standardised);
      if (holds_root(children[0])) mark(children[1], &Places::beside_root);
    }
    if (name == "square root" && arena_.applies(children[0], "plus")) mark(arena_.child(children[0], 1), &Places::beside_root);
    if (name == "product" || name == "dot product") weights(id);
    if (name == "minus" && arena_[children[0]].kind == ExpressionKind::number && arena_[children[0]].number == 1)
      mark(children[1], &Places::complements);
    if (name == "softmax" || name == "exponential") temperature(children[0]);
  }

  void weights(ExpressionId id) {
    const auto children = arena_.children(id);
    const ExpressionId left = arena_.applies(children[0], "product") ? arena_.child(children[0], 1) : children[0];
    if (arena_.applies(children[1], "gradient") || arena_.applies(children[1], "partial derivative")) mark(left, &Places::scales_gradient);
    if (const SymbolId found = symbol(children[1]); found != none && equation_.symbols[found].nucleus == "g")
      mark(left, &Places::scales_gradient);
    const Shape& a = shapes_.expressions[left];
    const Shape& b = shapes_.expressions[children[1]];
    if (a.known && b.known && a.axes.size() == 2 && b.axes.size() == 1) mark(left, &Places::multiplies_as_weight);
  }

  void temperature(ExpressionId argument) {
    if (arena_.applies(argument, "division")) mark(arena_.child(argument, 1), &Places::divides_in_softmax);
  }

  const Equation& equation_;
  const Arena& arena_;
  const Shapes& shapes_;
  std::vector<Places> places_;
  std::vector<bool> roots_;
};

}  // namespace

std::vector<Places> gather_places(const Equation& equation, const Shapes& shapes) { return Gatherer(equation, shapes).run(); }

}  // namespace eqlens
