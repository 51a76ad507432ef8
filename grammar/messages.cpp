#include "grammar/messages.hpp"

#include <fmt/core.h>

#include <utility>

namespace eqlens::message {

namespace {

Diagnostic error(std::string code, std::string message, Span span, std::string help = {}, std::vector<Label> labels = {}) {
  return {Severity::error, std::move(code), std::move(message), span, std::move(help), std::move(labels), {}};
}

Label opened_here(Span opener) { return {opener, "opened here"}; }

}  // namespace

Diagnostic unclosed_group(Span here, Span opener) {
  return error("unclosed", "a `}` is missing", here, "every `{` needs its `}`; write `\\{` for a brace that is printed",
               {opened_here(opener)});
}

Diagnostic unclosed_optional(Span here, Span opener) {
  return error("unclosed", "the optional argument needs a `]`", here, "for example `\\sqrt[3]{x}`", {opened_here(opener)});
}

Diagnostic unclosed_bracket(std::string_view bracket, Span opener) {
  return error("unclosed", fmt::format("this `{}` is never closed", bracket), opener,
               "close it where the expression ends, or take it away");
}

Diagnostic unclosed_left(std::string_view left, Span opener) {
  return error("unclosed", fmt::format("`{}` has no `\\right`", left), opener, "`\\right.` ends it without printing a bracket");
}

Diagnostic unclosed_environment(std::string_view name, Span opener) {
  return error("unclosed", fmt::format("`\\begin{{{0}}}` has no `\\end{{{0}}}`", name), opener,
               fmt::format("write `\\end{{{}}}` after its last row", name));
}

Diagnostic unclosed_dollar(std::string_view dollar, Span opener) {
  return error("unclosed", fmt::format("the math that `{}` opens is never closed", dollar), opener,
               "close it, or leave both out: the input is math already");
}

Diagnostic unclosed_name(std::string_view command, Span span) {
  return error("unclosed", fmt::format("`{}` needs a name in braces", command), span, fmt::format("for example `{}{{aligned}}`", command));
}

Diagnostic wrong_end(std::string_view begun, std::string_view ended, Span end, Span opener) {
  return error("unclosed", fmt::format("`\\begin{{{}}}` meets `\\end{{{}}}`", begun, ended), end,
               fmt::format("end it with `\\end{{{}}}`", begun), {opened_here(opener)});
}

Diagnostic end_without_begin(std::string_view end, Span span) {
  return error("unclosed", fmt::format("`{}` has no `\\begin`", end), span, "take it away, or write the `\\begin` that it ends");
}

Diagnostic unknown_environment(std::string_view name, std::string_view nearest, Span span) {
  return error("unknown-command", fmt::format("there is no environment `{}`", name), span, fmt::format("did you mean `{}`?", nearest));
}

Diagnostic closes_nothing(std::string_view token, Span span) {
  return error(token == "}" ? "syntax" : "unclosed", fmt::format("this `{}` closes nothing", token), span,
               token == "}" ? "take it away, or write `\\}` for a brace that is printed" : "take it away, or open it before");
}

Diagnostic right_without_left(std::string_view right, Span span) {
  return error("unclosed", fmt::format("`{}` has no `\\left`", right), span, "`\\left.` begins it without printing a bracket");
}

Diagnostic no_delimiter(std::string_view command, Span span) {
  return error("syntax", fmt::format("`{}` needs a bracket after it", command), span,
               fmt::format("a dot stands for no bracket: `{}.`", command));
}

Diagnostic missing_argument(std::string_view command, Span name, std::size_t wanted) {
  return error("syntax", fmt::format("`{}` needs {} argument{}", command, wanted, wanted == 1 ? "" : "s"), name,
               fmt::format("for example `{}{}`", command,
                           wanted == 1   ? "{a}"
                           : wanted == 2 ? "{a}{b}"
                                         : "{a}{b}{c}"));
}

Diagnostic empty_script(char script, Span span) {
  return error("syntax", fmt::format("nothing stands after this `{}`", script), span,
               fmt::format("write `{0}{{...}}`, or `\\{0}` for the sign itself", script));
}

Diagnostic double_script(bool below, Span second, Span first) {
  const auto* name = below ? "subscript" : "superscript";
  const auto sign = below ? '_' : '^';
  return error("syntax", fmt::format("a second {} on the same symbol", name), second,
               fmt::format("use braces: `{{x{0}a}}{0}b` or `x{0}{{ab}}`", sign), {{first, "the first one"}});
}

Diagnostic double_fraction(std::string_view command, Span second, Span first) {
  return error("syntax", fmt::format("a second `{}` in one group", command), second,
               fmt::format("put one of the fractions into braces: `{{a {0} b}} {0} c`", command), {{first, "the first one"}});
}

Diagnostic mismatched(std::string_view open, std::string_view close, std::string_view wanted, Span end, Span opener) {
  return error("unclosed", fmt::format("`{}` is closed by `{}`", open, close), end,
               fmt::format("close it with `{}`; an interval such as `(a, b]` needs its comma", wanted), {opened_here(opener)});
}

Diagnostic stray_alignment(Span span) {
  return error("syntax", "this `&` aligns nothing", span,
               "`&` stands between the columns of an environment; write `\\&` for the sign itself");
}

Diagnostic stray_dollar(std::string_view token, Span span) {
  return error("syntax", fmt::format("`{}` cannot stand inside the formula", token), span,
               "the formula is math already; `$` is for math inside `\\text{...}`");
}

Diagnostic unreadable(std::string_view token, Span span) {
  return error("syntax", fmt::format("a lone `{}`", token), span,
               token == "#" ? "write `\\#` for the sign itself" : "a command's name is missing after it");
}

Diagnostic control_character(unsigned byte, Span span) {
  return error("syntax", fmt::format("a control character, byte 0x{:02X}", byte), span, "take it away: it prints nothing");
}

Diagnostic broken_encoding(Span span) { return error("syntax", "these bytes are not UTF-8", span, "save the text as UTF-8"); }

Diagnostic nothing_to_read(Span span) { return error("syntax", "there is no formula here", span); }

Diagnostic lost_scripts(std::string_view probable, Span span) {
  return {Severity::warning,
          "ambiguous",
          "this looks like text from a PDF whose sub- and superscripts are lost; it is read as it stands",
          span,
          fmt::format("it probably was `{}`", probable),
          {},
          {}};
}

Diagnostic too_deep(Span span, std::size_t limit) {
  return error("too-deep", fmt::format("nested more than {} levels deep", limit), span, "the rest has not been read");
}

Diagnostic too_large(std::size_t bytes, std::size_t limit) {
  return error("too-large", fmt::format("a formula of {} bytes; at most {} are read", bytes, limit), {});
}

}  // namespace eqlens::message
