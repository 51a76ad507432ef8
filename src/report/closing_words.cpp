#include "report/closing_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/numbers.hpp"
#include "read/answer.hpp"
#include "read/wording.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

std::string largest_share(const Evaluation& example, const Analysis& analysis) {
  const Understanding understanding(analysis);
  const auto* blend = understanding.first(Use::blend);
  if (blend == nullptr) return {};
  for (const auto& step : example.steps) {
    if (step.expression != blend->parts[0] || step.value.rank() == 0) continue;
    const auto width = static_cast<std::ptrdiff_t>(step.value.extents.back());
    const auto largest = std::max_element(step.value.data.begin(), step.value.data.begin() + width);
    if (std::count(step.value.data.begin(), step.value.data.begin() + width, *largest) != 1) return {};
    return fmt::format("{}the largest share is {}: most of it comes from row {} of {}", step.value.rank() > 1 ? "in the first row " : "",
                       print_number(*largest, 4), largest - step.value.data.begin() + 1, shown(analysis, blend->parts[1]));
  }
  return {};
}

std::vector<std::string> variation_lines(std::span<const Variation> variations) {
  constexpr std::size_t shown_numbers = 40;
  std::vector<std::string> lines;
  for (const auto& variation : variations) {
    std::string results;
    for (const auto& result : variation.results)
      results +=
          fmt::format("{}{} = {}", results.empty() ? "" : ", ", plain_math(result.symbol), print_value(result.value, 4, shown_numbers));
    lines.push_back(fmt::format("with {} = {}: {}", plain_math(variation.symbol), print_number(variation.value, 4), results));
  }
  return lines;
}

}  // namespace eqlens
