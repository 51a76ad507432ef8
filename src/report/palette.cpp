#include "report/palette.hpp"

#include <fmt/format.h>

namespace eqlens {

std::string Palette::wrap(std::string_view code, std::string_view text) const {
  if (color_ == Color::off || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string Palette::role(Role role, std::string_view text) const {
  switch (role) {
    case Role::output: return wrap("1;32", text);
    case Role::input: return wrap("34", text);
    case Role::learned: return wrap("35", text);
    case Role::constant: return wrap("36", text);
    case Role::operation: return wrap("33", text);
  }
  return std::string(text);
}

std::string Palette::severity(Severity severity, std::string_view text) const {
  switch (severity) {
    case Severity::error: return wrap("1;31", text);
    case Severity::warning: return wrap("1;33", text);
    case Severity::note: return wrap("1;36", text);
  }
  return std::string(text);
}

}  // namespace eqlens
