#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
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
        arena_(understanding.analysis.equation.arena) {
    count_repeats();
  }

  /// One statement as a sentence; empty if there is nothing to tell.
  [[nodiscard]] std::string statement(const Statement& statement);

 private:
  /// A definition: what is made of `id`, and that it is `what`.
  std::string value_of(ExpressionId id, const std::string& what, bool update);
  std::string explained(std::string text);
  void introduce(std::string& text);
  std::string told_kept(ExpressionId id, const std::string& what);
  std::string claim(const Statement& statement);
  std::string bounds(const Statement& statement);
  /// A noun phrase for the value of an expression. Clauses that explain it on the way go to `clauses_`.
  std::string tell(ExpressionId id);
  /// The noun phrase as it may stand inside another: what would fall apart there is called "the quantity".
  std::string operand(ExpressionId id, bool products_too = true);
  /// One part of a sum, with its sign.
  struct Summand {
    ExpressionId id = none;
    bool minus = false;
  };
  /// What a product multiplies and divides by, across all signs between.
  struct Factors {
    enum class Arrays { one, matrix, elementwise };
    std::vector<ExpressionId> top, bottom;
    Arrays arrays = Arrays::one;  ///< how arrays among them are multiplied
    bool minus = false;
  };
  /// A factor in words; a closed one is a name, which takes nothing behind it for its own.
  struct Factor {
    std::string words;
    bool closed = false;
  };

  // plain_grip.cpp
  [[nodiscard]] bool closed(ExpressionId id) const;
  [[nodiscard]] bool short_term(ExpressionId id) const;
  [[nodiscard]] bool is_sum(ExpressionId id) const;
  [[nodiscard]] bool is_one_less(ExpressionId id, ExpressionId& rest) const;
  [[nodiscard]] std::vector<Summand> summands(ExpressionId id) const;
  std::vector<std::string> told_parts(const std::vector<Summand>& parts);
  std::string closed_sum(ExpressionId id);
  std::string open_sum(const std::vector<Summand>& parts, const std::string& closed_words);
  std::string told_flag(const std::vector<Summand>& parts);
  std::string sum_of(std::vector<Summand> parts, bool unsigned_parts);
  std::string run_of_sums(const std::vector<Summand>& parts);

  // plain_products.cpp
  /// What a part is for, as far as that tells all of it: of `c a^\top b` the agreement tells no c.
  [[nodiscard]] std::optional<Found> use_of(ExpressionId id) const;
  [[nodiscard]] bool agree(ExpressionId a, ExpressionId b) const;
  std::string told_agreement(ExpressionId a, ExpressionId b);
  [[nodiscard]] bool negative_number(ExpressionId id) const;
  [[nodiscard]] bool is_scalar(ExpressionId id) const;
  [[nodiscard]] bool divides(ExpressionId id) const;
  void gather(ExpressionId id, bool below, Factors& factors, bool root) const;
  [[nodiscard]] ExpressionId bare(ExpressionId id) const;
  Factors gathered(ExpressionId id);
  std::string told_factor(ExpressionId id);
  [[nodiscard]] bool averages(ExpressionId bottom, ExpressionId sum) const;
  [[nodiscard]] bool mixes_data(std::span<const ExpressionId> arrays) const;
  std::string told_arrays(std::span<const ExpressionId> arrays, ExpressionId whole);
  std::string closed_arrays(std::span<const ExpressionId> arrays);
  std::vector<Factor> told_factors(const Factors& factors, bool below, ExpressionId whole);
  static std::string multiplied(std::vector<Factor> items, bool last);
  static std::string closed_factors(const std::vector<Factor>& items);
  [[nodiscard]] bool entry_by_entry(const Factors& factors) const;
  static std::string power_first(std::string words, std::size_t factors);
  std::string closed_product(ExpressionId id, std::string& open);
  std::string told_entries(std::span<const ExpressionId, 2> sides, ExpressionId whole);

  // plain_likeness.cpp
  [[nodiscard]] bool twin(ExpressionId a, ExpressionId b, ExpressionId& mine, ExpressionId& theirs) const;
  std::string told_twin(ExpressionId a, ExpressionId b);
  std::string told_limits(ExpressionId id);
  std::string told_excess(ExpressionId id);
  std::string told_weights(const std::vector<Summand>& parts);
  std::string told_scaled(const Factors& factors);
  std::string told_flagged(const Factors& factors);
  std::string told_geometric(ExpressionId exponent);
  std::string told_entropy(const std::vector<Summand>& parts);

  // plain_shares.cpp
  /// x_i over the sum of all x_j: the range of the sum, if that is what the fraction is.
  [[nodiscard]] bool share_of(ExpressionId id) const;
  [[nodiscard]] bool part_of_total(ExpressionId id) const;
  [[nodiscard]] std::string range_of_letter(ExpressionId score, ExpressionId sum) const;
  std::pair<std::string, std::string> shared_over(const Found& shares);
  std::string told_share(ExpressionId id);
  std::string told_column_blend(ExpressionId id);
  /// Σ w x / Σ w: parts w, x.
  struct Weighted {
    ExpressionId weight = none, value = none;
  };
  [[nodiscard]] std::optional<Weighted> weighted(ExpressionId id) const;
  std::string told_weighted(ExpressionId id);
  std::string told_expected(ExpressionId id, const std::string& range);

  // plain_repeats.cpp
  void count_repeats();
  [[nodiscard]] bool repeats(ExpressionId id) const;
  [[nodiscard]] bool leaf_count_reaches(ExpressionId id, std::size_t least) const;
  /// What a part was called when it was met before; empty if it was not.
  [[nodiscard]] std::string named(ExpressionId id);
  /// Gives a long part a name, and tells the part behind the sentence.
  std::string aside(ExpressionId id, std::string words, std::size_t place);

  [[nodiscard]] bool learned_matrix(ExpressionId id) const;
  [[nodiscard]] bool falls_apart(ExpressionId id, bool products_too) const;
  std::string told_blend(const Found& blend);
  std::string told_safety(ExpressionId division);
  std::string told_in_units(const Found& found);
  std::string told_multiple(const Found& found);
  std::string told_use(const Found& found);
  std::string told_step(const Found& step, const std::string& what);
  std::string told_nudge(const Found& nudge, const std::string& what);
  std::string told_distance(ExpressionId id);
  std::string told_other_norm(ExpressionId id);
  std::string told_set(ExpressionId id);
  std::string told_run(std::span<const ExpressionId> items);
  std::string member_words(ExpressionId id, bool item = false);
  std::string power_base(ExpressionId base);
  std::string told_power(ExpressionId id);
  std::string told_operation(ExpressionId id);
  std::string told_mix(ExpressionId id);
  std::string told_picked(ExpressionId id, ExpressionId test, const Factors& factors);
  void note_convolution(ExpressionId id);
  std::string integrated(const std::vector<ExpressionId>& operators);
  std::string told_reduce(ExpressionId id);
  std::string mapped(const Statement& statement);
  std::string for_all(const Statement& statement);
  std::string told_sum(ExpressionId id);
  std::string told_product(ExpressionId id);
  [[nodiscard]] bool is_ratio(ExpressionId id) const;
  std::string told_ratio(ExpressionId id);
  [[nodiscard]] std::string one_of_mixes(ExpressionId weights, ExpressionId input) const;
  [[nodiscard]] bool given(ExpressionId id) const;
  [[nodiscard]] std::string own_for_each(ExpressionId weights) const;
  [[nodiscard]] bool renamed_later(SymbolId symbol) const;
  void explain_label(ExpressionId id);
  void explain_set(ExpressionId set);
  void explain(SymbolId function);
  bool entry_by_entry(SymbolId function, const Statement& definition) const;
  std::string told_apart(ExpressionId value, const std::vector<SymbolId>& parameters);
  [[nodiscard]] ExpressionId period(SymbolId symbol) const;
  std::string argument(ExpressionId id);
  std::string told_call(ExpressionId id);
  std::string told_slope_at(ExpressionId id);
  [[nodiscard]] std::string function_name(SymbolId function) const;
  std::string told_function(ExpressionId id);
  std::string told_distribution(ExpressionId id);
  std::string told_matrix(ExpressionId id);
  [[nodiscard]] bool double_bar(ExpressionId call) const;
  [[nodiscard]] bool complements(ExpressionId a, ExpressionId b) const;
  std::string condition(ExpressionId id);
  std::string told_between(ExpressionId id);
  /// " over i from 1 to n", " over x in D": what big operators run over; empty if nothing is bound.
  std::string over(std::span<const ExpressionId> operators);
  std::string bound_condition(ExpressionId id, SymbolId bound);
  [[nodiscard]] bool over_members(ExpressionId bottom, const Range& range) const;
  [[nodiscard]] std::string called_with(ExpressionId call) const;
  [[nodiscard]] std::string name(SymbolId symbol) const;
  /// An entry: by its array alone, or with its indices where the display tells several entries of one array apart.
  std::string entry_subject(ExpressionId left, const Statement& statement);
  std::string told_event(ExpressionId call);
  std::string entry_name(ExpressionId id);
  std::string told_entry_of(ExpressionId id, const std::string& noun);
  std::string told_place(ExpressionId id, const std::string& noun, const std::string& letter);
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
  std::vector<std::string> asides_;   ///< parts that got a name, told after the sentence
  std::vector<SymbolId> parameters_;  ///< of the statement that is being told
  std::vector<SymbolId> dummies_;     ///< the parameters of the function that is being explained: their letters stand for anything
  std::vector<std::string> rules_;    ///< of functions that facts define, told last
  std::set<SymbolId> explained_;
  std::set<std::string> labels_;  ///< the labelled signs that were explained
  std::set<SymbolId> bound_;      ///< what big operators run over: any value of a set, not "the input"
  ExpressionId top_ = none;       ///< the statement's value: a function here is worth a clause
  bool last_ = false;             ///< nothing follows what is told next: it need not be closed
  ExpressionId average_ = none;   ///< a sum whose count stood below: an average
  std::string subject_;           ///< what the statement defines
  std::set<SymbolId> several_;    ///< arrays of which several entries are printed; known once it is `counted_`
  bool counted_ = false;
  int depth_ = 0;
  std::vector<std::uint64_t> hashes_;                     ///< of each expression's structure; filled when first asked
  std::unordered_map<std::uint64_t, int> counts_;         ///< how often each structure is printed in the display
  std::unordered_map<std::uint64_t, std::string> names_;  ///< what named parts are called from then on
  std::vector<std::string> new_names_;                    ///< of the parts that this sentence introduces
  std::map<std::string, int, std::less<>> kinds_;         ///< how many ratios, sums, … have a name
  int outer_count_ = 1;                                   ///< of the named part that is being told
};

/// "each of the queries", "each row of X".
[[nodiscard]] std::string each_of(const std::string& noun);
/// "all the keys", "all rows of K".
[[nodiscard]] std::string all_of(const std::string& noun);
[[nodiscard]] bool plural(std::string_view noun);
/// "a, b and c", with commas or semicolons where an item has an "and" or a comma of its own.
[[nodiscard]] std::string listed(const std::vector<std::string>& items);
/// "the sum of a and b", "the sum of three parts: …; …; and …".
[[nodiscard]] std::string in_parts(std::string_view whole, const std::vector<std::string>& items);
/// Goes on after a phrase: a comma ends a quantity that is still open at its end.
[[nodiscard]] std::string joined(const std::string& left, std::string_view words, const std::string& right);

}  // namespace eqlens
