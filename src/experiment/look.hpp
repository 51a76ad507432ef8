#pragma once

#include <vector>

#include "experiment/finding.hpp"
#include "experiment/laboratory.hpp"

namespace eqlens {

// One function for each kind of experiment. Each adds what it finds and stops when the work is used up.

/// Sums that are 1, means that are 0, ranges, bounds by the inputs.
void look_at_values(Laboratory& laboratory, std::vector<Finding>& findings);

/// What may be added, scaled, turned round, swapped or put in another order without a change, one input at a time and jointly.
void look_for_symmetries(Laboratory& laboratory, std::vector<Finding>& findings);

/// Along each size: which entries of a result depend on which entries of an input, and whether their order matters.
void look_along_sizes(Laboratory& laboratory, std::vector<Finding>& findings);

/// How good the approximations in the display are.
void look_at_approximations(const Analysis& analysis, std::size_t& work, std::vector<Finding>& findings);

/// Where a number is smallest or largest over all inputs, and what each term of it is there for.
void look_at_lowest(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings);

/// To which power of an input a number grows.
void look_at_powers(Laboratory& laboratory, std::vector<Finding>& findings);

/// Several inputs that are the same array, learned matrices that are the identity, one learned number changed.
void look_at_tied_inputs(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings);

/// Inputs that are zero, equal, huge, tiny, one size being 1.
void look_at_extremes(Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings);

/// Which way a result goes when an input grows, and which well-known curve it is close to.
void look_at_directions(Laboratory& laboratory, std::vector<Finding>& findings);

/// Where a function of one number is lowest, highest and steepest.
void look_at_curve(Laboratory& laboratory, std::vector<Finding>& findings);

/// Which term of a sum is always by far the largest.
void look_at_terms(Laboratory& laboratory, std::vector<Finding>& findings);

/// What a common slip changes: the divisor n - 1 for n, a variance taken for a spread.
void look_at_slips(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings);

/// The gradient by the scores behind a softmax, where an input is a distribution.
void look_behind_softmax(Laboratory& laboratory, std::vector<Finding>& findings);

/// Where a number is smallest, and where it grows without bound.
void look_at_ends(Laboratory& laboratory, std::vector<Finding>& findings);

/// Numbers that leave the range of short floats, gradients that vanish, inputs and terms without effect.
void look_for_failures(Laboratory& laboratory, std::vector<Finding>& findings);

/// What happens without a factor or a term, and how the spread grows with each size.
void look_without_parts(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings);

/// How many operations, numbers held and learned numbers it takes, as polynomials in the sizes.
void look_at_cost(const Analysis& analysis, std::size_t& work, std::vector<Finding>& findings);

/// What the catalogue says of the operation on top of an expression: "softmax turns scores into …"; empty for plain signs.
[[nodiscard]] std::string reason_of(const Equation& equation, ExpressionId id);

/// Whether a sine or a cosine stands in the display.
[[nodiscard]] bool swings(const Equation& equation);

/// "a, b and c", each between dollar signs.
[[nodiscard]] std::string list_of(const std::vector<std::string>& names);

/// Inputs of a trial, those that may be any number multiplied.
[[nodiscard]] Values magnified(const Laboratory& laboratory, std::size_t trial, double factor);

/// Whether a knob may be turned anywhere: drawn from all real numbers.
[[nodiscard]] bool is_free(const Knob& knob);

/// Whether training sets it.
[[nodiscard]] bool is_learned(const Knob& knob);

}  // namespace eqlens
