// What goes in?
#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// The line gives a later value of the same quantity.
bool made_anew(const Analysis& analysis, SymbolId symbol) {
  const auto& symbols = analysis.equation.symbols;
  const auto& own = symbols[symbol];
  for (const auto* statement : display_statements(analysis.equation))
    for (const auto made : statement->defines)
      if (!own.stem.empty() && symbols[made].stem == own.stem && symbols[made].step == own.step && symbols[made].offset > own.offset)
        return true;
  return false;
}

/// v of `v \leftarrow a v - g`: what it was before goes in.
bool reads_old_value(const Understanding& understanding, SymbolId symbol) {
  for (const auto* statement : display_statements(understanding.analysis.equation))
    for (const auto made : statement->defines)
      if (made == symbol) return statement->kind == StatementKind::update && understanding.pattern.mentions(statement->value, symbol);
  return false;
}

}  // namespace

std::string what_goes_in(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> given, earlier, inner, random, results;
  for (const auto& entry : analysis.roles.symbols) {
    if (!asked_about(entry)) continue;
    if (entry.role == Role::output && !has_badge(entry, "intermediate")) results.push_back(pretty(entry.latex));
    if (entry.role == Role::output && reads_old_value(understanding, entry.symbol))
      earlier.push_back(fmt::format("{} (its old value)", pretty(entry.latex)));
    if (has_badge(entry, "intermediate") && entry.role == Role::learned) continue;
    if (has_badge(entry, "intermediate")) {
      inner.push_back(fmt::format("{} by {}", pretty(entry.latex), line_of(analysis, entry.symbol)));
    } else if (has_badge(entry, "previous step") && made_anew(analysis, entry.symbol)) {
      earlier.push_back(understanding.places.described(entry));
    } else if (entry.role == Role::input) {
      (has_badge(entry, "random") ? random : given).push_back(understanding.places.described(entry));
    }
  }
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text); };
  const auto whole = display_text(analysis);
  const auto into = results.empty() ? (inner.empty() ? whole : "the result") : results.size() > 3 ? "these results" : enumerated(results);
  if (!given.empty())
    add(fmt::format("into {} {} {}: data, or computed earlier", into, given.size() > 1 ? "go" : "goes", enumerated(given)));
  if (!earlier.empty()) add(fmt::format("from the step before {} {}", earlier.size() > 1 ? "come" : "comes", enumerated(earlier)));
  if (!random.empty()) add(fmt::format("{}: drawn at random for {}", enumerated(random), into));
  if (!inner.empty()) add(fmt::format("computed on the way to {}: {}", into, fmt::join(inner, "; ")));
  if (answer.empty()) return sentence(fmt::format("nothing from outside goes into {}: no symbol here stands for data", into));
  return answer;
}

}  // namespace eqlens
