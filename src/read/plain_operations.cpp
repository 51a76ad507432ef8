// How operations are told where no use is recognised: short nouns from what they do.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "expression/lengths.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr int deepest_operation = 40;

}  // namespace

bool Teller::learned_matrix(ExpressionId id) const {
  if (pattern_.is(id, "transpose")) id = arena_.child(id, 0);
  return pattern_.role(id) == Role::learned && pattern_.rank(id) >= 2;
}

bool Teller::falls_apart(ExpressionId id, bool products_too) const {
  if (id == none || arena_[id].child_count != 2 || pattern_.use_of(id)) return false;
  if (pattern_.is(id, "plus") || pattern_.is(id, "minus")) return true;
  if (!products_too) return false;
  return pattern_.is(id, "division") ||
         (pattern_.product_like(id) && !learned_matrix(arena_.child(id, 0)) && !learned_matrix(arena_.child(id, 1)));
}

std::string Teller::operand(ExpressionId id, bool products_too) {
  const auto words = tell(id);
  const bool whole = words.starts_with("the quantity ") || words.starts_with("the product") || words.ends_with("ratio") || words == "half";
  return falls_apart(id, products_too) && !whole ? "the quantity " + words : words;
}

std::string Teller::tell(ExpressionId id) {
  if (id == none) return "everything";
  if (depth_ > deepest_operation) return "the rest";
  ++depth_;
  const auto& expression = arena_[id];
  std::string noun;
  switch (expression.kind) {
    case ExpressionKind::number:
      noun = equation_.text(id).empty() ? fmt::format("{}", expression.number) : pretty(equation_.text(id));
      break;
    case ExpressionKind::symbol: noun = name(expression.symbol); break;
    case ExpressionKind::index: noun = entry_name(id); break;
    case ExpressionKind::cases: {
      const auto children = arena_.children(id);
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < children.size(); i += 2) {
        const auto when = i + 1 < children.size() ? children[i + 1] : none;
        parts.push_back(tell(children[i]) + (when == none ? " otherwise" : ", where " + condition(when)));
      }
      noun = fmt::format("{}", fmt::join(parts, "; "));
      break;
    }
    case ExpressionKind::relation: noun = condition(id); break;
    case ExpressionKind::unknown: noun = "a part that could not be read"; break;
    case ExpressionKind::apply:
    case ExpressionKind::reduce: {
      const auto found = pattern_.use_of(id);
      noun = found ? told_use(*found) : expression.kind == ExpressionKind::reduce ? told_reduce(id) : told_operation(id);
      break;
    }
  }
  --depth_;
  return noun;
}

std::string Teller::condition(ExpressionId id) {
  const auto children = arena_.children(id);
  if (arena_[id].kind != ExpressionKind::relation || children.size() < 2) return tell(id);
  return fmt::format("{} {} {}", tell(children[0]), arena_[id].operation->name, tell(children[1]));
}

std::string Teller::told_sum(ExpressionId id) {
  // Long sums are told by their first and last parts.
  constexpr std::size_t most = 5;
  std::vector<ExpressionId> links;
  ExpressionId first = id;
  while ((pattern_.is(first, "plus") || pattern_.is(first, "minus")) && links.size() < 200 && !(first != id && pattern_.use_of(first))) {
    links.push_back(first);
    first = arena_.child(first, 0);
  }
  std::string text = tell(first);
  std::size_t told = 1;
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    const auto right = arena_.child(*link, 1);
    const bool last = link + 1 == links.rend();
    if (pattern_.is(right, "and so on")) continue;
    if (told >= most && !last) continue;
    text = joined(text, told >= most ? "and more, up to" : pattern_.is(*link, "minus") ? "minus" : "plus", operand(right, false));
    ++told;
  }
  return text;
}

/// A product of two matrices by its entries; empty where a side is more than a name.
std::string Teller::told_entries(ExpressionId id) {
  const auto sides = arena_.children(id);
  std::array<std::string, 2> names;
  std::array<bool, 2> turned{};
  for (std::size_t i = 0; i < 2; ++i) {
    turned[i] = pattern_.is(sides[i], "transpose");
    const auto inner = turned[i] ? arena_.child(sides[i], 0) : sides[i];
    if (arena_[inner].kind != ExpressionKind::symbol || pattern_.rank(inner) != 2 || pattern_.is(id, "elementwise product")) return "";
    names[i] = tell(inner);
  }
  const auto line = [&](std::size_t i) { return (i == 0) == turned[i] ? "column" : "row"; };
  if (id == top_ && !subject_.empty()) {
    clauses_.push_back(
        fmt::format("each entry (i, j) of {} is {} i of {} dotted with {} j of {}", subject_, line(0), names[0], line(1), names[1]));
    return "the result";
  }
  if (names[0] == names[1]) return fmt::format("the products of the {}s of {} with one another", line(0), names[0]);
  return fmt::format("the products of the {}s of {} with the {}s of {}", line(0), names[0], line(1), names[1]);
}

std::string Teller::told_product(ExpressionId id) {
  const auto left = arena_.child(id, 0), right = arena_.child(id, 1);
  if (learned_matrix(left) && pattern_.rank(right) > 0) return fmt::format("a learned mix of {}", operand(right));
  if (learned_matrix(right) && pattern_.rank(left) > 0) return fmt::format("a learned mix of {}", operand(left));
  // aᵀ W b: one number, large where the mix of b points the way of a.
  if (pattern_.product_like(left) && pattern_.rank(id) == 0 && pattern_.rank(right) == 1 && learned_matrix(arena_.child(left, 1)))
    return fmt::format("the agreement of {} with a learned mix of {}", operand(arena_.child(left, 0)), operand(right));
  if (auto entries = told_entries(id); !entries.empty()) return entries;
  const auto a = operand(left, false), b = operand(right);
  // A long sum has pauses of its own: where it ends has to be said.
  constexpr std::size_t long_sum = 70;
  if (falls_apart(left, false)) {
    const auto whole = operand(left);
    if (whole.size() > long_sum) return fmt::format("{}, all times {}", whole, b);
  }
  const auto text = joined(pattern_.is(left, "division") && !pattern_.use_of(left) ? a + "," : a, "times", b);
  return pattern_.is(id, "elementwise product") && pattern_.rank(left) > 0 && pattern_.rank(right) > 0 &&
                 text.find("entry by entry") == std::string::npos
             ? text + ", entry by entry"
             : text;
}

namespace {

/// π_θ and π_old are told apart, p and Pr need no name.
bool entry_of_family(std::string_view letter) { return letter != "p" && letter != "P" && letter != "Pr"; }

}  // namespace

std::string Teller::told_call(ExpressionId id) {
  const auto children = arena_.children(id);
  std::vector<std::string> arguments, conditions;
  for (const auto child : children.subspan(1)) {
    if (pattern_.is(child, "given") || pattern_.is(child, "with parameters")) {
      for (const auto part : arena_.children(child)) conditions.push_back(tell(part));
    } else {
      arguments.push_back(tell(child));
    }
  }
  const auto function = pattern_.symbol(children[0]);
  const auto letter = function == none ? tell(children[0]) : pretty(equation_.symbols[function].latex);
  const auto nucleus = function == none ? std::string() : letter_words(equation_.symbols[function].nucleus);
  const bool chance = !conditions.empty() && (nucleus == "p" || nucleus == "q" || nucleus == "P" || nucleus == "pi" || nucleus == "Pr");
  const auto* entry = function == none ? nullptr : analysis_.roles.find(function);
  if (chance && !entry_of_family(letter))
    return fmt::format("the probability of {} given {}", enumerated(arguments), enumerated(conditions));
  if (chance) return fmt::format("the probability under {} of {} given {}", letter, enumerated(arguments), enumerated(conditions));
  const auto what = entry != nullptr && !entry->meaning.empty() && entry->role != Role::output ? this->name(function) : letter;
  return conditions.empty() ? fmt::format("{} of {}", what, enumerated(arguments))
                            : fmt::format("{} of {} given {}", what, enumerated(arguments), enumerated(conditions));
}

std::string Teller::told_function(ExpressionId id) {
  const auto& row = *arena_[id].operation;
  std::vector<std::string> arguments;
  std::string given;
  bool dots = false;
  for (const auto child : arena_.children(id))
    if (pattern_.is(child, "given") || pattern_.is(child, "with parameters")) {
      std::vector<std::string> conditions;
      for (const auto part : arena_.children(child)) conditions.push_back(tell(part));
      given = " given " + enumerated(conditions);
    } else if (pattern_.is(child, "and so on"))
      dots = true;
    else
      arguments.push_back(arena_[id].child_count == 1 && id == top_ ? tell(child) : operand(child));
  if (row.name == "clip" && arguments.size() == 3)
    return fmt::format("{}, kept between {} and {}", arguments[0], arguments[1], arguments[2]);
  if (row.name == "logarithm to a base" && arguments.size() == 2)
    return fmt::format("the logarithm to the base {} of {}", arguments[0], arguments[1]);
  const auto object =
      (dots && arguments.size() == 2 ? fmt::format("{} through {}", arguments[0], arguments[1]) : enumerated(arguments)) + given;
  const std::string noun(row.noun.empty() ? row.name : row.noun);
  // At the top of a statement a function is what happens; inside it is only named.
  if (id == top_ && arguments.size() == 1 && !row.does.empty()) {
    const auto does = about(row.does, object);
    if (does != row.does) {
      clauses_.push_back(fmt::format("{} {}", noun, does));
      return "the result";
    }
  }
  const bool activity = noun.ends_with("ion") || noun.ends_with("ing");
  return arguments.empty() ? noun : fmt::format("{}{} of {}", activity && !noun.starts_with("the ") ? "the " : "", noun, object);
}

std::string Teller::told_operation(ExpressionId id) {
  const auto name = pattern_.operation(id);
  const auto child = [&](std::size_t n) { return arena_.child(id, n); };
  const auto count = arena_[id].child_count;
  if ((name == "plus" || name == "minus") && count == 2) return told_sum(id);
  if (pattern_.product_like(id)) return told_product(id);
  if (name == "division" && count == 2) return told_division(id);
  if (name == "power" && count == 2) return told_power(id);
  if (name == "negative") return fmt::format("minus {}", operand(child(0), false));
  if (name == "transpose") {
    // A vector lies down only to meet another: nobody asks about it.
    if (pattern_.rank(child(0)) < 2) return tell(child(0));
    return pattern_.symbol(child(0)) != none ? tell(child(0)) + " transposed" : "the transpose of " + operand(child(0));
  }
  if (name == "norm" || name == "absolute value") return told_distance(id);
  if (is_length(analysis_.equation, id)) return "the length of " + operand(child(0));
  if (name == "size of a set")
    return fmt::format("the number of {}", pattern_.is(child(0), "set") ? told_set(child(0)) : "members of " + operand(child(0)));
  const auto mixed = [&](ExpressionId inner) {
    return pattern_.is(inner, name) && arena_[inner].child_count == 2 && arena_[inner].span.begin == arena_[id].span.begin;
  };
  if (name == "partial derivative" && count == 2 && mixed(child(0))) {
    auto told = tell(child(1));
    auto inner = child(0);
    for (; mixed(inner); inner = arena_.child(inner, 0)) told += " and " + tell(arena_.child(inner, 1));
    return fmt::format("the mixed slope of {} with respect to {}", operand(inner), told);
  }
  if (name == "gradient" || name == "partial derivative" || name == "derivative")
    return count > 1 ? fmt::format("the slope of {} with respect to {}", operand(child(0)), tell(child(1)))
                     : fmt::format("the slope of {}", operand(child(0)));
  if (name == "call") return told_call(id);
  if (name == "evaluated at" && count == 2) return fmt::format("{} at {}", operand(child(0), false), condition(child(1)));
  if (name == "indicator") return fmt::format("1 where {} and 0 elsewhere", condition(child(0)));
  if (name == "maximum" || name == "minimum") {
    std::vector<std::string> items;
    for (const auto each : arena_.children(id)) items.push_back(tell(each));
    constexpr std::size_t short_list = 80;
    const bool short_item = std::any_of(items.begin(), items.end(), [](const std::string& item) { return item.size() < 12; });
    if (enumerated(items).size() <= short_list || items.size() != 2 || short_item)
      return fmt::format("the {} of {}",
                         items.size() > 2    ? (name == "maximum" ? "largest" : "smallest")
                         : name == "maximum" ? "larger"
                                             : "smaller",
                         enumerated(items));
    return fmt::format("the {} of two values, one being {}, the other {}", name == "maximum" ? "larger" : "smaller", items[0], items[1]);
  }
  if (name == "matrix") return "the matrix written out";
  if (name == "list" || name == "set" || name == "row") return told_set(id);
  return told_function(id);
}

}  // namespace eqlens
