// The normal density at a point, and powers of whole matrices.

#include <numbers>

#include "evaluate/compile.hpp"
#include "evaluate/products.hpp"
#include "evaluate/structural.hpp"
#include "expression/matrix_power.hpp"
#include "kernel/solve.hpp"

namespace eqlens {

/// `\mathcal{N}(x; \mu, \Sigma)`: nothing if what is printed is no point with a mean and a variance.
Term Compiler::density(ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  if (children.size() != 2 || (!arena_.applies(children[1], "with parameters") && !arena_.applies(children[1], "given"))) return {};
  if (arena_[children[1]].child_count != 2) return {};
  const auto point = expression(children[0], scope);
  const auto mean = expression(arena_.child(children[1], 0), scope);
  const auto spread = expression(arena_.child(children[1], 1), scope);
  if (!point || !mean || !spread) return {};
  const auto gap = algebra.map("minus", point, mean);
  if (!gap || gap.rank() > 1 || spread.rank() == 1 || (spread.rank() == 2 && gap.rank() == 0)) return {};
  const auto size = algebra.number(gap.rank() == 0 ? 1.0 : static_cast<double>(algebra.extent(gap, place(0))));
  const auto square = [&](const Term& a, const Term& b) {
    return a.rank() == 0 ? algebra.map("elementwise product", a, b) : dot(algebra, a, b);
  };
  Term distance, volume;
  if (spread.rank() == 2) {
    const auto turned = find_structural("inverse")(algebra, std::span(&spread, 1));
    if (!turned) return {};
    distance = square(gap, juxtaposition(algebra, turned, gap));
    volume = find_structural("determinant")(algebra, std::span(&spread, 1));
  } else {
    distance = algebra.map("division", square(gap, gap), spread);
    volume = algebra.map("power", spread, size);
  }
  if (!distance || !volume) return {};
  const auto scale = algebra.map("elementwise product", algebra.map("power", algebra.number(2 * std::numbers::pi), size), volume);
  const auto fall = algebra.map("exponential", algebra.map("elementwise product", algebra.number(-0.5), distance));
  return algebra.map("division", fall, algebra.map("square root", scale));
}

/// `A^k` as a factor beside another array. The exponent may be a running index.
std::optional<Term> Compiler::whole_power(ExpressionId id, const std::vector<Term>& terms) {
  if (terms.size() != 2 || terms[0].rank() != 2 || terms[1].rank() != 0 || !is_matrix_power(equation_, id)) return std::nullopt;
  const auto size = algebra.extent(terms[0], place(0));
  if (size != algebra.extent(terms[0], place(1))) return std::nullopt;
  return algebra.call(arena_[id].operation, repeated_product, {{terms[0], {place(1), place(0)}}, {terms[1], {}}}, {place(1), place(0)},
                      {size, size});
}

}  // namespace eqlens
