#include "evaluate/compiled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <type_traits>

#include "evaluate/numbers.hpp"
#include "evaluate/program.hpp"
#include "evaluate/session.hpp"
#include "evaluate/structural.hpp"

namespace eqlens {

struct Compiled::Programs {
  Program whole;
  std::optional<Program> each;     ///< for rows of numbers, if there are only numbers
  std::optional<Numbers> numbers;  ///< for one of them
  struct Source {
    std::size_t argument = none;
    Array fixed;
    std::vector<float> fixed_f32;
  };
  std::vector<Source> sources;  ///< by input slot
};

namespace {

constexpr std::size_t few_inputs = 32;

Diagnostic compile_problem(std::string code, std::string message, std::string help) {
  return {Severity::error, std::move(code), std::move(message), {}, std::move(help), {}, {}};
}

}  // namespace

/// Puts a compiled equation together.
class CompiledBuilder {
 public:
  CompiledBuilder(const Analysis& analysis, const std::vector<Slot>& arguments, const CompileOptions& options)
      : analysis_(analysis), options_(options), values_(options.fixed) {
    compiled_.arguments_ = arguments;
    values_.iterate.reset();
    values_.trace = false;
  }

  Compiled build() {
    for (const auto& argument : compiled_.arguments_) values_.values.push_back({argument.name, {argument.extents, {}}});
    const auto given = match_values(analysis_.equation, values_, compiled_.diagnostics);
    const auto shapes = given.symbols.empty() ? analysis_.shapes : infer(analysis_.equation, shapes_of(given));
    Session session(analysis_, values_, given, shapes, 0);
    if (!take(session.diagnostics)) return finish();
    session.compile();
    auto& compiler = session.compiler();
    if (!take(session.diagnostics) || !take(compiler.diagnostics)) return finish();
    auto programs = std::make_unique<Compiled::Programs>();
    if (!find_sources(compiler, *programs)) return finish();
    const auto nodes = find_results(session);
    if (has_errors(compiled_.diagnostics)) return finish();
    programs->whole = Program::lower(compiler.plan, nodes);
    const auto numbers = [](const std::vector<Slot>& slots) {
      return std::ranges::all_of(slots, [](const Slot& s) { return s.extents.empty(); });
    };
    if (numbers(compiled_.arguments_) && is_of_numbers(compiler.plan, nodes)) {
      programs->each = Program::lower(compiler.plan, nodes, true);
      std::vector<NumberSource> sources;
      for (const auto& source : programs->sources)
        sources.push_back({source.argument, source.fixed.data.empty() ? 0.0 : source.fixed.data.front()});
      programs->numbers = Numbers::from(*programs->each, sources);
    }
    compiled_.program_ = std::move(programs);
    return finish();
  }

 private:
  Compiled finish() { return std::move(compiled_); }

  /// Adds what was found; false if there is an error among it.
  bool take(Diagnostics& found) {
    compiled_.diagnostics.insert(compiled_.diagnostics.end(), found.begin(), found.end());
    found.clear();
    return !has_errors(compiled_.diagnostics);
  }

  /// Where each input of the plan comes from. A drawn one is a value that somebody forgot.
  bool find_sources(Compiler& compiler, Compiled::Programs& programs) {
    programs.sources.resize(compiler.plan.inputs());
    for (std::size_t k = 0; k < compiled_.arguments_.size(); ++k) {
      const auto& argument = compiled_.arguments_[k];
      auto names = canonical_names(argument.name);
      for (auto& name : names) std::erase(name, ' ');
      for (const auto& input : compiler.inputs) {
        auto symbol = input.symbol;
        std::erase(symbol, ' ');
        const bool awaited = input.node != none && compiler.plan[input.node].work == Work::input && !compiler.run.has_value(input.slot);
        if (awaited && std::ranges::find(names, symbol) != names.end()) programs.sources[input.slot].argument = k;
      }
    }
    for (const auto& input : compiler.inputs) {
      if (input.node == none || compiler.plan[input.node].work != Work::input) continue;
      auto& source = programs.sources[input.slot];
      if (input.from == "sample")
        compiled_.diagnostics.push_back(compile_problem("missing-value", fmt::format("{} has no value", input.symbol),
                                                        fmt::format("name {} among the arguments, or give its value", input.symbol)));
      if (compiler.structural.contains(input.slot) && !compiler.run.has_value(input.slot))
        compiled_.diagnostics.push_back(compile_problem("not-computable", fmt::format("{} decides how many terms there are", input.symbol),
                                                        fmt::format("give the value of {} when the equation is compiled", input.symbol)));
      if (source.argument != none) continue;
      source.fixed = compiler.run.input(input.slot);
      source.fixed_f32.assign(source.fixed.data.begin(), source.fixed.data.end());
    }
    return !has_errors(compiled_.diagnostics);
  }

  std::vector<NodeId> find_results(Session& session) {
    auto& compiler = session.compiler();
    auto& algebra = compiler.algebra;
    std::vector<const Target*> wanted;
    for (const auto& target : session.targets)
      if (target.term && options_.results.empty()) wanted.push_back(&target);
    for (const auto& name : options_.results) {
      const auto names = canonical_names(name);
      const auto found = std::ranges::find_if(session.targets, [&](const Target& target) {
        const auto defined = target.defines == none ? std::string() : analysis_.equation.symbols[target.defines].latex;
        return target.term && std::ranges::any_of(names, [&](const std::string& one) { return one == target.symbol || one == defined; });
      });
      if (found == session.targets.end())
        compiled_.diagnostics.push_back(compile_problem("undefined-symbol", fmt::format("{} is not a result of the equation", name),
                                                        "ask for what stands on a left side"));
      else
        wanted.push_back(&*found);
    }
    std::vector<NodeId> nodes;
    for (const auto* target : wanted) {
      const auto term = algebra.filled(target->term, places_of(target->term), algebra.extents(target->term));
      if (!term) continue;
      if (const auto large = compiler.run.too_large(term.node, values_.most_elements)) {
        compiled_.diagnostics.push_back(
            compile_problem("too-large", fmt::format("a step would have {} elements", fmt::join(compiler.plan[*large].extents, " × ")),
                            "use smaller sizes"));
        continue;
      }
      nodes.push_back(term.node);
      compiled_.results_.push_back({target->symbol, compiler.plan[term.node].extents});
    }
    if (nodes.empty() && !has_errors(compiled_.diagnostics))
      compiled_.diagnostics.push_back(compile_problem("not-computable", "the equation defines nothing that can be computed", ""));
    return nodes;
  }

  /// Whether everything that the results need is a number, worked out element by element.
  static bool is_of_numbers(const Plan& plan, const std::vector<NodeId>& results) {
    std::vector<bool> needed(plan.size(), false);
    for (const auto id : results) needed[id] = true;
    for (NodeId id = plan.size(); id-- > 0;) {
      if (!needed[id]) continue;
      const auto& node = plan[id];
      const bool fits = node.work == Work::map || node.work == Work::select || node.work == Work::input || node.work == Work::constant;
      if (!fits || node.rank() != 0) return false;
      for (const auto& operand : node.operands) needed[operand.node] = true;
    }
    return true;
  }

  const Analysis& analysis_;
  const CompileOptions& options_;
  EvaluationOptions values_;
  Compiled compiled_;
};

Compiled::Compiled() = default;
Compiled::~Compiled() = default;
Compiled::Compiled(Compiled&&) noexcept = default;
Compiled& Compiled::operator=(Compiled&&) noexcept = default;

namespace {

/// The plan's inputs, by slot: the caller's memory, or what is fixed.
template <typename Real, typename Sources>
class Inputs {
 public:
  Inputs(const Sources& sources, std::span<const Real* const> arguments) : many_(sources.size() > few_inputs ? sources.size() : 0) {
    auto** at = many_.empty() ? near_.data() : many_.data();
    for (std::size_t slot = 0; slot < sources.size(); ++slot) {
      const auto& source = sources[slot];
      if (source.argument != none)
        at[slot] = arguments[source.argument];
      else if constexpr (std::is_same_v<Real, float>)
        at[slot] = source.fixed_f32.data();
      else
        at[slot] = source.fixed.data.data();
    }
    all_ = {at, sources.size()};
  }
  [[nodiscard]] std::span<const Real* const> all() const { return all_; }

 private:
  std::array<const Real*, few_inputs> near_;
  std::vector<const Real*> many_;
  std::span<const Real* const> all_;
};

}  // namespace

template <typename Real>
bool Compiled::run_any(std::span<const Real* const> arguments, std::span<Real* const> results, unsigned threads) const {
  if (program_ == nullptr || arguments.size() < arguments_.size() || results.size() < results_.size()) return false;
  if (program_->numbers) {
    program_->numbers->run<Real>(arguments.data(), results.data());
    return true;
  }
  const Inputs<Real, std::vector<Programs::Source>> inputs(program_->sources, arguments);
  return program_->whole.run<Real>(inputs.all(), results, threads);
}

template <typename Real>
bool Compiled::run_each_any(std::span<const Real* const> arguments, std::span<Real* const> results, std::size_t count,
                            unsigned threads) const {
  if (program_ == nullptr || !program_->each || arguments.size() < arguments_.size() || results.size() < results_.size()) return false;
  const Inputs<Real, std::vector<Programs::Source>> inputs(program_->sources, arguments);
  program_->each->run_each<Real>(inputs.all(), results, count, threads);
  return true;
}

bool Compiled::run(std::span<const double* const> arguments, std::span<double* const> results, unsigned threads) const {
  return run_any(arguments, results, threads);
}
bool Compiled::run(std::span<const float* const> arguments, std::span<float* const> results, unsigned threads) const {
  return run_any(arguments, results, threads);
}
bool Compiled::run(std::initializer_list<const double*> arguments, std::initializer_list<double*> results, unsigned threads) const {
  return run_any<double>({arguments.begin(), arguments.size()}, {results.begin(), results.size()}, threads);
}
bool Compiled::run(std::initializer_list<const float*> arguments, std::initializer_list<float*> results, unsigned threads) const {
  return run_any<float>({arguments.begin(), arguments.size()}, {results.begin(), results.size()}, threads);
}
bool Compiled::run_each(std::span<const double* const> arguments, std::span<double* const> results, std::size_t count,
                        unsigned threads) const {
  return run_each_any(arguments, results, count, threads);
}
bool Compiled::run_each(std::span<const float* const> arguments, std::span<float* const> results, std::size_t count,
                        unsigned threads) const {
  return run_each_any(arguments, results, count, threads);
}
bool Compiled::run_each(std::initializer_list<const double*> arguments, std::initializer_list<double*> results, std::size_t count,
                        unsigned threads) const {
  return run_each_any<double>({arguments.begin(), arguments.size()}, {results.begin(), results.size()}, count, threads);
}
bool Compiled::run_each(std::initializer_list<const float*> arguments, std::initializer_list<float*> results, std::size_t count,
                        unsigned threads) const {
  return run_each_any<float>({arguments.begin(), arguments.size()}, {results.begin(), results.size()}, count, threads);
}

Compiled compile(const Analysis& analysis, const std::vector<Slot>& arguments, const CompileOptions& options) {
  try {
    return CompiledBuilder(analysis, arguments, options).build();
  } catch (const std::bad_alloc&) {
    Compiled compiled;
    compiled.diagnostics.push_back(compile_problem("too-large", "the computation needs more memory than there is", "use smaller sizes"));
    return compiled;
  }
}

}  // namespace eqlens
