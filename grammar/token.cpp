#include "grammar/token.hpp"

#include <array>

#include "base/source.hpp"
#include "syntax/scan.hpp"
#include "syntax/unicode.hpp"

namespace eqlens {

namespace {

using Kind = LexemeKind;

constexpr std::array<Kind, 128> ascii_kinds() {
  std::array<Kind, 128> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto c = static_cast<char>(i);
    kinds[i] = is_letter(c)         ? Kind::letter
               : is_digit(c)        ? Kind::number
               : is_space(c)        ? Kind::blank
               : i < 32 || i == 127 ? Kind::unreadable
                                    : Kind::sign;
  }
  const auto set = [&](char c, Kind kind) { kinds[static_cast<std::size_t>(c)] = kind; };
  set('%', Kind::comment);
  set('(', Kind::open);
  set('[', Kind::open);
  set(')', Kind::close);
  set(']', Kind::close);
  set('|', Kind::bar);
  set('{', Kind::open_group);
  set('}', Kind::close_group);
  set('^', Kind::superscript);
  set('_', Kind::subscript);
  set('\'', Kind::prime);
  set('&', Kind::align);
  set('$', Kind::dollar);
  set('~', Kind::layout);
  set('#', Kind::unreadable);
  return kinds;
}

constexpr auto kind_of_ascii = ascii_kinds();

struct Delimiter {
  char32_t code;
  Kind kind;
  Bracket bracket;
};

constexpr Delimiter unicode_delimiters[] = {
    {0x2308, Kind::open, Bracket::ceiling},       {0x2309, Kind::close, Bracket::ceiling},
    {0x230A, Kind::open, Bracket::floor},         {0x230B, Kind::close, Bracket::floor},
    {0x2329, Kind::open, Bracket::angle},         {0x232A, Kind::close, Bracket::angle},
    {0x27E6, Kind::open, Bracket::double_square}, {0x27E7, Kind::close, Bracket::double_square},
    {0x27E8, Kind::open, Bracket::angle},         {0x27E9, Kind::close, Bracket::angle},
    {0x3008, Kind::open, Bracket::angle},         {0x3009, Kind::close, Bracket::angle},
    {0xFF08, Kind::open, Bracket::round},         {0xFF09, Kind::close, Bracket::round},
    {0xFF3B, Kind::open, Bracket::square},        {0xFF3D, Kind::close, Bracket::square},
    {0x2016, Kind::bar, Bracket::none},           {0x2223, Kind::bar, Bracket::none},
    {0x2225, Kind::bar, Bracket::none},           {0xFF5C, Kind::bar, Bracket::none},
};

Lexeme make(Kind kind, std::size_t begin, std::size_t end, Bracket bracket = Bracket::none, const Command* command = nullptr) {
  return {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), bracket, command};
}

/// The end of the characters from `at` on that are of one kind.
std::size_t run_end(std::string_view text, std::size_t at, CharacterKind kind) {
  while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80) {
    const auto length = utf8_length(text.substr(at));
    if (length == 0 || character_kind(code_point(text.substr(at))) != kind) break;
    at += length;
  }
  return at;
}

bool digit_at(std::string_view text, std::size_t at) { return at < text.size() && is_digit(text[at]); }

std::size_t number_end(std::string_view text, std::size_t at) {
  while (digit_at(text, at)) ++at;
  if (at < text.size() && text[at] == '.' && digit_at(text, at + 1)) {
    ++at;
    while (digit_at(text, at)) ++at;
  }
  return at;
}

/// `.5` is a number, but not in `1..5` and `x.5`, where the point stands by itself.
bool starts_decimal(std::string_view text, std::size_t at) {
  if (text[at] != '.' || !digit_at(text, at + 1)) return false;
  return at == 0 || !(text[at - 1] == '.' || is_digit(text[at - 1]) || is_letter(text[at - 1]));
}

std::size_t prime_end(std::string_view text, std::size_t at) {
  for (;;) {
    const auto begin = at;
    while (at < text.size() && text[at] == '\'') ++at;
    at = run_end(text, at, CharacterKind::prime);
    if (at == begin) return at;
  }
}

Lexeme unicode_token(std::string_view text, std::size_t begin) {
  const auto length = utf8_length(text.substr(begin));
  if (length == 0) return make(Kind::unreadable, begin, begin + 1);
  const auto end = begin + length;
  const auto code = code_point(text.substr(begin));
  for (const auto& delimiter : unicode_delimiters)
    if (delimiter.code == code) return make(delimiter.kind, begin, end, delimiter.bracket);
  switch (character_kind(code)) {
    case CharacterKind::letter: return make(Kind::letter, begin, run_end(text, end, CharacterKind::combining));
    case CharacterKind::digit: return make(Kind::number, begin, run_end(text, end, CharacterKind::digit));
    case CharacterKind::subscript: return make(Kind::unicode_subscript, begin, run_end(text, end, CharacterKind::subscript));
    case CharacterKind::superscript: return make(Kind::unicode_superscript, begin, run_end(text, end, CharacterKind::superscript));
    case CharacterKind::prime: return make(Kind::prime, begin, prime_end(text, end));
    case CharacterKind::space: return make(Kind::layout, begin, end);
    case CharacterKind::sign:
    case CharacterKind::combining: return make(Kind::sign, begin, run_end(text, end, CharacterKind::combining));
    case CharacterKind::control: break;
  }
  return make(Kind::unreadable, begin, end);
}

Lexeme plain_token(std::string_view text, std::size_t begin) {
  const auto c = text[begin];
  if (static_cast<unsigned char>(c) >= 0x80) return unicode_token(text, begin);
  const auto kind = kind_of_ascii[static_cast<std::size_t>(c)];
  switch (kind) {
    case Kind::letter: return make(kind, begin, run_end(text, begin + 1, CharacterKind::combining));
    case Kind::number: return make(kind, begin, number_end(text, begin));
    case Kind::blank: return make(kind, begin, blank_end(text, begin));
    case Kind::comment: return make(kind, begin, comment_end(text, begin));
    case Kind::prime: return make(kind, begin, prime_end(text, begin));
    case Kind::dollar: return make(kind, begin, begin + (text.substr(begin, 2) == "$$" ? 2 : 1));
    case Kind::open:
    case Kind::close: return make(kind, begin, begin + 1, c == '(' || c == ')' ? Bracket::round : Bracket::square);
    case Kind::sign: return starts_decimal(text, begin) ? make(Kind::number, begin, number_end(text, begin)) : make(kind, begin, begin + 1);
    default: return make(kind, begin, begin + 1);
  }
}

Lexeme control_token(std::string_view text, std::size_t begin);

/// The delimiter after `\big` or `\left`, or a token of another kind if none stands there.
Lexeme delimiter_after(std::string_view text, std::size_t at) {
  at = gap_end(text, at);
  if (at >= text.size()) return make(Kind::end_of_input, at, at);
  if (text[at] == '<' || text[at] == '>') return make(text[at] == '<' ? Kind::open : Kind::close, at, at + 1, Bracket::angle);
  if (text[at] == '/' || text[at] == '.') return make(Kind::sign, at, at + 1);
  if (text[at] != '\\') return plain_token(text, at);
  const auto end = control_sequence_end(text, at);
  const auto name = text.substr(at + 1, end - at - 1);
  const auto* command = find_command(name);
  const auto role = command ? command->role : CommandRole::printed;
  if (role == CommandRole::open || role == CommandRole::close)
    return make(role == CommandRole::open ? Kind::open : Kind::close, at, end, command->bracket);
  if (role == CommandRole::bar) return make(Kind::bar, at, end);
  const bool printed = name.find("arrow") != std::string_view::npos || name == "backslash";
  return make(printed ? Kind::sign : Kind::unreadable, at, end);
}

/// `\left(`, `\big|`: the size command with its delimiter as one token.
Lexeme sized_token(std::string_view text, std::size_t begin, std::size_t end, const Command* command) {
  const auto delimiter = delimiter_after(text, end);
  const bool known =
      delimiter.kind == Kind::open || delimiter.kind == Kind::close || delimiter.kind == Kind::bar || delimiter.kind == Kind::sign;
  if (!known) {
    const auto kind = command->role == CommandRole::left ? Kind::left : command->role == CommandRole::right ? Kind::right : Kind::lone_size;
    return make(kind, begin, end, Bracket::none, command);
  }
  switch (command->role) {
    case CommandRole::left: return make(Kind::left, begin, delimiter.end, delimiter.bracket);
    case CommandRole::right: return make(Kind::right, begin, delimiter.end, delimiter.bracket);
    case CommandRole::middle: return make(delimiter.kind == Kind::bar ? Kind::bar : Kind::sign, begin, delimiter.end);
    default: return make(delimiter.kind, begin, delimiter.end, delimiter.bracket);
  }
}

Lexeme control_token(std::string_view text, std::size_t begin) {
  const auto end = control_sequence_end(text, begin);
  if (end == begin + 1) return make(Kind::unreadable, begin, end);
  const auto* command = find_command(text.substr(begin + 1, end - begin - 1));
  if (!command) {
    const bool valid = utf8_length(text.substr(begin + 1)) > 0 && text[begin + 1] != '\0';
    return make(valid ? Kind::command : Kind::unreadable, begin, end);
  }
  switch (command->role) {
    case CommandRole::printed:
    case CommandRole::transparent: return make(Kind::command, begin, end, Bracket::none, command);
    case CommandRole::layout: return make(Kind::layout, begin, end, Bracket::none, command);
    case CommandRole::thin_space: return make(Kind::thin_space, begin, end, Bracket::none, command);
    case CommandRole::limits: return make(Kind::limits, begin, end, Bracket::none, command);
    case CommandRole::line_break: return make(Kind::line_break, begin, end, Bracket::none, command);
    case CommandRole::open: return make(Kind::open, begin, end, command->bracket);
    case CommandRole::close: return make(Kind::close, begin, end, command->bracket);
    case CommandRole::bar: return make(Kind::bar, begin, end);
    case CommandRole::size:
    case CommandRole::left:
    case CommandRole::middle:
    case CommandRole::right: return sized_token(text, begin, end, command);
    case CommandRole::begin: return make(Kind::begin, begin, end);
    case CommandRole::end: return make(Kind::end, begin, end);
    case CommandRole::display: return make(Kind::display, begin, end);
  }
  return make(Kind::unreadable, begin, end);
}

}  // namespace

Lexeme token_at(std::string_view text, std::size_t begin) {
  if (begin >= text.size()) return make(Kind::end_of_input, begin, begin);
  return text[begin] == '\\' ? control_token(text, begin) : plain_token(text, begin);
}

}  // namespace eqlens
