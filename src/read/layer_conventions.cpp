#include "read/layer_conventions.hpp"

#include <fmt/format.h>

#include "read/compared_densities.hpp"
#include "read/wording.hpp"
#include "role/batch_axis.hpp"

namespace eqlens {

namespace {

/// What an index counts is printed the same for a batch and for features.
void batch(const Understanding& understanding, std::vector<std::string>& lines) {
  const auto& analysis = understanding.analysis;
  const auto axis = batch_axis(analysis.equation);
  if (!axis) return;
  const auto entry = shown(analysis, analysis.equation.arena.child(analysis.equation.arena.child(axis->standardised, 0), 0));
  lines.push_back(fmt::format(
      "{} is one example of the batch: mean and spread are shared by all examples (in layer normalisation it would be one feature)",
      entry));
  auto label = analysis.equation.symbols[axis->mean].label;
  if (const auto script = label.find("\\mathcal"); script != std::string::npos) label.erase(script, 8);
  std::erase_if(label, [](char c) { return c == '{' || c == '}'; });
  if (label == "B") lines.push_back(fmt::format("the subscript of {} names the mini-batch", called(analysis, axis->mean)));
}

void elementwise(const Understanding& understanding, std::vector<std::string>& lines) {
  for (const auto& entry : understanding.analysis.roles.symbols)
    if (!entry.indexed && entry.role == Role::output && entry.meaning.starts_with("an activation"))
      lines.push_back(fmt::format("of an array, {} is taken entry by entry, so its shape stays", pretty(entry.latex)));
}

}  // namespace

std::vector<std::string> layer_conventions(const Understanding& understanding) {
  std::vector<std::string> lines;
  batch(understanding, lines);
  elementwise(understanding, lines);
  if (auto independent = compared_convention(understanding); !independent.empty()) lines.push_back(std::move(independent));
  return lines;
}

std::string softmax_of_entry(const Understanding& understanding) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!pattern.is(id, "division") || !pattern.is(arena.child(id, 1), "sum") || arena.ranges(arena.child(id, 1)).empty()) continue;
    if (const auto set = arena.ranges(arena.child(id, 1))[0].set; set != none)
      return fmt::format("softmax runs over the members of {}: together they become one distribution", shown(understanding.analysis, set));
  }
  return "softmax runs along each row: every row becomes one distribution";
}

}  // namespace eqlens
