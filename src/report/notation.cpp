#include "report/notation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/wording.hpp"
#include "report/diagnostics.hpp"
#include "report/layout.hpp"
#include "report/markdown.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

namespace {

constexpr std::size_t widest_name = 16;
constexpr std::size_t widest_shape_column = 14;
constexpr std::size_t most_lines_listed = 5;

std::string lines_used(const std::vector<std::size_t>& lines) {
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines_listed); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", lines[i]);
  return lines.size() > most_lines_listed ? text + ", …" : text;
}

std::string shape_words(const NotationRow& row) {
  std::string text;
  for (const auto& shape : row.shapes)
    text += fmt::format("{}{}", text.empty() ? "" : " or ", shape.empty() ? "number" : plain_math(shape));
  return text;
}

std::string meaning_words(const NotationRow& row) {
  std::string text;
  for (const auto& meaning : row.meanings) text += fmt::format("{}{}", text.empty() ? "" : "; or ", plain_meaning(meaning));
  return text;
}

std::string names_of(const std::vector<std::string>& symbols) {
  std::vector<std::string> names;
  for (const auto& symbol : symbols) names.push_back(plain_math(symbol));
  return enumerated(names);
}

template <typename Test>
std::vector<std::string> symbols_where(const Notation& notation, Test test) {
  std::vector<std::string> found;
  for (const auto& row : notation.rows)
    if (test(row)) found.push_back(row.latex);
  return found;
}

bool is_double(const NotationRow& row) { return row.meanings.size() > 1; }
bool is_undefined(const NotationRow& row) { return row.undefined; }

}  // namespace

std::string print_notation(const Notation& notation, const Palette& palette) {
  std::size_t width = 0, shape_width = 0;
  for (const auto& row : notation.rows) {
    width = std::max(width, std::min(widest_name, display_width(plain_math(row.latex))));
    shape_width = std::max(shape_width, std::min(widest_shape_column, display_width(shape_words(row))));
  }
  std::string text;
  for (const auto& row : notation.rows) {
    const auto where = fmt::format("{}{}", row.defined ? fmt::format("defined {}", *row.defined) : "",
                                   row.used.empty() ? "" : fmt::format("{}used {}", row.defined ? ", " : "", lines_used(row.used)));
    // What does not fit beside stands below.
    const bool below = palette.narrow();
    const auto room = palette.room_behind(below ? 6 : width + shape_width + 18);
    auto meaning = wrapped(harmless(meaning_words(row) + (where.empty() ? "" : fmt::format(" ({})", where))), room);
    if (meaning.empty() || below) meaning.emplace(meaning.begin());
    for (std::size_t i = 0; i < meaning.size(); ++i) {
      if (below && i > 0) {
        text += "      " + meaning[i] + "\n";
        continue;
      }
      const auto line = fmt::format("  {}  {}  {}  {}",
                                    palette.role(row.role, padded(i == 0 ? shortened(harmless(plain_math(row.latex)), width) : "", width)),
                                    palette.role(row.role, padded(i == 0 ? name(row.role) : "", 9)),
                                    padded(i == 0 ? shortened(shape_words(row), shape_width) : "", shape_width), meaning[i]);
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
  }
  const auto say = [&](std::string_view heading, const std::string& list) {
    if (list.empty()) return;
    const auto line = fmt::format("  {}\n", list);
    text += fmt::format("\n{}\n{}", palette.strong(heading), palette.in_window() ? hanging(line, 2, palette.width()) : line);
  };
  say("Used in more than one meaning", names_of(symbols_where(notation, is_double)));
  say("Never defined or explained", names_of(symbols_where(notation, is_undefined)));
  if (notation.order.size() > 1) {
    text += fmt::format("\n{}\n", palette.strong("Computed in this order"));
    for (std::size_t i = 0; i < notation.order.size(); ++i)
      text += fmt::format("  {}. {}{} (line {})\n", i + 1, names_of(notation.order[i].symbols), notation.order[i].alike ? ", alike" : "",
                          notation.order[i].line);
  }
  return text;
}

std::string markdown_notation(const Notation& notation) {
  std::string text = "| symbol | role | shape | meaning | defined | used |\n|---|---|---|---|---|---|\n";
  for (const auto& row : notation.rows) {
    std::string shapes, meanings;
    for (const auto& shape : row.shapes)
      shapes += fmt::format("{}{}", shapes.empty() ? "" : " or ", shape.empty() ? "number" : in_math(shape));
    for (const auto& meaning : row.meanings) meanings += fmt::format("{}{}", meanings.empty() ? "" : "; or ", in_cell(meaning));
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", in_math(row.latex), name(row.role), shapes, meanings,
                        row.defined     ? fmt::format("line {}", *row.defined)
                        : row.undefined ? "never"
                                        : "",
                        lines_used(row.used));
  }
  const auto say = [&](std::string_view heading, const std::vector<std::string>& symbols) {
    if (symbols.empty()) return;
    text += fmt::format("\n**{}.**", heading);
    for (const auto& symbol : symbols) text += fmt::format(" {}", in_math(symbol));
    text += "\n";
  };
  say("Used in more than one meaning", symbols_where(notation, is_double));
  say("Never defined or explained", symbols_where(notation, is_undefined));
  if (notation.order.size() > 1) {
    text += "\n**Computed in this order**\n";
    for (std::size_t i = 0; i < notation.order.size(); ++i) {
      text += fmt::format("{}.", i + 1);
      for (const auto& symbol : notation.order[i].symbols) text += fmt::format(" {}", in_math(symbol));
      text += fmt::format("{} (line {})\n", notation.order[i].alike ? ", alike" : "", notation.order[i].line);
    }
  }
  return text;
}

}  // namespace eqlens
