// What goes in?
#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

std::string what_goes_in(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> given, earlier, inner, random, results;
  for (const auto& entry : analysis.roles.symbols) {
    if (!asked_about(entry)) continue;
    if (entry.role == Role::output && !has_badge(entry, "intermediate")) results.push_back(pretty(entry.latex));
    if (has_badge(entry, "intermediate")) {
      inner.push_back(pretty(entry.latex));
    } else if (has_badge(entry, "previous step")) {
      earlier.push_back(with_meaning(analysis, entry));
    } else if (entry.role == Role::input) {
      (has_badge(entry, "random") ? random : given).push_back(with_meaning(analysis, entry));
    }
  }
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text); };
  const auto into = results.empty() ? std::string() : fmt::format("into {} ", results.size() > 3 ? "these results" : enumerated(results));
  if (!given.empty())
    add(fmt::format("{}{} {}: data, or computed earlier", into, into.empty() ? "" : given.size() > 1 ? "go" : "goes", enumerated(given)));
  if (!earlier.empty()) add(fmt::format("from the step before: {}", enumerated(earlier)));
  if (!random.empty()) add(fmt::format("{}: drawn at random", enumerated(random)));
  if (!inner.empty())
    add(fmt::format("{} {} computed on the spot, by {} own line of this display", enumerated(inner), inner.size() > 1 ? "are" : "is",
                    inner.size() > 1 ? "their" : "its"));
  if (answer.empty())
    return results.empty()
               ? "Nothing from outside: no symbol here stands for data."
               : sentence(fmt::format("nothing from outside goes into {}: no symbol here stands for data", enumerated(results)));
  return answer;
}

}  // namespace eqlens
