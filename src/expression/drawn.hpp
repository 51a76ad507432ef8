#pragma once

#include <string_view>

#include "expression/equation.hpp"

namespace eqlens {

/// Whether a set below an operator is what its letter is drawn from: p of `\sum_{u \sim p}`, not S of `\sum_{u \in S}`.
[[nodiscard]] bool is_drawn_from(const Equation& equation, ExpressionId set);

/// Whether a letter usually names a probability or a density: p, q, P, Pr, and \pi of a policy.
[[nodiscard]] bool names_probability(std::string_view nucleus);

/// `[r \mid z]`: r, under the condition z.
[[nodiscard]] bool is_conditioned(const Arena& arena, ExpressionId id);

}  // namespace eqlens
