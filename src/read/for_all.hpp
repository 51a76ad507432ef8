#pragma once

#include "expression/equation.hpp"

namespace eqlens {

/// Whether words right before a statement say for which letters the line holds: `\forall`, "for all", "for each".
[[nodiscard]] bool holds_for_all(const Equation& equation, const Statement& statement);

/// Whether nothing stands before a statement's first relation, as the line goes on from the one before: `= a + b`.
[[nodiscard]] bool continues(const Equation& equation, const Statement& statement);

}  // namespace eqlens
