#include "evaluate/products.hpp"

#include "evaluate/careful.hpp"

namespace eqlens {

Term compact(Term term) {
  std::vector<Axis> places;
  for (const auto axis : term.axes)
    if (is_place(axis)) places.push_back(axis);
  std::ranges::sort(places);
  for (auto& axis : term.axes)
    if (is_place(axis)) axis = place(static_cast<std::size_t>(std::ranges::find(places, axis) - places.begin()));
  return term;
}

namespace {

/// The sum over `a_axis` of a and `b_axis` of b; their extents must be the same, no repeating here.
Term contracted(Algebra& algebra, Term a, Axis a_axis, Term b, Axis b_axis) {
  if (algebra.extent(a, a_axis) != algebra.extent(b, b_axis)) {
    algebra.trouble = Algebra::Trouble::sizes;
    return {};
  }
  const auto inner = algebra.fresh();
  a = renamed(std::move(a), a_axis, inner);
  b = renamed(std::move(b), b_axis, inner);
  a.row = b.row = false;
  return algebra.contract(a, b, {inner});
}

/// Batch axes of a vector's partner move one place down, since one axis went away.
Term matrix_vector(Algebra& algebra, const Term& a, const Term& b) { return compact(contracted(algebra, a, place(0), b, place(0))); }

Term vector_matrix(Algebra& algebra, const Term& a, const Term& b) {
  // The vector's axis is renamed by the contraction, so the matrix keeps its own places.
  auto result = compact(contracted(algebra, a, place(0), b, place(1)));
  result.row = result.rank() == 1;
  return result;
}

Term matrix_matrix(Algebra& algebra, const Term& a, const Term& b) { return contracted(algebra, a, place(0), b, place(1)); }

Term inner(Algebra& algebra, const Term& a, const Term& b) {
  // `p^\top \log p` of a p with zeros is an entropy.
  const bool takes_logarithm = algebra.is_map(a, "logarithm") || algebra.is_map(b, "logarithm");
  if (takes_logarithm && a.rank() == 1 && b.rank() == 1 && algebra.extent(a, place(0)) == algebra.extent(b, place(0))) {
    auto left = a, right = b;
    left.row = right.row = false;
    return compact(algebra.sum(careful_product(algebra, left, right), {place(0)}));
  }
  return contracted(algebra, a, place(0), b, place(0));
}

Term scaled(Algebra& algebra, const Term& a, const Term& b) {
  auto result = careful_product(algebra, a, b);
  result.row = a.rank() == 0 ? b.row : a.row;
  return result;
}

}  // namespace

Term outer(Algebra& algebra, const Term& a, const Term& b) {
  if (!a || !b) return {};
  if (a.rank() == 0 || b.rank() == 0) return scaled(algebra, a, b);
  auto column = renamed(a, place(0), place(1));
  column.row = false;
  auto row = b;
  row.row = false;
  return careful_product(algebra, column, row);
}

Term juxtaposition(Algebra& algebra, const Term& a, const Term& b) {
  if (!a || !b) return {};
  const auto a_rank = a.rank();
  const auto b_rank = b.rank();
  if (a_rank == 0 || b_rank == 0) return scaled(algebra, a, b);
  if (a_rank == 1 && b_rank == 1) {
    if (a.row && !b.row) return inner(algebra, a, b);
    if (!a.row && b.row) return outer(algebra, a, b);
    auto result = careful_product(algebra, a, b);
    result.row = a.row;
    return result;
  }
  if (b_rank == 1) {
    const bool is_column = algebra.extent(a, place(0)) == 1 && algebra.extent(b, place(0)) != 1;
    return b.row && is_column ? careful_product(algebra, a, b) : matrix_vector(algebra, a, b);
  }
  if (a_rank == 1) {
    const bool is_row = algebra.extent(b, place(1)) == 1 && algebra.extent(a, place(0)) != 1;
    return !a.row && is_row ? careful_product(algebra, renamed(a, place(0), place(1)), b) : vector_matrix(algebra, a, b);
  }
  return matrix_matrix(algebra, a, b);
}

Term dot(Algebra& algebra, const Term& a, const Term& b) {
  if (a && b && a.rank() == 1 && b.rank() == 1 && !(b.row && !a.row)) return inner(algebra, a, b);
  return juxtaposition(algebra, a, b);
}

Term transposed(Term term) {
  const auto rank = term.rank();
  if (rank == 1) term.row = !term.row;
  if (rank >= 2)
    for (auto& axis : term.axes) axis = axis == place(0) ? place(1) : axis == place(1) ? place(0) : axis;
  return term;
}

Term elementwise(Algebra& algebra, const Operation& operation, Term a, Term b) {
  if (!a || !b) return {};
  const auto fits_columns = [&](const Term& vector, const Term& matrix) {
    const auto length = algebra.extent(vector, place(0));
    return vector.rank() == 1 && matrix.rank() == 2 && !vector.row && length != 1 && algebra.extent(matrix, place(0)) != length &&
           algebra.extent(matrix, place(0)) != 1 && algebra.extent(matrix, place(1)) == length;
  };
  const bool both_rows = a.row == b.row || a.rank() != b.rank();
  const bool row = a.rank() >= b.rank() ? a.row : b.row;
  if (fits_columns(a, b)) a = renamed(a, place(0), place(1));
  if (fits_columns(b, a)) b = renamed(b, place(0), place(1));
  a.row = b.row = false;
  auto result = operation.name == "division"              ? careful_division(algebra, a, b)
                : operation.name == "elementwise product" ? careful_product(algebra, a, b)
                : operation.name == "minus"               ? careful_difference(algebra, a, b)
                                                          : algebra.map(operation, a, b);
  result.row = row && both_rows;
  return result;
}

}  // namespace eqlens
