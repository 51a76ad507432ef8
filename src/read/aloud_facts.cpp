// Facts in words: "W is a real matrix, d model by d k", "epsilon is drawn from ...", "alpha is between 0 and 1".
#include <algorithm>

#include <fmt/format.h>

#include "read/for_all.hpp"
#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

std::string Speaker::dimension_words(const std::string& latex) const { return latex_words(latex); }

/// A declared shape is spoken as a kind of array, not as a power of the real numbers.
bool Speaker::declaration(const Statement& statement, Phrase& phrase) {
  if (statement.relations.empty() || statement.relations[0]->name != "is in") return false;
  // `t \in [0, 1]` says more than that t is a number.
  if (statement.sides.size() == 2 && (operation(statement.sides[1]) == "interval" || operation(statement.sides[1]) == "set")) return false;
  if (holds_for_all(equation_, statement)) return false;
  std::vector<std::string> names;
  const ShapeFact* fact = nullptr;
  for (const auto& each : equation_.shape_facts) {
    if (each.source != statement.source || !statement.span.contains(each.span)) continue;
    fact = &each;
    std::vector<std::string> indices;
    for (const auto index : each.indexed) indices.push_back(letter_words(equation_.symbols[index].nucleus));
    names.push_back((indices.empty() ? "" : "each ") + symbol_with_indices(each.symbol, indices).text);
  }
  if (fact == nullptr) return false;
  phrase.names_symbol = fact->indexed.empty();
  const bool many = names.size() > 1;
  std::vector<std::string> sizes;
  for (const auto& axis : fact->axes) sizes.push_back(dimension_words(equation_.sizes.print(axis)));
  const std::string of = fmt::format("{}", fmt::join(sizes, " by "));
  const char* kind = sizes.empty() ? "number" : sizes.size() == 1 ? "vector" : sizes.size() == 2 ? "matrix" : "array";
  std::string words =
      many ? fmt::format("real {}", sizes.size() == 2 ? "matrices" : fmt::format("{}s", kind)) : fmt::format("a real {}", kind);
  if (sizes.size() == 1) words += " of length " + of;
  if (sizes.size() > 1) words += ", " + of;
  phrase.text = fmt::format("{} {} {}", and_list(names.data(), names.size()), many ? "are" : "is", words);
  return true;
}

Phrase Speaker::membership(const Statement& statement) {
  Phrase phrase = member(statement.sides[0]);
  const auto set = statement.sides[1];
  std::string is = " is ";
  if (operation(statement.sides[0]) == "list" && !phrase.text.starts_with("the pair") && !phrase.text.starts_with("the tuple")) {
    // `n, k \in \{0, 1\}`: each of them.
    const auto letters = arena_.children(statement.sides[0]);
    phrase = list({letters.begin(), letters.end()});
    phrase.open.clear();
    is = " are ";
  }
  if (holds_for_all(equation_, statement)) {
    prefix(phrase, "for all");
    is = " ";
  }
  if (operation(set) == "interval" && at(set).child_count == 2) {
    phrase.text += fmt::format("{}between {} and {}", is, say(arena_.child(set, 0)).text, say(arena_.child(set, 1)).text);
    return phrase;
  }
  if (operation(set) == "set" && !(at(set).child_count == 2 && operation(arena_.child(set, 1)) == "given")) {
    const auto children = arena_.children(set);
    const bool two = children.size() == 2 && operation(children[1]) != "and so on";
    phrase.text += two ? fmt::format("{}{} or {}", is == " " ? " in " : is, say(children[0]).text, say(children[1]).text)
                       : (is == " " ? " in " : is + "one of ") + list({children.begin(), children.end()}).text;
    return phrase;
  }
  const auto latex =
      at(set).kind == ExpressionKind::symbol ? equation_.symbols[at(set).symbol].latex : std::string(text(at(set).span, at(set).source));
  const auto letter = without_font(latex);
  if (latex.starts_with("\\mathbb") && letter.size() == 1 && is == " is ") {
    phrase.text += letter == "R"   ? " is a real number"
                   : letter == "N" ? " is a natural number"
                   : letter == "Z" ? " is a whole number"
                                   : " is in " + std::string(letter);
    return phrase;
  }
  phrase.text += is + (at(set).kind == ExpressionKind::symbol ? "in the set " : "in ") + say(set).text;
  return phrase;
}

Phrase Speaker::sampling(const Statement& statement) {
  const auto subject = statement.sides[0];
  Phrase phrase = say(subject, {true, false});
  // One draw for every index: "each r j".
  if (at(subject).kind == ExpressionKind::index) prefix(phrase, "each");
  phrase.text += " is drawn from";
  phrase.open.clear();
  append(phrase, distribution(statement.sides[1]));
  return phrase;
}

Phrase Speaker::distribution(ExpressionId id) {
  const auto name = operation(id);
  if (name == "normal distribution") {
    const auto children = arena_.children(id);
    if (children.size() < 2) return function(id, "the normal distribution of", true);
    const auto spread = children[children.size() - 1], mean = children[children.size() - 2];
    const bool matrix = [&] {
      if (spread < analysis_.shapes.expressions.size() && analysis_.shapes.expressions[spread].known) {
        const auto rank = analysis_.shapes.expressions[spread].rank();
        if (rank > 0) return true;
      }
      ExpressionId last = spread;
      while (at(last).kind == ExpressionKind::apply && is_infix(last)) last = arena_.child(last, 1);
      if (at(last).kind != ExpressionKind::symbol) return false;
      const auto letter = without_font(equation_.symbols[at(last).symbol].nucleus);
      return letter == "I" || letter == "\\Sigma";
    }();
    const auto words = [&](ExpressionId part) { return operand(part, {}, true).text; };
    std::string text =
        children.size() > 2 ? "the normal density of " + words(children[0]) + " with mean " : "the normal distribution with mean ";
    text += fmt::format("{} and {} {}", words(mean), matrix ? "covariance" : "variance", words(spread));
    return {text, {}, false};
  }
  if (name == "uniform distribution") {
    const auto children = arena_.children(id);
    if (children.size() == 2)
      return {fmt::format("the uniform distribution from {} to {}", say(children[0]).text, say(children[1]).text), {}, false};
    return function(id, "the uniform distribution over", false);
  }
  if (name == "call" && grip(id) == Grip::named && at(id).child_count > 1) {
    const auto children = arena_.children(id);
    const auto family = say(children[0]).text;
    const std::vector<ExpressionId> arguments(children.begin() + 1, children.end());
    const bool coin = family == "Bernoulli" || family == "Bern" || family == "Ber";
    const bool one = arguments.size() == 1;
    return {fmt::format("a {} distribution with {} {}", family == "Bern" || family == "Ber" ? "Bernoulli" : family,
                        coin  ? "probability"
                        : one ? "parameter"
                              : "parameters",
                        list(arguments).text),
            {},
            false};
  }
  Phrase phrase = say(id);
  // Only the normal and the uniform distribution are known well enough for "the".
  if (at(id).kind == ExpressionKind::apply && phrase.text.starts_with("the ") && phrase.text.find(" distribution") != std::string::npos)
    phrase.text.replace(0, 3, "a");
  return phrase;
}

/// `\operatorname{Beta}(u \mid a, b)`: "the Beta density of u with parameters a and b".
Phrase Speaker::density(ExpressionId id) {
  const auto name = operation(id);
  Phrase phrase = operand(arena_.child(id, 0), {}, true);
  prefix(phrase, fmt::format("the {} density of", name.substr(0, name.rfind(' '))));
  close_item(phrase, ends_);
  const auto given = arena_.children(arena_.child(id, 1));
  if (name == "normal distribution" && given.size() == 2) {
    phrase.text += fmt::format(" with mean {} and {} {}", operand(given[0], {}, true).text,
                               vector_like(given[1]) ? "covariance" : "variance", operand(given[1], {}, true).text);
  } else {
    phrase.text += given.size() > 1 ? " with parameters" : " with parameter";
    append(phrase, list({given.begin(), given.end()}));
  }
  return phrase;
}

Phrase Speaker::divergence(ExpressionId id) {
  const auto children = arena_.children(id);
  Phrase phrase{"the K L divergence", {}, false};
  if (children.empty()) return phrase;
  phrase.text += " of";
  append(phrase, operand(children[0], {}, true));
  if (children.size() > 1) {
    close_item(phrase, ends_);
    phrase.text += " from";
    append(phrase, operand(children[1], {}, true));
  }
  open_outside(phrase, {OpenGroup::Kind::argument, ends_ == Ends::spoken ? "function" : "divergence"});
  return phrase;
}

}  // namespace eqlens
