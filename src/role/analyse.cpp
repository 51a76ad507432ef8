#include <algorithm>
#include <utility>

#include "role/role.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

Analysis analyse_resolved(const Parsed& parsed, Equation equation) {
  Analysis analysis;
  analysis.printed = printed(parsed.tree);
  analysis.equation = std::move(equation);
  analysis.shapes = infer(analysis.equation);
  settle_operations(analysis.equation, analysis.shapes);
  analysis.roles = assign_roles(analysis.equation, analysis.shapes);
  analysis.diagnostics = analysis.equation.diagnostics;
  analysis.diagnostics.insert(analysis.diagnostics.end(), analysis.shapes.diagnostics.begin(), analysis.shapes.diagnostics.end());
  for (const auto& text : analysis.roles.disagreements)
    analysis.diagnostics.push_back({Severity::warning, "ambiguous", text, {}, "leave the fact out to follow the line", {}, {}});
  std::stable_sort(analysis.diagnostics.begin(), analysis.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  return analysis;
}

}  // namespace

Analysis analyse(std::string_view display, const AnalysisOptions& options) {
  const Parsed parsed = parse_math(display, options.macros);
  return analyse_resolved(parsed, resolve(parsed, display, options.facts, options.macros));
}

Analysis analyse(std::string_view display, const AnalysisOptions& options, const Untold& untold) {
  if (options.facts.empty()) return analyse_resolved(untold.parsed, untold.equation);
  return analyse_resolved(untold.parsed, resolve(untold.parsed, display, options.facts, options.macros));
}

}  // namespace eqlens
