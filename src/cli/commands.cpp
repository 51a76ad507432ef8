#include "cli/commands.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/long_work.hpp"
#include "cli/assignments.hpp"
#include "cli/input.hpp"
#include "cli/picking.hpp"
#include "cli/watch.hpp"
#include "eqlens.hpp"
#include "experiment/other_sides.hpp"
#include "experiment/variations.hpp"
#include "experiment/worked_example.hpp"
#include "lesson/notation.hpp"
#include "report/closing_words.hpp"
#include "report/diagnostics.hpp"
#include "report/markdown.hpp"
#include "report/npy.hpp"
#include "report/results.hpp"

namespace eqlens {

namespace {

void write(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

Color color_of(const Options& options, int descriptor) {
  if (options.color != "auto") return options.color == "always" ? Color::on : Color::off;
  const auto* no_color = std::getenv("NO_COLOR");
  const bool refused = no_color != nullptr && *no_color != '\0';
  return !refused && isatty(descriptor) == 1 ? Color::on : Color::off;
}

/// The columns of the terminal; none where the output goes elsewhere.
std::optional<std::size_t> width_of(int descriptor) {
  constexpr std::size_t narrowest = 30, widest = 120;
  winsize window{};
  if (isatty(descriptor) != 1 || ioctl(descriptor, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return std::nullopt;
  return std::clamp<std::size_t>(window.ws_col, narrowest, widest);
}

Palette palette_of(const Options& options, int descriptor = STDOUT_FILENO) {
  return Palette(color_of(options, descriptor), width_of(descriptor));
}

void report(const Diagnostics& diagnostics, const Source& source, const Options& options) {
  for (const auto& diagnostic : diagnostics) write(stderr, print(diagnostic, source, palette_of(options, STDERR_FILENO)));
}

/// Says why there is nothing to work on. A wrong call has no place to point at.
int refuse(const Diagnostics& problems, const Options& options) {
  const bool call = std::any_of(problems.begin(), problems.end(), [](const Diagnostic& d) { return d.code == "call"; });
  if (options.json && !call) {
    const auto name = problems.front().notes.empty() ? std::string("<argument>") : problems.front().notes.front();
    const std::vector<DecodedInput> nothing = {{Source(name, ""), {}, problems}};
    write(stdout, decode_json(nothing));
    return wrong_input;
  }
  for (const auto& problem : problems) {
    const auto place =
        call ? "eqlens" : fmt::format("{}:1:1: error", problem.notes.empty() ? "<argument>" : harmless(problem.notes.front()));
    write(stderr, fmt::format("{}: {}{}{}\n", place, harmless(problem.message), call ? "" : fmt::format(" [{}]", problem.code),
                              problem.help.empty() ? "" : fmt::format("\nhelp: {}", harmless(problem.help))));
  }
  return call ? wrong_call : wrong_input;
}

Result<AnalysisOptions> analysis_options(const Options& options) {
  AnalysisOptions analysis;
  for (const auto& fact : options.where) {
    if (!fact.starts_with('@')) {
      analysis.facts.push_back(fact);
      continue;
    }
    const auto notes = read_file(fact.substr(1));
    if (!notes) return notes.errors();
    for (std::size_t at = 0; at < notes->size();) {
      const auto end = std::min(notes->find('\n', at), notes->size());
      const auto line = notes->substr(at, end - at);
      if (line.find_first_not_of(" \t\r") != std::string::npos) analysis.facts.push_back(line);
      at = end + 1;
    }
  }
  if (options.macros.empty()) return analysis;
  auto macros = read_file(options.macros);
  if (!macros) return macros.errors();
  analysis.macros = std::move(*macros);
  return analysis;
}

Result<std::vector<InputText>> load_all(const Options& options) {
  std::vector<InputText> inputs;
  for (const auto& argument : options.inputs) {
    auto loaded = load_input(argument, options.as);
    if (!loaded) return loaded.errors();
    for (auto& input : *loaded) inputs.push_back(std::move(input));
  }
  return inputs;
}

/// What stands behind the results of a worked example.
std::vector<std::string> closing_lines(const Evaluation& example, const Analysis& analysis) {
  auto lines = variation_lines(variations(analysis, example));
  if (auto share = largest_share(example, analysis); !share.empty()) lines.push_back(std::move(share));
  return lines;
}

int decode(const std::vector<InputText>& inputs, Options options, const AnalysisOptions& analysis) {
  // Who asks for a register asks to hear it.
  if (options.spoken != "aloud" && !options.parts.any()) options.parts.aloud = true;
  const auto spoken = options.spoken == "strict" ? Register::strict : options.spoken == "named" ? Register::named : Register::aloud;
  auto picked = picked_displays(inputs, options, analysis, spoken);
  if (!picked) return refuse(picked.errors(), options);
  auto& decoded = *picked;
  const bool index = wants_index(decoded, options);
  bool sound = true;
  for (auto& input : decoded) {
    if (stop_requested()) return stopped_by_user;
    if (options.experiments && !index) try_out(input.displays, spoken);
    for (const auto& display : input.displays) sound = sound && !has_errors(display.analysis.diagnostics);
  }
  if (stop_requested()) return stopped_by_user;
  if (options.json) {
    write(stdout, decode_json(decoded));
    return sound ? all_well : wrong_input;
  }
  const auto palette = palette_of(options);
  for (const auto& [source, displays, diagnostics] : decoded) {
    if (decoded.size() > 1 && !displays.empty()) write(stdout, fmt::format("{}\n", source.name()));
    if (displays.empty() && decoded.size() == 1) write(stdout, "no equation found\n");
    report(diagnostics, source, options);
    if (options.markdown) {
      for (const auto& display : displays) {
        // Like experiments, a worked example runs the equation.
        const bool worked = options.experiments && !has_errors(display.analysis.diagnostics);
        const auto example = worked ? evaluate(display.analysis, worked_example(display.analysis)) : Evaluation{};
        const auto all_sides = with_other_sides(display.analysis, example);
        write(stdout, (&display == &displays.front() ? "" : "\n---\n\n") +
                          markdown_page(display, &all_sides, closing_lines(example, display.analysis)));
        if (stop_requested()) return stopped_by_user;
      }
      continue;
    }
    if (index && !displays.empty()) {
      write(stdout, print_index(displays, palette));
      continue;
    }
    for (const auto& display : displays) {
      if (&display != &displays.front()) write(stdout, "\n");
      // Of an equation that is wrong only what is wrong is said, unless more is asked for.
      if (options.parts.any() || !has_errors(display.analysis.diagnostics)) write(stdout, print_page(display, options.parts, palette));
      std::fflush(stdout);
      for (const auto& diagnostic : display.analysis.diagnostics)
        if (diagnostic.severity != Severity::note) report({moved(diagnostic, display.place.offset)}, source, options);
    }
  }
  return sound ? all_well : wrong_input;
}

int check(const std::vector<InputText>& inputs, const Options& options, const AnalysisOptions& analysis,
          const EvaluationOptions& evaluation) {
  std::vector<CheckReport> reports;
  std::vector<Source> sources;
  bool sound = true;
  for (const auto& input : inputs) {
    if (stop_requested()) return stopped_by_user;
    reports.push_back(check_document(input.source, input.kind, known_for(input, analysis), evaluation));
    sources.push_back(input.source);
    for (auto& diagnostic : reports.back().diagnostics)
      if (options.strict && diagnostic.code == "nearly-known") diagnostic.severity = Severity::error;
    sound = sound && !has_errors(reports.back().diagnostics);
  }
  if (stop_requested()) return stopped_by_user;
  if (options.json) {
    write(stdout, check_json(reports, sources));
  } else if (options.markdown) {
    write(stdout, markdown_check(reports));
  } else {
    for (std::size_t i = 0; i < reports.size(); ++i) report(reports[i].diagnostics, sources[i], options);
    write(stdout, print_check(reports, palette_of(options)));
  }
  return sound ? all_well : wrong_input;
}

/// The one display that is to be computed, analysed with what its document says about it.
/// What both stages say, each thing once: inferring again from the given values finds the same mistakes again.
Diagnostics merged(const Diagnostics& analysis, const Diagnostics& evaluation) {
  auto all = analysis;
  for (const auto& diagnostic : evaluation) {
    const bool known = std::any_of(all.begin(), all.end(),
                                   [&](const Diagnostic& d) { return d.message == diagnostic.message && d.span == diagnostic.span; });
    if (!known) all.push_back(diagnostic);
  }
  return all;
}

bool unreadable(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return d.severity == Severity::error && d.code != "shape-mismatch" && d.code != "shape-unknown" && d.code != "undefined-symbol";
  });
}

int eval(const std::vector<InputText>& inputs, const Options& options, const AnalysisOptions& analysis, EvaluationOptions values) {
  if (options.inputs.size() != 1) return refuse({{Severity::error, "call", "eval computes one input", {}, "", {}, {}}}, options);
  const auto computable = display_to_compute(inputs, options, analysis);
  if (!computable) return refuse(computable.errors(), options);
  const auto* display = &computable->display;
  const auto& source = computable->input->source;
  const auto& found = display->analysis.diagnostics;
  const bool example = options.task == Task::example;
  if (example && !unreadable(found)) values = worked_example(display->analysis, values);
  const auto evaluation = unreadable(found) ? Evaluation{} : evaluate(display->analysis, values);
  if (stop_requested()) return stopped_by_user;
  Diagnostics diagnostics;
  for (const auto& diagnostic : merged(found, evaluation.diagnostics)) diagnostics.push_back(moved(diagnostic, display->place.offset));
  if (options.json) {
    write(stdout, evaluation_json(evaluation, source, diagnostics, options.trace || example));
  } else {
    const auto palette = palette_of(options);
    const auto all_sides = with_other_sides(display->analysis, evaluation);
    write(stdout, example ? print_example(all_sides, display->analysis, palette, first_steps(display->analysis, values),
                                          closing_lines(evaluation, display->analysis))
                          : print_evaluation(all_sides, display->analysis, palette));
    std::fflush(stdout);
    report(diagnostics, source, options);
  }
  if (!options.out.empty() && !evaluation.results.empty()) {
    const auto bytes = write_npy(evaluation.results.back().value);
    auto* file = std::fopen(options.out.c_str(), "wb");
    const bool written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const bool closed = file != nullptr && std::fclose(file) == 0;
    if (!written || !closed)
      return refuse({{Severity::error, "call", fmt::format("cannot write {}", options.out), {}, "", {}, {}}}, options);
  }
  return has_errors(diagnostics) ? wrong_input : all_well;
}

/// The notation table of each document.
int symbols(const std::vector<InputText>& inputs, const Options& options, const AnalysisOptions& analysis) {
  std::vector<Notation> documents;
  bool sound = true;
  for (const auto& input : inputs) {
    const auto displays = decode_document(input.source, input.kind, known_for(input, analysis));
    for (const auto& display : displays) sound = sound && !has_errors(display.analysis.diagnostics);
    documents.push_back(notation_of(displays));
    documents.back().file = input.source.name();
  }
  if (options.json) {
    write(stdout, notation_json(documents));
    return sound ? all_well : wrong_input;
  }
  const auto palette = palette_of(options);
  for (const auto& notation : documents) {
    if (documents.size() > 1) write(stdout, fmt::format("{}{}\n", options.markdown ? "## " : "", notation.file));
    write(stdout, options.markdown ? markdown_notation(notation) : print_notation(notation, palette));
  }
  return sound ? all_well : wrong_input;
}

int perform(const std::vector<InputText>& inputs, const Options& options, const AnalysisOptions& analysis,
            const EvaluationOptions& values) {
  if (options.task == Task::check) return check(inputs, options, analysis, values);
  if (options.task == Task::symbols) return symbols(inputs, options, analysis);
  if (options.task == Task::eval || options.task == Task::example) return eval(inputs, options, analysis, values);
  return decode(inputs, options, analysis);
}

}  // namespace

int run(const Options& options) {
  const auto analysis = analysis_options(options);
  if (!analysis) return refuse(analysis.errors(), options);
  const auto values = evaluation_options(options);
  if (!values) return refuse(values.errors(), options);
  const auto inputs = load_all(options);
  if (!inputs) return refuse(inputs.errors(), options);
  int status = all_well;
  {
    // Reading may wait for someone who types; from here on the program works.
    const Watch watch;
    status = perform(*inputs, options, *analysis, *values);
  }
  if (status == stopped_by_user) write(stderr, "eqlens: stopped\n");
  return status;
}

}  // namespace eqlens
