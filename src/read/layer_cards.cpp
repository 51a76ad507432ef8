// Layers and cells known by their structure.
#include "read/cards.hpp"
#include "read/wording.hpp"
#include "role/batch_axis.hpp"

namespace eqlens {

namespace {

/// One scale for all that the mean runs over: they are examples of one feature. In layer normalisation each has its own. Where no mean is
/// printed, a scale that is one number speaks for examples.
bool over_examples(const Understanding& understanding, const Found& standardised) {
  if (batch_axis(understanding.analysis.equation)) return true;
  const auto& arena = arena_of(understanding);
  const auto* rescaled = understanding.first(Use::rescaled);
  if (rescaled == nullptr || arena[standardised.parts[0]].kind != ExpressionKind::index) return false;
  const auto mean = understanding.pattern.symbol(standardised.parts[1]);
  const auto* summed = mean == none ? nullptr : understanding.analysis.equation.definition_of(mean);
  if (summed != nullptr)
    for (const auto id : expressions_of(arena, *summed))
      if (understanding.pattern.is(id, "sum")) return false;
  const auto scale = rescaled->parts[0];
  return arena[scale].kind == ExpressionKind::symbol && understanding.pattern.rank(scale) == 0;
}

/// A gate made by a sigmoid.
std::size_t gates(const Understanding& understanding) {
  std::size_t count = 0;
  for (const auto* statement : display_statements(understanding.analysis.equation))
    count += statement->value != none && understanding.pattern.is(statement->value, "sigmoid") ? 1 : 0;
  return count;
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

bool one_norm(const Understanding& understanding, ExpressionId id) {
  const auto& arena = arena_of(understanding);
  return understanding.pattern.is(id, "norm") && arena[id].child_count > 1 && understanding.pattern.is_number(arena.child(id, 1), 1);
}

}  // namespace

KnownAs normalisation_card(const Understanding& understanding) {
  const auto* found = understanding.first(Use::standardised);
  if (found == nullptr) return {};
  if (over_examples(understanding, *found))
    return {"batch normalisation", "",
            "mean and spread are those of the batch; at test time averages stored during training take their place, usually with the "
            "divisor one less than the count"};
  const bool scaled = understanding.first(Use::rescaled) != nullptr || in_display(understanding, "elementwise product");
  if (scaled)
    return {"layer normalisation", "",
            "batch normalisation has the same form; there mean and spread are taken over the batch, not over the features of one item"};
  return {"standardisation", "", "the first half of batch and layer normalisation, which follow it with a learned scale and shift"};
}

KnownAs gated_card(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = arena_of(understanding);
  const auto is_gate = [&](ExpressionId id) {
    const auto use = pattern.use_of(id);
    return use && use->use == Use::gate;
  };
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto value = statement->value;
    if (value == none || !pattern.is(value, "plus")) continue;
    if (gates(understanding) >= 3 && is_gate(arena.child(value, 0)) && is_gate(arena.child(value, 1)))
      return {
          "LSTM cell", "",
          "the memory is passed on by a sum, so gradients survive many steps; libraries pack the four gates into one matrix, in an order "
          "of their own, and may keep two biases; both states start at 0"};
    const auto use = pattern.use_of(value);
    if (gates(understanding) >= 2 && use && use->use == Use::running_average)
      return {"GRU cell", "", "libraries differ in where the reset gate stands, and in which of the two states the update gate favours"};
  }
  return {};
}

KnownAs heads_card(const Understanding& understanding) {
  if (!in_display(understanding, "concatenation") || !in_display(understanding, "attention")) return {};
  const auto& pattern = understanding.pattern;
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    if (statement->value == none || !pattern.product_like(statement->value)) continue;
    const auto factors = pattern.factors(statement->value);
    if (factors.size() == 2 && pattern.is(factors[0], "concatenation") && pattern.role(factors[1]) == Role::learned)
      return {
          "multi-head attention", "",
          "each head is usually the width of the model divided by the number of heads wide, so all together cost as much as one; only the "
          "last matrix mixes heads; biases are left out here, libraries often have them"};
  }
  return {};
}

KnownAs layer_card(const Understanding& understanding) {
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto found = understanding.pattern.use_of(statement->value);
    if (found && found->use == Use::residual)
      return {"residual connection", "", "the input has a straight way through, and so have the gradients"};
    if (found && found->use == Use::linear) return {"linear layer", "", "libraries often store the weights transposed"};
    if (found && found->use == Use::penalty && one_norm(understanding, found->parts[2]))
      return {"L1 penalty", "", "it pulls small weights to exactly 0, so that few are left; biases are often left out of it"};
    if (found && found->use == Use::penalty) return {"L2 penalty", "", "also called weight decay; biases are often left out of it"};
    if (!found && recurrent(understanding, statement->value))
      return {"recurrent cell", "", "the same weights serve every step, so gradients can fade or explode over long sequences"};
    if (found && found->use == Use::noise_mix) return {"diffusion noising step", "", "the squares of the two factors add up to 1"};
  }
  return {};
}

}  // namespace eqlens
