#pragma once

#include <set>

#include "expression/expression.hpp"

namespace eqlens {

/// The softmaxes that make one distribution of each column: `V \operatorname{softmax}(K^\top Q)`, where the items are columns and
/// what is weighted stands to the left. All others run along rows.
[[nodiscard]] std::set<ExpressionId> softmaxes_down(const Arena& arena);

}  // namespace eqlens
