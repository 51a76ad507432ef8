// Powers, exponentials, logarithms, roots, norms and derivatives: each with a short form for what is tight.
#include <cmath>

#include <fmt/format.h>

#include "expression/matrix_power.hpp"
#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

Phrase Speaker::exponential(ExpressionId id) {
  if (!says_e_to_the(id)) return function(id, "exp of", true);
  const auto exponent = arena_.child(id, 0);
  const auto held = grip(exponent);
  const bool negative = held == Grip::negative;
  Phrase phrase = held == Grip::sum || held == Grip::times || (negative && grip(arena_.child(exponent, 0)) == Grip::times)
                      ? quantity(exponent)
                      : say(exponent);
  prefix(phrase, phrase.text.starts_with("the ") ? "e to" : "e to the");
  phrase.names_symbol = true;
  return phrase;
}

Phrase Speaker::logarithm(ExpressionId id, Spot place) {
  const bool based = operation(id) == "logarithm to a base";
  const auto argument = arena_.child(id, based ? 1 : 0);
  const auto held = grip(argument);
  const bool tight = held == Grip::atom || held == Grip::tight;
  std::string words = "log";
  if (based) words += " base " + say(arena_.child(id, 0)).text;
  if (tight && !place.after_times) {
    Phrase phrase = say(argument);
    // "log base 2 x" would be heard as one number after another.
    prefix(phrase, based ? words + " of" : words);
    return phrase;
  }
  Phrase phrase = operand(argument, {}, true);
  // "the log of p of a given b and c, over d" could be a log over d.
  const bool pauses = phrase.text.find(',') != std::string::npos || phrase.text.find(" end function") != std::string::npos;
  if (held == Grip::fraction && operation(argument) == "division" && pauses && !phrase.text.starts_with("the fraction"))
    phrase = fraction(argument);
  prefix(phrase, (based ? "" : "the ") + words + " of");
  open_outside(phrase, {OpenGroup::Kind::argument, ends_ == Ends::spoken ? "function" : "log"});
  return phrase;
}

Phrase Speaker::root(ExpressionId id) {
  const bool indexed = operation(id) == "root" && at(id).child_count == 2;
  std::string words = "the square root of";
  if (indexed) {
    const auto degree = at(arena_.child(id, 0));
    const auto ordinal = degree.kind == ExpressionKind::number && degree.number < 13 ? ordinal_words(static_cast<int>(degree.number)) : "";
    words = degree.kind == ExpressionKind::number && degree.number == 3 ? "the cube root of"
            : ordinal.empty()                                           ? "the root of order " + say(arena_.child(id, 0)).text + " of"
                                                                        : fmt::format("the {} root of", ordinal);
  }
  const auto argument = arena_.child(id, indexed ? 1 : 0);
  bool bare = true;
  if (grip(argument) == Grip::fraction) {
    for (const auto part : arena_.children(argument)) bare = bare && grip(part) == Grip::atom;
    bare = bare && operation(argument) == "division";
  }
  Phrase phrase = bare ? operand(argument, {}, true) : quantity(argument);
  prefix(phrase, words);
  open_outside(phrase, {OpenGroup::Kind::root, "root"});
  return phrase;
}

namespace {

/// "squared", "cubed", "to the fourth", "to the minus 1"; empty if the exponent is no plain number.
std::string exponent_words(double exponent, std::string_view printed) {
  if (exponent == 2) return "squared";
  if (exponent == 3) return "cubed";
  if (exponent == std::floor(exponent) && exponent > 3 && exponent < 13)
    return fmt::format("to the {}", ordinal_words(static_cast<int>(exponent)));
  return fmt::format("to the power {}", printed);
}

}  // namespace

Phrase Speaker::power(ExpressionId id) {
  const auto base = arena_.child(id, 0), exponent = arena_.child(id, 1);
  if (const double root = square_matrix(base) ? fractional_matrix_power(equation_, id) : 0; root == 0.5 || root == -0.5) {
    Phrase phrase = grip(base) == Grip::atom ? say(base) : quantity(base);
    prefix(phrase, root < 0 ? "the inverse square root of" : "the square root of");
    return phrase;
  }
  const bool squared = at(exponent).kind == ExpressionKind::number && at(exponent).number == 2;
  if (squared && operation(base) == "norm") return norm(base, true);
  Phrase phrase = grip(base) == Grip::atom ? say(base) : Phrase{};
  const bool suffix = grip(base) == Grip::atom && phrase.open.empty() && operation(base) != "division";
  if (squared && !suffix) {
    phrase = operand(base, {}, true);
    if (grip(base) == Grip::fraction || grip(base) == Grip::negative || operation(base) == "division") phrase = quantity(base);
    prefix(phrase, "the square of");
  } else {
    if (!suffix) {
      phrase = quantity(base);
      close_item(phrase, ends_);
      phrase.text += ',';
    }
    const auto held = grip(exponent);
    const auto inner = held == Grip::negative ? arena_.child(exponent, 0) : exponent;
    if (at(exponent).kind == ExpressionKind::number) {
      phrase.text += ' ' + exponent_words(at(exponent).number, number(exponent).text);
    } else if (held == Grip::negative && at(inner).kind == ExpressionKind::number) {
      phrase.text += " to the minus " + number(inner).text;
    } else {
      const bool bare = held == Grip::atom || held == Grip::tight || (held == Grip::negative && grip(inner) == Grip::atom);
      phrase.text += bare ? " to the power" : " to the power of";
      append(phrase, bare ? say(exponent) : quantity(exponent));
    }
    // What follows is no part of the exponent.
    if (!suffix && phrase.open.empty()) phrase.open.push_back({OpenGroup::Kind::label, ""});
  }
  if (vector_like(base) && !is_matrix_power(equation_, id) && !said_elementwise_ && register_ != Register::strict) {
    said_elementwise_ = true;
    close_item(phrase, ends_);
    phrase.text += ", elementwise";
    phrase.open.push_back({OpenGroup::Kind::label, ""});
  }
  return phrase;
}

Phrase Speaker::norm(ExpressionId id, bool squared) {
  std::string kind;
  if (at(id).child_count > 1) {
    const auto order = arena_.child(id, 1);
    const auto& expression = at(order);
    const std::string words = say(order).text;
    if (expression.kind == ExpressionKind::number && expression.number == 2)
      kind = ends_ == Ends::spoken ? "2-norm" : "";
    else if (words == "F")
      kind = "Frobenius norm";
    else if (words == "star")
      kind = "nuclear norm";
    else
      kind = words + "-norm";
  }
  if (kind.empty()) kind = "norm";
  const auto held = grip(arena_.child(id, 0));
  Phrase phrase = held == Grip::fraction || held == Grip::times ? quantity(arena_.child(id, 0)) : operand(arena_.child(id, 0), {}, true);
  prefix(phrase, fmt::format("the {}{} of", squared ? "squared " : "", kind));
  return phrase;
}

Phrase Speaker::derivative(ExpressionId id, std::string_view noun) {
  auto body = arena_.child(id, 0);
  // `\frac{\partial^2 f}{\partial x \partial y}` is one fraction for all of its variables.
  std::vector<ExpressionId> others;
  while (at(id).child_count == 2 && operation(body) == operation(id) && at(body).span.begin == at(id).span.begin &&
         at(body).child_count == 2) {
    others.push_back(arena_.child(body, 1));
    body = arena_.child(body, 0);
  }
  if (!others.empty()) noun = "the mixed partial of";
  const auto printed = text(at(id).span, at(id).source);
  const auto prime = std::min(printed.find('\''), printed.find("\\prime"));
  if (operation(id) == "derivative" && operation(body) == "call" && prime != std::string_view::npos && prime < printed.find('(')) {
    Phrase phrase = say(body);
    const auto name = say(arena_.child(body, 0)).text;
    phrase.text.insert(std::min(name.size(), phrase.text.size()), " prime");
    return phrase;
  }
  const auto held = grip(body);
  Phrase phrase = held == Grip::fraction || held == Grip::negative ? quantity(body) : operand(body, {}, true);
  prefix(phrase, noun);
  if (at(id).child_count < 2 || arena_.child(id, 1) == none) return phrase;
  continue_after(phrase, {"with respect to", "all"}, false, ends_);
  append(phrase, operand(arena_.child(id, 1), {}, true));
  for (const auto other : others) {
    append(phrase, {"and", {}, false});
    append(phrase, operand(other, {}, true));
  }
  return phrase;
}

}  // namespace eqlens
