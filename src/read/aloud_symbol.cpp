// Names: letters with their accents, labels, indices and superscripts.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.hpp"

#include "read/speaker.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

bool is_capital(std::string_view nucleus) {
  const auto bare = without_font(nucleus);
  if (bare.size() == 1) return bare[0] >= 'A' && bare[0] <= 'Z';
  return bare.size() > 1 && bare[0] == '\\' && bare[1] >= 'A' && bare[1] <= 'Z';
}

bool is_letter_name(std::string_view nucleus) {
  const auto bare = without_font(nucleus);
  return bare.size() == 1 || (!bare.empty() && bare[0] == '\\');
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// Two letters clash if they are spoken alike: same letter, same marks around it.
std::string clash_key(const Symbol& symbol, bool indexed) {
  return lower(without_font(symbol.nucleus)) + '|' + symbol.accent + '|' + lower(symbol.label) + '|' + symbol.upper + (indexed ? "[]" : "");
}

/// `w_{12}` is row 1, column 2 where every w has two digits; beside `x_1`, `x_{12}` is the twelfth.
bool counts_rows_and_columns(const Equation& equation, const Symbol& symbol) {
  const auto two_digits = [](std::string_view label) {
    return label.size() == 2 && label[0] >= '0' && label[0] <= '9' && label[1] >= '0' && label[1] <= '9';
  };
  return std::all_of(equation.symbols.begin(), equation.symbols.end(),
                     [&](const Symbol& other) { return other.nucleus != symbol.nucleus || two_digits(without_font(other.label)); });
}

std::string_view without_brackets(std::string_view upper) {
  const auto bare = without_font(upper);
  return bare.size() > 2 && bare.front() == '(' ? bare.substr(1, bare.size() - 2) : bare;
}

constexpr std::string_view layer_letters = "lL", step_letters = "tk";

}  // namespace

void Speaker::find_clashes() {
  enum : unsigned { small = 1, large = 2 };
  std::map<std::string, unsigned> seen;
  std::vector<bool> silent(arena_.size(), false), indexed(arena_.size(), false);
  const auto note = [&](SymbolId id, bool has_indices) {
    if (id == none) return;
    const auto& symbol = equation_.symbols[id];
    if (is_letter_name(symbol.nucleus)) seen[clash_key(symbol, has_indices)] |= is_capital(symbol.nucleus) ? large : small;
  };
  for (ExpressionId id = 0; id < arena_.size(); ++id) {
    const auto& expression = at(id);
    if (expression.kind == ExpressionKind::index)
      for (const auto child : arena_.children(id)) {
        if (child == none) continue;
        silent[child] = true;
        if (child == arena_.child(id, 0)) indexed[child] = true;
      }
    for (const auto& range : arena_.ranges(id)) {
      if (range.set != none && at(range.set).kind == ExpressionKind::symbol) silent[range.set] = true;
      if (range.set != none) {
        const auto name = at(range.set).kind == ExpressionKind::index ? arena_.child(range.set, 0) : range.set;
        if (at(name).kind == ExpressionKind::symbol) sets_.insert(at(name).symbol);
      }
      if (expression.source == 0) note(range.symbol, false);
    }
  }
  for (ExpressionId id = 0; id < arena_.size(); ++id) {
    const auto& expression = at(id);
    if (expression.kind != ExpressionKind::symbol || expression.source != 0) continue;
    if (!silent[id]) note(expression.symbol, false);
    if (indexed[id]) note(expression.symbol, true);
    const auto& symbol = equation_.symbols[expression.symbol];
    if (without_font(symbol.nucleus) == "e" && symbol.kind != SymbolKind::constant) other_e_ = true;
  }
  for (const auto& [key, cases] : seen)
    if (cases == (small | large)) clashes_.insert(key);
}

Phrase Speaker::symbol(SymbolId id) { return symbol_with_indices(id, {}); }

/// "W i super Q": the letter, its accent, its label, its indices, its superscript.
Phrase Speaker::symbol_with_indices(SymbolId id, const std::vector<std::string>& indices) {
  const auto& symbol = equation_.symbols[id];
  Phrase phrase;
  if (register_ == Register::named) {
    if (auto words = meaning(id); !words.empty()) {
      for (const auto& index : indices) words += ' ' + index;
      return {words, {}, false};
    }
    if (symbol.offset == -1 && !symbol.stem.empty()) return {"the previous " + accented_letter(symbol.nucleus, symbol.accent), {}, false};
  }
  const auto label = without_font(symbol.label);
  if (label == "KL" || label == "JS" || label == "{KL}") {
    phrase.text = fmt::format("the {} {} divergence", label == "JS" ? 'J' : 'K', label == "JS" ? 'S' : 'L');
    return phrase;
  }
  if (symbol.kind == SymbolKind::constant && without_font(symbol.nucleus) == "1") return {"the vector of ones", {}, false};
  phrase.names_symbol = !has_stored_words(symbol.nucleus) && find_operation(without_font(symbol.nucleus)) == nullptr;
  if (clashes_.contains(clash_key(symbol, !indices.empty())) && is_capital(symbol.nucleus)) phrase.text = "capital ";
  phrase.text += accented_letter(symbol.nucleus, symbol.accent);
  bool sub = ends_ == Ends::silent;
  const auto add = [&](std::string words) {
    if (words.empty()) return;
    // The dot of `L_{i\cdot}` multiplies nothing.
    if (symbol.label.find("\\cdot") != std::string::npos)
      for (auto at = words.find("times"); at != std::string::npos; at = words.find("times")) words.replace(at, 5, "dot");
    if (!sub && !words.starts_with("sub ")) words.insert(0, "sub ");
    sub = true;
    phrase.text += ' ' + words;
  };
  if (!symbol.label.empty())
    add(counts_rows_and_columns(equation_, symbol) ? fmt::format("{} {}", label[0], label[1])
        : told_by_case(label)                      ? "sub capital " + std::string(label)
                                                   : label_words(symbol.label));
  for (const auto& index : indices) add(index);
  // `\mathcal{S}^2` is a name, and nobody squares a set.
  if ((symbol.face == Face::script || symbol.face == Face::blackboard) && !symbol.upper.empty() && is_digit(symbol.upper[0]))
    phrase.text += (ends_ == Ends::silent ? " " : " super ") + symbol.upper;
  else if (const auto counted = counted_upper(symbol); !counted.empty()) {
    const auto words = label_words(without_brackets(symbol.upper));
    phrase.text += counted;
    if (told_by_case(without_brackets(symbol.upper)) || has_small_twin(symbol)) phrase.text += "capital ";
    phrase.text += words.starts_with("sub ") ? words.substr(4) : words;
    phrase.open.push_back({OpenGroup::Kind::label, "label"});
  } else
    upper_words(symbol.upper, phrase, names_set(id));
  return phrase;
}

/// Whether a capital that only counts is also printed small by itself: N of `S_N = \sum_{n=1}^N x_n`.
bool Speaker::told_by_case(std::string_view letter) const {
  return letter.size() == 1 && is_capital(letter) && clashes_.contains(lower(letter) + "|||");
}

/// `z^{(N)}` beside `z^{(n)}`.
bool Speaker::has_small_twin(const Symbol& symbol) const {
  const auto above = without_brackets(symbol.upper);
  return above.size() == 1 && is_capital(above) &&
         std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
           return other.nucleus == symbol.nucleus && other.face == symbol.face && without_brackets(other.upper) == lower(above);
         });
}

/// `\mathbb{G}^{(i)}`: one of several sets.
bool Speaker::names_set(SymbolId id) const {
  const auto face = equation_.symbols[id].face;
  return sets_.contains(id) || ((face == Face::script || face == Face::blackboard) && is_capital(equation_.symbols[id].nucleus));
}

/// What the brackets above a letter count, where another of its name counts steps or layers: " at step " for `x^{(0)}` beside `x^{(k-1)}`.
std::string_view Speaker::counted_upper(const Symbol& symbol) const {
  if (!without_font(symbol.upper).starts_with('(')) return {};
  const auto bracketed = [](const Symbol& other) { return without_font(other.upper).starts_with('('); };
  for (const Symbol& other : equation_.symbols) {
    if (other.step == none || other.offset == 0 || !bracketed(other) || other.nucleus != symbol.nucleus || other.face != symbol.face)
      continue;
    const auto letter = equation_.symbols[other.step].nucleus;
    return letter == "l" || letter == "L" || letter == "\\ell" ? " at layer " : " at step ";
  }
  // `h^{(1)} = g(W^{(1)} x)`: layers, wherever one of the letters has weights.
  const bool number = is_digit(without_font(symbol.upper)[1]);
  const bool layers = number && std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
                        return bracketed(other) && is_digit(without_font(other.upper)[1]) && (other.nucleus == "W" || other.nucleus == "U");
                      });
  return layers ? " at layer " : "";
}

/// A superscript that belongs to the name: prime, star, "at layer l", "example n", "super Q".
void Speaker::upper_words(std::string_view upper, Phrase& phrase, bool set) const {
  upper = without_font(upper);
  // A square that a statement defines is a name, and still spoken as a square.
  if (upper == "{-1}" || upper == "-1") {
    phrase.text += " inverse";
    return;
  }
  if (upper == "2" || upper == "3") {
    phrase.text += upper == "2" ? " squared" : " cubed";
    return;
  }
  while (!upper.empty()) {
    if (upper.starts_with("'") || upper.starts_with("\\prime")) {
      phrase.text += " prime";
      upper.remove_prefix(upper[0] == '\'' ? 1 : 6);
    } else if (upper == "*" || upper == "\\star" || upper == "\\ast") {
      phrase.text += " star";
      return;
    } else if (upper == "\\times") {
      phrase.text += " cross";
      return;
    } else if (upper == "+" || upper == "-" || upper == "\\dagger") {
      phrase.text += upper == "+" ? " plus" : upper == "-" ? " minus" : " dagger";
      return;
    } else if (upper.starts_with('(') || upper.starts_with('[')) {
      auto inner = upper.substr(1, upper.size() - 2);
      const auto letter = inner.starts_with("\\ell") ? 'l' : inner.empty() ? ' ' : inner[0];
      const char* words = layer_letters.find(letter) != std::string_view::npos  ? " at layer "
                          : step_letters.find(letter) != std::string_view::npos ? " at step "
                          : set                                                 ? " set "
                                                                                : " example ";
      // Of numbers only the letter tells whether layers are counted.
      if (letter >= '0' && letter <= '9') words = phrase.text.find_first_of("WbUa") == 0 ? " at layer " : " number ";
      phrase.text += words + label_words(inner);
      phrase.open.push_back({OpenGroup::Kind::label, "label"});
      return;
    } else {
      auto words = label_words(upper);
      phrase.text += " super " + (words.starts_with("sub ") ? words.substr(4) : words);
      return;
    }
  }
}

/// What the symbol means, as a noun phrase, where something says so.
std::string Speaker::meaning(SymbolId id) const {
  const auto* entry = analysis_.roles.find(id);
  // "a weight" could be any: only what is the one thing of its kind is called by its meaning.
  if (entry == nullptr || !entry->meaning.starts_with("the ")) return "";
  const auto& own = equation_.symbols[id];
  for (const auto& other : analysis_.roles.symbols) {
    const auto& symbol = equation_.symbols[other.symbol];
    const bool earlier = symbol.accent == own.accent && !symbol.stem.empty() && symbol.stem == own.stem && symbol.offset != own.offset;
    if (other.symbol != id && !other.indexed && other.meaning == entry->meaning && !earlier) return "";
  }
  std::string words = entry->meaning.substr(0, std::min(entry->meaning.find_first_of(",;:("), entry->meaning.find(" that ")));
  while (!words.empty() && words.back() == ' ') words.pop_back();
  if (words.find('$') != std::string::npos || words.find('\\') != std::string::npos) return "";
  // "The schedule at the step before" is the previous one.
  if (const auto before = words.find(" at the step before"); own.offset == -1 && before != std::string::npos) words.resize(before);
  if (own.offset == -1 && words.find("previous") == std::string::npos) words.insert(4, "previous ");
  if (entry->meaning.find(", corrected") != std::string::npos) words.insert(4, "corrected ");
  return words;
}

Phrase Speaker::number(ExpressionId id) {
  const auto printed = text(at(id).span, at(id).source);
  const bool plain = !printed.empty() && printed.find_first_not_of("0123456789.") == std::string_view::npos;
  std::string words = plain ? std::string(printed) : fmt::format("{}", at(id).number);
  if (words.starts_with(".")) words.insert(0, "0");
  return {words, {}, false};
}

Phrase Speaker::unknown(ExpressionId id) {
  auto words = latex_words(text(at(id).span, at(id).source));
  return {words.empty() ? "something" : words, {}, true};
}

}  // namespace eqlens
