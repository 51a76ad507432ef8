#include "report/results.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/numbers.hpp"
#include "read/wording.hpp"
#include "report/diagnostics.hpp"
#include "report/layout.hpp"
#include "report/page_parts.hpp"
#include "report/plain_math.hpp"
#include "report/step_words.hpp"

namespace eqlens {

namespace {

constexpr std::size_t widest_result_name = 40;
constexpr std::size_t shown_numbers = 40;
constexpr std::size_t continued = 6;

/// What a terminal shows has no line wider than it; elsewhere each value stays on its line.
std::string fitted(std::string text, const Palette& palette) {
  return palette.in_window() ? hanging(text, continued, palette.width()) : text;
}

class Printer {
 public:
  Printer(const Analysis& analysis, const Palette& palette) : palette_(palette), names_(coloured_names(analysis)) {}

  [[nodiscard]] std::string symbol_or_step(std::string_view text) const { return palette_.names(text, names_); }
  [[nodiscard]] std::string line(std::string_view latex, const Array& value, std::size_t width, std::string_view remark) const;

 private:
  const Palette& palette_;
  ColouredNames names_;
};

std::string Printer::line(std::string_view latex, const Array& value, std::size_t width, std::string_view remark) const {
  auto text = fmt::format("  {} = {}", symbol_or_step(padded(shortened(harmless(plain_math(latex)), widest_result_name), width)),
                          print_value(value, 6, shown_numbers));
  if (value.rank() > 0) text += palette_.faint(fmt::format("   {}", print_extents(value)));
  if (!remark.empty()) text += palette_.faint(fmt::format("   {}", harmless(remark)));
  return text + "\n";
}

std::size_t width_of(std::string_view latex) { return std::min(widest_result_name, display_width(plain_math(latex))); }

std::string plural(std::size_t count, std::string_view thing) { return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s"); }

}  // namespace

std::string print_evaluation(const Evaluation& evaluation, const Analysis& analysis, const Palette& palette) {
  const Printer printer(analysis, palette);
  std::size_t width = 0;
  for (const auto& input : evaluation.inputs)
    if (input.from != "let") width = std::max(width, width_of(input.symbol));
  for (const auto& step : evaluation.steps) width = std::max(width, width_of(step.latex));
  for (const auto& result : evaluation.results) width = std::max(width, width_of(result.symbol));

  std::string text;
  for (const auto& input : evaluation.inputs) {
    if (input.from == "let") continue;
    const auto why = input.why.empty() ? input.from : fmt::format("{}: {}", input.from, input.why);
    text += printer.line(input.symbol, input.value, width, why);
  }
  if (!text.empty() && !evaluation.steps.empty()) text += '\n';
  for (const auto& step : evaluation.steps)
    text += printer.line(step.latex, step.value, width, step_words(step, analysis, evaluation.inputs));
  if (!text.empty() && !evaluation.results.empty()) text += '\n';
  for (const auto& result : evaluation.results) text += printer.line(result.symbol, result.value, width, {});
  return fitted(std::move(text), palette);
}

namespace {

/// A line for each step of a recurrence: the states that it leaves.
std::string step_lines(const FirstSteps& first, const Palette& palette, int digits) {
  if (first.steps.empty()) return {};
  std::string same;
  for (const auto& name : first.same) same += fmt::format("{}{}", same.empty() ? "" : ", ", harmless(plain_math(name)));
  auto text = "\n" + palette.strong("Step by step") +
              (same.empty() ? "" : palette.faint(fmt::format("   with the same {} each time", same))) + "\n";
  std::size_t number = 0;
  for (const auto& step : first.steps) {
    std::string states;
    for (const auto& state : step)
      states += fmt::format("{}{} = {}", states.empty() ? "" : "   ", palette.role(Role::output, harmless(plain_math(state.symbol))),
                            print_value(state.value, digits, shown_numbers));
    text += fmt::format("  {} = {}:  {}\n", harmless(plain_math(first.counter)), ++number, states);
  }
  return text;
}

}  // namespace

std::string print_example(const Evaluation& evaluation, const Analysis& analysis, const Palette& palette, const FirstSteps& steps,
                          const std::vector<std::string>& closing) {
  constexpr int digits = 4;
  const Printer printer(analysis, palette);
  const auto shape = [&](const Array& value) { return value.rank() == 0 ? std::string() : palette.faint("   " + print_extents(value)); };
  std::string text = evaluation.inputs.empty() ? "" : palette.strong("Take") + "\n";
  for (const auto& input : evaluation.inputs) {
    const auto symbol = analysis.equation.find_symbol(input.symbol);
    const auto* entry = symbol ? analysis.roles.find(*symbol) : nullptr;
    const auto role = entry == nullptr ? Role::input : entry->role;
    text += fmt::format("  {} = {}{}{}\n", palette.role(role, harmless(plain_math(input.symbol))),
                        print_value(input.value, digits, shown_numbers), shape(input.value),
                        entry == nullptr || entry->meaning.empty() ? "" : palette.faint("   " + plain_meaning(entry->meaning)));
  }
  const auto heading = [&](std::string_view word) { text += (text.empty() ? "" : "\n") + palette.strong(std::string(word)) + "\n"; };
  if (!evaluation.steps.empty()) heading(evaluation.inputs.empty() ? "Work out" : "Then");
  std::size_t number = 0;
  for (const auto& step : evaluation.steps) {
    text += fmt::format("  {}. {} = {}{}\n", ++number, printer.symbol_or_step(harmless(plain_math(step.latex))),
                        print_value(step.value, digits, shown_numbers), shape(step.value));
    if (const auto words = step_words(step, analysis, evaluation.inputs); !words.empty())
      text += palette.faint(fmt::format("     this {}\n", harmless(words)));
  }
  if (!evaluation.results.empty()) heading("So");
  for (const auto& result : evaluation.results)
    text += fmt::format("  {} = {}{}\n", palette.role(Role::output, harmless(plain_math(result.symbol))),
                        print_value(result.value, digits, shown_numbers), shape(result.value));
  for (const auto& line : closing) text += fmt::format("  {}\n", harmless(line));
  text += step_lines(steps, palette, digits);
  return fitted(std::move(text), palette);
}

namespace {

/// "paper.md:9: holds: softmax(z + c) = softmax(z): 64 random inputs, largest relative difference 4e-16"
std::string claim_line(const PlacedClaim& placed, const Palette& palette) {
  const auto& [place, claim] = placed;
  auto shown = harmless(plain_math(claim.latex));
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  const std::string verdict = claim.verdict == Verdict::untested ? "not tested" : std::string(name(claim.verdict));
  const auto coloured = claim.verdict == Verdict::holds   ? palette.role(Role::output, verdict)
                        : claim.verdict == Verdict::fails ? palette.severity(Severity::error, verdict)
                                                          : verdict;
  auto because = harmless(claim.because);
  std::replace(because.begin(), because.end(), '\n', ' ');
  return fmt::format("{}:{}: {}: {}{}{}\n", place.file, place.line, coloured, shortened(shown, 60), because.empty() ? "" : ": ", because);
}

}  // namespace

std::string print_check(std::span<const CheckReport> reports, const Palette& palette) {
  std::size_t equations = 0, errors = 0;
  std::size_t counts[3] = {0, 0, 0};
  std::string lines;
  for (const auto& report : reports) {
    equations += report.equations;
    for (const auto& diagnostic : report.diagnostics) errors += diagnostic.severity == Severity::error && diagnostic.code != "claim-false";
    for (const auto& placed : report.claims) {
      ++counts[static_cast<std::size_t>(placed.claim.verdict)];
      lines += claim_line(placed, palette);
    }
  }
  const auto [holds, fails, open] = counts;
  auto summary = fmt::format("{}, {}", plural(equations, "equation"), plural(holds + fails + open, "claim"));
  if (holds + fails + open > 0)
    summary += fmt::format(": {} hold{}, {} fail{}, {} not tested", holds, holds == 1 ? "s" : "", fails, fails == 1 ? "s" : "", open);
  if (errors > 0) summary += fmt::format("; refused: {}", plural(errors, "error"));
  const bool sound =
      fails == 0 && std::none_of(reports.begin(), reports.end(), [](const CheckReport& r) { return has_errors(r.diagnostics); });
  return fitted(std::move(lines), palette) + (sound ? palette.role(Role::output, summary) : palette.severity(Severity::error, summary)) +
         "\n";
}

}  // namespace eqlens
