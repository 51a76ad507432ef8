// What happens at the extremes?
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/approximated.hpp"
#include "read/reasons.hpp"
#include "read/sign.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// What a use does at its limits; {0}, {1}, {2} are its parts as printed. Operations it covers are not spoken of again.
struct Limits {
  Use use;
  std::string_view words;
  std::array<std::string_view, 2> covers{};
};

constexpr std::array limits{
    Limits{Use::running_average, "", {"power"}},
    Limits{Use::correction,
           "first step, {2} = 1: the division undoes the start at 0 exactly; late steps: {1}^{2} is near 0 and {0} stays as it is",
           {"division", "power"}},
    Limits{Use::in_units_of_size,
           "{1} = 0: only the small constant keeps the division finite; {0} = 0: the result is 0",
           {"division", "square root"}},
    Limits{Use::standardised, "", {"division", "square root"}},
    Limits{Use::rescaled, "{0} = 0: the result is {2}, whatever goes in", {"elementwise product"}},
    Limits{Use::step,
           "{1} = 0: {0} stays as it is; {1} too large: the steps overshoot and grow; {2} = 0: nothing moves, as at a minimum",
           {"gradient"}},
    Limits{Use::nudge, "{1} = 0: {0} stays as it is; {1} = 1: it becomes {2} at once; {2} equal to {0}: nothing moves", {}},
    Limits{Use::residual, "{1} = 0: {0} passes unchanged", {}},
    Limits{Use::penalty, "{1} = 0: the penalty {2} is off; {1} very large: the weights in it are pulled to 0", {"norm", "power"}},
    Limits{Use::linear, "{1} = 0 or {0} = 0: of {id} only {2} is left", {}},
    Limits{Use::self_gate,
           "{0} = 0: {id} is 0; {0} far above 0: it passes unchanged; {0} far below 0: it is held back",
           {"product", "elementwise product"}},
    Limits{Use::gate, "{0} = 1: {1} passes unchanged; {0} = 0: it is dropped", {"elementwise product", "sigmoid"}},
    Limits{Use::squared_gap, "{0} equal to {1}: the term is 0; one large gap outweighs many small ones", {"power"}},
    Limits{Use::label_surprise,
           "{1} = 1 where {0} is 1: no loss; {1} towards 0 there: the loss grows without bound; all classes alike: the log of their number",
           {"logarithm", "sum"}},
    Limits{Use::surprise, "{0} = 1: the surprise {id} is 0; {0} towards 0: it grows without bound", {"logarithm"}},
    Limits{Use::divergence, "{0} equal to {1}: 0, its smallest value; {1} = 0 where {0} is not: infinite", {"logarithm", "division"}},
    Limits{Use::noise_mix, "{0} = 1: only {1}; {0} = 0: only {2}", {"square root"}},
    Limits{Use::average, "all terms of {0} equal: their common value; a single term: that term", {"sum"}},
    Limits{Use::comparison, "{0} and {1} at right angles: {id} is 0; both twice as long: {id} is four times as large", {}},
};

class Extremes {
 public:
  explicit Extremes(const Understanding& understanding)
      : understanding_(understanding), analysis_(understanding.analysis), approximated_(understanding) {}

  std::vector<std::string> all() {
    shares();
    std::vector<Use> told;
    for (const auto& found : understanding_.uses) {
      const auto row = std::find_if(limits.begin(), limits.end(), [&](const Limits& each) { return each.use == found.use; });
      if (row == limits.end() || std::count(told.begin(), told.end(), found.use) > 0) continue;
      told.push_back(found.use);
      // Comparison matters only where nothing normalises the scores.
      if (found.use == Use::comparison && understanding_.first(Use::shares) != nullptr) continue;
      // `u^\top u` is never at right angles to itself.
      const bool itself = found.use == Use::comparison && understanding_.pattern.same(found.parts[0], found.parts[1]);
      tell(itself                              ? filled("{0} = 0: {id} is 0, its smallest value", found)
           : found.use == Use::running_average ? mix_limits(understanding_, found)
           : found.use == Use::standardised    ? standardised(found)
                                               : filled(row->words, found));
      for (const auto name : row->covers) covered_.push_back(name);
    }
    nothing_remembered();
    adds_up();
    products();
    catalogue(false);
    catalogue(true);
    return std::move(lines_);
  }

 private:
  static constexpr std::size_t most_lines = 7;

  /// Signs whose limits nobody needs to be told while there is anything else to tell.
  static bool is_plain(std::string_view name) {
    constexpr std::array<std::string_view, 6> plain{"plus", "negative", "product", "times", "transpose", "sum"};
    return std::find(plain.begin(), plain.end(), name) != plain.end();
  }

  void tell(std::string text) {
    text = sentence(std::move(text), analysis_);
    if (std::find(lines_.begin(), lines_.end(), text) == lines_.end()) lines_.push_back(std::move(text));
  }

  /// Where nothing is spread, and, if centre and spread are worked out here, what they undo.
  std::string standardised(const Found& found) const {
    const auto& pattern = understanding_.pattern;
    const auto& arena = analysis_.equation.arena;
    auto bottom = arena.child(found.id, 1);
    if (pattern.is(bottom, "square root")) bottom = arena.child(bottom, 0);
    const bool safe = pattern.is(bottom, "plus") && pattern.small_constant(arena.child(bottom, 1));
    const auto what = shown(analysis_, found.parts[0]), centre = shown(analysis_, found.parts[1]),
               spread = shown(analysis_, found.parts[2]);
    const auto mean = pattern.symbol(found.parts[1]);
    const bool own = mean == none || analysis_.equation.definition_of(mean) != nullptr;
    if (!own)
      return fmt::format("{} equal to {}: the result is 0; {} = 0: {}", what, centre, spread,
                         safe ? fmt::format("only {} keeps the division finite", shown(analysis_, arena.child(bottom, 1)))
                              : std::string("there is no result"));
    return fmt::format(
        "all entries of {0} equal: the top is 0, and {1}; {0} times 100, or plus 100: hardly any change, because {2} and {3} "
        "move along{4}",
        what,
        safe ? fmt::format("only {} keeps it from 0 over 0", shown(analysis_, arena.child(bottom, 1)))
             : std::string("0 over 0 has no value"),
        centre, spread, safe ? taken_over(found, shown(analysis_, arena.child(bottom, 1))) : "");
  }

  /// Below which spread a small constant counts for more, and where the result goes then.
  std::string taken_over(const Found& found, const std::string& small) const {
    const bool inside = understanding_.pattern.is(analysis_.equation.arena.child(found.id, 1), "square root");
    const auto* rescaled = understanding_.first(Use::rescaled);
    return fmt::format("; a spread far below {}{}: {} takes over, and the result goes to {}", inside ? "√" : "", small, small,
                       rescaled == nullptr ? "0" : shown(analysis_, rescaled->parts[2]));
  }

  /// A memory that is passed on by a sum.
  void adds_up() {
    for (const auto* statement : display_statements(analysis_.equation)) {
      if (statement->value == none || statement->defines.size() != 1 || !understanding_.pattern.is(statement->value, "plus")) continue;
      const auto& own = analysis_.equation.symbols[statement->defines[0]];
      // What is let in takes the room of what is let go.
      if (const auto mixed = understanding_.pattern.use_of(statement->value); mixed && mixed->use == Use::running_average) continue;
      for (const auto& found : understanding_.uses) {
        const auto old = found.use == Use::gate ? understanding_.pattern.symbol(found.parts[1]) : none;
        if (old == none || own.stem.empty() || analysis_.equation.symbols[old].stem != own.stem ||
            understanding_.places.parent(found.id) != statement->value)
          continue;
        tell(fmt::format("{} = 1 at every step: {} only adds up, and nothing bounds it", shown(analysis_, found.parts[0]),
                         called(analysis_, statement->defines[0])));
      }
    }
  }

  std::string filled(std::string_view words, const Found& found) const {
    std::string text(words);
    const auto fill = [&text](const std::string& hole, const std::string& with) {
      for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at + with.size())) text.replace(at, hole.size(), with);
    };
    fill("{id}", shown(analysis_, found.id));
    fill("{around}", understanding_.places.around(found.id));
    for (std::size_t i = 0; i < found.parts.size(); ++i) {
      fill(fmt::format("{{{}}}", i), shown(analysis_, found.parts[i]));
    }
    return text;
  }

  /// How many shares there are: the size of the last axis, in the user's own name.
  std::string count(ExpressionId scores) const {
    // Of a printed total it is the number of its terms.
    if (understanding_.pattern.is(scores, "division")) return term_count(understanding_, analysis_.equation.arena.child(scores, 1));
    if (scores < analysis_.shapes.expressions.size() && analysis_.shapes.expressions[scores].known &&
        !analysis_.shapes.expressions[scores].axes.empty())
      return pretty(analysis_.shapes.sizes.print(analysis_.shapes.expressions[scores].axes.back()));
    for (const auto base : expressions_below(scores)) {
      const auto which = understanding_.pattern.symbol(base);
      if (analysis_.equation.arena[base].kind != ExpressionKind::index || which == none || which >= analysis_.shapes.symbols.size())
        continue;
      const auto& shape = analysis_.shapes.symbols[which];
      if (shape.known && !shape.axes.empty()) return pretty(analysis_.shapes.sizes.print(shape.axes.back()));
    }
    return "";
  }

  std::vector<ExpressionId> expressions_below(ExpressionId id) const {
    Statement statement;
    statement.sides = {id};
    return expressions_of(analysis_.equation.arena, statement);
  }

  void shares() {
    const auto* found = understanding_.first(Use::shares);
    if (found == nullptr) return;
    covered_.insert(covered_.end(), {"softmax", "exponential", "sum", "division", "square root"});
    const auto& pattern = understanding_.pattern;
    const auto& arena = analysis_.equation.arena;
    const auto scores = found->parts[0];
    auto many = count(found->id);
    // A softmax whose total is printed beside it runs where that runs.
    for (const auto& other : understanding_.uses)
      if (other.use == Use::shares && pattern.is(other.id, "division") && !arena.ranges(arena.child(other.id, 1)).empty() &&
          arena.ranges(arena.child(other.id, 1))[0].set != none)
        many = term_count(understanding_, arena.child(other.id, 1));
    const auto even = many.empty() ? std::string("all shares are the same") : fmt::format("every share is 1/{}", many);
    const auto* blend = understanding_.first(Use::blend);
    const auto value = blend == nullptr ? "" : shown(analysis_, blend->parts[1]);
    tell(fmt::format("all entries of {} equal: {}{}", shown(analysis_, scores), even,
                     blend == nullptr ? "" : fmt::format(", and the result is the plain average of the rows of {}", value)));
    const bool gaps = blend == nullptr && never_positive(understanding_, scores);
    if (gaps)
      tell(fmt::format("one gap behind {} far below the others: its share in {} goes to 1 and the others to 0", shown(analysis_, scores),
                       understanding_.places.around(found->id)));
    else
      tell(fmt::format("the scores {} far apart: one share in {} goes to 1 and the others to 0{}, and the gradient vanishes",
                       shown(analysis_, scores), understanding_.places.around(found->id),
                       blend == nullptr ? "" : fmt::format(", so the result is a single row of {}", value)));
    for (const auto& each : understanding_.uses)
      if (each.use == Use::comparison) {
        const auto a = shown(analysis_, each.parts[0]), b = shown(analysis_, each.parts[1]);
        tell(fmt::format("{} = 0, or all rows of {} alike: the same as equal scores", a, b));
        break;
      }
    if (pattern.is(scores, "division")) {
      const auto bottom = arena.child(scores, 1);
      const auto text = shown(analysis_, bottom);
      if (pattern.is(bottom, "square root"))
        tell(fmt::format("{} large without the division by {}: the scores {} spread out and softmax saturates",
                         shown(analysis_, arena.child(bottom, 0)), text, shown(analysis_, arena.child(scores, 0))));
      else
        tell(
            fmt::format("{0} towards 0: everything goes to the largest score, and ties share; 0 itself has no value; {0} = 1: the plain "
                        "softmax; {0} very large: even shares",
                        text));
    }
  }

  /// A sum whose range is printed has terms.
  bool may_happen(std::string_view words, const OperationEntry& entry) const {
    const auto& symbols = analysis_.roles;
    if (words.find("the first is taken") != std::string_view::npos)
      return std::any_of(entry.uses.begin(), entry.uses.end(), [&](ExpressionId id) {
        const auto ranges = analysis_.equation.arena.ranges(id);
        return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
          const auto* letter = range.symbol == none ? nullptr : symbols.find(range.symbol);
          return letter != nullptr && has_badge(*letter, "index");
        });
      });
    if (words.find("no terms") == std::string_view::npos && words.find("no factors") == std::string_view::npos) return true;
    const auto& arena = analysis_.equation.arena;
    return std::none_of(entry.uses.begin(), entry.uses.end(), [&](ExpressionId id) {
      const auto ranges = arena.ranges(id);
      return std::any_of(ranges.begin(), ranges.end(), [](const Range& range) { return range.symbol != none; });
    });
  }

  /// A step in units of a usual size, without the memory of either average.
  void nothing_remembered() {
    const auto* step = understanding_.first(Use::step);
    if (step == nullptr || understanding_.first(Use::in_units_of_size) == nullptr) return;
    std::vector<Found> averages;
    for (const auto& found : understanding_.uses)
      if (found.use == Use::running_average) averages.push_back(found);
    const auto& pattern = understanding_.pattern;
    if (averages.size() != 2 || pattern.same(averages[0].parts[0], averages[1].parts[0])) return;
    const auto plain = averages[0].parts[2], squared = averages[1].parts[2];
    if (!pattern.is(squared, "power") || !pattern.same(analysis_.equation.arena.child(squared, 0), plain)) return;
    tell(fmt::format("{} = {} = 0: nothing is remembered, and the step is {} times the sign of {}, up to the small constant",
                     shown(analysis_, averages[0].parts[0]), shown(analysis_, averages[1].parts[0]), shown(analysis_, step->parts[1]),
                     shown(analysis_, plain)));
  }

  /// Products of matrices: what the second factor does at its ends.
  void products() {
    const auto& pattern = understanding_.pattern;
    const auto& arena = analysis_.equation.arena;
    for (const auto* statement : display_statements(analysis_.equation)) {
      const auto value = statement->value;
      if (value == none || !pattern.is(value, "product") || pattern.use_of(value)) continue;
      const auto left = arena.child(value, 0), right = arena.child(value, 1);
      if (pattern.rank(left) == 0 || pattern.rank(right) == 0 || lines_.size() >= 2) continue;
      const bool weights = pattern.role(left) == Role::learned;
      const auto factor = shown(analysis_, weights ? left : right), input = shown(analysis_, weights ? right : left);
      const auto& axes = analysis_.shapes.expressions[weights ? left : right].axes;
      const bool square = axes.size() == 2 && axes[0] == axes[1];
      tell(fmt::format("{} = 0: the result is 0, whatever {} holds{}", factor, input,
                       square ? fmt::format("; {} the identity: {} passes unchanged", factor, input) : ""));
      covered_.emplace_back("product");
    }
  }

  /// The logarithm of `1 + e^u` never comes near the end that the catalogue speaks of.
  bool stays_away(const Operation& operation, ExpressionId use) const {
    if (operation.name != "logarithm" || analysis_.equation.arena[use].child_count != 1) return false;
    const auto inside = analysis_.equation.arena.child(use, 0);
    return understanding_.pattern.is(inside, "plus") && never_zero(understanding_, inside);
  }

  /// The limits that the catalogue knows of operations that no use has covered.
  void catalogue(bool ordinary) {
    for (const auto& entry : analysis_.roles.operations) {
      const auto& operation = *entry.operation;
      if (approximated_.only_there(entry)) continue;
      if (only_notation(operation) || std::find(covered_.begin(), covered_.end(), operation.name) != covered_.end()) continue;
      const bool plain = is_plain(operation.name) ||
                         (operation.name == "division" && !entry.uses.empty() &&
                          analysis_.equation.arena[analysis_.equation.arena.child(entry.uses[0], 1)].kind == ExpressionKind::number);
      if (plain && !(ordinary && lines_.empty())) continue;
      if (lines_.size() >= most_lines) continue;
      const auto use = telling_use(understanding_, entry);
      if (use == none && !entry.uses.empty()) continue;
      if (has_own_limits(operation.name) && use != none) {
        if (auto words = limits_of(understanding_, use); !words.empty()) tell(std::move(words));
        continue;
      }
      // Of a vector laid flat nothing is symmetric.
      if (operation.name == "transpose" && use != none && understanding_.pattern.rank(analysis_.equation.arena.child(use, 0)) < 2) continue;
      if (operation.extremes.empty() || !entry.here.empty() || (use != none && stays_away(operation, use))) continue;
      std::vector<std::string> words;
      for (const auto& extreme : operation.extremes)
        if (!extreme.words.empty() && words.size() < 3 && may_happen(extreme.words, entry)) words.emplace_back(extreme.words);
      if (words.empty()) continue;
      const auto where = use == none ? "" : fmt::format(" in {}", understanding_.places.around(use));
      tell(fmt::format("{}{}: {}", operation.noun.empty() ? operation.name : operation.noun, where, fmt::join(words, "; ")));
    }
  }

  const Understanding& understanding_;
  const Analysis& analysis_;
  const Approximated approximated_;
  std::vector<std::string> lines_;
  std::vector<std::string_view> covered_;
};

/// The most surprising findings about inputs at their ends, each with its number of trials.
std::vector<std::string> tried_lines(const std::vector<Finding>& experiments) {
  constexpr std::size_t most_tried = 5;
  std::vector<std::string> kinds;
  constexpr std::array<std::string_view, 4> other_questions{"cost", "learned-numbers", "degree", "sums-to-one"};
  std::vector<std::string> lines;
  for (const auto& finding : experiments) {
    if (lines.size() == most_tried) break;
    if (std::find(other_questions.begin(), other_questions.end(), finding.kind) != other_questions.end()) continue;
    // The same of a second symbol is no news; what happens at another end is.
    const bool told = std::find(kinds.begin(), kinds.end(), finding.kind) != kinds.end();
    if (told && finding.kind != "extreme" && finding.kind != "failure") continue;
    kinds.push_back(finding.kind);
    lines.push_back(fmt::format("{} ({} trial{})", plain_meaning(finding.claim), finding.trials, finding.trials == 1 ? "" : "s"));
  }
  return lines;
}

}  // namespace

std::string what_at_the_extremes(const Understanding& understanding, const std::vector<Finding>& experiments) {
  auto lines = Extremes(understanding).all();
  const auto tried = tried_lines(experiments);
  if (lines.empty() && tried.empty())
    return sentence(
        fmt::format("nothing in {} has limits of its own: what happens depends on the values alone", display_text(understanding.analysis)));
  if (!tried.empty()) lines.push_back(fmt::format("Tried: {}.", fmt::join(tried, "; ")));
  return fmt::format("{}", fmt::join(lines, " "));
}

}  // namespace eqlens
