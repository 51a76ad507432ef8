#pragma once

#include <vector>

#include "experiment/finding.hpp"
#include "experiment/laboratory.hpp"

namespace eqlens {

/// Of a divergence of two densities with a printed result in means and spreads: whether it is that of a normal distribution from the
/// standard one, by drawing, and what it becomes with the two swapped.
void look_at_densities(Laboratory& laboratory, std::vector<Finding>& findings);

}  // namespace eqlens
