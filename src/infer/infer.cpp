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

Shape Inferrer::elementwise_of_values(const std::vector<Shape>& values, ExpressionId) {
  Shape result = values[0];
  for (const Shape& value : values) {
    merge_index_axes(result, value, 0);
    if (value.known && value.axes.size() > result.axes.size()) result.axes = value.axes;
  }
  return result;
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
  std::set<SymbolId> read;
  for (ExpressionId id = begin; id < ends_[position]; ++id)
    if (arena[id].kind == ExpressionKind::symbol) read.insert(arena[id].symbol);
  for (std::size_t other = 0; other < equation_.statements.size(); ++other) {
    if (other == position) continue;
    const auto& defines = equation_.statements[other].defines;
    if (std::any_of(defines.begin(), defines.end(), [&](SymbolId symbol) { return read.count(symbol) > 0; })) visit(other);
  }
  opaque_ = false;
  infer_range(position, out_.expressions);
  settle(position);
}

// Free indices of the left side become the axes of what is defined.
Shape Inferrer::whole_of(const Statement& statement, Shape value) {
  if (!value.known) return value;
  std::vector<Dimension> axes;
  for (const SymbolId index : statement.free_indices) {
    axes.push_back(range_of(index, none));
    std::erase_if(value.index_axes, [&](const IndexAxis& axis) { return axis.index == index; });
  }
  value.axes.insert(value.axes.begin(), axes.begin(), axes.end());
  if (value.axes.size() == 1) value.row = false;
  return value;
}

// Whether every symbol of a statement has a shape that somebody stated: then nothing in a mismatch is a guess of ours.
bool Inferrer::all_declared(const Statement& statement) const {
  const auto& arena = equation_.arena;
  const auto position = static_cast<std::size_t>(&statement - equation_.statements.data());
  for (ExpressionId id = position == 0 ? 0 : ends_[position - 1]; id < ends_[position]; ++id) {
    if (arena[id].kind == ExpressionKind::unknown) return false;
    if (arena[id].kind == ExpressionKind::symbol && equation_.symbols[arena[id].symbol].kind == SymbolKind::variable &&
        !settled_[arena[id].symbol])
      return false;
  }
  return true;
}

// A vector beside a matrix of one column.
bool Inferrer::column(const Shape& a, const Shape& b) const {
  const Shape& larger = a.axes.size() > b.axes.size() ? a : b;
  return larger.axes.size() == 2 && (out_.sizes.resolve(larger.axes[1]).number() == 1 || out_.sizes.resolve(larger.axes[0]).number() == 1);
}

// A printed number or a fixed constant, perhaps negative.
bool Inferrer::constant(ExpressionId id) const {
  const auto& arena = equation_.arena;
  while (arena.applies(id, "negative")) id = arena.child(id, 0);
  if (arena[id].kind == ExpressionKind::number) return true;
  return arena[id].kind == ExpressionKind::symbol &&
         (equation_.symbols[arena[id].symbol].kind == SymbolKind::constant || guessed_[arena[id].symbol]);
}

void Inferrer::define(SymbolId symbol, const Statement& statement, Shape value) {
  if (!value.known) {
    const Symbol& self = equation_.symbols[symbol];
    // An entry of an array is a number unless something says more; a state keeps its shape from step to step.
    if (!statement.free_indices.empty()) value.known = true;
    for (SymbolId other = 0; other < equation_.symbols.size() && !value.known && !self.stem.empty(); ++other)
      if (other != symbol && equation_.symbols[other].stem == self.stem && out_.symbols[other].known) value = out_.symbols[other];
  }
  Shape whole = whole_of(statement, std::move(value));
  Shape& known = out_.symbols[symbol];
  if (!known.known) {
    if (whole.known) {
      known = std::move(whole);
      agree_with_steps(symbol);
      if (out_.evidence[symbol].from == From::nothing)
        out_.evidence[symbol] = {From::equation, equation_.text(statement.span, statement.source)};
    }
    return;
  }
  if (!whole.known) return;
  const std::string& name = equation_.symbols[symbol].latex;
  if (known.axes.size() != whole.axes.size()) {
    // A constant stands for every entry; a computed number does not.
    if (!known.axes.empty() && whole.axes.empty() &&
        (statement.source != 0 || constant(statement.value) || opaque_ || !all_declared(statement)))
      return;
    if (guessed_[symbol]) {
      known = std::move(whole);
      return;
    }
    complain(statement.value, name + " is " + print(known, out_.sizes) + ", but the right side is " + print(whole, out_.sizes), {},
             "declare the shape of " + name + " anew, or change the right side");
    return;
  }
  for (std::size_t n = 0; n < known.axes.size(); ++n) {
    // A fact that prints the values says how large the named sizes are.
    const Dimension declared = out_.sizes.resolve(known.axes[n]), printed = out_.sizes.resolve(whole.axes[n]);
    if (statement.source != 0 && declared.single() && printed.number()) {
      out_.sizes.bind(*declared.single(), printed);
      continue;
    }
    if (!unify(known.axes[n], whole.axes[n])) {
      complain(statement.value,
               name + " is " + print(known, out_.sizes) + ", but the right side is " + print(whole, out_.sizes) + ": " +
                   out_.sizes.print(known.axes[n]) + " and " + out_.sizes.print(whole.axes[n]) + " differ",
               {}, "declare the shape of " + name + " anew, or change the right side");
      return;
    }
  }
}

// The state at another step has the same sizes.
void Inferrer::agree_with_steps(SymbolId symbol) {
  const Symbol& self = equation_.symbols[symbol];
  for (SymbolId other = 0; other < equation_.symbols.size() && !self.stem.empty() && self.step != none; ++other) {
    const Symbol& state = equation_.symbols[other];
    const bool same =
        other != symbol && state.stem == self.stem && state.face == self.face && state.accent == self.accent && state.step == self.step;
    if (!same || !guessed_[other] || out_.symbols[other].axes.size() != out_.symbols[symbol].axes.size()) continue;
    for (std::size_t n = 0; n < out_.symbols[symbol].axes.size(); ++n) unify(out_.symbols[symbol].axes[n], out_.symbols[other].axes[n]);
  }
}

void Inferrer::settle(std::size_t position) {
  const Statement& statement = equation_.statements[position];
  auto& shapes = out_.expressions;
  if (statement.kind == StatementKind::definition || statement.kind == StatementKind::update) {
    if (statement.value != none)
      for (const SymbolId symbol : statement.defines) define(symbol, statement, shapes[statement.value]);
    // The left side is known only now.
    for (ExpressionId id = position == 0 ? 0 : ends_[position - 1]; id <= statement.sides[0]; ++id) shapes[id] = shape_of(id, shapes);
    return;
  }
  if (statement.kind != StatementKind::claim) return;
  for (std::size_t n = 1; n < statement.sides.size(); ++n) {
    const Shape& left = shapes[statement.sides[n - 1]];
    const Shape& right = shapes[statement.sides[n]];
    if (!left.known || !right.known || statement.relations[n - 1]->name == "implies") continue;
    const auto& link = statement.relations[n - 1]->name;
    const bool equal = link == "equals" || link == "is approximately";
    if (equal && left.axes.size() != right.axes.size() && !column(left, right) && !opaque_ && all_declared(statement) &&
        statement.source == 0 && !constant(statement.sides[n]) && !constant(statement.sides[n - 1]) && left.index_axes.empty() &&
        right.index_axes.empty()) {
      complain(statement.sides[n], "the left side is " + print(left, out_.sizes) + ", the right side is " + print(right, out_.sizes), {},
               "both sides of an equality have one shape");
      continue;
    }
    for (std::size_t axis = 0; axis < left.axes.size() && left.axes.size() == right.axes.size(); ++axis)
      if (!unify(left.axes[axis], right.axes[axis]))
        complain(statement.sides[n], "the left side is " + print(left, out_.sizes) + ", the right side is " + print(right, out_.sizes), {},
                 "both sides of an equality have one shape");
  }
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

void Inferrer::pass() {
  out_.expressions.assign(equation_.arena.size(), Shape::unknown());
  seed_symbols();
  for (std::size_t position = 0; position < equation_.statements.size(); ++position)
    if (equation_.statements[position].source != 0) visit(position);
  for (std::size_t position = 0; position < equation_.statements.size(); ++position) visit(position);
}

Shapes Inferrer::run() {
  pass();
  if (has_opaque_ && !last_pass_) {
    // Once more, now that places have shaped what nothing defines.
    Inferrer again(equation_, values_, repair_);
    again.adopted_ = std::move(adopted_);
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
  name_sizes();
  return std::move(out_);
}

Shapes infer(const Equation& equation, const std::vector<ValueShape>& values) { return Inferrer(equation, values).run(); }

}  // namespace eqlens
