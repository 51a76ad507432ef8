#pragma once

#include <forward_list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "syntax/known_macros.hpp"
#include "syntax/macro_definition.hpp"

namespace eqlens {

/// What a name stands for.
struct MacroEntry {
  Macro macro;
  bool literal = false;               ///< made by `\let` from a command: its body is not looked through again
  const KnownMacro* known = nullptr;  ///< for a macro that nobody defined and that is read by convention
};

/// The macros of a preamble or of one display. Entries stay where they are: texts being expanded look into them.
class MacroTable {
 public:
  MacroTable() = default;
  /// The definitions of a preamble, of which nothing else counts.
  explicit MacroTable(std::string_view definitions);

  MacroTable(const MacroTable&) = delete;
  MacroTable& operator=(const MacroTable&) = delete;
  MacroTable(MacroTable&&) = default;
  MacroTable& operator=(MacroTable&&) = default;

  /// Null if the name (without its backslash) is not defined.
  [[nodiscard]] const MacroEntry* find(std::string_view name) const;

  /// Takes a definition in; `outer` is what else is defined already.
  void define(Definition definition, const MacroTable* outer = nullptr);
  const MacroEntry& add_known(std::string_view name, const KnownMacro& known);

 private:
  std::forward_list<MacroEntry> entries_;
  std::unordered_map<std::string, const MacroEntry*> names_;
};

}  // namespace eqlens
