#pragma once

#include <optional>
#include <string>

#include "expression/equation.hpp"

namespace eqlens {

/// What a mean is taken over where it is taken over the examples of a batch.
struct BatchAxis {
  SymbolId examples = none;          ///< x of `\frac{x_i - \mu}{\sqrt{v}}`
  SymbolId index = none;             ///< i
  SymbolId size = none;              ///< m of `\frac1m \sum_{i=1}^m x_i`; none if no limit is printed
  SymbolId mean = none;              ///< what is taken away
  ExpressionId standardised = none;  ///< the fraction
};

/// The batch of a display: the index that the mean runs over picks out what is standardised, and the scale and the shift that follow do
/// not carry it, so all its values share them: they are examples. A feature has a scale and a shift of its own.
[[nodiscard]] std::optional<BatchAxis> batch_axis(const Equation& equation);

/// `x_i` of a batch is "example i", `\hat x_i` what is made of it; empty for anything without the batch's index alone.
[[nodiscard]] std::string example_of(const Equation& equation, const BatchAxis& batch, ExpressionId entry);

}  // namespace eqlens
