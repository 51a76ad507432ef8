// What two parts have in common is said once, and what a known combination of parts amounts to.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

/// The same tree, if one name of a is put in the place of another in b: `mine` stands in a where `theirs` stands in b.
bool Teller::twin(ExpressionId a, ExpressionId b, ExpressionId& mine, ExpressionId& theirs) const {
  if (a == none || b == none) return a == b;
  if (hashes_[a] == hashes_[b]) return true;
  const auto &x = arena_[a], &y = arena_[b];
  if (x.kind != y.kind || x.operation != y.operation || x.child_count != y.child_count || x.range_count != y.range_count) return false;
  if (x.kind == ExpressionKind::number) return false;
  if (x.kind == ExpressionKind::symbol || x.kind == ExpressionKind::index) {
    if (mine == none) {
      mine = a;
      theirs = b;
      return x.kind == ExpressionKind::symbol || pattern_.symbol(a) == pattern_.symbol(b);
    }
    return hashes_[mine] == hashes_[a] && hashes_[theirs] == hashes_[b];
  }
  for (std::size_t n = 0; n < x.range_count; ++n) {
    const auto &left = arena_.ranges(a)[n], &right = arena_.ranges(b)[n];
    if (left.symbol != right.symbol || !twin(left.lower, right.lower, mine, theirs) || !twin(left.upper, right.upper, mine, theirs) ||
        !twin(left.set, right.set, mine, theirs) || !twin(left.condition, right.condition, mine, theirs))
      return false;
  }
  for (std::size_t n = 0; n < x.child_count; ++n)
    if (!twin(arena_.child(a, n), arena_.child(b, n), mine, theirs)) return false;
  return true;
}

/// f(y_w) beside f(y_l): "the same with y_l in place of y_w". Empty for what is short or differs in more.
std::string Teller::told_twin(ExpressionId a, ExpressionId b) {
  constexpr std::size_t long_part = 5;
  ExpressionId mine = none, theirs = none;
  if (a == b || !leaf_count_reaches(a, long_part) || !twin(a, b, mine, theirs) || mine == none) return "";
  return fmt::format("the same with {} in place of {}", shown(analysis_, theirs), shown(analysis_, mine));
}

/// max(0, a − b): by how much a is above b.
std::string Teller::told_excess(ExpressionId id) {
  if (arena_[id].child_count != 2) return "";
  const auto first = arena_.child(id, 0), second = arena_.child(id, 1);
  const auto rest = pattern_.is_number(first, 0) ? second : pattern_.is_number(second, 0) ? first : none;
  if (rest == none || !is_sum(rest)) return "";
  std::vector<Summand> above, below;
  for (const auto& part : summands(rest)) (part.minus ? below : above).push_back({part.id, false});
  if (above.empty() || below.empty()) return "";
  const auto side = [&](const std::vector<Summand>& parts) { return parts.size() == 1 ? operand(parts[0].id) : sum_of(parts, false); };
  last_ = false;
  const auto more = side(above), less = side(below);
  if (more.find(':') != std::string::npos || less.find(':') != std::string::npos) return "";
  return fmt::format("the excess of {}{} over {} (0 if there is none)", more, above.size() > 1 ? "," : "", less);
}

/// exp(1/n Σ log x): the geometric mean of x.
std::string Teller::told_geometric(ExpressionId exponent) {
  const auto use = pattern_.use_of(exponent);
  if (!use || use->use != Use::average || !pattern_.is(use->parts[0], "logarithm")) return "";
  const std::array<ExpressionId, 1> sum{pattern_.factors(exponent).back()};
  const auto range = over(sum);
  return fmt::format("the geometric mean{} of {}", range, operand(arena_.child(use->parts[0], 0)));
}

/// y log y + (1 − y) log(1 − y): the entropy of a choice between two, without its sign.
std::string Teller::told_entropy(const std::vector<Summand>& parts) {
  if (parts.size() != 2 || parts[0].minus != parts[1].minus) return "";
  std::array<ExpressionId, 2> chances{};
  for (std::size_t n = 0; n < 2; ++n) {
    const auto factors = pattern_.factors(parts[n].id);
    if (factors.size() != 2 || !pattern_.is(factors[1], "logarithm") || !pattern_.same(factors[0], arena_.child(factors[1], 0))) return "";
    chances[n] = factors[0];
  }
  ExpressionId rest = none;
  for (std::size_t n = 0; n < 2; ++n)
    if (closed(chances[n]) && is_one_less(chances[1 - n], rest) && pattern_.same(rest, chances[n])) {
      const auto letter = shown(analysis_, chances[n]);
      return fmt::format("{0}the entropy of the chance {1} ({2}{1} times its logarithm{3}1 − {1} times the logarithm of 1 − {1})",
                         parts[0].minus ? "" : "minus ", letter, parts[0].minus ? "minus " : "", parts[0].minus ? ", minus " : ", plus ");
    }
  return "";
}

}  // namespace eqlens
