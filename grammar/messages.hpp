#pragma once

#include <cstddef>
#include <string_view>

#include "base/diagnostic.hpp"

namespace eqlens::message {

// One function for each thing that can be wrong with a formula's notation: the only place for its words.

[[nodiscard]] Diagnostic unclosed_group(Span here, Span opener);
[[nodiscard]] Diagnostic unclosed_optional(Span here, Span opener);
[[nodiscard]] Diagnostic unclosed_bracket(std::string_view bracket, Span opener);
[[nodiscard]] Diagnostic unclosed_left(std::string_view left, Span opener);
[[nodiscard]] Diagnostic unclosed_environment(std::string_view name, Span opener);
[[nodiscard]] Diagnostic unclosed_dollar(std::string_view dollar, Span opener);
[[nodiscard]] Diagnostic unclosed_name(std::string_view command, Span span);
[[nodiscard]] Diagnostic wrong_end(std::string_view begun, std::string_view ended, Span end, Span opener);
[[nodiscard]] Diagnostic end_without_begin(std::string_view end, Span span);
[[nodiscard]] Diagnostic unknown_environment(std::string_view name, std::string_view nearest, Span span);
[[nodiscard]] Diagnostic closes_nothing(std::string_view token, Span span);
[[nodiscard]] Diagnostic right_without_left(std::string_view right, Span span);
[[nodiscard]] Diagnostic no_delimiter(std::string_view command, Span span);
[[nodiscard]] Diagnostic missing_argument(std::string_view command, Span name, std::size_t wanted);
[[nodiscard]] Diagnostic empty_script(char script, Span span);
[[nodiscard]] Diagnostic double_script(bool below, Span second, Span first);
[[nodiscard]] Diagnostic double_fraction(std::string_view command, Span second, Span first);
[[nodiscard]] Diagnostic mismatched(std::string_view open, std::string_view close, std::string_view wanted, Span end, Span opener);
[[nodiscard]] Diagnostic stray_alignment(Span span);
[[nodiscard]] Diagnostic stray_dollar(std::string_view token, Span span);
[[nodiscard]] Diagnostic unreadable(std::string_view token, Span span);
[[nodiscard]] Diagnostic control_character(unsigned byte, Span span);
[[nodiscard]] Diagnostic broken_encoding(Span span);
[[nodiscard]] Diagnostic nothing_to_read(Span span);
[[nodiscard]] Diagnostic lost_scripts(std::string_view probable, Span span);
[[nodiscard]] Diagnostic too_deep(Span span, std::size_t limit);
[[nodiscard]] Diagnostic too_large(std::size_t bytes, std::size_t limit);

}  // namespace eqlens::message
