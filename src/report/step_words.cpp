#include "report/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/plain_math.hpp"

namespace eqlens {

namespace {

class StepWords {
 public:
  StepWords(const Analysis& analysis, const EvaluatedStep& step)
      : analysis_(analysis), arena_(analysis.equation.arena), id_(step.expression), entries_(step.value.rank() > 0) {}

  [[nodiscard]] std::string words() const {
    const auto& expression = arena_[id_];
    // That it has a label is nothing to work out.
    if (expression.operation == nullptr || expression.operation->name == "labelled") return {};
    // What it does here, where that is not what it does elsewhere.
    for (const auto& entry : analysis_.roles.operations)
      if (!entry.here.empty() && std::find(entry.uses.begin(), entry.uses.end(), id_) != entry.uses.end()) return entry.here;
    if (expression.kind == ExpressionKind::reduce && expression.operation->name == "sum") return of_sum();
    const auto& name = expression.operation->name;
    if (name == "call" && reads_table()) return "reads one entry of the table";
    if (expression.kind == ExpressionKind::apply && expression.child_count == 2) {
      if (name == "product" || name == "matrix product" || name == "dot product") return of_product();
      if (name == "division") return rank(0) > 0 && rank(1) == 0 ? "divides every entry by the bottom" : "divides the top by the bottom";
      if (name == "power" && is_number(1, 2)) return "takes the square";
      if (name == "power" && is_number(1, 3)) return "takes the third power";
    }
    return std::string(expression.operation->does);
  }

 private:
  /// `Q(s, a)` of a declared Q with an axis for each argument.
  [[nodiscard]] bool reads_table() const {
    const auto& head = arena_[arena_.child(id_, 0)];
    return head.kind == ExpressionKind::symbol && own_rank() == 0 &&
           std::any_of(analysis_.equation.shape_facts.begin(), analysis_.equation.shape_facts.end(), [&](const ShapeFact& fact) {
             return fact.symbol == head.symbol && !fact.of_call && fact.indexed.empty() && fact.arguments.empty() &&
                    fact.axes.size() + 1 == arena_[id_].child_count;
           });
  }

  [[nodiscard]] std::size_t rank(std::size_t child) const {
    const auto& shape = analysis_.shapes.expressions[arena_.child(id_, child)];
    return shape.known ? shape.rank() : 0;
  }

  [[nodiscard]] std::size_t own_rank() const {
    const auto& shape = analysis_.shapes.expressions[id_];
    return shape.known ? shape.rank() : 0;
  }

  [[nodiscard]] bool is_number(std::size_t child, double value) const {
    const auto& expression = arena_[arena_.child(id_, child)];
    return expression.kind == ExpressionKind::number && expression.number == value;
  }

  [[nodiscard]] std::string of_sum() const {
    std::vector<std::string> letters;
    for (const auto& range : arena_.ranges(id_))
      if (range.symbol != none) letters.push_back(plain_math(analysis_.equation.symbols[range.symbol].latex));
    if (letters.empty()) return "adds up the terms";
    const auto last = letters.back();
    letters.pop_back();
    return fmt::format("adds up the terms over {}{}{}", fmt::join(letters, ", "), letters.empty() ? "" : " and ", last);
  }

  [[nodiscard]] std::string of_product() const {
    const auto left = rank(0), right = rank(1);
    if (left == 0 && right == 0) return entries_ ? "multiplies matching entries" : "multiplies the two";
    if (left == 0 || right == 0) return "multiplies every entry by one number";
    const auto factor = [&](std::size_t n) { return plain_math(analysis_.equation.text(arena_.child(id_, n))); };
    if (left == 1 && right == 1) {
      // x z of two columns goes entry by entry, x z^T makes a table of all products.
      constexpr std::string_view by_rank[] = {"adds up the products of matching entries", "multiplies matching entries",
                                              "multiplies every entry of the first by every entry of the second"};
      return std::string(by_rank[std::min<std::size_t>(own_rank(), 2)]);
    }
    if (right == 1) return fmt::format("multiplies each row of {} by {}, entry by entry, and adds up", factor(0), factor(1));
    if (left == 1) return fmt::format("multiplies {} by each column of {}, entry by entry, and adds up", factor(0), factor(1));
    return fmt::format("adds up, for each entry, a row of {} times a column of {}", factor(0), factor(1));
  }

  const Analysis& analysis_;
  const Arena& arena_;
  ExpressionId id_;
  bool entries_;  ///< an indexed expression, worked out for all its indices
};

}  // namespace

std::string step_words(const EvaluatedStep& step, const Analysis& analysis, std::span<const EvaluatedInput> inputs) {
  if (step.expression == none) return {};
  const auto& equation = analysis.equation;
  const bool taken = equation.arena.applies(step.expression, "call") &&
                     std::any_of(inputs.begin(), inputs.end(), [name = equation.canonical(step.expression)](const EvaluatedInput& input) {
                       return input.from == "sample" && input.symbol == name;
                     });
  if (taken) return "has no definition here: its values are among those taken above";
  return StepWords(analysis, step).words();
}

}  // namespace eqlens
