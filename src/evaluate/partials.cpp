// The derivatives that the catalogue writes as LaTeX, read once by our own resolver and made into terms.

#include <map>

#include "evaluate/gradient.hpp"
#include "evaluate/products.hpp"
#include "evaluate/structural.hpp"
#include "expression/equation.hpp"

namespace eqlens {

namespace {

const Equation& read_partial(std::string_view text) {
  thread_local std::map<std::string_view, Equation> read;
  auto found = read.find(text);
  if (found == read.end()) found = read.emplace(text, resolve(text)).first;
  return found->second;
}

class PartialTerms {
 public:
  PartialTerms(Algebra& algebra, const Equation& equation, std::span<const Term> arguments)
      : algebra_(algebra), equation_(equation), arguments_(arguments) {}

  Term term(ExpressionId id) {
    const auto& arena = equation_.arena;
    const auto& expression = arena[id];
    switch (expression.kind) {
      case ExpressionKind::number: return algebra_.number(expression.number);
      case ExpressionKind::symbol: return symbol(expression.symbol);
      case ExpressionKind::apply: return apply(*expression.operation, arena.children(id));
      case ExpressionKind::relation: return relation(id);
      case ExpressionKind::index:
      case ExpressionKind::reduce:
      case ExpressionKind::cases:
      case ExpressionKind::unknown: break;
    }
    return {};
  }

 private:
  Term symbol(SymbolId id) {
    const auto& symbol = equation_.symbols[id];
    if (symbol.latex == "x" || symbol.latex == "a") return arguments_[0];
    if (symbol.latex == "b" && arguments_.size() > 1) return arguments_[1];
    return symbol.kind == SymbolKind::constant ? algebra_.number(symbol.value) : Term{};
  }

  Term relation(ExpressionId id) {
    const auto children = equation_.arena.children(id);
    const bool chain = equation_.arena[children[0]].kind == ExpressionKind::relation;
    const auto left = term(chain ? equation_.arena.child(children[0], 1) : children[0]);
    const auto holds = related(algebra_, equation_.arena[id].operation->name, left, term(children[1]));
    return chain ? algebra_.map("elementwise product", term(children[0]), holds) : holds;
  }

  Term apply(const Operation& operation, std::span<const ExpressionId> children) {
    std::vector<Term> terms;
    for (const auto child : children) {
      terms.push_back(term(child));
      if (!terms.back()) return {};
    }
    // Everything here is element by element, so juxtaposition scales.
    if (operation.name == "product" || operation.name == "times" || operation.name == "dot product")
      return algebra_.map("elementwise product", terms[0], terms[1]);
    if (operation.scalar2 != nullptr && terms.size() == 2) return algebra_.map(operation, terms[0], terms[1]);
    if (operation.scalar != nullptr && terms.size() == 1) return algebra_.map(operation, terms[0]);
    if (operation.name == "maximum" && terms.size() > 1) return largest_of(algebra_, Reduction::maximum, terms);
    if (operation.name == "minimum" && terms.size() > 1) return largest_of(algebra_, Reduction::minimum, terms);
    return operation.name == "indicator" ? terms[0] : Term{};
  }

  Algebra& algebra_;
  const Equation& equation_;
  std::span<const Term> arguments_;
};

}  // namespace

Term partial(Algebra& algebra, const Operation& operation, std::size_t k, std::span<const Term> arguments) {
  if (k >= operation.partials.size()) return {};
  const auto& equation = read_partial(operation.partials[k]);
  if (equation.statements.empty() || equation.statements.front().value == none) return {};
  return PartialTerms(algebra, equation, arguments).term(equation.statements.front().value);
}

}  // namespace eqlens
