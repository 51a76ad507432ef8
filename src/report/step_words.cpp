#include "report/step_words.hpp"

#include <fmt/format.h>

#include "report/plain_math.hpp"

namespace eqlens {

namespace {

class StepWords {
 public:
  StepWords(const Analysis& analysis, const EvaluatedStep& step)
      : analysis_(analysis), arena_(analysis.equation.arena), id_(step.expression), entries_(step.value.rank() > 0) {}

  [[nodiscard]] std::string words() const {
    const auto& expression = arena_[id_];
    if (expression.operation == nullptr) return {};
    if (expression.kind == ExpressionKind::reduce && expression.operation->name == "sum") return of_sum();
    const auto& name = expression.operation->name;
    if (expression.kind == ExpressionKind::apply && expression.child_count == 2) {
      if (name == "product" || name == "matrix product" || name == "dot product") return of_product();
      if (name == "division") return rank(0) > 0 && rank(1) == 0 ? "divides every entry by the bottom" : "divides the top by the bottom";
      if (name == "power" && is_number(1, 2)) return "takes the square";
      if (name == "power" && is_number(1, 3)) return "takes the third power";
    }
    return std::string(expression.operation->does);
  }

 private:
  [[nodiscard]] std::size_t rank(std::size_t child) const {
    const auto& shape = analysis_.shapes.expressions[arena_.child(id_, child)];
    return shape.known ? shape.rank() : 0;
  }

  [[nodiscard]] bool is_number(std::size_t child, double value) const {
    const auto& expression = arena_[arena_.child(id_, child)];
    return expression.kind == ExpressionKind::number && expression.number == value;
  }

  [[nodiscard]] std::string of_sum() const {
    const auto ranges = arena_.ranges(id_);
    if (ranges.empty() || ranges[0].symbol == none) return "adds up the terms";
    return fmt::format("adds up the terms over {}", plain_math(analysis_.equation.symbols[ranges[0].symbol].latex));
  }

  [[nodiscard]] std::string of_product() const {
    const auto left = rank(0), right = rank(1);
    if (left == 0 && right == 0) return entries_ ? "multiplies matching entries" : "multiplies the two";
    if (left == 0 || right == 0) return "multiplies every entry by one number";
    const auto factor = [&](std::size_t n) { return plain_math(analysis_.equation.text(arena_.child(id_, n))); };
    // Two rows of a batch: each stays a row.
    const auto& whole = analysis_.shapes.expressions[id_];
    if (left == 1 && right == 1 && whole.known && whole.rank() == 1) return "multiplies matching entries";
    if (left == 1 && right == 1) return "adds up the products of matching entries";
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

std::string step_words(const EvaluatedStep& step, const Analysis& analysis) {
  return step.expression == none ? std::string() : StepWords(analysis, step).words();
}

}  // namespace eqlens
