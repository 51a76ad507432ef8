// Operations that do something else where they stand than where they usually do.
#include <fmt/format.h>

#include "expression/lengths.hpp"
#include "expression/matrix_power.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

namespace {

// `\mathcal{N}(x \mid \mu, s)`: the point stands before the bar.
bool is_density(const Equation& equation, ExpressionId id) {
  const auto& arena = equation.arena;
  if (arena[id].kind != ExpressionKind::apply || !arena[id].operation->name.ends_with(" distribution")) return false;
  const auto children = arena.children(id);
  return children.size() == 2 && (arena.applies(children[1], "given") || arena.applies(children[1], "with parameters"));
}

}  // namespace

std::string done_here(const Equation& equation, const Shapes& shapes, ExpressionId id) {
  if (is_density(equation, id)) return fmt::format("says how likely a value is under {}", equation.arena[id].operation->noun);
  if (is_length(equation, id)) return "counts the entries of a list";
  if (equation.arena.applies(id, "probability") && is_compared(equation.arena, id))
    return "names one of the distributions that are compared";
  if (!equation.arena.applies(id, "power")) return {};
  const auto& base = shapes.expressions[equation.arena.child(id, 0)];
  const bool square = base.known && base.axes.size() == 2 && shapes.sizes.same(base.axes[0], base.axes[1]) == Same::yes;
  const double exponent = square ? fractional_matrix_power(equation, id) : 0;
  if (exponent == 0.5) return "gives the matrix whose product with itself is the given one";
  if (exponent == -0.5) return "gives the matrix whose product with itself is the inverse of the given one";
  return exponent != 0 ? "raises the eigenvalues of a matrix to a power and keeps its eigenvectors" : "";
}

}  // namespace eqlens
