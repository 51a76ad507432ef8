// Calls: a defined function is worked out with its arguments in place of its parameters; what nothing defines is a symbol of
// its own, given as printed, or drawn.

#include <fmt/format.h>

#include "evaluate/compile.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

std::vector<ExpressionId> Compiler::call_arguments(ExpressionId id) const {
  std::vector<ExpressionId> result;
  const auto children = arena_.children(id);
  for (const auto child : children.subspan(1)) {
    if (child == none) continue;
    if (arena_.applies(child, "given") || arena_.applies(child, "with parameters"))
      for (const auto part : arena_.children(child)) result.push_back(part);
    else
      result.push_back(child);
  }
  return result;
}

const Statement* Compiler::function_definition(SymbolId id) const {
  for (const auto& statement : equation_.statements)
    if (!statement.parameters.empty() && statement.value != none && std::ranges::find(statement.defines, id) != statement.defines.end() &&
        !is_point(statement))
      return &statement;
  return nullptr;
}

/// Whether a fact only says what a function is at one place, as others do for other places: `V(s) = 5`, `V(u) = 6`.
bool Compiler::is_point(const Statement& statement) const {
  const auto reads_parameter = [&](const Statement& of) {
    return std::ranges::any_of(of.parameters, [&](SymbolId parameter) { return reads(of.value, parameter); });
  };
  if (statement.source == 0 || statement.parameters.empty() || statement.defines.empty() || reads_parameter(statement)) return false;
  return std::ranges::any_of(equation_.statements, [&](const Statement& other) {
    return &other != &statement && other.source > 0 && other.defines == statement.defines && other.parameters != statement.parameters &&
           !other.parameters.empty() && other.value != none && !reads_parameter(other);
  });
}

/// The value that such a fact gives to a call that is printed as in the fact.
std::optional<std::size_t> Compiler::point_of(ExpressionId id) const {
  auto text = equation_.canonical(id);
  std::erase(text, ' ');
  for (std::size_t n = 0; n < equation_.statements.size(); ++n) {
    const auto& statement = equation_.statements[n];
    if (statement.source == 0 || statement.sides.empty() || statement.value == none || !is_point(statement)) continue;
    auto left = equation_.canonical(statement.sides.front());
    std::erase(left, ' ');
    if (left == text) return n;
  }
  return std::nullopt;
}

Term Compiler::call(ExpressionId id, Scope& scope) {
  const auto head = arena_.child(id, 0);
  const auto function = arena_[head].kind == ExpressionKind::symbol ? arena_[head].symbol : none;
  if (function == none) return opaque(id, scope);
  if (const auto point = point_of(id)) return side(*point, equation_.statements[*point].value);
  const auto* statement = function_definition(function);
  const auto given = given_.symbols.find(function);
  const bool looked_up = statement == nullptr || reads(statement->value, function);
  const bool table = given != given_.symbols.end() ? !given->second.extents.empty() : looked_up && is_table(id);
  if (statement == nullptr && !table) {
    const auto member = given_.texts.contains(packed_text(id)) ? std::nullopt : equation_.member_of(function);
    return member ? inlined_member(*member, id, scope) : opaque(id, scope);
  }
  const auto array = table && looked_up ? symbol(function, scope, head) : Term{};
  std::vector<Term> arguments;
  for (const auto argument : call_arguments(id)) {
    const auto axis = array.rank() > arguments.size() ? array.rank() - 1 - arguments.size() : none;
    auto picked = axis == none ? Term{} : drawn_place(argument, algebra.extent(array, place(axis)), scope);
    arguments.push_back(picked ? picked : expression(argument, scope));
    if (!arguments.back()) return {};
  }
  if (table && looked_up) {
    // A function given as an array: its arguments are indices.
    if (!array || arguments.size() > array.rank()) return array;
    std::vector<Algebra::Pick> picks;
    Term result = array;
    const auto printed = call_arguments(id);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const auto axis = place(array.rank() - 1 - k);
      // A member of a list stands at its place in the list.
      const auto running =
          arena_[printed[k]].kind == ExpressionKind::symbol ? running_axis(arena_[printed[k]].symbol, scope) : std::nullopt;
      if (running && running_[*running].count == algebra.extent(array, axis))
        result = renamed(std::move(result), axis, *running);
      else
        picks.push_back({axis, arguments[k], index_origin(head, k)});
    }
    return compact(picks.empty() ? result : algebra.gather(result, picks, arena_[id].source == 0 ? arena_[id].span : Span{}));
  }
  return inlined(*statement, arguments, id);
}

/// `f_1(x)` by the definition of `f_\beta(x)`.
Term Compiler::inlined_member(const Member& member, ExpressionId id, Scope& scope) {
  const auto value = label_value(equation_.symbols[arena_[arena_.child(id, 0)].symbol].label, scope);
  if (!value) return opaque(id, scope);
  std::vector<Term> arguments;
  for (const auto argument : call_arguments(id)) {
    arguments.push_back(expression(argument, scope));
    if (!arguments.back()) return {};
  }
  Scope bound;
  bound.bound[member.letter] = value;
  return inlined(*member.definition, arguments, id, &bound);
}

Term Compiler::inlined(const Statement& statement, const std::vector<Term>& arguments, ExpressionId at, const Scope* bound) {
  const auto function = statement.defines.front();
  constexpr std::size_t most_nested_calls = 40;
  constexpr std::size_t most_calls = 20'000;
  if (static_cast<std::size_t>(std::ranges::count(in_progress_, function)) >= most_nested_calls || ++calls_ > most_calls)
    return fail(at, "too-deep", fmt::format("{} calls itself without end", equation_.symbols[function].latex),
                "recursive definitions are not computed");
  in_progress_.push_back(function);
  Scope scope{.root = statement.value, .statement = static_cast<std::size_t>(&statement - equation_.statements.data())};
  if (bound != nullptr) scope.bound = bound->bound;
  for (std::size_t k = 0; k < statement.parameters.size() && k < arguments.size(); ++k) scope.bound[statement.parameters[k]] = arguments[k];
  auto term = expression(statement.value, scope);
  in_progress_.pop_back();
  if (!term) return {};
  std::vector<Axis> axes;
  for (const auto index : statement.free_indices)
    if (const auto axis = running_axis(index, scope); axis && term.has(*axis)) axes.push_back(*axis);
  return with_places(term, axes);
}

/// The indices of the left side that an expression mentions run from now on.
void Compiler::run_free_indices(ExpressionId id, Scope& scope) {
  if (id == none) return;
  if (arena_[id].kind == ExpressionKind::symbol) {
    const auto symbol = arena_[id].symbol;
    const auto& frees = equation_.statements[scope_statement(scope)].free_indices;
    if (std::ranges::find(frees, symbol) != frees.end() && !running_axis(symbol, scope) && !has_value(symbol, scope))
      (void)free_index(symbol, scope);
  }
  for (const auto child : arena_.children(id)) run_free_indices(child, scope);
}

/// The running indices that an expression mentions, in the order in which it does.
void Compiler::mentioned(ExpressionId id, const Scope& scope, std::vector<Axis>& axes) const {
  if (id == none) return;
  if (arena_[id].kind == ExpressionKind::symbol) {
    if (const auto axis = running_axis(arena_[id].symbol, scope); axis && std::ranges::find(axes, *axis) == axes.end())
      axes.push_back(*axis);
    // A member of a list carries the list's axis.
    for (const Scope* s = &scope; s != nullptr; s = s->parent)
      if (const auto bound = s->bound.find(arena_[id].symbol); bound != s->bound.end()) {
        for (const auto axis : index_axes(bound->second))
          if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
        break;
      }
  }
  for (const auto child : arena_.children(id)) mentioned(child, scope, axes);
}

std::string Compiler::packed_text(ExpressionId id) const {
  auto text = equation_.canonical(id);
  std::erase(text, ' ');
  return text;
}

/// Whether a value given for an entry, or for a set that bears an index, lists those of all indices: it has more axes than one has.
bool Compiler::lists_entries(ExpressionId id, const Array& value) const {
  const auto text = packed_text(id);
  const auto rank_of = [&](SymbolId member) {
    return member < shapes_.symbols.size() && shapes_.symbols[member].known ? shapes_.symbols[member].rank() : 0;
  };
  for (ExpressionId at = 0; at < arena_.size(); ++at)
    for (const auto& range : arena_.ranges(at))
      if (range.set != none && range.symbol != none && packed_text(range.set) == text) return value.rank() > rank_of(range.symbol) + 1;
  const bool known = id < shapes_.expressions.size() && shapes_.expressions[id].known;
  return !known || value.rank() > shapes_.expressions[id].rank();
}

/// A value given for a text: of a call or of an entry. Its leading axes are those of the indices that the text mentions.
Term Compiler::given_text(const std::string& text, ExpressionId id, Scope& scope) {
  auto packed = text;
  std::erase(packed, ' ');
  const auto found = given_.texts.find(packed);
  if (found == given_.texts.end()) return {};
  auto known = opaque_.find(packed);
  if (known == opaque_.end()) known = opaque_.emplace(packed, input(found->second, text, "let", {})).first;
  auto term = known->second;
  // The value tells the sizes that a fact gives to the call.
  if (const Shape& shape = shapes_.expressions[id]; shape.known && shape.axes.size() == found->second.extents.size())
    for (std::size_t axis = 0; axis < shape.axes.size(); ++axis)
      if (const auto size = shapes_.sizes.resolve(shape.axes[axis]).single(); size && !sizes_.known(shape.axes[axis]))
        sizes_.learn(shapes_.sizes.name(*size), found->second.extents[axis], "its value");
  const bool entry = arena_[id].kind == ExpressionKind::index;
  const bool listed_whole = !entry || lists_entries(id, found->second);
  if (entry && listed_whole) run_free_indices(id, scope);
  std::vector<Axis> axes;
  mentioned(id, scope, axes);
  if (!listed_whole) {
    // It is that of the one index that is meant, where nothing but the left side says so.
    const auto& own = equation_.statements[scope_statement(scope)];
    std::erase_if(axes, [&](Axis axis) { return axis < running_.size() && is_free(own, running_[axis].symbol); });
  }
  // An index in a label of the name, as in Q_{\phi_i}, is met by the running index of that letter.
  if (axes.empty() && !entry)
    for (const Scope* s = &scope; s != nullptr; s = s->parent)
      for (const auto& [symbol, axis] : s->running)
        if (symbol != none && mentions_letter(text, equation_.symbols[symbol].latex)) axes.push_back(axis);
  const auto rank = term.rank();
  std::size_t next = 0;
  for (const auto axis : axes) {
    if (next >= rank) break;
    const auto at = place(rank - 1 - next);
    // The points of an integral are no index that a value could be listed for.
    if (axis >= running_.size() || algebra.extent(term, at) != running_[axis].count) continue;
    term = renamed(std::move(term), at, axis);
    ++next;
  }
  return compact(term);
}

/// A call or operation that nothing defines: drawn with the shape that inference gives it.
Term Compiler::opaque(ExpressionId id, Scope& scope) {
  if (auto value = given_text(equation_.canonical(id), id, scope)) return value;
  if (auto value = customary(id, scope); value || has_errors(diagnostics)) return value;
  if (arena_.applies(id, "call") && arena_[arena_.child(id, 0)].kind == ExpressionKind::symbol)
    if (auto value = laplacian(id, arena_[arena_.child(id, 0)].symbol, scope); value || has_errors(diagnostics)) return value;
  std::vector<Axis> axes;
  mentioned(id, scope, axes);
  auto text = equation_.canonical(id);
  // Each of `Q_{\phi_i}` is a function of its own.
  const auto named = arena_.applies(id, "call") ? equation_.canonical(arena_.child(id, 0)) : std::string();
  for (const Scope* s = &scope; s != nullptr && !named.empty(); s = s->parent)
    for (const auto& [symbol, axis] : s->running)
      if (symbol != none && std::ranges::find(axes, axis) == axes.end() && mentions_letter(named, equation_.symbols[symbol].latex))
        axes.push_back(axis);
  std::vector<std::size_t> extents;
  for (const auto axis : axes) extents.push_back(axis < running_.size() ? running_[axis].count : 1);
  auto shape = id < shapes_.expressions.size() ? shapes_.expressions[id] : Shape{};
  if (!shape.known && arena_.applies(id, "gradient") && arena_[id].child_count > 1) {
    // A gradient has the shape of what it is taken by.
    const auto variable = arena_.child(id, 1);
    if (variable != none && arena_[variable].kind == ExpressionKind::symbol && arena_[variable].symbol < shapes_.symbols.size())
      shape = shapes_.symbols[arena_[variable].symbol];
  }
  if (shape.known)
    for (const auto& axis : shape.axes) extents.push_back(sizes_.number(axis));
  auto known = opaque_.find(text);
  if (known == opaque_.end()) {
    const auto domain = domain_of_call(analysis_, id);
    const auto term = drawn_input(id, text, domain, extents, "nothing defines this function: ");
    if (!term) return {};
    known = opaque_.emplace(text, term).first;
  }
  auto term = known->second;
  const auto rank = term.rank();
  for (std::size_t k = 0; k < axes.size() && k < rank; ++k) term = renamed(std::move(term), place(rank - 1 - k), axes[k]);
  return compact(term);
}

}  // namespace eqlens
