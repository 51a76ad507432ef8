#pragma once

#include <set>
#include <string>
#include <vector>

#include "read/phrase.hpp"
#include "read/reading.hpp"

namespace eqlens {

/// The word that ends a group opened by these words: of "the max" and "the sine of" it is "max" and "sine".
[[nodiscard]] std::string function_end_word(std::string_view words);

/// How tightly an expression holds together when it is spoken; "over" and "squared" grip only what is tight.
enum class Grip {
  atom,      ///< a symbol with its scripts, a number, "one half"
  tight,     ///< "p of x", "Q K transpose", "e to the z i"
  times,     ///< a product spoken with "times"
  sum,       ///< never stands bare inside anything
  fraction,  ///<
  named,     ///< a call of a named operator: it grips a whole fraction
  root,
  big,  ///< a sum, product, maximum over an index: holds its body to the end
  negative,
  clause,  ///< cases, relations: several words of sentence
};

/// Where an expression stands in the sentence.
struct Spot {
  bool start = false;        ///< at the start of a side, with no group open around it
  bool after_times = false;  ///< right operand of a spoken product
};

/// Speaks the expressions of one analysis. One pass over the tree; words come from the catalogue, grouping from the grips.
class Speaker {
 public:
  Speaker(const Analysis& analysis, Register spoken);

  [[nodiscard]] std::string display();
  [[nodiscard]] Phrase say(ExpressionId id, Spot place = {});
  [[nodiscard]] Phrase statement(const Statement& statement);

 private:
  struct Depth;

  // aloud_grip.cpp
  [[nodiscard]] Grip grip(ExpressionId id) const;
  [[nodiscard]] bool joins_silently(ExpressionId left, ExpressionId right) const;
  [[nodiscard]] bool bare_capital(ExpressionId id) const;
  [[nodiscard]] bool told_by_case(std::string_view letter) const;
  [[nodiscard]] bool has_small_twin(const Symbol& symbol) const;
  [[nodiscard]] bool is_infix(ExpressionId id) const;
  [[nodiscard]] bool holds_condition(ExpressionId id) const;
  [[nodiscard]] bool says_e_to_the(ExpressionId exponential) const;
  [[nodiscard]] bool small_fraction(ExpressionId id) const;
  [[nodiscard]] bool vector_like(ExpressionId id) const;
  [[nodiscard]] bool square_matrix(ExpressionId id) const;
  Phrase density(ExpressionId id);

  // aloud_infix.cpp
  Phrase infix(ExpressionId id, Spot place);
  void attach(Phrase& left, ExpressionId id, bool start);
  void attach_sum(Phrase& left, ExpressionId id, bool start);
  void attach_factor(Phrase& left, ExpressionId id, bool start);
  void attach_division(Phrase& left, ExpressionId id, bool start);
  [[nodiscard]] bool follows_dots(ExpressionId id) const;
  Phrase quantity(ExpressionId id);
  [[nodiscard]] bool wide_fraction(ExpressionId id) const;
  Phrase fraction(ExpressionId id);
  Phrase operand(ExpressionId id, Spot place, bool products_too);
  std::string infix_words(ExpressionId id) const;

  // aloud_function.cpp
  Phrase apply(ExpressionId id, Spot place);
  Phrase function(ExpressionId id, std::string_view words, bool named);
  Phrase filled(ExpressionId id);
  Phrase call(ExpressionId id, const std::vector<std::string>& indices = {});
  Phrase list(const std::vector<ExpressionId>& items);
  Phrase logarithm(ExpressionId id, Spot place);
  Phrase exponential(ExpressionId id);
  Phrase root(ExpressionId id);
  Phrase power(ExpressionId id);
  Phrase postfix(ExpressionId id, std::string_view words, std::string_view noun);
  Phrase norm(ExpressionId id, bool squared);
  Phrase derivative(ExpressionId id, std::string_view noun);
  Phrase divergence(ExpressionId id);
  Phrase distribution(ExpressionId id);

  // aloud_symbol.cpp
  Phrase symbol(SymbolId id);
  Phrase symbol_with_indices(SymbolId id, const std::vector<std::string>& indices);
  Phrase index(ExpressionId id);
  std::string index_words(ExpressionId id);
  Phrase number(ExpressionId id);
  Phrase unknown(ExpressionId id);
  void upper_words(std::string_view upper, Phrase& phrase, bool set = false) const;
  [[nodiscard]] bool names_set(SymbolId id) const;
  [[nodiscard]] std::string_view counted_upper(const Symbol& symbol) const;
  [[nodiscard]] std::string meaning(SymbolId id) const;
  void find_clashes();

  // aloud_big.cpp
  Phrase big(ExpressionId id);
  std::string range_words(const Range& range, bool expectation);
  Phrase cases(ExpressionId id);
  Phrase relation(ExpressionId id);
  Phrase member(ExpressionId id);
  Phrase described_set(ExpressionId id);
  Phrase conditions(ExpressionId id);
  Phrase matrix(ExpressionId id);
  std::string set_words(ExpressionId id);

  // aloud_statement.cpp
  bool declaration(const Statement& statement, Phrase& phrase);
  Phrase membership(const Statement& statement);
  Phrase sampling(const Statement& statement);
  [[nodiscard]] bool explains(const Statement& statement, const Statement& earlier) const;
  [[nodiscard]] std::string dimension_words(const std::string& latex) const;

  // What is printed around an expression, where the tree does not keep it.
  [[nodiscard]] std::string_view text(Span span, std::uint16_t source) const;
  [[nodiscard]] std::string_view before(ExpressionId id, std::size_t count) const;

  [[nodiscard]] const Expression& at(ExpressionId id) const { return arena_[id]; }
  [[nodiscard]] std::string_view operation(ExpressionId id) const;

  const Analysis& analysis_;
  const Equation& equation_;
  const Arena& arena_;
  Register register_;
  Ends ends_;
  std::set<SymbolId> sets_;        ///< what indices run over
  std::set<std::string> clashes_;  ///< letters whose capital must be called capital
  bool other_e_ = false;           ///< a symbol e is in use: "e to the" would be heard as its power
  bool said_elementwise_ = false;
  int depth_ = 0;
};

}  // namespace eqlens
