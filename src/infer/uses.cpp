#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/text.hpp"
#include "infer/inferrer.hpp"
#include "infer/letters.hpp"

namespace eqlens {

using namespace std::string_view_literals;

// W of `dW_t` says nothing: a change of anything may be a number.
bool is_capital(const Symbol& symbol) {
  const bool letter = symbol.nucleus.size() == 1 && symbol.nucleus[0] >= 'A' && symbol.nucleus[0] <= 'Z';
  // The mean of a row, `\overline{L_{i\cdot}}`, is none either.
  return letter && !symbol.accent.starts_with("\\mathrm{d}") && symbol.label.find("\\cdot") == std::string::npos;
}

bool is_capital_greek(const Symbol& symbol) {
  return symbol.nucleus.size() > 2 && symbol.nucleus[0] == '\\' && symbol.nucleus[1] >= 'A' && symbol.nucleus[1] <= 'Z';
}

// Letters that are numbers even beside a matrix: rates, weights, counts.
bool is_scale(const Symbol& symbol) {
  constexpr std::array greek = {"\\alpha"sv,      "\\beta"sv,  "\\gamma"sv, "\\lambda"sv, "\\eta"sv,   "\\epsilon"sv,
                                "\\varepsilon"sv, "\\tau"sv,   "\\rho"sv,   "\\zeta"sv,   "\\kappa"sv, "\\delta"sv,
                                "\\nu"sv,         "\\omega"sv, "\\pi"sv,    "\\Delta"sv};
  if (symbol.face == Face::bold) return false;
  const std::string_view letter = symbol.nucleus;
  if (letter.size() == 1) return "ctnmkdijNT"sv.find(letter[0]) != std::string_view::npos;
  return std::find(greek.begin(), greek.end(), letter) != greek.end();
}

bool gained(const Symbol& symbol) {
  const bool letter = symbol.nucleus == "R"sv || symbol.nucleus == "G"sv || symbol.nucleus == "Q"sv || symbol.nucleus == "V"sv;
  return letter && symbol.face == Face::italic && symbol.step != none;
}

bool counts_layers(const Symbol& symbol) { return symbol.step != none && !symbol.upper.empty() && symbol.label.empty(); }

// Capitals that map vectors to vectors wherever they stand before one.
bool maps(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"W", "U", "V", "A", "B", "H", "R"};
  return letters.count(symbol.nucleus) > 0;
}

namespace {

// Whether a bold letter is printed plain where it stands: x_i beside `\mathbf{x}`.
bool printed_plain(std::string_view text, std::string_view nucleus) {
  while (text.size() > 1 && text.front() == '{' && text.back() == '}') text = text.substr(1, text.size() - 2);
  // Scripts may stand behind it: `w_i^*`.
  return text.starts_with(nucleus) && (text.size() == nucleus.size() || !is_letter(text[nucleus.size()]));
}

}  // namespace

void Inferrer::collect_uses() {
  const auto& arena = equation_.arena;
  uses_.resize(equation_.symbols.size());
  const auto mark = [&](ExpressionId id, auto member) {
    if (id == none || arena[id].kind != ExpressionKind::symbol) return;
    uses_[arena[id].symbol].*member = true;
  };
  const auto capital = [&](ExpressionId id) {
    if (arena.applies(id, "transpose") || arena.applies(id, "inverse")) return true;
    if (arena[id].kind != ExpressionKind::symbol) return false;
    const Symbol& symbol = equation_.symbols[arena[id].symbol];
    return (is_capital(symbol) || is_capital_greek(symbol)) && !is_scale(symbol);
  };
  // Bottom up: what is made of matrices and vectors by operations that keep their shape.
  std::vector<bool> arrays(arena.size(), false);
  std::vector<ExpressionId> first_factors(arena.size());
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const auto children = arena.children(id);
    if (arena[id].kind == ExpressionKind::symbol) {
      const Symbol& symbol = equation_.symbols[arena[id].symbol];
      arrays[id] = (capital(id) && !gained(symbol)) || symbol.face == Face::bold;
    }
    if (arena[id].kind == ExpressionKind::index) arrays[id] = matrix_entry(id);
    first_factors[id] = arena.applies(id, "product") ? first_factors[children[0]] : id;
    if (arena[id].kind != ExpressionKind::apply || children.empty() || children[0] == none) continue;
    const ShapeRule rule = arena[id].operation->shape;
    const bool keeps = rule == ShapeRule::same || rule == ShapeRule::scores || rule == ShapeRule::transpose || rule == ShapeRule::square ||
                       rule == ShapeRule::power;
    const bool combines = rule == ShapeRule::elementwise || rule == ShapeRule::product;
    const bool joins = (rule == ShapeRule::concatenate || rule == ShapeRule::stack) && children.size() > 1;
    const bool largest = rule == ShapeRule::reduce_last && children.size() > 1;
    if (joins || rule == ShapeRule::transpose)
      arrays[id] = true;
    else if (row_meets_column(id, first_factors[id]))
      continue;
    else if (largest)
      arrays[id] = std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return child != none && arrays[child]; });
    else
      arrays[id] = keeps ? arrays[children[0]] : combines && (arrays[children[0]] || (children.back() != none && arrays[children.back()]));
  }
  // The variables of a mixed derivative are numbers.
  std::vector<bool> mixed(arena.size(), false);
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena.applies(id, "partial derivative") && arena.applies(arena.child(id, 0), "partial derivative"))
      mixed[id] = mixed[arena.child(id, 0)] = true;
  const auto array_like = [&](ExpressionId id) { return arrays[id]; };
  std::vector<bool> is_base(arena.size(), false);
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const Expression& expression = arena[id];
    if (expression.kind == ExpressionKind::index) {
      const ExpressionId base = arena.child(id, 0);
      is_base[base] = true;
      if (arena[base].kind == ExpressionKind::symbol && !equation_.symbols[arena[base].symbol].apart) {
        Uses& use = uses_[arena[base].symbol];
        use.indices = std::max<std::size_t>(use.indices, expression.child_count - 1);
        const Symbol& symbol = equation_.symbols[arena[base].symbol];
        use.indexed_in_bold = use.indexed_in_bold || (symbol.face == Face::bold && !printed_plain(equation_.text(base), symbol.nucleus));
      }
    }
    if (expression.kind == ExpressionKind::reduce)
      for (const Range& range : arena.ranges(id)) {
        mark(range.upper, &Uses::divides);
        mark(range.lower, &Uses::divides);
      }
    if (expression.kind == ExpressionKind::relation) {
      mark_ordered(id);
      mark_event(id);
    }
    if (expression.kind != ExpressionKind::apply) continue;
    const auto children = arena.children(id);
    const auto& name = expression.operation->name;
    const auto letter = [&](ExpressionId child) {
      return arena[child].kind == ExpressionKind::symbol && !is_scale(equation_.symbols[arena[child].symbol]);
    };
    if (name == "transpose"sv) {
      mark(children[0], &Uses::transposed);
      if (!arena.applies(children[0], "product")) mark_normed_entries(children[0]);
    }
    if (name == "inverse"sv) mark(children[0], &Uses::inverted);
    if (name == "norm"sv) mark(children[0], &Uses::normed);
    if (name == "softmax"sv || name == "log-softmax"sv || name == "log-sum-exp"sv) mark(children[0], &Uses::softmaxed);
    if (name == "elementwise product"sv) {
      for (const ExpressionId child : children) {
        const ExpressionId term = first_term(child);
        // A rate above a root stays a number, and so does one before a star.
        const bool star = !expression.sign.empty() && equation_.text(expression.sign, expression.source) == "*"sv;
        const bool one_letter = arena[term].kind == ExpressionKind::symbol && equation_.symbols[arena[term].symbol].nucleus.size() == 1;
        if (star ? letter(term) && one_letter : term == child || letter(term)) mark(term, &Uses::elementwise);
      }
    }
    if ((name == "gradient"sv || name == "partial derivative"sv) && children.size() > 1 && !mixed[id])
      mark(children[1], &Uses::differentiated);
    if (name == "division"sv) mark(children[1], &Uses::divides);
    if (name == "power"sv) mark(children[1], &Uses::divides);
    if (name == "power"sv && matrix_power(id)) mark(children[0], &Uses::inverted);
    const auto bare_lower = [&](ExpressionId child) {
      if (arena[child].kind != ExpressionKind::symbol) return false;
      const Symbol& symbol = equation_.symbols[arena[child].symbol];
      // a, b and c are numbers to most readers; the letters of vectors are not.
      const bool number_letter = symbol.nucleus == "a"sv || symbol.nucleus == "b"sv || symbol.nucleus == "c"sv;
      return symbol.nucleus.size() == 1 && !is_capital(symbol) && symbol.label.empty() && !number_letter;
    };
    if (name == "dot product"sv && bare_lower(children[0]) && bare_lower(children[1])) {
      mark(children[0], &Uses::dotted);
      mark(children[1], &Uses::dotted);
    }
    if (name == "product"sv || name == "dot product"sv || name == "times"sv) {
      ExpressionId left = children[0];
      // The factor that stands next to the right one in `A B x`.
      const ExpressionId neighbour = arena.applies(left, "product") ? arena.child(left, 1) : left;
      if (capital(neighbour)) mark(children[1], &Uses::beside_matrix);
      if (capital(children[1])) mark(neighbour, &Uses::beside_matrix);
      const bool map = letter(neighbour) && maps(equation_.symbols[arena[neighbour].symbol]);
      if (map) mark_vectors(children[1]);
      if (map && arena[children[1]].kind == ExpressionKind::index) mark(neighbour, &Uses::beside_array);
      // `w_k^\top x`, `\delta x^\top`: rows meet columns.
      if (arena.applies(neighbour, "transpose") && bare_lower(children[1])) mark(children[1], &Uses::dotted);
      if (arena.applies(neighbour, "transpose") && arena[children[1]].kind == ExpressionKind::index) mark_normed_entries(children[1]);
      if (arena.applies(children[1], "transpose") && bare_lower(arena.child(children[1], 0)) &&
          arena[neighbour].kind == ExpressionKind::symbol && equation_.symbols[arena[neighbour].symbol].nucleus == "\\delta"sv)
        mark(neighbour, &Uses::dotted);
      if (array_like(neighbour) || letter(neighbour)) mark(children[1], &Uses::beside_array);
      if (array_like(children[1]) || letter(children[1])) mark(neighbour, &Uses::beside_array);
      mark(children[1], &Uses::multiplied);
      mark(neighbour, &Uses::multiplied);
    }
    if (name == "plus"sv || name == "minus"sv) {
      for (const std::size_t side : {0U, 1U}) {
        if (arena.applies(children[1 - side], "elementwise product")) mark(children[side], &Uses::elementwise);
        if (!arrays[children[1 - side]]) continue;
        mark(children[side], &Uses::added_to_array);
        // The last term of a left sum is the one that stands beside the sign.
        if (side == 0 && arena.applies(children[0], "plus")) mark(arena.child(children[0], 1), &Uses::added_to_array);
      }
    }
    if (name == "norm"sv) mark_normed_entries(children[0]);
  }
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena[id].kind == ExpressionKind::symbol && !is_base[id]) uses_[arena[id].symbol].bare = true;
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena.applies(id, "call")) use_as_parameters(id);
}

// `f(u)` where `f(x) = w^\top x`: u is used as x is.
void Inferrer::use_as_parameters(ExpressionId call) {
  const auto& arena = equation_.arena;
  const ExpressionId function = arena.child(call, 0);
  const Statement* definition = arena[function].kind == ExpressionKind::symbol ? equation_.definition_of(arena[function].symbol) : nullptr;
  auto given = arguments_of(call);
  given.erase(given.begin());
  if (definition == nullptr || definition->parameters.size() != given.size()) return;
  for (std::size_t n = 0; n < given.size(); ++n) {
    if (given[n] == none) continue;
    const Uses& parameter = uses_[definition->parameters[n]];
    const bool vector = parameter.transposed || parameter.normed || parameter.softmaxed || parameter.dotted || parameter.beside_matrix;
    if (arena[given[n]].kind == ExpressionKind::symbol) {
      Uses& argument = uses_[arena[given[n]].symbol];
      argument.transposed = argument.transposed || parameter.transposed;
      argument.normed = argument.normed || parameter.normed;
      argument.softmaxed = argument.softmaxed || parameter.softmaxed;
      argument.dotted = argument.dotted || parameter.dotted;
      argument.beside_matrix = argument.beside_matrix || parameter.beside_matrix;
      argument.elementwise = argument.elementwise || parameter.elementwise;
    } else if (vector) {
      mark_normed_entries(given[n]);
    }
  }
}

// `W_i^Q`, `\mathbf{W}_i`: entries that are matrices themselves.
bool Inferrer::matrix_entry(ExpressionId id) const {
  const ExpressionId base = equation_.arena.child(id, 0);
  if (equation_.arena[base].kind != ExpressionKind::symbol) return false;
  const Symbol& symbol = equation_.symbols[equation_.arena[base].symbol];
  return is_capital(symbol) && (symbol.face == Face::bold || (symbol.nucleus == "W"sv && !symbol.upper.empty()));
}

// `x^\top W x`, `w^\top x`: a number, whatever stands in between.
bool Inferrer::row_meets_column(ExpressionId id, ExpressionId first) const {
  const auto& arena = equation_.arena;
  if (!arena.applies(id, "product")) return false;
  const auto lower = [&](ExpressionId part) {
    if (arena[part].kind == ExpressionKind::index) part = arena.child(part, 0);
    if (arena[part].kind != ExpressionKind::symbol) return false;
    const Symbol& symbol = equation_.symbols[arena[part].symbol];
    return !is_capital(symbol) && !is_capital_greek(symbol) && !(symbol.face == Face::bold && symbol.nucleus == "I"sv);
  };
  return arena.applies(first, "transpose") && lower(arena.child(first, 0)) && lower(arena.child(id, 1));
}

// The symbol that a compound value takes its shape from: x of `\frac{x - \mu}{\sigma}`.
ExpressionId Inferrer::first_term(ExpressionId id) const {
  const auto& arena = equation_.arena;
  while (arena.applies(id, "division") || arena.applies(id, "minus")) id = arena.child(id, 0);
  return id;
}

// `\Sigma^{-1}`, `\tilde{D}^{-1/2}`: covariances and degrees are matrices where a negative power is taken.
bool Inferrer::matrix_power(ExpressionId id) const {
  const auto& arena = equation_.arena;
  const ExpressionId base = arena.child(id, 0), exponent = arena.child(id, 1);
  if (arena[base].kind != ExpressionKind::symbol) return false;
  const Symbol& symbol = equation_.symbols[arena[base].symbol];
  const bool negative =
      arena.applies(exponent, "negative") || (arena.applies(exponent, "division") && arena.applies(arena.child(exponent, 0), "negative"));
  return negative &&
         (symbol.nucleus == "D"sv || symbol.nucleus == "\\Sigma"sv || symbol.nucleus == "\\Lambda"sv || symbol.nucleus == "\\Omega"sv);
}

// `|y| \le L - M`: what a size is compared with is a number. All entries of a matrix may be above 0, which says nothing.
void Inferrer::mark_ordered(ExpressionId id) {
  const auto& arena = equation_.arena;
  const auto& name = arena[id].operation->name;
  if (name != "is less than"sv && name != "is greater than"sv && name != "is at most"sv && name != "is at least"sv) return;
  const auto children = arena.children(id);
  const auto is_size = [&](ExpressionId side) {
    const ExpressionId last = arena[side].kind == ExpressionKind::relation ? arena.child(side, 1) : side;
    return arena.applies(last, "absolute value") || arena.applies(last, "size of a set") || arena.applies(last, "norm");
  };
  if (children.size() != 2 || children[0] == none || children[1] == none || (!is_size(children[0]) && !is_size(children[1]))) return;
  std::vector<ExpressionId> open(children.begin(), children.end());
  while (!open.empty()) {
    const ExpressionId side = open.back();
    open.pop_back();
    if (arena[side].kind == ExpressionKind::symbol) uses_[arena[side].symbol].divides = true;
    if (arena.applies(side, "plus") || arena.applies(side, "minus") || arena[side].kind == ExpressionKind::relation)
      open.insert(open.end(), arena.children(side).begin(), arena.children(side).end());
  }
}

// `P(\mathbf{x}_i = k)`: what takes a number as its value is one.
void Inferrer::mark_event(ExpressionId id) {
  const auto& arena = equation_.arena;
  const auto children = arena.children(id);
  if (arena[id].operation->name != "equals"sv || children.size() != 2 || children[0] == none || children[1] == none) return;
  ExpressionId taken = children[0];
  const bool indexed = arena[taken].kind == ExpressionKind::index;
  if (indexed) taken = arena.child(taken, 0);
  const SymbolId array = head_of(taken), value = head_of(children[1]);
  if (array == none || equation_.symbols[array].face != Face::bold || (!indexed && equation_.symbols[array].label.empty())) return;
  const bool small = value != none && equation_.symbols[value].face == Face::italic && equation_.symbols[value].nucleus.size() == 1 &&
                     equation_.symbols[value].label.empty() && !is_capital(equation_.symbols[value]) &&
                     equation_.symbols[value].nucleus != equation_.symbols[array].nucleus;
  if (small || (indexed && arena[children[1]].kind == ExpressionKind::number)) numbers_asked_.insert(array);
}

// What a matrix multiplies is a vector, also the parts of a list and the entries of a family.
void Inferrer::mark_vectors(ExpressionId id) {
  const auto& arena = equation_.arena;
  if (id == none) return;
  if (arena[id].kind == ExpressionKind::index) mark_normed_entries(id);
  if (arena[id].kind != ExpressionKind::apply) return;
  const ShapeRule rule = arena[id].operation->shape;
  if (rule != ShapeRule::concatenate && rule != ShapeRule::stack) return;
  for (const ExpressionId part : arena.children(id))
    if (part != none && arena[part].kind == ExpressionKind::symbol) uses_[arena[part].symbol].beside_matrix = true;
}

// `\|x_i\|`, `\|x_i - x_j\|`: the entries are vectors themselves.
void Inferrer::mark_normed_entries(ExpressionId id) {
  const auto& arena = equation_.arena;
  std::vector<ExpressionId> parts{id};
  if (arena.applies(id, "minus") || arena.applies(id, "plus")) parts.assign(arena.children(id).begin(), arena.children(id).end());
  for (const ExpressionId part : parts) {
    if (part == none) continue;
    if (arena[part].kind == ExpressionKind::symbol) uses_[arena[part].symbol].normed = true;
    if (arena[part].kind == ExpressionKind::index && arena[arena.child(part, 0)].kind == ExpressionKind::symbol)
      uses_[arena[arena.child(part, 0)].symbol].entries_normed = true;
  }
}

// An occurrence of a counter belongs to the innermost operator that binds it.
void Inferrer::collect_scopes() {
  const auto& arena = equation_.arena;
  scopes_.assign(arena.size(), none);
  for (ExpressionId reduce_id = 0; reduce_id < arena.size(); ++reduce_id) {
    if (arena[reduce_id].kind != ExpressionKind::reduce) continue;
    std::vector<ExpressionId> open(arena.children(reduce_id).begin(), arena.children(reduce_id).end());
    for (const Range& range : arena.ranges(reduce_id))
      if (range.condition != none) open.push_back(range.condition);
    while (!open.empty()) {
      const ExpressionId id = open.back();
      open.pop_back();
      if (id == none) continue;
      if (arena[id].kind == ExpressionKind::symbol && scopes_[id] == none)
        for (const Range& range : arena.ranges(reduce_id))
          if (range.symbol == arena[id].symbol) scopes_[id] = reduce_id;
      open.insert(open.end(), arena.children(id).begin(), arena.children(id).end());
      if (arena[id].kind == ExpressionKind::reduce)
        for (const Range& range : arena.ranges(id))
          for (const ExpressionId end : {range.lower, range.upper, range.condition})
            if (end != none) open.push_back(end);
    }
  }
}

}  // namespace eqlens
