// Meanings that depend on one another.
#include <algorithm>

#include "role/role_rules.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Settler {
 public:
  Settler(const Equation& equation, const Shapes& shapes, std::vector<SymbolEntry>& symbols)
      : equation_(equation), shapes_(shapes), entries_(symbols) {}

  void run() {
    corrected();
    targets();
    numbered();
    counted();
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

  // n of the queries, one in each row: the number of queries.
  void counted() {
    for (SymbolEntry& size : entries_) {
      if (size.meaning != "a size"sv && size.meaning != "a count"sv) continue;
      const auto id = shapes_.sizes.find(own(size).latex);
      if (!id) continue;
      for (const SymbolEntry& entry : entries_) {
        if (!entry.shape.known || entry.shape.axes.empty()) continue;
        std::string words = counted_by(entry, *id);
        if (words.empty()) continue;
        size.meaning = std::move(words);
        break;
      }
    }
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
    if (entry.meaning == "the true label"sv && surprises() && !divides(size)) return "the number of classes";
    if (entry.meaning.starts_with("the logits") || entry.meaning == "probabilities"sv) return "the number of classes";
    if (entry.meaning == "the hidden state"sv || entry.meaning.starts_with("a state, ")) return "the width of the state";
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
  std::vector<SymbolEntry>& entries_;
};

}  // namespace

void settle_meanings(const Equation& equation, const Shapes& shapes, std::vector<SymbolEntry>& symbols) {
  Settler(equation, shapes, symbols).run();
}

}  // namespace eqlens
