// Sums, products and fractions: who is "the quantity", what closes what.
#include <array>

#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

struct Link {
  ExpressionId id = none;
  bool start = false;
};

bool additive(const Operation& operation) { return operation.precedence <= 2; }

bool tight(Grip grip) { return grip == Grip::atom || grip == Grip::tight; }

constexpr std::array<std::string_view, 11> part_words{"",      "",        "half",   "third", "quarter", "fifth",
                                                      "sixth", "seventh", "eighth", "ninth", "tenth"};
constexpr std::array<std::string_view, 10> count_words{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};

std::string small_fraction_words(int top, int bottom) {
  std::string words = std::string(count_words[static_cast<std::size_t>(top)]) + ' ';
  if (bottom == 2 && top > 1) return words + "halves";
  return words + std::string(part_words[static_cast<std::size_t>(bottom)]) + (top > 1 ? "s" : "");
}

}  // namespace

std::string Speaker::infix_words(ExpressionId id) const {
  const auto name = operation(id);
  const auto left = arena_.child(id, 0), right = arena_.child(id, 1);
  if (name == "dot product") return vector_like(left) && vector_like(right) && register_ != Register::named ? "dot" : "times";
  const auto sign = text(at(id).sign, at(id).source);
  // The circled dot always says elementwise; a star between numbers is plain multiplication.
  if (name == "elementwise product" && sign != "\\odot" && sign != "⊙") {
    const auto scalar = [&](ExpressionId side) {
      return side < analysis_.shapes.expressions.size() && analysis_.shapes.expressions[side].scalar();
    };
    return scalar(left) && scalar(right) ? "times" : "elementwise times";
  }
  const auto spoken = at(id).operation->spoken;
  if (!spoken.starts_with("{0} ") || !spoken.ends_with(" {1}")) return std::string(name);
  return std::string(spoken.substr(4, spoken.size() - 8));
}

Phrase Speaker::quantity(ExpressionId id) {
  Phrase phrase = say(id);
  prefix(phrase, "the quantity");
  open_outside(phrase, {OpenGroup::Kind::quantity, "quantity"});
  return phrase;
}

/// A fraction whose top would itself have to be called a quantity: "over" cannot say where it begins.
bool Speaker::wide_fraction(ExpressionId id) const {
  return operation(id) == "division" && at(id).child_count == 2 && !small_fraction(id) && !tight(grip(arena_.child(id, 0)));
}

Phrase Speaker::fraction(ExpressionId id) {
  Phrase phrase = say(arena_.child(id, 0));
  prefix(phrase, "the fraction with numerator");
  close_item(phrase, ends_);
  phrase.text += " and denominator";
  append(phrase, say(arena_.child(id, 1)));
  open_outside(phrase, {OpenGroup::Kind::denominator, "fraction"});
  return phrase;
}

/// An operand as it may stand inside something: sums, and products where `products_too`, become "the quantity".
Phrase Speaker::operand(ExpressionId id, Spot place, bool products_too) {
  const auto held = grip(id);
  if (held == Grip::fraction && !place.start && !place.after_times && wide_fraction(id)) return fraction(id);
  if (held == Grip::sum || held == Grip::clause || (held == Grip::times && products_too)) return quantity(id);
  return say(id, place);
}

Phrase Speaker::infix(ExpressionId id, Spot place) {
  if (small_fraction(id)) {
    const auto top = static_cast<int>(at(arena_.child(id, 0)).number), bottom = static_cast<int>(at(arena_.child(id, 1)).number);
    return {small_fraction_words(top, bottom), {}, false};
  }
  // `\pm u`: one sign in front.
  if (operation(id) == "plus or minus" && arena_.child(id, 0) == arena_.child(id, 1)) {
    Phrase signed_value = operand(arena_.child(id, 1), {}, false);
    prefix(signed_value, "plus or minus");
    return signed_value;
  }
  // Chains lean to the left and may be very long: go down to the first operand, then speak outwards.
  std::vector<Link> links;
  bool start = place.start, wrapped = false;
  ExpressionId first = id;
  while (is_infix(first) && !wrapped && !small_fraction(first)) {
    links.push_back({first, start});
    const auto& row = *at(first).operation;
    const auto left = arena_.child(first, 0);
    // Asking a long product for its grip at every link would take time in the square of its length.
    const bool factor = is_infix(left) && !additive(*at(left).operation);
    if (row.name == "division")
      wrapped = !start && !tight(grip(left));
    else if (additive(row))
      wrapped = !factor && grip(left) == Grip::clause;
    else
      wrapped = !factor && (grip(left) == Grip::sum || grip(left) == Grip::clause);
    first = left;
  }
  Phrase phrase = wrapped ? quantity(first) : say(first, {start, false});
  for (auto link = links.rbegin(); link != links.rend(); ++link) attach(phrase, link->id, link->start);
  return phrase;
}

void Speaker::attach(Phrase& left, ExpressionId id, bool start) {
  if (operation(id) == "division")
    attach_division(left, id, start);
  else if (additive(*at(id).operation))
    attach_sum(left, id, start);
  else
    attach_factor(left, id, start);
}

bool Speaker::follows_dots(ExpressionId id) const {
  const auto before = arena_.child(id, 0);
  return operation(before) == "and so on" || (is_infix(before) && operation(arena_.child(before, 1)) == "and so on");
}

void Speaker::attach_sum(Phrase& left, ExpressionId id, bool start) {
  const auto right = arena_.child(id, 1);
  if (operation(right) == "and so on") {
    left.text += ", and so on";
    left.open.clear();
    return;
  }
  if (follows_dots(id))
    left.text += " up to";
  else
    continue_after(left, {infix_words(id), "then"}, start, ends_);
  append(left, operand(right, {}, false));
}

void Speaker::attach_factor(Phrase& left, ExpressionId id, bool start) {
  const auto right = arena_.child(id, 1);
  if (operation(right) == "and so on") {
    left.text += ", and so on";
    left.open.clear();
    return;
  }
  const auto before = arena_.child(id, 0);
  if (follows_dots(id)) {
    left.text += " up to";
  } else if (operation(before) == "division" && !small_fraction(before) && left.open.empty() &&
             at(arena_.child(before, 1)).kind == ExpressionKind::number && grip(right) == Grip::atom) {
    // "a over 2 times B" could be heard as a over 2 B.
    open_outside(left, {OpenGroup::Kind::denominator, "fraction"});
    continue_after(left, {infix_words(id), "all"}, start, ends_);
    append(left, operand(right, {false, true}, true));
    return;
  } else if (operation(id) != "product" || !joins_silently(before, right) || !left.open.empty()) {
    const bool product = start && at(before).grouped && is_infix(before) && !additive(*at(before).operation) && ends_ == Ends::silent;
    // A printed bracket around the whole of the product so far: the factor takes all of it.
    continue_after(left, {product && !left.open.empty() ? "all " + infix_words(id) : infix_words(id), "all"}, start, ends_);
    append(left, operand(right, {false, true}, true));
    return;
  }
  Phrase next = operand(right, {}, true);
  // "A transpose the inverse of B" would be heard as one name.
  if (next.text.starts_with("the ")) continue_after(left, {infix_words(id), "all"}, start, ends_);
  append(left, std::move(next));
}

void Speaker::attach_division(Phrase& left, ExpressionId id, bool start) {
  const auto top = arena_.child(id, 0), bottom = arena_.child(id, 1);
  const auto held = grip(bottom);
  Phrase below = held == Grip::fraction || held == Grip::negative ? quantity(bottom) : operand(bottom, {}, true);
  const std::string over = below.text.starts_with("the sum") ? "divided by" : "over";
  const bool all = start && !tight(grip(top));
  const bool closed = !all && !left.open.empty();
  if (all) {
    if (ends_ == Ends::spoken) close_item(left, ends_);
    left.text += ", all " + over;
    left.open.clear();
  } else {
    continue_after(left, {over, "all"}, start, ends_);
  }
  left.all_over = false;
  append(left, std::move(below));
  // Behind a top that had to be closed it is not clear how far "over" reaches.
  if (closed)
    open_outside(left, {OpenGroup::Kind::body, "fraction"});
  else if (held != Grip::atom)
    open_outside(left, {OpenGroup::Kind::denominator, "fraction"});
  left.all_over = all;
}

}  // namespace eqlens
