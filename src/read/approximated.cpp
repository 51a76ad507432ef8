#include "read/approximated.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

Approximated::Approximated(const Understanding& understanding) : understanding_(understanding) {
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const auto sign = std::find_if(statement->relations.begin(), statement->relations.end(),
                                   [](const Operation* relation) { return relation->name == "is approximately"; });
    if (sign == statement->relations.end() || aimed_at_ != none) continue;
    const auto before = static_cast<std::size_t>(sign - statement->relations.begin());
    // A name alone has no value of its own that could be approximated.
    if (before == 0 && !statement->defines.empty()) continue;
    aimed_at_ = statement->sides[before];
    for (auto n = before + 1; n < statement->sides.size(); ++n) side(statement->sides[n]);
  }
  if (numbers_.empty()) there_.clear();
}

/// An average of samples comes close by chance, printed numbers by rounding: neither is a form that somebody chose.
void Approximated::side(ExpressionId id) {
  const auto& arena = understanding_.analysis.equation.arena;
  Statement inner;
  inner.sides = {id};
  const auto inside = expressions_of(arena, inner);
  bool chosen = false, reads = false;
  for (const auto part : inside) {
    if (arena[part].kind == ExpressionKind::reduce) return;
    // An expansion goes by its slopes: nobody chose its numbers.
    if (understanding_.pattern.operation(part).find("derivative") != std::string_view::npos || understanding_.pattern.is(part, "gradient"))
      return;
    reads = reads || (arena[part].kind == ExpressionKind::symbol &&
                      understanding_.analysis.equation.symbols[arena[part].symbol].kind != SymbolKind::constant);
    chosen = chosen || (arena[part].kind == ExpressionKind::number && std::abs(arena[part].number) != 1 && arena[part].number != 0);
  }
  if (!chosen || !reads) return;
  there_.resize(arena.size(), false);
  for (const auto part : inside) {
    there_[part] = true;
    if (arena[part].kind != ExpressionKind::number) continue;
    auto number = shown(understanding_.analysis, part);
    if (std::find(numbers_.begin(), numbers_.end(), number) == numbers_.end()) numbers_.push_back(std::move(number));
  }
}

bool Approximated::only_there(const OperationEntry& entry) const {
  return !there_.empty() && !entry.uses.empty() &&
         std::all_of(entry.uses.begin(), entry.uses.end(), [&](ExpressionId id) { return there_[id]; });
}

std::string Approximated::purpose() const {
  if (there_.empty()) return "";
  std::vector<std::string> nouns;
  for (const auto& entry : understanding_.analysis.roles.operations)
    if (only_there(entry) && !only_notation(*entry.operation))
      nouns.emplace_back(entry.operation->noun.empty() ? entry.operation->name : entry.operation->noun);
  nouns.erase(std::unique(nouns.begin(), nouns.end()), nouns.end());
  if (nouns.empty()) return "";
  return fmt::format("right of ≈, {} {} there only to come close to {} with functions that are simpler or cheaper to work out",
                     enumerated(nouns), nouns.size() > 1 ? "are" : "is", shown(understanding_.analysis, aimed_at_));
}

}  // namespace eqlens
