#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// What a part of an equation is for, recognised by its structure alone, in whatever letters it is written.
enum class Use {
  comparison,        ///< A Bᵀ, q·k: parts A, B
  shares,            ///< softmax(x), or e^x over its sum: parts x
  blend,             ///< shares times V: parts shares, V
  average,           ///< 1/n Σ body: parts body, n
  squared_gap,       ///< (a − b)²: parts a, b
  standardised,      ///< (x − μ) over a root with a spread: parts x, μ, spread
  rescaled,          ///< γ ⊙ x + β with learned γ, β: parts γ, x, β
  running_average,   ///< β old + (1 − β) new: parts β, old, new
  correction,        ///< m / (1 − β^t): parts m, β, t
  in_units_of_size,  ///< m / (√v + ε): parts m, v
  nudge,             ///< x + α (y − x): parts x, α, y
  step,              ///< θ − η g: parts θ, η, g
  residual,          ///< x + f(x): parts x, f(x)
  penalty,           ///< L + λ ‖w‖²: parts L, λ, the penalty
  linear,            ///< W x + b: parts W, x, b
  self_gate,         ///< x g(x) where g rises from 0 to 1 with x: parts x, g(x)
  gate,              ///< g ⊙ y with g between 0 and 1: parts g, y
  label_surprise,    ///< −Σ y log p: parts y, p
  surprise,          ///< −log p: parts p
  divergence,        ///< Σ p log(p/q): parts p, q
  discount,          ///< γ V with 0 ≤ γ < 1 in a target: parts γ, V
  noise_mix,         ///< √a x + √(1 − a) ε: parts a, x, ε
};

struct Found {
  Use use = Use::comparison;
  ExpressionId id = none;
  std::vector<ExpressionId> parts;
};

/// Questions about the shape of a tree; nothing here knows a letter.
class Pattern {
 public:
  explicit Pattern(const Analysis& analysis) : analysis_(analysis), equation_(analysis.equation), arena_(analysis.equation.arena) {
    find_scores();
  }

  [[nodiscard]] std::string_view operation(ExpressionId id) const;
  [[nodiscard]] bool is(ExpressionId id, std::string_view name) const { return operation(id) == name; }
  [[nodiscard]] bool is_number(ExpressionId id, double value) const;
  /// The symbol that an expression is, or is an entry of; none for anything else.
  [[nodiscard]] SymbolId symbol(ExpressionId id) const;
  [[nodiscard]] Role role(ExpressionId id) const;
  /// The factors of a product in their order, whatever signs stand between them; a lone expression is one factor.
  [[nodiscard]] std::vector<ExpressionId> factors(ExpressionId id) const;
  /// The same tree, up to the names of bound indices.
  [[nodiscard]] bool same(ExpressionId a, ExpressionId b) const;
  /// The same tree, if one other index (or whatever `index` stands for) is put in the place of `index` in b.
  [[nodiscard]] bool one_of(ExpressionId a, ExpressionId b, SymbolId index) const;
  /// x_i over the sum of all x_j. A window that moves along with the entry need not hold it.
  [[nodiscard]] bool share(ExpressionId top, ExpressionId total) const;
  [[nodiscard]] bool mentions(ExpressionId id, SymbolId symbol) const;
  [[nodiscard]] bool product_like(ExpressionId id) const;
  [[nodiscard]] std::size_t rank(ExpressionId id) const;
  [[nodiscard]] bool small_constant(ExpressionId id) const;

  /// What this expression is for, if it matches a use.
  [[nodiscard]] std::optional<Found> use_of(ExpressionId id) const;
  /// All uses in the display's own statements, in printed order, outer before inner.
  [[nodiscard]] std::vector<Found> uses() const;

 private:
  std::optional<Found> sum_use(ExpressionId id) const;
  std::optional<Found> product_use(ExpressionId id) const;
  [[nodiscard]] bool counts_terms(ExpressionId count, const Range& range) const;
  std::optional<Found> division_use(ExpressionId id) const;
  std::optional<Found> other_use(ExpressionId id) const;
  [[nodiscard]] bool one_minus(ExpressionId id, ExpressionId& rest) const;
  [[nodiscard]] bool gate_like(ExpressionId id) const;
  [[nodiscard]] std::optional<Found> self_gate(ExpressionId id, const std::vector<ExpressionId>& parts) const;
  [[nodiscard]] bool compares(ExpressionId id, ExpressionId before, ExpressionId transposed) const;
  void find_scores();
  void mark_scores(ExpressionId id, int depth);

  const Analysis& analysis_;
  const Equation& equation_;
  const Arena& arena_;
  std::vector<bool> scores_;  ///< what a softmax, an exponential over its sum or a division by a root takes for scores
};

/// Every expression of a statement's sides, outer before inner, printed order.
[[nodiscard]] std::vector<ExpressionId> expressions_of(const Arena& arena, const Statement& statement);

}  // namespace eqlens
