#pragma once

#include <span>
#include <string_view>

#include "role/role.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

/// What a convention may ask about the line before it speaks.
struct Setting {
  const Equation* equation = nullptr;
  const Shapes* shapes = nullptr;
  SymbolId symbol = none;
  const SymbolPlaces* places = nullptr;  ///< where the symbol stands

  [[nodiscard]] bool stands(bool SymbolPlaces::*place) const { return places != nullptr && places->*place; }
  /// Whether the line holds a symbol with this nucleus (in any face, with any script).
  [[nodiscard]] bool has(std::string_view nucleus) const;
  /// Whether the line applies the operation of this name.
  [[nodiscard]] bool applies(std::string_view operation) const;
  [[nodiscard]] std::size_t rank() const { return shapes->symbols[symbol].known ? shapes->symbols[symbol].axes.size() : 0; }
  [[nodiscard]] const Symbol& self() const { return equation->symbols[symbol]; }
};

/// One row of the field's habits: what a letter usually means. The first row that fits wins; structure in the line
/// outranks every row.
struct Convention {
  std::string_view nucleus;                ///< `Q`, `\epsilon`
  std::string_view label;                  ///< canonical subscript, "" for any
  bool (*fits)(const Setting&) = nullptr;  ///< null: always
  Role role = Role::input;
  std::string_view meaning;
  std::string_view domain = "real";  ///< where values are drawn from, see SymbolEntry::domain
};

/// The table of symbol conventions. A new habit is one row.
[[nodiscard]] std::span<const Convention> conventions();

/// The first row that fits the symbol in its line, or null.
[[nodiscard]] const Convention* convention_for(const Setting& setting);

/// Whether the line speaks against the meaning of the row that fits: x of a distance between x and y is no input beside a target.
[[nodiscard]] bool contradicted(const Convention& row, const Setting& setting);

}  // namespace eqlens
