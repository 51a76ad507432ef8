// What is known of an output that has no other meaning: how it is made.
#include <algorithm>
#include <array>
#include <cmath>

#include "expression/double_bar.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Outermost {
 public:
  Outermost(const Equation& equation, const Shapes& shapes, SymbolId symbol)
      : equation_(equation),
        arena_(equation.arena),
        shapes_(shapes),
        own_(equation.symbols[symbol]),
        definition_(equation.definition_of(symbol)) {}

  [[nodiscard]] std::string words() const {
    if (definition_ == nullptr || definition_->source != 0 || definition_->value == none || definition_->sides.empty()) return {};
    if (own_.kind == SymbolKind::function) {
      if (std::string compared = divergence(); !compared.empty()) return compared;
      if (activation()) return "an activation, applied entry by entry";
    }
    std::string form = made(definition_->value, 0);
    if (form.empty()) return {};
    const bool several = definition_->free_indices.size() == 1 && shapes_.expressions[definition_->value].known &&
                         !shapes_.expressions[definition_->value].axes.empty();
    return form + (several ? ", one for each $" + equation_.symbols[definition_->free_indices[0]].latex + "$" : "");
  }

 private:
  [[nodiscard]] std::string made(ExpressionId id, int depth) const {
    constexpr int deepest = 8;
    if (id == none || depth > deepest) return {};
    const Expression& top = arena_[id];
    if (top.kind == ExpressionKind::index) return made(arena_.child(id, 0), depth + 1);
    if (top.kind == ExpressionKind::cases) return "made case by case";
    if (top.kind == ExpressionKind::symbol) return "made as a copy of $" + equation_.canonical(id) + "$";
    if ((top.kind != ExpressionKind::apply && top.kind != ExpressionKind::reduce) || top.operation == nullptr) return {};
    const std::string_view name = top.operation->name;
    if (name == "negative"sv) return made(arena_.child(id, 0), depth + 1);
    if (const ExpressionId values = blended(id); values != none) return "made as blends of the rows of $" + equation_.text(values) + "$";
    if (const bool scaled = name == "product"sv && sum(arena_.child(id, 1)); scaled)
      return arena_.applies(arena_.child(id, 0), "division") ? "made as an average" : "made as a sum of many terms";
    if (name == "call"sv) return "made by the function $" + equation_.canonical(arena_.child(id, 0)) + "$";
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> signs{{{"plus", "a sum"},
                                                                                   {"minus", "a difference"},
                                                                                   {"product", "a product"},
                                                                                   {"times", "a product"},
                                                                                   {"dot product", "a product"},
                                                                                   {"matrix product", "a product"},
                                                                                   {"elementwise product", "a product"},
                                                                                   {"division", "a ratio"},
                                                                                   {"power", "a power"},
                                                                                   {"matrix", "a matrix of parts"},
                                                                                   {"list", "a list of values"}}};
    for (const auto& [sign, words] : signs)
      if (name == sign) return "made as " + std::string(words);
    if (sum(id)) return "made as a sum of many terms";
    if (top.operation->noun.empty() || top.operation->fixity == Fixity::relation || top.operation->noun.ends_with(" over")) return {};
    return (top.operation->noun.starts_with("a ") ? "made as " : "made by ") + std::string(top.operation->noun);
  }

  [[nodiscard]] bool ranked(ExpressionId id) const {
    return id == none || !shapes_.expressions[id].known || !shapes_.expressions[id].axes.empty();
  }

  [[nodiscard]] bool sum(ExpressionId id) const {
    return arena_[id].kind == ExpressionKind::reduce && arena_[id].operation->name == "sum"sv;
  }

  /// V of `\operatorname{softmax}(S) V`, of `A V` where A is one.
  [[nodiscard]] ExpressionId blended(ExpressionId id) const {
    if (!arena_.applies(id, "product") && !arena_.applies(id, "matrix product")) return none;
    ExpressionId shares = arena_.child(id, 0);
    if (arena_[shares].kind == ExpressionKind::symbol) {
      const Statement* made = equation_.definition_of(arena_[shares].symbol);
      shares = made == nullptr ? none : made->value;
    }
    const Shape& whole = shapes_.expressions[id];
    return shares != none && arena_.applies(shares, "softmax") && whole.known && whole.axes.size() >= 2 ? arena_.child(id, 1) : none;
  }

  /// `D(q(z) \| p(z))` on the left.
  [[nodiscard]] std::string divergence() const {
    const ExpressionId left = definition_->sides.front();
    if (arena_[left].kind != ExpressionKind::apply || arena_[left].child_count < 2 || !compares_densities(arena_, left)) return {};
    if (!compared_by_two_bars(equation_, left)) return {};
    ExpressionId second = arena_.child(left, arena_[left].child_count - 1);
    if (arena_.applies(second, "given")) second = arena_.child(second, 0);
    const std::string first = "$" + equation_.canonical(arena_.child(left, arena_[left].child_count - 2)) + "$";
    const std::string other = "$" + equation_.canonical(second) + "$";
    return own_.latex.find("KL") != std::string::npos ? "the extra surprise from expecting " + other + " where " + first + " is true"
                                                      : "how far " + first + " is from " + other;
  }

  /// Numbers go in one by one, and something bends them: they are cut, squashed or let through in part.
  [[nodiscard]] bool activation() const {
    if (definition_->parameters.size() != 1 || definition_->parameters[0] == none) return false;
    const SymbolId given = definition_->parameters[0];
    constexpr std::array letters{"x"sv, "z"sv, "a"sv, "u"sv, "v"sv, "h"sv, "y"sv};
    const std::string& letter = equation_.symbols[given].nucleus;
    if (std::find(letters.begin(), letters.end(), letter) == letters.end()) return false;
    for (const std::string_view other : {"p", "q", "P", "Pr", "\\pi", "L", "\\ell", "l", "J", "k"})
      if (own_.nucleus == other) return false;
    // A loss of the step t, f_t, is one of many.
    if (own_.step != none || even(definition_->value, given, 0)) return false;
    const Shape &in = shapes_.symbols[given], &out = shapes_.expressions[definition_->value];
    bool bends = false;
    return in.known && out.known && in.axes.size() == out.axes.size() && plain(definition_->value, given, bends, 0) && bends;
  }

  [[nodiscard]] bool plain(ExpressionId id, SymbolId given, bool& bends, int depth) const {
    constexpr int deepest = 40;
    if (id == none) return true;
    if (depth > deepest) return false;
    const Expression& top = arena_[id];
    if (top.kind == ExpressionKind::number) return true;
    if (top.kind == ExpressionKind::symbol) return top.symbol == given || equation_.symbols[top.symbol].kind != SymbolKind::function;
    if (top.kind == ExpressionKind::cases) {
      if (!thresholds(id, given)) return false;
      bends = true;
    }
    if (top.kind == ExpressionKind::apply) {
      constexpr std::array bending{
          "maximum"sv, "sigmoid"sv,  "hard sigmoid"sv, "hyperbolic tangent"sv, "normal distribution function"sv, "error function"sv,
          "clip"sv,    "softplus"sv, "ReLU"sv};
      const std::string_view name = top.operation->name;
      bends = bends || std::find(bending.begin(), bending.end(), name) != bending.end();
      const bool soft = name == "logarithm"sv && arena_.applies(arena_.child(id, 0), "plus") &&
                        (arena_.applies(arena_.child(arena_.child(id, 0), 1), "exponential") ||
                         arena_.applies(arena_.child(arena_.child(id, 0), 0), "exponential"));
      bends = bends || soft;
      constexpr std::array arithmetic{"plus"sv,  "minus"sv, "negative"sv, "product"sv,     "times"sv,   "dot product"sv,
                                      "power"sv, "clip"sv,  "division"sv, "square root"sv, "maximum"sv, "minimum"sv};
      const bool mixes = name != "plus"sv && name != "minus"sv && !top.operation->elementwise() && top.child_count == 2 &&
                         ranked(arena_.child(id, 0)) && ranked(arena_.child(id, 1));
      if (mixes) return false;
      if (!top.operation->elementwise() && std::find(arithmetic.begin(), arithmetic.end(), name) == arithmetic.end()) return false;
    } else if (top.kind != ExpressionKind::cases && top.kind != ExpressionKind::relation) {
      return false;
    }
    const auto children = arena_.children(id);
    return std::all_of(children.begin(), children.end(), [&](ExpressionId child) { return plain(child, given, bends, depth + 1); });
  }

  /// A branch lets what is given through, and the branches meet at an order, not at single values.
  [[nodiscard]] bool thresholds(ExpressionId id, SymbolId given) const {
    const auto children = arena_.children(id);
    bool passes = false;
    for (std::size_t n = 0; n + 1 < children.size(); n += 2) {
      passes = passes || equation_.reads(children[n], given);
      const ExpressionId condition = children[n + 1];
      if (condition != none && arena_[condition].kind == ExpressionKind::relation && arena_[condition].operation->name == "equals"sv)
        return false;
    }
    return passes;
  }

  /// Huber's loss: what is given counts by its size or its square alone, so it is a distance.
  [[nodiscard]] bool even(ExpressionId id, SymbolId given, int depth) const {
    constexpr int deepest = 40;
    if (id == none || depth > deepest || arena_.applies(id, "absolute value")) return true;
    const Expression& top = arena_[id];
    if (top.kind == ExpressionKind::symbol) return top.symbol != given;
    const bool square = arena_.applies(id, "power") && arena_[arena_.child(id, 1)].kind == ExpressionKind::number &&
                        std::fmod(arena_[arena_.child(id, 1)].number, 2) == 0;
    if (square) return true;
    const auto children = arena_.children(id);
    return std::all_of(children.begin(), children.end(), [&](ExpressionId child) { return even(child, given, depth + 1); });
  }

  const Equation& equation_;
  const Arena& arena_;
  const Shapes& shapes_;
  const Symbol& own_;
  const Statement* definition_;
};

}  // namespace

std::string outermost_form(const Equation& equation, const Shapes& shapes, SymbolId symbol) {
  return Outermost(equation, shapes, symbol).words();
}

}  // namespace eqlens
