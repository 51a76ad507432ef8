#include "role/role.hpp"

#include <algorithm>
#include <set>

#include "role/batch_axis.hpp"
#include "role/role_rules.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

bool is_number_set(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> sets = {"R", "N", "Z", "C", "Q", "\\R", "\\N", "\\Z"};
  return (symbol.face == Face::blackboard && sets.count(symbol.nucleus)) || symbol.latex == "\\R"sv || symbol.latex == "\\N"sv;
}

std::string kind_of(const Symbol& symbol, const Shape& shape, const SymbolPlaces& places) {
  if (places.neighbours || (places.ranged_set && symbol.kind == SymbolKind::function)) return "set";
  if (symbol.kind == SymbolKind::function) return "function";
  if (symbol.kind == SymbolKind::index) return "index";
  if (places.distribution && symbol.kind == SymbolKind::variable) return symbol.face == Face::script ? "set" : "distribution";
  if (places.set) return "set";
  if (!shape.known) return "unknown";
  const std::size_t rank = shape.axes.size();
  return rank == 0 ? "number" : rank == 1 ? "vector" : rank == 2 ? "matrix" : "array";
}

std::vector<Span> spans_of(const Symbol& symbol) {
  std::vector<Span> spans;
  for (const auto& occurrence : symbol.occurrences)
    if (occurrence.source == 0 && (spans.empty() || !(spans.back() == occurrence.span))) spans.push_back(occurrence.span);
  std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
  spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
  return spans;
}

class Assigner {
 public:
  Assigner(const Equation& equation, const Shapes& shapes)
      : equation_(equation),
        shapes_(shapes),
        places_(gather_places(equation, shapes)),
        compared_(compared_variables(equation)),
        batch_(batch_axis(equation)) {}

  Roles run() {
    roles_.symbols.reserve(equation_.symbols.size() + 8);
    for (SymbolId id = 0; id < equation_.symbols.size(); ++id) whole(id);
    settle_meanings(equation_, shapes_, places_, roles_.symbols);
    entries();
    families();
    parameters();
    sort_by_place();
    operations();
    return std::move(roles_);
  }

 private:
  // Entries are large: their places are sorted, and each entry is moved once.
  void sort_by_place() {
    std::vector<std::pair<std::uint32_t, std::size_t>> order;
    for (std::size_t n = 0; n < roles_.symbols.size(); ++n) order.emplace_back(first(roles_.symbols[n]), n);
    if (std::is_sorted(order.begin(), order.end())) return;
    std::sort(order.begin(), order.end());
    std::vector<SymbolEntry> sorted;
    sorted.reserve(order.size());
    for (const auto& [place, n] : order) sorted.push_back(std::move(roles_.symbols[n]));
    roles_.symbols = std::move(sorted);
  }

  static std::uint32_t first(const SymbolEntry& entry) { return entry.spans.empty() ? 0xFFFFFFFFU : entry.spans.front().begin; }

  void whole(SymbolId id) {
    const Symbol& symbol = equation_.symbols[id];
    if (only_names_norm(equation_, id)) return;
    if (only_named(equation_, symbol) || is_number_set(symbol) || bound_only(equation_, id) || symbol.scope > 0 ||
        symbol.kind == SymbolKind::label || compared_.count(id) > 0)
      return;
    SymbolEntry entry;
    entry.latex = symbol.latex;
    entry.symbol = id;
    entry.shape = shapes_.symbols[id];
    if (gives_density(equation_, id)) entry.shape = Shape{};
    entry.kind = kind_of(symbol, entry.shape, places_[id]);
    if (entry.kind == "distribution") entry.shape = Shape::unknown();
    entry.spans = spans_of(symbol);
    const RoleRuling ruling = rule_role(equation_, shapes_, id, places_[id]);
    // A letter that only says what an operator runs over does not go in; what training looks for stays.
    if (places_[id].slot && ruling.role == Role::input) return;
    const bool looked_for = places_[id].minimised && ruling.role == Role::learned;
    if (places_[id].bound && !looked_for && (ruling.role == Role::input || ruling.role == Role::constant)) return;
    // S of `Q \in \mathbb{R}^{|S| \times n}`: what only a size is measured with.
    const bool measures = places_[id].set && entry.spans.empty() && ruling.evidence.from == From::nothing;
    entry.role = measures ? Role::constant : ruling.role;
    entry.meaning = ruling.meaning;
    entry.domain = ruling.domain;
    entry.evidence = ruling.evidence;
    if (const auto member = symbol.kind == SymbolKind::function && entry.meaning.empty() && !equation_.definition_of(id)
                                ? equation_.member_of(id)
                                : std::nullopt)
      entry.meaning = "$" + equation_.symbols[member->definition->defines[0]].latex + "$ with $" + equation_.symbols[member->letter].latex +
                      "$ = $" + symbol.label + "$";
    if (const auto now = entry.meaning.rfind(" at this step"); symbol.offset == -1 && now != std::string::npos)
      entry.meaning.replace(now, std::string::npos, " at the step before");
    if (!ruling.disagrees.empty())
      roles_.disagreements.push_back(symbol.latex + " is taken as " + std::string(name(ruling.role)) + " (" + ruling.evidence.text +
                                     "); the line speaks for it " + ruling.disagrees);
    // A declaration is better evidence than a habit.
    if (shapes_.evidence[id].from == From::declared && ruling.evidence.from >= From::convention) entry.evidence = shapes_.evidence[id];
    entry.guessed =
        entry.evidence.from != From::declared && (ruling.evidence.from == From::convention || ruling.evidence.from == From::nothing);
    badges(id, entry);
    roles_.symbols.push_back(std::move(entry));
  }

  void badges(SymbolId id, SymbolEntry& entry) const {
    const Symbol& symbol = equation_.symbols[id];
    const SymbolPlaces& places = places_[id];
    if (symbol.kind == SymbolKind::index && counts_repeats(equation_, id)) {
      entry.kind = "number";
      entry.role = Role::constant;
      entry.meaning = "the number of steps";
      entry.domain = "count";
    } else if (symbol.kind == SymbolKind::index) {
      const bool free = also_free(equation_, id);
      if (free && parameter_here(id)) {
        // x of `Q(x) = \frac{p(x)}{\sum_{x} p(x)}` goes in; the sum has an x of its own.
        entry.kind = "number";
        return;
      }
      entry.badges.emplace_back("index");
      const bool step = std::any_of(equation_.symbols.begin(), equation_.symbols.end(),
                                    [&](const Symbol& other) { return other.step == id && other.offset != 0; });
      entry.meaning = symbol.latex == "t"sv ? "the step" : step ? "counts steps" : "counts entries";
      if (!step && free) entry.meaning += "; the $" + symbol.latex + "$ that an operator runs over is another one";
      entry.domain = "count";
    }
    if (stands_in_name(equation_, id)) {
      entry.badges.emplace_back("index");
      entry.meaning = "counts entries";
      entry.domain = "count";
    }
    if ((places.defined && places.read_by_others) || (entry.role == Role::output && !places.defined && repeated_by(equation_, id) != none))
      entry.badges.emplace_back("intermediate");
    if (places.drawn) entry.badges.emplace_back("random");
    if (entry.role == Role::constant && entry.domain == "count"sv) entry.badges.emplace_back("size");
    const bool earlier = symbol.step != none && std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
                           return other.stem == symbol.stem && other.step == symbol.step && other.offset > symbol.offset &&
                                  made_here(static_cast<SymbolId>(&other - equation_.symbols.data()), places);
                         });
    if (earlier && !places.defined) entry.badges.emplace_back("previous step");
    if (entry.role == Role::output && places.defined && equation_.definition_of(id)) {
      const SymbolId stem = id;
      const bool learned = std::any_of(equation_.symbols.begin(), equation_.symbols.end(), [&](const Symbol& other) {
        const auto other_id = static_cast<SymbolId>(&other - equation_.symbols.data());
        return other_id != stem && !symbol.stem.empty() && other.stem == symbol.stem && places_[other_id].descends;
      });
      if (learned) entry.badges.emplace_back("learned quantity");
    }
  }

  bool parameter_here(SymbolId id) const {
    return std::any_of(equation_.statements.begin(), equation_.statements.end(), [&](const Statement& statement) {
      const auto& parameters = statement.parameters;
      return statement.source == 0 && std::find(parameters.begin(), parameters.end(), id) != parameters.end();
    });
  }

  // Whether the line gives a symbol: defines it, draws it, or says how likely it is, given an earlier one.
  bool made_here(SymbolId id, const SymbolPlaces& earlier) const {
    const SymbolPlaces& places = places_[id];
    return places.defined || places.defined_by_fact || places.drawn || (places.random_argument && earlier.conditioned) ||
           repeated_by(equation_, id) != none;
  }

  // `x_i` beside its base `x`.
  void entries() {
    std::set<std::string> listed;
    for (ExpressionId id = 0; id < equation_.arena.size(); ++id) {
      const Expression& expression = equation_.arena[id];
      if (expression.kind != ExpressionKind::index) continue;
      ExpressionId base = equation_.arena.child(id, 0);
      std::string latex = equation_.canonical(id);
      if (equation_.indexes_function(id)) {
        base = equation_.arena.child(base, 0);
        // The bracket of the call begins behind the scripts: `\ell_j^{(i)}(u)`.
        std::size_t end = 0;
        for (int open = 0; end < latex.size() && (latex[end] != '(' || open > 0); ++end)
          open += latex[end] == '{' ? 1 : latex[end] == '}' ? -1 : 0;
        latex.resize(end);
      }
      if (equation_.arena[base].kind != ExpressionKind::symbol) continue;
      const Span span = expression.source == 0 ? expression.span : Span{};
      if (!listed.insert(latex).second) {
        for (auto& entry : roles_.symbols)
          if (entry.latex == latex && expression.source == 0) entry.spans.push_back(span);
        continue;
      }
      const SymbolEntry* whole_entry = roles_.find(equation_.arena[base].symbol);
      if (!whole_entry) continue;
      SymbolEntry entry = *whole_entry;
      entry.latex = latex;
      entry.indexed = true;
      entry.spans.clear();
      if (expression.source == 0) entry.spans.push_back(span);
      entry.shape = shapes_.expressions[id];
      entry.kind = kind_of(equation_.symbols[entry.symbol], entry.shape, places_[entry.symbol]);
      const Symbol& array = equation_.symbols[entry.symbol];
      if (!entry.meaning.empty())
        entry.meaning = (entry.kind == "set" ? "one of the sets " : part_of(entry.shape)) +
                        (array.latex == array.nucleus ? array.nucleus : "$" + array.latex + "$");
      if (const std::string stretch = stretch_of(id); !stretch.empty()) entry.meaning = stretch;
      if (batch_)
        if (const std::string example = example_of(equation_, *batch_, id); !example.empty()) entry.meaning = example;
      if (array.apart) {
        entry.meaning = "another quantity than " + array.latex;
        entry.badges.clear();
        if (entry.role == Role::output || entry.role == Role::constant) entry.role = Role::input;
        entry.evidence = {From::structure, "it stands beside " + array.latex};
      }
      // c_{ij} of `c_i = \sum_j c_{ij}`: what has more indices than what the line gives.
      const Statement* gives = entry.role == Role::output ? equation_.definition_of(entry.symbol) : nullptr;
      if (gives != nullptr && !gives->free_indices.empty() && equation_.arena[gives->sides[0]].kind == ExpressionKind::index &&
          named_places(id) > named_places(gives->sides[0])) {
        entry.role = Role::input;
        entry.meaning = "another quantity than $" + equation_.canonical(gives->sides[0]) + "$";
        entry.badges.clear();
        entry.evidence = {From::structure, "it has more indices than what the line gives"};
      }
      if (entry.role == Role::output && reads_old_entry(entry.symbol, latex)) {
        entry.role = places_[entry.symbol].descends ? Role::learned : Role::input;
        entry.badges = {"previous step"};
        entry.evidence = {From::structure, "the line gives another entry"};
      }
      roles_.symbols.push_back(std::move(entry));
    }
  }

  // One of `n_{i\cdot}`, two of `n_{ij}`.
  std::size_t named_places(ExpressionId id) const {
    const auto places = equation_.arena.children(id).subspan(1);
    return places.size() - static_cast<std::size_t>(std::count(places.begin(), places.end(), none));
  }

  // An entry of a family of vectors is a vector.
  static std::string part_of(const Shape& shape) {
    const std::size_t rank = shape.known ? shape.axes.size() : 0;
    return rank == 0 ? "one entry of " : rank == 1 ? "one row of " : "one of the matrices ";
  }

  // `a_{<t}`: all entries before t.
  std::string stretch_of(ExpressionId id) const {
    const Arena& arena = equation_.arena;
    const ExpressionId last = arena[id].child_count == 0 ? none : arena.child(id, arena[id].child_count - 1);
    if (last == none || arena[last].kind != ExpressionKind::relation || arena[last].child_count != 2) return {};
    if (arena[arena.child(last, 0)].kind != ExpressionKind::unknown) return {};
    const bool before = arena[last].operation->name == "is less than"sv;
    if (!before && arena[last].operation->name != "is at most"sv) return {};
    const std::string end = "$" + equation_.canonical(arena.child(last, 1)) + "$";
    return "the entries of $" + equation_.canonical(arena.child(id, 0)) + (before ? "$ before " : "$ up to ") + end;
  }

  // x_t where the line gives x_{t+1}.
  bool reads_old_entry(SymbolId symbol, const std::string& latex) const {
    const Statement* definition = equation_.definition_of(symbol);
    if (definition == nullptr || definition->source != 0) return false;
    const ExpressionId left = definition->sides[0];
    if (equation_.arena[left].kind != ExpressionKind::index || equation_.canonical(left) == latex) return false;
    const auto indices = equation_.arena.children(left).subspan(1);
    return std::any_of(indices.begin(), indices.end(),
                       [&](ExpressionId index) { return index != none && equation_.arena[index].kind == ExpressionKind::apply; });
  }

  // `\mathcal{N}(i)`: a family of sets is asked about as printed.
  void families() {
    const Arena& arena = equation_.arena;
    std::set<std::string> listed;
    for (ExpressionId id = arena.size(); id-- > 0;) {
      const Expression& expression = arena[id];
      const bool indexed = equation_.indexes_function(id);
      const ExpressionId call = indexed ? arena.child(id, 0) : id;
      if (!arena.applies(call, "call") || expression.source != 0) continue;
      const SymbolId symbol = arena[arena.child(call, 0)].symbol;
      if (symbol == none || !places_[symbol].neighbours) continue;
      const std::string printed = equation_.canonical(id);
      if (listed.count(equation_.canonical(call)) > 0 || !listed.insert(printed).second) continue;
      if (indexed) listed.insert(equation_.canonical(call));
      const SymbolEntry* whole_entry = roles_.find(symbol);
      if (!whole_entry) continue;
      SymbolEntry entry = *whole_entry;
      entry.latex = equation_.canonical(id);
      entry.indexed = true;
      entry.spans = {expression.span};
      roles_.symbols.push_back(std::move(entry));
    }
  }

  // The parameters that a function carries as its label: theta of `p_\theta`.
  void parameters() {
    static const std::set<std::string, std::less<>> letters = {"\\theta", "\\phi", "\\psi", "w", "\\omega"};
    for (const Symbol& symbol : equation_.symbols) {
      std::string label = symbol.label;
      if (label.starts_with('{')) label = label.substr(1, label.size() - 2);
      // `\bm\theta`, `\mathbf{w}`: the letter in bold.
      const std::string letter = unbold(label);
      const bool held = frozen_copy(letter, letters);
      if (symbol.kind != SymbolKind::function || !(letters.count(letter) || held)) continue;
      // Words often name in plain print what the line prints in bold.
      const bool known = std::any_of(roles_.symbols.begin(), roles_.symbols.end(), [&](const SymbolEntry& entry) {
        return entry.latex == label || (entry.role == Role::learned && unbold(entry.latex) == letter);
      });
      if (known) continue;
      SymbolEntry entry;
      entry.latex = label;
      entry.symbol = static_cast<SymbolId>(&symbol - equation_.symbols.data());
      entry.indexed = true;
      entry.role = held ? Role::constant : Role::learned;
      entry.meaning = held ? "earlier parameters, held fixed" : "the parameters of $" + symbol.latex + "$";
      entry.kind = "vector";
      entry.domain = "real";
      entry.shape = Shape::unknown();
      entry.spans = spans_of(symbol);
      entry.evidence = {From::structure, "a parameter letter below a function"};
      roles_.symbols.push_back(std::move(entry));
    }
  }

  std::string sign_of(const Expression& expression) const {
    std::string text = expression.sign.empty() ? std::string() : equation_.text(expression.sign, expression.source);
    if (text.empty()) return expression.operation->spellings.empty() ? "" : std::string(expression.operation->spellings.front());
    for (const std::string_view font : {"\\mathrm{", "\\text{", "\\operatorname{", "\\operatorname*{", "\\textrm{", "\\mbox{", "\\textit{",
                                        "\\mathit{", "\\mathsf{", "\\mathbf{"})
      if (text.starts_with(font) && text.back() == '}' && text.size() > font.size() + 2)
        return "\\operatorname{" + text.substr(font.size(), text.size() - font.size() - 1) + "}";
    const bool letters =
        text.size() > 1 && std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    if (letters && find_operation("\\" + text) == expression.operation) return "\\" + text;
    return letters ? "\\operatorname{" + text + "}" : text;
  }

  bool declares(ExpressionId id) const {
    ExpressionId begin = 0;
    for (const Statement& statement : equation_.statements) {
      ExpressionId end = begin;
      for (const ExpressionId side : statement.sides) end = std::max(end, side + 1);
      if (id >= begin && id < end)
        return statement.kind == StatementKind::fact && !statement.relations.empty() && statement.relations[0]->name == "is in"sv;
      begin = end;
    }
    return false;
  }

  void operations() {
    static const std::set<std::string_view> silent = {"call",      "list",        "row", "given",    "with parameters",
                                                      "and so on", "placeholder", "set", "interval", "labelled"};
    for (ExpressionId id = 0; id < equation_.arena.size(); ++id) {
      const Expression& expression = equation_.arena[id];
      if (expression.source != 0 || !expression.operation || expression.kind == ExpressionKind::relation) continue;
      if (silent.count(expression.operation->name) || declares(id) || defined_anew(equation_, id)) continue;
      // Conditions side by side have no sign that anybody would ask about.
      if (expression.operation->name == "and"sv && expression.sign.empty()) continue;
      const std::string latex = expression.operation->name == "power"sv ? "^" : sign_of(expression);
      std::string here = done_here(equation_, shapes_, id);
      const auto same = std::find_if(roles_.operations.begin(), roles_.operations.end(), [&](const OperationEntry& entry) {
        return entry.operation == expression.operation && entry.latex == latex && entry.here == here;
      });
      if (same == roles_.operations.end())
        roles_.operations.push_back({expression.operation, latex, {id}, std::move(here)});
      else
        same->uses.push_back(id);
    }
  }

  const Equation& equation_;
  const Shapes& shapes_;
  std::vector<SymbolPlaces> places_;
  const std::set<SymbolId> compared_;
  const std::optional<BatchAxis> batch_;
  Roles roles_;
};

}  // namespace

Roles assign_roles(const Equation& equation, const Shapes& shapes) { return Assigner(equation, shapes).run(); }

}  // namespace eqlens
