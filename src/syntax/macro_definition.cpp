#include "syntax/macro_definition.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "syntax/commands.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

namespace {

enum class Form { newcommand, providecommand, def, let, math_operator, paired, paired_with_body, document_command, environment };

struct DefinitionRow {
  std::string_view command;
  Form form;
};

constexpr DefinitionRow definition_rows[] = {
    {"newcommand", Form::newcommand},
    {"renewcommand", Form::newcommand},
    {"DeclareRobustCommand", Form::newcommand},
    {"providecommand", Form::providecommand},
    {"def", Form::def},
    {"gdef", Form::def},
    {"edef", Form::def},
    {"xdef", Form::def},
    {"let", Form::let},
    {"DeclareMathOperator", Form::math_operator},
    {"DeclarePairedDelimiter", Form::paired},
    {"DeclarePairedDelimiterX", Form::paired_with_body},
    {"NewDocumentCommand", Form::document_command},
    {"RenewDocumentCommand", Form::document_command},
    {"ProvideDocumentCommand", Form::document_command},
    {"DeclareDocumentCommand", Form::document_command},
    {"newenvironment", Form::environment},
    {"renewenvironment", Form::environment},
};

const DefinitionRow* find_row(std::string_view command) {
  const auto* const found = std::find_if(std::begin(definition_rows), std::end(definition_rows),
                                         [&](const DefinitionRow& row) { return row.command == command; });
  return found == std::end(definition_rows) ? nullptr : found;
}

/// A body without its comments: put into a line of other text they would swallow that.
std::string without_comments(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      i = blank_end(text, comment_end(text, i)) - 1;
      continue;
    }
    out += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) out += text[++i];
  }
  return out;
}

std::optional<std::string> body_of(MacroStream& stream) {
  const auto body = stream.argument();
  return body ? std::optional(without_comments(joined(*body))) : std::nullopt;
}

/// The control sequence being defined, `\name` or `{\name}`, without its backslash.
std::optional<std::string> defined_name(MacroStream& stream) {
  const auto argument = stream.argument();
  if (!argument) return std::nullopt;
  const std::string name(trimmed(joined(*argument)));
  if (name.size() < 2 || name[0] != '\\' || control_sequence_end(name, 0) != name.size()) return std::nullopt;
  return name.substr(1);
}

std::vector<MacroParameter> required(std::size_t count) { return std::vector<MacroParameter>(count); }

std::optional<Definition> read_newcommand(MacroStream& stream, bool only_if_new) {
  (void)stream.take_if('*');
  auto name = defined_name(stream);
  if (!name) return std::nullopt;
  std::size_t count = 0;
  if (const auto number = stream.optional_argument()) {
    const std::string digits(trimmed(joined(*number)));
    if (digits.size() == 1 && is_digit(digits[0])) count = static_cast<std::size_t>(digits[0] - '0');
  }
  Macro macro{required(count), {}, {}};
  if (const auto standard = stream.optional_argument(); standard && count > 0)
    macro.parameters[0] = {MacroParameter::Kind::optional, joined(*standard)};
  auto body = body_of(stream);
  if (!body) return std::nullopt;
  macro.body = std::move(*body);
  return Definition{std::move(*name), std::move(macro), only_if_new};
}

/// `\def\f(#1,#2){...}`: what stands between the parameters ends them.
std::optional<Definition> read_def(MacroStream& stream) {
  auto name = defined_name(stream);
  if (!name) return std::nullopt;
  std::string pattern;
  while (!stream.empty() && stream.next() != '{' && stream.next() != '}') pattern += stream.take(1).text;
  Macro macro;
  macro.prefix = trimmed(std::string_view(pattern).substr(0, pattern.find('#')));
  for (auto at = pattern.find('#'); at != std::string::npos;) {
    const auto next = pattern.find('#', at + 1);
    const auto begin = std::min(at + 2, pattern.size());
    const auto end = trimmed(std::string_view(pattern).substr(begin, next == std::string::npos ? next : next - std::min(begin, next)));
    macro.parameters.push_back({end.empty() ? MacroParameter::Kind::required : MacroParameter::Kind::delimited, std::string(end)});
    at = next;
  }
  auto body = stream.group();
  if (!body) return std::nullopt;
  macro.body = without_comments(joined(*body));
  return Definition{std::move(*name), std::move(macro)};
}

std::optional<Definition> read_let(MacroStream& stream) {
  auto name = defined_name(stream);
  if (!name) return std::nullopt;
  stream.skip_gap();
  (void)stream.take_if('=');
  auto body = body_of(stream);
  if (!body) return std::nullopt;
  return Definition{std::move(*name), Macro{{}, {}, std::move(*body)}, false, true};
}

std::optional<Definition> read_operator(MacroStream& stream) {
  const bool star = stream.take_if('*');
  auto name = defined_name(stream);
  if (!name) return std::nullopt;
  const auto words = body_of(stream);
  if (!words) return std::nullopt;
  auto body = std::string(star ? "\\operatorname*{" : "\\operatorname{").append(*words).append("}");
  return Definition{std::move(*name), Macro{{}, {}, std::move(body)}};
}

bool is_single_token(std::string_view text) {
  if (text.empty()) return false;
  return text[0] == '\\' ? control_sequence_end(text, 0) == text.size() : text.size() == 1;
}

/// `\abs*{x}` and `\abs[\big]{x}`: star and size change nothing but how tall the delimiters are.
std::optional<Definition> read_paired(MacroStream& stream, bool with_body) {
  auto name = defined_name(stream);
  if (!name) return std::nullopt;
  std::size_t count = 1;
  if (with_body) {
    const auto number = stream.optional_argument();
    if (number) count = static_cast<std::size_t>(std::max(1, joined(*number)[0] - '0'));
  }
  const auto left = stream.argument();
  const auto right = stream.argument();
  if (!left || !right) return std::nullopt;
  std::string inside = "#3";
  if (with_body) {
    const auto body = body_of(stream);
    if (!body) return std::nullopt;
    inside.clear();
    for (std::size_t i = 0; i < body->size(); ++i) {
      // Two parameters, star and size, come before the first of the body's own.
      const bool parameter = (*body)[i] == '#' && i + 1 < body->size() && is_digit((*body)[i + 1]);
      inside += (*body)[i];
      if (parameter) inside += static_cast<char>((*body)[++i] + 2);
    }
    for (auto at = inside.find("\\delimsize"); at != std::string::npos; at = inside.find("\\delimsize", at))
      inside.replace(at, 10, "\\middle");
  }
  const std::string opener(trimmed(joined(*left)));
  const std::string closer(trimmed(joined(*right)));
  const bool sizable = is_single_token(opener) && is_single_token(closer);
  Macro macro{required(2 + count), {}, {}};
  macro.parameters[0].kind = MacroParameter::Kind::star;
  macro.parameters[1].kind = MacroParameter::Kind::optional;
  macro.body = sizable ? "\\left" : "";
  macro.body.append(opener).append(" ").append(inside).append(sizable ? "\\right" : "").append(closer);
  return Definition{std::move(*name), std::move(macro)};
}

std::optional<Definition> read_document_command(MacroStream& stream) {
  auto name = defined_name(stream);
  if (!name) return std::nullopt;
  const auto specification = stream.group();
  if (!specification) return std::nullopt;
  const auto letters = joined(*specification);
  Macro macro;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] == 'm' || letters[i] == 'r') macro.parameters.push_back({});
    if (letters[i] == 's') macro.parameters.push_back({MacroParameter::Kind::star, {}});
    if (letters[i] == 'o') macro.parameters.push_back({MacroParameter::Kind::optional, {}});
    if (letters[i] != 'O') continue;
    const auto end = letters.find('}', i);
    if (i + 2 > letters.size() || end == std::string::npos) return std::nullopt;
    macro.parameters.push_back({MacroParameter::Kind::optional, letters.substr(i + 2, end - i - 2)});
    i = end;
  }
  auto body = body_of(stream);
  if (!body) return std::nullopt;
  macro.body = std::move(*body);
  return Definition{std::move(*name), std::move(macro)};
}

std::optional<Definition> read_environment(MacroStream& stream) {
  const auto name = stream.group();
  (void)stream.optional_argument();
  (void)stream.optional_argument();
  const auto begin = stream.group();
  const auto end = stream.group();
  return name && begin && end ? std::optional(Definition{}) : std::nullopt;
}

}  // namespace

bool is_definition(std::string_view command) { return find_row(command) != nullptr; }

std::optional<Definition> read_definition(std::string_view command, MacroStream& stream) {
  const auto* row = find_row(command);
  if (!row) return std::nullopt;
  switch (row->form) {
    case Form::newcommand: return read_newcommand(stream, false);
    case Form::providecommand: return read_newcommand(stream, true);
    case Form::def: return read_def(stream);
    case Form::let: return read_let(stream);
    case Form::math_operator: return read_operator(stream);
    case Form::paired: return read_paired(stream, false);
    case Form::paired_with_body: return read_paired(stream, true);
    case Form::document_command: return read_document_command(stream);
    case Form::environment: return read_environment(stream);
  }
  return std::nullopt;
}

}  // namespace eqlens
