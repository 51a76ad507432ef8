#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expression/expression.hpp"
#include "shape/dimension.hpp"
#include "shape/shape.hpp"

namespace eqlens {

/// What a symbol is used as; its role in the equation is decided later.
enum class SymbolKind : std::uint8_t {
  variable,  ///< holds a value: `Q`, `m_{t-1}`, `d_k`
  function,  ///< is called: `f` of `f(x)`, `\operatorname{Attention}`
  index,     ///< counts: `i` of `x_i`, bound by an operator or free on the left
  constant,  ///< always the same: `e`, `\pi`, `\infty`, `\mathbf{I}`, `\mathbf{1}`
  label,     ///< only tells names apart: L of `\langle x, y \rangle_L`
};

/// How the letter is set. Faces tell apart `\mathbf{x}` and `x` only where both occur.
enum class Face : std::uint8_t { italic, upright, bold, script, blackboard, fraktur, sans, typewriter };

/// Where a symbol is printed.
struct Occurrence {
  Span span;
  std::uint16_t source = 0;
};

/// A symbol as printed, without its indices: `A` of `A_{it}`, but `d_k`, `\hat{m}_t`, `W^Q`, `m_{t-1}` whole.
struct Symbol {
  std::string latex;     ///< canonical form, as JSON shows it: `\operatorname{Attention}`, `\mathbf{x}`, `m_{t-1}`
  std::string nucleus;   ///< the letter or name alone: `x`, `\beta`, `Attention`
  std::string accent;    ///< `\hat`, `\bar`, ... or empty
  std::string label;     ///< canonical subscript that belongs to the name: `k`, `\text{model}`, `t-1`
  std::string upper;     ///< canonical superscript that belongs to the name: `Q`, `(l)`, `*`, `'`
  std::string stem;      ///< the name without its step: `m` of `m_{t-1}`, `\hat{m}` of `\hat{m}_t`; empty if it has none
  SymbolId step = none;  ///< the step counter's symbol: t of `m_{t-1}`
  int offset = 0;        ///< -1 for `m_{t-1}`
  SymbolKind kind = SymbolKind::variable;
  Face face = Face::italic;
  double value = 0;         ///< of numeric constants
  bool from_zero = false;   ///< its entries are looked up as in code: `\text{padding}[0]`
  bool apart = false;       ///< what is printed with an index is another quantity: `L_i` beside `L`
  std::uint16_t scope = 0;  ///< above 0: the parameter of a function that this source defines, known only there
  std::vector<Occurrence> occurrences;
};

/// What one statement of a display does.
enum class StatementKind : std::uint8_t {
  definition,    ///< `left = value`: the left side is new
  update,        ///< `\theta \leftarrow ...`: the left side gets a new value
  distribution,  ///< `x \sim p`
  fact,          ///< a declaration or a domain: `Q \in \mathbb{R}^{n \times d}`, `\epsilon > 0`
  claim,         ///< both sides are known: an identity, a printed number, an inequality
  expression,    ///< no relation at all
};

struct Statement {
  StatementKind kind = StatementKind::expression;
  Span span;
  std::uint16_t source = 0;
  std::vector<ExpressionId> sides;          ///< as printed, left to right
  std::vector<const Operation*> relations;  ///< between them: sides.size() - 1
  std::vector<SymbolId> defines;            ///< the new symbols; more than one in `m_0 = v_0 = 0`
  std::vector<SymbolId> parameters;         ///< of `f(x, y) = ...`
  std::vector<SymbolId> free_indices;       ///< of `C_{ij} = ...`, in printed order; they become the axes of what is defined
  ExpressionId value = none;                ///< the expression that is the (last) value; for claims the left side's
  bool entry_of_call = false;               ///< `\mathrm{softmax}(z)_i = ...`: the indices are entries of the call's result
};

/// A declared shape: `Q, K \in \mathbb{R}^{n \times d_k}`. With `indexed` the axes are those of one entry (`x_i \in \mathbb{R}^d`).
struct ShapeFact {
  SymbolId symbol = none;
  Axes axes;
  std::vector<SymbolId> indexed;
  Span span;
  std::uint16_t source = 0;
  bool of_call = false;              ///< `\phi(x) \in \mathbb{R}^k` says what a call gives
  std::vector<Axes> arguments = {};  ///< of a function: `f : \mathbb{R}^d \to \mathbb{R}^h`
};

/// A role the user stated: "W is learned".
struct RoleFact {
  SymbolId symbol = none;
  std::string role;
  std::string meaning;
  Span span;
  std::uint16_t source = 0;
};

/// A decision between readings, with its reason; `--where flip` overrules it.
struct Choice {
  Span span;
  std::uint16_t source = 0;
  std::string latex;
  std::string reading;
  std::vector<std::string> instead_of;
  std::string because;
  std::string flip;
  std::string effect = {};  ///< what the other reading would change; empty if nothing, or if it was not worked out
};

/// One of a family of functions: `f_1` is the definition of `f_\beta` with \beta = 1.
struct Member {
  const Statement* definition = nullptr;
  SymbolId letter = none;  ///< what the name's label stands for
};

/// One display with its facts, resolved: what every token means. Sources: 0 is the display, the others are the facts' texts.
struct Equation {
  std::vector<Source> sources;
  Arena arena;
  std::vector<Symbol> symbols;
  std::vector<Statement> statements;  ///< of the display, in printed order, then those of the facts (source > 0)
  std::vector<ShapeFact> shape_facts;
  std::vector<RoleFact> role_facts;
  std::vector<Choice> choices;
  Sizes sizes;
  Diagnostics diagnostics;  ///< spans are in sources[0]; those about facts carry no span

  [[nodiscard]] std::optional<SymbolId> find_symbol(std::string_view latex) const;
  /// The statement that defines a symbol, in the display or among the facts; none if nothing does.
  [[nodiscard]] const Statement* definition_of(SymbolId symbol) const;
  /// How `f_1` follows from the definition of `f_\beta`; none if no definition has a letter in that place which its value reads.
  [[nodiscard]] std::optional<Member> member_of(SymbolId function) const;
  /// Whether a symbol stands in an expression, the ends and sets of its sums included.
  [[nodiscard]] bool reads(ExpressionId id, SymbolId symbol) const;
  /// The text of an expression as the user wrote it, white space folded.
  [[nodiscard]] std::string text(ExpressionId id) const;
  [[nodiscard]] std::string text(Span span, std::uint16_t source) const;
  /// The superscript of an entry whose label is printed behind it: `(k)` of `p^{(k)}_t`.
  [[nodiscard]] std::string counted_superscript(ExpressionId id) const;
  /// Whether an index is printed on the function and not behind its bracket: `E_i(x)`.
  [[nodiscard]] bool indexes_function(ExpressionId id) const;
  [[nodiscard]] std::string brackets_behind(ExpressionId id) const;
  /// Canonical LaTeX of an expression: of a symbol its name, of an index `x_i`, of a call `p(y \mid x)`, else its text.
  [[nodiscard]] std::string canonical(ExpressionId id) const;
};

/// Resolves a display and the facts that come with it (`--where` texts, prose). Never throws; what is wrong is in `diagnostics`.
[[nodiscard]] Equation resolve(std::string_view display, const std::vector<std::string>& facts = {}, std::string_view macros = {});

struct Parsed;

/// The same for a display that is parsed already.
[[nodiscard]] Equation resolve(const Parsed& parsed, std::string_view display, const std::vector<std::string>& facts,
                               std::string_view macros);

}  // namespace eqlens
