#pragma once

#include <span>
#include <string>

#include "base/source.hpp"
#include "evaluate/evaluate.hpp"
#include "experiment/first_steps.hpp"
#include "report/display.hpp"
#include "report/palette.hpp"

namespace eqlens {

/// What `eval` computed: the steps if there are any, the inputs that were not given, the results.
[[nodiscard]] std::string print_evaluation(const Evaluation& evaluation, const Analysis& analysis, const Palette& palette);

/// A worked example: what is taken, then each step with its numbers, its shape and what it does; of a
/// recurrence also what it carries on. `closing`: lines behind the results.
[[nodiscard]] std::string print_example(const Evaluation& evaluation, const Analysis& analysis, const Palette& palette,
                                        const FirstSteps& steps = {}, const std::vector<std::string>& closing = {});

/// The summary of `check`: how many equations and claims, which claims were not tested and why.
[[nodiscard]] std::string print_check(std::span<const CheckReport> reports, const Palette& palette);

}  // namespace eqlens
