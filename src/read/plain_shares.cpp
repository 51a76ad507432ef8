// Shares of a total, averages in shares, and averages over chances.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

/// Σ_{j in a part} f(j) / Σ_k f(k).
bool Teller::part_of_total(ExpressionId id) const {
  const auto top = arena_.child(id, 0), bottom = arena_.child(id, 1);
  if (!pattern_.is(top, "sum") || arena_[top].child_count != 1 || arena_.ranges(top).size() != 1) return false;
  const auto some = arena_.ranges(top)[0], all = arena_.ranges(bottom)[0];
  if (some.symbol == none || all.symbol == none || some.symbol == all.symbol) return false;
  ExpressionId mine = none, theirs = none;
  return twin(arena_.child(top, 0), arena_.child(bottom, 0), mine, theirs) && pattern_.mentions(mine, some.symbol) &&
         pattern_.mentions(theirs, all.symbol);
}

bool Teller::share_of(ExpressionId id) const {
  if (!pattern_.is(id, "division") || arena_[id].child_count != 2) return false;
  const auto bottom = arena_.child(id, 1);
  if (!pattern_.is(bottom, "sum") || arena_[bottom].child_count != 1 || arena_.ranges(bottom).size() != 1) return false;
  if (part_of_total(id)) return true;
  return pattern_.share(arena_.child(id, 0), bottom);
}

/// Of exp(f(k)) / Σ_i exp(f(i)) " over all k from 1 to n".
std::string Teller::range_of_letter(ExpressionId score, ExpressionId sum) const {
  const auto& range = arena_.ranges(sum)[0];
  if (range.symbol == none || range.lower == none || range.upper == none || range.condition != none) return "";
  ExpressionId mine = none, theirs = none;
  const auto total = arena_.child(sum, 0);
  if (!pattern_.is(total, "exponential") || !twin(score, arena_.child(total, 0), mine, theirs)) return "";
  // Scores that are the same letter by letter tell of no entry.
  if (mine == none || theirs == none) return "";
  if (arena_[mine].kind != ExpressionKind::symbol || pattern_.symbol(theirs) != range.symbol) return "";
  return fmt::format(" over all {} from {} to {}", called(analysis_, arena_[mine].symbol), shown(analysis_, range.lower),
                     shown(analysis_, range.upper));
}

/// Of exp(e_jt) / Σ_k exp(e_kt) "for each t, " and " over all j"; nothing where the scores have one index only.
std::pair<std::string, std::string> Teller::shared_over(const Found& shares) {
  const auto score = shares.parts[0], sum = arena_.child(shares.id, 1);
  if (arena_.ranges(sum).size() == 1 && !use_of(score) && arena_[score].kind == ExpressionKind::apply)
    return {"", range_of_letter(score, sum)};
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

/// V times shares: where the items stand in columns, the shares come behind them.
std::string Teller::told_column_blend(ExpressionId id) {
  if (id != top_ || !pattern_.product_like(id) || pattern_.rank(id) != 2) return "";
  const auto values = arena_.child(id, 0), shares = arena_.child(id, 1);
  const auto use = use_of(shares);
  if (!use || use->use != Use::shares || pattern_.rank(shares) != 2 || !closed(values) || pattern_.rank(values) != 2 ||
      learned_matrix(values))
    return "";
  const auto noun = tell(shares), what = tell(values);
  clauses_.push_back(fmt::format("{} blend the columns of {} into one average for each column", noun, what));
  return "the blend";
}

std::string Teller::told_share(ExpressionId id) {
  const auto bottom = arena_.child(id, 1);
  const std::array<ExpressionId, 1> sum{bottom};
  if (part_of_total(id)) {
    const std::array<ExpressionId, 1> part{arena_.child(id, 0)};
    const auto place = asides_.size();
    const auto term = operand(arena_.child(part[0], 0), false);
    asides_.insert(asides_.begin() + static_cast<std::ptrdiff_t>(place), "each term is " + term);
    return fmt::format("the share that the terms{} have in the total{}", over(part), over(sum));
  }
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
  const bool share = share_of(weight) || (use_of(weight) && use_of(weight)->use == Use::shares);
  if (!share && !chance()) return "";
  for (std::size_t n = 1; n < factors.size(); ++n) rest.push_back({operand(factors[n]), closed(factors[n])});
  const auto body = multiplied(std::move(rest), false);
  if (!share) return fmt::format("the average{} of {}, weighted by {}", range, body, operand(weight));
  return fmt::format("the weighted average{} of {}, where each counts by {}", range, body, tell(weight));
}

}  // namespace eqlens
