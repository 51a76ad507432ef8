#include "evaluate/given.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grammar/latex.hpp"
#include "kernel/absent.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

std::string name_by_resolver(const std::string& name) {
  const auto equation = resolve(name);
  if (equation.statements.empty()) return {};
  const auto& statement = equation.statements.front();
  const auto id = statement.sides.empty() ? statement.value : statement.sides.front();
  return id == none ? std::string() : equation.canonical(id);
}

/// Every text under which a part of the equation may be given: calls, entries, norms. `uvw` is three symbols, and none of these.
std::set<std::string> known_texts(const Equation& equation) {
  std::set<std::string> texts;
  for (ExpressionId id = 0; id < equation.arena.size(); ++id) {
    const auto kind = equation.arena[id].kind;
    const bool joins = kind == ExpressionKind::apply && equation.arena[id].operation->fixity == Fixity::infix &&
                       equation.arena[id].operation->precedence < 5;
    if (!joins && (kind == ExpressionKind::index || kind == ExpressionKind::apply || kind == ExpressionKind::unknown))
      texts.insert(without_spaces(equation.canonical(id)));
  }
  return texts;
}

/// The derivative in the equation that a name spells in another way: `\nabla_\theta L` of `\nabla_{\theta} L`.
std::string same_derivative(const Equation& equation, const std::vector<std::string>& names) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "gradient") && !arena.applies(id, "partial derivative") && !arena.applies(id, "derivative")) continue;
    const auto text = equation.canonical(id);
    const auto parsed = parse_math(text);
    if (parsed.tree.nodes.empty()) continue;
    const auto spelled = without_spaces(canonical(parsed.tree, 0));
    if (std::ranges::any_of(names, [&](const std::string& name) { return without_spaces(name) == spelled; })) return without_spaces(text);
  }
  return {};
}

/// The symbol whose letter the equation prints upright and the name in italics, or the other way round.
std::optional<SymbolId> same_but_for_face(const Equation& equation, const std::vector<std::string>& names) {
  const auto plain = [](const Symbol& symbol) { return symbol.face == Face::italic || symbol.face == Face::upright; };
  for (const auto& name : names) {
    const auto spelled = resolve(name);
    if (spelled.statements.size() != 1) continue;
    const auto head = spelled.statements.front().value;
    if (head == none || spelled.arena[head].kind != ExpressionKind::symbol) continue;
    const auto& wanted = spelled.symbols[spelled.arena[head].symbol];
    for (SymbolId id = 0; id < equation.symbols.size(); ++id) {
      const auto& known = equation.symbols[id];
      const bool alike = plain(wanted) ? plain(known) : known.face == wanted.face;
      if (alike && known.nucleus == wanted.nucleus && known.accent == wanted.accent && known.label == wanted.label &&
          known.upper == wanted.upper)
        return id;
    }
  }
  return std::nullopt;
}

struct Match {
  std::optional<SymbolId> symbol;
  std::string text;
  std::string stem;
};

Match match(const Equation& equation, const std::vector<std::string>& names, const std::set<std::string>& texts) {
  for (const auto& name : names)
    if (const auto symbol = equation.find_symbol(name)) return {symbol, {}, {}};
  for (const auto& name : names) {
    const auto packed = without_spaces(name);
    for (SymbolId id = 0; id < equation.symbols.size(); ++id)
      if (without_spaces(equation.symbols[id].latex) == packed) return {id, {}, {}};
    if (texts.contains(packed)) return {{}, packed, {}};
    for (const auto& symbol : equation.symbols)
      if (!symbol.stem.empty() && without_spaces(symbol.stem) == packed) return {{}, {}, symbol.stem};
  }
  if (auto text = same_derivative(equation, names); !text.empty()) return {{}, std::move(text), {}};
  return {same_but_for_face(equation, names), {}, {}};
}

/// `s_{ij}` given beside `s`: all entries of s are meant, whatever letters index them.
void find_families(const Equation& equation, Given& given) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index || arena[arena.child(id, 0)].kind != ExpressionKind::symbol) continue;
    const auto found = given.texts.find(without_spaces(equation.canonical(id)));
    const auto base = arena[arena.child(id, 0)].symbol;
    const bool two = given.symbols.contains(base) || equation.symbols[base].apart;
    if (found == given.texts.end() || !two || found->second.rank() < arena[id].child_count - 1u) continue;
    given.families[base] = found->second;
    given.texts.erase(found);
  }
}

/// What stands where members are taken from, or counted.
std::set<std::string> texts_of_sets(const Equation& equation) {
  std::set<std::string> sets;
  for (ExpressionId id = 0; id < equation.arena.size(); ++id) {
    for (const auto& range : equation.arena.ranges(id))
      if (range.set != none) sets.insert(without_spaces(equation.canonical(range.set)));
    const bool sized = equation.arena.applies(id, "size of a set") || equation.arena.applies(id, "absolute value");
    if (sized) sets.insert(without_spaces(equation.canonical(equation.arena.child(id, 0))));
  }
  return sets;
}

/// `f_i(x)` given as a list: f(x) has these entries, and `f_l(x)` is one of them too.
void find_call_families(const Equation& equation, Given& given) {
  const auto& arena = equation.arena;
  const auto sets = texts_of_sets(equation);
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index || !arena.applies(arena.child(id, 0), "call")) continue;
    const auto member = without_spaces(equation.canonical(id));
    const auto found = given.texts.find(member);
    const auto whole = without_spaces(equation.canonical(arena.child(id, 0)));
    if (found == given.texts.end() || sets.contains(member) || given.texts.contains(whole) ||
        found->second.rank() < arena[id].child_count - 1u)
      continue;
    given.texts.emplace(whole, std::move(found->second));
    given.texts.erase(member);
    if (const auto firsts = given.index_from.find(member); firsts != given.index_from.end())
      given.index_from.emplace(whole, firsts->second);
  }
}

}  // namespace

std::vector<std::string> canonical_names(const std::string& name) {
  std::vector<std::string> names;
  const auto parsed = parse_math(name);
  if (!parsed.tree.nodes.empty()) names.push_back(canonical(parsed.tree, 0));
  if (auto resolved = name_by_resolver(name); !resolved.empty() && std::ranges::find(names, resolved) == names.end())
    names.push_back(std::move(resolved));
  names.push_back(name);
  return names;
}

std::string entry_name(const std::string& stem, std::int64_t step) {
  return step >= 0 && step < 10 ? fmt::format("{}_{}", stem, step) : fmt::format("{}_{{{}}}", stem, step);
}

namespace {

/// `m_0` and `m_{-1}` are where recurrences start, even where the equation does not print them.
bool is_start(const Equation& equation, const EvaluationOptions& options, const std::vector<std::string>& names) {
  if (!options.iterate) return false;
  for (const auto& symbol : equation.symbols) {
    if (symbol.stem.empty() || symbol.step == none) continue;
    for (const auto& start : canonical_names(entry_name(symbol.stem, options.iterate->first + symbol.offset)))
      if (std::ranges::find(names, start) != names.end()) return true;
  }
  return false;
}

/// Lists of different lengths are sets; nothing else may be given so.
void refuse_ragged(const Equation& equation, Given& given, Diagnostics& diagnostics) {
  const auto sets = texts_of_sets(equation);
  const auto is_set = [&](const std::string& name) {
    const auto packed = without_spaces(name);
    return std::ranges::any_of(
        sets, [&](const std::string& set) { return set == packed || set.starts_with(packed + "(") || set.starts_with(packed + "_"); });
  };
  const auto refuse = [&](auto& values, auto name_of) {
    std::erase_if(values, [&](const auto& entry) {
      if (std::ranges::none_of(entry.second.data, is_absent) || is_set(name_of(entry.first))) return false;
      diagnostics.push_back({Severity::error,
                             "value-shape",
                             fmt::format("the lists of {} have different lengths", name_of(entry.first)),
                             {},
                             "only a family of sets may be given so",
                             {},
                             {}});
      return true;
    });
  };
  refuse(given.symbols, [&](SymbolId id) { return equation.symbols[id].latex; });
  refuse(given.texts, [](const std::string& text) { return text; });
  refuse(given.stems, [](const std::string& text) { return text; });
}

}  // namespace

Given match_values(const Equation& equation, const EvaluationOptions& options, Diagnostics& diagnostics) {
  Given given;
  const auto texts = known_texts(equation);
  for (const auto& [name, value] : options.values) {
    const auto names = canonical_names(name);
    const auto found = match(equation, names, texts);
    if (found.symbol)
      given.symbols[*found.symbol] = value;
    else if (!found.text.empty())
      given.texts[found.text] = value;
    else if (!found.stem.empty())
      given.stems[found.stem] = value;
    else if (!is_start(equation, options, names))
      diagnostics.push_back({Severity::warning,
                             "undefined-symbol",
                             fmt::format("{} does not occur in the equation; its value is not used", name),
                             {},
                             "write the name as the equation prints it",
                             {},
                             {}});
  }
  for (const auto& [name, firsts] : options.index_from)
    for (const auto& canonical_name : canonical_names(name)) given.index_from[without_spaces(canonical_name)] = firsts;
  find_families(equation, given);
  find_call_families(equation, given);
  refuse_ragged(equation, given, diagnostics);
  return given;
}

std::vector<ValueShape> shapes_of(const Given& given) {
  std::vector<ValueShape> shapes;
  for (const auto& [symbol, value] : given.symbols) shapes.push_back({symbol, value.extents});
  return shapes;
}

}  // namespace eqlens
