// Sets that are described, `\{v \in U \mid (u, v) \in E\}`, and families of sets of different sizes, whose rows end in what is no number.

#include "evaluate/compile.hpp"
#include "evaluate/functions.hpp"
#include "evaluate/products.hpp"
#include "evaluate/structural.hpp"
#include "kernel/absent.hpp"

namespace eqlens {

bool Compiler::is_builder(ExpressionId set) const {
  return set != none && arena_.applies(set, "set") && arena_[set].child_count == 2 && arena_.applies(arena_.child(set, 1), "given");
}

/// The member runs over the set that it is said to be in; all other conditions are a mask. `also` is another name for it.
bool Compiler::bind_builder(ExpressionId set, SymbolId also, Scope& inner, std::vector<Axis>& axes, Term& mask) {
  const auto is_in = [&](ExpressionId at) {
    return arena_[at].kind == ExpressionKind::relation && arena_[at].operation->name == "is in" && arena_[at].child_count == 2 &&
           arena_[arena_.child(at, 0)].kind == ExpressionKind::symbol;
  };
  const auto head = arena_.child(set, 0);
  const auto member = is_in(head) ? arena_[arena_.child(head, 0)].symbol : arena_[head].symbol;
  std::vector<ExpressionId> conditions;
  for (const auto given : arena_.children(arena_.child(set, 1)))
    if (arena_.applies(given, "list") || arena_.applies(given, "row"))
      conditions.insert(conditions.end(), arena_.children(given).begin(), arena_.children(given).end());
    else
      conditions.push_back(given);
  ExpressionId domain = is_in(head) ? arena_.child(head, 1) : none;
  if (domain == none)
    for (const auto one : conditions)
      if (domain == none && is_in(one) && arena_[arena_.child(one, 0)].symbol == member) {
        domain = arena_.child(one, 1);
        std::erase(conditions, one);
        break;
      }
  if (member == none || domain == none) {
    fail(set, "not-computable", "what this set is chosen from is not said", "write it as \\{x \\in S \\mid ...\\}");
    return false;
  }
  if (!bind_set(set, {.symbol = member, .set = domain}, inner, axes, mask)) return false;
  if (also != none && also != member) {
    if (const auto running = inner.running.find(member); running != inner.running.end()) inner.running[also] = running->second;
    if (const auto bound = inner.bound.find(member); bound != inner.bound.end()) inner.bound[also] = bound->second;
  }
  for (const auto one : conditions) {
    const auto holds = condition(one, inner);
    if (!holds) return false;
    mask = mask ? algebra.map(both_hold, mask, holds) : holds;
  }
  return true;
}

/// The members of a family of sets, each row filled up to the longest with a member that counts for nothing; `mask` says which.
Term Compiler::shown_members(const Term& set, Term& mask) {
  const auto values = set.rank() > 0 ? values_now(set) : std::span<const double>();
  if (std::ranges::none_of(values, is_absent) || std::ranges::all_of(values, is_absent)) return set;
  mask = algebra.map(is_number, set);
  return algebra.select(mask, set, algebra.number(*std::ranges::find_if_not(values, is_absent)));
}

/// Whether an expression is printed as a set somewhere: below a sum, or behind \in.
bool Compiler::is_set_somewhere(ExpressionId id) const {
  const auto text = packed_text(id);
  for (ExpressionId at = 0; at < arena_.size(); ++at) {
    for (const auto& range : arena_.ranges(at))
      if (range.set != none && packed_text(range.set) == text) return true;
    const bool is_in = arena_[at].kind == ExpressionKind::relation && arena_[at].operation->name == "is in" && arena_[at].child_count == 2;
    if (is_in && packed_text(arena_.child(at, 1)) == text) return true;
  }
  return false;
}

/// Whether bars ask how long something is: `\sum_{t=1}^{|a|}`.
bool Compiler::is_length(ExpressionId id) const {
  const auto text = packed_text(id);
  for (ExpressionId at = 0; at < arena_.size(); ++at)
    for (const auto& range : arena_.ranges(at))
      if (range.upper != none && arena_.applies(range.upper, "absolute value") && packed_text(range.upper) == text) return true;
  return false;
}

/// A set of indices that nothing gives.
Term Compiler::drawn_members(ExpressionId id, const Range& range, Scope& scope) {
  auto head = range.set;
  while (arena_[head].kind == ExpressionKind::index || arena_.applies(head, "call")) head = arena_.child(head, 0);
  const bool symbol = arena_[head].kind == ExpressionKind::symbol;
  const auto& nucleus = symbol ? equation_.symbols[arena_[head].symbol].nucleus : std::string();
  const bool capital = head != range.set && nucleus.size() == 1 && nucleus[0] >= 'A' && nucleus[0] <= 'Z';  // N of `j \in N_i`
  // What the members of a described set are chosen from is a set, whatever letter it has.
  const bool named = symbol && (capital || equation_.symbols[arena_[head].symbol].face == Face::script || is_builder(id));
  const auto text = packed_text(range.set);
  if (!named || has_value(arena_[head].symbol, scope) || given_.texts.contains(text) ||
      override_of(range.set, scope.statement) != overridden_.end() ||
      !(is_builder(id) || counts_entries(arena_.child(id, 0), range.symbol)))
    return {};
  auto known = opaque_.find("members " + text);
  if (known == opaque_.end()) {
    const auto members = drawn_input(range.set, equation_.canonical(range.set), "members", {2}, {});
    known = members ? opaque_.emplace("members " + text, members).first : known;
  }
  return known == opaque_.end() ? Term{} : known->second;
}

/// A set that nothing gives, of numbers or of tuples like the one that is looked for in it.
Term Compiler::drawn_members(ExpressionId set, const Term& first, Scope& scope) {
  if (arena_[set].kind != ExpressionKind::symbol || first.rank() > 1 || has_value(arena_[set].symbol, scope) ||
      equation_.symbols[arena_[set].symbol].kind == SymbolKind::constant)
    return {};
  const auto text = packed_text(set);
  auto known = opaque_.find("members " + text);
  if (known == opaque_.end()) {
    const bool tuples = first.rank() == 1;
    std::vector<std::size_t> extents{tuples ? 3U : 2U};
    for (const auto entries : algebra.extents(first)) extents.push_back(entries);
    const auto members = drawn_input(set, equation_.canonical(set), tuples ? "pairs" : "members", extents, {});
    known = members ? opaque_.emplace("members " + text, members).first : known;
  }
  return known != opaque_.end() && known->second.rank() == first.rank() + 1 ? known->second : Term{};
}

/// `(u, v) \in E` of a set of pairs: one row of it at a time gives a value to each letter. False if E holds no such rows.
bool Compiler::bind_tuple(std::span<const Range> letters, Scope& inner, std::vector<Axis>& axes) {
  const auto set = letters.front().set;
  const Term like = algebra.constant({{letters.size()}, std::vector<double>(letters.size())});
  auto rows = drawn_members(set, like, inner);
  if (!rows) rows = expression(set, inner);
  if (!rows || rows.rank() != 2 || algebra.extent(rows, place(0)) != letters.size()) return false;
  const auto outer = place(1);
  const auto axis = run_over({.symbol = letters.front().symbol, .count = algebra.extent(rows, outer)}, inner);
  const auto members = renamed(rows, outer, axis);
  for (std::size_t k = 0; k < letters.size(); ++k) {
    const Algebra::Pick column{place(0), algebra.number(static_cast<double>(k + 1))};
    inner.bound[letters[k].symbol] = compact(algebra.gather(members, std::span(&column, 1)));
  }
  axes.push_back(axis);
  return true;
}

Term Compiler::size_of_set(ExpressionId set, Scope& scope) {
  if (is_builder(set)) {
    Scope inner{.parent = &scope, .root = set, .statement = scope.statement};
    std::vector<Axis> axes;
    Term mask;
    if (!bind_builder(set, none, inner, axes, mask)) return {};
    std::vector<std::size_t> extents;
    for (const auto axis : axes) extents.push_back(running_[axis].count);
    return algebra.sum_filled(mask ? mask : algebra.number(1), axes, extents);
  }
  const auto drawn_set = opaque_.find("members " + packed_text(set));
  const auto members = drawn_set == opaque_.end() ? expression(set, scope) : drawn_set->second;
  if (!members) return {};
  Term mask;
  if (members.rank() == 0) return algebra.number(1);
  (void)shown_members(members, mask);
  const auto outer = place(members.rank() - 1);
  return mask ? compact(algebra.sum(mask, {outer})) : algebra.number(static_cast<double>(algebra.extent(members, outer)));
}

/// Whether a number lies in an interval; round brackets leave an end out.
Term Compiler::between(const Term& number, bool inside, ExpressionId interval, Scope& scope) {
  const auto text = equation_.text(interval);
  const auto lower = expression(arena_.child(interval, 0), scope), upper = expression(arena_.child(interval, 1), scope);
  if (!lower || !upper || text.empty()) return {};
  const auto above = related(algebra, text.front() == '[' ? "is at least" : "is greater than", number, lower);
  const auto below = related(algebra, text.back() == ']' ? "is at most" : "is less than", number, upper);
  if (!above || !below) return {};
  const auto holds = algebra.map(both_hold, above, below);
  return inside ? holds : algebra.map(fails, holds);
}

/// Whether a number is among a list of numbers, or a pair among a list of pairs.
Term Compiler::is_member(const Term& first, const Term& set) {
  const auto member = algebra.fresh();
  const auto row = first.rank();
  if (set.rank() != row + 1) return {};
  auto entries = first;
  entries.row = false;
  auto equal = algebra.map(is_equal, entries, renamed(set, place(row), member));
  for (std::size_t k = 0; equal && k < row; ++k) equal = algebra.reduce(Reduction::minimum, equal, {place(k)});
  return equal ? compact(algebra.reduce(Reduction::maximum, equal, {member})) : Term{};
}

}  // namespace eqlens
