// What goes in?
#include <algorithm>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"
#include "role/role.hpp"

namespace eqlens {

namespace {

/// Where a step or an index is read as a number of its own: t of `\beta^t`. None if it only counts.
ExpressionId as_number(const Understanding& understanding, SymbolId index) {
  const auto& arena = understanding.analysis.equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::symbol || arena[id].symbol != index || arena[id].source != 0) continue;
    const auto above = understanding.places.parent(id);
    if (above != none && (understanding.pattern.is(above, "power") || understanding.pattern.is(above, "division"))) return above;
  }
  return none;
}

/// v of `v \leftarrow a v - g`: what it was before goes in.
bool reads_old_value(const Understanding& understanding, SymbolId symbol) {
  for (const auto* statement : display_statements(understanding.analysis.equation))
    for (const auto made : statement->defines)
      if (made == symbol) return statement->kind == StatementKind::update && understanding.pattern.mentions(statement->value, symbol);
  return false;
}

/// V at s′, where the line makes V at s: "V itself, at s′".
std::vector<std::string> own_values(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  const auto& arena = analysis.equation.arena;
  std::vector<std::string> found;
  for (const auto* statement : display_statements(analysis.equation)) {
    if (statement->defines.size() != 1 || statement->value == none || !understanding.pattern.is(statement->sides.front(), "call")) continue;
    // p(z | x) made from p(x) is another density of that letter.
    if (arena[statement->sides.front()].child_count != 2 || understanding.pattern.is(arena.child(statement->sides.front(), 1), "given"))
      continue;
    Statement value;
    value.sides = {statement->value};
    for (const auto id : expressions_of(arena, value)) {
      if (!understanding.pattern.is(id, "call") || arena[id].child_count != 2) continue;
      if (understanding.pattern.symbol(arena.child(id, 0)) != statement->defines[0]) continue;
      auto text = fmt::format("{} itself, at {}", called(analysis, statement->defines[0]), shown(analysis, arena.child(id, 1)));
      if (std::find(found.begin(), found.end(), text) == found.end()) found.push_back(std::move(text));
    }
  }
  return found;
}

}  // namespace

std::string what_goes_in(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> given, earlier, inner, random, results;
  for (const auto& entry : analysis.roles.symbols) {
    if (!entry.indexed && has_badge(entry, "index"))
      if (const auto id = as_number(understanding, entry.symbol); id != none)
        given.push_back(fmt::format("{} ({}, as a number in {})", pretty(entry.latex), entry.meaning, understanding.places.around(id)));
    if (entry.indexed && entry.role == Role::input && analysis.equation.symbols[entry.symbol].apart)
      given.push_back(fmt::format("{} ({})", pretty(entry.latex), plain_meaning(entry.meaning)));
    if (!asked_about(entry) || !stands_here(analysis, entry)) continue;
    // X of `F(X) = g(x)` goes in once, as x.
    if (entry.meaning.starts_with(other_print)) continue;
    if (entry.role == Role::output && !has_badge(entry, "intermediate")) results.push_back(pretty(entry.latex));
    if (entry.role == Role::output && reads_old_value(understanding, entry.symbol))
      earlier.push_back(fmt::format("{} (its old value)", pretty(entry.latex)));
    if (has_badge(entry, "intermediate") && entry.role == Role::learned) continue;
    if (has_badge(entry, "intermediate")) {
      const auto made = repeated_by(analysis.equation, entry.symbol);
      inner.push_back(fmt::format("{} by {}", pretty(entry.latex), line_of(analysis, made == none ? entry.symbol : made)));
    } else if (has_badge(entry, "previous step") && later_value(analysis, entry.symbol) != none) {
      earlier.push_back(understanding.places.described(entry));
    } else if (entry.role == Role::input) {
      (has_badge(entry, "random") ? random : given).push_back(understanding.places.described(entry));
    }
  }
  for (auto& value : own_values(understanding)) given.push_back(std::move(value));
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text, analysis); };
  const auto whole = display_text(analysis);
  const auto into = results.empty() ? (inner.empty() ? whole : "the result") : results.size() > 3 ? "these results" : enumerated(results);
  if (!given.empty())
    add(fmt::format("into {} {} {}: data, or computed earlier", into, given.size() > 1 ? "go" : "goes", enumerated(given)));
  if (!earlier.empty()) add(fmt::format("from the step before {} {}", earlier.size() > 1 ? "come" : "comes", enumerated(earlier)));
  if (!random.empty()) add(fmt::format("{}: drawn at random for {}", enumerated(random), into));
  if (!inner.empty()) add(fmt::format("computed on the way to {}: {}", into, fmt::join(inner, "; ")));
  if (answer.empty()) return sentence(fmt::format("nothing from outside goes into {}: no symbol here stands for data", into));
  return quoted_once(analysis, std::move(answer));
}

}  // namespace eqlens
