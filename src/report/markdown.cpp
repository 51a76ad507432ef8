#include "report/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/numbers.hpp"
#include "read/wording.hpp"
#include "report/page_parts.hpp"
#include "report/step_words.hpp"

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
    if (entry.spans.empty() && (entry.role == Role::constant || (!entry.indexed && !stands_here(analysis, entry)))) continue;
    auto role = std::string(name(entry.role));
    for (const auto& badge : entry.badges) role += fmt::format(" ({})", badge);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", in_math(entry.latex), role, shape_cell(entry.shape, analysis.shapes.sizes),
                        in_cell(entry.meaning), in_cell(entry.evidence.text));
  }
  const auto& symbols = analysis.roles.symbols;
  if (std::none_of(symbols.begin(), symbols.end(), [](const SymbolEntry& entry) { return entry.role == Role::learned; }))
    text += "| (nothing) | learned | | no symbol here is set by training | |\n";
  for (const auto& entry : analysis.roles.operations)
    text += fmt::format("| {} | operation | | {} | |\n", entry.latex.empty() ? std::string(entry.operation->name) : in_math(entry.latex),
                        in_cell(std::string(entry.does())));
}

/// "QKᵀ: (n × d)(d × m) → n × m" as a row: the expression, what comes out, what goes in.
void add_flow(const Display& display, std::string& text) {
  if (display.reading.flow.empty()) return;
  text += "\n| expression | shape | from |\n|---|---|---|\n";
  for (const std::string_view step : display.reading.flow) {
    const auto colon = step.find(": "), arrow = step.rfind(" → ");
    const bool split = colon != step.npos && arrow != step.npos && colon < arrow;
    const auto from = split ? step.substr(colon + 2, arrow - colon - 2) : "";
    text += fmt::format("| {} | {} | {} |\n", in_cell(step.substr(0, split ? colon : step.npos)),
                        in_cell(split ? step.substr(arrow + std::string_view(" → ").size()) : ""), in_cell(from));
  }
}

void add_example(const Evaluation& example, const Analysis& analysis, std::string& text) {
  if (example.results.empty()) return;
  constexpr int digits = 4;
  constexpr std::size_t shown_numbers = 40;
  const auto row = [&](std::string_view latex, const Array& value, std::string_view words) {
    text += fmt::format("| {} | {} | {} |\n", in_math(latex), print_value(value, digits, shown_numbers), in_cell(words));
  };
  text += "\n**Tiny example**\n\n| | value | |\n|---|---|---|\n";
  for (const auto& input : example.inputs) row(input.symbol, input.value, "taken");
  for (const auto& step : example.steps) row(step.latex, step.value, step_words(step, analysis, example.inputs));
  for (const auto& result : example.results) row(result.symbol, result.value, "the result");
}

void add_findings(const Display& display, std::string& text) {
  if (display.reading.experiments.empty()) return;
  text += "\n**Sanity checks**\n\n| found | trials | reason |\n|---|---|---|\n";
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

std::string markdown_page(const Display& display, const Evaluation* example, const std::vector<std::string>& closing) {
  const auto& reading = display.reading;
  std::string text;
  if (!reading.known_as.name.empty()) {
    auto title = reading.known_as.name;
    if (title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
    text += fmt::format("## {}{}\n\n", title, reading.known_as.difference.empty() ? "" : ", but " + reading.known_as.difference);
    if (!reading.known_as.remark.empty()) text += fmt::format("*Remark.* {}\n\n", sentence(reading.known_as.remark));
  }
  const bool own_environment =
      display.latex.find("\\begin{align") != std::string::npos || display.latex.find("\\begin{equation") != std::string::npos;
  text += own_environment ? fmt::format("{}\n\n", display.latex) : fmt::format("$$\n{}\n$$\n\n", display.analysis.printed);
  add_parts(display, text);
  add_flow(display, text);
  text += fmt::format("\n**Aloud.** {}\n\n**Plain English.** {}\n\n**Seven answers**\n\n", reading.aloud, reading.plain);
  std::size_t number = 0;
  for (const auto& [question, answer] : reading.questions) text += fmt::format("{}. *{}* {}\n", ++number, question, answer);
  if (example != nullptr) add_example(*example, display.analysis, text);
  for (const auto& line : closing) text += fmt::format("\n{}\n", sentence(line));
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
