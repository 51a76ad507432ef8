// What a symbol is for by the form of the statement that defines it; nothing here knows a letter.
#include <algorithm>
#include <utility>

#include "expression/softmax_axis.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Definition {
 public:
  Definition(const Equation& equation, SymbolId symbol) : equation_(equation), arena_(equation.arena), symbol_(symbol) {}

  [[nodiscard]] DefinedMeaning meaning() const {
    const Statement* definition = equation_.definition_of(symbol_);
    if (definition == nullptr || definition->source != 0 || definition->value == none) return {};
    const ExpressionId value = definition->value;
    // Of a function only what no input changes is said.
    if (equation_.symbols[symbol_].kind == SymbolKind::function)
      return arena_.applies(value, "plus") && rescales(arena_.child(value, 0)) ? rescaled() : DefinedMeaning{};
    if (arena_.applies(value, "sigmoid") || arena_.applies(value, "hard sigmoid"))
      return multiplies() ? strong("a gate, between 0 and 1" + passed()) : DefinedMeaning{};
    if (arena_.applies(value, "hyperbolic tangent") && multiplies()) return strong("the candidate values, between −1 and 1");
    if (arena_.applies(value, "softmax") || shares(value)) return {"shares that sum to 1"};
    if (standardised(value)) return strong("the standardised value, with mean 0 and spread 1");
    if (arena_.applies(value, "plus") && rescales(arena_.child(value, 0))) return rescaled();
    if (const ExpressionId news = averaged(value); news != none) return {"the running average of $" + equation_.text(news) + "$"};
    if (const ExpressionId terms = average(value); terms != none) return {"the average of $" + equation_.text(terms) + "$"};
    if (handed_on()) return {"a state, handed from step to step"};
    return {};
  }

 private:
  static DefinedMeaning strong(std::string words) { return {std::move(words), true}; }
  static DefinedMeaning rescaled() { return strong("the rescaled value: a standardised one, stretched and shifted"); }

  /// `\frac1n \sum_i x_i`: x_i.
  [[nodiscard]] ExpressionId average(ExpressionId id) const {
    ExpressionId sum = none, factor = none;
    if (arena_.applies(id, "product")) {
      factor = arena_.child(id, 0);
      sum = arena_.child(id, 1);
      if (!arena_.applies(factor, "division") || arena_[arena_.child(factor, 0)].kind != ExpressionKind::number ||
          arena_[arena_.child(factor, 0)].number != 1)
        return none;
      factor = arena_.child(factor, 1);
    } else if (arena_.applies(id, "division")) {
      sum = arena_.child(id, 0);
      factor = arena_.child(id, 1);
    }
    if (sum == none || arena_[sum].kind != ExpressionKind::reduce || arena_[sum].operation->name != "sum"sv || symbol_of(factor) == none)
      return none;
    const auto ranges = arena_.ranges(sum);
    const bool whole = ranges.size() == 1 && (ranges[0].upper == none || symbol_of(ranges[0].upper) == symbol_of(factor));
    const bool entry = arena_[arena_.child(sum, 0)].kind == ExpressionKind::index;
    return whole && entry ? arena_.child(sum, 0) : none;
  }

  [[nodiscard]] SymbolId symbol_of(ExpressionId id) const {
    while (id != none && arena_[id].kind == ExpressionKind::index) id = arena_.child(id, 0);
    return id != none && arena_[id].kind == ExpressionKind::symbol ? arena_[id].symbol : none;
  }

  [[nodiscard]] bool product(ExpressionId id) const {
    return arena_.applies(id, "elementwise product") || arena_.applies(id, "product") || arena_.applies(id, "dot product");
  }

  /// It lets something through entry by entry, or what is left of 1 without it does. Mixed by a matrix it is no gate.
  [[nodiscard]] bool multiplies() const {
    const auto left_over = [&](ExpressionId id) {
      return arena_.applies(id, "minus") && arena_[arena_.child(id, 0)].kind == ExpressionKind::number &&
             symbol_of(arena_.child(id, 1)) == symbol_;
    };
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (!product(id)) continue;
      const bool entrywise = arena_.applies(id, "elementwise product");
      for (const ExpressionId factor : arena_.children(id))
        if (left_over(factor) || (entrywise && symbol_of(factor) == symbol_)) return true;
    }
    return false;
  }

  /// ": how much of c_{t-1} stays" where it multiplies an old value, "passes" for anything else.
  [[nodiscard]] std::string passed() const {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (!arena_.applies(id, "elementwise product")) continue;
      for (const std::size_t n : {0U, 1U}) {
        const ExpressionId other = arena_.child(id, 1 - n);
        if (arena_[arena_.child(id, n)].kind != ExpressionKind::symbol || arena_[arena_.child(id, n)].symbol != symbol_) continue;
        const SymbolId old = symbol_of(other);
        const bool kept = old != none && equation_.symbols[old].offset == -1;
        return ": how much of $" + equation_.text(other) + "$ " + (kept ? "stays" : "passes");
      }
    }
    return {};
  }

  /// An exponential over a sum of exponentials.
  [[nodiscard]] bool shares(ExpressionId id) const {
    return arena_.applies(id, "division") && arena_.applies(arena_.child(id, 0), "exponential") &&
           arena_[arena_.child(id, 1)].kind == ExpressionKind::reduce && arena_[arena_.child(id, 1)].operation->name == "sum"sv &&
           arena_.applies(arena_.child(arena_.child(id, 1), 0), "exponential") &&
           !total_moves(equation_, arena_.child(id, 0), arena_.child(id, 1));
  }

  /// A difference over a root, or over a root and a small number.
  [[nodiscard]] bool standardised(ExpressionId id) const {
    if (!arena_.applies(id, "division") || !arena_.applies(arena_.child(id, 0), "minus")) return false;
    const ExpressionId bottom = arena_.child(id, 1);
    if (!arena_.applies(bottom, "square root")) return false;
    const ExpressionId inside = arena_.child(bottom, 0);
    return symbol_of(inside) != none || (arena_.applies(inside, "plus") && symbol_of(arena_.child(inside, 0)) != none);
  }

  [[nodiscard]] bool rescales(ExpressionId id) const {
    if (!product(id)) return false;
    const auto factors = arena_.children(id);
    return std::any_of(factors.begin(), factors.end(), [&](ExpressionId factor) {
      const SymbolId named = symbol_of(factor);
      const Statement* definition = named == none ? nullptr : equation_.definition_of(named);
      return standardised(definition == nullptr || definition->value == none ? factor : definition->value);
    });
  }

  /// g of `\beta m_{t-1} + (1 - \beta) g`: what is averaged over the steps.
  [[nodiscard]] ExpressionId averaged(ExpressionId id) const {
    if (!arena_.applies(id, "plus")) return none;
    const auto parts = arena_.children(id);
    for (const auto& [kept, added] : {std::pair{parts[0], parts[1]}, std::pair{parts[1], parts[0]}}) {
      if (!product(kept) || !product(added) || !earlier(arena_.child(kept, 1))) continue;
      const ExpressionId rest = arena_.child(added, 0);
      const SymbolId share = symbol_of(arena_.child(kept, 0));
      if (share != none && arena_.applies(rest, "minus") && symbol_of(arena_.child(rest, 1)) == share) return arena_.child(added, 1);
    }
    return none;
  }

  [[nodiscard]] bool earlier(ExpressionId id) const {
    const SymbolId old = symbol_of(id);
    const Symbol& own = equation_.symbols[symbol_];
    return old != none && (old == symbol_ || (!own.stem.empty() && equation_.symbols[old].stem == own.stem));
  }

  /// Its value a step earlier is read as well.
  [[nodiscard]] bool handed_on() const {
    const Symbol& own = equation_.symbols[symbol_];
    if (own.step == none || own.stem.empty() || !equation_.symbols[symbol_].accent.empty()) return false;
    return std::any_of(equation_.symbols.begin(), equation_.symbols.end(),
                       [&](const Symbol& other) { return other.stem == own.stem && other.step == own.step && other.offset < own.offset; });
  }

  const Equation& equation_;
  const Arena& arena_;
  SymbolId symbol_;
};

}  // namespace

namespace {

/// `1 / (1 + e^{-z})`
bool is_sigmoid(const Arena& arena, ExpressionId id) {
  const auto one = [&](ExpressionId part) { return arena[part].kind == ExpressionKind::number && arena[part].number == 1; };
  if (!arena.applies(id, "division") || !one(arena.child(id, 0)) || !arena.applies(arena.child(id, 1), "plus")) return false;
  const auto parts = arena.children(arena.child(id, 1));
  for (const auto& [first, rest] : {std::pair{parts[0], parts[1]}, std::pair{parts[1], parts[0]}}) {
    if (!one(first)) continue;
    if (arena.applies(rest, "exponential")) return arena.applies(arena.child(rest, 0), "negative");
    if (arena.applies(rest, "power")) return arena.applies(arena.child(rest, 1), "negative");
  }
  return false;
}

/// `x_0` beside `x_t`
bool starts_family(const Equation& equation, const Symbol& own) {
  return own.label == "0"sv && std::any_of(equation.symbols.begin(), equation.symbols.end(), [&](const Symbol& other) {
           return other.nucleus == own.nucleus && other.face == own.face && other.accent == own.accent && other.step != none &&
                  !other.stem.empty();
         });
}

}  // namespace

std::string meaning_of_place(const Equation& equation, SymbolId symbol, const SymbolPlaces& places) {
  constexpr std::size_t longest = 60;
  const Symbol& own = equation.symbols[symbol];
  const Statement* given = equation.definition_of(symbol);
  if (!places.defined && given != nullptr && given->source > 0 && given->value != none) {
    if (equation.arena[given->value].kind == ExpressionKind::number) return {};
    if (own.kind == SymbolKind::function && is_sigmoid(equation.arena, given->value)) return "the sigmoid";
    const std::string rule = equation.text(given->value);
    if (rule.size() <= longest && rule.find('&') == std::string::npos) return "given by $" + rule + "$";
  }
  if (places.mean_of_entries) return "the mean of $" + own.nucleus + "$";
  if (places.iterate && !places.defined) return "the value of $" + own.stem + "$ before this step";
  if (starts_family(equation, own) && !places.defined) return "where $" + own.nucleus + "$ starts";
  if (places.set && !(own.kind == SymbolKind::function && places.gives_set)) return "a set";
  return {};
}

DefinedMeaning meaning_of_definition(const Equation& equation, SymbolId symbol) { return Definition(equation, symbol).meaning(); }

}  // namespace eqlens
