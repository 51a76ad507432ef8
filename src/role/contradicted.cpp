// Where a line speaks against what a letter usually means.
#include <algorithm>

#include "role/conventions.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

// M of `1, 2, \ldots, M` and of `x_1, \ldots, x_M`.
bool ends_run(const Setting& s) {
  const auto& arena = s.equation->arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const auto count = arena[id].child_count;
    if (arena[id].kind != ExpressionKind::apply || count < 3 || arena.child(id, count - 2) == none ||
        !arena.applies(arena.child(id, count - 2), "and so on"))
      continue;
    auto last = arena.child(id, count - 1);
    if (last != none && arena[last].kind == ExpressionKind::index) last = arena.child(last, arena[last].child_count - 1);
    if (last != none && (arena.applies(last, "minus") || arena.applies(last, "plus"))) last = arena.child(last, 0);
    if (last != none && arena[last].kind == ExpressionKind::symbol && arena[last].symbol == s.symbol) return true;
  }
  return false;
}

// `\ell(f(x), y)`, `p(y \mid x)`: losses and densities know a target by their own names.
bool measures_loss(const Setting& s) {
  if (s.stands(&SymbolPlaces::random_argument)) return true;
  const auto& symbols = s.equation->symbols;
  return std::any_of(symbols.begin(), symbols.end(), [](const Symbol& other) {
    return other.nucleus == "L"sv || other.nucleus == "\\ell"sv || other.nucleus == "l"sv || other.nucleus == "J"sv ||
           other.nucleus == "p"sv || other.nucleus == "P"sv || other.nucleus == "H"sv ||
           (other.nucleus.size() > 1 && other.nucleus[0] != '\\');
  });
}

}  // namespace

bool contradicted(const Convention& row, const Setting& s) {
  const bool given = row.meaning.starts_with("the input") || row.meaning.starts_with("the target");
  if (s.self().kind == SymbolKind::function && (given || row.role == Role::constant || row.role == Role::learned)) return true;
  // What a fact works out, x' of `x' = x \cos a`, is neither; and the only argument of a function aims at nothing.
  if (given && s.stands(&SymbolPlaces::computed_by_fact)) return true;
  if (row.meaning == "the target"sv && s.stands(&SymbolPlaces::parameter_of_call) && !s.stands(&SymbolPlaces::conditioned)) {
    const bool weighed = s.stands(&SymbolPlaces::compared) || s.stands(&SymbolPlaces::factor) || s.stands(&SymbolPlaces::weighs_surprise);
    if (s.stands(&SymbolPlaces::only_parameter) || (!weighed && !measures_loss(s))) return true;
  }
  if (given && (s.stands(&SymbolPlaces::iterate) || s.stands(&SymbolPlaces::bound) || s.stands(&SymbolPlaces::paired))) return true;
  if (s.stands(&SymbolPlaces::mean_of_entries)) return true;
  if (row.meaning == "a bias"sv && s.stands(&SymbolPlaces::defined) && !s.stands(&SymbolPlaces::updated)) return true;
  // y of `p(y) = e^y / \sum_y e^y` is one of the values that the sum runs over.
  if (row.meaning == "the target"sv && s.stands(&SymbolPlaces::parameter_of_call) && also_free(*s.equation, s.symbol)) return true;
  if (row.meaning == "the target"sv && (s.stands(&SymbolPlaces::mapped) || s.stands(&SymbolPlaces::minimised))) return true;
  if (row.domain == "count"sv && s.stands(&SymbolPlaces::below_zero)) return true;
  if (row.domain == "count"sv && s.stands(&SymbolPlaces::defined) && !s.stands(&SymbolPlaces::numbered)) return true;
  // K of `K x` is a number like any other: a count ends a sum, measures a shape or divides.
  const bool divides = s.stands(&SymbolPlaces::divides) && !s.stands(&SymbolPlaces::lone_reciprocal);
  const bool counted = s.stands(&SymbolPlaces::limit) || s.stands(&SymbolPlaces::in_limit) || s.stands(&SymbolPlaces::whole) || divides ||
                       s.shapes->sizes.find(s.self().latex).has_value() || ends_run(s);
  const bool usual = s.self().nucleus == "n"sv || s.self().nucleus == "N"sv;
  if (row.meaning == "a count"sv && !counted && (!usual || s.stands(&SymbolPlaces::factor) || s.stands(&SymbolPlaces::defined)))
    return true;
  const bool by_hand = row.meaning.ends_with("set by hand") || row.meaning.find("usually") != std::string_view::npos;
  if (by_hand && (s.stands(&SymbolPlaces::drawn) || s.self().label.find(':') != std::string::npos)) return true;
  return by_hand && ((s.stands(&SymbolPlaces::defined) && !s.stands(&SymbolPlaces::numbered)) || s.stands(&SymbolPlaces::computed_by_fact));
}

}  // namespace eqlens
