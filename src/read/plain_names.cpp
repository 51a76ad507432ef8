// What symbols, entries and the subjects of sentences are called in plain words.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

bool plural(std::string_view noun) {
  // What follows tells the thing apart: "the average over random draws".
  for (const std::string_view behind : {" of ", " over ", " times ", " plus ", " minus "}) noun = noun.substr(0, noun.find(behind));
  // A letter behind the words belongs to them: "the inputs X".
  std::string_view word;
  for (std::size_t at = 0; at < noun.size();) {
    const auto end = std::min(noun.find(' ', at), noun.size());
    const auto each = noun.substr(at, end - at);
    if (word.empty() || (each.size() > 2 && std::all_of(each.begin(), each.end(), [](char c) { return c >= 'a' && c <= 'z'; })))
      word = each;
    at = end + 1;
  }
  if (word.find_first_of("_|^") != std::string_view::npos) return false;
  return word.ends_with("s") && !word.ends_with("ss") && !word.ends_with("bias") && !word.ends_with("us") && word.size() > 2;
}

std::string each_of(const std::string& noun) {
  if (plural(noun) && noun.starts_with("the ")) return "each of " + noun;
  return "each row of " + noun;
}

std::string all_of(const std::string& noun) {
  if (plural(noun) && noun.starts_with("the ")) return "all " + noun;
  return "all rows of " + noun;
}

bool Teller::shares_meaning(SymbolId symbol) const {
  const auto* entry = analysis_.roles.find(symbol);
  const auto& own = equation_.symbols[symbol];
  return std::any_of(analysis_.roles.symbols.begin(), analysis_.roles.symbols.end(), [&](const SymbolEntry& other) {
    if (other.symbol == symbol || other.indexed || other.meaning != entry->meaning) return false;
    // m̂ beside m is "corrected"; other accents leave two quantities of one name.
    const auto& accent = equation_.symbols[other.symbol].accent;
    if (equation_.symbols[other.symbol].nucleus == own.nucleus && accent != own.accent && (accent == "\\hat" || own.accent == "\\hat"))
      return false;
    // The same quantity a step earlier is told apart by "previous".
    const auto& step = equation_.symbols[other.symbol];
    return step.stem.empty() || step.stem != own.stem || (step.offset != -1 && own.offset != -1);
  });
}

/// True for m̂ beside m with the same meaning.
bool Teller::accented_twin(SymbolId symbol) const {
  const auto& own = equation_.symbols[symbol];
  const auto* entry = analysis_.roles.find(symbol);
  return std::any_of(analysis_.roles.symbols.begin(), analysis_.roles.symbols.end(), [&](const SymbolEntry& other) {
    const auto& symbols = equation_.symbols;
    // "…, corrected for its start" is the same quantity.
    return symbols[other.symbol].nucleus == own.nucleus && symbols[other.symbol].accent.empty() && !other.meaning.empty() &&
           entry->meaning.substr(0, entry->meaning.find(", corrected")) == other.meaning;
  });
}

/// Whether the value of the next step has another name: then the letter shows that the two are one.
bool Teller::renamed_later(SymbolId symbol) const {
  const auto& own = equation_.symbols[symbol];
  const auto* entry = analysis_.roles.find(symbol);
  if (own.stem.empty() || own.step == none || entry == nullptr || entry->meaning.empty()) return false;
  for (SymbolId later = 0; later < equation_.symbols.size(); ++later) {
    const auto& other = equation_.symbols[later];
    if (other.stem != own.stem || other.step != own.step || other.offset <= own.offset || equation_.definition_of(later) == nullptr)
      continue;
    const auto* next = analysis_.roles.find(later);
    const auto word = entry->meaning.substr(0, entry->meaning.find_first_of(",;:("));
    return next != nullptr && next->meaning.substr(0, word.size()) != word;
  }
  return false;
}

std::string Teller::name(SymbolId symbol) const {
  const auto* entry = analysis_.roles.find(symbol);
  const auto& own = equation_.symbols[symbol];
  auto letter = pretty(own.latex);
  // PE_{(pos, 2i)} where nothing counts: the label still says a place.
  if (const auto places = own.label.find('('); places != std::string::npos && own.label.find(',', places) != std::string::npos) {
    letter = fmt::format("the entry {} of {}", pretty(own.label.substr(places, own.label.rfind(')') + 1 - places)), pretty(own.nucleus));
    if (const auto comma = letter.find(','); letter[comma + 1] != ' ') letter.insert(comma + 1, " ");
  }
  if (std::find(dummies_.begin(), dummies_.end(), symbol) != dummies_.end() || renamed_later(symbol)) return letter;
  if (entry == nullptr || entry->meaning.empty() || has_badge(*entry, "index") || entry->meaning.starts_with("counts ")) return letter;
  if (entry->meaning.ends_with(" of a function")) return letter;
  if (own.kind == SymbolKind::function && has_stored_words(own.nucleus) && own.label.empty() && own.upper.empty())
    return letter_words(own.nucleus);
  // What a fact works out is called by its letter: the usual meaning of that letter is not known to hold.
  const bool general_word = entry->meaning == "the input" || entry->meaning == "the target";
  if (general_word && bound_.contains(symbol)) return letter;
  const auto* made = general_word || entry->evidence.from == From::convention ? equation_.definition_of(symbol) : nullptr;
  if (made != nullptr && made->source != 0) return letter;
  // What a letter usually means is said of its values, not of a function.
  const bool told = entry->evidence.from == From::prose || entry->evidence.from == From::declared;
  if (own.kind == SymbolKind::function && !told &&
      (entry->role == Role::output || entry->role == Role::operation || entry->evidence.from == From::convention))
    return letter;
  // "shares that sum to 1" describes, it does not name.
  const bool article = entry->meaning.starts_with("the ") || entry->meaning.starts_with("a ") || entry->meaning.starts_with("an ");
  if (entry->role == Role::output && !told && !article) return letter;
  std::string words = entry->meaning.substr(0, std::min(entry->meaning.find_first_of(",;:("), entry->meaning.find(" that ")));
  while (!words.empty() && words.back() == ' ') words.pop_back();
  if (words.empty() || words.find('\\') != std::string::npos || words.find('$') != std::string::npos) return letter;
  const auto before = words.find(" at the step before");
  if (before != std::string::npos) words.resize(before);
  if (own.offset == -1 && words.find("previous") == std::string::npos && words.starts_with("the ")) words.insert(4, "previous ");
  if (own.accent == "\\hat" && words.starts_with("the ") && accented_twin(symbol)) words.insert(4, "corrected ");
  if (const auto hand = words.find(" set by hand"); hand != std::string::npos) words.resize(hand);
  if (const auto step = words.find(" at this step"); step != std::string::npos && shares_meaning(symbol)) words.resize(step);
  const bool one_of_many = words.starts_with("a ") || words.starts_with("an ");
  if (one_of_many) words.replace(0, words.find(' '), "the");
  const bool general = one_of_many || before != std::string::npos || words == "the input" || words == "the inputs" || words == "the target";
  return general || shares_meaning(symbol) ? fmt::format("{} {}", words, letter) : words;
}

namespace {

std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

bool Teller::has_other_entries(ExpressionId id) {
  if (!counted_) {
    counted_ = true;
    std::map<SymbolId, std::string> first;
    for (ExpressionId entry = 0; entry < arena_.size(); ++entry) {
      if (arena_[entry].kind != ExpressionKind::index || arena_[entry].source != 0) continue;
      const auto base = arena_.child(entry, 0);
      if (arena_[base].kind != ExpressionKind::symbol) continue;
      const auto symbol = arena_[base].symbol;
      if (several_.contains(symbol)) continue;
      const auto text = equation_.canonical(entry);
      if (first.emplace(symbol, text).first->second != text) several_.insert(symbol);
    }
  }
  const auto base = arena_.child(id, 0);
  return arena_[base].kind == ExpressionKind::symbol && several_.contains(arena_[base].symbol);
}

/// "The entry (i + a, j + b) of X": several places, one of them worked out, are no name. Of a word "the first entry of sizes".
std::string Teller::told_place(ExpressionId id, const std::string& noun, const std::string& letter) {
  const auto indices = arena_.children(id).subspan(1);
  if (std::count(indices.begin(), indices.end(), none) > 0) return "";
  const auto& symbol = equation_.symbols[arena_[arena_.child(id, 0)].symbol];
  if (indices.size() == 1) {
    const auto number = arena_[indices[0]].kind == ExpressionKind::number ? arena_[indices[0]].number : -1;
    const auto ordinal =
        symbol.from_zero && letters_of(letter) > 2 && number >= 0 && number < 10 ? ordinal_words(static_cast<int>(number) + 1) : "";
    return ordinal.empty() ? "" : fmt::format("the {} entry of {}", ordinal, noun);
  }
  const bool worked_out =
      std::any_of(indices.begin(), indices.end(), [&](ExpressionId each) { return arena_[each].kind == ExpressionKind::apply; });
  if (!worked_out && (indices.size() < 4 || noun == letter)) return "";
  std::vector<std::string> places;
  for (const auto index : indices) {
    places.push_back(shown(analysis_, index));
    if (const auto sign = places.back().find('%'); sign != std::string::npos && sign > 0) places.back().replace(sign, 1, " mod");
  }
  return fmt::format("the entry ({}) of {}", fmt::join(places, ", "), noun);
}

/// "Entry i of f of x".
std::string Teller::told_entry_of(ExpressionId id, const std::string& noun) {
  std::vector<std::string> places;
  for (const auto index : arena_.children(id).subspan(1))
    if (index != none) places.push_back(shown(analysis_, index));
  if (places.empty() || noun == "the result" || noun == "the shares" || pattern_.is(arena_.child(id, 0), "absolute value")) return noun;
  // f_t(x) is a function of its own.
  if (const auto of = noun.find(" of "); equation_.indexes_function(id) && of != std::string::npos) {
    const auto label = fmt::format("{}", fmt::join(places, ","));
    return fmt::format("{}_{}{}", noun.substr(0, of), letters_of(label) > 1 ? fmt::format("{{{}}}", label) : label, noun.substr(of));
  }
  return places.size() == 1 ? fmt::format("entry {} of {}", places[0], noun)
                            : fmt::format("entry ({}) of {}", fmt::join(places, ", "), noun);
}

std::string Teller::entry_name(ExpressionId id) {
  constexpr std::size_t longest_entry = 20;
  const auto base = arena_.child(id, 0);
  if (arena_[base].kind == ExpressionKind::symbol && equation_.symbols[arena_[base].symbol].apart) return pretty(equation_.canonical(id));
  auto noun = tell(base);
  if (arena_[base].kind != ExpressionKind::symbol) return told_entry_of(id, noun);
  auto text = pretty(equation_.canonical(id));
  const auto& symbol = equation_.symbols[arena_[base].symbol];
  const auto letter = pretty(symbol.latex);
  if (auto place = told_place(id, noun, letter); !place.empty()) return place;
  if (letters_of(text) > longest_entry) return noun;
  if (noun == letter) return text;
  // A meaning of its own says enough, unless several entries have to be told apart, or an index is worked out.
  const auto indices = arena_.children(id).subspan(1);
  const bool worked_out = std::any_of(indices.begin(), indices.end(), [&](ExpressionId each) {
    return each != none && (pattern_.is(each, "minus") || pattern_.is(each, "plus"));
  });
  if (worked_out && !noun.ends_with(" " + letter)) return fmt::format("{} {}", noun, text);
  // One of "the queries" is told by its index.
  const bool counted = !indices.empty() && indices[0] != none && arena_[indices[0]].kind == ExpressionKind::symbol;
  // Two indices, or one in brackets, say more than the meaning.
  const bool several = indices.size() > 1 && std::count(indices.begin(), indices.end(), none) == 0;
  const bool bracketed = !equation_.brackets_behind(id).empty();
  if (!noun.ends_with(" " + letter) && !has_other_entries(id) && !(counted && plural(noun)) && !several && !bracketed) return noun;
  if (noun == "the examples") noun.pop_back();
  if (noun.ends_with(" " + letter)) noun.resize(noun.size() - letter.size() - 1);
  return fmt::format("{} {}", noun, text);
}

std::string Teller::subject(const Statement& statement) {
  if (statement.defines.empty()) return "the result";
  auto left = statement.sides.empty() ? none : statement.sides.front();
  // The label of d(x, y)_L belongs to the name of d.
  std::string label;
  if (left != none && pattern_.is(left, "labelled")) {
    label = shown(analysis_, arena_.child(left, 1));
    if (!label.starts_with("_")) label.insert(0, "_");
    left = arena_.child(left, 0);
  }
  if (statement.defines.size() == 1 && left != none) {
    if (arena_[left].kind == ExpressionKind::index && arena_[arena_.child(left, 0)].kind == ExpressionKind::symbol)
      return entry_subject(left, statement);
    // An operation on the left is said as it would be on the right: "the covariance of a and b".
    if (arena_[left].kind == ExpressionKind::apply && arena_[left].operation->fixity == Fixity::function && !pattern_.is(left, "call")) {
      top_ = none;
      return tell(left);
    }
    const bool entry_of_call = arena_[left].kind == ExpressionKind::index;
    const auto call = entry_of_call ? arena_.child(left, 0) : left;
    // A divergence between two distributions is best seen as printed.
    const auto inner = arena_.children(call);
    const bool of_calls = pattern_.is(call, "call") && std::any_of(inner.begin() + 1, inner.end(), [&](ExpressionId each) {
                            return pattern_.is(each, "given") && arena_[each].child_count > 0 && pattern_.is(arena_.child(each, 0), "call");
                          });
    const auto called_so = [&] {
      const auto words = name(statement.defines[0]) + label, with = called_with(call);
      const bool apart = with.find(" from ") != std::string::npos && words.find(' ') == std::string::npos;
      return fmt::format("{}{} of {}", apart ? "the divergence " : "", words, with);
    };
    if (of_calls) return called_so();
    if (pattern_.is(call, "call") && statement.kind != StatementKind::update) {
      if (auto event = told_event(call); !event.empty()) return event;
      auto told = called_so();
      return entry_of_call ? fmt::format("entry {} of {}", shown(analysis_, arena_.child(left, 1)), told) : told;
    }
    if (pattern_.is(call, "call")) return tell(call);
  }
  std::vector<std::string> names;
  for (const auto symbol : statement.defines) names.push_back(name(symbol));
  if (names.size() == 1) {
    // x_{t+1} made of x_t is the next x.
    const auto& own = equation_.symbols[statement.defines[0]];
    const auto letter = pretty(own.latex);
    const bool present = std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
      return other.stem == own.stem && other.step == own.step && other.offset == 0 && !other.occurrences.empty();
    });
    // σ_{t|s} made of σ_t and σ_s: "the variance" of them all would be none of them.
    const bool others = std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
      return &other != &own && other.nucleus == own.nucleus && other.accent == own.accent && other.stem != own.stem &&
             !other.occurrences.empty() && other.occurrences.front().source == 0;
    });
    if (others && names[0].starts_with("the ") && names[0].find(letter) == std::string::npos) return fmt::format("{} {}", names[0], letter);
    if (own.offset == 1 && !own.stem.empty() && present) {
      if (names[0] == letter) return fmt::format("the next {} ({})", pretty(own.stem), letter);
      if (names[0].starts_with("the ") && names[0].ends_with(" " + letter)) return names[0].insert(4, "next ");
    }
  }
  // a = b = value: one thing with two names.
  const bool value = statement.value != none && arena_[statement.value].kind != ExpressionKind::number;
  if (names.size() == 2 && value && statement.sides.size() == 3) {
    const auto entry = [&](std::size_t n) { return arena_[statement.sides[n]].kind == ExpressionKind::index; };
    return fmt::format("{} (also {})", entry(0) ? entry_subject(statement.sides[0], statement) : names[0],
                       entry(1) ? pretty(equation_.canonical(statement.sides[1])) : called(analysis_, statement.defines[1]));
  }
  return enumerated(names);
}

/// "Entry (i, j) of X": where an entry has several indices, printed scripts are no words.
std::string Teller::entry_subject(ExpressionId left, const Statement& statement) {
  auto noun = entry_name(left);
  const auto print = pretty(equation_.canonical(left));
  if (noun != print) {
    // "The mean" of which c? Its index stands on the right as well.
    const bool read = statement.value != none && std::any_of(statement.free_indices.begin(), statement.free_indices.end(),
                                                             [&](SymbolId index) { return equation_.reads(statement.value, index); });
    return read && noun.find(print) == std::string::npos && noun.starts_with("the ") ? fmt::format("{} {}", noun, print) : noun;
  }
  if (arena_[left].child_count < 3) return noun;
  std::vector<std::string> indices;
  for (const auto index : arena_.children(left).subspan(1)) {
    if (index == none) return noun;
    indices.push_back(shown(analysis_, index));
  }
  return fmt::format("entry ({}) of {}", fmt::join(indices, ", "), tell(arena_.child(left, 0)));
}

/// P(x = k | z) on the left: "the probability under P that x is k, given z".
std::string Teller::told_event(ExpressionId call) {
  const auto children = arena_.children(call);
  if (children.size() < 2 || children[1] == none || arena_[children[1]].kind != ExpressionKind::relation) return "";
  std::vector<std::string> conditions;
  for (const auto child : children.subspan(2))
    for (const auto part : pattern_.is(child, "given") ? arena_.children(child) : std::span<const ExpressionId>{})
      conditions.push_back(tell(part));
  return fmt::format("the probability under {} that {} {} {}{}", tell(children[0]), tell(arena_.child(children[1], 0)),
                     arena_[children[1]].operation->name, tell(arena_.child(children[1], 1)),
                     conditions.empty() ? "" : " given " + enumerated(conditions));
}

/// The arguments of a call as printed, letters alone: whoever asks finds them among the symbols.
std::string Teller::called_with(ExpressionId call) const {
  std::vector<std::string> arguments, conditions;
  bool parameters = false, through = false;
  for (const auto child : arena_.children(call).subspan(1)) {
    parameters = parameters || pattern_.is(child, "with parameters");
    const bool behind = pattern_.is(child, "given") || pattern_.is(child, "with parameters");
    if (behind)
      for (const auto part : arena_.children(child)) conditions.push_back(shown(analysis_, part));
    else if (through && !arguments.empty())
      arguments.back() += " through " + shown(analysis_, child);
    else if (!pattern_.is(child, "and so on"))
      arguments.push_back(shown(analysis_, child));
    through = pattern_.is(child, "and so on");
  }
  if (conditions.empty()) return enumerated(arguments);
  // D[q(z) ‖ p(z)]: how far the first is from the second.
  const bool calls = arguments.size() == 1 && conditions.size() == 1 &&
                     ((arguments[0].ends_with(')') && conditions[0].ends_with(')')) || double_bar(call));
  if (calls && !parameters) return fmt::format("{} from {}", arguments[0], conditions[0]);
  return fmt::format("{}{} {}", enumerated(arguments), parameters ? " with the parameters" : " given", enumerated(conditions));
}

}  // namespace eqlens
