// Recurrences. Each step is a run of the same plan: the step counter and the state that the last step left are inputs that are
// filled anew. Only where they decide sizes is the plan made again.

#include <fmt/format.h>

#include <deque>

#include "base/long_work.hpp"
#include "evaluate/session.hpp"

namespace eqlens {

namespace {

/// `m_{t-1}` reads what a statement defined as `m_t`, one step ago.
struct Carried {
  SymbolId reader = none;
  SymbolId defined = none;
  std::int64_t steps_ago = 1;
};

bool is_defined(const Equation& equation, SymbolId symbol) {
  for (const auto& statement : equation.statements)
    if ((statement.kind == StatementKind::definition || statement.kind == StatementKind::update) && statement.parameters.empty() &&
        std::ranges::find(statement.defines, symbol) != statement.defines.end())
      return true;
  return false;
}

bool occurs_on_the_right(const Equation& equation, SymbolId symbol) {
  for (ExpressionId id = 0; id < equation.arena.size(); ++id)
    if (equation.arena[id].kind == ExpressionKind::symbol && equation.arena[id].symbol == symbol) return true;
  return false;
}

std::vector<Carried> carried_symbols(const Equation& equation, SymbolId counter) {
  std::vector<Carried> carried;
  for (SymbolId reader = 0; reader < equation.symbols.size(); ++reader) {
    const auto& read = equation.symbols[reader];
    for (SymbolId defined = 0; defined < equation.symbols.size(); ++defined) {
      const auto& made = equation.symbols[defined];
      if (!is_defined(equation, defined)) continue;
      if (reader == defined) {
        // `\theta \leftarrow \theta - ...` carries itself.
        for (const auto& statement : equation.statements)
          if (statement.kind == StatementKind::update && std::ranges::find(statement.defines, defined) != statement.defines.end())
            carried.push_back({reader, defined, 1});
        continue;
      }
      const bool same = !read.stem.empty() && read.stem == made.stem && read.step == counter && made.step == counter;
      if (same && read.offset < made.offset && !is_defined(equation, reader) && occurs_on_the_right(equation, reader))
        carried.push_back({reader, defined, made.offset - read.offset});
    }
  }
  return carried;
}

class Recurrence {
 public:
  Recurrence(const Analysis& analysis, const EvaluationOptions& options, Given given, const Shapes& shapes)
      : analysis_(analysis), equation_(analysis.equation), options_(options), given_(std::move(given)), shapes_(shapes) {}

  Evaluation run() {
    const auto& [name, first, last] = *options_.iterate;
    for (const auto& canonical_name : canonical_names(name))
      if (counter_ == none) counter_ = equation_.find_symbol(canonical_name).value_or(none);
    if (counter_ == none)
      return refused("undefined-symbol", fmt::format("{} does not occur in the equation, so it cannot count steps", name));
    if (last < first)
      return refused("not-computable", fmt::format("{} = {}..{} has no steps: it ends before it begins", name, first, last));
    if (last - first >= most_steps) return refused("too-large", fmt::format("{} steps cannot be taken", last - first + 1));
    carried_ = carried_symbols(equation_, counter_);
    for (const auto& state : carried_)
      if (!start(state, first)) return std::move(evaluation_);
    long_work.total = last - first + 1;
    for (std::int64_t step = first; step <= last && !stop_requested(); ++step) {
      if (!take(step, step == last)) break;
      long_work.done = step - first + 1;
    }
    long_work.total = 0;
    return std::move(evaluation_);
  }

 private:
  static constexpr std::int64_t most_steps = 100'000'000;

  Evaluation refused(std::string code, std::string message) {
    evaluation_.diagnostics.push_back({Severity::error, std::move(code), std::move(message), {}, {}, {}, {}});
    return std::move(evaluation_);
  }

  /// The value before the first step: given as `m_{t-1}` or as `m_0`, or defined by a fact.
  bool start(const Carried& state, std::int64_t first) {
    if (given_.symbols.contains(state.reader)) return true;
    const auto& symbol = equation_.symbols[state.reader];
    const auto name = entry_name(symbol.stem, first + symbol.offset);
    for (const auto& canonical_name : canonical_names(name)) {
      const auto found = equation_.find_symbol(canonical_name);
      if (!found) continue;
      if (const auto given = given_.symbols.find(*found); given != given_.symbols.end()) {
        given_.symbols[state.reader] = given->second;
        return true;
      }
      if (is_defined(equation_, *found)) {
        Session session(analysis_, options_, given_, shapes_, 0);
        Scope scope{.statement = equation_.statements.size()};
        auto& compiler = session.compiler();
        if (const auto term = compiler.symbol(*found, scope); term && compiler.drawn == 0) {
          compiler.run.compute(term.node);
          given_.symbols[state.reader] = compiler.run.array(term.node);
          evaluation_.inputs.push_back({equation_.symbols[*found].latex, "where", {}, given_.symbols[state.reader]});
          return true;
        }
      }
    }
    for (const auto& value : options_.values)
      for (const auto& a : canonical_names(value.name))
        for (const auto& b : canonical_names(name))
          if (a == b) {
            given_.symbols[state.reader] = value.value;
            return true;
          }
    evaluation_.diagnostics.push_back({Severity::error,
                                       "missing-value",
                                       fmt::format("the recurrence needs a start: {} is not given", name),
                                       {},
                                       fmt::format("give it with --let '{}=...' or --where '{} = 0'", name, name),
                                       {},
                                       {}});
    return false;
  }

  bool take(std::int64_t step, bool last) {
    given_.symbols[counter_] = {{}, {static_cast<double>(step)}};
    if (session_ == nullptr || !refill()) {
      session_ = std::make_unique<Session>(analysis_, options_, given_, shapes_, 0);
      session_->compile();
      if (has_errors(session_->diagnostics) || has_errors(session_->compiler().diagnostics)) {
        collect(analysis_, *session_, options_, evaluation_);
        return false;
      }
    }
    session_->run();
    if (!last) report_domain(step);
    if (last) {
      collect(analysis_, *session_, options_, evaluation_);
      return false;
    }
    history_.push_front({});
    for (const auto& target : session_->targets)
      if (target.defines != none && target.term) history_.front()[target.defines] = session_->compiler().run.array(target.term.node);
    for (const auto& state : carried_) {
      const auto ago = static_cast<std::size_t>(state.steps_ago);
      if (history_.size() >= ago && history_[ago - 1].contains(state.defined))
        given_.symbols[state.reader] = history_[ago - 1][state.defined];
    }
    while (history_.size() > 16) history_.pop_back();
    return true;
  }

  /// The first step that leaves the domain says so; those after it only carry on what is no number.
  void report_domain(std::int64_t step) {
    if (has_left_ || session_->all_finite()) return;
    has_left_ = true;
    std::vector<NodeId> nodes;
    for (const auto& target : session_->targets)
      if (target.term) nodes.push_back(target.term.node);
    for (auto& report : domain_reports(equation_, session_->compiler().plan, session_->compiler().run, nodes)) {
      report.message = fmt::format("at {} = {}, {}", equation_.symbols[counter_].latex, step, report.message);
      evaluation_.diagnostics.push_back(std::move(report));
    }
  }

  /// Puts the new state into the inputs of the plan that is there. False if the plan's sizes depend on it.
  bool refill() {
    auto& compiler = session_->compiler();
    std::vector<SymbolId> changing{counter_};
    for (const auto& state : carried_) changing.push_back(state.reader);
    for (const auto symbol : changing) {
      const auto slot = compiler.slots.find(symbol);
      if (slot == compiler.slots.end()) continue;
      const auto& value = given_.symbols[symbol];
      if (compiler.structural.contains(slot->second) || compiler.run.input(slot->second).extents != value.extents) return false;
    }
    for (const auto symbol : changing)
      if (const auto slot = compiler.slots.find(symbol); slot != compiler.slots.end())
        compiler.run.set(slot->second, given_.symbols[symbol]);
    return true;
  }

  const Analysis& analysis_;
  const Equation& equation_;
  const EvaluationOptions& options_;
  Given given_;
  const Shapes& shapes_;
  SymbolId counter_ = none;
  bool has_left_ = false;  ///< whether a step's value was no finite number
  std::vector<Carried> carried_;
  std::deque<std::map<SymbolId, Array>> history_;
  std::unique_ptr<Session> session_;
  Evaluation evaluation_;
};

}  // namespace

Evaluation iterate(const Analysis& analysis, const EvaluationOptions& options, Given given, const Shapes& shapes) {
  return Recurrence(analysis, options, std::move(given), shapes).run();
}

}  // namespace eqlens
