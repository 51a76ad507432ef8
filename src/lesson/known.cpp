#include "lesson/known.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"

namespace eqlens {

namespace {

// A book states thousands of facts; a display is told at most so many.
constexpr std::size_t most_facts = 64;

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a nucleus (`Q`, `\beta`, `Attention`) occurs in the math, and not as a part of a longer word or command.
bool mentions(std::string_view math, std::string_view nucleus) {
  if (nucleus.empty()) return false;
  const bool lone_letter = nucleus.size() == 1;
  for (auto at = math.find(nucleus); at != std::string_view::npos; at = math.find(nucleus, at + 1)) {
    const auto after = at + nucleus.size();
    const bool goes_on = after < math.size() && is_letter(math[after]) && is_letter(nucleus.back());
    auto word = at;
    while (word > 0 && is_letter(math[word - 1])) --word;
    const bool inside_command = nucleus.front() != '\\' && word > 0 && math[word - 1] == '\\';
    if (inside_command || (!lone_letter && goes_on)) continue;
    return true;
  }
  return false;
}

bool is_value(const Equation& equation, const Statement& statement) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const auto& expression = arena[id];
    const bool variable = expression.kind == ExpressionKind::symbol && equation.symbols[expression.symbol].kind != SymbolKind::constant;
    const bool inside = expression.source == statement.source && statement.span.contains(expression.span);
    const auto is_name = [&](ExpressionId side) { return arena[side].span.contains(expression.span); };
    if (variable && inside && !statement.sides.empty() && !is_name(statement.sides.front())) return false;
  }
  return true;
}

std::vector<std::string> printed_axes(const Axes& axes, const Sizes& sizes) {
  std::vector<std::string> printed;
  printed.reserve(axes.size());
  for (const auto& axis : axes) printed.push_back(sizes.print(sizes.resolve(axis)));
  return printed;
}

std::vector<std::vector<std::string>> axes_of_values(const std::string& text, const std::vector<std::string>& names,
                                                     const std::string& macros) {
  const auto analysis = analyse(text, {{}, macros});
  std::vector<std::vector<std::string>> axes;
  for (const auto& name : names) {
    const auto symbol = analysis.equation.find_symbol(name);
    axes.push_back(symbol ? printed_axes(analysis.shapes.symbols[*symbol].axes, analysis.shapes.sizes) : std::vector<std::string>{});
  }
  return axes;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void Known::add(std::vector<Fact>& facts, Fact fact) {
  for (auto& older : facts)
    if (older.shape == fact.shape &&
        std::all_of(older.names.begin(), older.names.end(), [&](const std::string& name) { return contains(fact.names, name); }))
      older.names.clear();
  std::erase_if(facts, [&](const Fact& older) { return older.names.empty() || older.text == fact.text; });
  facts.push_back(std::move(fact));
}

std::shared_ptr<const Untold> Known::untold(std::string_view math) {
  if (math != last_math_ || !last_) {
    auto parsed = parse_math(math, macros_);
    auto equation = resolve(parsed, math, {}, macros_);
    last_ = std::make_shared<const Untold>(Untold{std::move(parsed), std::move(equation)});
    last_math_ = math;
  }
  return last_;
}

void Known::learn(std::string_view math, As as) {
  const auto alone = untold(math);
  const auto& equation = alone->equation;
  if (has_errors(equation.diagnostics)) return;
  for (const auto& statement : equation.statements) {
    if (statement.source != 0) continue;
    Fact fact;
    fact.text = equation.text(statement.span, 0);
    const auto name = [&](SymbolId symbol) {
      fact.names.push_back(equation.symbols[symbol].latex);
      fact.nuclei.push_back(equation.symbols[symbol].nucleus);
    };
    for (const auto symbol : statement.defines) name(symbol);
    for (const auto& shape : equation.shape_facts) {
      if (shape.source != 0 || !statement.span.contains(shape.span)) continue;
      name(shape.symbol);
      fact.shape = true;
      fact.axes.push_back(printed_axes(shape.axes, equation.sizes));
    }
    const bool definition = statement.kind == StatementKind::definition;
    // `0 < u < 2` is about the symbols that stand alone in it.
    const bool bound = statement.kind == StatementKind::fact && fact.names.empty() && as != As::mention;
    for (const auto side : statement.sides)
      if (bound && equation.arena[side].kind == ExpressionKind::symbol) {
        // A name of its own, so that it drives out no definition of the symbol.
        name(equation.arena[side].symbol);
        fact.names.back() += " (domain)";
      }
    // What a page on softmax defines is known already, for arguments of every size.
    if (statement.entry_of_call &&
        std::all_of(fact.nuclei.begin(), fact.nuclei.end(), [](const std::string& word) { return find_operation(word) != nullptr; }))
      continue;
    if (fact.names.empty() || (!fact.shape && as == As::mention)) continue;
    if (!fact.shape && !definition && statement.kind != StatementKind::distribution && statement.kind != StatementKind::fact) continue;
    // The result of a worked example, `y = 4`, says nothing new of a y that a formula defines.
    fact.formula = definition && !fact.shape && !is_value(equation, statement);
    const auto has_formula = [&](const Fact& older) { return older.formula && older.names == fact.names; };
    if (as == As::definition && definition && !fact.formula && std::any_of(lasting_.begin(), lasting_.end(), has_formula)) continue;
    const bool value = as == As::binding && !fact.shape && !bound;
    if (value) fact.axes = axes_of_values(fact.text, fact.names, macros_);
    add(value ? bindings_ : lasting_, std::move(fact));
  }
}

void Known::learn_meaning(const std::string& math, const std::string& meaning, bool explains) {
  // Only words that speak of training or of setting by hand give a role: "a distribution" or "the number of" is said of inputs as well.
  constexpr std::string_view tellers[] = {"learn", "train",       "parameter", "constant", "fixed", "frozen",
                                          "hyper", "temperature", "step size", "by hand",  "rate",  "coefficient"};
  const auto tells = [&meaning](std::string_view word) { return meaning.find(word) != std::string::npos; };
  const auto verb = explains && std::any_of(std::begin(tellers), std::end(tellers), tells) ? "$ is " : "$ means ";
  const auto equation = resolve(math, {}, macros_);
  if (equation.statements.empty() || equation.statements[0].sides.empty() || has_errors(equation.diagnostics)) return;
  // y of `y_i`, p of `p(z)`
  const auto& arena = equation.arena;
  auto named = equation.statements[0].sides[0];
  while (arena[named].kind == ExpressionKind::index || arena.applies(named, "call")) named = arena.child(named, 0);
  if (arena[named].kind != ExpressionKind::symbol) return;
  const auto& symbol = equation.symbols[arena[named].symbol];
  add(lasting_, {{symbol.latex + " (role)"}, {symbol.nucleus}, "$" + math + verb + meaning, false, {}});
}

const Known::Fact* Known::binding_of(std::string_view name) const {
  const auto found = std::find_if(bindings_.begin(), bindings_.end(), [name](const Fact& fact) { return contains(fact.names, name); });
  return found == bindings_.end() ? nullptr : &*found;
}

/// A symbol that has a value loses its declared shape; what the value's extents say of the declared sizes (`d_k = 2`) is kept.
std::vector<Known::Fact> Known::sizes_of_bindings() const {
  std::vector<Fact> sizes;
  for (const auto& declared : lasting_) {
    for (std::size_t i = 0; i < declared.axes.size() && i < declared.names.size(); ++i) {
      const auto* binding = binding_of(declared.names[i]);
      if (binding == nullptr) continue;
      const auto at =
          static_cast<std::size_t>(std::find(binding->names.begin(), binding->names.end(), declared.names[i]) - binding->names.begin());
      if (at >= binding->axes.size() || binding->axes[at].size() != declared.axes[i].size()) continue;
      for (std::size_t axis = 0; axis < declared.axes[i].size(); ++axis) {
        const auto& size = declared.axes[i][axis];
        const auto& number = binding->axes[at][axis];
        if (!is_number(number) || is_number(size) || size.find(' ') != std::string::npos || binding_of(size) != nullptr) continue;
        std::string equality = size;
        equality.append(" = ").append(number);
        add(sizes, {{size}, {size.substr(0, size.find('_'))}, std::move(equality), false, {}});
      }
    }
  }
  return sizes;
}

std::vector<std::string> Known::redefined_by(std::string_view display) {
  std::vector<std::string> names;
  const auto alone = untold(display);
  const auto& equation = alone->equation;
  for (const auto& statement : equation.statements) {
    if (statement.source != 0 || statement.kind != StatementKind::definition || is_value(equation, statement)) continue;
    for (const auto symbol : statement.defines) names.push_back(equation.symbols[symbol].latex);
  }
  return names;
}

std::vector<std::string> Known::facts_for(std::string_view display) {
  struct Candidate {
    const Fact* fact;
    bool used;
  };
  const auto redefined = redefined_by(display);
  const auto bound = [&](const std::string& name) { return binding_of(name) != nullptr; };
  const auto is_old = [&](const Fact& fact) {
    return !fact.shape &&
           std::any_of(fact.names.begin(), fact.names.end(), [&](const std::string& name) { return contains(redefined, name); });
  };
  const auto sizes = sizes_of_bindings();
  std::vector<Candidate> candidates;
  for (const auto& fact : bindings_)
    if (!is_old(fact)) candidates.push_back({&fact, false});
  for (const auto& fact : sizes) candidates.push_back({&fact, false});
  for (const auto& fact : lasting_)
    if (!is_old(fact) && !std::all_of(fact.names.begin(), fact.names.end(), bound)) candidates.push_back({&fact, false});

  std::vector<std::string> facts;
  std::vector<std::string_view> texts = {display};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (auto& [fact, used] : candidates) {
      const auto text = texts[i];
      if (used || facts.size() >= most_facts) continue;
      used = std::any_of(fact->nuclei.begin(), fact->nuclei.end(), [text](const std::string& nucleus) { return mentions(text, nucleus); });
      if (!used) continue;
      facts.push_back(fact->text);
      texts.push_back(fact->text);
    }
  }
  return facts;
}

}  // namespace eqlens
