#pragma once

// The loops that the interpreter of chains is made of: each operation over rows, and pairs of them in one go. They are functions
// of their own: inlined into the interpreter they would share, and spill, its registers.

#include "kernel/row_code.hpp"
#include "kernel/vector/functions.hpp"

namespace {

using eqlens::RowOperation;
using eqlens::RowStep;

template <typename Real>
using Mask = decltype(Vector<Real>{} < Vector<Real>{});

template <typename Real>
inline Vector<Real> one_where(Mask<Real> holds) {
  return holds ? all(Real(1)) : Vector<Real>{};
}

template <typename T>
inline T quotient(T a, T b) {
  return a / b;
}
#if defined(__AVX512F__)
/// a / b from an estimate of 1 / b, made exact to the last place by what is left: half the time that the divider takes. Numbers so
/// large or small that something on the way could overflow or lose digits are left to the divider.
inline Vector<double> quotient(Vector<double> a, Vector<double> b) {
  constexpr double much = 0x1p500;
  constexpr int least_size = 2 | 8, most_size = 3 | 8;
  const auto below = _mm512_maskz_range_pd(0xff, a, b, least_size);
  const auto above = _mm512_maskz_range_pd(0xff, a, b, most_size);
  const auto fits = _mm512_kand(_mm512_cmp_pd_mask(below, all(1 / much), _CMP_GE_OQ), _mm512_cmp_pd_mask(above, all(much), _CMP_LE_OQ));
  if (__builtin_expect((fits & 0xff) != 0xff, 0)) return a / b;
  Vector<double> share = _mm512_maskz_rcp14_pd(0xff, b);
  share += share * (1 - b * share);
  share += share * (1 - b * share);
  const Vector<double> near = a * share;
  return near + share * (a - b * near);
}
#endif

// Each operation twice: of vectors and of numbers.
struct Plus {
  template <typename T>
  static T of(T a, T b) {
    return a + b;
  }
};
struct Minus {
  template <typename T>
  static T of(T a, T b) {
    return a - b;
  }
};
struct Times {
  template <typename T>
  static T of(T a, T b) {
    return a * b;
  }
};
struct Over {
  template <typename T>
  static T of(T a, T b) {
    return quotient(a, b);
  }
};
struct Larger {
  template <typename T>
  static T of(T a, T b) {
    // Not-a-number on the left wins, on the right too: both comparisons then fail.
    return a < b ? b : a != a ? a : b != b ? b : a;
  }
};
struct Smaller {
  template <typename T>
  static T of(T a, T b) {
    return a > b ? b : a != a ? a : b != b ? b : a;
  }
};

template <typename T>
struct IsVector {
  static constexpr bool value = true;
};
template <>
struct IsVector<float> {
  static constexpr bool value = false;
};
template <>
struct IsVector<double> {
  static constexpr bool value = false;
};

template <typename T, typename M>
inline T truth(M holds) {
  if constexpr (IsVector<T>::value)
    return holds ? T{} + 1 : T{};
  else
    return holds ? T(1) : T(0);
}
struct Less {
  template <typename T>
  static T of(T a, T b) {
    return truth<T>(a < b);
  }
};
struct AtMost {
  template <typename T>
  static T of(T a, T b) {
    return truth<T>(a <= b);
  }
};
struct Equal {
  template <typename T>
  static T of(T a, T b) {
    return truth<T>(a == b);
  }
};
struct Unequal {
  template <typename T>
  static T of(T a, T b) {
    return truth<T>(a != b);
  }
};

template <typename Op, typename Real, bool SingleA, bool SingleB>
__attribute__((noinline)) void pairs(const Real* a, const Real* b, Real* out, size_t n) {
  constexpr size_t lanes = Lanes<Real>::count;
  if (n < lanes) {
    for (size_t i = 0; i < n; ++i) out[i] = Op::of(a[SingleA ? 0 : i], b[SingleB ? 0 : i]);
    return;
  }
  const Vector<Real> one_a = all(*a);
  const Vector<Real> one_b = all(*b);
  // The last vector overlaps the one before it. It is read first: the result may lie where an operand does.
  const Vector<Real> last_a = SingleA ? one_a : load(a + n - lanes);
  const Vector<Real> last_b = SingleB ? one_b : load(b + n - lanes);
  size_t i = 0;
#pragma GCC unroll 2
  for (; i + lanes <= n; i += lanes) store(out + i, Op::of(SingleA ? one_a : load(a + i), SingleB ? one_b : load(b + i)));
  if (i < n) store(out + n - lanes, Op::of(last_a, last_b));
}

template <typename Op, typename Real>
inline void pair(const RowStep& step, const Real* a, const Real* b, Real* out, size_t n) {
  const bool single_a = (step.single & eqlens::single_a) != 0;
  const bool single_b = (step.single & eqlens::single_b) != 0;
  if (n == 1) {
    *out = Op::of(*a, *b);
  } else if (single_a) {
    pairs<Op, Real, true, false>(a, b, out, n);
  } else if (single_b) {
    pairs<Op, Real, false, true>(a, b, out, n);
  } else {
    pairs<Op, Real, false, false>(a, b, out, n);
  }
}

/// Whether 1 / x is a number to multiply with.
template <typename Real>
inline bool has_share(Real x) {
  using C = Constants<Real>;
  const Real share = 1 / x;
  const Real size = share < 0 ? -share : share;
  return size >= C::least && size <= 1 / C::least;
}

/// By one number for all: times its reciprocal, which is as good to one unit in the last place.
template <typename Real>
void divide(const RowStep& step, const Real* a, const Real* b, Real* out, size_t n) {
  const bool single = (step.single & eqlens::single_b) != 0 && (step.single & eqlens::single_a) == 0;
  const Real share = 1 / *b;
  if (single && n >= 4 * Lanes<Real>::count && has_share(*b))
    pairs<Times, Real, false, true>(a, &share, out, n);
  else
    pair<Over>(step, a, b, out, n);
}

// What the second of two fused operations makes of the first one's result t.
template <typename Op>
struct Then {
  template <typename T>
  static T of(T t, T c) {
    return Op::of(t, c);
  }
};
template <typename Op>
struct Before {
  template <typename T>
  static T of(T t, T c) {
    return Op::of(c, t);
  }
};
struct Root {
  template <typename T>
  static T of(T t, T) {
    return root(t);
  }
};

/// An operand that is a row, or one number again and again.
template <typename Real>
struct Walked {
  Walked(const Real* from, bool single) : at(from), step(single ? 0 : 1) {
    if (!single) return;
    for (size_t k = 0; k < Lanes<Real>::count; ++k) repeated[k] = *from;
    at = repeated;
  }
  Real repeated[Lanes<Real>::count];
  const Real* at;
  size_t step;
};

template <typename First, typename Second, typename Real>
__attribute__((noinline)) void fuse(const Walked<Real>& left, const Walked<Real>& right, const Walked<Real>& other, Real* out, size_t n) {
  constexpr size_t lanes = Lanes<Real>::count;
  const Real* a = left.at;
  const Real* b = right.at;
  const Real* c = other.at;
  const size_t step_a = left.step;
  const size_t step_b = right.step;
  const size_t step_c = other.step;
  if (n < lanes) {
    for (size_t i = 0; i < n; ++i, a += step_a, b += step_b, c += step_c) out[i] = Second::of(First::of(*a, *b), *c);
    return;
  }
  const size_t end = n - lanes;
  const Vector<Real> last_a = load(a + step_a * end), last_b = load(b + step_b * end), last_c = load(c + step_c * end);
  size_t i = 0;
#pragma GCC unroll 2
  for (; i + lanes <= n; i += lanes, a += step_a * lanes, b += step_b * lanes, c += step_c * lanes)
    store(out + i, Second::of(First::of(load(a), load(b)), load(c)));
  if (i < n) store(out + end, Second::of(First::of(last_a, last_b), last_c));
}

template <typename First, typename Real>
void fuse_second(const RowStep& step, RowOperation second, const Walked<Real>& a, const Walked<Real>& b, const Walked<Real>& c, Real* out,
                 size_t n) {
  switch (second) {
    case RowOperation::plus: return fuse<First, Then<Plus>>(a, b, c, out, n);
    case RowOperation::times: return fuse<First, Then<Times>>(a, b, c, out, n);
    case RowOperation::minus: return step.swapped ? fuse<First, Before<Minus>>(a, b, c, out, n) : fuse<First, Then<Minus>>(a, b, c, out, n);
    case RowOperation::over: return step.swapped ? fuse<First, Before<Over>>(a, b, c, out, n) : fuse<First, Then<Over>>(a, b, c, out, n);
    default: return fuse<First, Root>(a, b, c, out, n);
  }
}

template <typename Real>
__attribute__((noinline)) void fused(const RowStep& step, const Real* a, const Real* b, const Real* c, Real* out, size_t n) {
  auto first = step.first;
  auto second = step.second;
  Walked<Real> left(a, (step.single & eqlens::single_a) != 0);
  Walked<Real> right(b, (step.single & eqlens::single_b) != 0);
  Walked<Real> other(c, (step.single & eqlens::single_c) != 0);
  const auto share_of = [](Walked<Real>& divisor) {
    for (size_t k = 0; k < Lanes<Real>::count; ++k) divisor.repeated[k] = 1 / divisor.repeated[k];
    return RowOperation::times;
  };
  if (first == RowOperation::over && right.step == 0 && has_share(*b)) first = share_of(right);
  if (second == RowOperation::over && !step.swapped && other.step == 0 && has_share(*c)) second = share_of(other);
  switch (first) {
    case RowOperation::plus: return fuse_second<Plus>(step, second, left, right, other, out, n);
    case RowOperation::minus: return fuse_second<Minus>(step, second, left, right, other, out, n);
    case RowOperation::times: return fuse_second<Times>(step, second, left, right, other, out, n);
    default: return fuse_second<Over>(step, second, left, right, other, out, n);
  }
}

template <typename Real, typename F>
__attribute__((noinline)) void each(const Real* a, Real* out, size_t n, F f) {
  constexpr size_t lanes = Lanes<Real>::count;
  if (n < lanes) {
    // In a vector of its own, filled with what cannot trap or slow down.
    Real rest[lanes];
    for (size_t k = 0; k < lanes; ++k) rest[k] = k < n ? a[k] : Real(1);
    store(rest, f(load(rest)));
    for (size_t k = 0; k < n; ++k) out[k] = rest[k];
    return;
  }
  const Vector<Real> last = load(a + n - lanes);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) store(out + i, f(load(a + i)));
  if (i < n) store(out + n - lanes, f(last));
}

}  // namespace
