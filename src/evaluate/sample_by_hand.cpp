// Numbers that one reckons with by hand, for worked examples.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "evaluate/sample.hpp"
#include "kernel/loops.hpp"

namespace eqlens {

namespace {

template <std::size_t N>
double picked(const std::array<double, N>& numbers, std::size_t at) {
  return numbers[at % N];
}

/// Shares of three, two or more: the first is the largest.
double share(std::size_t at, std::size_t length) {
  if (length == 1) return 1;
  if (length == 2) return at == 0 ? 0.75 : 0.25;
  if (length == 3) return std::array<double, 3>{0.5, 0.3, 0.2}[at];
  const auto parts = static_cast<double>(length * (length + 1)) / 2;
  return static_cast<double>(length - at) / parts;
}

/// Inside an interval: whole numbers if there are several, else parts of its length.
double inside(const std::string& domain, std::size_t at) {
  char* rest = nullptr;
  const auto low = std::strtod(domain.c_str() + between_word.size(), &rest);
  const auto high = std::strtod(rest, nullptr);
  const auto first = std::floor(low) + 1, last = std::ceil(high) - 1;
  if (last > first) return std::min(last, first + picked(std::array<double, 3>{0, 2, 1}, at));
  return low + (high - low) * picked(std::array<double, 3>{0.5, 0.25, 0.75}, at);
}

/// What a matrix of the last two axes has in a place of it.
double of_matrix(const std::string& domain, std::size_t row, std::size_t column, std::size_t turn) {
  if (domain == "definite") return row == column ? picked(std::array<double, 3>{1, 4, 2}, row + turn) : 0;
  return row == column ? 2 + static_cast<double>((row + turn) % 2) : 1;
}

}  // namespace

Array by_hand(const std::string& domain, const std::vector<std::size_t>& extents, std::size_t turn) {
  constexpr std::array<double, 7> any{1, 2, 0, 3, -1, 1, -2};
  constexpr std::array<double, 4> positive{1, 4, 2, 3};
  constexpr std::array<double, 4> rate{0.5, 0.25, 0.75, 0.5};
  Array value{extents, std::vector<double>(element_count(extents), 0.0)};
  if (domain == "members") return std::iota(value.data.begin(), value.data.end(), 1.0), value;
  const auto length = extents.empty() ? 1 : extents.back();
  const bool matrix = extents.size() > 1 && extents[extents.size() - 2] == length && (domain == "definite" || domain == "covariance");
  const auto members = members_of_domain(domain);
  for (std::size_t i = 0; i < value.data.size(); ++i) {
    auto& x = value.data[i];
    const auto row = i / length, column = i % length;
    if (matrix)
      x = of_matrix(domain, row % length, column, turn);
    else if (domain == "simplex")
      x = share((i + turn) % length, length);
    else if (domain == "one-hot")
      x = column == (row + turn) % length ? 1 : 0;
    else if (domain == "pairs")  // (1, 2), (2, 1) and (2, 2)
      x = row == 2 ? 2 : 1 + static_cast<double>((row + column) % 2);
    else if (domain == "label")
      x = 1 + static_cast<double>((length < 4 ? i + turn : (i + turn) / 2) % 2);  // where there is room, two of each
    else if (!members.empty())
      x = members[(row + column + turn) % members.size()];
    else if (domain.starts_with(between_word))
      x = inside(domain, i + row + turn);
    else if (domain == "positive" || domain == "at least one" || domain == "count" || domain == "definite" || domain == "covariance")
      x = picked(positive, i + row + turn) + (domain == "at least one" ? 1 : 0);
    else if (domain == "rate" || domain == "probability")
      x = picked(rate, i + turn);
    else
      x = picked(any, i + row + turn);
  }
  return value;
}

}  // namespace eqlens
