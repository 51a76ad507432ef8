// What the notation leaves unsaid.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "expression/matrix_power.hpp"
#include "expression/softmax_axis.hpp"
#include "read/index_starts.hpp"
#include "read/layer_conventions.hpp"
#include "read/reasons.hpp"
#include "read/wording.hpp"
#include "role/role.hpp"

namespace eqlens {

namespace {

class Conventions {
 public:
  explicit Conventions(const Understanding& understanding)
      : understanding_(understanding), analysis_(understanding.analysis), equation_(analysis_.equation), arena_(equation_.arena) {
    for (const auto* statement : display_statements(equation_))
      for (const auto id : expressions_of(arena_, *statement)) inside_.push_back(id);
  }

  std::vector<std::string> all() {
    softmax();
    each_row();
    safety();
    spread();
    elementwise();
    sums();
    catalogue();
    for (const auto& repeat : analysis_.shapes.broadcasts) add(repeat);
    repeated_numbers();
    no_bias();
    rows();
    steps();
    last_steps();
    labels();
    one_item();
    spreads();
    starts();
    for (auto& line : layer_conventions(understanding_)) add(std::move(line));
    for (auto& line : letter_conventions(understanding_)) add(std::move(line));
    return std::move(lines_);
  }

 private:
  void add(std::string line) {
    if (!line.empty() && std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
  }

  [[nodiscard]] const Pattern& pattern() const { return understanding_.pattern; }

  void softmax() {
    const auto down = softmaxes_down(arena_);
    for (const auto id : inside_) {
      if (!pattern().is(id, "softmax") || arena_[id].child_count == 0) continue;
      const auto rank = pattern().rank(id);
      if (rank >= 2 && down.count(id) > 0) {
        const auto& axes = analysis_.shapes.expressions[id].axes;
        add(fmt::format("softmax runs down each column: one distribution for each of the {} columns",
                        pretty(analysis_.shapes.sizes.print(axes.back()))));
      } else if (rank >= 2) {
        const auto& axes = analysis_.shapes.expressions[id].axes;
        add(fmt::format("softmax runs along each row: one distribution for each of the {} rows",
                        pretty(analysis_.shapes.sizes.print(axes[axes.size() - 2]))));
      } else if (rank == 1) {
        add("softmax runs over all entries of its argument: they become one distribution");
      } else {
        add(softmax_of_entry(understanding_));
      }
    }
  }

  void each_row() {
    for (const auto id : inside_) {
      const auto& at = arena_[id];
      if (at.kind != ExpressionKind::apply || !at.operation->each_row || at.child_count != 1 || pattern().rank(arena_.child(id, 0)) < 2)
        continue;
      add(fmt::format("{} is taken of each row", at.operation->noun));
    }
  }

  /// ε inside the root or outside it gives different numbers where the spread is small.
  void safety() {
    std::vector<bool> under_root(arena_.size(), false);
    for (const auto id : inside_)
      if (pattern().is(id, "square root") && arena_.child(id, 0) != none) under_root[arena_.child(id, 0)] = true;
    for (const auto id : inside_) {
      if (!pattern().is(id, "plus") || !pattern().small_constant(arena_.child(id, 1))) continue;
      const auto name = shown(analysis_, arena_.child(id, 1));
      const bool outside = pattern().is(arena_.child(id, 0), "square root");
      if (under_root[id]) add(fmt::format("{} is inside the root", name));
      if (outside) add(fmt::format("{} is outside the root", name));
    }
  }

  void spread() {
    for (const auto& found : understanding_.uses) {
      if (found.use != Use::average || !pattern().is(found.parts[0], "power")) continue;
      const auto gap = pattern().use_of(found.parts[0]);
      const auto count = shown(analysis_, found.parts[1]);
      // A squared distance from a mean is a variance; from a prediction, an error.
      if (gap && gap->use == Use::squared_gap && pattern().rank(gap->parts[1]) == 0 && arena_[gap->parts[1]].kind == ExpressionKind::symbol)
        add(fmt::format("the variance divides by {0}, not by {0} − 1", count));
    }
  }

  // `A^k x`, `D^{-1/2}` of a square matrix
  bool of_whole_matrix(ExpressionId id) const {
    if (is_matrix_power(analysis_.equation, id)) return true;
    const auto& base = analysis_.shapes.expressions[arena_.child(id, 0)];
    const auto& sizes = analysis_.shapes.sizes;
    const bool square = base.known && base.axes.size() == 2 && sizes.same(base.axes[0], base.axes[1]) == Same::yes;
    return square && arena_[arena_.child(id, 1)].kind == ExpressionKind::apply;
  }

  void elementwise() {
    constexpr std::array<std::string_view, 6> names{"power", "square root", "division", "exponential", "logarithm", "absolute value"};
    std::vector<std::string> done;
    for (const auto id : inside_) {
      if (pattern().rank(id) == 0 || arena_[id].kind != ExpressionKind::apply) continue;
      const auto name = pattern().operation(id);
      if (name == "power" && of_whole_matrix(id)) continue;
      if (std::find(names.begin(), names.end(), name) == names.end()) continue;
      // Scaling an array by a number needs no word.
      if (name == "division" && pattern().rank(arena_.child(id, 1)) == 0) continue;
      const auto word = name == "power" && pattern().is_number(arena_.child(id, 1), 2) ? std::string("square")
                                                                                       : std::string(name == "square root" ? "root" : name);
      if (std::find(done.begin(), done.end(), word) == done.end()) done.push_back(word);
    }
    if (done.size() == 1) add(fmt::format("the {} is taken entry by entry", done[0]));
    if (done.size() > 1) add(fmt::format("{} are taken entry by entry", enumerated(done)));
  }

  /// `\sum_{1}^{n} x_i`
  void unnamed_index(ExpressionId sum) {
    Statement body;
    body.sides = {arena_.child(sum, 0)};
    for (const auto id : expressions_of(arena_, body)) {
      if (arena_[id].kind != ExpressionKind::index || arena_.child(id, 1) == none) continue;
      const auto place = arena_.child(id, 1);
      if (arena_[place].kind != ExpressionKind::symbol || equation_.symbols[arena_[place].symbol].kind != SymbolKind::index) continue;
      const std::string what(arena_[sum].operation->noun.empty() ? arena_[sum].operation->name : arena_[sum].operation->noun);
      return add(fmt::format("{} names no index: {} is meant", what, called(analysis_, arena_[place].symbol)));
    }
  }

  /// X^{(K)} beside the line that makes X^{(k)} from X^{(k-1)}.
  void last_steps() {
    for (SymbolId last = 0; last < equation_.symbols.size(); ++last)
      if (const auto made = repeated_by(equation_, last); made != none)
        add(fmt::format("the line of {} is run again and again, for {} from 1 up to {}", called(analysis_, made),
                        called(analysis_, equation_.symbols[made].step), called(analysis_, equation_.symbols[last].step)));
  }

  void sums() {
    for (const auto id : inside_) {
      if (arena_[id].kind != ExpressionKind::reduce) continue;
      for (const auto& range : arena_.ranges(id)) {
        if (range.symbol == none && range.set == none) unnamed_index(id);
        if (range.symbol == none || range.lower != none || range.upper != none || range.set != none || pattern().is(id, "expectation"))
          continue;
        const auto name = called(analysis_, range.symbol);
        const std::string what(arena_[id].operation->noun.empty() ? arena_[id].operation->name : arena_[id].operation->noun);
        const auto size = index_size(understanding_, id, range.symbol);
        if (range.condition != none) {
          add(fmt::format("{} over {} has no limits printed: it runs over all {} values of {} for which {}", what, name, size, name,
                          shown(analysis_, range.condition)));
          continue;
        }
        add(!size.empty() ? fmt::format("{} over {} has no limits printed: it runs over all {} values of {}", what, name, size, name)
                          : fmt::format("{0} over {1} has no limits printed: it runs over every value of {1}", what, name));
      }
    }
  }

  /// Overflow is met where exponentials are divided by their sum; a beta of swish only where one is printed.
  bool concerns(const OperationEntry& entry, std::string_view convention) const {
    if (convention.starts_with("a norm without a subscript"))
      return std::any_of(inside_.begin(), inside_.end(),
                         [&](ExpressionId id) { return arena_[id].operation == entry.operation && arena_[id].child_count < 2; });
    if (convention.find("subtracts the maximum") != std::string_view::npos) return understanding_.first(Use::shares) != nullptr;
    return !convention.starts_with("swish with a beta");
  }

  void catalogue() {
    // Their general words are replaced by what is said above about this equation.
    constexpr std::array<std::string_view, 13> special{"softmax",
                                                       "plus",
                                                       "minus",
                                                       "power",
                                                       "division",
                                                       "square root",
                                                       "sum",
                                                       "product",
                                                       "transpose",
                                                       "gradient",
                                                       "elementwise product",
                                                       "call",
                                                       "dot product"};
    for (const auto& entry : analysis_.roles.operations) {
      const auto& operation = *entry.operation;
      if (std::find(special.begin(), special.end(), operation.name) != special.end()) continue;
      for (const auto convention : operation.conventions)
        if (concerns(entry, convention)) add(std::string(convention));
    }
    for (const auto& found : understanding_.uses) {
      if (found.use != Use::label_surprise) continue;
      add("a term whose probability is 0 counts as 0; for a whole batch the loss is averaged");
      one_hot(pattern().symbol(found.parts[0]), pattern().symbol(found.parts[1]));
      add(fmt::format("a probability of 0 has no logarithm: code works from the scores before the softmax, or keeps {} above 0",
                      shown(analysis_, found.parts[1])));
    }
  }

  /// Labels that weigh the logarithms of predicted shares.
  void one_hot(SymbolId label, SymbolId predicted) {
    const auto* entry = label == none || predicted == none || label == predicted ? nullptr : analysis_.roles.find(label);
    if (entry == nullptr || entry->meaning.find("label") == std::string::npos) return;
    add(fmt::format("{} is usually one-hot, 1 at the true class and 0 elsewhere; shares that sum to 1 work too", called(analysis_, label)));
    add(fmt::format("{} sums to 1 already, as after a softmax", called(analysis_, predicted)));
  }

  /// A number beside a list: `\mathbf{x} - \mu`.
  void repeated_numbers() {
    for (const auto id : inside_) {
      const bool minus = pattern().is(id, "minus");
      if ((!minus && !pattern().is(id, "plus")) || pattern().rank(id) == 0) continue;
      const auto list = arena_.child(id, 0), number = arena_.child(id, 1);
      if (arena_[number].kind != ExpressionKind::symbol || pattern().rank(number) != 0 || pattern().rank(list) == 0) continue;
      const auto* entry = analysis_.roles.find(arena_[number].symbol);
      if (entry == nullptr || entry->domain == "stability") continue;
      add(fmt::format("the number {} is {} every entry of {}", called(analysis_, entry->symbol), minus ? "taken from" : "added to",
                      shown(analysis_, list)));
    }
  }

  /// Learned matrices with nothing learned added to what they give.
  void no_bias() {
    std::vector<std::string> names;
    const auto learned = [&](ExpressionId id) {
      const auto symbol = pattern().symbol(id);
      const auto* entry = symbol == none ? nullptr : analysis_.roles.find(symbol);
      return entry != nullptr && entry->role == Role::learned ? entry : nullptr;
    };
    for (const auto id : inside_) {
      if (arena_[id].kind != ExpressionKind::apply) continue;
      const bool sum = pattern().is(id, "plus");
      for (const auto side : arena_.children(id)) {
        // b of `b 1^\top` is added to every column.
        const bool repeated = sum && side != none && pattern().is(side, "product") && pattern().is(arena_.child(side, 1), "transpose") &&
                              learned(arena_.child(side, 0)) != nullptr && pattern().rank(arena_.child(side, 0)) == 1;
        if (repeated) return;
        const auto* entry = side == none ? nullptr : learned(side);
        if (entry == nullptr) continue;
        if (sum) return;
        if (pattern().is(id, "product") && pattern().rank(side) == 2 && pattern().rank(id) > 0 &&
            std::find(names.begin(), names.end(), pretty(entry->latex)) == names.end())
          names.push_back(pretty(entry->latex));
      }
    }
    if (!names.empty())
      add(fmt::format("no bias is written: nothing learned is added to what {} {}", enumerated(names),
                      names.size() == 1 ? "gives" : "give"));
  }

  void rows() {
    for (const auto& found : understanding_.uses)
      if (found.use == Use::comparison && pattern().rank(found.id) >= 2) add("rows are items, columns are features");
  }

  void steps() {
    std::vector<std::string> powers, labels;
    for (const auto id : inside_) {
      if (pattern().is(id, "power")) {
        const auto exponent = pattern().symbol(arena_.child(id, 1));
        const bool counts = exponent != none && std::any_of(equation_.symbols.begin(), equation_.symbols.end(),
                                                            [&](const Symbol& s) { return s.step == exponent; });
        if (counts)
          add(fmt::format("the {} on {} is a power, elsewhere it counts steps", called(analysis_, exponent),
                          shown(analysis_, arena_.child(id, 0))));
      }
    }
    count_of_indices();
  }

  void count_of_indices() {
    const auto zero = letters_from_zero(understanding_);
    std::vector<ExpressionId> counted;
    for (const auto id : inside_) {
      const auto places = arena_.children(id);
      const bool entry = arena_[id].kind == ExpressionKind::index && places.size() > 1;
      const auto is_zero = [&](ExpressionId place) { return zero.contains(pattern().symbol(place)); };
      if (entry && !std::all_of(places.begin() + 1, places.end(), is_zero)) counted.push_back(id);
    }
    for (auto& line : index_starts(analysis_, counted)) add(std::move(line));
  }

  /// LN(x) with its own mean: what a batch of them does is not printed.
  void one_item() {
    const bool gathers = std::any_of(inside_.begin(), inside_.end(), [&](ExpressionId id) {
      return (arena_[id].kind == ExpressionKind::reduce && pattern().is(id, "sum")) || pattern().is(id, "softmax");
    });
    for (const auto* statement : display_statements(equation_)) {
      if (!gathers || statement->parameters.size() != 1 || statement->value == none || pattern().rank(statement->value) != 1) continue;
      const auto given = statement->parameters[0];
      if (given == none || given >= analysis_.shapes.symbols.size()) continue;
      const auto& shape = analysis_.shapes.symbols[given];
      if (shape.known && shape.rank() == 1)
        add(fmt::format(
            "the line is written for one {0}: of several, each is treated by itself, and one more leaves the others as they are",
            called(analysis_, given)));
    }
  }

  /// The logarithm of the square of what has to be positive.
  void spreads() {
    for (const auto id : inside_) {
      if (!pattern().is(id, "logarithm") || !pattern().is(arena_.child(id, 0), "power")) continue;
      const auto power = arena_.child(id, 0);
      const auto base = pattern().symbol(arena_.child(power, 0));
      const auto* entry = base == none ? nullptr : analysis_.roles.find(base);
      if (entry == nullptr || entry->domain != "positive" || entry->role != Role::input || !pattern().is_number(arena_.child(power, 1), 2))
        continue;
      add(fmt::format("{} has to be positive: where a network gives it, it usually gives log {}, which may be any number",
                      called(analysis_, base), shown(analysis_, power)));
    }
  }

  /// A running average or a state remembers from its first step on; what it starts from is rarely printed.
  void starts() {
    for (const auto& entry : analysis_.roles.symbols) {
      if (entry.role != Role::input || entry.indexed || !has_badge(entry, "previous step") || later_value(analysis_, entry.symbol) == none)
        continue;
      const auto& own = equation_.symbols[entry.symbol];
      const bool averaged = std::any_of(understanding_.uses.begin(), understanding_.uses.end(), [&](const Found& found) {
        if (found.use != Use::running_average) return false;
        const bool bare =
            pattern().factors(arena_.child(found.id, 0)).size() == 2 && pattern().factors(arena_.child(found.id, 1)).size() == 2;
        return bare && (pattern().symbol(found.parts[1]) == entry.symbol || pattern().symbol(found.parts[2]) == entry.symbol);
      });
      // What is added up from step to step, or handed on, has to begin somewhere.
      const auto* next = equation_.definition_of(later_value(analysis_, entry.symbol));
      const bool gated = next != nullptr && std::any_of(understanding_.uses.begin(), understanding_.uses.end(), [&](const Found& found) {
                           return found.use == Use::gate && pattern().symbol(found.parts[1]) == entry.symbol;
                         });
      const bool state = gated || entry.meaning.find("state") != std::string::npos;
      const bool given = std::any_of(equation_.symbols.begin(), equation_.symbols.end(),
                                     [&](const Symbol& start) { return start.stem == own.stem && start.step == none; });
      if ((averaged || state) && !given && own.offset == -1) add(fmt::format("{} starts at 0 unless a start is given", pretty(own.stem)));
    }
  }

  /// d_k is one name; without the word a newcomer multiplies.
  void labels() {
    std::vector<std::string> names;
    for (const auto& entry : analysis_.roles.symbols) {
      const auto& symbol = equation_.symbols[entry.symbol];
      const bool letter = symbol.label.size() == 1 && symbol.label[0] >= 'a' && symbol.label[0] <= 'z';
      if (!entry.indexed && letter && symbol.step == none && symbol.kind == SymbolKind::variable) names.push_back(pretty(symbol.latex));
    }
    if (names.size() == 1) add(fmt::format("{} is one symbol, its subscript a label", names[0]));
    if (names.size() > 1) add(fmt::format("{} are single symbols, their subscripts labels", enumerated(names)));
    raised_labels();
  }

  /// `W^Q`: a capital above is no exponent.
  void raised_labels() {
    std::vector<std::string> names;
    for (const auto& entry : analysis_.roles.symbols) {
      const auto& upper = equation_.symbols[entry.symbol].upper;
      const bool capital = upper.size() == 1 && upper[0] >= 'A' && upper[0] <= 'Z';
      if (!entry.indexed && capital && equation_.symbols[entry.symbol].kind == SymbolKind::variable) names.push_back(pretty(entry.latex));
    }
    if (!names.empty())
      add(names.size() == 1 ? fmt::format("the superscript of {} is a label, not a power", names[0])
                            : fmt::format("the superscripts of {} are labels, not powers", enumerated(names)));
  }

  const Understanding& understanding_;
  const Analysis& analysis_;
  const Equation& equation_;
  const Arena& arena_;
  std::vector<ExpressionId> inside_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> silent_conventions(const Understanding& understanding) { return Conventions(understanding).all(); }

}  // namespace eqlens
