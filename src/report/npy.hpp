#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "kernel/array.hpp"

namespace eqlens {

/// The array in the bytes of an .npy file: floats, integers and booleans of any width, C or Fortran order.
/// Anything else (complex numbers, big-endian, objects, a file cut short) is refused by name.
[[nodiscard]] Result<Array> read_npy(std::string_view bytes);

/// The bytes of an .npy file (version 1.0, little-endian doubles, C order).
[[nodiscard]] std::string write_npy(const Array& array);

}  // namespace eqlens
