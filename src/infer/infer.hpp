#pragma once

#include <string>
#include <vector>

#include "expression/equation.hpp"
#include "shape/shape.hpp"

namespace eqlens {

/// Where a shape or role comes from, strongest first.
enum class From : std::uint8_t { declared, prose, equation, structure, shape, convention, nothing };

[[nodiscard]] std::string_view name(From from);

struct Evidence {
  From from = From::nothing;
  std::string text;  ///< the declaration, or the reason in plain words
};

/// What a value's extents say about a symbol's shape (the whole array of an indexed symbol).
struct ValueShape {
  SymbolId symbol = none;
  std::vector<std::size_t> extents;
};

/// Side vectors over an equation: the shape of every expression and of every symbol.
struct Shapes {
  Sizes sizes;
  std::vector<Shape> expressions;        ///< by ExpressionId
  std::vector<Shape> symbols;            ///< by SymbolId: the whole array of an indexed symbol; a function's result
  std::vector<Evidence> evidence;        ///< by SymbolId
  std::vector<Dimension> ranges;         ///< by SymbolId: how far an index symbol runs (zero if it is no index)
  std::vector<std::string> assumptions;  ///< "needs d = h d_k"; in words for the reader
  std::vector<std::string> broadcasts;   ///< what repeats, in words: "the mean is repeated over all entries"
  Diagnostics diagnostics;
};

/// Infers all shapes by unification: declared sizes are rigid, others are found. `values` adds the shapes of given values.
[[nodiscard]] Shapes infer(const Equation& equation, const std::vector<ValueShape>& values = {});

/// Gives each sign the operation it comes to once the shapes are known: `a \cdot b` of numbers is their product, `a \otimes b` that
/// stays as large as both sides their elementwise product.
void settle_operations(Equation& equation, const Shapes& shapes);

/// What a statement gives, with an axis for each index of its left side; where a sum runs over the neighbours of one i, `j \in
/// \mathcal{N}(i)`, the line speaks of that one alone.
[[nodiscard]] Shape stated_shape(const Equation& equation, const Shapes& shapes, const Statement& statement);

/// The shape in which the value of an expression is given. A call of a function that nothing defines has a value for each
/// choice of the letters that are bound around it: `p(u_i)` under a sum over i = 1 .. n is a list of n numbers.
[[nodiscard]] Shape given_shape(const Equation& equation, const Shapes& shapes, ExpressionId id);

}  // namespace eqlens
