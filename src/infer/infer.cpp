#include "infer/infer.hpp"

#include <algorithm>
#include <set>

#include "infer/inferrer.hpp"

namespace eqlens {

std::string_view name(From from) {
  switch (from) {
    case From::declared: return "declared";
    case From::prose: return "prose";
    case From::equation: return "equation";
    case From::structure: return "structure";
    case From::shape: return "shape";
    case From::convention: return "convention";
    case From::nothing: return "none";
  }
  return "none";
}

Inferrer::Inferrer(const Equation& equation, const std::vector<ValueShape>& values, RepairAt repair)
    : equation_(equation), values_(values), repair_(repair) {
  out_.sizes = equation.sizes;
  ExpressionId end = 0;
  for (const Statement& statement : equation.statements) {
    for (const ExpressionId side : statement.sides) end = std::max(end, side + 1);
    ends_.push_back(end);
  }
  visited_.assign(equation.statements.size(), 0);
}

bool Inferrer::is_free_index(SymbolId symbol) const {
  return std::any_of(equation_.statements.begin(), equation_.statements.end(), [&](const Statement& s) {
    return std::find(s.free_indices.begin(), s.free_indices.end(), symbol) != s.free_indices.end();
  });
}

void Inferrer::infer_range(std::size_t statement, std::vector<Shape>& shapes) {
  const ExpressionId begin = statement == 0 ? 0 : ends_[statement - 1];
  for (ExpressionId id = begin; id < ends_[statement]; ++id) shapes[id] = shape_of(id, shapes);
}

// Statements are visited after those that define what they read.
void Inferrer::visit(std::size_t position) {
  if (visited_[position] != 0) return;
  visited_[position] = 1;
  const auto& arena = equation_.arena;
  const ExpressionId begin = position == 0 ? 0 : ends_[position - 1];
  std::vector<bool> read(equation_.symbols.size(), false);
  for (ExpressionId id = begin; id < ends_[position]; ++id)
    if (arena[id].kind == ExpressionKind::symbol) read[arena[id].symbol] = true;
  for (std::size_t other = 0; other < equation_.statements.size(); ++other) {
    if (other == position) continue;
    const auto& defines = equation_.statements[other].defines;
    if (std::any_of(defines.begin(), defines.end(), [&](SymbolId symbol) { return read[symbol]; })) visit(other);
  }
  opaque_ = false;
  // In the definition of a fact, the parameter that a display indexes is one of its entries.
  const Statement& statement = equation_.statements[position];
  std::vector<std::pair<SymbolId, Shape>> whole;
  for (const SymbolId parameter : statement.parameters) {
    const auto indices = static_cast<std::ptrdiff_t>(uses_[parameter].indices);
    auto& axes = out_.symbols[parameter].axes;
    if (statement.source == 0 || settled_[parameter] || indices == 0 || static_cast<std::ptrdiff_t>(axes.size()) <= indices) continue;
    whole.emplace_back(parameter, out_.symbols[parameter]);
    axes.erase(axes.begin(), axes.begin() + indices);
  }
  infer_range(position, out_.expressions);
  settle(position);
  for (auto& [parameter, shape] : whole) out_.symbols[parameter] = std::move(shape);
}

// A size that nothing named gets the name of what it measures; two different ones never share it.
void Inferrer::name_sizes() {
  std::set<std::string> taken;
  for (SizeId id = 0; id < out_.sizes.count(); ++id)
    if (out_.sizes.rigid(id)) taken.insert(out_.sizes.name(id));
  for (SizeId id = 0; id < out_.sizes.count(); ++id) {
    if (out_.sizes.rigid(id) || out_.sizes.bound(id)) continue;
    std::string name = out_.sizes.name(id);
    while (!taken.insert(name).second) name += "'";
    out_.sizes.rename(id, name);
  }
}

// `d\mathbf{x}` is as long as `\mathbf{x}`; so are the values `\mathbf{x}_0` and `\mathbf{x}_t` of `\mathbf{x}(t)`.
void Inferrer::join_changes() {
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
    const Symbol& symbol = equation_.symbols[id];
    const bool change = symbol.accent == "\\mathrm{d}";
    const bool path = symbol.kind == SymbolKind::function && symbol.face == Face::bold && symbol.accent.empty();
    if ((!change && !path) || !out_.symbols[id].known || out_.symbols[id].axes.empty()) continue;
    for (SymbolId other = 0; other < equation_.symbols.size(); ++other) {
      const Symbol& beside = equation_.symbols[other];
      if (other == id || beside.nucleus != symbol.nucleus || beside.face != symbol.face || !beside.accent.empty()) continue;
      if (beside.upper != symbol.upper || !out_.symbols[other].known || out_.symbols[other].rank() != out_.symbols[id].rank()) continue;
      const bool value = path && beside.kind == SymbolKind::variable && (beside.step != none || beside.label == "0" || beside.label == "T");
      if (!value && !(change && beside.label == symbol.label)) continue;
      for (std::size_t n = 0; n < out_.symbols[id].axes.size(); ++n)
        if (!clash(out_.symbols[id].axes[n], out_.symbols[other].axes[n])) unify(out_.symbols[id].axes[n], out_.symbols[other].axes[n]);
    }
  }
}

void Inferrer::pass() {
  out_.expressions.assign(equation_.arena.size(), Shape::unknown());
  seed_symbols();
  for (std::size_t position = 0; position < equation_.statements.size(); ++position)
    if (equation_.statements[position].source != 0) visit(position);
  for (std::size_t position = 0; position < equation_.statements.size(); ++position) visit(position);
}

Shapes Inferrer::run() {
  pass();
  if ((has_opaque_ && !last_pass_) || retie_) {
    // Once more, now that places have shaped what nothing defines.
    Inferrer again(equation_, values_, repair_);
    again.adopted_ = std::move(adopted_);
    again.untied_ = std::move(untied_);
    again.numbers_asked_ = std::move(numbers_asked_);
    again.last_pass_ = true;
    return again.run();
  }
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id)
    if (equation_.symbols[id].kind == SymbolKind::index && out_.ranges[id].terms().empty())
      if (const auto free = ranges_.find({none, id}); free != ranges_.end()) out_.ranges[id] = free->second;
  // What nothing defines has the shape that its calls turned out to have.
  for (ExpressionId id = 0; id < equation_.arena.size(); ++id) {
    if (!equation_.arena.applies(id, "call")) continue;
    Shape& function = out_.symbols[equation_.arena[equation_.arena.child(id, 0)].symbol];
    if (function.known || !out_.expressions[id].known) continue;
    function = out_.expressions[id];
    function.index_axes.clear();
  }
  join_changes();
  count_listed_ranges();
  shape_sets();
  name_sizes();
  return std::move(out_);
}

Shapes infer(const Equation& equation, const std::vector<ValueShape>& values) { return Inferrer(equation, values).run(); }

}  // namespace eqlens
