#include "lesson/notation.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace eqlens {

namespace {

template <typename Value>
void add_once(std::vector<Value>& list, const Value& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

std::size_t line_of(const Display& display, Span span) {
  const auto before = std::string_view(display.latex).substr(0, span.begin);
  return display.place.line + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string shape_of(const SymbolEntry& entry, const Sizes& sizes) {
  std::string text;
  for (const auto& axis : entry.shape.axes) text += (text.empty() ? "" : " \\times ") + sizes.print(sizes.resolve(axis));
  return text;
}

/// The symbols that a display defines, with the line of each.
std::map<SymbolId, std::size_t> defined_in(const Display& display) {
  std::map<SymbolId, std::size_t> lines;
  for (const auto& statement : display.analysis.equation.statements)
    for (const auto symbol : statement.defines)
      if (statement.source == 0) lines.emplace(symbol, line_of(display, statement.span));
  return lines;
}

bool is_explained(const SymbolEntry& entry) {
  return entry.evidence.from == From::declared || entry.evidence.from == From::prose || entry.kind == "index" ||
         std::find(entry.badges.begin(), entry.badges.end(), "index") != entry.badges.end();
}

void add_symbols(const Display& display, std::map<std::string, std::size_t>& places, Notation& notation) {
  const auto& [equation, shapes, roles, printed, diagnostics] = display.analysis;
  const auto defined = defined_in(display);
  for (const auto& entry : roles.symbols) {
    if (entry.indexed || entry.spans.empty()) continue;
    const auto [place, fresh] = places.emplace(entry.latex, notation.rows.size());
    if (fresh) notation.rows.push_back({entry.latex, entry.role, {}, {}, std::nullopt, {}, true});
    auto& row = notation.rows[place->second];
    const auto own = defined.find(entry.symbol);
    if (own != defined.end()) {
      if (!row.defined) row.defined = own->second;
      if (row.role == Role::input || row.role == Role::constant) row.role = entry.role;
    }
    // A guess counts only until the document says something.
    if (!entry.meaning.empty() && (!entry.guessed || row.meanings.empty())) {
      const bool contradicts = is_explained(entry) && !row.undefined && !row.meanings.empty();
      if (row.meanings.empty() || contradicts) add_once(row.meanings, entry.meaning);
      if (!contradicts && is_explained(entry)) row.meanings = {entry.meaning};
    }
    row.undefined = row.undefined && own == defined.end() && !is_explained(entry);
    if (entry.shape.known && entry.kind != "function" && entry.kind != "index") add_once(row.shapes, shape_of(entry, shapes.sizes));
    for (const auto span : entry.spans)
      if (const auto line = line_of(display, span); own == defined.end() || line != own->second) add_once(row.used, line);
  }
}

/// A definition with what it reads, and its form: the names of its operations.
struct Definition {
  std::vector<std::string> defines;
  std::set<std::string> reads;
  std::string form;
  std::size_t line = 0;
};

std::vector<Definition> definitions_of(std::span<const Display> displays) {
  std::vector<Definition> list;
  for (const auto& display : displays) {
    const auto& equation = display.analysis.equation;
    for (const auto& statement : equation.statements) {
      if (statement.source != 0 || statement.defines.empty() || statement.value == none) continue;
      Definition definition;
      definition.line = line_of(display, statement.span);
      for (const auto symbol : statement.defines) definition.defines.push_back(equation.symbols[symbol].latex);
      std::vector<ExpressionId> open = {statement.value};
      while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        if (id == none) continue;
        const auto& expression = equation.arena[id];
        if (expression.kind == ExpressionKind::symbol) definition.reads.insert(equation.symbols[expression.symbol].latex);
        definition.form += expression.operation == nullptr ? "." : std::string(expression.operation->name) + ";";
        for (const auto child : equation.arena.children(id)) open.push_back(child);
      }
      list.push_back(std::move(definition));
    }
  }
  return list;
}

/// Whatever has all it needs comes next, in printed order; of these, those of one form stand together.
std::vector<ComputedTogether> order_of(std::vector<Definition> open) {
  std::vector<ComputedTogether> order;
  while (!open.empty()) {
    const auto waits = [&](const Definition& definition) {
      return std::any_of(open.begin(), open.end(), [&](const Definition& other) {
        return &other != &definition && std::any_of(other.defines.begin(), other.defines.end(), [&](const std::string& name) {
          return definition.reads.contains(name) &&
                 std::find(definition.defines.begin(), definition.defines.end(), name) == definition.defines.end();
        });
      });
    };
    auto next = std::find_if_not(open.begin(), open.end(), waits);
    if (next == open.end()) next = open.begin();
    ComputedTogether group{{}, next->line, false};
    const auto form = next->form;
    std::vector<Definition> rest;
    std::size_t members = 0;
    std::vector<bool> taken(open.size(), false);
    for (std::size_t i = 0; i < open.size(); ++i)
      taken[i] = open.begin() + static_cast<std::ptrdiff_t>(i) == next || (open[i].form == form && !waits(open[i]));
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!taken[i]) {
        rest.push_back(std::move(open[i]));
        continue;
      }
      ++members;
      for (const auto& name : open[i].defines) add_once(group.symbols, name);
    }
    group.alike = members > 1;
    order.push_back(std::move(group));
    open = std::move(rest);
  }
  return order;
}

}  // namespace

Notation notation_of(std::span<const Display> displays) {
  constexpr std::size_t most_definitions = 400;
  Notation notation;
  if (!displays.empty()) notation.file = displays.front().place.file;
  std::map<std::string, std::size_t> places;
  for (const auto& display : displays) add_symbols(display, places, notation);
  if (auto definitions = definitions_of(displays); definitions.size() <= most_definitions)
    notation.order = order_of(std::move(definitions));
  return notation;
}

}  // namespace eqlens
