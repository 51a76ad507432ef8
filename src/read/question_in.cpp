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
      earlier.push_back(understanding.places.described(entry));
    } else if (entry.role == Role::input) {
      (has_badge(entry, "random") ? random : given).push_back(understanding.places.described(entry));
    }
  }
  std::string answer;
  const auto add = [&](const std::string& text) { answer += (answer.empty() ? "" : " ") + sentence(text); };
  const auto whole = display_text(analysis);
  const auto into = results.empty() ? whole : results.size() > 3 ? "these results" : enumerated(results);
  if (!given.empty())
    add(fmt::format("into {} {} {}: data, or computed earlier", into, given.size() > 1 ? "go" : "goes", enumerated(given)));
  if (!earlier.empty()) add(fmt::format("from the step before come {}", enumerated(earlier)));
  if (!random.empty()) add(fmt::format("{}: drawn at random for {}", enumerated(random), into));
  if (!inner.empty())
    add(fmt::format("{} {} computed on the way to {}, by {} own line, in {}", enumerated(inner), inner.size() > 1 ? "are" : "is", into,
                    inner.size() > 1 ? "their" : "its", whole));
  if (answer.empty()) return sentence(fmt::format("nothing from outside goes into {}: no symbol here stands for data", into));
  return answer;
}

}  // namespace eqlens
