#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "kernel/array.hpp"

namespace eqlens {

/// The value that a JSON text writes: a number, "inf", "-inf", "nan", true, false, or nested lists of equal lengths.
[[nodiscard]] Result<Array> read_value(std::string_view json);

}  // namespace eqlens
