#pragma once

#include <string_view>

namespace eqlens {

/// What sets its argument in bold.
inline constexpr std::string_view bold_commands[] = {"\\boldsymbol", "\\mathbf", "\\bm", "\\pmb", "\\textbf"};

/// The sizes that words are set in, which say nothing.
inline constexpr std::string_view text_sizes[] = {"\\footnotesize", "\\scriptsize", "\\normalsize", "\\small", "\\tiny", "\\large"};

}  // namespace eqlens
