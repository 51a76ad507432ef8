// Symbols that are entries of something larger: `x_{t+1}` of a sequence given as `x`, `x_1` of a vector x.

#include <charconv>

#include "evaluate/compile.hpp"

namespace eqlens {

/// The sequence, given whole, that a symbol is an entry of, and the index of its first entry.
std::optional<Compiler::Sequence> Compiler::sequence_of(SymbolId id) const {
  const auto& symbol = equation_.symbols[id];
  if (symbol.stem.empty()) return std::nullopt;
  if (const auto family = definition_of_stem(symbol.stem); family && is_unrolled(*family)) return std::nullopt;
  const Array* whole = nullptr;
  auto name = symbol.stem;
  auto of = equation_.find_symbol(symbol.stem);
  if (const auto found = given_.stems.find(symbol.stem); found != given_.stems.end()) whole = &found->second;
  if (whole == nullptr)
    if (const auto base = equation_.find_symbol(symbol.stem); base && given_.symbols.contains(*base)) whole = &given_.symbols.at(*base);
  if (whole == nullptr)
    for (const auto& [base, value] : given_.symbols)  // `x_0` of a given \mathbf{x}
      if (equation_.symbols[base].nucleus == symbol.stem && equation_.symbols[base].stem.empty()) {
        whole = &value;
        name = equation_.symbols[base].latex;
        if (!of) of = base;
      }
  if (whole == nullptr || whole->extents.empty()) return std::nullopt;
  const auto from = given_.index_from.find(name);
  const std::int64_t usual = of && equation_.symbols[*of].from_zero ? 0 : 1;
  return Sequence{whole, name, from != given_.index_from.end() && !from->second.empty() ? from->second[0] : usual};
}

/// `x_1` beside a vector x that is not given but has a value: a function's parameter, or what a statement defines.
Term Compiler::entry_of_vector(SymbolId id, Scope& scope) {
  const auto& symbol = equation_.symbols[id];
  SymbolId letter = symbol.stem.empty() ? none : equation_.find_symbol(symbol.stem).value_or(none);
  for (SymbolId other = 0; other < equation_.symbols.size() && letter == none && !symbol.stem.empty(); ++other)  // u_0 of \mathbf{u}
    if (equation_.symbols[other].nucleus == symbol.stem && equation_.symbols[other].face == Face::bold &&
        equation_.symbols[other].label.empty() && equation_.symbols[other].upper.empty())
      letter = other;
  const SymbolId base = letter == none ? none : namesake(letter, scope);
  std::int64_t position = 0;
  const auto* end = symbol.label.data() + symbol.label.size();
  if (base == none || base == id || symbol.step != none || symbol.label.empty() ||
      std::from_chars(symbol.label.data(), end, position).ptr != end)
    return {};
  const bool is_bound = [&] {
    for (const Scope* s = &scope; s != nullptr; s = s->parent)
      if (s->bound.contains(base)) return true;
    return world_->fixed.contains(base);
  }();
  const bool is_vector = base < shapes_.symbols.size() && shapes_.symbols[base].known && shapes_.symbols[base].rank() > 0;
  if (!is_bound && (!is_vector || given_.symbols.contains(base))) return {};
  const auto whole = this->symbol(base, scope);
  if (!whole || whole.rank() == 0) return {};
  const auto first = std::min(first_of(letter, 0), first_of(base, 0));
  if (is_drawn(whole)) {
    const auto entries = static_cast<std::int64_t>(algebra.extent(whole, place(whole.rank() - 1)));
    if (position < first) wishes.firsts[equation_.symbols[letter].latex] = position;
    if (const auto least = position - std::min(first, position) + 1; least > entries && shapes_.symbols[base].known)
      (void)want(shapes_.symbols[base].axes[0], least);
  }
  const Algebra::Pick pick{place(whole.rank() - 1), algebra.number(static_cast<double>(position)), first};
  return algebra.gather(whole, std::span(&pick, 1));
}

/// `x_{t+1}` of a sequence given whole as `x`, at the step t that is given or runs; `x_1` at the place it names.
Term Compiler::entry_of_stem(SymbolId id, Scope& scope) {
  if (auto entry = entry_of_vector(id, scope)) return entry;
  const auto sequence = sequence_of(id);
  if (!sequence) return {};
  const auto& symbol = equation_.symbols[id];
  std::int64_t place_named = symbol.offset;
  if (symbol.step == none) {
    const auto* end = symbol.label.data() + symbol.label.size();
    if (symbol.label.empty() || std::from_chars(symbol.label.data(), end, place_named).ptr != end) return {};
  }
  Term step = algebra.number(static_cast<double>(place_named));
  if (symbol.step != none) step = algebra.map("plus", this->symbol(symbol.step, scope), step);
  if (!step) return {};
  auto known = opaque_.find("sequence " + sequence->name);
  if (known == opaque_.end())
    known = opaque_.emplace("sequence " + sequence->name, input(*sequence->whole, sequence->name, "let", {})).first;
  const auto& all = known->second;
  const Algebra::Pick pick{place(all.rank() - 1), step, sequence->first};
  return algebra.gather(all, std::span(&pick, 1));
}

}  // namespace eqlens
