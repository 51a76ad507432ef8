// Meanings that depend on one another.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "role/batch_axis.hpp"
#include "role/role_rules.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Settler {
 public:
  Settler(const Equation& equation, const Shapes& shapes, const std::vector<SymbolPlaces>& places, std::vector<SymbolEntry>& symbols)
      : equation_(equation), shapes_(shapes), places_(places), entries_(symbols) {}

  void run() {
    corrected();
    targets();
    numbered();
    mixes();
    batch();
    counted();
    layers();
    stand_for_all();
    labels();
    reprinted();
    members();
  }

 private:
  const Symbol& own(const SymbolEntry& entry) const { return equation_.symbols[entry.symbol]; }

  static bool same_letter(const Symbol& a, const Symbol& b) { return a.nucleus == b.nucleus && a.face == b.face && a.step == b.step; }

  // m-hat beside m, which it divides: what m is, corrected.
  void corrected() {
    for (SymbolEntry& entry : entries_) {
      if (own(entry).accent.empty() || !entry.meaning.starts_with("the ")) continue;
      const Statement* definition = equation_.definition_of(entry.symbol);
      if (definition == nullptr || definition->value == none || !equation_.arena.applies(definition->value, "division")) continue;
      const bool twin = std::any_of(entries_.begin(), entries_.end(), [&](const SymbolEntry& other) {
        return own(other).accent.empty() && same_letter(own(other), own(entry)) && other.meaning == entry.meaning;
      });
      if (twin) entry.meaning += ", corrected for its start";
    }
  }

  // Of y_w and y_l neither is the target.
  void targets() {
    std::vector<SymbolEntry*> found;
    for (SymbolEntry& entry : entries_)
      if (entry.meaning == "the target"sv && !own(entry).label.empty() && own(entry).step == none) found.push_back(&entry);
    if (found.size() < 2) return;
    for (SymbolEntry* entry : found) entry->meaning.clear();
  }

  // X of `F(X) = \sigma(g(x))`, which the right side never reads: the one x that it reads, in another print.
  void reprinted() {
    for (const Statement& statement : equation_.statements) {
      if (statement.source != 0 || statement.value == none || statement.parameters.size() != 1) continue;
      const SymbolId parameter = statement.parameters[0];
      if (parameter == none || equation_.symbols[parameter].kind != SymbolKind::variable || equation_.reads(statement.value, parameter) ||
          places_[parameter].set || definition_or_shape(parameter))
        continue;
      SymbolId read = none;
      for (SymbolId id = 0; id < equation_.symbols.size(); ++id)
        if (id != parameter && same_print(parameter, id) && equation_.reads(statement.value, id)) read = read == none ? id : parameter;
      if (read == none || read == parameter || places_[read].bound || places_[read].drawn || definition_or_shape(read) || indexed(read))
        continue;
      for (SymbolEntry& entry : entries_) {
        if (entry.symbol != parameter) continue;
        entry.meaning = std::string(other_print) + "$" + equation_.symbols[read].latex + "$";
        entry.role = Role::input;
        entry.shape = shapes_.symbols[read];
        for (const SymbolEntry& other : entries_)
          if (other.symbol == read) entry.kind = other.kind;
      }
    }
  }

  // s of `Q(s, a)` with `Q \in \mathbb{R}^{|S| \times |A|}`: one of S.
  void members() {
    for (const ShapeFact& fact : equation_.shape_facts) {
      if (fact.of_call || !fact.indexed.empty() || !fact.arguments.empty()) continue;
      for (std::size_t n = 0; n < fact.axes.size(); ++n) {
        const auto size = shapes_.sizes.resolve(fact.axes[n]).single();
        const std::string set = size ? shapes_.sizes.name(*size) : std::string();
        if (set.size() < 3 || set.front() != '|' || set.back() != '|') continue;
        for (SymbolEntry& entry : entries_)
          if (entry.meaning.empty() && entry.role == Role::input && looks_up(fact.symbol, n, entry.symbol))
            entry.meaning = "a member of $" + set.substr(1, set.size() - 2) + "$";
      }
    }
  }

  bool looks_up(SymbolId table, std::size_t place, SymbolId letter) const {
    const Arena& arena = equation_.arena;
    for (ExpressionId id = 0; id < arena.size(); ++id) {
      if (!arena.applies(id, "call") && arena[id].kind != ExpressionKind::index) continue;
      const auto parts = arena.children(id);
      if (parts.size() < place + 2 || parts[place + 1] == none || arena[parts[0]].kind != ExpressionKind::symbol) continue;
      const Expression& at = arena[parts[place + 1]];
      if (arena[parts[0]].symbol == table && at.kind == ExpressionKind::symbol && at.symbol == letter) return true;
    }
    return false;
  }

  /// Whether two names are one letter but for its case or face.
  bool same_print(SymbolId a, SymbolId b) const {
    const Symbol &one = equation_.symbols[a], &other = equation_.symbols[b];
    if (other.kind != SymbolKind::variable || one.nucleus.size() != 1 || other.nucleus.size() != 1) return false;
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return small(one.nucleus[0]) == small(other.nucleus[0]) && one.label.empty() && other.label.empty() && one.upper.empty() &&
           other.upper.empty() && one.accent == other.accent;
  }

  bool definition_or_shape(SymbolId id) const {
    return equation_.definition_of(id) != nullptr || std::any_of(equation_.shape_facts.begin(), equation_.shape_facts.end(),
                                                                 [&](const ShapeFact& fact) { return fact.symbol == id; });
  }

  bool indexed(SymbolId id) const {
    const Arena& arena = equation_.arena;
    for (ExpressionId each = 0; each < arena.size(); ++each)
      if (arena[each].kind == ExpressionKind::index && arena[arena.child(each, 0)].kind == ExpressionKind::symbol &&
          arena[arena.child(each, 0)].symbol == id)
        return true;
    return false;
  }

  // x_0 beside the vector x: one of its entries.
  void numbered() {
    for (SymbolEntry& entry : entries_) {
      const Symbol& symbol = own(entry);
      const bool digit = symbol.label.size() == 1 && symbol.label[0] >= '0' && symbol.label[0] <= '9';
      if (!digit || !entry.shape.known || !entry.shape.axes.empty() || entry.role != Role::input) continue;
      for (const SymbolEntry& whole : entries_)
        if (own(whole).nucleus == symbol.nucleus && own(whole).label.empty() && own(whole).face == Face::bold && whole.shape.known &&
            whole.shape.axes.size() == 1)
          entry.meaning = "one entry of $" + whole.latex + "$";
    }
  }

  // A product with a learned matrix mixes.
  void mixes() {
    const Arena& arena = equation_.arena;
    for (SymbolEntry& entry : entries_) {
      if (!entry.meaning.starts_with("made as a product")) continue;
      const ExpressionId value = equation_.definition_of(entry.symbol)->value;
      for (const auto& [weights, rest] : {std::pair{1U, 0U}, std::pair{0U, 1U}}) {
        if (arena[value].child_count != 2) break;
        ExpressionId matrix = arena.child(value, weights);
        if (arena[matrix].kind == ExpressionKind::index) matrix = arena.child(matrix, 0);
        if (arena[matrix].kind != ExpressionKind::symbol) continue;
        const auto learned =
            std::find_if(entries_.begin(), entries_.end(), [&](const SymbolEntry& other) { return other.symbol == arena[matrix].symbol; });
        if (learned == entries_.end() || learned->role != Role::learned || learned->shape.axes.size() < 2) continue;
        entry.meaning.replace(0, 17, "made as a learned mix of $" + equation_.text(arena.child(value, rest)) + "$");
        break;
      }
    }
  }

  // Over the examples of a batch: what the index and the size count, and what the mean is taken of.
  void batch() {
    const auto axis = batch_axis(equation_);
    if (!axis) return;
    for (SymbolEntry& entry : entries_) {
      if (entry.symbol == axis->index && entry.meaning.starts_with("counts entries")) entry.meaning = "which example of the batch";
      if (entry.symbol == axis->size && (entry.meaning == "a size"sv || entry.meaning == "a count"sv)) entry.meaning = "the batch size";
      const bool unsaid = entry.meaning.empty() || entry.meaning == "the input"sv || entry.meaning == "the inputs"sv;
      if (entry.symbol != axis->examples || !unsaid || !entry.shape.known) continue;
      entry.meaning =
          entry.shape.axes.size() > 1 ? "the examples, one in each row: a whole batch" : "the examples, one number each: a whole batch";
    }
  }

  // W_k of `h_{k+1} = \tanh(W_k h_k)`: where what is learned carries the running index, that counts layers.
  void layers() {
    for (SymbolEntry& index : entries_) {
      if (index.meaning != "counts steps"sv) continue;
      const SymbolId counter = index.symbol;
      const bool layered = std::any_of(entries_.begin(), entries_.end(), [&](const SymbolEntry& entry) {
        const SymbolPlaces& places = places_[entry.symbol];
        return entry.role == Role::learned && entry.shape.known && entry.shape.rank() >= 2 && !places.descends && !places.defined &&
               carries(entry.symbol, counter);
      });
      // l of `C^{(l+1)}` is read so whatever it steps.
      const std::string& letter = own(index).latex;
      const bool above = std::any_of(entries_.begin(), entries_.end(), [&](const SymbolEntry& entry) {
        return own(entry).step == counter && own(entry).upper.find('(') != std::string::npos;
      });
      if (!layered && above && (letter == "l"sv || letter == "\\ell"sv)) index.meaning = "counts layers";
      if (!layered) continue;
      index.meaning = "counts layers";
      for (SymbolEntry& entry : entries_) {
        if (own(entry).step != counter) continue;
        const bool value = entry.meaning.starts_with("the value of $" + own(entry).stem + "$ before") ||
                           (entry.role == Role::output && (entry.meaning.empty() || entry.meaning.starts_with("made ")));
        if (value || entry.meaning.starts_with("a state, handed") || entry.meaning == "the hidden state"sv)
          entry.meaning = "the hidden values of layer $" + layer(own(entry)) + "$";
        if (entry.meaning == "a bias"sv && entry.role == Role::input) entry.role = Role::learned;
      }
    }
  }

  bool carries(SymbolId symbol, SymbolId counter) const {
    if (equation_.symbols[symbol].step == counter) return true;
    const Arena& arena = equation_.arena;
    for (ExpressionId id = 0; id < arena.size(); ++id) {
      if (arena[id].kind != ExpressionKind::index || arena[arena.child(id, 0)].kind != ExpressionKind::symbol ||
          arena[arena.child(id, 0)].symbol != symbol)
        continue;
      for (const ExpressionId place : arena.children(id).subspan(1))
        if (place != none && arena[place].kind == ExpressionKind::symbol && arena[place].symbol == counter) return true;
    }
    return false;
  }

  std::string layer(const Symbol& symbol) const {
    const std::string& letter = equation_.symbols[symbol.step].latex;
    if (symbol.offset == 0) return letter;
    return letter + (symbol.offset < 0 ? " - " : " + ") + std::to_string(std::abs(symbol.offset));
  }

  // \theta of `f(u; \theta) = W u + c`, which the right side never reads: all that is learned there.
  void stand_for_all() {
    for (SymbolEntry& entry : entries_) {
      const bool all = entry.role == Role::learned && places_[entry.symbol].behind_semicolon && own(entry).nucleus[0] == '\\' &&
                       own(entry).label.empty() && only_behind_semicolons(entry.symbol);
      if (!all) continue;
      std::string letters;
      for (const SymbolEntry& other : entries_) {
        if (other.role != Role::learned || &other == &entry || places_[other.symbol].behind_semicolon) continue;
        if (own(other).nucleus == own(entry).nucleus) return;  // \theta_p is a part of \theta
        letters += (letters.empty() ? "" : ", ") + ("$" + other.latex + "$");
      }
      if (letters.empty()) continue;
      entry.meaning = "all that is learned here: " + letters;
      entry.shape = Shape::unknown();
      entry.kind = "unknown";
    }
  }

  bool only_behind_semicolons(SymbolId symbol) const {
    const Arena& arena = equation_.arena;
    std::size_t printed = 0, behind = 0;
    for (ExpressionId id = 0; id < arena.size(); ++id) {
      if (arena[id].source != 0) continue;
      if (arena[id].kind == ExpressionKind::symbol && arena[id].symbol == symbol) ++printed;
      if (!arena.applies(id, "with parameters")) continue;
      for (const ExpressionId child : arena.children(id))
        if (child != none && arena[child].kind == ExpressionKind::symbol && arena[child].symbol == symbol) ++behind;
    }
    return behind > 0 && printed == behind && equation_.definition_of(symbol) == nullptr;
  }

  // g_3 beside g_2: the letter of the family has no single value.
  bool called_otherwise(SymbolId one, SymbolId letter) const {
    for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
      const Symbol& other = equation_.symbols[id];
      if (id == one || other.kind != SymbolKind::function || other.label.empty() || other.nucleus != equation_.symbols[one].nucleus ||
          equation_.definition_of(id) != nullptr)
        continue;
      const auto member = equation_.member_of(id);
      if (member && member->letter == letter) return true;
    }
    return false;
  }

  // k of `\mathrm{Act}_2` beside `\mathrm{Act}_k(z) = ...`: 2 here.
  void labels() {
    for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
      const Symbol& called = equation_.symbols[id];
      if (called.kind != SymbolKind::function || called.label.empty() || equation_.definition_of(id) != nullptr) continue;
      const bool digits = called.label.find_first_not_of("{}-.0123456789") == std::string::npos;
      const auto member = digits ? equation_.member_of(id) : std::nullopt;
      if (!member || called_otherwise(id, member->letter)) continue;
      for (SymbolEntry& entry : entries_) {
        if (entry.symbol != member->letter || !entry.spans.empty()) continue;
        entry.role = Role::constant;
        entry.meaning = called.label + ", as the name $" + called.latex + "$ says";
      }
    }
  }

  // n of the queries, one in each row: the number of queries.
  void counted() {
    for (SymbolEntry& size : entries_) {
      if (size.meaning != "a size"sv && size.meaning != "a count"sv) continue;
      if (std::string listed = listed_by(size.symbol); !listed.empty()) size.meaning = std::move(listed);
      const auto id = shapes_.sizes.find(own(size).latex);
      if (!id) continue;
      std::string bare;  // where nothing says what it counts
      for (const SymbolEntry& entry : entries_) {
        if (!entry.shape.known || entry.shape.axes.empty()) continue;
        std::string words = counted_by(entry, *id);
        if (words.empty() && bare.empty()) bare = measured_by(entry, *id);
        if (words.empty()) continue;
        size.meaning = std::move(words);
        break;
      }
      if (size.meaning == "a size"sv && !bare.empty()) size.meaning = std::move(bare);
    }
  }

  std::string measured_by(const SymbolEntry& entry, SizeId size) const {
    const auto at = [&](std::size_t axis) { return shapes_.sizes.resolve(entry.shape.axes[axis]).single() == size; };
    if (entry.indexed || own(entry).kind == SymbolKind::function || entry.shape.axes.size() > 2) return {};
    const std::string of = " of $" + entry.latex + "$";
    if (entry.shape.axes.size() == 1) return at(0) ? "the length" + of : std::string();
    if (at(0)) return (at(1) ? "the number of rows and columns" : "the number of rows") + of;
    return at(1) ? "the number of columns" + of : std::string();
  }

  std::string counted_by(const SymbolEntry& entry, SizeId size) const {
    const auto at = [&](std::size_t axis) { return shapes_.sizes.resolve(entry.shape.axes[axis]).single() == size; };
    if (entry.shape.axes.size() == 2) {
      const auto by_rows = entry.meaning.find(", one in each row"), by_columns = entry.meaning.find(", one in each column");
      if (entry.meaning.starts_with("the ") && ((by_rows != std::string::npos && at(0)) || (by_columns != std::string::npos && at(1))))
        return "the number of " + entry.meaning.substr(4, entry.meaning.find(',') - 4);
      return {};
    }
    if (entry.shape.axes.size() != 1 || !at(0)) return {};
    if (const SymbolId over = compared_over(); over != none && entry.role == Role::input && entry.meaning.starts_with("the "))
      return "the width of $" + equation_.symbols[over].latex + "$";
    if (entry.role == Role::learned && entry.meaning.starts_with("the parameters")) return "the number of parameters";
    if (entry.meaning == "the true label"sv && surprises() && !divides(size)) return "the number of classes";
    if (entry.meaning.starts_with("the logits") || entry.meaning == "probabilities"sv) return "the number of classes";
    if (entry.meaning == "the hidden state"sv || entry.meaning.starts_with("a state, ")) return "the width of the state";
    return {};
  }

  /// The letter that two densities are compared over.
  SymbolId compared_over() const {
    if (!compared_) {
      const auto variables = compared_variables(equation_);
      compared_ = variables.size() == 1 ? *variables.begin() : none;
    }
    return *compared_;
  }

  /// h of `[\mathrm{part}_1, \ldots, \mathrm{part}_h]`: the number of parts.
  std::string listed_by(SymbolId last) const {
    const Arena& arena = equation_.arena;
    for (ExpressionId id = 0; id < arena.size(); ++id) {
      const auto items = arena.children(id);
      if (items.size() < 3 || items[items.size() - 2] == none || !arena.applies(items[items.size() - 2], "and so on")) continue;
      const ExpressionId end = items.back();
      if (end == none || arena[end].kind != ExpressionKind::index || arena[end].child_count != 2) continue;
      const ExpressionId base = arena.child(end, 0), place = arena.child(end, 1);
      if (place == none || arena[place].kind != ExpressionKind::symbol || arena[place].symbol != last) continue;
      if (arena[base].kind != ExpressionKind::symbol) continue;
      const Symbol& listed = equation_.symbols[arena[base].symbol];
      const bool word = listed.nucleus.size() > 2 && std::all_of(listed.nucleus.begin(), listed.nucleus.end(),
                                                                 [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
      return word ? "the number of " + listed.nucleus + "s" : "how many $" + listed.latex + "$ there are";
    }
    return {};
  }

  /// A logarithm is taken: what is multiplied by a label is a surprise.
  bool surprises() const {
    for (ExpressionId id = 0; id < equation_.arena.size(); ++id)
      if (equation_.arena.applies(id, "logarithm")) return true;
    return false;
  }

  /// What a sum is divided by counts examples.
  bool divides(SizeId size) const {
    for (ExpressionId id = 0; id < equation_.arena.size(); ++id) {
      if (!equation_.arena.applies(id, "division")) continue;
      const Expression& bottom = equation_.arena[equation_.arena.child(id, 1)];
      if (bottom.kind == ExpressionKind::symbol && shapes_.sizes.find(equation_.symbols[bottom.symbol].latex) == size) return true;
    }
    return false;
  }

  const Equation& equation_;
  const Shapes& shapes_;
  const std::vector<SymbolPlaces>& places_;
  std::vector<SymbolEntry>& entries_;
  mutable std::optional<SymbolId> compared_;  ///< looked for when it is first asked for
};

}  // namespace

void settle_meanings(const Equation& equation, const Shapes& shapes, const std::vector<SymbolPlaces>& places,
                     std::vector<SymbolEntry>& symbols) {
  Settler(equation, shapes, places, symbols).run();
}

}  // namespace eqlens
