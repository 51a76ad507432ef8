#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "expression/equation.hpp"
#include "expression/usage.hpp"
#include "syntax/tree.hpp"

namespace eqlens {

/// A letter or word as set: what it is called, in which face, under which accent.
struct Name {
  std::string nucleus;
  std::string accent;
  Face face = Face::italic;
  std::string latex;                 ///< canonical, accent and face included, scripts not
  bool word = false;                 ///< several letters
  SyntaxId inner_scripts = no_node;  ///< scripts printed inside the accent: `\hat{y_i}`
};

/// What the scripts of a symbol turned out to mean.
struct Scripts {
  std::string label;                        ///< canonical subscript that belongs to the name
  std::string upper;                        ///< canonical superscript that belongs to the name
  std::vector<ExpressionId> indices;        ///< entries
  std::vector<ExpressionId> upper_indices;  ///< `x^{(n)}` with a counted n
  SyntaxId power = no_node;                 ///< superscript that is an exponent
  bool transpose = false;
  bool conjugate = false;             // `A^{\mathrm{H}}`
  SyntaxId transpose_sign = no_node;  ///< where it stands inside another superscript
  bool inverse = false;
  bool pseudo_inverse = false;
  int primes = 0;
  std::string step;  ///< the letter that counts steps
  int offset = 0;
  bool numeric_step = false;  ///< `x_0` of a stem that has steps
};

/// A window of tokens that the parser walks through.
struct Cursor {
  const Tokens* tokens = nullptr;
  std::size_t at = 0;
  std::size_t end = 0;

  [[nodiscard]] bool done() const { return at >= end; }
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return (*tokens)[at + ahead]; }
  [[nodiscard]] bool has(std::size_t ahead = 0) const { return at + ahead < end; }
};

/// A piece of a display that may be a statement: tokens [begin, end).
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Gives every token of one text its meaning. One resolver for each text; the equation and the usage are shared.
class Resolver {
 public:
  Resolver(Equation& equation, const SyntaxTree& tree, const Usage& usage, std::uint16_t source);

  /// Resolves the whole text into statements and facts of the equation.
  void run();
  /// Notes what left sides define, call and index; every text of the input is asked before any is resolved.
  void gather_left_sides(Usage& usage) const;
  /// Notes which declared arrays are read with brackets, and what is listed by reading them: asked when all facts are known.
  void gather_entries(Usage& usage) const;
  /// The token rows of the display: its statements' raw material. Used to gather left sides before resolving.
  [[nodiscard]] const Tokens& display_tokens() const;
  [[nodiscard]] std::vector<Piece> pieces(const Tokens& tokens) const;

 private:
  // What a left side would define.
  struct Left {
    SymbolId symbol = none;
    const Operation* operation = nullptr;  // an operation of the catalogue whose name is defined here
    ExpressionId base = none;
    ExpressionId label = none;  // L of `d(x, y)_L = ...`
    bool call = false;
    bool indexed = false;
    bool functional = false;  // `D[q(z) \| p(z)] = ...`: some arguments are calls themselves
    std::vector<SymbolId> parameters;
    std::vector<SymbolId> free_indices;
  };

  // statements.cpp, definitions.cpp, left_sides.cpp, declarations.cpp
  void statement(const Tokens& tokens, Piece piece);
  void define(Statement& statement);
  bool is_space(const Token& set) const;
  /// `resolved`: what the set was resolved to, if it was.
  std::optional<Axes> axes_of_set(const Token& set, ExpressionId resolved = none);
  bool signature(const Tokens& tokens);
  bool map_between_sets(const Tokens& tokens);
  bool holds_for_each(const Tokens& tokens, std::size_t begin) const;
  bool names_approximation(Statement& statement, const Tokens& tokens, std::size_t relation);
  bool called_on(const Name& function_name, const std::string& argument_name) const;
  void keep_parameters(const Tokens& tokens, std::size_t relation);
  void declare(Statement& statement, const Tokens& tokens, std::size_t relation, std::size_t end);
  bool chooses(ExpressionId id) const;
  void free_chosen(const Statement& statement, ExpressionId value);
  bool defines_several(Statement& statement);
  std::optional<Left> definable(ExpressionId id);
  SymbolId name_operation(ExpressionId& side_id, const Left& left);
  bool already_defined(SymbolId symbol) const;
  bool uses_operation(ExpressionId id, const Operation& operation) const;
  bool variance(ExpressionId id) const;
  bool opaque(ExpressionId id) const;
  bool calls(ExpressionId id, SymbolId function_symbol) const;
  bool holds_relation(const Token& fence_token) const;
  bool is_title(const Tokens& tokens, std::size_t begin, std::size_t end) const;
  bool bare_arguments(SyntaxId fence_node) const;
  Letters bracket_letters(SyntaxId fence_node, bool shifted) const;
  std::string array_before(SyntaxId fence_node, const Usage& usage) const;
  bool mentions_word(const Token& token, const std::string& word) const;
  Dimension dimension(ExpressionId id);

  // names.cpp
  std::optional<Name> read_name(const Token& token) const;
  std::optional<Name> read_name(SyntaxId id) const;
  std::optional<Name> name_of_command(SyntaxId id) const;
  std::optional<Name> name_in_text(SyntaxId text) const;
  std::string letters_inside(SyntaxId id) const;
  const std::string& script_text(SyntaxId script) const;
  SymbolId intern(const Name& name, const Scripts& scripts, Span span, SymbolKind kind);
  SymbolId counter(const std::string& letter, Span span);
  bool sized_identity(const Name& name, const Token& token) const;
  std::optional<ExpressionId> constant(const Name& name, const Token& token);

  // scripts.cpp
  Scripts read_scripts(const Name& name, const Token& token);
  void read_subscript(const Name& name, SyntaxId script, Scripts& scripts);
  bool is_policy(const Name& name, const std::string& above) const;
  static bool is_word_above(const std::string& above);
  bool is_family(const Name& name, const std::string& above) const;
  int primes_of(SyntaxId primes) const;
  bool picks_entry(const Name& name, SyntaxId script) const;
  void read_superscript(const Name& name, SyntaxId script, Scripts& scripts, const Token& token);
  bool is_index_dot(const Token& token) const;
  bool holds_index_dot(const Tokens& tokens, std::size_t begin, std::size_t end) const;
  std::vector<ExpressionId> index_expressions(SyntaxId script);
  [[nodiscard]] bool holds_more_arguments(const Token& first, const Token& second) const;
  ExpressionId further_arguments(ExpressionId call_id, SyntaxId fence_node);
  [[nodiscard]] bool picks_from_value(SyntaxId subscript) const;
  [[nodiscard]] const Operation* signed_part(const Token& token) const;
  ExpressionId labelled(ExpressionId value, SyntaxId subscript);
  ExpressionId with_scripts(ExpressionId value, const Token& token, bool is_number_like);
  ExpressionId apply_scripts(ExpressionId value, const Scripts& scripts, const Token& token);
  bool is_transpose(SyntaxId superscript, const Token& token, bool array_like) const;
  bool is_inverse(SyntaxId superscript) const;

  // script_rules.cpp
  bool is_label_elsewhere(const Name& name, const std::string& above) const;
  bool is_hermitian(const Name& name, const std::string& above) const;
  static bool is_upright_word(std::string_view text);
  bool goes_by_entry(ExpressionId id) const;
  bool picks_label(SyntaxId subscript) const;
  bool is_small_transpose(const Token& token) const;

  // terms.cpp
  ExpressionId sum(Cursor& cursor);
  ExpressionId product(Cursor& cursor);
  ExpressionId juxtaposed(Cursor& cursor);
  ExpressionId factor(Cursor& cursor);
  ExpressionId body(Cursor& cursor, const std::vector<Range>& ranges);
  [[nodiscard]] std::size_t end_of_factors(const Cursor& cursor, const std::vector<Range>& ranges) const;
  ExpressionId operand(Cursor& cursor);
  bool ends_term(const Token& token) const;

  // operators.cpp
  ExpressionId big(Cursor& cursor, const Operation& operation);
  ExpressionId function(Cursor& cursor, const Operation& operation);
  ExpressionId expectation(Cursor& cursor, const Operation& operation);
  std::optional<ExpressionId> indicated(const Token& token, const Operation& operation);
  std::optional<ExpressionId> root_of_letter(const Token& token, SyntaxId radicand, Span sign);
  std::optional<ExpressionId> named_map(const Token& token, Cursor& cursor, const Operation& operation);
  ExpressionId inverse_function(Cursor& cursor);
  const Operation* inverse_of(const Operation& operation) const;
  bool is_jacobian(const Cursor& cursor, const Name& name) const;
  ExpressionId bare_argument(Cursor& cursor);
  std::vector<Range> read_ranges(const Token& token);
  std::vector<Range> ranges_of(SyntaxId script);
  void read_range(const Tokens& tokens, std::size_t begin, std::size_t end, std::vector<Range>& ranges, std::size_t& open);
  bool read_chain(const Tokens& tokens, std::size_t begin, std::size_t end, std::vector<Range>& ranges);
  ExpressionId one_less(ExpressionId end);
  bool limits_only(const Tokens& tokens, std::size_t begin, std::size_t end) const;
  bool sifts(const Tokens& tokens, std::size_t begin, std::size_t end, bool behind_colon) const;
  SymbolId bound_symbol(const Token& token, bool counts);
  ExpressionId fraction(const Token& token, Cursor& cursor);
  [[nodiscard]] std::vector<Range> unprinted_ranges(ExpressionId inner) const;

  // integrals.cpp
  std::vector<Range> ends_of_integral(const Token& token);
  bool is_measure(const Tokens& tokens, std::size_t n, std::size_t end) const;
  std::size_t variables_of(const Token& sign) const;
  std::size_t end_of_integrand(const Tokens& tokens, std::size_t from, std::size_t end) const;
  std::optional<ExpressionId> integral(Cursor& cursor, const Token& token, Expression expression, std::vector<Range> ranges);

  // derivatives.cpp
  ExpressionId gradient(Cursor& cursor);
  ExpressionId differentiated(Cursor& cursor, const std::vector<std::string>& variables);
  bool holds_letter(const Token& token, const std::string& letter) const;
  std::optional<ExpressionId> differential(Cursor& cursor);
  std::optional<ExpressionId> derivative(SyntaxId top, SyntaxId bottom, Span span, Cursor& cursor);
  bool names_point(const Token& token) const;
  Tokens point_tokens(const Token& token) const;
  bool is_evaluation_bar(const Token& token) const;
  ExpressionId slope_variable(ExpressionId id) const;
  bool names_same(ExpressionId id, SymbolId letter) const;
  std::optional<ExpressionId> taken_at(ExpressionId slope, Cursor& cursor);
  ExpressionId at_bare_point(ExpressionId value, ExpressionId variable, const Token& bar);
  ExpressionId at_point(ExpressionId value, const Token& token);

  // brackets.cpp
  ExpressionId fence(Cursor& cursor);
  bool only_holds(const Token& token) const;
  ExpressionId family(const Token& token);
  ExpressionId bars(Cursor& cursor);
  bool is_double_bar(const Token& token) const;
  bool opens_bar(const Cursor& cursor) const;
  bool inside_bars(const Tokens& tokens, std::size_t n) const;
  ExpressionId matrix(SyntaxId environment);
  ExpressionId cases(SyntaxId environment, Span span);
  std::vector<ExpressionId> arguments(SyntaxId fence_node);
  ExpressionId row_of(const Tokens& tokens, std::size_t begin, std::size_t end);

  // conditions.cpp
  ExpressionId condition(const Tokens& tokens, std::size_t begin, std::size_t end);
  ExpressionId connected(const Tokens& tokens, std::size_t begin, std::size_t end);
  ExpressionId links(const Tokens& tokens, std::size_t begin, std::size_t end);
  ExpressionId listed_links(const Tokens& tokens, std::size_t begin, std::size_t end);
  ExpressionId conjunction(const std::vector<ExpressionId>& parts);
  void mark_interval(const Operation& relation, ExpressionId set);
  std::size_t without_remark(const Tokens& tokens, std::size_t begin, std::size_t end, const std::string& word) const;

  // symbols.cpp
  ExpressionId symbol(Cursor& cursor, const Name& name);
  bool is_call(const Name& name, const Scripts& scripts, const Token& fence_token) const;
  bool holds_one_thing(const Tokens& inside) const;
  bool inverts(const Name& name, const Scripts& scripts, const Token& bracket) const;
  bool looks_up(const Name& name, const Scripts& scripts, const Token& bracket) const;
  SyntaxId subscript_of(const Token& token, const Name& name) const;
  bool declares_call(const Token& bracket) const;
  bool labelled_transpose(SyntaxId inside, Scripts& scripts) const;
  std::string_view decided(const std::string& printed) const;
  std::string with_superscript(const Name& name, SyntaxId script, const Token& token) const;
  bool decide_superscript(const Name& name, SyntaxId script, Scripts& scripts, const Token& token);
  bool decide_subscript(const Name& name, SyntaxId script, Scripts& scripts);
  void doubt_superscript(const Name& name, SyntaxId script, const Scripts& scripts, const Token& token);
  void doubt_subscript(const Name& name, SyntaxId script, const Scripts& scripts, const Token& token);
  void doubt_product(const Name& name, const Scripts& scripts, const Token& bracket);
  [[nodiscard]] bool is_declared_sample(const Name& name, const std::string& above) const;
  bool marks_one_of_several(const Name& name, const std::string& above, const Token& token) const;
  bool is_remark(const Token& fence_token) const;
  bool stands_uncalled(const Token& bracket) const;
  bool goes_in_time(const std::string& below, const Letters& letters) const;
  bool marks_left_side(const std::string& below, const std::string& above) const;
  static bool is_list_above(const std::string& above);
  static bool is_mark_above(const std::string& above);
  bool marks_called(const std::string& above) const;
  bool holds_list(const Token& bracket) const;
  bool is_step_mark(SyntaxId superscript) const;
  bool labels_call(const Name& name, const Scripts& scripts, const Token& bracket) const;
  bool raised_call(const Name& name, const Scripts& scripts, const Token& bracket) const;
  bool doubtful_call(const Name& name, const Scripts& scripts, const Token& bracket) const;
  bool is_place(const Tokens& inside) const;
  bool is_counted_place(const Tokens& inside) const;
  ExpressionId entry(ExpressionId whole, SyntaxId fence_node, Span span);
  ExpressionId number(const Token& token);
  ExpressionId call(SymbolId head, SyntaxId fence_node, Span span);

  // Building blocks.
  ExpressionId add(Expression expression, std::initializer_list<ExpressionId> children);
  ExpressionId add(Expression expression, const std::vector<ExpressionId>& children, const std::vector<Range>& ranges = {});
  ExpressionId apply(const Operation& operation, const std::vector<ExpressionId>& children, Span span, Span sign = {});
  ExpressionId apply(std::string_view operation, const std::vector<ExpressionId>& children, Span span, Span sign = {});
  ExpressionId unknown(Span span);
  ExpressionId subtree(SyntaxId parent);
  bool in_script(SyntaxId group) const;
  ExpressionId subtree_or_item(SyntaxId id);
  ExpressionId side(const Tokens& tokens, std::size_t begin, std::size_t end);
  [[nodiscard]] Tokens tokens_of(SyntaxId parent) const { return tokenize(tree_, parent, judge_); }
  [[nodiscard]] Span origin(Span span) const { return tree_.origin(span); }
  /// The control sequence alone: `\frac` of `\frac{a}{b}`.
  [[nodiscard]] Span sign_of(SyntaxId command) const;
  [[nodiscard]] Span origin_of(SyntaxId id) const { return tree_.origin(id); }
  [[nodiscard]] Span span_of(ExpressionId id) const { return equation_.arena[id].span; }
  void report(Severity severity, std::string code, std::string message, Span span, std::string help = {});
  void report_dangling(const Cursor& cursor, std::string message, Span span, std::string help);
  void report_bodiless(const Cursor& cursor, std::string message, Span span, std::string help);
  void choose(Span span, std::string reading, std::vector<std::string> instead_of, std::string because, std::string flip = {});

  Equation& equation_;
  const SyntaxTree& tree_;
  const Usage& usage_;
  UsageJudge judge_;
  mutable std::unordered_map<SyntaxId, std::optional<Name>> names_;  // of commands, which are asked for again and again
  mutable Tokens tokens_;                                            // of the display
  mutable bool tokens_stay_ = false;                                 // no name in them waits for what is still to be gathered
  mutable std::map<SyntaxId, std::string> script_texts_;             // what was asked for, which is asked for again and again
  std::uint16_t source_;
  std::set<std::string> parameters_;    // of the function that a fact defines
  int loose_ = 0;                       // above 0 inside scripts, where signs may stand alone
  const Tokens* top_tokens_ = nullptr;  // the tokens of the statement at hand
};

/// The right sign for what an expression may be indexed or called by: the base symbol below indices, or none.
[[nodiscard]] SymbolId head_symbol(const Arena& arena, ExpressionId id);

/// Finds the letters that stand for two quantities, one of them indexed.
void mark_quantities_apart(Equation& equation);
void mark_counted_from_zero(Equation& equation);

/// Whether a token is the sign of a differential: `\partial`, or a d that begins one.
[[nodiscard]] bool is_differential(const SyntaxTree& tree, const Token& token);

/// Whether a token joins two conditions: `\land`, `\vee`.
[[nodiscard]] bool is_connective(const Token& token);

/// `\Rightarrow`, `\Leftarrow`, `\Leftrightarrow`.
[[nodiscard]] bool is_implication(const Operation& relation);

/// Whether a relation gives its left side a value: `=`, `:=`, `\leftarrow`.
[[nodiscard]] bool defines(const Operation& relation);

/// Whether an operation of the catalogue can be named on a left side, as `\mathrm{softmax}(z)_i = ...` does.
[[nodiscard]] bool may_be_defined(const Operation& operation);

}  // namespace eqlens
