#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace eqlens {

/// Numbers from a normal distribution, one call after the other as another program draws them.
class NormalStream {
 public:
  NormalStream() = default;
  NormalStream(const NormalStream&) = delete;
  NormalStream& operator=(const NormalStream&) = delete;
  virtual ~NormalStream() = default;
  [[nodiscard]] virtual std::vector<double> normal(std::size_t count) = 0;
};

/// `torch.randn` on a processor after `torch.manual_seed(seed)`: the single-precision numbers of its portable code. From 16 numbers
/// on its vector code differs from that by about 1e-6.
[[nodiscard]] std::shared_ptr<NormalStream> torch_stream(std::uint64_t seed);

/// `standard_normal` of NumPy's `default_rng(seed)`, within a few units in the last place.
[[nodiscard]] std::shared_ptr<NormalStream> numpy_stream(std::uint64_t seed);

}  // namespace eqlens
