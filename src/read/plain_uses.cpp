// How each use is told: the sentence about what a part is for.
#include <array>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string Teller::told_use(const Found& found) {
  const auto part = [&](std::size_t n) { return tell(found.parts[n]); };
  const auto is = [](const std::string& noun) { return plural(noun) ? "are" : "is"; };
  switch (found.use) {
    case Use::comparison: {
      const auto a = part(0), b = part(1);
      if (pattern_.rank(found.id) == 0) return fmt::format("the agreement of {} with {}", a, b);
      clauses_.push_back(fmt::format("{} is compared with {}, which gives scores", each_of(a), all_of(b)));
      return "the scores";
    }
    case Use::shares: {
      const auto scores = found.parts[0];
      std::string noun;
      if (pattern_.is(scores, "division")) {
        noun = tell(arena_.child(scores, 0));
        const auto bottom = arena_.child(scores, 1);
        const auto by = tell(bottom);
        clauses_.push_back(pattern_.is(bottom, "square root")
                               ? fmt::format("dividing by {} keeps {} moderate", by, noun)
                               : fmt::format("dividing {} by {} sets how strongly the largest wins", noun, by));
      } else {
        noun = tell(scores);
      }
      const auto how = pattern_.is(found.id, "softmax") ? "softmax turns" : "the exponential and the division by the total turn";
      clauses_.push_back(fmt::format("{} {} into shares that sum to 1", how, noun));
      return "the shares";
    }
    case Use::blend: {
      const auto shares = part(0), values = part(1);
      clauses_.push_back(fmt::format("{} blend {} into one average for each row", shares, values));
      return "the blend";
    }
    case Use::average: {
      const std::array<ExpressionId, 1> sum{pattern_.factors(found.id).back()};
      const auto range = over(sum);
      return fmt::format("the average{} of {}", range, part(0));
    }
    case Use::squared_gap: return fmt::format("the squared gap between {} and {}", part(0), part(1));
    case Use::standardised: {
      const auto x = part(0), centre = part(1), spread = part(2);
      const bool root = !pattern_.is(found.id, "division") || arena_.child(found.id, 1) != found.parts[2];
      clauses_.push_back(fmt::format("{} {} taken from {}, and the rest is divided by {}{}, so that it has centre 0 and spread 1", centre,
                                     is(centre), x, root ? "the root of " : "", spread));
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
      return fmt::format("a blend of {} and {}, in shares set by {}", part(1), part(2), part(0));
    case Use::correction: return fmt::format("{}, corrected for its start at zero", part(0));
    case Use::in_units_of_size: return fmt::format("the ratio of {} to the root of {}", part(0), part(1));
    case Use::step: return fmt::format("{}, moved against {} by a step set by {}", part(0), part(2), part(1));
    case Use::residual: return fmt::format("{} itself plus {}, so that only the change has to be learned", part(0), part(1));
    case Use::penalty: {
      auto norm = found.parts[2];
      while (arena_[norm].kind == ExpressionKind::apply && arena_[norm].child_count > 0 &&
             (pattern_.is(norm, "power") || pattern_.is(norm, "norm")))
        norm = arena_.child(norm, 0);
      const auto loss = part(0);
      return fmt::format("{} plus a penalty on the size of {}", loss, tell(norm));
    }
    case Use::linear: return fmt::format("a learned mix of {} plus {}", part(1), part(2));
    case Use::gate: {
      constexpr std::size_t short_words = 45;
      const auto gate = part(0), rest = part(1);
      return rest.size() <= short_words     ? fmt::format("as much of {} as {} lets through", rest, gate)
             : gate.starts_with("the gate") ? fmt::format("what {} lets through of the quantity {}", gate, rest)
                                            : fmt::format("what {}, as a gate, lets through of the quantity {}", gate, rest);
    }
    case Use::nudge: return fmt::format("{}, moved part of the way to {}, how much of it set by {}", part(0), part(2), part(1));
    case Use::label_surprise:
      return fmt::format("the surprise at {}: small where {} gave it a high probability, large where a low one", part(0), part(1));
    case Use::surprise: {
      constexpr std::size_t short_words = 60;
      const auto chance = part(0);
      if (chance.size() <= short_words) return fmt::format("the surprise: small when {} is near 1, large when it is near 0", chance);
      return fmt::format("minus the logarithm of {}{}", falls_apart(found.parts[0], true) ? "the quantity " : "", chance);
    }
    case Use::divergence: return fmt::format("the extra surprise from expecting {} when {} is true", part(1), part(0));
    case Use::discount: return fmt::format("{}, discounted by {}", part(1), part(0));
    case Use::noise_mix: return fmt::format("{} mixed with {}, more of one the less of the other", part(1), part(2));
  }
  return "";
}

}  // namespace eqlens
