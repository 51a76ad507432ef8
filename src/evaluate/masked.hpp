#pragma once

#include "evaluate/algebra.hpp"

namespace eqlens {

/// A term where the mask holds, 0 elsewhere. Of a product whose other factor is data one factor alone, so that its sum is a
/// contraction; of shares whose own sum is masked alike, `\sum_{j \le i} \frac{e^{s_{ij}}}{\sum_{l \le i} e^{s_{il}}} v_j`, the softmax of
/// masked scores, which with the values is attention.
[[nodiscard]] Term masked(Algebra& algebra, const Term& mask, const Term& term);

/// `\frac{\sum_j e^{s_{ij}} v_j}{\sum_j e^{s_{ij}}}` of scores as the softmax that weighs the values; both sums may be masked alike.
/// Empty if it is none.
[[nodiscard]] Term weighed_by_softmax(Algebra& algebra, const Term& a, const Term& b);

/// Whether a term is a sum of products, perhaps scaled, shifted or masked: the scores of attention.
[[nodiscard]] bool holds_contraction(const Algebra& algebra, NodeId id, std::size_t depth = 0);

}  // namespace eqlens
