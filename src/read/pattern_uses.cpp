// The uses themselves, one recogniser for each kind of top: sums, products, fractions, the rest.
#include <algorithm>

#include "expression/softmax_axis.hpp"
#include "read/pattern.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

bool square(const Pattern& pattern, const Arena& arena, ExpressionId id) {
  return pattern.is(id, "power") && arena[id].child_count == 2 && pattern.is_number(arena.child(id, 1), 2);
}

}  // namespace

bool Pattern::gate_like(ExpressionId id) const {
  if (is(id, "sigmoid") || is(id, "hard sigmoid")) return true;
  const auto which = symbol(id);
  if (which == none) return false;
  const auto* entry = analysis_.roles.find(which);
  if (entry != nullptr && entry->meaning.find("gate") != std::string::npos) return true;
  const auto* definition = equation_.definition_of(which);
  return definition != nullptr && definition->value != none && is(definition->value, "sigmoid");
}

/// x times a known curve from 0 to 1 whose argument rises with x.
std::optional<Found> Pattern::self_gate(ExpressionId id, const std::vector<ExpressionId>& parts) const {
  if (parts.size() != 2 || is(id, "matrix product")) return {};
  for (const auto& [x, curve] : {std::pair{parts[0], parts[1]}, std::pair{parts[1], parts[0]}}) {
    if (symbol(x) == none || rank(x) != rank(id) || !(is(curve, "sigmoid") || is(curve, "normal distribution function"))) continue;
    const auto inside = factors(arena_.child(curve, 0));
    const auto rises = [&](ExpressionId factor) {
      if (arena_[factor].kind == ExpressionKind::number) return arena_[factor].number > 0;
      const auto* entry = symbol(factor) == none ? nullptr : analysis_.roles.find(symbol(factor));
      return entry != nullptr && rank(factor) == 0 && entry->role != Role::input && entry->role != Role::output;
    };
    if (inside.size() <= 2 && same(inside.back(), x) && (inside.size() == 1 || rises(inside[0])))
      return Found{Use::self_gate, id, {x, curve}};
  }
  return {};
}

bool Pattern::share(ExpressionId top, ExpressionId total) const {
  const auto ranges = arena_.ranges(total);
  if (!is(total, "sum") || arena_[total].child_count != 1 || ranges.size() != 1) return false;
  return !total_moves(equation_, top, total) && one_of(top, arena_.child(total, 0), ranges[0].symbol);
}

void Pattern::mark_scores(ExpressionId id, int depth) {
  constexpr int deepest = 40;
  if (id == none || depth > deepest || scores_[id]) return;
  scores_[id] = true;
  if (const auto which = symbol(id); which != none) {
    const auto* definition = equation_.definition_of(which);
    if (definition != nullptr) mark_scores(definition->value, depth + 1);
  } else if (arena_[id].kind == ExpressionKind::index || is(id, "division")) {
    mark_scores(arena_.child(id, 0), depth + 1);
  } else if (is(id, "plus") || is(id, "minus") || is(id, "negative") || product_like(id) || is(id, "call")) {
    for (const auto child : arena_.children(id)) mark_scores(child, depth + 1);
  }
}

/// A product of matrices compares rows only where its entries are used as scores.
void Pattern::find_scores() {
  scores_.assign(arena_.size(), false);
  for (ExpressionId id = 0; id < arena_.size(); ++id) {
    if (arena_[id].kind != ExpressionKind::apply || arena_[id].child_count == 0) continue;
    const auto first = arena_.child(id, 0);
    if (is(id, "softmax")) mark_scores(arena_.child(id, arena_[id].child_count - 1), 0);
    if (!is(id, "division") || arena_[id].child_count != 2) continue;
    const auto bottom = arena_.child(id, 1);
    if (is(first, "exponential") && is(bottom, "sum")) mark_scores(arena_.child(first, 0), 0);
    if (is(bottom, "square root")) mark_scores(first, 0);
  }
}

bool Pattern::compares(ExpressionId id, ExpressionId before, ExpressionId transposed) const {
  if (scores_[id]) return true;
  const auto named = [&](ExpressionId side) {
    const auto which = symbol(side);
    const auto* entry = which == none ? nullptr : analysis_.roles.find(which);
    return entry != nullptr && (entry->meaning.find("quer") != std::string::npos || entry->meaning.find("key") != std::string::npos);
  };
  return named(before) && named(transposed);
}

std::optional<Found> Pattern::sum_use(ExpressionId id) const {
  const auto left = arena_.child(id, 0), right = arena_.child(id, 1);
  if (is(id, "minus")) {
    const auto parts = factors(right);
    const bool earlier = symbol(left) != none && equation_.symbols[symbol(left)].offset == -1;
    const bool parameter = symbol(left) != none && (earlier || role(left) != Role::constant);
    if (parameter && parts.size() >= 2) {
      const bool rate = symbol(parts[0]) != none && role(parts[0]) == Role::constant;
      const bool slope = std::any_of(parts.begin(), parts.end(),
                                     [&](ExpressionId part) { return is(part, "gradient") || is(part, "partial derivative"); });
      // Without a printed gradient it is a step only if the left side is learned or updated.
      if (slope || (rate && role(left) == Role::learned) ||
          (rate && !equation_.symbols[symbol(left)].stem.empty() && equation_.symbols[symbol(left)].offset == -1)) {
        const auto rest = product_like(right) && parts.size() == 2 ? parts[1] : parts.back();
        return Found{Use::step, id, {left, parts[0], rest}};
      }
    }
    return {};
  }
  const auto a = factors(left), b = factors(right);
  ExpressionId rest = none;
  if (a.size() >= 2 && b.size() >= 2) {
    if (one_minus(b[0], rest) && same(rest, a[0])) return Found{Use::running_average, id, {a[0], a.back(), b.back()}};
    if (one_minus(a[0], rest) && same(rest, b[0])) return Found{Use::running_average, id, {b[0], b.back(), a.back()}};
    if (is(a[0], "square root") && is(b[0], "square root") && one_minus(arena_.child(b[0], 0), rest) && same(rest, arena_.child(a[0], 0)))
      return Found{Use::noise_mix, id, {rest, a.back(), b.back()}};
  }
  for (const auto& [x, f] : {std::pair{left, right}, std::pair{right, left}}) {
    const auto which = symbol(x);
    const bool applies = is(f, "call") || (arena_[f].kind == ExpressionKind::apply && arena_[f].operation->fixity == Fixity::function &&
                                           !is(f, "square root"));
    if (which != none && applies && mentions(f, which)) return Found{Use::residual, id, {x, f}};
  }
  if (b.size() == 1 && role(right) == Role::learned && rank(right) <= 1) {
    if (is(left, "elementwise product") && role(a[0]) == Role::learned)
      return Found{Use::rescaled, id, {a[0], arena_.child(left, 1), right}};
    if (a.size() == 2 && (role(a[0]) == Role::learned || role(a[1]) == Role::learned)) {
      const bool first = role(a[0]) == Role::learned;
      const bool scale = !first ? false : rank(a[0]) < 2 && rank(a[0]) == rank(right) && is(left, "product") && !is(left, "matrix product");
      const auto* entry = symbol(a[0]) == none ? nullptr : analysis_.roles.find(symbol(a[0]));
      const bool scales = entry != nullptr && (entry->meaning.starts_with("a learned scale") ||
                                               letter_words(equation_.symbols[entry->symbol].nucleus) == "gamma");
      if (scale && rank(a[1]) <= 1 && scales) return Found{Use::rescaled, id, {a[0], a[1], right}};
      return Found{Use::linear, id, {first ? a[0] : a[1], first ? a[1] : a[0], right}};
    }
  }
  // The target is whatever is left of the bracket without the old value, wherever that stands last.
  if (b.size() == 2 && is(b[1], "minus") && same(arena_.child(b[1], 1), left) && (symbol(left) != none || is(left, "call")))
    return Found{Use::nudge, id, {left, b[0], arena_.child(b[1], 0)}};
  for (const auto part : b)
    if (b.size() >= 2 && (is(part, "norm") || (square(*this, arena_, part) && is(arena_.child(part, 0), "norm")))) {
      // What goes in is not kept small.
      const auto length = is(part, "norm") ? part : arena_.child(part, 0);
      if (role(arena_.child(length, 0)) == Role::input) continue;
      return Found{Use::penalty, id, {left, b[0], part}};
    }
  return {};
}

/// Whether a number below is that of the terms of a sum without a printed end: a count, a size, how many members its set has.
bool Pattern::counts_terms(ExpressionId count, const Range& range) const {
  if (is(count, "size of a set")) return range.set == none || same(arena_.child(count, 0), range.set);
  const auto* entry = analysis_.roles.find(symbol(count));
  if (entry == nullptr) return false;
  // A Greek letter has some other use, whatever was taken to be of its size.
  return range.set != none || (entry->domain == "count" && equation_.symbols[symbol(count)].nucleus[0] != '\\');
}

std::optional<Found> Pattern::product_use(ExpressionId id) const {
  const auto parts = factors(id);
  const auto last = parts.back();
  if (parts.size() >= 2) {
    const auto before = parts[parts.size() - 2];
    const auto found = use_of(before);
    if (found && found->use == Use::shares && rank(before) > 0) return Found{Use::blend, id, {before, last}};
    if (is(last, "transpose") && rank(before) > 1 && compares(id, before, arena_.child(last, 0))) {
      // Rows of a product are compared whole: X A of `(X A)(X B)^\top`.
      const bool several = std::count_if(parts.begin(), parts.end() - 1, [&](ExpressionId part) { return rank(part) > 0; }) > 1;
      return Found{Use::comparison, id, {several ? arena_.child(id, 0) : before, arena_.child(last, 0)}};
    }
    // Before two vectors that agree only numbers: of `a b^\top c` and `a^\top b\, c^\top d` one pair does not say all.
    const bool pair = rank(last) == 1 && std::all_of(parts.begin(), parts.end() - 2, [&](ExpressionId part) { return rank(part) == 0; });
    if (pair && is(before, "transpose") && rank(before) <= 1) return Found{Use::comparison, id, {arena_.child(before, 0), last}};
    if (pair && is(id, "dot product") && rank(before) == 1) return Found{Use::comparison, id, {before, last}};
  }
  if (auto own = self_gate(id, parts)) return own;
  if (is(id, "elementwise product")) {
    const auto left = arena_.child(id, 0), right = arena_.child(id, 1);
    if (gate_like(left)) return Found{Use::gate, id, {left, right}};
    if (gate_like(right)) return Found{Use::gate, id, {right, left}};
  }
  // 1/n in front of a sum to n.
  if (parts.size() == 2 && is(parts[0], "division") && is_number(arena_.child(parts[0], 0), 1) && is(last, "sum")) {
    const auto count = arena_.child(parts[0], 1);
    const auto ranges = arena_.ranges(last);
    if (symbol(count) != none || is(count, "size of a set"))
      if (ranges.empty() || (ranges[0].upper == none && counts_terms(count, ranges[0])) || same(ranges[0].upper, count) ||
          (is(ranges[0].upper, "minus") && same(arena_.child(ranges[0].upper, 0), count) &&
           is_number(arena_.child(ranges[0].upper, 1), 1) && is_number(ranges[0].lower, 0)))
        return Found{Use::average, id, {arena_.child(last, 0), count}};
  }
  return {};
}

std::optional<Found> Pattern::division_use(ExpressionId id) const {
  const auto top = arena_.child(id, 0), bottom = arena_.child(id, 1);
  if (is(top, "exponential") && is(bottom, "sum") && is(arena_.child(bottom, 0), "exponential")) {
    // The same score, once for the entry itself and once for all.
    const auto score = arena_.child(top, 0), each = arena_.child(arena_.child(bottom, 0), 0);
    if (!total_moves(equation_, top, bottom) && arena_[score].kind == arena_[each].kind &&
        arena_[score].operation == arena_[each].operation)
      return Found{Use::shares, id, {score}};
  }
  ExpressionId rest = none;
  if (one_minus(bottom, rest) && is(rest, "power") && symbol(arena_.child(rest, 1)) != none)
    return Found{Use::correction, id, {top, arena_.child(rest, 0), arena_.child(rest, 1)}};
  const bool inside = is(bottom, "square root");
  const bool outside = is(bottom, "plus") && is(arena_.child(bottom, 0), "square root") && small_constant(arena_.child(bottom, 1));
  if (inside || outside) {
    auto spread = arena_.child(inside ? bottom : arena_.child(bottom, 0), 0);
    const bool safe = is(spread, "plus") && small_constant(arena_.child(spread, 1));
    if (safe) spread = arena_.child(spread, 0);
    if (is(top, "minus") && (safe || outside)) return Found{Use::standardised, id, {arena_.child(top, 0), arena_.child(top, 1), spread}};
    if (safe || outside) return Found{Use::in_units_of_size, id, {top, spread}};
  }
  if (is(top, "minus") && symbol(bottom) != none && letter_words(equation_.symbols[symbol(bottom)].nucleus) == "sigma")
    return Found{Use::standardised, id, {arena_.child(top, 0), arena_.child(top, 1), bottom}};
  return {};
}

std::optional<Found> Pattern::other_use(ExpressionId id) const {
  if (is(id, "softmax") && arena_[id].child_count == 1) return Found{Use::shares, id, {arena_.child(id, 0)}};
  if (square(*this, arena_, id) && is(arena_.child(id, 0), "minus"))
    return Found{Use::squared_gap, id, {arena_.child(arena_.child(id, 0), 0), arena_.child(arena_.child(id, 0), 1)}};
  if (is(id, "negative")) {
    const auto body = arena_.child(id, 0);
    if (is(body, "logarithm")) return Found{Use::surprise, id, {arena_.child(body, 0)}};
    if (is(body, "sum")) {
      const auto parts = factors(arena_.child(body, 0));
      if (parts.size() == 2 && is(parts[1], "logarithm")) return Found{Use::label_surprise, id, {parts[0], arena_.child(parts[1], 0)}};
    }
  }
  if (is(id, "sum") && arena_[id].child_count == 1) {
    const auto parts = factors(arena_.child(id, 0));
    if (parts.size() == 2 && is(parts[1], "logarithm") && is(arena_.child(parts[1], 0), "division")) {
      const auto ratio = arena_.child(parts[1], 0);
      if (same(parts[0], arena_.child(ratio, 0))) return Found{Use::divergence, id, {parts[0], arena_.child(ratio, 1)}};
    }
  }
  if (is(id, "KL divergence") && arena_[id].child_count == 2) return Found{Use::divergence, id, {arena_.child(id, 0), arena_.child(id, 1)}};
  return {};
}

std::optional<Found> Pattern::use_of(ExpressionId id) const {
  if (id == none || (arena_[id].kind != ExpressionKind::apply && arena_[id].kind != ExpressionKind::reduce)) return {};
  const auto name = operation(id);
  if ((name == "plus" || name == "minus") && arena_[id].child_count == 2) return sum_use(id);
  if (product_like(id)) return product_use(id);
  if (name == "division" && arena_[id].child_count == 2) return division_use(id);
  return other_use(id);
}

}  // namespace eqlens
