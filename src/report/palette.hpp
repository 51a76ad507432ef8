#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// The columns of a page when nothing else is known.
inline constexpr std::size_t page_width = 100;
inline constexpr std::size_t narrow_page = 60;

enum class Color { off, on };

/// The name of a symbol as it stands in text, and its role.
using NamedRole = std::pair<std::string, Role>;

/// Terminal colours: one for each role, the same everywhere; with `Color::off` the text comes back as it is.
class Palette {
 public:
  explicit Palette(Color color, std::optional<std::size_t> window = std::nullopt) : color_(color), window_(window) {}

  /// The columns that a page has.
  [[nodiscard]] std::size_t width() const { return window_.value_or(page_width); }
  /// Too narrow for columns beside each other.
  [[nodiscard]] bool narrow() const { return width() < narrow_page; }
  /// What is left of a line behind so many columns, and never nothing.
  [[nodiscard]] std::size_t room_behind(std::size_t columns) const { return width() > columns + 8 ? width() - columns : 8; }
  /// Whether a person reads it in a terminal. What goes elsewhere keeps each value and each sentence on one line.
  [[nodiscard]] bool in_window() const { return window_.has_value(); }

  [[nodiscard]] std::string role(Role role, std::string_view text) const;
  /// Text in which each of these names, where it is a word or a factor, has the colour of its role. Longer names stand first.
  [[nodiscard]] std::string names(std::string_view text, const std::vector<NamedRole>& names) const;
  [[nodiscard]] std::string severity(Severity severity, std::string_view text) const;
  [[nodiscard]] std::string strong(std::string_view text) const { return wrap("1", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return wrap("2", text); }

 private:
  [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
  Color color_;
  std::optional<std::size_t> window_;
};

}  // namespace eqlens
