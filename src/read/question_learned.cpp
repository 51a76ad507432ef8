// What is learned, and what is set by hand?
#include <algorithm>

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

namespace {

/// The lists that the answer speaks of, each symbol with its meaning and with what it does here.
struct Kinds {
  std::vector<std::string> learned, updated, by_hand, sizes, fixed, hidden, unspelt;
};

Kinds kinds_of(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  Kinds kinds;
  for (const auto& entry : analysis.roles.symbols) {
    // p_θ(y | x) depends on θ although θ is not among its arguments.
    if (entry.indexed && entry.role == Role::learned && entry.meaning.starts_with("the parameters of ")) {
      const auto use = understanding.places.use_of(entry.symbol);
      kinds.hidden.push_back(
          fmt::format("{} (inside {}{}{})", pretty(entry.latex), called(analysis, entry.symbol), use.empty() ? "" : ", ", use));
    }
    if (!asked_about(entry)) continue;
    if (entry.role == Role::learned) kinds.learned.push_back(understanding.places.described(entry));
    if (entry.role == Role::output && has_badge(entry, "learned quantity")) kinds.updated.push_back(pretty(entry.latex));
    if (entry.role == Role::constant)
      (always_the_same(analysis, entry) ? kinds.fixed
       : has_badge(entry, "size")       ? kinds.sizes
                                        : kinds.by_hand)
          .push_back(understanding.places.described(entry));
    const auto use = understanding.places.use_of(entry.symbol);
    const bool parametric = std::any_of(analysis.roles.symbols.begin(), analysis.roles.symbols.end(), [&](const SymbolEntry& other) {
      return other.indexed && other.symbol == entry.symbol && other.role == Role::learned;
    });
    if (!parametric && opaque(analysis, entry))
      kinds.unspelt.push_back(use.empty() ? pretty(entry.latex) : fmt::format("{}, {},", pretty(entry.latex), use));
  }
  return kinds;
}

}  // namespace

std::string what_is_learned(const Understanding& understanding) {
  const auto kinds = kinds_of(understanding);
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text); };
  const bool nothing_by_hand = kinds.by_hand.empty() && kinds.sizes.empty();
  if (!kinds.learned.empty())
    add(fmt::format("learned: {}; training sets {}{}", enumerated(kinds.learned), kinds.learned.size() > 1 ? "them" : "it",
                    nothing_by_hand ? ", and nothing is set by hand" : ""));
  if (!kinds.updated.empty())
    add(fmt::format("this is the line that learns {}: {}", enumerated(kinds.updated), display_text(understanding.analysis)));
  if (kinds.learned.empty() && kinds.updated.empty() && kinds.hidden.empty() && kinds.unspelt.empty())
    add(fmt::format("Nothing in this line is learned{}: no symbol in it is set by training, though its inputs may come from learned layers",
                    nothing_by_hand ? ", and nothing is set by hand" : ""));
  if (!kinds.hidden.empty()) add(fmt::format("learned, though not written as an argument: {}", enumerated(kinds.hidden)));
  if (!kinds.unspelt.empty())
    add(fmt::format("{} {} not spelt out here and may hold learned parameters", enumerated(kinds.unspelt),
                    kinds.unspelt.size() > 1 ? "are" : "is"));
  if (!kinds.by_hand.empty()) add(fmt::format("set by hand: {}", enumerated(kinds.by_hand)));
  if (!kinds.sizes.empty())
    add(fmt::format("{} by the design or the data: {}", kinds.by_hand.empty() ? "set by hand, or fixed" : "sizes, fixed",
                    enumerated(kinds.sizes)));
  if (!kinds.fixed.empty()) add(fmt::format("always the same: {}", enumerated(kinds.fixed)));
  return answer;
}

}  // namespace eqlens
