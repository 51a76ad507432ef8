// What comes out?
#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

std::string defined_by(const Understanding& understanding, const Statement& statement, SymbolId symbol) {
  const auto& analysis = understanding.analysis;
  const auto* entry = analysis.roles.find(symbol);
  std::string name = called(analysis, symbol);
  std::string what = entry == nullptr ? "" : shape_in_words(analysis, entry->shape);
  if (entry != nullptr && !entry->meaning.empty()) what += fmt::format(", {}", plain_meaning(entry->meaning));
  std::vector<std::string> parameters;
  if (analysis.equation.symbols[symbol].kind == SymbolKind::function)
    for (const auto parameter : statement.parameters) parameters.push_back(called(analysis, parameter));
  if (!statement.free_indices.empty() && entry != nullptr && entry->shape.known && !entry->shape.axes.empty()) {
    std::vector<std::string> indices;
    for (const auto index : statement.free_indices) indices.push_back(called(analysis, index));
    what += fmt::format(", of which the line gives the entry at {}", enumerated(indices));
  }
  if (what.empty()) what = "a value";
  if (statement.value != none) what += fmt::format(", the value of {}", shown(analysis, statement.value));
  const auto made = understanding.pattern.use_of(statement.value);
  if (made && made->use == Use::blend) what += fmt::format(": for each row, one blend of the rows of {}", shown(analysis, made->parts[1]));
  if (made && made->use == Use::shares)
    what += understanding.pattern.rank(statement.value) >= 2 ? "; the entries are positive and each row sums to 1"
                                                             : "; the entries are positive and sum to 1";
  if (statement.kind == StatementKind::update || (entry != nullptr && has_badge(*entry, "learned quantity")))
    return fmt::format("the new value of {}: {}", name, what);
  return fmt::format("{}{}: {}", name, parameters.empty() ? "" : fmt::format(", for every {}", enumerated(parameters)), what);
}

}  // namespace

std::string what_comes_out(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> answers;
  for (const auto* statement : display_statements(analysis.equation)) {
    if (!statement->defines.empty()) {
      for (const auto symbol : statement->defines) answers.push_back(sentence(defined_by(understanding, *statement, symbol)));
    } else if (statement->kind == StatementKind::claim && !statement->sides.empty()) {
      answers.push_back(sentence(fmt::format("nothing new: the line claims that {} {} {}", shown(analysis, statement->sides.front()),
                                             statement->relations.empty() ? "equals" : std::string(statement->relations.back()->name),
                                             shown(analysis, statement->sides.back()))));
    } else if (statement->kind == StatementKind::expression && !statement->sides.empty()) {
      const auto id = statement->sides[0];
      const auto shape = id < analysis.shapes.expressions.size() ? analysis.shapes.expressions[id] : Shape::unknown();
      answers.push_back(sentence(fmt::format("the value of {} itself: {}", shown(analysis, id), shape_in_words(analysis, shape))));
    }
  }
  if (answers.empty()) return sentence(fmt::format("nothing is computed: {} states what its symbols are", display_text(analysis)));
  return fmt::format("{}", fmt::join(answers, " "));
}

}  // namespace eqlens
