#include "kernel/structure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/loops.hpp"

namespace eqlens {

namespace {

Array number(double value) { return {{}, {value}}; }

std::size_t last_extent(const Array& array) { return array.extents.empty() ? 1 : array.extents.back(); }

double scaled_power_sum(const Array& x, double largest, double p) {
  double total = 0;
  for (const double entry : x.data) total += std::pow(std::fabs(entry) / largest, p);
  return total;
}

template <typename Better>
Array fold(std::span<const Array> arguments, Better better) {
  if (arguments.size() == 1) {
    double best = arguments[0].data.empty() ? 0 : arguments[0].data[0];
    for (const double entry : arguments[0].data)
      if (better(entry, best)) best = entry;
    return number(best);
  }
  Array result = arguments[0];
  for (const auto& argument : arguments.subspan(1))
    for (std::size_t i = 0; i < result.data.size() && i < argument.data.size(); ++i)
      if (better(argument.data[i], result.data[i])) result.data[i] = argument.data[i];
  return result;
}

}  // namespace

Array transpose(std::span<const Array> arguments) {
  Array result = arguments[0];
  const auto rank = result.rank();
  if (rank < 2) return result;
  const auto rows = result.extents[rank - 2];
  const auto columns = result.extents[rank - 1];
  std::swap(result.extents[rank - 2], result.extents[rank - 1]);
  for (std::size_t block = 0; block < result.data.size(); block += rows * columns)
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) result.data[block + j * rows + i] = arguments[0].data[block + i * columns + j];
  return result;
}

Array norm(std::span<const Array> arguments) {
  const auto& x = arguments[0];
  const double p = arguments.size() > 1 ? arguments[1].data[0] : 2;
  double largest = 0;
  for (const double entry : x.data) {
    if (std::isnan(entry)) return number(entry);
    largest = std::max(largest, std::fabs(entry));
  }
  if (p == 0) return number(static_cast<double>(std::ranges::count_if(x.data, [](double entry) { return entry != 0; })));
  if (largest == 0 || std::isinf(largest) || (std::isinf(p) && p > 0)) return number(largest);
  if (p == 1) return number(largest * scaled_power_sum(x, largest, 1));
  if (p == 2) return number(largest * std::sqrt(scaled_power_sum(x, largest, 2)));
  return number(largest * std::pow(scaled_power_sum(x, largest, p), 1 / p));
}

Array trace(std::span<const Array> arguments) {
  double total = 0;
  const auto size = last_extent(arguments[0]);
  for (std::size_t i = 0; i < size && i * size + i < arguments[0].data.size(); ++i) total += arguments[0].data[i * size + i];
  return number(total);
}

Array diagonal(std::span<const Array> arguments) {
  const auto& x = arguments[0];
  const auto size = last_extent(x);
  if (x.rank() >= 2) {
    const auto length = std::min(size, x.extents[0]);
    Array result{{length}, {}};
    for (std::size_t i = 0; i < length; ++i) result.data.push_back(x.data[i * size + i]);
    return result;
  }
  Array result{{size, size}, std::vector<double>(size * size, 0.0)};
  for (std::size_t i = 0; i < size; ++i) result.data[i * size + i] = x.data[i];
  return result;
}

Array concatenation(std::span<const Array> arguments) {
  Array result;
  std::size_t length = 0;
  for (const auto& argument : arguments) {
    length += last_extent(argument);
    if (argument.rank() > result.rank() || result.extents.empty()) result.extents = argument.extents;
  }
  if (result.extents.empty()) result.extents.push_back(length);
  result.extents.back() = length;
  const auto rows = length == 0 ? 0 : element_count(result.extents) / length;
  for (std::size_t row = 0; row < rows; ++row)
    for (const auto& argument : arguments) {
      const auto width = last_extent(argument);
      for (std::size_t i = 0; i < width; ++i) result.data.push_back(argument.data[row * width + i]);
    }
  return result;
}

Array stack(std::span<const Array> arguments) {
  Array result;
  if (!arguments.empty()) result.extents = arguments[0].extents;
  result.extents.insert(result.extents.begin(), arguments.size());
  for (const auto& argument : arguments) result.data.insert(result.data.end(), argument.data.begin(), argument.data.end());
  return result;
}

Array stack_blocks(std::span<const Array> arguments) {
  Array result{{0, 0}, {}};
  for (const auto& argument : arguments) {
    result.extents[0] += argument.rank() == 2 ? argument.extents[0] : 1;
    result.extents[1] = last_extent(argument);
    result.data.insert(result.data.end(), argument.data.begin(), argument.data.end());
  }
  return result;
}

Array outer_product(std::span<const Array> arguments) {
  Array result{{arguments[0].data.size(), arguments[1].data.size()}, {}};
  for (const double a : arguments[0].data)
    for (const double b : arguments[1].data) result.data.push_back(a * b);
  return result;
}

Array maximum(std::span<const Array> arguments) {
  return fold(arguments, [](double a, double b) { return a > b; });
}
Array minimum(std::span<const Array> arguments) {
  return fold(arguments, [](double a, double b) { return a < b; });
}

Array arg_max(std::span<const Array> arguments) {
  const auto& data = arguments[0].data;
  return number(static_cast<double>(std::ranges::max_element(data) - data.begin() + 1));
}
Array arg_min(std::span<const Array> arguments) {
  const auto& data = arguments[0].data;
  return number(static_cast<double>(std::ranges::min_element(data) - data.begin() + 1));
}

Array mean(std::span<const Array> arguments) {
  const auto& data = arguments[0].data;
  return number(std::accumulate(data.begin(), data.end(), 0.0) / static_cast<double>(data.size()));
}

Array variance(std::span<const Array> arguments) {
  const double centre = mean(arguments).data[0];
  double total = 0;
  for (const double entry : arguments[0].data) total += (entry - centre) * (entry - centre);
  return number(total / static_cast<double>(arguments[0].data.size()));
}

Array set_size(std::span<const Array> arguments) {
  return number(static_cast<double>(arguments[0].extents.empty() ? 1 : arguments[0].extents.front()));
}

}  // namespace eqlens
