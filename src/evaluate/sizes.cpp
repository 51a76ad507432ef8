#include "evaluate/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace eqlens {

namespace {

// Products of primes tell all sizes apart; where there are many sizes, they make arrays too large to be run often.
constexpr std::array<std::size_t, 8> small_primes{3, 2, 5, 7, 11, 13, 17, 19};
constexpr std::array<std::size_t, 12> small_numbers{3, 2, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13};

}  // namespace

std::string printed(const std::vector<std::size_t>& extents) {
  return extents.empty() ? "a number" : fmt::format("{}", fmt::join(extents, " × "));
}

SizeTable::SizeTable(const Shapes& shapes, const EvaluationOptions& options) : sizes_(shapes.sizes), choice_(options.chosen_sizes) {
  std::size_t names = 0;
  for (SizeId id = 0; choice_ == ChosenSizes::small && id < sizes_.count(); ++id)
    names += sizes_.resolve(Dimension::size(id)).single() == id ? 1 : 0;
  // Two rows tell a row from a column; a single size has room for more.
  small_ = names == 1 ? 3 : 2;
  for (const auto& [name, extent] : options.sizes)
    for (const auto& canonical_name : canonical_names(name)) learn(canonical_name, extent, by_option);
}

void SizeTable::learn(std::string_view name, std::size_t extent, std::string from) {
  const auto id = sizes_.find(name);
  if (!id) return;
  const auto dimension = sizes_.resolve(Dimension::size(*id));
  if (const auto single = dimension.single()) known_.emplace(*single, Known{static_cast<std::int64_t>(extent), std::move(from)});
}

std::optional<std::int64_t> SizeTable::known(const Dimension& dimension) const {
  const auto resolved = sizes_.resolve(dimension);
  std::int64_t total = 0;
  for (const auto& term : resolved.terms()) {
    auto product = term.coefficient;
    for (const auto size : term.sizes) {
      const auto found = known_.find(size);
      if (found == known_.end()) return std::nullopt;
      product *= found->second.value;
    }
    total += product;
  }
  return total;
}

std::optional<std::int64_t> SizeTable::known(std::string_view name) const {
  const auto id = sizes_.find(name);
  return id ? known(Dimension::size(*id)) : std::nullopt;
}

std::optional<std::size_t> SizeTable::number(std::string_view name) {
  const auto id = sizes_.find(name);
  return id ? std::optional(number(Dimension::size(*id))) : std::nullopt;
}

std::size_t SizeTable::number(const Dimension& dimension) {
  const auto resolved = sizes_.resolve(dimension);
  for (const auto& term : resolved.terms())
    for (const auto size : term.sizes)
      if (!known_.contains(size)) {
        if (choice_ == ChosenSizes::small) {
          known_.emplace(size, Known{small_, "chosen"});
          continue;
        }
        const std::span<const std::size_t> choices =
            choice_ == ChosenSizes::consecutive ? std::span<const std::size_t>(small_numbers) : small_primes;
        // Those that values brought are not used again.
        const auto taken = [&](std::size_t number) {
          return std::ranges::any_of(known_, [&](const auto& entry) { return entry.second.value == static_cast<std::int64_t>(number); });
        };
        if (level) {
          known_.emplace(size, Known{static_cast<std::int64_t>(choices[0]), by_choice});
          continue;
        }
        while (chosen_ + 1 < choices.size() && taken(choices[chosen_])) ++chosen_;
        known_.emplace(size, Known{static_cast<std::int64_t>(choices[chosen_]), by_choice});
        if (chosen_ + 1 < choices.size()) ++chosen_;
      }
  return static_cast<std::size_t>(std::max<std::int64_t>(0, known(resolved).value_or(0)));
}

std::optional<std::pair<SizeId, std::int64_t>> SizeTable::stretched(const Dimension& dimension, std::int64_t least) const {
  const auto resolved = sizes_.resolve(dimension);
  const auto now = known(resolved);
  if (!now) return std::nullopt;
  for (const auto& term : resolved.terms()) {
    if (term.sizes.size() != 1 || term.coefficient <= 0) continue;
    const auto& size = known_.at(term.sizes.front());
    const auto steps = (least - *now + term.coefficient - 1) / term.coefficient;
    if (size.from == by_choice && steps > 0) return std::pair(term.sizes.front(), size.value + steps);
  }
  return std::nullopt;
}

std::vector<std::size_t> SizeTable::extents(const Shape& shape) {
  std::vector<std::size_t> result;
  for (const auto& axis : shape.axes) result.push_back(number(axis));
  return result;
}

bool SizeTable::is_given(const Dimension& dimension) const {
  const auto resolved = sizes_.resolve(dimension);
  const auto single = resolved.single();
  const auto found = single ? known_.find(*single) : known_.end();
  return found != known_.end() && (found->second.from == by_value || found->second.from == by_option);
}

std::optional<Diagnostic> SizeTable::learn(const Dimension& dimension, std::size_t extent, const std::string& from) {
  const auto resolved = sizes_.resolve(dimension);
  if (const auto value = known(resolved)) {
    if (*value == static_cast<std::int64_t>(extent)) return std::nullopt;
    std::string because;
    for (const auto& term : resolved.terms())
      for (const auto size : term.sizes)
        because += fmt::format("{}{} = {} from {}", because.empty() ? " with " : ", ", sizes_.name(size), known_.at(size).value,
                               known_.at(size).from == by_value ? sizes_.name(size) + "'s value" : known_.at(size).from);
    return Diagnostic{Severity::error, "value-shape", because, {}, {}, {}, {}};
  }
  // One unknown size, once: a x + b = extent.
  std::optional<SizeId> unknown;
  std::int64_t factor = 0;
  std::int64_t rest = static_cast<std::int64_t>(extent);
  for (const auto& term : resolved.terms()) {
    auto product = term.coefficient;
    std::optional<SizeId> inside;
    for (const auto size : term.sizes) {
      if (const auto found = known_.find(size); found != known_.end())
        product *= found->second.value;
      else if (inside || unknown)
        return std::nullopt;
      else
        inside = size;
    }
    if (inside) {
      unknown = inside;
      factor = product;
    } else {
      rest -= product;
    }
  }
  if (unknown && factor != 0 && rest % factor == 0 && rest / factor >= 0) known_.emplace(*unknown, Known{rest / factor, from});
  return std::nullopt;
}

std::optional<Diagnostic> SizeTable::learn(const Equation& equation, const Shapes& shapes, SymbolId symbol, const Array& value, bool said) {
  const auto& shape = shapes.symbols[symbol];
  // One number stands for an array whose entries are all equal.
  if (!shape.known || value.extents.empty()) return std::nullopt;
  const auto& latex = equation.symbols[symbol].latex;
  const auto wrong = [&](const std::string& because) {
    return Diagnostic{Severity::error,
                      "value-shape",
                      fmt::format("{} is {}{}, but its value {}", latex,
                                  shape.rank() == 1 ? fmt::format("a vector of {}", print(shape, sizes_)) : print(shape, sizes_), because,
                                  value.rank() == 1 ? fmt::format("has {}", printed(value.extents)) : "is " + printed(value.extents)),
                      {},
                      fmt::format("give {} with the shape {}", latex, print(shape, sizes_)),
                      {},
                      {}};
  };
  if (shape.rank() != value.rank()) return said ? std::optional(wrong({})) : std::nullopt;
  for (std::size_t axis = 0; axis < shape.rank(); ++axis)
    if (const auto problem = learn(shape.axes[axis], value.extents[axis], latex); problem && (said || is_given(shape.axes[axis])))
      return wrong(problem->message);
  return std::nullopt;
}

}  // namespace eqlens
