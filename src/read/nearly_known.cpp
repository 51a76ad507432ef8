#include <algorithm>
#include <array>
#include <vector>

#include "read/known_formulas.hpp"

namespace eqlens {

namespace {

/// Trees deeper than this are no famous formula.
constexpr int deepest_known = 40;
/// Nor are displays of more expressions, or parts that take more characters to print.
constexpr std::size_t most_expressions = 3000;
constexpr std::size_t most_characters = 400;

bool multiplies(std::string_view name) { return name == "product" || name == "times" || name == "dot product" || name == "matrix product"; }

bool alike_operations(const Operation* a, const Operation* b) {
  return a == b || (a != nullptr && b != nullptr && multiplies(a->name) && multiplies(b->name));
}

struct Slip {
  ExpressionId place = none;
  std::string usual;
};

/// Compares a known formula's tree with a part of an equation, letters renamed one to one, at most one slip allowed.
class TreeComparison {
 public:
  TreeComparison(const Equation& known, const Analysis& given, bool allow) : known_(known), given_(given), allow_(allow) {}

  bool compare(ExpressionId k, ExpressionId g, int depth = 0) {
    if (g == none || k == none || depth > deepest_known) return k == g;
    const Mark before = mark();
    if (same_node(k, g, depth)) return true;
    back_to(before);
    if (!allow_ || state_.slip) return false;
    return slipped(k, g, depth, before);
  }

  [[nodiscard]] const std::optional<Slip>& slip() const { return state_.slip; }

 private:
  struct State {
    std::vector<std::pair<SymbolId, std::string>> names;
    std::optional<Slip> slip;
  };
  /// A state to go back to: names are only added.
  struct Mark {
    std::size_t names = 0;
    bool slip = false;
  };
  [[nodiscard]] Mark mark() const { return {state_.names.size(), state_.slip.has_value()}; }
  void back_to(const Mark& before) {
    state_.names.resize(before.names);
    if (!before.slip) state_.slip.reset();
  }

  [[nodiscard]] const Arena& known_arena() const { return known_.arena; }
  [[nodiscard]] const Arena& arena() const { return given_.equation.arena; }

  bool bind(SymbolId symbol, ExpressionId g) {
    const auto kind = arena()[g].kind;
    const bool leaf = kind == ExpressionKind::symbol || kind == ExpressionKind::index || arena().applies(g, "call");
    if (!leaf) return false;
    const std::string text = given_.equation.text(g);
    for (const auto& [name, bound] : state_.names) {
      if (name == symbol) return bound == text;
      if (bound == text) return false;
    }
    state_.names.emplace_back(symbol, text);
    return true;
  }

  bool both(ExpressionId k0, ExpressionId g0, ExpressionId k1, ExpressionId g1, int depth) {
    return compare(k0, g0, depth + 1) && compare(k1, g1, depth + 1);
  }

  bool same_node(ExpressionId k, ExpressionId g, int depth) {
    const auto &a = known_arena()[k], &b = arena()[g];
    if (a.kind == ExpressionKind::symbol) {
      const bool fixed = known_.symbols[a.symbol].kind == SymbolKind::constant;
      if (!fixed) return bind(a.symbol, g);
      return b.kind == ExpressionKind::symbol && known_.symbols[a.symbol].nucleus == given_.equation.symbols[b.symbol].nucleus;
    }
    if (a.kind != b.kind || a.child_count != b.child_count || a.range_count != 0 || b.range_count != 0) return false;
    if (a.kind == ExpressionKind::number) return a.number == b.number;
    if (!alike_operations(a.operation, b.operation)) return false;
    const auto k_parts = known_arena().children(k), g_parts = arena().children(g);
    // `u \cdot v` says what `u^\top v` says.
    if (arena().applies(g, "dot product") && known_arena().applies(k_parts[0], "transpose"))
      return both(known_arena().child(k_parts[0], 0), g_parts[0], k_parts[1], g_parts[1], depth);
    const Mark before = mark();
    bool all = true;
    for (std::size_t n = 0; n < k_parts.size() && all; ++n) all = compare(k_parts[n], g_parts[n], depth + 1);
    if (all) return true;
    if (k_parts.size() != 2 || !commutes(g)) return false;
    back_to(before);
    return both(k_parts[0], g_parts[1], k_parts[1], g_parts[0], depth);
  }

  /// Sums and entry-by-entry products in any order; other products if a factor is a number.
  [[nodiscard]] bool commutes(ExpressionId g) const {
    const auto& name = arena()[g].operation->name;
    if (name == "plus" || name == "elementwise product") return true;
    return multiplies(name) && (rank(arena().child(g, 0)) == 0 || rank(arena().child(g, 1)) == 0);
  }

  [[nodiscard]] std::size_t rank(ExpressionId g) const {
    const Shape& shape = given_.shapes.expressions[g];
    return shape.known ? shape.rank() : 0;
  }

  bool slipped(ExpressionId k, ExpressionId g, int depth, const Mark& before) {
    const auto text_of = [&](ExpressionId id) { return given_.equation.text(id); };
    // What is usual is written down only where it is needed: most attempts fail.
    const auto attempt = [&](bool holds, const auto& written) {
      if (holds && !state_.slip) {
        const std::string text = text_of(g);
        std::string usual = written();
        const bool brackets =
            text.size() > 1 && text.front() == '(' && text.back() == ')' && !usual.starts_with('(') && !usual.starts_with('\\');
        state_.slip = Slip{g, brackets ? "(" + usual + ")" : std::move(usual)};
        return true;
      }
      back_to(before);
      return false;
    };
    const auto bracketed = [&](ExpressionId id) {
      const auto inner = given_.equation.text(id);
      const bool plain = arena()[id].kind == ExpressionKind::symbol || arena().applies(id, "transpose") || inner.ends_with(')');
      return plain ? inner : "(" + inner + ")";
    };
    allow_ = false;
    const bool found = [&] {
      for (const auto& [name, sign] : {std::pair{"transpose", "^\\top"}, std::pair{"inverse", "^{-1}"}}) {
        const std::string_view above = sign;
        if (known_arena().applies(k, name) &&
            attempt(compare(known_arena().child(k, 0), g, depth + 1), [&] { return bracketed(g).append(above); }))
          return true;
        if (arena().applies(g, name) && attempt(compare(k, arena().child(g, 0), depth + 1), [&] { return text_of(arena().child(g, 0)); }))
          return true;
      }
      if (known_arena().applies(k, "square root") && arena()[g].kind == ExpressionKind::apply &&
          attempt(compare(known_arena().child(k, 0), g, depth + 1), [&] { return "\\sqrt{" + text_of(g) + "}"; }))
        return true;
      if (known_arena().applies(k, "minus") && known_arena()[known_arena().child(k, 0)].kind == ExpressionKind::number &&
          attempt(compare(known_arena().child(k, 1), g, depth + 1), [&] { return "(1 - " + text_of(g) + ")"; }))
        return true;
      if (known_arena()[k].kind != ExpressionKind::apply || arena()[g].kind != ExpressionKind::apply || known_arena()[k].child_count != 2 ||
          arena()[g].child_count != 2)
        return false;
      const auto kp = known_arena().children(k), gp = arena().children(g);
      const auto &a = known_arena()[k].operation->name, &b = arena()[g].operation->name;
      const bool sign = (a == "plus" && b == "minus") || (a == "minus" && b == "plus");
      if (sign &&
          attempt(both(kp[0], gp[0], kp[1], gp[1], depth), [&] { return text_of(gp[0]) + (a == "plus" ? " + " : " - ") + text_of(gp[1]); }))
        return true;
      const bool ordered = (multiplies(a) && b == "product") || (a == b && (a == "minus" || a == "division"));
      const auto turned = [&] {
        return multiplies(a)  ? bracketed(gp[1]) + " " + bracketed(gp[0])
               : a == "minus" ? text_of(gp[1]) + " - " + text_of(gp[0])
                              : "\\frac{" + text_of(gp[1]) + "}{" + text_of(gp[0]) + "}";
      };
      return ordered && !commutes(g) && attempt(both(kp[0], gp[1], kp[1], gp[0], depth), turned);
    }();
    allow_ = true;
    return found;
  }

  const Equation& known_;
  const Analysis& given_;
  bool allow_;
  State state_;
};

/// Whether a formula can begin so, perhaps with its sign changed.
bool may_be(const Expression& known, const Expression& given) {
  if (known.operation == nullptr || given.operation == nullptr) return false;
  const auto adds = [](const Expression& each) { return each.operation->name == "plus" || each.operation->name == "minus"; };
  return alike_operations(known.operation, given.operation) || (adds(known) && adds(given));
}

struct Resolved {
  const KnownFormula* formula = nullptr;
  Equation equation;
  std::size_t size = 0;
};

const std::vector<Resolved>& resolved_formulas() {
  static const std::vector<Resolved> all = [] {
    std::vector<Resolved> result;
    for (const KnownFormula& formula : known_formulas()) {
      Equation equation = resolve(formula.latex);
      const std::size_t size = equation.arena.size();
      result.push_back({&formula, std::move(equation), size});
    }
    return result;
  }();
  return all;
}

/// Whether somebody stated the shape of a symbol below, and it is no square, which fits either way: then the place is as its writer
/// wants it.
bool declared_below(const Analysis& analysis, ExpressionId id) {
  const auto& arena = analysis.equation.arena;
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none) continue;
    if (arena[part].kind == ExpressionKind::symbol) {
      const From from = analysis.shapes.evidence[arena[part].symbol].from;
      const auto& axes = analysis.shapes.symbols[arena[part].symbol].axes;
      const auto& sizes = analysis.shapes.sizes;
      const bool square = axes.size() == 2 && sizes.resolve(axes[0]) == sizes.resolve(axes[1]);
      if ((from == From::declared || from == From::prose) && !square) return true;
    }
    open.insert(open.end(), arena.children(part).begin(), arena.children(part).end());
  }
  return false;
}

}  // namespace

std::optional<NearlyKnown> nearly_known(const Analysis& analysis) {
  const Equation& equation = analysis.equation;
  if (equation.sources.empty() || equation.arena.size() > most_expressions) return std::nullopt;
  std::optional<NearlyKnown> best;
  for (ExpressionId id = equation.arena.size(); id-- > 0;) {
    const Expression& expression = equation.arena[id];
    if (expression.source != 0 || expression.kind != ExpressionKind::apply || expression.span.size() > most_characters) continue;
    for (const Resolved& known : resolved_formulas()) {
      const ExpressionId root = known.equation.statements.empty() ? none : known.equation.statements[0].value;
      if (root == none || !may_be(known.equation.arena[root], expression)) continue;
      TreeComparison exactly(known.equation, analysis, false);
      if (exactly.compare(root, id)) return std::nullopt;
      TreeComparison nearly(known.equation, analysis, true);
      if (best || !nearly.compare(root, id) || !nearly.slip() || declared_below(analysis, nearly.slip()->place)) continue;
      const Span span = equation.arena[nearly.slip()->place].span;
      std::string corrected(equation.sources[0].text());
      if (span.begin >= span.end || span.end > corrected.size()) continue;
      corrected.replace(span.begin, span.end - span.begin, nearly.slip()->usual);
      best = NearlyKnown{known.formula, nearly.slip()->place, nearly.slip()->usual, std::move(corrected)};
    }
  }
  return best;
}

}  // namespace eqlens
