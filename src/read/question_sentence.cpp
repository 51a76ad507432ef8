// What does it say in one plain sentence?
#include <algorithm>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// Whether a statement only prepares what another reads.
bool prepares(const Understanding& understanding, const Statement& statement) {
  return std::all_of(statement.defines.begin(), statement.defines.end(), [&](SymbolId symbol) {
    const auto* entry = understanding.analysis.roles.find(symbol);
    return entry != nullptr && has_badge(*entry, "intermediate");
  });
}

std::size_t sentences(const std::string& text) {
  std::size_t count = 1;
  for (auto at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 2)) ++count;
  return count;
}

}  // namespace

namespace {

/// A memory that a step hands on is a result beside what is shown of it; an average over the steps only prepares the step.
bool hands_on(const Understanding& understanding, const Statement& statement) {
  if (statement.defines.size() != 1 || statement.value == none) return false;
  const auto& symbols = understanding.analysis.equation.symbols;
  const auto& own = symbols[statement.defines[0]];
  const auto use = understanding.pattern.use_of(statement.value);
  if (own.stem.empty() || (use && use->use == Use::running_average)) return false;
  return std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& old) {
    return old.stem == own.stem && old.step == own.step && old.offset < own.offset && !old.occurrences.empty();
  });
}

/// What is only stretched and shifted was standardised by a statement before.
const Statement* standardises(const Understanding& understanding, const Statement& result) {
  const auto use = understanding.pattern.use_of(result.value);
  if (!use || use->use != Use::rescaled) return nullptr;
  const auto named = understanding.pattern.symbol(use->parts[1]);
  return named == none ? nullptr : understanding.analysis.equation.definition_of(named);
}

/// What a result reads and what has no meaning to be called by: the line that makes it.
std::vector<const Statement*> unnamed_parts(const Understanding& understanding, const Statement& result) {
  constexpr std::size_t most = 2;
  std::vector<const Statement*> parts;
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    if (statement->defines.size() != 1 || statement == &result || parts.size() == most || !prepares(understanding, *statement)) continue;
    const auto* entry = understanding.analysis.roles.find(statement->defines[0]);
    const bool unnamed = entry != nullptr && (entry->meaning.empty() || entry->meaning.starts_with("made "));
    if (unnamed && understanding.analysis.equation.reads(result.value, statement->defines[0])) parts.push_back(statement);
  }
  return parts;
}

std::string continued(std::string text) {
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z')
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

/// Of several statements only what comes out at the end is told: what it is made of is called by what it means.
std::string in_one_sentence(const Understanding& understanding) {
  const auto whole = plain_words(understanding);
  if (sentences(whole) == 1) return whole;
  std::vector<const Statement*> told;
  std::size_t results = 0;
  for (const auto* statement : display_statements(understanding.analysis.equation)) {
    const bool tells = statement->kind == StatementKind::definition || statement->kind == StatementKind::update;
    if (!tells || statement->defines.empty() || statement->value == none) continue;
    const bool result = !prepares(understanding, *statement);
    if (!result && !hands_on(understanding, *statement)) continue;
    results += result ? 1 : 0;
    if (const auto* before = result ? standardises(understanding, *statement) : nullptr; before != nullptr) told.push_back(before);
    told.push_back(statement);
    if (!result) continue;
    for (const auto* part : unnamed_parts(understanding, *statement))
      if (std::find(told.begin(), told.end(), part) == told.end()) told.push_back(part);
  }
  // Several results have no sentence in common.
  if (results != 1) return whole;
  Teller teller(understanding);
  std::string text;
  for (const auto* statement : told) {
    auto words = teller.statement(*statement);
    if (words.empty()) continue;
    words.pop_back();
    text += text.empty() ? words : "; " + continued(std::move(words));
  }
  return text.empty() ? whole : sentence(std::move(text));
}

}  // namespace eqlens
