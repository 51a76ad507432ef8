// What comes out?
#include <algorithm>

#include <fmt/format.h>

#include "read/answer.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// The free index of the entry that stands where the total runs along: j of `e_{jt}` over the sum of `e_{kt}`.
SymbolId share_index(const Understanding& understanding, ExpressionId division) {
  const auto& arena = understanding.analysis.equation.arena;
  const auto total = arena.child(division, 1);
  const auto ranges = arena.ranges(total);
  if (ranges.empty() || ranges[0].symbol == none) return none;
  // The same place below the exponentials of top and bottom.
  std::vector<std::pair<ExpressionId, ExpressionId>> open{{arena.child(division, 0), arena.child(total, 0)}};
  while (!open.empty()) {
    const auto [top, bottom] = open.back();
    open.pop_back();
    if (top == none || bottom == none || arena[top].kind != arena[bottom].kind || arena[top].child_count != arena[bottom].child_count)
      continue;
    if (arena[bottom].kind == ExpressionKind::symbol && arena[bottom].symbol == ranges[0].symbol) return arena[top].symbol;
    for (std::size_t n = 0; n < arena[top].child_count; ++n) open.emplace_back(arena.child(top, n), arena.child(bottom, n));
  }
  return none;
}

/// Over what the shares sum to 1: the index of the printed total, else the last axis.
std::string shares_in_words(const Understanding& understanding, const Statement& statement) {
  const auto& analysis = understanding.analysis;
  const auto value = statement.value;
  if (!understanding.pattern.is(value, "division"))
    return understanding.pattern.rank(value) >= 2 ? "; the entries are positive and each row sums to 1"
                                                  : "; the entries are positive and sum to 1";
  const auto over = share_index(understanding, value);
  if (over == none) return "; it is one of the positive shares that sum to 1";
  std::vector<std::string> others;
  for (const auto index : statement.free_indices)
    if (index != over) others.push_back(called(analysis, index));
  const auto each = others.empty() ? "" : fmt::format("for each {}, ", enumerated(others));
  const auto bottom = analysis.equation.arena.child(value, 1);
  const auto ranges = analysis.equation.arena.ranges(bottom);
  const auto among = !ranges.empty() && ranges[0].set != none ? " in " + shown(analysis, ranges[0].set) : std::string();
  return fmt::format("; {}the shares are positive and sum to 1 over {}{}", each, called(analysis, over), among);
}

/// What a value is made as: whole if it is short, else by its outermost operation.
std::string makings(const Understanding& understanding, ExpressionId id) {
  const auto& pattern = understanding.pattern;
  const auto& arena = understanding.analysis.equation.arena;
  const auto text = [&](ExpressionId part) { return shown(understanding.analysis, part); };
  // A printed "…" stands further in.
  const auto cut = [](const std::string& words) { return words.ends_with("…"); };
  if (!cut(text(id)) || arena[id].child_count == 0) return fmt::format("the value of {}", text(id));
  if (const auto found = pattern.use_of(id); found && found->use == Use::average)
    return cut(text(found->parts[0])) ? "an average of longer terms" : fmt::format("the average of {}", text(found->parts[0]));
  const auto first = text(arena.child(id, 0));
  if (pattern.is(id, "negative")) return "minus " + makings(understanding, arena.child(id, 0));
  if (arena[id].kind == ExpressionKind::reduce && arena[id].operation != nullptr) {
    std::string noun(arena[id].operation->noun);
    if (noun.ends_with(" over")) noun.resize(noun.size() - 5);
    return fmt::format("{} of {}", noun, cut(first) ? "many terms" : first);
  }
  if (arena[id].child_count == 2) {
    const auto second = text(arena.child(id, 1));
    const bool adds = pattern.is(id, "plus"), takes = pattern.is(id, "minus"), splits = pattern.is(id, "division");
    const auto* noun = adds ? "the sum" : takes ? "the difference" : splits ? "the ratio" : pattern.product_like(id) ? "the product" : "";
    const auto* joint = splits ? "to" : "and";
    if (*noun != '\0' && !cut(first) && !cut(second)) return fmt::format("{} of {} {} {}", noun, first, joint, second);
    if (*noun != '\0' && !cut(second)) return fmt::format("{} of {} {} {}", noun, splits ? "a longer part" : "other parts", joint, second);
    if (*noun != '\0' && !cut(first)) return fmt::format("{} of {} {} {}", noun, first, joint, splits ? "a longer part" : "other parts");
    if (*noun != '\0') return fmt::format("{} of two longer parts", noun);
  }
  return fmt::format("the value of {}", text(id));
}

/// What the function is given, as it is written: x_i and x_j of `k(x_i, x_j)`.
std::vector<std::string> parameters_of(const Understanding& understanding, const Statement& statement, SymbolId symbol) {
  const auto& analysis = understanding.analysis;
  const auto& arena = analysis.equation.arena;
  std::vector<std::string> parameters;
  if (analysis.equation.symbols[symbol].kind != SymbolKind::function) return parameters;
  const auto add = [&](std::string given) {
    if (std::find(parameters.begin(), parameters.end(), given) == parameters.end()) parameters.push_back(std::move(given));
  };
  const auto left = statement.sides.empty() ? none : statement.sides.front();
  const auto indexed = [&](ExpressionId part) { return part != none && arena[part].kind == ExpressionKind::index; };
  if (left != none && understanding.pattern.is(left, "call") &&
      std::any_of(arena.children(left).begin(), arena.children(left).end(), indexed)) {
    for (const auto part : arena.children(left).subspan(1))
      if (part != none) add(shown(analysis, part));
    return parameters;
  }
  for (const auto parameter : statement.parameters) add(called(analysis, parameter));
  return parameters;
}

std::string defined_by(const Understanding& understanding, const Statement& statement, SymbolId symbol) {
  const auto& analysis = understanding.analysis;
  const auto* entry = analysis.roles.find(symbol);
  std::string name = called(analysis, symbol);
  std::string what = entry == nullptr ? "" : shape_in_words(analysis, entry->shape);
  const bool told = entry != nullptr && !entry->meaning.empty() && !entry->meaning.starts_with("made ");
  if (told) what += fmt::format(", {}", plain_meaning(entry->meaning));
  auto parameters = parameters_of(understanding, statement, symbol);
  if (!statement.free_indices.empty() && entry != nullptr && entry->shape.known && !entry->shape.axes.empty()) {
    std::vector<std::string> indices;
    for (const auto index : statement.free_indices) indices.push_back(called(analysis, index));
    what += fmt::format(", of which the line gives the entry at {}", enumerated(indices));
  }
  const auto left = statement.sides.empty() ? none : statement.sides.front();
  if (left != none && understanding.pattern.is(left, "labelled") && !parameters.empty()) {
    const auto label = shown(analysis, analysis.equation.arena.child(left, 1));
    name += (label.starts_with("_") ? "" : "_") + label;
  }
  const bool looked_up = left != none && understanding.pattern.is(left, "call") && entry != nullptr && !entry->shape.axes.empty() &&
                         analysis.shapes.expressions[left].scalar();
  if (looked_up) {
    what = fmt::format("one entry of {}, a number", name);
    name = shown(analysis, left);
    parameters.clear();
  }
  if (what.empty()) what = "a value";
  if (statement.value != none) what += fmt::format(", {}", makings(understanding, statement.value));
  const auto made = understanding.pattern.use_of(statement.value);
  if (made && made->use == Use::blend)
    what +=
        fmt::format(": {} of the rows of {}", understanding.pattern.rank(statement.value) >= 2 ? "for each row, one blend" : "one blend",
                    shown(analysis, made->parts[1]));
  if (made && made->use == Use::shares) what += shares_in_words(understanding, statement);
  if (statement.kind == StatementKind::update || (entry != nullptr && has_badge(*entry, "learned quantity")))
    return fmt::format("the new value of {}: {}", name, what);
  return fmt::format("{}{}: {}", name, parameters.empty() ? "" : fmt::format(", for every {}", enumerated(parameters)), what);
}

}  // namespace

std::string what_comes_out(const Understanding& understanding) {
  const auto& analysis = understanding.analysis;
  std::vector<std::string> answers;
  for (const auto* statement : display_statements(analysis.equation)) {
    if (!statement->defines.empty()) {
      for (const auto symbol : statement->defines) answers.push_back(sentence(defined_by(understanding, *statement, symbol), analysis));
    } else if (statement->kind == StatementKind::claim && !statement->sides.empty()) {
      auto claim = shown(analysis, statement->sides.front());
      for (std::size_t n = 1; n < statement->sides.size(); ++n)
        claim += fmt::format("{}{} {}", n == 1 ? " " : ", which ",
                             n <= statement->relations.size() ? std::string(statement->relations[n - 1]->name) : std::string("equals"),
                             shown(analysis, statement->sides[n]));
      answers.push_back(sentence("nothing new: the line claims that " + claim));
    } else if (statement->kind == StatementKind::expression && !statement->sides.empty()) {
      const auto id = statement->sides[0];
      const auto shape = id < analysis.shapes.expressions.size() ? analysis.shapes.expressions[id] : Shape::unknown();
      answers.push_back(sentence(fmt::format("the value of {} itself: {}", shown(analysis, id), shape_in_words(analysis, shape))));
    }
  }
  if (answers.empty()) return sentence(fmt::format("nothing is computed: {} states what its symbols are", display_text(analysis)));
  return fmt::format("{}", fmt::join(answers, " "));
}

}  // namespace eqlens
