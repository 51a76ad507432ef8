#include "experiment/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace eqlens {

namespace {

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

double root_mean_square(const Array& array) {
  double total = 0;
  for (const auto x : array.data) total += x * x;
  return array.data.empty() ? 0 : std::sqrt(total / static_cast<double>(array.data.size()));
}

}  // namespace eqlens
