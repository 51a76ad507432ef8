// What a symbol's value is: bound, running, constant, given, defined, a size, an entry of a sequence, or drawn; in this order.

#include <fmt/format.h>

#include <cmath>

#include "evaluate/compile.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

Term Compiler::symbol(SymbolId id, Scope& scope, ExpressionId at) {
  for (const Scope* s = &scope; s != nullptr; s = s->parent) {
    if (const auto bound = s->bound.find(id); bound != s->bound.end()) return bound->second;
    if (const auto running = s->running.find(id); running != s->running.end()) return running_value(running->second);
  }
  if (const auto fixed = world_->fixed.find(id); fixed != world_->fixed.end()) return fixed->second;
  const auto& symbol = equation_.symbols[id];
  if (symbol.kind == SymbolKind::constant) return constant(id, at);
  if (auto value = given_value(id, scope)) return value;
  if (auto value = defined(id, scope, at); value || has_errors(diagnostics)) return value;
  if (auto value = fixed_index(id, scope)) return value;
  if (auto value = entry_of_stem(id, scope)) return value;
  if (auto value = entry_at_letter(id, scope)) return value;
  if (auto value = entry_of_definition(id, scope, at); value || has_errors(diagnostics)) return value;
  // A function's argument of which all members are listed is worked out for each of them.
  const auto& own = equation_.statements[scope_statement(scope)];
  const bool of_left_side = !own.sides.empty() && arena_.applies(own.sides.front(), "call") && reads(own.sides.front(), id);
  if (symbol.kind == SymbolKind::index && has_no_range(id, scope)) return draw_symbol(id, scope, at);
  const bool counts = of_left_side && symbol.kind != SymbolKind::function && counts_entries(own.value, id);
  if (counts || is_free(own, id) || (of_left_side && listed(id, scope))) return free_index_value(id, scope);
  const bool alone = symbol.kind == SymbolKind::index && (symbols_.contains(id) || (!listed(id, scope) && stands_alone(id)));
  if (symbol.kind == SymbolKind::index && !alone) return free_index_value(id, scope);
  if (auto value = size_symbol(id)) return value;
  if (at != none)
    if (auto value = laplacian(at, id, scope); value || has_errors(diagnostics)) return value;
  return draw_symbol(id, scope, at);
}

/// An index that a fact fixes: `t = 3` beside `\eta_t = 2t`.
Term Compiler::fixed_index(SymbolId id, Scope& scope) {
  if (equation_.symbols[id].kind != SymbolKind::index) return {};
  for (const auto& statement : equation_.statements) {
    if (statement.source == 0 || statement.sides.size() != 2 || statement.relations[0]->name != "equals") continue;
    const auto left = statement.sides[0];
    if (arena_[left].kind != ExpressionKind::symbol || arena_[left].symbol != id || reads(statement.sides[1], id)) continue;
    const auto value = expression(statement.sides[1], scope);
    const auto& latex = equation_.symbols[id].latex;
    if (value && std::ranges::none_of(inputs, [&](const Input& input) { return input.symbol == latex; }))
      inputs.push_back({0, value.node, latex, "where", {}});
    return value;
  }
  return {};
}

Term Compiler::input(Array value, std::string symbol, std::string from, std::string why) {
  const auto node = plan.add_input(value.extents);
  const auto slot = plan[node].slot;
  run.set(slot, std::move(value));
  inputs.push_back({slot, node, std::move(symbol), std::move(from), std::move(why)});
  return algebra.positional(node);
}

Term Compiler::drawn_input(ExpressionId at, const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents,
                           const std::string& because) {
  double elements = 1;
  for (const auto extent : extents) elements *= static_cast<double>(extent);
  if (elements > static_cast<double>(options_.most_elements))
    return fail(at, "too-large", fmt::format("{} would have {} elements", name, fmt::join(extents, " × ")),
                "give smaller sizes with --size");
  const bool usual = (domain == "stability" || domain == "step" || domain == "start" || domain.starts_with("usually ")) &&
                     (options_.sample == Sample::automatic || options_.sample == Sample::by_hand);
  auto value = drawing_.draw(name, domain, extents, drawn);
  if (!usual) ++drawn;
  return input(std::move(value), name, usual ? "default" : "sample", because + drawing_.words(name, domain));
}

Term Compiler::constant(SymbolId id, ExpressionId at) {
  const auto& symbol = equation_.symbols[id];
  if (symbol.nucleus == "I" || symbol.nucleus == "1") return shaped_constant(at, symbol.nucleus == "I");
  if (symbol.nucleus == "0") return algebra.number(0);
  return algebra.number(symbol.value);
}

/// The identity matrix or the vector of ones, as large as inference says: a size that nobody knows yet is chosen here, since a number
/// in its place would be added to every entry.
Term Compiler::shaped_constant(ExpressionId at, bool identity) {
  std::vector<std::size_t> extents;
  if (at != none && shapes_.expressions.size() > at && shapes_.expressions[at].known) extents = sizes_.extents(shapes_.expressions[at]);
  if (identity) return extents.size() == 2 ? algebra.identity(extents[0], place(1), place(0)) : algebra.number(1);
  Array ones{extents, {}};
  ones.data.assign(element_count(extents), 1.0);
  return algebra.constant(std::move(ones));
}

Term Compiler::given_value(SymbolId id, Scope& scope) {
  const auto found = given_.symbols.find(id);
  if (found == given_.symbols.end()) return {};
  // Where statements make a new value out of the old one, readers after them see the new one.
  if (const auto statement = defining_statement(id, scope.statement)) {
    const auto& by = equation_.statements[*statement];
    if (by.parameters.empty() && reads(by.value, id)) return {};
  }
  if (const auto known = symbols_.find(id); known != symbols_.end()) return known->second;
  auto term = input(found->second, equation_.symbols[id].latex, "let", {});
  slots[id] = inputs.back().slot;
  if (definition_of_stem(equation_.symbols[id].stem)) term = as_state(id, term);
  symbols_[id] = term;
  return term;
}

Term Compiler::given_definition(std::size_t n) {
  const auto& statement = equation_.statements[n];
  Scope scope{.root = statement.value, .statement = n};
  return given_value(statement.defines.front(), scope);
}

bool Compiler::reads(ExpressionId id, SymbolId symbol) const { return equation_.reads(id, symbol); }

/// The statement whose definition a reader in statement `reader` sees. Old and new values of an updated symbol are told apart
/// by order: the last update before the reader counts, and the statement that updates reads the old value itself.
std::optional<std::size_t> Compiler::defining_statement(SymbolId id, std::size_t reader) const {
  std::optional<std::size_t> found;
  for (std::size_t n = 0; n < equation_.statements.size(); ++n) {
    const auto& statement = equation_.statements[n];
    if (statement.kind != StatementKind::definition && statement.kind != StatementKind::update) continue;
    if (std::ranges::find(statement.defines, id) == statement.defines.end() || statement.value == none) continue;
    const bool updates = statement.kind == StatementKind::update || (statement.parameters.empty() && reads(statement.value, id));
    if (updates && n >= reader) continue;
    if (!found || updates) found = n;
  }
  return found;
}

Term Compiler::defined(SymbolId id, Scope& scope, ExpressionId at) {
  const auto statement = defining_statement(id, scope.statement);
  if (!statement) return {};
  const auto step = equation_.symbols[id].step;
  const auto& reader = equation_.statements[scope_statement(scope)];
  const bool runs = step != none && *statement != scope.statement && (running_axis(step, scope) || is_free(reader, step));
  if (runs && reads(equation_.statements[*statement].value, step))
    return at_step({*statement, step, equation_.symbols[id].offset},
                   algebra.map("plus", symbol(step, scope), algebra.number(equation_.symbols[id].offset)), at);
  const auto key = std::pair(id, *statement);
  if (const auto known = world_->known.find(key); known != world_->known.end()) return at_letters(id, *statement, known->second, scope);
  if (std::ranges::find(in_progress_, id) != in_progress_.end()) {
    if (given_.symbols.contains(id)) return {};
    return fail(at, "not-computable", fmt::format("{} is defined by its own value", equation_.symbols[id].latex),
                "give its value, or write the next value with \\leftarrow");
  }
  in_progress_.push_back(id);
  auto term = definition(*statement);
  in_progress_.pop_back();
  if (!term) return {};
  world_->known[key] = term;
  // A number that a fact fixes is an input all the same.
  const auto& latex = equation_.symbols[id].latex;
  const bool listed_already = std::ranges::any_of(inputs, [&](const Input& input) { return input.symbol == latex; });
  if (equation_.statements[*statement].source > 0 && algebra.constant_number(term) && !listed_already)
    inputs.push_back({0, term.node, latex, "where", {}});
  return at_letters(id, *statement, term, scope);
}

Term Compiler::size_symbol(SymbolId id) {
  const auto& latex = equation_.symbols[id].latex;
  const auto value = sizes_.known(std::string_view(latex));
  if (!value) return {};
  if (const auto known = symbols_.find(id); known != symbols_.end()) return known->second;
  const auto number = static_cast<double>(*value);
  inputs.push_back({0, none, latex, "shape", {}});
  auto term = algebra.number(number);
  inputs.back().node = term.node;
  symbols_[id] = term;
  return term;
}

/// μ of `\mathbb{E}[(x - \mu)^2]`, if nothing else says what it is: the mean of x.
Term Compiler::usual_mean(SymbolId id, Scope& scope) {
  for (ExpressionId at = 0; at < arena_.size(); ++at) {
    if (arena_[at].kind != ExpressionKind::reduce || arena_[at].operation->name != "expectation") continue;
    const auto square = arena_.child(at, 0);
    if (!arena_.applies(square, "power") || !arena_.applies(arena_.child(square, 0), "minus")) continue;
    const auto distance = arena_.child(square, 0);
    const auto centre = arena_.child(distance, 1);
    if (arena_[centre].kind != ExpressionKind::symbol || arena_[centre].symbol != id || reads(arena_.child(distance, 0), id)) continue;
    const auto samples = expression(arena_.child(distance, 0), scope);
    return samples && samples.rank() > 0 ? average(samples, {}) : Term{};
  }
  return {};
}

/// Whether an index that stands in the row stands in no array, and nothing else says how far it goes: i of `c^{2i/d}`.
bool Compiler::has_no_range(SymbolId id, Scope& scope) {
  if (id >= shapes_.ranges.size() || !shapes_.ranges[id].terms().empty() || running_axis(id, scope)) return false;
  if (symbols_.contains(id)) return true;
  const Scope* outer = &scope;
  while (outer->parent != nullptr) outer = outer->parent;
  return is_free(equation_.statements[scope_statement(scope)], id) && !listed(id, scope) && !known_limits(id, outer->root, scope).known;
}

/// m of `\sum_{a=-m}^{m} g_a` where g is given.
Term Compiler::half_width(SymbolId id, ExpressionId body, const Range& range) {
  if (body == none || !arena_.applies(range.lower, "negative") || arena_[arena_.child(range.lower, 0)].kind != ExpressionKind::symbol ||
      arena_[arena_.child(range.lower, 0)].symbol != id)
    return {};
  const auto children = arena_.children(body);
  if (arena_[body].kind == ExpressionKind::index && arena_[children[0]].kind == ExpressionKind::symbol)
    if (const auto given = given_.symbols.find(arena_[children[0]].symbol); given != given_.symbols.end())
      for (std::size_t k = 1; k < children.size() && k <= given->second.rank(); ++k)
        if (children[k] != none && arena_[children[k]].kind == ExpressionKind::symbol && arena_[children[k]].symbol == range.symbol)
          return algebra.number(std::floor(static_cast<double>(given->second.extents[k - 1]) / 2));
  for (const auto child : children)
    if (auto found = half_width(id, child, range)) return found;
  return {};
}

Term Compiler::count_of_sum(SymbolId id, Scope& scope) {
  if (!counted_.insert(id).second) return {};
  const auto count = counted_by_data(id, scope);
  counted_.erase(id);
  return count;
}

/// n of `\sum_{i=1}^{n} x_i` or of `\frac{1}{n} \sum_i x_i`, if nothing else says what it is: the data do.
Term Compiler::counted_by_data(SymbolId id, Scope& scope) {
  const auto is_symbol = [&](ExpressionId at) {
    return at != none && arena_[at].kind == ExpressionKind::symbol && arena_[at].symbol == id;
  };
  const auto divides_by = [&](ExpressionId at) { return arena_.applies(at, "division") && is_symbol(arena_.child(at, 1)); };
  for (ExpressionId at = 0; at < arena_.size(); ++at)
    for (const auto& range : arena_.ranges(at)) {
      if (!is_symbol(range.upper) || range.symbol == none) continue;
      // From -n to n there are more places than n.
      if (range.lower != none && reads(range.lower, id)) {
        if (auto half = half_width(id, arena_.child(at, 0), range)) return half;
        continue;
      }
      const auto limits = limits_of(range.symbol, arena_.child(at, 0), scope);
      if (limits.known) return algebra.number(static_cast<double>(limits.last));
    }
  for (ExpressionId at = 0; at < arena_.size(); ++at) {
    ExpressionId sum = none;
    if (divides_by(at)) sum = arena_.child(at, 0);
    if (arena_.applies(at, "product") && divides_by(arena_.child(at, 0))) sum = arena_.child(at, 1);
    if (sum == none || arena_[sum].kind != ExpressionKind::reduce || arena_[sum].operation->name != "sum") continue;
    double terms = 1;
    for (const auto& range : arena_.ranges(sum)) {
      if (range.symbol == none || range.upper != none || range.set != none || range.condition != none) return {};
      const auto limits = limits_of(range.symbol, arena_.child(sum, 0), scope);
      if (!limits.known) return {};
      terms *= static_cast<double>(limits.last - limits.first + 1);
    }
    return algebra.number(terms);
  }
  return {};
}

/// Whether a symbol is what earlier steps left behind, read at the first step: m_{t-1} where t is 1 and is computed with.
bool Compiler::is_start(SymbolId id) const {
  const auto& symbol = equation_.symbols[id];
  if (!options_.from_start || drawing_.attempt() > 0 || symbol.stem.empty() || symbol.offset >= 0 || symbol.step == none) return false;
  if (const auto counter = given_.symbols.find(symbol.step); counter != given_.symbols.end() && counter->second.data != std::vector{1.0})
    return false;
  const auto* entry = analysis_.roles.find(id);
  if (entry == nullptr || entry->role != Role::input) return false;
  // As an index alone it says nothing of which step it is.
  for (ExpressionId at = 0; at < arena_.size(); ++at)
    if (arena_[at].kind == ExpressionKind::apply)
      for (const auto child : arena_.children(at))
        if (child != none && arena_[child].kind == ExpressionKind::symbol && arena_[child].symbol == symbol.step) return true;
  return false;
}

/// An index that counts parts of a size: of `2i/d` i is a whole number below d/2. Any small number where nothing says so.
std::string Compiler::within_size(SymbolId id, Scope& scope) {
  constexpr double most_places = 16;
  for (ExpressionId at = 0; at < arena_.size(); ++at) {
    if (!arena_.applies(at, "division") || !reads(arena_.child(at, 0), id)) continue;
    const auto size = arena_.child(at, 1);
    if (arena_[size].kind != ExpressionKind::symbol || arena_[size].symbol == id) continue;
    const bool counts = sizes_.known(std::string_view(equation_.symbols[arena_[size].symbol].latex)) ||
                        domain_of(analysis_, arena_[size].symbol) == "count";
    const auto use = affine(arena_.child(at, 0), id, scope);
    if (!counts || !use.known || use.low != 0 || use.high != 0 || use.factor == 0) continue;
    const auto places = known_number(size, scope);
    if (!places || !(*places / std::abs(use.factor) >= 1)) continue;
    std::string domain(one_of_word);
    for (double place = 0; place < std::min(std::floor(*places / std::abs(use.factor)), most_places); ++place)
      domain += fmt::format("{}{}", place == 0 ? "" : " ", place);
    return domain;
  }
  return "count";
}

Term Compiler::draw_symbol(SymbolId id, Scope& scope, ExpressionId at) {
  if (const auto known = symbols_.find(id); known != symbols_.end()) return known->second;
  const auto& symbol = equation_.symbols[id];
  for (const auto& usual : {usual_mean(id, scope), count_of_sum(id, scope)})
    if (usual) {
      symbols_[id] = usual;
      if (std::ranges::none_of(inputs, [&](const Input& one) { return one.symbol == symbol.latex; }))
        inputs.push_back({0, usual.node, symbol.latex, "shape", {}});
      return usual;
    }
  // A size that no value and no shape has fixed is chosen like all others.
  if (const auto size = sizes_.number(std::string_view(symbol.latex))) return size_symbol(id);
  auto shape = id < shapes_.symbols.size() ? shapes_.symbols[id] : Shape{};
  if (symbol.kind == SymbolKind::function) shape = at != none && at < shapes_.expressions.size() ? shapes_.expressions[at] : shape;
  auto domain = domain_of(analysis_, id);
  if (symbol.kind == SymbolKind::index) {
    const bool counts = std::ranges::any_of(equation_.symbols, [&](const Symbol& other) { return other.step == id; });
    // A Greek letter that stands alone is a number like others: `d_\beta`.
    const bool greek = symbol.nucleus.starts_with('\\') && symbol.nucleus != "\\tau" && symbol.nucleus != "\\ell";
    if (!greek) domain = counts ? "step" : domain.starts_with(one_of_word) ? domain : within_size(id, scope);
    shape = Shape{};
  }
  const bool counting = symbol.latex.size() == 1 && symbol.latex[0] >= 'i' && symbol.latex[0] <= 'l';
  if (counting && domain == "count") domain = within_size(id, scope);
  if (is_start(id)) domain = "start";
  const auto term = drawn_input(at, symbol.latex, domain, shape.known ? sizes_.extents(shape) : std::vector<std::size_t>{}, {});
  if (!term) return {};
  slots[id] = inputs.back().slot;
  symbols_[id] = term;
  return term;
}

}  // namespace eqlens
