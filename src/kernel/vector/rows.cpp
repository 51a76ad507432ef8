// The interpreter of fused chains: each step runs over a block that stays in the first-level cache.

#include "kernel/vector/row_loops.hpp"

namespace {

using eqlens::RowBlock;

template <typename Real>
bool all_normal(const Real* a, size_t n) {
  using C = Constants<Real>;
  constexpr size_t lanes = Lanes<Real>::count;
  if (n < lanes) {
    for (size_t i = 0; i < n; ++i)
      if (!(a[i] >= C::least && a[i] <= C::most)) return false;
    return true;
  }
  Mask<Real> normal = load(a + n - lanes) >= C::least;
  for (size_t i = 0; i + lanes <= n; i += lanes) normal &= (load(a + i) >= C::least) & (load(a + i) <= C::most);
  normal &= load(a + n - lanes) <= C::most;
  for (size_t k = 0; k < lanes; ++k)
    if (normal[k] == 0) return false;
  return true;
}

template <typename Real>
Real one_number(const RowStep& step, Real x) {
  const double value = x;
  switch (step.operation) {
    case RowOperation::exponential: return Real(__builtin_exp(step.swapped ? -value : value));
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
    case RowOperation::exponential:
      return step.swapped ? each(a, out, n, [](Vector<Real> x) { return exponential<Real>(-x); })
                          : each(a, out, n, [](Vector<Real> x) { return exponential<Real>(x); });
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
  double total = double(sum_of_lanes<Real>(whole));
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
  if (n == 0 && step.operation < RowOperation::sum) return;  // there may be no memory at all
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

/// Asks for some lines of the next block: a loop over many arrays at once would have the machine's own prefetching, which steps
/// that take one array after another do not.
inline void fetch_ahead(const RowBlock& block, size_t bytes, size_t from, size_t count) {
  const size_t lines = (bytes + 63) / 64;
  size_t stream = from / lines;
  size_t line = from - stream * lines;
  for (; count > 0 && stream < block.ahead_count; ++stream, line = 0) {
    const auto* next = static_cast<const char*>(block.values[block.ahead[stream]]) + bytes;
    asm volatile("" : : "r"(next));  // a function that only fetches has no effect in g++'s eyes, and calls of it would vanish
    for (; line < lines && count > 0; ++line, --count) __builtin_prefetch(next + line * 64);
  }
}

template <typename Real>
__attribute__((noinline)) void flow(const Real* from, Real* to, size_t n) {
  constexpr size_t lanes = Lanes<Real>::count;
  size_t i = 0;
#pragma GCC unroll 4
  for (; i + lanes <= n; i += lanes) store_past(to + i, load(from + i));
  for (; i < n; ++i) to[i] = from[i];
}

template <typename Real>
inline void run(const RowStep* steps, size_t count, const RowBlock& block) {
  const auto perform_one = [&](const RowStep& step) {
    perform<Real>(step, block.values, block.totals, (step.single & eqlens::single_all) != 0 ? 1 : block.length, block.first);
  };
  const size_t bytes = block.length * sizeof(Real);
  const size_t share = block.ahead_count == 0 || count == 0 ? 0 : (block.ahead_count * ((bytes + 63) / 64) + count - 1) / count;
  for (size_t k = 0; k < count; ++k) {
    if (share != 0) fetch_ahead(block, bytes, k * share, share);
    perform_one(steps[k]);
    for (size_t f = 0; f < block.flow_count; ++f)
      if (const auto& done = block.flows[f]; done.value == steps[k].out)
        flow(static_cast<const Real*>(block.values[done.value]), static_cast<Real*>(done.to), block.length);
  }
}

}  // namespace

extern "C" void EQLENS_ENTRY(rows_f32)(const RowStep* steps, size_t count, const RowBlock* block) { run<float>(steps, count, *block); }
extern "C" void EQLENS_ENTRY(rows_f64)(const RowStep* steps, size_t count, const RowBlock* block) { run<double>(steps, count, *block); }
