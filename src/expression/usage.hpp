#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/few.hpp"
#include "base/word_set.hpp"
#include "expression/token.hpp"

namespace eqlens {

/// How letters are used over a display and its facts, gathered before anything is resolved: most decisions of notation
/// need to know what happens elsewhere in the line.
struct Usage {
  WordSet bound;                               ///< letters that a big operator counts with: i of `\sum_{i=1}^n`
  WordSet left_subscripts;                     ///< letters in subscripts of left sides
  WordSet right_subscripts;                    ///< letters in subscripts elsewhere
  std::map<std::string, WordSet> carriers;     ///< for each subscript letter, what it stands below
  WordSet stepped;                             ///< letters that occur in a script as `t-1` or `t+1`
  WordSet power_stepped;                       ///< letters that occur in a superscript of a left side as `t+1`
  WordSet standing;                            ///< letters that stand as symbols, outside scripts
  WordSet standing_alone;                      ///< letters that stand as symbols with no bracket behind them
  WordSet together;                            ///< letters of subscripts that hold several indices, one of them counted
  WordSet defined;                             ///< canonical left sides: `\sigma^2`, `L`
  WordSet called;                              ///< heads of calls that a left side defines, or that facts define
  WordSet applied;                             ///< letters with one symbol in the bracket behind them: D of `D(x)`
  std::map<std::string, WordSet> upper;        ///< for each letter, the single letters and numbers above it
  WordSet raised_calls;                        ///< letters with a letter above, before a bracket: `R^h` of `R^h(m)`
  WordSet set_arguments;                       ///< letters whose sets a big operator runs over: v of `\sum_{u \in N(v)}`
  WordSet paired;                              ///< letters that share a subscript with another: s of `a_{ts}`
  WordSet factors;                             ///< names that a fact says are numbers or arrays, so no functions
  WordSet axes;                                ///< letters that a fact measures shapes with: C of `\mathbb{R}^{C \times C}`
  WordSet no_constants;                        ///< I of `h(I)`, \pi of `\tau \sim \pi`: letters of constants that vary here
  WordSet limits;                              ///< letters that stand alone above a big operator: n of `\sum_{i=1}^n`
  WordSet bracketed;                           ///< heads of calls written with square brackets: `L[\phi] = ...`
  WordSet listed;                              ///< names in patterns such as `x_1, \ldots, x_d`: their subscripts count
  WordSet arrays;                              ///< names that facts declare to have axes
  WordSet looked_up;                           ///< arrays that a bracket picks entries of: M of `w(i) = M(i)`
  WordSet from_one;                            ///< bound letters whose range is printed as starting at 1
  WordSet samples;                             ///< entries that a fact declares with a counting letter above: `t^n` of `t^n \in \mathbb{R}`
  WordSet wholes;                              ///< names that a fact declares with nothing above and below: z of `z \in \mathbb{R}`
  std::map<std::string, std::string> bold;     ///< letters that occur in bold, with how they are printed
  std::map<std::string, std::string> decided;  ///< how a fact says that a printed form is read: `x^k` is a "symbol"
  WordSet sets;                                ///< letters that hold members: behind `\in`, beside `\cap`, before `\subset`
  WordSet divisors;                            ///< what stands alone below a fraction in bars: `|y|`
  WordSet conditioned;                         ///< what stands alone before the bar of a bracket: y of `p(y \mid x)`
  WordSet changes;                             ///< letters behind `\Delta` that make one name with it: t of `\Delta t`
  WordSet differentials;                       ///< letters behind a d that make one name with it: z of `dz_t = dt`
  std::map<std::string, int, std::less<>> runs;  ///< runs of plain letters, with how often each occurs

  [[nodiscard]] bool is_bound(const std::string& letter) const { return bound.count(letter) > 0; }
  /// Whether a subscript letter counts entries (an index) and is no mere label.
  [[nodiscard]] bool is_index(const std::string& letter) const;
  /// Whether a letter stands below what t stands below, and with no other letter there.
  [[nodiscard]] bool beside_time(const std::string& letter) const;
  /// Whether a subscript letter counts steps of time or training.
  [[nodiscard]] bool is_step(const std::string& letter) const;
};

/// Whether this is the name of a set of numbers: `\mathbb{R}`, `\N`.
[[nodiscard]] bool is_number_set(std::string_view name);

/// Whether a node is a letter, or a command that stands for one: no arguments, no operation.
[[nodiscard]] bool letter_like(const SyntaxTree& tree, SyntaxId id);

/// Whether a node is one Latin letter.
[[nodiscard]] bool plain_letter(const SyntaxTree& tree, SyntaxId id);

/// Whether scripts say where the members in a bracket come from: `\{x_i\}_{i=1}^N`, `[f(x_i)]_{i \in S}`.
[[nodiscard]] bool gathers_members(const SyntaxTree& tree, SyntaxId scripts);

/// The sets among the children of a node: `x \in X`, `A \cap B`, `A, B \subset \mathbb{N}`.
void gather_sets(const SyntaxTree& tree, SyntaxId parent, Usage& usage);

/// Whether a command sets its argument in bold.
[[nodiscard]] bool is_bold_face(std::string_view command);

/// Whether a command puts a mark above or below its argument: `\hat`, `\vec`.
[[nodiscard]] bool is_accent(std::string_view command);

/// Whether a `\Delta` in front makes one name with an item among the children of a node: `\Delta t`, but no product such as `\Delta A`.
[[nodiscard]] bool is_change(const SyntaxTree& tree, SyntaxId parent, SyntaxId item);

/// The letters behind a d in the rows below a node that state a change: `dz_t = -z_t dt + dW_t`.
void gather_differentials(const SyntaxTree& tree, SyntaxId parent, Usage& usage);

/// Adds what the syntax tree alone tells: runs, standing letters, bound letters, letters in subscripts.
void gather(const SyntaxTree& tree, Usage& usage);

/// A handful of letters, mostly one or two.
using Letters = Few<std::string, 4>;

/// The letters of a subscript that could be indices, in printed order: `i`, `j` of `_{ij}` and `_{i,j+1}`; empty if it
/// holds a word, a capital word or a text.
[[nodiscard]] Letters subscript_letters(const SyntaxTree& tree, SyntaxId script);

/// Whether a run of letters is `ijk` or the like: counting letters, two of them neighbours in the alphabet, none twice.
[[nodiscard]] bool index_run(std::string_view run);

/// Whether letters side by side in a script are a word: `_{clusters}`, `_{out}`, but not `_{ijk}`.
[[nodiscard]] bool is_script_word(std::string_view run);

[[nodiscard]] bool all_capitals(std::string_view run);

/// Decides which runs of letters are names (`lrate`, `Attention`, `softmax`) by the usage of the whole input.
class UsageJudge : public RunJudge {
 public:
  explicit UsageJudge(const Usage& usage) : usage_(usage) {}
  [[nodiscard]] bool is_name(std::string_view run, bool called, bool whole_side) const override;
  [[nodiscard]] bool is_change(const std::string& letter) const override {
    ++asked_;
    return usage_.changes.count(letter) > 0;
  }
  /// How often it was asked: tokens that were made without asking stay as they are, whatever becomes known.
  [[nodiscard]] std::size_t asked() const { return asked_; }

 private:
  const Usage& usage_;
  mutable std::size_t asked_ = 0;
};

}  // namespace eqlens
