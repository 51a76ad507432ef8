#include "role/role_rules.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "role/conventions.hpp"

namespace eqlens {

namespace {

struct Question {
  const Equation& equation;
  const Shapes& shapes;
  SymbolId id;
  const Places& places;
  const Symbol& symbol;
};

bool trained_letter(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"\\theta", "\\Theta", "\\phi", "\\psi", "w", "W"};
  return letters.count(symbol.nucleus) > 0;
}

bool frozen(const Symbol& symbol) {
  for (const std::string_view mark : {"old", "ref", "target", "targ", "ema", "prev"})
    if (symbol.label.find(mark) != std::string::npos || symbol.upper.find(mark) != std::string::npos) return true;
  return symbol.upper == "-";
}

bool capital(const Symbol& symbol) { return symbol.nucleus.size() == 1 && symbol.nucleus[0] >= 'A' && symbol.nucleus[0] <= 'Z'; }

// Matrices that are data even where they stand like weights.
bool data_matrix(const Question& q) {
  const Symbol& symbol = q.symbol;
  static const std::set<std::string, std::less<>> letters = {"X", "A",       "L",        "D", "P", "K", "Q", "S",
                                                             "H", "\\Sigma", "\\Lambda", "I", "V", "Z", "Y"};
  return letters.count(symbol.nucleus) > 0 || !symbol.accent.empty();
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
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::constant; }, Role::constant, "", "real", "always the same"},
    RoleRule{[](const Question& q) { return q.places.updated && q.places.defined && !frozen(q.symbol) && q.places.descends; },
             Role::learned, "the parameters that this step moves", "real", "the line gives it a new value in place of the old one"},
    RoleRule{[](const Question& q) { return q.places.defined; }, Role::output, "", "real", "it stands left of the equals sign"},
    RoleRule{[](const Question& q) { return q.places.fixed_by_fact && !trained_letter(q.symbol) && q.symbol.stem.empty(); }, Role::constant, "", "real", "its value is given"},
    RoleRule{[](const Question& q) { return q.places.fixed_by_fact && q.symbol.step == none && q.symbol.nucleus[0] == '\\' && !trained_letter(q.symbol); }, Role::constant, "", "rate", "its value is given"},
    RoleRule{[](const Question& q) { return q.places.drawn; }, Role::input, "", "real", "it is drawn from a distribution"},
    RoleRule{[](const Question& q) { return (q.places.descends || q.places.differentiated) && !frozen(q.symbol); }, Role::learned, "the parameters that training moves", "real", "a gradient step moves it"},
    RoleRule{[](const Question& q) { return q.symbol.kind == SymbolKind::function; }, Role::operation, "", "real", "it is called"},
    RoleRule{[](const Question& q) { return q.places.scales_standardised && q.symbol.nucleus == "\\gamma"; }, Role::learned, "a learned scale, one for each feature", "real", "it multiplies a standardised quantity"},
    RoleRule{[](const Question& q) { return q.places.shifts_standardised; }, Role::learned, "a learned shift, one for each feature", "real", "it is added to a standardised quantity"},
    RoleRule{[](const Question& q) { return number(q) && q.places.beside_root && (q.symbol.nucleus == "\\epsilon" || q.symbol.nucleus == "\\varepsilon"); }, Role::constant, "a small number that keeps the division safe", "stability", "a small term beside a root in a denominator"},
    RoleRule{[](const Question& q) { return number(q) && q.places.scales_gradient; }, Role::constant, "the learning rate", "rate", "it multiplies the gradient"},
    RoleRule{[](const Question& q) { return number(q) && q.places.divides_in_softmax && q.symbol.kind == SymbolKind::variable && q.symbol.label.empty(); }, Role::constant, "the temperature", "positive", "it divides the scores inside the exponential"},
    RoleRule{[](const Question& q) { return number(q) && q.places.complements && !q.places.parameter_of_call && q.symbol.nucleus[0] == '\\'; }, Role::constant, "a mixing weight", "rate", "it and one minus it weigh two terms"},
    RoleRule{[](const Question& q) { return number(q) && q.shapes.sizes.find(q.symbol.latex).has_value(); }, Role::constant, "a size", "count", "a shape is measured with it"},
    RoleRule{[](const Question& q) { return number(q) && q.places.limit && q.symbol.kind == SymbolKind::variable; }, Role::constant, "a count", "count", "a sum runs up to it"},
    RoleRule{[](const Question& q) { return frozen(q.symbol) && trained_letter(q.symbol); }, Role::constant, "parameters that are held fixed", "real", "its label says that it is not trained here"},
    RoleRule{[](const Question& q) { return q.places.multiplies_as_weight && capital(q.symbol) && !data_matrix(q) && !q.places.defined_by_fact; }, Role::learned, "a weight matrix", "real", "a matrix that multiplies a vector"},
    RoleRule{[](const Question& q) { return !number(q) && q.symbol.stem != "" && q.symbol.step != none && !trained_letter(q.symbol); }, Role::input, "", "real", "it is read at a step"},
};
// clang-format on

}  // namespace

RoleRuling rule_role(const Equation& equation, const Shapes& shapes, SymbolId id, const Places& places) {
  const Question question{equation, shapes, id, places, equation.symbols[id]};
  const Convention* convention = convention_for({&equation, &shapes, id});
  for (const RoleFact& fact : equation.role_facts)
    if (fact.symbol == id) {
      const Role role = fact.role == "operation"  ? Role::operation
                        : fact.role == "learned"  ? Role::learned
                        : fact.role == "constant" ? Role::constant
                                                  : Role::input;
      return {role,
              fact.meaning,
              role == Role::constant ? "positive" : "real",
              {From::declared, equation.text(fact.span, fact.source) + " " + fact.meaning}};
    }
  for (const RoleRule& rule : rules) {
    if (!rule.test(question)) continue;
    RoleRuling ruling{rule.role, std::string(rule.meaning), std::string(rule.domain), {From::structure, std::string(rule.reason)}};
    if (rule.role == Role::output) ruling.evidence.from = From::equation;
    // The habit of the letter still says what it is, where it agrees on the role.
    if (convention &&
        (ruling.meaning.empty() || ruling.meaning == "a size" || ruling.meaning == "a count" ||
         (!convention->label.empty() && convention->role == rule.role)) &&
        (convention->role == rule.role || rule.role == Role::output || rule.role == Role::input)) {
      ruling.meaning = convention->meaning;
      if (ruling.domain == "real") ruling.domain = convention->domain;
    }
    return ruling;
  }
  if (convention)
    return {convention->role, std::string(convention->meaning), std::string(convention->domain), {From::convention, "by convention"}};
  return {Role::input, "", "real", {From::nothing, "nothing in the text says what it is"}};
}

}  // namespace eqlens
