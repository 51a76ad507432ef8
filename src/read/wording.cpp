#include "read/wording.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace eqlens {

std::string called(const Analysis& analysis, SymbolId symbol) { return pretty(analysis.equation.symbols[symbol].latex); }

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return text;
  auto cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return text.substr(0, cut) + "…";
}

namespace {

// More source than this is cut before it is laid out: nobody reads it to the end.
constexpr std::uint32_t most_source = 400;

std::string beginning(const Analysis& analysis, Span span, std::uint16_t source) {
  span.end = std::min(span.end, span.begin + most_source);
  return shortened(pretty(unfolded(analysis.equation, span, source)));
}

/// What stands behind a bar or a semicolon is quoted without it.
std::string printed_part(const Analysis& analysis, ExpressionId id) {
  const auto& expression = analysis.equation.arena[id];
  auto text = pretty(unfolded(analysis.equation, expression.span, expression.source));
  const bool behind =
      analysis.equation.arena.applies(id, "with parameters") || analysis.equation.arena.applies(id, "given") || text.starts_with(';');
  while (behind && (text.starts_with(';') || text.starts_with('|') || text.starts_with(' '))) text.erase(0, 1);
  return text;
}

}  // namespace

std::string shown(const Analysis& analysis, ExpressionId id) {
  // A row of cases may lack its value.
  if (id == none) return "it";
  const auto& expression = analysis.equation.arena[id];
  if (expression.source >= analysis.equation.sources.size()) return "it";
  // `K_1^{\star\top}`: the name keeps its star where the transpose stands in one script with it.
  if (expression.kind == ExpressionKind::symbol && !analysis.equation.symbols[expression.symbol].upper.empty())
    return shortened(pretty(analysis.equation.symbols[expression.symbol].latex));
  return expression.span.end - expression.span.begin > most_source ? beginning(analysis, expression.span, expression.source)
                                                                   : shortened(printed_part(analysis, id));
}

std::string display_text(const Analysis& analysis) {
  const auto statements = display_statements(analysis.equation);
  if (analysis.equation.sources.empty()) return "this line";
  const auto& text = analysis.equation.sources[0].text();
  return beginning(analysis, statements.empty() ? Span{0, static_cast<std::uint32_t>(text.size())} : statements[0]->span, 0);
}

std::string quoted_once(const Analysis& analysis, std::string answer) {
  if (analysis.equation.sources.empty()) return answer;
  for (const auto* statement : display_statements(analysis.equation)) {
    const auto quote = "in " + shortened(pretty(unfolded(analysis.equation, statement->span, 0)));
    auto first = answer.find(quote);
    if (first == std::string::npos) continue;
    for (auto at = answer.find(quote, first + quote.size()); at != std::string::npos; at = answer.find(quote, at)) {
      // Every sentence can be read by itself.
      if (const auto stop = answer.find(". ", first); stop < at) {
        first = at;
        at += quote.size();
        continue;
      }
      auto begin = at, end = at + quote.size();
      // "(a count; in ...)" loses its last part, "(in ...)" goes, "a size of x in ..." ends earlier.
      if (begin > 1 && answer.compare(begin - 2, 2, "; ") == 0)
        begin -= 2;
      else if (begin > 1 && answer.compare(begin - 2, 2, " (") == 0 && end < answer.size() && answer[end] == ')') {
        begin -= 2;
        ++end;
      } else if (begin > 0 && answer[begin - 1] == ' ')
        --begin;
      answer.erase(begin, end - begin);
      at = begin;
    }
  }
  return answer;
}

SymbolId later_value(const Analysis& analysis, SymbolId symbol) {
  const auto& symbols = analysis.equation.symbols;
  const auto& own = symbols[symbol];
  for (const auto* statement : display_statements(analysis.equation))
    for (const auto made : statement->defines)
      if (!own.stem.empty() && symbols[made].stem == own.stem && symbols[made].step == own.step && symbols[made].offset > own.offset)
        return made;
  return none;
}

std::string line_of(const Analysis& analysis, SymbolId symbol) {
  for (const auto* statement : display_statements(analysis.equation))
    if (std::find(statement->defines.begin(), statement->defines.end(), symbol) != statement->defines.end())
      return beginning(analysis, statement->span, 0);
  return display_text(analysis);
}

std::string plain_meaning(const std::string& meaning) {
  if (meaning.find_first_of("$\\") == std::string::npos) return meaning;
  std::string text;
  for (std::size_t at = 0; at < meaning.size();) {
    const auto open = std::min(meaning.find_first_of("$\\", at), meaning.size());
    text += meaning.substr(at, open - at);
    if (open == meaning.size()) break;
    const bool dollar = meaning[open] == '$';
    const auto close = std::min(dollar ? meaning.find('$', open + 1) : meaning.find(' ', open), meaning.size());
    text += pretty(meaning.substr(open + (dollar ? 1 : 0), close - open - (dollar ? 1 : 0)));
    at = close + (dollar ? 1 : 0);
  }
  return text;
}

std::string with_meaning(const Analysis& analysis, const SymbolEntry& entry) {
  (void)analysis;
  const auto name = pretty(entry.latex);
  return entry.meaning.empty() ? name : fmt::format("{} ({})", name, plain_meaning(entry.meaning));
}

std::string shape_text(const Analysis& analysis, const Shape& shape) {
  if (!shape.known) return "not known";
  if (shape.axes.empty()) return "a number";
  std::vector<std::string> sizes;
  for (const auto& axis : shape.axes) {
    auto size = pretty(analysis.shapes.sizes.print(axis));
    // A sum beside another size keeps together.
    const bool sum = shape.axes.size() > 1 && (size.find(" + ") != std::string::npos || size.find(" − ") != std::string::npos);
    sizes.push_back(sum ? '(' + size + ')' : std::move(size));
  }
  return fmt::format("{}", fmt::join(sizes, " × "));
}

std::string shape_in_words(const Analysis& analysis, const Shape& shape) {
  if (!shape.known) return "a value whose shape nothing here fixes";
  std::vector<std::string> sizes;
  for (const auto& axis : shape.axes) sizes.push_back(pretty(analysis.shapes.sizes.print(axis)));
  if (sizes.size() > 2) return "an array of " + shape_text(analysis, shape);
  if (sizes.empty()) return "one number";
  if (sizes.size() == 1) return fmt::format("a vector of {} numbers", sizes[0]);
  return fmt::format("a matrix of {} rows and {} columns", sizes[0], sizes[1]);
}

std::string about(std::string_view does, const std::string& object) {
  constexpr std::array<std::string_view, 7> general{"any number", "every number", "scores", "positive values",
                                                    "a value",    "the value",    "values"};
  std::string text(does);
  for (const auto words : general)
    if (const auto at = text.find(words); at != std::string::npos) {
      if (words == "positive values") return text;
      text.replace(at, words.size(), object);
      return text;
    }
  return text;
}

std::string enumerated(const std::vector<std::string>& items) { return and_list(items.data(), items.size()); }

std::string sentence(std::string text) {
  if (text.empty()) return text;
  // A symbol's name keeps its case: a word begins with two plain letters, or is the article.
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  constexpr std::array<std::string_view, 18> names{"a is ", "a and ", "a are ",  "a = ",        "a by ",     "a towards ",
                                                   "a of ", "a (",    "a + ",    "a − ",        "a above ",  "a below ",
                                                   "a at ", "a or ",  "a very ", "a equal to ", "a nearly ", "a itself "};
  const bool article =
      text.starts_with("a ") && std::none_of(names.begin(), names.end(), [&](auto each) { return text.starts_with(each); });
  // `du`, `dz_t`: two letters that are no word.
  const bool change = text.size() > 2 && text[0] == 'd' && letter(text[1]) && !letter(text[2]) && text[1] != 'o';
  if (article || (text.size() > 1 && letter(text[1]) && !change)) text = capitalised(std::move(text));
  return text.ends_with('.') ? text : text + '.';
}

std::string sentence(std::string text, const Analysis& analysis) {
  const bool small = text.size() > 1 && text[0] >= 'a' && text[0] <= 'z' && text[1] != ' ';
  const auto goes_on = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; };
  for (const auto& symbol : analysis.equation.symbols) {
    if (!small) break;
    if (symbol.latex.size() < 2) continue;
    const auto name = pretty(symbol.latex);
    if (name.size() > 1 && text.starts_with(name) && (name.size() == text.size() || !goes_on(text[name.size()])))
      return text.ends_with('.') ? text : text + '.';
  }
  return sentence(std::move(text));
}

bool has_badge(const SymbolEntry& entry, std::string_view badge) {
  return std::find(entry.badges.begin(), entry.badges.end(), badge) != entry.badges.end();
}

bool asked_about(const SymbolEntry& entry) { return !entry.indexed && !has_badge(entry, "index"); }

bool stands_here(const Analysis& analysis, const SymbolEntry& entry) {
  if (!entry.spans.empty() || entry.role == Role::constant || entry.role == Role::output) return true;
  const auto& equation = analysis.equation;
  return std::any_of(equation.statements.begin(), equation.statements.end(), [&](const Statement& statement) {
    const auto names = [&](ExpressionId side) { return side != none && equation.reads(side, entry.symbol); };
    return statement.kind != StatementKind::fact &&
           (std::any_of(statement.sides.begin(), statement.sides.end(), names) || names(statement.value));
  });
}

std::vector<const Statement*> display_statements(const Equation& equation) {
  std::vector<const Statement*> result;
  for (const auto& statement : equation.statements)
    if (statement.source == 0) result.push_back(&statement);
  return result;
}

bool only_notation(const Operation& operation) {
  constexpr std::array<std::string_view, 14> signs{"call", "and so on", "row",    "list",   "given", "with parameters", "placeholder",
                                                   "set",  "interval",  "matrix", "equals", "is in", "tuple",           "labelled"};
  return operation.fixity == Fixity::relation || std::find(signs.begin(), signs.end(), operation.name) != signs.end();
}

}  // namespace eqlens
