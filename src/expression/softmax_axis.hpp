#pragma once

#include <set>

#include "expression/equation.hpp"

namespace eqlens {

/// The softmaxes that make one distribution of each column: `V \operatorname{softmax}(K^\top Q)`, where the items are columns and
/// what is weighted stands to the left. All others run along rows.
[[nodiscard]] std::set<ExpressionId> softmaxes_down(const Arena& arena);

/// softmax and its kin, which run along one axis.
[[nodiscard]] bool softmax_kind(std::string_view operation);

/// The index that a softmax of entries says it runs along: j of `\operatorname{softmax}_j(e_{ij})`. None if it says nothing.
[[nodiscard]] SymbolId softmax_index(const Equation& equation, ExpressionId id);

}  // namespace eqlens
