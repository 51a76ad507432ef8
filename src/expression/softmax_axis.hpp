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

/// Whether the total of `e^{u_k} / \sum_{l=k-w}^{k-1} e^{u_l}` runs over places that the share itself sets: then it need not hold the
/// share, and nothing adds up to 1.
[[nodiscard]] bool total_moves(const Equation& equation, ExpressionId share, ExpressionId total);

}  // namespace eqlens
