#include <algorithm>
#include <set>

#include "expression/drawn.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Gatherer {
 public:
  Gatherer(const Equation& equation, const Shapes& shapes)
      : equation_(equation), arena_(equation.arena), shapes_(shapes), places_(equation.symbols.size()) {}

  std::vector<SymbolPlaces> run() {
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

  bool counts(ExpressionId id) const { return symbol(id) != none && equation_.symbols[symbol(id)].kind == SymbolKind::index; }

  template <typename Member>
  void mark(ExpressionId id, Member member) {
    if (const SymbolId found = symbol(id); found != none) places_[found].*member = true;
  }

  void statements() {
    // What the statements of the line read.
    std::vector<std::pair<const Statement*, Few<SymbolId, 16>>> reads;
    ExpressionId begin = 0;
    for (const Statement& statement : equation_.statements) {
      ExpressionId end = begin;
      for (const ExpressionId side : statement.sides) end = std::max(end, side + 1);
      Few<SymbolId, 16> read;
      const ExpressionId right = statement.sides.size() > 1 ? statement.sides[0] + 1 : begin;
      for (ExpressionId id = right; id < end; ++id)
        if (arena_[id].kind == ExpressionKind::symbol) read.push_back(arena_[id].symbol);
      begin = end;
      for (const SymbolId defined : statement.defines) {
        SymbolPlaces& places = places_[defined];
        if (statement.source == 0)
          places.defined = true;
        else
          places.defined_by_fact = true;
        const bool number = statement.value != none && shapes_.expressions[statement.value].scalar() && reads_nothing(read, defined);
        if (statement.source != 0 && number) places.fixed_by_fact = true;
        if (statement.source != 0 && statement.value != none) {
          const bool set = arena_.applies(statement.value, "set");
          places.listed_by_fact = places.listed_by_fact || set;
          places.computed_by_fact = places.computed_by_fact || (!set && !number && !reads_nothing(read, defined));
        }
        places.reads_itself = places.reads_itself || contains(read, defined);
        places.numbered = places.numbered || (statement.source == 0 && &statement != &equation_.statements.front() && number);
        if (statement.kind == StatementKind::update) places.updated = true;
        descent(statement, defined);
        decays(statement, defined);
      }
      for (const SymbolId parameter : statement.parameters) places_[parameter].parameter_of_call = true;
      linked_calls(statement);
      if (statement.source == 0 && statement.parameters.size() == 1 && statement.parameters[0] != none)
        places_[statement.parameters[0]].only_parameter = true;
      if (statement.kind == StatementKind::fact) facts(statement);
      if (statement.kind == StatementKind::distribution) draws(statement);
      if (statement.source == 0) reads.emplace_back(&statement, std::move(read));
    }
    for (const Statement& statement : equation_.statements)
      for (const auto& other : reads)
        if (statement.source == 0 && other.first != &statement)
          for (const SymbolId defined : statement.defines)
            if (contains(other.second, defined)) places_[defined].read_by_others = true;
  }

  static bool contains(const Few<SymbolId, 16>& symbols, SymbolId symbol) {
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
  }

  // `u \sim q`, `(u, v) \sim \mathcal{D}`: all parts of a tuple are drawn.
  void draws(const Statement& statement) {
    if (statement.sides.size() < 2) return;
    const ExpressionId left = statement.sides[0], right = statement.sides.back();
    const bool tuple = arena_.applies(left, "list");
    for (const ExpressionId part : tuple ? arena_.children(left) : std::span(&left, 1)) mark(part, &SymbolPlaces::drawn);
    if (arena_[right].kind == ExpressionKind::symbol) mark(right, &SymbolPlaces::distribution);
  }

  // `z = g(\epsilon) = \mu + \epsilon \sigma`: the chain defines g as well.
  void linked_calls(const Statement& statement) {
    for (std::size_t n = 1; n + 1 < statement.sides.size() && statement.source == 0; ++n) {
      const ExpressionId side = statement.sides[n];
      if (!arena_.applies(side, "call") || arena_[side].child_count != 2 || equation_.definition_of(symbol(arena_.child(side, 0))))
        continue;
      const ExpressionId argument = arena_.child(side, 1);
      if (arena_[argument].kind == ExpressionKind::symbol) mark(argument, &SymbolPlaces::only_parameter);
    }
  }

  // `\sigma > 0`, `p \ge 1`, `G \in \mathbb{N}`: a bound that a number keeps.
  void bounds(const Statement& statement) {
    for (std::size_t n = 0; n < statement.relations.size(); ++n) {
      const auto& relation = statement.relations[n]->name;
      const ExpressionId left = statement.sides[n], right = statement.sides[n + 1];
      const bool order =
          relation == "is greater than"sv || relation == "is less than"sv || relation == "is at least"sv || relation == "is at most"sv;
      if (order && arena_[right].kind == ExpressionKind::number) mark(left, &SymbolPlaces::bounded);
      if (order && arena_[left].kind == ExpressionKind::number) mark(right, &SymbolPlaces::bounded);
      const bool set = relation == "is in"sv && arena_[right].span.begin < arena_[right].span.end && arena_[right].child_count == 0;
      const std::string named = set ? equation_.text(right) : std::string();
      const bool whole = named == "\\mathbb{N}"sv || named == "\\mathbb{Z}"sv || named == "\\N"sv;
      std::vector<ExpressionId> members{left};
      if (whole && arena_.applies(left, "list")) members.assign(arena_.children(left).begin(), arena_.children(left).end());
      for (const ExpressionId member : members)
        if (whole) mark(member, &SymbolPlaces::whole);
    }
  }

  // `d \in \{0, 1\}`
  void facts(const Statement& statement) {
    bounds(statement);
    if (statement.sides.size() < 2 || statement.relations[0]->name != "is in"sv || !arena_.applies(statement.sides[1], "set")) return;
    const auto members = arena_.children(statement.sides[1]);
    const bool truth = members.size() == 2 && std::all_of(members.begin(), members.end(), [&](ExpressionId id) {
                         return arena_[id].kind == ExpressionKind::number && (arena_[id].number == 0 || arena_[id].number == 1);
                       });
    if (truth) mark(statement.sides[0], &SymbolPlaces::flag);
  }

  bool reads_nothing(const Few<SymbolId, 16>& read, SymbolId self) const {
    return std::all_of(read.begin(), read.end(),
                       [&](SymbolId id) { return id == self || equation_.symbols[id].kind == SymbolKind::constant; });
  }

  // `\theta_t = \theta_{t-1} - \eta ...`: the old value of what training moves.
  void descent(const Statement& statement, SymbolId defined) {
    const ExpressionId value = statement.value;
    if (value == none || !(arena_.applies(value, "minus") || arena_.applies(value, "plus"))) return;
    const ExpressionId first = arena_.child(value, 0);
    const SymbolId old = symbol(arena_[first].kind == ExpressionKind::index ? arena_.child(first, 0) : first);
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
      if (id == none || arena_.applies(id, "power")) continue;
      gradient = gradient || arena_.applies(id, "gradient") || arena_.applies(id, "partial derivative");
      if (const SymbolId inside = symbol(id); inside != none) {
        const auto& nucleus = equation_.symbols[inside].nucleus;
        gradient = gradient || nucleus == "g"sv || nucleus == "\\eta"sv || (nucleus == "m"sv && !equation_.symbols[inside].accent.empty());
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
    if (symbol_id == none) return false;
    const Statement* definition = equation_.definition_of(symbol_id);
    if (definition != nullptr && definition->value != none && arena_.applies(definition->value, "division"))
      return standardised(definition->value);
    return equation_.symbols[symbol_id].nucleus == "x"sv && equation_.symbols[symbol_id].accent == "\\hat"sv;
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
        mark(range.upper, &SymbolPlaces::limit);
        mark_below(range.upper, &SymbolPlaces::in_limit);
        mark_below(range.lower, &SymbolPlaces::in_limit);
        const bool drawn = node.operation->name == "expectation"sv || is_drawn_from(equation_, range.set);
        if (!drawn) neighbours(range.set);
        if (drawn && range.set != none && arena_[range.set].kind == ExpressionKind::symbol) mark(range.set, &SymbolPlaces::distribution);
        const bool looked_for = node.operation->name == "arg min"sv && range.set == none;
        if ((looked_for || node.operation->name == "minimum"sv) && range.symbol != none) places_[range.symbol].minimised = true;
        if (node.operation->name == "expectation"sv && range.symbol != none && equation_.symbols[range.symbol].kind != SymbolKind::function)
          places_[range.symbol].drawn = true;
      }
    }
    if (node.kind != ExpressionKind::apply) return;
    const auto& name = node.operation->name;
    if (name == "call"sv) {
      mark(children[0], &SymbolPlaces::called);
      call(children);
    }
    const bool product = name == "product"sv || name == "elementwise product"sv || name == "dot product"sv;
    if (product && arena_.applies(children[1], "sign")) mark(children[0], &SymbolPlaces::scales_sign);
    if (name == "maximum"sv) margin(children);
    if (name == "product"sv && children.size() == 2 && arena_.applies(children[0], "transpose") &&
        (arena_.applies(children[1], "hyperbolic tangent") || arena_.applies(children[1], "ReLU") ||
         arena_.applies(children[1], "leaky ReLU") || arena_.applies(children[1], "concatenation")))
      mark(arena_.child(children[0], 0), &SymbolPlaces::scores);
    if (name == "product"sv || name == "elementwise product"sv) noise(children);
    if (name == "plus"sv || name == "minus"sv) {
      if (weighted(children[0])) mark(children[1], &SymbolPlaces::added_to_weighted);
      if (weighted(children[1])) mark(children[0], &SymbolPlaces::added_to_weighted);
      if (const SymbolId bias = symbol(children[1]); bias != none && equation_.symbols[bias].nucleus == "b"sv) beside_bias(children[0]);
    }
    if (name == "norm"sv && children.size() == 2) mark(children[1], &SymbolPlaces::norm_order);
    if (name == "gradient"sv && children.size() > 1) mark(children[1], &SymbolPlaces::differentiated);
    if (scaled_standardised(id)) {
      mark(children[0], &SymbolPlaces::scales_standardised);
      mark(children[1], &SymbolPlaces::scales_standardised);
    }
    if (name == "plus"sv) {
      if (scaled_standardised(children[0])) mark(children[1], &SymbolPlaces::shifts_standardised);
      if (holds_root(children[0])) mark(children[1], &SymbolPlaces::beside_root);
    }
    if (name == "square root"sv && arena_.applies(children[0], "plus")) {
      mark(arena_.child(children[0], 1), &SymbolPlaces::beside_root);
      mark(arena_.child(children[0], 1), &SymbolPlaces::below_root);
    }
    if (name == "product"sv || name == "dot product"sv) weights(id);
    if (name == "minus"sv && arena_[children[0]].kind == ExpressionKind::number && arena_[children[0]].number == 1)
      mark(children[1], &SymbolPlaces::complements);
    if (name == "softmax"sv || name == "exponential"sv) temperature(children[0]);
  }

  template <typename Member>
  void mark_below(ExpressionId id, Member member) {
    if (id == none) return;
    mark(id, member);
    if (arena_[id].kind == ExpressionKind::apply)
      for (const ExpressionId child : arena_.children(id)) mark_below(child, member);
  }

  // `\mathcal{N}(i)`, `\mathcal{N}(i) \cup \{i\}`
  void neighbours(ExpressionId set) {
    if (set != none && arena_[set].kind == ExpressionKind::index && equation_.indexes_function(set)) set = arena_.child(set, 0);
    if (set != none && arena_.applies(set, "call")) {
      const SymbolId found = symbol(arena_.child(set, 0));
      // N of `N(i)` is a set for each i; A of `A(s)` gives one for any state.
      const bool counted = arena_[set].child_count == 2 && counts(arena_.child(set, 1));
      const bool script = found != none && equation_.symbols[found].face == Face::script;
      if (found != none)
        places_[found].*(script ? &SymbolPlaces::neighbours : counted ? &SymbolPlaces::ranged_set : &SymbolPlaces::gives_set) = true;
    } else if (set != none && arena_[set].kind == ExpressionKind::apply)
      for (const ExpressionId child : arena_.children(set)) neighbours(child);
  }

  // `\sqrt{1 - \bar\alpha} \epsilon`, `\sigma \odot \epsilon`
  void noise(std::span<const ExpressionId> children) {
    const SymbolId spread = symbol(arena_.applies(children[0], "call") ? arena_.child(children[0], 0) : children[0]);
    const bool root = arena_.applies(children[0], "square root");
    if (root || (spread != none && equation_.symbols[spread].nucleus == "\\sigma"sv)) mark(children[1], &SymbolPlaces::noise);
  }

  // `v = \mu v - g`: what multiplies the old value in the line that gives the new one.
  void decays(const Statement& statement, SymbolId defined) {
    if (statement.value == none) return;
    std::vector<ExpressionId> open{statement.value};
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (arena_.applies(id, "plus") || arena_.applies(id, "minus"))
        open.insert(open.end(), arena_.children(id).begin(), arena_.children(id).end());
      if (!arena_.applies(id, "product") && !arena_.applies(id, "dot product")) continue;
      const SymbolId old = symbol(arena_.child(id, 1));
      if (old == none) continue;
      const bool same =
          old == defined || (!equation_.symbols[old].stem.empty() && equation_.symbols[old].stem == equation_.symbols[defined].stem);
      if (same) mark(arena_.child(id, 0), &SymbolPlaces::decays);
    }
  }

  // What stands where in `p(x \mid y; \theta)`.
  void call(std::span<const ExpressionId> children) {
    static const std::set<std::string, std::less<>> densities = {"p", "P", "q", "Pr"};
    const SymbolId function = symbol(children[0]);
    const bool density = function != none && densities.count(equation_.symbols[function].nucleus) > 0;
    for (const ExpressionId argument : children.subspan(1)) {
      if (arena_.applies(argument, "with parameters")) mark_below(argument, &SymbolPlaces::behind_semicolon);
      if (arena_.applies(argument, "given")) {
        mark_below(argument, &SymbolPlaces::conditioned);
        mark(children[0], &SymbolPlaces::conditions);
      }
      if (density) mark(argument, &SymbolPlaces::random_argument);
    }
  }

  // `\max(0, m + a - b)`
  void margin(std::span<const ExpressionId> children) {
    const bool hinge = children.size() == 2 && std::any_of(children.begin(), children.end(), [&](ExpressionId id) {
                         return arena_[id].kind == ExpressionKind::number && arena_[id].number == 0;
                       });
    if (!hinge) return;
    std::vector<ExpressionId> open(children.begin(), children.end());
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (arena_.applies(id, "plus") || arena_.applies(id, "minus"))
        open.insert(open.end(), arena_.children(id).begin(), arena_.children(id).end());
      else if (arena_[id].kind == ExpressionKind::symbol)
        mark(id, &SymbolPlaces::margin);
    }
  }

  // v of `v^\top z + b`, of `t - v^\top z - b`.
  void beside_bias(ExpressionId id) {
    if (arena_.applies(id, "minus")) id = arena_.child(id, 1);
    if (arena_.applies(id, "product") && arena_.applies(arena_.child(id, 0), "transpose") && symbol(arena_.child(id, 1)) != none &&
        arena_[arena_.child(arena_.child(id, 0), 0)].kind == ExpressionKind::symbol)
      mark(arena_.child(arena_.child(id, 0), 0), &SymbolPlaces::beside_bias);
  }

  // A matrix times a vector, or a vector of weights dotted with another: what a bias is added to.
  bool weighted(ExpressionId id) const {
    if (arena_[id].kind == ExpressionKind::reduce) return arena_[id].operation->name == "sum"sv;
    if (arena_.applies(id, "plus") || arena_.applies(id, "minus")) return weighted(arena_.child(id, 0)) || weighted(arena_.child(id, 1));
    if (!arena_.applies(id, "product") && !arena_.applies(id, "dot product")) return false;
    const Shape& left = shapes_.expressions[arena_.child(id, 0)];
    const Shape& right = shapes_.expressions[arena_.child(id, 1)];
    const bool transposed = arena_.applies(arena_.child(id, 0), "transpose");
    if (transposed && symbol(arena_.child(id, 1)) != none) return true;
    return left.known && right.known && (left.axes.size() == 2 || transposed || right.axes.size() == 2) && !left.axes.empty() &&
           !right.axes.empty();
  }

  void weights(ExpressionId id) {
    const auto children = arena_.children(id);
    const ExpressionId left = arena_.applies(children[0], "product") ? arena_.child(children[0], 1) : children[0];
    if (arena_.applies(children[1], "gradient") || arena_.applies(children[1], "partial derivative"))
      mark(left, &SymbolPlaces::scales_gradient);
    if (const SymbolId found = symbol(children[1]); found != none && equation_.symbols[found].nucleus == "g"sv)
      mark(left, &SymbolPlaces::scales_gradient);
    const Shape& a = shapes_.expressions[left];
    const Shape& b = shapes_.expressions[children[1]];
    if (a.known && b.known && a.axes.size() == 2 && b.axes.size() == 1) {
      mark(left, &SymbolPlaces::multiplies_as_weight);
      const SymbolId fed = symbol(children[1]), map = arena_[left].kind == ExpressionKind::symbol ? arena_[left].symbol : none;
      static const std::set<std::string, std::less<>> data = {"X", "K", "P", "H", "L", "\\Sigma", "\\Lambda", "\\Phi", "I"};
      if (map != none && data.count(equation_.symbols[map].nucleus) == 0) mark(children[1], &SymbolPlaces::mapped);
      // `E^\top x_t`: turned or not, what the input is multiplied by is learned.
      if (arena_.applies(left, "transpose") && fed != none && equation_.symbols[fed].nucleus == "x"sv)
        mark(arena_.child(left, 0), &SymbolPlaces::multiplies_as_weight);
      if (fed != none && equation_.symbols[fed].nucleus == "x"sv && equation_.symbols[fed].step != none)
        mark(arena_.applies(left, "transpose") ? arena_.child(left, 0) : left, &SymbolPlaces::maps_input);
    }
    if (a.known && b.known && a.axes.size() == 1 && b.axes.size() == 2 && !arena_.applies(left, "transpose"))
      mark(children[1], &SymbolPlaces::multiplies_as_weight);
  }

  void temperature(ExpressionId argument) {
    if (arena_.applies(argument, "division")) mark(arena_.child(argument, 1), &SymbolPlaces::divides_in_softmax);
  }

  const Equation& equation_;
  const Arena& arena_;
  const Shapes& shapes_;
  std::vector<SymbolPlaces> places_;
  std::vector<bool> roots_;
};

}  // namespace

std::vector<SymbolPlaces> gather_places(const Equation& equation, const Shapes& shapes) {
  auto places = Gatherer(equation, shapes).run();
  mark_bound(equation, shapes, places);
  mark_kernels(equation, places);
  gather_divisors(equation, places);
  gather_standing(equation, shapes, places);
  return places;
}

}  // namespace eqlens
