#include "role/batch_axis.hpp"

#include <algorithm>
#include <array>

namespace eqlens {

using namespace std::string_view_literals;

namespace {

class Search {
 public:
  explicit Search(const Equation& equation) : equation_(equation), arena_(equation.arena) {}

  [[nodiscard]] std::optional<BatchAxis> run() const {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (!arena_.applies(id, "division") || arena_[id].source != 0 || !arena_.applies(arena_.child(id, 0), "minus")) continue;
      if (auto found = of(id)) return found;
    }
    return {};
  }

 private:
  [[nodiscard]] SymbolId symbol(ExpressionId id) const {
    while (id != none && arena_[id].kind == ExpressionKind::index) id = arena_.child(id, 0);
    return id != none && arena_[id].kind == ExpressionKind::symbol ? arena_[id].symbol : none;
  }

  [[nodiscard]] std::optional<BatchAxis> of(ExpressionId division) const {
    const ExpressionId difference = arena_.child(division, 0);
    const ExpressionId entry = arena_.child(difference, 0);
    BatchAxis found{symbol(entry), none, none, symbol(arena_.child(difference, 1)), division};
    if (arena_[entry].kind != ExpressionKind::index || found.examples == none || found.mean == none) return {};
    const Statement* mean = equation_.definition_of(found.mean);
    const ExpressionId sum = mean == nullptr || mean->value == none ? none : summed(mean->value);
    if (sum == none) return {};
    const std::size_t place = place_of(sum, found.examples);
    if (place == 0 || place >= arena_[entry].child_count) return {};
    found.index = symbol(arena_.child(entry, place));
    if (found.index == none || !shared(division, found.index)) return {};
    const ExpressionId limit = arena_.ranges(sum)[0].upper;
    found.size = limit == none ? none : symbol(limit);
    if ((found.size != none && counts_features(found.size)) || told_features(found.examples)) return {};
    return found;
  }

  /// The sum of an average, whichever way its count is printed.
  [[nodiscard]] ExpressionId summed(ExpressionId value) const {
    if (arena_.applies(value, "division")) value = arena_.child(value, 0);
    if (arena_.applies(value, "product")) value = arena_.child(value, 1);
    const bool sum = arena_[value].kind == ExpressionKind::reduce && arena_[value].operation->name == "sum"sv;
    return sum && arena_.ranges(value).size() == 1 ? value : none;
  }

  /// Among the indices of x below the sum, where the bound one stands.
  [[nodiscard]] std::size_t place_of(ExpressionId sum, SymbolId array) const {
    const ExpressionId body = arena_.child(sum, 0);
    if (arena_[body].kind != ExpressionKind::index || symbol(body) != array) return 0;
    const auto parts = arena_.children(body);
    for (std::size_t n = 1; n < parts.size(); ++n)
      if (parts[n] != none && symbol(parts[n]) == arena_.ranges(sum)[0].symbol) return n;
    return 0;
  }

  /// `\gamma \hat x_i + \beta`: one scale and one shift for every value of the index.
  [[nodiscard]] bool shared(ExpressionId division, SymbolId index) const {
    for (ExpressionId id = 0; id < arena_.size(); ++id) {
      if (!arena_.applies(id, "plus")) continue;
      const ExpressionId scaled = arena_.child(id, 0), shift = arena_.child(id, 1);
      if (!arena_.applies(scaled, "product") && !arena_.applies(scaled, "elementwise product")) continue;
      for (const auto& [scale, value] : {std::pair{0U, 1U}, std::pair{1U, 0U}})
        if (is(arena_.child(scaled, value), division) && plain(arena_.child(scaled, scale), index) && plain(shift, index)) return true;
    }
    return false;
  }

  [[nodiscard]] bool is(ExpressionId id, ExpressionId division) const {
    if (id == division) return true;
    const SymbolId named = symbol(id);
    const Statement* definition = named == none ? nullptr : equation_.definition_of(named);
    return definition != nullptr && definition->value == division;
  }

  [[nodiscard]] bool plain(ExpressionId id, SymbolId index) const { return symbol(id) != none && !equation_.reads(id, index); }

  /// `\frac1d \sum_{i=1}^{d}`: written with one scale for all, features are still features.
  [[nodiscard]] bool counts_features(SymbolId size) const {
    const std::string& letter = equation_.symbols[size].nucleus;
    return letter == "d" || letter == "D" || told_features(size);
  }

  [[nodiscard]] bool told_features(SymbolId symbol) const {
    constexpr std::array features{"feature"sv, "dimension"sv, "width"sv, "unit"sv, "channel"sv};
    constexpr std::array examples{"example"sv, "batch"sv, "sample"sv};
    return std::any_of(equation_.role_facts.begin(), equation_.role_facts.end(), [&](const RoleFact& fact) {
      const auto says = [&](std::string_view word) { return fact.meaning.find(word) != std::string::npos; };
      return fact.symbol == symbol && std::any_of(features.begin(), features.end(), says) &&
             std::none_of(examples.begin(), examples.end(), says);
    });
  }

  const Equation& equation_;
  const Arena& arena_;
};

}  // namespace

std::optional<BatchAxis> batch_axis(const Equation& equation) { return Search(equation).run(); }

std::string example_of(const Equation& equation, const BatchAxis& batch, ExpressionId entry) {
  const Arena& arena = equation.arena;
  const ExpressionId base = arena.child(entry, 0);
  const ExpressionId index = arena[entry].child_count == 2 ? arena.child(entry, 1) : none;
  if (index == none || arena[index].kind != ExpressionKind::symbol || arena[index].symbol != batch.index ||
      arena[base].kind != ExpressionKind::symbol)
    return {};
  const std::string example = "example $" + equation.symbols[batch.index].latex + "$";
  return arena[base].symbol == batch.examples ? example : "$" + equation.symbols[arena[base].symbol].latex + "$ of " + example;
}

}  // namespace eqlens
