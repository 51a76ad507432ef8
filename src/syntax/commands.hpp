#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace eqlens {

/// What a control sequence is to the page: something printed, layout, or a piece of the structure.
enum class CommandRole : std::uint8_t {
  printed,      ///< `\alpha`, `\frac`: prints something, with its arguments
  transparent,  ///< `\textcolor{red}{x}`: prints its last argument and nothing of its own
  layout,       ///< `\quad`, `\label{..}`
  thin_space,   ///< `\!`, `\,`: layout that may stand between a nucleus and its scripts
  limits,       ///< `\limits`, `\nolimits`: likewise
  line_break,   ///< `\\`, `\cr`
  open,         ///< `\langle`
  close,        ///< `\rangle`
  bar,          ///< `\|`, `\mid`
  size,         ///< `\big`, `\Biggl`: the delimiter that follows belongs to it
  left,         ///< `\left`
  middle,       ///< `\middle`
  right,        ///< `\right`
  begin,        ///< `\begin`
  end,          ///< `\end`
  display,      ///< `\[`, `\]`, `\(`, `\)`: the edge of a display
};

/// The brackets that belong together; a half-open interval pairs round with square.
enum class Bracket : std::uint8_t { none, round, square, brace, angle, floor, ceiling, double_square, other };

/// One row of the table of control sequences.
struct Command {
  std::string_view name;  ///< without its backslash
  CommandRole role = CommandRole::printed;
  /// One letter for each argument, in order: `*` a star may follow, `o` an optional argument of math, `m` math, `t` text,
  /// `b` an optional argument of layout, `l` layout, `d` a length without braces (`2pt`).
  std::string_view arguments;
  Bracket bracket = Bracket::none;
};

/// The row of a control sequence (named without its backslash), or null: an unknown one prints and takes no arguments.
[[nodiscard]] const Command* find_command(std::string_view name);

/// What stands after `\begin{NAME}`, in the letters of Command::arguments; null for an environment we do not know.
[[nodiscard]] const std::string_view* find_environment(std::string_view name);

/// The names in both tables.
[[nodiscard]] std::vector<std::string_view> structure_names();
[[nodiscard]] std::vector<std::string_view> environment_names();

}  // namespace eqlens
