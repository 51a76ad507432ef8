#include "experiment/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "base/long_work.hpp"
#include "experiment/comparison.hpp"
#include "experiment/numbers.hpp"
#include "experiment/rounding.hpp"
#include "experiment/shape_equation.hpp"
#include "experiment/trial.hpp"
#include "experiment/widest_gap.hpp"
#include "expression/softmax_axis.hpp"

namespace eqlens {

namespace {

constexpr std::size_t trials = 64;
constexpr std::size_t enough_failures = 8;
constexpr std::size_t most_printed_numbers = 256;
// An approximation whose gap stays below this share of the larger side is called good; the gap is printed anyway.
constexpr double good_approximation = 0.05;

/// Two neighbouring sides of a statement and what stands between them.
struct Link {
  const Statement* statement = nullptr;
  ExpressionId left = none;
  ExpressionId right = none;
  const Operation* relation = nullptr;
};

std::optional<Comparison> comparison_of(const Operation& relation) {
  static constexpr std::array<std::pair<std::string_view, Comparison>, 8> comparisons = {{
      {"equals", Comparison::equal},
      {"is defined as", Comparison::equal},
      {"is approximately", Comparison::about_equal},
      {"is at most", Comparison::at_most},
      {"is at least", Comparison::at_least},
      {"is less than", Comparison::less},
      {"is greater than", Comparison::greater},
      {"is not", Comparison::different},
  }};
  const auto found = std::find_if(comparisons.begin(), comparisons.end(), [&](const auto& row) { return row.first == relation.name; });
  return found == comparisons.end() ? std::nullopt : std::optional(found->second);
}

/// Whether the facts define already what this statement of the display seems to define: then both its sides are known.
bool known_from_facts(const Equation& equation, const Statement& statement) {
  const auto defined_by_a_fact = [&](SymbolId symbol) {
    return std::any_of(equation.statements.begin(), equation.statements.end(), [symbol](const Statement& other) {
      return other.source != 0 && std::find(other.defines.begin(), other.defines.end(), symbol) != other.defines.end();
    });
  };
  return !statement.defines.empty() && std::all_of(statement.defines.begin(), statement.defines.end(), defined_by_a_fact);
}

std::vector<Link> links_of(const Equation& equation) {
  std::vector<Link> links;
  for (const auto& statement : equation.statements) {
    if (statement.source != 0) continue;
    // What a definition's leading sides are called is not a claim; what follows them is.
    std::size_t first = statement.sides.size();
    const bool definition = statement.kind == StatementKind::definition;
    if (statement.kind == StatementKind::claim || (definition && known_from_facts(equation, statement)))
      first = 0;
    else if (definition)
      first = std::max<std::size_t>(1, statement.defines.size());
    for (auto i = first; i + 1 < statement.sides.size(); ++i)
      links.push_back({&statement, statement.sides[i], statement.sides[i + 1], statement.relations[i]});
  }
  return links;
}

/// The place before `<` in `a_{i,<t}`, which needs no name.
bool stands_for_places(const Equation& equation, const std::vector<ExpressionId>& all, ExpressionId unnamed) {
  const auto& arena = equation.arena;
  return std::any_of(all.begin(), all.end(), [&](ExpressionId index) {
    if (arena[index].kind != ExpressionKind::index) return false;
    const auto places = arena.children(index).subspan(1);
    return std::any_of(places.begin(), places.end(), [&](ExpressionId place) {
      return place != none && arena[place].kind == ExpressionKind::relation && arena.child(place, 0) == unnamed;
    });
  });
}

bool understood(const Equation& equation, ExpressionId root) {
  const auto all = below(equation, root);
  return std::none_of(all.begin(), all.end(), [&](ExpressionId id) {
    return equation.arena[id].kind == ExpressionKind::unknown && !stands_for_places(equation, all, id);
  });
}

/// What stands before a place goes into a call, `p(a_t \mid a_{<t})`: a call of the whole, `p(a)`, is not put together from such.
ExpressionId made_of_histories(const Equation& equation, const Link& link) {
  ExpressionId call = none;
  bool histories = false;
  for (const auto side : {link.left, link.right})
    for (const auto id : below(equation, side)) {
      histories = histories || equation.arena[id].kind == ExpressionKind::unknown;
      if (call == none && equation.arena.applies(id, "call")) call = id;
    }
  return histories ? call : none;
}

/// Whether a side is an average over something whose distribution nobody gave: numbers drawn for it would prove nothing.
bool lacks_distribution(const Equation& equation, ExpressionId root) {
  constexpr std::string_view averages[] = {"expectation", "variance", "covariance", "standard deviation", "probability"};
  const auto& statements = equation.statements;
  if (std::any_of(statements.begin(), statements.end(), [](const Statement& s) { return s.kind == StatementKind::distribution; }))
    return false;
  const auto all = below(equation, root);
  return std::any_of(all.begin(), all.end(), [&](ExpressionId id) {
    const auto* operation = equation.arena[id].operation;
    return operation != nullptr && std::find(std::begin(averages), std::end(averages), operation->name) != std::end(averages);
  });
}

/// `\operatorname{softmax}_j(e_{ij})` beside a sum over k in a set: over which j it runs is what the other side says, no claim.
bool takes_its_range(const Equation& equation, ExpressionId softmax, ExpressionId other) {
  const auto& arena = equation.arena;
  if (arena[softmax].kind != ExpressionKind::apply || !softmax_kind(arena[softmax].operation->name) ||
      softmax_index(equation, softmax) == none)
    return false;
  const auto all = below(equation, other);
  return std::any_of(all.begin(), all.end(), [&](ExpressionId id) {
    const auto ranges = arena.ranges(id);
    return std::any_of(ranges.begin(), ranges.end(), [](const Range& range) { return range.set != none; });
  });
}

/// Whether a side names a density that has no numbers here: a value drawn for `\mathrm{Beta}(\theta \mid a, b)` would prove nothing.
bool only_names_density(const Equation& equation, ExpressionId root) {
  const auto all = below(equation, root);
  return std::any_of(all.begin(), all.end(), [&](ExpressionId id) {
    const auto* operation = equation.arena[id].kind == ExpressionKind::apply ? equation.arena[id].operation : nullptr;
    return operation != nullptr && operation->name.ends_with(" distribution") && operation->kernel == nullptr &&
           operation->name != "normal distribution" && operation->name != "uniform distribution";
  });
}

/// How far the printed decimals of both sides, each within its interval, may move each entry of the difference.
Slack slack_of(const Trial& trial, const EvaluationOptions& options, const std::vector<PrintedNumber>& numbers,
               const std::vector<double>& at_centre) {
  Slack slack{std::vector<double>(at_centre.size(), 0.0), std::vector<double>(at_centre.size(), 0.0)};
  for (const auto& number : numbers) {
    auto moved = trial;
    moved.replace_number(number.expression, trial.analysis().equation.arena[number.expression].number + number.half_unit);
    const auto outcome = moved.run(options);
    if (outcome.values.size() != 2) continue;
    const auto there = difference(outcome.values[0], outcome.values[1]);
    for (std::size_t i = 0; i < std::min(at_centre.size(), there.size()); ++i) {
      const auto change = std::abs(there[i] - at_centre[i]);
      slack.rounding[i] += change;
      if (number.result) slack.last_digit[i] += 2 * change;
    }
  }
  return slack;
}

std::string print_inputs(const std::vector<EvaluatedInput>& inputs) {
  std::string text;
  for (const auto& input : inputs)
    if (input.from != "where") text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", input.symbol, print_value(input.value, 4, 12));
  return text;
}

std::string print_sides(const Trial::Outcome& outcome) {
  return fmt::format("the left side is {}, the right side {}", print_value(outcome.values[0], 6, 16),
                     print_value(outcome.values[1], 6, 16));
}

/// Tries one link; all inputs given or computed: once. Some drawn: many times.
class LinkTest {
 public:
  LinkTest(const Analysis& analysis, const Link& link, Comparison comparison, const EvaluationOptions& options)
      : analysis_(analysis), trial_(analysis, *link.statement, {link.left, link.right}), comparison_(comparison), options_(options) {
    const auto whole = comparison == Comparison::about_equal ? WholeNumbers::rounded : WholeNumbers::exact;
    for (const auto side : {link.left, link.right})
      for (const auto& number : printed_numbers(analysis.equation, side, whole)) numbers_.push_back(number);
    if (numbers_.size() > most_printed_numbers) numbers_.clear();
  }

  void run(Claim& claim) {
    const auto first = trial_.run(options_);
    if (first.values.size() != 2) {
      const auto error = std::find_if(first.diagnostics.begin(), first.diagnostics.end(),
                                      [](const Diagnostic& d) { return d.severity == Severity::error; });
      claim.because = error == first.diagnostics.end() ? "its sides cannot be computed" : error->message;
      return;
    }
    const bool drawn =
        std::any_of(first.inputs.begin(), first.inputs.end(), [](const EvaluatedInput& input) { return input.from == "sample"; });
    if (drawn)
      run_many(claim);
    else
      run_once(claim, first);
  }

 private:
  [[nodiscard]] Gap gap_of(const Trial::Outcome& outcome, const EvaluationOptions& options) const {
    const auto& left = outcome.values[0];
    const auto& right = outcome.values[1];
    const auto slack = numbers_.empty() ? Slack{} : slack_of(trial_, options, numbers_, difference(left, right));
    return compare(left, right, comparison_, slack);
  }

  void run_once(Claim& claim, const Trial::Outcome& outcome) const {
    const auto gap = gap_of(outcome, options_);
    const auto sides = print_sides(outcome);
    if (!gap.comparable) {
      claim.verdict = Verdict::fails;
      claim.because =
          fmt::format("the left side is {}, the right side {}", print_extents(outcome.values[0]), print_extents(outcome.values[1]));
    } else if (gap.undefined) {
      claim.because = fmt::format("a side is not a number: {}", sides);
    } else if (gap.violated && !gap.last_digit) {
      claim.verdict = Verdict::fails;
      claim.because = sides;
    } else {
      claim.verdict = Verdict::holds;
      claim.because = sides;
      if (gap.last_digit) claim.note = fmt::format("off in the last printed digit: {}", sides);
    }
  }

  void run_many(Claim& claim) {
    for (std::size_t n = 0; n < trials && failures_ < enough_failures && !stop_requested(); ++n) {
      auto options = options_of_trial(analysis_, options_, n);
      auto outcome = trial_.run(options);
      if (const auto special = special_inputs(analysis_, outcome.inputs, n); outcome.values.size() == 2 && !special.empty()) {
        options.values.insert(options.values.end(), special.begin(), special.end());
        outcome = trial_.run(options);
      }
      if (outcome.values.size() == 2) judge(outcome, gap_of(outcome, options));
    }
    conclude(claim);
  }

  void judge(const Trial::Outcome& outcome, const Gap& gap) {
    if (gap.undefined) {
      ++undefined_;
      return;
    }
    ++tried_;
    // An approximation is judged by its largest gap beside the largest value, not by tiny values far out.
    const bool worse = comparison_ == Comparison::about_equal ? gap.absolute > worst_.absolute : gap.relative > worst_.relative;
    if (gap.relative > 0) largest_ = std::max(largest_, gap.absolute / gap.relative);
    if (worse) {
      worst_ = gap;
      worst_inputs_ = print_inputs(outcome.inputs);
    }
    if (gap.comparable && (!gap.violated || gap.last_digit)) return;
    ++failures_;
    std::size_t elements = 0;
    for (const auto& input : outcome.inputs) elements += input.value.data.size();
    if (elements >= smallest_) return;
    smallest_ = elements;
    const auto inputs = print_inputs(outcome.inputs);
    counterexample_ = fmt::format("{}{}", inputs.empty() ? "" : fmt::format("for {}, ", inputs), print_sides(outcome));
  }

  void conclude(Claim& claim) const {
    const auto undefined = undefined_ == 0 ? "" : fmt::format(", {} more where a side is not a number", undefined_);
    if (tried_ == 0) {
      claim.because = "no inputs were found on which both sides are numbers";
    } else if (failures_ == 0) {
      claim.verdict = Verdict::holds;
      claim.because =
          fmt::format("{} random inputs, largest relative difference {}{}", tried_, print_number(worst_.relative, 2), undefined);
    } else if (comparison_ == Comparison::about_equal && worst_.comparable) {
      claim.verdict = worst_.absolute <= good_approximation * largest_ ? Verdict::holds : Verdict::untested;
      claim.because = fmt::format("an approximation: the largest gap in {} random inputs is {}, for {}", tried_,
                                  print_number(worst_.absolute, 3), worst_inputs_);
    } else {
      claim.verdict = Verdict::fails;
      claim.because = counterexample_;
    }
  }

  const Analysis& analysis_;
  Trial trial_;
  Comparison comparison_;
  const EvaluationOptions& options_;
  std::vector<PrintedNumber> numbers_;
  std::size_t tried_ = 0;
  std::size_t undefined_ = 0;
  std::size_t failures_ = 0;
  std::size_t smallest_ = static_cast<std::size_t>(-1);
  Gap worst_;
  double largest_ = 0;  ///< of all sides
  std::string worst_inputs_;
  std::string counterexample_;
};

/// Random inputs may miss where the sides are farthest apart.
void say_widest(const Analysis& analysis, const Link& link, Claim& claim) {
  if (claim.verdict == Verdict::fails || claim.because.find("largest gap") == std::string::npos) return;
  std::size_t work = 10'000'000;
  const auto widest = widest_gap(analysis, *link.statement, link.left, link.right, work);
  if (!widest || widest->gap == 0) return;
  claim.because = fmt::format("an approximation: the largest gap from {} to {} is {}, for {} = {}", -gap_end, gap_end,
                              print_number(widest->gap, 3), widest->input, print_number(widest->at, 2));
}

void try_link(const Analysis& analysis, const Link& link, const EvaluationOptions& options, Claim& claim) {
  const auto& equation = analysis.equation;
  const auto comparison = comparison_of(*link.relation);
  if (!comparison) {
    claim.because = fmt::format("there is no test yet for \"{}\"", link.relation->name);
    return;
  }
  if (*comparison == Comparison::equal) {
    if (const auto shapes = check_shape_equation(equation, link.left, link.right)) {
      claim.verdict = shapes->holds ? Verdict::holds : Verdict::fails;
      claim.because = shapes->because;
      return;
    }
  }
  if (has_errors(analysis.diagnostics)) {
    claim.because = "something in it is wrong";
  } else if (!understood(equation, link.left) || !understood(equation, link.right)) {
    claim.because = "a part of it could not be understood";
  } else if (const auto call = made_of_histories(equation, link); call != none) {
    claim.because = fmt::format("{} is not put together from its parts here", equation.canonical(call));
  } else if (lacks_distribution(equation, link.left) || lacks_distribution(equation, link.right)) {
    claim.because = "an expectation needs the distribution of its variable, for example --where 'x \\sim \\mathcal{N}(0, 1)'";
  } else if (only_names_density(equation, link.left) || only_names_density(equation, link.right)) {
    claim.because = "a density is named whose values are not computed here";
  } else if (takes_its_range(equation, link.left, link.right) || takes_its_range(equation, link.right, link.left)) {
    claim.because = "the sum says over which entries the softmax runs";
  } else {
    LinkTest(analysis, link, *comparison, options).run(claim);
    if (*comparison == Comparison::about_equal && options.values.empty()) say_widest(analysis, link, claim);
  }
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::fails: return "fails";
    case Verdict::untested: return "untested";
  }
  return "untested";
}

std::vector<Claim> check_claims(const Analysis& analysis, const EvaluationOptions& options) {
  const auto& equation = analysis.equation;
  std::vector<Claim> claims;
  for (const auto& link : links_of(equation)) {
    Claim claim;
    claim.span = join(equation.arena[link.left].span, equation.arena[link.right].span);
    claim.latex = equation.text(claim.span, 0);
    try_link(analysis, link, options, claim);
    claims.push_back(std::move(claim));
  }
  return claims;
}

Diagnostics diagnostics_of(const Claim& claim) {
  if (claim.verdict == Verdict::fails)
    return {{Severity::error, "claim-false", fmt::format("this does not hold: {}", claim.because), claim.span, "", {}, {}}};
  if (!claim.note.empty()) return {{Severity::note, "claim-false", claim.note, claim.span, "", {}, {}}};
  return {};
}

}  // namespace eqlens
