#include <algorithm>

#include "expression/second_order.hpp"
#include "infer/inferrer.hpp"

namespace eqlens {

// `\nabla^2 f`, `\frac{\partial^2 f}{\partial x^2}`: the matrix of second derivatives.
bool Inferrer::second_order(ExpressionId id) const { return is_second_order(equation_, id); }

Shape Inferrer::gradient(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const auto children = arena.children(id);
  if (second_order(id)) {
    const bool called = arena.applies(children[0], "call") && arena[children[0]].child_count > 1;
    const ExpressionId by = children.size() > 1 ? children[1] : called ? arena.child(children[0], 1) : none;
    Shape twice = by == none ? Shape::unknown() : shapes[by];
    if (twice.known && twice.axes.size() == 1) twice.axes.push_back(twice.axes[0]);
    return twice;
  }
  if (children.size() > 1) {
    Shape by = shapes[children[1]];
    const Shape& of = shapes[children[0]];
    // The Jacobian of a vector has its outputs first; what a gradient is taken of is a number while nothing says how long it is.
    const auto length = of.known && of.axes.size() == 1 ? out_.sizes.resolve(of.axes[0]).single() : std::nullopt;
    if (arena.applies(id, "gradient") && length && !out_.sizes.rigid(*length)) return by;
    if (of.known && by.known && of.axes.size() == 1 && by.axes.size() == 1) by.axes.insert(by.axes.begin(), of.axes[0]);
    return by;
  }
  if (arena.applies(children[0], "call") && arena[children[0]].child_count > 1) return shapes[arena.child(children[0], 1)];
  return Shape::unknown();
}

// A call of something that nothing defines: its place may shape it, else it is a number.
Shape Inferrer::opaque(ExpressionId id, const std::vector<Shape>& shapes) {
  has_opaque_ = true;
  opaque_ = true;
  Shape shape = Shape::unknown();
  if (last_pass_) {
    const auto found = adopted_.find(id);
    shape = Shape{};
    if (found != adopted_.end()) {
      shape.row = found->second.row;
      for (std::size_t n = 0; n < found->second.axes.size(); ++n) shape.axes.push_back(Dimension::size(out_.sizes.fresh("d")));
    }
  }
  for (const ExpressionId argument : equation_.arena.children(id).subspan(1)) merge_index_axes(shape, shapes[argument], id);
  return shape;
}

// A function whose result was declared, perhaps with what it takes. What it takes may come in many rows at once.
Shape Inferrer::declared_call(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const ExpressionId function = arena.child(id, 0);
  Shape result = out_.symbols[arena[function].symbol];
  auto given = arguments_of(id);
  given.erase(given.begin());
  const auto fact = std::find_if(equation_.shape_facts.begin(), equation_.shape_facts.end(),
                                 [&](const ShapeFact& each) { return each.symbol == arena[function].symbol && !each.arguments.empty(); });
  // `Q(s, a)` of a table looks one entry up.
  const bool places = std::all_of(given.begin(), given.end(), [&](ExpressionId each) { return shapes[each].scalar(); });
  const bool table = std::none_of(equation_.shape_facts.begin(), equation_.shape_facts.end(), [&](const ShapeFact& each) {
    return each.symbol == arena[function].symbol && (each.of_call || !each.arguments.empty());
  });
  if (table && !given.empty() && result.axes.size() == given.size() && places) result.axes.clear();
  for (const ExpressionId argument : given) merge_index_axes(result, shapes[argument], id);
  if (fact == equation_.shape_facts.end() || fact->arguments.size() != given.size()) return result;
  Axes rows;
  for (std::size_t n = 0; n < given.size(); ++n) {
    const Shape& argument = shapes[given[n]];
    const auto& taken = fact->arguments[n];
    if (!argument.known) continue;
    const std::size_t more = argument.axes.size() - std::min(argument.axes.size(), taken.size());
    bool fits = argument.axes.size() >= taken.size();
    for (std::size_t axis = 0; axis < taken.size() && fits; ++axis) fits = unify(taken[axis], argument.axes[more + axis]);
    if (!fits && !(argument.axes.size() < taken.size() && holds_guess(given[n])))
      return complain(id,
                      equation_.text(function) + " takes " + print({true, {}, taken, false, false}, out_.sizes) + ", but " +
                          described(given[n], argument),
                      {{arena[function].span, equation_.text(fact->span, fact->source)},
                       label_of(given[n], argument, argument.axes.empty() ? Dimension() : argument.axes.back())},
                      "give " + equation_.text(function) + " a value of the shape it takes, or declare it anew");
    if (more > rows.size()) rows.assign(argument.axes.begin(), argument.axes.begin() + static_cast<std::ptrdiff_t>(more));
  }
  result.axes.insert(result.axes.begin(), rows.begin(), rows.end());
  return result;
}

// A function that the input defines has the shape of its body for these arguments.
Shape Inferrer::call(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  const SymbolId function = arena[arena.child(id, 0)].symbol;
  if (settled_[function]) return declared_call(id, shapes);
  // `D(p \| q)` compares two distributions, whatever D is called.
  if (const std::string text = equation_.text(id); !equation_.definition_of(function) && text.find("\\|") != std::string::npos) {
    auto compared = arguments_of(id);
    compared.erase(compared.begin());
    if (compared.size() == 2 && !holds_guess(compared[0]) && !holds_guess(compared[1]) && alike(id, compared, shapes).wrong)
      return Shape::misfit();
  }
  const Statement* definition = equation_.definition_of(function);
  if (const auto member = definition == nullptr ? equation_.member_of(function) : std::nullopt) definition = member->definition;
  auto given = arguments_of(id);
  given.erase(given.begin());
  // The left side of its own definition: unknown until the line has been worked out, then what the line found.
  if (definition != nullptr && !definition->sides.empty() && depth_ == 0) {
    const ExpressionId left = definition->sides[0];
    if (left == id || (arena[left].kind == ExpressionKind::index && arena.child(left, 0) == id)) {
      Shape result = out_.symbols[function];
      for (const ExpressionId argument : given) merge_index_axes(result, shapes[argument], id);
      return result;
    }
  }
  const bool recursive = std::find(active_.begin(), active_.end(), definition) != active_.end();
  if (!definition || definition->parameters.size() != given.size() || recursive || --calls_left_ < 0)
    return out_.symbols[function].known && definition ? out_.symbols[function] : opaque(id, shapes);
  std::vector<Shape> saved;
  for (std::size_t n = 0; n < given.size(); ++n) {
    const SymbolId parameter = definition->parameters[n];
    saved.push_back(out_.symbols[parameter]);
    out_.symbols[parameter] = shapes[given[n]];
    out_.symbols[parameter].index_axes.clear();
  }
  ++depth_;
  active_.push_back(definition);
  const auto position = static_cast<std::size_t>(definition - equation_.statements.data());
  std::vector<Shape> inner(arena.size(), Shape::unknown());
  infer_range(position, inner);
  active_.pop_back();
  --depth_;
  Shape result = whole_of(*definition, inner[definition->value]);
  // What is made of a row entry by entry stays a row.
  result.row = definition->free_indices.empty() && inner[definition->value].row;
  for (std::size_t n = 0; n < given.size(); ++n) {
    out_.symbols[definition->parameters[n]] = saved[n];
    merge_index_axes(result, shapes[given[n]], id);
  }
  return result;
}

}  // namespace eqlens
