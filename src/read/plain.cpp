// The display in plain words, statement by statement.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "read/compared_densities.hpp"
#include "read/for_all.hpp"
#include "read/teller.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_statements = 8;
constexpr std::size_t longest = 1500;

/// Cuts what nobody would read to the end, at the end of a clause.
std::string ended_early(std::string text) {
  if (text.size() <= longest) return text;
  auto cut = text.find_last_of(";.", longest);
  if (cut == std::string::npos || cut < longest / 2) {
    cut = longest;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  }
  return text.substr(0, cut) + " …";
}

}  // namespace

namespace {

std::string_view is_or_are(const std::string& noun) {
  // "The average over i and j of x" is one thing.
  const auto head = noun.substr(0, std::min(noun.find(" of "), noun.find(" over ")));
  return plural(head) || head.find(" and ") != std::string::npos ? "are" : "is";
}

/// Whether words stand in a text by themselves: the s of "softmax" is no s.
bool names_whole(const std::string& text, const std::string& words) {
  const auto inside = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '^' || (c & 0x80) != 0; };
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    const auto end = at + words.size();
    if ((at == 0 || !inside(text[at - 1])) && (end == text.size() || !inside(text[end]))) return true;
  }
  return false;
}

/// A sentence that goes on behind a colon or a comma.
std::string continued(std::string text) {
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z')
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

std::string Teller::value_of(ExpressionId id, const std::string& what, bool update) {
  clauses_.clear();
  asides_.clear();
  top_ = id;
  last_ = true;
  subject_ = what;
  if (update)
    if (auto kept = told_kept(id, what); !kept.empty()) return kept;
  const auto noun = tell(id);
  std::string text = fmt::format("{}", fmt::join(clauses_, "; "));
  const auto use = use_of(id);
  if (use && use->use == Use::step && clauses_.empty()) {
    text = told_step(*use, what);
  } else if (use && use->use == Use::nudge && clauses_.empty()) {
    text = told_nudge(*use, what);
  } else if (clauses_.empty()) {
    text = fmt::format("{} {} {}", what, update ? (plural(what) ? "become" : "becomes") : is_or_are(what), noun);
  } else if (noun == "the result" || noun == "the blend" || noun == "the shares") {
    // The last clause has already told what the result is, and often also names it.
    // A function by its name alone: what it is given was said on the way.
    const auto short_name = what.find(" of ") == std::string::npos || what.starts_with("the ") || what.starts_with("entry (")
                                ? what
                                : what.substr(0, what.find(" of "));
    // The article is no name.
    if (what == "a" || !names_whole(text, what))
      text += fmt::format("; {} {}",
                          what.starts_with("entry (")                                    ? "this gives"
                          : noun == "the shares" && what.starts_with("the probability ") ? "each is"
                          : noun == "the shares" || plural(what)                         ? "these are"
                                                                                         : "this is",
                          short_name);
  } else if (noun != what) {
    text = fmt::format("{}; {} {} {}", text, what, is_or_are(what), noun);
  }
  return explained(std::move(text));
}

/// A part is "a product" where it is mentioned first, and "the product" from then on, also where its clause comes before.
void Teller::introduce(std::string& text) {
  for (const auto& name : std::exchange(new_names_, {})) {
    const auto mention = [&](std::string_view article) {
      const auto words = fmt::format(" {} {}", article, name);
      for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
        const auto end = at + words.size();
        if (end == text.size() || (std::string_view(",;.").find(text[end]) != std::string_view::npos)) return at;
      }
      return std::string::npos;
    };
    const auto known = mention("the"), fresh = mention("a");
    if (known == std::string::npos || fresh == std::string::npos || known > fresh) continue;
    text.replace(fresh, 3, " the ");
    text.replace(known, 5, " a ");
  }
}

/// The sentence with what has to be said of its parts.
std::string Teller::explained(std::string text) {
  for (const auto& each : asides_) text += "; " + each;
  introduce(text);
  for (const auto& rule : std::exchange(rules_, {})) text += "; " + rule;
  return text;
}

/// v ← a v − e ∇F: what is kept of the old value, and the step.
std::string Teller::told_kept(ExpressionId id, const std::string& what) {
  const auto parts = is_sum(id) ? summands(id) : std::vector<Summand>{};
  if (parts.size() != 2 || parts[0].minus) return "";
  const auto old = pattern_.factors(parts[0].id);
  if (old.size() != 2 || !closed(old[0]) || !closed(old[1]) || pattern_.rank(old[0]) > 0 || pattern_.role(old[0]) == Role::learned ||
      tell(old[1]) != what)
    return "";
  auto text = fmt::format("{} {} the share {} of its old value", what, plural(what) ? "keep" : "keeps", shown(analysis_, old[0]));
  const auto step = pattern_.factors(parts[1].id);
  if (parts[1].minus && step.size() == 2 && closed(step[0]) && pattern_.is(step[1], "gradient"))
    return explained(fmt::format("{} and {} down {}, by {} times that slope", text, plural(what) ? "move" : "moves", operand(step[1]),
                                 shown(analysis_, step[0])));
  const auto rest = operand(parts[1].id, false);
  return explained(fmt::format("{}, {} {}", text, parts[1].minus ? "less" : "plus", rest));
}

std::string Teller::claim(const Statement& statement) {
  const auto side = [&](ExpressionId id, const std::string& what) {
    clauses_.clear();
    asides_.clear();
    top_ = none;
    last_ = false;
    auto noun = tell(id);
    if (clauses_.empty() && asides_.empty()) return noun;
    std::string text = fmt::format("{}{}{}", fmt::join(clauses_, "; "), clauses_.empty() ? "" : ": ", noun);
    for (const auto& each : asides_) text += "; " + each;
    return fmt::format("{} ({})", what, text);
  };
  const auto left = continues(equation_, statement) ? "this" : side(statement.sides.front(), "what stands on the left");
  auto text = left;
  for (std::size_t n = 1; n < statement.sides.size(); ++n) {
    const bool last = n + 1 == statement.sides.size();
    auto relation = n <= statement.relations.size() ? std::string(statement.relations[n - 1]->name) : std::string("equals");
    if (n == 1 && relation == "equals" && left != "this" && is_or_are(left) == "are") relation = "equal";
    text += fmt::format("{}{} {}", n == 1 ? " " : ", which ", relation,
                        side(statement.sides[n], last ? "what stands on the right" : "what stands between"));
  }
  return sentence(continues(equation_, statement) ? text : "the line claims that " + text);
}

std::string Teller::statement(const Statement& statement) {
  if (statement.sides.empty()) return "";
  if (statement.kind == StatementKind::fact) {
    if (auto map = mapped(statement); !map.empty()) return map;
    if (auto every = for_all(statement); !every.empty()) return every;
    return bounds(statement);
  }
  parameters_ = statement.parameters;
  if (statement.kind == StatementKind::distribution && statement.sides.size() > 1) {
    const auto drawn = tell(statement.sides[0]);
    return sentence(fmt::format("{} {} drawn at random from {}", drawn, is_or_are(drawn), tell(statement.sides[1])));
  }
  if (statement.kind == StatementKind::claim && statement.sides.size() > 1) return claim(statement);
  const auto value = statement.value != none ? statement.value : statement.sides.back();
  if (statement.kind == StatementKind::expression) {
    // A heading in brackets computes nothing.
    if (arena_[value].kind == ExpressionKind::symbol && display_statements(equation_).size() > 1) return "";
    clauses_.clear();
    asides_.clear();
    top_ = value;
    last_ = true;
    subject_.clear();
    const auto noun = tell(value);
    std::string text = clauses_.empty() ? "this is " + noun : fmt::format("{}", fmt::join(clauses_, "; "));
    if (!clauses_.empty() && noun != "the result" && noun != "the blend" && noun != "the shares") text += fmt::format("; this is {}", noun);
    for (const auto& each : asides_) text += "; " + each;
    return sentence(text);
  }
  const auto what = subject(statement);
  const auto use = use_of(value);
  const bool update = statement.kind == StatementKind::update || (use && use->use == Use::step);
  // What is added to its own old value.
  if (statement.kind == StatementKind::update && pattern_.is(value, "plus") && !use && closed(arena_.child(value, 0)) &&
      pattern_.symbol(arena_.child(value, 0)) == pattern_.symbol(statement.sides.front()) && closed(arena_.child(value, 1))) {
    const auto added = tell(arena_.child(value, 1));
    return sentence(fmt::format("{} {} added to {}", added, is_or_are(added), what));
  }
  std::vector<std::string> links;
  // In a chain the links before the last say the same in other words.
  for (std::size_t i = 1; i + 1 < statement.sides.size(); ++i) {
    const auto side = statement.sides[i];
    const auto link = use_of(side);
    if (side == value || pattern_.symbol(side) != none || (link && use && link->use == use->use)) continue;
    links.push_back(sentence(value_of(side, what, update), analysis_));
  }
  auto text = sentence(value_of(value, what, update), analysis_);
  const bool again = !links.empty() && capitalised(text.substr(0, what.size())) == capitalised(what);
  const auto rest = again ? text.substr(what.size()) : std::string();
  if (rest.starts_with(" is ")) text = "it" + rest;
  if (rest.starts_with(" are ")) text = "they" + rest;
  if (const auto clause = compared_clause(understanding_, statement); !clause.empty()) {
    text.resize(text.size() - 1);
    text = sentence(fmt::format("{}; {}", text, clause), analysis_);
  }
  std::reverse(links.begin(), links.end());
  for (const auto& link : links) text = fmt::format("{} Put differently, {}", link, continued(std::move(text)));
  return text;
}

/// A step of a descent: the subject moves; where it comes from need not be said if that is its own old value.
std::string Teller::told_step(const Found& step, const std::string& what) {
  const auto old = tell(step.parts[0]), rate = tell(step.parts[1]);
  const auto& slope = step.parts[2];
  const bool gradient = pattern_.is(slope, "gradient") || pattern_.is(slope, "partial derivative");
  const auto against = gradient ? operand(slope) : tell(slope);
  const auto moves = fmt::format("{} {}{}", what, plural(what) ? "move" : "moves", old == what ? "" : fmt::format(" from {}", old));
  // Of what has length 1 the rate alone is the length of the step.
  const bool unit = pattern_.is(slope, "division") && pattern_.is(bare(arena_.child(slope, 1)), "norm") &&
                    pattern_.same(arena_.child(slope, 0), arena_.child(bare(arena_.child(slope, 1)), 0));
  if (unit)
    return fmt::format("{} a step against {} divided by its length; {} sets how long the step is", moves, operand(arena_.child(slope, 0)),
                       rate);
  const std::string_view scaled = gradient                           ? "that slope"
                                  : against.starts_with("the ratio") ? "that ratio"
                                  : closed(slope)                    ? std::string_view(against)
                                                                     : "that";
  return fmt::format("{} {} {}, by {} times {}", moves, gradient ? "down" : "against", against, rate, scaled);
}

/// A value that moves towards what it ought to be.
std::string Teller::told_nudge(const Found& nudge, const std::string& what) {
  const auto old = tell(nudge.parts[0]), target = tell(nudge.parts[2]), rate = tell(nudge.parts[1]);
  const auto from = old == what ? "its old value" : old;
  return fmt::format("{} {} from {} part of the way to {}; {} sets how much of the way", what, plural(what) ? "move" : "moves", from,
                     target, rate);
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

namespace {

/// A sentence without the names in it.
std::string form_of(const std::string& sentence) {
  std::string form;
  for (std::size_t at = 0; at < sentence.size();) {
    const auto end = std::min(sentence.find(' ', at), sentence.size());
    auto word = sentence.substr(at, end - at);
    while (!word.empty() && (word.back() == ',' || word.back() == '.' || word.back() == ';')) word.pop_back();
    const bool letter = word.size() < 2 || std::any_of(word.begin(), word.end(), [](char c) { return c == '_' || (c & 0x80) != 0; });
    form += letter ? "·" : word;
    form += ' ';
    at = end + 1;
  }
  return form;
}

/// What a statement reads: the learned symbols, and all others.
struct Reads {
  std::set<SymbolId> learned, others;
};

Reads reads_of(const Understanding& understanding, const Statement& statement) {
  Reads reads;
  for (const auto id : expressions_of(understanding.analysis.equation.arena, statement)) {
    const auto symbol = understanding.pattern.symbol(id);
    if (symbol == none || std::count(statement.defines.begin(), statement.defines.end(), symbol) > 0) continue;
    (understanding.pattern.role(id) == Role::learned ? reads.learned : reads.others).insert(symbol);
  }
  return reads;
}

struct Told {
  const Statement* statement;
  std::string words;
};

/// Lines of one form with the same inputs, each with weights of its own: the first is told, the others are named.
std::vector<std::string> joined_forms(const Understanding& understanding, const std::vector<Told>& told) {
  std::vector<std::string> sentences;
  for (std::size_t n = 0; n < told.size();) {
    sentences.push_back(told[n].words);
    const auto first = reads_of(understanding, *told[n].statement);
    std::vector<std::string> names;
    auto next = n + 1;
    for (; next < told.size(); ++next) {
      const auto own = reads_of(understanding, *told[next].statement);
      const bool alike = !own.learned.empty() && own.learned != first.learned && own.others == first.others &&
                         told[next].statement->defines.size() == 1 && form_of(told[next].words) == form_of(told[n].words);
      if (!alike) break;
      names.push_back(called(understanding.analysis, told[next].statement->defines[0]));
    }
    if (!names.empty())
      sentences.push_back(fmt::format("In the same way, with weights of {} own, {} {}.", names.size() > 1 ? "their" : "its",
                                      names.size() > 1 ? "come" : "comes", enumerated(names)));
    n = next;
  }
  return sentences;
}

}  // namespace

std::string plain_words(const Understanding& understanding) {
  Teller teller(understanding);
  std::vector<Told> told;
  std::vector<std::string> sentences, names;
  const auto statements = display_statements(understanding.analysis.equation);
  for (const auto* statement : statements) {
    auto text = teller.statement(*statement);
    if (statement->kind == StatementKind::fact && !text.ends_with('.')) {
      // It belongs to the sentence before it.
      if (!text.empty() && !sentences.empty() && sentences.back().ends_with('.')) {
        auto& before = sentences.back();
        before = told.back().words = fmt::format("{}, {}.", before.substr(0, before.size() - 1), text);
      }
    } else if (!text.empty()) {
      sentences.push_back(text);
      told.push_back({statement, std::move(text)});
    }
    for (const auto symbol : statement->defines) names.push_back(called(understanding.analysis, symbol));
  }
  if (sentences.empty()) return "This says what the symbols are and computes nothing.";
  const auto before = sentences.size();
  join_mixes(sentences);
  if (sentences.size() == before) sentences = joined_forms(understanding, told);
  const auto whole = sentences.size();
  if (whole > most_statements) sentences.resize(most_statements);
  std::string text = fmt::format("{}", fmt::join(sentences, " "));
  // Several lines: first the outline, then the lines.
  if (whole > 3 && names.size() > 3) text = fmt::format("In turn this computes {}. {}", enumerated(names), text);
  return ended_early(std::move(text));
}

}  // namespace eqlens
