// Which arrays start at 0: `x_0` is printed, a sum over i starts there, or a row makes them of what starts there.
#include <algorithm>
#include <set>

#include "expression/first_places.hpp"
#include "expression/resolver.hpp"

namespace eqlens {

namespace {

class CountedFromZero {
 public:
  explicit CountedFromZero(Equation& equation) : equation_(equation), arena_(equation.arena) {}

  void mark() {
    first_named();
    by_ranges();
    if (std::none_of(equation_.symbols.begin(), equation_.symbols.end(), [](const Symbol& symbol) { return symbol.from_zero; })) return;
    do {
      changed_ = false;
      sums_up_to_steps();
      for (const Statement& statement : equation_.statements) made_by_row(statement);
    } while (changed_);
  }

 private:
  // The place of an entry with one index.
  ExpressionId place_of(ExpressionId id) const {
    const bool entry = arena_[id].kind == ExpressionKind::index && arena_[id].child_count == 2 && indexed_name(equation_, id) != none;
    return entry ? arena_.child(id, 1) : none;
  }
  bool is(ExpressionId id, SymbolId symbol) const {
    return id != none && arena_[id].kind == ExpressionKind::symbol && arena_[id].symbol == symbol;
  }
  bool is_number(ExpressionId id, double number) const {
    return id != none && arena_[id].kind == ExpressionKind::number && arena_[id].number == number;
  }
  void mark_array(SymbolId array) {
    changed_ = changed_ || !equation_.symbols[array].from_zero;
    equation_.symbols[array].from_zero = true;
  }

  template <typename Visit>
  void each_below(ExpressionId body, Visit visit) const {
    std::vector<ExpressionId> open{body};
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (id == none) continue;
      visit(id);
      open.insert(open.end(), arena_.children(id).begin(), arena_.children(id).end());
    }
  }
  void mark_below(ExpressionId body, SymbolId letter) {
    each_below(body, [&](ExpressionId id) {
      if (is(place_of(id), letter)) mark_array(indexed_name(equation_, id));
    });
  }

  // x_0 beside x_t, where the first step has a name of its own.
  void first_named() {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (place_of(id) == none) continue;
      const SymbolId symbol = indexed_name(equation_, id);
      const Symbol& array = equation_.symbols[symbol];
      if (array.from_zero || !array.label.empty()) continue;
      const bool first = std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
        const bool same_face = other.face == array.face || (array.face == Face::bold && other.face == Face::italic);
        return other.label == "0" && other.nucleus == array.nucleus && other.accent == array.accent && same_face &&
               other.upper == array.upper;
      });
      if (first) mark_array(symbol);
    }
  }

  void by_ranges() {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (is_number(place_of(id), 0)) mark_array(indexed_name(equation_, id));
      for (const Range& range : arena_.ranges(id)) {
        if (range.symbol == none || !is_number(range.lower, 0)) continue;
        mark_below(arena_.child(id, 0), range.symbol);
        if (range.upper != none) counted_down(arena_.child(id, 0), range);
      }
    }
  }

  // `\sum_{k=0}^{n} b_{n-k}` ends at b_0.
  void counted_down(ExpressionId body, const Range& range) {
    each_below(body, [&](ExpressionId id) {
      const ExpressionId place = place_of(id);
      if (place == none || !arena_.applies(place, "minus") || !is(arena_.child(place, 1), range.symbol)) return;
      if (equation_.canonical(arena_.child(place, 0)) == equation_.canonical(range.upper)) mark_array(indexed_name(equation_, id));
    });
  }

  bool counts_steps_from_zero(SymbolId step) const {
    for (ExpressionId id = 0; id < arena_.size(); ++id)
      if (is(place_of(id), step) && equation_.symbols[indexed_name(equation_, id)].from_zero) return true;
    return false;
  }
  static bool ends_at(const Arena& arena, const Range& range, SymbolId step) {
    return range.symbol != none && range.lower == none && range.upper != none && arena[range.upper].kind == ExpressionKind::symbol &&
           arena[range.upper].symbol == step;
  }

  // What is added up over the same steps: `\sum_{k \le t} g_k` beside x_t.
  void sums_up_to_steps() {
    for (ExpressionId id = 0; id < arena_.size(); ++id)
      for (const Range& range : arena_.ranges(id))
        if (range.upper != none && arena_[range.upper].kind == ExpressionKind::symbol &&
            ends_at(arena_, range, arena_[range.upper].symbol) && counts_steps_from_zero(arena_[range.upper].symbol))
          mark_below(arena_.child(id, 0), range.symbol);
  }

  // Whether a sum that starts at 1 reads an array at its letter.
  bool starts_at_one(SymbolId array) const {
    for (ExpressionId id = 0; id < arena_.size(); ++id)
      for (const Range& range : arena_.ranges(id)) {
        bool found = false;
        if (range.symbol != none && is_number(range.lower, 1))
          each_below(arena_.child(id, 0),
                     [&](ExpressionId at) { found = found || (is(place_of(at), range.symbol) && indexed_name(equation_, at) == array); });
        if (found) return true;
      }
    return false;
  }

  // What a row makes at t of what starts at 0 starts there too, and so does all else that it reads at t. A row that looks back,
  // `h_t = h_{t-1} + x_t`, starts one later.
  void made_by_row(const Statement& statement) {
    if (statement.kind != StatementKind::definition || statement.sides.empty() || statement.value == none) return;
    const ExpressionId place = place_of(statement.sides[0]);
    if (place == none || arena_[place].kind != ExpressionKind::symbol) return;
    const SymbolId step = arena_[place].symbol;
    std::set<SymbolId> read;
    bool looks_back = false, sums = false;
    each_below(statement.value, [&](ExpressionId id) {
      const ExpressionId at = place_of(id);
      if (is(at, step)) read.insert(indexed_name(equation_, id));
      if (at != none && arena_.applies(at, "minus") && is(arena_.child(at, 0), step)) looks_back = true;
      for (const Range& range : arena_.ranges(id))
        if (ends_at(arena_, range, step))
          each_below(arena_.child(id, 0), [&](ExpressionId below) {
            sums = sums || (is(place_of(below), range.symbol) && equation_.symbols[indexed_name(equation_, below)].from_zero);
          });
    });
    const bool from_zero =
        sums || std::any_of(read.begin(), read.end(), [&](SymbolId array) { return equation_.symbols[array].from_zero; });
    if (!from_zero || looks_back) return;
    mark_array(indexed_name(equation_, statement.sides[0]));
    for (const SymbolId array : read)
      if (!starts_at_one(array)) mark_array(array);
  }

  Equation& equation_;
  const Arena& arena_;
  bool changed_ = false;
};

}  // namespace

void mark_counted_from_zero(Equation& equation) { CountedFromZero(equation).mark(); }

}  // namespace eqlens
