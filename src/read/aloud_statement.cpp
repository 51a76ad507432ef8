// Statements: sides and relations, declarations, distributions, and several statements in one display.
#include <algorithm>

#include <fmt/format.h>

#include "read/for_all.hpp"
#include "read/speaker.hpp"
#include "read/teller.hpp"
#include "read/words.hpp"

namespace eqlens {

namespace {

constexpr int deepest_sentence = 600;

/// All symbols in an expression.
void collect(const Arena& arena, ExpressionId id, std::set<SymbolId>& symbols) {
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const auto next = open.back();
    open.pop_back();
    if (next == none) continue;
    if (arena[next].kind == ExpressionKind::symbol) symbols.insert(arena[next].symbol);
    for (const auto child : arena.children(next)) open.push_back(child);
    for (const auto& range : arena.ranges(next)) {
      open.push_back(range.set);
      open.push_back(range.lower);
      open.push_back(range.upper);
    }
  }
}

std::set<SymbolId> symbols_of(const Arena& arena, const Statement& statement) {
  std::set<SymbolId> symbols;
  for (const auto side : statement.sides) collect(arena, side, symbols);
  return symbols;
}

}  // namespace

struct Speaker::Depth {
  explicit Depth(int& value) : depth(value) { ++depth; }
  ~Depth() { --depth; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  int& depth;
};

Speaker::Speaker(const Analysis& analysis, Register spoken)
    : analysis_(analysis),
      equation_(analysis.equation),
      arena_(analysis.equation.arena),
      register_(spoken),
      ends_(spoken == Register::strict ? Ends::spoken : Ends::silent) {
  find_clashes();
}

std::string_view Speaker::text(Span span, std::uint16_t source) const {
  if (source >= equation_.sources.size()) return {};
  const auto whole = equation_.sources[source].text();
  return span.end <= whole.size() && span.begin <= span.end ? whole.substr(span.begin, span.size()) : std::string_view{};
}

std::string_view Speaker::before(ExpressionId id, std::size_t count) const {
  if (id == none) return {};
  const auto& expression = at(id);
  const auto begin = static_cast<std::size_t>(expression.span.begin);
  const auto length = std::min(count, begin);
  return text({static_cast<std::uint32_t>(begin - length), expression.span.begin}, expression.source);
}

Phrase Speaker::say(ExpressionId id, Spot place) {
  if (id == none) return {"everything", {}, false};
  if (depth_ > deepest_sentence) return {"and so on", {}, false};
  const Depth guard(depth_);
  const auto& expression = at(id);
  switch (expression.kind) {
    case ExpressionKind::number: return number(id);
    case ExpressionKind::symbol: return symbol(expression.symbol);
    case ExpressionKind::index: return index(id);
    case ExpressionKind::apply:
      if ((operation(id) == "and" || operation(id) == "or") && holds_condition(id)) return conditions(id);
      return is_infix(id) ? infix(id, place) : apply(id, place);
    case ExpressionKind::reduce: return big(id);
    case ExpressionKind::cases: return cases(id);
    case ExpressionKind::relation: return relation(id);
    case ExpressionKind::unknown: return unknown(id);
  }
  return {};
}

bool Speaker::explains(const Statement& statement, const Statement& earlier) const {
  const auto known = symbols_of(arena_, earlier);
  if (statement.kind == StatementKind::definition)
    return std::any_of(statement.defines.begin(), statement.defines.end(), [&](SymbolId id) { return known.contains(id); });
  if (statement.kind != StatementKind::distribution && statement.kind != StatementKind::fact) return false;
  std::set<SymbolId> subject;
  if (!statement.sides.empty()) collect(arena_, statement.sides[0], subject);
  return std::any_of(subject.begin(), subject.end(), [&](SymbolId id) { return known.contains(id); });
}

Phrase Speaker::statement(const Statement& statement) {
  said_elementwise_ = false;
  Phrase phrase;
  if (declaration(statement, phrase)) return phrase;
  if (statement.sides.empty()) return phrase;
  const bool two = statement.sides.size() == 2 && statement.relations.size() == 1;
  if (two && statement.relations[0]->name == "is drawn from") return sampling(statement);
  if (two && statement.relations[0]->name == "is in") return membership(statement);
  // `= u`: the line goes on from the one before.
  if (!continues(equation_, statement)) phrase = say(statement.sides[0], {true, false});
  const bool named = arena_[statement.sides[0]].kind == ExpressionKind::symbol || operation(statement.sides[0]) == "list";
  const bool every = statement.kind == StatementKind::fact && named && holds_for_all(equation_, statement);
  if (every) {
    // `\forall i, j`
    if (operation(statement.sides[0]) == "list") {
      const auto letters = arena_.children(statement.sides[0]);
      phrase = list({letters.begin(), letters.end()});
      phrase.open.clear();
    }
    prefix(phrase, "for all");
  }
  for (std::size_t i = 0; i < statement.relations.size() && i + 1 < statement.sides.size(); ++i) {
    if (i > 0)
      phrase.text += ", which ";
    else if (!phrase.text.empty())
      phrase.text += phrase.parenthetic ? ", " : " ";
    std::string verb(statement.relations[i]->name);
    // "The parameters become", "the queries equal".
    const bool several = register_ == Register::named && i == 0 && !phrase.names_symbol &&
                         arena_[statement.sides[0]].kind == ExpressionKind::symbol &&
                         plural(phrase.text.substr(0, phrase.text.find_last_not_of(' ') + 1));
    if (every && verb.starts_with("is ")) verb.erase(0, 3);
    if (every && verb == "equals") verb = "equal to";
    if (several && (verb == "becomes" || verb == "equals")) verb.pop_back();
    phrase.text += verb;
    phrase.open.clear();
    phrase.parenthetic = false;
    append(phrase, say(statement.sides[i + 1], {true, false}));
  }
  return phrase;
}

std::string Speaker::display() {
  std::string result;
  const Statement* first = nullptr;
  std::size_t shown = 0;
  bool explaining = false, introduced = false;
  const auto count = static_cast<std::size_t>(
      std::count_if(equation_.statements.begin(), equation_.statements.end(), [](const auto& s) { return s.source == 0; }));
  for (const auto& each : equation_.statements) {
    if (each.source != 0) continue;
    Phrase phrase = statement(each);
    if (phrase.text.empty()) continue;
    const bool fact = each.kind == StatementKind::distribution || each.kind == StatementKind::fact;
    const bool every = fact && phrase.text.starts_with("for all ");
    const bool joins = first != nullptr && (every || ((fact || count == 2) && explains(each, *first)));
    // `\forall x \in X, f(x) = a`: what is said of x leads the claim.
    const bool leads = every && !joins;
    if (introduced) {
      result += ", " + phrase.text;
    } else if (shown == 0) {
      result = phrase.names_symbol ? phrase.text : capitalised(phrase.text);
    } else if (joins) {
      result += (phrase.text.starts_with("for all ") ? ", " : explaining ? ", and " : ", where ") + phrase.text;
    } else {
      result += ". " + (phrase.names_symbol ? phrase.text : capitalised(phrase.text));
    }
    explaining = joins;
    introduced = leads;
    if (!joins) first = &each;
    ++shown;
  }
  return result.empty() ? result : result + '.';
}

}  // namespace eqlens
