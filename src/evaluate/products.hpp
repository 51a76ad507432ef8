#pragma once

#include "evaluate/algebra.hpp"

// What two things written side by side mean, by their ranks.

namespace eqlens {

/// Places renumbered without gaps.
[[nodiscard]] Term compact(Term term);

/// A number scales; matrices and vectors multiply over the inner axis; `x^\top y` is inner, `x y^\top` outer. Two vectors
/// of the same orientation multiply element by element.
[[nodiscard]] Term juxtaposition(Algebra& algebra, const Term& a, const Term& b);

/// `a \cdot b`: as juxtaposition, but two vectors have an inner product.
[[nodiscard]] Term dot(Algebra& algebra, const Term& a, const Term& b);

[[nodiscard]] Term outer(Algebra& algebra, const Term& a, const Term& b);

/// The last two axes change places; a vector changes between column and row.
[[nodiscard]] Term transposed(Term term);

/// Element by element; a vector that only fits the first axis of a matrix stands in each column.
[[nodiscard]] Term elementwise(Algebra& algebra, const Operation& operation, Term a, Term b);

}  // namespace eqlens
