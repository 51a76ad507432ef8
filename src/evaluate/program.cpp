#include "evaluate/program.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "evaluate/run.hpp"
#include "kernel/attention.hpp"
#include "kernel/buffer.hpp"
#include "kernel/loops.hpp"
#include "kernel/pool.hpp"

namespace eqlens {

namespace {

/// Memory for what lies between steps, kept by each thread from run to run.
template <typename Real>
Real* memory_between(std::size_t elements) {
  thread_local Buffer buffer;
  return reinterpret_cast<Real*>(buffer.require((elements * sizeof(Real) + sizeof(double) - 1) / sizeof(double)));
}

template <typename Real>
void run_product(const Program::Product& step, Real* const* arrays, unsigned threads) {
  const auto points = element_count(step.batch);
  const auto one = [&](std::size_t point, unsigned threads_of_it) {
    std::size_t a = 0;
    std::size_t b = 0;
    auto rest = point;
    for (std::size_t axis = step.batch.size(); axis-- > 0; rest /= step.batch[axis]) {
      a += rest % step.batch[axis] * step.a_strides[axis];
      b += rest % step.batch[axis] * step.b_strides[axis];
    }
    multiply_strided<Real>(step.shape, arrays[step.a] + a, arrays[step.b] + b,
                           arrays[step.out] + point * step.shape.rows * step.shape.columns, threads_of_it);
  };
  constexpr std::size_t products_for_threads = std::size_t{1} << 20;
  if (points > 1 && points * step.shape.rows * step.shape.columns * step.shape.depth >= products_for_threads) {
    each_piece(points, threads, [&](std::size_t point) { one(point, 1); });
    return;
  }
  for (std::size_t point = 0; point < points; ++point) one(point, threads);
}

template <typename Real>
void run_attention(const Program::Attention& step, Real* const* arrays, unsigned threads) {
  AttentionData<Real> data{arrays[step.q], arrays[step.k], arrays[step.v], step.mask == none ? nullptr : arrays[step.mask],
                           arrays[step.out]};
  std::size_t factor = 0;
  set_scales(step.match, data.scale, data.mask_scale, [&](NodeId) { return static_cast<double>(*arrays[step.factors[factor++]]); });
  attend<Real>(step.match.shape, data, threads);
}

}  // namespace

template <typename Real>
bool Program::run_plain(const Plain& step, Real* const* arrays) const {
  // A plan of the one node, whose operands are inputs.
  Plan plan;
  auto node = plan_[step.node];
  std::vector<NodeId> inputs;
  for (auto& operand : node.operands) {
    operand.node = plan.add_input(plan_[operand.node].extents);
    inputs.push_back(operand.node);
  }
  const auto extents = node.extents;
  const auto id = plan.add(std::move(node));
  Run run(plan);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto& own = plan[inputs[k]].extents;
    const Real* data = arrays[step.operands[k]];
    run.set(plan[inputs[k]].slot, {own, std::vector<double>(data, data + element_count(own))});
  }
  const auto values = run.compute(id);
  std::ranges::transform(values, arrays[step.out], [](double x) { return static_cast<Real>(x); });
  return run.errors.empty();
}

template <typename Real>
void Program::place_arrays(std::span<const Real* const> inputs, std::span<Real* const> outputs, Real* between, Real** arrays) const {
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& place = places_[k];
    // Inputs and constants are only read: steps write to what lies between and to outputs.
    switch (place.home) {
      case Home::input: arrays[k] = const_cast<Real*>(inputs[place.number]); break;
      case Home::output: arrays[k] = outputs[place.number]; break;
      case Home::between: arrays[k] = between + place.offset; break;
      case Home::constant:
        if constexpr (std::is_same_v<Real, float>)
          arrays[k] = const_cast<float*>(constants_f32_.data()) + place.number;
        else
          arrays[k] = const_cast<double*>(constants_.data()) + place.number;
        break;
    }
  }
}

template <typename Real>
bool Program::run(std::span<const Real* const> inputs, std::span<Real* const> outputs, unsigned threads) const {
  constexpr std::size_t few_arrays = 64;
  std::array<Real*, few_arrays> near;
  std::vector<Real*> many(places_.size() > few_arrays ? places_.size() : 0);
  Real** arrays = many.empty() ? near.data() : many.data();
  place_arrays(inputs, outputs, between_ == 0 ? nullptr : memory_between<Real>(between_), arrays);
  bool right = true;
  for (const auto& step : steps_) {
    if (const auto* chain = std::get_if<Chain>(&step))
      run_chain<Real>(*chain, arrays, chain->length, threads);
    else if (const auto* product = std::get_if<Product>(&step))
      run_product<Real>(*product, arrays, threads);
    else if (const auto* attention = std::get_if<Attention>(&step))
      run_attention<Real>(*attention, arrays, threads);
    else
      right = run_plain<Real>(std::get<Plain>(step), arrays) && right;
  }
  return right;
}

template <typename Real>
void Program::run_each(std::span<const Real* const> inputs, std::span<Real* const> outputs, std::size_t count, unsigned threads) const {
  constexpr std::size_t few_arrays = 64;
  std::array<Real*, few_arrays> near;
  std::vector<Real*> many(places_.size() > few_arrays ? places_.size() : 0);
  Real** arrays = many.empty() ? near.data() : many.data();
  place_arrays<Real>(inputs, outputs, nullptr, arrays);
  for (const auto& step : steps_)
    if (const auto* chain = std::get_if<Chain>(&step)) run_chain<Real>(*chain, arrays, count, threads);
}

template bool Program::run<float>(std::span<const float* const>, std::span<float* const>, unsigned) const;
template bool Program::run<double>(std::span<const double* const>, std::span<double* const>, unsigned) const;
template void Program::run_each<float>(std::span<const float* const>, std::span<float* const>, std::size_t, unsigned) const;
template void Program::run_each<double>(std::span<const double* const>, std::span<double* const>, std::size_t, unsigned) const;

}  // namespace eqlens
