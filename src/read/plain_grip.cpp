// Where a part begins and ends: which phrases stand inside others as they are, and how a sum stays one thing to the ear.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr std::size_t deepest_sum = 200;

std::string_view number_word(std::size_t count) {
  constexpr std::array<std::string_view, 10> words{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
  return count < words.size() ? words[count] : "several";
}

std::size_t size_of(const std::vector<std::string>& items) {
  std::size_t size = 0;
  for (const auto& item : items) size += item.size();
  return size;
}

}  // namespace

std::string listed(const std::vector<std::string>& items) {
  const auto any = [&](std::string_view words) {
    return std::any_of(items.begin(), items.end(), [&](const std::string& item) { return item.find(words) != std::string::npos; });
  };
  // Behind "the sum of a" an "and" would be taken for its own.
  const bool runs_on = std::any_of(items.begin(), items.empty() ? items.end() : items.end() - 1, [](const std::string& item) {
    constexpr std::size_t short_item = 28;
    const bool of = item.find(" of ") != std::string::npos;
    return (item.size() > short_item && of) || (of && item.find(" times ") != std::string::npos) ||
           item.find("the quantity ") != std::string::npos;
  });
  const bool own_and = std::any_of(items.begin(), items.empty() ? items.end() : items.end() - 1,
                                   [](const std::string& item) { return item.find(" and ") != std::string::npos; });
  // The comma of w_{t,s} is no pause.
  if (!runs_on && !own_and && !any(", ") && !any(";")) return enumerated(items);
  const std::string_view mark = items.size() > 2 && (any(", ") || any(";")) ? ";" : ",";
  std::string text;
  for (std::size_t n = 0; n < items.size(); ++n)
    text += fmt::format("{}{}", n == 0 ? "" : n + 1 < items.size() ? fmt::format("{} ", mark) : fmt::format("{} and ", mark), items[n]);
  return text;
}

std::string in_parts(std::string_view whole, const std::vector<std::string>& items) {
  constexpr std::size_t short_list = 90;
  // "The product of a with the sum of b and c".
  const bool sum_last = items.size() == 2 && items[1].find(" and ") != std::string::npos && items[0].find(' ') == std::string::npos;
  const auto list = whole == "product" && sum_last ? fmt::format("{} with {}", items[0], items[1]) : listed(items);
  if (size_of(items) <= short_list && list.find(';') == std::string::npos) return fmt::format("the {} of {}", whole, list);
  std::string text;
  const bool commas = std::any_of(items.begin(), items.end(), [](const std::string& item) { return item.find(',') != std::string::npos; });
  for (std::size_t n = 0; n < items.size(); ++n)
    text += fmt::format("{}{}",
                        n == 0                 ? ""
                        : commas               ? (n + 1 < items.size() ? "; " : "; and ")
                        : n + 1 < items.size() ? ", "
                                               : ", and ",
                        items[n]);
  return fmt::format("the {} of {} {}: {}", whole, number_word(items.size()), whole == "product" ? "factors" : "parts", text);
}

/// A name: whatever follows it is not taken for a part of it.
bool Teller::closed(ExpressionId id) const {
  if (pattern_.is(id, "transpose")) id = arena_.child(id, 0);
  const auto kind = arena_[id].kind;
  if (pattern_.is(id, "division") && arena_[arena_.child(id, 0)].kind == ExpressionKind::number)
    return arena_[arena_.child(id, 1)].kind == ExpressionKind::number;
  // `f_i(x)` runs on as f(x) does.
  if (kind == ExpressionKind::index) return arena_[arena_.child(id, 0)].kind != ExpressionKind::apply;
  return kind == ExpressionKind::number || kind == ExpressionKind::symbol;
}

/// A name, or two names multiplied.
bool Teller::short_term(ExpressionId id) const {
  if (closed(id)) return true;
  if (pattern_.is(id, "negative")) return short_term(arena_.child(id, 0));
  return pattern_.product_like(id) && !use_of(id) && closed(arena_.child(id, 0)) && closed(arena_.child(id, 1)) &&
         !learned_matrix(arena_.child(id, 0)) && !learned_matrix(arena_.child(id, 1));
}

bool Teller::learned_matrix(ExpressionId id) const {
  if (pattern_.is(id, "transpose")) id = arena_.child(id, 0);
  return pattern_.role(id) == Role::learned && pattern_.rank(id) >= 2;
}

bool Teller::is_sum(ExpressionId id) const {
  if ((!pattern_.is(id, "plus") && !pattern_.is(id, "minus")) || arena_[id].child_count != 2) return false;
  const auto use = use_of(id);
  return !use || use->use == Use::linear;
}

/// 1 − x.
bool Teller::is_one_less(ExpressionId id, ExpressionId& rest) const {
  if (!pattern_.is(id, "minus") || arena_[id].child_count != 2 || !pattern_.is_number(arena_.child(id, 0), 1)) return false;
  rest = arena_.child(id, 1);
  return true;
}

bool Teller::falls_apart(ExpressionId id, bool products_too) const {
  if (id == none || arena_[id].child_count != 2) return false;
  if (is_sum(id)) return true;
  if (use_of(id) || !products_too || share_of(id) || weighted(id)) return false;
  const bool numbers =
      arena_[arena_.child(id, 0)].kind == ExpressionKind::number && arena_[arena_.child(id, 1)].kind == ExpressionKind::number;
  if (numbers && pattern_.is(id, "division")) return false;
  return pattern_.is(id, "division") ||
         (pattern_.product_like(id) && !learned_matrix(arena_.child(id, 0)) && !learned_matrix(arena_.child(id, 1)));
}

std::vector<Teller::Summand> Teller::summands(ExpressionId id) const {
  std::vector<Summand> parts;
  auto first = id;
  while (first == id || is_sum(first)) {
    parts.push_back({arena_.child(first, 1), pattern_.is(first, "minus")});
    first = arena_.child(first, 0);
    if (parts.size() > deepest_sum) break;
  }
  parts.push_back({first, false});
  std::reverse(parts.begin(), parts.end());
  for (auto& part : parts)
    // A minus in front of a part belongs to the part.
    if (!part.minus && pattern_.is(part.id, "negative")) part = {arena_.child(part.id, 0), true};
  return parts;
}

/// The parts as they stand in a list: "minus" belongs to a part.
std::vector<std::string> Teller::told_parts(const std::vector<Summand>& parts) {
  std::vector<std::string> items;
  for (const auto& part : parts) {
    // A sum in a sum keeps its brackets.
    const auto same = &part == &parts.front() ? std::string() : told_twin(parts.front().id, part.id);
    const auto words = !same.empty() ? same : is_sum(part.id) ? operand(part.id, false) : tell(part.id);
    items.push_back(part.minus ? "minus " + words : words);
  }
  return items;
}

bool Teller::is_ratio(ExpressionId id) const {
  return pattern_.is(id, "division") && arena_[arena_.child(id, 0)].kind != ExpressionKind::number;
}

/// A fraction that nothing can break into: "the ratio of a to b".
std::string Teller::told_ratio(ExpressionId id) {
  if (auto known = named(id); !known.empty()) return known;
  const auto above = operand(arena_.child(id, 0));
  return fmt::format("the ratio of {} to {}", above, operand(arena_.child(id, 1)));
}

/// A sum inside another phrase, closed at both ends.
std::string Teller::closed_sum(ExpressionId id) {
  const auto parts = summands(id);
  if (auto flag = told_flag(parts); !flag.empty()) return flag;
  if (auto entropy = told_entropy(parts); !entropy.empty()) return entropy;
  if (parts.size() == 2 && !parts[0].minus && parts[1].minus) {
    const auto same = told_twin(parts[0].id, parts[1].id);
    const auto first = tell(parts[0].id);
    auto second = !same.empty() ? same : is_ratio(parts[1].id) ? told_ratio(parts[1].id) : operand(parts[1].id, false);
    // "x minus the quantity 1 minus a, times b" could be the whole times b.
    if (second.starts_with("the quantity ") && second.find(", ") != std::string::npos) second = operand(parts[1].id);
    if (first.size() < 40 && (closed(parts[0].id) || short_term(parts[0].id) || closed(parts[1].id)))
      return fmt::format("the quantity {} minus {}", first, second);
    return in_parts("difference", {first, second});
  }
  const bool all_minus = std::all_of(parts.begin(), parts.end(), [](const Summand& part) { return part.minus; });
  if (all_minus) return "minus " + sum_of(parts, true);
  return sum_of(parts, false);
}

/// y log a + (1 − y) log b: one of the two counts, as the flag y says. Empty for anything else.
std::string Teller::told_flag(const std::vector<Summand>& parts) {
  if (parts.size() != 2) return "";
  std::array<Factors, 2> factors;
  for (std::size_t n = 0; n < 2; ++n) {
    gather(parts[n].id, false, factors[n], true);
    if (!factors[n].bottom.empty() || factors[n].top.size() != 2 || !pattern_.is(factors[n].top[1], "logarithm")) return "";
    factors[n].minus = factors[n].minus != parts[n].minus;
  }
  if (factors[0].minus != factors[1].minus) return "";
  for (std::size_t n = 0; n < 2; ++n) {
    const auto flag = factors[n].top[0], other = factors[1 - n].top[0];
    if (!is_sum(other) || !pattern_.is(other, "minus") || !pattern_.is_number(arena_.child(other, 0), 1) ||
        !pattern_.same(arena_.child(other, 1), flag) || pattern_.mentions(factors[n].top[1], pattern_.symbol(flag)))
      continue;
    last_ = false;
    const auto yes = tell(factors[n].top[1]);
    last_ = true;
    const auto no = tell(factors[1 - n].top[1]);
    return fmt::format("{0}{1} where {2} is 1, and {0}{3} where it is 0", factors[0].minus ? "minus " : "", yes, tell(flag), no);
  }
  return "";
}

std::string Teller::sum_of(std::vector<Summand> parts, bool unsigned_parts) {
  constexpr std::size_t most = 6;
  if (unsigned_parts)
    for (auto& part : parts) part.minus = false;
  // "The sum of a, minus b and c" might take c away too: what is taken away is listed last.
  std::stable_partition(parts.begin(), parts.end(), [](const Summand& part) { return !part.minus; });
  // a1 b1 + a2 b2 + … of one kind: the kind is said once.
  const auto alike = [&](const Summand& part) {
    const auto use = use_of(part.id);
    return use && use->use == Use::comparison && pattern_.rank(part.id) == 0 && !part.minus;
  };
  auto items = told_parts(parts);
  constexpr std::string_view agreement = "the agreement of ";
  if (std::all_of(items.begin(), items.end(), [&](const std::string& item) { return item.starts_with(agreement); }) ||
      std::all_of(parts.begin(), parts.end(), alike)) {
    for (auto& item : items) item = "of " + item.substr(std::min(agreement.size(), item.size()));
    return fmt::format("the sum of {} agreements: {}", number_word(items.size()), fmt::join(items, "; "));
  }
  if (items.size() > most) {
    std::vector<std::string> first(items.begin(), items.begin() + 4);
    first.push_back("and more, up to " + items.back());
    items = std::move(first);
  }
  return in_parts("sum", items);
}

std::string Teller::operand(ExpressionId id, bool products_too) {
  const bool last = std::exchange(last_, false);
  if (auto known = named(id); !known.empty()) return known;
  if (pattern_.is(id, "negative") && products_too && falls_apart(arena_.child(id, 0), true)) return "minus " + operand(arena_.child(id, 0));
  if (!falls_apart(id, products_too)) {
    last_ = last;
    return tell(id);
  }
  if (repeats(id)) {
    auto name = tell(id);
    if (!named(id).empty()) return name;
  }
  constexpr std::size_t long_part = 120, long_ratio = 100;
  const auto place = asides_.size(), names_before = new_names_.size();
  std::string words, open;
  if (is_sum(id)) {
    const auto parts = summands(id);
    const bool one_less = parts.size() == 2 && !parts[0].minus && parts[1].minus && closed(parts[0].id) && closed(parts[1].id);
    const bool all_minus = std::all_of(parts.begin(), parts.end(), [](const Summand& part) { return part.minus; });
    words = open = last && one_less ? told_sum(id) : closed_sum(id);
    // What gets a name on the way is told once.
    if (!last && words.starts_with("the sum of ") && new_names_.size() == names_before) open = open_sum(parts, words);
    if (all_minus && !last && words.starts_with("minus ") && words.find(':') != std::string::npos)
      return "minus " + aside(none, words.substr(6), place);
  } else {
    words = closed_product(id, open);
  }
  const bool too_much = words.find(';') != std::string::npos || words.find(':') != std::string::npos || words.size() > long_part;
  const bool ratio = words.starts_with("the ratio") && words.size() > long_ratio;
  return ratio || (!last && too_much) ? aside(id, std::move(open), place) : words;
}

/// A sum as it stands in a clause of its own: "a plus b, plus c". Its parts were told before.
std::string Teller::open_sum(const std::vector<Summand>& parts, const std::string& closed_words) {
  constexpr std::size_t most = 4;
  const auto clauses = clauses_.size(), asides = asides_.size();
  if (parts.size() > most || parts[0].minus) return closed_words;
  const auto kinds = kinds_;
  const auto names = names_;
  const auto new_names = new_names_;
  const auto items = told_parts(parts);
  const bool told_twice = clauses_.size() > clauses || asides_.size() > asides;
  clauses_.resize(clauses);
  asides_.resize(std::min(asides, asides_.size()));
  kinds_ = kinds;
  names_ = names;
  new_names_ = new_names;
  // A comma inside a later part would end the sum.
  const auto pauses = [](const std::string& item) {
    constexpr std::array<std::string_view, 5> marks{", divided", ", times", ", all", ", to the power", ", minus"};
    return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) { return item.find(mark) != std::string::npos; });
  };
  const bool lists = std::any_of(items.begin(), items.end(), [&](const std::string& item) {
    return item.find_first_of(";:") != std::string::npos || (&item != &items.front() && pauses(item)) ||
           (&item != &items.back() && item.find(", and") != std::string::npos);
  });
  if (told_twice || lists) return closed_words;
  auto text = items[0];
  for (std::size_t n = 1; n < items.size(); ++n)
    text += fmt::format("{} {}{}", closed(parts[n - 1].id) ? "" : ",", parts[n].minus ? "" : "plus ", items[n]);
  return text;
}

/// A sum that nothing grips: its parts one after the other, or as a list where they would run together.
std::string Teller::told_sum(ExpressionId id) {
  const bool free = std::exchange(last_, false) || id == top_;
  const auto parts = summands(id);
  const bool dots = std::any_of(parts.begin(), parts.end(), [&](const Summand& part) { return pattern_.is(part.id, "and so on"); });
  if (dots) return run_of_sums(parts);
  if (auto flag = told_flag(parts); !flag.empty()) return flag;
  if (auto entropy = told_entropy(parts); !entropy.empty()) return entropy;
  if (id == top_)
    if (auto weighed = told_weights(parts); !weighed.empty()) return weighed;
  const bool flat = std::all_of(parts.begin(), parts.end() - 1, [&](const Summand& part) { return short_term(part.id); });
  const bool minuses = std::any_of(parts.begin(), parts.end(), [](const Summand& part) { return part.minus; });
  const bool all_minus = std::all_of(parts.begin(), parts.end(), [](const Summand& part) { return part.minus; });
  if (all_minus) return "minus " + sum_of(parts, true);
  if (flat && parts.size() <= 5) {
    std::string text;
    for (const auto& part : parts) {
      // "1 minus r divided by l" could be heard as the difference divided.
      auto words = &part == &parts.front() ? tell(part.id) : is_ratio(part.id) ? told_ratio(part.id) : operand(part.id, false);
      if (words.starts_with("the quantity ") && words.find(", ") != std::string::npos) words = operand(part.id);
      const std::string_view sign = part.minus ? "minus" : "plus";
      text = text.empty() ? fmt::format("{}{}", part.minus ? "minus " : "", words) : joined(text, sign, words);
    }
    return text;
  }
  if (!minuses) return sum_of(parts, false);
  const bool difference = parts.size() == 2 && !parts[0].minus;
  const auto items = told_parts(parts);
  // "a plus b times c, minus d": a pause ends what would take in the rest.
  constexpr std::size_t short_sum = 130;
  if (free && parts.size() <= 3 && !parts[0].minus && size_of(items) <= short_sum && items[0].find(':') == std::string::npos) {
    auto text = items[0];
    for (std::size_t n = 1; n < items.size(); ++n)
      text += fmt::format("{} {}{}", closed(parts[n - 1].id) ? "" : ",", parts[n].minus ? "" : "plus ", items[n]);
    return text;
  }
  return in_parts(difference ? "difference" : "sum", difference ? std::vector{items[0], items[1].substr(6)} : items);
}

/// "a_1 plus a_2 plus and more, up to a_n".
std::string Teller::run_of_sums(const std::vector<Summand>& parts) {
  constexpr std::size_t most = 5;
  std::string text;
  std::size_t told = 0;
  for (const auto& part : parts) {
    const bool end = &part == &parts.back();
    if (pattern_.is(part.id, "and so on") || (told >= most && !end)) continue;
    const auto words = told == 0 ? tell(part.id) : operand(part.id, false);
    text = text.empty() ? fmt::format("{}{}", part.minus ? "minus " : "", words)
                        : joined(text,
                                 told >= most ? "and more, up to"
                                 : part.minus ? "minus"
                                              : "plus",
                                 words);
    ++told;
  }
  if (pattern_.is(parts.back().id, "and so on")) text += " and so on";
  return text;
}

}  // namespace eqlens
