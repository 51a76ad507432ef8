#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "role/role.hpp"

namespace eqlens {

/// A formula that many papers print, in letters of our own; what is compared is its tree.
struct KnownFormula {
  std::string_view name;
  std::string_view latex;
  std::string_view remark;
};

[[nodiscard]] std::span<const KnownFormula> known_formulas();

/// A part of an equation that is a known formula but for one slip.
struct NearlyKnown {
  const KnownFormula* formula = nullptr;
  ExpressionId place = none;  ///< where they differ
  std::string usual;          ///< what the known formula has there, in the equation's letters
  std::string corrected;      ///< the display with that change
};

/// The known formula that a display misses by one transpose, inverse, root, sign, `1 -` or order of two factors. Nothing if a
/// part of the display is a known formula as it stands, or if the shapes at the place were declared.
[[nodiscard]] std::optional<NearlyKnown> nearly_known(const Analysis& analysis);

/// "the usual formula has Kᵀ instead of K".
[[nodiscard]] std::string difference_of(const Analysis& analysis, const NearlyKnown& nearly);

/// The smallest inputs on which two displays give different results, in words; empty if none was found.
[[nodiscard]] std::string told_apart(const Analysis& analysis, const std::string& corrected);

}  // namespace eqlens
