#include "shape/shape.hpp"

namespace eqlens {

std::string print(const Shape& shape, const Sizes& sizes) {
  if (!shape.known) return "of unknown shape";
  if (shape.axes.empty()) return "a number";
  std::string text;
  for (const auto& axis : shape.axes) {
    if (!text.empty()) text += " × ";
    const std::string size = sizes.print(axis);
    const bool sum = shape.axes.size() > 1 && size.find(' ') != std::string::npos && size.find_first_of("+-") != std::string::npos;
    text += sum ? "(" + size + ")" : size;
  }
  return text;
}

}  // namespace eqlens
