#pragma once

#include <string_view>
#include <vector>

#include "expression/facts.hpp"

namespace eqlens {

/// What a sentence with `$...$` in it says of its symbols: "where $Q$ and $K$ are the queries and keys, respectively",
/// "let $x$ be a $d$-dimensional vector", "the learning rate $\eta$". Formulas that state something themselves are
/// facts as well.
[[nodiscard]] std::vector<Fact> read_prose(std::string_view text);

/// What a formula speaks of: W of `W \in \mathbb{R}^{m \times n}`.
[[nodiscard]] std::string subject_of(std::string_view math);

/// What each of several symbols is by a list of as many nouns, "the queries and keys"; empty if it has another length.
[[nodiscard]] std::vector<std::string> meanings_of_each(std::string_view phrase, std::size_t count);

/// Whether a formula states something by itself: a relation, a membership.
[[nodiscard]] bool states(std::string_view math);

/// The role that a noun phrase speaks for ("a learned projection": learned), or empty.
[[nodiscard]] std::string role_of(std::string_view phrase);

}  // namespace eqlens
