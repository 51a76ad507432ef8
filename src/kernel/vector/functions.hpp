#pragma once

// Elementary functions of whole vectors, right to about one unit in the last place over the whole range.

#include "kernel/vector/lanes.hpp"

namespace {

template <typename Real>
struct Constants;

template <>
struct Constants<float> {
  static constexpr float round = 12582912.0f;  // 1.5 · 2^23
  static constexpr float exponent = 12583039.0f;
  static constexpr float ln2_high = 0.693359375f;
  static constexpr float ln2_low = -2.12194440e-4f;
  static constexpr float huge = 150.0f;  // e to this power is infinite, and 2 to half of its exponent is not
  static constexpr float flat = 15.0f;   // tanh of this is 1
  static constexpr float least = 1.17549435e-38f;
  static constexpr float most = 3.40282347e38f;
  static constexpr int half_bits = 0x3f000000;
  static constexpr int mantissa_mask = 0x007fffff;
};

template <>
struct Constants<double> {
  static constexpr double round = 6755399441055744.0;  // 1.5 · 2^52
  static constexpr double exponent = 6755399441056767.0;
  static constexpr double ln2_high = 6.93147180369123816490e-01;
  static constexpr double ln2_low = 1.90821492927058770002e-10;
  static constexpr double huge = 1400.0;
  static constexpr double flat = 22.0;
  static constexpr double least = 2.2250738585072014e-308;
  static constexpr double most = 1.7976931348623157e308;
  static constexpr long long half_bits = 0x3fe0000000000000;
  static constexpr long long mantissa_mask = 0x000fffffffffffff;
};

/// (e^r - 1 - r) / r² near 0.
inline Vector<float> exp_rest(Vector<float> r) {
  auto p = all(1.392625083149757e-3f);
  p = p * r + 8.3632328836826166e-3f;
  p = p * r + 4.1666554212984153e-2f;
  p = p * r + 1.6666576666119928e-1f;
  return p * r + 0.5f;
}
inline Vector<double> exp_rest(Vector<double> r) {
  auto p = all(2.0918344925687268e-9);
  p = p * r + 2.5105301952260716e-8;
  p = p * r + 2.7557263446852388e-7;
  p = p * r + 2.7557255214686848e-6;
  p = p * r + 2.4801587335012929e-5;
  p = p * r + 1.9841269874937991e-4;
  p = p * r + 1.3888888888880448e-3;
  p = p * r + 8.3333333333261185e-3;
  p = p * r + 4.1666666666666671e-2;
  p = p * r + 1.6666666666666671e-1;
  return p * r + 0.5;
}

/// 2^n for a whole n that a normal number can have.
template <typename Real>
inline Vector<Real> power_of_two(Vector<Real> n) {
  const Vector<Real> biased = n + Constants<Real>::exponent;
  return reinterpret_cast<Vector<Real>>(reinterpret_cast<typename Lanes<Real>::Bits>(biased) << Lanes<Real>::mantissa);
}

/// x = n log 2 + r with a whole n; e^r - 1.
template <typename Real>
inline Vector<Real> exp_parts(Vector<Real> x, Vector<Real>& n) {
  using C = Constants<Real>;
  const Vector<Real> rounded = x * Real(1.4426950408889634074) + C::round;
  n = rounded - C::round;
  const Vector<Real> r = (x - n * C::ln2_high) - n * C::ln2_low;
  return r + r * r * exp_rest(r);
}

#if defined(__AVX512F__)
/// x · 2^n for a whole n, right also where that is too large or below the normal numbers.
inline Vector<float> scaled(Vector<float> x, Vector<float> n) { return _mm512_maskz_scalef_ps(0xffff, x, n); }
inline Vector<double> scaled(Vector<double> x, Vector<double> n) { return _mm512_maskz_scalef_pd(0xff, x, n); }
#endif

template <typename Real>
inline Vector<Real> exponential(Vector<Real> x) {
  using C = Constants<Real>;
  // Not-a-number stays: it is the second one.
  x = larger(all(-C::huge), -larger(all(-C::huge), -x));
  Vector<Real> n;
  const Vector<Real> rest = exp_parts<Real>(x, n);
#if defined(__AVX512F__)
  return scaled(rest + Real(1), n);
#endif
  // In two factors, so that what is below the normal numbers and above all numbers comes out right.
  const Vector<Real> half = (n * Real(0.5) + C::round) - C::round;
  return (rest + Real(1)) * power_of_two<Real>(half) * power_of_two<Real>(n - half);
}

template <typename Real>
inline Vector<Real> magnitude(Vector<Real> x) {
  return x < Real(0) ? -x : x;
}

template <typename Real>
inline Vector<Real> tanh_of(Vector<Real> x) {
  using C = Constants<Real>;
  auto size = magnitude<Real>(x);
  size = size > C::flat ? all(C::flat) : size;
  Vector<Real> n;
  const Vector<Real> rest = exp_parts<Real>(size + size, n);
  const Vector<Real> scale = power_of_two<Real>(n);
  const Vector<Real> less_one = scale * rest + (scale - Real(1));
  const Vector<Real> result = less_one / (less_one + Real(2));
  return x < Real(0) ? -result : result;
}

template <typename Real>
inline Vector<Real> sigmoid_of(Vector<Real> x) {
  const Vector<Real> e = exponential<Real>(-magnitude<Real>(x));
  return (x < Real(0) ? e : all(Real(1))) / (e + Real(1));
}

/// (log((1 + s) / (1 - s)) - 2 s) / s³ by z = s².
inline Vector<float> log_rest(Vector<float> z) {
  auto p = all(2.3330574329072823e-1f);
  p = p * z + 2.8550816879375951e-1f;
  p = p * z + 4.0000121874506672e-1f;
  return p * z + 6.6666666554454657e-1f;
}
inline Vector<double> log_rest(Vector<double> z) {
  auto p = all(1.3086766521405227e-1);
  p = p * z + 1.326876809388223e-1;
  p = p * z + 1.5386239374675756e-1;
  p = p * z + 1.8181795661958161e-1;
  p = p * z + 2.2222222391260771e-1;
  p = p * z + 2.8571428570807467e-1;
  p = p * z + 4.0000000000000868e-1;
  return p * z + 6.6666666666666663e-1;
}

/// Of positive normal numbers only.
template <typename Real>
inline Vector<Real> logarithm(Vector<Real> x) {
  using C = Constants<Real>;
  using Bits = typename Lanes<Real>::Bits;
  const Bits bits = reinterpret_cast<Bits>(x);
  // m from 1/2 to 1, then from sqrt(1/2) to sqrt 2, so that the logarithm of numbers near 1 loses nothing.
  Vector<Real> m = reinterpret_cast<Vector<Real>>((bits & C::mantissa_mask) | C::half_bits);
  // The exponent as a number: its bits under those of 1.5 · 2^mantissa.
  const Vector<Real> biased = reinterpret_cast<Vector<Real>>((bits >> Lanes<Real>::mantissa) | reinterpret_cast<Bits>(all(C::round)));
  Vector<Real> e = biased - (C::exponent - Real(1));
  const auto low = m < Real(0.70710678118654752440);
  m = low ? m + m : m;
  e = low ? e - Real(1) : e;
  const Vector<Real> f = m - Real(1);
  const Vector<Real> s = f / (f + Real(2));
  const Vector<Real> z = s * s;
  // log(1 + f) = f - s (f - z R) exactly as 2 s + s z R, with the large part f not rounded again.
  return e * C::ln2_high + (f - (s * (f - z * log_rest(z)) - e * C::ln2_low));
}

}  // namespace
