#pragma once

#include <string>
#include <vector>

#include "read/pattern.hpp"
#include "read/places.hpp"
#include "read/reading.hpp"

namespace eqlens {

/// What all answers look at: the analysis and the uses found in it once.
struct Understanding {
  const Analysis& analysis;
  Pattern pattern;
  std::vector<Found> uses;
  Places places;

  explicit Understanding(const Analysis& of) : analysis(of), pattern(of), uses(pattern.uses()), places(of) {}
  [[nodiscard]] const Found* first(Use use) const;
};

// One function, in a file of its own, for each of the seven questions.
[[nodiscard]] std::string what_comes_out(const Understanding& understanding);
[[nodiscard]] std::string what_goes_in(const Understanding& understanding);
[[nodiscard]] std::string what_is_learned(const Understanding& understanding);
[[nodiscard]] std::string what_shape(const Understanding& understanding);
[[nodiscard]] std::string what_each_does(const Understanding& understanding);
[[nodiscard]] std::string in_one_sentence(const Understanding& understanding);
[[nodiscard]] std::string what_at_the_extremes(const Understanding& understanding, const std::vector<Finding>& experiments);

/// The display in plain words, from what its parts are for.
[[nodiscard]] std::string plain_words(const Understanding& understanding);

/// What the notation leaves unsaid, a line for each.
[[nodiscard]] std::vector<std::string> silent_conventions(const Understanding& understanding);

/// The shapes from the inputs to the result, a line for each step that changes a shape.
[[nodiscard]] std::vector<std::string> shape_flow(const Understanding& understanding);

/// The name under which a formula of this structure is known.
[[nodiscard]] KnownAs known_as(const Understanding& understanding);

}  // namespace eqlens
