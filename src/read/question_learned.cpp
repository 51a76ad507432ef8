// What is learned, and what is set by hand?
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/approximated.hpp"
#include "read/compared_densities.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

bool always_the_same(const Analysis& analysis, const SymbolEntry& entry) {
  return analysis.equation.symbols[entry.symbol].kind == SymbolKind::constant;
}

/// Whether sums run over what a family of sets gives: N of `j \in N_r(i)`.
bool is_family_of_sets(const Analysis& analysis, const SymbolEntry& entry) {
  const auto& nucleus = analysis.equation.symbols[entry.symbol].nucleus;
  return std::any_of(analysis.roles.symbols.begin(), analysis.roles.symbols.end(), [&](const SymbolEntry& other) {
    return other.kind == "set" && analysis.equation.symbols[other.symbol].nucleus == nucleus;
  });
}

/// A function that is only named: F of a residual, the scoring network of additive attention.
bool opaque(const Analysis& analysis, const SymbolEntry& entry) {
  const auto& symbol = analysis.equation.symbols[entry.symbol];
  if (symbol.kind != SymbolKind::function || entry.role == Role::output || analysis.equation.definition_of(entry.symbol) != nullptr ||
      analysis.equation.member_of(entry.symbol) || entry.meaning == "gives a set" || entry.meaning == "the gamma function" ||
      is_family_of_sets(analysis, entry))
    return false;
  const auto letter = letter_words(symbol.nucleus);
  return letter != "p" && letter != "q" && letter != "P" && letter != "Pr";
}

/// What is usually chosen where a meaning leaves it open; the first row that fits counts.
struct Usual {
  std::string_view meaning;  ///< how it begins
  bool (*fits)(const Understanding&, SymbolId);
  std::string_view words;
};

bool in_units_of_size(const Understanding& understanding, SymbolId /*symbol*/) {
  return understanding.first(Use::in_units_of_size) != nullptr;
}

constexpr std::array usual_values{
    Usual{"a small number that keeps", nullptr, "usually 0.00001"},
    Usual{"the learning rate", in_units_of_size, "usually 0.001"},
    Usual{"the learning rate", nullptr, "often between 0.001 and 0.1"},
    Usual{"the share of the old value that stays", nullptr, "often 0.9"},
    Usual{"the clip range", nullptr, "usually 0.2"},
    Usual{"the temperature", nullptr, "1 leaves the scores as they are"},
    Usual{"the margin", nullptr, "often 1"},
    Usual{"a learned scale", nullptr, "usually 1 at the start"},
    Usual{"a learned shift", nullptr, "usually 0 at the start"},
};

/// The value that a fact gives, or what is usual.
std::string value_of(const Understanding& understanding, const SymbolEntry& entry) {
  const auto* given = understanding.analysis.equation.definition_of(entry.symbol);
  if (given != nullptr && given->source > 0 && given->value != none &&
      understanding.analysis.equation.arena[given->value].kind == ExpressionKind::number)
    return fmt::format(", given as {}", shown(understanding.analysis, given->value));
  if (entry.meaning.find("usually") != std::string::npos || entry.meaning.ends_with("at the start") ||
      entry.meaning.starts_with("given by"))
    return "";
  for (const auto& row : usual_values)
    if (entry.meaning.starts_with(row.meaning) && (row.fits == nullptr || row.fits(understanding, entry.symbol)))
      return fmt::format(", {}", row.words);
  return "";
}

/// `\pi_{\text{ref}}`: a copy that is held fixed here.
bool frozen(const Analysis& analysis, const SymbolEntry& entry) {
  const auto& symbol = analysis.equation.symbols[entry.symbol];
  for (const std::string_view mark : {"old", "ref", "targ", "ema", "prev"})
    if (symbol.label.find(mark) != std::string::npos || symbol.upper.find(mark) != std::string::npos) return true;
  return false;
}

/// Whether the array of an entry is itself said to be learned, or is a function with parameters.
bool told_whole(const Analysis& analysis, SymbolId symbol) {
  return std::any_of(analysis.roles.symbols.begin(), analysis.roles.symbols.end(), [&](const SymbolEntry& entry) {
    return !entry.indexed && entry.symbol == symbol &&
           (entry.role == Role::learned || has_badge(entry, "learned quantity") || entry.kind == "function" ||
            entry.role == Role::constant);
  });
}

/// The lists that the answer speaks of, each symbol with its meaning and with what it does here.
struct Kinds {
  std::vector<std::string> learned, updated, by_hand, sizes, fixed, hidden, unspelt, frozen, memory;
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
    // x_t of a series whose first entry is given is learned all the same.
    if (entry.indexed && entry.role == Role::learned && entry.shape.known && !analysis.equation.symbols[entry.symbol].apart &&
        !told_whole(analysis, entry.symbol))
      kinds.learned.push_back(understanding.places.described(entry));
    if (!asked_about(entry) || !stands_here(analysis, entry)) continue;
    const auto later = later_value(analysis, entry.symbol);
    if (entry.role == Role::input && has_badge(entry, "previous step") && later != none)
      kinds.memory.push_back(fmt::format("{} (next: {})", pretty(entry.latex), line_of(analysis, later)));
    if (entry.role == Role::learned) kinds.learned.push_back(understanding.places.described(entry) + value_of(understanding, entry));
    if (entry.role == Role::output && has_badge(entry, "learned quantity"))
      kinds.updated.push_back(fmt::format("{}: {}", pretty(entry.latex), line_of(analysis, entry.symbol)));
    // The identity of a density that only words speak of stands nowhere in the line.
    if (entry.role == Role::constant && !(always_the_same(analysis, entry) && entry.spans.empty()))
      (always_the_same(analysis, entry) ? kinds.fixed
       : has_badge(entry, "size")       ? kinds.sizes
                                        : kinds.by_hand)
          .push_back(understanding.places.described(entry) + value_of(understanding, entry));
    const auto use = understanding.places.use_of(entry.symbol);
    const bool parametric = std::any_of(analysis.roles.symbols.begin(), analysis.roles.symbols.end(), [&](const SymbolEntry& other) {
      return other.indexed && other.symbol == entry.symbol && other.role == Role::learned;
    });
    if (parametric || !opaque(analysis, entry)) continue;
    if (frozen(analysis, entry))
      kinds.frozen.push_back(use.empty() ? pretty(entry.latex) : fmt::format("{} ({})", pretty(entry.latex), use));
    else
      kinds.unspelt.push_back(use.empty() ? pretty(entry.latex) : fmt::format("{} ({})", pretty(entry.latex), use));
  }
  return kinds;
}

}  // namespace

namespace {

/// What a model is compared with comes from the data.
bool given(const SymbolEntry& entry) {
  return entry.meaning.find("label") != std::string::npos || entry.meaning.find("target") != std::string::npos;
}

/// Members of a set, places and counts come from no layer.
bool counted(const SymbolEntry& entry) {
  return entry.kind == "set" || entry.meaning.starts_with("a set") || entry.domain == "members" || entry.domain == "pairs" ||
         entry.domain == "count" || entry.domain == "label";
}

/// Whether a line finds the best value of what it defines: by a star, a hat or an inverse. Shares are called weights as well.
bool solves(const Analysis& analysis, const SymbolEntry& entry) {
  const auto& symbol = analysis.equation.symbols[entry.symbol];
  const auto* definition = analysis.equation.definition_of(entry.symbol);
  if (symbol.upper == "*" || symbol.upper == "\\star" || symbol.accent == "\\hat") return true;
  if (definition == nullptr || definition->value == none) return false;
  const auto& arena = analysis.equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena[definition->value].span.contains(arena[id].span) && arena.applies(id, "inverse")) return true;
  return false;
}

/// No symbol is set by training; arrays that come in may still be what a network made.
std::string nothing_learned(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> arrays;
  for (const auto& entry : analysis.roles.symbols)
    if (asked_about(entry) && entry.role == Role::input && !has_badge(entry, "previous step") && entry.shape.known &&
        !entry.shape.axes.empty() && entry.kind != "function" && !counted(entry) && !given(entry))
      arrays.push_back(pretty(entry.latex));
  const bool one = display_statements(analysis.equation).size() < 2;
  const auto nothing = one ? fmt::format("nothing in {} is learned", display_text(analysis)) : std::string("nothing here is learned");
  // What other lines find by training, this one finds by a formula.
  for (const auto& entry : analysis.roles.symbols)
    if (asked_about(entry) && entry.role == Role::output && (entry.meaning == "the weights" || entry.meaning == "the parameters") &&
        solves(analysis, entry))
      return fmt::format("{} is itself what learning looks for, here found by a formula; nothing that goes in is learned",
                         pretty(entry.latex));
  return arrays.empty() ? nothing : fmt::format("{}, though {} may come from learned layers", nothing, enumerated(arrays));
}

}  // namespace

std::string what_is_learned(const Understanding& understanding) {
  const auto kinds = kinds_of(understanding);
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text, understanding.analysis); };
  const bool nothing_by_hand = kinds.by_hand.empty() && kinds.sizes.empty();
  if (!kinds.learned.empty())
    add(fmt::format("learned: {}; training sets {}{}", enumerated(kinds.learned), kinds.learned.size() > 1 ? "them" : "it",
                    nothing_by_hand ? ", and nothing is set by hand" : ""));
  if (!kinds.updated.empty()) add(fmt::format("this is the line that learns {}", fmt::join(kinds.updated, "; and this ")));
  if (kinds.learned.empty() && kinds.updated.empty() && kinds.hidden.empty() && kinds.unspelt.empty() && kinds.frozen.empty())
    add(nothing_learned(understanding) + (nothing_by_hand ? ", and nothing is set by hand" : ""));
  if (!kinds.hidden.empty()) add(fmt::format("learned, though not written as an argument: {}", enumerated(kinds.hidden)));
  if (!kinds.unspelt.empty())
    add(fmt::format("{} {} not spelt out here and may hold learned parameters", enumerated(kinds.unspelt),
                    kinds.unspelt.size() > 1 ? "are" : "is"));
  if (!kinds.frozen.empty()) add(fmt::format("held fixed here, an earlier copy or another model: {}", enumerated(kinds.frozen)));
  if (!kinds.memory.empty())
    add(fmt::format("neither learned nor set by hand, but carried from step to step: {}", enumerated(kinds.memory)));
  if (!kinds.by_hand.empty()) add(fmt::format("set by hand: {}", enumerated(kinds.by_hand)));
  if (!kinds.sizes.empty())
    add(fmt::format("{} by the design or the data: {}", kinds.by_hand.empty() ? "set by hand, or fixed" : "sizes, fixed",
                    enumerated(kinds.sizes)));
  const Approximated approximated(understanding);
  if (const auto& numbers = approximated.numbers(); !numbers.empty())
    add(fmt::format("the number{0} {1} stand{2} only right of ≈ and {3} fixed: chosen so that the two sides agree",
                    numbers.size() > 1 ? "s" : "", enumerated(numbers), numbers.size() > 1 ? "" : "s", numbers.size() > 1 ? "are" : "is"));
  for (auto& words : compared_facts(understanding)) add(words);
  if (!kinds.fixed.empty()) add(fmt::format("always the same: {}", enumerated(kinds.fixed)));
  return quoted_once(understanding.analysis, std::move(answer));
}

}  // namespace eqlens
