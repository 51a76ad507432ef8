#include "report/box.hpp"

#include <algorithm>

#include "base/source.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

namespace {

std::vector<Cell> blanks(std::size_t count) { return std::vector<Cell>(count, Cell{" ", std::nullopt}); }

/// What a tall delimiter is made of: top, middle, bottom, and the piece at the centre of a brace.
struct Tall {
  std::string_view sign, top, middle, bottom, centre;
};
constexpr Tall tall_signs[] = {{"(", "⎛", "⎜", "⎝", "⎜"}, {")", "⎞", "⎟", "⎠", "⎟"}, {"[", "⎡", "⎢", "⎣", "⎢"}, {"]", "⎤", "⎥", "⎦", "⎥"},
                               {"{", "⎧", "⎪", "⎩", "⎨"}, {"}", "⎫", "⎪", "⎭", "⎬"}, {"|", "│", "│", "│", "│"}, {"‖", "║", "║", "║", "║"},
                               {"⟨", "╱", "│", "╲", "│"}, {"⟩", "╲", "│", "╱", "│"}, {"⌊", "⎢", "⎢", "⎣", "⎢"}, {"⌋", "⎥", "⎥", "⎦", "⎥"},
                               {"⌈", "⎡", "⎢", "⎢", "⎢"}, {"⌉", "⎤", "⎥", "⎥", "⎥"}};

Box delimiter_box(std::string_view sign, std::size_t height, std::size_t base) {
  const auto* tall = std::find_if(std::begin(tall_signs), std::end(tall_signs), [&](const Tall& each) { return each.sign == sign; });
  if (height < 2 || tall == std::end(tall_signs)) {
    auto box = text_box(sign);
    box.base = 0;
    return box;
  }
  Box box;
  for (std::size_t row = 0; row < height; ++row) {
    const auto piece = row == 0 ? tall->top : row + 1 == height ? tall->bottom : row == height / 2 ? tall->centre : tall->middle;
    box.rows.push_back({{std::string(piece), std::nullopt}});
  }
  box.base = base;
  return box;
}

}  // namespace

Box text_box(std::string_view text, std::optional<Role> role) {
  Box box{{{}}, 0};
  while (!text.empty()) {
    const auto character = text.substr(0, std::max<std::size_t>(1, utf8_length(text)));
    text.remove_prefix(character.size());
    if (display_width(character) == 0 && !box.rows[0].empty())
      box.rows[0].back().text += character;
    else
      box.rows[0].push_back({std::string(character), role});
  }
  return box;
}

Box beside(const Box& left, const Box& right) {
  if (left.width() == 0) return right;
  if (right.width() == 0) return left;
  Box box;
  box.base = std::max(left.base, right.base);
  const auto below = std::max(left.height() - left.base, right.height() - right.base);
  for (std::size_t row = 0; row < box.base + below; ++row) {
    std::vector<Cell> cells;
    for (const auto* part : {&left, &right}) {
      const auto shift = box.base - part->base;
      const bool inside = row >= shift && row < shift + part->height();
      const auto piece = inside ? part->rows[row - shift] : blanks(part->width());
      cells.insert(cells.end(), piece.begin(), piece.end());
    }
    box.rows.push_back(std::move(cells));
  }
  return box;
}

Box stacked(const std::vector<Box>& boxes, std::size_t base, Edge edge) {
  std::size_t width = 0;
  for (const auto& part : boxes) width = std::max(width, part.width());
  Box box;
  box.base = base;
  for (const auto& part : boxes)
    for (const auto& row : part.rows) {
      const auto room = width - row.size();
      auto cells = blanks(edge == Edge::centre ? room / 2 : 0);
      cells.insert(cells.end(), row.begin(), row.end());
      const auto rest = blanks(width - cells.size());
      cells.insert(cells.end(), rest.begin(), rest.end());
      box.rows.push_back(std::move(cells));
    }
  return box;
}

Box fraction_box(const Box& above, const Box& below) {
  std::string line;
  for (std::size_t i = 0; i < std::max(above.width(), below.width()); ++i) line += "─";
  return stacked({above, text_box(line), below}, above.height());
}

Box root_box(const Box& inside) {
  std::string bar = " ┌";
  for (std::size_t i = 0; i < inside.width(); ++i) bar += "─";
  Box box = text_box(bar);
  for (std::size_t row = 0; row < inside.height(); ++row) {
    auto cells = text_box(row + 1 == inside.height() ? "√│" : " │").rows[0];
    cells.insert(cells.end(), inside.rows[row].begin(), inside.rows[row].end());
    box.rows.push_back(std::move(cells));
  }
  box.base = inside.base + 1;
  return box;
}

Box fenced(std::string_view open, const Box& inside, std::string_view close) {
  return beside(beside(delimiter_box(open, inside.height(), inside.base), inside), delimiter_box(close, inside.height(), inside.base));
}

}  // namespace eqlens
