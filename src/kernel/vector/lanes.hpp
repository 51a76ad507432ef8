#pragma once

// Vectors in the compilers' own extension. This folder is compiled once for each instruction set, so everything in it is
// local to its file but one entry with the level in its name, and no header with functions is included: two instruction sets
// must never share a function, whose wrong copy the linker could keep.

#include <cstddef>

#if defined(__SSE2__)
#include <immintrin.h>  // its functions are always inlined, so none can be shared
#endif

#if defined(__AVX512F__)
#define EQLENS_LANE_BYTES 64
#elif defined(__AVX2__)
#define EQLENS_LANE_BYTES 32
#else
#define EQLENS_LANE_BYTES 16
#endif

#define EQLENS_JOIN_NAMES(name, level) eqlens_##name##_##level
#define EQLENS_JOIN(name, level) EQLENS_JOIN_NAMES(name, level)
/// The entry's name at this level.
#define EQLENS_ENTRY(name) EQLENS_JOIN(name, EQLENS_LEVEL)

namespace {

using std::size_t;

template <typename Real>
struct Lanes;

template <>
struct Lanes<float> {
  typedef float V __attribute__((vector_size(EQLENS_LANE_BYTES)));
  typedef float Loose __attribute__((vector_size(EQLENS_LANE_BYTES), aligned(4), may_alias));
  typedef int Bits __attribute__((vector_size(EQLENS_LANE_BYTES)));
  static constexpr size_t count = EQLENS_LANE_BYTES / 4;
  static constexpr int mantissa = 23;
  // 1.5 · 2^23 + 127: adding it rounds to a whole number, which the low bits then hold as an exponent with its bias.
  static constexpr float magic = 12583039.0f;
  static constexpr float lowest = -3.40282347e38f;
  static constexpr float least_exponent = -126.0f;
};

template <>
struct Lanes<double> {
  typedef double V __attribute__((vector_size(EQLENS_LANE_BYTES)));
  typedef double Loose __attribute__((vector_size(EQLENS_LANE_BYTES), aligned(8), may_alias));
  typedef long long Bits __attribute__((vector_size(EQLENS_LANE_BYTES)));
  static constexpr size_t count = EQLENS_LANE_BYTES / 8;
  static constexpr int mantissa = 52;
  static constexpr double magic = 6755399441056767.0;  // 1.5 · 2^52 + 1023
  static constexpr double lowest = -1.7976931348623157e308;
  static constexpr double least_exponent = -1022.0;
};

template <typename Real>
using Vector = typename Lanes<Real>::V;

template <typename Real>
inline Vector<Real> load(const Real* from) {
  return *reinterpret_cast<const typename Lanes<Real>::Loose*>(from);
}

template <typename Real>
inline void store(Real* to, Vector<Real> value) {
  *reinterpret_cast<typename Lanes<Real>::Loose*>(to) = value;
}

template <typename Real>
inline Vector<Real> all(Real value) {
  return value - Vector<Real>{};
}

/// Writes past the caches; the place must be aligned.
inline void store_past(float* to, Vector<float> value) {
#if defined(__AVX512F__)
  _mm512_stream_ps(to, value);
#elif defined(__AVX2__)
  _mm256_stream_ps(to, value);
#elif defined(__SSE2__)
  _mm_stream_ps(to, value);
#else
  store(to, value);
#endif
}
inline void store_past(double* to, Vector<double> value) {
#if defined(__AVX512F__)
  _mm512_stream_pd(to, value);
#elif defined(__AVX2__)
  _mm256_stream_pd(to, value);
#elif defined(__SSE2__)
  _mm_stream_pd(to, value);
#else
  store(to, value);
#endif
}

/// The larger one of each pair; b where one is not a number.
#if defined(__AVX512F__)
inline Vector<float> larger(Vector<float> a, Vector<float> b) { return _mm512_maskz_max_ps(0xffff, a, b); }
inline Vector<double> larger(Vector<double> a, Vector<double> b) { return _mm512_maskz_max_pd(0xff, a, b); }
#else
template <typename V>
inline V larger(V a, V b) {
  return a > b ? a : b;
}
#endif

#if defined(__AVX512F__)
inline Vector<float> root(Vector<float> x) { return _mm512_maskz_sqrt_ps(0xffff, x); }
inline Vector<double> root(Vector<double> x) { return _mm512_maskz_sqrt_pd(0xff, x); }
#elif defined(__AVX2__)
inline Vector<float> root(Vector<float> x) { return _mm256_sqrt_ps(x); }
inline Vector<double> root(Vector<double> x) { return _mm256_sqrt_pd(x); }
#elif defined(__SSE2__)
inline Vector<float> root(Vector<float> x) { return _mm_sqrt_ps(x); }
inline Vector<double> root(Vector<double> x) { return _mm_sqrt_pd(x); }
#else
template <typename V>
inline V root(V x) {
  for (size_t k = 0; k < sizeof(V) / sizeof(x[0]); ++k) x[k] = __builtin_sqrt(x[k]);
  return x;
}
#endif
inline float root(float x) { return __builtin_sqrtf(x); }
inline double root(double x) { return __builtin_sqrt(x); }

template <size_t... I>
struct Places {};
template <size_t N, size_t... I>
struct FirstPlaces : FirstPlaces<N - 1, N - 1, I...> {};
template <size_t... I>
struct FirstPlaces<0, I...> {
  typedef Places<I...> All;
};

/// The halves of two vectors lane by lane: a0 b0 a1 b1 ... from lane `From` on.
template <size_t From, typename V, size_t... I>
inline V zipped(V a, V b, Places<I...>) {
  return __builtin_shufflevector(a, b, (I % 2 == 0 ? From + I / 2 : sizeof...(I) + From + I / 2)...);
}

template <size_t Half, typename V, size_t... I>
inline V folded(V v, Places<I...>) {
  return v + __builtin_shufflevector(v, v, ((I + Half) % sizeof...(I))...);
}

/// Half and half, then half of that: few steps that wait for one another.
template <typename Real, size_t Half = Lanes<Real>::count / 2>
inline Real sum_of_lanes(Vector<Real> v) {
  if constexpr (Half == 0)
    return v[0];
  else
    return sum_of_lanes<Real, Half / 2>(folded<Half>(v, typename FirstPlaces<Lanes<Real>::count>::All{}));
}

/// Makes rows of columns: as many vectors as one has lanes.
template <typename Real>
inline void transpose(Vector<Real>* rows) {
  constexpr size_t lanes = Lanes<Real>::count;
  using All = typename FirstPlaces<lanes>::All;
  // Each round zips the two halves of the matrix; after as many rounds as a lane's number has bits, all is in its place.
  for (size_t round = 1; round < lanes; round *= 2) {
    Vector<Real> next[lanes];
    for (size_t k = 0; k < lanes / 2; ++k) {
      next[2 * k] = zipped<0>(rows[k], rows[k + lanes / 2], All{});
      next[2 * k + 1] = zipped<lanes / 2>(rows[k], rows[k + lanes / 2], All{});
    }
    for (size_t k = 0; k < lanes; ++k) rows[k] = next[k];
  }
}

/// 2^f for f from -1/2 to 1/2.
inline Vector<float> exp2_series(Vector<float> f) {
  auto p = all(1.3390863364671206e-3f);
  p = p * f + 9.6760319183220537e-3f;
  p = p * f + 5.5503571142190782e-2f;
  p = p * f + 2.4022107485308339e-1f;
  p = p * f + 6.9314718802622877e-1f;
  return p * f + 1.0f;
}

inline Vector<double> exp2_series(Vector<double> f) {
  auto p = all(4.4561627447506576e-10);
  p = p * f + 7.0741937457729812e-9;
  p = p * f + 1.0178054726096643e-7;
  p = p * f + 1.3215432534317603e-6;
  p = p * f + 1.5252733847384724e-5;
  p = p * f + 1.5403530463741719e-4;
  p = p * f + 1.3333558146400323e-3;
  p = p * f + 9.6181291075872252e-3;
  p = p * f + 5.5504108664821653e-2;
  p = p * f + 2.4022650695910161e-1;
  p = p * f + 6.9314718055994529e-1;
  return p * f + 1.0;
}

/// 2^x for x ≤ 0 as softmax has it: no overflow to care for, 0 below the smallest normal number, not-a-number stays.
template <typename Real>
inline Vector<Real> exp2_below_one(Vector<Real> x) {
  using L = Lanes<Real>;
  const Vector<Real> rounded = x + L::magic;
  const Vector<Real> p = exp2_series(x - (rounded - L::magic));
  const auto bits = reinterpret_cast<typename L::Bits>(rounded) << L::mantissa;
  return x < L::least_exponent ? Vector<Real>{} : p * reinterpret_cast<Vector<Real>>(bits);
}

}  // namespace
