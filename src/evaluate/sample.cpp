#include "evaluate/sample.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "kernel/loops.hpp"

namespace eqlens {

namespace {

/// The same numbers everywhere: the generator is fixed by the standard, the distributions of the standard library are not.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : generator_(seed) {}
  /// In (0, 1).
  double uniform() { return (static_cast<double>(generator_() >> 11) + 0.5) * 0x1.0p-53; }
  double normal() {
    // Box and Muller; the second number of each pair is dropped so that draws do not depend on what came before.
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  std::uint64_t whole(std::uint64_t below) { return generator_() % below; }

 private:
  std::mt19937_64 generator_;
};

std::uint64_t mixed(std::uint64_t seed, const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325u ^ seed;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

double between(Numbers& numbers, Drawing::Interval interval) { return interval.low + (interval.high - interval.low) * numbers.uniform(); }

/// Rows that sum to 1: exponentials, divided by their sum, are spread evenly over the simplex.
void simplex(Numbers& numbers, Array& array) {
  const auto length = array.extents.empty() ? 1 : array.extents.back();
  for (std::size_t row = 0; length > 0 && row < array.data.size(); row += length) {
    double total = 0;
    for (std::size_t i = 0; i < length; ++i) total += array.data[row + i] = -std::log(numbers.uniform());
    for (std::size_t i = 0; i < length; ++i) array.data[row + i] /= total;
  }
}

void one_hot(Numbers& numbers, Array& array) {
  const auto length = array.extents.empty() ? 1 : array.extents.back();
  for (std::size_t row = 0; length > 0 && row < array.data.size(); row += length) array.data[row + numbers.whole(length)] = 1;
}

}  // namespace

/// Where to draw from after a failure: near 1, inside (0, 1), above 1, below 0; one of them suits most formulas.
Drawing::Interval Drawing::tame_range(bool positive) const {
  switch (attempt_) {
    case 1: return {0.5, 1.5};
    case 2: return {0.1, 0.9};
    case 3: return {1.5, 3};
    default: return positive ? Interval{0.2, 0.8} : Interval{-1.5, -0.5};
  }
}

Array Drawing::draw(const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents) const {
  Array array{extents, std::vector<double>(element_count(extents), 0.0)};
  Numbers numbers(mixed(seed_ + 1000003u * attempt_, name));
  if (sample_ != Sample::automatic) {
    for (auto& entry : array.data) entry = sample_ == Sample::normal ? numbers.normal() : numbers.uniform();
    return array;
  }
  if (domain == "simplex") return simplex(numbers, array), array;
  if (domain == "one-hot") return one_hot(numbers, array), array;
  for (auto& entry : array.data) {
    if (domain == "positive")
      entry = attempt_ > 0 ? between(numbers, tame_range(true)) : std::exp(0.5 * numbers.normal());
    else if (domain == "rate" || domain == "probability")
      entry = 0.05 + 0.9 * numbers.uniform();
    else if (domain == "at least one")
      entry = 1 + std::exp(0.5 * numbers.normal());
    else if (domain == "stability")
      entry = 1e-5;
    else if (domain == "count")
      entry = static_cast<double>(2 + numbers.whole(4));
    else
      entry = attempt_ > 0 ? between(numbers, tame_range(false)) : numbers.normal();
  }
  return array;
}

std::string Drawing::words(const std::string& domain) const {
  if (sample_ == Sample::normal) return "drawn from a normal distribution";
  if (sample_ == Sample::uniform) return "drawn from (0, 1)";
  if (domain == "simplex") return "shares that sum to 1, drawn at random";
  if (domain == "one-hot") return "a one-hot label, drawn at random";
  if (domain == "positive") return "a positive number, drawn at random";
  if (domain == "at least one") return "a number above 1, drawn at random";
  if (domain == "rate") return "a rate, drawn from (0, 1)";
  if (domain == "probability") return "a probability, drawn from (0, 1)";
  if (domain == "stability") return "a small number for stability, 1e-05 by convention";
  if (domain == "count") return "a small whole number, drawn at random";
  return attempt_ > 0 ? fmt::format("drawn from ({}, {}), where the formula is defined", tame_range(false).low, tame_range(false).high)
                      : "drawn from a normal distribution";
}

namespace {

/// The symbol below indices and scalings: x of `x_i`.
SymbolId head(const Arena& arena, ExpressionId id) {
  while (arena[id].kind == ExpressionKind::index) id = arena.child(id, 0);
  return arena[id].kind == ExpressionKind::symbol ? arena[id].symbol : none;
}

const char* word(Domain domain) {
  switch (domain) {
    case Domain::real: return "";
    case Domain::positive:
    case Domain::nonnegative:
    case Domain::nonzero: return "positive";
    case Domain::at_least_one: return "at least one";
    case Domain::unit:
    case Domain::probability: return "probability";
  }
  return "";
}

}  // namespace

std::string domain_of(const Analysis& analysis, SymbolId symbol) {
  const auto* entry = analysis.roles.find(symbol);
  if (entry != nullptr && !entry->domain.empty() && entry->domain != "real") return entry->domain;
  const auto& arena = analysis.equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].operation == nullptr || arena[id].kind != ExpressionKind::apply) continue;
    const auto children = arena.children(id);
    for (std::size_t k = 0; k < children.size(); ++k) {
      if (children[k] == none || head(arena, children[k]) != symbol) continue;
      const auto& domains = arena[id].operation->domains;
      if (k < domains.size() && *word(domains[k]) != '\0') return word(domains[k]);
      const auto& name = arena[id].operation->name;
      if (name == "logarithm" || name == "square root" || (name == "division" && k == 1)) return "positive";
    }
  }
  return "real";
}

}  // namespace eqlens
