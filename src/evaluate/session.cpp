#include "evaluate/session.hpp"

#include <fmt/format.h>

#include <cmath>

#include "evaluate/structural.hpp"
#include "kernel/elementwise.hpp"

namespace eqlens {

Session::Session(const Analysis& analysis, const EvaluationOptions& options, const Given& given, const Shapes& shapes, unsigned attempt)
    : analysis_(analysis),
      options_(options),
      given_(given),
      shapes_(shapes),
      sizes_(shapes, options),
      drawing_(options.sample, options.seed, attempt) {
  check_shapes(shapes);
  compiler_ = std::make_unique<Compiler>(analysis, shapes, given, options, sizes_, drawing_, reach_);
}

/// Every value against the shape that was declared or follows from the equation, sizes once and for all.
void Session::check_shapes(const Shapes& inferred) {
  SizeTable declared(analysis_.shapes, options_);
  SizeTable printed(analysis_.shapes, options_);
  const auto& equation = analysis_.equation;
  for (const auto& [symbol, value] : given_.symbols) {
    const auto& latex = equation.symbols[symbol].latex;
    if (value.extents.empty() && !value.data.empty() && value.data[0] == std::floor(value.data[0]) && value.data[0] >= 0 &&
        value.data[0] < 1e15) {
      printed.learn(latex, static_cast<std::size_t>(value.data[0]), SizeTable::by_value);
      declared.learn(latex, static_cast<std::size_t>(value.data[0]), SizeTable::by_value);
      sizes_.learn(latex, static_cast<std::size_t>(value.data[0]), SizeTable::by_value);
    }
  }
  for (const auto& [symbol, value] : given_.symbols) {
    if (symbol >= analysis_.shapes.symbols.size()) continue;
    const auto from = symbol < analysis_.shapes.evidence.size() ? analysis_.shapes.evidence[symbol].from : From::nothing;
    const bool said = from == From::declared || from == From::prose;
    if (said)
      if (auto problem = declared.learn(equation, analysis_.shapes, symbol, value, said)) diagnostics.push_back(std::move(*problem));
    // A guessed shape gives way to the value, but a size that was given stands.
    if (auto problem = printed.learn(equation, analysis_.shapes, symbol, value, false); problem && diagnostics.empty())
      diagnostics.push_back(std::move(*problem));
    if (symbol < inferred.symbols.size()) (void)sizes_.learn(equation, inferred, symbol, value, false);
  }
}

std::string result_name(const Equation& equation, const Statement& statement) {
  if (statement.kind == StatementKind::expression) return "result";
  if (statement.sides.empty()) return "result";
  const auto left = statement.sides.front();
  if (equation.arena.applies(left, "call") && !statement.defines.empty()) return equation.symbols[statement.defines.front()].latex;
  return equation.canonical(left);
}

/// A name that is given and defined keeps the given value, unless its definition makes a new value out of the old one.
bool Session::is_kept(const Statement& statement) const {
  return statement.kind == StatementKind::definition && statement.parameters.empty() && statement.defines.size() == 1 &&
         given_.symbols.contains(statement.defines[0]) && !compiler_->reads_itself(statement, statement.defines[0]);
}

void Session::compile() {
  constexpr int most_rounds = 4;
  compile_statements();
  for (int round = 0; round < most_rounds && reach_further(); ++round) compile_statements();
  compile_gradients();
}

/// Draws anew what an index left. False if all of it is inside, or cannot be helped.
bool Session::reach_further() {
  const auto wishes = compiler_->wishes;
  if (wishes.sizes.empty() && wishes.firsts.empty()) return false;
  for (const auto& [size, value] : wishes.sizes) reach_.sizes[size] = std::max(reach_.sizes[size], value);
  for (const auto& [name, first] : wishes.firsts) {
    const auto known = reach_.firsts.emplace(name, first).first;
    known->second = std::min(known->second, first);
  }
  const bool level = sizes_.level;
  sizes_ = SizeTable(shapes_, options_);
  sizes_.level = level;
  targets.clear();
  diagnostics.clear();
  check_shapes(shapes_);
  for (const auto& [size, value] : reach_.sizes) sizes_.choose(size, value);
  compiler_ = std::make_unique<Compiler>(analysis_, shapes_, given_, options_, sizes_, drawing_, reach_);
  return true;
}

void Session::compile_statements() {
  const auto& equation = analysis_.equation;
  for (std::size_t n = 0; n < equation.statements.size(); ++n) {
    const auto& statement = equation.statements[n];
    if (statement.source != 0 || statement.value == none) continue;
    if (statement.kind == StatementKind::fact || statement.kind == StatementKind::distribution) continue;
    const auto before = compiler_->diagnostics.size();
    auto term = is_kept(statement) ? compiler_->given_definition(n) : compiler_->definition(n);
    if (compiler_->failed_since(before)) term = {};
    targets.push_back({result_name(equation, statement), n, statement.defines.empty() ? none : statement.defines.front(), term});
    for (std::size_t k = 1; k < statement.defines.size(); ++k)
      if (statement.sides.size() > k) targets.push_back({equation.symbols[statement.defines[k]].latex, n, statement.defines[k], term});
  }
}

void Session::compile_gradients() {
  if (options_.gradients.empty()) return;
  const Target* scalar = nullptr;
  for (const auto& target : targets)
    if (target.term && target.term.axes.empty()) scalar = &target;
  if (scalar == nullptr) {
    if (!targets.empty() && targets.back().term)
      diagnostics.push_back({Severity::error,
                             "not-computable",
                             "a gradient needs a result that is a number; this one is an array",
                             {},
                             "take the gradient of a sum or of one entry",
                             {},
                             {}});
    return;
  }
  const auto of = *scalar;
  for (const auto& name : options_.gradients) {
    std::optional<SymbolId> variable;
    for (const auto& canonical_name : canonical_names(name))
      if (!variable) variable = analysis_.equation.find_symbol(canonical_name);
    if (!variable) {
      diagnostics.push_back({Severity::error,
                             "undefined-symbol",
                             fmt::format("{} does not occur in the equation, so there is no gradient by it", name),
                             {},
                             {},
                             {},
                             {}});
      continue;
    }
    const auto term = compiler_->gradient_of(of.statement, *variable);
    targets.push_back({fmt::format("\\nabla_{{{}}} {}", analysis_.equation.symbols[*variable].latex, of.symbol), of.statement, none, term});
  }
}

void Session::refuse_large(NodeId id) {
  const auto& node = compiler_->plan[id];
  const auto text = analysis_.equation.text(node.span, 0);
  diagnostics.push_back({Severity::error,
                         "too-large",
                         fmt::format("{} would have {} elements, more than the {} that are allowed", text.empty() ? "a step" : text,
                                     fmt::join(node.extents, " × "), options_.most_elements),
                         node.span,
                         "use smaller sizes",
                         {},
                         {}});
}

void Session::run() {
  auto& algebra = compiler_->algebra;
  for (auto& target : targets) {
    if (!target.term) continue;
    const auto places = places_of(target.term);
    target.term = algebra.filled(target.term, places, algebra.extents(target.term));
    if (!target.term) continue;
    if (const auto large = compiler_->run.too_large(target.term.node, options_.most_elements)) {
      refuse_large(*large);
      target.term = {};
      continue;
    }
    compiler_->run.compute(target.term.node);
    if (compiler_->run.failed(target.term.node)) target.term = {};
  }
}

bool Session::all_finite() const {
  for (const auto& target : targets) {
    if (!target.term) continue;
    const auto values = compiler_->run.values(target.term.node);
    if (!eqlens::all_finite(values.data(), values.size())) return false;
  }
  return true;
}

}  // namespace eqlens
