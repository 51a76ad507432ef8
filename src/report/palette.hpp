#pragma once

#include <string>
#include <string_view>

#include "role/role.hpp"

namespace eqlens {

enum class Color { off, on };

/// Terminal colours: one for each role, the same everywhere; with `Color::off` the text comes back as it is.
class Palette {
 public:
  explicit Palette(Color color) : color_(color) {}

  [[nodiscard]] std::string role(Role role, std::string_view text) const;
  [[nodiscard]] std::string severity(Severity severity, std::string_view text) const;
  [[nodiscard]] std::string strong(std::string_view text) const { return wrap("1", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return wrap("2", text); }

 private:
  [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
  Color color_;
};

}  // namespace eqlens
