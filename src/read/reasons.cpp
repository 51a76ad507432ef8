#include "read/reasons.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/wording.hpp"

namespace eqlens {

namespace {

/// One sign at one place, with what its sentences ask about.
class Sign {
 public:
  Sign(const Understanding& understanding, ExpressionId id)
      : understanding_(understanding), analysis_(understanding.analysis), arena_(analysis_.equation.arena), id_(id) {}

  [[nodiscard]] std::string plus() const {
    if (keeps_safe(right())) return fmt::format("adding {} in {} keeps {} away from 0", text(right()), around(), text(left()));
    return fmt::format("the plus in {} adds {} to {}{}", around(), text(right()), text(left()), each_entry());
  }

  [[nodiscard]] std::string minus() const {
    const auto above = understanding_.places.parent(id_);
    const bool gap = above != none && (pattern().is(above, "norm") || pattern().is(above, "absolute value") ||
                                       (pattern().is(above, "power") && pattern().is_number(arena_.child(above, 1), 2)));
    if (gap) return fmt::format("the difference of {} and {} measures how far they are apart", text(left()), text(right()));
    if (pattern().is_number(left(), 1)) return fmt::format("1 − {} in {} is what {} leaves of 1", text(right()), around(), text(right()));
    if (pattern().rank(left()) > 0 && pattern().rank(right()) == 0)
      return fmt::format("the minus in {} takes the number {} from every entry of {}", around(), text(right()), text(left()));
    return fmt::format("the minus in {} takes {} from {}{}", around(), text(right()), text(left()), each_entry());
  }

  [[nodiscard]] std::string negative() const {
    const auto above = understanding_.places.parent(id_);
    if (above != none && pattern().is(above, "power"))
      return fmt::format("the minus sign in the exponent of {} turns the power into a division by it", understanding_.places.around(above));
    if (above != none && pattern().is(above, "exponential"))
      return fmt::format("the minus sign makes {} smaller the larger {} is", text(above), text(left()));
    if (above == none && lowers())
      return fmt::format("the minus sign turns {} into a loss: what was to be raised is to be lowered", text(left()));
    return fmt::format("the minus sign in {} changes the sign of {}", around(), text(left()));
  }

  [[nodiscard]] std::string power() const {
    const auto base = text(left()), exponent = text(right());
    if (pattern().is_number(right(), 2))
      return positive(left()) ? fmt::format("the square takes {} into {} as {}", base, around(), text(id_))
                              : fmt::format("squaring {} in {} makes it positive and lets large values count most", base, around());
    const bool matrix = pattern().rank(left()) >= 2;
    if (negative_number(right()) && half(right()))
      return matrix ? fmt::format("{} is the inverse square root of the matrix {}{}", text(id_), base, inside_of(id_))
                    : fmt::format("{} divides by the square root of {}{}", text(id_), base, inside_of(id_));
    if (negative_number(right()))
      return fmt::format("the negative exponent of {} divides: the larger {}, the smaller it is{}", text(id_), base, inside_of(id_));
    if (literal(right()) && half(right())) return fmt::format("{} is the square root of {}{}", text(id_), base, inside_of(id_));
    if (literal(right())) return fmt::format("the exponent {} lets large values of {} count far more in {}", exponent, base, around());
    if (arena_[left()].kind == ExpressionKind::number)
      return fmt::format("the power {} grows by the same factor whenever {} grows by 1{}", text(id_), exponent, inside_of(id_));
    const auto* entry = pattern().symbol(left()) == none ? nullptr : analysis_.roles.find(pattern().symbol(left()));
    if (entry != nullptr && entry->domain == "rate")
      return fmt::format("raising {} to the power {} makes a factor that fades as {} grows{}", base, exponent, exponent, inside_of(id_));
    return fmt::format("the power raises {} to {}{}", base, exponent, inside_of(id_));
  }

  [[nodiscard]] std::string division() const {
    const auto bottom = right();
    if (pattern().is(bottom, "norm") && pattern().same(arena_.child(bottom, 0), left()))
      return fmt::format("dividing {} by its own length keeps the direction and makes the length 1", text(left()));
    if (literal(left())) {
      if (auto average = factor_before_sum(); !average.empty()) return average;
      return fmt::format("{} over {} makes {} the smaller the larger {} is", text(left()), text(bottom), around(), text(bottom));
    }
    if (likely(left()) && likely(bottom))
      return fmt::format("the ratio of {} to {} compares the two: above 1 where the first is larger", text(left()), text(bottom));
    if (counts(bottom)) return fmt::format("dividing by {} keeps {} from growing with it{}", text(bottom), text(left()), inside_of(id_));
    return fmt::format("dividing {} by {} measures the one in units of the other{}", text(left()), text(bottom), inside_of(id_));
  }

  [[nodiscard]] std::string root() const {
    if (squares(left()))
      return fmt::format("the square root brings {}, made of squares, back to the scale of what is squared in {}", text(left()), around());
    return fmt::format("the square root of {} grows more slowly than {} itself{}", text(left()), text(left()), inside_of(id_));
  }

  [[nodiscard]] std::string logarithm() const {
    const auto inside = left();
    if (pattern().is(inside, "division"))
      return fmt::format("the logarithm of {} is 0 where top and bottom agree, and above 0 where the top is larger", text(inside));
    if (pattern().is(inside, "sum") && pattern().is(arena_.child(inside, 0), "exponential"))
      return fmt::format("the logarithm brings {} back to the scale of the exponents: a soft maximum", text(inside));
    if (pattern().is(inside, "product over"))
      return fmt::format("the logarithm turns the product {} into a sum, which does not underflow", text(inside));
    if (likely(inside))
      return fmt::format("the logarithm of {} in {} is 0 for certainty and falls without bound for what is unlikely", text(inside),
                         around());
    return fmt::format("the logarithm of {} in {} is 0 at 1, falls without bound towards 0 and grows slowly above", text(inside), around());
  }

  [[nodiscard]] std::string exponential() const {
    if (shared()) return "";
    if (pattern().is(left(), "negative"))
      return fmt::format("the exponential {} falls from 1 towards 0 as {} grows", text(id_), text(arena_.child(left(), 0)));
    return fmt::format("the exponential makes {} positive, in {}: whenever it grows by 1, the result is multiplied by e", text(left()),
                       around());
  }

  [[nodiscard]] std::string product() const {
    const auto a = pattern().rank(left()), b = pattern().rank(right());
    if (pattern().is(right(), "transpose") && a == 1 && pattern().rank(arena_.child(right(), 0)) == 1) return outer();
    if (a == 0 && b == 0)
      return fmt::format("the product {} multiplies {} by {}{}", text(id_), text(left()), text(right()), inside_of(id_));
    if (a == 0 || b == 0)
      return fmt::format("multiplying {} by the number {} scales all its entries{}", text(a == 0 ? right() : left()),
                         text(a == 0 ? left() : right()), inside_of(id_));
    if (pattern().is(id_, "elementwise product") || (a == b && a == 1 && pattern().rank(id_) == 1))
      return fmt::format("the product {} multiplies each entry of {} with the matching entry of {}", text(id_), text(left()),
                         text(right()));
    return "";
  }

  [[nodiscard]] std::string sum() const {
    const auto ranges = arena_.ranges(id_);
    std::vector<std::string> names;
    for (const Range& range : ranges)
      if (range.symbol != none) names.push_back(called(analysis_, range.symbol));
    const auto many = term_count(understanding_, id_);
    return fmt::format("the sum in {} adds up {}{}{}", around(), text(left()), names.empty() ? "" : " over " + enumerated(names),
                       many.empty() ? "" : fmt::format(", {} terms", many));
  }

  [[nodiscard]] std::string power_limits() const {
    const auto base = text(left());
    const auto exponent = right();
    if (pattern().rank(left()) >= 2) return "";
    if (pattern().is_number(exponent, 2))
      return fmt::format("{} = 0: {} is 0; {} twice as large: four times as much", base, text(id_), base);
    if (negative_number(exponent))
      return fmt::format("{} towards 0: {} grows without bound; {} very large: it goes to 0", base, text(id_), base);
    if (literal(exponent)) return fmt::format("{} = 0: {} is 0; {} = 1: it is 1", base, text(id_), base);
    const auto zero = fmt::format("{} = 0: {} is 1", text(exponent), text(id_));
    if (arena_[left()].kind == ExpressionKind::number) return zero;
    return fmt::format("{}; {} = 1: it is {}", zero, text(exponent), base);
  }

  [[nodiscard]] std::string division_limits() const {
    if (counts(right()) || literal(right())) return "";
    if (literal(left())) return fmt::format("{} towards 0: {} grows without bound; very large: it goes to 0", text(right()), text(id_));
    return fmt::format("{} towards 0: {} grows without bound; {} = 0: it is 0", text(right()), text(id_), text(left()));
  }

  [[nodiscard]] std::string root_limits() const {
    if (counts(left()) || literal(left())) return "";
    return fmt::format("{} = 0: {} is 0, where its slope is infinite", text(left()), text(id_));
  }

  [[nodiscard]] std::string product_limits() const {
    if (literal(left()) || literal(right())) return "";
    if (pattern().rank(left()) == 1 && pattern().rank(right()) == 1 && pattern().is(id_, "dot product"))
      return fmt::format("{} and {} at right angles: {} is 0", text(left()), text(right()), text(id_));
    return fmt::format("{} = 0: {} drops out of {}", text(left()), text(right()), around());
  }

  [[nodiscard]] std::string sum_limits() const {
    const auto many = term_count(understanding_, id_);
    const auto body = text(left());
    return many.empty() ? fmt::format("all terms {} equal: their number times one of them", body)
                        : fmt::format("all terms {} equal: {} times one of them", body, many);
  }

  /// Made of plain numbers alone.
  [[nodiscard]] bool literal(ExpressionId id, int depth = 0) const {
    constexpr int deepest = 20;
    if (id == none || depth > deepest) return false;
    if (arena_[id].kind == ExpressionKind::number) return true;
    if (arena_[id].kind == ExpressionKind::symbol) return analysis_.equation.symbols[arena_[id].symbol].kind == SymbolKind::constant;
    if (arena_[id].kind != ExpressionKind::apply) return false;
    const auto parts = arena_.children(id);
    return std::all_of(parts.begin(), parts.end(), [&](ExpressionId part) { return literal(part, depth + 1); });
  }

 private:
  [[nodiscard]] const Pattern& pattern() const { return understanding_.pattern; }
  [[nodiscard]] ExpressionId left() const { return arena_.child(id_, 0); }
  [[nodiscard]] ExpressionId right() const { return arena_.child(id_, 1); }
  [[nodiscard]] std::string text(ExpressionId id) const { return shown(analysis_, id); }
  [[nodiscard]] std::string around() const { return understanding_.places.around(id_); }
  /// ", in ...": nothing where the sentence names all of it already.
  [[nodiscard]] std::string inside_of(ExpressionId named) const {
    auto whole = around();
    return whole == text(named) ? "" : ", in " + std::move(whole);
  }
  [[nodiscard]] std::string_view each_entry() const {
    return pattern().rank(left()) > 0 && pattern().rank(right()) > 0 ? ", entry by entry" : "";
  }

  [[nodiscard]] std::string outer() const {
    const auto row = arena_.child(right(), 0);
    const auto which = pattern().symbol(row);
    const bool ones =
        which != none && analysis_.equation.symbols[which].kind == SymbolKind::constant && analysis_.equation.symbols[which].nucleus == "1";
    if (ones) return fmt::format("the product {} repeats {} in every column", text(id_), text(left()));
    return fmt::format("the product {} pairs every entry of {} with every entry of {}", text(id_), text(left()), text(row));
  }

  /// A small constant that the table of symbols knows as such.
  [[nodiscard]] bool keeps_safe(ExpressionId id) const {
    const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
    return entry != nullptr && entry->domain == "stability";
  }

  /// 1/n before a sum: of its n terms it makes an average.
  [[nodiscard]] std::string factor_before_sum() const {
    const auto above = understanding_.places.parent(id_);
    if (above == none || !pattern().product_like(above) || arena_.child(above, 0) != id_) return "";
    const auto sum = arena_.child(above, 1);
    if (arena_[sum].kind != ExpressionKind::reduce) return "";
    if (term_count(understanding_, sum) != text(right()))
      return fmt::format("the factor {} weakens {} the more, the larger {} is", text(id_), text(sum), text(right()));
    return pattern().is_number(left(), 1)
               ? fmt::format("the factor {} makes an average of the sum of {}", text(id_), text(arena_.child(sum, 0)))
               : fmt::format("the factor {} makes {} times an average of the sum of {}", text(id_), text(left()),
                             text(arena_.child(sum, 0)));
  }

  /// Never below 0: a spread, a length.
  [[nodiscard]] bool positive(ExpressionId id) const {
    if (pattern().is(id, "norm") || pattern().is(id, "absolute value")) return true;
    const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
    return entry != nullptr && entry->domain != "real" && entry->role != Role::output;
  }

  /// A size, or the number of members of a set.
  [[nodiscard]] bool counts(ExpressionId id) const {
    if (pattern().is(id, "size of a set")) return true;
    if (pattern().is(id, "minus") || pattern().is(id, "plus")) return counts(arena_.child(id, 0));
    if (pattern().is(id, "power")) return counts(arena_.child(id, 0));
    const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
    return entry != nullptr && (entry->domain == "count" || has_badge(*entry, "index"));
  }

  [[nodiscard]] bool negative_number(ExpressionId id) const {
    if (arena_[id].kind == ExpressionKind::number) return arena_[id].number < 0;
    return pattern().is(id, "negative") && literal(arena_.child(id, 0));
  }

  /// One half, or minus one half.
  [[nodiscard]] bool half(ExpressionId id) const {
    const auto inside = pattern().is(id, "negative") ? arena_.child(id, 0) : id;
    return pattern().is_number(inside, -0.5) || pattern().is_number(inside, 0.5) ||
           (pattern().is(inside, "division") && pattern().is_number(arena_.child(inside, 0), 1) &&
            pattern().is_number(arena_.child(inside, 1), 2));
  }

  /// A sum of squares, an average of them, a variance.
  [[nodiscard]] bool squares(ExpressionId id) const {
    if (pattern().is(id, "plus")) return squares(arena_.child(id, 0));
    if (pattern().is(id, "sum") || pattern().is(id, "expectation")) return squares(arena_.child(id, 0));
    if (pattern().product_like(id)) return squares(arena_.child(id, 1));
    if (pattern().is(id, "power")) return pattern().is_number(arena_.child(id, 1), 2);
    const auto* entry = pattern().symbol(id) == none ? nullptr : analysis_.roles.find(pattern().symbol(id));
    return entry != nullptr && (entry->meaning == "the variance" || entry->meaning.find("squared") != std::string::npos);
  }

  /// A probability: of a density, of a policy, of a class.
  [[nodiscard]] bool likely(ExpressionId id) const {
    if (pattern().is(id, "softmax") || pattern().is(id, "sigmoid")) return true;
    auto which = pattern().symbol(id);
    if (pattern().is(id, "call")) which = pattern().symbol(arena_.child(id, 0));
    const auto* entry = which == none ? nullptr : analysis_.roles.find(which);
    return entry != nullptr &&
           (entry->meaning.find("probabilit") != std::string::npos || entry->meaning.find("policy") != std::string::npos);
  }

  /// One of the scores that are divided by their total.
  [[nodiscard]] bool shared() const {
    return std::any_of(understanding_.uses.begin(), understanding_.uses.end(), [&](const Found& found) {
      return found.use == Use::shares && (found.parts[0] == left() || pattern().same(found.parts[0], left()));
    });
  }

  /// The minus stands before all of a loss.
  [[nodiscard]] bool lowers() const {
    for (const auto* statement : display_statements(analysis_.equation)) {
      if (statement->value != id_ || statement->defines.size() != 1 || pattern().rank(id_) != 0) continue;
      const auto letter = letter_words(analysis_.equation.symbols[statement->defines[0]].nucleus);
      for (const std::string_view loss : {"L", "J", "l", "loss", "NLL"})
        if (letter == loss) return true;
      return letter.find("oss") != std::string::npos || letter == "script L" || letter == "ell";
    }
    return false;
  }

  const Understanding& understanding_;
  const Analysis& analysis_;
  const Arena& arena_;
  ExpressionId id_;
};

using Words = std::string (Sign::*)() const;

struct SignRow {
  std::string_view operation;
  Words reason;
  Words limits;
};

constexpr std::array signs{
    SignRow{"plus", &Sign::plus, nullptr},
    SignRow{"minus", &Sign::minus, nullptr},
    SignRow{"negative", &Sign::negative, nullptr},
    SignRow{"power", &Sign::power, &Sign::power_limits},
    SignRow{"division", &Sign::division, &Sign::division_limits},
    SignRow{"square root", &Sign::root, &Sign::root_limits},
    SignRow{"logarithm", &Sign::logarithm, nullptr},
    SignRow{"exponential", &Sign::exponential, nullptr},
    SignRow{"product", &Sign::product, &Sign::product_limits},
    SignRow{"times", &Sign::product, &Sign::product_limits},
    SignRow{"dot product", &Sign::product, &Sign::product_limits},
    SignRow{"elementwise product", &Sign::product, nullptr},
    SignRow{"sum", &Sign::sum, &Sign::sum_limits},
};

const SignRow* row_of(std::string_view operation) {
  const auto row = std::find_if(signs.begin(), signs.end(), [&](const SignRow& each) { return each.operation == operation; });
  return row == signs.end() ? nullptr : &*row;
}

/// Inside the places of an entry, in an exponent's own sums, or where a sum begins or ends.
bool counts_places(const Understanding& understanding, ExpressionId id) {
  const auto& equation = understanding.analysis.equation;
  const auto raised = understanding.places.parent(id);
  const bool adds = understanding.pattern.is(id, "plus") || understanding.pattern.is(id, "minus");
  if (adds && raised != none && understanding.pattern.is(raised, "power") && equation.arena.child(raised, 1) == id) return true;
  for (auto above = understanding.places.parent(id); above != none; id = above, above = understanding.places.parent(id))
    if (equation.arena[above].kind == ExpressionKind::index && equation.arena.child(above, 0) != id) return true;
  return std::none_of(equation.statements.begin(), equation.statements.end(), [&](const Statement& statement) {
    return std::find(statement.sides.begin(), statement.sides.end(), id) != statement.sides.end();
  });
}

}  // namespace

ExpressionId telling_use(const Understanding& understanding, const OperationEntry& entry) {
  for (const auto id : entry.uses)
    if (!Sign(understanding, id).literal(id) && !counts_places(understanding, id)) return id;
  return none;
}

std::string reason_of(const Understanding& understanding, ExpressionId id) {
  const auto* row = row_of(understanding.pattern.operation(id));
  return row == nullptr || understanding.analysis.equation.arena[id].child_count == 0 ? "" : (Sign(understanding, id).*row->reason)();
}

bool has_own_limits(std::string_view operation) {
  const auto* row = row_of(operation);
  return row != nullptr && row->limits != nullptr;
}

std::string limits_of(const Understanding& understanding, ExpressionId id) {
  const auto* row = row_of(understanding.pattern.operation(id));
  if (row == nullptr || row->limits == nullptr || understanding.analysis.equation.arena[id].child_count == 0) return "";
  return (Sign(understanding, id).*row->limits)();
}

std::string term_count(const Understanding& understanding, ExpressionId sum) {
  const auto& analysis = understanding.analysis;
  const auto ranges = analysis.equation.arena.ranges(sum);
  if (ranges.size() != 1 || ranges[0].condition != none) return "";
  const Range& range = ranges[0];
  if (range.set != none) return fmt::format("|{}|", shown(analysis, range.set));
  if (range.upper != none) {
    const bool whole = range.lower == none || understanding.pattern.is_number(range.lower, 1);
    return whole ? shown(analysis, range.upper) : "";
  }
  if (range.symbol == none || range.lower != none || range.symbol >= analysis.shapes.ranges.size()) return "";
  const auto size = pretty(analysis.shapes.sizes.print(analysis.shapes.ranges[range.symbol]));
  return size == "0" || size.find(called(analysis, range.symbol)) != std::string::npos ? "" : size;
}

}  // namespace eqlens
