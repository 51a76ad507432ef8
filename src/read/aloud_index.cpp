// Subscripts that count: "C i j", "softmax of z, entry i", "P E at position pos, dimension 2 i".
#include <fmt/format.h>

#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

/// An index as it is spoken beside its letter: letters and numbers bare, arithmetic in one beat ("t-minus-1").
std::string Speaker::index_words(ExpressionId id) {
  if (id == none) return "all";
  const auto& expression = at(id);
  if (expression.kind == ExpressionKind::symbol) {
    const auto& symbol = equation_.symbols[expression.symbol];
    const auto bare = without_font(symbol.nucleus);
    const bool capital = bare.size() == 1 && bare[0] >= 'A' && bare[0] <= 'Z';
    std::string words = (told_by_case(bare) ? "capital " : "") + accented_letter(symbol.nucleus, symbol.accent);
    if (!symbol.label.empty()) words += ' ' + label_words(symbol.label);
    Phrase phrase{words, {}, false};
    upper_words(symbol.upper, phrase);
    return (capital ? "sub " : "") + phrase.text;
  }
  if (expression.kind == ExpressionKind::number) return number(id).text;
  if (expression.kind == ExpressionKind::apply) {
    const auto name = operation(id);
    if (name == "negative") return "minus-" + index_words(arena_.child(id, 0));
    if ((name == "plus" || name == "minus") && expression.child_count == 2) {
      const auto left = index_words(arena_.child(id, 0)), right = index_words(arena_.child(id, 1));
      // One beat for "t-plus-1", two for what is a remainder first: "j-modulo-n-then-plus-1".
      return fmt::format("{}{}-{}-{}", left, operation(arena_.child(id, 0)) == "modulo" ? "-then" : "", name, right);
    }
    if (name == "modulo" && expression.child_count == 2)
      return fmt::format("{}-modulo-{}", index_words(arena_.child(id, 0)), index_words(arena_.child(id, 1)));
    if (name == "product" && at(arena_.child(id, 0)).kind == ExpressionKind::number)
      return index_words(arena_.child(id, 0)) + ' ' + index_words(arena_.child(id, 1));
  }
  // `a_{i,<t}`: what stands before step t, a side that nothing fills.
  if (at(id).kind == ExpressionKind::relation && at(arena_.child(id, 0)).kind == ExpressionKind::unknown)
    return label_words(text(at(id).span, at(id).source));
  return say(id).text;
}

Phrase Speaker::index(ExpressionId id) {
  const auto children = arena_.children(id);
  const auto base = children[0];
  std::vector<std::string> below;
  std::string above;
  bool colon = false;
  for (const auto child : children.subspan(1)) {
    colon = colon || child == none;
    if (child != none && (before(child, 3).ends_with("^{(") || before(child, 2) == "^("))
      above = '(' + std::string(text(at(child).span, at(child).source)) + ')';
    else
      below.push_back(index_words(child));
  }
  const auto label = [](Phrase& phrase, const std::string& words) {
    phrase.text += words;
    phrase.open.assign(1, {OpenGroup::Kind::label, "label"});
    phrase.parenthetic = true;
  };
  const std::string joined = fmt::format("{}", fmt::join(below, " "));
  if (equation_.indexes_function(id)) return call(base, below);
  if (at(base).kind != ExpressionKind::symbol) {
    const auto held = grip(base);
    Phrase phrase = held == Grip::named || held == Grip::tight || at(base).kind == ExpressionKind::index ? say(base) : quantity(base);
    if (operation(base) == "product") phrase = quantity(base);
    label(phrase, ", entry " + joined);
    return phrase;
  }
  const auto base_symbol = at(base).symbol;
  const bool tuple = children.size() > 2 && (before(children[1], 3).ends_with("_{(") || before(children[1], 2) == "_(");
  if (tuple && below.size() == 2) {
    Phrase phrase = symbol(base_symbol);
    const bool position = below[0] == "pos" || below[0] == "position" || below[0] == "p";
    label(phrase,
          position ? fmt::format(" at position {}, dimension {}", below[0], below[1]) : " at " + fmt::format("{}", fmt::join(below, ", ")));
    return phrase;
  }
  if (colon && below.size() == 2) {
    Phrase phrase = symbol(base_symbol);
    label(phrase, below[1] == "all" ? ", row " + below[0] : ", column " + below[1]);
    return phrase;
  }
  Phrase phrase = symbol_with_indices(base_symbol, below);
  upper_words(above, phrase, names_set(base_symbol));
  return phrase;
}

}  // namespace eqlens
