// How near the machine's limits compiled equations run: one interleaved run beside a loop of multiply-adds and hand-written
// loops, one `NAME VALUE` a line. Everything goes through the public face, from the formula's text to the caller's arrays.

#include <benchmark/benchmark.h>

#include <unistd.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "eqlens.hpp"
#include "grammar/latex.hpp"
#include "references.hpp"

namespace {

using eqlens::Compiled;
using eqlens::Slot;

constexpr auto attention = R"(O = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V)";
constexpr auto adam = R"(m_t = \beta_1 m_{t-1} + (1-\beta_1) g_t, \quad v_t = \beta_2 v_{t-1} + (1-\beta_2) g_t^2, \quad
  \theta_t = \theta_{t-1} - \eta \frac{m_t / (1 - \beta_1^t)}{\sqrt{v_t / (1 - \beta_2^t)} + \epsilon})";
constexpr auto layer_norm =
    R"(\mu_i = \frac{1}{d} \sum_{j=1}^{d} x_{ij}, \quad \sigma_i^2 = \frac{1}{d} \sum_{j=1}^{d} (x_{ij} - \mu_i)^2, \quad
  y_{ij} = \gamma_j \frac{x_{ij} - \mu_i}{\sqrt{\sigma_i^2 + \epsilon}} + \beta_j)";
constexpr auto scalar = R"(y = \frac{x^2}{1 + e^{-x}})";
/// Lines as people paste them, without a fact.
constexpr std::array lines = {attention,
                              scalar,
                              R"(y = W x + b)",
                              R"(L = -\sum_{i=1}^{n} y_i \log p_i)",
                              R"(h_t = \tanh(W h_{t-1} + U x_t + b))",
                              R"(\theta_{t+1} = \theta_t - \eta \nabla_\theta L(\theta_t))",
                              R"(C_{ij} = \sum_{k=1}^{m} A_{ik} B_{kj})",
                              R"(q_j = \frac{e^{z_j}}{\sum_{k} e^{z_k}})",
                              R"(\hat{x} = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})"};

/// Memory on a cache line's boundary, touched already.
template <typename Real>
class Memory {
 public:
  explicit Memory(std::size_t count, Real first = 0)
      : data_(static_cast<Real*>(std::aligned_alloc(64, (count * sizeof(Real) + 63) / 64 * 64))) {
    // Near a normal distribution: the sum of four even ones.
    std::uint64_t state = 88172645463325252u + static_cast<std::uint64_t>(first * 7);
    for (std::size_t i = 0; i < count; ++i) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        sum += static_cast<double>(state >> 11) * 0x1.0p-53 - 0.5;
      }
      data_[i] = static_cast<Real>(sum * 1.7);
    }
  }
  Memory(Memory&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  Memory(const Memory&) = delete;
  Memory& operator=(Memory&&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { std::free(data_); }
  Real* get() { return data_; }

 private:
  Real* data_;
};

/// Long enough that starting a thread does not count.
void fma_loop_f32_long() {
  for (int k = 0; k < 60; ++k) fma_loop_f32();
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
double wall_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Timed {
  std::string name;
  std::function<void()> work;
  std::size_t repeats = 1;
  bool wall = false;
  std::vector<double> seconds = {};
};

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

/// The times themselves, for whoever wants to know more than the ratios.
void show(const std::vector<Timed>& variants) {
  if (std::getenv("EQLENS_LIMITS_TIMES") == nullptr) return;
  for (const auto& variant : variants) std::fprintf(stderr, "# %s %.4g us\n", variant.name.c_str(), median(variant.seconds) * 1e6);
}

/// The variants by turns, several rounds; noise that lasts meets all of them.
void interleave(std::vector<Timed>& variants, int rounds) {
  for (auto& variant : variants) {
    variant.work();
    const double begin = wall_seconds();
    variant.work();
    variant.repeats = std::max<std::size_t>(1, static_cast<std::size_t>(0.004 / std::max(1e-9, wall_seconds() - begin)));
  }
  for (int round = 0; round < rounds; ++round)
    for (auto& variant : variants) {
      const auto clock = variant.wall ? wall_seconds : thread_seconds;
      const double begin = clock();
      for (std::size_t k = 0; k < variant.repeats; ++k) variant.work();
      variant.seconds.push_back((clock() - begin) / static_cast<double>(variant.repeats));
    }
  show(variants);
}

/// The median over the rounds of one time over another's in the same round.
double ratio(const Timed& a, const Timed& b) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < a.seconds.size(); ++k) ratios.push_back(a.seconds[k] / b.seconds[k]);
  return median(ratios);
}

void print(const char* name, double value) {
  std::printf("%s %.4g\n", name, value);
  std::fflush(stdout);
}

Compiled compiled(const char* latex, const std::vector<Slot>& arguments, const std::vector<std::string>& facts,
                  std::vector<std::string> results = {}) {
  eqlens::CompileOptions options;
  options.results = std::move(results);
  auto program = eqlens::compile(latex, arguments, options, {facts, {}});
  if (!program) {
    for (const auto& diagnostic : program.diagnostics) std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
    std::exit(1);
  }
  return program;
}

const std::vector<std::string>& attention_facts() {
  static const std::vector<std::string> facts{R"(Q \in \mathbb{R}^{n \times d_k})", R"(K \in \mathbb{R}^{m \times d_k})",
                                              R"(V \in \mathbb{R}^{m \times d_v})"};
  return facts;
}

/// Attention of one size with its arrays.
template <typename Real>
struct Attention {
  explicit Attention(std::size_t tokens, std::size_t width)
      : program(compiled(attention, {{"Q", {tokens, width}}, {"K", {tokens, width}}, {"V", {tokens, width}}}, attention_facts())),
        flops(4.0 * static_cast<double>(tokens) * static_cast<double>(tokens) * static_cast<double>(width)),
        q(tokens * width, 1),
        k(tokens * width, 2),
        v(tokens * width, 3),
        out(tokens * width) {}
  void run(unsigned threads) { program.run({q.get(), k.get(), v.get()}, {out.get()}, threads); }

  Compiled program;
  double flops;
  Memory<Real> q, k, v, out;
};

void measure_attention() {
  Attention<float> small(512, 64);
  Attention<float> large(2048, 64);
  Attention<float> wide(2048, 128);
  Attention<double> exact(2048, 64);
  std::vector<Timed> all{{"peak f32", [] { fma_loop_f32(); }}, {"512", [&] { small.run(1); }}, {"peak f32 again", [] { fma_loop_f32(); }},
                         {"2048", [&] { large.run(1); }},      {"wide", [&] { wide.run(1); }}, {"peak f64", [] { fma_loop_f64(); }},
                         {"exact", [&] { exact.run(1); }}};
  interleave(all, 15);
  const auto share = [&](std::size_t peak, double peak_flops, std::size_t at, double flops) {
    return ratio(all[peak], all[at]) * flops / peak_flops;
  };
  print("fma_peak_f32", fma_flops_f32() / median(all[0].seconds) * 1e-9);
  print("fma_peak_f64", fma_flops_f64() / median(all[5].seconds) * 1e-9);
  print("attention_f32_d64_n512_peak", share(0, fma_flops_f32(), 1, small.flops));
  print("attention_f32_d64_n2048_peak", share(2, fma_flops_f32(), 3, large.flops));
  print("attention_f32_d128_n2048_peak", share(2, fma_flops_f32(), 4, wide.flops));
  print("attention_f64_d64_n2048_peak", share(5, fma_flops_f64(), 6, exact.flops));
}

void measure_threads() {
  Attention<float> large(2048, 64);
  // Two loops of multiply-adds side by side: two cores that are threads of one give no more than one.
  const auto loops = [] {
    std::thread other(fma_loop_f32_long);
    fma_loop_f32_long();
    other.join();
  };
  std::vector<Timed> all{{"one", [&] { large.run(1); }, 1, true},
                         {"two", [&] { large.run(2); }, 1, true},
                         {"loop", [] { fma_loop_f32_long(); }, 1, true},
                         {"loops", loops, 1, true}};
  interleave(all, 21);
  // The best of each: another job on a core is no fault of the threads.
  const auto best = [&](std::size_t k) { return *std::ranges::min_element(all[k].seconds); };
  print("attention_two_threads", best(0) / best(1));
  print("fma_two_threads", 2 * best(2) / best(3));
}

double resident_mib() {
  std::ifstream statm("/proc/self/statm");
  double total = 0;
  double resident = 0;
  statm >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double most_resident_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

void measure_memory() {
  Attention<float> huge(8192, 64);
  // The highest mark so far starts anew at what is resident now.
  if (std::ofstream reset("/proc/self/clear_refs"); reset) reset << "5";
  const double before = std::max(resident_mib(), most_resident_mib());
  huge.run(2);
  print("attention_rss_growth_mib", std::max(0.0, most_resident_mib() - before));
}

void measure_adam() {
  constexpr std::size_t count = 10'000'000;
  const std::vector<std::size_t> row{count};
  const auto program = compiled(adam,
                                {{"m_{t-1}", row},
                                 {"v_{t-1}", row},
                                 {"g_t", row},
                                 {R"(\theta_{t-1})", row},
                                 {R"(\beta_1)", {}},
                                 {R"(\beta_2)", {}},
                                 {R"(\eta)", {}},
                                 {R"(\epsilon)", {}},
                                 {"t", {}}},
                                {}, {"m_t", "v_t", R"(\theta_t)"});
  Memory<float> m(count, 1), v(count, 2), g(count, 3), theta(count, 4), m_out(count), v_out(count), theta_out(count);
  for (std::size_t i = 0; i < count; ++i) v.get()[i] = std::fabs(v.get()[i]);
  const float beta1 = 0.9f, beta2 = 0.999f, eta = 0.001f, epsilon = 1e-8f, step = 3;
  std::vector<Timed> all{
      {"fused", [&] { adam_by_hand(count, m.get(), v.get(), g.get(), theta.get(), m_out.get(), v_out.get(), theta_out.get(), step); }},
      {"eqlens", [&] {
         program.run({m.get(), v.get(), g.get(), theta.get(), &beta1, &beta2, &eta, &epsilon, &step},
                     {m_out.get(), v_out.get(), theta_out.get()}, 1);
       }}};
  interleave(all, 15);
  print("adam_vs_handfused", ratio(all[1], all[0]));
}

void measure_layer_norm() {
  constexpr std::size_t rows = 4096;
  constexpr std::size_t width = 1024;
  const auto program = compiled(layer_norm, {{"x", {rows, width}}, {R"(\gamma)", {width}}, {R"(\beta)", {width}}, {R"(\epsilon)", {}}},
                                {R"(x \in \mathbb{R}^{n \times d})", R"(\gamma \in \mathbb{R}^d)", R"(\beta \in \mathbb{R}^d)"}, {"y"});
  Memory<float> x(rows * width, 1), gamma(width, 2), beta(width, 3), out(rows * width);
  const float epsilon = 1e-5f;
  std::vector<Timed> all{{"fused", [&] { layer_norm_by_hand(rows, width, x.get(), gamma.get(), beta.get(), epsilon, out.get()); }},
                         {"eqlens", [&] {
                            program.run({x.get(), gamma.get(), beta.get(), &epsilon}, {out.get()}, 1);
                          }}};
  interleave(all, 21);
  print("layernorm_vs_handfused", ratio(all[1], all[0]));
}

void measure_overhead() {
  const auto program = compiled(scalar, {{"x", {}}}, {});
  Memory<double> x(1'000'000, 1), y(1'000'000);
  const auto toy = compiled(attention, {{"Q", {4, 8}}, {"K", {4, 8}}, {"V", {4, 8}}}, attention_facts());
  const eqlens::AnalysisOptions options{attention_facts(), {}};
  const std::size_t batch = 100;
  const auto many = [](auto once) {
    return [once] {
      for (std::size_t k = 0; k < batch; ++k) once();
    };
  };
  std::vector<Timed> all{
      {"1", many([&] { program.run({x.get()}, {y.get()}, 1); })},
      {"100", many([&] { program.run_each({x.get()}, {y.get()}, 100, 1); })},
      {"million", [&] { program.run_each({x.get()}, {y.get()}, 1'000'000, 1); }},
      {"toy", many([&] {
         toy.run({x.get(), x.get() + 32, x.get() + 64}, {y.get()}, 1);
       })},
      {"parse", many([&] { benchmark::DoNotOptimize(eqlens::parse_math(attention)); })},
      {"lines", many([&] {
         for (const auto* line : lines) benchmark::DoNotOptimize(eqlens::analyse(line, {}));
       })},
      {"analyse", many([&] { benchmark::DoNotOptimize(eqlens::analyse(attention, options)); })},
      {"compile", [&] { benchmark::DoNotOptimize(eqlens::compile(eqlens::analyse(attention, options), toy.arguments())); }}};
  interleave(all, 15);
  const auto one = [&](std::size_t k) { return median(all[k].seconds) / static_cast<double>(batch); };
  print("scalar_1_ns", one(0) * 1e9);
  print("scalar_100_ns", one(1) * 1e9);
  print("scalar_million_ns_each", median(all[2].seconds) * 1e3);
  print("attention_n4_d8_ns", one(3) * 1e9);
  print("parse_attention_us", one(4) * 1e6);
  print("analyse_line_us", one(5) * 1e6 / lines.size());
  print("analyse_attention_us", one(6) * 1e6);
  print("compile_attention_us", median(all[7].seconds) * 1e6);
}

}  // namespace

int main() {
  measure_memory();
  measure_attention();
  measure_threads();
  measure_adam();
  measure_layer_norm();
  measure_overhead();
  return 0;
}
