#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiment/laboratory.hpp"

namespace eqlens {

// Pieces of arrays, by the names of their axes.

/// How far two arrays are apart, over the largest entry of both; infinite if their extents differ or one alone is not a number.
[[nodiscard]] double deviation(const Array& a, const Array& b);

[[nodiscard]] bool all_numbers(const Array& array);
[[nodiscard]] double largest(const Array& array);

/// The index along each axis of an element.
[[nodiscard]] std::vector<std::size_t> indices_of(const std::vector<std::size_t>& extents, std::size_t flat);

/// What an array has along a size, in words: "entries" of a vector, "rows" or "columns" of a matrix, "slices" of more.
[[nodiscard]] std::string pieces(const std::vector<std::string>& axes, const std::string& name);

/// The array with its entries along every axis of that name moved one place on: the same rearrangement for all.
[[nodiscard]] Array rearranged(const Array& array, const std::vector<std::string>& axes, const std::string& name);

/// For each element, whether one of its indices along axes of that name is `at`.
[[nodiscard]] std::vector<bool> slice(const Array& array, const std::vector<std::string>& axes, const std::string& name, std::size_t at);

/// `small` repeated to the extents of a value with these axes, its own axes found by their names; empty if one is missing.
[[nodiscard]] Array spread_out(const Array& small, const std::vector<std::string>& its_axes, const Array& like,
                               const std::vector<std::string>& axes);

/// The entries of an array that one element of a value may come from: those with the same index along the axes they share.
struct Fibre {
  std::vector<double> entries;
};
/// A fibre for each element of `like`; empty unless the array has an axis of its own and all its other axes are shared.
[[nodiscard]] std::vector<Fibre> fibres(const Array& array, const std::vector<std::string>& its_axes, const Array& like,
                                        const std::vector<std::string>& axes);

}  // namespace eqlens
