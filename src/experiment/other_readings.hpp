#pragma once

#include "role/role.hpp"

namespace eqlens {

/// Works every open choice of an analysis out both ways: the line is analysed again with the fact that flips the choice, and
/// both are computed on the same values. Fills the choice's `effect` with what would change ("the result would be n × d instead
/// of a number"); a reading that does not fit is closed, so that nobody hears of it.
void work_out_choices(Analysis& analysis, const AnalysisOptions& options);

}  // namespace eqlens
