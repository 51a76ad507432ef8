#include <algorithm>

#include "expression/drawn.hpp"
#include "expression/second_order.hpp"
#include "infer/inferrer.hpp"
#include "infer/letters.hpp"

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
    // By a number: as large as what changes with it.
    if (!arena.applies(id, "gradient") && by.scalar() && (!of.known ? !last_pass_ && depth_ == 0 : of.axes.size() == 1)) return of;
    // The Jacobian of a vector has its outputs first; what a gradient is taken of is a number while nothing says how long it is.
    const auto length = of.known && of.axes.size() == 1 ? out_.sizes.resolve(of.axes[0]).single() : std::nullopt;
    if (arena.applies(id, "gradient") && length && !out_.sizes.rigid(*length)) {
      if (!last_pass_ && depth_ == 0) ask_for_number(children[0], of.axes[0]);
      return by;
    }
    if (of.known && by.known && of.axes.size() == 1 && by.axes.size() == 1) by.axes.insert(by.axes.begin(), of.axes[0]);
    return by;
  }
  if (arena.applies(children[0], "call") && arena[children[0]].child_count > 1) return shapes[arena.child(children[0], 1)];
  return Shape::unknown();
}

// What a gradient is taken of is one number: so is t of `(w^\top u - t)^2` and of `C(g(u), t)`, for each example, although it is bold.
void Inferrer::ask_for_number(ExpressionId id, const Dimension& size) {
  const auto& arena = equation_.arena;
  const auto asked = [&](ExpressionId part) {
    if (part == none) return;
    if (arena.applies(part, "call")) {
      // g of `C(\mathbf{g}(u), t)`, too.
      const SymbolId function = head_of(arena.child(part, 0));
      if (function != none && printed_vector(function)) retie_ = numbers_asked_.insert(function).second || retie_;
      return;
    }
    if (arena[part].kind == ExpressionKind::index) part = arena.child(part, 0);
    const SymbolId letter = head_of(part);
    if (letter == none || !printed_vector(letter) || !guessed_[letter] || out_.symbols[letter].axes.empty()) return;
    if (out_.sizes.resolve(out_.symbols[letter].axes.back()) != out_.sizes.resolve(size)) return;
    retie_ = numbers_asked_.insert(letter).second || retie_;
  };
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none || arena[part].kind == ExpressionKind::index || out_.expressions[part].scalar()) continue;
    const auto children = arena.children(part);
    const bool call = arena.applies(part, "call"), beside = arena.applies(part, "minus") || arena.applies(part, "plus");
    if (call || beside)
      for (const ExpressionId child : children) asked(child);
    if (!call) open.insert(open.end(), children.begin(), children.end());
  }
}

// `\pi(u_t \mid u_s)`: one letter at several steps, given to one function, has one size; so has what it takes at one place each time.
void Inferrer::alike_arguments(ExpressionId id, const std::vector<Shape>& shapes) {
  const auto& arena = equation_.arena;
  auto given = arguments_of(id);
  const SymbolId function = head_of(given[0]);
  given.erase(given.begin());
  const auto letter = [&](ExpressionId part) {
    if (part != none && arena[part].kind == ExpressionKind::index) part = arena.child(part, 0);
    return part == none ? none : head_of(part);
  };
  const auto agree = [&](ExpressionId one, ExpressionId other) {
    const SymbolId a = letter(one), b = letter(other);
    if (a == none || b == none || settled_[a] || settled_[b]) return;
    const Symbol &left = equation_.symbols[a], &right = equation_.symbols[b];
    const Shape &first = shapes[one], &second = shapes[other];
    // Numbered layers, `h^{(1)}` and `h^{(2)}`, have widths of their own.
    if (left.upper != right.upper && (left.upper.starts_with("{(") || left.upper.starts_with('('))) return;
    if (left.nucleus != right.nucleus || left.face != right.face || counts_layers(left) || !first.known || !second.known) return;
    if (first.axes.size() != 1 || second.axes.size() != 1 || clash(first.axes[0], second.axes[0])) return;
    unify(first.axes[0], second.axes[0]);
  };
  for (std::size_t n = 1; n < given.size(); ++n) agree(given[n - 1], given[n]);
  // `h(z_1, \ldots, z_M)`: there are M of them.
  for (std::size_t n = 1; n + 1 < given.size(); ++n) {
    if (given[n] == none || !arena.applies(given[n], "and so on") || arena[given[n + 1]].kind != ExpressionKind::index) continue;
    if (const auto count = dimension_of(arena.child(given[n + 1], 1))) fill_up(given[0], given[n + 1], *count);
  }
  if (function == none) return;
  const auto [before, fresh] = first_calls_.try_emplace(function, given);
  for (std::size_t n = 0; !fresh && n < given.size() && n < before->second.size(); ++n)
    if (before->second[n] != none && given[n] != none) agree(before->second[n], given[n]);
}

// A call of something that nothing defines: its place may shape it, else it is a number.
Shape Inferrer::opaque(ExpressionId id, const std::vector<Shape>& shapes) {
  has_opaque_ = true;
  opaque_ = true;
  if (depth_ == 0) alike_arguments(id, shapes);
  Shape shape = Shape::unknown();
  if (last_pass_) {
    const auto found = adopted_.find(id);
    shape = found == adopted_.end() || found->second.sizes.empty() ? undemanded(id) : Shape{};
    if (found != adopted_.end()) {
      shape.row = found->second.row;
      for (const std::string& name : found->second.sizes) shape.axes.push_back(Dimension::size(out_.sizes.fresh(name)));
    }
    if (!shape.axes.empty() && depth_ == 0) shape = as_before(id, std::move(shape));
  }
  for (const ExpressionId argument : equation_.arena.children(id).subspan(1)) merge_index_axes(shape, shapes[argument], id);
  return shape;
}

// `A g(u)` and `B g(u)`: one call gives one value, wherever it stands.
Shape Inferrer::as_before(ExpressionId id, Shape shape) {
  auto& calls = shaped_calls_[head_of(equation_.arena.child(id, 0))];
  for (const ExpressionId other : calls) {
    const Shape& before = out_.expressions[other];
    if (!before.known || before.axes.size() != shape.axes.size() || equation_.text(other) != equation_.text(id)) continue;
    shape.axes = before.axes;
    return shape;
  }
  calls.push_back(id);
  return shape;
}

// `\nabla \cdot \mathbf{f}(\mathbf{u})`: a flow has a direction for each place of what it moves.
void Inferrer::spreads_like(ExpressionId flow) {
  const auto& arena = equation_.arena;
  if (flow == none || depth_ > 0 || !arena.applies(flow, "call") || arena[flow].child_count < 2 || arena.child(flow, 1) == none) return;
  const Shape &along = out_.expressions[arena.child(flow, 1)], &given = out_.expressions[flow];
  if (!along.known || along.axes.size() != 1) return;
  if (!given.known) return note_adoption(flow, along);
  if (given.axes.size() == 1 && !clash(given.axes[0], along.axes[0])) unify(given.axes[0], along.axes[0]);
}

// No place asks for a shape: a function in bold gives a vector, always of one size, any other a number.
Shape Inferrer::undemanded(ExpressionId id) {
  const ExpressionId function = equation_.arena.child(id, 0);
  if (equation_.arena[function].kind != ExpressionKind::symbol || !printed_vector(equation_.arena[function].symbol)) return {};
  if (numbers_asked_.count(equation_.arena[function].symbol) > 0) return {};
  Shape& result = out_.symbols[equation_.arena[function].symbol];
  if (!result.known) result = own_vector(equation_.arena[function].symbol);
  return result;
}

bool Inferrer::calls_density(ExpressionId id) const {
  const SymbolId function = equation_.arena.applies(id, "call") ? head_of(equation_.arena.child(id, 0)) : none;
  return function != none && names_probability(equation_.symbols[function].nucleus);
}

// Of two factors one is a number: not the one that is printed as a vector, rather one that is called as a density is.
void Inferrer::pass_to_factor(std::span<const ExpressionId> factors, const Shape& shape) {
  const auto& arena = equation_.arena;
  const auto open = [&](ExpressionId factor) { return !out_.expressions[factor].known; };
  const auto known_array = [&](ExpressionId factor) { return out_.expressions[factor].known && !out_.expressions[factor].axes.empty(); };
  if (std::any_of(factors.begin(), factors.end(), known_array)) return;
  const auto bold = [&](ExpressionId factor) {
    const SymbolId function = arena.applies(factor, "call") ? head_of(arena.child(factor, 0)) : none;
    return function != none && printed_vector(function);
  };
  for (const ExpressionId factor : factors)
    if (open(factor) && bold(factor)) return pass_down(factor, shape, false);
  for (std::size_t n = factors.size(); n-- > 0;)
    if (open(factors[n]) && !calls_density(factors[n])) return pass_down(factors[n], shape, false);
}

// What is known of a whole goes to the calls of which it is made, as long as nothing else is known of them.
void Inferrer::pass_down(ExpressionId id, const Shape& shape, bool whole) {
  const auto& arena = equation_.arena;
  if (last_pass_ || depth_ > 0 || id == none || !shape.known || shape.axes.empty() || out_.expressions[id].known) return;
  const auto children = arena.children(id);
  if (arena.applies(id, "call")) {
    // `p(u \mid v)` is a number, whatever it is set equal to; so is p(u) as a part of something.
    const SymbolId function = head_of(children[0]);
    const bool bold = function != none && printed_vector(function);
    if (bold || (whole && !arena.applies(children.back(), "given") && !calls_density(id))) note_adoption(id, shape);
    return;
  }
  if (arena[id].kind == ExpressionKind::reduce) return children.empty() ? void() : pass_down(children[0], shape, false);
  if (arena[id].kind == ExpressionKind::cases) {
    for (std::size_t n = 0; n < children.size(); n += 2) pass_down(children[n], shape, false);
    return;
  }
  if (arena[id].kind != ExpressionKind::apply) return;
  const ShapeRule rule = arena[id].operation->shape;
  if (rule == ShapeRule::same || arena.applies(id, "division") || rule == ShapeRule::power) return pass_down(children[0], shape, false);
  if (rule == ShapeRule::product) return pass_to_factor(children, shape);
  if (rule == ShapeRule::gradient && !arena.applies(id, "gradient") && children.size() > 1 && out_.expressions[children[1]].scalar())
    return pass_down(children[0], shape, false);
  if (rule == ShapeRule::elementwise)
    for (const ExpressionId child : children) pass_down(child, shape, false);
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
