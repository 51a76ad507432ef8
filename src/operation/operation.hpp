#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kernel/array.hpp"

namespace eqlens {

/// How an operation is written.
enum class Fixity {
  function,  ///< `\tanh(x)`, `\sqrt{x}`, `\operatorname{softmax}(z)`
  infix,     ///< `a + b`, `a \odot b`, juxtaposition
  prefix,    ///< `-x`
  postfix,   ///< `A^\top`, `A^{-1}`
  bracket,   ///< `\|x\|`, `|x|`, `\lfloor x \rfloor`
  big,       ///< `\sum_{i=1}^{n}`: binds an index, takes the body that follows
  relation,  ///< `=`, `\le`, `\in`: parts a statement into sides
};

/// Which rule gives the result's shape from the arguments' shapes; the rules themselves are in infer/shape_rules.cpp.
enum class ShapeRule {
  elementwise,  ///< equal shapes, or the smaller one repeats
  same,         ///< the shape of the first argument
  scalar,       ///< a number, whatever goes in
  scores,       ///< a list of numbers or rows of them in, the same out
  alike,        ///< arguments that are compared entry by entry in, a number out
  normal,       ///< a mean and a spread that fit together: the shape of the mean
  product,      ///< juxtaposition: matrix product, scaling, or inner product, by the shapes
  dot,          ///< inner product of vectors, times for numbers
  outer,        ///< n, m -> n × m
  kronecker,    ///< n × m, p × q -> n p × m q
  flatten,      ///< all entries in one list
  transpose,    ///< the last two axes swapped
  square,       ///< a square matrix in, the same out
  square_to_scalar,
  diagonal,     ///< vector to diagonal matrix, or back
  power,        ///< base's shape
  reduce,       ///< index axes of the bound symbols vanish
  reduce_last,  ///< positional axes vanish
  concatenate,  ///< last axes add up
  stack,        ///< a list of equal shapes gets a new first axis
  attention,    ///< queries n × d, keys m × d, values m × v -> n × v
  call,         ///< decided by the function's own definition, else unknown
  gradient,     ///< the shape of what the derivative is taken for
  matrix,       ///< a literal matrix of entries
  none,         ///< has no value of its own (relations, lists)
};

/// Where an argument may come from; sampling draws inside it and evaluation reports what leaves it.
enum class Domain {
  real,
  positive,
  nonnegative,
  nonzero,
  unit,          ///< from -1 to 1
  probability,   ///< from 0 to 1
  at_least_one,  ///< 1 and above
};

/// A value worth knowing: at `input`, the result is `output`. The numbers count for scalar functions of one argument (large ones
/// stand for limits); elsewhere the words stand alone.
struct Extreme {
  double input = 0;
  double output = 0;
  std::string_view words;
};

using Scalar1 = double (*)(double);
using Scalar2 = double (*)(double, double);
/// Works on the positional axes of its arguments; index axes are looped over by the evaluator.
using Kernel = Array (*)(std::span<const Array>);

/// Everything known about one operation, in one place.
struct Operation {
  std::string_view name;                    ///< the field's word: "softmax", "matrix product"
  std::vector<std::string_view> spellings;  ///< TeX commands with backslash, words without, Unicode signs
  Fixity fixity = Fixity::function;
  int precedence = 0;  ///< of infix operations: 1 loosest
  int arguments = 1;   ///< -1: any number
  std::string_view
      spoken;  ///< as it stands in a sentence: "{0} elementwise times {1}"; {0} alone is the whole list for any number of arguments
  std::string_view noun;  ///< the operation as a thing: "the square root", "softmax"
  std::string_view does;  ///< a clause a newcomer understands, with "it" the subject: "turns scores into shares that sum to 1"
  std::string_view why;   ///< reads on after "papers use it": "so that scores become weights for an average"
  ShapeRule shape = ShapeRule::same;
  std::string_view with_number;            ///< what it comes to where one side is a number, if that has another name: "product"
  std::string_view in_place;               ///< what it comes to where the result is no larger than both sides
  bool each_row = false;                   ///< of reductions: a matrix is taken row by row, not as one list
  Scalar1 scalar = nullptr;                ///< the numbers, for elementwise operations of one argument
  Scalar2 scalar2 = nullptr;               ///< of two
  Kernel kernel = nullptr;                 ///< for structural operations
  std::vector<std::string_view> partials;  ///< derivative by each argument, in our own notation, of x, or of a and b; empty: not known
  std::vector<Domain> domains;             ///< of each argument; empty: all real
  std::vector<Extreme> extremes;
  std::vector<std::string_view> conventions;  ///< what the notation leaves unsaid
  std::string_view numpy;
  std::string_view torch;
  std::string_view reference;

  [[nodiscard]] bool elementwise() const { return scalar != nullptr || scalar2 != nullptr; }
  /// The command or word under which messages and JSON show it when the input has none.
  [[nodiscard]] std::string_view spelling() const { return spellings.empty() ? name : spellings.front(); }
};

/// All operations. Addresses are stable: other stages keep pointers to rows.
[[nodiscard]] std::span<const Operation> catalogue();

/// The operation written so (`\tanh`, `tanh`, `⊙`), or null. Words are compared without case where no other word differs only by case.
[[nodiscard]] const Operation* find_operation(std::string_view spelling);

/// The operation of this name; it must exist.
[[nodiscard]] const Operation& operation_named(std::string_view name);

}  // namespace eqlens
