#include "report/page_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "read/wording.hpp"
#include "report/diagnostics.hpp"
#include "report/layout.hpp"
#include "report/plain_math.hpp"
#include "report/plane.hpp"

namespace eqlens {

namespace {

constexpr std::size_t heading_width = 10;
constexpr std::size_t widest_symbol = 18;
constexpr std::size_t widest_shape = 18;
// A display of megabytes is not shown whole.
constexpr std::size_t most_unsure = 3;
constexpr std::size_t longest_title = 4096;

std::string plain_shape(const Shape& shape, const Sizes& sizes) {
  if (!shape.known) return "?";
  if (shape.axes.empty()) return "number";
  std::string text;
  for (const auto& axis : shape.axes) text += fmt::format("{}{}", text.empty() ? "" : " × ", plain_math(sizes.print(sizes.resolve(axis))));
  return text;
}

std::string shape_word(const SymbolEntry& entry, const Sizes& sizes) {
  if (entry.kind == "index") return "index";
  if (entry.kind == "set" && entry.shape.axes.empty()) return "set";
  if (entry.kind == "function" && !entry.shape.known) return "function";
  return plain_shape(entry.shape, sizes);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Lines under one heading in the margin: the heading stands beside the first.
Lines headed(const Palette& palette, std::string_view heading, const std::vector<std::string>& texts, std::size_t most) {
  Lines lines;
  for (const auto& text : texts) {
    for (const auto& part : wrapped(harmless(text), palette.width() - heading_width - 2)) {
      if (lines.size() == most) {
        lines.back() = shortened(lines.back() + " …", palette.width());
        return lines;
      }
      lines.push_back(fmt::format("  {}{}", palette.faint(padded(lines.empty() ? heading : "", heading_width)), part));
    }
  }
  return lines;
}

/// What a reader asks about last is cut first: what stands between input and output, then sizes, indices and single entries.
int lateness(const SymbolEntry& entry) {
  const auto has = [&](std::string_view badge) { return std::find(entry.badges.begin(), entry.badges.end(), badge) != entry.badges.end(); };
  if (entry.indexed || entry.kind == "index" || has("index") || has("size")) return 2;
  return has("intermediate") || (has("previous step") && entry.role != Role::learned) ? 1 : 0;
}

int order(Role role) {
  switch (role) {
    case Role::output: return 0;
    case Role::input: return 1;
    case Role::learned: return 2;
    case Role::constant: return 3;
    case Role::operation: return 4;
  }
  return 5;
}

std::string upper_first(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

std::vector<SymbolRow> symbol_rows(const Analysis& analysis) {
  std::vector<SymbolRow> rows;
  const auto& sizes = analysis.shapes.sizes;
  for (const auto& entry : analysis.roles.symbols) {
    // Sizes that only a declaration names are read off the shapes.
    if (entry.spans.empty() && (entry.role == Role::constant || (!entry.indexed && !stands_here(analysis, entry)))) continue;
    SymbolRow row{entry.role, plain_math(entry.latex), shape_word(entry, sizes), plain_meaning(entry.meaning), {}};
    if (entry.meaning.empty() || !entry.badges.empty()) {
      const auto badges = joined(entry.badges);
      if (!badges.empty() && entry.meaning.find(badges) == std::string::npos) row.meaning += (row.meaning.empty() ? "" : " · ") + badges;
    }
    if (entry.guessed) row.meaning += row.meaning.empty() ? "a guess" : " (a guess)";
    row.evidence = entry.evidence.text;
    row.lateness = lateness(entry);
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const SymbolRow& a, const SymbolRow& b) {
    return std::pair(a.lateness, order(a.role)) < std::pair(b.lateness, order(b.role));
  });
  return rows;
}

ColouredNames coloured_names(const Analysis& analysis) {
  ColouredNames names;
  for (const auto& entry : analysis.roles.symbols) {
    const auto in_prose = pretty(entry.latex), in_formula = plain_math(entry.latex);
    for (const auto& name : {in_prose, in_formula})
      // In prose these are words.
      if (name != "a" && name != "A" && name != "I") names.emplace_back(name, entry.role);
  }
  for (const auto& entry : analysis.roles.operations) {
    const auto word = plain_math(entry.latex);
    if (word.size() > 2 && std::all_of(word.begin(), word.end(), is_letter)) names.emplace_back(word, Role::operation);
  }
  std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  return names;
}

Lines in_colours(const Display& display, const Palette& palette, Lines lines) {
  const auto names = coloured_names(display.analysis);
  for (auto& line : lines) line = palette.names(line, names);
  return lines;
}

namespace {

/// One row of a formula: neighbours of one role in one stretch of colour.
std::string painted(const std::vector<Cell>& row, const Palette& palette) {
  std::string text;
  for (std::size_t i = 0; i < row.size();) {
    const auto role = row[i].role;
    std::string stretch;
    for (; i < row.size() && row[i].role == role; ++i) stretch += row[i].text;
    text += role ? palette.role(*role, harmless(stretch)) : harmless(stretch);
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace

Lines title_lines(const Display& display, const Palette& palette, std::size_t most) {
  Lines lines;
  const auto& known = display.reading.known_as;
  if (!known.name.empty()) {
    auto title = palette.strong(upper_first(known.name));
    if (!known.difference.empty()) title += fmt::format(", but {}", harmless(known.difference));
    lines.push_back(std::move(title));
  }
  const auto named = lines.size();
  for (const auto& box : plane_math(display.analysis, display.latex, palette.width() - 4))
    for (const auto& row : box.rows) lines.push_back("    " + painted(row, palette));
  if (lines.size() > named && lines.size() <= most) return lines;
  lines.resize(named);
  const auto equation = shortened(harmless(plain_math(std::string_view(display.latex).substr(0, longest_title))), 8 * palette.width());
  std::size_t at = 0;
  while (at < equation.size()) {
    const auto end = std::min(equation.find('\n', at), equation.size());
    for (const auto& part : wrapped(equation.substr(at, end - at), palette.width() - 6)) lines.push_back("    " + palette.strong(part));
    at = end + 1;
  }
  if (lines.size() > most) {
    lines.resize(most);
    lines.back() += " …";
  }
  return lines;
}

Lines plain_lines(const Display& display, const Palette& palette, std::size_t margin) {
  return in_colours(display, palette, wrapped(harmless(display.reading.plain), palette.width() - margin));
}

Lines symbol_lines(const Display& display, const Palette& palette, std::size_t most) {
  const auto rows = symbol_rows(display.analysis);
  std::size_t symbol_width = 0;
  std::size_t shape_width = 0;
  for (const auto& row : rows) {
    symbol_width = std::max(symbol_width, std::min(widest_symbol, display_width(row.symbol)));
    shape_width = std::max(shape_width, std::min(widest_shape, display_width(row.shape)));
  }
  // What does not fit beside stands below.
  const bool below = palette.narrow();
  if (below) shape_width = std::min(shape_width, palette.room_behind(heading_width + symbol_width + 6));
  Lines lines;
  const auto shown = rows.size() <= most ? rows.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& row = rows[i];
    const auto meaning = harmless(row.meaning);
    const auto room = palette.room_behind(heading_width + symbol_width + shape_width + 6);
    lines.push_back(fmt::format("  {}{}  {}  {}", palette.role(row.role, padded(name(row.role), heading_width)),
                                palette.role(row.role, padded(shortened(harmless(row.symbol), symbol_width), symbol_width)),
                                padded(shortened(row.shape, shape_width), shape_width), below ? "" : shortened(meaning, room)));
    while (lines.back().ends_with(' ')) lines.back().pop_back();
    if (below && !meaning.empty()) lines.push_back("      " + shortened(meaning, palette.room_behind(6)));
  }
  if (shown < rows.size()) lines.push_back(palette.faint(fmt::format("  … and {} more: --symbols", rows.size() - shown)));
  return lines;
}

Lines flow_lines(const Display& display, const Palette& palette, std::size_t most) {
  return headed(palette, "shapes", display.reading.flow, most);
}

Lines assumed_lines(const Display& display, const Palette& palette, std::size_t most) {
  std::vector<std::string> texts;
  const auto add = [&texts](const std::string& text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  };
  // A likely slip comes first, a macro read as usual last.
  const auto add_commands = [&](bool suspect) {
    for (const auto& note : display.analysis.diagnostics) {
      if (note.severity != Severity::note || note.code != "unknown-command" || note.help.empty() == suspect) continue;
      add(harmless(note.help.empty() ? note.message : fmt::format("{}; {}", note.message, note.help)));
    }
  };
  add_commands(true);
  std::size_t unsure = 0;
  for (const auto& choice : display.analysis.equation.choices) {
    if (choice.effect.empty() || choice.instead_of.empty() || ++unsure > most_unsure) continue;
    add(fmt::format("{} is read as {}; as {} {} (--where '{}')", harmless(plain_math(choice.latex)), choice.reading, choice.instead_of[0],
                    harmless(choice.effect), harmless(choice.flip)));
  }
  for (const auto& assumption : display.analysis.shapes.assumptions) add(assumption);
  for (const auto& convention : display.reading.conventions) add(convention);
  for (const auto& broadcast : display.analysis.shapes.broadcasts) add(broadcast);
  add_commands(false);
  return headed(palette, "assumed", texts, most);
}

Lines surprising_lines(const Display& display, const Palette& palette, std::size_t most, std::size_t lines_each) {
  Lines lines;
  // The same of a second symbol is no news.
  std::vector<std::string> kinds;
  for (const auto& finding : display.reading.experiments) {
    if (kinds.size() == most) break;
    if (std::find(kinds.begin(), kinds.end(), finding.kind) != kinds.end()) continue;
    kinds.push_back(finding.kind);
    const auto room = palette.width() - heading_width - 2;
    auto parts = wrapped(harmless(plain_meaning(finding.claim)), room);
    if (parts.size() > lines_each) {
      parts.resize(lines_each);
      parts.back() = shortened(parts.back(), room - 2) + " …";
    }
    for (const auto& part : parts)
      lines.push_back(fmt::format("  {}{}", palette.faint(padded(lines.empty() ? "tried" : "", heading_width)), part));
  }
  return lines;
}

Lines finding_lines(const Display& display, const Palette& palette) {
  std::vector<std::string> texts;
  for (const auto& finding : display.reading.experiments) {
    const auto because = finding.because.empty() ? "" : ": " + finding.because;
    texts.push_back(fmt::format("{}{} ({} trial{}{})", plain_meaning(finding.claim), plain_meaning(because), finding.trials,
                                finding.trials == 1 ? "" : "s",
                                finding.worst > 0 ? fmt::format(", worst deviation {:.1g}", finding.worst) : ""));
  }
  return headed(palette, "tried", texts, static_cast<std::size_t>(-1));
}

Lines question_lines(const Display& display, const Palette& palette) {
  Lines lines;
  std::size_t number = 0;
  for (const auto& [question, answer] : display.reading.questions) {
    bool first = true;
    ++number;
    for (const auto& part : wrapped(question, palette.width() - 3)) {
      lines.push_back(palette.strong(first ? fmt::format("{}. {}", number, part) : "   " + part));
      first = false;
    }
    for (const auto& part : in_colours(display, palette, wrapped(harmless(answer), palette.width() - 3))) lines.push_back("   " + part);
  }
  return lines;
}

Lines why_lines(const Display& display, const Palette& palette) {
  Lines lines = {palette.strong(shortened("What each operation does, and why", palette.width()))};
  for (const auto& entry : display.analysis.roles.operations) {
    if (entry.does().empty() && entry.why().empty()) continue;
    const auto text = fmt::format("{}{}{}", entry.does(), entry.why().empty() ? "" : "; ", entry.why());
    const std::string_view heading = entry.operation->name;
    bool first = true;
    const std::size_t margin = palette.narrow() ? 2 : 22;
    if (palette.narrow()) lines.push_back("  " + palette.role(Role::operation, heading));
    for (const auto& part : wrapped(text, palette.room_behind(margin + 2))) {
      const bool beside = first && !palette.narrow();
      lines.push_back(fmt::format("  {}{}", palette.role(Role::operation, padded(beside ? shortened(heading, 20) : "", margin)), part));
      first = false;
    }
  }
  lines.emplace_back();
  lines.push_back(palette.strong("How it is known"));
  const std::size_t symbol_width = palette.narrow() ? widest_symbol / 2 : widest_symbol;
  for (const auto& row : symbol_rows(display.analysis))
    lines.push_back(fmt::format("  {}{}{}",
                                padded(shortened(harmless(row.symbol), symbol_width), symbol_width + (palette.narrow() ? 1 : 4)),
                                palette.role(row.role, padded(name(row.role), heading_width)),
                                shortened(harmless(row.evidence), palette.room_behind(symbol_width + heading_width + 6))));
  return lines;
}

Lines extreme_lines(const Display& display, const Palette& palette) {
  if (display.reading.questions.empty()) return {};
  const auto& [question, answer] = display.reading.questions.back();
  Lines lines;
  for (const auto& part : wrapped(question, palette.width())) lines.push_back(palette.strong(part));
  for (const auto& part : wrapped(harmless(answer), palette.width() - 2)) lines.push_back("  " + part);
  return in_colours(display, palette, lines);
}

Lines choice_lines(const Display& display, const Palette& palette) {
  Lines lines = {palette.strong("Decisions between readings")};
  for (const auto& choice : display.analysis.equation.choices) {
    const auto instead = choice.instead_of.empty() ? "" : fmt::format(", not {}", joined(choice.instead_of));
    lines.push_back(shortened(fmt::format("  {}: {}{}", harmless(plain_math(choice.latex)), choice.reading, instead), palette.width()));
    if (!choice.because.empty()) lines.push_back(shortened(fmt::format("      because {}", harmless(choice.because)), palette.width()));
    if (!choice.flip.empty())
      lines.push_back(shortened(fmt::format("      to change it: --where '{}'{}", harmless(choice.flip),
                                            choice.effect.empty() ? "" : "; " + harmless(choice.effect)),
                                palette.width()));
  }
  if (lines.size() == 1) lines.push_back(shortened("  none: nothing here can be read in two ways", palette.width()));
  return lines;
}

Lines cost_lines(const Display& display, const Palette& palette) {
  const auto& [equation, shapes, roles, printed, diagnostics] = display.analysis;
  Lines lines = {palette.strong(shortened("How many numbers each step holds", palette.width()))};
  std::map<std::string, bool> seen;
  for (ExpressionId id = 0; id < equation.arena.size(); ++id) {
    const auto& expression = equation.arena[id];
    const auto& shape = shapes.expressions[id];
    const bool step = expression.kind == ExpressionKind::apply || expression.kind == ExpressionKind::reduce;
    if (!step || expression.source != 0 || !shape.known || shape.axes.empty()) continue;
    const auto text = plain_math(equation.text(id));
    if (!seen.emplace(text, true).second) continue;
    lines.push_back(fmt::format("  {}  {}", padded(plain_shape(shape, shapes.sizes), widest_shape),
                                shortened(text, palette.room_behind(widest_shape + 4))));
  }
  if (lines.size() == 1) lines.emplace_back("  nothing but single numbers");
  return lines;
}

}  // namespace eqlens
