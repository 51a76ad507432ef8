#pragma once

#include <string>
#include <vector>

#include "read/answer.hpp"

namespace eqlens {

/// Of a line that gives a divergence of one density from another: which of the two is fixed, and where the parameters of the other act.
[[nodiscard]] std::vector<std::string> compared_facts(const Understanding& understanding);

/// What such a line measures, as a clause; empty for any other line.
[[nodiscard]] std::string compared_clause(const Understanding& understanding, const Statement& statement);

/// What is assumed where it adds up one term for each entry.
[[nodiscard]] std::string compared_convention(const Understanding& understanding);

}  // namespace eqlens
