#include "references.hpp"

#include <cmath>

namespace {

#if defined(__AVX512F__)
constexpr std::size_t bytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t bytes = 32;
#else
constexpr std::size_t bytes = 16;
#endif
constexpr long rounds = 20000;
constexpr int chains = 16;

template <typename Real>
void fma_loop() {
  typedef Real Vector __attribute__((vector_size(bytes)));
  Vector sums[chains];
  for (int k = 0; k < chains; ++k) sums[k] = Vector{} + Real(k);
  const Vector factor = Vector{} + Real(0.999);
  const Vector addend = Vector{} + Real(0.001);
  for (long i = 0; i < rounds; ++i)
    for (int k = 0; k < chains; ++k) sums[k] = sums[k] * factor + addend;
  Vector total = sums[0];
  for (int k = 1; k < chains; ++k) total += sums[k];
  volatile Real sink = total[0];
  (void)sink;
}

template <typename Real>
double flops() {
  return 2.0 * chains * static_cast<double>(rounds) * static_cast<double>(bytes / sizeof(Real));
}

}  // namespace

void fma_loop_f32() { fma_loop<float>(); }
void fma_loop_f64() { fma_loop<double>(); }
double fma_flops_f32() { return flops<float>(); }
double fma_flops_f64() { return flops<double>(); }

void adam_by_hand(std::size_t n, const float* __restrict m, const float* __restrict v, const float* __restrict g,
                  const float* __restrict theta, float* __restrict m_out, float* __restrict v_out, float* __restrict theta_out,
                  float step) {
  const float beta1 = 0.9f, beta2 = 0.999f, eta = 0.001f, epsilon = 1e-8f;
  const float m_share = 1 / (1 - std::pow(beta1, step));
  const float v_share = 1 / (1 - std::pow(beta2, step));
  for (std::size_t i = 0; i < n; ++i) {
    const float first = beta1 * m[i] + (1 - beta1) * g[i];
    const float second = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
    m_out[i] = first;
    v_out[i] = second;
    theta_out[i] = theta[i] - eta * (first * m_share) / (std::sqrt(second * v_share) + epsilon);
  }
}

void layer_norm_by_hand(std::size_t rows, std::size_t width, const float* __restrict x, const float* __restrict gamma,
                        const float* __restrict beta, float epsilon, float* __restrict out) {
  for (std::size_t r = 0; r < rows; ++r, x += width, out += width) {
    float sum = 0;
    for (std::size_t i = 0; i < width; ++i) sum += x[i];
    const float mean = sum / static_cast<float>(width);
    float spread = 0;
    for (std::size_t i = 0; i < width; ++i) spread += (x[i] - mean) * (x[i] - mean);
    const float share = 1 / std::sqrt(spread / static_cast<float>(width) + epsilon);
    for (std::size_t i = 0; i < width; ++i) out[i] = gamma[i] * ((x[i] - mean) * share) + beta[i];
  }
}
