// What does each function and operation do, and why is it there?
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/approximated.hpp"
#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// What a use adds to the catalogue's general words: why the operation stands at this place.
struct Purpose {
  Use use;
  std::string_view operation;  ///< whose sentence it replaces
  std::string_view words;      ///< {0}, {1}, {2} are the parts as printed
};

// The first row that fits is told, so the more particular ones stand first.
constexpr std::array purposes{
    Purpose{Use::comparison, "product", "the product {id} is the squared length of {0}, in {around}"},
    Purpose{Use::comparison, "dot product", "the dot product {id} is the squared length of {0}, in {around}"},
    // Two vectors; of matrices the next rows speak.
    Purpose{Use::comparison, "product", "the product {id} measures how well {0} and {1} agree: what {around} is made of"},
    Purpose{Use::comparison, "product",
            "the product {id} compares every row of {0} with every row of {1}: one score for each pair, a dot product, large where the two "
            "point the same way"},
    Purpose{Use::comparison, "matrix product",
            "the product {id} compares every row of {0} with every row of {1}: one score for each pair, a dot product, large where the two "
            "point the same way"},
    Purpose{Use::comparison, "dot product", "the dot product {id} measures how well {0} and {1} agree, in {around}"},
    Purpose{Use::blend, "product", "multiplying by {1} takes the average of its rows, each weighted by its share in {0}"},
    Purpose{Use::linear, "product", "the product {id} mixes the entries of {1} with the learned weights {0}"},
    Purpose{Use::linear, "plus", "adding {2} shifts the mix of {1}, so that {id} need not pass through 0"},
    Purpose{
        Use::residual, "plus",
        "adding {0} back lets it pass unchanged, so that {1} only has to learn the difference, and gradients have a straight way through"},
    Purpose{Use::step, "product", "multiplying by {1} sets how far the step against {2} goes"},
    Purpose{Use::label_surprise, "product", "multiplying by {0} keeps the surprise at {1} of the true class and drops the others"},
    Purpose{Use::label_surprise, "sum", "the sum gathers what {0} leaves of {1} over all classes"},
    Purpose{
        Use::rescaled, "elementwise product",
        "the elementwise product with {0} gives each feature of {1} a learned scale of its own: with {2} it can give back any scale and "
        "centre"},
    Purpose{Use::rescaled, "product", "multiplying {1} by {0} gives it a learned scale: with {2} it can give back any scale and centre"},
    Purpose{Use::standardised, "plus", "the small constant added under the division in {id} keeps it finite when {2} is 0"},
    Purpose{Use::standardised, "square root", "the square root turns {2}, a variance, into a spread in the units of {0}"},
    Purpose{Use::standardised, "division",
            "dividing by {2} sets the spread of {0} to about 1, so that what comes later sees a steady scale"},
    Purpose{Use::in_units_of_size, "plus", "the small constant added below in {id} keeps the division finite when {1} is 0"},
    Purpose{Use::running_average, "power", "averaging the square {2} drops the sign, so that what is kept measures a usual size"},
    Purpose{Use::self_gate, "product",
            "multiplying {0} by {1}, which rises with it from 0 to 1, lets it through as far as that gate is open: a smooth form of "
            "max(0, {0})"},
    Purpose{Use::self_gate, "elementwise product",
            "multiplying {0} by {1}, which rises with it from 0 to 1, lets it through as far as that gate is open: a smooth form of "
            "max(0, {0})"},
    Purpose{Use::correction, "power", "the power of {1} fades with every step, and the correction of {0} with it"},
    Purpose{Use::penalty, "product", "multiplying by {1} sets how much the penalty {2} matters beside {0}"},
    Purpose{Use::penalty, "power", "squaring the norm in {2} makes large weights count most, and its slope simple"},
    Purpose{Use::penalty, "norm", "the norm in {2} measures how large the weights are"},
    Purpose{Use::shares, "sum", "the sum below in {id} is the total that all shares are measured by"},
    Purpose{Use::nudge, "plus", "the sum moves {0} part of the way to {2}"},
    Purpose{Use::nudge, "product", "multiplying by {1} sets how much of the gap between {2} and {0} is closed"},
    Purpose{Use::nudge, "minus", "the difference of {2} and {0} is what is still missing"},
    Purpose{Use::step, "minus", "the minus goes downhill: {0} moves against {2}, by a step of size {1}"},
    Purpose{Use::correction, "division",
            "dividing {0} by one minus a power of {1} undoes the pull of its starting value 0 in the first steps"},
    Purpose{Use::standardised, "division",
            "dividing by the root of {2} sets the spread of {0} to about 1, so that what comes later sees a steady scale"},
    Purpose{Use::standardised, "minus", "subtracting {1} centres {0} at 0"},
    Purpose{Use::penalty, "plus", "adding {2}, weighted by {1}, makes large weights costly"},
    Purpose{Use::gate, "elementwise product", "the elementwise product lets {1} pass as far as the gate {0} is open"},
    Purpose{Use::average, "sum", "the sum of {0}, divided by {1}, takes an average, which does not grow with the number of terms"},
    Purpose{Use::squared_gap, "power", "squaring makes the gap between {0} and {1} positive and lets large gaps count more"},
    Purpose{Use::squared_gap, "minus", "the difference of {0} and {1} measures how far they are apart"},
    Purpose{Use::label_surprise, "logarithm",
            "the log turns the probability {1} where {0} is 1 into surprise: 0 for certainty, unbounded for what was thought impossible"},
    Purpose{Use::surprise, "logarithm",
            "the log in {id} turns the probability {0} into surprise: 0 for certainty, unbounded for what was thought impossible"},
    Purpose{Use::label_surprise, "negative", "the minus sign makes the surprise {id} positive, so that less is better"},
    Purpose{Use::surprise, "negative", "the minus sign makes the surprise {id} positive, so that less is better"},
    Purpose{Use::shares, "division", "dividing by that sum in {id} makes the results shares of a whole: they add up to 1"},
};

std::string filled(const Understanding& understanding, std::string_view words, const Found& found) {
  std::string text(words);
  const auto replace = [&](const std::string& hole, const std::string& with) {
    for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at + with.size())) text.replace(at, hole.size(), with);
  };
  replace("{id}", shown(understanding.analysis, found.id));
  replace("{around}", understanding.places.around(found.id));
  for (std::size_t i = 0; i < found.parts.size(); ++i) replace(fmt::format("{{{}}}", i), shown(understanding.analysis, found.parts[i]));
  return text;
}

/// A small constant is added in the bottom of a fraction, inside its root or beside it.
bool holds_small(const Understanding& understanding, ExpressionId bottom) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  if (pattern.is(bottom, "square root")) bottom = arena.child(bottom, 0);
  return pattern.is(bottom, "plus") && pattern.small_constant(arena.child(bottom, 1));
}

/// Shares by the word softmax have no printed sum or division of their own.
bool fits(const Understanding& understanding, const Purpose& purpose, const Found& found) {
  const bool itself = purpose.use == Use::comparison && understanding.pattern.rank(found.id) == 0 &&
                      understanding.pattern.same(found.parts[0], found.parts[1]);
  if (purpose.use == Use::comparison && itself != (purpose.words.find("squared length") != std::string_view::npos)) return false;
  if (purpose.use == Use::comparison && purpose.operation == "product") {
    const bool vectors = understanding.pattern.rank(found.parts[0]) == 1;
    return vectors == (purpose.words.find("row") == std::string_view::npos);
  }
  if (purpose.use == Use::standardised) {
    const auto& arena = understanding.analysis.equation.arena;
    const auto bottom = arena.child(found.id, 1);
    const bool root = bottom != found.parts[2];
    if (purpose.operation == "plus") return root && holds_small(understanding, bottom);
    if (purpose.operation == "division") return root == (purpose.words.find("the root of") != std::string_view::npos);
    return root;
  }
  // The other kind of product may stand elsewhere in the display.
  if (purpose.use == Use::rescaled)
    return understanding.pattern.is(understanding.analysis.equation.arena.child(found.id, 0), purpose.operation);
  if (purpose.use == Use::running_average) return understanding.pattern.is(found.parts[2], "power");
  if (purpose.use == Use::shares) return understanding.pattern.is(found.id, "division");
  if (purpose.use == Use::penalty) {
    const auto& arena = understanding.analysis.equation.arena;
    auto norm = found.parts[2];
    const bool squared = understanding.pattern.is(norm, "power");
    if (squared) norm = arena.child(norm, 0);
    if (purpose.operation == "power" && !squared) return false;
    // Only of what training moves can it be said that its size is a cost.
    const auto inner = understanding.pattern.is(norm, "norm") ? arena.child(norm, 0) : norm;
    return purpose.words.find("weights") == std::string_view::npos || understanding.pattern.role(inner) == Role::learned;
  }
  return true;
}

std::string purpose_of(const Understanding& understanding, const Operation& operation, const Found& found) {
  const bool weighs =
      operation.name == "plus" || operation.name == "product" || operation.name == "minus" || operation.name == "elementwise product";
  if (found.use == Use::running_average && weighs) return mix_reason(understanding, found, operation.name);
  if (found.use == Use::in_units_of_size && operation.name != "plus") return size_reason(understanding, found, operation.name);
  for (const auto& purpose : purposes)
    if (purpose.use == found.use && purpose.operation == operation.name && fits(understanding, purpose, found))
      return filled(understanding, purpose.words, found);
  return "";
}

/// One sign may stand for several things in a display: each is told once, of its first place.
std::vector<std::string> purposes_of(const Understanding& understanding, const Operation& operation) {
  std::vector<Use> told;
  std::vector<std::string> words;
  for (const auto& found : understanding.uses) {
    if (std::find(told.begin(), told.end(), found.use) != told.end()) continue;
    auto purpose = purpose_of(understanding, operation, found);
    if (purpose.empty()) continue;
    told.push_back(found.use);
    words.push_back(std::move(purpose));
  }
  return words;
}

/// "√d_k divides": a root of a size under a fraction keeps sums of that many products in range.
std::string scaling_purpose(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  for (const auto& found : understanding.uses) {
    if (found.use != Use::shares || !pattern.is(found.parts[0], "division")) continue;
    const auto bottom = arena.child(found.parts[0], 1);
    if (pattern.is(bottom, "square root")) {
      auto many = shown(understanding.analysis, arena.child(bottom, 0));
      // `\sqrt{d}_k` is printed with its script behind the root.
      if (const auto whole = shown(understanding.analysis, bottom); whole.starts_with("√") && whole.find(many) != std::string::npos)
        many = whole.substr(std::string_view("√").size());
      return fmt::format(
          "dividing {2} by {0} keeps the spread of the scores near 1: a sum of {1} products of unit-variance entries has that standard "
          "deviation, and too large scores would saturate softmax",
          shown(understanding.analysis, bottom), many, shown(understanding.analysis, arena.child(found.parts[0], 0)));
    }
    return fmt::format("dividing {} by {} flattens the shares when it is large and sharpens them when it is small",
                       shown(understanding.analysis, arena.child(found.parts[0], 0)), shown(understanding.analysis, bottom));
  }
  return "";
}

}  // namespace

/// A product at a place that no use names: a learned mix, a scaling, or just a product.
std::string product_purpose(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  if (!pattern.product_like(id)) return "";
  const auto left = arena.child(id, 0), right = arena.child(id, 1);
  const auto text = [&](ExpressionId part) { return shown(understanding.analysis, part); };
  for (const auto& [weights, input] : {std::pair{left, right}, std::pair{right, left}})
    if (pattern.role(weights) == Role::learned && pattern.rank(weights) >= 2 && pattern.rank(input) >= 1)
      return fmt::format("multiplying by {} mixes the entries of {}: each result is a sum with learned weights", text(weights),
                         text(input));
  if (pattern.rank(left) == 2 && pattern.rank(right) == 2 && !pattern.is(id, "elementwise product"))
    return fmt::format("the product {} multiplies, for its entry (i, j), row i of {} with column j of {} and adds up", text(id), text(left),
                       text(right));
  if (auto words = reason_of(understanding, id); !words.empty() && pattern.rank(left) > 0) return words;
  const auto factor = pattern.is(left, "division") ? arena.child(left, 0) : left;
  if (pattern.rank(left) == 0 && pattern.role(factor) == Role::constant) {
    // A longer product is printed as its first factor before all the others.
    auto whole = id;
    for (auto above = understanding.places.parent(id); above != none && pattern.product_like(above) && arena.child(above, 0) == whole;
         above = understanding.places.parent(above))
      whole = above;
    const auto factors = pattern.factors(whole);
    std::string rest;
    for (std::size_t n = 1; n < factors.size(); ++n) rest += (n > 1 ? " " : "") + text(factors[n]);
    return fmt::format("multiplying by {} sets how much {} counts in {}", text(factors.front()), shortened(rest),
                       understanding.places.around(whole));
  }
  if (pattern.rank(left) >= 1 && pattern.rank(right) >= 1 && !pattern.is(id, "elementwise product"))
    return fmt::format("the product {} adds up, for each entry, a row of {} times a column of {}", text(id), text(left), text(right));
  return reason_of(understanding, id);
}

/// Several projections of the same input are told together: Q = X W^Q, K = X W^K, V = X W^V.
std::string projections_purpose(const Understanding& understanding, const std::vector<ExpressionId>& uses) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  std::vector<std::string> weights;
  ExpressionId input = none;
  for (const auto id : uses) {
    if (!pattern.product_like(id)) continue;
    const auto left = arena.child(id, 0), right = arena.child(id, 1);
    const bool learned = pattern.symbol(left) != none && pattern.role(right) == Role::learned && pattern.rank(right) >= 2;
    if (!learned || (input != none && !pattern.same(input, left))) continue;
    input = left;
    weights.push_back(shown(understanding.analysis, right));
  }
  if (weights.size() < 2) return "";
  return fmt::format(
      "multiplying {0} by {1} projects {3}{0}, each time with learned weights of its own: the same item is looked at in {2} ways",
      shown(understanding.analysis, input), enumerated(weights), weights.size(), pattern.rank(input) == 1 ? "" : "each row of ");
}

/// Under a square the 2 is there for its derivative; other numbers only scale.
std::string division_purpose(const Understanding& understanding, ExpressionId id) {
  const auto& arena = understanding.analysis.equation.arena;
  const auto bottom = arena.child(id, 1);
  if (arena[bottom].kind != ExpressionKind::number) return reason_of(understanding, id);
  if (understanding.pattern.is_number(bottom, 2) && understanding.first(Use::penalty) != nullptr)
    return fmt::format("the division by 2 in {} only tidies the gradient: it cancels the 2 that the square brings",
                       understanding.places.around(id));
  return fmt::format("the division in {} scales {} by a fixed number", understanding.places.around(id),
                     shown(understanding.analysis, arena.child(id, 0)));
}

/// The transpose by what it lets meet.
std::string transpose_purpose(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  const auto text = [&](ExpressionId part) { return shown(understanding.analysis, part); };
  if (arena[id].child_count == 0) return "";
  const auto inner = arena.child(id, 0);
  const auto above = understanding.places.parent(id);
  if (pattern.is(id, "transpose") && above != none && pattern.product_like(above)) {
    const auto& shape = understanding.analysis.shapes.expressions[inner];
    bool second = arena.child(above, 1) == id;
    auto met = arena.child(above, second ? 0 : 1);
    // A number in front meets nothing: the next factor does.
    if (const auto wider = understanding.places.parent(above);
        second && pattern.rank(met) == 0 && wider != none && pattern.product_like(wider) && arena.child(wider, 0) == above) {
      second = false;
      met = arena.child(wider, 1);
    }
    const auto other = text(met);
    if (pattern.rank(inner) < 2 && pattern.same(inner, met))
      return fmt::format("the transpose in {} lays {} flat, so that each of its entries meets itself", text(above), text(inner));
    if (pattern.rank(inner) < 2)
      return fmt::format("the transpose in {} lays {} flat, so that its entries meet those of {}", text(above), text(inner), other);
    const auto meeting = shape.known ? pretty(understanding.analysis.shapes.sizes.print(shape.axes[shape.rank() - (second ? 1 : 2)])) : "";
    return fmt::format("the transpose in {} turns {} on its side, so that its {} meet {}{}", text(above), text(inner),
                       second ? "rows" : "columns", other, meeting.empty() ? "" : fmt::format(": both sides have {} there", meeting));
  }
  if (pattern.is(id, "transpose"))
    return fmt::format("the transpose lays {} on its side, in {}", text(inner), understanding.places.around(id));
  return "";
}

/// What the catalogue knows, said of what stands here.
std::string general_purpose(const Understanding& understanding, const OperationEntry& entry, ExpressionId id) {
  const auto& operation = *entry.operation;
  const std::string noun(operation.noun.empty() ? operation.name : operation.noun);
  if (id == none) return fmt::format("{}, in {}, {}", noun, display_text(understanding.analysis), entry.does());
  if (auto transpose = transpose_purpose(understanding, id); !transpose.empty()) return transpose;
  if (auto reason = reason_of(understanding, id); !reason.empty()) return reason;
  const auto& arena = understanding.analysis.equation.arena;
  const bool one = arena[id].kind == ExpressionKind::apply && arena[id].child_count == 1;
  const auto does = one ? about(entry.does(), shown(understanding.analysis, arena.child(id, 0))) : std::string(entry.does());
  return fmt::format("{}, in {}, {}{}{}", noun, understanding.places.around(id), does, entry.why().empty() ? "" : "; it is there ",
                     entry.why());
}

/// Functions whose rule a fact gives: h of `h(a) = \max(0, a)`.
std::vector<std::string> own_functions(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> rules;
  for (const auto& entry : analysis.roles.symbols) {
    const auto* given = analysis.equation.definition_of(entry.symbol);
    if (entry.indexed || entry.kind != "function" || given == nullptr || given->source == 0 || given->value == none) continue;
    if (understanding.pattern.operation(given->value).ends_with(" distribution")) continue;
    std::vector<std::string> arguments;
    for (const auto argument : given->parameters) arguments.push_back(called(analysis, argument));
    const auto use = understanding.places.use_of(entry.symbol);
    rules.push_back(sentence(fmt::format("{}{}{}, turns {} into {}", pretty(entry.latex), use.empty() ? "" : ", ", use,
                                         arguments.empty() ? "its argument" : enumerated(arguments), shown(analysis, given->value)),
                             analysis));
  }
  return rules;
}

/// A sign at a place that no use names.
std::string purpose_at(const Understanding& understanding, const OperationEntry& entry, ExpressionId use) {
  std::string words;
  if (use != none) words = entry.operation->name == "division" ? division_purpose(understanding, use) : product_purpose(understanding, use);
  return words.empty() ? general_purpose(understanding, entry, use) : words;
}

/// Functions that are called and nowhere spelt out: all that such a line does.
std::string calls_only(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> names;
  for (const auto* statement : display_statements(analysis.equation))
    for (const auto id : expressions_of(analysis.equation.arena, *statement)) {
      if (!understanding.pattern.is(id, "call") || id == statement->sides.front()) continue;
      auto name = shown(analysis, analysis.equation.arena.child(id, 0));
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
  if (names.empty()) return "";
  return sentence(fmt::format("{} {} applied in {}; what {} not spelt out there", enumerated(names), names.size() > 1 ? "are" : "is",
                              display_text(analysis), names.size() > 1 ? "they do is" : "it does is"),
                  analysis);
}

std::string what_each_does(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> answers;
  const auto add = [&](std::string words) {
    words = sentence(std::move(words), analysis);
    if (std::find(answers.begin(), answers.end(), words) == answers.end()) answers.push_back(std::move(words));
  };
  const Approximated approximated(understanding);
  for (const auto& entry : analysis.roles.operations) {
    const auto& operation = *entry.operation;
    if (only_notation(operation)) continue;
    // What only comes close to a value is not there for what it usually does.
    if (approximated.only_there(entry)) continue;
    auto words = purposes_of(understanding, operation);
    // The fraction of a printed softmax and the scale inside it are two divisions, each with its reason.
    if (operation.name == "division")
      if (auto scaling = scaling_purpose(understanding); !scaling.empty()) words.push_back(std::move(scaling));
    if (words.empty())
      if (auto projected = projections_purpose(understanding, entry.uses); !projected.empty()) words.push_back(std::move(projected));
    const auto use = telling_use(understanding, entry);
    // Among plain numbers, and where it only counts places, a sign needs no reason.
    if (words.empty() && use == none && !entry.uses.empty()) continue;
    if (words.empty()) words.push_back(purpose_at(understanding, entry, use));
    for (auto& purpose : mixing_reasons(understanding, entry)) words.push_back(std::move(purpose));
    for (auto& purpose : words) add(std::move(purpose));
  }
  if (auto words = approximated.purpose(); !words.empty()) add(std::move(words));
  for (auto& rule : own_functions(understanding)) answers.push_back(std::move(rule));
  if (answers.empty())
    if (auto calls = calls_only(understanding); !calls.empty()) return calls;
  if (answers.empty())
    return sentence(fmt::format("no operation stands in {}: the line only names or declares things", display_text(analysis)));
  return fmt::format("{}", fmt::join(answers, " "));
}

}  // namespace eqlens
