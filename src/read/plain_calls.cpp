// How calls, distributions and tables are told: what they are given, by its name.
#include <algorithm>

#include <fmt/format.h>

#include "expression/drawn.hpp"
#include "expression/second_order.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// π_θ and π_old are told apart, p and Pr need no name.
bool entry_of_family(std::string_view letter) { return letter != "p" && letter != "P" && letter != "Pr"; }

}  // namespace

/// What a function is given; a short one as printed: "f of i − j".
std::string Teller::argument(ExpressionId id) {
  constexpr std::size_t short_print = 14;
  const auto plain_sum = [&] {
    const auto parts = summands(id);
    return std::all_of(parts.begin(), parts.end(), [&](const Summand& part) { return closed(part.id); });
  };
  if (is_sum(id) && plain_sum()) {
    auto print = shown(analysis_, id);
    if (print.size() <= short_print) return print;
  }
  return operand(id);
}

/// ∇f(y), and ∇_y f(y): "the slope of f at y".
std::string Teller::told_slope_at(ExpressionId id) {
  const auto call = arena_.child(id, 0);
  const bool second = is_second_order(analysis_.equation, id);
  if (second || !pattern_.is(call, "call") || arena_[call].child_count != 2) return "";
  const auto function = pattern_.symbol(arena_.child(call, 0)), point = arena_.child(call, 1);
  if (function == none || !closed(point) || arena_[arena_.child(call, 0)].kind != ExpressionKind::symbol) return "";
  if (arena_[id].child_count > 1 && !pattern_.same(arena_.child(id, 1), point)) return "";
  explain(function);
  return fmt::format("the slope of {} at {}", function_name(function), tell(point));
}

/// A function by its meaning, or by its letter.
std::string Teller::function_name(SymbolId function) const {
  const auto* entry = analysis_.roles.find(function);
  return entry != nullptr && !entry->meaning.empty() && entry->role != Role::output ? name(function)
                                                                                    : pretty(equation_.symbols[function].latex);
}

/// D(P ‖ Q): two bars compare, one gives a condition.
bool Teller::double_bar(ExpressionId call) const {
  const auto print = equation_.text(call);
  return print.find("\\|") != std::string::npos || print.find("\\Vert") != std::string::npos ||
         print.find("\\parallel") != std::string::npos || print.find("||") != std::string::npos;
}

std::string Teller::told_call(ExpressionId id) {
  const auto children = arena_.children(id);
  std::vector<std::string> arguments, conditions;
  for (std::size_t n = 1; n < children.size(); ++n) {
    const auto child = children[n];
    if (pattern_.is(child, "given") || pattern_.is(child, "with parameters")) {
      for (const auto part : arena_.children(child)) conditions.push_back(tell(part));
    } else if (pattern_.is(child, "and so on") && !arguments.empty() && n + 1 < children.size()) {
      // a_1, …, a_T
      arguments.back() += " through " + argument(children[++n]);
    } else {
      arguments.push_back(argument(child));
    }
  }
  const auto function = pattern_.symbol(children[0]);
  const auto letter = function == none ? tell(children[0]) : pretty(equation_.symbols[function].latex);
  if (function != none) explain(function);
  const bool chance = !conditions.empty() && function != none && names_probability(equation_.symbols[function].nucleus);
  if (chance && !entry_of_family(letter))
    return fmt::format("the probability of {} given {}", enumerated(arguments), enumerated(conditions));
  if (chance) return fmt::format("the probability under {} of {} given {}", letter, enumerated(arguments), enumerated(conditions));
  const auto what = function == none ? letter : function_name(function);
  // D[q(z) ‖ p(z)]: how far the first is from the second.
  const bool apart = children.size() == 3 && pattern_.is(children[2], "given") && conditions.size() == 1 &&
                     ((pattern_.is(children[1], "call") && pattern_.is(arena_.child(children[2], 0), "call")) || double_bar(id));
  if (apart) return fmt::format("{}{} of {} from {}", what == letter ? "the divergence " : "", what, arguments[0], conditions[0]);
  return conditions.empty() ? fmt::format("{} of {}", what, listed(arguments))
                            : fmt::format("{} of {} given {}", what, listed(arguments), enumerated(conditions));
}

/// A small table by its rows, a large one by its size.
std::string Teller::told_matrix(ExpressionId id) {
  constexpr std::size_t most_rows = 4, longest_row = 40;
  std::vector<std::string> rows;
  std::size_t columns = 0;
  bool regular = true;
  for (const auto row : arena_.children(id)) {
    std::vector<std::string> cells;
    const auto parts = pattern_.is(row, "row") ? arena_.children(row) : std::span<const ExpressionId>{};
    for (const auto cell : parts) cells.push_back(shown(analysis_, cell));
    regular = regular && !parts.empty() && (rows.empty() || parts.size() == columns);
    columns = parts.size();
    rows.push_back(fmt::format("({})", fmt::join(cells, ", ")));
  }
  const bool small = rows.size() <= most_rows && std::all_of(rows.begin(), rows.end(), [](const std::string& row) {
                       return row.size() <= longest_row && row.find("…") == std::string::npos;
                     });
  if (!regular || rows.empty()) return "the matrix written out";
  if (!small) return fmt::format("the matrix of {} rows and {} columns written out", rows.size(), columns);
  if (columns == 1) {
    for (auto& row : rows) row = row.substr(1, row.size() - 2);
    return "the column of " + enumerated(rows);
  }
  return fmt::format("the matrix with the row{} {}", rows.size() > 1 ? "s" : "", enumerated(rows));
}

/// N(μ, Σ), and its density N(x; μ, Σ): each parameter by its name.
std::string Teller::told_distribution(ExpressionId id) {
  const auto& row = *arena_[id].operation;
  if (!row.noun.ends_with("distribution") || row.spoken.find("{0}") == std::string_view::npos) return "";
  std::vector<ExpressionId> points, parameters;
  for (const auto child : arena_.children(id)) {
    if (child == none) return "";
    if (pattern_.is(child, "given") || pattern_.is(child, "with parameters"))
      parameters.insert(parameters.end(), arena_.children(child).begin(), arena_.children(child).end());
    else
      points.push_back(child);
  }
  const std::size_t holes = row.spoken.find("{1}") != std::string_view::npos ? 2 : 1;
  if (parameters.empty()) {
    // N(x, μ, Σ)
    const auto behind = static_cast<std::ptrdiff_t>(points.size() > holes ? points.size() - holes : 0);
    parameters.assign(points.begin() + behind, points.end());
    points.erase(points.begin() + behind, points.end());
  }
  if (parameters.size() != holes) return "";
  std::string at;
  for (const auto point : points) at += (at.empty() ? "" : " and ") + operand(point);
  // A parameter that has a letter is called by it: "with mean μ" and not "with mean the mean".
  const auto parameter = [&](ExpressionId id_of) { return closed(id_of) ? shown(analysis_, id_of) : operand(id_of); };
  std::string words(row.spoken);
  for (std::size_t n = holes; n-- > 0;)
    if (const auto hole = words.find(fmt::format("{{{}}}", n)); hole != std::string::npos) words.replace(hole, 3, parameter(parameters[n]));
  // The spread of several numbers is a table.
  constexpr std::string_view variance = " and variance ";
  if (const auto spread = words.find(variance);
      spread != std::string::npos && holes == 2 &&
      (pattern_.rank(parameters[1]) > 0 || tell(parameters[1]).find("covariance") != std::string::npos))
    words.replace(spread, variance.size(), " and covariance ");
  return at.empty() ? words : fmt::format("the density, at {}, of {}", at, words);
}

}  // namespace eqlens
