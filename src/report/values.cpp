#include "report/values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "kernel/absent.hpp"

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
  const bool last = axis + 1 == array.extents.size();
  if (value.size() != array.extents[axis] && !last)
    return refused(fmt::format("the lists have different lengths, {} and {}", array.extents[axis], value.size()),
                   "only the innermost lists, the sets of a family of sets, may have different lengths");
  for (const auto& item : value)
    if (auto problem = collect(item, axis + 1, array)) return problem;
  if (last) array.data.resize(array.data.size() + array.extents[axis] - value.size(), absent());
  return std::nullopt;
}

/// The length of the lists at each depth; of the innermost the longest.
std::vector<std::size_t> extents_of(const Json& value, std::size_t depth) {
  std::vector<std::size_t> extents;
  if (!value.is_array()) return extents;
  extents.push_back(value.size());
  if (depth == 1) return extents;
  std::vector<std::size_t> inner;
  for (const auto& item : value) {
    auto own = extents_of(item, depth - 1);
    if (inner.empty()) inner = own;
    if (!own.empty() && own.size() == inner.size()) inner.back() = std::max(inner.back(), own.back());
  }
  extents.insert(extents.end(), inner.begin(), inner.end());
  return extents;
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
  array.extents = extents_of(value, array.extents.size());
  if (auto problem = collect(value, 0, array)) return *problem;
  return array;
}

}  // namespace eqlens
