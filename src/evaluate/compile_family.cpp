// What one definition says of its relatives: `r_k` where `r_t = ...` is defined, `f_1(x)` where `f_\beta(x) = ...` is.

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "evaluate/compile.hpp"
#include "evaluate/products.hpp"

namespace eqlens {

/// Whether a letter stands in a text by itself, and not as part of a command or a word.
bool Compiler::mentions_letter(const std::string& text, const std::string& letter) {
  const auto is_letter = [&](std::size_t k) {
    return k < text.size() && (std::isalpha(static_cast<unsigned char>(text[k])) != 0 || text[k] == '\\');
  };
  for (auto from = text.find(letter); from != std::string::npos; from = text.find(letter, from + 1))
    if (!(from > 0 && is_letter(from - 1)) && !is_letter(from + letter.size())) return true;
  return false;
}

/// The statement that defines a name at a step that is written with a letter.
std::optional<Compiler::Family> Compiler::definition_of_stem(const std::string& stem) const {
  if (stem.empty() || given_.stems.contains(stem)) return std::nullopt;
  for (std::size_t n = 0; n < equation_.statements.size(); ++n) {
    const auto& statement = equation_.statements[n];
    const bool one = statement.kind == StatementKind::definition && statement.defines.size() == 1 && statement.parameters.empty() &&
                     statement.free_indices.empty() && statement.value != none;
    if (!one) continue;
    const auto& made = equation_.symbols[statement.defines.front()];
    if (made.stem == stem && made.step != none && !given_.symbols.contains(statement.defines.front()))
      return Family{n, made.step, made.offset};
  }
  return std::nullopt;
}

/// Of `r_k` the definition of `r_t`, if nothing else says what r is. Where t is given, that one is no array either.
std::optional<Compiler::Family> Compiler::family_of(ExpressionId id, const Scope& scope) const {
  if (arena_[id].kind != ExpressionKind::index || arena_[id].child_count != 2 || arena_.child(id, 1) == none) return std::nullopt;
  const auto head = arena_.child(id, 0);
  if (arena_[head].kind != ExpressionKind::symbol) return std::nullopt;
  const auto symbol = arena_[head].symbol;
  if (!has_value(symbol, scope)) return definition_of_stem(equation_.symbols[symbol].latex);
  const auto n = given_.symbols.contains(symbol) ? std::nullopt : defining_statement(symbol, scope.statement);
  if (!n || *n == scope.statement || equation_.statements[*n].free_indices.size() != 1) return std::nullopt;
  const auto step = equation_.statements[*n].free_indices.front();
  const auto left = equation_.statements[*n].sides.front();
  const bool plain = arena_[left].kind == ExpressionKind::index && arena_[arena_.child(left, 1)].symbol == step &&
                     given_.symbols.contains(step) && !reads(arena_.child(id, 1), step);
  return plain ? std::optional(Family{*n, step, 0}) : std::nullopt;
}

/// Whether something says what a symbol is.
bool Compiler::has_value(SymbolId id, const Scope& scope) const {
  for (const Scope* s = &scope; s != nullptr; s = s->parent)
    if (s->bound.contains(id)) return true;
  return world_->fixed.contains(id) || given_.symbols.contains(id) || given_.families.contains(id) ||
         defining_statement(id, equation_.statements.size()).has_value();
}

/// `x_i` beside `\mathbf{x}`: the entries of a bold array are often printed plain.
SymbolId Compiler::namesake(SymbolId id, const Scope& scope) const {
  if (has_value(id, scope)) return id;
  const auto& symbol = equation_.symbols[id];
  for (SymbolId other = 0; other < equation_.symbols.size(); ++other) {
    const auto& bold = equation_.symbols[other];
    const bool same = bold.nucleus == symbol.nucleus && bold.accent == symbol.accent && bold.label == symbol.label &&
                      bold.upper == symbol.upper && bold.face == Face::bold && symbol.face == Face::italic;
    const bool array = other < shapes_.symbols.size() && shapes_.symbols[other].known && shapes_.symbols[other].rank() > 0;
    if (same && other != id && (has_value(other, scope) || array)) return other;
  }
  return id;
}

/// Whether a definition can be read at another step: all that it reads of a step are sequences, or can themselves.
bool Compiler::follows_step(ExpressionId id, SymbolId step) const {
  if (id == none) return true;
  if (arena_[id].kind == ExpressionKind::symbol) {
    const auto& symbol = equation_.symbols[arena_[id].symbol];
    return symbol.step != step || sequence_of(arena_[id].symbol) || definition_of_stem(symbol.stem);
  }
  return std::ranges::all_of(arena_.children(id), [&](ExpressionId child) { return follows_step(child, step); });
}

/// The name of a recurrence's value at a numbered step: `X^{(0)}`, `h_0`. None if nothing gives it a value.
SymbolId Compiler::numbered(const Symbol& made, double number) const {
  const auto digits = fmt::format("{}", number);
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
    const auto& symbol = equation_.symbols[id];
    if (symbol.step != none || symbol.nucleus != made.nucleus || symbol.accent != made.accent || symbol.face != made.face) continue;
    const bool below = symbol.upper == made.upper && (symbol.label == digits || symbol.label == "{" + digits + "}");
    const bool above = symbol.label == made.label && (symbol.upper == "{(" + digits + ")}" || symbol.upper == "{[" + digits + "]}");
    if ((below || above) && has_value(id, {})) return id;
  }
  return none;
}

bool Compiler::reads_stem(ExpressionId id, const std::string& stem) const {
  if (id == none) return false;
  if (arena_[id].kind == ExpressionKind::symbol && equation_.symbols[arena_[id].symbol].stem == stem) return true;
  return std::ranges::any_of(arena_.children(id), [&](ExpressionId child) { return reads_stem(child, stem); });
}

/// Whether a statement reads something that is written with that step: i of `G^{(i)}`, also below a sum.
bool Compiler::reads_step(const Statement& statement, SymbolId step) const {
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id)
    if (equation_.symbols[id].step == step && reads(statement.value, id)) return true;
  return false;
}

/// `y_t = \sum_{s=1}^{t} x_s` with no t given: all partial sums are meant, if nothing else in the display speaks of a step t.
bool Compiler::sums_to_step(const Statement& statement, ExpressionId left, SymbolId step) const {
  if (arena_[left].kind != ExpressionKind::symbol || equation_.symbols[arena_[left].symbol].step != step || options_.iterate ||
      statement.source != 0 || given_.symbols.contains(step))
    return false;
  for (const auto& other : equation_.statements)
    if (&other != &statement)
      for (const auto side : other.sides)
        if (reads(side, step) || reads(side, arena_[left].symbol) || reads_step(other, step)) return false;
  if (reads_step(statement, step)) return false;
  for (ExpressionId id = 0; id < arena_.size(); ++id)
    for (const auto& range : arena_.ranges(id))
      if (reads(range.upper, step) || reads(range.lower, step)) return true;
  return false;
}

/// Whether a symbol runs through the entries of what a statement defines.
bool Compiler::is_free(const Statement& statement, SymbolId symbol) const {
  if (std::ranges::find(statement.free_indices, symbol) != statement.free_indices.end()) return true;
  const auto left = statement.sides.empty() ? none : statement.sides.front();
  if (left != none && sums_to_step(statement, left, symbol)) return true;
  const bool on_the_left = left != none && arena_[left].kind == ExpressionKind::index && counts_entries(left, symbol);
  return on_the_left && (equation_.symbols[symbol].kind == SymbolKind::index || reads_step(statement, symbol));
}

/// A definition's value at another step than the one that it is written for; the step may run.
Term Compiler::at_step(const Family& family, const Term& step, ExpressionId at) {
  const auto& statement = equation_.statements[family.statement];
  const auto defined = statement.defines.front();
  constexpr std::ptrdiff_t most_steps = 100;
  if (!step) return {};
  if (std::ranges::count(in_progress_, defined) > most_steps)
    return fail(at, "too-deep", "a recurrence of so many steps is computed step by step", "say with --iterate which steps are to be taken");
  const auto number = algebra.constant_number(step);
  const auto key = std::pair(family.statement, number.value_or(0));
  if (const auto known = world_->steps.find(key); number && known != world_->steps.end()) return known->second;
  in_progress_.push_back(defined);
  Scope scope{.root = statement.value, .statement = family.statement};
  scope.bound[family.step] = algebra.map("plus", step, algebra.number(-family.offset));
  auto term = expression(statement.value, scope);
  in_progress_.pop_back();
  if (number && term) world_->steps[key] = term;
  return term;
}

/// `r_{k+1}`, `X^{(K)}` as names of their own. A recurrence is followed down to the numbered step that has a value.
Term Compiler::entry_of_definition(SymbolId id, Scope& scope, ExpressionId at) {
  const auto& symbol = equation_.symbols[id];
  const auto family = symbol.step == none ? std::nullopt : definition_of_stem(symbol.stem);
  if (!family) return {};
  const bool recurs = is_unrolled(*family);
  const auto value = equation_.statements[family->statement].value;
  if (!recurs && (family->step == symbol.step || reads_stem(value, symbol.stem) || !follows_step(value, family->step))) return {};
  const auto step = algebra.map("plus", this->symbol(symbol.step, scope), algebra.number(symbol.offset));
  if (!recurs) return at_step(*family, step, at);
  const auto number = known_number(step);
  if (!number || !(*number >= 0)) return {};
  const auto& made = equation_.symbols[equation_.statements[family->statement].defines.front()];
  if (const auto start = numbered(made, *number); start != none) return as_state(id, this->symbol(start, scope, at));
  return *number > 0 ? at_step(*family, algebra.number(*number), at) : Term{};
}

/// `h_0 = 0` of a vector of states: a number stands for all entries.
Term Compiler::as_state(SymbolId id, const Term& value) {
  if (!value || !value.axes.empty() || id >= shapes_.symbols.size() || !shapes_.symbols[id].known) return value;
  const auto& shape = shapes_.symbols[id];
  const bool sized = std::ranges::all_of(shape.axes, [&](const Dimension& axis) { return sizes_.known(axis).has_value(); });
  if (shape.rank() == 0 || !sized) return value;
  std::vector<Axis> axes;
  for (std::size_t k = shape.rank(); k-- > 0;) axes.push_back(place(k));
  return algebra.filled(value, axes, sizes_.extents(shape));
}

/// Whether a recurrence has a start in the display, such as `X^{(0)} = X`.
bool Compiler::is_unrolled(const Family& family) const {
  const auto& statement = equation_.statements[family.statement];
  const auto& made = equation_.symbols[statement.defines.front()];
  return reads_stem(statement.value, made.stem) && (numbered(made, 0) != none || numbered(made, 1) != none);
}

/// `\mathbf{x}_i` where i is given, and the array of all of them.
Term Compiler::entry_at_letter(SymbolId id, Scope& scope) {
  const auto& symbol = equation_.symbols[id];
  const auto letter = symbol.label.empty() || !symbol.stem.empty() ? std::nullopt : equation_.find_symbol(symbol.label);
  if (!letter || !given_.symbols.contains(*letter) || !given_.symbols.at(*letter).extents.empty()) return {};
  for (const auto& [whole, value] : given_.symbols) {
    const auto& base = equation_.symbols[whole];
    const bool same =
        base.nucleus == symbol.nucleus && base.accent == symbol.accent && base.upper == symbol.upper && base.face == symbol.face;
    const bool one_more = id < shapes_.symbols.size() && shapes_.symbols[id].known && shapes_.symbols[id].rank() + 1 == value.rank();
    if (!same || !base.label.empty() || !one_more) continue;
    const auto all = this->symbol(whole, scope);
    const auto from = given_.index_from.find(base.latex);
    const auto origin = from != given_.index_from.end() && !from->second.empty() ? from->second.front() : 1;
    const Algebra::Pick pick{place(all.rank() - 1), this->symbol(*letter, scope), origin};
    return compact(algebra.gather(all, std::span(&pick, 1)));
  }
  return {};
}

/// Whether a name bears a letter: as its step, or in a label that is parted as in `\alpha_{t|s}` and `a_{s:t}`.
bool Compiler::carries_letter(SymbolId id, SymbolId letter) const {
  if (letter == none) return false;
  if (equation_.symbols[id].step == letter) return true;
  const auto& label = equation_.symbols[id].label;
  const bool parted =
      label.find('|') != std::string::npos || label.find(':') != std::string::npos || label.find("\\mid") != std::string::npos;
  return parted && mentions_letter(label, equation_.symbols[letter].latex);
}

/// What a row makes for each letter in its name, `\alpha_{t|s} = x_t / x_s`, is read at the letters of the row that reads it.
Term Compiler::at_letters(SymbolId id, std::size_t n, Term value, Scope& scope) {
  const auto made = letters_of_made_.find(n);
  if (made == letters_of_made_.end() || n == scope.statement || value.rank() < made->second.size()) return value;
  const auto rank = value.rank();
  std::vector<Algebra::Pick> picks;
  for (std::size_t k = 0; k < made->second.size(); ++k) {
    const auto& own = made->second[k];
    if (!carries_letter(id, own.symbol)) continue;
    const auto where = symbol(own.symbol, scope);
    if (!where) return {};
    const auto axis = running_axis(own.symbol, scope);
    const bool same =
        axis && running_[*axis].first == own.first && running_[*axis].count == own.count && own.values == running_[*axis].values;
    if (same)
      value = renamed(std::move(value), place(rank - 1 - k), *axis);
    else
      picks.push_back({place(rank - 1 - k), where, own.first});
  }
  return compact(picks.empty() ? value : algebra.gather(value, picks));
}

/// What stands in the name's place of the letter: a number, or a symbol that has a value.
Term Compiler::label_value(const std::string& label, Scope& scope) {
  auto text = label;
  if (text.size() > 2 && text.front() == '{' && text.back() == '}') text = text.substr(1, text.size() - 2);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() + text.size()) return algebra.number(value);
  const auto symbol = equation_.find_symbol(text);
  return symbol ? this->symbol(*symbol, scope) : Term{};
}

}  // namespace eqlens
