#include "experiment/shape_equation.hpp"

#include <fmt/format.h>

#include <vector>

namespace eqlens {

namespace {

struct PrintedShape {
  std::string rows;
  std::string columns;
};

/// The shapes `(n \times k)` that a side multiplies, in their order; false if anything else stands there.
bool collect_shapes(const Equation& equation, ExpressionId id, std::vector<PrintedShape>& shapes) {
  const auto& arena = equation.arena;
  if (arena.applies(id, "times") && arena[id].grouped) {
    shapes.push_back({equation.canonical(arena.child(id, 0)), equation.canonical(arena.child(id, 1))});
    return true;
  }
  if (!arena.applies(id, "product") && !arena.applies(id, "dot product") && !arena.applies(id, "times")) return false;
  return collect_shapes(equation, arena.child(id, 0), shapes) && collect_shapes(equation, arena.child(id, 1), shapes);
}

std::string print_pair(const PrintedShape& shape) { return fmt::format("({} × {})", shape.rows, shape.columns); }

}  // namespace

std::optional<ShapeVerdict> check_shape_equation(const Equation& equation, ExpressionId left, ExpressionId right) {
  std::vector<PrintedShape> factors;
  std::vector<PrintedShape> result;
  if (!collect_shapes(equation, left, factors) || !collect_shapes(equation, right, result)) return std::nullopt;
  if (factors.size() < result.size()) std::swap(factors, result);
  if (factors.size() < 2) return std::nullopt;

  const auto multiply = [](const std::vector<PrintedShape>& chain) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      if (chain[i].columns != chain[i + 1].rows) return i;
    return std::nullopt;
  };
  for (const auto* chain : {&factors, &result})
    if (const auto at = multiply(*chain))
      return ShapeVerdict{false, fmt::format("{} and {} do not fit: the inner sizes are {} and {}", print_pair((*chain)[*at]),
                                             print_pair((*chain)[*at + 1]), (*chain)[*at].columns, (*chain)[*at + 1].rows)};
  const PrintedShape product{factors.front().rows, factors.back().columns};
  const PrintedShape printed{result.front().rows, result.back().columns};
  const bool same = product.rows == printed.rows && product.columns == printed.columns;
  return ShapeVerdict{same, same ? fmt::format("the inner sizes meet and {} is left", print_pair(product))
                                 : fmt::format("the product is {}, not {}", print_pair(product), print_pair(printed))};
}

}  // namespace eqlens
