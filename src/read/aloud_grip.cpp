#include <algorithm>

#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

std::string_view Speaker::operation(ExpressionId id) const {
  const auto* row = id == none ? nullptr : at(id).operation;
  return row == nullptr ? std::string_view{} : row->name;
}

bool Speaker::is_infix(ExpressionId id) const {
  const auto& expression = at(id);
  if (expression.kind != ExpressionKind::apply || expression.child_count != 2) return false;
  if (expression.operation->fixity != Fixity::infix) return false;
  const auto name = operation(id);
  if (name == "power" || name == "given" || name == "with parameters") return false;
  // "the outer product of x and y" is spoken around its operands, not between them.
  const auto spoken = expression.operation->spoken;
  return (spoken.starts_with("{0} ") && spoken.ends_with(" {1}") && name != "binomial coefficient") || spoken.empty();
}

/// A capital letter with nothing attached, perhaps transposed: "Q K transpose" can do without "times".
bool Speaker::bare_capital(ExpressionId id) const {
  const auto& expression = at(id);
  if (operation(id) == "transpose") return bare_capital(arena_.child(id, 0));
  if (expression.kind != ExpressionKind::symbol) return false;
  const auto& symbol = equation_.symbols[expression.symbol];
  const auto letter = without_font(symbol.nucleus);
  return letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z' && symbol.label.empty() && symbol.upper.empty() &&
         symbol.accent.empty();
}

namespace {

bool ends_in_transpose(const Arena& arena, ExpressionId id) {
  while (arena.applies(id, "product")) id = arena.child(id, 1);
  return arena.applies(id, "transpose");
}

/// The first expression of a left-leaning chain of powers and indices: what is spoken first.
ExpressionId first_spoken(const Arena& arena, ExpressionId id) {
  while (arena.applies(id, "power")) id = arena.child(id, 0);
  return id;
}

}  // namespace

bool Speaker::joins_silently(ExpressionId left, ExpressionId right) const {
  if (register_ == Register::named) return false;
  const auto right_grip = grip(right);
  if (right_grip != Grip::atom && right_grip != Grip::tight) return false;
  ExpressionId last = left;
  while (arena_.applies(last, "product")) last = arena_.child(last, 1);
  if (bare_capital(last) && bare_capital(right)) return true;
  if (ends_in_transpose(arena_, left) && grip(last) == Grip::tight) return !arena_.applies(right, "norm");
  if (at(left).kind != ExpressionKind::number || at(right).kind == ExpressionKind::number) return false;
  const auto first = first_spoken(arena_, right);
  return at(first).kind == ExpressionKind::symbol || (at(first).kind == ExpressionKind::index && grip(first) == Grip::atom);
}

bool Speaker::vector_like(ExpressionId id) const {
  if (id < analysis_.shapes.expressions.size()) {
    const auto& shape = analysis_.shapes.expressions[id];
    if (shape.known) return !shape.axes.empty();
  }
  return false;
}

bool Speaker::square_matrix(ExpressionId id) const {
  if (id >= analysis_.shapes.expressions.size()) return false;
  const auto& shape = analysis_.shapes.expressions[id];
  return shape.known && shape.axes.size() == 2 && analysis_.shapes.sizes.same(shape.axes[0], shape.axes[1]) == Same::yes;
}

bool Speaker::says_e_to_the(ExpressionId id) const {
  const auto sign = text(at(id).sign, at(id).source);
  if (other_e_ || sign.empty() || sign.find("exp") != std::string_view::npos || sign.find("Exp") != std::string_view::npos) return false;
  auto exponent = arena_.child(id, 0);
  if (arena_.applies(exponent, "negative")) exponent = arena_.child(exponent, 0);
  const auto exponent_grip = grip(exponent);
  if (exponent_grip == Grip::atom || exponent_grip == Grip::tight) return true;
  if (exponent_grip != Grip::sum && exponent_grip != Grip::times) return false;
  for (const auto part : arena_.children(exponent))
    if (part != none && grip(part) != Grip::atom && grip(part) != Grip::tight) return false;
  return true;
}

/// "one half", "three quarters": as tight as a single number.
bool Speaker::small_fraction(ExpressionId id) const {
  if (operation(id) != "division" || at(id).child_count != 2) return false;
  const auto &top = at(arena_.child(id, 0)), &bottom = at(arena_.child(id, 1));
  if (top.kind != ExpressionKind::number || bottom.kind != ExpressionKind::number) return false;
  const auto whole = [](double value, double most) {
    return value >= 1 && value <= most && value == static_cast<double>(static_cast<int>(value));
  };
  return whole(top.number, 9) && whole(bottom.number, 10) && bottom.number > 1;
}

/// Whether one side of an "and" is a relation: then whole clauses are joined, and no values.
bool Speaker::holds_condition(ExpressionId id) const {
  const auto children = arena_.children(id);
  return std::any_of(children.begin(), children.end(), [&](ExpressionId child) {
    return child != none && (at(child).kind == ExpressionKind::relation || operation(child) == "and" || operation(child) == "or");
  });
}

Grip Speaker::grip(ExpressionId id) const {
  if (id == none) return Grip::atom;
  const auto& expression = at(id);
  switch (expression.kind) {
    case ExpressionKind::number:
    case ExpressionKind::symbol:
    case ExpressionKind::unknown: return Grip::atom;
    case ExpressionKind::index: return at(arena_.child(id, 0)).kind == ExpressionKind::symbol ? Grip::atom : Grip::tight;
    case ExpressionKind::reduce: return Grip::big;
    case ExpressionKind::cases:
    case ExpressionKind::relation: return Grip::clause;
    case ExpressionKind::apply: break;
  }
  const auto name = operation(id);
  if ((name == "and" || name == "or") && holds_condition(id)) return Grip::clause;
  if (name == "product" && expression.child_count == 2) {
    // A chain is tight only if every pair in it joins without a word.
    ExpressionId link = id;
    while (arena_.applies(link, "product")) {
      if (!joins_silently(arena_.child(link, 0), arena_.child(link, 1))) return Grip::times;
      link = arena_.child(link, 0);
    }
    return Grip::tight;
  }
  if (is_infix(id)) {
    if (name == "division") return small_fraction(id) ? Grip::atom : Grip::fraction;
    return expression.operation->precedence <= 2 ? Grip::sum : Grip::times;
  }
  if (name == "negative") return Grip::negative;
  if (name == "square root" || name == "root") return Grip::root;
  if (name == "exponential") return says_e_to_the(id) ? Grip::tight : Grip::named;
  if (name == "indicator") return Grip::clause;
  if (name == "call") {
    const auto function = arena_.child(id, 0);
    const bool word = at(function).kind == ExpressionKind::symbol &&
                      without_font(equation_.symbols[at(function).symbol].nucleus).size() > 1 &&
                      equation_.symbols[at(function).symbol].nucleus[0] != '\\';
    return word ? Grip::named : Grip::tight;
  }
  switch (expression.operation->fixity) {
    case Fixity::postfix:
    case Fixity::bracket:
    case Fixity::infix: return Grip::tight;
    case Fixity::function:
    case Fixity::prefix:
    case Fixity::big:
    case Fixity::relation: break;
  }
  return is_letter_sign(text(expression.sign, expression.source)) ? Grip::tight : Grip::named;
}

}  // namespace eqlens
