#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// One character on the page, with its accents, in the colour of a role.
struct Cell {
  std::string text;
  std::optional<Role> role;
};

/// A rectangle of characters: a formula or a part of it. Its rows are of one length.
struct Box {
  std::vector<std::vector<Cell>> rows;
  std::size_t base = 0;  ///< the row that stands on the line of writing

  [[nodiscard]] std::size_t height() const { return rows.size(); }
  [[nodiscard]] std::size_t width() const { return rows.empty() ? 0 : rows.front().size(); }
};

[[nodiscard]] Box text_box(std::string_view text, std::optional<Role> role = std::nullopt);

/// Side by side, on one line of writing.
[[nodiscard]] Box beside(const Box& left, const Box& right);

/// One below the other, centred or at the left edge; `base` says which row of the whole is the line of writing.
enum class Edge { centre, left };
[[nodiscard]] Box stacked(const std::vector<Box>& boxes, std::size_t base, Edge edge = Edge::centre);

/// Above and below a line.
[[nodiscard]] Box fraction_box(const Box& above, const Box& below);

/// Under a root whose bar reaches over all of it.
[[nodiscard]] Box root_box(const Box& inside);

/// Between delimiters that grow with what they hold; an empty one is left out.
[[nodiscard]] Box fenced(std::string_view open, const Box& inside, std::string_view close);

}  // namespace eqlens
