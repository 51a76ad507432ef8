// What is learned, and what is set by hand?
#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

bool always_the_same(const Analysis& analysis, const SymbolEntry& entry) {
  return analysis.equation.symbols[entry.symbol].kind == SymbolKind::constant;
}

/// A function that is only named: F of a residual, the scoring network of additive attention.
bool opaque(const Analysis& analysis, const SymbolEntry& entry) {
  const auto& symbol = analysis.equation.symbols[entry.symbol];
  if (symbol.kind != SymbolKind::function || entry.role == Role::output || analysis.equation.definition_of(entry.symbol) != nullptr)
    return false;
  const auto letter = letter_words(symbol.nucleus);
  return letter != "p" && letter != "q" && letter != "P" && letter != "Pr";
}

}  // namespace

std::string what_is_learned(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> others, learned, updated, by_hand, sizes, fixed, hidden, unspelt;
  for (const auto& entry : analysis.roles.symbols) {
    if (!asked_about(entry)) continue;
    if (entry.role == Role::input || entry.role == Role::learned) others.push_back(pretty(entry.latex));
    if (entry.role == Role::learned) learned.push_back(with_meaning(analysis, entry));
    if (entry.role == Role::output && has_badge(entry, "learned quantity")) updated.push_back(pretty(entry.latex));
    if (entry.role == Role::constant)
      (always_the_same(analysis, entry) ? fixed : has_badge(entry, "size") ? sizes : by_hand).push_back(with_meaning(analysis, entry));
    // p_θ(y | x) depends on θ although θ is not among its arguments.
    const auto& symbol = analysis.equation.symbols[entry.symbol];
    if (symbol.kind == SymbolKind::function &&
        (symbol.label == "\\theta" || symbol.label == "\\phi" || symbol.label == "w" || symbol.label == "\\psi"))
      hidden.push_back(fmt::format("{} (inside {})", pretty(symbol.label), pretty(symbol.latex)));
    else if (opaque(analysis, entry))
      unspelt.push_back(pretty(entry.latex));
  }
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text); };
  if (!learned.empty()) add(fmt::format("learned: {}; training sets {}", enumerated(learned), learned.size() > 1 ? "them" : "it"));
  if (!updated.empty()) add(fmt::format("this is the line that learns {}", enumerated(updated)));
  if (learned.empty() && updated.empty() && hidden.empty() && unspelt.empty())
    add("Nothing in this line is learned: no symbol in it is set by training, though its inputs may come from learned layers");
  if (!hidden.empty()) add(fmt::format("learned, though not written as an argument: {}", enumerated(hidden)));
  if (!unspelt.empty())
    add(fmt::format("{} {} not spelt out here and may hold learned parameters", enumerated(unspelt), unspelt.size() > 1 ? "are" : "is"));
  if (!by_hand.empty()) add(fmt::format("set by hand: {}", enumerated(by_hand)));
  if (!sizes.empty())
    add(fmt::format("{} by the design or the data: {}", by_hand.empty() ? "set by hand, or fixed" : "sizes, fixed", enumerated(sizes)));
  if (by_hand.empty() && sizes.empty())
    add(others.empty()      ? "nothing is set by hand"
        : others.size() > 1 ? fmt::format("none of {} is set by hand", enumerated(others))
                            : fmt::format("{} is not set by hand", others.front()));
  if (!fixed.empty()) add(fmt::format("always the same: {}", enumerated(fixed)));
  return answer;
}

}  // namespace eqlens
