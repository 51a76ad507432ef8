#include "experiment/laboratory.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/long_work.hpp"
#include "evaluate/session.hpp"
#include "kernel/loops.hpp"

namespace eqlens {

namespace {

constexpr unsigned most_attempts = 6;
constexpr std::size_t most_elements = 1U << 14U;
constexpr std::size_t most_steps = 40;
// What starting one step costs, in elements.
constexpr std::size_t cost_of_a_step = 40;
// Compiling costs as much as this many runs.
constexpr std::size_t cost_of_compiling = 8;

/// So many that primes for all of them would make arrays too large to be tried often.
bool many_sizes(const Analysis& analysis) {
  constexpr std::size_t few = 5;
  std::set<SizeId> seen;
  for (const auto& symbol : analysis.roles.symbols) {
    if (!symbol.shape.known) continue;
    for (const auto& axis : symbol.shape.axes) {
      const auto size = analysis.shapes.sizes.resolve(axis);
      for (const auto& term : size.terms()) seen.insert(term.sizes.begin(), term.sizes.end());
    }
  }
  return seen.size() > few;
}

bool is_index(const SymbolEntry* entry) {
  return entry != nullptr && std::find(entry->badges.begin(), entry->badges.end(), "index") != entry->badges.end();
}

}  // namespace

struct Laboratory::Inside {
  Inside(const Analysis& analysis, std::map<std::string, std::size_t> sizes) {
    options.sizes = std::move(sizes);
    options.most_elements = most_elements;
    options.from_start = false;
    options.trace = true;  // the steps on the way are looked at, too
    Diagnostics problems;
    given = match_values(analysis.equation, options, problems);
    options.chosen_sizes = many_sizes(analysis) ? ChosenSizes::consecutive : ChosenSizes::primes;
  }

  EvaluationOptions options;
  Given given;
  std::unique_ptr<Session> session;
};

Laboratory::~Laboratory() = default;

Laboratory::Laboratory(const Analysis& analysis, std::size_t& work, std::map<std::string, std::size_t> sizes)
    : analysis_(analysis), work_(work), inside_(std::make_unique<Inside>(analysis, std::move(sizes))) {
  if (has_errors(analysis.diagnostics)) return;
  for (attempt_ = 0; attempt_ < most_attempts; ++attempt_) {
    auto& session = inside_->session;
    session = std::make_unique<Session>(analysis, inside_->options, inside_->given, analysis.shapes, attempt_);
    session->compile();
    session->run();
    if (session->all_finite()) break;
  }
  const auto& compiler = inside_->session->compiler();
  if (has_errors(compiler.diagnostics) || !inside_->session->all_finite() || !compiler.run.errors.empty()) return;
  if (find_knobs()) return;
  find_gauges();
  // A length of 0 leaves nothing to look at.
  const auto is_empty = [](const auto& thing) { return element_count(thing.extents) == 0; };
  if (std::any_of(knobs_.begin(), knobs_.end(), is_empty) || std::any_of(gauges_.begin(), gauges_.end(), is_empty)) gauges_.clear();
  for (NodeId id = 0; id < compiler.plan.size(); ++id) cost_ += element_count(compiler.plan[id].loop) + cost_of_a_step;
  cost_ += (knobs_.size() + gauges_.size()) * cost_of_a_step;
  work_ -= std::min(work_, cost_of_compiling * cost_);
  if (works()) go_late();
}

/// What earlier steps left behind goes with a late step, at which powers of the counter have faded. Without it, too, the first step
/// would pass for all: `1 - 1/t` is 0 there.
void Laboratory::go_late() {
  const bool stateless = states().empty();
  const double late = stateless ? 3 : 100'000;
  const auto first = first_;
  bool counts = false;
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    if (knobs_[k].domain != "step" || (stateless && knobs_[k].fixed)) continue;
    first_[k].data[0] = late;
    counts = true;
  }
  const auto values = counts ? measure(first_, Look::at_results) : Values{};
  const auto finite = [](const Array& array) {
    return std::all_of(array.data.begin(), array.data.end(), [](double x) { return std::isfinite(x); });
  };
  if (values.empty() || !std::all_of(values.begin(), values.end(), finite)) first_ = first;
}

bool Laboratory::hangs_on_one_draw(std::size_t gauge) const {
  for (std::size_t k = 0; k < knobs_.size(); ++k)
    if (knobs_[k].chance && reads(gauge, k)) return true;
  return false;
}

bool Laboratory::runs_over_drawn_places(std::size_t gauge) const {
  for (std::size_t k = 0; k < knobs_.size(); ++k)
    if (knobs_[k].places && reads(gauge, k)) return true;
  return false;
}

void Laboratory::go_to_start(Values& inputs) const {
  for (const auto k : states()) std::fill(inputs[k].data.begin(), inputs[k].data.end(), 0.0);
  for (std::size_t k = 0; k < knobs_.size(); ++k)
    if (knobs_[k].domain == "step") std::fill(inputs[k].data.begin(), inputs[k].data.end(), 1.0);
}

namespace {

/// Whether an expectation that says nothing of its draws has the symbol in it: `\mathbb{E}[x]`.
bool averaged(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].operation == nullptr || arena[id].source != 0) continue;
    const auto& name = arena[id].operation->name;
    const bool average = name == "expectation" || name == "variance" || name == "covariance";
    if (!average || !arena.ranges(id).empty()) continue;
    std::vector<ExpressionId> open(arena.children(id).begin(), arena.children(id).end());
    while (!open.empty()) {
      const auto next = open.back();
      open.pop_back();
      if (next == none) continue;
      if (arena[next].kind == ExpressionKind::symbol && arena[next].symbol == symbol) return true;
      open.insert(open.end(), arena.children(next).begin(), arena.children(next).end());
    }
  }
  return false;
}

/// Whether a call that nothing spells out is given what an operator around it draws or picks: it stands for many values, and one
/// number in its place shows nothing of it.
bool called_on_draws(const Equation& equation, const std::string& printed) {
  const auto& arena = equation.arena;
  std::set<SymbolId> bound;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::reduce) continue;
    const auto& name = arena[id].operation->name;
    if (name != "expectation" && name != "arg max" && name != "arg min" && name != "integral") continue;
    for (const auto& range : arena.ranges(id))
      if (range.symbol != none) bound.insert(range.symbol);
  }
  if (bound.empty()) return false;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "call") || equation.canonical(id) != printed) continue;
    std::vector<ExpressionId> open(arena.children(id).begin(), arena.children(id).end());
    while (!open.empty()) {
      const auto next = open.back();
      open.pop_back();
      if (next == none) continue;
      if (arena[next].kind == ExpressionKind::symbol && bound.contains(arena[next].symbol)) return true;
      open.insert(open.end(), arena.children(next).begin(), arena.children(next).end());
    }
  }
  return false;
}

}  // namespace

std::size_t Laboratory::numbers_held() const {
  auto& compiler = inside_->session->compiler();
  std::set<NodeId> needed;
  for (const auto g : results_) needed.insert(gauges_[g].node);
  std::size_t held = 0;
  for (NodeId id = compiler.plan.size(); id-- > 0;) {
    if (!needed.contains(id)) continue;
    for (const auto& operand : compiler.plan[id].operands) needed.insert(operand.node);
    const auto work = compiler.plan[id].work;
    if (work == Work::input || work == Work::constant || work == Work::count) continue;
    compiler.run.compute(id);
    held += compiler.run.values(id).size();
  }
  return held;
}

const Plan& Laboratory::plan() const { return inside_->session->compiler().plan; }

std::vector<std::string> Laboratory::axes_of(const std::vector<std::size_t>& extents, SymbolId symbol) const {
  std::vector<std::string> names(extents.size());
  const auto& shapes = analysis_.shapes;
  const bool known = symbol < shapes.symbols.size() && shapes.symbols[symbol].known && shapes.symbols[symbol].rank() == extents.size();
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (known) {
      names[axis] = shapes.sizes.print(shapes.sizes.resolve(shapes.symbols[symbol].axes[axis]));
      continue;
    }
    const auto found = std::find_if(sizes_.begin(), sizes_.end(), [&](const auto& size) { return size.first == extents[axis]; });
    if (found != sizes_.end()) names[axis] = found->second;
  }
  return names;
}

bool Laboratory::find_knobs() {
  bool stands_for_many = false;
  auto& compiler = inside_->session->compiler();
  for (const auto& input : compiler.inputs) {
    if (input.node == none || compiler.plan[input.node].work != Work::input) continue;
    Knob knob{.name = input.symbol, .domain = "real", .slot = input.slot, .extents = compiler.plan[input.node].extents, .axes = {}};
    const auto symbol = analysis_.equation.find_symbol(input.symbol);
    if (symbol) {
      knob.entry = analysis_.roles.find(*symbol);
      knob.domain = domain_of(analysis_, *symbol);
      if (analysis_.equation.symbols[*symbol].kind == SymbolKind::index) knob.domain = input.why.ends_with("step") ? "step" : "count";
    }
    // How many members a set was drawn with is no size.
    const bool set = input.why.starts_with("a set of ");
    knob.places = set;
    knob.axes = set ? std::vector<std::string>(knob.extents.size()) : axes_of(knob.extents, symbol.value_or(none));
    for (std::size_t axis = 0; axis < knob.axes.size(); ++axis)
      if (!knob.axes[axis].empty() && symbol) sizes_.emplace_back(knob.extents[axis], knob.axes[axis]);
    first_.push_back(compiler.run.input(input.slot));
    const Drawing same(Sample::automatic, inside_->options.seed, attempt_);
    knob.fixed = input.from == "let" || input.from == "where" || input.from == "shape" || compiler.structural.contains(input.slot) ||
                 knob.domain == "count" || (is_index(knob.entry) && knob.domain != "step") ||
                 same.draw(knob.name, knob.domain, knob.extents).data != first_.back().data;
    if (knob.entry != nullptr && knob.entry->domain == "stability" && knob.domain.starts_with("usually ")) knob.domain = "stability";
    // Beside what a small step moves, the usual one would hardly show.
    if (knob.domain.starts_with("usually ") && knob.entry->meaning.starts_with("the learning rate")) first_.back().data.assign(1, 0.1);
    // What is said to lie between 0 and 1 has these ends.
    if (knob.domain == "between 0 1") knob.domain = "probability";
    // What an average is taken over is many values; one in their place shows nothing.
    if (symbol ? averaged(analysis_.equation, *symbol) : called_on_draws(analysis_.equation, input.symbol)) {
      knob.fixed = true;
      stands_for_many = true;
    }
    knob.chance = knob.fixed && input.from == "sample";
    knobs_.push_back(std::move(knob));
  }
  return stands_for_many && std::all_of(knobs_.begin(), knobs_.end(), [](const Knob& knob) { return knob.fixed; });
}

void Laboratory::find_gauges() {
  auto& session = *inside_->session;
  auto& compiler = session.compiler();
  std::set<NodeId> seen;
  const auto add = [&](Gauge gauge) {
    reads_.push_back(compiler.run.inputs_of(gauge.node));
    if (reads_.back().empty() || (!seen.insert(gauge.node).second && !gauge.result)) {
      reads_.pop_back();
      return;
    }
    gauge.extents = compiler.plan[gauge.node].extents;
    gauge.axes = axes_of(gauge.extents, gauge.defines);
    if (gauge.result) results_.push_back(gauges_.size());
    gauges_.push_back(std::move(gauge));
  };
  for (const auto& target : session.targets) {
    // A result that is an input as it stands has nothing to show.
    if (!target.term || compiler.plan[target.term.node].work == Work::input) continue;
    const auto& statement = analysis_.equation.statements[target.statement];
    add({target.symbol == "result" ? analysis_.equation.text(statement.value) : target.symbol,
         statement.value,
         target.defines,
         true,
         target.term.node,
         {},
         {}});
  }
  std::set<NodeId> needed;
  for (const auto g : results_) needed.insert(gauges_[g].node);
  for (NodeId id = compiler.plan.size(); id-- > 0;)
    if (needed.contains(id))
      for (const auto& operand : compiler.plan[id].operands) needed.insert(operand.node);
  for (const auto& [id, term] : compiler.compiled)
    if (needed.contains(term.node)) computed_.insert(id);
  for (const auto& [id, term] : laid_out_steps(analysis_.equation, compiler)) {
    if (gauges_.size() >= most_steps) break;
    add({analysis_.equation.text(id), id, none, false, term.node, {}, {}});
  }
}

std::size_t Laboratory::knob_of(SymbolId symbol) const {
  const auto found =
      std::find_if(knobs_.begin(), knobs_.end(), [&](const Knob& knob) { return knob.name == analysis_.equation.symbols[symbol].latex; });
  return found == knobs_.end() ? none : static_cast<std::size_t>(found - knobs_.begin());
}

bool Laboratory::reads(std::size_t gauge, std::size_t knob) const {
  return std::find(reads_[gauge].begin(), reads_[gauge].end(), knobs_[knob].slot) != reads_[gauge].end();
}

std::size_t Laboratory::reach(std::size_t gauge) const { return reads_[gauge].size(); }

std::vector<std::size_t> Laboratory::states() const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    // A constant of an earlier step was set by hand, not left behind.
    const auto* entry = knobs_[k].entry;
    if (entry == nullptr || knobs_[k].fixed || entry->role == Role::learned || entry->role == Role::constant) continue;
    const auto& symbol = analysis_.equation.symbols[knobs_[k].entry->symbol];
    if (!symbol.stem.empty() && symbol.offset < 0) found.push_back(k);
  }
  return found;
}

namespace {

/// Whether an input is the same in all trials: it has a usual value, or counts steps.
bool keeps_its_value(const Knob& knob) {
  return knob.fixed || knob.domain == "step" || knob.domain == "stability" || knob.domain.starts_with("usually ");
}

}  // namespace

const Values& Laboratory::draw(std::size_t trial) const {
  if (trial == 0) return first_;
  if (const auto known = draws_.find(trial); known != draws_.end()) return known->second;
  const Drawing drawing(Sample::automatic, inside_->options.seed + trial, attempt_);
  Values values;
  const bool counts_on = states().empty();
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    values.push_back(keeps_its_value(knobs_[k]) ? first_[k] : drawing.draw(knobs_[k].name, knobs_[k].domain, knobs_[k].extents));
    // What is so at one step alone is no finding.
    if (counts_on && knobs_[k].domain == "step" && !knobs_[k].fixed) values[k].data[0] += static_cast<double>(trial % 5);
  }
  return draws_[trial] = std::move(values);
}

Values Laboratory::measure(const Values& inputs, Look look) {
  if (!affords(1) || stop_requested()) return {};
  work_ -= cost_;
  auto& run = inside_->session->compiler().run;
  for (std::size_t k = 0; k < knobs_.size(); ++k) run.set(knobs_[k].slot, inputs[k]);
  Values values;
  for (const auto& gauge : gauges_) {
    if (look == Look::at_results && !gauge.result) {
      values.emplace_back();
      continue;
    }
    run.compute(gauge.node);
    values.push_back(run.array(gauge.node));
  }
  if (run.errors.empty()) return values;
  run.errors.clear();
  return {};
}

}  // namespace eqlens
