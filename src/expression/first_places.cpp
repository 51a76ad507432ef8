// At which number the entries of an array start, where the ranges of its indices say so.
#include "expression/first_places.hpp"

#include <algorithm>

namespace eqlens {

SymbolId indexed_name(const Equation& equation, ExpressionId entry) {
  const Arena& arena = equation.arena;
  if (arena[entry].kind != ExpressionKind::index) return none;
  ExpressionId base = arena.child(entry, 0);
  if (arena.applies(base, "call")) base = arena.child(base, 0);
  return arena[base].kind == ExpressionKind::symbol ? arena[base].symbol : none;
}

namespace {

// 0, and what is printed with a minus.
bool begins_below_one(const Arena& arena, ExpressionId begin) {
  if (begin == none) return false;
  if (arena[begin].kind == ExpressionKind::number) return arena[begin].number < 1;
  return arena.applies(begin, "negative");
}

// Goes through what stands below a range's letter; false as soon as one of the places is another one.
class Places {
 public:
  Places(const Equation& equation, SymbolId array, std::size_t axis) : equation_(equation), array_(array), axis_(axis) {}

  ExpressionId first() {
    for (const Statement& statement : equation_.statements) {
      if (statement.kind == StatementKind::fact) continue;
      if (statement.sides.empty() && !collect(statement.value)) return none;
      for (const ExpressionId side : statement.sides)
        if (!collect(side)) return none;
    }
    return first_;
  }

 private:
  bool collect(ExpressionId id) {
    const Arena& arena = equation_.arena;
    if (id == none) return true;
    if (indexed_name(equation_, id) == array_ && !matches(arena.children(id))) return false;
    const auto ranges = arena.ranges(id);
    for (const Range& range : ranges) bound_.push_back(range);
    const auto children = arena.children(id);
    const bool same = std::all_of(children.begin(), children.end(), [&](ExpressionId child) { return collect(child); });
    bound_.resize(bound_.size() - ranges.size());
    return same;
  }

  bool matches(std::span<const ExpressionId> children) {
    if (axis_ + 1 >= children.size()) return false;
    const ExpressionId place = children[axis_ + 1];
    if (place == none || equation_.arena[place].kind != ExpressionKind::symbol) return false;
    for (std::size_t n = bound_.size(); n-- > 0;) {
      if (bound_[n].symbol != equation_.arena[place].symbol) continue;
      const ExpressionId begin = bound_[n].lower;
      if (!begins_below_one(equation_.arena, begin)) return false;
      if (first_ != none && equation_.canonical(first_) != equation_.canonical(begin)) return false;
      first_ = begin;
      return true;
    }
    return false;
  }

  const Equation& equation_;
  const SymbolId array_;
  const std::size_t axis_;
  std::vector<Range> bound_;
  ExpressionId first_ = none;
};

}  // namespace

ExpressionId first_printed(const Equation& equation, SymbolId array, std::size_t axis) {
  const Arena& arena = equation.arena;
  const auto begins = [&](ExpressionId id) {
    const auto ranges = arena.ranges(id);
    return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) { return begins_below_one(arena, range.lower); });
  };
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena[id].kind == ExpressionKind::reduce && begins(id)) return Places(equation, array, axis).first();
  return none;
}

}  // namespace eqlens
