// The interpreter of fused chains: each step runs over a block that stays in the first-level cache.

#include "kernel/row_code.hpp"
#include "kernel/vector/functions.hpp"

namespace {

using eqlens::RowBlock;
using eqlens::RowOperation;
using eqlens::RowStep;

template <typename Real>
using Mask = decltype(Vector<Real>{} < Vector<Real>{});

template <typename Real>
inline Vector<Real> one_where(Mask<Real> holds) {
  return holds ? all(Real(1)) : Vector<Real>{};
}

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
    return a / b;
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
  const Vector<Real> one_a = all(*a);
  const Vector<Real> one_b = all(*b);
  size_t i = 0;
#pragma GCC unroll 2
  for (; i + lanes <= n; i += lanes) store(out + i, Op::of(SingleA ? one_a : load(a + i), SingleB ? one_b : load(b + i)));
  for (; i < n; ++i) out[i] = Op::of(a[SingleA ? 0 : i], b[SingleB ? 0 : i]);
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

// Loops are functions of their own: inlined into the interpreter they would share, and spill, its registers.
template <typename First, typename Second, typename Real>
__attribute__((noinline)) void fuse(const Walked<Real>& left, const Walked<Real>& right, const Walked<Real>& other, Real* out, size_t n) {
  constexpr size_t lanes = Lanes<Real>::count;
  const Real* a = left.at;
  const Real* b = right.at;
  const Real* c = other.at;
  const size_t step_a = left.step;
  const size_t step_b = right.step;
  const size_t step_c = other.step;
  size_t i = 0;
#pragma GCC unroll 2
  for (; i + lanes <= n; i += lanes, a += step_a * lanes, b += step_b * lanes, c += step_c * lanes)
    store(out + i, Second::of(First::of(load(a), load(b)), load(c)));
  for (; i < n; ++i, a += step_a, b += step_b, c += step_c) out[i] = Second::of(First::of(*a, *b), *c);
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
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) store(out + i, f(load(a + i)));
  if (i == n) return;
  // The rest in a vector of its own, filled with what cannot trap or slow down.
  Real rest[lanes];
  for (size_t k = 0; k < lanes; ++k) rest[k] = i + k < n ? a[i + k] : Real(1);
  store(rest, f(load(rest)));
  for (size_t k = 0; i + k < n; ++k) out[i + k] = rest[k];
}

template <typename Real>
bool all_normal(const Real* a, size_t n) {
  using C = Constants<Real>;
  bool normal = true;
  for (size_t i = 0; i < n; ++i) normal &= a[i] >= C::least && a[i] <= C::most;
  return normal;
}

template <typename Real>
Real one_number(const RowStep& step, Real x) {
  const double value = x;
  switch (step.operation) {
    case RowOperation::exponential: return Real(__builtin_exp(value));
    case RowOperation::logarithm: return Real(__builtin_log(value));
    case RowOperation::tanh: return Real(__builtin_tanh(value));
    default: return Real(1 / (1 + __builtin_exp(-value)));
  }
}

template <typename Real>
__attribute__((noinline)) void transcendental(const RowStep& step, const Real* a, Real* out, size_t n) {
  // A handful is faster one by one.
  if (n <= 2 || (step.operation == RowOperation::logarithm && !all_normal(a, n))) {
    for (size_t i = 0; i < n; ++i) out[i] = one_number(step, a[i]);
    return;
  }
  switch (step.operation) {
    case RowOperation::exponential: return each(a, out, n, [](Vector<Real> x) { return exponential<Real>(x); });
    case RowOperation::logarithm: return each(a, out, n, [](Vector<Real> x) { return logarithm<Real>(x); });
    case RowOperation::tanh: return each(a, out, n, [](Vector<Real> x) { return tanh_of<Real>(x); });
    default: return each(a, out, n, [](Vector<Real> x) { return sigmoid_of<Real>(x); });
  }
}

template <typename Real>
__attribute__((noinline)) double sum_of(const Real* a, const Real* b, size_t n) {
  constexpr size_t lanes = Lanes<Real>::count;
  Vector<Real> part[4] = {};
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes)
    for (size_t k = 0; k < 4; ++k) {
      const auto x = load(a + i + k * lanes);
      part[k] += b == nullptr ? x : x * load(b + i + k * lanes);
    }
  for (; i + lanes <= n; i += lanes) part[0] += b == nullptr ? load(a + i) : load(a + i) * load(b + i);
  const auto whole = (part[0] + part[1]) + (part[2] + part[3]);
  double total = 0;
  for (size_t k = 0; k < lanes; ++k) total += double(whole[k]);
  for (; i < n; ++i) total += b == nullptr ? double(a[i]) : double(a[i]) * double(b[i]);
  return total;
}

template <typename Op, typename Real>
__attribute__((noinline)) double extreme_of(const Real* a, size_t n, double start) {
  constexpr size_t lanes = Lanes<Real>::count;
  Real best = Real(start);
  size_t i = 0;
  if (n >= lanes) {
    auto most = all(best);
    for (; i + lanes <= n; i += lanes) most = Op::of(most, load(a + i));
    for (size_t k = 0; k < lanes; ++k) best = Op::of(best, Real(most[k]));
  }
  for (; i < n; ++i) best = Op::of(best, a[i]);
  return best;
}

template <typename Real>
void fold(const RowStep& step, const Real* a, const Real* b, Real* out, double& total, size_t n, bool first) {
  const double infinity = __builtin_inf();
  switch (step.operation) {
    case RowOperation::sum: total = (first ? 0 : total) + sum_of<Real>(a, nullptr, n); break;
    case RowOperation::dot: total = (first ? 0 : total) + sum_of<Real>(a, b, n); break;
    case RowOperation::maximum: total = extreme_of<Larger>(a, n, first ? -infinity : total); break;
    case RowOperation::minimum: total = extreme_of<Smaller>(a, n, first ? infinity : total); break;
    default:
      total = first ? 1 : total;
      for (size_t i = 0; i < n; ++i) total *= double(a[i]);
  }
  *out = Real(total);
}

template <typename Real>
void choose(const RowStep& step, const Real* a, const Real* b, const Real* c, Real* out, size_t n) {
  const size_t step_a = (step.single & eqlens::single_a) != 0 ? 0 : 1;
  const size_t step_b = (step.single & eqlens::single_b) != 0 ? 0 : 1;
  const size_t step_c = (step.single & eqlens::single_c) != 0 ? 0 : 1;
  for (size_t i = 0; i < n; ++i) out[i] = a[i * step_a] != 0 ? b[i * step_b] : c[i * step_c];
}

template <typename Real>
void call(const RowStep& step, const Real* a, const Real* b, Real* out, size_t n) {
  const size_t step_a = (step.single & eqlens::single_a) != 0 ? 0 : 1;
  const size_t step_b = (step.single & eqlens::single_b) != 0 ? 0 : 1;
  if (step.operation == RowOperation::call_one)
    for (size_t i = 0; i < n; ++i) out[i] = Real(step.one(double(a[i])));
  else
    for (size_t i = 0; i < n; ++i) out[i] = Real(step.two(double(a[i * step_a]), double(b[i * step_b])));
}

template <typename Real>
inline void perform(const RowStep& step, void* const* values, double* totals, size_t n, bool first) {
  const auto* a = static_cast<const Real*>(values[step.a]);
  const auto* b = static_cast<const Real*>(values[step.b]);
  auto* out = static_cast<Real*>(values[step.out]);
  switch (step.operation) {
    case RowOperation::copy:
      if ((step.single & eqlens::single_a) != 0)
        for (size_t i = 0; i < n; ++i) out[i] = *a;
      else
        for (size_t i = 0; i < n; ++i) out[i] = a[i];
      return;
    case RowOperation::spread:
      for (size_t i = 0; i < n; ++i) out[i] = a[i * step.stride];
      return;
    case RowOperation::negative:
      for (size_t i = 0; i < n; ++i) out[i] = -a[i];
      return;
    case RowOperation::absolute:
      for (size_t i = 0; i < n; ++i) out[i] = a[i] < 0 ? -a[i] : a[i] + 0;
      return;
    case RowOperation::square_root:
      if (n == 1)
        *out = root(*a);
      else
        each(a, out, n, [](Vector<Real> x) { return root(x); });
      return;
    case RowOperation::rectified:
      for (size_t i = 0; i < n; ++i) out[i] = a[i] > 0 ? a[i] : 0;
      return;
    case RowOperation::exponential:
    case RowOperation::logarithm:
    case RowOperation::tanh:
    case RowOperation::sigmoid: return transcendental(step, a, out, n);
    case RowOperation::call_one:
    case RowOperation::call_two: return call(step, a, b, out, n);
    case RowOperation::plus: return pair<Plus>(step, a, b, out, n);
    case RowOperation::minus: return pair<Minus>(step, a, b, out, n);
    case RowOperation::times: return pair<Times>(step, a, b, out, n);
    case RowOperation::over: return divide(step, a, b, out, n);
    case RowOperation::larger: return pair<Larger>(step, a, b, out, n);
    case RowOperation::smaller: return pair<Smaller>(step, a, b, out, n);
    case RowOperation::less: return pair<Less>(step, a, b, out, n);
    case RowOperation::at_most: return pair<AtMost>(step, a, b, out, n);
    case RowOperation::equal: return pair<Equal>(step, a, b, out, n);
    case RowOperation::unequal: return pair<Unequal>(step, a, b, out, n);
    case RowOperation::fused: return fused(step, a, b, static_cast<const Real*>(values[step.c]), out, n);
    case RowOperation::select: return choose(step, a, b, static_cast<const Real*>(values[step.c]), out, n);
    case RowOperation::sum:
    case RowOperation::dot:
    case RowOperation::maximum:
    case RowOperation::minimum:
    case RowOperation::product: return fold(step, a, b, out, totals[step.c], n, first);
  }
}

/// Asks for a share of the next block: a loop over many arrays at once would have the machine's own prefetching, which steps that
/// take one array after another do not.
template <typename Real>
inline void fetch_ahead(const RowBlock& block, size_t from, size_t to) {
  for (size_t n = from; n < to; ++n) {
    const auto* next = static_cast<const char*>(block.values[block.ahead[n % block.ahead_count]]) + block.length * sizeof(Real);
    __builtin_prefetch(next + n / block.ahead_count * 64);
  }
}

template <typename Real>
inline void run(const RowStep* steps, size_t count, const RowBlock& block) {
  const size_t lines = block.ahead_count * ((block.length * sizeof(Real) + 63) / 64);
  const size_t share = (lines + count - 1) / (count == 0 ? 1 : count);
  for (size_t k = 0; k < count; ++k) {
    if (lines != 0) fetch_ahead<Real>(block, k * share, (k + 1) * share < lines ? (k + 1) * share : lines);
    perform<Real>(steps[k], block.values, block.totals, (steps[k].single & eqlens::single_all) != 0 ? 1 : block.length, block.first);
  }
}

}  // namespace

extern "C" void EQLENS_ENTRY(rows_f32)(const RowStep* steps, size_t count, const RowBlock* block) { run<float>(steps, count, *block); }
extern "C" void EQLENS_ENTRY(rows_f64)(const RowStep* steps, size_t count, const RowBlock* block) { run<double>(steps, count, *block); }
