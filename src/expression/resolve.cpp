#include <algorithm>
#include <memory>
#include <utility>

#include "expression/balanced.hpp"
#include "expression/equation.hpp"
#include "expression/facts.hpp"
#include "expression/resolver.hpp"
#include "expression/unknown_commands.hpp"
#include "grammar/latex.hpp"
#include "syntax/canonical.hpp"
#include "syntax/typefaces.hpp"

namespace eqlens {

Resolver::Resolver(Equation& equation, const SyntaxTree& tree, const Usage& usage, std::uint16_t source)
    : equation_(equation), tree_(tree), usage_(usage), judge_(usage), source_(source) {}

namespace {

// Letters of subscripts with several indices count together: t of `e_{tj}` under a sum over j.
void gather_together(const SyntaxTree& tree, Usage& usage) {
  for (SyntaxId id = 0; id < tree.nodes.size(); ++id) {
    if (tree[id].kind != SyntaxKind::subscript) continue;
    const auto letters = subscript_letters(tree, id);
    const bool counted =
        std::any_of(letters.begin(), letters.end(), [&](const auto& letter) { return usage.is_bound(letter) || usage.is_index(letter); });
    // `A_{nk} = n + k`: what the left side counts and the right side computes with.
    const bool computed = std::all_of(letters.begin(), letters.end(), [&](const auto& letter) {
      return letter.size() == 1 && usage.left_subscripts.count(letter) && usage.standing.count(letter);
    });
    // t and t' of `w_{t,t'}` are two places.
    const bool twice = std::any_of(letters.begin(), letters.end(), [&](const auto& letter) {
      return letter.ends_with("'") && std::find(letters.begin(), letters.end(), letter.substr(0, letter.size() - 1)) != letters.end();
    });
    if (letters.size() < 2 || (!counted && !computed && !twice)) continue;
    for (const auto& letter : letters) {
      if (twice) usage.together.insert(letter);
      // i to l count wherever they stand beside an index and are no symbols of their own.
      const bool counts = letter.size() == 1 && letter[0] >= 'i' && letter[0] <= 'l' && usage.standing.count(letter) == 0;
      // S of `m_S = \sum_{z \in S} z` says where the sum runs, and which m is meant.
      const bool set = letter[0] >= 'A' && letter[0] <= 'Z' && usage.sets.count(letter) > 0;
      if ((usage.left_subscripts.count(letter) && !set) || counts) usage.together.insert(letter);
    }
  }
}

// What a name that is said to be so is not: a function.
constexpr std::string_view number_words[] = {"number", "scalar", "deviation", "factor", "vector", "matrix", "rate"};

// `\textcolor{red}{x} + y`: a sum begins with the colour of its first term, not inside it.
void balance_spans(Equation& equation, std::string_view display) {
  for (ExpressionId id = 0; id < equation.arena.size(); ++id)
    if (equation.arena[id].source == 0 && equation.arena[id].child_count > 0)
      equation.arena.at(id).span = balanced(display, equation.arena[id].span);
}

struct Text {
  Parsed parsed;
  std::unique_ptr<Resolver> resolver;
};

}  // namespace

Equation resolve(std::string_view display, const std::vector<std::string>& facts, std::string_view macros) {
  return resolve(parse_math(display, macros), display, facts, macros);
}

namespace {

std::string without_bold(std::string latex) {
  for (const std::string_view bold : bold_commands)
    for (auto at = latex.find(bold); at != std::string::npos; at = latex.find(bold)) latex.erase(at, bold.size());
  std::erase_if(latex, [](char c) { return c == '{' || c == '}' || c == ' '; });
  return latex;
}

/// Words often name in plain print what the display prints in bold: q_\phi of `q_{\boldsymbol\phi}`.
SymbolId printed_in_bold(const Equation& equation, SymbolId named) {
  const auto displayed = [&](const Symbol& symbol) {
    return std::any_of(symbol.occurrences.begin(), symbol.occurrences.end(), [](const auto& place) { return place.source == 0; });
  };
  if (named == none || displayed(equation.symbols[named])) return named;
  const std::string plain = without_bold(equation.symbols[named].latex);
  SymbolId found = none;
  for (SymbolId id = 0; id < equation.symbols.size(); ++id) {
    const Symbol& other = equation.symbols[id];
    if (id == named || other.scope != 0 || !displayed(other) || without_bold(other.latex) != plain) continue;
    if (found != none) return named;
    found = id;
  }
  return found == none ? named : found;
}

}  // namespace

Equation resolve(const Parsed& parsed, std::string_view display, const std::vector<std::string>& facts, std::string_view macros) {
  Equation equation;
  equation.sources.emplace_back("", std::string(display));
  equation.diagnostics = parsed.diagnostics;
  for (auto& note : unknown_commands(parsed.tree)) equation.diagnostics.push_back(std::move(note));
  if (has_errors(parsed.diagnostics) && parsed.tree.nodes.size() < 2) return equation;
  std::vector<Fact> stated = read_facts(facts);
  for (const Fact& fact : stated)
    if (fact.unread)
      equation.diagnostics.push_back({Severity::warning,
                                      "ambiguous",
                                      "the fact \"" + fact.math + "\" is not understood, so nothing is taken from it",
                                      {},
                                      "state it as math, such as W \\in \\mathbb{R}^{m \\times n}, or as \"W is learned\"",
                                      {},
                                      {}});
  std::erase_if(stated, [](const Fact& fact) { return fact.unread; });
  std::vector<Text> texts;
  texts.reserve(stated.size());
  equation.sources.reserve(1 + stated.size());
  equation.symbols.reserve(8 + 2 * stated.size());
  for (const Fact& fact : stated) {
    equation.sources.emplace_back("--where", fact.math);
    texts.push_back({parse_math(fact.math, macros), nullptr});
    for (auto diagnostic : texts.back().parsed.diagnostics) {
      diagnostic.message += " (in the fact \"" + fact.math + "\")";
      diagnostic.span = {};
      equation.diagnostics.push_back(std::move(diagnostic));
    }
  }
  Usage usage;
  gather(parsed.tree, usage);
  // A name about which something is said is used nowhere there: "$\sigma$ is the sigmoid".
  const auto names = [&](std::size_t n) { return !stated[n].meaning.empty() && reading_named(stated[n].meaning).empty(); };
  for (std::size_t n = 0; n < texts.size(); ++n)
    if (!names(n)) gather(texts[n].parsed.tree, usage);
  for (std::size_t n = 0; n < stated.size(); ++n)
    if (const auto reading = reading_named(stated[n].meaning); !reading.empty())
      usage.decided.emplace(canonical(texts[n].parsed.tree, 0), reading);
  for (const Fact& fact : stated) {
    if (fact.role == "operation") usage.called.insert(fact.math);
    // Only a short phrase speaks of the kind of thing alone: "a standard deviation".
    constexpr std::size_t short_phrase = 24;
    const bool number =
        fact.meaning.size() < short_phrase &&
        std::any_of(std::begin(number_words), std::end(number_words), [&](std::string_view word) { return fact.meaning.ends_with(word); });
    if (number) usage.factors.insert(fact.math);
  }
  Resolver main(equation, parsed.tree, usage, 0);
  main.gather_left_sides(usage);
  for (std::size_t n = 0; n < texts.size(); ++n) {
    texts[n].resolver = std::make_unique<Resolver>(equation, texts[n].parsed.tree, usage, static_cast<std::uint16_t>(n + 1));
    texts[n].resolver->gather_left_sides(usage);
  }
  gather_together(parsed.tree, usage);
  main.gather_entries(usage);
  main.run();
  if (equation.statements.empty() && !has_errors(equation.diagnostics) && parsed.tree.nodes.size() > 1)
    equation.diagnostics.push_back({Severity::error,
                                    "syntax",
                                    "there is no formula here",
                                    {0, static_cast<std::uint32_t>(display.size())},
                                    "write at least one symbol",
                                    {},
                                    {}});
  for (std::size_t n = 0; n < texts.size(); ++n) {
    texts[n].resolver->run();
    if (stated[n].role.empty() && stated[n].meaning.empty()) continue;
    const Statement& last = equation.statements.back();
    ExpressionId named = last.sides.empty() ? none : last.sides[0];
    if (named != none && equation.arena.applies(named, "call")) named = equation.arena.child(named, 0);
    const SymbolId symbol = named == none ? none : printed_in_bold(equation, head_symbol(equation.arena, named));
    if (symbol != none && reading_named(stated[n].meaning).empty())
      equation.role_facts.push_back({symbol, stated[n].role, stated[n].meaning, last.span, last.source});
    equation.statements.pop_back();
  }
  mark_quantities_apart(equation);
  mark_counted_from_zero(equation);
  if (display.find("color") != std::string_view::npos) balance_spans(equation, display);
  return equation;
}

std::optional<SymbolId> Equation::find_symbol(std::string_view latex) const {
  for (SymbolId id = 0; id < symbols.size(); ++id)
    if (symbols[id].latex == latex && symbols[id].scope == 0 && symbols[id].kind != SymbolKind::label) return id;
  return std::nullopt;
}

const Statement* Equation::definition_of(SymbolId symbol) const {
  for (const auto& statement : statements) {
    const bool defining = statement.kind == StatementKind::definition || statement.kind == StatementKind::update;
    if (defining && std::find(statement.defines.begin(), statement.defines.end(), symbol) != statement.defines.end()) return &statement;
  }
  return nullptr;
}

std::string Equation::text(Span span, std::uint16_t source) const {
  const std::string_view printed = sources[source].text(span);
  const auto is_gap = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  const auto folds = [&](char a, char b) { return is_gap(a) && (a != ' ' || is_gap(b)); };
  const bool even = printed.empty() || (!is_gap(printed.front()) && !is_gap(printed.back()) &&
                                        std::adjacent_find(printed.begin(), printed.end(), folds) == printed.end());
  if (even) return std::string(printed);
  std::string folded;
  for (const char c : printed) {
    const bool space = is_gap(c);
    if (space && (folded.empty() || folded.back() == ' ')) continue;
    folded += space ? ' ' : c;
  }
  while (!folded.empty() && folded.back() == ' ') folded.pop_back();
  return folded;
}

std::string Equation::text(ExpressionId id) const { return text(arena[id].span, arena[id].source); }

bool Equation::indexes_function(ExpressionId id) const {
  const ExpressionId base = arena[id].kind == ExpressionKind::index ? arena.child(id, 0) : none;
  if (base == none || !arena.applies(base, "call") || arena[base].child_count < 2 || arena.child(id, 1) == none) return false;
  return arena[arena.child(id, 1)].span.begin < arena[arena.child(base, 1)].span.begin;
}

// `(k)` of `\mathbf{p}^{(k)}_t`, whose label stands behind the counted superscript; empty of other entries.
std::string Equation::counted_superscript(ExpressionId id) const {
  const Expression& expression = arena[id];
  if (expression.child_count != 2 || arena.child(id, 1) == none) return {};
  const Span place = arena[arena.child(id, 1)].span;
  if (place.begin <= expression.span.begin || place.end > expression.span.end) return {};
  const std::string before = text({expression.span.begin, place.begin}, expression.source);
  const auto sign = before.find_last_of("^_");
  if (sign == std::string::npos || before[sign] != '^') return {};
  const std::string opened = before.substr(sign + 1);
  std::string closed;
  for (auto n = opened.size(); n-- > 0;) closed += opened[n] == '{' ? "}" : opened[n] == '(' ? ")" : opened[n] == '[' ? "]" : "";
  return opened + canonical(arena.child(id, 1)) + closed;
}

namespace {

// What closes as many braces as it opens: `^{n}` of the `^{n}}` that `\hat{u^{n}}` ends with.
std::string balanced_part(const std::string& text) {
  int open = 0;
  for (std::size_t n = 0; n < text.size(); ++n) {
    open += text[n] == '{' ? 1 : text[n] == '}' ? -1 : 0;
    if (open < 0) return text.substr(0, n);
  }
  return text;
}

}  // namespace

// The brackets in which the places of an entry are printed behind its name; empty where they are scripts, `x^(i)` too.
std::string Equation::brackets_behind(ExpressionId id) const {
  const Expression& expression = arena[id];
  const ExpressionId base = arena.child(id, 0);
  const std::string printed = text(id);
  if (expression.grouped || arena[base].kind != ExpressionKind::symbol || !(printed.ends_with(')') || printed.ends_with(']'))) return {};
  const Span name = arena[base].span;
  const std::string behind = text({name.end, std::max(name.end, expression.span.end)}, expression.source);
  const auto open = behind.find_first_of("([");
  if (open == std::string::npos || (open > 0 && (behind[open - 1] == '^' || behind[open - 1] == '_'))) return {};
  return printed.back() == ')' ? "()" : "[]";
}

std::string Equation::canonical(ExpressionId id) const {
  const auto list = [&](std::size_t from, std::string_view separator) {
    std::string joined;
    for (std::size_t n = from; n < arena[id].child_count; ++n) {
      const ExpressionId child = arena.child(id, n);
      const bool given = child != none && (arena.applies(child, "given") || arena.applies(child, "with parameters"));
      if (n > from) joined += given ? "" : separator;
      joined += child == none ? ":" : canonical(child);
    }
    return joined;
  };
  const Expression& expression = arena[id];
  if (expression.kind == ExpressionKind::symbol) return symbols[expression.symbol].latex;
  if (expression.kind == ExpressionKind::index) {
    // `\text{padding}[0]`, `w^g(j)`: the places stand behind the name.
    if (const std::string brackets = brackets_behind(id); !brackets.empty())
      return canonical(arena.child(id, 0)) + brackets[0] + list(1, ", ") + brackets[1];
    // A counted superscript is printed as one: `y^n`, `x^{(i)}`.
    const std::string whole = text(id);
    const auto above = whole.rfind('^');
    if (above != std::string::npos && whole.find('_', above) == std::string::npos && expression.child_count == 2 &&
        arena.child(id, 1) != none && arena[arena.child(id, 1)].span.begin >= expression.span.begin + above)
      return canonical(arena.child(id, 0)) + balanced_part(whole.substr(above));
    if (const std::string counted = counted_superscript(id); !counted.empty()) return canonical(arena.child(id, 0)) + "^" + counted;
    if (const ExpressionId base = arena.child(id, 0); arena.applies(base, "call") && indexes_function(id)) {
      const std::string script = list(1, expression.child_count == 2 ? "" : ", ");
      const ExpressionId function = arena.child(base, 0);
      const bool short_script = script.size() < 2 || (script[0] == '\\' && script.find_first_of(" {_^+-,") == std::string::npos);
      return canonical(function) + "_" + (short_script ? script : "{" + script + "}") + canonical(base).substr(canonical(function).size());
    }
    const bool single = expression.child_count == 2;
    std::string base = canonical(arena.child(id, 0));
    // An entry of a bold vector is printed plain.
    if (const SymbolId head = head_symbol(arena, id);
        head != none && symbols[head].face == Face::bold && text(arena.child(id, 0)) == symbols[head].nucleus)
      base = symbols[head].nucleus;
    const bool barred =
        expression.child_count == 3 && arena.child(id, 1) != none && arena.child(id, 2) != none &&
        text({arena[arena.child(id, 1)].span.end, arena[arena.child(id, 2)].span.begin}, expression.source).find_first_of("|m") !=
            std::string::npos;  // `u_{j|i}`, `u_{j \mid i}`
    std::string script = list(1, single ? "" : barred ? "|" : text(id).find(',') != std::string::npos ? ", " : "");
    if (script.size() > 1 && !(script[0] == '\\' && script.find_first_of(" {_^+-,") == std::string::npos)) script = "{" + script + "}";
    // Subscript before superscript: `W_i^Q`; a counted superscript stays one.
    const SymbolId symbol = head_symbol(arena, id);
    const bool simple = symbol != none && arena[arena.child(id, 0)].kind == ExpressionKind::symbol;
    if (simple && !symbols[symbol].upper.empty() && base.size() > symbols[symbol].upper.size()) {
      const auto split = base.size() - symbols[symbol].upper.size() - (base[base.size() - symbols[symbol].upper.size() - 1] == '^' ? 1 : 0);
      return base.substr(0, split) + "_" + script + base.substr(split);
    }
    return base + "_" + script;
  }
  if (arena.applies(id, "call")) {
    // Square brackets are kept, as they are printed.
    const Span function = arena[arena.child(id, 0)].span;
    const std::string behind = text({function.end, std::max(function.end, expression.span.end)}, expression.source);
    const auto open = behind.find_first_of("([");
    const bool square = open != std::string::npos && behind[open] == '[';
    return canonical(arena.child(id, 0)) + (square ? "[" : "(") + list(1, ", ") + (square ? "]" : ")");
  }
  if (arena.applies(id, "given")) return " \\mid " + list(0, ", ");
  if (arena.applies(id, "with parameters")) return "; " + list(0, ", ");
  return text(id);
}

}  // namespace eqlens
