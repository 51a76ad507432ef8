#include "read/reading.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/answer.hpp"
#include "read/speaker.hpp"
#include "read/wording.hpp"

namespace eqlens {

const Found* Understanding::first(Use use) const {
  for (const auto& found : uses)
    if (found.use == use) return &found;
  return nullptr;
}

namespace {

/// What is wrong stands before whatever can still be said.
void say_refusal(const Analysis& analysis, Reading& reading) {
  const auto& diagnostics = analysis.diagnostics;
  const auto error =
      std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& each) { return each.severity == Severity::error; });
  if (error == diagnostics.end()) return;
  const auto refusal = fmt::format("Refused: {}; what follows reads the line as far as it goes. ", error->message);
  reading.plain.insert(0, refusal);
  for (auto& [question, answer] : reading.questions)
    answer.insert(0, &answer == &reading.questions.front().answer
                         ? refusal
                         : fmt::format("{} is refused; as far as it goes: ", display_text(analysis)));
}

}  // namespace

Reading read(const Analysis& analysis, Register spoken, std::vector<Finding> experiments) {
  for (auto& finding : experiments)
    for (auto* quoted : {&finding.claim, &finding.counterexample}) *quoted = unfolded(analysis.equation, *quoted);
  const Understanding understanding(analysis);
  Reading reading;
  reading.aloud = Speaker(analysis, spoken).display();
  reading.plain = plain_words(understanding);
  reading.questions = {
      {"What comes out?", what_comes_out(understanding)},
      {"What goes in?", what_goes_in(understanding)},
      {"What is learned, and what is set by hand?", what_is_learned(understanding)},
      {"What shape is everything?", what_shape(understanding)},
      {"What does each function and operation do, and why is it there?", what_each_does(understanding)},
      {"What does it say in one plain sentence?", in_one_sentence(understanding)},
      {"What happens at the extremes?", what_at_the_extremes(understanding, experiments)},
  };
  reading.conventions = silent_conventions(understanding);
  reading.flow = shape_flow(understanding);
  reading.known_as = known_as(understanding);
  reading.experiments = std::move(experiments);
  say_refusal(analysis, reading);
  return reading;
}

}  // namespace eqlens
