// How products and fractions are told: factors gathered across the signs between them, what divides behind what is divided.
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_factors = 12;

}  // namespace

bool Teller::negative_number(ExpressionId id) const {
  if (arena_[id].kind == ExpressionKind::number) return arena_[id].number < 0;
  if (!pattern_.is(id, "negative")) return false;
  const auto inner = arena_.child(id, 0);
  return arena_[inner].kind == ExpressionKind::number ||
         (pattern_.is(inner, "division") && arena_[arena_.child(inner, 0)].kind == ExpressionKind::number &&
          arena_[arena_.child(inner, 1)].kind == ExpressionKind::number);
}

/// Numbers may change places and be divided by; arrays keep their order.
bool Teller::is_scalar(ExpressionId id) const {
  return id < analysis_.shapes.expressions.size() && analysis_.shapes.expressions[id].known &&
         analysis_.shapes.expressions[id].axes.empty();
}

/// x^(-1/2) is a divisor, but the inverse of a matrix is not.
bool Teller::divides(ExpressionId id) const {
  return pattern_.is(id, "power") && arena_[id].child_count == 2 && negative_number(arena_.child(id, 1)) &&
         pattern_.rank(arena_.child(id, 0)) == 0;
}

void Teller::gather(ExpressionId id, bool below, Factors& factors, bool root) const {
  const auto& expression = arena_[id];
  if (pattern_.is_number(id, 1)) return;
  const bool number = pattern_.is(id, "division") && arena_[arena_.child(id, 0)].kind == ExpressionKind::number &&
                      arena_[arena_.child(id, 1)].kind == ExpressionKind::number;
  bool open = factors.top.size() + factors.bottom.size() < most_factors && expression.child_count == 2 && !number && !use_of(id) &&
              !share_of(id) && (root || !repeats(id));
  const bool product = open && pattern_.product_like(id);
  if (product && pattern_.rank(arena_.child(id, 0)) > 0 && pattern_.rank(arena_.child(id, 1)) > 0) {
    const auto kind = pattern_.is(id, "elementwise product") ? Factors::Arrays::elementwise : Factors::Arrays::matrix;
    open = factors.arrays == Factors::Arrays::one || factors.arrays == kind;
    if (open) factors.arrays = kind;
  }
  if (open && (product || pattern_.is(id, "division"))) {
    gather(arena_.child(id, 0), below, factors, false);
    gather(arena_.child(id, 1), below != !product, factors, false);
  } else if (divides(id)) {
    (below ? factors.top : factors.bottom).push_back(id);
  } else if (pattern_.is(id, "negative") && !root) {
    factors.minus = !factors.minus;
    gather(arena_.child(id, 0), below, factors, false);
  } else {
    (below ? factors.bottom : factors.top).push_back(id);
  }
}

/// A factor where it stands: x^(-1/2) below as the root of x.
std::string Teller::told_factor(ExpressionId id) {
  // `1(u > v)`: what holds counts as 1.
  if (arena_[id].kind == ExpressionKind::relation) return fmt::format("1 where {} and 0 elsewhere", condition(id));
  if (!divides(id)) return operand(id);
  const auto base = arena_.child(id, 0), exponent = arena_.child(id, 1);
  const auto positive = pattern_.is(exponent, "negative") ? arena_.child(exponent, 0) : none;
  const double size = positive != none ? arena_[positive].number : -arena_[exponent].number;
  const bool half = positive != none && pattern_.is(positive, "division")
                        ? pattern_.is_number(arena_.child(positive, 0), 1) && pattern_.is_number(arena_.child(positive, 1), 2)
                        : size == 0.5;
  if (half) return "the square root of " + operand(base);
  if (positive != none && pattern_.is(positive, "division"))
    return fmt::format("{} to the power {}", operand(base), shown(analysis_, positive));
  if (size == 1) return operand(base);
  if (size == 2) return "the square of " + operand(base);
  return fmt::format("{} to the power {}", operand(base), fmt::format("{:g}", size));
}

/// 1/n and a sum to n are an average, wherever they stand in the product.
bool Teller::averages(ExpressionId bottom, ExpressionId sum) const {
  if (!pattern_.is(sum, "sum") || arena_.ranges(sum).empty()) return false;
  const auto ranges = arena_.ranges(sum);
  // 1/m² and two sums to m.
  if (pattern_.is(bottom, "power") && pattern_.is_number(arena_.child(bottom, 1), 2)) {
    std::vector<Range> all(ranges.begin(), ranges.end());
    const auto body = arena_.child(sum, 0);
    if (all.size() == 1 && pattern_.is(body, "sum")) all.insert(all.end(), arena_.ranges(body).begin(), arena_.ranges(body).end());
    return all.size() == 2 && std::all_of(all.begin(), all.end(), [&](const Range& range) {
             return range.upper != none && range.condition == none && pattern_.is_number(range.lower, 1) &&
                    pattern_.same(range.upper, arena_.child(bottom, 0));
           });
  }
  if (ranges.size() != 1 || ranges[0].upper == none) return false;
  const bool from_one = ranges[0].lower != none && pattern_.is_number(ranges[0].lower, 1);
  const bool others = ranges[0].condition != none && pattern_.is(ranges[0].condition, "is not");
  if (pattern_.is(bottom, "minus") && pattern_.is_number(arena_.child(bottom, 1), 1))
    return others && pattern_.same(arena_.child(bottom, 0), ranges[0].upper);
  return from_one && ranges[0].condition == none && pattern_.same(bottom, ranges[0].upper);
}

/// Whether anything but learned and constant arrays is multiplied: only data are mixed.
bool Teller::mixes_data(std::span<const ExpressionId> arrays) const {
  return std::any_of(arrays.begin(), arrays.end(), [&](ExpressionId id) {
    std::vector<ExpressionId> open{id};
    while (!open.empty()) {
      const auto next = open.back();
      open.pop_back();
      if (next == none) continue;
      if (arena_[next].kind == ExpressionKind::symbol && pattern_.rank(next) > 0 && pattern_.role(next) != Role::learned &&
          pattern_.role(next) != Role::constant)
        return true;
      if (pattern_.is(next, "call")) return true;
      open.insert(open.end(), arena_.children(next).begin(), arena_.children(next).end());
    }
    return false;
  });
}

/// Θ_r of a sum over r: ", with weights of its own for each r,".
std::string Teller::own_for_each(ExpressionId weights) const {
  if (arena_[weights].kind != ExpressionKind::index) return "";
  const auto place = arena_.child(weights, 1);
  const bool counts =
      place != none && arena_[place].kind == ExpressionKind::symbol && equation_.symbols[arena_[place].symbol].kind == SymbolKind::index;
  return counts ? fmt::format(", with weights of its own for each {},", pretty(equation_.symbols[arena_[place].symbol].latex)) : "";
}

/// Whether what is being defined is a function of this symbol.
bool Teller::given(ExpressionId id) const {
  const auto symbol = pattern_.symbol(pattern_.is(id, "transpose") ? arena_.child(id, 0) : id);
  return symbol != none && std::find(parameters_.begin(), parameters_.end(), symbol) != parameters_.end();
}

/// x W beside x V, and W of f(x, W): ", by W,".
std::string Teller::one_of_mixes(ExpressionId weights, ExpressionId input) const {
  if (given(weights)) return fmt::format(", by {},", shown(analysis_, weights));
  Statement told;
  told.sides = {top_};
  for (const auto id : expressions_of(arena_, told)) {
    if (!pattern_.product_like(id)) continue;
    const auto left = arena_.child(id, 0), right = arena_.child(id, 1);
    const bool before = pattern_.same(left, input) && learned_matrix(right) && !pattern_.same(right, weights);
    const bool behind = pattern_.same(right, input) && learned_matrix(left) && !pattern_.same(left, weights);
    if (before || behind) return fmt::format(", by {},", shown(analysis_, weights));
  }
  return "";
}

/// A product of arrays in their order: a matrix that is learned mixes what stands beside it.
std::string Teller::told_arrays(std::span<const ExpressionId> arrays, ExpressionId whole) {
  if (arrays.size() == 1) return told_factor(arrays[0]);
  const bool mixes = learned_matrix(arrays.front()) || learned_matrix(arrays.back());
  if (mixes && !mixes_data(arrays)) return "";
  if (learned_matrix(arrays.front()))
    return fmt::format("a learned mix{}{} of {}", own_for_each(arrays.front()), one_of_mixes(arrays.front(), arrays[1]),
                       closed_arrays(arrays.subspan(1)));
  if (learned_matrix(arrays.back()))
    return fmt::format("a learned mix{} of {}", one_of_mixes(arrays.back(), arrays[arrays.size() - 2]),
                       closed_arrays(arrays.first(arrays.size() - 1)));
  // aᵀ W b: one number, large where the mix of b points the way of a.
  if (arrays.size() == 3 && learned_matrix(arrays[1]) && pattern_.rank(arrays[2]) == 1 && pattern_.rank(whole) == 0)
    return fmt::format("the agreement of {} with a learned mix of {}", operand(arrays[0]), operand(arrays[2]));
  if (arrays.size() == 2) {
    const std::array<ExpressionId, 2> pair{arrays[0], arrays[1]};
    if (auto entries = told_entries(pair, whole); !entries.empty()) return entries;
  }
  return "";
}

std::string Teller::closed_arrays(std::span<const ExpressionId> arrays) {
  const bool last = std::exchange(last_, false);
  if (arrays.size() == 1) last_ = last;
  if (auto told = told_arrays(arrays, none); !told.empty()) return told;
  std::vector<std::string> items;
  for (const auto id : arrays) items.push_back(told_factor(id));
  return in_parts("product", items);
}

/// The factors as phrases, numbers first; what takes in all that follows it stands last.
std::vector<Teller::Factor> Teller::told_factors(const Factors& factors, bool below, ExpressionId whole) {
  const bool last = std::exchange(last_, false);
  std::vector<Factor> items;
  std::vector<ExpressionId> arrays;
  const auto& ids = below ? factors.bottom : factors.top;
  const bool matrices = factors.arrays != Factors::Arrays::elementwise;
  const bool known = std::all_of(ids.begin(), ids.end(), [&](ExpressionId id) { return is_scalar(id) || pattern_.rank(id) > 0; });
  for (std::size_t n = 0; n < ids.size(); ++n) {
    const auto id = ids[n];
    if (matrices && n + 1 < ids.size() && agree(id, ids[n + 1])) {
      items.push_back({told_agreement(id, ids[n + 1]), false});
      ++n;
    } else if (known && matrices && !is_scalar(id)) {
      arrays.push_back(id);
    } else {
      last_ = last && id == ids.back();
      items.push_back({told_factor(id), closed(id)});
    }
  }
  if (arrays.size() == 1) {
    items.push_back({told_factor(arrays[0]), closed(arrays[0])});
    arrays.clear();
  }
  const bool dots = std::any_of(ids.begin(), ids.end(), [&](ExpressionId id) { return pattern_.is(id, "and so on"); });
  if (known && !dots) std::stable_sort(items.begin(), items.end(), [](const Factor& a, const Factor& b) { return a.closed && !b.closed; });
  if (arrays.empty()) return items;
  last_ = last && arrays.size() == ids.size() && learned_matrix(arrays.front());
  if (auto told = told_arrays(arrays, arrays.size() == ids.size() ? whole : none); !told.empty()) {
    items.push_back({std::move(told), arrays.size() == 1 && closed(arrays[0])});
    return items;
  }
  // Xᵀ y at the end are the products of the columns of X with y.
  if (arrays.size() > 2) {
    const auto tail = std::span(arrays).last<2>();
    const std::array<ExpressionId, 2> pair{tail[0], tail[1]};
    if (auto entries = told_entries(pair, none); !entries.empty()) {
      for (const auto id : std::span(arrays).first(arrays.size() - 2)) items.push_back({told_factor(id), closed(id)});
      items.push_back({std::move(entries), false});
      return items;
    }
  }
  for (const auto id : arrays) items.push_back({told_factor(id), closed(id)});
  return items;
}

/// "a times b", "half of the sum of a and b", "the product of three factors: …".
std::string Teller::multiplied(std::vector<Factor> items, bool last) {
  if (items.empty()) return "1";
  constexpr std::size_t short_product = 100;
  std::string lead;
  if (items.size() > 1 && items.front().words == "half") {
    lead = "half of ";
    items.erase(items.begin());
  }
  if (items.size() == 1) return lead + items[0].words;
  const auto quantity = [](const Factor& item) {
    return item.words.starts_with("the quantity ") && item.words.size() < 60 && item.words.find(" to the power") == std::string::npos;
  };
  const bool flat = std::all_of(items.begin(), items.end() - 1, [&](const Factor& item) { return item.closed || quantity(item); });
  std::vector<std::string> words;
  std::size_t size = 0;
  for (const auto& item : items) {
    words.push_back(item.words);
    size += item.words.size();
  }
  const bool run = std::find(words.begin(), words.end(), "the dots") != words.end();
  if (run || (flat && (items.size() < 3 || size <= short_product))) {
    auto text = words[0];
    for (std::size_t n = 1; n < words.size(); ++n) {
      const bool dots = words[n] == "the dots" && n + 1 < words.size();
      text = dots ? fmt::format("{} and so on, up to {}", text, words[n + 1]) : joined(text, "times", words[n]);
      if (dots) ++n;
    }
    return lead + text;
  }
  if (last && items.size() == 2 && words[0].size() < 80 && words[0].find(',') == std::string::npos)
    return fmt::format("{}{}, times {}", lead, words[0], words[1]);
  return lead + in_parts("product", words);
}

/// Without the label behind a bracket.
ExpressionId Teller::bare(ExpressionId id) const { return pattern_.is(id, "labelled") ? arena_.child(id, 0) : id; }

Teller::Factors Teller::gathered(ExpressionId id) {
  Factors factors;
  gather(id, false, factors, true);
  if (factors.bottom.size() == 1 && !factors.top.empty() && averages(factors.bottom[0], factors.top.back())) {
    average_ = factors.top.back();
    factors.bottom.clear();
  }
  return factors;
}

namespace {

std::vector<std::string> words_of(const auto& items) {
  std::vector<std::string> words;
  words.reserve(items.size());
  for (const auto& item : items) words.push_back(item.words);
  return words;
}

}  // namespace

/// One phrase that nothing can break into.
std::string Teller::closed_factors(const std::vector<Factor>& items) {
  if (items.empty()) return "1";
  auto words = words_of(items);
  if (words.size() == 1) return words[0];
  if (words[0] != "half") return in_parts("product", words);
  words.erase(words.begin());
  return "half of " + (words.size() == 1 ? words[0] : in_parts("product", words));
}

bool Teller::entry_by_entry(const Factors& factors) const {
  return factors.arrays == Factors::Arrays::elementwise &&
         std::count_if(factors.top.begin(), factors.top.end(), [&](ExpressionId id) { return pattern_.rank(id) > 0; }) > 1;
}

/// A product or a fraction that nothing grips.
std::string Teller::told_product(ExpressionId id) {
  const bool last = std::exchange(last_, false);
  // A column times a row.
  if (pattern_.is(id, "product") && pattern_.is(arena_.child(id, 1), "transpose") && pattern_.rank(arena_.child(id, 0)) == 1) {
    const auto row = arena_.child(arena_.child(id, 1), 0);
    const auto symbol = pattern_.symbol(row);
    const bool ones = symbol == none || analysis_.equation.symbols[symbol].kind == SymbolKind::constant;
    if (!ones && pattern_.rank(row) == 1 && pattern_.rank(id) == 2)
      return fmt::format("the outer product of {} and {}", tell(arena_.child(id, 0)), tell(row));
  }
  const auto factors = gathered(id);
  if (auto flagged = told_flagged(factors); !flagged.empty()) return flagged;
  if (id == top_)
    if (auto scaled = told_scaled(factors); !scaled.empty()) return scaled;
  last_ = last && factors.bottom.empty();
  auto items = told_factors(factors, false, factors.bottom.empty() ? id : none);
  last_ = false;
  const auto below = pattern_.is(id, "division") ? bare(arena_.child(id, 1)) : none;
  if (items.size() == 1 && pattern_.is(below, "norm") && pattern_.same(arena_.child(id, 0), arena_.child(below, 0))) {
    if (items[0].closed) return fmt::format("{} divided by {} length", items[0].words, plural(items[0].words) ? "their" : "its");
    // The length of several columns is one number.
    return id == top_ || last ? fmt::format("{}, all divided by the length of the whole", items[0].words)
                              : fmt::format("the ratio of {} to the length of the whole", operand(arena_.child(id, 0)));
  }
  const bool pause = items.size() > 1 || (!items.empty() && !items[0].closed);
  auto text = multiplied(std::move(items), last && factors.bottom.empty());
  const bool listed = text.starts_with("the sum of ") || text.starts_with("the product of ");
  const auto all = listed && text.find(',') != std::string::npos ? " all" : "";
  if (!factors.bottom.empty())
    text += fmt::format("{}{} divided by {}", pause ? "," : "", all, closed_factors(told_factors(factors, true, none)));
  if (entry_by_entry(factors) && text.find("entry by entry") == std::string::npos) text += ", entry by entry";
  return factors.minus ? "minus " + text : text;
}

/// "The 1.5th power of a": in a ratio "a to the power 1.5" would take in the rest, or the ratio.
std::string Teller::power_first(std::string words, std::size_t factors) {
  constexpr std::string_view power = " to the power ";
  const auto at = words.find(power);
  if (factors != 1 || at == std::string::npos || words.find(power, at + 1) != std::string::npos || words.starts_with("the ")) return words;
  return fmt::format("the {}{} power of {}", words.substr(at + power.size()),
                     std::isdigit(static_cast<unsigned char>(words.back())) ? "th" : "-th", words.substr(0, at));
}

/// The same inside another phrase. `open` is the fraction as it may stand in a clause of its own.
std::string Teller::closed_product(ExpressionId id, std::string& open) {
  const auto factors = gathered(id);
  if (open = told_flagged(factors); !open.empty()) return open;
  const auto minus = factors.minus ? "minus " : "";
  const auto items = told_factors(factors, false, none);
  auto top = closed_factors(items);
  if (entry_by_entry(factors) && top.starts_with("the product")) top.insert(4, "entry-by-entry ");
  // In a clause of its own "a times b" needs no frame.
  const auto free = entry_by_entry(factors) ? top : multiplied(items, true);
  open = minus + free;
  if (factors.bottom.empty()) return minus + top;
  const auto bottom = closed_factors(told_factors(factors, true, none));
  open = fmt::format("{}{}, divided by {}", minus, free, bottom);
  return fmt::format("{}the ratio of {} to {}", minus, power_first(std::move(top), factors.top.size()),
                     power_first(bottom, factors.bottom.size()));
}

/// A product of two matrices by its entries; empty where a side is more than a name.
std::string Teller::told_entries(std::span<const ExpressionId, 2> sides, ExpressionId whole) {
  std::array<std::string, 2> names;
  std::array<bool, 2> turned{};
  // b 1ᵀ
  const auto ones = pattern_.is(sides[1], "transpose") ? pattern_.symbol(arena_.child(sides[1], 0)) : none;
  if (ones != none && equation_.symbols[ones].kind == SymbolKind::constant && pattern_.rank(sides[1]) == 1 && pattern_.rank(sides[0]) == 1)
    return operand(sides[0]) + " repeated in every column";
  for (std::size_t i = 0; i < 2; ++i) {
    turned[i] = pattern_.is(sides[i], "transpose");
    const auto inner = turned[i] ? arena_.child(sides[i], 0) : sides[i];
    const bool vector = pattern_.rank(inner) == 1 && !turned[i];
    if (arena_[inner].kind != ExpressionKind::symbol || (pattern_.rank(inner) != 2 && !vector)) return "";
    // q Kᵀ and Xᵀ y: a vector meets the lines of a matrix that lies.
    if (vector && (!pattern_.is(sides[1 - i], "transpose") || pattern_.rank(sides[1 - i]) != 2)) return "";
    names[i] = tell(inner);
  }
  const auto line = [&](std::size_t i) { return (i == 0) == turned[i] ? "column" : "row"; };
  if (pattern_.rank(sides[0]) == 1) return fmt::format("the products of {} with the {}s of {}", names[0], line(1), names[1]);
  if (pattern_.rank(sides[1]) == 1) return fmt::format("the products of the {}s of {} with {}", line(0), names[0], names[1]);
  if (whole != none && whole == top_ && !subject_.empty()) {
    clauses_.push_back(
        fmt::format("each entry (i, j) of {} is {} i of {} dotted with {} j of {}", subject_, line(0), names[0], line(1), names[1]));
    return "the result";
  }
  if (names[0] == names[1]) return fmt::format("the products of the {}s of {} with one another", line(0), names[0]);
  return fmt::format("the products of the {}s of {} with the {}s of {}", line(0), names[0], line(1), names[1]);
}

}  // namespace eqlens
