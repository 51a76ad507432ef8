#include "report/markdown.hpp"

#include <fmt/format.h>

#include "read/wording.hpp"
#include "report/page_parts.hpp"

namespace eqlens {

namespace {

std::string shape_cell(const Shape& shape, const Sizes& sizes) {
  if (!shape.known) return "?";
  if (shape.axes.empty()) return "a number";
  std::string text;
  for (const auto& axis : shape.axes) text += fmt::format("{}{}", text.empty() ? "" : " \\times ", sizes.print(sizes.resolve(axis)));
  return in_math(text);
}

void add_parts(const Display& display, std::string& text) {
  text += "| part | role | shape | what it is | how we know |\n|---|---|---|---|---|\n";
  const auto& analysis = display.analysis;
  for (const auto& entry : analysis.roles.symbols) {
    if (entry.spans.empty() && entry.role == Role::constant) continue;
    auto role = std::string(name(entry.role));
    for (const auto& badge : entry.badges) role += fmt::format(" ({})", badge);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", in_math(entry.latex), role, shape_cell(entry.shape, analysis.shapes.sizes),
                        in_cell(entry.meaning), in_cell(entry.evidence.text));
  }
  for (const auto& entry : analysis.roles.operations)
    text += fmt::format("| {} | operation | | {} | |\n", entry.latex.empty() ? std::string(entry.operation->name) : in_math(entry.latex),
                        in_cell(entry.operation->does));
}

void add_findings(const Display& display, std::string& text) {
  if (display.reading.experiments.empty()) return;
  text += "\n**Tried**\n\n| found | trials | reason |\n|---|---|---|\n";
  for (const auto& finding : display.reading.experiments)
    text += fmt::format("| {} | {} | {} |\n", in_cell(finding.claim), finding.trials, in_cell(finding.because));
}

}  // namespace

std::string in_cell(std::string_view text) {
  std::string result;
  bool math = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '$') math = !math;
    if (c == '|' && math)
      result += i > 0 && text[i - 1] == '\\' ? "Vert " : "\\vert ";
    else if (c == '|')
      result += "\\|";
    else
      result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string in_math(std::string_view latex) { return in_cell(fmt::format("${}$", latex)); }

std::string markdown_page(const Display& display) {
  const auto& reading = display.reading;
  std::string text;
  if (!reading.known_as.name.empty()) {
    auto title = reading.known_as.name;
    if (title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
    text += fmt::format("## {}{}\n\n", title, reading.known_as.difference.empty() ? "" : ", but " + reading.known_as.difference);
  }
  const bool own_environment =
      display.latex.find("\\begin{align") != std::string::npos || display.latex.find("\\begin{equation") != std::string::npos;
  text += own_environment ? fmt::format("{}\n\n", display.latex) : fmt::format("$$\n{}\n$$\n\n", display.analysis.printed);
  add_parts(display, text);
  if (!reading.flow.empty()) text += "\n**Shapes**\n\n";
  for (const auto& step : reading.flow) text += fmt::format("- {}\n", step);
  text += fmt::format("\n**Aloud.** {}\n\n**Plain English.** {}\n\n**Seven answers**\n\n", reading.aloud, reading.plain);
  std::size_t number = 0;
  for (const auto& [question, answer] : reading.questions) text += fmt::format("{}. *{}* {}\n", ++number, question, answer);
  add_findings(display, text);
  if (!reading.conventions.empty()) text += "\n**Silent conventions.**";
  for (const auto& convention : reading.conventions) text += fmt::format(" {}", sentence(convention));
  return text + (reading.conventions.empty() ? "" : "\n");
}

std::string markdown_check(std::span<const CheckReport> reports) {
  std::string text = "| where | claim | verdict | because |\n|---|---|---|---|\n";
  for (const auto& report : reports)
    for (const auto& [place, claim] : report.claims)
      text += fmt::format("| {}:{} | {} | {} | {} |\n", in_cell(place.file), place.line, in_math(claim.latex), name(claim.verdict),
                          in_cell(claim.because));
  return text;
}

}  // namespace eqlens
