#pragma once

#include <string>
#include <vector>

#include "report/display.hpp"
#include "report/palette.hpp"

namespace eqlens {

/// Lines of a page; the parts below are put together by `print_page`.
using Lines = std::vector<std::string>;

/// A symbol as one row of the symbols table, in plain words.
struct SymbolRow {
  Role role = Role::input;
  std::string symbol;
  std::string shape;
  std::string meaning;
  std::string evidence;
  int lateness = 0;  ///< 0 what the line is about, 1 what stands between, 2 sizes, indices and single entries
};
[[nodiscard]] std::vector<SymbolRow> symbol_rows(const Analysis& analysis);

/// The names of all symbols as they stand in text, longer ones first, with the roles that colour them.
using ColouredNames = std::vector<NamedRole>;
[[nodiscard]] ColouredNames coloured_names(const Analysis& analysis);
/// The lines with each name in the colour of its role.
[[nodiscard]] Lines in_colours(const Display& display, const Palette& palette, Lines lines);

/// The name and the equation as it is set on a page; on one line each, and cut, where that takes more than `most` lines.
[[nodiscard]] Lines title_lines(const Display& display, const Palette& palette, std::size_t most);
[[nodiscard]] Lines plain_lines(const Display& display, const Palette& palette, std::size_t margin = 0);
/// The symbols table; with `most` it is cut and says how many more there are.
[[nodiscard]] Lines symbol_lines(const Display& display, const Palette& palette, std::size_t most);
[[nodiscard]] Lines flow_lines(const Display& display, const Palette& palette, std::size_t most);
/// What was assumed: conventions, forced equalities, guesses.
[[nodiscard]] Lines assumed_lines(const Display& display, const Palette& palette, std::size_t most);
[[nodiscard]] Lines question_lines(const Display& display, const Palette& palette);
[[nodiscard]] Lines why_lines(const Display& display, const Palette& palette);
[[nodiscard]] Lines extreme_lines(const Display& display, const Palette& palette);
/// What experiments found, the most surprising first: the first few, each in at most so many lines.
[[nodiscard]] Lines surprising_lines(const Display& display, const Palette& palette, std::size_t most, std::size_t lines_each);
[[nodiscard]] Lines finding_lines(const Display& display, const Palette& palette);
[[nodiscard]] Lines choice_lines(const Display& display, const Palette& palette);
/// How much each step costs in numbers held, as far as the shapes tell.
[[nodiscard]] Lines cost_lines(const Display& display, const Palette& palette);

}  // namespace eqlens
