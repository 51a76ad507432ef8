#pragma once

#include <span>
#include <string_view>

#include "evaluate/algebra.hpp"

namespace eqlens {

/// Makes the term of a structural operation from those of its arguments.
using Structural = Term (*)(Algebra& algebra, std::span<const Term> arguments);

/// By the catalogue's name of the operation; null if it is not structural or nobody wrote it yet.
[[nodiscard]] Structural find_structural(std::string_view operation);

/// An operation that has nothing but a kernel in its row: called once for each point of the index axes.
[[nodiscard]] Term by_kernel(Algebra& algebra, const Operation& operation, std::span<const Term> arguments);

/// All positional axes, first to last.
[[nodiscard]] std::vector<Axis> places_of(const Term& term);

/// The mean over axes.
[[nodiscard]] Term mean_over(Algebra& algebra, const Term& term, const std::vector<Axis>& axes);

/// Element by element the larger or smaller of all arguments; of one argument its largest or smallest entry.
[[nodiscard]] Term largest_of(Algebra& algebra, Reduction reduction, std::span<const Term> arguments);

/// The terms joined along their last axis.
[[nodiscard]] Term joined(Algebra& algebra, std::span<const Term> terms);

/// Equal terms stacked along a new first positional axis.
[[nodiscard]] Term stacked(Algebra& algebra, std::span<const Term> terms);

/// The relation as a map to 0 and 1.
[[nodiscard]] Term related(Algebra& algebra, std::string_view relation, const Term& a, const Term& b);

}  // namespace eqlens
