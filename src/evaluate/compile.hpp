#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/algebra.hpp"
#include "evaluate/evaluate.hpp"
#include "evaluate/given.hpp"
#include "evaluate/reach.hpp"
#include "evaluate/run.hpp"
#include "evaluate/sample.hpp"
#include "evaluate/sizes.hpp"

namespace eqlens {

/// What names stand for inside a function's body, under a big operator, or for a free index of a statement.
struct Scope {
  Scope* parent = nullptr;
  std::map<SymbolId, Term> bound;    ///< parameters, members of sets, what a derivative is taken for
  std::map<SymbolId, Axis> running;  ///< indices
  ExpressionId root = none;          ///< where uses of a free index are looked for
  std::size_t statement = 0;         ///< its place in Equation::statements: updates happen in order
  Term mask = {};                    ///< for which values of its indices the operator that binds them counts at all
};

/// An index that runs: its axis' name is its place in the list of all.
struct Running {
  SymbolId symbol = none;
  std::int64_t first = 1;
  std::size_t count = 0;
  NodeId values = none;  ///< the members of a list, where the index does not simply count
  std::uint32_t copy = 0;
  friend bool operator==(const Running&, const Running&) = default;
};

/// An input of the plan and where its value comes from.
struct Input {
  std::uint32_t slot = 0;
  NodeId node = none;
  std::string symbol;
  std::string from;
  std::string why;
};

/// A chain `a = b = c` of which more than one part is made of given values only.
struct Parts {
  ExpressionId taken = none;
  Term value;
  ExpressionId other = none;
  Term other_value;
};

/// Makes terms of expressions. Names are resolved when they are met, so that definitions may stand in any order; what is
/// not given and follows from nothing is drawn on the way.
class Compiler {
 public:
  Compiler(const Analysis& analysis, const Shapes& shapes, const Given& given, const EvaluationOptions& options, SizeTable& sizes,
           Drawing& drawing, const Reach& reach);

  /// The value of a statement's side, its free indices turned into leading axes in the statement's order.
  Term side(std::size_t statement, ExpressionId id);
  Term expression(ExpressionId id, Scope& scope);
  /// The value of a symbol where statement number `statement` reads it.
  Term symbol(SymbolId id, Scope& scope, ExpressionId at = none);
  /// The value of a definition or claim: of several computable sides the last that needs no drawn input.
  Term definition(std::size_t statement);
  /// What statements say that a printed expression is: `\langle x, y \rangle_L`. None if they say nothing.
  [[nodiscard]] ExpressionId said_of(ExpressionId id, std::size_t reader);
  /// The given value of what a statement defines.
  Term given_definition(std::size_t statement);
  /// The gradient of a compiled value of a symbol's definition, for --grad.
  Term gradient_of(std::size_t statement, SymbolId variable);

  /// Whether a statement makes a symbol's new value out of its old one.
  [[nodiscard]] bool reads_itself(const Statement& statement, SymbolId symbol) const { return reads(statement.value, symbol); }

  /// Whether an error was reported since there were that many diagnostics.
  [[nodiscard]] bool failed_since(std::size_t before) const;
  [[nodiscard]] std::size_t most_elements() const { return options_.most_elements; }
  /// The letter that an axis runs over; none where only places count.
  [[nodiscard]] SymbolId letter_of(Axis axis) const { return axis < running_.size() ? running_[axis].symbol : none; }

  Plan plan;
  Run run;
  Algebra algebra;
  Diagnostics diagnostics;
  std::vector<Input> inputs;
  std::size_t drawn = 0;                                ///< how many inputs were drawn
  std::set<std::uint32_t> structural;                   ///< input slots whose values decided the plan's sizes
  std::vector<std::pair<ExpressionId, Term>> compiled;  ///< for --trace, in order of computation
  std::map<SymbolId, std::uint32_t> slots;              ///< the slots of symbols, for recurrences to refill
  Reach wishes;                                         ///< what would have to be drawn longer
  std::vector<Parts> chains;                            ///< of chains, to be compared

 private:
  /// The definitions as they look while something is held fixed (the variable of a derivative).
  struct World {
    std::map<SymbolId, Term> fixed;
    std::map<std::pair<SymbolId, std::size_t>, Term> known;
    std::map<std::pair<std::size_t, double>, Term> steps = {};  ///< of recurrences: a statement's value at a step
  };

  /// What an attempt may add, so that it can be taken back.
  struct Mark {
    std::size_t inputs, drawn, diagnostics, compiled;
    std::map<SymbolId, Term> symbols;
    std::map<SymbolId, std::uint32_t> slots;
    std::map<std::string, Term> opaque;
    SizeTable sizes;
    Reach wishes;
  };
  [[nodiscard]] Mark mark() const;
  void reset(const Mark& to);

  // compile.cpp
  Term computed(ExpressionId id, Scope& scope);
  Term apply(ExpressionId id, Scope& scope);
  Term softened(ExpressionId id, const Term& scores, Scope& scope);
  bool is_gate(ExpressionId id, const std::vector<Term>& terms) const;
  Term density(ExpressionId id, Scope& scope);
  std::optional<Term> whole_power(ExpressionId id, const std::vector<Term>& terms);
  bool is_square_matrix(ExpressionId id) const;
  std::optional<Term> matrix_power(ExpressionId id, const std::vector<Term>& terms);
  Term relation(ExpressionId id, Scope& scope);
  Term cases(ExpressionId id, Scope& scope);
  Term matrix(ExpressionId id, Scope& scope);
  Term at_point(ExpressionId id, Scope& scope);
  std::vector<Term> arguments(ExpressionId id, Scope& scope);
  Term checked(ExpressionId id, Term term);
  Term fail(ExpressionId id, std::string code, std::string message, std::string help = {});
  Term condition(ExpressionId id, Scope& scope);
  struct Override {
    ExpressionId value = none;
    std::size_t statement = 0;
    bool open = false;  ///< its value is being worked out
  };
  void find_overrides();
  void find_periods();
  std::map<std::string, Override>::iterator override_of(ExpressionId id, std::size_t reader);
  bool is_unknown_square(ExpressionId id) const;
  Term overridden(ExpressionId id, Scope& scope);
  Term mismatch(ExpressionId id, const std::vector<Term>& terms);

  // compile_symbol.cpp
  Term constant(SymbolId id, ExpressionId at);
  Term shaped_constant(ExpressionId at, bool identity);
  Term given_value(SymbolId id, Scope& scope);
  Term defined(SymbolId id, Scope& scope, ExpressionId at);
  std::optional<std::size_t> defining_statement(SymbolId id, std::size_t reader) const;
  struct Sequence {
    const Array* whole;
    std::string name;
    std::int64_t first;
  };
  std::optional<Sequence> sequence_of(SymbolId id) const;
  Term fixed_index(SymbolId id, Scope& scope);
  Term entry_of_vector(SymbolId id, Scope& scope);
  Term entry_of_stem(SymbolId id, Scope& scope);
  Term size_symbol(SymbolId id);
  Term usual_mean(SymbolId id, Scope& scope);
  Term count_of_sum(SymbolId id, Scope& scope);
  Term counted_by_data(SymbolId id, Scope& scope);
  Term half_width(SymbolId id, ExpressionId body, const Range& range);
  bool has_no_range(SymbolId id, Scope& scope);
  bool runs_over_own_set(ExpressionId id) const;
  void compare_parts(std::size_t statement, ExpressionId taken, const Term& value, const std::vector<ExpressionId>& parts);
  [[nodiscard]] bool is_start(SymbolId id) const;
  Term draw_symbol(SymbolId id, Scope& scope, ExpressionId at);
  std::string within_size(SymbolId id, Scope& scope);
  Term drawn_input(ExpressionId at, const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents,
                   const std::string& because);
  Term input(Array value, std::string symbol, std::string from, std::string why);
  bool reads(ExpressionId id, SymbolId symbol) const;

  // compile_family.cpp
  /// A definition that says what a name is at every step, not at the one that is printed only.
  struct Family {
    std::size_t statement = 0;
    SymbolId step = none;
    int offset = 0;
  };
  std::optional<Family> definition_of_stem(const std::string& stem) const;
  std::optional<Family> family_of(ExpressionId id, const Scope& scope) const;
  bool is_unrolled(const Family& family) const;
  Term as_state(SymbolId id, const Term& value);
  Term entry_at_letter(SymbolId id, Scope& scope);
  bool has_value(SymbolId id, const Scope& scope) const;
  SymbolId namesake(SymbolId id, const Scope& scope) const;
  bool follows_step(ExpressionId id, SymbolId step) const;
  SymbolId numbered(const Symbol& made, double number) const;
  bool reads_stem(ExpressionId id, const std::string& stem) const;
  bool reads_step(const Statement& statement, SymbolId step) const;
  bool is_free(const Statement& statement, SymbolId symbol) const;
  bool sums_to_step(const Statement& statement, ExpressionId left, SymbolId step) const;
  Term at_step(const Family& family, const Term& step, ExpressionId at);
  Term entry_of_definition(SymbolId id, Scope& scope, ExpressionId at);
  Term label_value(const std::string& label, Scope& scope);
  Term at_letters(SymbolId id, std::size_t statement, Term value, Scope& scope);
  bool carries_letter(SymbolId id, SymbolId letter) const;
  static bool mentions_letter(const std::string& text, const std::string& letter);

  // compile_reach.cpp
  std::optional<Dimension> dimension_along(ExpressionId base, std::size_t axis) const;
  bool want(const std::optional<Dimension>& size, std::int64_t least);
  Term within_drawn(const Term& base, ExpressionId head, std::size_t axis, Term where);
  void want_one(const std::vector<Dimension>& sizes, std::int64_t missing);
  std::int64_t usual_origin(ExpressionId base, std::size_t axis);
  std::int64_t first_of(SymbolId symbol, std::size_t axis);
  void remember_firsts(const Statement& statement, const Scope& scope);
  void remember_letters(std::size_t statement, const std::vector<Axis>& axes);
  Term apart_array(ExpressionId id, Scope& scope);
  Term drawn_place(ExpressionId argument, std::size_t count, Scope& scope);
  bool is_table(ExpressionId call) const;

  // compile_index.cpp
  Term index(ExpressionId id, Scope& scope);
  Term family(SymbolId symbol);
  Term array_of(ExpressionId head, Scope& scope, ExpressionId entry = none);
  bool is_drawn(const Term& term) const;
  Term indexed(const Term& base, ExpressionId id, Scope& scope);
  Axis free_index(SymbolId id, Scope& scope);
  Term free_index_value(SymbolId id, Scope& scope);
  bool stands_alone(SymbolId id) const;
  bool counts_entries(ExpressionId id, SymbolId symbol, std::size_t depth = 0) const;
  Axis run_over(const Running& running, const Scope& scope);
  Term running_value(Axis axis);
  std::optional<Axis> running_axis(SymbolId id, const Scope& scope) const;
  std::optional<std::vector<double>> listed(SymbolId id, Scope& scope);
  std::int64_t index_origin(ExpressionId base, std::size_t axis);

  // compile_range.cpp
  struct Limits {
    std::int64_t first;
    std::int64_t last;
    bool known = false;
    struct Use {
      ExpressionId of = none;  ///< the array's expression
      Term base;
      std::size_t axis = 0;  ///< from 1
      std::int64_t origin = 1;
    };
    bool shifted = false;               ///< whether one is indexed by `i + 1`, so that all may stop early
    std::optional<Use> first_use = {};  ///< the first array that the index itself runs along
    std::vector<Dimension> drawn = {};  ///< sizes of drawn arrays that end it
  };
  bool agrees(SymbolId id, const Limits::Use& use, Limits& limits);
  Limits limits_of(SymbolId id, ExpressionId root, Scope& scope);
  Limits known_limits(SymbolId id, ExpressionId root, Scope& scope);
  void collect_limits(SymbolId id, ExpressionId at, Scope& scope, Limits& limits, std::size_t depth);
  void limit_by_sequence(SymbolId id, ExpressionId at, Limits& limits);
  bool limit_by_call(SymbolId id, ExpressionId at, const Scope& scope, Limits& limits);
  void limit_by_range(SymbolId id, ExpressionId at, const Range& range, Scope& scope, Limits& limits);
  void limit_by_condition(SymbolId id, ExpressionId at, Scope& scope, Limits& limits, std::size_t depth);
  void limit_by_family(SymbolId id, ExpressionId at, Scope& scope, Limits& limits);
  void limit_by_period(ExpressionId array, Scope& scope, Limits& limits);
  void limit_by_function(SymbolId id, ExpressionId at, Limits& limits);
  void limit_by_label(SymbolId id, ExpressionId at, Limits& limits);
  void limit_by_table(SymbolId id, ExpressionId at, Scope& scope, Limits& limits);
  ExpressionId listed_set(ExpressionId set) const;
  struct Affine {
    double factor = 0;  ///< of the index asked for
    double low = 0;
    double high = 0;
    bool known = false;
  };
  Affine affine(ExpressionId at, SymbolId id, Scope& scope);
  static void narrow(Limits& limits, const Affine& use, std::int64_t first, std::int64_t last);
  std::optional<double> known_number(ExpressionId id, Scope& scope);
  std::optional<double> known_number(const Term& term);
  std::span<const double> values_now(const Term& term);
  bool rebinds(ExpressionId id, SymbolId symbol) const;

  // compile_ellipsis.cpp
  bool has_dots(ExpressionId id) const;
  bool varies(ExpressionId first, ExpressionId last, std::vector<std::pair<ExpressionId, ExpressionId>>& places) const;
  Term with_dots(ExpressionId id, Scope& scope);
  Term progression(const std::vector<ExpressionId>& parts, Scope& scope);

  // compile_reduce.cpp
  std::size_t scope_statement(const Scope& scope) const { return std::min(scope.statement, equation_.statements.size() - 1); }
  bool is_open_end(SymbolId symbol, const Scope& scope) const;
  void learn_end(SymbolId symbol, std::int64_t last);
  SymbolId unbound_index(ExpressionId id, const Scope& scope) const;
  bool bind_others(ExpressionId id, ExpressionId condition, Scope& inner, std::vector<Axis>& axes);
  std::size_t occurrences(ExpressionId id, SymbolId symbol) const;
  bool is_endless(ExpressionId end) const;
  std::optional<std::int64_t> range_end(ExpressionId end, bool upper, Scope& scope);
  bool reaches(ExpressionId id, SymbolId index, SymbolId end, std::int64_t last, Scope& inner);
  // compile_builder.cpp
  bool is_builder(ExpressionId set) const;
  bool bind_builder(ExpressionId set, SymbolId also, Scope& inner, std::vector<Axis>& axes, Term& mask);
  Term size_of_set(ExpressionId set, Scope& scope);
  bool is_set_somewhere(ExpressionId id) const;
  bool is_length(ExpressionId id) const;
  Term drawn_members(ExpressionId id, const Range& range, Scope& scope);
  Term drawn_members(ExpressionId set, const Term& first, Scope& scope);
  Term is_member(const Term& first, const Term& set);
  Term between(const Term& number, bool inside, ExpressionId interval, Scope& scope);
  Term shown_members(const Term& set, Term& mask);

  std::optional<Running> range_extent(ExpressionId id, const Range& range, SymbolId index, Scope& inner);
  Term reduce(ExpressionId id, Scope& scope);
  Range counted(const Range& range) const;
  bool bind_range(ExpressionId id, const Range& printed, Scope& inner, std::vector<Axis>& axes, Term& mask);
  bool bind_tuple(std::span<const Range> letters, Scope& inner, std::vector<Axis>& axes);
  bool bind_set(ExpressionId id, const Range& range, Scope& inner, std::vector<Axis>& axes, Term& mask);
  Term fold(ExpressionId id, const Operation& operation, Term body, const Term& mask, const std::vector<Axis>& axes);
  Term average(Term body, const std::vector<Axis>& axes);

  // compile_integral.cpp
  struct Ends {
    Term lower;
    Term upper;
    bool endless_below = false;
    bool endless_above = false;
    [[nodiscard]] bool finite() const { return !endless_below && !endless_above; }
  };
  struct Segment {
    double begin = 0;
    double end = 1;
    std::vector<double> sums = {};  ///< over this piece as a whole, for each of the values that are integrated side by side
  };
  Term integral(ExpressionId id, Scope& scope);
  Term integrand(ExpressionId id, const Ends& ends, const std::vector<Segment>& segments, Axis axis, Scope& scope);
  bool measure(ExpressionId id, const Ends& ends, std::vector<Segment>& segments, Scope& scope);
  std::vector<Segment> pieces_of(ExpressionId id, const Ends& ends, Scope& scope);

  Term expected(const Term& body, ExpressionId id, const std::vector<Axis>& axes, Scope& scope);

  // compile_call.cpp
  Term call(ExpressionId id, Scope& scope);
  Term inlined(const Statement& statement, const std::vector<Term>& arguments, ExpressionId at, const Scope* bound = nullptr);
  Term inlined_member(const Member& member, ExpressionId id, Scope& scope);
  Term opaque(ExpressionId id, Scope& scope);
  Term customary(ExpressionId id, Scope& scope);
  Term of_distributions(ExpressionId id, Scope& scope);
  bool is_distribution(const Term& term);
  void assume(ExpressionId id, std::string reading);
  std::string packed_text(ExpressionId id) const;
  bool lists_entries(ExpressionId id, const Array& value) const;
  Term given_text(const std::string& text, ExpressionId id, Scope& scope);
  std::vector<ExpressionId> call_arguments(ExpressionId id) const;
  const Statement* function_definition(SymbolId id) const;
  bool is_point(const Statement& statement) const;
  std::optional<std::size_t> point_of(ExpressionId id) const;
  void run_free_indices(ExpressionId id, Scope& scope);
  void mentioned(ExpressionId id, const Scope& scope, std::vector<Axis>& axes) const;

  // compile_gradient.cpp
  Term derivative(ExpressionId id, Scope& scope);
  bool is_parameter(SymbolId parameter, SymbolId variable) const;
  Term at_parameter(SymbolId parameter, Scope& scope);
  Term derivative_by_entry(ExpressionId id, ExpressionId variable, int order, Scope& scope);
  Term derivative_by_number(ExpressionId id, SymbolId variable, Scope& scope);
  Term laplacian(ExpressionId id, SymbolId difference, Scope& scope);
  Term derivative_at(ExpressionId id, ExpressionId call, std::size_t place, Scope& scope, int order = 1);
  std::optional<std::size_t> parameter_place(ExpressionId of, SymbolId variable) const;
  SymbolId stand_in(ExpressionId of, SymbolId variable) const;
  bool is_unknown_function(ExpressionId of, SymbolId variable, std::size_t depth) const;
  Term unknown_derivative(ExpressionId id, Scope& scope);
  Term derivative_for(ExpressionId id, ExpressionId of, SymbolId variable, Scope& scope, int order = 1);
  Term second_derivative(ExpressionId id, Scope& scope);
  Term barrier(const Term& term);

  const Analysis& analysis_;
  const Equation& equation_;
  const Arena& arena_;
  const Shapes& shapes_;
  const Given& given_;
  const EvaluationOptions& options_;
  SizeTable& sizes_;
  Drawing& drawing_;
  std::vector<Running> running_;
  std::vector<SymbolId> in_progress_;
  World* world_ = nullptr;
  World outermost_;
  std::map<std::string, Term> opaque_;
  std::map<SymbolId, Term> symbols_;
  std::size_t depth_ = 0;
  std::size_t visits_ = 0;
  std::size_t calls_ = 0;
  std::uint32_t barriers_ = 0;
  std::set<SymbolId> counted_;  ///< ends of sums that the data are being asked for
  const Reach& reach_;
  std::map<SymbolId, std::vector<Dimension>> apart_sizes_;       ///< of arrays beside a number of the same letter
  std::map<SymbolId, std::vector<std::int64_t>> firsts_made_;    ///< where the axes of what a row makes start
  std::map<std::size_t, std::vector<Running>> letters_of_made_;  ///< of what a row makes for each letter in its name
  std::set<SymbolId> periodic_;                                  ///< `s(n + N) = s(n)`
  std::set<ExpressionId> down_;                                  ///< each softmax that runs along columns
  std::map<ExpressionId, Axis> replaced_;                        ///< numbers that count, below dots
  std::map<std::string, Override> overridden_;  ///< what statements say of printed expressions: `\langle x, y \rangle_L = ...`
};

}  // namespace eqlens
