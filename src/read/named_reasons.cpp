// What operations with a name do at their places: the larger of two, a distance, the inverse of a matrix.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// One named operation at one place.
struct Named {
  const Understanding& understanding;
  ExpressionId id;

  [[nodiscard]] const Pattern& pattern() const { return understanding.pattern; }
  [[nodiscard]] const Arena& arena() const { return understanding.analysis.equation.arena; }
  [[nodiscard]] std::string text(ExpressionId part) const { return shown(understanding.analysis, part); }
  [[nodiscard]] ExpressionId part(std::size_t n) const { return arena().child(id, n); }
  [[nodiscard]] std::string around() const { return understanding.places.around(id); }

  /// ", in ...": nothing where the sentence has named all of it.
  [[nodiscard]] std::string inside() const {
    auto whole = around();
    return whole == text(id) ? "" : ", in " + std::move(whole);
  }

  [[nodiscard]] std::string over() const {
    std::vector<std::string> names;
    for (const Range& range : arena().ranges(id))
      if (range.symbol != none) names.push_back(called(understanding.analysis, range.symbol));
    return names.empty() ? "" : " over " + enumerated(names);
  }

  [[nodiscard]] bool keeps_safe(ExpressionId part) const {
    const auto which = pattern().symbol(part);
    const auto* entry = which == none ? nullptr : understanding.analysis.roles.find(which);
    return entry != nullptr && entry->domain == "stability";
  }
};

std::string extreme(const Named& at, bool largest) {
  const auto* noun = largest ? "maximum" : "minimum";
  const auto* word = largest ? "largest" : "smallest";
  if (at.arena()[at.id].kind == ExpressionKind::reduce)
    return fmt::format("the {} takes the {} {}{}{}", noun, word, at.text(at.part(0)), at.over(), at.inside());
  if (at.arena()[at.id].child_count != 2) return fmt::format("the {} in {} takes the {} entry", noun, at.around(), word);
  for (const auto& [bound, other] : {std::pair{0U, 1U}, std::pair{1U, 0U}}) {
    if (largest && at.pattern().is_number(at.part(bound), 0))
      return fmt::format("the maximum keeps {} where it is above 0 and gives 0 elsewhere{}", at.text(at.part(other)), at.inside());
    if (largest && at.keeps_safe(at.part(bound)))
      return fmt::format("the maximum keeps {} from falling below {}{}", at.text(at.part(other)), at.text(at.part(bound)), at.inside());
  }
  return fmt::format("the {} takes the {} of {} and {}{}", noun, largest ? "larger" : "smaller", at.text(at.part(0)), at.text(at.part(1)),
                     at.inside());
}

std::string extreme_limits(const Named& at, bool largest) {
  if (at.arena()[at.id].kind == ExpressionKind::reduce) return fmt::format("all {} equal: any one of them", at.text(at.part(0)));
  if (at.arena()[at.id].child_count != 2) return "";
  for (const auto& [bound, other] : {std::pair{0U, 1U}, std::pair{1U, 0U}})
    if (largest && at.pattern().is_number(at.part(bound), 0))
      return fmt::format("{} at or below 0: {} is 0", at.text(at.part(other)), at.text(at.id));
  return fmt::format("{0} {2} {1}: only {0} counts; otherwise only {1}", at.text(at.part(0)), at.text(at.part(1)),
                     largest ? "above" : "below");
}

std::string maximum(const Named& at) { return extreme(at, true); }
std::string minimum(const Named& at) { return extreme(at, false); }
std::string maximum_limits(const Named& at) { return extreme_limits(at, true); }
std::string minimum_limits(const Named& at) { return extreme_limits(at, false); }

std::string norm(const Named& at) {
  const auto inner = at.part(0);
  if (at.pattern().is(inner, "minus"))
    return fmt::format("the norm is the distance between {} and {}{}", at.text(at.arena().child(inner, 0)),
                       at.text(at.arena().child(inner, 1)), at.inside());
  return fmt::format("the norm is the length of {}{}", at.text(inner), at.inside());
}

std::string norm_limits(const Named& at) {
  const auto inner = at.part(0);
  if (at.pattern().is(inner, "minus"))
    return fmt::format("{} equal to {}: {} is 0", at.text(at.arena().child(inner, 0)), at.text(at.arena().child(inner, 1)), at.text(at.id));
  return fmt::format("{0} = 0: {1} is 0, where it has no slope; {0} twice as large: twice as much", at.text(inner), at.text(at.id));
}

std::string absolute(const Named& at) {
  const auto inner = at.part(0);
  if (at.pattern().is(inner, "minus"))
    return fmt::format("the bars take the gap between {} and {}, whichever is larger{}", at.text(at.arena().child(inner, 0)),
                       at.text(at.arena().child(inner, 1)), at.inside());
  return fmt::format("the bars take {} without its sign{}", at.text(inner), at.inside());
}

std::string absolute_limits(const Named& at) {
  return fmt::format("{} = 0: {} is 0, where its slope jumps", at.text(at.part(0)), at.text(at.id));
}

std::string inverse(const Named& at) {
  return fmt::format("the inverse undoes the multiplication by {}{}", at.text(at.part(0)), at.inside());
}

std::string inverse_limits(const Named& at) {
  return fmt::format("{} nearly singular: {} is huge; singular: there is none", at.text(at.part(0)), at.text(at.id));
}

std::string members(const Named& at) {
  return fmt::format("{} is the number of members of {}{}", at.text(at.id), at.text(at.part(0)), at.inside());
}

std::string members_limits(const Named& at) {
  const auto above = at.understanding.places.parent(at.id);
  const bool divides = above != none && at.pattern().is(above, "division") && at.arena().child(above, 1) == at.id;
  return divides ? fmt::format("{} empty: nothing is left to divide by", at.text(at.part(0)))
                 : fmt::format("{} empty: {} is 0", at.text(at.part(0)), at.text(at.id));
}

std::string softmax(const Named& at) {
  const auto* blend = at.understanding.first(Use::blend);
  const auto scores = at.text(at.part(at.arena()[at.id].child_count - 1));
  if (blend != nullptr && blend->parts[0] == at.id)
    return fmt::format("softmax turns {} into positive shares that sum to 1: the weights in an average of {}", scores,
                       at.text(blend->parts[1]));
  return fmt::format("softmax turns {} into positive shares that sum to 1{}", scores, at.inside());
}

/// A probability of something, under no condition.
bool chance(const Named& at, ExpressionId id) {
  if (!at.pattern().is(id, "call")) return false;
  const auto children = at.arena().children(id);
  const auto which = at.pattern().symbol(children[0]);
  const auto* entry = which == none ? nullptr : at.understanding.analysis.roles.find(which);
  const bool given = std::any_of(children.begin() + 1, children.end(), [&](ExpressionId each) { return at.pattern().is(each, "given"); });
  return !given && entry != nullptr && entry->meaning.find("probability") != std::string::npos;
}

std::string product_over(const Named& at) {
  return fmt::format("the product in {} multiplies {}{}{}", at.around(), at.text(at.part(0)), at.over(),
                     chance(at, at.part(0)) ? ": the chance that all of it happens, if nothing depends on anything else" : "");
}

struct NamedRow {
  std::string_view operation;
  std::string (*reason)(const Named&);
  std::string (*limits)(const Named&);
};

constexpr std::array named{
    NamedRow{"maximum", maximum, maximum_limits}, NamedRow{"minimum", minimum, minimum_limits},
    NamedRow{"norm", norm, norm_limits},          NamedRow{"absolute value", absolute, absolute_limits},
    NamedRow{"inverse", inverse, inverse_limits}, NamedRow{"size of a set", members, members_limits},
    NamedRow{"softmax", softmax, nullptr},        NamedRow{"product over", product_over, nullptr},
};

const NamedRow* row_named(std::string_view operation) {
  for (const auto& row : named)
    if (row.operation == operation) return &row;
  return nullptr;
}

}  // namespace

std::string named_reason(const Understanding& understanding, ExpressionId id) {
  const auto* row = row_named(understanding.pattern.operation(id));
  return row == nullptr || understanding.analysis.equation.arena[id].child_count == 0 ? "" : row->reason({understanding, id});
}

std::string named_limits(const Understanding& understanding, ExpressionId id) {
  const auto* row = row_named(understanding.pattern.operation(id));
  if (row == nullptr || row->limits == nullptr || understanding.analysis.equation.arena[id].child_count == 0) return "";
  return row->limits({understanding, id});
}

bool has_named_limits(std::string_view operation) {
  const auto* row = row_named(operation);
  return row != nullptr && row->limits != nullptr;
}

}  // namespace eqlens
