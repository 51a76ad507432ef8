#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/array.hpp"
#include "role/role.hpp"

namespace eqlens {

/// A value given by name; the name is any LaTeX spelling of the symbol or of an opaque call (`p(y \mid x)`).
struct GivenValue {
  std::string name;
  Array value;
};

enum class Precision { f64, f32 };
/// How inputs that are not given are drawn; two as `torch.randn` and NumPy's `default_rng` would, one after the other, the last as
/// one would choose them to reckon by hand.
enum class Sample { automatic, normal, uniform, torch_normal, numpy_normal, by_hand };
/// Which numbers sizes get that nobody gave: pairwise different primes, 2, 3, 4 …, or all 2, a single one 3.
enum class ChosenSizes { primes, consecutive, small };

struct EvaluationOptions {
  std::vector<GivenValue> values;
  std::map<std::string, std::vector<std::int64_t>> index_from;  ///< first index of each axis, where it is not 1
  std::map<std::string, std::size_t> sizes;                     ///< --size n=4
  ChosenSizes chosen_sizes = ChosenSizes::primes;
  Sample sample = Sample::automatic;
  bool from_start = true;  ///< at the first step what earlier steps left behind is 0 rather than drawn
  std::uint64_t seed = 0;
  struct Iteration {
    std::string symbol;
    std::int64_t first = 1;
    std::int64_t last = 1;
  };
  std::optional<Iteration> iterate;
  std::vector<std::string> gradients;  ///< --grad
  Precision precision = Precision::f64;
  bool trace = false;
  std::size_t most_elements = std::size_t{1} << 28;  ///< a result larger than this is `too-large`
};

struct EvaluatedInput {
  std::string symbol;
  std::string from;  ///< "let", "where", "sample", "shape", "default"
  std::string why;   ///< for drawn values: "a rate, drawn from (0, 1)"
  Array value;
};

struct EvaluatedResult {
  std::string symbol;
  Array value;
};

struct EvaluatedStep {
  std::string latex;  ///< the subexpression as printed
  Span span;
  ExpressionId expression = none;
  Array value;
};

struct Evaluation {
  std::vector<EvaluatedInput> inputs;
  std::vector<EvaluatedResult> results;
  std::vector<EvaluatedStep> steps;
  Diagnostics diagnostics;
};

/// Computes what the display defines. Shapes are inferred again from the given values. Never throws.
[[nodiscard]] Evaluation evaluate(const Analysis& analysis, const EvaluationOptions& options = {});

}  // namespace eqlens
