#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "infer/infer.hpp"

namespace eqlens {

/// A change to one place that might make the shapes fit; tried by inferring again.
enum class Repair : std::uint8_t { nothing, transpose_left, transpose_right, swap, elementwise };

struct RepairAt {
  Repair repair = Repair::nothing;
  ExpressionId place = none;
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
  void seed_values();
  void seed_guesses();
  void guess(SymbolId symbol);
  std::size_t guessed_rank(SymbolId symbol);
  std::size_t guessed_entry_rank(SymbolId symbol);
  bool scalar_by_use(SymbolId symbol) const;
  void share_steps();
  bool reads_itself(SymbolId symbol) const;
  bool read_by_fact(SymbolId symbol) const;
  std::optional<SizeId> named_width(const Symbol& symbol);
  Dimension width_of(SymbolId symbol, std::string_view hint);
  void collect_uses();
  void mark_normed_entries(ExpressionId id);
  void collect_scopes();

  // infer.cpp: statements
  void visit(std::size_t statement);
  void infer_range(std::size_t statement, std::vector<Shape>& shapes);
  void settle(std::size_t position);
  bool constant(ExpressionId id) const;
  bool all_declared(const Statement& statement) const;
  bool column(const Shape& a, const Shape& b) const;
  void agree_with_steps(SymbolId symbol);
  void mean_range(ExpressionId id);
  void scale_width(ExpressionId id);
  void define(SymbolId symbol, const Statement& statement, Shape value);
  Shape whole_of(const Statement& statement, Shape value);
  void name_sizes();

  // rules.cpp: expressions
  Shape shape_of(ExpressionId id, const std::vector<Shape>& shapes);
  Shape apply_rule(ExpressionId id, const std::vector<Shape>& arguments);
  Shape elementwise(ExpressionId id, const std::vector<Shape>& arguments);
  Shape product(ExpressionId id, Shape left, Shape right);
  Shape index(ExpressionId id, const std::vector<Shape>& shapes);
  Shape reduce(ExpressionId id, const Shape& body);
  Shape call(ExpressionId id, const std::vector<Shape>& shapes);
  Shape opaque(ExpressionId id, const std::vector<Shape>& shapes);
  void note_adoption(ExpressionId child, const Shape& shape);
  Shape concatenate(ExpressionId id, const std::vector<Shape>& arguments, bool stack);
  Shape literal_matrix(ExpressionId id, const std::vector<Shape>& shapes);
  Shape gradient(ExpressionId id, const std::vector<Shape>& shapes);
  Shape transpose(Shape shape) const;
  Shape elementwise_of_values(const std::vector<Shape>& values, ExpressionId id);
  SymbolId head_of(ExpressionId id) const;
  bool is_free_index(SymbolId symbol) const;
  Dimension& range_of(SymbolId symbol, ExpressionId scope);
  std::optional<Dimension> dimension_of(ExpressionId id);
  void merge_index_axes(Shape& into, const Shape& from, ExpressionId place);
  bool unify(const Dimension& a, const Dimension& b);
  Shape adopt(const Shape& unknown_shape, const Shape& like);

  // mismatch.cpp: messages
  Shape mismatch(ExpressionId id, const Shape& left, const Shape& right, const Dimension& a, const Dimension& b, std::string problem);
  void complain(ExpressionId id, std::string message, std::vector<Label> labels = {}, std::string help = {});
  std::string described(ExpressionId id, const Shape& shape) const;
  std::string origin_of(ExpressionId id) const;
  bool holds_guess(ExpressionId id) const;
  std::string find_repair(ExpressionId id) const;

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
  std::vector<bool> settled_;  // symbols whose shape a fact or value fixed
  std::vector<bool> guessed_;
  std::vector<ExpressionId> ends_;  // statement n holds the expressions [ends_[n-1], ends_[n])
  std::vector<int> visited_;
  int depth_ = 0;
  int calls_left_ = 2000;                  // inlined calls, so that functions of functions stay cheap
  std::vector<const Statement*> active_;   // functions being inlined
  std::map<ExpressionId, Shape> adopted_;  // opaque calls whose place asked for a shape
  bool has_opaque_ = false;
  bool opaque_ = false;     // the statement at hand calls something that nothing defines
  bool last_pass_ = false;  // opaque calls that nothing shaped are numbers
};

}  // namespace eqlens
