// Shares of a total, averages in shares, and averages over chances.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

bool Teller::share_of(ExpressionId id) const {
  if (!pattern_.is(id, "division") || arena_[id].child_count != 2) return false;
  const auto bottom = arena_.child(id, 1);
  if (!pattern_.is(bottom, "sum") || arena_[bottom].child_count != 1 || arena_.ranges(bottom).size() != 1) return false;
  return pattern_.one_of(arena_.child(id, 0), arena_.child(bottom, 0), arena_.ranges(bottom)[0].symbol);
}

/// Of exp(e_jt) / Σ_k exp(e_kt) "for each t, " and " over all j"; nothing where the scores have one index only.
std::pair<std::string, std::string> Teller::shared_over(const Found& shares) {
  const auto score = shares.parts[0], sum = arena_.child(shares.id, 1);
  if (arena_[score].kind != ExpressionKind::index || arena_.ranges(sum).size() != 1) return {};
  const auto each = arena_.child(arena_.child(sum, 0), 0);
  const auto bound = arena_.ranges(sum)[0];
  if (arena_[each].kind != ExpressionKind::index || arena_[each].child_count != arena_[score].child_count) return {};
  std::string all;
  std::vector<std::string> others;
  for (std::size_t n = 1; n < arena_[score].child_count; ++n) {
    const auto mine = arena_.child(score, n), theirs = arena_.child(each, n);
    if (mine == none || theirs == none) return {};
    if (pattern_.symbol(theirs) == bound.symbol)
      all = shown(analysis_, mine);
    else
      others.push_back(shown(analysis_, mine));
  }
  if (all.empty() || (others.empty() && bound.set == none)) return {};
  const auto where = bound.set == none ? std::string() : " in " + shown(analysis_, bound.set);
  return {others.empty() ? "" : fmt::format("for each {}, ", enumerated(others)), fmt::format(" over all {}{}", all, where)};
}

std::string Teller::told_share(ExpressionId id) {
  const auto bottom = arena_.child(id, 1);
  const std::array<ExpressionId, 1> sum{bottom};
  return fmt::format("{}, as a share of the total{}", operand(arena_.child(id, 0), false), over(sum));
}

std::optional<Teller::Weighted> Teller::weighted(ExpressionId id) const {
  if (!pattern_.is(id, "division") || arena_[id].child_count != 2) return {};
  const auto top = arena_.child(id, 0), bottom = arena_.child(id, 1);
  if (!pattern_.is(top, "sum") || !pattern_.is(bottom, "sum") || arena_.ranges(top).size() != 1 || arena_.ranges(bottom).size() != 1)
    return {};
  const auto factors = pattern_.factors(arena_.child(top, 0));
  if (factors.size() != 2) return {};
  const auto weight = arena_.child(bottom, 0), index = arena_.ranges(bottom)[0].symbol;
  for (std::size_t n = 0; n < 2; ++n)
    if (pattern_.one_of(factors[n], weight, index)) return Weighted{factors[n], factors[1 - n]};
  return {};
}

/// Σ w x / Σ w is the average of x in which each counts by its w.
std::string Teller::told_weighted(ExpressionId id) {
  const auto parts = weighted(id);
  if (!parts) return "";
  const std::array<ExpressionId, 1> sum{arena_.child(id, 0)};
  const auto range = over(sum);
  const auto value = operand(parts->value);
  return fmt::format("the weighted average{} of {}, where each counts by {}", range, value, tell(parts->weight));
}

/// Σ p(x | c) f(x): an average over what may happen; also where the weights are shares of a total.
std::string Teller::told_expected(ExpressionId id, const std::string& range) {
  const auto ranges = arena_.ranges(id);
  const auto factors = pattern_.factors(arena_.child(id, 0));
  if (ranges.empty() || factors.size() < 2) return "";
  const auto weight = factors[0];
  std::vector<Factor> rest;
  const auto chance = [&] {
    if (!pattern_.is(weight, "call")) return false;
    bool condition = false, bound = false;
    for (const auto child : arena_.children(weight).subspan(1)) {
      const bool given = pattern_.is(child, "given");
      condition = condition || given;
      for (const auto& each : ranges)
        if (each.symbol != none && pattern_.mentions(child, each.symbol)) {
          if (given) return false;
          bound = true;
        }
    }
    return condition && bound;
  };
  const bool share = share_of(weight) || (pattern_.use_of(weight) && pattern_.use_of(weight)->use == Use::shares);
  if (!share && !chance()) return "";
  for (std::size_t n = 1; n < factors.size(); ++n) rest.push_back({operand(factors[n]), closed(factors[n])});
  const auto body = multiplied(std::move(rest), false);
  if (!share) return fmt::format("the average{} of {}, weighted by {}", range, body, operand(weight));
  return fmt::format("the weighted average{} of {}, where each counts by {}", range, body, tell(weight));
}

}  // namespace eqlens
