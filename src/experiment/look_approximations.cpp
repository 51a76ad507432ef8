// How far the sides of an approximation are apart.
#include <fmt/format.h>

#include "experiment/look.hpp"
#include "experiment/numbers.hpp"
#include "experiment/widest_gap.hpp"

namespace eqlens {

namespace {

constexpr std::size_t places_scanned = 121;

}  // namespace

void look_at_approximations(const Analysis& analysis, std::size_t& work, std::vector<Finding>& findings) {
  const auto& equation = analysis.equation;
  bool any = false, scanned = false;
  for (const auto& statement : equation.statements)
    for (std::size_t n = 0; n < statement.relations.size() && statement.source == 0 && n + 1 < statement.sides.size(); ++n) {
      if (statement.relations[n]->name != "is approximately") continue;
      any = true;
      const auto widest = widest_gap(analysis, statement, statement.sides[n], statement.sides[n + 1], work);
      if (!widest || widest->gap == 0) continue;
      scanned = true;
      findings.push_back({"approximation",
                          fmt::format("from {} to {} ${}$ and ${}$ are at most {} apart, where ${}$ is {}", -gap_end, gap_end,
                                      equation.text(statement.sides[n]), equation.text(statement.sides[n + 1]),
                                      print_number(widest->gap, 2), widest->input, print_number(widest->at, 2)),
                          "it is an approximation", places_scanned, 0, 0, "", Verdict::holds, 0, 66});
    }
  if (!any || scanned) return;
  for (const auto& claim : check_claims(analysis)) {
    if (claim.verdict != Verdict::holds || claim.because.find("gap") == std::string::npos) continue;
    findings.push_back({"approximation", fmt::format("${}$ is {}", claim.latex, claim.because), "", 64, 0, 0, "", Verdict::holds, 0, 65});
  }
}

}  // namespace eqlens
