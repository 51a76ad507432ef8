// What statements say about sizes: `h = 8`, `d_k = d / h`.
#include <algorithm>
#include <cmath>
#include <span>

#include "infer/inferrer.hpp"
#include "infer/letters.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

std::string quotient(const std::string& text, std::int64_t total, std::int64_t count) {
  const std::string numbers = std::to_string(total) + "/" + std::to_string(count);
  return text == numbers ? text : text + " = " + numbers;
}

}  // namespace

// `n, k \in \{0, 1, 2\}`: the letters run over as many values as the set has members, if nothing else says how many.
void Inferrer::count_listed_ranges() {
  const auto& arena = equation_.arena;
  for (const Statement& statement : equation_.statements) {
    const bool members = statement.kind == StatementKind::fact && statement.source != 0 && statement.sides.size() == 2 &&
                         statement.relations[0]->name == "is in" && arena.applies(statement.sides[1], "set");
    if (!members) continue;
    const auto set = arena.children(statement.sides[1]);
    const auto is_number = [&](ExpressionId id) { return arena[id].kind == ExpressionKind::number; };
    if (set.size() < 2 || !std::all_of(set.begin(), set.end(), is_number)) continue;
    const ExpressionId left = statement.sides[0];
    const auto letters = arena.applies(left, "list") ? arena.children(left) : std::span(&left, 1);
    for (const ExpressionId letter : letters) {
      if (arena[letter].kind != ExpressionKind::symbol) continue;
      for (SymbolId index = 0; index < equation_.symbols.size(); ++index) {
        const auto range = ranges_.find({none, index});
        const bool same = equation_.symbols[index].latex == equation_.symbols[arena[letter].symbol].latex;
        if (range == ranges_.end() || !same) continue;
        const auto size = out_.sizes.resolve(range->second).single();
        if (size && !out_.sizes.rigid(*size) && !out_.sizes.bound(*size))
          out_.sizes.bind(*size, Dimension(static_cast<std::int64_t>(set.size())));
      }
    }
  }
}

void Inferrer::seed_sizes() {
  const auto& arena = equation_.arena;
  for (const Statement& statement : equation_.statements) {
    if (statement.kind != StatementKind::definition || statement.value == none || arena[statement.value].kind != ExpressionKind::number)
      continue;
    const double number = arena[statement.value].number;
    for (const SymbolId symbol : statement.defines)
      if (number >= 1 && number < 1e9 && number == std::floor(number) && uses_[symbol].indices == 0)
        numbers_[out_.sizes.named(equation_.symbols[symbol].latex)] = static_cast<std::int64_t>(number);
  }
  for (const Statement& statement : equation_.statements) {
    if (statement.kind != StatementKind::definition || statement.value == none || !arena.applies(statement.value, "division")) continue;
    if (statement.defines.size() != 1) continue;
    const Symbol& symbol = equation_.symbols[statement.defines[0]];
    const auto size = out_.sizes.find(symbol.latex);
    if (!size) continue;
    const auto whole = dimension_of(arena.child(statement.value, 0)), parts = dimension_of(arena.child(statement.value, 1));
    if (!whole || !parts) continue;
    zeros_.push_back(*whole - *parts * Dimension::size(*size));
    const auto total = stated(*whole), count = stated(*parts);
    if (!total || !count || *count == 0) continue;
    if (*total % *count == 0)
      numbers_[*size] = *total / *count;
    else
      complain(statement.value,
               symbol.latex + " is a size, but " + quotient(equation_.text(statement.value), *total, *count) + " is no whole number", {},
               "choose sizes that divide: " + std::to_string(*total - *total % *count) + " or " +
                   std::to_string(*total - *total % *count + *count) + " instead of " + std::to_string(*total));
  }
}

// `d_k` beside an undeclared K or k is its width, and so is the number `D_z` beside a z in bold.
std::optional<SizeId> Inferrer::named_width(const Symbol& symbol) {
  if (!symbol.label.empty() || symbol.nucleus.size() != 1) return std::nullopt;
  for (const Symbol& other : equation_.symbols) {
    if (other.nucleus != "d"sv && other.nucleus != "D"sv) continue;
    // `D_{\mathbf{z}}` names the letter as it is printed.
    const bool printed = symbol.face == Face::bold && (other.label == symbol.latex || other.label == "{" + symbol.latex + "}");
    if (printed && other.kind == SymbolKind::variable && other.face == Face::italic && !is_capital(symbol))
      return out_.sizes.named(other.latex);
    if (other.label.size() != 1) continue;
    const char label = other.label[0];
    const char letter = symbol.nucleus[0];
    if (other.nucleus == "D"sv) {
      const Uses& use = uses_[static_cast<std::size_t>(&other - equation_.symbols.data())];
      const bool array = use.transposed || use.inverted || use.beside_array || use.normed || use.softmaxed || use.indices > 0;
      const bool number = other.kind == SymbolKind::variable && other.face == Face::italic && !array;
      if (!number || symbol.face != Face::bold || label != letter || is_capital(symbol)) continue;
      return out_.sizes.named(other.latex);
    }
    if (label == letter || (label >= 'a' && label - 'a' == letter - 'A')) return out_.sizes.named(other.latex);
  }
  return std::nullopt;
}

}  // namespace eqlens
