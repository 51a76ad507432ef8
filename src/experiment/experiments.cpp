// The order of the experiments and the ranking of what they find.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <set>
#include <utility>

#include "experiment/look.hpp"
#include "experiment/look_densities.hpp"

namespace eqlens {

namespace {

// A display of many statements or of megabytes is not worth the time.
constexpr std::size_t most_expressions = 600;
constexpr std::size_t most_of_a_kind = 6;
constexpr std::size_t most_extremes = 20;

/// The most surprising finding in front, of equally surprising ones what is said of the result that reads most. Each is said once,
/// and no kind crowds out the others.
void rank(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return std::pair(a.surprise, a.reach) > std::pair(b.surprise, b.reach); });
  std::set<std::string> seen;
  std::map<std::string, std::size_t> of_kind;
  std::erase_if(findings, [&](const Finding& finding) {
    return !seen.insert(finding.claim).second || ++of_kind[finding.kind] > (finding.kind == "extreme" ? most_extremes : most_of_a_kind);
  });
}

}  // namespace

std::string reason_of(const Equation& equation, ExpressionId id) {
  if (id == none) return {};
  const auto& expression = equation.arena[id];
  if (expression.operation == nullptr || expression.operation->fixity != Fixity::function || expression.operation->does.empty()) return {};
  const auto& operation = *expression.operation;
  // That a function has a definition of its own is a reason for nothing.
  if (operation.name == "call") return {};
  return fmt::format("{} {}", operation.noun.empty() ? operation.name : operation.noun, operation.does);
}

bool swings(const Equation& equation) {
  for (ExpressionId id = 0; id < equation.arena.size(); ++id)
    for (const std::string_view name : {"sine", "cosine", "tangent"})
      if (equation.arena.applies(id, name)) return true;
  return false;
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}${}$", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

Values magnified(const Laboratory& laboratory, std::size_t trial, double factor) {
  auto inputs = laboratory.draw(trial);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (is_free(laboratory.knobs()[k]) && !laboratory.knobs()[k].fixed)
      for (auto& x : inputs[k].data) x *= factor;
  return inputs;
}

bool is_free(const Knob& knob) { return knob.domain == "real" || knob.domain.empty(); }

bool is_learned(const Knob& knob) { return knob.entry != nullptr && knob.entry->role == Role::learned; }

std::vector<Finding> experiments(const Analysis& analysis, std::size_t work) {
  std::vector<Finding> findings;
  if (work == 0 || analysis.equation.arena.size() > most_expressions || has_errors(analysis.diagnostics)) return findings;
  try {
    Laboratory laboratory(analysis, work);
    if (!laboratory.works()) return findings;
    // Each kind has its share of what is left, so that none uses up the work of all.
    const auto within = [&work](double share, const auto& look) {
      const auto kept = static_cast<std::size_t>(static_cast<double>(work) * (1 - share));
      work -= kept;
      look();
      work += kept;
    };
    within(0.2, [&] { look_at_values(laboratory, findings); });
    within(0.25, [&] { look_along_sizes(laboratory, findings); });
    within(0.3, [&] { look_at_tied_inputs(analysis, laboratory, work, findings); });
    within(0.3, [&] { look_at_approximations(analysis, work, findings); });
    within(0.2, [&] { look_for_failures(laboratory, findings); });
    within(0.6, [&] { look_at_extremes(laboratory, work, findings); });
    within(0.3, [&] { look_at_ends(laboratory, findings); });
    look_at_densities(laboratory, findings);
    within(0.5, [&] { look_at_lowest(analysis, laboratory, work, findings); });
    within(0.1, [&] { look_at_powers(laboratory, findings); });
    within(0.2, [&] { look_at_directions(laboratory, findings); });
    within(0.5, [&] { look_at_curve(laboratory, findings); });
    within(0.2, [&] { look_at_terms(laboratory, findings); });
    within(0.2, [&] { look_behind_softmax(laboratory, findings); });
    within(0.5, [&] { look_for_symmetries(laboratory, findings); });
    within(0.3, [&] { look_at_slips(analysis, laboratory, work, findings); });
    look_without_parts(analysis, laboratory, work, findings);
    look_at_cost(analysis, work, findings);
  } catch (const std::bad_alloc&) {
    findings.clear();
  }
  rank(findings);
  return findings;
}

}  // namespace eqlens
