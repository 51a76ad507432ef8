// What shape is everything?
#include <fmt/format.h>

#include <map>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// "√(Σ x²) comes out a number": the value of each statement.
std::vector<std::string> results_of(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> results;
  for (const auto* statement : display_statements(analysis.equation)) {
    if (statement->value == none || statement->kind == StatementKind::fact) continue;
    const auto& shape = analysis.shapes.expressions[statement->value];
    if (shape.known) results.push_back(fmt::format("{} comes out {}", shown(analysis, statement->value), shape_in_words(analysis, shape)));
  }
  return results;
}

}  // namespace

std::string what_shape(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  // Symbols of one shape are named together.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  std::vector<std::string> unknown, sets;
  for (const auto& entry : analysis.roles.symbols) {
    if (!asked_about(entry) || !stands_here(analysis, entry) || entry.role == Role::operation || entry.kind == "function") continue;
    // A set has members and no shape.
    if (entry.kind == "set") {
      sets.push_back(pretty(entry.latex));
      continue;
    }
    if (!entry.shape.known) {
      unknown.push_back(pretty(entry.latex));
      continue;
    }
    const auto text = shape_text(analysis, entry.shape);
    auto group = groups.begin();
    while (group != groups.end() && group->first != text) ++group;
    if (group == groups.end()) group = groups.insert(group, {text, {}});
    group->second.push_back(pretty(entry.latex));
  }
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text, analysis); };
  std::vector<std::string> shapes;
  for (const auto& [shape, names] : groups) {
    const bool many = names.size() > 1;
    const bool number = shape == "a number";
    const bool entries = !number && shape.find(" × ") == std::string::npos;
    shapes.push_back(entries ? fmt::format("{} {} {} entr{}", enumerated(names), many ? "have" : "has", shape, shape == "1" ? "y" : "ies")
                             : fmt::format("{} {} {}", enumerated(names), many ? "are" : "is", number && many ? "single numbers" : shape));
  }
  if (!sets.empty()) shapes.push_back(fmt::format("{} {}", enumerated(sets), sets.size() > 1 ? "are sets" : "is a set"));
  for (auto& result : results_of(understanding)) shapes.push_back(std::move(result));
  if (!shapes.empty()) add(fmt::format("{}", fmt::join(shapes, "; ")));
  if (!unknown.empty()) add(fmt::format("nothing in {} fixes the shape of {}", display_text(analysis), enumerated(unknown)));
  const auto flow = shape_flow(understanding);
  const bool one = display_statements(analysis.equation).size() == 1;
  if (!flow.empty())
    add(one ? fmt::format("from the inputs to {}: {}", display_text(analysis), fmt::join(flow, "; "))
            : fmt::format("the sizes meet so: {}", fmt::join(flow, "; ")));
  for (const auto& assumption : analysis.shapes.assumptions) add(assumption);
  if (answer.empty()) return sentence(fmt::format("nothing in {} has a shape", display_text(analysis)));
  return answer;
}

}  // namespace eqlens
