#include <algorithm>

#include "role/role.hpp"

namespace eqlens {

std::string_view name(Role role) {
  switch (role) {
    case Role::output: return "output";
    case Role::input: return "input";
    case Role::learned: return "learned";
    case Role::constant: return "constant";
    case Role::operation: return "operation";
  }
  return "input";
}

const SymbolEntry* Roles::find(SymbolId symbol) const {
  const auto found =
      std::find_if(symbols.begin(), symbols.end(), [&](const SymbolEntry& entry) { return entry.symbol == symbol && !entry.indexed; });
  return found == symbols.end() ? nullptr : &*found;
}

}  // namespace eqlens
