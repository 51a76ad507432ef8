#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/span.hpp"
#include "operation/operation.hpp"

namespace eqlens {

using ExpressionId = std::uint32_t;
using SymbolId = std::uint32_t;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The eight structural alternatives; operators are data (`operation`), never kinds.
enum class ExpressionKind : std::uint8_t {
  number,    ///< `0.5`; `number` holds it
  symbol,    ///< `Q`, `d_k`, `m_{t-1}`; `symbol` says which
  index,     ///< `A_{it}`, `x_i`, `\mathrm{softmax}(z)_i`: children are the base, then one expression for each index (none: a colon)
  apply,     ///< `operation` on its children. With the operation "call" the first child is the function's symbol.
  reduce,    ///< `\sum_{i=1}^{n} body`: the only child is the body; `ranges` say what is bound
  cases,     ///< value, condition, value, condition, ...; a condition of `none` is "otherwise"
  relation,  ///< a side condition or a statement's link: `operation` is the relation, children its two sides
  unknown,   ///< could not be understood; whatever touches it stays silent
};

/// What a big operator binds: `i = 1 .. n`, `j ∈ N(i)`, `x ∼ p`. Ends that are not printed are `none`.
struct Range {
  SymbolId symbol = none;
  ExpressionId lower = none;
  ExpressionId upper = none;
  ExpressionId set = none;        ///< `j \in S`, `x \sim p`
  ExpressionId condition = none;  ///< `j \ne i`
  bool tuple = false;             ///< one letter of `(u, v) \in E`; the ranges of the others share the set
};

struct Expression {
  ExpressionKind kind = ExpressionKind::unknown;
  const Operation* operation = nullptr;  ///< apply, reduce, relation
  SymbolId symbol = none;                ///< symbol
  double number = 0;                     ///< number
  Span span;                             ///< the whole expression in its source
  Span sign;                             ///< the operation's own sign, if it is printed
  std::uint16_t source = 0;              ///< which text the spans belong to: 0 the input, then each fact
  std::uint32_t first_child = 0;
  std::uint32_t child_count = 0;
  std::uint32_t first_range = 0;
  std::uint32_t range_count = 0;
  bool grouped = false;  ///< printed brackets stand around it
};

/// All expressions of one display, children before parents.
class Arena {
 public:
  ExpressionId add(Expression expression, std::span<const ExpressionId> children = {}, std::span<const Range> ranges = {});

  [[nodiscard]] const Expression& operator[](ExpressionId id) const { return expressions_[id]; }
  [[nodiscard]] Expression& at(ExpressionId id) { return expressions_[id]; }
  [[nodiscard]] std::span<const ExpressionId> children(ExpressionId id) const {
    return std::span(children_).subspan(expressions_[id].first_child, expressions_[id].child_count);
  }
  [[nodiscard]] ExpressionId child(ExpressionId id, std::size_t n) const { return children(id)[n]; }
  [[nodiscard]] std::span<const Range> ranges(ExpressionId id) const {
    return std::span(ranges_).subspan(expressions_[id].first_range, expressions_[id].range_count);
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(expressions_.size()); }
  /// True if this is `apply` of the operation of that name.
  [[nodiscard]] bool applies(ExpressionId id, std::string_view operation_name) const {
    const auto& expression = expressions_[id];
    return expression.kind == ExpressionKind::apply && expression.operation->name == operation_name;
  }

 private:
  std::vector<Expression> expressions_;
  std::vector<ExpressionId> children_;
  std::vector<Range> ranges_;
};

/// `D(q(z) \| p(z))`, printed as a call or with the name of an operation that compares: what stands behind its bar is a density.
[[nodiscard]] bool compares_densities(const Arena& arena, ExpressionId id);

}  // namespace eqlens
