#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "read/wording.hpp"
#include "report/diagnostics.hpp"
#include "report/layout.hpp"
#include "report/page_parts.hpp"
#include "report/plain_math.hpp"

namespace eqlens {

namespace {

// The short page has to fit a small terminal window.
constexpr std::size_t most_lines = 24;
constexpr std::size_t most_symbols = 10;
constexpr std::size_t most_flow = 4;
constexpr std::size_t most_assumed = 3;
constexpr std::size_t most_findings = 2;
constexpr std::size_t fewest_notes = 2;
constexpr std::size_t fewest_symbols = 3;
constexpr auto no_limit = static_cast<std::size_t>(-1);

void add(Lines& page, const Lines& part) {
  if (part.empty()) return;
  if (!page.empty()) page.emplace_back();
  page.insert(page.end(), part.begin(), part.end());
}

std::string join_lines(const Lines& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// As many sentences (or, of a single long one, clauses) as fit into so many lines.
Lines whole_sentences(const Display& display, const Palette& palette, std::size_t most) {
  const auto text = harmless(display.reading.plain);
  Lines fitting;
  for (const std::string_view end : {". ", "; "}) {
    for (auto at = text.find(end); at != std::string::npos; at = text.find(end, at + 1)) {
      auto lines = wrapped(text.substr(0, at + 1) + " …", palette.width());
      if (lines.size() > most) break;
      fitting = std::move(lines);
    }
    if (!fitting.empty()) return in_colours(display, palette, std::move(fitting));
  }
  fitting = plain_lines(display, palette);
  fitting.resize(most);
  fitting.back() = shortened(fitting.back(), palette.width() - 2) + " …";
  return fitting;
}

Lines title_and_sentence(const Display& display, const Palette& palette, std::size_t most_title, std::size_t most_plain) {
  auto title = title_lines(display, palette, most_title);
  auto plain = plain_lines(display, palette);
  if (plain.size() > most_plain) plain = whole_sentences(display, palette, most_plain);
  Lines page;
  add(page, title);
  add(page, plain);
  return page;
}

std::string_view where_to_look(std::size_t width) {
  constexpr std::string_view whole = "  more: --full, --why, --aloud, --choices; eqlens example works it out, eqlens check tests it";
  constexpr std::string_view narrow = "  more: --full, --why, --choices; eqlens example; --help";
  constexpr std::string_view narrowest = "  more: --full, --help";
  return whole.size() <= width ? whole : narrow.size() <= width ? narrow : narrowest;
}

Lines short_page(const Display& display, const Palette& palette) {
  auto page = title_and_sentence(display, palette, 6, 3);
  auto flow = flow_lines(display, palette, most_flow);
  Lines assumed = assumed_lines(display, palette, most_assumed);
  auto tried = surprising_lines(display, palette, most_findings, 2);
  // The symbols get what the other parts leave: three blank lines and the last line are already spoken for.
  // A narrow page is a longer one.
  const auto most_here = palette.narrow() ? 2 * most_lines : most_lines;
  const auto left = [&] {
    const auto taken = page.size() + flow.size() + assumed.size() + tried.size() + 4;
    return most_here > taken ? most_here - taken : 0;
  };
  // Where that is not enough, shapes and assumptions are cut first.
  if (symbol_rows(display.analysis).size() > left()) {
    flow = flow_lines(display, palette, fewest_notes);
    assumed = assumed_lines(display, palette, fewest_notes);
  }
  if (left() < fewest_symbols) tried = surprising_lines(display, palette, most_findings, 1);
  const auto room = std::clamp<std::size_t>(left(), fewest_symbols, most_symbols);
  add(page, symbol_lines(display, palette, room));
  Lines notes = flow;
  for (const Lines* part : std::initializer_list<const Lines*>{&assumed, &tried}) notes.insert(notes.end(), part->begin(), part->end());
  add(page, in_colours(display, palette, std::move(notes)));
  if (page.size() > most_here - 2) page.resize(most_here - 2);
  add(page, {palette.faint(where_to_look(palette.width()))});
  return page;
}

/// What is worth knowing of a formula that has a name.
Lines remark_lines(const Display& display, const Palette& palette) {
  const auto& remark = display.reading.known_as.remark;
  if (remark.empty()) return {};
  return in_colours(display, palette, wrapped(harmless(fmt::format("Remark: {}", sentence(remark))), palette.width()));
}

Lines aloud_lines(const Display& display, const Palette& palette) {
  Lines lines = {palette.strong("Aloud")};
  for (const auto& part : wrapped(harmless(display.reading.aloud), palette.width() - 2)) lines.push_back("  " + part);
  return lines;
}

Lines full_page(const Display& display, const Palette& palette) {
  Lines page;
  add(page, title_lines(display, palette, no_limit));
  add(page, remark_lines(display, palette));
  add(page, symbol_lines(display, palette, no_limit));
  add(page, in_colours(display, palette, flow_lines(display, palette, no_limit)));
  add(page, aloud_lines(display, palette));
  auto plain = plain_lines(display, palette, 2);
  plain.insert(plain.begin(), palette.strong("In plain words"));
  for (std::size_t i = 1; i < plain.size(); ++i) plain[i] = "  " + plain[i];
  add(page, plain);
  add(page, question_lines(display, palette));
  add(page, in_colours(display, palette, finding_lines(display, palette)));
  add(page, in_colours(display, palette, assumed_lines(display, palette, no_limit)));
  add(page, choice_lines(display, palette));
  return page;
}

Lines chosen_parts(const Display& display, const PageParts& parts, const Palette& palette) {
  Lines page;
  const auto aloud = harmless(display.reading.aloud);
  if (parts.aloud) add(page, palette.in_window() ? wrapped(aloud, palette.width()) : Lines{aloud});
  if (parts.symbols) add(page, symbol_lines(display, palette, no_limit));
  if (parts.why) add(page, why_lines(display, palette));
  if (parts.extremes) add(page, extreme_lines(display, palette));
  if (parts.choices) add(page, choice_lines(display, palette));
  if (parts.cost) add(page, cost_lines(display, palette));
  return page;
}

std::string verdict_of(const Display& display, const Palette& palette) {
  const auto& diagnostics = display.analysis.diagnostics;
  const auto errors =
      std::count_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (errors == 0) return palette.role(Role::output, "ok");
  return palette.severity(Severity::error, errors == 1 ? "1 error" : fmt::format("{} errors", errors));
}

}  // namespace

std::string print_page(const Display& display, const PageParts& parts, const Palette& palette) {
  if (parts.full) return join_lines(full_page(display, palette));
  return join_lines(parts.any() ? chosen_parts(display, parts, palette) : short_page(display, palette));
}

std::string print_index(std::span<const Display> displays, const Palette& palette) {
  const std::size_t widest_name = palette.narrow() ? 8 : 24;
  std::size_t width = 0;
  std::vector<std::string> names;
  for (const auto& display : displays) {
    std::string defined;
    for (const auto& statement : display.analysis.equation.statements)
      for (const auto symbol : statement.defines)
        if (statement.source == 0)
          defined += fmt::format("{}{}", defined.empty() ? "" : ", ", plain_math(display.analysis.equation.symbols[symbol].latex));
    names.push_back(shortened(harmless(defined.empty() ? "–" : defined), widest_name));
    width = std::max(width, display_width(names.back()));
  }
  std::string text;
  for (std::size_t i = 0; i < displays.size(); ++i) {
    const auto& display = displays[i];
    auto formula = harmless(plain_math(display.latex));
    std::replace(formula.begin(), formula.end(), '\n', ' ');
    const auto what = display.reading.known_as.name.empty() ? formula : display.reading.known_as.name;
    text += fmt::format("{:>6}  {}  {}  {}\n", display.place.line, palette.strong(padded(names[i], width)),
                        shortened(what, palette.room_behind(width + 24)), verdict_of(display, palette));
  }
  if (!displays.empty())
    text += palette.faint(fmt::format("one of them: eqlens {}:{}{}all of them: --all\n", displays.front().place.file,
                                      displays.front().place.line, palette.narrow() ? "\n" : "    "));
  return text;
}

}  // namespace eqlens
