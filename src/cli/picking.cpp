#include "cli/picking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lesson/walk.hpp"

namespace eqlens {

namespace {

bool picks(const Options& options, const std::vector<InputText>& inputs) {
  return options.nth > 0 || !options.label.empty() || std::any_of(inputs.begin(), inputs.end(), [](const InputText& i) { return i.line; });
}

/// The display that `file:LINE`, --nth or --label picks: of a line, the last display that begins on it or before it.
/// `before` displays stand in the paper's files that were read before this one.
std::optional<std::size_t> picked(const Options& options, const InputText& input, const std::vector<Display>& displays,
                                  std::size_t before) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < displays.size(); ++i) {
    if (options.nth > 0 && before + i + 1 == options.nth) return i;
    if (!options.label.empty() && displays[i].latex.find(fmt::format("\\label{{{}}}", options.label)) != std::string::npos) return i;
    if (input.line && displays[i].place.line <= *input.line) found = i;
  }
  return found;
}

Diagnostic nothing_picked() {
  return {Severity::error, "call", "the input has no such equation", {}, "without a pick, decode lists the equations", {}, {}};
}

}  // namespace

AnalysisOptions known_for(const InputText& input, const AnalysisOptions& analysis) {
  auto known = analysis;
  known.macros += input.macros;
  return known;
}

Result<std::vector<DecodedInput>> picked_displays(const std::vector<InputText>& inputs, const Options& options,
                                                  const AnalysisOptions& analysis, Register spoken) {
  std::vector<DecodedInput> decoded;
  std::size_t before = 0;
  for (const auto& input : inputs) {
    auto displays = decode_document(input.source, input.kind, known_for(input, analysis), spoken);
    if (picks(options, inputs)) {
      const auto pick = picked(options, input, displays, before);
      before += displays.size();
      if (!pick) continue;
      displays = {displays[*pick]};
    }
    decoded.push_back({input.source, std::move(displays), input.notes});
  }
  if (decoded.empty()) return nothing_picked();
  return decoded;
}

bool wants_index(const std::vector<DecodedInput>& decoded, const Options& options) {
  if (options.json || options.markdown || options.all || options.parts.any()) return false;
  std::size_t displays = 0;
  bool document = false;
  for (const auto& input : decoded) {
    displays += input.displays.size();
    document = document || has_document_ending(input.source.name()) || input.displays.size() > 1;
  }
  return document && displays > 1;
}

Result<Computable> display_to_compute(const std::vector<InputText>& inputs, const Options& options, const AnalysisOptions& analysis) {
  std::optional<Computable> found;
  std::size_t before = 0;
  for (const auto& input : inputs) {
    std::vector<Display> displays;
    const auto document = read_document(input.source.text(), input.kind);
    const auto display_of = [&](const Passage& passage) -> std::optional<Display> {
      const auto& block = document.blocks[passage.block];
      if (block.kind != BlockKind::display) return std::nullopt;
      const auto line = input.source.position(block.math.begin).line;
      return Display{{input.source.name(), line, block.math.begin}, std::string(passage.math), analyse(passage), {}};
    };
    walk(DocumentWalk(input.source.text(), document, known_for(input, analysis)), display_of, [&](std::optional<Display>&& display) {
      if (display) displays.push_back(std::move(*display));
    });
    const auto pick = picks(options, inputs) ? picked(options, input, displays, before) : std::optional<std::size_t>(0);
    before += displays.size();
    if (pick && *pick < displays.size() && !found) found = Computable{std::move(displays[*pick]), &input};
  }
  if (before == 0) return Diagnostic{Severity::error, "call", "no equation found", {}, "", {}, {}};
  if (before > 1 && !picks(options, inputs))
    return Diagnostic{
        Severity::error, "call", fmt::format("the input has {} equations", before), {}, "pick one: FILE:LINE, --nth or --label", {}, {}};
  if (!found) return nothing_picked();
  return std::move(*found);
}

}  // namespace eqlens
