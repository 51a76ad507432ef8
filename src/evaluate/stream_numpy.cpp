// NumPy's default generator: a hash of the seed, the PCG64 generator (O'Neill 2014) and a ziggurat of 256 strips (Marsaglia and
// Tsang 2000), whose tables are worked out here from the strips' common area.

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "evaluate/stream.hpp"

namespace eqlens {

namespace {

__extension__ using Wide = unsigned __int128;

/// Spreads the words of a seed over as many words as are wanted.
class SeedHash {
 public:
  explicit SeedHash(std::uint64_t seed) {
    const std::array<std::uint32_t, 4> words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U), 0, 0};
    std::uint32_t constant = 0x43b0d7e5U;
    const auto hashed = [&](std::uint32_t word) { return scrambled(word, constant, 0x931e8875U); };
    for (std::size_t i = 0; i < pool_.size(); ++i) pool_[i] = hashed(words[i]);
    for (std::size_t from = 0; from < pool_.size(); ++from)
      for (std::size_t to = 0; to < pool_.size(); ++to)
        if (from != to) {
          const auto mixed = 0xca01f9ddU * pool_[to] - 0x4973f715U * hashed(pool_[from]);
          pool_[to] = mixed ^ (mixed >> 16U);
        }
  }

  std::uint64_t next() {
    const std::uint64_t low = word();
    return low | std::uint64_t{word()} << 32U;
  }

 private:
  static std::uint32_t scrambled(std::uint32_t word, std::uint32_t& constant, std::uint32_t factor) {
    word ^= constant;
    constant *= factor;
    word *= constant;
    return word ^ (word >> 16U);
  }
  std::uint32_t word() { return scrambled(pool_[place_++ % pool_.size()], constant_, 0x58f38dedU); }

  std::array<std::uint32_t, 4> pool_{};
  std::uint32_t constant_ = 0x8b51f9ddU;
  std::size_t place_ = 0;
};

class Pcg64 {
 public:
  explicit Pcg64(std::uint64_t seed) {
    SeedHash hash(seed);
    const auto wide = [&] {
      const Wide high = hash.next();
      return high << 64U | hash.next();
    };
    const auto start = wide();
    increment_ = wide() << 1U | 1U;
    step();
    state_ += start;
    step();
  }

  std::uint64_t next() {
    step();
    const auto folded = static_cast<std::uint64_t>(state_ >> 64U) ^ static_cast<std::uint64_t>(state_);
    return std::rotr(folded, static_cast<int>(state_ >> 122U));
  }
  double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  void step() {
    constexpr Wide factor = Wide{0x2360ed051fc65da4U} << 64U | 0x4385df649fccf645U;
    state_ = state_ * factor + increment_;
  }
  Wide state_ = 0;
  Wide increment_ = 0;
};

constexpr std::size_t strips = 256;
constexpr double tail = 3.6541528853610088;  ///< where the last strip ends and the tail begins

/// Strip i reaches to `width` times 2^52 and is certainly below the curve for numbers under `inside`; `height` is the curve there.
struct Ziggurat {
  std::array<double, strips> width{}, height{};
  std::array<std::uint64_t, strips> inside{};

  Ziggurat() {
    constexpr double whole = 0x1p52;
    const auto curve = [](double x) { return std::exp(-x * x / 2); };
    const double area = tail * curve(tail) + std::sqrt(std::numbers::pi / 2) * std::erfc(tail / std::numbers::sqrt2);
    const double base = area / curve(tail);
    width[0] = base / whole;
    height[0] = 1;
    inside[0] = static_cast<std::uint64_t>(tail / base * whole);
    double outer = tail;
    for (std::size_t i = strips - 1; i >= 1; --i) {
      width[i] = outer / whole;
      height[i] = curve(outer);
      const double inner = i == 1 ? 0 : std::sqrt(-2 * std::log(area / outer + curve(outer)));
      inside[i] = static_cast<std::uint64_t>(inner / outer * whole);
      outer = inner;
    }
  }
};

class NumpyStream final : public NormalStream {
 public:
  explicit NumpyStream(std::uint64_t seed) : generator_(seed) {}

  std::vector<double> normal(std::size_t count) override {
    std::vector<double> numbers(count);
    for (auto& number : numbers) number = next();
    return numbers;
  }

 private:
  double next() {
    static const Ziggurat table;
    while (true) {
      const auto bits = generator_.next();
      const auto strip = static_cast<std::size_t>(bits & 0xffU);
      const bool negative = (bits >> 8U & 1U) != 0;
      const std::uint64_t along = bits >> 9U & 0x000fffffffffffffU;
      const double x = static_cast<double>(along) * table.width[strip];
      if (along < table.inside[strip]) return negative ? -x : x;
      if (strip == 0) return beyond((along >> 8U & 1U) != 0);
      if ((table.height[strip - 1] - table.height[strip]) * generator_.uniform() + table.height[strip] < std::exp(-x * x / 2))
        return negative ? -x : x;
    }
  }

  double beyond(bool negative) {
    while (true) {
      const double x = -std::log1p(-generator_.uniform()) / tail;
      const double y = -std::log1p(-generator_.uniform());
      if (2 * y > x * x) return negative ? -(tail + x) : tail + x;
    }
  }

  Pcg64 generator_;
};

}  // namespace

std::shared_ptr<NormalStream> numpy_stream(std::uint64_t seed) { return std::make_shared<NumpyStream>(seed); }

}  // namespace eqlens
