// What statements say about sizes: `h = 8`, `d_k = d / h`.
#include <cmath>

#include "infer/inferrer.hpp"

namespace eqlens {

namespace {

std::string quotient(const std::string& text, std::int64_t total, std::int64_t count) {
  const std::string numbers = std::to_string(total) + "/" + std::to_string(count);
  return text == numbers ? text : text + " = " + numbers;
}

}  // namespace

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

}  // namespace eqlens
