#pragma once

#include <vector>

#include "cli/input.hpp"
#include "cli/options.hpp"
#include "eqlens.hpp"

namespace eqlens {

/// What is known before an input is read: the facts of the call, and the macros of the paper that it belongs to.
[[nodiscard]] AnalysisOptions known_for(const InputText& input, const AnalysisOptions& analysis);

/// The displays of all inputs, or the one that `file:LINE`, --nth or --label picks; a diagnostic if there is none such.
[[nodiscard]] Result<std::vector<DecodedInput>> picked_displays(const std::vector<InputText>& inputs, const Options& options,
                                                                const AnalysisOptions& analysis, Register spoken);

/// Whether an index is printed instead of readings: of several displays, unless all of them or a part of them is asked for.
/// Arguments that hold one display each are no document.
[[nodiscard]] bool wants_index(const std::vector<DecodedInput>& decoded, const Options& options);

/// A display and the input that holds it.
struct Computable {
  Display display;
  const InputText* input;
};

/// The one display of the inputs, or the one that is picked.
[[nodiscard]] Result<Computable> display_to_compute(const std::vector<InputText>& inputs, const Options& options,
                                                    const AnalysisOptions& analysis);

}  // namespace eqlens
