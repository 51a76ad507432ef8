#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "report/display.hpp"

namespace eqlens {

/// The reading of one display as a Markdown page: equation, table of the parts, shapes, sentences, answers, a worked example if there
/// is one, what was tried.
[[nodiscard]] std::string markdown_page(const Display& display, const Evaluation* example = nullptr,
                                        const std::vector<std::string>& closing = {});

/// The claims that `check` tried, as a table.
[[nodiscard]] std::string markdown_check(std::span<const CheckReport> reports);

/// LaTeX between dollar signs, fit for a cell of a table.
[[nodiscard]] std::string in_math(std::string_view latex);

/// Text fit for a cell of a table: on one line, its bars not taken for borders.
[[nodiscard]] std::string in_cell(std::string_view text);

}  // namespace eqlens
