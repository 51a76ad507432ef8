#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "shape/dimension.hpp"

namespace eqlens {

/// How far what was drawn has to reach, known only once the indices that read it are.
struct Reach {
  std::map<SizeId, std::int64_t> sizes;
  std::map<std::string, std::int64_t> firsts;  ///< the first index of an array, by its printed name
};

}  // namespace eqlens
