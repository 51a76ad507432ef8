// Which runs of letters are names.
#include <algorithm>
#include <set>

#include "expression/usage.hpp"
#include "operation/operation.hpp"

namespace eqlens {

// `tijk`: counting letters, two of them neighbours in the alphabet, none twice.
bool index_run(std::string_view run) {
  bool neighbours = false;
  for (std::size_t n = 0; n < run.size(); ++n) {
    if (std::string_view("ijklmnpqrstbchw").find(run[n]) == std::string_view::npos || run.find(run[n], n + 1) != std::string_view::npos)
      return false;
    neighbours = neighbours || (n > 0 && run[n] == run[n - 1] + 1);
  }
  return neighbours;
}

bool all_capitals(std::string_view run) {
  return std::all_of(run.begin(), run.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool UsageJudge::is_name(std::string_view run, bool called, bool whole_side) const {
  ++asked_;
  if (run.find('_') != std::string_view::npos) return true;
  if (const auto* operation = find_operation(run)) {
    const bool applies = operation->fixity == Fixity::function || operation->fixity == Fixity::big;
    if (applies && (run.size() > 2 || called)) return true;
  }
  const bool letters_stand = std::any_of(run.begin(), run.end(), [&](char c) { return usage_.standing.count(std::string(1, c)) > 0; });
  const bool capitals = all_capitals(run);
  const auto found = usage_.runs.find(run);
  const bool recurs = found != usage_.runs.end() && found->second > 1;
  if (called && run.size() > 2) return true;
  if (usage_.called.count(std::string(run))) return true;
  if (whole_side && run.size() == 2) return capitals && !letters_stand;
  const bool all_stand = std::all_of(run.begin(), run.end(), [&](char c) { return usage_.standing.count(std::string(1, c)) > 0; });
  if (whole_side) return !all_stand || run.size() > 3;
  if (letters_stand) return recurs && run.size() > 3 && !index_run(run);
  // Short names that papers write in plain italics.
  static const std::set<std::string_view> names = {"BP", "TP", "FP", "TN", "FN", "PE", "RI", "MI", "CE", "LR", "BN", "LN"};
  const bool declared = std::any_of(run.begin(), run.end(), [&](char c) { return usage_.arrays.count(std::string(1, c)) > 0; });
  if (names.count(run) && !declared) return true;
  if (index_run(run) && !called) return false;
  if (called && recurs) return true;  // `lp(Y) = ...`
  return run.size() > 3 || (recurs && run.size() == 3) || (capitals && called);
}

}  // namespace eqlens
