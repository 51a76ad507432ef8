#include "report/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace eqlens {

namespace {

using nlohmann::json;

constexpr std::size_t most_axes = 16;

Diagnostic refused(std::string why, std::string help = {}) {
  return {Severity::error, "value-shape", std::move(why), {}, std::move(help), {}, {}};
}

std::optional<double> number_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

/// Appends the numbers below `value`, which has to fit the extents from `axis` on.
std::optional<Diagnostic> collect(const json& value, std::size_t axis, Array& array) {
  if (axis == array.extents.size()) {
    const auto number = number_of(value);
    if (!number && value.is_array()) return refused("a list stands where its neighbours are numbers");
    if (!number)
      return refused(fmt::format("{} is not a number", value.dump(-1, ' ', false, json::error_handler_t::replace).substr(0, 40)),
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

void print_axis(const Array& array, std::size_t axis, std::size_t& place, int digits, std::size_t most, std::string& text) {
  if (axis == array.rank()) {
    text += place < most ? print_number(array.data[place], digits) : "";
    ++place;
    return;
  }
  text += '[';
  for (std::size_t i = 0; i < array.extents[axis]; ++i) {
    if (place >= most) {
      text += i > 0 ? ", …" : "…";
      break;
    }
    if (i > 0) text += ", ";
    print_axis(array, axis + 1, place, digits, most, text);
  }
  text += ']';
}

}  // namespace

Result<Array> read_value(std::string_view text) {
  const auto value = json::parse(text.begin(), text.end(), nullptr, false);
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

std::string print_number(double number, int digits) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  if (number == 0) return "0";
  return fmt::format("{:.{}g}", number, digits);
}

std::string print_value(const Array& array, int digits, std::size_t most) {
  std::string text;
  std::size_t place = 0;
  print_axis(array, 0, place, digits, most, text);
  return text;
}

std::string print_extents(const Array& array) {
  return array.rank() == 0 ? "a number" : fmt::format("{}", fmt::join(array.extents, " × "));
}

}  // namespace eqlens
