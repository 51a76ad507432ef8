#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// The columns of a page when nothing else is known.
inline constexpr std::size_t page_width = 100;

enum class Color { off, on };

/// Terminal colours: one for each role, the same everywhere; with `Color::off` the text comes back as it is.
class Palette {
 public:
  explicit Palette(Color color, std::size_t width = page_width) : color_(color), width_(width) {}

  /// The columns that a page has.
  [[nodiscard]] std::size_t width() const { return width_; }

  [[nodiscard]] std::string role(Role role, std::string_view text) const;
  /// Prose in which each of these names, where it stands as a word, has the colour of its role. Longer names stand first.
  [[nodiscard]] std::string names(std::string_view text, const std::vector<std::pair<std::string, Role>>& names) const;
  [[nodiscard]] std::string severity(Severity severity, std::string_view text) const;
  [[nodiscard]] std::string strong(std::string_view text) const { return wrap("1", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return wrap("2", text); }

 private:
  [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
  Color color_;
  std::size_t width_;
};

}  // namespace eqlens
