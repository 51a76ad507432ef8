// Functions and what they hold: calls, lists, roots, logarithms, norms, derivatives.
#include <fmt/format.h>

#include "expression/lengths.hpp"
#include "expression/second_order.hpp"
#include "expression/softmax_axis.hpp"
#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

/// The words before an operation's argument: of "the sine of {0}" it is "the sine of".
std::string words_before_argument(const Operation& operation) {
  const auto hole = operation.spoken.find('{');
  if (operation.spoken.empty()) return std::string(operation.name) + " of";
  if (hole == std::string_view::npos) return std::string(operation.spoken) + " of";
  auto words = operation.spoken.substr(0, hole);
  while (!words.empty() && words.back() == ' ') words.remove_suffix(1);
  return words.empty() ? std::string(operation.name) + " of" : std::string(words);
}

/// True if the words stand around or between the arguments, so that they cannot simply go in front.
bool is_template(std::string_view spoken, std::size_t arguments) {
  const auto first = spoken.find("{0}");
  if (first == std::string_view::npos || arguments == 0) return false;
  const bool tail = first + 3 < spoken.size();
  const bool plain_pair = spoken.substr(first + 3) == " and {1}";
  return first == 0 || (tail && !plain_pair && (arguments > 1 || spoken.find("{1}") == std::string_view::npos));
}

}  // namespace

std::string function_end_word(std::string_view words) {
  if (words.starts_with("the ")) words.remove_prefix(4);
  if (words.ends_with(" of")) words.remove_suffix(3);
  return std::string(words);
}

Phrase Speaker::function(ExpressionId id, std::string_view words, bool named) {
  if (at(id).child_count == 0) return {function_end_word(words), {}, false};
  Phrase phrase;
  if (at(id).child_count > 1) {
    const auto children = arena_.children(id);
    phrase = list({children.begin(), children.end()});
  } else {
    const auto argument = arena_.child(id, 0);
    const auto held = grip(argument);
    const auto below = held == Grip::negative ? grip(arena_.child(argument, 0)) : Grip::atom;
    const bool long_negative = below != Grip::atom && below != Grip::tight;
    phrase = long_negative || held == Grip::times || (held == Grip::fraction && !named) ? quantity(argument) : operand(argument, {}, true);
  }
  prefix(phrase, words);
  // The end of a list of arguments is the end of the function.
  const bool listed = ends_ == Ends::spoken && !phrase.open.empty() && phrase.open.front().kind == OpenGroup::Kind::list;
  if (named && !listed) {
    const std::string end = ends_ == Ends::spoken ? "function" : function_end_word(words);
    open_outside(phrase, {OpenGroup::Kind::argument, end});
  }
  return phrase;
}

/// A list of arguments: "Q, K and V", or with a comma before "and" where an item is more than a name.
Phrase Speaker::list(const std::vector<ExpressionId>& items) {
  // `[r \mid z]`: r under a condition.
  if (items.size() > 1 && items.back() != none && operation(items.back()) == "given") {
    Phrase phrase = list({items.begin(), items.end() - 1});
    close_item(phrase, ends_);
    phrase.text += " given";
    const auto conditions = arena_.children(items.back());
    append(phrase, list({conditions.begin(), conditions.end()}));
    return phrase;
  }
  std::vector<Phrase> phrases;
  std::vector<bool> through;
  bool simple = true, dots = false;
  for (const auto item : items) {
    if (item != none && operation(item) == "and so on") {
      dots = true;
      continue;
    }
    const auto held = item == none ? Grip::atom : grip(item);
    auto phrase = item == none ? Phrase{"everything", {}, false} : held == Grip::sum || held == Grip::clause ? quantity(item) : say(item);
    if (items.size() > 1 &&
        (held == Grip::times || held == Grip::fraction || !phrase.open.empty() || phrase.text.find(',') != std::string::npos))
      simple = simple && (item == items.back() && held != Grip::times && held != Grip::fraction);
    phrases.push_back(std::move(phrase));
    through.push_back(dots);
    dots = false;
  }
  if (phrases.empty()) return {dots ? "and so on" : "nothing", {}, false};
  Phrase result = std::move(phrases[0]);
  bool any_through = false;
  for (std::size_t i = 1; i < phrases.size(); ++i) {
    close_item(result, ends_);
    any_through = any_through || through[i];
    const bool last = i + 1 == phrases.size() && !dots;
    result.text += through[i] ? " through" : !last || any_through ? "," : simple ? " and" : ", and";
    append(result, std::move(phrases[i]));
  }
  if (dots) result.text += ", and so on";
  if (phrases.size() > 1) open_outside(result, {OpenGroup::Kind::list, ends_ == Ends::spoken ? "function" : "list"});
  return result;
}

/// `f(x)`; with what is counted on the function, `f_i(x)`, before its argument.
Phrase Speaker::call(ExpressionId id, const std::vector<std::string>& indices) {
  const auto children = arena_.children(id);
  const bool counted = !indices.empty() && at(children[0]).kind == ExpressionKind::symbol;
  Phrase phrase = counted ? symbol_with_indices(at(children[0]).symbol, indices) : say(children[0]);
  const bool named = grip(id) == Grip::named;
  const std::string end = ends_ == Ends::spoken ? "function" : phrase.text;
  std::vector<ExpressionId> arguments, conditions, parameters;
  for (const auto child : children.subspan(1)) {
    const auto name = operation(child);
    if (name != "given" && name != "with parameters") {
      arguments.push_back(child);
      continue;
    }
    auto& target = name == "given" ? conditions : parameters;
    for (const auto part : arena_.children(child)) target.push_back(part);
  }
  const auto say_part = [&](std::string_view words, const std::vector<ExpressionId>& parts) {
    if (parts.empty()) return;
    // A call ends once, behind the last thing given.
    if (!phrase.open.empty() && phrase.open.front().end == "function" && phrase.open.size() == 1) phrase.open.clear();
    if (!phrase.open.empty()) close_item(phrase, ends_);
    const auto held = grip(parts[0]);
    const bool wrap = parts.size() == 1 && (held == Grip::times || (held == Grip::fraction && !named) || held == Grip::sum);
    auto said = wrap ? quantity(parts[0]) : list(parts);
    // "with the parameters", not "with parameters the parameters".
    phrase.text += words == " with parameters" && said.text.starts_with("the parameters") ? " with" : words;
    append(phrase, std::move(said));
  };
  phrase.parenthetic = false;
  say_part(" of", arguments);
  say_part(phrase.text.find("divergence") != std::string::npos ? " from" : " given", conditions);
  say_part(" with parameters", parameters);
  if (named && arguments.size() <= 1 && conditions.empty()) open_outside(phrase, {OpenGroup::Kind::argument, end});
  // Something was given, and the list before it left open what the end of the call closes.
  const bool listed = arguments.size() > 1 && conditions.size() + parameters.size() == 1;
  if (ends_ == Ends::spoken && listed && phrase.open.empty()) open_outside(phrase, {OpenGroup::Kind::list, end});
  return phrase;
}

Phrase Speaker::postfix(ExpressionId id, std::string_view words, std::string_view noun) {
  const auto base = arena_.child(id, 0);
  const auto held = grip(base);
  Phrase phrase = say(base);
  if (held == Grip::atom && phrase.open.empty()) {
    phrase.text += ' ';
    phrase.text += words;
    return phrase;
  }
  if (held == Grip::sum || held == Grip::times || held == Grip::fraction || held == Grip::negative || operation(base) == "product")
    phrase = quantity(base);
  prefix(phrase, noun);
  return phrase;
}

/// The words of an operation with its arguments in the holes, each closed before the next word.
Phrase Speaker::filled(ExpressionId id) {
  const auto children = arena_.children(id);
  Phrase phrase;
  for (auto rest = at(id).operation->spoken; !rest.empty();) {
    const auto hole = rest.find('{');
    if (hole == std::string_view::npos) {
      close_item(phrase, ends_);
      phrase.text += rest;
      break;
    }
    auto words = rest.substr(0, hole);
    if (!phrase.open.empty()) close_item(phrase, ends_);
    phrase.text += words;
    const auto which = static_cast<std::size_t>(rest[hole + 1] - '0');
    if (which < children.size() && children[which] != none) {
      Phrase part = at(children[which]).kind == ExpressionKind::relation ? say(children[which]) : operand(children[which], {}, true);
      phrase.names_symbol = phrase.text.empty() && part.names_symbol;
      phrase.text += part.text;
      phrase.open = std::move(part.open);
    }
    rest.remove_prefix(hole + 3);
  }
  return phrase;
}

Phrase Speaker::apply(ExpressionId id, Spot place) {
  const auto name = operation(id);
  const auto& row = *at(id).operation;
  if (name == "power" && at(id).child_count == 2) return power(id);
  if (name == "negative") {
    const auto body = arena_.child(id, 0);
    Phrase phrase = wide_fraction(body) ? fraction(body) : operand(body, {place.start, false}, false);
    prefix(phrase, "minus");
    return phrase;
  }
  if (name == "exponential") return exponential(id);
  if (name == "logarithm" || name == "logarithm to a base") return logarithm(id, place);
  if (name == "square root" || name == "root") return root(id);
  if (name == "transpose") return postfix(id, register_ == Register::named ? "transposed" : "transpose", "the transpose of");
  if (name == "conjugate transpose") return postfix(id, "conjugate transpose", "the conjugate transpose of");
  if (name == "divergence") return function(id, "the divergence of", false);
  if (name == "inverse") return postfix(id, "inverse", "the inverse of");
  if (name == "pseudo-inverse") return postfix(id, "pseudo-inverse", "the pseudo-inverse of");
  if (name == "norm") return norm(id, false);
  if (name == "gradient") return derivative(id, is_second_order(equation_, id) ? "the Hessian of" : "the gradient of");
  if (name == "partial derivative") return derivative(id, "the partial of");
  if (name == "derivative") return derivative(id, "the derivative of");
  if (name == "KL divergence") return divergence(id);
  if (name.ends_with(" distribution") && at(id).child_count == 2 &&
      (operation(arena_.child(id, 1)) == "given" || operation(arena_.child(id, 1)) == "with parameters"))
    return density(id);
  if (name == "normal distribution" || name == "uniform distribution") return distribution(id);
  if (name == "indicator" && at(id).child_count == 1) {
    Phrase phrase = say(arena_.child(id, 0));
    prefix(phrase, "1 if");
    phrase.text += ", otherwise 0";
    phrase.open.clear();
    return phrase;
  }
  if (name == "matrix" || name == "list" || name == "set" || name == "interval" || name == "row") return matrix(id);
  if (name == "call") return call(id);
  // `d(x, y)_L`: the label names the function.
  if (name == "labelled" && operation(arena_.child(id, 0)) == "call") return call(arena_.child(id, 0), {index_words(arena_.child(id, 1))});
  if (is_length(equation_, id)) return function(id, "the length of", false);
  if (name == "and so on") return {"and so on", {}, false};
  const auto sign = text(at(id).sign, at(id).source);
  if (is_letter_sign(sign)) {
    Phrase phrase = function(id, letter_words(sign) + " of", false);
    phrase.names_symbol = true;
    return phrase;
  }
  if (row.fixity == Fixity::postfix && row.spoken.starts_with("{0} "))
    return postfix(id, row.spoken.substr(4), "the " + std::string(row.name) + " of");
  if (is_template(row.spoken, at(id).child_count)) return filled(id);
  // `\operatorname{softmax}_j(e_{ij})`
  if (const auto along = softmax_kind(name) ? softmax_index(equation_, id) : none; along != none)
    return function(id, fmt::format("{} over {} of", name, symbol(along).text), true);
  const bool letter_like = row.fixity == Fixity::bracket && at(id).child_count == 1;
  return function(id, words_before_argument(row), !letter_like);
}

}  // namespace eqlens
