#include "experiment/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace eqlens {

namespace {

// Two ways to compute one value differ by rounding; anything above this is a real difference.
constexpr double tolerance = 1e-9;

std::vector<std::size_t> long_axes(const Array& array) {
  std::vector<std::size_t> extents;
  std::copy_if(array.extents.begin(), array.extents.end(), std::back_inserter(extents), [](std::size_t extent) { return extent != 1; });
  return extents;
}

bool breaks(Comparison comparison, double difference, double allowed) {
  switch (comparison) {
    case Comparison::equal:
    case Comparison::about_equal: return std::abs(difference) > allowed;
    case Comparison::at_most: return difference > allowed;
    case Comparison::at_least: return difference < -allowed;
    case Comparison::less: return difference >= allowed;
    case Comparison::greater: return difference <= -allowed;
    case Comparison::different: return difference == 0;
  }
  return false;
}

double entry(const Array& array, std::size_t i) { return array.data.size() == 1 ? array.data[0] : array.data[i]; }

bool fit(const Array& left, const Array& right) {
  if (left.data.empty() || right.data.empty()) return left.data.size() == right.data.size();
  return left.data.size() == 1 || right.data.size() == 1 || (left.data.size() == right.data.size() && long_axes(left) == long_axes(right));
}

}  // namespace

std::vector<double> difference(const Array& left, const Array& right) {
  if (!fit(left, right)) return {};
  std::vector<double> result(std::max(left.data.size(), right.data.size()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto a = entry(left, i);
    const auto b = entry(right, i);
    result[i] = a == b ? 0 : a - b;  // two equal infinities do not differ
  }
  return result;
}

Gap compare(const Array& left, const Array& right, Comparison comparison, const Slack& slack) {
  Gap gap;
  gap.comparable = fit(left, right);
  if (!gap.comparable) return gap;
  const auto differences = difference(left, right);
  double scale = 0;
  for (const auto* side : {&left, &right})
    for (const auto number : side->data)
      if (std::isfinite(number)) scale = std::max(scale, std::abs(number));
  bool beyond_last_digit = false;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (std::isnan(differences[i])) gap.undefined = true;
    const auto room = slack.rounding.empty() ? 0 : slack.rounding[i];
    const auto more = slack.last_digit.empty() ? 0 : slack.last_digit[i];
    const auto noise = comparison == Comparison::less || comparison == Comparison::greater ? 0 : tolerance * std::max(1.0, scale);
    if (breaks(comparison, differences[i], room + noise)) gap.violated = true;
    if (breaks(comparison, differences[i], room + more + noise)) beyond_last_digit = true;
    gap.absolute = std::max(gap.absolute, std::abs(differences[i]));
  }
  gap.relative = scale > 0 ? gap.absolute / scale : 0;
  gap.last_digit = gap.violated && !beyond_last_digit;
  return gap;
}

}  // namespace eqlens
