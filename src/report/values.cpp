#include "report/values.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace eqlens {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_axes = 16;

Diagnostic refused(std::string why, std::string help = {}) {
  return {Severity::error, "value-shape", std::move(why), {}, std::move(help), {}, {}};
}

std::optional<double> number_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

/// Appends the numbers below `value`, which has to fit the extents from `axis` on.
std::optional<Diagnostic> collect(const Json& value, std::size_t axis, Array& array) {
  if (axis == array.extents.size()) {
    const auto number = number_of(value);
    if (!number && value.is_array()) return refused("a list stands where its neighbours are numbers");
    if (!number)
      return refused(fmt::format("{} is not a number", value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40)),
                     "numbers, \"inf\", \"-inf\" and \"nan\" are values");
    array.data.push_back(*number);
    return std::nullopt;
  }
  if (!value.is_array()) return refused("a number stands where its neighbours are lists");
  if (value.size() != array.extents[axis])
    return refused(fmt::format("the lists have different lengths, {} and {}", array.extents[axis], value.size()),
                   "lists of different lengths (families of sets) cannot be given yet");
  for (const auto& item : value)
    if (auto problem = collect(item, axis + 1, array)) return problem;
  return std::nullopt;
}

}  // namespace

Result<Array> read_value(std::string_view text) {
  const auto value = Json::parse(text.begin(), text.end(), nullptr, false);
  if (value.is_discarded()) return refused("this is not a value", "write numbers and lists as JSON does: 0.5, [1, 2], [[1, 2], [3, 4]]");
  Array array;
  for (const auto* level = &value; level->is_array(); level = &level->front()) {
    array.extents.push_back(level->size());
    if (array.extents.size() > most_axes) return refused(fmt::format("a value has at most {} axes", most_axes));
    if (level->empty()) break;
  }
  if (auto problem = collect(value, 0, array)) return *problem;
  return array;
}

}  // namespace eqlens
