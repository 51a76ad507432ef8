#include "shape/dimension.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace eqlens {

Dimension::Dimension(std::int64_t number) {
  if (number != 0) terms_.push_back({number, {}});
}

Dimension Dimension::size(SizeId id) {
  Dimension dimension;
  dimension.terms_.push_back({1, {id}});
  return dimension;
}

std::optional<std::int64_t> Dimension::number() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_[0].sizes.empty()) return terms_[0].coefficient;
  return std::nullopt;
}

std::optional<SizeId> Dimension::single() const {
  if (terms_.size() == 1 && terms_[0].coefficient == 1 && terms_[0].sizes.size() == 1) return terms_[0].sizes[0];
  return std::nullopt;
}

void Dimension::normalise() {
  if (terms_.size() == 1 && terms_[0].coefficient != 0) return;
  // Constants last, so that `n + 1` prints in the order people write it.
  const auto before = [](const Monomial& a, const Monomial& b) {
    if (a.sizes.empty() != b.sizes.empty()) return b.sizes.empty();
    return a.sizes < b.sizes;
  };
  std::sort(terms_.begin(), terms_.end(), before);
  Few<Monomial, 1> merged;
  for (auto& term : terms_) {
    if (!merged.empty() && merged.back().sizes == term.sizes) {
      merged.back().coefficient += term.coefficient;
    } else {
      if (!merged.empty() && merged.back().coefficient == 0) merged.pop_back();
      merged.push_back(std::move(term));
    }
  }
  if (!merged.empty() && merged.back().coefficient == 0) merged.pop_back();
  terms_ = std::move(merged);
}

Dimension operator+(const Dimension& a, const Dimension& b) {
  Dimension sum = a;
  sum.terms_.insert(sum.terms_.end(), b.terms_.begin(), b.terms_.end());
  sum.normalise();
  return sum;
}

Dimension operator-(const Dimension& a, const Dimension& b) {
  Dimension difference = a;
  for (const auto& term : b.terms_) difference.terms_.push_back({-term.coefficient, term.sizes});
  difference.normalise();
  return difference;
}

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension product;
  for (const auto& left : a.terms_) {
    for (const auto& right : b.terms_) {
      Monomial term{left.coefficient * right.coefficient, left.sizes};
      term.sizes.insert(term.sizes.end(), right.sizes.begin(), right.sizes.end());
      std::sort(term.sizes.begin(), term.sizes.end());
      product.terms_.push_back(std::move(term));
    }
  }
  product.normalise();
  return product;
}

SizeId Sizes::named(std::string_view name, Span span) {
  if (const auto found = find(name)) return *found;
  entries_.push_back({std::string(name), true, span, std::nullopt});
  return static_cast<SizeId>(entries_.size() - 1);
}

std::optional<SizeId> Sizes::find(std::string_view name) const {
  for (SizeId id = 0; id < entries_.size(); ++id)
    if (entries_[id].rigid && entries_[id].name == name) return id;
  return std::nullopt;
}

SizeId Sizes::fresh(std::string hint) {
  entries_.push_back({std::move(hint), false, {}, std::nullopt});
  return static_cast<SizeId>(entries_.size() - 1);
}

Dimension Sizes::resolve(const Dimension& dimension) const {
  const auto is_bound = [&](SizeId id) { return id < entries_.size() && entries_[id].bound.has_value(); };
  const bool settled = std::none_of(dimension.terms().begin(), dimension.terms().end(),
                                    [&](const Monomial& term) { return std::any_of(term.sizes.begin(), term.sizes.end(), is_bound); });
  if (settled) return dimension;
  Dimension result;
  for (const auto& term : dimension.terms()) {
    Dimension product(term.coefficient);
    for (const SizeId id : term.sizes) product = product * (is_bound(id) ? resolve(*entries_[id].bound) : Dimension::size(id));
    result = result + product;
  }
  return result;
}

Same Sizes::same(const Dimension& a, const Dimension& b) const {
  const auto left = resolve(a), right = resolve(b);
  if (left == right) return Same::yes;
  const auto gap = left - right;
  if (const auto number = gap.number()) return *number == 0 ? Same::yes : Same::no;
  for (const auto& term : gap.terms())
    for (const SizeId id : term.sizes)
      if (!rigid(id)) return Same::unknown;
  // Sizes are at least 1, so d and d + h differ.
  const auto positive = std::count_if(gap.terms().begin(), gap.terms().end(), [](const Monomial& term) { return term.coefficient > 0; });
  if (positive == 0 || positive == static_cast<std::ptrdiff_t>(gap.terms().size())) return Same::no;
  // Two bare names, or a name and a number, are different things until somebody says otherwise; h d_k and d may be equal.
  const bool plain = (left.single() || left.number()) && (right.single() || right.number());
  return plain ? Same::no : Same::unknown;
}

Same Sizes::unify(const Dimension& a, const Dimension& b) {
  const auto left = resolve(a), right = resolve(b);
  if (left == right) return Same::yes;
  const auto mentions = [](const Dimension& dimension, SizeId id) {
    return std::any_of(dimension.terms().begin(), dimension.terms().end(),
                       [&](const Monomial& term) { return std::find(term.sizes.begin(), term.sizes.end(), id) != term.sizes.end(); });
  };
  const auto bind_to = [&](const Dimension& from, const Dimension& to) {
    const auto id = from.single();
    if (!id || *id >= entries_.size() || rigid(*id) || mentions(to, *id)) return false;
    entries_[*id].bound = to;
    return true;
  };
  // The size that came first keeps its name.
  const bool newer_first = right.single() && left.single() && *right.single() > *left.single();
  if (newer_first ? bind_to(right, left) || bind_to(left, right) : bind_to(left, right) || bind_to(right, left)) return Same::yes;
  // n_i + 1 against a known size: the one flexible size can be solved for.
  const auto gap = left - right;
  for (const auto& term : gap.terms()) {
    if (term.sizes.size() != 1 || term.sizes[0] >= entries_.size() || rigid(term.sizes[0]) ||
        (term.coefficient != 1 && term.coefficient != -1))
      continue;
    const auto size = Dimension::size(term.sizes[0]);
    const auto rest = Dimension(term.coefficient) * size - gap;
    const auto value = Dimension(term.coefficient) * rest;
    if (mentions(value, term.sizes[0])) continue;
    entries_[term.sizes[0]].bound = value;
    return Same::yes;
  }
  return same(left, right);
}

const std::string& Sizes::name(SizeId id) const {
  static const std::string unmade = "?";
  return id < entries_.size() ? entries_[id].name : unmade;
}

void Sizes::bind(SizeId id, const Dimension& value) {
  if (id < entries_.size() && resolve(value) != Dimension::size(id)) entries_[id].bound = value;
}

std::string Sizes::print(const Dimension& dimension) const {
  const auto resolved = resolve(dimension);
  if (resolved.terms().empty()) return "0";
  std::string text;
  for (const auto& term : resolved.terms()) {
    const auto size = term.coefficient < 0 ? -term.coefficient : term.coefficient;
    text += text.empty() ? (term.coefficient < 0 ? "-" : "") : (term.coefficient < 0 ? " - " : " + ");
    std::string factors = size == 1 && !term.sizes.empty() ? "" : fmt::format("{}", size);
    for (const SizeId id : term.sizes) {
      if (!factors.empty()) factors += ' ';
      factors += name(id);
    }
    text += factors;
  }
  return text;
}

}  // namespace eqlens
