// How each use is told: the sentence about what a part is for.
#include <array>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

/// β x + (1 − β) y, each with whatever else multiplies it; a sum of two parts where a side depends on β itself.
std::string Teller::told_blend(const Found& blend) {
  const auto share = pattern_.symbol(blend.parts[0]);
  std::array<std::string, 2> sides;
  ExpressionId rest = none;
  bool names = true;
  for (std::size_t n = 0; n < 2; ++n) {
    const auto ids = pattern_.factors(arena_.child(blend.id, n));
    const bool old = pattern_.same(ids[0], blend.parts[0]);
    Factors factors;
    for (std::size_t k = 1; k < ids.size(); ++k) {
      gather(ids[k], false, factors, true);
      // What is a blend of terms that the share itself is in?
      if (share != none && pattern_.mentions(ids[k], share)) return told_sum(blend.id);
    }
    if (ids.size() < 2 || (!old && !is_one_less(ids[0], rest))) return sum_of(summands(blend.id), false);
    if (ids.size() > 2 && pattern_.is(arena_.child(blend.id, n), "elementwise product")) factors.arrays = Factors::Arrays::elementwise;
    const auto items = told_factors(factors, false, none);
    names = names && items.size() == 1 && items[0].closed;
    auto& side = sides[old ? 0 : 1];
    side = (factors.minus ? "minus " : "") + closed_factors(items);
    if (!factors.bottom.empty()) side = fmt::format("the ratio of {} to {}", side, closed_factors(told_factors(factors, true, none)));
  }
  const std::vector<std::string> both{sides[0], sides[1]};
  const auto by = pattern_.is(blend.parts[0], "division") ? shown(analysis_, blend.parts[0]) : tell(blend.parts[0]);
  return fmt::format("a blend of {}, where the share of the first is {}", names ? enumerated(both) : listed(both), by);
}

/// Where a fraction adds a small number below, in words: "the small number ε, added under the root, keeps the division safe".
std::string Teller::told_safety(ExpressionId division) {
  if (!pattern_.is(division, "division")) return "";
  const auto added = [&](ExpressionId sum) {
    return pattern_.is(sum, "plus") && pattern_.small_constant(arena_.child(sum, 1)) ? arena_.child(sum, 1) : none;
  };
  const auto bottom = arena_.child(division, 1);
  const auto outside = added(bottom);
  const auto root = outside == none ? bottom : arena_.child(bottom, 0);
  const bool rooted = pattern_.is(root, "square root");
  const auto inside = rooted ? added(arena_.child(root, 0)) : none;
  if (outside == none && inside == none) return "";
  const bool both = outside != none && inside != none;
  if (both && !pattern_.same(outside, inside))
    return fmt::format("{}, added under the root, and {}, added to it, keep the division safe", tell(inside), tell(outside));
  return fmt::format("{}, added {}, keeps the division safe", tell(outside != none ? outside : inside),
                     both             ? "under the root and to it"
                     : inside != none ? "under the root"
                     : rooted         ? "to the root"
                                      : "below");
}

/// m / (√v + ε); over the root of a sum of squares it is scaled to length 1.
std::string Teller::told_in_units(const Found& found) {
  auto keeps = told_safety(found.id);
  if (!keeps.empty()) keeps = fmt::format(" ({})", keeps);
  const auto sum = found.parts[1];
  if (pattern_.is(sum, "sum") && pattern_.is(arena_.child(sum, 0), "power") &&
      pattern_.is_number(arena_.child(arena_.child(sum, 0), 1), 2)) {
    const std::array<ExpressionId, 1> one{sum};
    const auto what = tell(found.parts[0]);
    if (pattern_.one_of(found.parts[0], arena_.child(arena_.child(sum, 0), 0),
                        arena_.ranges(sum).empty() ? none : arena_.ranges(sum)[0].symbol))
      return fmt::format("{} divided by {} length{}{}", what, plural(what) ? "their" : "its", over(one), keeps);
  }
  return fmt::format("the ratio of {} to the root of {}{}", tell(found.parts[0]), tell(sum), keeps);
}

/// Numbers before a product of two matrices: ", multiplied by c,".
std::string Teller::told_multiple(const Found& found) {
  const auto ids = pattern_.factors(found.id);
  if (ids.size() < 3 || !pattern_.same(ids[ids.size() - 2], found.parts[0])) return "";
  std::vector<std::string> numbers;
  for (std::size_t n = 0; n + 2 < ids.size(); ++n) numbers.push_back(operand(ids[n]));
  return fmt::format(", multiplied by {},", enumerated(numbers));
}

std::string Teller::told_use(const Found& found) {
  const auto part = [&](std::size_t n) { return tell(found.parts[n]); };
  const auto is = [](const std::string& noun) { return plural(noun) ? "are" : "is"; };
  switch (found.use) {
    case Use::comparison: {
      if (pattern_.rank(found.id) == 0) return told_agreement(found.parts[0], found.parts[1]);
      const auto a = part(0), b = part(1);
      if (pattern_.rank(found.parts[0]) == 1 && pattern_.rank(found.parts[1]) == 1 && pattern_.rank(found.id) == 2)
        return fmt::format("the outer product of {} and {}", a, b);
      clauses_.push_back(fmt::format("{} is compared with {}, which{} gives scores", each_of(a), all_of(b), told_multiple(found)));
      return "the scores";
    }
    case Use::shares: {
      const auto scores = found.parts[0];
      std::string noun;
      // The products of lines with lines get their name first.
      const auto tell_scores = [&](ExpressionId id) {
        auto words = tell(id);
        if (!words.starts_with("the products of the ") || arena_[scores].kind != ExpressionKind::apply) return words;
        clauses_.push_back(std::move(words) + " are the scores");
        return std::string("the scores");
      };
      if (pattern_.is(scores, "division")) {
        noun = tell_scores(arena_.child(scores, 0));
        const auto bottom = arena_.child(scores, 1);
        const auto by = tell(bottom);
        clauses_.push_back(pattern_.is(bottom, "square root")
                               ? fmt::format("dividing by {} keeps {} moderate", by, noun)
                               : fmt::format("dividing {} by {} sets how strongly the largest wins", noun, by));
      } else {
        noun = tell_scores(scores);
      }
      const bool written = !pattern_.is(found.id, "softmax");
      const auto how = written ? "the exponential and the division by the total turn" : "softmax turns";
      const auto [each, all] = written ? shared_over(found) : std::pair<std::string, std::string>{};
      clauses_.push_back(fmt::format("{}{} {} into shares that sum to 1{}", each, how, noun, all));
      return "the shares";
    }
    case Use::blend: {
      const auto shares = part(0), values = part(1);
      clauses_.push_back(
          fmt::format("{} blend {} into one average{}", shares, values, pattern_.rank(found.parts[0]) > 1 ? " for each row" : ""));
      return "the blend";
    }
    case Use::average: {
      const std::array<ExpressionId, 1> sum{pattern_.factors(found.id).back()};
      const auto range = over(sum);
      if (is_ratio(found.parts[0])) return fmt::format("the average{} of {}", range, told_ratio(found.parts[0]));
      return fmt::format("the average{} of {}", range, part(0));
    }
    case Use::squared_gap: return fmt::format("the squared gap between {} and {}", part(0), part(1));
    case Use::standardised: {
      const auto x = part(0), centre = part(1), spread = part(2);
      const bool root = !pattern_.is(found.id, "division") || arena_.child(found.id, 1) != found.parts[2];
      clauses_.push_back(fmt::format("{} {} taken from {}, and the rest is divided by {}{}, so that it has centre 0 and spread 1", centre,
                                     is(centre), x, root ? "the root of " : "", spread));
      if (auto safe = told_safety(found.id); !safe.empty()) clauses_.push_back(std::move(safe));
      return "the standardised value";
    }
    case Use::rescaled: {
      const auto inner = part(1);
      clauses_.push_back(fmt::format("{} and {} then stretch and shift {}", part(0), part(2), inner));
      return "the result";
    }
    case Use::running_average:
      if (pattern_.is(found.parts[1], "logarithm") && pattern_.is(found.parts[2], "logarithm") &&
          !pattern_.same(arena_.child(found.parts[1], 0), found.parts[0]))
        return fmt::format("{} where {} is 1, and {} where it is 0", part(1), part(0), part(2));
      return told_blend(found);
    case Use::correction:
      return fmt::format("{}, divided by {} to correct its start at zero", operand(found.parts[0]),
                         shown(analysis_, arena_.child(found.id, 1)));
    case Use::in_units_of_size: return told_in_units(found);
    case Use::step: return fmt::format("{}, moved against {} by a step set by {}", part(0), part(2), part(1));
    case Use::residual: return fmt::format("{} itself plus {}, so that only the change has to be learned", part(0), part(1));
    case Use::penalty: {
      auto norm = found.parts[2];
      while (arena_[norm].kind == ExpressionKind::apply && arena_[norm].child_count > 0 &&
             (pattern_.is(norm, "power") || pattern_.is(norm, "norm")))
        norm = arena_.child(norm, 0);
      auto sum = found.id == top_ ? told_sum(found.id) : closed_sum(found.id);
      return sum.find("penalty") != std::string::npos ? sum : fmt::format("{} (a penalty on the size of {})", sum, tell(norm));
    }
    case Use::linear:
      return fmt::format("a learned mix{} of {} plus {}",
                         given(found.parts[0]) ? fmt::format(", by {},", shown(analysis_, found.parts[0])) : "", part(1), part(2));
    case Use::self_gate:
      return fmt::format("{} times {} (a smooth form of max(0, {}))", part(0), part(1), shown(analysis_, found.parts[0]));
    case Use::gate: {
      constexpr std::size_t short_words = 45;
      const auto gate = part(0), rest = operand(found.parts[1]);
      return rest.size() <= short_words     ? fmt::format("as much of {} as {} lets through", rest, gate)
             : gate.starts_with("the gate") ? fmt::format("what {} lets through of {}", gate, rest)
                                            : fmt::format("what {}, as a gate, lets through of {}", gate, rest);
    }
    case Use::nudge: return fmt::format("{}, moved part of the way to {}, how much of it set by {}", part(0), part(2), part(1));
    case Use::label_surprise: {
      const auto sum = told_reduce(arena_.child(found.id, 0));
      return fmt::format("minus {} (the surprise at {}: small where {} {} near 1 there, large where near 0)", sum, part(0), part(1),
                         is(part(1)));
    }
    case Use::surprise: {
      constexpr std::size_t short_words = 60;
      const auto before = asides_.size();
      const auto chance = operand(found.parts[0]);
      if (chance.size() <= short_words && asides_.size() == before)
        return fmt::format("minus the logarithm of {} (the surprise: small when that is near 1, large when it is near 0)", chance);
      return fmt::format("minus the logarithm of {}", chance);
    }
    case Use::divergence: {
      const auto written = pattern_.is(found.id, "sum");
      const auto what = written ? told_reduce(found.id) : fmt::format("the divergence of {} from {}", part(0), part(1));
      return fmt::format("{} (the extra surprise from expecting {} when {} is true)", what, part(1), part(0));
    }
    case Use::discount: return fmt::format("{}, discounted by {}", part(1), part(0));
    case Use::noise_mix: return found.id == top_ ? told_sum(found.id) : closed_sum(found.id);
  }
  return "";
}

}  // namespace eqlens
