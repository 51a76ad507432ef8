#pragma once

#include <string>
#include <vector>

#include "grammar/latex.hpp"
#include "infer/infer.hpp"

namespace eqlens {

enum class Role : std::uint8_t { output, input, learned, constant, operation };

[[nodiscard]] std::string_view name(Role role);

/// How the meaning of a parameter begins that is printed otherwise on the right side: X of `F(X) = g(x)`.
inline constexpr std::string_view other_print = "another print of ";

/// A symbol as a reader would ask about it: printed form, role, meaning, shape. Indexed symbols appear twice: `x_i` and `x`.
struct SymbolEntry {
  std::string latex;       ///< canonical, as printed: `x_i`, `\mathbf{x}`, `W_i^Q`
  SymbolId symbol = none;  ///< the base symbol
  bool indexed = false;    ///< this entry is one element (`x_i`) of the symbol
  Role role = Role::input;
  std::vector<std::string> badges;  ///< "previous step", "intermediate", "learned quantity", "size", "random", "index"
  std::string meaning;              ///< "the queries, one in each row"; empty if nothing says
  std::string kind;                 ///< "number", "vector", "matrix", "array", "function", "index"
  std::string domain;  ///< for drawing values: "real", "positive", "rate", "probability", "stability", "count", "simplex", "one-hot"
  Shape shape;
  std::vector<Span> spans;  ///< in the display
  bool guessed = false;
  Evidence evidence;  ///< of the role and meaning
};

/// An operation that occurs, each once.
struct OperationEntry {
  const Operation* operation = nullptr;
  std::string latex;  ///< the sign alone, as printed
  std::vector<ExpressionId> uses;
  std::string here = {};  ///< what it does here, where that is not what the catalogue says

  [[nodiscard]] std::string_view does() const { return here.empty() ? std::string_view(operation->does) : std::string_view(here); }
  [[nodiscard]] std::string_view why() const { return here.empty() ? std::string_view(operation->why) : std::string_view(); }
};

struct Roles {
  std::vector<SymbolEntry> symbols;  ///< in order of first appearance
  std::vector<OperationEntry> operations;
  std::vector<std::string> disagreements;  ///< where a fact and the line speak for different roles; the fact was taken
  [[nodiscard]] const SymbolEntry* find(SymbolId symbol) const;  ///< the entry of the whole symbol
};

/// What a row makes again and again if a symbol is the last of it: X^{(k)} of X^{(K)} beside `X^{(k)} = ... X^{(k-1)}`. None if it is not.
[[nodiscard]] SymbolId repeated_by(const Equation& equation, SymbolId id);

[[nodiscard]] Roles assign_roles(const Equation& equation, const Shapes& shapes);

/// Everything known about one display before it is read aloud or evaluated.
struct Analysis {
  Equation equation;
  Shapes shapes;
  Roles roles;
  std::string printed;      ///< the syntax tree printed back
  Diagnostics diagnostics;  ///< of all stages, in the order of their places
};

struct AnalysisOptions {
  std::vector<std::string> facts;  ///< the texts of --where
  std::string macros;
};

/// The recipe: parse, resolve, infer, assign roles.
[[nodiscard]] Analysis analyse(std::string_view display, const AnalysisOptions& options = {});

/// A display as it reads by itself, told no facts.
struct Untold {
  Parsed parsed;
  Equation equation;
};

/// The same for a display that was read already, with the macros of the options: what is known of it is not worked out again.
[[nodiscard]] Analysis analyse(std::string_view display, const AnalysisOptions& options, const Untold& untold);

}  // namespace eqlens
