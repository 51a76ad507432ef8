// How long the attention line takes: to parse, to analyse whole, to read, to compute on a toy and on 512 tokens of width 64.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "eqlens.hpp"
#include "grammar/latex.hpp"

namespace {

using eqlens::Array;

constexpr auto attention = R"(\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V)";

eqlens::AnalysisOptions declarations() {
  return {{R"(Q \in \mathbb{R}^{n \times d_k})", R"(K \in \mathbb{R}^{m \times d_k})", R"(V \in \mathbb{R}^{m \times d_v})"}, {}};
}

/// Numbers that differ and stay small, the same in every run.
Array filled(std::size_t rows, std::size_t columns) {
  Array array{{rows, columns}, std::vector<double>(rows * columns)};
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = static_cast<double>((i * 7919) % 1009) / 1009.0 - 0.5;
  return array;
}

void parse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(eqlens::parse_math(attention));
}
BENCHMARK(parse)->Unit(benchmark::kMicrosecond);

void analyse(benchmark::State& state) {
  const auto options = declarations();
  for (auto _ : state) benchmark::DoNotOptimize(eqlens::analyse(attention, options));
}
BENCHMARK(analyse)->Unit(benchmark::kMicrosecond);

void read(benchmark::State& state) {
  const auto analysis = eqlens::analyse(attention, declarations());
  for (auto _ : state) benchmark::DoNotOptimize(eqlens::read(analysis));
}
BENCHMARK(read)->Unit(benchmark::kMicrosecond);

void evaluate(benchmark::State& state) {
  const auto tokens = static_cast<std::size_t>(state.range(0));
  const auto width = static_cast<std::size_t>(state.range(1));
  const auto analysis = eqlens::analyse(attention, declarations());
  eqlens::EvaluationOptions options;
  for (const auto* name : {"Q", "K", "V"}) options.values.push_back({name, filled(tokens, width)});
  for (auto _ : state) benchmark::DoNotOptimize(eqlens::evaluate(analysis, options));
}
BENCHMARK(evaluate)->Args({2, 2})->Args({512, 64})->Unit(benchmark::kMicrosecond);

}  // namespace
