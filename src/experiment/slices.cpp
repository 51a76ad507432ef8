#include "experiment/slices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/loops.hpp"

namespace eqlens {

double deviation(const Array& a, const Array& b) {
  constexpr auto apart = std::numeric_limits<double>::infinity();
  if (a.extents != b.extents || a.data.size() != b.data.size()) return apart;
  double scale = 0;
  double gap = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) {
    const auto x = a.data[i];
    const auto y = b.data[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) {
      if (std::isfinite(x)) scale = std::max(scale, std::abs(x));
      continue;
    }
    if (!std::isfinite(x) || !std::isfinite(y)) return apart;
    scale = std::max({scale, std::abs(x), std::abs(y)});
    gap = std::max(gap, std::abs(x - y));
  }
  return gap == 0 ? 0 : gap / scale;
}

bool all_numbers(const Array& array) {
  return std::all_of(array.data.begin(), array.data.end(), [](double x) { return std::isfinite(x); });
}

double largest(const Array& array) {
  double most = 0;
  for (const auto x : array.data) most = std::max(most, std::abs(x));
  return most;
}

std::vector<std::size_t> indices_of(const std::vector<std::size_t>& extents, std::size_t flat) {
  std::vector<std::size_t> indices(extents.size());
  for (auto axis = extents.size(); axis-- > 0;) {
    indices[axis] = flat % extents[axis];
    flat /= extents[axis];
  }
  return indices;
}

namespace {

std::size_t flat_of(const std::vector<std::size_t>& extents, const std::vector<std::size_t>& indices) {
  std::size_t flat = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) flat = flat * extents[axis] + indices[axis];
  return flat;
}

/// For each axis the one of the other value that it is, `none` if there is no such axis. Of two alike, each is taken once.
std::vector<std::size_t> shared_axes(const std::vector<std::string>& its_axes, const std::vector<std::string>& axes) {
  std::vector<std::size_t> places;
  for (const auto& name : its_axes) {
    std::size_t place = none;
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      if (!name.empty() && axes[axis] == name && std::find(places.begin(), places.end(), axis) == places.end()) {
        place = axis;
        break;
      }
    places.push_back(place);
  }
  return places;
}

}  // namespace

std::string pieces(const std::vector<std::string>& axes, const std::string& name) {
  if (axes.size() < 2) return "entries";
  if (axes.size() > 2) return "slices";
  return axes[0] == axes[1] ? "rows and columns" : axes[0] == name ? "rows" : "columns";
}

Array rearranged(const Array& array, const std::vector<std::string>& axes, const std::string& name) {
  auto result = array;
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    auto indices = indices_of(array.extents, i);
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      if (axes[axis] == name) indices[axis] = (indices[axis] + 1) % array.extents[axis];
    result.data[flat_of(array.extents, indices)] = array.data[i];
  }
  return result;
}

std::vector<bool> slice(const Array& array, const std::vector<std::string>& axes, const std::string& name, std::size_t at) {
  std::vector<bool> inside(array.data.size(), false);
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    const auto indices = indices_of(array.extents, i);
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      if (axes[axis] == name && indices[axis] == at) inside[i] = true;
  }
  return inside;
}

Array spread_out(const Array& small, const std::vector<std::string>& its_axes, const Array& like, const std::vector<std::string>& axes) {
  if (small.extents == like.extents && (small.extents.empty() || its_axes == axes)) return small;
  const auto places = shared_axes(its_axes, axes);
  for (std::size_t axis = 0; axis < places.size(); ++axis)
    if (places[axis] == none || small.extents[axis] != like.extents[places[axis]]) return {};
  auto result = like;
  for (std::size_t i = 0; i < like.data.size(); ++i) {
    const auto indices = indices_of(like.extents, i);
    std::vector<std::size_t> own;
    for (const auto place : places) own.push_back(indices[place]);
    result.data[i] = small.data[flat_of(small.extents, own)];
  }
  return result;
}

std::vector<Fibre> fibres(const Array& array, const std::vector<std::string>& its_axes, const Array& like,
                          const std::vector<std::string>& axes) {
  const auto places = shared_axes(its_axes, axes);
  bool own_axis = false;
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    if (places[axis] == none)
      own_axis = own_axis || array.extents[axis] > 1;
    else if (array.extents[axis] != like.extents[places[axis]])
      return {};
  }
  if (!own_axis) return {};
  std::vector<Fibre> result(like.data.size());
  for (std::size_t i = 0; i < like.data.size(); ++i) {
    const auto at = indices_of(like.extents, i);
    for (std::size_t j = 0; j < array.data.size(); ++j) {
      const auto indices = indices_of(array.extents, j);
      bool fits = true;
      for (std::size_t axis = 0; axis < places.size(); ++axis) fits = fits && (places[axis] == none || indices[axis] == at[places[axis]]);
      if (fits) result[i].entries.push_back(array.data[j]);
    }
  }
  return result;
}

}  // namespace eqlens
