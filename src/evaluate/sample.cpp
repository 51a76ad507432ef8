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

/// Each matrix of the last two axes A A^T + I, which is symmetric and has positive eigenvalues.
void covariances(Numbers& numbers, Array& array) {
  const auto side = array.extents.back();
  std::vector<double> factor(side * side);
  for (std::size_t from = 0; side > 0 && from < array.data.size(); from += side * side) {
    for (auto& entry : factor) entry = numbers.normal();
    for (std::size_t i = 0; i < side; ++i)
      for (std::size_t j = 0; j < side; ++j) {
        auto& entry = array.data[from + i * side + j];
        entry = i == j ? 1 : 0;
        for (std::size_t k = 0; k < side; ++k) entry += factor[i * side + k] * factor[j * side + k];
      }
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

std::vector<double> members_of_domain(const std::string& domain) {
  std::vector<double> members;
  if (!domain.starts_with(one_of_word)) return members;
  const char* at = domain.c_str() + one_of_word.size();
  for (char* rest = nullptr; *at != '\0'; at = rest) {
    members.push_back(std::strtod(at, &rest));
    if (rest == at) break;
  }
  return members;
}

Array Drawing::draw(const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents, std::size_t turn) const {
  if (drawn_ != nullptr) return next_of_stream(name, extents);
  const bool usual = domain.starts_with(usually) || domain == "stability" || domain == "step" || domain == "start";
  if (sample_ == Sample::by_hand && !usual) return by_hand(domain, extents, seed_ + attempt_ + turn);
  Array array{extents, std::vector<double>(element_count(extents), 0.0)};
  Numbers numbers(mixed(seed_ + 1000003u * attempt_, name));
  if (sample_ == Sample::normal || sample_ == Sample::uniform) {
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
  const bool square = extents.size() > 1 && extents.back() == extents[extents.size() - 2];
  if (domain == "covariance" && square) return covariances(numbers, array), array;
  if (domain == "pairs") return by_hand(domain, extents, 0);
  const auto members = members_of_domain(domain);
  if (domain == "members") return std::iota(array.data.begin(), array.data.end(), 1.0), array;
  for (auto& entry : array.data) {
    if (domain.starts_with(usually))
      entry = std::strtod(domain.c_str() + usually.size(), nullptr);
    else if (domain.starts_with(between_word))
      entry = between(numbers, interval_of(domain));
    else if (!members.empty())
      entry = members[numbers.whole(members.size())];
    else if (domain == "step")
      entry = 1;
    else if (domain == "positive" || domain == "definite" || domain == "covariance")
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
  if (sample_ == Sample::by_hand && !domain.starts_with(usually) && domain != "stability" && domain != "step" && domain != "start")
    return "chosen so that it is easy to reckon with";
  if (sample_ == Sample::normal) return "drawn from a normal distribution";
  if (sample_ == Sample::uniform) return "drawn from (0, 1)";
  if (domain.starts_with(usually)) return domain;
  if (domain.starts_with(between_word))
    return fmt::format("drawn from ({}, {}), as is said of it", interval_of(domain).low, interval_of(domain).high);
  if (domain.starts_with(one_of_word)) {
    auto members = members_of_domain(domain);
    const auto last = members.back();
    members.pop_back();
    return members.empty() ? fmt::format("{}, the only value that it can have", last)
                           : fmt::format("drawn from {} and {}", fmt::join(members, ", "), last);
  }
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
  if (domain == "covariance") return "a covariance: symmetric, with positive eigenvalues, drawn at random";
  if (domain == "pairs") return "a set of tuples of indices";
  if (domain == "label") return "a label, drawn from 1 and 2";
  if (domain == "members") return "a set of indices: the first two";
  if (domain == "count" && attempt_ < attempts_with_counts) return "a small whole number, drawn at random";
  if (attempt_ == 0) return "drawn from a normal distribution";
  const auto range = tame_range(name, false);
  return fmt::format("drawn from ({}, {}), where the formula is defined", range.low, range.high);
}

}  // namespace eqlens
