#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "read/answer.hpp"

namespace eqlens {

/// Tells what expressions do, in words for a newcomer: names of parts where they are short, clauses where something happens.
class Teller {
 public:
  explicit Teller(const Understanding& understanding)
      : understanding_(understanding),
        analysis_(understanding.analysis),
        pattern_(understanding.pattern),
        equation_(understanding.analysis.equation),
        arena_(understanding.analysis.equation.arena) {}

  /// One statement as a sentence; empty if there is nothing to tell.
  [[nodiscard]] std::string statement(const Statement& statement);

 private:
  /// A definition: what is made of `id`, and that it is `what`.
  std::string value_of(ExpressionId id, const std::string& what, bool update);
  std::string claim(const Statement& statement);
  /// A noun phrase for the value of an expression. Clauses that explain it on the way go to `clauses_`.
  std::string tell(ExpressionId id);
  /// The noun phrase as it may stand inside another: what would fall apart there is called "the quantity".
  std::string operand(ExpressionId id, bool products_too = true);
  [[nodiscard]] bool learned_matrix(ExpressionId id) const;
  [[nodiscard]] bool falls_apart(ExpressionId id, bool products_too) const;
  std::string told_use(const Found& found);
  std::string told_step(const Found& step, const std::string& what);
  std::string told_nudge(const Found& nudge, const std::string& what);
  std::string told_division(ExpressionId id);
  std::string told_distance(ExpressionId id);
  std::string told_set(ExpressionId id);
  std::string told_power(ExpressionId id);
  std::string told_operation(ExpressionId id);
  std::string told_reduce(ExpressionId id);
  std::string told_sum(ExpressionId id);
  std::string told_product(ExpressionId id);
  std::string told_entries(ExpressionId id);
  std::string told_call(ExpressionId id);
  std::string told_function(ExpressionId id);
  std::string condition(ExpressionId id);
  /// " over i from 1 to n", " over x in D": what big operators run over; empty if nothing is bound.
  std::string over(std::span<const ExpressionId> operators);
  [[nodiscard]] std::string called_with(ExpressionId call) const;
  [[nodiscard]] std::string name(SymbolId symbol) const;
  /// An entry: by its array alone, or with its indices where the display tells several entries of one array apart.
  std::string entry_name(ExpressionId id);
  [[nodiscard]] bool has_other_entries(ExpressionId id);
  [[nodiscard]] bool shares_meaning(SymbolId symbol) const;
  [[nodiscard]] bool accented_twin(SymbolId symbol) const;
  [[nodiscard]] std::string subject(const Statement& statement);

  const Understanding& understanding_;
  const Analysis& analysis_;
  const Pattern& pattern_;
  const Equation& equation_;
  const Arena& arena_;
  std::vector<std::string> clauses_;
  std::vector<std::string> ratios_;  ///< what stands above and below in long fractions, told after the sentence
  ExpressionId top_ = none;          ///< the statement's value: a function here is worth a clause
  std::string subject_;              ///< what the statement defines
  std::set<SymbolId> several_;       ///< arrays of which several entries are printed; known once it is `counted_`
  bool counted_ = false;
  int depth_ = 0;
};

/// "each of the queries", "each row of X".
[[nodiscard]] std::string each_of(const std::string& noun);
/// "all the keys", "all rows of K".
[[nodiscard]] std::string all_of(const std::string& noun);
[[nodiscard]] bool plural(std::string_view noun);
/// Goes on after a phrase: a comma ends a quantity that is still open at its end.
[[nodiscard]] std::string joined(const std::string& left, std::string_view words, const std::string& right);

}  // namespace eqlens
