// A sum whose weights are c and 1 − c: over steps a running average, over two outcomes a choice, else a mix.
#include <algorithm>

#include <fmt/format.h>

#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// The value of a step before: the statement that holds it makes a later one.
bool kept_from_before(const Understanding& understanding, ExpressionId id) {
  const auto which = understanding.pattern.symbol(id);
  if (which == none) return false;
  const auto& equation = understanding.analysis.equation;
  const auto& own = equation.symbols[which];
  const auto statements = display_statements(equation);
  auto side = id;
  for (auto above = understanding.places.parent(side); above != none; above = understanding.places.parent(side)) side = above;
  return std::any_of(statements.begin(), statements.end(), [&](const Statement* statement) {
    if (std::find(statement->sides.begin(), statement->sides.end(), side) == statement->sides.end()) return false;
    return std::any_of(statement->defines.begin(), statement->defines.end(), [&](SymbolId made) {
      const auto& later = equation.symbols[made];
      if (made == which) return statement->kind == StatementKind::update;
      return !own.stem.empty() && later.stem == own.stem && later.step == own.step && later.offset > own.offset;
    });
  });
}

/// What is weighted: all factors but the weight.
std::string weighted(const Understanding& understanding, ExpressionId term) {
  const auto factors = understanding.pattern.factors(term);
  if (factors.size() < 3) return shown(understanding.analysis, factors.back());
  std::string text;
  for (std::size_t n = 1; n < factors.size(); ++n) text += (n > 1 ? " " : "") + shown(understanding.analysis, factors[n]);
  return shortened(text);
}

/// What a mix is, told by what its terms are.
struct Mix {
  std::string share, kept, added;
  enum class Kind { average, outcomes, entropy, plain } kind = Kind::plain;
  bool turned = false;  ///< the old value has the weight 1 − c
};

Mix mix_of(const Understanding& understanding, const Found& found) {
  const auto& pattern = understanding.pattern;
  const auto text = [&](ExpressionId part) { return shown(understanding.analysis, part); };
  const auto& arena = understanding.analysis.equation.arena;
  // The term that the share itself multiplies is the first.
  const auto left = arena.child(found.id, 0), right = arena.child(found.id, 1);
  const bool swapped = pattern.factors(left).back() != found.parts[1];
  Mix mix{text(found.parts[0]), weighted(understanding, swapped ? right : left), weighted(understanding, swapped ? left : right)};
  // What is changed on the way is no longer the old value.
  const auto bare = [&](ExpressionId term) { return pattern.factors(term).size() == 2; };
  if (kept_from_before(understanding, found.parts[1]) && bare(swapped ? right : left)) {
    mix.kind = Mix::Kind::average;
  } else if (kept_from_before(understanding, found.parts[2]) && bare(swapped ? left : right)) {
    mix.kind = Mix::Kind::average;
    mix.turned = true;
    std::swap(mix.kept, mix.added);
  } else if (pattern.is(found.parts[1], "logarithm") && pattern.is(found.parts[2], "logarithm")) {
    // Weighed by the probability whose logarithm it is, no outcome is known.
    const bool own = pattern.same(arena.child(found.parts[1], 0), found.parts[0]);
    mix.kind = own ? Mix::Kind::entropy : Mix::Kind::outcomes;
  }
  return mix;
}

}  // namespace

std::string mix_reason(const Understanding& understanding, const Found& found, std::string_view operation) {
  const Mix mix = mix_of(understanding, found);
  const auto rest = fmt::format("1 − {}", mix.share);
  const auto &first = mix.turned ? mix.added : mix.kept, &second = mix.turned ? mix.kept : mix.added;
  if (operation == "plus") {
    if (mix.kind == Mix::Kind::average)
      return fmt::format("the sum keeps the share {} of {} and takes the rest from {}: a running average, in which noise averages out",
                         mix.turned ? rest : mix.share, mix.kept, mix.added);
    if (mix.kind == Mix::Kind::outcomes)
      return fmt::format("the sum adds one term for each of two outcomes: {} where {} is 1, and {} where it is 0", first, mix.share,
                         second);
    if (mix.kind == Mix::Kind::entropy)
      return fmt::format("the sum takes the logarithms {} and {} of both outcomes, each as often as its outcome comes", first, second);
    return fmt::format("the sum mixes {} and {}; {} says how much of the first counts", first, second, mix.share);
  }
  if (operation == "minus") return fmt::format("{} is what {} leaves of 1: the share of {}", rest, mix.share, second);
  return fmt::format("multiplying by {} and by {} sets how much of {} and of {} counts", mix.share, rest, first, second);
}

std::string mix_limits(const Understanding& understanding, const Found& found) {
  const Mix mix = mix_of(understanding, found);
  const auto &first = mix.turned ? mix.added : mix.kept, &second = mix.turned ? mix.kept : mix.added;
  if (mix.kind == Mix::Kind::entropy)
    return fmt::format("{0} = 0 or {0} = 1: both terms are 0; {0} = 1/2: {1} and {2} are the same", mix.share, first, second);
  if (mix.kind != Mix::Kind::average) return fmt::format("{0} = 1: only {1} counts; {0} = 0: only {2}", mix.share, first, second);
  if (mix.turned)
    return fmt::format("{0} = 1: only {1} counts; {0} near 0: {2} hardly moves and remembers long", mix.share, mix.added, mix.kept);
  return fmt::format("{0} = 0: only {2} counts; {0} near 1: {1} hardly moves and remembers long", mix.share, mix.kept, mix.added);
}

}  // namespace eqlens
