// Derivatives by entries, `\frac{\partial f}{\partial x_i}`, and at which values a function that stands without arguments is taken.

#include <fmt/format.h>

#include "evaluate/compile.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

/// The derivative by an entry is an entry of the derivative by the whole.
Term Compiler::derivative_by_entry(ExpressionId id, ExpressionId variable, int order, Scope& scope) {
  const auto base = arena_.child(variable, 0);
  const auto of = arena_.child(id, 0);
  if (arena_[base].kind != ExpressionKind::symbol)
    return fail(id, "not-computable", fmt::format("a derivative by {} is not computed", equation_.text(variable)));
  if (is_unknown_function(of, arena_[base].symbol, 0)) {
    // What nothing defines has its entries along the indices that are printed.
    for (const auto place : arena_.children(variable).subspan(1))
      if (place != none) (void)expression(place, scope);
    return unknown_derivative(id, scope);
  }
  auto entries = derivative_for(id, of, arena_[base].symbol, scope, order);
  for (int k = 0; k < order && entries; ++k) entries = indexed(entries, variable, scope);
  return entries;
}

/// `\frac{\partial f}{\partial x_2}` where a fact defines f of x as a whole.
Term Compiler::derivative_by_number(ExpressionId id, SymbolId variable, Scope& scope) {
  const auto of = arena_.child(id, 0);
  const auto& entry = equation_.symbols[variable];
  auto head = of;
  while (arena_.applies(head, "partial derivative")) head = arena_.child(head, 0);
  const auto* statement = head != none && arena_[head].kind == ExpressionKind::symbol ? function_definition(arena_[head].symbol) : nullptr;
  const bool numbered = entry.label.size() == 1 && entry.label[0] >= '1' && entry.label[0] <= '9' && entry.upper.empty();
  if (statement == nullptr || !numbered || given_.symbols.contains(variable)) return {};
  const auto& parameters = statement->parameters;
  if (std::ranges::any_of(parameters, [&](SymbolId parameter) { return is_parameter(parameter, variable); })) return {};
  const auto whole = std::ranges::find_if(parameters, [&](SymbolId parameter) {
    const auto& symbol = equation_.symbols[parameter];
    return symbol.nucleus == entry.nucleus && symbol.accent == entry.accent && symbol.label.empty() && symbol.upper.empty();
  });
  if (whole == parameters.end()) return {};
  const auto all = derivative_for(id, of, *whole, scope);
  if (!all || all.rank() == 0) return all;
  const Algebra::Pick pick{place(0), algebra.number(entry.label[0] - '0'), 1};
  return compact(algebra.gather(all, std::span(&pick, 1), arena_[id].source == 0 ? arena_[id].span : Span{}));
}

/// Whether a variable is that parameter; a fact's function has parameters of its own, which may bear the same name.
bool Compiler::is_parameter(SymbolId parameter, SymbolId variable) const {
  const auto& own = equation_.symbols[parameter];
  return parameter == variable || (own.scope > 0 && own.latex == equation_.symbols[variable].latex);
}

/// The value at which a function that stands without arguments is taken: that of what bears its parameter's name.
Term Compiler::at_parameter(SymbolId parameter, Scope& scope) {
  const auto printed = equation_.symbols[parameter].scope > 0 ? equation_.find_symbol(equation_.symbols[parameter].latex) : std::nullopt;
  return symbol(printed.value_or(parameter), scope);
}

}  // namespace eqlens
