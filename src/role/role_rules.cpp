#include "role/role_rules.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "role/conventions.hpp"
#include "role/role.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

struct Question {
  const Equation& equation;
  const Shapes& shapes;
  SymbolId id;
  const SymbolPlaces& places;
  const Symbol& symbol;
};

bool trained_letter(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"\\theta", "\\Theta", "\\phi", "\\psi", "w", "W"};
  return letters.count(symbol.nucleus) > 0;
}

// P of `\arg\min_{P} \|R - P Q\|`: a matrix that the line looks for.
bool looked_for_matrix(const Question& q) {
  const bool capital = q.symbol.nucleus.size() == 1 && q.symbol.nucleus[0] >= 'A' && q.symbol.nucleus[0] <= 'Z';
  return (capital || q.symbol.face == Face::bold) && q.shapes.symbols[q.id].known && !q.shapes.symbols[q.id].axes.empty();
}

bool frozen(const Symbol& symbol) {
  for (const std::string_view mark : frozen_marks)
    if (symbol.label.find(mark) != std::string::npos || symbol.upper.find(mark) != std::string::npos) return true;
  return symbol.upper == "-"sv;
}

bool greek(const Symbol& symbol) { return symbol.nucleus[0] == '\\'; }

// `\rho_{t:h}`
bool spans_steps(const Symbol& symbol) { return greek(symbol) && symbol.label.find(':') != std::string::npos; }

// Capitals, and the small letters that stand for counts.
bool counts(const Symbol& symbol) {
  return symbol.nucleus.size() == 1 &&
         (symbol.nucleus[0] <= 'Z' || std::string_view("nmkdhp").find(symbol.nucleus[0]) != std::string_view::npos);
}

// `b^{(l)}`
bool counts_layers(const Symbol& symbol) { return symbol.step != none && symbol.upper.find('(') != std::string::npos; }

bool primed(const Symbol& symbol) { return !symbol.upper.empty() && symbol.upper.find_first_not_of('\'') == std::string::npos; }

// x, y and their like stay what is given, wherever they stand.
bool given_nucleus(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"x", "y", "z", "s", "a", "h", "u", "v", "X", "Y", "Z", "D"};
  return letters.count(symbol.nucleus) > 0;
}

// What weights are multiplied with: x of `x^\top w + b`.
bool given_to(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"x", "y", "z", "s", "h", "X"};
  return letters.count(symbol.nucleus) > 0;
}

bool given_letter(const Symbol& symbol) { return given_nucleus(symbol) && (symbol.label.empty() || symbol.step != none); }

// `q_\phi`: the letter below a function names its parameters.
bool labels_function(const Question& q) {
  return std::any_of(q.equation.symbols.begin(), q.equation.symbols.end(),
                     [&](const Symbol& other) { return other.kind == SymbolKind::function && other.label == q.symbol.latex; });
}

// z of `m_z(i - j)`, which the formula of m_z reads.
bool labels_definition(const Question& q) {
  return std::any_of(q.equation.statements.begin(), q.equation.statements.end(), [&](const Statement& made) {
    return !made.parameters.empty() && made.defines.size() == 1 && q.equation.symbols[made.defines[0]].label == q.symbol.latex &&
           std::find(made.parameters.begin(), made.parameters.end(), q.id) == made.parameters.end() && q.equation.reads(made.value, q.id);
  });
}

// A letter that the field trains in company such as this: beta beside Omega, a bias beside W.
bool by_habit_learned(const Question& q) {
  const Convention* habit = convention_for({&q.equation, &q.shapes, q.id, &q.places});
  return habit && habit->role == Role::learned && q.symbol.face == Face::bold;
}

bool end_label(const Symbol& symbol) {
  for (const std::string_view word : {"max", "min", "warmup", "total"})
    if (symbol.label.find(word) != std::string::npos) return true;
  return false;
}

bool mixing_letter(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> others = {"\\pi", "\\mu", "\\sigma", "\\phi", "\\psi", "\\xi", "\\theta"};
  return greek(symbol) && !others.count(symbol.nucleus);
}

// Words that name what is set by hand: `\text{stride}`, `warmup\_steps`, `\text{batch\_size}`.
bool setting_word(const Symbol& symbol) {
  if (symbol.nucleus.size() < 2 || symbol.nucleus[0] == '\\') return false;
  std::string word;
  for (const char c : symbol.nucleus)
    if (c != '\\') word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  static constexpr std::array words = {
      "size",    "steps",       "stride",   "padding",      "dilation",  "groups",    "rate",    "decay",  "momentum",
      "dropout", "temperature", "temp",     "margin",       "threshold", "warmup",    "epochs",  "dim",    "depth",
      "width",   "eps",         "epsilon",  "scale_factor", "smooth",    "smoothing", "max_len", "lr_max", "lr_min",
      "n_heads", "num_heads",   "capacity", "patience",     "lambda",    "alpha",     "beta",    "gamma",  "lr"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view end) {
    return word == end || word.ends_with("_" + std::string(end)) || (word.starts_with(std::string(end) + "_") && end != "rate"sv);
  });
}

bool capital(const Symbol& symbol) { return symbol.nucleus.size() == 1 && symbol.nucleus[0] >= 'A' && symbol.nucleus[0] <= 'Z'; }

// Matrices that are data even where they stand like weights.
bool data_matrix(const Question& q) {
  const Symbol& symbol = q.symbol;
  static const std::set<std::string, std::less<>> letters = {"X", "A", "L",       "D",        "P", "K", "Q",
                                                             "S", "H", "\\Sigma", "\\Lambda", "I", "Z", "Y"};
  const Setting setting{&q.equation, &q.shapes, q.id, &q.places};
  if (symbol.nucleus == "V"sv) return setting.has("Q") || setting.has("K") || setting.has("\\Sigma") || setting.has("\\Lambda");
  return letters.count(symbol.nucleus) > 0 || !symbol.accent.empty();
}

// `\phi_0`, `\theta_{21}`
bool numbered_parameter(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"\\theta", "\\phi", "\\psi"};
  const std::string& label = symbol.label;
  return letters.count(symbol.nucleus) > 0 && symbol.accent.empty() && !label.empty() &&
         label.find_first_not_of("{}0123456789") == std::string::npos;
}

// V_{t+n-1} where the line defines V_{t+n}, Q_k where it defines Q_{k+1}: a table of values that the line reads and makes anew.
bool earlier_estimate(const Question& q) {
  if (q.places.defined || q.places.defined_by_fact || q.symbol.label.empty()) return false;
  // A word names a function of a family: `\operatorname{He}_{n-1}` is no estimate.
  if (q.symbol.nucleus.size() > 1 && q.symbol.nucleus[0] != '\\') return false;
  const bool counted = q.symbol.label.find_first_of("+-") != std::string::npos;
  return std::any_of(q.equation.statements.begin(), q.equation.statements.end(), [&](const Statement& statement) {
    return statement.source == 0 && std::any_of(statement.defines.begin(), statement.defines.end(), [&](SymbolId id) {
             const Symbol& made = q.equation.symbols[id];
             const bool earlier = made.step != none && made.step == q.symbol.step && made.offset > q.symbol.offset;
             return made.kind == SymbolKind::function && made.nucleus == q.symbol.nucleus && made.upper == q.symbol.upper &&
                    made.label != q.symbol.label && !made.label.empty() && made.face == q.symbol.face && (counted || earlier);
           });
  });
}

// R of `f(v) = \cosh(v / R)`: a letter of a function's formula that is none of its arguments.
bool set_beside_arguments(const Question& q) {
  static const std::set<std::string, std::less<>> others = {"x", "y", "z", "s", "a", "r", "h", "u", "v", "Z", "Y", "X", "D"};
  if (q.places.parameter_of_call || q.places.defined || others.count(q.symbol.nucleus) || !q.symbol.accent.empty() ||
      q.symbol.step != none || !q.symbol.label.empty())
    return false;
  return std::any_of(q.equation.statements.begin(), q.equation.statements.end(),
                     [](const Statement& statement) { return statement.source == 0 && !statement.parameters.empty(); });
}

// p of `n - p`: what is taken from a count is one.
bool beside_size(const Question& q) {
  const Arena& arena = q.equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "minus") || arena[arena.child(id, 1)].kind != ExpressionKind::symbol) continue;
    const ExpressionId from = arena.child(id, 0);
    if (arena[arena.child(id, 1)].symbol == q.id && arena[from].kind == ExpressionKind::symbol &&
        q.shapes.sizes.find(q.equation.symbols[arena[from].symbol].latex))
      return true;
  }
  return false;
}

// A of `a \in A(s)` and `|A(s)|`; \phi of `i \in \phi(U)` beside `\phi(x)` is a function like any other.
bool only_gives_sets(const Question& q) {
  const Arena& arena = q.equation.arena;
  std::set<std::string> members;
  std::vector<ExpressionId> values;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    for (const Range& range : arena.ranges(id))
      if (range.set != none) members.insert(q.equation.text(range.set));
    if (arena.applies(id, "call") && arena[arena.child(id, 0)].kind == ExpressionKind::symbol && arena[arena.child(id, 0)].symbol == q.id)
      values.push_back(id);
  }
  return std::all_of(values.begin(), values.end(), [&](ExpressionId id) { return members.count(q.equation.text(id)) > 0; });
}

bool number(const Question& q) { return q.shapes.symbols[q.id].scalar(); }

struct RoleRule {
  bool (*test)(const Question&);
  Role role;
  std::string_view meaning;
  std::string_view domain;
  std::string_view reason;
};

// clang-format off
constexpr std::array rules = {
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::constant && q.symbol.nucleus == "I"sv; }, Role::constant, "the identity", "real", "always the same"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::constant; }, Role::constant, "", "real", "always the same"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::index && q.symbol.nucleus[0] >= 'a' && q.symbol.nucleus[0] <= 'z' && !q.places.limit && !q.places.in_limit && !q.places.defined; }, Role::input, "", "count", "it counts"},
    RoleRule{[](const Question& q) { return q.places.updated && q.places.defined && !frozen(q.symbol) && q.places.descends; },
             Role::learned, "the parameters that this step moves", "real", "the line gives it a new value in place of the old one"},
    RoleRule{[](const Question& q) { return q.places.defined && ((q.places.updated && q.places.reads_itself) || q.places.descends) && trained_letter(q.symbol) && !frozen(q.symbol) && q.symbol.accent.empty() && !primed(q.symbol); },
             Role::learned, "the parameters that this step moves", "real", "the line gives it a new value in place of the old one"},
    RoleRule{[](const Question& q) { return q.places.numbered && q.symbol.label.empty() && q.symbol.upper.empty() && !q.places.updated && (greek(q.symbol) || !q.symbol.nucleus.empty()) && q.symbol.step == none && q.symbol.accent.empty(); }, Role::constant, "", "positive", "the line gives its value"},
    RoleRule{[](const Question& q) { return q.places.defined; }, Role::output, "", "real", "it stands left of the equals sign"},
    RoleRule{[](const Question& q) { return repeated_by(q.equation, q.id) != none; }, Role::output, "", "real", "a row of the line makes it, step by step"},
    RoleRule{[](const Question& q) { return q.places.fixed_by_fact && !trained_letter(q.symbol) && q.symbol.stem.empty(); }, Role::constant, "", "real", "its value is given"},
    RoleRule{[](const Question& q) { return q.places.fixed_by_fact && q.symbol.step == none && q.symbol.nucleus[0] == '\\' && !trained_letter(q.symbol); }, Role::constant, "", "rate", "its value is given"},
    RoleRule{[](const Question& q) { return q.places.listed_by_fact && !trained_letter(q.symbol); }, Role::constant, "", "real", "its members are given"},
    RoleRule{[](const Question& q) { return q.places.flag; }, Role::input, "a flag, 0 or 1", "probability", "it is declared to be 0 or 1"},
    RoleRule{[](const Question& q) { return q.places.drawn; }, Role::input, "", "real", "it is drawn from a distribution"},
    RoleRule{[](const Question& q) { return q.places.distribution && q.symbol.kind == SymbolKind::variable && q.symbol.face == Face::script && q.symbol.nucleus.size() == 1; }, Role::input, "a set of data", "real", "examples are drawn from it"},
    RoleRule{[](const Question& q) { return q.places.distribution && q.symbol.kind == SymbolKind::variable; }, Role::operation, "a distribution", "real", "a value is drawn from it"},
    RoleRule{[](const Question& q) { return number(q) && q.places.norm_order && q.symbol.nucleus.size() == 1 && q.symbol.face == Face::italic && q.symbol.kind == SymbolKind::variable; }, Role::constant, "the order of a norm", "positive", "it says which norm is taken"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::variable && spans_steps(q.symbol) && !trained_letter(q.symbol); }, Role::input, "", "real", "it is worked out over several steps"},
    RoleRule{[](const Question& q) { return (q.places.descends || (q.places.differentiated && !given_nucleus(q.symbol))) && !frozen(q.symbol); }, Role::learned, "the parameters that training moves", "real", "a gradient step moves it"},
    RoleRule{[](const Question& q) { return q.places.computed_by_fact && q.symbol.kind != SymbolKind::function && !trained_letter(q.symbol); }, Role::input, "", "real", "it is worked out from others"},
    RoleRule{[](const Question& q) { return q.places.neighbours && q.symbol.kind == SymbolKind::function; }, Role::input, "a set of neighbours", "real", "a sum runs over it"},
    RoleRule{[](const Question& q) { return q.places.ranged_set && q.symbol.kind == SymbolKind::function; }, Role::input, "a set", "real", "a sum runs over it"},
    RoleRule{[](const Question& q) { return q.places.gives_set && q.symbol.kind == SymbolKind::function && only_gives_sets(q); }, Role::operation, "gives a set", "real", "a sum runs over what it gives"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::function && earlier_estimate(q); }, Role::input, "the estimate before", "real", "the line makes a later one of the same name"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::function; }, Role::operation, "", "real", "it is called"},
    RoleRule{[](const Question& q) { return number(q) && q.places.only_parameter && !q.places.behind_semicolon && !q.places.conditioned && !trained_letter(q.symbol); }, Role::input, "", "real", "it is the argument of what is defined"},
    RoleRule{[](const Question& q) { return q.places.scales_standardised && q.symbol.nucleus == "\\gamma"sv; }, Role::learned, "a learned scale, one for each feature, 1 at the start", "real", "it multiplies a standardised quantity"},
    RoleRule{[](const Question& q) { return q.places.scale_beside_shift && q.symbol.kind == SymbolKind::variable && q.symbol.nucleus != "\\sigma"sv; }, Role::learned, "a learned scale, one for each feature, 1 at the start", "real", "it multiplies a standardised quantity, and a shift is added"},
    RoleRule{[](const Question& q) { return q.places.shifts_standardised; }, Role::learned, "a learned shift, one for each feature, 0 at the start", "real", "it is added to a standardised quantity"},
    RoleRule{[](const Question& q) { return number(q) && q.places.beside_root && !q.places.below_root && (q.symbol.nucleus == "\\epsilon"sv || q.symbol.nucleus == "\\varepsilon"sv); }, Role::constant, "a small number that keeps the division safe, usually 1e-8", "stability", "a small term beside a root in a denominator"},
    RoleRule{[](const Question& q) { return number(q) && q.places.beside_root && (q.symbol.nucleus == "\\epsilon"sv || q.symbol.nucleus == "\\varepsilon"sv); }, Role::constant, "a small number that keeps the division safe, usually 1e-5", "stability", "a small term beside a root in a denominator"},
    RoleRule{[](const Question& q) { return number(q) && q.places.behind_semicolon && !given_letter(q.symbol) && !(trained_letter(q.symbol) && q.symbol.nucleus != "\\phi"sv); }, Role::constant, "", "real", "it stands behind the semicolon, among what is set beforehand"},
    RoleRule{[](const Question& q) { return q.places.random_argument && !q.places.conditioned && !q.places.behind_semicolon && !given_letter(q.symbol) && q.symbol.nucleus == "\\theta"sv && q.symbol.label.empty(); }, Role::input, "", "real", "a distribution is over it"},
    RoleRule{[](const Question& q) { return trained_letter(q.symbol) && !frozen(q.symbol) && q.symbol.label.empty() && labels_function(q); }, Role::learned, "the parameters", "real", "a function carries it as its parameters"},
    RoleRule{[](const Question& q) { return number(q) && q.places.threshold && greek(q.symbol); }, Role::constant, "the threshold", "positive", "sizes below it give 0"},
    RoleRule{[](const Question& q) { return number(q) && greek(q.symbol) && labels_definition(q); }, Role::constant, "a setting of a function", "real", "a function carries it as its label, and is made with it"},
    RoleRule{[](const Question& q) { return number(q) && !capital(q.symbol) && !q.places.limit && labels_definition(q); }, Role::learned, "the parameter of a function", "real", "a function carries it as its label, and is made with it"},
    RoleRule{[](const Question& q) { return q.places.minimised && (trained_letter(q.symbol) || q.symbol.nucleus == "b"sv || q.symbol.nucleus == "\\beta"sv || looked_for_matrix(q)); }, Role::learned, "", "real", "the line looks for its best value"},
    RoleRule{[](const Question& q) { return q.places.noise && !q.places.beside_root && (q.symbol.nucleus == "\\epsilon"sv || q.symbol.nucleus == "\\varepsilon"sv || q.symbol.nucleus == "\\xi"sv); }, Role::input, "noise", "real", "a spread multiplies it"},
    RoleRule{[](const Question& q) { return number(q) && q.places.decays && (greek(q.symbol) || q.symbol.nucleus == "m"sv) && q.symbol.step == none; }, Role::constant, "the share of the old value that stays", "rate", "it multiplies the old value"},
    RoleRule{[](const Question& q) { return number(q) && q.symbol.kind == SymbolKind::variable && end_label(q.symbol); }, Role::constant, "", "positive", "its label marks an end that is set"},
    RoleRule{[](const Question& q) { return q.places.slides && q.symbol.step == none && q.symbol.label != "t"sv; }, Role::learned, "the kernel that slides along the input", "real", "it is read at the same places for every output"},
    RoleRule{[](const Question& q) { return q.places.scores && q.symbol.kind == SymbolKind::variable; }, Role::learned, "a learned vector that turns features into a score", "real", "its product with a hidden layer is taken"},
    RoleRule{[](const Question& q) { return q.places.added_to_weighted && (q.symbol.step == none || counts_layers(q.symbol)) && (q.symbol.nucleus == "b"sv || q.symbol.nucleus == "c"sv) && !q.places.defined_by_fact; }, Role::learned, "a bias", "real", "it is added to a weighted sum"},
    RoleRule{[](const Question& q) { return q.places.beside_bias && q.symbol.kind == SymbolKind::variable && q.symbol.step == none && !given_to(q.symbol) && !q.places.defined_by_fact; }, Role::learned, "the weights", "real", "a bias is added to its product with what goes in"},
    RoleRule{[](const Question& q) { return number(q) && q.places.margin && (greek(q.symbol) || q.symbol.nucleus == "m"sv); }, Role::constant, "the margin", "positive", "it is added to a gap that counts only above 0"},
    RoleRule{[](const Question& q) { return q.places.weighs_surprise && q.symbol.nucleus == "w"sv; }, Role::constant, "the weight of each class", "positive", "it weighs the terms of a loss"},
    RoleRule{[](const Question& q) { return number(q) && q.places.clip_range; }, Role::constant, "the clip range", "rate", "the ends of a clip lie that far from 1"},
    RoleRule{[](const Question& q) { return number(q) && q.places.scales_sign && greek(q.symbol); }, Role::constant, "the size of the step", "rate", "it multiplies a sign"},
    RoleRule{[](const Question& q) { return number(q) && q.places.scales_gradient; }, Role::constant, "the learning rate", "rate", "it multiplies the gradient"},
    RoleRule{[](const Question& q) { return number(q) && q.places.divides_in_softmax && q.symbol.kind == SymbolKind::variable && q.symbol.label.empty(); }, Role::constant, "the temperature", "positive", "it divides the scores inside the exponential"},
    RoleRule{[](const Question& q) { return q.shapes.symbols[q.id].known && q.shapes.symbols[q.id].axes.size() <= 1 && q.symbol.face != Face::bold && q.places.complements && q.places.weighs_rest && !q.places.parameter_of_call && mixing_letter(q.symbol); }, Role::constant, "a mixing weight", "rate", "it and one minus it weigh two terms"},
    RoleRule{[](const Question& q) { return number(q) && q.symbol.kind == SymbolKind::variable && q.places.divides && set_beside_arguments(q); }, Role::constant, "", "positive", "it is none of the arguments, and what they make is divided by it"},
    RoleRule{[](const Question& q) { return number(q) && q.shapes.sizes.find(q.symbol.latex).has_value(); }, Role::constant, "a size", "count", "a shape is measured with it"},
    RoleRule{[](const Question& q) { return number(q) && q.places.limit && q.symbol.kind == SymbolKind::variable; }, Role::constant, "a count", "count", "a sum runs up to it"},
    RoleRule{[](const Question& q) { return number(q) && q.places.in_limit && q.symbol.kind == SymbolKind::variable && q.symbol.step == none; }, Role::constant, "a count", "count", "it says where a sum begins or ends"},
    RoleRule{[](const Question& q) { return number(q) && q.places.whole && q.symbol.kind == SymbolKind::variable && q.symbol.step == none && counts(q.symbol); }, Role::constant, "a count", "count", "it is declared to be a whole number"},
    RoleRule{[](const Question& q) { return number(q) && q.symbol.kind == SymbolKind::variable && q.symbol.step == none && q.symbol.nucleus.size() == 1 && counts(q.symbol) && beside_size(q); }, Role::constant, "a count", "count", "it is taken from a count"},
    RoleRule{[](const Question& q) { return number(q) && q.places.bounded && q.symbol.kind == SymbolKind::variable && q.symbol.step == none && (greek(q.symbol) || q.symbol.nucleus == "p"sv) && !trained_letter(q.symbol); }, Role::constant, "", "positive", "a fact says within which bounds it is chosen"},
    RoleRule{[](const Question& q) { return number(q) && numbered_parameter(q.symbol); }, Role::learned, "a parameter", "real", "one of several parameters, told apart by numbers"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::variable && setting_word(q.symbol); }, Role::constant, "", "positive", "its name is that of a setting"},
    RoleRule{[](const Question& q) { return primed(q.symbol) && trained_letter(q.symbol); }, Role::input, "", "real", "a primed copy is worked out before"},
    RoleRule{[](const Question& q) { return frozen(q.symbol) && trained_letter(q.symbol); }, Role::constant, "parameters that are held fixed", "real", "its label says that it is not trained here"},
    RoleRule{[](const Question& q) { return q.places.multiplies_as_weight && capital(q.symbol) && (!data_matrix(q) || (q.places.maps_input && q.symbol.nucleus == "A"sv)) && !q.places.defined_by_fact; }, Role::learned, "a weight matrix", "real", "a matrix that multiplies a vector"},
    RoleRule{[](const Question& q) { return trained_letter(q.symbol) && q.symbol.label == "t"sv && !q.symbol.upper.empty() && !primed(q.symbol) && q.symbol.upper[0] != '('; }, Role::input, "", "real", "it is read at a step"},
    RoleRule{[](const Question& q) { return !number(q) && q.symbol.stem != ""sv && q.symbol.step != none && !trained_letter(q.symbol) && !by_habit_learned(q); }, Role::input, "", "real", "it is read at a step"},
};
// clang-format on

}  // namespace

RoleRuling rule_role(const Equation& equation, const Shapes& shapes, SymbolId id, const SymbolPlaces& places) {
  const Question question{equation, shapes, id, places, equation.symbols[id]};
  const Setting setting{&equation, &shapes, id, &places};
  const Convention* convention = convention_for(setting);
  const bool speaks = convention != nullptr && !contradicted(*convention, setting);
  const RoleFact* told = nullptr;
  for (const RoleFact& fact : equation.role_facts)
    if (fact.symbol == id && (told == nullptr || told->role.empty())) told = &fact;
  const bool one_hot = told && (told->meaning.find("one-hot") != std::string::npos || told->meaning.find("one hot") != std::string::npos);
  const auto said = [&](Role role) {
    // Other words for a spread leave it positive.
    const bool spread = speaks && convention->role == role && convention->domain == "positive"sv;
    const std::string domain = role == Role::constant || spread ? "positive" : one_hot ? "one-hot" : "real";
    return RoleRuling{role, told->meaning, domain, {From::declared, equation.text(told->span, told->source) + " " + told->meaning}};
  };
  // What the line itself defines comes out of it, whatever else is said of it.
  if (told && !told->role.empty() && (!places.defined || told->role == "learned"sv)) {
    RoleRuling ruling = said(told->role == "operation"sv  ? Role::operation
                             : told->role == "learned"sv  ? Role::learned
                             : told->role == "constant"sv ? Role::constant
                                                          : Role::input);
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const RoleRule& each) { return each.test(question); });
    const bool told_twice = places.fixed_by_fact || places.computed_by_fact || places.listed_by_fact;
    if (!told_twice && rule != rules.end() && rule->role != ruling.role && (rule->role == Role::learned || ruling.role == Role::learned))
      ruling.disagrees = "as " + std::string(name(rule->role)) + ": " + std::string(rule->reason);
    return ruling;
  }
  for (const RoleRule& rule : rules) {
    if (!rule.test(question)) continue;
    RoleRuling ruling{rule.role, std::string(rule.meaning), std::string(rule.domain), {From::structure, std::string(rule.reason)}};
    if (rule.role == Role::output) ruling.evidence.from = From::equation;
    // The habit of the letter still says what it is, where it agrees on the role.
    if (speaks &&
        (ruling.meaning.empty() || ruling.meaning == "a size"sv || ruling.meaning == "a count"sv ||
         (!convention->label.empty() && convention->role == rule.role)) &&
        (convention->role == rule.role || rule.role == Role::output || rule.role == Role::input)) {
      ruling.meaning = convention->meaning;
      if (ruling.domain == "real"sv) ruling.domain = convention->domain;
    }
    // What the line works out is neither its input nor what it aims at, whatever its letter usually means.
    const bool given = ruling.meaning.starts_with("the input") || ruling.meaning == "the target"sv;
    if (rule.role == Role::output) {
      auto defined = meaning_of_definition(equation, id);
      if (given || ruling.meaning.empty() || defined.strong) ruling.meaning = std::move(defined.words);
    }
    if (ruling.meaning.empty()) ruling.meaning = meaning_of_place(equation, id, places);
    if (told) ruling.meaning = told->meaning;
    if (rule.role == Role::output && ruling.meaning.empty()) ruling.meaning = outermost_form(equation, shapes, id);
    if (one_hot) ruling.domain = "one-hot";
    return ruling;
  }
  if (told) return said(convention ? convention->role : Role::input);
  if (convention) {
    std::string meaning = speaks ? std::string(convention->meaning) : meaning_of_place(equation, id, places);
    const bool count = convention->domain == "count"sv && !speaks;
    return {convention->role, std::move(meaning), count ? "real" : std::string(convention->domain), {From::convention, "by convention"}};
  }
  return {Role::input, meaning_of_place(equation, id, places), "real", {From::nothing, "nothing in the text says what it is"}};
}

}  // namespace eqlens
