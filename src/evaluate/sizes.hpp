#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/given.hpp"

namespace eqlens {

/// "3 × 4", or "a number" without axes.
[[nodiscard]] std::string printed(const std::vector<std::size_t>& extents);

/// The numbers behind the sizes: from the extents of values, from --size, else small primes, each once.
class SizeTable {
 public:
  SizeTable(const Shapes& shapes, const EvaluationOptions& options);

  /// Learns from a value: its shape against its extents. A contradiction gives the message that names both.
  /// With `said`, a wrong number of axes is an error too; else the shape was a guess, and the value wins.
  std::optional<Diagnostic> learn(const Equation& equation, const Shapes& shapes, SymbolId symbol, const Array& value, bool said);
  void learn(std::string_view name, std::size_t extent, std::string from);
  static constexpr const char* by_value = "its value";
  static constexpr const char* by_option = "--size";
  static constexpr const char* by_choice = "chosen";

  /// The number of a dimension; sizes nobody knows yet are chosen now.
  [[nodiscard]] std::size_t number(const Dimension& dimension);
  /// The number if every size in it is known.
  [[nodiscard]] std::optional<std::int64_t> known(const Dimension& dimension) const;
  /// The number of the size that has this name, if there is one and it is known.
  [[nodiscard]] std::optional<std::int64_t> known(std::string_view name) const;
  [[nodiscard]] std::optional<std::size_t> number(std::string_view name);
  [[nodiscard]] std::vector<std::size_t> extents(const Shape& shape);
  /// The chosen size, and its new number, with which a dimension is at least that large. None if a value or a name fixed them all.
  [[nodiscard]] std::optional<std::pair<SizeId, std::int64_t>> stretched(const Dimension& dimension, std::int64_t least) const;
  void choose(SizeId size, std::int64_t value) { known_.emplace(size, Known{value, by_choice}); }

  bool level = false;  ///< whether all sizes that are chosen are the same

 private:
  struct Known {
    std::int64_t value = 0;
    std::string from;  ///< whose value said so
  };
  std::optional<Diagnostic> learn(const Dimension& dimension, std::size_t extent, const std::string& from);
  [[nodiscard]] bool is_given(const Dimension& dimension) const;
  Sizes sizes_;
  std::map<SizeId, Known> known_;
  std::size_t chosen_ = 0;
  ChosenSizes choice_ = ChosenSizes::primes;
  std::int64_t small_ = 2;  ///< where all that are chosen are small
};

}  // namespace eqlens
