// Famous formulas, known by their structure in whatever letters they are written. A card adds a name and a remark, nothing else.
#include <array>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

using Card = KnownAs (*)(const Understanding&);

const Arena& arena_of(const Understanding& understanding) { return understanding.analysis.equation.arena; }

bool in_display(const Understanding& understanding, std::string_view operation) {
  for (const auto& entry : understanding.analysis.roles.operations)
    if (entry.operation->name == operation) return true;
  return false;
}

KnownAs attention(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  const auto* blend = understanding.first(Use::blend);
  for (const auto& found : understanding.uses) {
    if (found.use != Use::shares || !pattern.is(found.id, "softmax")) continue;
    auto scores = found.parts[0];
    // A mask is added to the scores.
    if (pattern.is(scores, "plus")) scores = arena.child(scores, 0);
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
      return {"scaled dot-product attention", "", "each query blends the values, with shares from how well it fits each key"};
    if (compares && !pattern.is(scores, "division"))
      return {"scaled dot-product attention", "the usual formula divides the scores by the square root of the key width",
              "without the scale the scores grow with the width and softmax saturates"};
    const auto factors = pattern.factors(product);
    if (!compares && factors.size() == 2 && scaled && pattern.symbol(factors[0]) != none && pattern.symbol(factors[1]) != none)
      return {"scaled dot-product attention",
              fmt::format("the usual formula transposes the second factor: {}ᵀ", shown(understanding.analysis, factors[1])),
              "without the transpose rows are not compared with rows, and the shapes rarely fit"};
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

KnownAs normalisation(const Understanding& understanding) {
  const auto* found = understanding.first(Use::standardised);
  if (found == nullptr) return {};
  const bool scaled = understanding.first(Use::rescaled) != nullptr || in_display(understanding, "elementwise product");
  if (scaled)
    return {"layer normalisation", "",
            "batch normalisation has the same form; there mean and spread are taken over the batch, not over the features of one item"};
  return {"standardisation", "", "the first half of batch and layer normalisation, which follow it with a learned scale and shift"};
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
    if (corrected || understanding.first(Use::running_average) != nullptr)
      return {"Adam", "", "the first step has the size of the learning rate, whatever the size of the gradient"};
    return {"an adaptive gradient step", "", "each parameter moves in units of its gradient's usual size"};
  }
  if (understanding.first(Use::correction) != nullptr) return {"bias correction", "", "Adam uses it, because its averages start at 0"};
  if (understanding.first(Use::running_average) != nullptr)
    return {"exponential moving average", "", "its memory is about one over one minus the factor, counted in steps"};
  return {};
}

KnownAs gradient_descent(const Understanding& understanding) {
  const auto* step = understanding.first(Use::step);
  if (step == nullptr || !understanding.pattern.is(step->parts[2], "gradient")) return {};
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

/// An activation of learned mixes, one of them of the state a step before.
bool recurrent(const Understanding& understanding, ExpressionId value) {
  const auto& arena = arena_of(understanding);
  if (value == none || arena[value].kind != ExpressionKind::apply || arena[value].operation->scalar == nullptr ||
      arena[value].child_count != 1)
    return false;
  bool earlier = false, learned = false;
  Statement inner;
  inner.sides = {value};
  for (const auto id : expressions_of(arena, inner)) {
    const auto symbol = understanding.pattern.symbol(id);
    if (symbol == none) continue;
    earlier = earlier || understanding.analysis.equation.symbols[symbol].offset == -1;
    learned = learned || (understanding.pattern.role(id) == Role::learned && understanding.pattern.rank(id) >= 2);
  }
  return earlier && learned;
}

KnownAs layers(const Understanding& understanding) {
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto found = understanding.pattern.use_of(statement->value);
    if (found && found->use == Use::residual)
      return {"residual connection", "", "the input has a straight way through, and so have the gradients"};
    if (found && found->use == Use::linear) return {"linear layer", "", "libraries often store the weights transposed"};
    if (found && found->use == Use::penalty) return {"L2 penalty", "", "also called weight decay; biases are often left out of it"};
    if (!found && recurrent(understanding, statement->value))
      return {"recurrent cell", "", "the same weights serve every step, so gradients can fade or explode over long sequences"};
    if (found && found->use == Use::noise_mix) return {"diffusion noising step", "", "the squares of the two factors add up to 1"};
  }
  return {};
}

constexpr std::array<Card, 7> cards{attention, normalisation, adam, gradient_descent, losses, softmax, layers};

}  // namespace

KnownAs known_as(const Understanding& understanding) {
  for (const auto card : cards)
    if (auto found = card(understanding); !found.name.empty()) return found;
  return {};
}

}  // namespace eqlens
