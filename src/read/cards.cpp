// Famous formulas, known by their structure in whatever letters they are written. A card adds a name and a remark, nothing else.
#include <array>

#include <fmt/format.h>

#include "read/cards.hpp"
#include "read/known_formulas.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

using Card = KnownAs (*)(const Understanding&);

KnownAs attention(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  const auto* blend = understanding.first(Use::blend);
  for (const auto& found : understanding.uses) {
    if (found.use != Use::shares || !pattern.is(found.id, "softmax")) continue;
    auto scores = found.parts[0];
    std::string mask;
    if (pattern.is(scores, "plus")) {
      mask = fmt::format("{} is added to the scores, as a mask: −∞ there shuts an entry out",
                         shown(understanding.analysis, arena.child(scores, 1)));
      scores = arena.child(scores, 0);
    }
    const bool scaled = pattern.is(scores, "division") && pattern.is(arena.child(scores, 1), "square root");
    const auto product = scaled || pattern.is(scores, "division") ? arena.child(scores, 0) : scores;
    const auto compared = pattern.use_of(product);
    const bool compares = compared && compared->use == Use::comparison;
    const bool followed = blend != nullptr && blend->parts[0] == found.id;
    const bool multiplied = followed || [&] {
      for (const auto& statement : understanding.analysis.equation.statements)
        for (const auto id : expressions_of(arena, statement))
          if (pattern.product_like(id) && arena.child(id, 0) == found.id) return true;
      return false;
    }();
    if (!multiplied) continue;
    if (compares && scaled)
      return {"scaled dot-product attention", mask, "each query blends the values, with shares from how well it fits each key"};
    if (compares && !pattern.is(scores, "division"))
      return {"scaled dot-product attention", "the usual formula divides the scores by the square root of the key width",
              "without the scale the scores grow with the width and softmax saturates"};
  }
  return {};
}

KnownAs softmax(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto found = pattern.use_of(statement->value);
    if (!found || found->use != Use::shares || pattern.is(found->id, "softmax")) continue;
    const auto score = found->parts[0];
    const bool sharpened = (pattern.is(score, "division") || pattern.product_like(score)) &&
                           pattern.role(arena_of(understanding).child(score, 1)) == Role::constant;
    if (sharpened) return {"softmax with temperature", "", "the temperature sets how strongly the largest score wins"};
    const auto base = pattern.symbol(score);
    if (pattern.is(score, "call") || (base != none && understanding.analysis.equation.definition_of(base) != nullptr &&
                                      pattern.is(understanding.analysis.equation.definition_of(base)->value, "call")))
      return {"additive attention", "", "a small network scores each pair, softmax turns the scores into shares"};
    return {"softmax", "", "subtracting the largest score first changes nothing and avoids overflow"};
  }
  return {};
}

/// y log p + (1 − y) log (1 − p)
KnownAs two_outcomes(const Understanding& understanding, const Found& average) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  if (!pattern.is(average.parts[1], "logarithm") || !pattern.is(average.parts[2], "logarithm")) return {};
  const auto chance = arena.child(average.parts[1], 0), other = arena.child(average.parts[2], 0);
  if (pattern.same(chance, average.parts[0])) {
    bool negated = false;
    for (auto above = understanding.places.parent(average.id); above != none; above = understanding.places.parent(above))
      negated = negated || pattern.is(above, "negative") || pattern.is(above, "minus");
    if (!negated)
      return {"binary entropy", "the usual formula has a minus sign in front",
              "without it 0 where the answer is certain, lowest where both are equally likely"};
    return {"binary entropy", "", "0 where the answer is certain, largest where both are equally likely"};
  }
  const bool rest = pattern.is(other, "minus") && pattern.same(arena.child(other, 1), chance);
  if (!rest) return {};
  return {"binary cross-entropy", "", "only the log of what was said about the true class is left"};
}

/// What the display averages in squares: the gradient that it averages as well, that gradient's distance from its average, or something
/// else.
enum class Squares { of_average, of_gap, of_other, unsaid };

Squares averaged_squares(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  std::vector<ExpressionId> plain, squared;
  for (const auto& found : understanding.uses) {
    if (found.use != Use::running_average) continue;
    const auto what = found.parts[2];
    const bool power = pattern.is(what, "power") && pattern.is_number(arena.child(what, 1), 2);
    const bool product = pattern.product_like(what) && pattern.same(arena.child(what, 0), arena.child(what, 1));
    (power || product ? squared : plain).push_back(power || product ? arena.child(what, 0) : what);
  }
  if (plain.empty() || squared.empty()) return Squares::unsaid;
  if (pattern.same(plain[0], squared[0])) return Squares::of_average;
  return pattern.is(squared[0], "minus") && pattern.same(arena.child(squared[0], 0), plain[0]) ? Squares::of_gap : Squares::of_other;
}

KnownAs adam(const Understanding& understanding) {
  const auto* units = understanding.first(Use::in_units_of_size);
  const auto* step = understanding.first(Use::step);
  if (units != nullptr && step != nullptr) {
    const bool corrected =
        understanding.first(Use::correction) != nullptr ||
        understanding.analysis.equation
                .symbols[understanding.pattern.symbol(units->parts[0]) == none ? 0 : understanding.pattern.symbol(units->parts[0])]
                .accent == "\\hat";
    const auto squares = averaged_squares(understanding);
    if (squares == Squares::of_gap)
      return {"AdaBelief", "", "steps are large where the gradient is as its average foretold, and small where it surprises"};
    if (squares == Squares::of_other)
      return {"an adaptive gradient step", "", "each parameter moves in units of its gradient's usual size"};
    if (corrected || understanding.first(Use::running_average) != nullptr)
      return {"Adam", "", "the first step has the size of the learning rate, whatever the size of the gradient"};
    return {"an adaptive gradient step", "", "each parameter moves in units of its gradient's usual size"};
  }
  if (understanding.first(Use::correction) != nullptr) return {"bias correction", "", "Adam uses it, because its averages start at 0"};
  const auto* average = understanding.first(Use::running_average);
  if (average == nullptr) return {};
  const auto& pattern = understanding.pattern;
  const auto old = pattern.symbol(average->parts[1]);
  const bool remembers = old != none && (understanding.analysis.equation.symbols[old].offset == -1 ||
                                         understanding.analysis.equation.definition_of(old) != nullptr);
  const auto& arena = arena_of(understanding);
  const bool bare = pattern.factors(arena.child(average->id, 0)).size() == 2 && pattern.factors(arena.child(average->id, 1)).size() == 2;
  if (remembers && bare && pattern.role(average->parts[0]) == Role::constant)
    return {"exponential moving average", "", "its memory is about one over one minus the factor, counted in steps"};
  return two_outcomes(understanding, *average);
}

KnownAs gradient_descent(const Understanding& understanding) {
  const auto* step = understanding.first(Use::step);
  const auto& pattern = understanding.pattern;
  if (step == nullptr || !pattern.is(step->parts[2], "gradient")) return {};
  // The slope is taken where the step starts: elsewhere it is another method.
  const auto& symbols = understanding.analysis.equation.symbols;
  const auto& arena = arena_of(understanding);
  const auto moved = pattern.symbol(step->parts[0]);
  const auto what = arena.child(step->parts[2], 0);
  if (pattern.is(what, "call")) {
    bool elsewhere = false;
    for (const auto argument : arena.children(what).subspan(1)) {
      const auto which = pattern.symbol(argument);
      elsewhere =
          elsewhere || (which != none && which != moved && symbols[which].step != none && symbols[which].step == symbols[moved].step);
    }
    if (elsewhere && !pattern.mentions(what, moved)) return {};
  }
  return {"gradient descent", "", "the gradient points uphill, so the minus walks downhill"};
}

KnownAs losses(const Understanding& understanding) {
  if (understanding.first(Use::label_surprise) != nullptr)
    return {"cross-entropy", "", "for a one-hot label only the log of the true class's probability is left"};
  if (understanding.first(Use::divergence) != nullptr && !in_display(understanding, "expectation"))
    return {"Kullback-Leibler divergence", "", "it is not symmetric: swapping the two distributions changes it"};
  for (const auto& found : understanding.uses)
    if (found.use == Use::average && understanding.pattern.use_of(found.parts[0]).value_or(Found{}).use == Use::squared_gap) {
      const auto gap = *understanding.pattern.use_of(found.parts[0]);
      if (understanding.pattern.symbol(gap.parts[1]) != none && arena_of(understanding)[gap.parts[1]].kind == ExpressionKind::index)
        return {"mean squared error", "", "large gaps count more than small ones, because they are squared"};
      return {"variance", "", "the average squared distance from the mean"};
    }
  return {};
}

bool is_square(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  return pattern.is(id, "power") && pattern.is_number(arena_of(understanding).child(id, 1), 2);
}

/// q·k over the product of both lengths.
bool cosine(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  const auto sides = pattern.factors(arena.child(id, 0)), lengths = pattern.factors(arena.child(id, 1));
  if (sides.size() != 2 || lengths.size() != 2 || !pattern.is(lengths[0], "norm") || !pattern.is(lengths[1], "norm")) return false;
  const auto first = pattern.is(sides[0], "transpose") ? arena.child(sides[0], 0) : sides[0];
  const auto a = arena.child(lengths[0], 0), b = arena.child(lengths[1], 0);
  return (pattern.same(first, a) && pattern.same(sides[1], b)) || (pattern.same(first, b) && pattern.same(sides[1], a));
}

/// 1 over 1 plus an exponential of a negative.
bool sigmoid(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  const auto bottom = arena.child(id, 1);
  if (!pattern.is_number(arena.child(id, 0), 1) || !pattern.is(bottom, "plus")) return false;
  for (const auto& [one, rest] : {std::pair{0U, 1U}, std::pair{1U, 0U}})
    if (pattern.is_number(arena.child(bottom, one), 1) && pattern.is(arena.child(bottom, rest), "exponential") &&
        pattern.is(arena.child(arena.child(bottom, rest), 0), "negative"))
      return true;
  return false;
}

/// The root of an average of squares, with or without a small constant.
bool root_mean_square(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  if (!pattern.is(id, "square root")) return false;
  auto inside = arena.child(id, 0);
  if (pattern.is(inside, "plus") && pattern.small_constant(arena.child(inside, 1))) inside = arena.child(inside, 0);
  const auto average = pattern.use_of(inside);
  return average && average->use == Use::average && is_square(understanding, average->parts[0]) && !pattern.use_of(average->parts[0]);
}

/// A sum over one index that two factors share, at the end of one and the start of the other.
bool entry_of_product(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  if (!pattern.is(id, "sum") || arena[id].range_count != 1) return false;
  const auto parts = pattern.factors(arena.child(id, 0));
  const auto which = arena.ranges(id)[0].symbol;
  if (parts.size() != 2 || which == none) return false;
  for (const auto part : parts)
    if (arena[part].kind != ExpressionKind::index || arena[part].child_count != 3) return false;
  return pattern.symbol(arena.child(parts[0], 2)) == which && pattern.symbol(arena.child(parts[1], 1)) == which;
}

KnownAs formulas(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto value = statement->value;
    if (value == none) continue;
    if (root_mean_square(understanding, value)) return {"root mean square", "", "the usual size of an entry, whatever the signs"};
    bool scaled = false;
    Statement inner;
    inner.sides = {value};
    for (const auto id : expressions_of(arena, inner))
      scaled = scaled || (pattern.is(id, "division") && root_mean_square(understanding, arena.child(id, 1)));
    if (scaled) return {"RMS normalisation", "", "layer normalisation without taking away the mean"};
    if (pattern.is(value, "division") && cosine(understanding, value))
      return {"cosine similarity", "", "only the directions count: lengths cancel, and the result lies between −1 and 1"};
    if (pattern.is(value, "division") && sigmoid(understanding, value))
      return {"sigmoid", "", "it squeezes any number into the range from 0 to 1; 0 becomes one half"};
    if (entry_of_product(understanding, value))
      return {"matrix product", "", "the shared index runs along a row of the first and a column of the second"};
    const bool two =
        pattern.is(value, "product") && pattern.symbol(arena.child(value, 0)) != none && pattern.symbol(arena.child(value, 1)) != none;
    if (two && pattern.rank(arena.child(value, 0)) == 2 && pattern.rank(arena.child(value, 1)) == 2 &&
        pattern.role(arena.child(value, 0)) != Role::learned && pattern.role(arena.child(value, 1)) != Role::learned)
      return {"matrix product", "", "the order matters: rows of the first meet columns of the second"};
  }
  return {};
}

constexpr std::array<Card, 10> cards{heads_card, attention, normalisation_card, gated_card, adam, gradient_descent,
                                     losses,     softmax,   formulas,           layer_card};

}  // namespace

const Arena& arena_of(const Understanding& understanding) { return understanding.analysis.equation.arena; }

bool in_display(const Understanding& understanding, std::string_view operation) {
  for (const auto& entry : understanding.analysis.roles.operations)
    if (entry.operation->name == operation) return true;
  return false;
}

KnownAs known_as(const Understanding& understanding) {
  if (const auto nearly = nearly_known(understanding.analysis)) {
    auto difference = difference_of(understanding.analysis, *nearly);
    if (const auto apart = told_apart(understanding.analysis, nearly->corrected); !apart.empty()) difference += "; " + apart;
    return {std::string(nearly->formula->name), std::move(difference), std::string(nearly->formula->remark)};
  }
  for (const auto card : cards)
    if (auto found = card(understanding); !found.name.empty()) return found;
  return {};
}

}  // namespace eqlens
