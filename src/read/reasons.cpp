#include "read/reasons.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/sign.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

using Words = std::string (Sign::*)() const;

struct SignRow {
  std::string_view operation;
  Words reason;
  Words limits;
};

constexpr std::array signs{
    SignRow{"plus", &Sign::plus, nullptr},
    SignRow{"minus", &Sign::minus, &Sign::minus_limits},
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

namespace {

/// Part of an average, of which its sum tells, or a plain number before a term.
bool told_elsewhere(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto averages = [&](ExpressionId product) {
    const auto found = pattern.use_of(product);
    return found && found->use == Use::average;
  };
  const auto above = understanding.places.parent(id);
  if (pattern.is(id, "division")) return above != none && averages(above);
  const Sign sign(understanding, id);
  // The division by the root of a size says why the root is there.
  if (pattern.is(id, "square root"))
    return above != none && pattern.is(above, "division") && sign.counts(understanding.analysis.equation.arena.child(id, 0));
  if (!pattern.product_like(id)) return false;
  const auto& arena = understanding.analysis.equation.arena;
  const auto number = [&](ExpressionId factor) { return pattern.rank(factor) == 0 && sign.literal(factor); };
  return averages(id) || number(arena.child(id, 0)) || number(arena.child(id, 1));
}

}  // namespace

ExpressionId telling_use(const Understanding& understanding, const OperationEntry& entry) {
  for (const auto id : entry.uses)
    if (!Sign(understanding, id).literal(id) && !counts_places(understanding, id) && !told_elsewhere(understanding, id)) return id;
  return none;
}

std::string reason_of(const Understanding& understanding, ExpressionId id) {
  const auto* row = row_of(understanding.pattern.operation(id));
  if (row == nullptr) return named_reason(understanding, id);
  return understanding.analysis.equation.arena[id].child_count == 0 ? "" : (Sign(understanding, id).*row->reason)();
}

bool has_own_limits(std::string_view operation) {
  const auto* row = row_of(operation);
  return (row != nullptr && row->limits != nullptr) || has_named_limits(operation);
}

std::string limits_of(const Understanding& understanding, ExpressionId id) {
  const auto* row = row_of(understanding.pattern.operation(id));
  if (row == nullptr) return named_limits(understanding, id);
  if (row->limits == nullptr || understanding.analysis.equation.arena[id].child_count == 0) return "";
  return (Sign(understanding, id).*row->limits)();
}

}  // namespace eqlens
