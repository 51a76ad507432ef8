// Where a symbol stands in a way that speaks against what its letter usually means.
#include <algorithm>
#include <set>

#include "role/role_rules.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Standing {
 public:
  Standing(const Equation& equation, const Shapes& shapes, std::vector<SymbolPlaces>& places)
      : equation_(equation), arena_(equation.arena), shapes_(shapes), places_(places), parents_(arena_.size(), none) {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      for (const ExpressionId child : arena_.children(id))
        if (child != none) parents_[child] = id;
    }
  }

  void run() {
    iterates();
    for (const Statement& statement : equation_.statements) {
      declared(statement);
      stepped(statement);
      noisy(statement);
    }
    for (const Statement& statement : equation_.statements)
      for (const SymbolId letter : statement.parameters)
        if (statement.source == 0 && statement.parameters.size() == 1 && statement.defines.size() == 1 && letter != none)
          places_[statement.defines[0]].dense = places_[letter].within_unit || places_[letter].in_interval;
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (arena_[id].kind == ExpressionKind::apply) applied(id);
    }
    parts_of_steps();
    beside_others();
  }

 private:
  SymbolId symbol(ExpressionId id) const {
    while (id != none && arena_[id].kind == ExpressionKind::index) id = arena_.child(id, 0);
    return id != none && arena_[id].kind == ExpressionKind::symbol ? arena_[id].symbol : none;
  }

  void mark(ExpressionId id, bool SymbolPlaces::*member) {
    if (const SymbolId found = symbol(id); found != none) places_[found].*member = true;
  }

  bool product(ExpressionId id) const {
    return id != none && (arena_.applies(id, "product") || arena_.applies(id, "elementwise product") || arena_.applies(id, "dot product"));
  }

  bool is_one(ExpressionId id) const { return arena_[id].kind == ExpressionKind::number && arena_[id].number == 1; }

  // y^t where the line gives y^{t+1}: a value on its way, not what it aims at.
  void iterates() {
    for (SymbolId id = 0; id < places_.size(); ++id) {
      const Symbol& own = equation_.symbols[id];
      if (own.stem.empty() || own.step == none) continue;
      for (SymbolId other = 0; other < places_.size() && !places_[id].iterate; ++other) {
        const Symbol& made = equation_.symbols[other];
        places_[id].iterate = places_[other].defined && made.stem == own.stem && made.step == own.step && made.offset > own.offset;
      }
    }
  }

  // `\theta \in (0, 1)`, `y \in [0, 1]^n`
  void declared(const Statement& statement) {
    if (statement.kind != StatementKind::fact || statement.sides.size() != 2 || statement.relations[0]->name != "is in"sv) return;
    ExpressionId range = statement.sides[1];
    if (arena_.applies(range, "power")) range = arena_.child(range, 0);
    if (arena_.applies(range, "interval") || (arena_.applies(range, "list") && arena_[range].child_count == 2))
      mark(statement.sides[0], &SymbolPlaces::in_interval);
    std::string text = equation_.text(range);
    std::erase(text, ' ');
    if (text.size() < 5 || text.substr(1, 3) != "0,1"sv) return;
    mark(statement.sides[0], &SymbolPlaces::within_unit);
  }

  // `\theta_t = \theta_{t-1} - \alpha u`: what sets how far the old value moves.
  void stepped(const Statement& statement) {
    const ExpressionId value = statement.value;
    if (value == none || statement.defines.size() != 1 || !(arena_.applies(value, "minus") || arena_.applies(value, "plus"))) return;
    const SymbolId old = symbol(arena_.child(value, 0)), made = statement.defines[0];
    if (old == none) return;
    const Symbol &before = equation_.symbols[old], &after = equation_.symbols[made];
    if (old != made && (before.stem.empty() || before.stem != after.stem)) return;
    const ExpressionId term = arena_.child(value, 1), factor = first_factor(term);
    if (factor == term) return;
    mark(factor, &SymbolPlaces::scales_step);
    if (holds_gradient(term)) mark(factor, &SymbolPlaces::scales_gradient);
  }

  bool holds_gradient(ExpressionId id) const {
    if (id == none) return false;
    if (arena_.applies(id, "gradient") || arena_.applies(id, "partial derivative")) return true;
    const auto children = arena_.children(id);
    return std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return holds_gradient(child); });
  }

  bool is_fixed(ExpressionId id) const {
    if (arena_[id].kind == ExpressionKind::number) return true;
    return arena_.applies(id, "division") && is_fixed(arena_.child(id, 0)) && is_fixed(arena_.child(id, 1));
  }

  // The first factor that is no printed number: \eta of `2 \eta g`.
  ExpressionId first_factor(ExpressionId factor) const {
    while (product(factor) || arena_.applies(factor, "division")) {
      factor = arena_.child(factor, product(factor) && is_fixed(arena_.child(factor, 0)) ? 1 : 0);
    }
    return factor;
  }

  // `w - \eta(\alpha \nabla R + \nabla L)`: one factor sets the length of the step, the others weigh its parts.
  void parts_of_steps() {
    const bool stepped = std::any_of(places_.begin(), places_.end(), [](const SymbolPlaces& each) { return each.scales_step; });
    if (!stepped) return;
    for (SymbolPlaces& each : places_) {
      if (!each.scales_gradient || each.scales_step) continue;
      each.scales_gradient = false;
      each.weighs_part = true;
    }
  }

  // `\bar u` beside `u_i`; x of `\nabla_x f(x_k)`.
  void beside_others() {
    for (SymbolId id = 0; id < places_.size(); ++id) {
      const Symbol& own = equation_.symbols[id];
      const bool bar =
          (own.accent == "\\bar"sv || own.accent == "\\overline"sv) && own.label.empty() && own.upper.empty() && own.step == none;
      if (!bar && !places_[id].differentiated) continue;
      const bool slot = places_[id].differentiated && only_slot(id);
      for (SymbolId other = 0; other < places_.size(); ++other) {
        const Symbol& beside = equation_.symbols[other];
        if (other == id || beside.nucleus != own.nucleus || beside.face != own.face) continue;
        const bool values = own.kind == SymbolKind::variable && beside.kind == SymbolKind::variable;
        if (bar && values && beside.accent.empty() && shapes_.symbols[other].known &&
            shapes_.symbols[other].rank() > shapes_.symbols[id].rank())
          places_[id].mean_of_entries = true;
        if (slot && beside.accent == own.accent) places_[id].slot = true;
      }
    }
  }

  // Whether a letter stands nowhere but below gradients.
  bool only_slot(SymbolId letter) const {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (arena_[id].kind != ExpressionKind::symbol || arena_[id].symbol != letter || arena_[id].source != 0) continue;
      const ExpressionId above = parents_[id];
      if (above == none || !arena_.applies(above, "gradient") || arena_.child(above, 1) != id) return false;
    }
    return true;
  }

  void applied(ExpressionId id) {
    const auto& name = arena_[id].operation->name;
    const auto children = arena_.children(id);
    if (name == "softmax"sv || name == "exponential"sv || name == "sigmoid"sv || name == "log-softmax"sv) scores(children[0]);
    if (name == "negative"sv) negated(id);
    if (name == "cosine"sv || name == "sine"sv) mark_below(children[0], &SymbolPlaces::in_wave);
    if (name == "clip"sv) clipped(children);
    if (name == "maximum"sv) thresholds(children);
    if (name == "minus"sv && is_one(children[0])) complement(id);
    if (name == "inner product"sv && children.size() == 2) pair(symbol(children[0]), symbol(children[1]), false);
    if (name == "norm"sv && arena_.applies(children[0], "minus"))
      pair(symbol(arena_.child(children[0], 0)), symbol(arena_.child(children[0], 1)), false);
    if (name == "call"sv && children.size() == 3) called(children);
    if (name == "is in"sv) mark(children[1], &SymbolPlaces::set);
    if (name == "plus"sv && product(children[0]) && symbol(children[1]) != none) rescaled(children[0]);
    if (name == "floor"sv) mark_below(children[0], &SymbolPlaces::in_floor);
    if (name == "plus"sv || name == "minus"sv) summands(id);
    if (name == "minus"sv && arena_[id].source == 0) {
      mark(children[0], &SymbolPlaces::compared);
      mark(children[1], &SymbolPlaces::compared);
    }
    if (name == "division"sv && arena_.applies(children[1], "plus")) guards(children[1]);
    const ExpressionId above = parents_[id];
    if (name == "division"sv && arena_[children[0]].kind == ExpressionKind::number && above != none &&
        (arena_.applies(above, "plus") || arena_.applies(above, "minus")))
      mark(children[1], &SymbolPlaces::lone_reciprocal);
    if (name == "logarithm"sv || name == "square root"sv) guards(children[0]);
    if (name == "maximum"sv && children.size() == 2) mark(children[1], &SymbolPlaces::guards);
    if (product(id)) {
      const ExpressionId weight = arena_.applies(children[0], "negative") ? arena_.child(children[0], 0) : children[0];
      if (arena_[weight].kind == ExpressionKind::index && holds_logarithm(children[1])) mark(weight, &SymbolPlaces::weighs_surprise);
      items(children[0], children[1]);
      mark(children[0], &SymbolPlaces::factor);
      mark(children[1], &SymbolPlaces::factor);
    }
  }

  // `L + \lambda R(w)`: what weighs a term; `\mu + u`: what is added as it is.
  void summands(ExpressionId id) {
    for (const ExpressionId term : arena_.children(id)) {
      const ExpressionId factor = first_factor(term);
      if (factor == term) continue;
      ExpressionId rest = term;
      while (product(rest)) rest = arena_.child(rest, 1);
      const SymbolId letter = arena_[rest].kind == ExpressionKind::symbol ? arena_[rest].symbol : none;
      const bool capital = letter != none && equation_.symbols[letter].nucleus.size() == 1 && equation_.symbols[letter].nucleus[0] <= 'Z';
      const bool counts = arena_[rest].kind == ExpressionKind::apply || arena_[rest].kind == ExpressionKind::reduce || capital;
      // `g + \lambda \theta`: the slope of a penalty.
      static const std::set<std::string, std::less<>> trained = {"\\theta", "w", "\\phi", "\\omega"};
      const SymbolId named = symbol(rest);
      const bool decays = named != none && trained.count(equation_.symbols[named].nucleus) > 0;
      if (decays || (counts && shapes_.expressions[term].scalar() && !in_exponent(id))) mark(factor, &SymbolPlaces::weighs_term);
    }
    for (const std::size_t side : {0U, 1U})
      if (arena_.applies(id, "plus") && never_negative(arena_.child(id, side))) mark(arena_.child(id, 1 - side), &SymbolPlaces::guards);
  }

  bool in_exponent(ExpressionId id) const {
    while (id != none && !arena_.applies(id, "exponential")) id = parents_[id];
    return id != none;
  }

  // A square, a length, a sum of such.
  bool never_negative(ExpressionId id) const {
    while (product(id)) id = arena_.child(id, 1);
    if (arena_[id].kind == ExpressionKind::reduce && arena_[id].child_count > 0) return never_negative(arena_.child(id, 0));
    if (arena_[id].kind == ExpressionKind::symbol) return equation_.symbols[arena_[id].symbol].upper == "2"sv;
    if (arena_.applies(id, "power")) return arena_[arena_.child(id, 1)].kind == ExpressionKind::number;
    return arena_.applies(id, "norm") || arena_.applies(id, "absolute value") || arena_.applies(id, "square root") ||
           arena_.applies(id, "variance");
  }

  // `y = f(x) + \epsilon`: what is added to all the rest as it is.
  void noisy(const Statement& statement) {
    if (statement.source != 0 || statement.defines.size() != 1 || statement.value == none) return;
    // `L = \lambda \sum_i c_i`: a weight of all terms.
    if (product(statement.value) && arena_[arena_.child(statement.value, 1)].kind == ExpressionKind::reduce &&
        shapes_.expressions[statement.value].scalar())
      mark(first_factor(statement.value), &SymbolPlaces::weighs_term);
    if (!arena_.applies(statement.value, "plus")) return;
    for (const std::size_t side : {0U, 1U}) {
      const ExpressionId rest = arena_.child(statement.value, 1 - side);
      if (!is_fixed(rest) && !never_negative(rest)) mark(arena_.child(statement.value, side), &SymbolPlaces::added);
    }
  }

  // \epsilon of `s + \epsilon` where the sum must not be 0.
  void guards(ExpressionId id) {
    if (!arena_.applies(id, "plus")) return;
    for (const ExpressionId part : arena_.children(id)) mark(part, &SymbolPlaces::guards);
  }

  bool holds_logarithm(ExpressionId id) const {
    while (product(id)) id = arena_.child(id, 1);
    if (arena_.applies(id, "negative")) return holds_logarithm(arena_.child(id, 0));
    if (arena_.applies(id, "plus") || arena_.applies(id, "minus"))
      return holds_logarithm(arena_.child(id, 0)) || holds_logarithm(arena_.child(id, 1));
    if (arena_[id].kind == ExpressionKind::reduce && arena_[id].child_count > 0) return holds_logarithm(arena_.child(id, 0));
    return arena_.applies(id, "logarithm");
  }

  // z of `\operatorname{softmax}(z / T)`, of `\exp(z_i - \max_j z_j)`
  void scores(ExpressionId id) {
    while (arena_.applies(id, "division") || arena_.applies(id, "minus")) id = arena_.child(id, 0);
    mark(id, &SymbolPlaces::straight_scores);
  }

  // K of `\sqrt{-K}`: it is below 0.
  void negated(ExpressionId id) {
    if (parents_[id] != none && arena_.applies(parents_[id], "square root")) mark(arena_.child(id, 0), &SymbolPlaces::below_zero);
  }

  void mark_below(ExpressionId id, bool SymbolPlaces::*member) {
    mark(id, member);
    if (arena_[id].kind == ExpressionKind::apply)
      for (const ExpressionId child : arena_.children(id)) mark_below(child, member);
  }

  // `\operatorname{clip}(r, 1 - \epsilon, 1 + \epsilon)`
  void clipped(std::span<const ExpressionId> children) {
    for (const ExpressionId end : children.subspan(1))
      if ((arena_.applies(end, "minus") || arena_.applies(end, "plus")) && is_one(arena_.child(end, 0)))
        mark(arena_.child(end, 1), &SymbolPlaces::clip_range);
  }

  // `\max(0, |v| - \beta)`: sizes below it give 0.
  void thresholds(std::span<const ExpressionId> children) {
    for (const ExpressionId child : children)
      if (arena_.applies(child, "minus") &&
          (arena_.applies(arena_.child(child, 0), "absolute value") || arena_.applies(arena_.child(child, 0), "norm")))
        mark(arena_.child(child, 1), &SymbolPlaces::threshold);
  }

  // c of `1 - c` weighs only where both are factors; below a fraction, with a power, it undoes a start at 0.
  void complement(ExpressionId id) {
    ExpressionId taken = arena_.child(id, 1), above = parents_[id];
    if (arena_.applies(taken, "power")) {
      if (above != none && arena_.applies(above, "division") && arena_.child(above, 1) == id)
        mark(arena_.child(taken, 0), &SymbolPlaces::corrects);
      return;
    }
    const bool weighs = product(above) || (above != none && arena_[above].kind == ExpressionKind::reduce) ||
                        (above != none && (arena_.applies(above, "power") || arena_.applies(above, "square root")));
    if (weighs) mark(taken, &SymbolPlaces::weighs_rest);
  }

  // Two arguments that a distance or a product treats alike.
  void called(std::span<const ExpressionId> children) {
    const SymbolId function = symbol(children[0]);
    if (function == none) return;
    // A loss and a density treat theirs as prediction and target.
    const std::string& letter = equation_.symbols[function].nucleus;
    for (const std::string_view other : {"p", "q", "P", "Pr", "L", "\\ell", "l", "J"})
      if (letter == other) return;
    pair(symbol(children[1]), symbol(children[2]), true);
  }

  void pair(SymbolId a, SymbolId b, bool call) {
    if (a == none || b == none || a == b) return;
    const Shape &first = shapes_.symbols[a], &second = shapes_.symbols[b];
    if (!first.known || !second.known || first.axes.size() != second.axes.size()) return;
    for (std::size_t n = 0; n < first.axes.size(); ++n)
      if (shapes_.sizes.same(first.axes[n], second.axes[n]) != Same::yes) return;
    // Two numbers given to one function may be anything; two vectors of one size are points.
    if (!call && first.axes.empty()) return;
    places_[a].paired = places_[b].paired = true;
  }

  // Which way the items of a table lie: `K^\top Q` and `V A` take columns, `Q K^\top` and `A V` rows.
  void items(ExpressionId left, ExpressionId right) {
    if (shares(right)) mark(left, &SymbolPlaces::mixed_by_shares);
    const bool turned_left = arena_.applies(left, "transpose"), turned_right = arena_.applies(right, "transpose");
    mark(turned_left ? arena_.child(left, 0) : left, turned_left ? &SymbolPlaces::items_in_columns : &SymbolPlaces::items_in_rows);
    mark(turned_right ? arena_.child(right, 0) : right, turned_right ? &SymbolPlaces::items_in_rows : &SymbolPlaces::items_in_columns);
  }

  // s of `s \odot z + b` where z is a difference over a root.
  void rescaled(ExpressionId scaled) {
    for (const auto& [scale, value] : {std::pair{0U, 1U}, std::pair{1U, 0U}})
      if (standardised(arena_.child(scaled, value))) mark(arena_.child(scaled, scale), &SymbolPlaces::scale_beside_shift);
  }

  bool standardised(ExpressionId id) const {
    const SymbolId named = symbol(id);
    const Statement* definition = named == none ? nullptr : equation_.definition_of(named);
    if (named != none) id = definition == nullptr ? none : definition->value;
    if (id == none || !arena_.applies(id, "division") || !arena_.applies(arena_.child(id, 0), "minus")) return false;
    const ExpressionId bottom = arena_.child(id, 1);
    return arena_.applies(bottom, "square root") ||
           (arena_.applies(bottom, "plus") && arena_.applies(arena_.child(bottom, 0), "square root"));
  }

  /// A softmax, or what one makes.
  bool shares(ExpressionId id) const {
    if (arena_.applies(id, "transpose")) id = arena_.child(id, 0);
    if (arena_.applies(id, "softmax")) return true;
    const SymbolId named = symbol(id);
    const Statement* definition = named == none ? nullptr : equation_.definition_of(named);
    return definition != nullptr && definition->value != none && arena_.applies(definition->value, "softmax");
  }

  const Equation& equation_;
  const Arena& arena_;
  const Shapes& shapes_;
  std::vector<SymbolPlaces>& places_;
  std::vector<ExpressionId> parents_;
};

}  // namespace

void gather_standing(const Equation& equation, const Shapes& shapes, std::vector<SymbolPlaces>& places) {
  Standing(equation, shapes, places).run();
}

}  // namespace eqlens
