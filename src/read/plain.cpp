// The display in plain words, statement by statement.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_statements = 8;
constexpr std::size_t longest = 1500;

/// Cuts what nobody would read to the end, at the end of a clause.
std::string shortened(std::string text) {
  if (text.size() <= longest) return text;
  auto cut = text.find_last_of(";.", longest);
  if (cut == std::string::npos || cut < longest / 2) {
    cut = longest;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  }
  return text.substr(0, cut) + " …";
}

}  // namespace

bool plural(std::string_view noun) {
  noun = noun.substr(0, noun.find(" of "));
  if (noun.find_first_of("_|^") != std::string_view::npos) return false;
  return noun.ends_with("s") && !noun.ends_with("ss") && !noun.ends_with("bias") && !noun.ends_with("us") && noun.size() > 2;
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
    if (equation_.symbols[other.symbol].nucleus == own.nucleus && equation_.symbols[other.symbol].accent != own.accent) return false;
    // The same quantity a step earlier is told apart by "previous".
    const auto& symbols = equation_.symbols;
    return symbols[other.symbol].stem.empty() || symbols[other.symbol].stem != own.stem;
  });
}

/// True for m̂ beside m with the same meaning.
bool Teller::accented_twin(SymbolId symbol) const {
  const auto& own = equation_.symbols[symbol];
  const auto* entry = analysis_.roles.find(symbol);
  return std::any_of(analysis_.roles.symbols.begin(), analysis_.roles.symbols.end(), [&](const SymbolEntry& other) {
    const auto& symbols = equation_.symbols;
    return symbols[other.symbol].nucleus == own.nucleus && symbols[other.symbol].accent.empty() && other.meaning == entry->meaning;
  });
}

std::string Teller::name(SymbolId symbol) const {
  const auto* entry = analysis_.roles.find(symbol);
  const auto& own = equation_.symbols[symbol];
  const auto letter = pretty(own.latex);
  if (entry == nullptr || entry->meaning.empty() || has_badge(*entry, "index") || entry->meaning.starts_with("counts ")) return letter;
  std::string words = entry->meaning.substr(0, std::min(entry->meaning.find_first_of(",;:("), entry->meaning.find(" that ")));
  while (!words.empty() && words.back() == ' ') words.pop_back();
  if (words.empty() || words.find('\\') != std::string::npos || words.find('$') != std::string::npos) return letter;
  if (own.offset == -1 && words.find("previous") == std::string::npos && words.starts_with("the ")) words.insert(4, "previous ");
  if (!own.accent.empty() && words.starts_with("the ") && accented_twin(symbol)) words.insert(4, "corrected ");
  return shares_meaning(symbol) ? fmt::format("{} {}", words, letter) : words;
}

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

std::string Teller::entry_name(ExpressionId id) {
  constexpr std::size_t longest_entry = 14;
  const auto base = arena_.child(id, 0);
  auto noun = tell(base);
  if (!has_other_entries(id)) return noun;
  const auto text = pretty(equation_.canonical(id));
  if (text.size() > longest_entry) return noun;
  const auto letter = pretty(equation_.symbols[arena_[base].symbol].latex);
  if (noun == letter) return text;
  if (noun.ends_with(" " + letter)) noun.resize(noun.size() - letter.size() - 1);
  return fmt::format("{} {}", noun, text);
}

std::string Teller::subject(const Statement& statement) {
  if (statement.defines.empty()) return "the result";
  const auto left = statement.sides.empty() ? none : statement.sides.front();
  if (statement.defines.size() == 1 && left != none && arena_[left].kind == ExpressionKind::index &&
      arena_[arena_.child(left, 0)].kind == ExpressionKind::symbol && has_other_entries(left))
    return entry_name(left);
  std::vector<std::string> names;
  for (const auto symbol : statement.defines) names.push_back(name(symbol));
  return enumerated(names);
}

std::string Teller::statement(const Statement& statement) {
  clauses_.clear();
  if (statement.sides.empty() || statement.kind == StatementKind::fact) return "";
  const auto is = [](const std::string& noun) { return plural(noun) || noun.find(" and ") != std::string::npos ? "are" : "is"; };
  if (statement.kind == StatementKind::distribution && statement.sides.size() > 1) {
    const auto drawn = tell(statement.sides[0]);
    return sentence(fmt::format("{} {} drawn at random from {}", drawn, is(drawn), tell(statement.sides[1])));
  }
  if (statement.kind == StatementKind::claim && statement.sides.size() > 1) {
    const auto left = tell(statement.sides.front()), right = tell(statement.sides.back());
    const auto relation = statement.relations.empty() ? std::string("equals") : std::string(statement.relations.back()->name);
    return sentence(fmt::format("the line claims that {} {} {}", left, relation, right));
  }
  const auto value = statement.value != none ? statement.value : statement.sides.back();
  top_ = value;
  subject_ = statement.defines.size() == 1 ? subject(statement) : "";
  const auto noun = tell(value);
  std::string text = fmt::format("{}", fmt::join(clauses_, "; "));
  if (statement.kind == StatementKind::expression) {
    if (clauses_.empty()) return sentence("this is " + noun);
    return sentence(text);
  }
  const auto what = subject(statement);
  const auto use = pattern_.use_of(value);
  if (use && use->use == Use::step && clauses_.empty()) return sentence(told_step(*use, what));
  const bool update = statement.kind == StatementKind::update || (use && use->use == Use::step);
  if (clauses_.empty()) return sentence(fmt::format("{} {} {}", what, update ? (plural(what) ? "become" : "becomes") : is(what), noun));
  // The last clause has already told what the result is, unless something was made of it afterwards.
  if (noun == "the result" || noun == "the blend" || noun == "the shares") return sentence(text);
  return sentence(fmt::format("{}; {} {} {}", text, what, is(what), noun));
}

/// A step of a descent: the subject moves; where it comes from need not be said if that is its own old value.
std::string Teller::told_step(const Found& step, const std::string& what) {
  const auto old = tell(step.parts[0]), rate = tell(step.parts[1]);
  const auto& slope = step.parts[2];
  const bool gradient = pattern_.is(slope, "gradient") || pattern_.is(slope, "partial derivative");
  const auto against = gradient ? fmt::format("the direction in which {} grows fastest", tell(arena_.child(slope, 0))) : tell(slope);
  const auto from = old == what ? "" : fmt::format(" from {}", old);
  return fmt::format("{} {}{} a step against {}; {} sets how long the step is", what, plural(what) ? "move" : "moves", from, against, rate);
}

namespace {

/// "The queries are a learned mix of X. The keys are a learned mix of X." as one sentence.
void join_mixes(std::vector<std::string>& sentences) {
  std::vector<std::string> subjects;
  std::string input;
  for (const auto& each : sentences) {
    for (const std::string_view middle : {" is a learned mix of ", " are a learned mix of "}) {
      const auto at = each.find(middle);
      if (at == std::string::npos || (!input.empty() && each.substr(at + middle.size()) != input)) continue;
      input = each.substr(at + middle.size());
      auto name = each.substr(0, at);
      if (!subjects.empty() && name.starts_with("The ")) name[0] = 't';
      subjects.push_back(std::move(name));
    }
  }
  if (subjects.size() < 2 || subjects.size() != sentences.size() || input.find(' ') == std::string::npos) return;
  input.pop_back();
  sentences = {fmt::format("{} are learned mixes of {}, each with weights of its own.", enumerated(subjects), input)};
}

}  // namespace

std::string plain_words(const Understanding& understanding) {
  Teller teller(understanding);
  std::vector<std::string> sentences, names;
  const auto statements = display_statements(understanding.analysis.equation);
  for (const auto* statement : statements) {
    if (auto text = teller.statement(*statement); !text.empty()) sentences.push_back(std::move(text));
    for (const auto symbol : statement->defines) names.push_back(called(understanding.analysis, symbol));
  }
  if (sentences.empty()) return "This says what the symbols are and computes nothing.";
  join_mixes(sentences);
  const auto whole = sentences.size();
  if (whole > most_statements) sentences.resize(most_statements);
  std::string text = fmt::format("{}", fmt::join(sentences, " "));
  // Several lines: first the outline, then the lines.
  if (whole > 3 && names.size() > 3) text = fmt::format("In turn this computes {}. {}", enumerated(names), text);
  return shortened(std::move(text));
}

}  // namespace eqlens
