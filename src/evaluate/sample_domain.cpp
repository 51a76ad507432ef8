// Where the values of a symbol or a call lie: what facts say, what its role says, what the operations around it ask for.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "evaluate/sample.hpp"
#include "evaluate/stated.hpp"
#include "expression/drawn.hpp"

namespace eqlens {

namespace {

/// The symbol below indices and scalings: x of `x_i`.
SymbolId head(const Arena& arena, ExpressionId id) {
  while (arena[id].kind == ExpressionKind::index) id = arena.child(id, 0);
  return arena[id].kind == ExpressionKind::symbol ? arena[id].symbol : none;
}

const char* word(Domain domain) {
  switch (domain) {
    case Domain::real: return "";
    case Domain::positive:
    case Domain::nonnegative:
    case Domain::nonzero: return "positive";
    case Domain::at_least_one: return "at least one";
    case Domain::unit:
    case Domain::probability: return "probability";
  }
  return "";
}

/// "usually 0.9" of a meaning that says so; a learning rate's is 0.1, a step that can be followed by hand.
std::string usual_value(const SymbolEntry& entry) {
  if (!entry.shape.axes.empty()) return {};
  if (const auto at = entry.meaning.find(usually); at != std::string::npos) {
    const auto number = entry.meaning.substr(at + usually.size());
    if (std::strtod(number.c_str(), nullptr) != 0)
      return std::string(usually) + number.substr(0, number.find_first_not_of("0123456789.e-"));
  }
  return entry.meaning == "the learning rate" ? std::string(usually) + "0.1" : std::string();
}

bool occurs(const Arena& arena, ExpressionId id, auto&& matches) {
  if (id == none) return false;
  if (matches(id)) return true;
  const auto children = arena.children(id);
  return std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return occurs(arena, child, matches); });
}

/// Whether a symbol is a share of a whole, as both are in `\sum_i p_i \log \frac{p_i}{q_i}`: an entry of it is weighed by, or stands
/// inside, the logarithm of a sum over all entries. `1 - y_i` makes it the probability of one of two outcomes.
bool is_distribution(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::reduce || arena[id].operation->name != "sum" || arena.ranges(id).size() != 1) continue;
    const auto& range = arena.ranges(id)[0];
    if (range.symbol == none || range.condition != none) continue;
    const auto entry = [&](ExpressionId at) {
      if (arena[at].kind != ExpressionKind::index || arena[at].child_count != 2 || head(arena, at) != symbol) return false;
      const auto index = arena.child(at, 1);
      return index != none && arena[index].kind == ExpressionKind::symbol && arena[index].symbol == range.symbol;
    };
    const auto weighed = [&](ExpressionId at) {
      if (!arena.applies(at, "product") && !arena.applies(at, "dot product")) return false;
      const auto weight = arena.child(at, 0);
      const auto logarithm = arena.child(at, 1);
      const bool logs = arena.applies(logarithm, "logarithm") || arena.applies(logarithm, "logarithm to a base");
      const bool by_entry = arena[weight].kind == ExpressionKind::index;
      return logs && by_entry && (entry(weight) || occurs(arena, logarithm, entry));
    };
    const auto complement = [&](ExpressionId at) { return arena.applies(at, "minus") && entry(arena.child(at, 1)); };
    const auto body = arena.child(id, 0);
    if (occurs(arena, body, weighed) && !occurs(arena, body, complement)) return true;
  }
  return false;
}

}  // namespace

namespace {

/// Whether a symbol's entries are places in another array, as in `w_{y_i}`.
bool is_place(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index) continue;
    const auto children = arena.children(id);
    if (std::any_of(children.begin() + 1, children.end(), [&](ExpressionId at) { return at != none && head(arena, at) == symbol; }))
      return true;
  }
  return false;
}

/// Whether a letter, or a tuple that it stands in, is looked for in a set that has a name: `(u, v) \in E`.
bool is_looked_for(const Equation& equation, ExpressionId relation, SymbolId symbol) {
  const auto& arena = equation.arena;
  const auto is_letter = [&](ExpressionId at) {
    return at != none && arena[at].kind == ExpressionKind::symbol && arena[at].symbol == symbol;
  };
  const auto first = arena.child(relation, 0), set = arena.child(relation, 1);
  if (arena[relation].source != 0 || arena[set].kind != ExpressionKind::symbol ||
      equation.symbols[arena[set].symbol].kind == SymbolKind::constant)
    return false;
  if (is_letter(first)) return true;
  if (!arena.applies(first, "list") && !arena.applies(first, "row") && !arena.applies(first, "concatenation")) return false;
  const auto parts = arena.children(first);
  return std::any_of(parts.begin(), parts.end(), is_letter);
}

/// Whether a symbol's entries are compared with an index, `k = y_i`, or looked for in a set.
bool is_compared(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  const auto entry = [&](ExpressionId at) { return at != none && head(arena, at) == symbol; };
  const auto index = [&](ExpressionId at) {
    return at != none && arena[at].kind == ExpressionKind::symbol && equation.symbols[arena[at].symbol].kind == SymbolKind::index;
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const auto children = arena.children(id);
    if (arena[id].kind != ExpressionKind::relation || children.size() != 2) continue;
    const auto& name = arena[id].operation->name;
    if (name == "is in" && is_looked_for(equation, id, symbol)) return true;
    if (name != "equals" && name != "is not") continue;
    const bool both = entry(children[0]) && entry(children[1]) && arena[children[0]].kind == ExpressionKind::index;
    if (both || (entry(children[0]) && index(children[1])) || (entry(children[1]) && index(children[0]))) return true;
  }
  return false;
}

}  // namespace

namespace {

/// Whether a square matrix is raised to a real power, as a degree matrix in `D^{-1/2} A D^{-1/2}`.
bool has_real_power(const Analysis& analysis, SymbolId symbol) {
  const auto& arena = analysis.equation.arena;
  const auto& shapes = analysis.shapes.symbols;
  if (symbol >= shapes.size() || !shapes[symbol].known || shapes[symbol].rank() != 2) return false;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "power") || head(arena, arena.child(id, 0)) != symbol) continue;
    auto exponent = arena.child(id, 1);
    if (arena.applies(exponent, "negative")) exponent = arena.child(exponent, 0);
    const auto number = number_of(arena, exponent);
    if (arena.applies(exponent, "division") || (number && *number != std::floor(*number))) return true;
  }
  return false;
}

/// A matrix that is called a covariance; of one axis or none, its positive numbers.
bool is_covariance(const Analysis& analysis, SymbolId symbol, const SymbolEntry& entry) {
  if (analysis.equation.symbols[symbol].kind == SymbolKind::function) return false;
  const bool definite = entry.meaning.find("positive definite") != std::string::npos && entry.shape.known && entry.shape.axes.size() == 2;
  return definite || entry.meaning.find("covariance") != std::string::npos;
}

}  // namespace

namespace {

/// Whether two expressions are the same but for one letter, which the other has where the first is printed.
bool alike(const Arena& arena, ExpressionId a, ExpressionId b, SymbolId first, SymbolId other, bool& met) {
  if (a == none || b == none) return a == b;
  const auto &left = arena[a], &right = arena[b];
  if (left.kind != right.kind || left.operation != right.operation || left.child_count != right.child_count) return false;
  if (left.kind == ExpressionKind::symbol) {
    met = met || left.symbol == first;
    return right.symbol == (left.symbol == first ? other : left.symbol);
  }
  if (left.kind == ExpressionKind::number && left.number != right.number) return false;
  for (std::size_t k = 0; k < left.child_count; ++k)
    if (!alike(arena, arena.child(a, k), arena.child(b, k), first, other, met)) return false;
  return true;
}

/// The places that a letter can have which stands where a sum over all of them has its index: c of `u_c / \sum_{j=0}^{9} u_j`.
std::string places_of_index(const Equation& equation, SymbolId symbol) {
  constexpr std::size_t most_places = 12;
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::reduce || arena.ranges(id).size() != 1) continue;
    const auto& range = arena.ranges(id)[0];
    if (range.symbol == none || range.symbol == symbol || range.lower == none || range.upper == none) continue;
    const auto low = number_of(arena, range.lower), high = number_of(arena, range.upper);
    const auto body = arena.child(id, 0);
    if (!low || !high || !occurs(arena, body, [&](ExpressionId at) { return arena[at].kind != ExpressionKind::number; })) continue;
    for (ExpressionId at = 0; at < arena.size(); ++at) {
      bool met = false;
      if (at == body || arena[at].source != arena[body].source || !alike(arena, body, at, range.symbol, symbol, met) || !met) continue;
      std::vector<double> places;
      for (auto place = *low; place <= *high && places.size() < most_places; ++place) places.push_back(place);
      return places.empty() ? std::string() : one_of(places);
    }
  }
  return {};
}

/// Whether a letter that counts, as i or k do, is printed in a subscript: `w_k`, `A_{2k}`.
bool labels(const Equation& equation, SymbolId symbol) {
  const auto& own = equation.symbols[symbol];
  if (own.latex.size() != 1 || std::string_view("ijklmnt").find(own.latex[0]) == std::string_view::npos) return false;
  // Alone among numbers and commas: k of `2k`, not of `mask`.
  const auto is_part = [](char c) { return c == '\\' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (const auto& other : equation.symbols)
    for (auto at = other.label.find(own.latex); at != std::string::npos; at = other.label.find(own.latex, at + 1))
      if (!(at > 0 && is_part(other.label[at - 1])) && !(at + 1 < other.label.size() && is_part(other.label[at + 1]))) return true;
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::index) continue;
    for (const auto at : arena.children(id).subspan(1))
      if (at != none && equation.reads(at, symbol)) return true;
  }
  return false;
}

/// Whether a letter that counts is divided by this one: d of `2i/d`.
bool divides_counter(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "division") || head(arena, arena.child(id, 1)) != symbol) continue;
    const auto counter = [&](ExpressionId at) { return arena[at].kind == ExpressionKind::symbol && labels(equation, arena[at].symbol); };
    const auto top = arena.child(id, 0);
    if (counter(top) || (arena.applies(top, "product") && (counter(arena.child(top, 0)) || counter(arena.child(top, 1))))) return true;
  }
  return false;
}

/// Whether a letter is added to numbers that count, and the whole is rounded down: the height before a convolution.
bool counted_in_floor(const Analysis& analysis, SymbolId symbol) {
  const auto& arena = analysis.equation.arena;
  const auto counts = [&](ExpressionId at) {
    if (arena[at].kind != ExpressionKind::symbol || arena[at].symbol == symbol) return false;
    const auto* entry = analysis.roles.find(arena[at].symbol);
    return entry != nullptr && entry->domain == "count";
  };
  const auto itself = [&](ExpressionId at) { return arena[at].kind == ExpressionKind::symbol && arena[at].symbol == symbol; };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "floor") && !arena.applies(id, "ceiling")) continue;
    const auto sums = [&](ExpressionId at) {
      return (arena.applies(at, "plus") || arena.applies(at, "minus")) && occurs(arena, at, itself) && occurs(arena, at, counts);
    };
    if (occurs(arena, arena.child(id, 0), sums)) return true;
  }
  return false;
}

}  // namespace

std::string domain_of(const Analysis& analysis, SymbolId symbol) {
  const auto& equation = analysis.equation;
  const auto& arena = equation.arena;
  const auto* entry = analysis.roles.find(symbol);
  const auto stated = stated_of(equation, [&](ExpressionId id) { return head(arena, id) == symbol; });
  if (equation.symbols[symbol].kind == SymbolKind::index) {
    if (auto whole = whole_domain_by(stated); !whole.empty()) return whole;
    if (auto places = places_of_index(equation, symbol); !places.empty()) return places;
  } else {
    if (has_real_power(analysis, symbol)) return "definite";
    if (is_place(equation, symbol)) return "label";
    const bool one_hot = entry != nullptr && entry->domain == "one-hot";
    if (!stated.members.empty() && !one_hot) return one_of(stated.members);
    if (is_compared(equation, symbol)) return "label";
    const bool counts = entry != nullptr && entry->domain == "count";
    if (auto by_facts = counts                               ? whole_domain_by(stated)
                        : one_hot && !stated.members.empty() ? std::string()
                                                             : domain_by(stated);
        !by_facts.empty())
      return by_facts;
  }
  if (entry != nullptr) {
    if (auto usual = usual_value(*entry); !usual.empty()) return usual;
    if (is_covariance(analysis, symbol, *entry)) return "covariance";
  }
  if (entry != nullptr && entry->shape.axes.empty() && equation.symbols[symbol].kind == SymbolKind::variable &&
      (entry->domain.empty() || entry->domain == "real")) {
    if (auto places = places_of_index(equation, symbol); !places.empty()) return places;
    if (labels(equation, symbol) || counted_in_floor(analysis, symbol) || divides_counter(equation, symbol)) return "count";
  }
  if (!stated.whole.empty() && (entry == nullptr || entry->domain.empty() || entry->domain == "real" || entry->domain == "positive"))
    return one_of(stated.whole);
  if ((entry == nullptr || entry->domain != "one-hot") && is_distribution(equation, symbol)) return "simplex";
  if (entry != nullptr && !entry->domain.empty() && entry->domain != "real") return entry->domain;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].operation == nullptr || arena[id].kind != ExpressionKind::apply) continue;
    const auto children = arena.children(id);
    for (std::size_t k = 0; k < children.size(); ++k) {
      if (children[k] == none || head(arena, children[k]) != symbol) continue;
      const auto& domains = arena[id].operation->domains;
      if (k < domains.size() && *word(domains[k]) != '\0') return word(domains[k]);
      const auto& name = arena[id].operation->name;
      if (name == "logarithm" || name == "square root" || (name == "division" && k == 1)) return "positive";
    }
  }
  return "real";
}

std::string domain_of_call(const Analysis& analysis, ExpressionId call) {
  const auto& equation = analysis.equation;
  const auto& arena = equation.arena;
  const auto packed = [&](ExpressionId id) {
    auto text = equation.canonical(id);
    std::erase_if(text, [](char c) { return c == ' ' || c == '{' || c == '}'; });
    return text;
  };
  const auto text = packed(call);
  if (auto stated = domain_by(stated_of(equation, [&](ExpressionId id) { return packed(id) == text; })); !stated.empty()) return stated;
  if (arena[call].child_count == 0 || arena[arena.child(call, 0)].kind != ExpressionKind::symbol) return "real";
  const auto function = arena[arena.child(call, 0)].symbol;
  return names_probability(equation.symbols[function].nucleus) ? "probability" : domain_of(analysis, function);
}

}  // namespace eqlens
