// Parts that are printed twice, or are too long to stand inside a sentence, get a name and a clause of their own.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  return (seed ^ (value + 0x9E3779B97F4A7C15ULL + (seed << 6U) + (seed >> 2U))) * 0x100000001B3ULL;
}

}  // namespace

/// One pass: children stand before their parents.
void Teller::count_repeats() {
  hashes_.assign(arena_.size(), 0);
  for (ExpressionId id = 0; id < arena_.size(); ++id) {
    const auto& expression = arena_[id];
    auto hash = mixed(static_cast<std::uint64_t>(expression.kind), reinterpret_cast<std::uintptr_t>(expression.operation));
    hash = mixed(hash, expression.kind == ExpressionKind::symbol ? expression.symbol : 0);
    if (expression.kind == ExpressionKind::number) hash = mixed(hash, std::hash<double>{}(expression.number));
    for (const auto child : arena_.children(id)) hash = mixed(hash, child == none ? 1 : hashes_[child]);
    for (const auto& range : arena_.ranges(id)) {
      if (range.symbol != none) bound_.insert(range.symbol);
      hash = mixed(hash, range.symbol);
      for (const auto end : {range.lower, range.upper, range.set, range.condition}) hash = mixed(hash, end == none ? 2 : hashes_[end]);
    }
    hashes_[id] = hash;
  }
  for (const auto* statement : display_statements(equation_)) {
    std::vector<ExpressionId> open(statement->sides.begin(), statement->sides.end());
    while (!open.empty()) {
      const auto id = open.back();
      open.pop_back();
      if (id == none) continue;
      const auto kind = arena_[id].kind;
      if (kind == ExpressionKind::apply || kind == ExpressionKind::reduce) ++counts_[hashes_[id]];
      // The total of which something is a share repeats what it totals.
      const bool total = pattern_.is(id, "division") && arena_[id].child_count == 2 && pattern_.is(arena_.child(id, 1), "sum");
      if (total && (share_of(id) || use_of(id) || weighted(id)))
        open.push_back(arena_.child(id, 0));
      else
        open.insert(open.end(), arena_.children(id).begin(), arena_.children(id).end());
    }
  }
}

/// A name is worth it for what has at least three symbols or numbers.
bool Teller::leaf_count_reaches(ExpressionId id, std::size_t least) const {
  std::size_t leaves = 0;
  std::vector<ExpressionId> open{id};
  while (!open.empty() && leaves < least) {
    const auto next = open.back();
    open.pop_back();
    if (next == none) continue;
    const auto kind = arena_[next].kind;
    if (kind == ExpressionKind::number || kind == ExpressionKind::symbol || kind == ExpressionKind::index)
      ++leaves;
    else
      open.insert(open.end(), arena_.children(next).begin(), arena_.children(next).end());
  }
  return leaves >= least;
}

bool Teller::repeats(ExpressionId id) const {
  if (arena_[id].kind != ExpressionKind::apply && arena_[id].kind != ExpressionKind::reduce) return false;
  if (!clauses_.empty() || pattern_.is(id, "negative") || pattern_.is(id, "transpose")) return false;
  const auto count = counts_.find(hashes_[id]);
  return count != counts_.end() && count->second > outer_count_ && leaf_count_reaches(id, 3);
}

std::string Teller::named(ExpressionId id) {
  if (names_.empty() || id == none) return "";
  const auto found = names_.find(hashes_[id]);
  return found == names_.end() ? std::string() : found->second;
}

std::string Teller::aside(ExpressionId id, std::string words, std::size_t place) {
  const auto use = use_of(id);
  const auto name = id == none ? std::string_view("sum") : pattern_.operation(id);
  const std::string_view kind = use && use->use == Use::average   ? "average"
                                : name == "division"              ? "ratio"
                                : name == "plus" || name == "sum" ? "sum"
                                : name == "product over"          ? "product"
                                : name == "minus"
                                    ? (is_sum(id) && (summands(id).size() > 2 || summands(id)[0].minus) ? "sum" : "difference")
                                : name == "inverse"                       ? "inverse"
                                : id != none && pattern_.product_like(id) ? "product"
                                                                          : "value";
  const auto count = ++kinds_.try_emplace(std::string(kind), 0).first->second;
  const auto which = count == 1 ? std::string(kind) : fmt::format("{} {}", count < 12 ? ordinal_words(count) : "further", kind);
  if (id != none) names_.emplace(hashes_[id], "the " + which);
  new_names_.push_back(which);
  const auto start = fmt::format("the {} of ", kind);
  // A clause of its own needs no "the quantity".
  constexpr std::string_view quantity = "the quantity ";
  if (words.starts_with(quantity) && words.find(", ") == std::string::npos) words.erase(0, quantity.size());
  std::string_view verb = "is";
  if (words.starts_with(start) && kind != "ratio") {
    words.erase(0, start.size());
    const bool counted = words.find(" parts: ") < 10 || words.find(" factors: ") < 10;
    // "The product is a, times b": of two factors only.
    const auto second = words.find(" and ");
    const auto first = words.substr(0, std::min(second, words.size()));
    const bool pair = kind == "product" && !counted && second != std::string::npos && first.find(',') == std::string::npos;
    if (pair) words.replace(second, 5, first.find(' ') == std::string::npos ? " times " : ", times ");
    verb = pair                ? "is"
           : counted           ? "has"
           : kind == "sum"     ? "adds"
           : kind == "product" ? "multiplies"
           : kind == "inverse" ? "is taken of"
                               : "is that of";
  }
  asides_.insert(asides_.begin() + static_cast<std::ptrdiff_t>(std::min(place, asides_.size())),
                 fmt::format("the {} {} {}", which, verb, words));
  return (count == 1 && (kind == "average" || kind == "inverse") ? "an " : "a ") + which;
}

}  // namespace eqlens
