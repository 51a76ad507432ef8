// What a statement makes: which form of a chain is computed, and along which axes.

#include "evaluate/compile.hpp"

namespace eqlens {

Term Compiler::side(std::size_t statement, ExpressionId id) {
  Scope scope{.root = id, .statement = statement};
  auto term = expression(id, scope);
  if (!term) return {};
  std::vector<Axis> axes;
  for (const auto index : equation_.statements[statement].free_indices)
    if (const auto axis = running_axis(index, scope); axis && std::ranges::find(axes, *axis) == axes.end()) {
      if (!term.has(*axis)) {
        // A free index on which nothing depends still has its axis.
        auto wider = term.axes;
        auto extents = plan[term.node].extents;
        wider.insert(wider.begin(), *axis);
        extents.insert(extents.begin(), running_[*axis].count);
        term = algebra.filled(term, wider, extents);
      }
      axes.push_back(*axis);
    }
  for (const auto axis : index_axes(term))
    if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
  remember_firsts(equation_.statements[statement], scope);
  remember_letters(statement, axes);
  return with_places(term, axes);
}

/// The axes of what is defined without an index on its left side: those of `\alpha_{t|s} = x_t / x_s` are t and s.
void Compiler::remember_letters(std::size_t statement, const std::vector<Axis>& axes) {
  const auto& of = equation_.statements[statement];
  if (of.kind != StatementKind::definition || of.defines.size() != 1 || !of.free_indices.empty()) return;
  auto& letters = letters_of_made_[statement];
  letters.clear();
  const bool all_run = std::ranges::all_of(axes, [&](Axis axis) { return axis < running_.size(); });
  for (std::size_t k = 0; all_run && k < axes.size(); ++k) letters.push_back(running_[axes[k]]);
}

/// The value of a definition: of a chain `a = b = c` the last part that needs no drawn input, else the last one.
Term Compiler::definition(std::size_t n) {
  const auto& statement = equation_.statements[n];
  std::vector<ExpressionId> parts{statement.value};
  const auto links = [&](std::size_t k) {
    const auto& link = statement.relations[k]->name;
    return link == "equals" || link == "is defined as" || link == "becomes";
  };
  const bool claim = statement.kind == StatementKind::claim;
  for (std::size_t k = statement.sides.size(); k-- > 0;) {
    if (statement.sides[k] == statement.value || statement.relations.empty()) continue;
    if (claim ? links(k == 0 ? 0 : k - 1) : k >= statement.defines.size() && links(k - 1)) parts.push_back(statement.sides[k]);
  }
  // `\operatorname{softmax}_j(e_{ij})` beside a sum over j in N_i: the form that names the set says more.
  if (const auto named = std::ranges::partition(parts, [&](ExpressionId part) { return runs_over_own_set(part); }).begin();
      named != parts.begin())
    parts.erase(named, parts.end());
  if (parts.size() == 1) return side(n, parts.front());
  // Where every part draws something, the one that draws least.
  std::optional<ExpressionId> best;
  std::size_t least = 0;
  for (const auto part : parts) {
    const auto before = mark();
    const auto term = side(n, part);
    const auto drawn_here = drawn - before.drawn;
    if (term && drawn_here == 0) {
      compare_parts(n, part, term, parts);
      return term;
    }
    if (term && (!best || drawn_here < least)) {
      best = part;
      least = drawn_here;
    }
    reset(before);
  }
  return side(n, best.value_or(statement.value));
}

/// Whether an expression runs over a set that differs from item to item: `\sum_{k \in N_i}`.
bool Compiler::runs_over_own_set(ExpressionId id) const {
  if (id == none) return false;
  for (const auto& range : arena_.ranges(id)) {
    if (range.set == none || arena_[range.set].kind != ExpressionKind::index) continue;
    const auto letter = arena_.child(range.set, 1);
    if (letter != none && arena_[letter].kind == ExpressionKind::symbol &&
        equation_.symbols[arena_[letter].symbol].kind == SymbolKind::index)
      return true;
  }
  return std::ranges::any_of(arena_.children(id), [&](ExpressionId child) { return runs_over_own_set(child); });
}

/// Where all that a chain is made of is given, its other parts ought to come out the same.
void Compiler::compare_parts(std::size_t n, ExpressionId taken, const Term& value, const std::vector<ExpressionId>& parts) {
  if (equation_.statements[n].kind != StatementKind::definition || drawn > 0 || given_.symbols.empty() + given_.texts.empty() == 2) return;
  for (const auto part : parts) {
    if (part == taken) continue;
    const auto before = mark();
    const auto other = side(n, part);
    const bool comparable = other && drawn == before.drawn && !run.inputs_of(other.node).empty() && !run.inputs_of(value.node).empty();
    reset(before);
    if (comparable) chains.push_back({taken, value, part, other});
  }
}

Compiler::Mark Compiler::mark() const {
  return {inputs.size(), drawn, diagnostics.size(), compiled.size(), symbols_, slots, opaque_, sizes_, wishes};
}

void Compiler::reset(const Mark& to) {
  inputs.resize(to.inputs);
  drawn = to.drawn;
  diagnostics.resize(to.diagnostics);
  compiled.resize(to.compiled);
  symbols_ = to.symbols;
  slots = to.slots;
  opaque_ = to.opaque;
  sizes_ = to.sizes;
  wishes = to.wishes;
  world_->known.clear();
  world_->steps.clear();
}

}  // namespace eqlens
