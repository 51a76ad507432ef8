#include "cli/assignments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "cli/input.hpp"
#include "report/npy.hpp"
#include "report/values.hpp"

namespace eqlens {

namespace {

Result<Array> value_of_file(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.errors();
  return path.ends_with(".npy") ? read_npy(*bytes) : read_value(*bytes);
}

template <typename Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<Diagnostic> add_index_from(const std::string& text, EvaluationOptions& options) {
  const auto given = read_assignment(text);
  if (!given || given->value.rank() > 1)
    return refused_call(fmt::format("--index-from {}: this is not NAME=NUMBER or NAME=[NUMBER, …]", text));
  auto& first = options.index_from[given->name];
  for (const auto number : given->value.data) {
    if (number != std::floor(number) || std::abs(number) > 1e9)
      return refused_call(fmt::format("--index-from {}: an index is a whole number", text));
    first.push_back(static_cast<std::int64_t>(number));
  }
  return std::nullopt;
}

std::optional<Diagnostic> add_size(const std::string& text, EvaluationOptions& options) {
  const auto equals = text.rfind('=');
  const auto size = equals == std::string::npos ? std::nullopt : whole_number<std::size_t>(std::string_view(text).substr(equals + 1));
  if (!size) return refused_call(fmt::format("--size {}: this is not NAME=NUMBER", text));
  options.sizes[std::string(trimmed(std::string_view(text).substr(0, equals)))] = *size;
  return std::nullopt;
}

std::optional<Diagnostic> set_iteration(const std::string& text, EvaluationOptions& options) {
  const auto equals = text.rfind('=');
  const auto dots = text.rfind("..");
  if (equals != std::string::npos && dots != std::string::npos && dots > equals) {
    const auto first = whole_number<std::int64_t>(std::string_view(text).substr(equals + 1, dots - equals - 1));
    const auto last = whole_number<std::int64_t>(std::string_view(text).substr(dots + 2));
    if (first && last) {
      options.iterate = {std::string(trimmed(std::string_view(text).substr(0, equals))), *first, *last};
      return std::nullopt;
    }
  }
  return refused_call(fmt::format("--iterate {}: this is not NAME=FIRST..LAST", text), "for example --iterate t=1..200");
}

Sample sample_named(std::string_view name) {
  if (name == "normal") return Sample::normal;
  if (name == "uniform") return Sample::uniform;
  if (name == "torch-normal") return Sample::torch_normal;
  return name == "numpy-normal" ? Sample::numpy_normal : Sample::automatic;
}

}  // namespace

Result<GivenValue> read_assignment(const std::string& text) {
  std::optional<Diagnostic> first_problem;
  for (auto equals = text.rfind('='); equals != std::string::npos && equals > 0; equals = text.rfind('=', equals - 1)) {
    const std::string right(trimmed(std::string_view(text).substr(equals + 1)));
    auto value = right.starts_with('@') ? value_of_file(right.substr(1)) : read_value(right);
    if (value) return GivenValue{std::string(trimmed(std::string_view(text).substr(0, equals))), std::move(*value)};
    if (!first_problem) first_problem = value.errors().front();
    if (right.starts_with('@')) break;
  }
  if (!first_problem)
    return refused_call(fmt::format("{}: this is not NAME=VALUE", text), "for example Q=[[1, 2], [3, 4]] or Q=@queries.npy");
  return refused_call(fmt::format("{}: {}", text.size() > 80 ? text.substr(0, 80) + "…" : text, first_problem->message),
                      first_problem->help);
}

Result<EvaluationOptions> evaluation_options(const Options& options) {
  EvaluationOptions evaluation;
  for (const auto& text : options.let) {
    auto given = read_assignment(text);
    if (!given) return given.errors();
    evaluation.values.push_back(std::move(*given));
  }
  for (const auto& text : options.index_from)
    if (auto problem = add_index_from(text, evaluation)) return *problem;
  for (const auto& text : options.size)
    if (auto problem = add_size(text, evaluation)) return *problem;
  if (!options.iterate.empty())
    if (auto problem = set_iteration(options.iterate, evaluation)) return *problem;
  evaluation.sample = sample_named(options.sample);
  evaluation.precision = options.precision == "f32" ? Precision::f32 : Precision::f64;
  evaluation.seed = options.seed;
  evaluation.gradients = options.grad;
  evaluation.trace = options.trace;
  return evaluation;
}

}  // namespace eqlens
