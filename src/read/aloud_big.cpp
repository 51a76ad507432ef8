// Operators over an index, cases, relations, matrices, lists and sets.
#include <utility>

#include <fmt/format.h>

#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

std::string noun_of(const Operation& operation) {
  auto words = operation.spoken.substr(0, operation.spoken.find(" of"));
  if (operation.name == "product over") return "the product";
  if (operation.name == "maximum") return "the max";
  if (operation.name == "minimum") return "the min";
  return words.empty() ? "the " + std::string(operation.name) : std::string(words);
}

}  // namespace

std::string Speaker::set_words(ExpressionId id) {
  const auto& expression = at(id);
  const auto words = say(id).text;
  if (expression.kind == ExpressionKind::symbol && equation_.symbols[expression.symbol].face == Face::script) return "the set " + words;
  return words;
}

std::string Speaker::range_words(const Range& range, bool drawn) {
  std::string words = range.symbol == none ? "" : symbol(range.symbol).text;
  if (range.set != none) {
    const bool sim =
        before(range.set, 5).find("\\sim") != std::string_view::npos || before(range.set, 2).find('~') != std::string_view::npos;
    const bool in = before(range.set, 4).find("\\in") != std::string_view::npos || before(range.set, 4).find("∈") != std::string_view::npos;
    if (words.empty()) return say(range.set).text;
    if (sim || (drawn && !in))
      return words + " drawn from " + (at(range.set).kind == ExpressionKind::symbol ? say(range.set).text : distribution(range.set).text);
    // A script set beside a member of the same letter would be heard as the member.
    const auto& set = at(range.set);
    const bool same =
        set.kind == ExpressionKind::symbol && capitalised(std::string(without_font(equation_.symbols[range.symbol].nucleus))) ==
                                                  without_font(equation_.symbols[set.symbol].nucleus);
    // `i = 1, 2`: the values themselves.
    if (range.lower != none && operation(range.set) == "set") {
      const auto values = arena_.children(range.set);
      words += " in " + list({values.begin(), values.end()}).text;
      return words;
    }
    words += " in " + (same ? "the set " + letter_words(equation_.symbols[set.symbol].nucleus) : say(range.set).text);
  }
  if (range.lower != none) words += (words.empty() ? "from " : " from ") + say(range.lower).text;
  if (range.upper != none) words += (range.lower == none && !words.empty() ? " up to " : " to ") + say(range.upper).text;
  if (range.condition != none) words += ", where " + say(range.condition).text + ',';
  return words;
}

Phrase Speaker::big(ExpressionId id) {
  const auto& row = *at(id).operation;
  const auto ranges = arena_.ranges(id);
  const bool expectation = row.name == "expectation" || row.name == "variance" || row.name == "probability" || row.name == "covariance";
  const bool commas = expectation || row.name == "arg max" || row.name == "arg min" || row.name == "limit";
  std::vector<std::string> parts;
  std::string pair;
  for (std::size_t n = 0; n < ranges.size(); ++n) {
    auto words = range_words(ranges[n], expectation);
    // `(u, v) \in E`: one pair for both letters, which share the set.
    if (ranges[n].tuple && n + 1 < ranges.size() && ranges[n + 1].set == ranges[n].set) {
      const bool more = n + 2 < ranges.size() && ranges[n + 1].tuple && ranges[n + 2].set == ranges[n].set;
      pair += (!pair.empty() ? ", " : more ? "the tuple " : "the pair ") + symbol(ranges[n].symbol).text;
      continue;
    }
    if (!pair.empty()) words.insert(0, std::exchange(pair, {}) + ", ");
    if (!words.empty()) parts.push_back(std::move(words));
  }
  std::string words = noun_of(row);
  if (row.name == "limit") {
    words = "the limit";
    if (!ranges.empty() && ranges[0].symbol != none) {
      const auto to = ranges[0].upper != none ? ranges[0].upper : ranges[0].set != none ? ranges[0].set : ranges[0].lower;
      words += ", as " + symbol(ranges[0].symbol).text + (to == none ? " goes on," : " goes to " + say(to).text + ',');
    }
  } else if (!parts.empty()) {
    const bool bare_limits = parts.size() == 1 && ranges[0].symbol == none && ranges[0].set == none;
    words += commas ? ", over " : bare_limits ? " " : " over ";
    words += and_list(parts.data(), parts.size());
    if (commas && !words.ends_with(',')) words += ',';
  }
  words += " of";
  if (at(id).child_count == 0) return {words, {}, false};
  Phrase phrase = operand(arena_.child(id, 0), {}, false);
  prefix(phrase, words);
  open_outside(phrase, {OpenGroup::Kind::body, function_end_word(noun_of(row))});
  return phrase;
}

Phrase Speaker::cases(ExpressionId id) {
  const auto children = arena_.children(id);
  Phrase phrase;
  for (std::size_t i = 0; i < children.size(); i += 2) {
    const auto condition = i + 1 < children.size() ? children[i + 1] : none;
    Phrase value = say(children[i]);
    close_item(value, ends_);
    value.text += condition == none ? " otherwise" : " if " + say(condition).text;
    if (i > 0) phrase.text += i + 2 >= children.size() ? ", and" : ",";
    append(phrase, std::move(value));
  }
  open_outside(phrase, {OpenGroup::Kind::body, "cases"});
  return phrase;
}

/// What is said to be in a set: of `(u, v)` "the pair u, v".
Phrase Speaker::member(ExpressionId id) {
  if (operation(id) != "list" || !text(at(id).span, at(id).source).ends_with(')')) return say(id, {true, false});
  std::vector<std::string> parts;
  for (const auto child : arena_.children(id)) parts.push_back(say(child).text);
  return {fmt::format("the {} {}", parts.size() == 2 ? "pair" : "tuple", fmt::join(parts, ", ")), {}, false};
}

/// `\{v \in V \mid v > 0\}`: "the set of those v in V such that v is greater than 0".
Phrase Speaker::described_set(ExpressionId id) {
  Phrase phrase = say(arena_.child(id, 0));
  if (const auto head = arena_.child(id, 0); at(head).kind == ExpressionKind::relation && operation(head) == "is in")
    phrase.text = member(arena_.child(head, 0)).text + " in " + say(arena_.child(head, 1)).text;
  if (operation(arena_.child(id, 0)) == "list") {
    // `\{(u, v) : u \in U\}`
    phrase = member(arena_.child(id, 0));
    if (phrase.text.starts_with("the pair ")) phrase.text.replace(0, 8, "pairs");
  }
  prefix(phrase, "the set of those");
  phrase.text += " such that ";
  bool first = true;
  for (const auto condition : arena_.children(arena_.child(id, 1))) {
    if (!std::exchange(first, false)) phrase.text += " and ";
    phrase.text += say(condition).text;
  }
  phrase.open.clear();
  open_outside(phrase, {OpenGroup::Kind::list, "set"});
  return phrase;
}

/// Conditions that must all hold, side by side: "i is not j and u is less than v".
Phrase Speaker::conditions(ExpressionId id) {
  Phrase phrase = say(arena_.child(id, 0));
  phrase.text += phrase.text.find(',') == std::string::npos ? " " : ", ";
  phrase.text += operation(id);
  phrase.open.clear();
  append(phrase, say(arena_.child(id, 1)));
  return phrase;
}

Phrase Speaker::relation(ExpressionId id) {
  const auto children = arena_.children(id);
  const bool joins = operation(id) == "is in" || operation(id) == "is not in" || operation(id) == "is drawn from";
  Phrase phrase = children.empty() ? Phrase{} : joins ? member(children[0]) : say(children[0], {true, false});
  for (std::size_t i = 1; i < children.size(); ++i) {
    phrase.text += phrase.parenthetic ? ", " : " ";
    phrase.text += at(id).operation->name;
    phrase.open.clear();
    append(phrase, say(children[i]));
  }
  return phrase;
}

Phrase Speaker::matrix(ExpressionId id) {
  const auto name = operation(id);
  const auto children = arena_.children(id);
  const std::vector<ExpressionId> items(children.begin(), children.end());
  if (name == "interval" && items.size() == 2) {
    Phrase phrase = say(items[0]);
    prefix(phrase, "the interval from");
    phrase.text += " to";
    append(phrase, say(items[1]));
    return phrase;
  }
  if (name == "set" && items.size() == 2 && operation(items[1]) == "given") return described_set(id);
  if (name != "matrix") {
    Phrase phrase = list(items);
    const bool conditioned = items.size() > 1 && items.back() != none && operation(items.back()) == "given";
    if (name != "row" && !conditioned) prefix(phrase, name == "set" ? "the set" : "the list");
    return phrase;
  }
  const auto row_text = [&](ExpressionId row) {
    std::vector<std::string> entries;
    const std::vector<ExpressionId> cells = operation(row) == "row"
                                                ? std::vector<ExpressionId>(arena_.children(row).begin(), arena_.children(row).end())
                                                : std::vector<ExpressionId>{row};
    for (const auto cell : cells) entries.push_back(say(cell).text);
    return fmt::format("{}", fmt::join(entries, ", "));
  };
  const auto width = items.empty() || operation(items[0]) != "row" ? 1 : at(items[0]).child_count;
  std::string words;
  if (width == 1 || items.size() == 1) {
    words = width == 1 ? "the column " : "the row ";
    for (std::size_t i = 0; i < items.size(); ++i) words += (i > 0 ? ", " : "") + row_text(items[i]);
  } else {
    words = fmt::format("the {} by {} matrix with rows ", items.size(), width);
    for (std::size_t i = 0; i < items.size(); ++i) words += (i == 0 ? "" : i + 1 == items.size() ? "; and " : "; ") + row_text(items[i]);
  }
  Phrase phrase{words, {}, false};
  phrase.open.push_back({OpenGroup::Kind::matrix, "matrix"});
  return phrase;
}

}  // namespace eqlens
