#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "experiment/laboratory.hpp"

namespace eqlens {

/// A way to leave something out: the expression becomes one of its children.
struct KnockOut {
  ExpressionId whole = none;
  ExpressionId kept = none;
  ExpressionId dropped = none;
  std::string_view verb;  ///< "the division by", "the factor", "the term"
};

enum class Numbers : std::uint8_t { not_alone, too };  ///< whether a part that is a plain number counts

/// What may be left out one at a time, divisions first: they are there for a reason that can be measured.
[[nodiscard]] std::vector<KnockOut> knock_outs(const Analysis& analysis, Numbers numbers = Numbers::not_alone);

[[nodiscard]] Analysis without(const Analysis& analysis, const KnockOut& knock_out);

/// The inputs of another laboratory, found by their names.
[[nodiscard]] std::optional<Values> carried_over(const Laboratory& from, const Values& inputs, const Laboratory& to);

}  // namespace eqlens
