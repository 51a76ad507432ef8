#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/claim.hpp"

namespace eqlens {

/// What experiments found out about a formula: an observation that held in every trial, not a proof.
struct Finding {
  std::string kind;     ///< "sums-to-one", "shift", "knock-out", …
  std::string claim;    ///< a clause without a full stop, its math between dollar signs
  std::string because;  ///< a clause: what the catalogue knows of it; empty if nothing does
  std::size_t trials = 0;
  std::size_t undefined = 0;  ///< of the trials, those that gave no number
  double worst = 0;           ///< the largest relative deviation in any trial
  std::string counterexample;
  Verdict verdict = Verdict::holds;
  std::size_t reach = 0;  ///< how many inputs the result reads that it is about
  int surprise = 0;       ///< failures and joint symmetries high, what one operation's own entry says low
};

/// How much an analysis may spend on experiments, in elements computed: the same findings on every machine.
inline constexpr std::size_t work_of_one_display = 1'500'000;

/// Tries a display on small drawn inputs: what fails, what changes nothing, who depends on whom, what each factor is for, what
/// happens at the extremes. The most surprising finding first; nothing if the display cannot be computed.
[[nodiscard]] std::vector<Finding> experiments(const Analysis& analysis, std::size_t work = work_of_one_display);

}  // namespace eqlens
