// What shape is everything?
#include <fmt/format.h>

#include <map>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string what_shape(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  // Symbols of one shape are named together.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  std::vector<std::string> unknown;
  for (const auto& entry : analysis.roles.symbols) {
    if (!asked_about(entry) || entry.role == Role::operation || entry.kind == "function") continue;
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
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text); };
  std::vector<std::string> shapes;
  for (const auto& [shape, names] : groups) {
    const bool many = names.size() > 1;
    const bool number = shape == "a number";
    shapes.push_back(fmt::format("{} {} {}", enumerated(names), many ? "are" : "is", number && many ? "single numbers" : shape));
  }
  if (!shapes.empty()) add(fmt::format("{}", fmt::join(shapes, "; ")));
  if (!unknown.empty()) add(fmt::format("nothing here fixes the shape of {}", enumerated(unknown)));
  const auto flow = shape_flow(understanding);
  if (!flow.empty()) add(fmt::format("from the inputs to the result: {}", fmt::join(flow, "; ")));
  for (const auto& assumption : analysis.shapes.assumptions) add(assumption);
  if (answer.empty()) return "There is nothing here that has a shape.";
  return answer;
}

}  // namespace eqlens
