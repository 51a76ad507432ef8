#include "shape/shape.hpp"

namespace eqlens {

std::string print(const Shape& shape, const Sizes& sizes) {
  if (!shape.known) return "of unknown shape";
  if (shape.axes.empty()) return "a number";
  std::string text;
  for (const auto& axis : shape.axes) {
    if (!text.empty()) text += " × ";
    text += sizes.print(axis);
  }
  return text;
}

}  // namespace eqlens
