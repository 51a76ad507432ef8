#include "evaluate/numbers.hpp"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace eqlens {

namespace {

template <typename Real>
inline Real combined(RowOperation operation, Real a, Real b) {
  switch (operation) {
    case RowOperation::plus: return a + b;
    case RowOperation::minus: return a - b;
    case RowOperation::times: return a * b;
    default: return a / b;
  }
}

/// By way of doubles, as the same functions have it in rows of few numbers.
template <typename Real, typename Function>
inline Real by_double(Function function, Real x) {
  return static_cast<Real>(function(static_cast<double>(x)));
}

template <typename Real>
inline Real truth_of(bool holds) {
  return holds ? Real(1) : Real(0);
}

template <typename Real>
inline Real outcome(const RowStep& step, Real a, Real b, Real c) {
  switch (step.operation) {
    case RowOperation::negative: return -a;
    case RowOperation::absolute: return a < 0 ? -a : a + 0;
    case RowOperation::square_root: return std::sqrt(a);
    case RowOperation::exponential: return by_double([](double x) { return std::exp(x); }, step.swapped ? -a : a);
    case RowOperation::logarithm: return by_double([](double x) { return std::log(x); }, a);
    case RowOperation::tanh: return by_double([](double x) { return std::tanh(x); }, a);
    case RowOperation::sigmoid: return by_double([](double x) { return 1 / (1 + std::exp(-x)); }, a);
    case RowOperation::rectified: return a > 0 ? a : 0;
    case RowOperation::call_one: return by_double(step.one, a);
    case RowOperation::call_two: return static_cast<Real>(step.two(static_cast<double>(a), static_cast<double>(b)));
    case RowOperation::plus: return a + b;
    case RowOperation::minus: return a - b;
    case RowOperation::times: return a * b;
    case RowOperation::over: return a / b;
    // Not-a-number wins on either side.
    case RowOperation::larger: return a < b ? b : std::isnan(b) && !std::isnan(a) ? b : a;
    case RowOperation::smaller: return a > b ? b : std::isnan(b) && !std::isnan(a) ? b : a;
    case RowOperation::less: return truth_of<Real>(a < b);
    case RowOperation::at_most: return truth_of<Real>(a <= b);
    case RowOperation::equal: return truth_of<Real>(a == b);
    case RowOperation::unequal: return truth_of<Real>(a != b);
    case RowOperation::select: return a != 0 ? b : c;
    case RowOperation::fused: {
      const Real first = combined(step.first, a, b);
      if (step.second == RowOperation::square_root) return std::sqrt(first);
      return step.swapped ? combined(step.second, c, first) : combined(step.second, first, c);
    }
    default: return a;
  }
}

}  // namespace

std::optional<Numbers> Numbers::from(const Program& lifted, const std::vector<NumberSource>& sources) {
  Numbers numbers;
  // Every array of a lifted program is one number here.
  const auto& places = lifted.places();
  if (places.size() > most_values) return std::nullopt;
  numbers.fixed_.assign(places.size(), 0);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto& place = places[k];
    const auto at = static_cast<std::uint16_t>(k);
    if (place.home == Program::Home::constant) numbers.fixed_[k] = lifted.constants()[place.number];
    if (place.home == Program::Home::output) {
      if (numbers.results_.size() <= place.number) numbers.results_.resize(place.number + 1);
      numbers.results_[place.number] = at;
    }
    if (place.home != Program::Home::input) continue;
    const auto& source = sources[place.number];
    if (source.argument == none)
      numbers.fixed_[k] = source.fixed;
    else
      numbers.loads_.push_back({at, static_cast<std::uint16_t>(source.argument)});
  }
  for (const auto& step : lifted.steps()) {
    const auto* chain = std::get_if<Chain>(&step);
    if (chain == nullptr || places.size() + chain->singles + chain->blocks > most_values) return std::nullopt;
    const auto place_of = [&](std::uint16_t value) {
      const auto streams = chain->streams.size();
      return static_cast<std::uint16_t>(value < streams ? chain->streams[value].source : places.size() + value - streams);
    };
    for (auto row : chain->steps) {
      if (row.operation >= RowOperation::sum) return std::nullopt;
      for (auto* value : {&row.out, &row.a, &row.b, &row.c}) *value = place_of(*value);
      numbers.steps_.push_back(row);
    }
  }
  numbers.fixed_f32_.assign(numbers.fixed_.begin(), numbers.fixed_.end());
  return numbers;
}

template <typename Real>
void Numbers::run(const Real* const* arguments, Real* const* results) const {
  Real table[most_values];
  if constexpr (std::is_same_v<Real, float>)
    std::memcpy(table, fixed_f32_.data(), fixed_f32_.size() * sizeof(Real));
  else
    std::memcpy(table, fixed_.data(), fixed_.size() * sizeof(Real));
  for (const auto& load : loads_) table[load.place] = *arguments[load.argument];
  for (const auto& step : steps_) table[step.out] = outcome(step, table[step.a], table[step.b], table[step.c]);
  for (std::size_t k = 0; k < results_.size(); ++k) *results[k] = table[results_[k]];
}

template void Numbers::run<float>(const float* const*, float* const*) const;
template void Numbers::run<double>(const double* const*, double* const*) const;

}  // namespace eqlens
