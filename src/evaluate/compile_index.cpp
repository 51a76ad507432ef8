// Entries: `x_i`, `A_{i+1,:}`, `\mathrm{softmax}(z)_i`. An index that runs over a whole axis only names it; everything else picks.

#include <fmt/format.h>

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

Term Compiler::index(ExpressionId id, Scope& scope) {
  if (!given_.texts.empty())
    if (auto value = given_text(equation_.canonical(id), id, scope)) return value;
  const auto head = arena_.child(id, 0);
  if (const auto family = family_of(id, scope)) return at_step(*family, expression(arena_.child(id, 1), scope), id);
  const auto base = arena_[head].kind == ExpressionKind::symbol && given_.families.contains(arena_[head].symbol)
                        ? family(arena_[head].symbol)
                        : array_of(head, scope, id);
  return base ? indexed(base, id, scope) : Term{};
}

/// What is indexed.
Term Compiler::array_of(ExpressionId head, Scope& scope, ExpressionId entry) {
  if (arena_[head].kind != ExpressionKind::symbol) return expression(head, scope);
  const auto symbol_id = arena_[head].symbol;
  const auto given = given_.symbols.find(symbol_id);
  if (equation_.symbols[symbol_id].apart && entry != none && (given == given_.symbols.end() || given->second.extents.empty()))
    return apart_array(entry, scope);
  const auto other = namesake(arena_[head].symbol, scope);
  return other == arena_[head].symbol ? expression(head, scope) : symbol(other, scope, head);
}

bool Compiler::is_drawn(const Term& term) const {
  return std::ranges::any_of(inputs, [&](const Input& input) { return input.node == term.node && input.from == "sample"; });
}

Term Compiler::family(SymbolId symbol) {
  const auto& latex = equation_.symbols[symbol].latex;
  auto known = opaque_.find("family " + latex);
  if (known == opaque_.end()) known = opaque_.emplace("family " + latex, input(given_.families.at(symbol), latex, "let", {})).first;
  return known->second;
}

Term Compiler::indexed(const Term& base, ExpressionId id, Scope& scope) {
  const auto children = arena_.children(id);
  const auto rank = base.rank();
  if (rank == 0) return base;  // a number stands for an array whose entries are all equal
  if (children.size() - 1 > rank)
    return fail(id, "value-shape",
                fmt::format("{} has {} indices, but the value has only {} axes", equation_.text(id), children.size() - 1, rank),
                "give an array with one axis for each index");
  Term result = base;
  std::vector<Algebra::Pick> picks;
  for (std::size_t k = 1; k < children.size(); ++k) {
    const auto axis = place(rank - k);
    if (children[k] == none) continue;
    const auto origin = index_origin(children[0], k - 1);
    const auto extent = algebra.extent(base, axis);
    // `Q(s_t, a_t)` of a table is read at places, which are no lists.
    const bool at_step = arena_[children[k]].kind == ExpressionKind::symbol && equation_.symbols[arena_[children[k]].symbol].step != none;
    auto where = at_step ? drawn_place(children[k], extent, scope) : Term{};
    if (!where && arena_[children[k]].kind == ExpressionKind::symbol) {
      // A running index of exactly this axis gives it its name.
      expression(children[k], scope);
      const auto running = running_axis(arena_[children[k]].symbol, scope);
      if (running && running_[*running].values == none && running_[*running].first == origin && running_[*running].count == extent) {
        result = renamed(std::move(result), axis, *running);
        continue;
      }
    }
    if (!where) where = expression(children[k], scope);
    if (!where) return {};
    if (where.rank() > 0) {
      // A list of indices picks a list of entries.
      if (where.rank() != 1 || children.size() != 2)
        return fail(id, "not-computable", fmt::format("the index of {} is an array", equation_.text(id)));
      const auto list = algebra.fresh();
      where = renamed(where, place(0), list);
      const Algebra::Pick pick{axis, where, origin};
      return renamed(algebra.gather(result, std::span(&pick, 1), arena_[id].source == 0 ? arena_[id].span : Span{}), list, place(rank - 1));
    }
    const bool repeats = arena_[children[0]].kind == ExpressionKind::symbol && periodic_.contains(arena_[children[0]].symbol);
    if (!repeats && is_drawn(base)) where = within_drawn(base, children[0], k - 1, where);
    if (repeats) {
      const auto length = algebra.number(static_cast<double>(extent));
      const auto from_zero = algebra.map("minus", where, algebra.number(static_cast<double>(origin)));
      where = algebra.map("plus", algebra.map(remainder_of, from_zero, length), algebra.number(static_cast<double>(origin)));
    }
    picks.push_back({axis, where, origin});
  }
  if (!picks.empty()) result = algebra.gather(result, picks, arena_[id].source == 0 ? arena_[id].span : Span{});
  result.row = false;
  return compact(result);
}

std::int64_t Compiler::index_origin(ExpressionId base, std::size_t axis) {
  if (given_.index_from.empty()) return usual_origin(base, axis);
  auto text = equation_.canonical(base);
  std::erase(text, ' ');
  auto found = given_.index_from.find(text);
  if (found == given_.index_from.end() && arena_[base].kind == ExpressionKind::apply && arena_[base].child_count == 1)
    return index_origin(arena_.child(base, 0), axis);  // the entries of an elementwise result are counted like its argument's
  if (found == given_.index_from.end() || found->second.empty()) return usual_origin(base, axis);
  return found->second[std::min(axis, found->second.size() - 1)];
}

std::optional<Axis> Compiler::running_axis(SymbolId id, const Scope& scope) const {
  for (const Scope* s = &scope; s != nullptr; s = s->parent) {
    if (s->bound.contains(id)) return std::nullopt;
    if (const auto running = s->running.find(id); running != s->running.end()) return running->second;
  }
  return std::nullopt;
}

Term Compiler::running_value(Axis axis) {
  const auto& running = running_[axis];
  if (running.values != none) return {running.values, {axis}};
  return algebra.count(running.first, running.count, axis);
}

/// The name of a running index. The same range of the same index has one name, unless an argument of the function that is
/// being worked out already carries it.
Axis Compiler::run_over(const Running& running, const Scope& scope) {
  auto wanted = running;
  const auto taken = [&](Axis axis) {
    for (const Scope* s = &scope; s != nullptr; s = s->parent)
      for (const auto& [symbol, term] : s->bound)
        if (term.has(axis)) return true;
    return false;
  };
  while (true) {
    auto found = std::ranges::find(running_, wanted);
    const auto axis = static_cast<Axis>(found - running_.begin());
    if (found == running_.end()) running_.push_back(wanted);
    if (!taken(axis)) return axis;
    ++wanted.copy;
  }
}

/// An index that nothing binds runs over all that its uses in the statement allow.
Axis Compiler::free_index(SymbolId id, Scope& scope) {
  Scope* outer = &scope;
  while (outer->parent != nullptr) outer = outer->parent;
  Running running{.symbol = id};
  if (const auto members = listed(id, scope)) {
    running.values = plan.add_constant({{members->size()}, *members});
    running.count = members->size();
  } else {
    const auto limits = limits_of(id, outer->root, scope);
    running.first = limits.first;
    running.count = static_cast<std::size_t>(std::max<std::int64_t>(0, limits.last - limits.first + 1));
    if (running.count == 0) want_one(limits.drawn, limits.first - limits.last);
  }
  const auto axis = run_over(running, scope);
  outer->running[id] = axis;
  return axis;
}

/// Its value, or nothing if the arrays that it indexes do not agree.
Term Compiler::free_index_value(SymbolId id, Scope& scope) {
  const auto before = diagnostics.size();
  const auto axis = free_index(id, scope);
  return failed_since(before) ? Term{} : running_value(axis);
}

/// Whether a symbol picks entries below an expression: i of `s_{i-j}`.
bool Compiler::counts_entries(ExpressionId id, SymbolId symbol, std::size_t depth) const {
  constexpr std::size_t deepest_call = 8;
  if (id == none) return false;
  if (arena_.applies(id, "call") && depth < deepest_call && arena_[arena_.child(id, 0)].kind == ExpressionKind::symbol) {
    const auto* statement = function_definition(arena_[arena_.child(id, 0)].symbol);
    const auto arguments = call_arguments(id);
    for (std::size_t k = 0; statement != nullptr && k < arguments.size() && k < statement->parameters.size(); ++k)
      if (arena_[arguments[k]].kind == ExpressionKind::symbol && arena_[arguments[k]].symbol == symbol &&
          counts_entries(statement->value, statement->parameters[k], depth + 1))
        return true;
  }
  if (arena_[id].kind == ExpressionKind::index)
    for (const auto child : arena_.children(id).subspan(1))
      if (reads(child, symbol)) return true;
  return std::ranges::any_of(arena_.children(id), [&](ExpressionId child) { return counts_entries(child, symbol, depth); });
}

/// Whether an index is never used to count entries: t of `\beta_1^t` is a number.
bool Compiler::stands_alone(SymbolId id) const {
  for (ExpressionId at = 0; at < arena_.size(); ++at) {
    if (rebinds(at, id)) return false;
    if (arena_[at].kind == ExpressionKind::index)
      for (const auto child : arena_.children(at).subspan(1))
        if (reads(child, id)) return false;
    if (arena_[at].kind == ExpressionKind::symbol && equation_.symbols[arena_[at].symbol].step == id && sequence_of(arena_[at].symbol))
      return false;
    if ((arena_[at].kind == ExpressionKind::apply || arena_[at].kind == ExpressionKind::reduce) && !given_.texts.empty() && reads(at, id)) {
      auto text = equation_.canonical(at);
      std::erase(text, ' ');
      if (given_.texts.contains(text)) return false;
    }
  }
  return std::ranges::none_of(equation_.statements,
                              [&](const Statement& s) { return std::ranges::find(s.free_indices, id) != s.free_indices.end(); });
}

/// The members that a fact lists for an index: `n \in \{0, 1, 2\}`. None if they are all the places of an axis anyway.
std::optional<std::vector<double>> Compiler::listed(SymbolId id, Scope& scope) {
  for (const auto& statement : equation_.statements) {
    if (statement.kind != StatementKind::fact || statement.relations.empty() || statement.relations[0]->name != "is in") continue;
    const bool about = statement.sides.size() == 2 && reads(statement.sides[0], id);
    const bool simple = about && (arena_[statement.sides[0]].kind == ExpressionKind::symbol || arena_.applies(statement.sides[0], "list"));
    if (!simple || !arena_.applies(statement.sides[1], "set")) continue;
    std::vector<double> members;
    for (const auto member : arena_.children(statement.sides[1])) {
      if (arena_[member].kind != ExpressionKind::number && !arena_.applies(member, "negative")) return std::nullopt;
      const auto value = known_number(member, scope);
      if (!value) return std::nullopt;
      members.push_back(*value);
    }
    return members;
  }
  return std::nullopt;
}

}  // namespace eqlens
