#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "experiment/claim.hpp"
#include "read/reading.hpp"
#include "role/role.hpp"

namespace eqlens {

/// Where a display stands: in which input, on which line, at which byte its own text begins.
struct Place {
  std::string file;
  std::size_t line = 1;
  std::uint32_t offset = 0;
};

/// One display of an input with all that is known about it.
struct Display {
  Place place;
  std::string latex;  ///< as given
  Analysis analysis;
  Reading reading;
  AnalysisOptions options = {};  ///< the facts and macros that it was analysed with
};

/// An input with its displays.
struct DecodedInput {
  Source source;
  std::vector<Display> displays;
  Diagnostics diagnostics;  ///< of the input as a whole: too large, no equation at that line
};

/// A claim and where it stands.
struct PlacedClaim {
  Place place;
  Claim claim;
};

/// What `check` found in an input.
struct CheckReport {
  std::size_t equations = 0;
  std::vector<PlacedClaim> claims;
  Diagnostics diagnostics;  ///< of everything that is wrong; spans are in the whole input
};

}  // namespace eqlens
