// The shapes of sets that nothing declares: one axis counts the members, the others are those of a member.
#include <algorithm>

#include "expression/drawn.hpp"
#include "infer/inferrer.hpp"

namespace eqlens {

// E of `(u, v) \in E`: a list of pairs. Asked at the end: a set takes part in no product and no sum.
void Inferrer::shape_sets() {
  const auto& arena = equation_.arena;
  const auto shape = [&](ExpressionId set, const Shape& member, std::size_t entries) {
    const SymbolId name = head_of(set);
    if (name == none || settled_[name] || guessed_.size() <= name || !guessed_[name]) return;
    Shape& known = out_.symbols[name];
    const Symbol& symbol = equation_.symbols[name];
    if (!known.known || !known.axes.empty() || symbol.kind != SymbolKind::variable || equation_.definition_of(name)) return;
    const auto count = "|" + symbol.latex + "|";
    const auto named = out_.sizes.find(count);
    known.axes.push_back(Dimension::size(named ? *named : out_.sizes.fresh(count)));
    if (entries > 0) known.axes.push_back(Dimension(static_cast<std::int64_t>(entries)));
    if (member.known) known.axes.insert(known.axes.end(), member.axes.begin(), member.axes.end());
    out_.evidence[name] = {From::structure, "it holds members"};
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const Expression& expression = arena[id];
    if (expression.kind == ExpressionKind::reduce && expression.operation->name != "expectation") {
      for (const Range& range : arena.ranges(id)) {
        if (range.symbol == none || range.set == none || is_drawn_from(equation_, range.set)) continue;
        const auto together =
            static_cast<std::size_t>(std::ranges::count_if(arena.ranges(id), [&](const Range& other) { return other.set == range.set; }));
        shape(range.set, out_.symbols[range.symbol], range.tuple ? together : 0);
      }
    } else if (expression.kind == ExpressionKind::relation && expression.operation->name == "is in" && expression.child_count == 2) {
      const ExpressionId member = arena.child(id, 0);
      const bool tuple = arena.applies(member, "list");
      shape(arena.child(id, 1), tuple ? Shape{} : out_.expressions[member], tuple ? arena[member].child_count : 0);
    } else if (arena.applies(id, "size of a set")) {
      shape(arena.child(id, 0), {}, 0);
    }
  }
}

}  // namespace eqlens
