#pragma once

#include <string>
#include <string_view>

namespace eqlens {

// Pieces of formulas that are printed on one line.

[[nodiscard]] std::string without_spaces(std::string text);

/// Whether a command (named without its backslash) changes the face of all that follows it in its group: `\bf`.
[[nodiscard]] bool changes_face(std::string_view command);

/// `{\bf Net}` in running text: neither the braces nor the change of the face is printed.
[[nodiscard]] std::string without_face(std::string_view text);

/// A script as small characters if there are any, else behind its mark: `_(t+1)`, `^T`.
[[nodiscard]] std::string small_script(const std::string& script, const std::string& in_small, char mark);

/// Cases whose own words say "if" or "otherwise" say it once, without a comma before.
[[nodiscard]] std::string said_once(std::string cases);

}  // namespace eqlens
