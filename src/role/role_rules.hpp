#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// What labels of parameters that are not trained here hold: `\theta_{\text{old}}`.
inline constexpr std::array<std::string_view, 6> frozen_marks{"old", "ref", "target", "targ", "ema", "prev"};

/// What the rules may ask about one symbol's places in the line; gathered once for all symbols.
struct SymbolPlaces {
  bool defined = false;  ///< a statement of the display defines it
  bool defined_by_fact = false;
  bool fixed_by_fact = false;   ///< a fact gives it a number
  bool read_by_others = false;  ///< another statement of the display reads it
  bool updated = false;         ///< `\theta \leftarrow`
  bool drawn = false;           ///< `x \sim p`
  bool called = false;
  bool parameter_of_call = false;    ///< an argument of the function that a left side defines
  bool only_parameter = false;       ///< its only argument: c of `p(c) = ...`
  bool scales_sign = false;          ///< multiplies `\operatorname{sign}(...)`
  bool divides = false;              ///< printed below a fraction by itself
  bool limit = false;                ///< an upper limit, a size in a shape
  bool scales_standardised = false;  ///< `\gamma \odot \frac{x - \mu}{\sqrt{...}}`
  bool shifts_standardised = false;
  bool scale_beside_shift = false;  ///< s of `s \odot \frac{x - \mu}{\sqrt{...}} + b`
  bool beside_root = false;         ///< added under or beside a root in a denominator
  bool below_root = false;          ///< added under it
  bool scales_gradient = false;
  bool complements = false;         ///< c beside 1 - c
  bool divides_in_softmax = false;  ///< `z / T` inside softmax or exp
  bool multiplies_as_weight = false;
  bool descends = false;           ///< the old value that a gradient step moves
  bool differentiated = false;     ///< `\nabla_\theta`
  bool reads_itself = false;       ///< the line that defines it reads its old value
  bool computed_by_fact = false;   ///< a fact works it out from others
  bool listed_by_fact = false;     ///< a fact lists its members
  bool numbered = false;           ///< a later statement of the display gives it a number: `\nu = 5/2`
  bool behind_semicolon = false;   ///< `f(x; \alpha)`
  bool conditioned = false;        ///< behind the bar of a call
  bool random_argument = false;    ///< before the bar of a density: x of `p(x \mid y)`
  bool margin = false;             ///< added to a gap inside `\max(0, ...)`
  bool added_to_weighted = false;  ///< b of `Wx + b`
  bool scores = false;             ///< v of `v^\top \tanh(...)`
  bool slides = false;             ///< the kernel of a convolution
  bool in_limit = false;           ///< part of where a sum begins or ends: s of `\sum_{r=i-s}`
  bool neighbours = false;         ///< a set that a sum runs over: `\mathcal{N}(i)`
  bool noise = false;              ///< multiplied by a spread
  bool decays = false;             ///< multiplies the old value of what the line gives anew
  bool minimised = false;          ///< below a min
  bool flag = false;               ///< declared to be 0 or 1
  bool bounded = false;            ///< compared with a number by a fact: `\sigma > 0`
  bool whole = false;              ///< declared to be a whole number
  bool iterate = false;            ///< y^t where the line gives y^{t+1}
  bool within_unit = false;        ///< declared to lie between 0 and 1
  bool bound = false;              ///< stands for what an operator runs over, wherever it stands: y of `\arg\min_{y \in C}`
  bool set = false;                ///< behind `\in`, below a sum, between bars
  bool straight_scores = false;    ///< goes straight into softmax, an exponential or a sigmoid
  bool below_zero = false;         ///< K of `\sqrt{-K}`
  bool in_wave = false;            ///< inside a sine or a cosine
  bool clip_range = false;         ///< how far the ends of a clip lie from 1
  bool corrects = false;           ///< its power is taken from 1 below a fraction: `1 - \beta^t`
  bool weighs_rest = false;        ///< 1 - c is a factor
  bool scales_step = false;        ///< sets how far an old value moves
  bool paired = false;             ///< one of two that are treated alike: x and y of a distance
  bool items_in_rows = false;      ///< a product takes the rows of the table
  bool mixed_by_shares = false;    ///< shares behind it mix its columns: V of `V \operatorname{softmax}(K^\top Q)`
  bool items_in_columns = false;   ///< a product takes its columns
  bool weighs_surprise = false;    ///< its entry multiplies a logarithm: w of `w_c \log p_c`
  bool factor = false;             ///< multiplies something
  bool conditions = false;         ///< called with something behind a bar: `p(u \mid v)`
  bool ranged_set = false;         ///< a sum runs over what it is called to give: `\sum_{j \in S(i)}`
  bool gives_set = false;          ///< a sum runs over what it gives for a value: `\max_{a \in A(s)}`
  bool lone_reciprocal = false;    ///< K of `1/K + x^2`, which averages nothing
  bool compared = false;           ///< taken from something, or something from it: y of `y - f(x)`
  bool in_interval = false;        ///< declared to lie between two ends
  bool dense = false;              ///< a density of a letter that a fact puts into an interval
  bool in_floor = false;           ///< part of what is rounded down
  bool distribution = false;       ///< what is right of `\sim`
  bool weighs_term = false;        ///< the first factor of one summand of a number: `L + \lambda R(w)`
  bool weighs_part = false;        ///< it scales a part of a step whose length another factor sets
  bool guards = false;             ///< added below a fraction, under a root, inside a logarithm or beside 0 in a maximum
  bool added = false;              ///< a summand of what the line defines
  bool maps_input = false;         ///< multiplies the input of a step: A of `A^\top x_t`
  bool mapped = false;             ///< a learned matrix multiplies it
  bool beside_bias = false;        ///< v of `v^\top z + b`
  bool norm_order = false;         ///< p of `\|x\|_p`
  bool mean_of_entries = false;    ///< `\bar u` beside `u_i`
  bool slot = false;               ///< only says what a gradient is taken for, beside what stands in its place: `\nabla_x f(x_k)`
  bool threshold = false;          ///< taken from a size below which nothing counts: `\max(0, |v| - \beta)`
};

/// Whether a letter counts in the names that a line defines: i of `P_{(t, 2i)}` and `P_{(t, 2i+1)}`, two names of one table.
[[nodiscard]] bool stands_in_name(const Equation& equation, SymbolId id);

/// Whether a statement says anew what a sign with this label means: `\langle x, y \rangle_L = ...`.
[[nodiscard]] bool defined_anew(const Equation& equation, ExpressionId id);

[[nodiscard]] std::vector<SymbolPlaces> gather_places(const Equation& equation, const Shapes& shapes);
/// The part of it that speaks against what letters usually mean.
void gather_divisors(const Equation& equation, std::vector<SymbolPlaces>& places);
void gather_standing(const Equation& equation, const Shapes& shapes, std::vector<SymbolPlaces>& places);

/// `\theta_{\text{old}}` of `\pi_{\theta_{\text{old}}}`: a trained letter that is held fixed.
[[nodiscard]] bool frozen_copy(const std::string& letter, const std::set<std::string, std::less<>>& trained);
/// `w` of `\mathbf{w}`.
[[nodiscard]] std::string unbold(std::string letter);

/// Whether a symbol is nothing but the F below a Frobenius norm.
[[nodiscard]] bool only_names_norm(const Equation& equation, SymbolId id);

/// Whether a letter says how often a row is repeated: K of `X^{(K)}`.
[[nodiscard]] bool counts_repeats(const Equation& equation, SymbolId id);

/// What an operation does at this place, where that is not what the catalogue says of it: a density, a root of a matrix. Else empty.
[[nodiscard]] std::string done_here(const Equation& equation, const Shapes& shapes, ExpressionId id);

/// Whether an index stands nowhere but under the operators that bind it.
[[nodiscard]] bool bound_only(const Equation& equation, SymbolId id);

/// i of `p(y_i) = \exp(c) / \sum_{i=0}^{9} \exp(i)`: bound by an operator, and free elsewhere.
[[nodiscard]] bool also_free(const Equation& equation, SymbolId id);

/// Notes what slides along what is read at sums of places: the kernels of convolutions.
void mark_kernels(const Equation& equation, std::vector<SymbolPlaces>& places);

/// Notes which letters are bound wherever they stand, and which name sets.
void mark_bound(const Equation& equation, const Shapes& shapes, std::vector<SymbolPlaces>& places);

struct RoleRuling {
  Role role = Role::input;
  std::string meaning;
  std::string domain;
  Evidence evidence;
  std::string disagrees = {};  ///< what the line speaks for, where a fact says otherwise
};

/// The rules by position, strongest first: structure in the line beats habits of letters.
[[nodiscard]] RoleRuling rule_role(const Equation& equation, const Shapes& shapes, SymbolId symbol, const SymbolPlaces& places);

struct DefinedMeaning {
  std::string words;
  bool strong = false;  ///< says more than the habit of any letter
};

/// What a symbol is by the statement that defines it: a gate, shares, a standardised value. Empty if its form says nothing.
[[nodiscard]] DefinedMeaning meaning_of_definition(const Equation& equation, SymbolId symbol);

/// How an output is made, by the outermost operation of its definition: "made as a sum", "made by softmax". Of functions of one number
/// that bend it, and of divergences, what they are. Empty if nothing defines it.
[[nodiscard]] std::string outermost_form(const Equation& equation, const Shapes& shapes, SymbolId symbol);

/// Meanings that depend on one another: of two quantities told apart, of sizes by what they count.
void settle_meanings(const Equation& equation, const Shapes& shapes, const std::vector<SymbolPlaces>& places,
                     std::vector<SymbolEntry>& symbols);

/// What is known of a symbol without a meaning: the rule that a fact gives, the value that a step starts from, a set.
[[nodiscard]] std::string meaning_of_place(const Equation& equation, SymbolId symbol, const SymbolPlaces& places);

/// z of `D(q(z \mid x) \| p(z))`: two densities are compared over all of its values, so none goes in.
[[nodiscard]] std::set<SymbolId> compared_variables(const Equation& equation);

/// `p(z) = \mathcal{N}(0, I)`: how likely a value is is one number, whatever is drawn.
[[nodiscard]] bool gives_density(const Equation& equation, SymbolId id);

/// Whether an expression is one of the densities that a divergence compares.
[[nodiscard]] bool is_compared(const Arena& arena, ExpressionId id);

/// Whether only words speak of a symbol: "$q$ is the query" of a line without q.
[[nodiscard]] bool only_named(const Equation& equation, const Symbol& symbol);

}  // namespace eqlens
