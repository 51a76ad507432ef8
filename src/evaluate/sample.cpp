#include "evaluate/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <random>

#include "kernel/loops.hpp"

namespace eqlens {

namespace {

/// A domain of one value, which follows the word.
constexpr std::string_view usually = "usually ";
/// An open interval, whose ends follow the word.
constexpr std::string_view between_word = "between ";

/// After so many failures a letter that usually counts may be any number.
constexpr unsigned attempts_with_counts = 6;

/// The ends of a domain that is an interval.
Drawing::Interval interval_of(const std::string& domain) {
  char* rest = nullptr;
  const auto low = std::strtod(domain.c_str() + between_word.size(), &rest);
  return {low, std::strtod(rest, nullptr)};
}

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

Drawing::Drawing(Sample sample, std::uint64_t seed, unsigned attempt) : sample_(sample), seed_(seed), attempt_(attempt) {
  if (sample == Sample::torch_normal) drawn_ = std::make_shared<Drawn>(Drawn{torch_stream(seed), {}});
  if (sample == Sample::numpy_normal) drawn_ = std::make_shared<Drawn>(Drawn{numpy_stream(seed), {}});
}

Array Drawing::next_of_stream(const std::string& name, const std::vector<std::size_t>& extents) const {
  auto& array = drawn_->arrays[name];
  if (array.data.empty() || array.extents != extents) array = {extents, drawn_->stream->normal(element_count(extents))};
  return array;
}

/// Where to draw from after a failure: near 1, inside (0, 1), above 1, below 0; one of them suits most formulas.
/// Later attempts mix them, since `b^2 - 4ac` wants a large b beside small a and c.
Drawing::Interval Drawing::tame_range(const std::string& name, bool positive) const {
  auto kind = attempt_;
  if (attempt_ > 4) kind = static_cast<unsigned>(Numbers(mixed(seed_ + 7919u * attempt_, name)).whole(5)) + 1;
  switch (kind) {
    case 1: return {0.5, 1.5};
    case 2: return {0.1, 0.9};
    case 3: return {1.5, 3};
    case 5: return {3, 9};
    default: return positive ? Interval{0.2, 0.8} : Interval{-1.5, -0.5};
  }
}

Array Drawing::draw(const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents) const {
  if (drawn_ != nullptr) return next_of_stream(name, extents);
  Array array{extents, std::vector<double>(element_count(extents), 0.0)};
  Numbers numbers(mixed(seed_ + 1000003u * attempt_, name));
  if (sample_ != Sample::automatic) {
    for (auto& entry : array.data) entry = sample_ == Sample::normal ? numbers.normal() : numbers.uniform();
    return array;
  }
  if (domain == "start") return array;
  if (domain == "simplex") return simplex(numbers, array), array;
  if (domain == "one-hot") return one_hot(numbers, array), array;
  if (domain == "definite" && extents.size() == 2 && extents[0] == extents[1]) {
    for (std::size_t i = 0; i < extents[0]; ++i) array.data[i * (extents[0] + 1)] = std::exp(0.5 * numbers.normal());
    return array;
  }
  if (domain == "members") return std::iota(array.data.begin(), array.data.end(), 1.0), array;
  for (auto& entry : array.data) {
    if (domain.starts_with(usually))
      entry = std::strtod(domain.c_str() + usually.size(), nullptr);
    else if (domain.starts_with(between_word))
      entry = between(numbers, interval_of(domain));
    else if (domain == "step")
      entry = 1;
    else if (domain == "positive" || domain == "definite")
      entry = attempt_ > 0 ? between(numbers, tame_range(name, true)) : std::exp(0.5 * numbers.normal());
    else if (domain == "rate" || domain == "probability")
      entry = 0.05 + 0.9 * numbers.uniform();
    else if (domain == "at least one")
      entry = 1 + std::exp(0.5 * numbers.normal());
    else if (domain == "stability")
      entry = 1e-5;
    else if (domain == "label" || domain == "members")
      entry = static_cast<double>(1 + numbers.whole(2));
    else if (domain == "count" && attempt_ < attempts_with_counts)
      entry = static_cast<double>(2 + numbers.whole(4));
    else
      entry = attempt_ > 0 ? between(numbers, tame_range(name, false)) : numbers.normal();
  }
  return array;
}

std::string Drawing::words(const std::string& name, const std::string& domain) const {
  if (sample_ == Sample::torch_normal) return fmt::format("drawn as torch.randn does after manual_seed({})", seed_);
  if (sample_ == Sample::numpy_normal) return fmt::format("drawn as standard_normal of NumPy's default_rng({}) does", seed_);
  if (sample_ == Sample::normal) return "drawn from a normal distribution";
  if (sample_ == Sample::uniform) return "drawn from (0, 1)";
  if (domain.starts_with(usually)) return domain;
  if (domain.starts_with(between_word))
    return fmt::format("drawn from ({}, {}), as is said of it", interval_of(domain).low, interval_of(domain).high);
  if (domain == "step") return "a step counter: the first step";
  if (domain == "start") return "0, as before the first step";
  if (domain == "simplex") return "shares that sum to 1, drawn at random";
  if (domain == "one-hot") return "a one-hot label, drawn at random";
  if (domain == "positive") return "a positive number, drawn at random";
  if (domain == "at least one") return "a number above 1, drawn at random";
  if (domain == "rate") return "a rate, drawn from (0, 1)";
  if (domain == "probability") return "a probability, drawn from (0, 1)";
  if (domain == "stability") return "a small number for stability, 1e-05 by convention";
  if (domain == "definite") return "a diagonal matrix with positive numbers, drawn at random";
  if (domain == "label") return "a label, drawn from 1 and 2";
  if (domain == "members") return "a set of indices: the first two";
  if (domain == "count" && attempt_ < attempts_with_counts) return "a small whole number, drawn at random";
  if (attempt_ == 0) return "drawn from a normal distribution";
  const auto range = tame_range(name, false);
  return fmt::format("drawn from ({}, {}), where the formula is defined", range.low, range.high);
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

/// "usually 0.9" of a meaning that says so; a learning rate's is 0.1, a step that can be followed by hand.
std::string usual_value(const SymbolEntry& entry) {
  if (!entry.shape.axes.empty()) return {};
  if (const auto at = entry.meaning.find(usually); at != std::string::npos) {
    const auto number = entry.meaning.substr(at + usually.size());
    if (std::strtod(number.c_str(), nullptr) != 0)
      return std::string(usually) + number.substr(0, number.find_first_not_of("0123456789.e-"));
  }
  return entry.meaning == "the learning rate" ? std::string(usually) + "0.1" : std::string();
}

bool occurs(const Arena& arena, ExpressionId id, auto&& matches) {
  if (id == none) return false;
  if (matches(id)) return true;
  const auto children = arena.children(id);
  return std::any_of(children.begin(), children.end(), [&](ExpressionId child) { return occurs(arena, child, matches); });
}

/// Whether a symbol is a share of a whole, as both are in `\sum_i p_i \log \frac{p_i}{q_i}`: an entry of it is weighed by, or stands
/// inside, the logarithm of a sum over all entries. `1 - y_i` makes it the probability of one of two outcomes.
bool is_distribution(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::reduce || arena[id].operation->name != "sum" || arena.ranges(id).size() != 1) continue;
    const auto& range = arena.ranges(id)[0];
    if (range.symbol == none || range.condition != none) continue;
    const auto entry = [&](ExpressionId at) {
      if (arena[at].kind != ExpressionKind::index || arena[at].child_count != 2 || head(arena, at) != symbol) return false;
      const auto index = arena.child(at, 1);
      return index != none && arena[index].kind == ExpressionKind::symbol && arena[index].symbol == range.symbol;
    };
    const auto weighed = [&](ExpressionId at) {
      if (!arena.applies(at, "product") && !arena.applies(at, "dot product")) return false;
      const auto weight = arena.child(at, 0);
      const auto logarithm = arena.child(at, 1);
      const bool logs = arena.applies(logarithm, "logarithm") || arena.applies(logarithm, "logarithm to a base");
      const bool by_entry = arena[weight].kind == ExpressionKind::index;
      return logs && by_entry && (entry(weight) || occurs(arena, logarithm, entry));
    };
    const auto complement = [&](ExpressionId at) { return arena.applies(at, "minus") && entry(arena.child(at, 1)); };
    const auto body = arena.child(id, 0);
    if (occurs(arena, body, weighed) && !occurs(arena, body, complement)) return true;
  }
  return false;
}

}  // namespace

namespace {

/// The number that a side of a fact is, if it is one.
std::optional<double> number_of(const Arena& arena, ExpressionId id) {
  if (arena[id].kind == ExpressionKind::number) return arena[id].number;
  if (!arena.applies(id, "negative")) return std::nullopt;
  const auto inner = number_of(arena, arena.child(id, 0));
  return inner ? std::optional(-*inner) : std::nullopt;
}

/// What facts such as `x \in (0, 1)`, `0 < \gamma < 1` and `n \ge 1` say of where a symbol's values lie.
std::string domain_by_facts(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  std::optional<double> low, high;
  const auto is_symbol = [&](ExpressionId id) { return head(arena, id) == symbol; };
  // `(0, 1)` and `[0, 1]` are lists by their brackets alone.
  const auto is_interval = [&](ExpressionId id) {
    return arena[id].child_count == 2 && (arena.applies(id, "interval") || arena.applies(id, "list") || arena.applies(id, "concatenation"));
  };
  for (const auto& statement : equation.statements) {
    if (statement.kind != StatementKind::fact) continue;
    for (std::size_t i = 0; i < statement.relations.size() && i + 1 < statement.sides.size(); ++i) {
      const auto left = statement.sides[i], right = statement.sides[i + 1];
      const auto& relation = statement.relations[i]->name;
      const bool below = relation == "is less than" || relation == "is at most";
      const bool above = relation == "is greater than" || relation == "is at least";
      if (is_symbol(left) && (below || above))
        if (const auto bound = number_of(arena, right)) (below ? high : low) = bound;
      if (is_symbol(right) && (below || above))
        if (const auto bound = number_of(arena, left)) (below ? low : high) = bound;
      if (is_symbol(left) && relation == "is in" && is_interval(right)) {
        low = number_of(arena, arena.child(right, 0));
        high = number_of(arena, arena.child(right, 1));
      }
    }
  }
  constexpr double reach = 4;  // how far values go beyond a bound that stands alone
  if (!low && !high) return {};
  return fmt::format("{}{} {}", between_word, low.value_or(high.value_or(0) - reach), high.value_or(low.value_or(0) + reach));
}

}  // namespace

namespace {

/// Whether a symbol's entries are places in another array, as in `w_{y_i}`, or are compared with an index: `k = y_i`.
bool is_label(const Equation& equation, SymbolId symbol) {
  const auto& arena = equation.arena;
  const auto entry = [&](ExpressionId at) { return at != none && head(arena, at) == symbol; };
  const auto index = [&](ExpressionId at) {
    return at != none && arena[at].kind == ExpressionKind::symbol && equation.symbols[arena[at].symbol].kind == SymbolKind::index;
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const auto children = arena.children(id);
    if (arena[id].kind == ExpressionKind::index && std::any_of(children.begin() + 1, children.end(), entry)) return true;
    if (arena[id].kind != ExpressionKind::relation || children.size() != 2) continue;
    const auto& name = arena[id].operation->name;
    if (name != "equals" && name != "is not") continue;
    const bool both = entry(children[0]) && entry(children[1]) && arena[children[0]].kind == ExpressionKind::index;
    if (both || (entry(children[0]) && index(children[1])) || (entry(children[1]) && index(children[0]))) return true;
  }
  return false;
}

}  // namespace

namespace {

/// Whether a square matrix is raised to a real power, as a degree matrix in `D^{-1/2} A D^{-1/2}`.
bool has_real_power(const Analysis& analysis, SymbolId symbol) {
  const auto& arena = analysis.equation.arena;
  const auto& shapes = analysis.shapes.symbols;
  if (symbol >= shapes.size() || !shapes[symbol].known || shapes[symbol].rank() != 2) return false;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "power") || head(arena, arena.child(id, 0)) != symbol) continue;
    auto exponent = arena.child(id, 1);
    if (arena.applies(exponent, "negative")) exponent = arena.child(exponent, 0);
    const auto number = number_of(arena, exponent);
    if (arena.applies(exponent, "division") || (number && *number != std::floor(*number))) return true;
  }
  return false;
}

}  // namespace

std::string domain_of(const Analysis& analysis, SymbolId symbol) {
  if (has_real_power(analysis, symbol)) return "definite";
  if (analysis.equation.symbols[symbol].kind != SymbolKind::index && is_label(analysis.equation, symbol)) return "label";
  const bool is_index = analysis.equation.symbols[symbol].kind == SymbolKind::index;
  if (auto stated = is_index ? std::string() : domain_by_facts(analysis.equation, symbol); !stated.empty()) return stated;
  const auto* entry = analysis.roles.find(symbol);
  if (entry != nullptr)
    if (auto usual = usual_value(*entry); !usual.empty()) return usual;
  if ((entry == nullptr || entry->domain != "one-hot") && is_distribution(analysis.equation, symbol)) return "simplex";
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
