// Below 16 numbers PyTorch draws pairs in double precision and keeps the second of a pair for the next call; from 16 on it fills
// the array with uniform numbers first and turns blocks of 16 into normal ones, in single precision.

#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <utility>

#include "evaluate/stream.hpp"

namespace eqlens {

namespace {

constexpr std::size_t block_length = 16;

class TorchStream final : public NormalStream {
 public:
  explicit TorchStream(std::uint64_t seed) : generator_(static_cast<std::uint32_t>(seed)) {}

  std::vector<double> normal(std::size_t count) override { return count < block_length ? few(count) : many(count); }

 private:
  double uniform() {
    const std::uint64_t high = generator_();
    const std::uint64_t low = generator_();
    return static_cast<double>(((high << 32U) | low) & ((std::uint64_t{1} << 53U) - 1)) * 0x1p-53;
  }
  float uniform_single() { return static_cast<float>(generator_() & ((1U << 24U) - 1)) * 0x1p-24F; }

  double next() {
    if (kept_) return *std::exchange(kept_, std::nullopt);
    const double angle = 2 * std::numbers::pi * uniform();
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    kept_ = radius * std::sin(angle);
    return radius * std::cos(angle);
  }

  std::vector<double> few(std::size_t count) {
    std::vector<double> numbers(count);
    for (auto& number : numbers) number = static_cast<double>(static_cast<float>(next()));
    return numbers;
  }

  static void transform(float* block) {
    constexpr std::size_t half = block_length / 2;
    for (std::size_t j = 0; j < half; ++j) {
      const float radius = std::sqrt(-2 * std::log(1 - block[j]));
      const auto angle = static_cast<float>(2 * std::numbers::pi * static_cast<double>(block[j + half]));
      block[j] = radius * std::cos(angle);
      block[j + half] = radius * std::sin(angle);
    }
  }

  std::vector<double> many(std::size_t count) {
    std::vector<float> numbers(count);
    for (auto& number : numbers) number = uniform_single();
    std::size_t at = 0;
    for (; at + block_length <= count; at += block_length) transform(&numbers[at]);
    if (at < count) {
      // What is left of the last block is no whole one: the last 16 are drawn once more.
      float* last = &numbers[count - block_length];
      for (std::size_t j = 0; j < block_length; ++j) last[j] = uniform_single();
      transform(last);
    }
    return {numbers.begin(), numbers.end()};
  }

  std::mt19937 generator_;
  std::optional<double> kept_;
};

}  // namespace

std::shared_ptr<NormalStream> torch_stream(std::uint64_t seed) { return std::make_shared<TorchStream>(seed); }

}  // namespace eqlens
