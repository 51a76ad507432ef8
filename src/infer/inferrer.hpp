#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "infer/infer.hpp"

namespace eqlens {

/// A change to one place that might make the shapes fit; tried by inferring again.
enum class Repair : std::uint8_t {
  nothing,
  transpose,    ///< of any expression
  swap,         ///< the factors of a product, the indices of an entry
  elementwise,  ///< `a \odot b` instead of a product
  columns,      ///< `b \mathbf{1}^\top`: a vector repeated over columns
  letter,       ///< another index letter
  resize,       ///< another size in a symbol's declaration
  pseudo,       ///< the pseudo-inverse
  stack,        ///< below one another instead of side by side
};

struct RepairAt {
  Repair repair = Repair::nothing;
  ExpressionId place = none;
  SymbolId symbol = none;     ///< resize
  std::size_t axis = 0;       ///< resize, letter
  ExpressionId other = none;  ///< letter: where the letter stands now
  Dimension size = Dimension();
};

/// Two values that do not fit together at one expression, with the two sizes that clash.
struct Clash {
  ExpressionId at = none;
  ExpressionId left = none;
  ExpressionId right = none;
  Shape left_shape;
  Shape right_shape;
  Dimension a;
  Dimension b;
};

/// One run of shape inference. Statements are visited in order of need, their expressions children first.
class Inferrer {
 public:
  Inferrer(const Equation& equation, const std::vector<ValueShape>& values, RepairAt repair = {});

  Shapes run();

 private:
  void pass();

  // guess.cpp: what symbols are, before any rule ran
  void seed_symbols();
  void seed_facts();
  void seed_members();
  void note_second_declaration(const ShapeFact& fact);
  void seed_sizes();
  void count_listed_ranges();
  void shape_sets();
  std::optional<std::int64_t> stated(const Dimension& dimension) const;
  void seed_values();
  void seed_guesses();
  void guess(SymbolId symbol);
  [[nodiscard]] bool labels_definition(const Symbol& letter) const;
  std::size_t guessed_rank(SymbolId symbol);
  std::size_t guessed_entry_rank(SymbolId symbol);
  bool scalar_by_use(SymbolId symbol) const;
  void share_steps();
  bool reads_itself(SymbolId symbol) const;
  bool read_by_fact(SymbolId symbol) const;
  std::optional<SizeId> named_width(const Symbol& symbol);
  Dimension width_of(SymbolId symbol, std::string_view hint);
  [[nodiscard]] bool printed_vector(SymbolId symbol) const;
  [[nodiscard]] bool printed_array(SymbolId symbol) const;
  Shape own_vector(SymbolId symbol);
  void collect_uses();
  void use_as_parameters(ExpressionId call);
  void mark_normed_entries(ExpressionId id);
  void mark_ordered(ExpressionId id);
  void mark_event(ExpressionId id);
  void mark_vectors(ExpressionId id);
  bool matrix_entry(ExpressionId id) const;
  bool matrix_power(ExpressionId id) const;
  bool row_meets_column(ExpressionId id, ExpressionId first) const;
  ExpressionId first_term(ExpressionId id) const;
  void collect_scopes();

  // infer.cpp: statements
  void visit(std::size_t statement);
  void infer_range(std::size_t statement, std::vector<Shape>& shapes);
  void settle(std::size_t position);
  void settle_links(const Statement& statement, std::size_t first);
  void settle_distribution(const Statement& statement);
  void check_free_indices(const Statement& statement);
  std::vector<SymbolId> index_letters(ExpressionId id) const;
  bool constant(ExpressionId id) const;
  bool all_declared(const Statement& statement) const;
  bool column(const Shape& a, const Shape& b) const;
  void agree_with_steps(SymbolId symbol);
  [[nodiscard]] bool is_last_step(SymbolId last, SymbolId step) const;
  void agree_with_last_step(SymbolId symbol);
  void mean_range(ExpressionId id);
  void scale_width(ExpressionId id);
  std::size_t places_of_entry(const Statement& statement) const;
  void define(SymbolId symbol, const Statement& statement, Shape value);
  void report_definition(SymbolId symbol, const Statement& statement, const Shape& whole, const Dimension& a, const Dimension& b);
  Shape whole_of(const Statement& statement, Shape value);
  void name_sizes();
  void join_changes();

  // dispatch.cpp: expressions
  Shape shape_of(ExpressionId id, const std::vector<Shape>& shapes);
  Shape plain_shape_of(ExpressionId id, const std::vector<Shape>& shapes);
  Shape apply_rule(ExpressionId id, const std::vector<Shape>& arguments);
  Shape number_of(ExpressionId id, const std::vector<Shape>& arguments);
  Shape covariance(ExpressionId id, const std::vector<Shape>& arguments);

  // rules.cpp, comparisons.cpp: what most operations do
  Shape elementwise(ExpressionId id, const std::vector<Shape>& arguments);
  bool combine(ExpressionId id, Shape& result, ExpressionId result_id, Shape next, ExpressionId next_id, std::string_view problem);
  Shape branches(ExpressionId id, const std::vector<Shape>& shapes);
  Shape alike(ExpressionId id, const std::vector<ExpressionId>& children, const std::vector<Shape>& shapes);
  Shape normal(ExpressionId id, const std::vector<Shape>& all);
  Shape one_function_twice(ExpressionId id, const std::vector<Shape>& shapes);
  std::vector<ExpressionId> arguments_of(ExpressionId id) const;
  Shape square(ExpressionId id, const Shape& argument);
  bool plain_number(ExpressionId id, const Shape& shape) const;
  Shape transpose(Shape shape) const;
  void note_adoption(ExpressionId child, const Shape& shape);
  Shape adopt(const Shape& unknown_shape, const Shape& like);
  bool unify(const Dimension& a, const Dimension& b);
  bool clash(const Dimension& a, const Dimension& b) const;

  // standardised.cpp: learned scales and shifts
  bool standardised(ExpressionId id) const;
  ExpressionId narrow_side(ExpressionId id, const std::vector<Shape>& arguments) const;
  std::vector<Shape> widened(ExpressionId id, ExpressionId narrow, std::vector<Shape> arguments);

  // products.cpp, blocks.cpp, calls.cpp
  Shape product(ExpressionId id, Shape left, Shape right);
  Shape call(ExpressionId id, const std::vector<Shape>& shapes);
  Shape declared_call(ExpressionId id, const std::vector<Shape>& shapes);
  Shape opaque(ExpressionId id, const std::vector<Shape>& shapes);
  Shape undemanded(ExpressionId id);
  Shape as_before(ExpressionId id, Shape shape);
  void spreads_like(ExpressionId flow);
  void alike_arguments(ExpressionId id, const std::vector<Shape>& shapes);
  void ask_for_number(ExpressionId id, const Dimension& size);
  void pass_down(ExpressionId id, const Shape& shape, bool whole = true);
  [[nodiscard]] bool calls_density(ExpressionId id) const;
  void pass_to_factor(std::span<const ExpressionId> factors, const Shape& shape);
  Shape concatenate(ExpressionId id, const std::vector<Shape>& arguments, bool stack);
  void fill_up(ExpressionId first, ExpressionId last, const Dimension& count);
  Shape side_by_side(ExpressionId id, const std::vector<Shape>& arguments);
  Shape literal_matrix(ExpressionId id, const std::vector<Shape>& shapes);
  Shape block_matrix(ExpressionId id, const std::vector<Shape>& shapes);
  bool second_order(ExpressionId id) const;
  Shape gradient(ExpressionId id, const std::vector<Shape>& shapes);

  // indices.cpp
  Shape index(ExpressionId id, const std::vector<Shape>& shapes);
  bool letter_runs(ExpressionId id, const Shape& base, std::size_t n, ExpressionId index_id, Shape& result);
  std::optional<Dimension> counted_to(SymbolId label);
  bool entry_exists(ExpressionId id, const Shape& base, std::size_t n, ExpressionId index_id);
  Shape reduce(ExpressionId id, const Shape& body);
  Shape family(ExpressionId id, Shape member);
  Shape entry_apart(ExpressionId id);
  void bound_range(ExpressionId id, const Range& range);
  std::vector<std::pair<SymbolId, std::size_t>> axes_along(ExpressionId id, SymbolId index) const;
  SymbolId head_of(ExpressionId id) const;
  bool is_free_index(SymbolId symbol) const;
  Dimension& range_of(SymbolId symbol, ExpressionId scope);
  std::optional<Dimension> dimension_of(ExpressionId id);
  void merge_index_axes(Shape& into, const Shape& from, ExpressionId place);

  // mismatch.cpp, repair.cpp: messages
  Shape mismatch(const Clash& clash, std::string_view problem);
  Shape complain(ExpressionId id, std::string message, std::vector<Label> labels = {}, std::string help = {});
  void add_repairs(const Clash& clash);
  void offer_repairs(const Clash& clash, const std::vector<RepairAt>& attempts);
  std::vector<RepairAt> attempts_at(const Clash& clash) const;
  void add_inner_attempts(const Clash& clash, std::vector<RepairAt>& attempts) const;
  void add_left_attempts(const Clash& clash, std::vector<RepairAt>& attempts) const;
  void add_letter_attempts(ExpressionId id, std::vector<RepairAt>& attempts) const;
  bool repaired(const Shapes& tried, ExpressionId id) const;
  std::string described(ExpressionId id, const Shape& shape) const;
  std::string origin_of(ExpressionId id, const Dimension& size) const;
  Label label_of(ExpressionId id, const Shape& shape, const Dimension& size) const;
  bool squares(const RepairAt& attempt) const;
  std::string fact_around(ExpressionId id) const;
  bool stands_beside(ExpressionId id, const std::string& text) const;
  std::size_t indexed_axes(SymbolId symbol) const;
  std::string declaration(SymbolId symbol, const Shape& shape) const;
  bool holds_guess(ExpressionId id) const;
  bool first_run() const { return repair_.repair == Repair::nothing && depth_ == 0; }

  const Equation& equation_;
  const std::vector<ValueShape>& values_;
  RepairAt repair_;
  Shapes out_;
  struct Uses {
    bool transposed = false;      // `x^\top`
    bool entries_normed = false;  // `\|x_i - x_j\|`
    bool normed = false;          // `\|x\|`
    bool softmaxed = false;       // `softmax(x)`
    bool dotted = false;          // `q \cdot k` with a bare letter on both sides
    bool beside_matrix = false;   // a factor next to a capital that is a matrix
    bool beside_array = false;    // a factor next to a capital, a bold letter or a transpose
    bool elementwise = false;     // `\odot`
    bool added_to_array = false;  // `W x + b`
    bool divides = false;         // a divisor, an exponent, a limit
    bool differentiated = false;  // `\nabla_x`
    bool inverted = false;
    bool multiplied = false;
    std::size_t indices = 0;
    bool indexed_in_bold = false;  // printed bold where it is indexed
    bool bare = false;             // also printed without indices
  };
  std::vector<Uses> uses_;
  std::vector<ExpressionId> scopes_;  // by expression: the reduce that binds a symbol's occurrence
  std::map<std::pair<ExpressionId, SymbolId>, Dimension> ranges_;
  std::set<std::pair<SymbolId, std::size_t>> untied_;  // axes that several sums run along to different ends: no end is their size
  std::set<SymbolId> numbers_asked_;                   // bold letters that must be single numbers, as a gradient is taken of what they make
  std::map<SymbolId, std::vector<ExpressionId>> first_calls_;   // of functions that nothing defines: what they took first
  std::map<SymbolId, std::vector<ExpressionId>> shaped_calls_;  // of functions that nothing defines: calls that gave an array
  bool outgrown_ = false;                                       // a state turned out to be an array after it was read as a number
  bool retie_ = false;
  std::set<std::pair<ExpressionId, SymbolId>> misrun_;  // index letters that were reported, with their operator
  std::set<SymbolId> oblong_;                           // matrices that were reported as not square
  std::map<SizeId, std::int64_t> numbers_;              // sizes that a statement gives: `h = 8`
  std::vector<Dimension> zeros_;                        // what a statement says is nothing: d - h d_k of `d_k = d / h`
  std::vector<bool> settled_;                           // symbols whose shape a fact or value fixed
  std::vector<bool> guessed_;
  std::vector<ExpressionId> ends_;  // statement n holds the expressions [ends_[n-1], ends_[n])
  std::vector<int> visited_;
  int depth_ = 0;
  int calls_left_ = 2000;                 // inlined calls, so that functions of functions stay cheap
  std::vector<const Statement*> active_;  // functions being inlined
  /// A shape that a place asks for: the names of its sizes.
  struct Asked {
    std::vector<std::string> sizes;
    bool row = false;
  };
  std::map<ExpressionId, Asked> adopted_;  // opaque calls whose place asked for a shape
  bool has_opaque_ = false;
  bool opaque_ = false;     // the statement at hand calls something that nothing defines
  bool last_pass_ = false;  // opaque calls that nothing shaped are numbers
};

}  // namespace eqlens
