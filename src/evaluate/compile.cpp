// From expressions to terms: one case for each kind of expression; operations go by their row of the catalogue.

#include "evaluate/compile.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "evaluate/careful.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/products.hpp"
#include "evaluate/structural.hpp"
#include "expression/drawn.hpp"
#include "expression/softmax_axis.hpp"
#include "kernel/solve.hpp"
#include "kernel/structure.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_nested = 1000;
constexpr std::size_t most_visits = 2'000'000;

}  // namespace

Compiler::Compiler(const Analysis& analysis, const Shapes& shapes, const Given& given, const EvaluationOptions& options, SizeTable& sizes,
                   Drawing& drawing, const Reach& reach)
    : run(plan, options.precision),
      algebra(plan, options.most_elements),
      analysis_(analysis),
      equation_(analysis.equation),
      arena_(analysis.equation.arena),
      shapes_(shapes),
      given_(given),
      options_(options),
      sizes_(sizes),
      drawing_(drawing),
      world_(&outermost_),
      reach_(reach) {
  find_overrides();
  find_periods();
  down_ = softmaxes_down(arena_);
}

Term Compiler::fail(ExpressionId id, std::string code, std::string message, std::string help) {
  Span span;
  if (id != none && arena_[id].source == 0) span = arena_[id].span;
  diagnostics.push_back({Severity::error, std::move(code), std::move(message), span, std::move(help), {}, {}});
  return {};
}

bool Compiler::failed_since(std::size_t before) const {
  return before < diagnostics.size() && std::any_of(diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end(),
                                                    [](const Diagnostic& one) { return one.severity == Severity::error; });
}

/// What a shape in a message is of: of `K^\top` the reader knows K, and of anything longer the text itself.
Term Compiler::mismatch(ExpressionId id, const std::vector<Term>& terms) {
  std::vector<std::string> parts;
  const auto children = arena_.children(id);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    auto shape = terms[k] ? algebra.extents(terms[k]) : std::vector<std::size_t>{};
    if (children.size() != terms.size() || !terms[k]) {
      parts.push_back(fmt::format("one part is {}", printed(shape)));
      continue;
    }
    auto named = children[k];
    const bool turned = arena_.applies(named, "transpose") && arena_[arena_.child(named, 0)].kind == ExpressionKind::symbol;
    if (turned) {
      named = arena_.child(named, 0);
      std::ranges::reverse(shape);
    }
    parts.push_back(fmt::format("{} is {}",
                                arena_[named].kind == ExpressionKind::symbol ? equation_.canonical(named) : equation_.text(named),
                                shape.size() == 1 ? fmt::format("a vector of {}", shape[0]) : printed(shape)));
  }
  return fail(id, "value-shape", fmt::format("{}: {} cannot be computed with these values", fmt::join(parts, " and "), equation_.text(id)),
              "check the sizes of the values");
}

/// Turns a failed step into a message, once.
Term Compiler::checked(ExpressionId id, Term term) {
  if (term || algebra.trouble == Algebra::Trouble::nothing) return term;
  const bool too_large = algebra.trouble == Algebra::Trouble::too_large;
  algebra.trouble = Algebra::Trouble::nothing;
  if (too_large)
    return fail(id, "too-large", fmt::format("{} would have more than {} elements", equation_.text(id), options_.most_elements),
                "use smaller sizes");
  return fail(id, "value-shape", fmt::format("the sizes in {} do not agree", equation_.text(id)), "check the sizes of the values");
}

Term Compiler::expression(ExpressionId id, Scope& scope) {
  if (id == none) return {};
  if (++depth_ > most_nested || ++visits_ > most_visits) {
    --depth_;
    return fail(id, "too-deep", "the definitions are nested too deeply to be computed", "check for a definition that uses itself");
  }
  const auto before = diagnostics.size();
  const auto span = algebra.span;
  if (arena_[id].source == 0) algebra.span = arena_[id].span;
  auto term = checked(id, computed(id, scope));
  algebra.span = span;
  --depth_;
  if (term && options_.trace) compiled.emplace_back(id, term);
  if (!term && diagnostics.size() == before && !has_errors(diagnostics))
    return fail(id, "not-computable", fmt::format("{} cannot be computed", equation_.text(id)));
  return term;
}

Term Compiler::computed(ExpressionId id, Scope& scope) {
  const auto& expression = arena_[id];
  switch (expression.kind) {
    case ExpressionKind::number:
      if (const auto counts = replaced_.find(id); counts != replaced_.end()) return running_value(counts->second);
      return algebra.number(expression.number);
    case ExpressionKind::symbol: return symbol(expression.symbol, scope, id);
    case ExpressionKind::index: return index(id, scope);
    case ExpressionKind::apply: return apply(id, scope);
    case ExpressionKind::reduce: return reduce(id, scope);
    case ExpressionKind::cases: return cases(id, scope);
    case ExpressionKind::relation: return relation(id, scope);
    case ExpressionKind::unknown: break;
  }
  if (auto value = given_text(equation_.canonical(id), id, scope)) return value;
  return fail(id, "not-computable", fmt::format("{} could not be understood, so it has no value", equation_.text(id)));
}

std::vector<Term> Compiler::arguments(ExpressionId id, Scope& scope) {
  std::vector<Term> terms;
  auto children = arena_.children(id);
  // `\max\{0, x\}` takes the members of the set; `\exp((1, 0))` is element by element.
  const auto* row = arena_[id].operation;
  const bool elementwise = (row != nullptr && row->scalar != nullptr && row->scalar2 == nullptr) || arena_.applies(id, "transpose");
  if (!elementwise && children.size() == 1 && children[0] != none &&
      (arena_.applies(children[0], "set") || arena_.applies(children[0], "list")) && !arena_.applies(id, "size of a set") &&
      !arena_.applies(id, "softmax"))
    children = arena_.children(children[0]);
  for (const auto child : children) {
    terms.push_back(expression(child, scope));
    if (!terms.back()) return {};
  }
  return terms;
}

/// `\operatorname{softmax}_j(e_{ij})`: along j, as far as the sum that binds j goes.
Term Compiler::softened(ExpressionId id, const Term& scores, Scope& scope) {
  const auto index = softmax_index(equation_, id);
  const auto along = index == none ? std::nullopt : running_axis(index, scope);
  if (!along || !scores.has(*along))
    return fail(id, "not-computable", fmt::format("the {} of one entry has no axis to run along", arena_[id].operation->name),
                "write it of the whole vector: \\operatorname{softmax}(z)_i");
  const Scope* binding = &scope;
  while (binding->parent != nullptr && !binding->running.contains(index)) binding = binding->parent;
  const bool cut = binding->mask && binding->mask.has(*along);
  const double hidden = arena_[id].operation->name == "softmin" ? HUGE_VAL : -HUGE_VAL;
  const auto shown = cut ? algebra.select(binding->mask, scores, algebra.number(hidden)) : scores;
  const auto list = renamed(shown, *along, place(0));
  return renamed(find_structural(arena_[id].operation->name)(algebra, std::span(&list, 1)), place(0), *along);
}

Term Compiler::apply(ExpressionId id, Scope& scope) {
  const auto& operation = *arena_[id].operation;
  const auto name = operation.name;
  if (!given_.texts.empty())
    if (auto value = given_text(equation_.canonical(id), id, scope)) return value;
  if (said_of(id, scope.statement) != none) return overridden(id, scope);
  if (name == "call") return call(id, scope);
  if (has_dots(id)) return with_dots(id, scope);
  if (name == "normal distribution")
    if (auto value = density(id, scope); value || has_errors(diagnostics)) return value;
  if (name == "gradient" || name == "partial derivative" || name == "derivative") return derivative(id, scope);
  if (name == "evaluated at") return at_point(id, scope);
  if (name == "Hessian" || name == "Laplacian") return second_derivative(id, scope);
  if (name == "matrix") return matrix(id, scope);
  if (name == "given" || name == "with parameters" || name == "labelled" || is_conditioned(arena_, id))
    return expression(arena_.child(id, 0), scope);
  if (name == "covariance" && shapes_.expressions[id].rank() == 2)  // one draw does not say how all entries vary with all others
    return fail(id, "not-computable", fmt::format("{} needs many draws", equation_.text(id)), "write it as an average over draws");
  if (operation.fixity == Fixity::relation) return relation(id, scope);
  if (arena_[id].child_count == 0) return fail(id, "not-computable", fmt::format("{} cannot be computed", equation_.text(id)));

  const auto only = arena_[id].child_count == 1 ? arena_.child(id, 0) : none;
  if (name == "size of a set" || (name == "absolute value" && (is_builder(only) || is_set_somewhere(only) || is_length(id))))
    return size_of_set(only, scope);
  std::vector<Term> terms;
  if (name == "norm" && arena_[id].child_count == 2) {
    // The Frobenius norm's F is no value.
    const auto which = arena_.child(id, 1);
    terms.push_back(expression(arena_.child(id, 0), scope));
    const auto text = equation_.canonical(which);
    if (text != "F" && text != "\\text{F}" && text != "\\operatorname{F}" && text != "\\mathrm{F}")
      terms.push_back(expression(which, scope));
    if (!terms.front() || !terms.back()) return {};
  } else {
    terms = arguments(id, scope);
    if (terms.empty()) return {};
  }
  Term result;
  if (name == "logarithm") {
    result = careful_logarithm(algebra, terms[0]);
  } else if (name == "square root" && terms[0].rank() == 0) {
    result = careful_root(algebra, terms[0]);
  } else if (softmax_kind(name) && terms[0].rank() == 0 && !index_axes(terms[0]).empty()) {
    return softened(id, terms[0], scope);
  } else if (name == "softmax" && terms[0].rank() >= 2 && down_.contains(id)) {
    const Term turned = transposed(terms[0]);
    result = transposed(find_structural(name)(algebra, std::span(&turned, 1)));
  } else if (name == "outer product" && is_gate(id, terms)) {
    result = elementwise(algebra, operation_named("elementwise product"), terms[0], terms[1]);
  } else if (auto whole = name == "power" ? whole_power(id, terms) : std::nullopt) {
    result = *whole;
  } else if (auto power = matrix_power(id, terms)) {
    result = *power;
  } else if (name == "power" && algebra.constant_number(terms[1]) == 2.0) {
    result = algebra.map("elementwise product", terms[0], terms[0]);
  } else if (name == "power" && terms[0].rank() == 0 && algebra.constant_number(terms[1]) == 0.5) {
    result = careful_root(algebra, terms[0]);
  } else if (operation.scalar2 != nullptr && terms.size() == 2) {
    result = elementwise(algebra, operation, terms[0], terms[1]);
  } else if (operation.scalar != nullptr && terms.size() == 1) {
    result = algebra.map(operation, terms[0]);
    result.row = terms[0].row;
  } else if (const auto build = find_structural(name)) {
    if (auto given = given_text(equation_.canonical(id), id, scope)) return given;
    result = build(algebra, terms);
    // An attention of something else than three matrices that fit is a function that nobody spelt out.
    if (!result && name == "attention") {
      algebra.trouble = Algebra::Trouble::nothing;
      return opaque(id, scope);
    }
  } else if (operation.kernel != nullptr) {
    result = by_kernel(algebra, operation, terms);
  } else {
    return opaque(id, scope);
  }
  if (!result && algebra.trouble == Algebra::Trouble::sizes) {
    algebra.trouble = Algebra::Trouble::nothing;
    return mismatch(id, terms);
  }
  return result;
}

/// `\otimes` of two arrays that are not to become a larger one: rows that meet a matrix next, or what inference says is a vector.
bool Compiler::is_gate(ExpressionId id, const std::vector<Term>& terms) const {
  if (terms[0].rank() > 1 || (terms[0].row && terms[1].row)) return true;
  return terms[0].rank() == 1 && shapes_.expressions.size() > id && shapes_.expressions[id].known && shapes_.expressions[id].rank() == 1;
}

/// Whether a symbol is declared as a square matrix, whose powers are products: `A \in \mathbb{R}^{n \times n}`.
bool Compiler::is_square_matrix(ExpressionId id) const {
  if (arena_[id].kind != ExpressionKind::symbol) return false;
  const auto symbol = arena_[id].symbol;
  const auto& nucleus = equation_.symbols[symbol].nucleus;
  const bool capital = nucleus.size() == 1 && nucleus[0] >= 'A' && nucleus[0] <= 'Z';
  return capital && std::ranges::any_of(equation_.shape_facts, [&](const ShapeFact& fact) {
           return fact.symbol == symbol && fact.indexed.empty() && fact.axes.size() == 2 && fact.axes[0] == fact.axes[1];
         });
}

/// `D^{-1/2}` of a square matrix is a power of the matrix: element by element it would divide by the zeros beside the diagonal.
std::optional<Term> Compiler::matrix_power(ExpressionId id, const std::vector<Term>& terms) {
  if (arena_[id].operation->name != "power" || terms.size() != 2 || terms[0].rank() != 2) return std::nullopt;
  const auto exponent = is_square_matrix(arena_.child(id, 0)) ? known_number(terms[1]) : algebra.constant_number(terms[1]);
  const auto size = algebra.extent(terms[0], place(0));
  if (!exponent || size != algebra.extent(terms[0], place(1))) return std::nullopt;
  constexpr double highest = 64;
  if (is_square_matrix(arena_.child(id, 0)) && *exponent >= 2 && *exponent <= highest && *exponent == std::floor(*exponent)) {
    auto power = terms[0];
    for (double k = 1; k < *exponent; ++k) power = juxtaposition(algebra, power, terms[0]);
    return power;
  }
  const bool real = is_square_matrix(arena_.child(id, 0)) && *exponent != std::floor(*exponent);
  if (!real && *exponent != -0.5 && *exponent != 0.5 && *exponent != -1) return std::nullopt;
  return algebra.call(arena_[id].operation, symmetric_power, {{terms[0], {place(1), place(0)}}, {terms[1], {}}}, {place(1), place(0)},
                      {size, size});
}

Term Compiler::relation(ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  const auto& name = arena_[id].operation->name;
  if (children.size() != 2) return {};
  // `-3 \le z \le 3`: the left side is a relation itself, whose right side is shared.
  const auto left = children[0];
  const bool chain = arena_[left].kind == ExpressionKind::relation;
  const auto first = expression(chain ? arena_.child(left, 1) : left, scope);
  if (name == "is in" || name == "is not in") {
    if (arena_.applies(children[1], "interval")) return first ? between(first, name == "is in", children[1], scope) : Term{};
    const auto drawn_set = first ? drawn_members(children[1], first, scope) : Term{};
    const auto set = drawn_set ? drawn_set : expression(children[1], scope);
    if (!first || !set || set.rank() == 0) return {};
    const auto hits = is_member(first, set);
    if (!hits) return {};
    return name == "is in" ? hits : algebra.map(fails, hits);
  }
  const auto second = expression(children[1], scope);
  if (!first || !second) return {};
  // No number equals NaN, so `x = \text{NaN}` asks whether x is one.
  const auto constant_nan = [&](const Term& term) { return std::isnan(algebra.constant_number(term).value_or(0)); };
  if ((name == "equals" || name == "is not") && (constant_nan(first) || constant_nan(second))) {
    const auto& asked = constant_nan(first) ? second : first;
    return algebra.map(name == "equals" ? is_unequal : is_equal, asked, asked);
  }
  const auto holds = related(algebra, name, first, second);
  if (!holds && algebra.trouble == Algebra::Trouble::nothing)
    return fail(id, "not-computable", fmt::format("whether {} holds cannot be computed", equation_.text(id)));
  return chain ? algebra.map(both_hold, expression(left, scope), holds) : holds;
}

/// A condition; several side by side must all hold.
Term Compiler::condition(ExpressionId id, Scope& scope) {
  if (!arena_.applies(id, "list") && !arena_.applies(id, "row")) return expression(id, scope);
  Term all = algebra.number(1);
  for (const auto part : arena_.children(id)) {
    const auto holds = expression(part, scope);
    all = algebra.constant_number(all) == 1.0 ? holds : algebra.map(both_hold, all, holds);
    if (!all) return {};
  }
  return all;
}

Term Compiler::cases(ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  Term result = algebra.number(std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = children.size() / 2; k-- > 0;) {
    const auto value = expression(children[2 * k], scope);
    if (!value) return {};
    if (children[2 * k + 1] == none) {
      result = value;
      continue;
    }
    result = algebra.select(condition(children[2 * k + 1], scope), value, result);
    if (!result) return checked(id, {});
  }
  return result;
}

Term Compiler::matrix(ExpressionId id, Scope& scope) {
  std::vector<Term> rows;
  std::vector<Term> entries;
  std::size_t columns = 0;
  bool numbers = true;
  for (const auto row : arena_.children(id)) {
    const auto parts = arena_.applies(row, "row") ? arena_.children(row) : std::span(&row, 1);
    std::vector<Term> terms;
    for (const auto part : parts) {
      terms.push_back(expression(part, scope));
      if (!terms.back()) return {};
      numbers = numbers && terms.back().rank() == 0;
    }
    columns = terms.size();
    entries.insert(entries.end(), terms.begin(), terms.end());
    rows.push_back(numbers ? stacked(algebra, terms) : joined(algebra, terms));
    if (!rows.back()) return {};
  }
  if (rows.empty()) return {};
  const bool vector = shapes_.expressions.size() > id && shapes_.expressions[id].known && shapes_.expressions[id].rank() == 1;
  if (numbers && columns == 1) return stacked(algebra, entries);
  if (numbers && vector && rows.size() == 1) return rows[0];
  if (numbers) return stacked(algebra, rows);
  // Vectors below one another are one longer vector.
  if (vector && columns == 1) return joined(algebra, entries);
  const auto width = [&](const Term& row) { return algebra.extent(row, place(0)); };
  if (std::ranges::any_of(rows, [&](const Term& row) { return row.rank() == 0 || width(row) != width(rows[0]); }))
    return fail(id, "not-computable", fmt::format("the rows of {} have different lengths", equation_.text(id)),
                "give every row of blocks the same width");
  // Blocks: each row of blocks is joined already; they stand below one another.
  std::vector<Algebra::Inner> operands;
  std::vector<std::size_t> extents{0, 0};
  for (auto& row : rows) {
    operands.push_back({row, places_of(row)});
    extents[0] += row.rank() == 2 ? algebra.extent(row, place(1)) : 1;
    extents[1] = algebra.extent(row, place(0));
  }
  return algebra.call(&operation_named("matrix"), stack_blocks, operands, {place(1), place(0)}, extents);
}

}  // namespace eqlens
