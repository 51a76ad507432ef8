// A learned scale and shift of standardised values: a number for each of their entries.
#include "infer/inferrer.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

SymbolId bare_symbol(const Arena& arena, ExpressionId id) { return arena[id].kind == ExpressionKind::symbol ? arena[id].symbol : none; }

}  // namespace

// `\frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}`, or what is defined as that.
bool Inferrer::standardised(ExpressionId id) const {
  const auto& arena = equation_.arena;
  if (arena.applies(id, "division")) return arena.applies(arena.child(id, 0), "minus") && arena.applies(arena.child(id, 1), "square root");
  const SymbolId symbol = bare_symbol(arena, arena[id].kind == ExpressionKind::index ? arena.child(id, 0) : id);
  const Statement* definition = symbol == none ? nullptr : equation_.definition_of(symbol);
  return definition != nullptr && definition->value != none && arena.applies(definition->value, "division") &&
         standardised(definition->value);
}

// The side of `\gamma \hat{x}_i` or of `\gamma \hat{x}_i + \beta` that is a number by nothing but a guess; none if there is none.
ExpressionId Inferrer::narrow_side(ExpressionId id, const std::vector<Shape>& arguments) const {
  const auto& arena = equation_.arena;
  const bool shift = arena[id].operation->name == "plus"sv;
  for (const std::size_t side : {0U, 1U}) {
    const SymbolId symbol = bare_symbol(arena, arena.child(id, side));
    const ExpressionId other = arena.child(id, 1 - side);
    const Shape& wide = arguments[1 - side];
    if (symbol == none || !guessed_[symbol] || settled_[symbol] || !arguments[side].scalar() || !wide.known || wide.axes.size() != 1)
      continue;
    const auto& nucleus = equation_.symbols[symbol].nucleus;
    if (nucleus != "\\gamma"sv && nucleus != "\\beta"sv) continue;
    const bool scaled = shift && arena[other].child_count == 2 && arena[other].kind == ExpressionKind::apply &&
                        arena[other].operation->shape == ShapeRule::product &&
                        (standardised(arena.child(other, 0)) || standardised(arena.child(other, 1)));
    if (shift ? scaled : standardised(other)) return arena.child(id, side);
  }
  return none;
}

// That side as wide as the other.
std::vector<Shape> Inferrer::widened(ExpressionId id, ExpressionId narrow, std::vector<Shape> arguments) {
  const std::size_t side = equation_.arena.child(id, 0) == narrow ? 0 : 1;
  const Shape wide{true, {}, arguments[1 - side].axes, false, false};
  const SymbolId symbol = equation_.arena[narrow].symbol;
  out_.symbols[symbol] = wide;
  out_.expressions[narrow] = wide;
  out_.evidence[symbol] = {From::structure, "one for each feature that is standardised"};
  arguments[side] = wide;
  return arguments;
}

}  // namespace eqlens
