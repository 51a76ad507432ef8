#pragma once

#include <set>
#include <string>

#include "role/role.hpp"

namespace eqlens {

/// The sizes along which the members of a set count, and along which there is one set for each place: `w` and `u` of
/// `\sum_{w \in S_u} a_{uw}`. A set is drawn as a few members, the same for every place, so what is seen along these is the draw's.
[[nodiscard]] std::set<std::string> sizes_of_sets(const Analysis& analysis);

}  // namespace eqlens
