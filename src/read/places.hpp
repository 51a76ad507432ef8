#pragma once

#include <map>
#include <string>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// Where the parts of a display stand: what is around an expression, and what a symbol does at its first place.
class Places {
 public:
  explicit Places(const Analysis& analysis);

  [[nodiscard]] ExpressionId parent(ExpressionId id) const { return id < parents_.size() ? parents_[id] : none; }
  /// The expression as printed, with as much around it as makes it no other equation's: of `K^\top` "QKᵀ/√d_k".
  [[nodiscard]] std::string around(ExpressionId id) const;
  /// What a symbol does where it is first printed: "multiplying x", "added to Wx"; of a size whose entries it counts. May be empty.
  [[nodiscard]] std::string use_of(SymbolId symbol) const;
  [[nodiscard]] std::string row_of(SymbolId symbol) const;
  [[nodiscard]] bool stands_in(const Statement& statement, SymbolId symbol) const;
  /// "W (a weight matrix; multiplying x)": a symbol with its meaning and its use.
  [[nodiscard]] std::string described(const SymbolEntry& entry) const;
  /// The statement of the display that an expression stands in, as printed.
  [[nodiscard]] std::string statement_of(ExpressionId id) const;

 private:
  void note(ExpressionId id);
  [[nodiscard]] std::string in_parent(ExpressionId id) const;
  [[nodiscard]] std::string in_shapes(SymbolId symbol) const;

  const Analysis& analysis_;
  std::vector<ExpressionId> parents_;
  std::map<SymbolId, ExpressionId> first_;  ///< where each symbol is used first
  std::map<SymbolId, std::string> ends_;    ///< of symbols at which a sum ends
};

}  // namespace eqlens
