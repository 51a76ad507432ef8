#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eqlens {

/// The LaTeX that a line copied from a PDF probably was, if it looks as if its scripts and fraction bars got lost:
/// `softmax(QKT √dk )V (1)` gives `\operatorname{softmax}(\frac{QK^\top}{\sqrt{d_k}})V`. Nothing for text that says its
/// scripts (`_`, `^`, commands, Unicode scripts) or shows no sign of lost ones.
[[nodiscard]] std::optional<std::string> probable_latex(std::string_view text);

}  // namespace eqlens
