#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// `A`, `W`: one Latin capital.
[[nodiscard]] bool is_capital(const Symbol& symbol);

/// `\Sigma`, `\Theta`.
[[nodiscard]] bool is_capital_greek(const Symbol& symbol);

/// Letters that are numbers even beside a matrix: rates, weights, counts.
[[nodiscard]] bool is_scale(const Symbol& symbol);

/// `R_{t+1}`, `G_t`: what is gained at a step, and what that is worth, are numbers wherever nothing multiplies them as matrices.
[[nodiscard]] bool gained(const Symbol& symbol);

/// Whether the step is a layer, counted above: `H^{(l)}`.
[[nodiscard]] bool counts_layers(const Symbol& symbol);

/// Capitals that map vectors to vectors wherever they stand before one: W of `W x_i`.
[[nodiscard]] bool maps(const Symbol& symbol);

}  // namespace eqlens
