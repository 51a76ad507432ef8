#include <algorithm>
#include <utility>

#include "infer/inferrer.hpp"
#include "infer/letters.hpp"

namespace eqlens {

// Free indices of the left side become the axes of what is defined.
Shape Inferrer::whole_of(const Statement& statement, Shape value) {
  if (!value.known) return value;
  Axes axes;
  for (const SymbolId index : statement.free_indices) {
    axes.push_back(range_of(index, none));
    erase_if(value.index_axes, [&](const IndexAxis& axis) { return axis.index == index; });
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

// How many indices a left side such as `x_{t+1}` has, if one of them is computed.
std::size_t Inferrer::places_of_entry(const Statement& statement) const {
  const auto& arena = equation_.arena;
  const ExpressionId left = statement.sides[0];
  if (arena[left].kind != ExpressionKind::index) return 0;
  const auto indices = arena.children(left).subspan(1);
  const bool computed = std::any_of(indices.begin(), indices.end(),
                                    [&](ExpressionId index) { return index != none && arena[index].kind == ExpressionKind::apply; });
  return computed ? indices.size() : 0;
}

void Inferrer::define(SymbolId symbol, const Statement& statement, Shape value) {
  if (!value.known) {
    const Symbol& self = equation_.symbols[symbol];
    const bool array = self.kind == SymbolKind::variable ? printed_array(symbol) : printed_vector(symbol);
    // An entry of an array is a number unless something says more; a state keeps its shape from step to step.
    // All places of a matrix, `\mathbf{A}_{ij}`, leave one number.
    const bool all_places = statement.free_indices.size() > 1 && is_capital(self);
    if (!statement.free_indices.empty()) value = opaque_ && array && !all_places ? own_vector(symbol) : Shape{};
    for (SymbolId other = 0; other < equation_.symbols.size() && !value.known && !self.stem.empty(); ++other)
      if (other != symbol && equation_.symbols[other].stem == self.stem && out_.symbols[other].known) value = out_.symbols[other];
    if (!value.known && opaque_ && array) value = own_vector(symbol);
    // What calls of undefined functions give is as large as what is defined by them.
    Shape entry = settled_[symbol] ? out_.symbols[symbol] : value;
    if (settled_[symbol])
      entry.axes.erase(entry.axes.begin(),
                       entry.axes.begin() + static_cast<std::ptrdiff_t>(std::min(statement.free_indices.size(), entry.axes.size())));
    for (const ExpressionId side : std::span(statement.sides).subspan(1)) pass_down(side, entry, array || settled_[symbol]);
  }
  if (const std::size_t places = places_of_entry(statement); places > 0 && settled_[symbol] && value.known) {
    // `x_{t+1} = ...` gives one entry of a declared x.
    Shape entry = out_.symbols[symbol];
    entry.axes.erase(entry.axes.begin(), entry.axes.begin() + static_cast<std::ptrdiff_t>(std::min(places, entry.axes.size())));
    bool fits = entry.axes.size() == value.axes.size();
    for (std::size_t n = 0; n < entry.axes.size() && fits; ++n) fits = unify(entry.axes[n], value.axes[n]);
    if (fits || (value.axes.empty() && constant(statement.value))) return;
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
  if (known.axes.size() != whole.axes.size()) {
    // A constant stands for every entry; a computed number does not.
    if (!known.axes.empty() && whole.axes.empty() &&
        (statement.source != 0 || constant(statement.value) || opaque_ || !all_declared(statement)))
      return;
    // A row, a matrix and a column make a number, however it is declared.
    const auto one = [&](const Dimension& axis) {
      const auto size = out_.sizes.resolve(axis);
      return size.number() == 1 || (size.single() && !out_.sizes.rigid(*size.single()));
    };
    if (known.axes.empty() && whole.axes.size() == 2 && settled_[symbol] && std::all_of(whole.axes.begin(), whole.axes.end(), one)) {
      for (const Dimension& axis : whole.axes) unify(axis, Dimension(1));
      return;
    }
    // `\nabla^2 u` of a field is also written for the Laplacian, a number.
    const auto& arena = equation_.arena;
    if (known.axes.empty() && arena[statement.value].operation && arena[statement.value].operation->shape == ShapeRule::gradient &&
        second_order(statement.value))
      return;
    if (guessed_[symbol]) {
      known = std::move(whole);
      agree_with_steps(symbol);
      return;
    }
    report_definition(symbol, statement, whole, known.axes.empty() ? Dimension() : known.axes.back(),
                      whole.axes.empty() ? Dimension() : whole.axes.back());
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
      report_definition(symbol, statement, whole, known.axes[n], whole.axes[n]);
      return;
    }
  }
}

// What is defined was declared with another shape.
void Inferrer::report_definition(SymbolId symbol, const Statement& statement, const Shape& whole, const Dimension& a, const Dimension& b) {
  const Shape known = out_.symbols[symbol];
  const std::string& name = equation_.symbols[symbol].latex;
  std::string message = name + " is " + print(known, out_.sizes) + ", but the right side is " + print(whole, out_.sizes);
  if (known.axes.size() == whole.axes.size()) message += ": " + out_.sizes.print(a) + " and " + out_.sizes.print(b) + " differ";
  std::vector<Label> labels;
  const Evidence& evidence = out_.evidence[symbol];
  if (statement.source == 0 && evidence.from == From::declared)
    labels.push_back({equation_.arena[statement.sides[0]].span, name + " is " + print(known, out_.sizes) + " (" + evidence.text + ")"});
  if (statement.source == 0 && !whole.axes.empty())
    labels.push_back({equation_.arena[statement.value].span, "this is " + print(whole, out_.sizes) + origin_of(statement.value, b)});
  const auto before = out_.diagnostics.size();
  complain(statement.value, std::move(message), std::move(labels));
  if (out_.diagnostics.size() == before || !first_run() || statement.source != 0) return;
  const Clash found{statement.value, statement.value, statement.value, whole, known, a, b};
  std::vector<RepairAt> attempts;
  // A left side that is declared transposed, and then what is inside.
  add_inner_attempts(found, attempts);
  if (whole.axes.size() == 2 && known.axes.size() == 2) attempts.push_back({Repair::transpose, statement.value});
  offer_repairs(found, attempts);
  Diagnostic& diagnostic = out_.diagnostics.back();
  if (evidence.from != From::declared) return;
  const Edit edit{{}, declaration(symbol, whole), true};
  const std::string words = edit.text + " instead of " + declaration(symbol, known) + " fits";
  // Rather declare the result anew than an input.
  const bool first = diagnostic.edits.empty() || diagnostic.edits[0].declares;
  if (first && !diagnostic.help.empty()) diagnostic.notes.insert(diagnostic.notes.begin(), "or " + diagnostic.help);
  if (first)
    diagnostic.help = words;
  else
    diagnostic.notes.push_back("or " + words);
  diagnostic.edits.insert(first ? diagnostic.edits.begin() : diagnostic.edits.end(), edit);
}

// K of `X^{(K)}` beside `X^{(k)}`, T beside t.
bool Inferrer::is_last_step(SymbolId last, SymbolId step) const {
  if (last == none || step == none) return false;
  const std::string &capital = equation_.symbols[last].latex, &letter = equation_.symbols[step].latex;
  return capital.size() == 1 && letter.size() == 1 && letter[0] >= 'a' && capital[0] == letter[0] - 'a' + 'A';
}

// The state at another step has the same sizes.
void Inferrer::agree_with_steps(SymbolId symbol) {
  const Symbol& self = equation_.symbols[symbol];
  for (SymbolId other = 0; other < equation_.symbols.size() && !self.stem.empty() && self.step != none; ++other) {
    const Symbol& state = equation_.symbols[other];
    const bool same =
        other != symbol && state.stem == self.stem && state.face == self.face && state.accent == self.accent && state.step == self.step;
    if (!same || !guessed_[other]) continue;
    // A number was guessed for a state that turns out to be an array.
    if (out_.symbols[other].axes.empty() && !out_.symbols[symbol].axes.empty()) {
      out_.symbols[other] = out_.symbols[symbol];
      outgrown_ = true;
    }
    // Layers have widths of their own.
    if (out_.symbols[other].axes.size() != out_.symbols[symbol].axes.size() || counts_layers(self)) continue;
    for (std::size_t n = 0; n < out_.symbols[symbol].axes.size(); ++n) unify(out_.symbols[symbol].axes[n], out_.symbols[other].axes[n]);
  }
}

// A recurrence that keeps its sizes from X^{(k-1)} to X^{(k)} ends with them in X^{(K)}.
void Inferrer::agree_with_last_step(SymbolId symbol) {
  const Symbol& self = equation_.symbols[symbol];
  if (self.stem.empty() || self.step == none || !out_.symbols[symbol].known) return;
  const auto& axes = out_.symbols[symbol].axes;
  const auto same_state = [&](SymbolId other) {
    const Symbol& state = equation_.symbols[other];
    return other != symbol && state.stem == self.stem && state.face == self.face && state.accent == self.accent &&
           out_.symbols[other].known && out_.symbols[other].axes.size() == axes.size();
  };
  const auto keeps = [&](SymbolId other) {
    if (!same_state(other) || equation_.symbols[other].step != self.step) return false;
    for (std::size_t n = 0; n < axes.size(); ++n)
      if (out_.sizes.same(axes[n], out_.symbols[other].axes[n]) != Same::yes) return false;
    return true;
  };
  bool kept = false;
  for (SymbolId other = 0; other < equation_.symbols.size(); ++other) kept = kept || keeps(other);
  for (SymbolId other = 0; kept && other < equation_.symbols.size(); ++other)
    if (same_state(other) && guessed_[other] && is_last_step(equation_.symbols[other].step, self.step))
      for (std::size_t n = 0; n < axes.size(); ++n) unify(axes[n], out_.symbols[other].axes[n]);
}

void Inferrer::settle(std::size_t position) {
  const Statement& statement = equation_.statements[position];
  auto& shapes = out_.expressions;
  if (statement.kind == StatementKind::definition || statement.kind == StatementKind::update) {
    check_free_indices(statement);
    if (statement.value != none)
      for (const SymbolId symbol : statement.defines) {
        define(symbol, statement, shapes[statement.value]);
        agree_with_last_step(symbol);
      }
    // What read the state as a number is worked out anew; what is wrong with it was said.
    if (std::exchange(outgrown_, false) && depth_ == 0) {
      const auto said = out_.diagnostics.size();
      infer_range(position, shapes);
      out_.diagnostics.resize(said);
    }
    // The links of a chain have one shape.
    settle_links(statement, 2);
    // The left side is known only now.
    for (ExpressionId id = position == 0 ? 0 : ends_[position - 1]; id <= statement.sides[0]; ++id) shapes[id] = shape_of(id, shapes);
    // `n_{i\cdot} = \sum_j n_{ij}`: the dot stands for what was added up, so nothing runs there.
    const ExpressionId left = statement.sides[0];
    const auto& arena = equation_.arena;
    if (arena[left].kind == ExpressionKind::index && statement.value != none && arena[statement.value].kind == ExpressionKind::reduce) {
      const auto places = arena.children(left);
      if (std::find(places.begin(), places.end(), none) != places.end() && equation_.text(left).find("\\cdot") != std::string::npos)
        shapes[left] = shapes[statement.value];
    }
    return;
  }
  if (statement.kind == StatementKind::distribution) settle_distribution(statement);
  if (statement.kind == StatementKind::claim) settle_links(statement, 1);
}

// Sides that are equal have one shape; those before `first` are what the statement defines.
void Inferrer::settle_links(const Statement& statement, std::size_t first) {
  const auto& shapes = out_.expressions;
  for (std::size_t n = first; n < statement.sides.size(); ++n) {
    const Shape& left = shapes[statement.sides[n - 1]];
    const Shape& right = shapes[statement.sides[n]];
    const auto& link = statement.relations[n - 1]->name;
    const bool equal = link == "equals" || link == "is approximately";
    if (equal && left.known != right.known) {
      // Only what is printed or declared as an array says so of a plain call: `\mathbf{z} = f(x)`.
      const SymbolId head = head_of(statement.sides[left.known ? n - 1 : n]);
      const bool array = head != none && (printed_array(head) || settled_[head]);
      pass_down(statement.sides[left.known ? n : n - 1], left.known ? left : right, array);
    }
    if (!left.known || !right.known || link == "implies") continue;
    bool unlike = equal && left.axes.size() != right.axes.size() && !column(left, right) && !opaque_ && all_declared(statement) &&
                  statement.source == 0 && !constant(statement.sides[n]) && !constant(statement.sides[n - 1]) && left.index_axes.empty() &&
                  right.index_axes.empty();
    Dimension a = left.axes.empty() ? Dimension() : left.axes.back(), b = right.axes.empty() ? Dimension() : right.axes.back();
    for (std::size_t axis = 0; axis < left.axes.size() && left.axes.size() == right.axes.size() && !unlike; ++axis)
      if (!unify(left.axes[axis], right.axes[axis])) {
        unlike = true;
        a = left.axes[axis];
        b = right.axes[axis];
      }
    if (!unlike) continue;
    const Clash found{statement.sides[n], statement.sides[n - 1], statement.sides[n], left, right, a, b};
    std::vector<Label> labels;
    if (statement.source == 0) labels = {label_of(found.left, left, a), label_of(found.right, right, b)};
    const auto before = out_.diagnostics.size();
    complain(statement.sides[n], "the left side is " + print(left, out_.sizes) + ", the right side is " + print(right, out_.sizes),
             std::move(labels), "both sides of an equality have one shape");
    if (out_.diagnostics.size() == before || !first_run() || statement.source != 0) continue;
    std::vector<RepairAt> attempts;
    add_inner_attempts(found, attempts);
    offer_repairs(found, attempts);
  }
}

// `x \sim \mathcal{N}(\mu, \Sigma)`: a sample has the shape of the mean.
void Inferrer::settle_distribution(const Statement& statement) {
  const auto& arena = equation_.arena;
  const ExpressionId left = statement.sides[0], right = statement.sides[1];
  const Shape drawn = out_.expressions[right];
  if (arena.applies(right, "normal distribution") && !drawn.known) pass_down(arena.child(right, 0), out_.expressions[left]);
  if (!arena.applies(right, "normal distribution") || !drawn.known || drawn.axes.empty()) return;
  Shape& known = out_.expressions[left];
  const SymbolId symbol = head_of(left);
  if (symbol != none && guessed_[symbol] && known.axes.size() < drawn.axes.size()) {
    out_.symbols[symbol].axes = drawn.axes;
    out_.evidence[symbol] = {From::equation, equation_.text(statement.span, statement.source)};
    known.axes = drawn.axes;
    return;
  }
  Shape both = known;
  if (known.known && known.axes.size() == drawn.axes.size()) combine(right, both, left, drawn, right, "have unlike shapes");
}

std::vector<SymbolId> Inferrer::index_letters(ExpressionId id) const {
  const auto& arena = equation_.arena;
  std::vector<SymbolId> letters;
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none) continue;
    if (arena[part].kind == ExpressionKind::symbol) {
      const Symbol& symbol = equation_.symbols[arena[part].symbol];
      letters.push_back(symbol.kind == SymbolKind::index ? arena[part].symbol : symbol.step);
    }
    open.insert(open.end(), arena.children(part).begin(), arena.children(part).end());
    if (arena[part].kind == ExpressionKind::reduce)
      for (const Range& range : arena.ranges(part)) open.insert(open.end(), {range.lower, range.upper, range.set, range.condition});
  }
  return letters;
}

// In `C_{ij} = ...` the same letters are free on both sides.
void Inferrer::check_free_indices(const Statement& statement) {
  const auto& arena = equation_.arena;
  if (statement.value == none || statement.source != 0 || statement.defines.size() != 1 || opaque_) return;
  const Shape value = out_.expressions[statement.value];
  if (!value.known || arena[statement.sides[0]].kind == ExpressionKind::apply) return;
  const bool declared = settled_[statement.defines[0]];
  if (statement.free_indices.empty() && !declared) return;
  const auto on_left = index_letters(statement.sides[0]), on_right = index_letters(statement.value);
  const auto among = [](const std::vector<SymbolId>& letters, SymbolId letter) {
    return std::find(letters.begin(), letters.end(), letter) != letters.end();
  };
  const std::string left = equation_.text(statement.sides[0]);
  for (const IndexAxis& axis : value.index_axes) {
    const std::string& letter = equation_.symbols[axis.index].latex;
    // `\alpha_{t|s}` carries the letter in its name.
    const auto scripts = left.find_first_of("_^");
    const bool named = scripts != std::string::npos && left.find(letter, scripts) != std::string::npos;
    if (named || among(on_left, axis.index)) continue;
    complain(
        statement.value,
        "the index " + letter + " is free on the right side only: " + left + " has no index " + letter + ", which runs to " +
            out_.sizes.print(axis.size) + " on the right",
        {},
        "sum over it, \\sum_" + letter + ", or give " + equation_.symbols[statement.defines[0]].latex + " the index " + letter + " too");
    return;
  }
  if (value.index_axes.empty()) return;
  for (const SymbolId index : statement.free_indices) {
    if (among(on_right, index)) continue;
    const std::string& letter = equation_.symbols[index].latex;
    complain(
        statement.sides[0],
        "the index " + letter + " is free on the left side only: nothing in " + equation_.text(statement.value) + " depends on " + letter,
        {}, "use " + letter + " on the right side, or drop it on the left");
    return;
  }
}

}  // namespace eqlens
