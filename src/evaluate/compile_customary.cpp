// Functions that papers use without saying what they are: `\Gamma(a)`, and `H(p)`, `H(p, q)`, `D_{\mathrm{KL}}(p \| q)` of distributions
// that are given as lists.

#include <fmt/format.h>

#include <cmath>

#include "evaluate/compile.hpp"
#include "evaluate/structural.hpp"

namespace eqlens {

void Compiler::assume(ExpressionId id, std::string reading) {
  const bool said = std::ranges::any_of(diagnostics, [&](const Diagnostic& one) { return one.message == reading; });
  if (!said)
    diagnostics.push_back({Severity::note, "ambiguous", std::move(reading), arena_[id].source == 0 ? arena_[id].span : Span{}, {}, {}, {}});
}

Term Compiler::customary(ExpressionId id, Scope& scope) {
  if (!arena_.applies(id, "call") || arena_[arena_.child(id, 0)].kind != ExpressionKind::symbol) return {};
  const auto& head = equation_.symbols[arena_[arena_.child(id, 0)].symbol];
  if (head.latex == "\\Gamma" && arena_[id].child_count == 2) {
    const auto argument = expression(arena_.child(id, 1), scope);
    if (!argument || argument.rank() > 0) return {};
    assume(id, "\\Gamma is read as the gamma function");
    return algebra.map("gamma function", argument);
  }
  return of_distributions(id, scope);
}

/// Shares that sum to 1, known already.
bool Compiler::is_distribution(const Term& term) {
  constexpr double tolerance = 1e-6;
  if (!term || term.rank() == 0) return false;
  double total = 0;
  const auto values = values_now(term);
  for (const double value : values) {
    if (!(value >= 0)) return false;
    total += value;
  }
  return !values.empty() && std::fabs(total - 1) <= tolerance;
}

/// An entropy or a divergence, if all arguments have values that are distributions.
Term Compiler::of_distributions(ExpressionId id, Scope& scope) {
  const auto& head = equation_.symbols[arena_[arena_.child(id, 0)].symbol];
  const auto arguments = call_arguments(id);
  const bool entropy = head.nucleus == "H" || head.nucleus == "\\mathcal{H}" || head.nucleus == "\\mathbb{H}";
  const bool divergence =
      arguments.size() == 2 && (head.label.find("KL") != std::string::npos || head.nucleus.find("KL") != std::string::npos);
  if ((!entropy && !divergence) || arguments.empty() || arguments.size() > 2) return {};
  std::vector<Term> values;
  const auto before = mark();
  for (const auto argument : arguments) {
    // What would have to be drawn is no distribution that anyone gave.
    auto value = expression(argument, scope);
    if (drawn != before.drawn || !is_distribution(value)) return reset(before), Term{};
    values.push_back(std::move(value));
  }
  if (values.size() == 2 && algebra.extents(values[0]) != algebra.extents(values[1])) return {};
  const auto* const name = divergence ? "KL divergence" : values.size() == 2 ? "cross-entropy" : "entropy";
  assume(id, fmt::format("{} is read as the {} of the given shares", equation_.text(id), name));
  return find_structural(name)(algebra, values);
}

}  // namespace eqlens
